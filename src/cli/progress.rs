//! A bar on stderr while many keys are hashed; nothing where stderr is no terminal.

use crate::explore::SweepSpec;
use crate::keys::{KeySource, LoadLaw};
use crate::numerals::grouped;
use crate::simulate::{Job, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;

/// Fewer keys or events are done before a bar could be read.
const LONG: u64 = 20_000_000;

/// Progress of one simulation, or of several in a row.
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar as long as the job's keys or events, where they are many.
    pub fn of(job: &Job) -> Self {
        Self::of_length(work(job))
    }

    /// A bar as long as the job's keys or events, hashed anew for so many bucket counts.
    pub fn of_counts(job: &Job, counts: usize) -> Self {
        Self::of_length(work(job).saturating_mul(counts as u64))
    }

    /// A bar as long as an advice takes: eight counts are shown as a rule, beside the job's own and the engine's default.
    pub fn of_advice(job: &Job) -> Self {
        Self::of_counts(job, 10)
    }

    /// A bar as long as all draws of a sweep.
    pub fn of_draws(job: &Job, spec: &SweepSpec) -> Self {
        let draws = spec.buckets.len() as u64 * (1 + u64::from(spec.seeds));
        Self::of_length(work(job).saturating_mul(draws))
    }

    fn of_length(length: u64) -> Self {
        Self((length >= LONG).then(|| {
            let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {done} of {all}  {eta} left");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            // The same groups of digits as in the report.
            let style = style
                .with_key("done", |state: &ProgressState, out: &mut dyn Write| {
                    let _ = out.write_str(&grouped(state.pos()));
                })
                .with_key("all", |state: &ProgressState, out: &mut dyn Write| {
                    let _ = out.write_str(&grouped(state.len().unwrap_or(0)));
                });
            bar.with_style(style)
        }))
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Keys or events of one population.
fn work(job: &Job) -> u64 {
    match &job.keys {
        KeySource::Listed(keys) => keys.len() as u64,
        KeySource::Generated(keys) => match keys.load {
            LoadLaw::Sampled { records, .. } => records,
            _ => keys.count,
        },
    }
}

impl Watch for Bar {
    fn advance(&self, keys: u64) {
        let Some(bar) = &self.0 else { return };
        bar.inc(keys);
        // Another bucket count at a restart hashes every key again.
        if bar.length().is_some_and(|length| bar.position() > length) {
            bar.inc_length(bar.position());
        }
    }
}
