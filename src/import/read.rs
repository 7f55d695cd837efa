//! A file becomes a source of keys.

use super::choose::is_bucket_name;
use super::error::ImportError;
use super::gather::{Gathered, MAX_LISTED_BYTES, MAX_LISTED_KEYS, gather};
use super::list::{KeyList, unchanged};
use super::open::{Compression, Opened, Stamp, open};
use super::options::ListOptions;
use super::pass::{Told, pass};
use super::returns::line_ends;
use super::rows::{Counts, Wanted};
use super::sniff::{HEAD_BYTES, Head};
use super::table::{Kind, Layout};
use crate::keys::{
    Bucketing, HotKeys, KeyRow, KeySource, KeySum, KeySumsPart, ListFacts, Listed, ListedKey, RowWatch, Streamed,
    Survey, Surveyed, Value,
};
use crate::plain::excerpt;
use crate::unit::float;
use std::collections::BTreeSet;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::Arc;

/// Reads a list of keys, on the threads of the pool it is called in. The watch is told of bytes of the file. A list that is too long
/// to be held remembers its sums under the `bucketing`.
///
/// # Errors
/// [`ImportError`]: a file that cannot be read, columns that are not there, no row at all, more rows that cannot be read than are
/// allowed, loads that add up to more than 2^64 - 1, or a run that was stopped.
pub fn read(
    path: &Path,
    options: &ListOptions,
    bucketing: Option<&dyn Bucketing>,
    watch: &dyn RowWatch,
) -> Result<KeySource, ImportError> {
    check(options)?;
    let mut opened = open(path)?;
    let (head, layout) = layout(&mut opened, path, options)?;
    let Opened { text, compression, taken, is_file, stamp } = opened;
    let text = Box::new(Cursor::new(head).chain(text));
    let (gathered, counts) = gather(text, &layout, bucketing, is_file, watch, &Told::Bytes(taken))?;
    let file = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let surveyed = match gathered {
        Gathered::TooMany => {
            return Err(ImportError::new(format!(
                "holds more than {MAX_LISTED_KEYS} distinct keys or {MAX_LISTED_BYTES} bytes of them, the most that are read from \
                 a pipe: write it to a file first"
            )));
        }
        Gathered::Held(sums) => {
            check_counts(&counts, options)?;
            check_keys(&sums, &counts, &layout, options)?;
            let distinct = sums.iter().filter(|sum| sum.key != Value::Null).count() as u64;
            let facts = facts(file(), compression, &layout, counts, (distinct, 0.0));
            return Ok(KeySource::Listed(Arc::new(listed(sums, &layout, facts))));
        }
        Gathered::Surveyed(surveyed) => *surveyed,
    };
    check_counts(&counts, options)?;
    let Surveyed { mut survey, hot_keys, sums } = surveyed;
    if let Some(hot_keys) = hot_keys {
        find_hot_keys(path, stamp, &layout, hot_keys, &mut survey, watch)?;
    }
    let distinct = (survey.distinct(), survey.distinct_error());
    let facts = Arc::new(facts(file(), compression, &layout, counts, distinct));
    let sums = bucketing.zip(sums).map(|(bucketing, sums)| (bucketing.name(), Arc::new(sums)));
    let list = KeyList { path: path.to_owned(), layout, stamp, facts, survey, sums };
    list.check(open(path)?.stamp)?;
    Ok(KeySource::Streamed(Streamed(Arc::new(list))))
}

/// A second pass, for the loads of the keys that may be the hottest.
fn find_hot_keys(
    path: &Path,
    stamp: Stamp,
    layout: &Layout,
    hot_keys: HotKeys,
    survey: &mut Survey,
    watch: &dyn RowWatch,
) -> Result<(), ImportError> {
    let Opened { text, taken, stamp: now, .. } = open(path)?;
    unchanged(stamp, now)?;
    let add = |part: &mut KeySumsPart, row: &KeyRow<'_>| hot_keys.add(part, row, row.key.fingerprint());
    let only = |fingerprint| hot_keys.has(fingerprint);
    let wanted = Wanted { layout, only: Some(&only) };
    let passed = pass(text, wanted, watch, &Told::Bytes(taken), KeySumsPart::default, add)?;
    if hot_keys.finish(passed.parts, survey) {
        return Ok(());
    }
    Err(ImportError::new("has billions of distinct keys, more than the hottest of them can be found among"))
}

pub(super) fn check(options: &ListOptions) -> Result<(), ImportError> {
    match options.rejected_at_most {
        Some(share) if !(0.0..=1.0).contains(&share) => {
            Err(ImportError::new(format!("rejected_at_most is {share}: a share from 0 to 1 is allowed")))
        }
        _ => Ok(()),
    }
}

/// The first bytes of a list, and whether they are all of it.
pub(super) fn head_of(opened: &mut Opened) -> Result<(Vec<u8>, bool), ImportError> {
    let mut head = Vec::new();
    loop {
        let read = opened.text.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head);
        let is_whole = read.map_err(|error| ImportError::reading(&error))? < HEAD_BYTES;
        // A header of very many columns, and a row below it.
        if is_whole || line_ends(&head) > 1 || head.len() > 2 * super::MAX_ROW_BYTES {
            return Ok((head, is_whole));
        }
    }
}

/// The first bytes, which are read no second time, and what they tell.
fn layout(opened: &mut Opened, path: &Path, options: &ListOptions) -> Result<(Vec<u8>, Layout), ImportError> {
    let (bytes, is_whole) = head_of(opened)?;
    let layout = Head::new(&bytes, is_whole, path, options)?.layout(options)?;
    Ok((bytes, layout))
}

fn listed(sums: Vec<KeySum>, layout: &Layout, facts: ListFacts) -> Listed {
    let state = layout.state.map(|_| sums.iter().map(|sum| sum.state_bytes).collect());
    let keys = sums.into_iter().map(|sum| ListedKey { key: sum.key, load: sum.load }).collect();
    Listed::read(keys, state, Arc::new(facts))
}

/// Whether there are rows, few enough that cannot be read, and sums that fit.
fn check_counts(counts: &Counts, options: &ListOptions) -> Result<(), ImportError> {
    let (rows, rejected) = (counts.rows, counts.rejected.count);
    if let Some(first) = counts.rejected.first.first() {
        let share = float(rejected) / float(rows + rejected);
        let most = options.rejected_at_most.unwrap_or(1.0);
        if rows == 0 || share > most {
            let more = match (rejected, rows, most) {
                (1, _, _) => String::new(),
                (_, _, most) if most <= 0.0 => format!("; {} more rows cannot be read", rejected - 1),
                (_, 0, _) => format!("; no row can be read, {rejected} in all"),
                _ => format!(
                    "; {rejected} of {} rows cannot be read, more than the share of {most} that is allowed",
                    rows + rejected
                ),
            };
            return Err(ImportError::new(format!("{}{more}", first.reason)).at(first.line, first.column));
        }
    }
    if rows == 0 {
        return Err(ImportError::new("holds no key: at least one line with a key is needed"));
    }
    for (sum, what) in [
        (counts.load, "loads of all keys add up to more than 2^64 - 1 records"),
        (counts.state, "state of all keys adds up to more than 2^64 - 1 bytes"),
    ] {
        if u64::try_from(sum).is_err() {
            return Err(ImportError::new(format!("the {what}")));
        }
    }
    Ok(())
}

/// Refuses what is a table of buckets by its looks, where nobody said that its numbers are keys: each of them once, from 0 on.
fn check_keys(sums: &[KeySum], counts: &Counts, layout: &Layout, options: &ListOptions) -> Result<(), ImportError> {
    let name = &layout.columns[layout.key];
    if !options.key.is_auto() || !is_bucket_name(name) || sums.len() < 2 || counts.rows != sums.len() as u64 {
        return Ok(());
    }
    let buckets: BTreeSet<u64> = sums.iter().filter_map(|sum| sum.key.to_string().parse().ok()).collect();
    let last = sums.len() as u64 - 1;
    if buckets.len() != sums.len() || buckets.last() != Some(&last) {
        return Ok(());
    }
    let count = last + 1;
    Err(ImportError::new(format!(
        "has 0 to {last} once each in its column \"{}\": these look like sums of buckets, not keys. Give --counted-under {count} (in a \
         scenario, keys: Buckets(path: .., counted_under: {count})), or choose the column of the keys if they are keys",
        excerpt(name)
    )))
}

/// What is known of the list; `distinct` comes with its relative standard error.
fn facts(
    file: String,
    compression: Compression,
    layout: &Layout,
    counts: Counts,
    (distinct, distinct_error): (u64, f64),
) -> ListFacts {
    let name = |column: usize| layout.columns[column].clone();
    ListFacts {
        file,
        format: words(layout, compression),
        header: layout.header,
        key_column: name(layout.key),
        load_column: layout.load.map(name),
        state_column: layout.state.map(name),
        rows: counts.rows,
        rejected: counts.rejected.count,
        first_rejected: counts.rejected.first,
        null_rows: counts.null_rows,
        null_load: u64::try_from(counts.null_load).unwrap_or(u64::MAX),
        empty_rows: counts.empty_rows,
        remarks: layout.remarks.clone(),
        distinct,
        distinct_error,
    }
}

/// `CSV, separated by commas, gzip`.
pub(super) fn words(layout: &Layout, compression: Compression) -> String {
    let mut words = layout.kind.words();
    if layout.kind == Kind::Lines && layout.load.is_some() {
        words.push_str(", a load after a tab");
    }
    if let Some(name) = compression.name() {
        words.push_str(", ");
        words.push_str(name);
    }
    words
}
