//! What becomes of each start of a job, before any key is hashed.

use super::{BucketChoice, Job, RestartChoice};
use crate::engine::{Outcome, Start, StartRequest};
use crate::keys::KeySource;
use crate::unit::{BucketCount, WorkerCount};

/// The engine's answer to a start, and what it was told.
pub(super) struct Answer {
    /// The answer.
    pub start: Start,
    /// The width that the start really asks for.
    pub asked: WorkerCount,
    /// Whether no state is recorded yet.
    pub first: bool,
}

/// The engine's answer to each start.
///
/// A start that was refused records nothing: the next is a first start again, as is every start of an engine that keeps no
/// state.
pub(super) fn answers(job: &Job) -> Vec<Answer> {
    let profile = job.engine.profile();
    let mut recorded = laid_out(job);
    let mut answers = Vec::with_capacity(job.starts.len());
    for (index, start) in job.starts.iter().enumerate() {
        let configured = configured(job, index);
        let request = StartRequest { recorded, configured, width: start.width, input_pieces: job.input_pieces };
        let answer = profile.start(&request);
        let now = answer.buckets;
        let starts = answer.outcome != Outcome::Refused;
        answers.push(Answer {
            asked: if starts { profile.width_asked(start.width) } else { start.width },
            first: recorded.is_none(),
            start: answer,
        });
        if starts && profile.keeps_state() {
            recorded = Some(now);
        }
    }
    answers
}

/// The count that state is laid out under before the first start of the job: where a snapshot tells of it, and the first start is
/// not the one that it tells of. Another count than the recorded one asks what a new job would make of the same keys.
fn laid_out(job: &Job) -> Option<BucketCount> {
    let KeySource::Counted(counted) = &job.keys else { return None };
    let is_its_own = counted.recorded.as_ref()?.workers == Some(job.starts.first()?.width);
    let is_laid_out = !is_its_own && job.buckets == BucketChoice::Fixed(counted.buckets);
    (is_laid_out && job.engine.profile().keeps_state()).then_some(counted.buckets)
}

/// The count that the program sets at a start.
fn configured(job: &Job, index: usize) -> Option<BucketCount> {
    let first = match job.buckets {
        BucketChoice::Fixed(count) => Some(count),
        BucketChoice::EngineDefault => None,
    };
    match job.starts[index].buckets {
        RestartChoice::Set(count) if index > 0 => Some(count),
        RestartChoice::Unset if index > 0 => None,
        RestartChoice::Keep | RestartChoice::Set(_) | RestartChoice::Unset => first,
    }
}
