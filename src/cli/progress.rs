//! A bar on stderr while many keys are hashed; nothing where stderr is no terminal.

use crate::explore::{Dealing, SweepSpec, sweep_deals, sweep_keys};
use crate::numerals::{self, grouped};
use crate::simulate::{Job, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Fewer keys or events are done before a bar could be read.
const LONG: u64 = 20_000_000;

/// Progress of one simulation, or of several in a row.
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar as long as the job's keys or events, where they are many.
    pub fn of(job: &Job) -> Self {
        Self::of_length(job.keys.work())
    }

    /// A bar as long as the job's keys or events, hashed anew for so many bucket counts.
    pub fn of_counts(job: &Job, counts: usize) -> Self {
        Self::of_length(job.keys.work().saturating_mul(counts as u64))
    }

    /// A bar as long as an advice takes: eight counts are shown as a rule, beside the job's own and the engine's default.
    pub fn of_advice(job: &Job) -> Self {
        Self::of_counts(job, 10)
    }

    /// A bar as long as all draws of a sweep by the engine's own rule.
    pub fn of_draws(job: &Job, spec: &SweepSpec) -> Self {
        Self::of_sweep(job, spec, &[])
    }

    /// A bar as long as all draws of a sweep and the buckets that it deals one by one, by these rules or the engine's own where
    /// there are none.
    pub fn of_sweep(job: &Job, spec: &SweepSpec, dealings: &[Dealing]) -> Self {
        let all = sweep_keys(job, spec).saturating_add(sweep_deals(job, spec, dealings));
        Self::of_length(u64::try_from(all).unwrap_or(u64::MAX))
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

/// Progress of a list of keys that is looked through: bytes of its file, shown once they are many.
#[derive(Default)]
pub(super) struct Reading {
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl Watch for Reading {
    fn advance(&self, bytes: u64) {
        let done = bytes + self.done.fetch_add(bytes, Ordering::Relaxed);
        if done >= LONG {
            let spinner = || {
                let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                let style = ProgressStyle::with_template("{spinner} {msg}");
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            };
            let bar = self.bar.get_or_init(spinner);
            bar.set_message(format!("reading keys: {}", numerals::bytes(done)));
            bar.tick();
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Bar {
    fn advance(&self, keys: u64) {
        let Some(bar) = &self.0 else { return };
        bar.inc(keys);
        // Another bucket count at a restart hashes every key again; a deal may take a little more than was foreseen.
        if bar.length().is_some_and(|length| bar.position() > length) {
            bar.inc_length(bar.position());
        }
    }
}
