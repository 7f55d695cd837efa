//! Figures → sentences: the verdict of every step.

use super::balance::next_useful_width;
use super::findings::{self, WORTH_SAYING};
use super::report::{DealFigures, Step};
use super::{Job, Population, Verdict};
use crate::engine::{Cause, Outcome, StartRequest, Words};
use crate::numerals::{counted, decimal, grouped, percent, short, times};
use crate::unit::{BucketCount, WorkerCount};

/// What the sentences about one step are made from.
pub(super) struct Context<'a> {
    pub job: &'a Job,
    pub population: &'a Population,
    pub words: &'static Words,
    pub step: &'a Step,
    /// The next useful width above the step's.
    pub next: Option<u32>,
}

impl Context<'_> {
    /// `128 buckets`.
    pub fn buckets(count: u32) -> String {
        counted(count.into(), "bucket", "buckets")
    }

    /// `40 workers`.
    pub fn workers(count: u32) -> String {
        counted(count.into(), "worker", "workers")
    }

    /// Whether the next start may set another count and gets it, as where nothing is retained between runs.
    pub fn count_is_free(&self) -> bool {
        let count = BucketCount::clamped(self.step.bucket_count.into());
        let other = BucketCount::clamped(u64::from(self.step.bucket_count) + 1);
        let request = StartRequest {
            recorded: Some(count),
            configured: Some(other),
            width: WorkerCount::ONE,
            input_pieces: self.job.input_pieces,
        };
        let start = self.job.engine.profile().start(&request);
        start.outcome != Outcome::Refused && start.buckets == other
    }

    /// Whether the engine has one count alone, which nobody chooses.
    pub fn count_is_constant(&self) -> bool {
        self.job.engine.facts().count_is_constant()
    }

    /// `bucket count (max parallelism)`.
    pub fn count_name(&self) -> String {
        format!("bucket count{}", beside("bucket count", self.words.bucket_count))
    }

    /// Most buckets on a worker.
    pub fn most(deal: &DealFigures) -> u32 {
        deal.worker.iter().map(|worker| worker.buckets).max().unwrap_or(0)
    }

    /// The width that the same buckets would allow if each weighed the same: N ÷ most buckets on a worker.
    pub fn even_width(&self, deal: &DealFigures) -> f64 {
        f64::from(self.step.bucket_count) / f64::from(deal.even_most.max(1))
    }
}

/// Puts every step's verdict into words.
pub(super) fn fill_in(steps: &mut [Step], job: &Job, population: &Population) {
    let words = &job.engine.facts().words;
    for (at, step) in steps.iter_mut().enumerate() {
        let (n, p) = (BucketCount::clamped(step.bucket_count.into()), WorkerCount::clamped(step.workers.into()));
        let context = Context { job, population, words, step, next: next_useful_width(n, p) };
        let verdict = Verdict {
            sentence: sentence(&context),
            explanation: explanation(&context),
            findings: findings::of(&context, at == 0),
            next_useful_width: context.next,
        };
        step.verdict = verdict;
    }
}

fn sentence(context: &Context<'_>) -> String {
    let step = context.step;
    let asked = Context::workers(step.workers);
    let Some(deal) = &step.deal else {
        let holds = Context::buckets(step.bucket_count);
        return match step.cause {
            Some(Cause::CountMissing) => "This start is refused: nothing sets a bucket count.".to_owned(),
            Some(Cause::CountUnfit) => {
                format!("This start is refused: the engine, as it is set, does not make {holds}.")
            }
            Some(Cause::TooNarrow) => format!("{asked} are refused: they are too few for a first start."),
            Some(Cause::CountChanged) => {
                format!(
                    "This restart is refused: the state lies in {holds}, and the program now asks for another count."
                )
            }
            Some(Cause::Backend) => {
                "This restart is refused: another state backend cannot read the snapshot.".to_owned()
            }
            Some(Cause::Width) | None => {
                format!("{asked} are refused: {holds} allow at most {}.", Context::workers(step.bucket_count))
            }
        };
    };
    let works_like = works_like(context, deal);
    match step.outcome {
        Outcome::Capped => format!("{asked} asked for, {} taking part, {works_like}.", grouped(step.owners.into())),
        Outcome::Idle => {
            format!("{asked}, {} of them without a bucket, {works_like}.", grouped(step.idle.into()))
        }
        Outcome::Runs | Outcome::Refused if step.workers == 1 => "One worker does everything.".to_owned(),
        Outcome::Runs | Outcome::Refused if deal.effective_width >= 0.95 * f64::from(step.workers) => {
            format!("{asked} work like {}: each earns its keep.", width(deal.effective_width))
        }
        Outcome::Runs | Outcome::Refused => format!("{asked}, paid as {}, {works_like}.", grouped(step.workers.into())),
    }
}

/// "work like 32: the busiest owns 4 of 128 buckets", and in a second sentence what the keys make of it where they change it.
fn works_like(context: &Context<'_>, deal: &DealFigures) -> String {
    let (even, real) = (context.even_width(deal), deal.effective_width);
    let by_buckets = |like: f64, most: u32| {
        let held = Context::buckets(context.step.bucket_count);
        format!("work like {}: the busiest owns {} of {held}", width(like), grouped(most.into()))
    };
    let even_dealing = f64::from(context.step.workers) / even;
    if real < 0.95 * even && even_dealing >= WORTH_SAYING {
        let blamed = if blames_hot_key(context, deal) { ": one hot key" } else { "" };
        return format!("{}. With these keys, only like {}{blamed}", by_buckets(even, deal.even_most), width(real));
    }
    if real < 0.95 * even || Context::most(deal) != deal.even_most {
        return format!("work like {} with these keys", width(real));
    }
    by_buckets(real, Context::most(deal))
}

/// Whether most of the loss comes from one hot key.
fn blames_hot_key(context: &Context<'_>, deal: &DealFigures) -> bool {
    let floor = deal.loss.hot_key_floor;
    findings::is_hot(context, deal) && floor > WORTH_SAYING && floor >= 0.6 * deal.peak_to_mean
}

/// The engine's own word in brackets, where it is another than ours.
fn beside(ours: &str, own: &str) -> String {
    if ours == own { String::new() } else { format!(" ({own})") }
}

fn explanation(context: &Context<'_>) -> String {
    let (step, words) = (context.step, context.words);
    let Some(deal) = &step.deal else {
        if step.cause == Some(Cause::Backend) {
            return "Width and count would do: what is stored is in another format.".to_owned();
        }
        return format!(
            "The count ({}) is fixed at the first start, and no bucket ({}) is ever split.",
            words.bucket_count, words.bucket
        );
    };
    let mut text = busiest(context, deal);
    let as_fast = step.bucket_count.div_ceil(deal.even_most.max(1));
    if as_fast < step.workers {
        text.push_str(" With even keys, ");
        text.push_str(&Context::workers(as_fast));
        text.push_str(if as_fast == 1 { " would be as fast." } else { " would be as fast as these." });
    }
    if blames_hot_key(context, deal) {
        let share = deal.loss.hot_key_floor / f64::from(step.workers);
        text.push_str(" Most of the loss is one hot key: one worker must take all of its ");
        text.push_str(&percent(share));
        text.push_str(" of the load.");
    }
    text
}

/// What the busiest worker carries, on how many buckets, and how that compares with the others.
fn busiest(context: &Context<'_>, deal: &DealFigures) -> String {
    let (step, words) = (context.step, context.words);
    let owned = || deal.worker.iter().map(|worker| worker.buckets).filter(|&buckets| buckets > 0);
    let (least, most) = (owned().min().unwrap_or(0), owned().max().unwrap_or(0));
    // The busiest by load need not be one of those with most buckets.
    let own = deal.worker.iter().max_by_key(|worker| worker.load).map_or(most, |worker| worker.buckets);
    let named = |count: u32| {
        let word = if count == 1 { beside("bucket", words.bucket) } else { beside("buckets", words.buckets) };
        format!("{}{word}", Context::buckets(count))
    };
    let carries = format!(
        "The busiest worker{} carries {} the mean load",
        beside("worker", words.worker),
        times(deal.peak_to_mean)
    );
    let mean = mean_buckets(step.bucket_count, step.workers);
    let who = if step.idle == 0 { "every worker" } else { "every worker that owns any" };
    if least == most {
        return format!("{carries}; {who} owns {}.", named(most));
    }
    // Where all own nearly as many, none of these numbers tells anything.
    if u64::from(most - least) * 100 <= u64::from(most) {
        return format!("{carries}; {who} owns {}.", mean_of(context));
    }
    if own < most {
        let most = grouped(most.into());
        return format!("{carries}, though it owns {}; the mean is {mean} and the most is {most}.", named(own));
    }
    format!("{carries} on {}; the mean is {mean}.", named(own))
}

/// `about 2 341 buckets (hash slots)`.
fn mean_of(context: &Context<'_>) -> String {
    let mean = mean_buckets(context.step.bucket_count, context.step.owners.max(1));
    format!("{mean} buckets{}", beside("buckets", context.words.buckets))
}

/// Buckets a worker on average: one decimal, none from a hundred on, where it would say nothing.
pub(super) fn mean_buckets(buckets: u32, workers: u32) -> String {
    let mean = f64::from(buckets) / f64::from(workers);
    if mean < 100.0 { short(mean) } else { format!("about {}", decimal(mean, 0)) }
}

/// A width that need not be whole: one decimal, none where it is whole.
fn width(width: f64) -> String {
    decimal(width, usize::from(width.fract() != 0.0))
}
