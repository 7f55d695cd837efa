//! For a pull request or a wiki page.

use super::{Export, decimal, widths};
use crate::engine::Words;
use crate::numerals::{bytes, counted, grouped, load, percent};
use crate::plain::is_hidden;
use crate::simulate::{KeyFigures, Report, Step};
use std::fmt::Write;

/// Markdown with one table of all steps and a sentence on each.
#[derive(Debug, Clone, Default)]
pub struct Markdown {
    /// The command line that makes this report again.
    pub reproduce: String,
}

impl Export for Markdown {
    fn export(&self, report: &Report) -> String {
        let facts = report.profile.facts();
        let mut text = format!("## {}\n\n", cell(&report.scenario));
        let _ = writeln!(
            text,
            "{}: {} {} (bucket = {}, worker = {}). {}.\n",
            facts.name,
            grouped(report.buckets.count.into()),
            facts.words.buckets,
            facts.words.bucket,
            facts.words.worker,
            keys(&report.keys),
        );
        let list = super::key_list::sentences(report);
        if !list.is_empty() {
            let _ = writeln!(text, "{}\n", cell(&list.join(" ")));
        }
        if let Some(recorded) = &report.recorded {
            let _ = writeln!(text, "Recorded: {}\n", cell(&super::recorded(report, recorded)));
        }
        if let Some(heaviest) = super::heaviest::buckets_in_words(report) {
            let _ = writeln!(text, "Heaviest buckets: {heaviest}.\n");
        }
        text.push_str(&table(report));
        text.push_str(&heavy_keys(report));
        for (at, step) in report.steps.iter().enumerate() {
            text.push_str(&words_on(report, at, step, &facts.words));
        }
        let _ =
            writeln!(text, "\nUseful widths for {} buckets: {}.", report.buckets.count, widths(&report.useful_widths));
        let _ = writeln!(
            text,
            "\nRedeal {}, seed {}, digest `{}`. Again with `{}`.",
            report.version, report.seed, report.digest, self.reproduce
        );
        text
    }
}

pub(super) fn keys(keys: &KeyFigures) -> String {
    let load = load(keys.load, keys.unit);
    if !keys.counted {
        return format!("{load}, keys not counted");
    }
    let hottest = if keys.hottest_load == 0 {
        ", the hottest key not known".to_owned()
    } else {
        format!(", the hottest key {} of them", percent(keys.hottest_share))
    };
    format!("{}, {load}{hottest}", counted(keys.count, "key", "keys"))
}

fn table(report: &Report) -> String {
    let mut text = String::from(
        "| step | workers | outcome | own buckets | idle | peak to mean | effective width | uneven deal | hottest key | \
         hottest bucket | chance | metadata | buckets moved |\n",
    );
    text.push_str("| ---: | ---: | --- |");
    text.push_str(&" ---: |".repeat(10));
    text.push('\n');
    for (at, step) in report.steps.iter().enumerate() {
        let figures = step.deal.as_ref().map_or_else(
            || [const { String::new() }; 7],
            |deal| {
                let ratio = |number| format!("{}×", decimal(number, 2));
                [
                    ratio(deal.peak_to_mean),
                    decimal(deal.effective_width, 2),
                    ratio(deal.loss.dealing),
                    if deal.is_hottest_known { ratio(deal.loss.hot_key_floor) } else { "not known".to_owned() },
                    ratio(deal.loss.hot_bucket_floor),
                    ratio(deal.loss.chance),
                    deal.snapshot.counted_metadata().map_or_else(|| "-".to_owned(), bytes),
                ]
            },
        );
        let moved = step.movement.map_or_else(String::new, |movement| {
            format!("{} ({})", grouped(movement.buckets_moved.into()), percent(movement.moved_fraction))
        });
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {moved} |",
            at + 1,
            grouped(step.workers.into()),
            step.outcome.word(),
            grouped(step.owners.into()),
            grouped(step.idle.into()),
            figures.join(" | "),
        );
    }
    text
}

/// The heaviest keys, where some are heavier than the mean key.
fn heavy_keys(report: &Report) -> String {
    let keys = super::heaviest::keys(report);
    if keys.is_empty() {
        return String::new();
    }
    let steps = super::heaviest::steps_shown(report);
    let mut text = format!("\n| heaviest key | {} | share | bucket |", report.keys.unit.words().1);
    for at in &steps {
        let _ = write!(text, " worker at {} |", grouped(report.steps[*at].workers.into()));
    }
    let _ = writeln!(text, "\n| --- |{}", " ---: |".repeat(3 + steps.len()));
    for key in keys {
        let row = super::heaviest::row(report, key, &steps);
        let _ = writeln!(text, "| {} |", row.iter().map(|part| cell(part)).collect::<Vec<_>>().join(" | "));
    }
    text
}

fn words_on(report: &Report, at: usize, step: &Step, words: &Words) -> String {
    let start = super::text::start(report, at).1;
    let mut text = format!("\n**{} {}, {} {}**: ", at + 1, start, words.width, grouped(step.workers.into()));
    let _ = writeln!(text, "{} {}", cell(&step.verdict.sentence), cell(&step.verdict.explanation));
    if let Some(message) = &step.message {
        let _ = writeln!(text, "\n> {}", cell(message));
    }
    for note in &step.notes {
        let _ = writeln!(text, "\n{}", cell(note));
    }
    if !step.notes.is_empty() {
        // A list that follows a line of text directly would run on from it.
        text.push('\n');
    }
    for finding in &step.verdict.findings {
        let _ = writeln!(text, "- {}: {} {}", cell(&finding.title), cell(&finding.what), cell(&finding.helps));
    }
    text
}

/// Text that stays one line and draws no table or markup of its own.
pub(super) fn cell(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '|' | '*' | '_' | '`' | '<' | '[' | '\\' | '#' | '~' | '&' | '$' | '@' => safe.extend(['\\', c]),
            // An address alone would become a link.
            ':' if text[at..].starts_with("://") => safe.push_str("\\:"),
            c if is_hidden(c) => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_text_is_no_markup() {
        assert_eq!(cell("a|b *c* ~~d~~ &lt; $x$ @ada"), r"a\|b \*c\* \~\~d\~\~ \&lt; \$x\$ \@ada");
        assert_eq!(cell("see https://e.org: now"), r"see https\://e.org: now");
        assert_eq!(cell("a\u{ad}b\nc"), "a b c");
    }
}
