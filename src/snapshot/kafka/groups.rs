//! `kafka-consumer-groups --describe`: a table a group, its columns found by their header.

use super::KafkaError;
use crate::numerals::counted;
use crate::plain::{excerpt, visible};
use crate::unit::BucketCount;
use std::collections::{BTreeMap, BTreeSet};

/// How a note on lines begins that stand in a listing more than once.
pub(super) const TWICE: &str = "Left out: ";

/// All listed groups.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConsumerGroups {
    /// The lines of all tables.
    pub rows: Vec<GroupRow>,
    /// Groups without an active member: their offsets are listed, nobody owns them.
    pub inactive: BTreeSet<String>,
    /// Other lines of the tool: warnings, errors, a group that is rebalancing.
    pub notes: Vec<String>,
}

/// One line: a partition as one group stands in it, or a consumer that owns none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRow {
    /// The group; empty in tables without that column where no other line names it.
    pub group: String,
    /// Topic and partition; `None` for a consumer that owns none.
    pub partition: Option<(String, u32)>,
    /// The committed offset; `None` where none was committed.
    pub current_offset: Option<u64>,
    /// The offset that the next message will get; `None` where the broker did not say.
    pub log_end_offset: Option<u64>,
    /// Messages still to be read; below 0 where the topic was made anew.
    pub lag: Option<i64>,
    /// The consumer's id; `None` where nobody owns the partition.
    pub consumer: Option<String>,
    /// Its client id.
    pub client: Option<String>,
}

/// Where the columns stand.
struct Columns {
    count: usize,
    group: Option<usize>,
    topic: usize,
    partition: usize,
    current_offset: usize,
    log_end_offset: usize,
    lag: usize,
    consumer: Option<usize>,
    client: Option<usize>,
}

impl Columns {
    /// The header of a table. Names changed over the years: MEMBER-ID in 0.10, OWNER before, GROUP not at all in 1.x.
    fn of(line: &str) -> Option<Self> {
        let names: Vec<&str> = line.split_whitespace().collect();
        let at = |wanted: &[&str]| names.iter().position(|name| wanted.contains(name));
        Some(Self {
            count: names.len(),
            group: at(&["GROUP", "CONSUMER-GROUP"]),
            topic: at(&["TOPIC"])?,
            partition: at(&["PARTITION"])?,
            current_offset: at(&["CURRENT-OFFSET"])?,
            log_end_offset: at(&["LOG-END-OFFSET"])?,
            lag: at(&["LAG"])?,
            consumer: at(&["CONSUMER-ID", "MEMBER-ID", "OWNER"]),
            client: at(&["CLIENT-ID"]),
        })
    }
}

impl GroupRow {
    /// Messages still to be read, 0 where the lag is below 0 or not known.
    pub fn behind(&self) -> u64 {
        self.lag.and_then(|lag| u64::try_from(lag).ok()).unwrap_or(0)
    }
}

impl ConsumerGroups {
    /// Reads the output of the tool, of one group or of several.
    ///
    /// # Errors
    /// [`KafkaError`]: no table, a line that does not fit its header, or messages of a topic that add up to more than 2^64 - 1.
    pub fn parse(text: &str) -> Result<Self, KafkaError> {
        let (mut read, mut columns, mut named) = (Self::default(), None, String::new());
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if let Some(header) = Columns::of(line) {
                columns = Some(header);
            } else if let Some(group) = between(line, "Consumer group '", "' has no active members") {
                group.clone_into(&mut named);
                read.inactive.insert(named.clone());
            } else {
                // A group may be called anything, so a line that fits its header is no note, however it begins.
                match columns.as_ref().map(|columns| row(line, columns, &named)) {
                    Some(Ok(row)) => read.rows.push(row),
                    Some(Err(cause)) if !is_note(line) => return Err(KafkaError::Row { line: at + 1, cause }),
                    Some(Err(_)) | None => {
                        let rest = line.strip_prefix("Consumer group '");
                        if let Some(group) = rest.and_then(|rest| rest.split('\'').next()) {
                            group.clone_into(&mut named);
                        }
                        read.notes.push(visible(&excerpt(line)).into_owned());
                    }
                }
            }
        }
        read.last_count();
        if columns.is_none() && read.inactive.is_empty() {
            return Err(KafkaError::NoTable);
        }
        read.check_sums()?;
        Ok(read)
    }

    /// Refuses what 64 bits do not hold together: the messages that a group has in a topic.
    fn check_sums(&self) -> Result<(), KafkaError> {
        let mut sums: BTreeMap<(&str, &str), [u128; 2]> = BTreeMap::new();
        for row in &self.rows {
            let Some((topic, _)) = &row.partition else { continue };
            let [lag, end] = sums.entry((&row.group, topic)).or_default();
            *lag += u128::from(row.behind());
            *end += u128::from(row.log_end_offset.unwrap_or(0));
        }
        let too_much = |sums: &[u128; 2]| sums.iter().any(|sum| *sum > u128::from(u64::MAX));
        match sums.iter().find(|(_, sums)| too_much(sums)) {
            Some(((_, topic), _)) => {
                Err(KafkaError::Sum { unit: "messages", of: format!("topic {}", visible(&excerpt(topic))) })
            }
            None => Ok(()),
        }
    }

    /// Leaves the last line of each partition of a group: the newest, where a listing was appended to an older one.
    fn last_count(&mut self) {
        let mut seen: BTreeSet<(String, (String, u32))> = BTreeSet::new();
        let before = self.rows.len();
        let mut rows: Vec<GroupRow> = std::mem::take(&mut self.rows);
        rows.reverse();
        rows.retain(|row| row.partition.as_ref().is_none_or(|own| seen.insert((row.group.clone(), own.clone()))));
        rows.reverse();
        self.rows = rows;
        let twice = (before - self.rows.len()) as u64;
        if twice > 0 {
            let lines = counted(twice, "line", "lines");
            self.notes
                .push(format!("{TWICE}{lines} of partitions that stand in the listing again: the last line counts."));
        }
    }

    /// The lines of each group, in the order of the listing; none of a group that is only named.
    pub fn groups(&self) -> BTreeMap<&str, Vec<&GroupRow>> {
        let mut groups: BTreeMap<&str, Vec<&GroupRow>> =
            self.inactive.iter().map(|group| (group.as_str(), Vec::new())).collect();
        for row in &self.rows {
            groups.entry(&row.group).or_default().push(row);
        }
        groups
    }
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &line[line.find(before)? + before.len()..];
    rest.rfind(after).map(|end| &rest[..end])
}

fn is_note(line: &str) -> bool {
    ["Consumer group '", "Warning:", "Error:", "Note:", "WARN", "["].iter().any(|start| line.starts_with(start))
}

/// A line under its header. A group's name or a client's id may hold spaces: words too many belong to the first column or to the
/// last, whichever leaves numbers where numbers stand.
fn row(line: &str, columns: &Columns, named: &str) -> Result<GroupRow, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let needed = [columns.topic, columns.partition, columns.current_offset, columns.log_end_offset, columns.lag];
    if needed.iter().any(|column| *column >= words.len()) {
        return Err(format!("{} words: the header names {} columns", words.len(), columns.count));
    }
    let surplus = words.len().saturating_sub(columns.count);
    let at_front = if columns.group == Some(0) { surplus } else { 0 };
    let mut failure = None;
    for front in 0..=at_front {
        let cell = |column: usize| words.get(if column == 0 { 0 } else { column + front }).copied().unwrap_or("-");
        match cells(&cell, columns) {
            Ok(mut row) => {
                row.group =
                    columns.group.map_or_else(|| named.to_owned(), |column| words[column..=column + front].join(" "));
                if columns.client == Some(columns.count - 1) {
                    row.client =
                        words.get(columns.count - 1 + front..).map(|rest| rest.join(" ")).filter(|id| is_known(id));
                }
                return Ok(row);
            }
            Err(cause) => failure = failure.or(Some(cause)),
        }
    }
    Err(failure.unwrap_or_default())
}

fn cells<'a>(cell: &dyn Fn(usize) -> &'a str, columns: &Columns) -> Result<GroupRow, String> {
    let number = |column: usize, name: &str| -> Result<Option<i64>, String> {
        match cell(column) {
            unknown if !is_known(unknown) => Ok(None),
            text => text
                .parse()
                .map(Some)
                .map_err(|_| format!("{name} is `{}`: a whole number or `-` is expected", visible(&excerpt(text)))),
        }
    };
    // Offsets of -1 and below mean none.
    let offset = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
    let partition = match number(columns.partition, "PARTITION")? {
        Some(own) => match u32::try_from(own).ok().filter(|own| *own < BucketCount::MAX.get()) {
            Some(own) => Some((cell(columns.topic).to_owned(), own)),
            None => return Err(format!("PARTITION is {own}: allowed are 0 to {}", BucketCount::MAX.get() - 1)),
        },
        None => None,
    };
    let known = |column: Option<usize>| column.map(cell).filter(|text| is_known(text)).map(str::to_owned);
    Ok(GroupRow {
        group: String::new(),
        partition,
        current_offset: offset(number(columns.current_offset, "CURRENT-OFFSET")?),
        log_end_offset: offset(number(columns.log_end_offset, "LOG-END-OFFSET")?),
        lag: number(columns.lag, "LAG")?,
        consumer: known(columns.consumer),
        client: known(columns.client),
    })
}

/// Older tools write `unknown` and `none` where newer ones write `-`.
fn is_known(text: &str) -> bool {
    !matches!(text, "-" | "unknown" | "none" | "")
}
