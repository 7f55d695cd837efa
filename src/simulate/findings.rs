//! What is to be said about a step beside its sentence: each with why, and what would help.

mod hot_bucket;
mod keys;

pub(super) use keys::is_hot;

use super::report::{DealFigures, Step};
use super::verdict::{Finding, Severity, UNEVEN_DEAL};
use super::words::{Context, mean_buckets};
use super::{BucketChoice, RestartChoice};
use crate::engine::{Cause, Outcome};
use crate::numerals::{bytes, grouped, times};
use crate::unit::BucketCount;

/// A loss below this ratio is not worth a word.
pub(super) const WORTH_SAYING: f64 = 1.02;
/// Bytes that are there because of the bucket count are worth a word from here on.
const MUCH_BOOKKEEPING_BYTES: u64 = 250_000;

/// The findings of a step, the worst first; of losses that matter as much, the larger first.
pub(super) fn of(context: &Context<'_>, first: bool) -> Vec<Finding> {
    let step = context.step;
    let mut found = Vec::new();
    match (&step.deal, step.outcome) {
        (None, _) => found.push(refused(context)),
        (Some(deal), outcome) => {
            match outcome {
                Outcome::Idle => found.push(idle(context)),
                Outcome::Capped => found.push(capped(context)),
                Outcome::Runs | Outcome::Refused => {}
            }
            found.extend(losses(context, deal));
            found.extend(keys::few_keys(context, deal));
            found.extend(metadata(deal));
            found.extend(ceiling(context));
        }
    }
    if step.deal.is_some()
        && let Some(message) = &step.message
        && step.outcome != Outcome::Capped
    {
        found.push(says(context, message));
    }
    found.extend(derived(context, first));
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}

/// What the deal and the keys cost, the largest ratio first.
fn losses(context: &Context<'_>, deal: &DealFigures) -> Vec<Finding> {
    let runs = matches!(context.step.outcome, Outcome::Runs | Outcome::Refused);
    let loss = &deal.loss;
    let mut found = [
        (loss.dealing, if runs { uneven(context, deal) } else { None }),
        (loss.hot_key_floor, keys::hot_key(context, deal)),
        (loss.hot_bucket_floor, keys::shared_bucket(context, deal)),
        (loss.hot_bucket_floor.max(loss.chance), hot_bucket::hot_bucket(context, deal)),
        (loss.chance, keys::heavy_keys_met(context, deal)),
    ];
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().filter_map(|(_, finding)| finding).collect()
}

fn finding(severity: Severity, title: impl Into<String>, what: String, why: String, helps: String) -> Finding {
    Finding { severity, title: title.into(), what, why, helps, better_width: None }
}

fn refused(context: &Context<'_>) -> Finding {
    let step = context.step;
    let facts = context.job.engine.facts();
    let what = said(step).unwrap_or_else(|| "The engine does not start.".to_owned());
    let start = if step.first_start { "Start" } else { "Restart" };
    let titled = format!("{start} at {} is refused", grouped(step.workers.into()));
    let problem = |title, why, helps| finding(Severity::Problem, title, what.clone(), why, helps);
    match step.cause {
        Some(Cause::CountMissing) => problem(
            titled,
            format!("No state is recorded that would tell the {}, and this engine has no default.", context.count_name()),
            format!("Set the {}.", context.count_name()),
        ),
        Some(Cause::CountUnfit) => problem(
            titled,
            format!("The engine, as it is set, makes only some values of the {}.", context.count_name()),
            "Take one of those, or change the setting that binds it.".to_owned(),
        ),
        Some(Cause::TooNarrow) => problem(
            titled,
            format!("{} starts anew only from a least width on.", facts.name),
            "Ask for a wider first start.".to_owned(),
        ),
        Some(Cause::CountChanged) => problem(
            titled,
            format!(
                "Stored state is laid out under the old count ({}). A change: {}.",
                context.words.bucket_count, facts.change_of_count
            ),
            "Keep the old count, or rebuild the state under the new one.".to_owned(),
        ),
        Some(Cause::Backend) => problem(
            titled,
            "Each state backend writes native snapshots in a format of its own; only a canonical savepoint is read by all."
                .to_owned(),
            "Take a canonical savepoint on the old backend, and restore that.".to_owned(),
        ),
        Some(Cause::Width) | None => Finding {
            better_width: Some(step.bucket_count),
            ..problem(
                format!("Width {} is refused", grouped(step.workers.into())),
                format!(
                    "{} are fixed at the first start; at most that many workers can own state. {}: {}.",
                    Context::buckets(step.bucket_count),
                    facts.name,
                    context.job.engine.past_ceiling()
                ),
                too_wide(context),
            )
        },
    }
}

/// What helps where a width is above the count.
fn too_wide(context: &Context<'_>) -> String {
    if context.count_is_constant() {
        return format!("Stay at {} or below: the count is a constant.", Context::workers(context.step.bucket_count));
    }
    if context.step.first_start && context.job.keys.recorded().is_none() {
        return format!("Set a larger {}: no state is laid out yet.", context.count_name());
    }
    format!(
        "Stay at {} or below; to go further, rebuild the state under a larger count, or rewrite the snapshot where the engine \
         lets it be read as data.",
        Context::workers(context.step.bucket_count)
    )
}

/// The engine's own text, or else the sentences that stand in for it.
fn said(step: &Step) -> Option<String> {
    step.message.clone().or_else(|| (!step.notes.is_empty()).then(|| step.notes.join(" ")))
}

fn idle(context: &Context<'_>) -> Finding {
    let step = context.step;
    let more = if context.count_is_constant() {
        String::new()
    } else {
        format!(" More need a larger {}.", context.count_name())
    };
    let mut finding = finding(
        Severity::Warning,
        format!("{} without a bucket", Context::workers(step.idle)),
        format!("{} can go to no more than {}.", Context::buckets(step.bucket_count), Context::workers(step.owners)),
        "There are fewer buckets than workers, and none is ever split.".to_owned(),
        format!("Ask for {}: it is as much work done.{more}", Context::workers(step.owners)),
    );
    finding.better_width = Some(step.owners);
    finding
}

fn capped(context: &Context<'_>) -> Finding {
    let step = context.step;
    let why = said(step).unwrap_or_else(|| context.job.engine.past_ceiling().to_owned());
    let mut finding = finding(
        Severity::Warning,
        format!("Runs {} wide, not {}", step.owners, step.workers),
        format!("Asked for: {}. Taking part: {}.", Context::workers(step.workers), grouped(step.owners.into())),
        why,
        format!("Ask for {}: it is what runs.", Context::workers(step.owners)),
    );
    finding.better_width = Some(step.owners);
    finding
}

fn uneven(context: &Context<'_>, deal: &DealFigures) -> Option<Finding> {
    let step = context.step;
    let most = deal.even_most;
    let (whole, left) = (step.bucket_count / step.workers, step.bucket_count % step.workers);
    let dealing = f64::from(most) * f64::from(step.workers) / f64::from(step.bucket_count);
    if dealing < WORTH_SAYING {
        return None;
    }
    if most > whole + u32::from(left > 0) {
        return Some(by_weight(context, most, dealing));
    }
    let (full, rest) = (u64::from(left), u64::from(step.workers - left));
    let as_fast = step.bucket_count.div_ceil(most);
    let next = context.next.map_or(String::new(), |next| {
        format!("{} own at most {}; or ", Context::workers(next), step.bucket_count.div_ceil(next))
    });
    let most_allowed = context.job.engine.facts().max_buckets.unwrap_or(BucketCount::MAX.get());
    let counts = match neighbours(step.bucket_count, step.workers, most_allowed) {
        _ if context.count_is_constant() => "take a narrower width".to_owned(),
        (None, None) => "take a narrower width".to_owned(),
        (Some(one), None) | (None, Some(one)) => {
            format!("take {one} at the next first start, which {} divides", step.workers)
        }
        (Some(down), Some(up)) => {
            format!("take {down} or {up} at the next first start, which {} divides", step.workers)
        }
    };
    let mut finding = finding(
        Severity::Warning,
        UNEVEN_DEAL,
        format!(
            "{} does not divide {}: {} {most}, {} fewer. With even keys the busiest would hold {} the mean.",
            step.workers,
            step.bucket_count,
            own(full),
            own(rest),
            times(dealing)
        ),
        format!(
            "Whole buckets are dealt, so somebody holds {most} at every width from {as_fast} to {}.",
            context.next.map_or(step.workers, |next| next - 1)
        ),
        format!("{next}{counts}."),
    );
    finding.better_width = context.next;
    Some(finding)
}

/// A deal that follows weights or instances rather than workers.
fn by_weight(context: &Context<'_>, most: u32, dealing: f64) -> Finding {
    let step = context.step;
    finding(
        Severity::Warning,
        UNEVEN_DEAL,
        format!(
            "The busiest worker is dealt {}; the mean is {}. With even keys it would hold {} the mean.",
            Context::buckets(most),
            mean_buckets(step.bucket_count, step.workers),
            times(dealing)
        ),
        "Buckets go to nodes or instances by their weight first, then to the workers on them.".to_owned(),
        "Give each node or instance as many workers as its weight says.".to_owned(),
    )
}

/// `1 owns`, `8 own`.
fn own(workers: u64) -> String {
    format!("{} {}", grouped(workers), if workers == 1 { "owns" } else { "own" })
}

/// The multiples of the width on either side of the count. Twice the width at least: a count equal to the width leaves no
/// room to grow, and would be the next mistake.
fn neighbours(count: u32, width: u32, most: u32) -> (Option<u32>, Option<u32>) {
    let below = count / width;
    let multiple = |times: u32| width.checked_mul(times).filter(|&multiple| times >= 2 && multiple <= most);
    (multiple(below), multiple((below + 1).max(2)))
}

fn metadata(deal: &DealFigures) -> Option<Finding> {
    let cost = &deal.snapshot;
    (cost.bytes_of_buckets >= MUCH_BOOKKEEPING_BYTES).then(|| {
        finding(
            Severity::Note,
            "Much bookkeeping",
            format!(
                "In each snapshot {} are there only because of the bucket count, in metadata and state files together.",
                bytes(cost.bytes_of_buckets)
            ),
            format!(
                "What grows with the count in this kind of snapshot ({}): an entry for every bucket, empty or not.",
                cost.kind
            ),
            "A smaller bucket count at the next first start, or another kind of snapshot.".to_owned(),
        )
    })
}

fn ceiling(context: &Context<'_>) -> Option<Finding> {
    let step = context.step;
    (step.workers == step.bucket_count && !context.count_is_free() && !context.count_is_constant()).then(|| {
        finding(
            Severity::Note,
            "At the ceiling",
            "Each worker owns one bucket: there is no wider useful width.".to_owned(),
            "A count equal to today's width blocks the next scale-up.".to_owned(),
            format!("Choose the {} from the widest width you may need, and leave a multiple.", context.count_name()),
        )
    })
}

fn says(context: &Context<'_>, message: &str) -> Finding {
    let facts = context.job.engine.facts();
    finding(
        Severity::Note,
        format!("{} says", facts.name),
        message.to_owned(),
        facts.change_of_count.to_owned(),
        "The recorded count stays, for as long as the state lives.".to_owned(),
    )
}

fn derived(context: &Context<'_>, first: bool) -> Option<Finding> {
    let (step, facts) = (context.step, context.job.engine.facts());
    let unset = context.job.buckets == BucketChoice::EngineDefault
        || (!first && context.job.starts.iter().any(|start| start.buckets == RestartChoice::Unset));
    (first && unset && !context.count_is_free() && !context.count_is_constant()).then(|| {
        finding(
            Severity::Note,
            "Nobody chose the count",
            format!(
                "The program sets no {}, so the engine takes {}.",
                context.words.bucket_count,
                grouped(step.bucket_count.into())
            ),
            format!("Its default: {}.", facts.default_buckets),
            "Set it, with a reason: it stays for the life of the state.".to_owned(),
        )
    })
}
