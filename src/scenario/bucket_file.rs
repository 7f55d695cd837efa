//! Tables of buckets and their sums: what a query on the user's own cluster gives where the keys outgrow one machine.

use super::error::ScenarioError;
use super::model::BucketFile;
use crate::import::{BUCKET_NAMES, is_load_name, text_of};
use crate::keys::{Counted, KeySource};
use crate::plain::excerpt;
use crate::unit::BucketCount;
use csv::{ByteRecord, ReaderBuilder, Trim};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The largest table that is read: 2^20 buckets with three sums of twenty digits each fit.
const MAX_BYTES: u64 = 128 << 20;

/// What columns may be called, in lower case.
const BUCKET: &[&str] = BUCKET_NAMES;
const LOAD: &[&str] = &["load", "records", "rows", "count", "cnt", "messages", "events"];
const KEYS: &[&str] = &["keys", "distinct_keys"];
const STATE: &[&str] = &["state_bytes", "bytes", "size"];

/// Where each sum stands in a row, from 0.
#[derive(Debug, Clone, Copy)]
struct Columns {
    bucket: usize,
    load: usize,
    keys: Option<usize>,
    state: Option<usize>,
}

impl Columns {
    /// A table without a header: bucket, load.
    const PLAIN: Self = Self { bucket: 0, load: 1, keys: None, state: None };

    /// Columns by their names.
    fn named(header: &ByteRecord) -> Result<Self, ScenarioError> {
        let names: Vec<String> = header.iter().map(|name| String::from_utf8_lossy(name).to_lowercase()).collect();
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let (keys, state) = (find(KEYS), find(STATE));
        let missing = |what: &str, known: &[&str]| {
            let found = names.iter().map(|name| format!("\"{}\"", excerpt(name))).collect::<Vec<_>>().join(", ");
            ScenarioError::new(format!("no column is the {what}: one of {} is needed, found {found}", known.join(", ")))
                .at(Some((1, 1)))
        };
        let bucket = find(BUCKET).ok_or_else(|| missing("bucket", BUCKET))?;
        let counts = || names.iter().position(|name| is_load_name(name));
        let load = find(LOAD).or_else(counts).or(keys).or(state).ok_or_else(|| missing("load", LOAD))?;
        Ok(Self { bucket, load, keys, state })
    }
}

/// Reads a table; sums of a bucket that stands in several rows add up, buckets that stand in none have 0.
pub(super) fn read_bucket_file(path: &Path, file: &BucketFile, own: BucketCount) -> Result<KeySource, ScenarioError> {
    let mut bytes = Vec::new();
    let input = super::files::open(path, "a table of buckets")?;
    // The limit is of the text, so that a small file cannot become a large one.
    let read = text_of(input).and_then(|text| text.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| ScenarioError::new(format!("cannot be read: {error}")).in_file(path))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(super::files::too_large(MAX_BYTES, "a table of buckets").in_file(path));
    }
    let buckets = file.counted_under.unwrap_or(own);
    let counted = table(&bytes, buckets, file).map_err(|error| error.in_file(path))?;
    Ok(KeySource::Counted(Arc::new(counted)))
}

/// Comma, semicolon or tab: the one that the first line has most of.
fn delimiter(bytes: &[u8]) -> u8 {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or(b"");
    let times = |wanted: u8| memchr::memchr_iter(wanted, first).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|wanted| times(*wanted)).unwrap_or(b',')
}

fn table(bytes: &[u8], buckets: BucketCount, file: &BucketFile) -> Result<Counted, ScenarioError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).trim(Trim::All).delimiter(delimiter(bytes));
    let mut reader = builder.from_reader(bytes);
    let mut columns = None;
    let zeros = || vec![0_u64; buckets.len()];
    let (mut load, mut keys, mut state) = (zeros(), None, None);
    let (mut record, mut rows) = (ByteRecord::new(), 0_u64);
    while reader.read_byte_record(&mut record).map_err(|error| ScenarioError::new(error.to_string()))? {
        let line = record.position().map_or(0, csv::Position::line);
        let at = |error: ScenarioError| error.at(Some((usize::try_from(line).unwrap_or(usize::MAX), 1)));
        if record.iter().all(<[u8]>::is_empty) {
            continue;
        }
        let known = if let Some(known) = columns {
            known
        } else {
            let is_header = record.get(0).is_some_and(|field| !field.iter().all(u8::is_ascii_digit));
            let known = if is_header { Columns::named(&record)? } else { Columns::PLAIN };
            keys = known.keys.map(|_| zeros());
            state = known.state.map(|_| zeros());
            columns = Some(known);
            if is_header {
                continue;
            }
            known
        };
        let bucket = number(&record, known.bucket, "bucket").map_err(at)?;
        let index = usize::try_from(bucket).ok().filter(|index| *index < buckets.len()).ok_or_else(|| {
            let last = buckets.get() - 1;
            at(ScenarioError::new(format!("bucket {bucket}: counted under {buckets} buckets, they are 0 to {last}")))
        })?;
        let add = |sums: &mut Vec<u64>, column: usize, name: &str| {
            let more = number(&record, column, name)?;
            let sum = sums[index].checked_add(more).ok_or_else(|| {
                ScenarioError::new(format!("the {name} of bucket {bucket} add up to more than 2^64 - 1"))
            })?;
            sums[index] = sum;
            Ok(())
        };
        add(&mut load, known.load, "load").map_err(at)?;
        for (sums, column, name) in [(&mut keys, known.keys, "keys"), (&mut state, known.state, "state bytes")] {
            if let (Some(sums), Some(column)) = (sums, column) {
                add(sums, column, name).map_err(at)?;
            }
        }
        rows += 1;
    }
    if rows == 0 {
        return Err(ScenarioError::new("holds no bucket: at least one row with a bucket and its load is needed"));
    }
    Ok(Counted { buckets, keys, load, unit: file.unit, state_bytes: state, recorded: None })
}

/// A whole number of a row.
fn number(record: &ByteRecord, column: usize, name: &str) -> Result<u64, ScenarioError> {
    let field = record.get(column).ok_or_else(|| {
        ScenarioError::new(format!("this row has {} columns: the {name} is in column {}", record.len(), column + 1))
    })?;
    let text = String::from_utf8_lossy(field);
    text.parse().map_err(|_| {
        ScenarioError::new(format!("{name} \"{}\" is not a whole number from 0 to 2^64 - 1", excerpt(&text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::LoadUnit;

    fn read(text: &str, buckets: u64) -> Result<Counted, String> {
        let file = BucketFile { path: String::new(), counted_under: None, unit: LoadUnit::Records, keys: None };
        table(text.as_bytes(), BucketCount::clamped(buckets), &file).map_err(|error| error.to_string())
    }

    #[test]
    fn sums_are_found_by_their_names_and_add_up() {
        let counted = read("\u{feff}Key_group; keys ;records;bytes\n2;1;10;64\n0;2;5;128\n2;3;1;1\n\n", 4).unwrap();
        assert_eq!(counted.load, [5, 0, 11, 0]);
        assert_eq!(counted.keys, Some(vec![2, 0, 4, 0]));
        assert_eq!(counted.state_bytes, Some(vec![128, 0, 65, 0]));
    }

    #[test]
    fn a_table_without_a_header_is_bucket_and_load() {
        let counted = read("0\t7\r\n1\t8", 2).unwrap();
        assert_eq!((counted.load, counted.keys, counted.state_bytes), (vec![7, 8], None, None));
    }

    #[test]
    fn defects_have_their_place() {
        for (text, message) in [
            ("bucket,load\n4,1\n", "line 2, column 1: bucket 4: counted under 4 buckets, they are 0 to 3"),
            ("0,1\n1,many\n", "line 2, column 1: load \"many\" is not a whole number from 0 to 2^64 - 1"),
            ("0,1\n1\n", "line 2, column 1: this row has 1 columns: the load is in column 2"),
            (
                "a,b\n1,2\n",
                "line 1, column 1: no column is the bucket: one of bucket, partition, partition_id, key_group, \
                            keygroup, vnode, task, shard, slot is needed, found \"a\", \"b\"",
            ),
            ("", "holds no bucket: at least one row with a bucket and its load is needed"),
            ("0,18446744073709551615\n0,1\n", "line 2, column 1: the load of bucket 0 add up to more than 2^64 - 1"),
        ] {
            assert_eq!(read(text, 4).unwrap_err(), message);
        }
    }
}
