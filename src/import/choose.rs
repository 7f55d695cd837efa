//! Which column holds what: as told, else by the names, else by what stands in them.

use super::cells::{Cell, whole_number};
use super::error::ImportError;
use super::options::ListOptions;
use super::sniff::HEAD_BYTES;
use super::table::{Kind, told};
use crate::plain::excerpt;

/// Names that a column of loads has.
pub(super) const LOADS: &[&str] = &[
    "load",
    "loads",
    "count",
    "counts",
    "cnt",
    "records",
    "num_records",
    "record_count",
    "rows",
    "messages",
    "events",
    "requests",
];
/// So many of them mean nothing but a count: such a column is the load, whatever stands in it.
const SURE: usize = 8;
/// Names that queries give to a count by themselves, and short ones: too short to tell a header by.
const QUERIED: &[&str] =
    &["n", "num", "freq", "frequency", "hits", "total", "count_star()", "f0_", "_c1", "_col1", "n_records", "n_rows"];
/// Endings of names of counts.
const ENDINGS: &[&str] = &["_count", "_cnt", "_records", "_rows", "_messages", "_events", "_requests"];
/// Names that a column of keys has, beside those that end in `_id` or `_key`.
const KEYS: &[&str] = &["key", "keys", "id", "user", "userid", "name", "account", "device", "customer"];
/// Names that a column of bytes of state has.
const STATES: &[&str] = &["state_bytes", "bytes_state", "bytes_of_state"];
/// Names that a column of buckets has.
pub(crate) const BUCKETS: &[&str] =
    &["bucket", "partition", "partition_id", "key_group", "keygroup", "vnode", "task", "shard", "slot"];

fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Whether a column of this name counts records.
pub(crate) fn is_load_name(name: &str) -> bool {
    let name = plain(name);
    let is = |names: &[&str]| names.contains(&&*name);
    is(LOADS) || is(QUERIED) || name.starts_with("count(") || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether a column of this name holds numbers of buckets.
pub(super) fn is_bucket_name(name: &str) -> bool {
    BUCKETS.contains(&&*plain(name))
}

/// Whether it is a name of a column of keys.
pub(super) fn is_key_name(name: &str) -> bool {
    let name = plain(name);
    KEYS.contains(&&*name) || name.ends_with("_id") || name.ends_with("_key")
}

/// What there is to choose from.
pub(super) struct Columns<'a> {
    pub kind: Kind,
    pub names: &'a [String],
    /// Whether the names are the list's own.
    pub named: bool,
    /// The first rows, the header left out.
    pub body: &'a [Vec<String>],
}

/// Indices into the columns.
pub(super) struct Chosen {
    pub key: usize,
    pub load: Option<usize>,
    pub state: Option<usize>,
    /// What may have been meant otherwise, in sentences.
    pub remarks: Vec<String>,
}

impl Columns<'_> {
    /// Chooses.
    ///
    /// # Errors
    /// A column that is told and is not there, or none that is left for the keys.
    pub fn choose(&self, options: &ListOptions) -> Result<Chosen, ImportError> {
        let find = |what, choice| told(what, choice, self.names).map_err(ImportError::new);
        let (key, load, state) =
            (find("keys", &options.key)?, find("loads", &options.load)?, find("state", &options.state_bytes)?);
        if self.kind == Kind::Lines && (key.unwrap_or(0), load.unwrap_or(1), state) != (0, 1, None) {
            return Err(ImportError::new(
                "a line has its key in column 1 and its load in column 2: choose another format",
            ));
        }
        let is_state = |at: usize| STATES.contains(&&*plain(&self.names[at])) && self.has_number(at);
        let state = state.or_else(|| {
            let found = self.first(|at| is_state(at) && Some(at) != key && Some(at) != load);
            found.filter(|_| self.named && options.state_bytes.is_auto())
        });
        let load = load.or_else(|| {
            let found = if self.kind == Kind::Lines { Some(1) } else { self.load([key, state]) };
            found.filter(|_| options.load.is_auto())
        });
        let key = key
            .or_else(|| self.key([load, state]))
            .ok_or_else(|| ImportError::new(format!("holds no column for the keys in its first {HEAD_BYTES} bytes")))?;
        let mut remarks = Vec::new();
        if options.load.is_auto() && load.is_none() {
            remarks.extend(self.unused([key, state.unwrap_or(key)]));
        }
        if options.key.is_auto() {
            remarks.extend(self.one_key(key));
        }
        Ok(Chosen { key, load, state, remarks })
    }

    fn first(&self, is: impl Fn(usize) -> bool) -> Option<usize> {
        (0..self.names.len()).find(|at| is(*at))
    }

    fn load(&self, taken: [Option<usize>; 2]) -> Option<usize> {
        let is_left = |at: usize| !taken.contains(&Some(at));
        if self.named {
            let is_sure = |at: usize| LOADS[..SURE].contains(&&*plain(&self.names[at]));
            let is_load = |at: usize| is_sure(at) || (is_load_name(&self.names[at]) && self.has_number(at));
            return self.first(|at| is_left(at) && is_load(at));
        }
        let of_two = || (0..2).rev().find(|at| is_left(*at) && self.are_counts(*at));
        if self.names.len() == 2 && !self.body.is_empty() { of_two() } else { None }
    }

    /// By its name, else the first: what comes before it is often the time.
    fn key(&self, taken: [Option<usize>; 2]) -> Option<usize> {
        let is_left = |at: usize| !taken.contains(&Some(at));
        let is_key = |at: usize| plain(&self.names[at]) == "key";
        let is_named = |at: usize| is_key_name(&self.names[at]) && !is_bucket_name(&self.names[at]);
        let by_name =
            || self.first(|at| is_left(at) && is_key(at)).or_else(|| self.first(|at| is_left(at) && is_named(at)));
        by_name().filter(|_| self.named).or_else(|| self.first(is_left))
    }

    /// Whether anything in a column is meant for a number. One is enough beside a name: the others are rejected, and told.
    fn has_number(&self, column: usize) -> bool {
        self.body
            .iter()
            .filter_map(|row| row.get(column))
            .any(|text| text.trim().parse::<f64>().is_ok() || is_count(text))
    }

    fn are_counts(&self, column: usize) -> bool {
        is_most(self.body, column, is_count)
    }

    /// Says of columns of whole numbers that they are not used.
    fn unused(&self, taken: [usize; 2]) -> Option<String> {
        /// Columns that are named.
        const NAMED: usize = 3;
        let unused: Vec<usize> =
            (0..self.names.len()).filter(|at| !taken.contains(at) && self.are_counts(*at)).collect();
        let first = *unused.first()?;
        // A column without a name of its own is told by its number.
        let told = if self.named { crate::plain::quoted(&self.names[first]) } else { (first + 1).to_string() };
        let names: Vec<String> = unused.iter().take(NAMED).map(|&at| self.shown(at)).collect();
        let more = if unused.len() > NAMED { " and others" } else { "" };
        let (columns, hold) = if unused.len() == 1 { ("Column", "holds") } else { ("Columns", "hold") };
        let (are, which) = if unused.len() == 1 { ("is", "it holds") } else { ("are", "one of them holds") };
        Some(format!(
            "{columns} {}{more} {hold} whole numbers and {are} not used: each row counts as one record. Where {which} the loads, \
             choose it (--load-column {told}).",
            names.join(", ")
        ))
    }

    /// Says of a column that was taken for the keys that it has but one.
    fn one_key(&self, key: usize) -> Option<String> {
        if self.kind == Kind::Lines || self.names.len() < 2 {
            return None;
        }
        let mut texts = self.body.iter().filter_map(|row| row.get(key));
        let first = texts.next()?;
        let mut others = texts.peekable();
        (others.peek().is_some() && others.all(|text| text == first)).then(|| {
            format!(
                "The keys were taken from column {}, which has the same value in all of the first rows: \"{}\". Where another column \
                 holds the keys, choose it (--key-column).",
                self.shown(key),
                excerpt(first)
            )
        })
    }

    fn shown(&self, at: usize) -> String {
        if self.named { format!("\"{}\"", excerpt(&self.names[at])) } else { (at + 1).to_string() }
    }
}

/// Whether most texts of a column are such; rows that are too short do not count. The others are rejected when they are read,
/// which is told: a column that is passed over for a few of them would not be.
pub(super) fn is_most(rows: &[Vec<String>], column: usize, is_such: impl Fn(&str) -> bool) -> bool {
    let texts = || rows.iter().filter_map(|row| row.get(column)).filter(|text| !text.is_empty());
    texts().filter(|text| is_such(text)).count() * 2 > texts().count()
}

/// Whether it would be read as a load.
fn is_count(text: &str) -> bool {
    whole_number(Cell::of(text.as_bytes()), "", "").is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_as_a_load_is_a_count() {
        assert!(["5", "+3", "5.00", " 7 ", "1,429"].into_iter().all(is_count));
        assert!(!["5.", "", "-3", "1.5", "x"].into_iter().any(is_count));
    }
}
