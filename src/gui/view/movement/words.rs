//! The movement in one sentence.

use super::picks::rule_name;
use crate::engine::Engine;
use crate::explore::Transfer;
use crate::gui::paint::sentence as capital;
use crate::gui::state::AppView;
use crate::learn::Kind;
use crate::numerals::{counted, grouped};
use crate::simulate::Report;

/// "From 4 to 8 subtasks 112 of 128 key groups change their owner; with the best names 64 would."
pub fn sentence(view: &AppView<'_>, report: &Report, (from, to): (usize, usize), found: Option<&Transfer>) -> String {
    let (before, after, words) = (&report.steps[from], &report.steps[to], view.words);
    let keeps_state = report.profile.profile().keeps_state();
    let nothing = format!("Nothing is handed over: {} keeps no state.", view.facts.name);
    let Some(found) = found else {
        let counts = format!(
            "From {} to {} {} everything is laid out anew.",
            grouped(before.bucket_count.into()),
            grouped(after.bucket_count.into()),
            words.buckets
        );
        return if keeps_state { counts } else { format!("{nothing} {counts}") };
    };
    let widths = format!(
        "From {} to {}",
        grouped(before.workers.into()),
        counted(after.workers.into(), words.worker, words.workers)
    );
    let dealt = match view.state.wishes.rule.as_ref() {
        None => ",".to_owned(),
        rule => format!(", dealt {},", rule_name(rule)),
    };
    let (moved, least) = (found.moves.moved.buckets, found.fewest.buckets);
    let all = counted(found.buckets.count.into(), words.bucket, words.buckets);
    if !keeps_state {
        let verb = if moved == 1 { "has" } else { "have" };
        return format!(
            "{nothing} {widths}{dealt} {} of {all} {verb} another {}.",
            grouped(moved.into()),
            words.worker
        );
    }
    if moved == 0 {
        return format!("{widths}{dealt} no {} changes its owner.", words.bucket);
    }
    let verb = if moved == 1 { "changes its owner" } else { "change their owner" };
    if !tells_best_names(view) {
        return format!("{widths}{dealt} {} of {all} {verb}.", grouped(moved.into()));
    }
    let best = match (found.fewest.exact, least) {
        _ if least == moved => "no other names would do better".to_owned(),
        (true, 0) => "with the best names none would".to_owned(),
        (true, least) => format!("with the best names {} would", grouped(least.into())),
        (false, least) => format!("with the best names at least {} would", grouped(least.into())),
    };
    format!("{widths}{dealt} {} of {all} {verb}; {best}.", grouped(moved.into()))
}

/// Whether it is told what the best names would do: not while a lesson is still to ask that.
pub fn tells_best_names(view: &AppView<'_>) -> bool {
    !view.state.lesson_will_ask(Kind::LeastMovedShare)
}

/// What is to be said beside: the step shown is refused, or workers asked for take no part.
pub fn remarks(view: &AppView<'_>, report: &Report, (from, to): (usize, usize)) -> Vec<String> {
    let words = view.words;
    let mut remarks = Vec::new();
    if let Some(step) = view.step().filter(|step| step.deal.is_none()) {
        let name = capital(if step.first_start { words.first_start } else { words.restart });
        let workers = grouped(step.workers.into());
        remarks
            .push(format!("{name} at {workers} is refused: nothing moves there. This is the last movement that ran."));
    }
    let (before, after) = (&report.steps[from], &report.steps[to]);
    if before.bucket_count != after.bucket_count {
        remarks.push(format!(
            "No {} of the one count is a {} of the other, so there is no matrix. Pick two steps with one count to see who hands \
             what to whom.",
            words.bucket, words.bucket
        ));
    }
    if matches!(report.profile, Engine::RedisCluster(_)) && view.state.wishes.rule.is_none() {
        remarks.push(
            "Dealt as a new cluster is made at each width. A running one need not move so many: resharding takes from each master \
             only what the new ones are to own."
                .to_owned(),
        );
    }
    if after.idle > 0 {
        let idle = counted(after.idle.into(), words.worker, words.workers);
        remarks.push(format!("{idle} of {} get nothing.", grouped(after.workers.into())));
    }
    remarks
}
