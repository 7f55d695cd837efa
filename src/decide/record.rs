//! The part of a decision record that a machine reads: one fenced block at the end of a Markdown file.

use super::day::{read_day, write_day};
use crate::engine::Engine;
use crate::plain::{excerpt, from_first_word, visible};
use crate::scenario::{Scenario, ScenarioError, parse_as, place_of_field, to_ron};
use crate::unit::BucketCount;
use chrono::NaiveDate;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

/// The format of the block that this program writes and reads.
pub(super) const FORMAT: u32 = 1;

/// A decision as its block holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The format of the block, 1.
    pub format: u32,
    /// The scenario's file name, or the name of a shipped one.
    pub scenario: String,
    /// 16 hex digits of the scenario as it was; see [`scenario_digest`].
    pub scenario_digest: String,
    /// The digest of its report.
    pub digest: String,
    /// Version of the program that worked it out.
    pub version: String,
    /// The engine's id: `flink`, `spark`, …
    pub engine: String,
    /// The bucket count decided for.
    pub buckets: BucketCount,
    /// Day of the decision.
    #[serde(serialize_with = "write_day", deserialize_with = "read_day")]
    pub decided: NaiveDate,
    /// Day from which it is to be looked at again.
    #[serde(serialize_with = "write_day", deserialize_with = "read_day")]
    pub look_again: NaiveDate,
    /// Who decided; empty until it is filled in.
    #[serde(default)]
    pub decided_by: String,
    /// Who reviewed; empty until it is filled in.
    #[serde(default)]
    pub reviewed_by: String,
}

/// A record with the place of its block in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFile {
    /// What it says.
    pub record: Record,
    /// The text between the fences.
    block: String,
    /// Lines of the file before that text.
    before: usize,
}

impl RecordFile {
    /// The line of the file, from 1, that a field stands in.
    #[must_use]
    pub fn line_of(&self, field: &str) -> Option<usize> {
        place_of_field(&self.block, field).map(|(line, _)| self.before + line)
    }
}

/// Sixteen hex digits (XXH64) over the scenario as it is saved: every field, whatever the layout and comments of its file.
///
/// # Errors
/// Where the scenario cannot be written as RON.
pub fn scenario_digest(scenario: &Scenario) -> Result<String, ScenarioError> {
    Ok(format!("{:016x}", xxh64(to_ron(scenario)?.as_bytes(), 0)))
}

/// The block with its fences, as it stands at the end of a record.
///
/// # Errors
/// Where the record cannot be written as RON.
pub fn record_block(record: &Record) -> Result<String, ScenarioError> {
    let pretty = PrettyConfig::new().struct_names(true).indentor("    ");
    let text = ron::ser::to_string_pretty(record, pretty)
        .map_err(|error| ScenarioError::new(format!("this record cannot be written as RON: {error}")))?;
    Ok(format!("{FENCE}ron\n{text}\n{FENCE}\n"))
}

const FENCE: &str = "```";

/// Only the format number, so that a block of a later format is named as such and not by its first unknown field.
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct FormatOnly {
    format: u32,
}

/// Reads the one `ron` block of a record's Markdown text; all else in it is for people.
///
/// # Errors
/// No such block or several, one that is never closed, or what is wrong inside it; with line and column of the file.
pub fn read_record(text: &str) -> Result<RecordFile, ScenarioError> {
    let mut blocks = record_blocks(text)?.into_iter();
    let Some((before, block)) = blocks.next() else {
        return Err(ScenarioError::new(format!(
            "this is no record: it holds no block that begins with {FENCE}ron; redeal record writes one"
        )));
    };
    if let Some((second, _)) = blocks.next() {
        let message =
            format!("a second block that begins with {FENCE}ron, beside that of line {before}: one is allowed");
        return Err(ScenarioError::new(message).at(Some((second, 1))));
    }
    let moved = |error: ScenarioError| {
        let at = error.at.map(|(line, column)| (before + line, column));
        error.at(at.or(Some((before, 1))))
    };
    let wrong = |field: &str, message: String| moved(ScenarioError::new(message).at(place_of_field(&block, field)));
    if let Ok(FormatOnly { format }) = parse_as::<FormatOnly>(&block, "Record")
        && format != FORMAT
    {
        return Err(wrong("format", format!("format {format}: this version reads format {FORMAT}")));
    }
    let record: Record = parse_as(&block, "Record").map_err(moved)?;
    match first_wrong(&record) {
        Some((field, message)) => Err(wrong(field, message)),
        None => Ok(RecordFile { record, block, before }),
    }
}

/// The first field that cannot be, and why.
fn first_wrong(record: &Record) -> Option<(&'static str, String)> {
    let is_digest = |text: &str| text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let shown = |text: &str| visible(&excerpt(text)).into_owned();
    for (field, digest) in [("scenario_digest", &record.scenario_digest), ("digest", &record.digest)] {
        if !is_digest(digest) {
            return Some((field, format!("{field} is \"{}\": 16 hex digits are needed", shown(digest))));
        }
    }
    if Engine::named(&record.engine).is_none() {
        let known: Vec<&str> = Engine::all().iter().map(|engine| engine.facts().id).collect();
        let message = format!("engine is \"{}\": allowed are {}", shown(&record.engine), known.join(", "));
        return Some(("engine", message));
    }
    if record.look_again < record.decided {
        let (again, decided) = (record.look_again, record.decided);
        return Some(("look_again", format!("look_again is {again}, before decided {decided}: a later day is needed")));
    }
    None
}

/// The blocks that hold a record: those that begin as one does. Where none does, all `ron` blocks, so that it is told what is
/// wrong with them.
fn record_blocks(text: &str) -> Result<Vec<(usize, String)>, ScenarioError> {
    let blocks = ron_blocks(text)?;
    let records: Vec<_> =
        blocks.iter().filter(|(_, block)| from_first_word(block).starts_with("Record")).cloned().collect();
    Ok(if records.is_empty() { blocks } else { records })
}

/// The `ron` blocks of a Markdown text, each with the number of its opening line. Fences are as in `CommonMark`: three or more
/// backticks or tildes, at most three spaces in front, closed by as many of the same.
fn ron_blocks(text: &str) -> Result<Vec<(usize, String)>, ScenarioError> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, &str, bool, String)> = None;
    for (at, line) in text.lines().enumerate() {
        match (&mut open, fence(line)) {
            (Some((_, mark, _, _)), Some((closing, info))) if info.is_empty() && closing.starts_with(*mark) => {
                if let Some((start, _, true, block)) = open.take() {
                    blocks.push((start, block));
                }
            }
            (Some((_, _, _, block)), _) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, Some((mark, info))) => {
                let is_ron = info.split_whitespace().next() == Some("ron");
                open = Some((at + 1, mark, is_ron, String::new()));
            }
            (None, None) => {}
        }
    }
    match open {
        // What follows it is no block, the record's own neither.
        Some((start, mark, _, block)) if blocks.is_empty() || from_first_word(&block).starts_with("Record") => {
            let message = format!("the block that begins here is never closed with {mark}");
            Err(ScenarioError::new(message).at(Some((start, 1))))
        }
        _ => Ok(blocks),
    }
}

/// The fence that a line is, and what follows it.
fn fence(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start_matches(' ');
    if line.len() - text.len() > 3 {
        return None;
    }
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = text.len() - text.trim_start_matches(mark).len();
    let (fence, info) = text.split_at(length);
    // A line of code in backticks is no fence.
    (length >= 3 && !(mark == '`' && info.contains('`'))).then(|| (fence, info.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::parse_day;

    fn record() -> Record {
        Record {
            format: 1,
            scenario: "job \"1\".ron".to_owned(),
            scenario_digest: "0123456789abcdef".to_owned(),
            digest: "fedcba9876543210".to_owned(),
            version: "0.1.0".to_owned(),
            engine: "flink".to_owned(),
            buckets: BucketCount::clamped(720),
            decided: parse_day("2026-11-30").unwrap(),
            look_again: parse_day("2027-11-30").unwrap(),
            decided_by: "Zoë ```".to_owned(),
            reviewed_by: String::new(),
        }
    }

    fn file() -> String {
        format!("# A record\n\n~~~\n```ron\nno block\n```\n~~~\n\n{}", record_block(&record()).unwrap())
    }

    fn refused(text: &str) -> String {
        read_record(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_back_with_its_lines() {
        for text in [file(), file().replace('\n', "\r\n")] {
            let read = read_record(&text).unwrap();
            assert_eq!(read.record, record());
            let line = text.lines().position(|line| line.contains("reviewed_by")).unwrap() + 1;
            assert_eq!(read.line_of("reviewed_by"), Some(line));
        }
    }

    #[test]
    fn names_may_be_left_out_or_filled_in() {
        let text = file().replace("    reviewed_by: \"\",\n", "").replace("Zoë ```", "Ada");
        let read = read_record(&text).unwrap();
        assert_eq!((read.record.decided_by.as_str(), read.record.reviewed_by.as_str()), ("Ada", ""));
        assert_eq!(read.line_of("reviewed_by"), None);
    }

    #[test]
    fn each_defect_has_its_place() {
        assert!(refused("# A record\n").contains("it holds no block that begins with ```ron"));
        assert!(refused(&(file() + &file())).starts_with("line 32, column 1: a second block that begins with ```ron"));
        assert_eq!(
            refused("text\n```ron\nRecord(\n"),
            "line 2, column 1: the block that begins here is never closed with ```"
        );
        assert!(
            refused(&file().replace("buckets: 720", "buckets: 0"))
                .starts_with("line 17, column 14: 0 buckets: allowed")
        );
        assert!(
            refused(&file().replace("digest: \"f", "digest: \"F")).starts_with("line 14, column 5: digest is \"Fed")
        );
        let error = refused(&file().replace("reviewed_by", "reviewd_by"));
        assert!(
            error.contains("unknown field \"reviewd_by\"") && error.contains("did you mean \"reviewed_by\""),
            "{error}"
        );
        let error = refused(&file().replace("2026-11-30", "30.11.2026"));
        assert!(error.starts_with("line 18, column") && error.contains("a date as 2026-11-30 is needed"), "{error}");
        let error = refused(&file().replace("2027-11-30", "2026-11-29"));
        assert_eq!(
            error,
            "line 19, column 5: look_again is 2026-11-29, before decided 2026-11-30: a later day is needed"
        );
        assert!(
            refused(&file().replace("\"flink\"", "\"flinc\"")).contains("engine is \"flinc\": allowed are flink, ")
        );
        assert!(
            refused(&file().replace("format: 1", "format: 2, more: 3"))
                .contains("format 2: this version reads format 1")
        );
        assert!(refused("```ron\n```\n").contains("holds no record"));
        // A remark's fence that is never closed hides the record.
        assert_eq!(
            refused(&format!(
                "# A record\n\n```text\nno end\n\n{}",
                record_block(&record()).unwrap().replace("```", "~~~")
            )),
            "line 3, column 1: the block that begins here is never closed with ```"
        );
    }

    /// What else is in the file is for people.
    #[test]
    fn a_remark_may_hold_a_block_of_its_own() {
        let remark = "```ron\nScenario(format: 1)\n```\n\n```ron\n// not yet\n```\n\n";
        assert_eq!(read_record(&(remark.to_owned() + &file())).unwrap().record, record());
        let commented = file().replace("Record(", "// of 2026\n/* and */ Record(");
        assert_eq!(read_record(&commented).unwrap().record, record());
    }
}
