//! Figures → sentences: the verdict of every step.

use super::balance::next_useful_width;
use super::findings;
use super::report::{DealFigures, Step};
use super::{Job, Population, Verdict};
use crate::engine::{Outcome, Words};
use crate::numerals::{counted, grouped, percent, short, times};
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
    /// `128 key groups`.
    pub fn buckets(&self, count: u32) -> String {
        counted(count.into(), self.words.bucket, self.words.buckets)
    }

    /// `40 subtasks`.
    pub fn workers(&self, count: u32) -> String {
        counted(count.into(), self.words.worker, self.words.workers)
    }

    /// Most buckets on a worker.
    pub fn most(deal: &DealFigures) -> u32 {
        deal.worker.iter().map(|worker| worker.buckets).max().unwrap_or(0)
    }

    /// The width that the same buckets would allow if each weighed the same: N ÷ most buckets on a worker.
    pub fn even_width(&self, deal: &DealFigures) -> f64 {
        f64::from(self.step.bucket_count) / f64::from(Self::most(deal).max(1))
    }
}

/// Puts every step's verdict into words.
pub(super) fn fill_in(steps: &mut [Step], job: &Job, population: &Population) {
    let words = &job.engine.facts().words;
    for at in 0..steps.len() {
        let step = &steps[at];
        let (n, p) = (BucketCount::clamped(step.bucket_count.into()), WorkerCount::clamped(step.workers.into()));
        let context = Context { job, population, words, step, next: next_useful_width(n, p) };
        let verdict = Verdict {
            sentence: sentence(&context),
            explanation: explanation(&context),
            findings: findings::of(&context, at == 0),
            next_useful_width: context.next,
        };
        steps[at].verdict = verdict;
    }
}

fn sentence(context: &Context<'_>) -> String {
    let step = context.step;
    let Some(deal) = &step.deal else {
        return format!(
            "{} are refused: {} allow at most {}.",
            context.workers(step.workers),
            context.buckets(step.bucket_count),
            context.workers(step.bucket_count.min(step.workers - u32::from(step.workers > step.bucket_count)))
        );
    };
    let asked = context.workers(step.workers);
    let works_like = works_like(context, deal);
    match step.outcome {
        Outcome::Capped => format!("{asked} asked for, {} run: they {works_like}.", grouped(step.owners.into())),
        Outcome::Idle => format!("{asked}, of which {} own nothing, {works_like}.", grouped(step.idle.into())),
        Outcome::Runs | Outcome::Refused => {
            if step.workers == 1 {
                return format!("One {} does everything.", context.words.worker);
            }
            if deal.effective_width >= 0.95 * f64::from(step.workers) {
                return format!("{asked} work like {}: each earns its keep.", short(deal.effective_width));
            }
            format!("{asked}, paid as {}, {works_like}.", grouped(step.workers.into()))
        }
    }
}

/// "work like 32: the busiest owns 4 of 128 key groups", and what the keys make of it where they change it.
fn works_like(context: &Context<'_>, deal: &DealFigures) -> String {
    let (even, real) = (context.even_width(deal), deal.effective_width);
    let owns = format!(
        "the busiest owns {} of {}",
        grouped(Context::most(deal).into()),
        context.buckets(context.step.bucket_count)
    );
    if real >= 0.95 * even {
        format!("work like {}: {owns}", short(real))
    } else {
        format!("work like {} by their {} and like {} with these keys", short(even), context.words.buckets, short(real))
    }
}

fn explanation(context: &Context<'_>) -> String {
    let step = context.step;
    let Some(deal) = &step.deal else {
        return format!(
            "The count was fixed at the first start, and no {} is ever split: a wider restart has nothing to hand out.",
            context.words.bucket
        );
    };
    let most = Context::most(deal);
    let mut text = format!(
        "The busiest {} carries {} the mean load and owns {}; the mean is {}.",
        context.words.worker,
        times(deal.peak_to_mean),
        context.buckets(most),
        short(f64::from(step.bucket_count) / f64::from(step.workers))
    );
    let as_fast = step.bucket_count.div_ceil(most.max(1));
    if as_fast < step.workers {
        text.push_str(&format!(
            " With even keys, {} would own at most {most} each and be as fast.",
            context.workers(as_fast)
        ));
    }
    let hottest = context.population.hottest_load as f64 / deal.buckets.load.iter().map(|&x| x as f64).sum::<f64>().max(1.0);
    if deal.loss.hot_key_floor > 1.0 && deal.loss.hot_key_floor >= 0.6 * deal.peak_to_mean {
        text.push_str(&format!(
            " Most of the loss is one hot key: it carries {} of the load, and one {} must take all of it.",
            percent(hottest),
            context.words.worker
        ));
    }
    text
}
