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
        text.push_str(&table(report));
        for (at, step) in report.steps.iter().enumerate() {
            text.push_str(&words_on(at, step, &facts.words));
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

fn keys(keys: &KeyFigures) -> String {
    let load = load(keys.load, keys.unit);
    if !keys.counted {
        return format!("{load}, keys not counted");
    }
    let hottest = if keys.hottest_load == 0 {
        String::new()
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
                    ratio(deal.loss.hot_key_floor),
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

fn words_on(at: usize, step: &Step, words: &Words) -> String {
    let start = if step.first_start { words.first_start } else { words.restart };
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
