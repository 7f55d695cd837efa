//! The report to be read in a terminal: one sentence a step first, its figures below.

mod bars;
mod page;
mod step;

pub(super) use self::page::Page;
use super::{Export, widths};
use crate::numerals::{bytes, counted, grouped, percent};
use crate::plain::excerpt;
use crate::simulate::{BucketFigures, Report, Step};

/// Plain text with aligned tables and a bar a worker.
#[derive(Debug, Clone)]
pub struct Text {
    /// Columns to fill, 60 to 160; outside of that the nearest.
    pub width: usize,
    /// False: ASCII alone, but for names and keys that are not.
    pub unicode: bool,
    /// The command line that makes this report again.
    pub reproduce: String,
}

impl Export for Text {
    fn export(&self, report: &Report) -> String {
        let mut page = Page::new(self.width.clamp(60, 160), self.unicode);
        head(&mut page, report);
        glance(&mut page, report);
        for at in 0..report.steps.len() {
            step::block(&mut page, report, at);
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
    page.entry(
        "Keys",
        &format!(
            "{} with {}; the hottest, {}, has {} of them ({})",
            counted(keys.count, "key", "keys"),
            counted(keys.load, "record", "records"),
            excerpt(&keys.hottest_key),
            grouped(keys.hottest_load),
            percent(keys.hottest_share)
        ),
    );
    page.entry("Buckets", &buckets(&report.buckets));
    page.entry("Useful widths", &widths(&report.useful_widths));
}

fn buckets(figures: &BucketFigures) -> String {
    let span = |list: &[u64], one, many| {
        let (least, most) = (list.iter().min().copied().unwrap_or(0), list.iter().max().copied().unwrap_or(0));
        if least == most {
            counted(least, one, many)
        } else {
            format!("{} to {} {many}", grouped(least), grouped(most))
        }
    };
    format!(
        "{}, {} of them with keys; {} and {} in each",
        counted(figures.count.into(), "bucket", "buckets"),
        grouped(figures.occupied.into()),
        span(&figures.keys, "key", "keys"),
        span(&figures.load, "record", "records")
    )
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
