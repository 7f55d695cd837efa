//! The ways out in one sentence.

use super::time::time;
use crate::engine::Allowed;
use crate::explore::{Outlook, WaysOut};
use crate::gui::state::AppView;
use crate::numerals::{grouped, percent};

/// "From 128 to 720 key groups: a rebuild is up to date after 8.3 min, a rewrite stops the job for 62 s, a split leaves two
/// jobs to run."
pub fn sentence(view: &AppView<'_>, found: &WaysOut) -> String {
    let words = &view.facts.words;
    if found.routes.iter().all(|way| way.route.allowed == Allowed::Needless) {
        return format!("{} needs no way out: each run takes any number of {}.", view.facts.name, words.buckets);
    }
    let [rebuild, rewrite, split] = &found.routes;
    format!(
        "From {} to {} {}: {}, {}, {}.",
        grouped(found.buckets.into()),
        grouped(found.new_buckets.into()),
        words.buckets,
        rebuilt(rebuild),
        rewritten(rewrite),
        if split.route.allowed == Allowed::No { "nothing splits the job" } else { "a split leaves two jobs to run" }
    )
}

fn rebuilt(way: &Outlook) -> String {
    if way.route.allowed == Allowed::No {
        return "nothing rebuilds the state".to_owned();
    }
    let Some(catch_up) = way.catch_up_secs else { return "a rebuild never catches up".to_owned() };
    let lost = match way.lost_share {
        0.0 => String::new(),
        lost => format!(" and lacks {} of the past", percent(lost)),
    };
    format!("a rebuild is up to date after {}{lost}", time(way.stop_secs + catch_up))
}

fn rewritten(way: &Outlook) -> String {
    match way.route.allowed {
        Allowed::No => "nothing rewrites the state".to_owned(),
        _ => format!("a rewrite stops the job for {}", time(way.stop_secs)),
    }
}
