//! The report to be read in a terminal: one sentence a step first, its figures below.

mod bars;
mod page;
mod step;

pub(super) use self::page::Page;
use super::{Export, widths};
use crate::numerals::{bytes, counted, grouped, load, percent};
use crate::plain::excerpt;
use crate::simulate::{Report, Step};
use crate::unit::LoadUnit;

/// Plain text with aligned tables and a bar a worker.
#[derive(Debug, Clone)]
pub struct Text {
    /// Columns to fill, 60 to 160; outside of that the nearest.
    pub width: usize,
    /// False: ASCII alone, but for names and keys that are not.
    pub unicode: bool,
    /// The command line that makes this report again.
    pub reproduce: String,
    /// Whether every worker of a step is shown; else the busiest of many.
    pub all: bool,
}

impl Export for Text {
    fn export(&self, report: &Report) -> String {
        let mut page = Page::new(self.width.clamp(60, 160), self.unicode);
        head(&mut page, report);
        glance(&mut page, report);
        heavy_keys(&mut page, report);
        for at in 0..report.steps.len() {
            step::block(&mut page, report, at, self.all);
        }
        page.blank();
        page.line(&format!("Again:  {}", self.reproduce));
        page.line(&format!("        Redeal {}, seed {}, digest {}", report.version, report.seed, report.digest));
        page.finish()
    }
}

fn head(page: &mut Page, report: &Report) {
    let facts = report.profile.facts();
    let words = &facts.words;
    page.line(&report.scenario);
    let glossary = format!(
        "bucket = {}, worker = {}, count = {}, width = {}",
        words.bucket, words.worker, words.bucket_count, words.width
    );
    page.wrapped(&format!("{}: ", facts.name), "  ", &glossary);
    page.blank();
    let keys = &report.keys;
    let load = load(keys.load, keys.unit);
    let keys = match (keys.counted, keys.hottest_load) {
        (false, _) => format!("{load} in all; the keys themselves were not counted"),
        (true, 0) => format!("{} with {load}; the hottest is not known", counted(keys.count, "key", "keys")),
        (true, hottest) => format!(
            "{}{} with {load}; the hottest, {}, has {} of them ({})",
            if keys.count_is_estimate { "about " } else { "" },
            counted(keys.count, "key", "keys"),
            excerpt(&keys.hottest_key),
            grouped(hottest),
            percent(keys.hottest_share)
        ),
    };
    page.entry("Keys", &keys);
    let list = super::key_list::sentences(report);
    if !list.is_empty() {
        page.entry("Key list", &list.join(" "));
    }
    if let Some(recorded) = &report.recorded {
        page.entry("Recorded", &super::recorded(report, recorded));
    }
    page.entry("Buckets", &buckets(report));
    if let Some(heaviest) = super::heaviest::buckets_in_words(report) {
        page.entry("Heaviest", &format!("bucket {heaviest}"));
    }
    page.entry("Useful widths", &widths(&report.useful_widths));
}

fn buckets(report: &Report) -> String {
    let (figures, unit) = (&report.buckets, report.keys.unit);
    let span = |list: &[u64], text: &dyn Fn(u64) -> String, short: &dyn Fn(u64) -> String| {
        let (least, most) = (list.iter().min().copied().unwrap_or(0), list.iter().max().copied().unwrap_or(0));
        if least == most { text(least) } else { format!("{} to {}", short(least), text(most)) }
    };
    let of_load = |count| load(count, unit);
    let least = |count| if unit == LoadUnit::Bytes { load(count, unit) } else { grouped(count) };
    let loads = span(&figures.load, &of_load, &least);
    let all = counted(figures.count.into(), "bucket", "buckets");
    if !report.keys.counted {
        return format!("{all}, {} of them with load; {loads} in each", grouped(figures.occupied.into()));
    }
    let keys = span(&figures.keys, &|count| counted(count, "key", "keys"), &grouped);
    format!("{all}, {} of them with keys; {keys} and {loads} in each", grouped(figures.occupied.into()))
}

/// The heaviest keys and who has each, where some are heavier than the mean key.
fn heavy_keys(page: &mut Page, report: &Report) {
    let keys = super::heaviest::keys(report);
    if keys.is_empty() {
        return;
    }
    let unit = format!("load/{}", report.keys.unit.words().1);
    let ran: Vec<usize> = super::heaviest::steps_shown(report);
    let at = |step: &usize| format!("worker at {}", grouped(report.steps[*step].workers.into()));
    let workers: Vec<String> = ran.iter().map(at).collect();
    let mut header = vec!["heaviest keys", unit.as_str(), "share", "bucket"];
    header.extend(workers.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = keys.iter().map(|key| super::heaviest::row(report, key, &ran)).collect();
    page.blank();
    page.table(&header, &rows);
}

/// What a step is called: ours and the engine's.
pub(super) fn start(report: &Report, at: usize) -> (&'static str, &'static str) {
    let (step, words) = (&report.steps[at], &report.profile.facts().words);
    match (report.profile.profile().keeps_state(), step.first_start) {
        (false, _) => ("Run at", words.first_start),
        (true, true) if at == 0 && report.begins_as_recorded() => ("As recorded, at", "today"),
        (true, true) => ("First start at", words.first_start),
        (true, false) => ("Restart at", words.restart),
    }
}

/// All steps, a line each.
fn glance(page: &mut Page, report: &Report) {
    page.blank();
    let header =
        ["step", "workers", "outcome", "own buckets", "idle", "peak to mean", "effective width", "metadata", "moved"];
    let rows: Vec<Vec<String>> = report.steps.iter().enumerate().map(|(at, step)| row(at, step)).collect();
    page.table(&header, &rows);
}

fn row(at: usize, step: &Step) -> Vec<String> {
    let mut row = vec![
        (at + 1).to_string(),
        grouped(step.workers.into()),
        step.outcome.word().to_owned(),
        grouped(step.owners.into()),
        grouped(step.idle.into()),
    ];
    match &step.deal {
        None => row.extend([const { String::new() }; 3]),
        Some(deal) => row.extend([
            format!("{}×", super::decimal(deal.peak_to_mean, 2)),
            super::decimal(deal.effective_width, 2),
            deal.snapshot.counted_metadata().map_or_else(|| "-".to_owned(), bytes),
        ]),
    }
    row.push(step.movement.map_or_else(String::new, |movement| percent(movement.moved_fraction)));
    row
}
