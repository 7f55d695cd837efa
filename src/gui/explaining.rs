//! A message of an engine, explained as it is typed or pasted, or in a log that is read from its file.

use super::command::Sheet;
use super::effect::Effect;
use super::state::AppState;
use crate::engine::Engine;
use crate::explain::{Explained, Explanation, Looked, explain, explain_read};
use crate::numerals::counted;
use crate::plain::quoted;
use crate::scenario::{Buckets, Scenario};
use crate::unit::{BucketCount, WorkerCount};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most of a text that is looked through, in bytes: it happens between two frames.
pub const MOST_BYTES: usize = 4 << 20;
/// The longest text that is put into a command whole, in bytes.
const MOST_IN_COMMAND: usize = 16 << 10;
/// The line that ends a text within a command.
const END: &str = "END_OF_MESSAGE";

/// A text, and what is in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// The text as it was typed or pasted; cut where it is too long.
    pub text: String,
    /// Whether it was cut.
    pub is_cut: bool,
    /// What it holds; `None` while there is no text.
    pub told: Option<Explained>,
    /// The log that takes the place of a text.
    pub log: Option<Log>,
}

/// A log in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Log {
    /// Where it lies.
    pub path: PathBuf,
    /// Bytes of it that were read; `None` while it is read, and where it cannot be.
    pub bytes: Option<u64>,
    /// Why it cannot be read.
    pub failure: Option<String>,
}

/// What reading a log came to.
#[derive(Debug)]
pub struct LogRead {
    path: PathBuf,
    result: Result<Looked, String>,
}

impl LogRead {
    /// Reads a log and explains what is in it, as much of it as the command line reads.
    pub(super) fn at(path: PathBuf) -> Self {
        let result = read(&path).map_err(|error| format!("{}: {error}", path.display()));
        Self { path, result }
    }
}

fn read(path: &Path) -> Result<Looked, String> {
    // What is no file may never end, or never begin.
    if !path.metadata().map_err(|error| error.to_string())?.is_file() {
        return Err("not a file".to_owned());
    }
    File::open(path).and_then(explain_read).map_err(|error| error.to_string())
}

impl AppState {
    /// Whether the sheet that is up takes logs.
    #[must_use]
    pub const fn explains(&self) -> bool {
        matches!(self.sheet, Some(Sheet::Explain(_) | Sheet::Log { .. }))
    }

    /// The sheet that comes up where `next` is asked for. The question for a log covers the sheet that explains: closed, it gives
    /// that one back with its text.
    pub(super) fn uncovered(&mut self, next: Option<Sheet>) -> Option<Sheet> {
        let covered = self.covered.take();
        match (&self.sheet, &next) {
            (Some(Sheet::Explain(asked)), Some(Sheet::Log { .. })) => self.covered = Some(Arc::clone(asked)),
            // Another bit of the path is typed.
            (Some(Sheet::Log { .. }), Some(Sheet::Log { .. })) => self.covered = covered,
            (Some(Sheet::Log { .. }), None) => return covered.map(Sheet::Explain),
            _ => {}
        }
        next
    }

    /// A log is to be read; the sheet waits for it.
    pub(super) fn read_log(&mut self, path: PathBuf) -> Effect {
        let log = Log { path: path.clone(), bytes: None, failure: None };
        self.show_sheet(Some(Sheet::Explain(Arc::new(Asked { log: Some(log), ..Asked::default() }))));
        Effect::ReadLog(path)
    }

    /// Takes what reading a log came to, where the sheet still waits for that log.
    pub(super) fn log_read(&mut self, LogRead { path, result }: LogRead) {
        let Some(Sheet::Explain(asked)) = &mut self.sheet else { return };
        let waits = |log: &Log| log.path == path && log.bytes.is_none() && log.failure.is_none();
        if !asked.log.as_ref().is_some_and(waits) {
            return;
        }
        *asked = Arc::new(match result {
            Ok(Looked { told, bytes, is_cut }) => {
                let log = Log { path, bytes: Some(bytes), failure: None };
                Asked { text: String::new(), is_cut, told: (bytes > 0).then_some(told), log: Some(log) }
            }
            Err(failure) => {
                let log = Log { path, bytes: None, failure: Some(failure) };
                Asked { log: Some(log), ..Asked::default() }
            }
        });
    }
}

impl Asked {
    /// Looks through a text.
    #[must_use]
    pub fn of(mut text: String) -> Self {
        let is_cut = text.len() > MOST_BYTES;
        text.truncate(text.floor_char_boundary(MOST_BYTES));
        let told = (!text.trim().is_empty()).then(|| explain(&text));
        Self { text, is_cut, told, log: None }
    }

    /// The command that explains the same text: a long one is to be read from a file.
    #[must_use]
    pub fn command(&self) -> String {
        if let Some(log) = &self.log {
            return format!("redeal explain - < {}", quoted(&log.path.display().to_string()));
        }
        if self.text.len() > MOST_IN_COMMAND || self.text.lines().any(|line| line == END) {
            return "redeal explain - < job.log".to_owned();
        }
        format!("redeal explain - <<'{END}'\n{}\n{END}", self.text.trim_end())
    }
}

/// The scenario that a message tells of, where it names a bucket count and a width: the widest start that is not refused, then
/// the one that is told of.
#[must_use]
pub fn scenario_of(told: &Explanation) -> Option<Scenario> {
    let engine = Engine::all().into_iter().find(|engine| engine.facts().name == told.engine)?;
    let facts = engine.facts();
    let number = |unit: &str| {
        let value = told.numbers.iter().find(|number| number.unit == unit)?.value?;
        u64::try_from(value).ok()
    };
    let buckets = BucketCount::new(number(facts.words.buckets)?).ok()?;
    let width = WorkerCount::new(number(facts.words.workers)?).ok()?;
    if facts.refuses_count(buckets.get().into()).is_some() {
        return None;
    }
    let first = WorkerCount::clamped(u64::from(buckets.get().min(width.get())));
    let name = format!(
        "{} on {}, as in the message",
        counted(width.get().into(), facts.words.worker, facts.words.workers),
        counted(buckets.get().into(), facts.words.bucket, facts.words.buckets)
    );
    let widths = if first == width { vec![width] } else { vec![first, width] };
    Some(Scenario {
        name,
        note: told.what.clone(),
        engine,
        buckets: Buckets::Fixed(buckets),
        widths,
        ..Scenario::built_in()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOO_WIDE: &str = "Vertex counter's parallelism (8) is higher than the max parallelism (4). Please lower the parallelism \
                            or increase the max parallelism.";

    #[test]
    fn a_command_reads_the_same_text() {
        let asked = Asked::of(format!("one\n{TOO_WIDE}\n"));
        assert_eq!(asked.command(), format!("redeal explain - <<'END_OF_MESSAGE'\none\n{TOO_WIDE}\nEND_OF_MESSAGE"));
        assert_eq!(Asked::of("END_OF_MESSAGE".to_owned()).command(), "redeal explain - < job.log");
    }

    #[test]
    fn a_message_with_both_counts_is_a_scenario() {
        let told = Asked::of(TOO_WIDE.to_owned()).told.unwrap();
        let scenario = scenario_of(&told.explanations[0]).unwrap();
        assert_eq!(scenario.name, "8 subtasks on 4 key groups, as in the message");
        assert_eq!(scenario.widths, [4, 8].map(WorkerCount::clamped));
        assert_eq!(scenario.buckets, Buckets::Fixed(BucketCount::clamped(4)));
        let told = explain("maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 32769");
        assert_eq!(scenario_of(&told.explanations[0]), None);
    }

    #[test]
    fn a_long_text_is_cut_between_two_characters() {
        let asked = Asked::of("é".repeat(MOST_BYTES));
        assert!(asked.is_cut && asked.text.len() == MOST_BYTES);
    }
}
