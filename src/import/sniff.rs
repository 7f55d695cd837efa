//! What the first rows of a list tell: how they are written, whether the first is a header, which column holds what.

use super::csv_rows::{self, Field};
use super::error::ImportError;
use super::json_rows::{self, Scalar};
use super::line_rows::lines;
use super::options::{ColumnChoice, HeaderRow, ListFormat, ListOptions};
use super::table::{Kind, Layout, told};
use memchr::memrchr;
use std::path::Path;

/// Bytes that are looked at.
pub(super) const HEAD_BYTES: usize = 1 << 16;
/// Rows that are shown.
const SHOWN: usize = 10;

/// A list as it would be read, with its first rows, for whoever chooses the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// What it is, as in `CSV, separated by commas, gzip`.
    pub format: String,
    /// Whether the first row was taken for the names of the columns.
    pub header: bool,
    /// The columns' names; `column 1` and so on where they have none.
    pub columns: Vec<String>,
    /// The first rows, at most ten, a text a column; what is missing is empty.
    pub rows: Vec<Vec<String>>,
    /// Index of the column of the keys.
    pub key: usize,
    /// Index of the column of the loads.
    pub load: Option<usize>,
    /// Index of the column of the bytes of state.
    pub state_bytes: Option<usize>,
}

/// The first rows of a list as texts.
pub(super) struct Head {
    kind: Kind,
    /// Names of JSON fields; empty elsewhere.
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Head {
    /// Looks at the first bytes of a list, which are all of it where `is_whole`. `path` is asked for its ending alone.
    ///
    /// # Errors
    /// What was told and cannot be, or text that is not UTF-8 nor like it.
    pub fn new(head: &[u8], is_whole: bool, path: &Path, options: &ListOptions) -> Result<Self, ImportError> {
        if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            return Err(ImportError::new("is UTF-16 text: save it as UTF-8"));
        }
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let end = if is_whole { head.len() } else { memrchr(b'\n', head).map_or(head.len(), |at| at + 1) };
        let head = &head[..end];
        let kind = kind(head, path, options)?;
        let (names, rows) = match kind {
            Kind::Table { delimiter } => (Vec::new(), table_rows(head, delimiter)),
            Kind::JsonLines => json_head(head),
            Kind::Lines => (Vec::new(), line_head(head)),
        };
        Ok(Self { kind, names, rows })
    }

    /// How the list is to be read.
    ///
    /// # Errors
    /// A column that is told and is not there.
    pub fn layout(&self, options: &ListOptions) -> Result<Layout, ImportError> {
        let is_json = self.kind == Kind::JsonLines;
        let header = !is_json && self.has_header(options);
        let columns = self.columns(header);
        let body = &self.rows[usize::from(header).min(self.rows.len())..];
        let find = |what, choice| told(what, choice, &columns).map_err(ImportError::new);
        let named = is_json || header;
        let are_counts = |column: usize| is_most(body, column, is_count);
        // A name says as much as the numbers do: one is enough.
        let has_count = |column: usize| body.iter().filter_map(|row| row.get(column)).any(|text| is_count(text));
        let free = |names: &[&str], taken: &[Option<usize>]| {
            let is_of = |at: &usize| names.contains(&columns[*at].trim().to_lowercase().as_str());
            (0..columns.len()).filter(|_| named).find(|at| is_of(at) && has_count(*at) && !taken.contains(&Some(*at)))
        };
        let (key, load, state) =
            (find("keys", &options.key)?, find("loads", &options.load)?, find("state", &options.state_bytes)?);
        if self.kind == Kind::Lines && (key.unwrap_or(0), load.unwrap_or(1), state) != (0, 1, None) {
            return Err(ImportError::new(
                "a line has its key in column 1 and its load in column 2: choose another format",
            ));
        }
        let state =
            state.or_else(|| options.state_bytes.is_auto().then(|| free(&["state_bytes"], &[key, load])).flatten());
        let load = load.or_else(|| {
            let other = |at: &usize| key.is_none_or(|key| key != *at) && state != Some(*at);
            let of_two = || (0..2).rev().find(|at| other(at) && are_counts(*at));
            let found = || {
                free(LOADS, &[key, state])
                    .or_else(|| if columns.len() == 2 && !body.is_empty() { of_two() } else { None })
            };
            if self.kind == Kind::Lines { Some(1) } else { found() }.filter(|_| options.load.is_auto())
        });
        let key = key.or_else(|| {
            let keys = columns.iter().position(|name| named && name.trim().eq_ignore_ascii_case("key"));
            let is_left = |at: &usize| load != Some(*at) && state != Some(*at);
            keys.filter(is_left).or_else(|| (0..columns.len()).find(is_left))
        });
        let key = key
            .ok_or_else(|| ImportError::new(format!("holds no column for the keys in its first {HEAD_BYTES} bytes")))?;
        Ok(Layout { kind: self.kind, header, columns, key, load, state, key_type: options.key_type })
    }

    /// The names of the columns, or numbered ones where they have none.
    fn columns(&self, header: bool) -> Vec<String> {
        if self.kind == Kind::JsonLines {
            return self.names.clone();
        }
        let wide = if self.kind == Kind::Lines { 2 } else { self.rows.first().map_or(1, Vec::len) };
        let names = self.rows.first().filter(|_| header);
        let name = |at: usize| names.and_then(|row| row.get(at)).cloned();
        (0..wide).map(|at| name(at).unwrap_or_else(|| format!("column {}", at + 1))).collect()
    }

    /// The first rows under a layout.
    pub fn preview(&self, layout: &Layout, format: String) -> Preview {
        let body = self.rows.iter().skip(usize::from(layout.header)).take(SHOWN);
        let wide =
            |row: &Vec<String>| (0..layout.columns.len()).map(|at| row.get(at).cloned().unwrap_or_default()).collect();
        Preview {
            format,
            header: layout.header,
            columns: layout.columns.clone(),
            rows: body.map(wide).collect(),
            key: layout.key,
            load: layout.load,
            state_bytes: layout.state,
        }
    }

    /// A first row of names: told, named by a column that is told, unlike the numbers below it, or of well-known names.
    fn has_header(&self, options: &ListOptions) -> bool {
        match options.header {
            HeaderRow::Yes => return true,
            HeaderRow::No => return false,
            HeaderRow::Auto => {}
        }
        let Some((first, body)) = self.rows.split_first() else { return false };
        let told = [&options.key, &options.load, &options.state_bytes];
        if told.iter().any(|choice| matches!(choice, ColumnChoice::Name(name) if first.contains(name))) {
            return true;
        }
        let is_above_numbers =
            |at: usize| !first[at].trim().is_empty() && !is_number(&first[at]) && is_most(body, at, is_number);
        if !body.is_empty() && (0..first.len()).any(is_above_numbers) {
            return true;
        }
        let is_name = |text: &String| {
            let text = text.trim().to_lowercase();
            LOADS.contains(&&*text) || KEYS.contains(&&*text) || text.ends_with("_id") || text.ends_with("_key")
        };
        let repeats = (0..first.len()).any(|at| body.iter().any(|row| row.get(at) == Some(&first[at])));
        self.kind != Kind::Lines
            && !repeats
            && first.iter().any(is_name)
            && first.iter().all(|text| !text.trim().is_empty() && !is_number(text))
    }
}

/// Names that a column of loads has.
const LOADS: &[&str] = &[
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
/// Names that a column of keys has, beside those that end in `_id` or `_key`.
const KEYS: &[&str] = &["key", "keys", "id", "user", "userid", "name", "account", "device", "customer"];

/// How the rows are written.
fn kind(head: &[u8], path: &Path, options: &ListOptions) -> Result<Kind, ImportError> {
    let told = options.delimiter.map(|delimiter| {
        let byte = u8::try_from(delimiter).ok().filter(|byte| byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r'));
        byte.ok_or_else(|| {
            let found = delimiter.escape_default();
            ImportError::new(format!(
                "the delimiter is told to be \"{found}\": one ASCII character is needed, no quote or line end"
            ))
        })
    });
    let told = told.transpose()?;
    let table = |delimiter| Kind::Table { delimiter };
    let ending = ending(path);
    Ok(match options.format {
        ListFormat::Tsv => table(told.unwrap_or(b'\t')),
        ListFormat::JsonLines => Kind::JsonLines,
        ListFormat::Lines => Kind::Lines,
        ListFormat::Csv => table(told.or_else(|| delimiter(head).map(|found| found.0)).unwrap_or(b',')),
        ListFormat::Auto => {
            let first = lines(head).map(|(_, line)| line).find(|line| !line.trim_ascii().is_empty());
            if let Some(told) = told {
                table(told)
            } else if first.is_some_and(|line| json_rows::names(line).is_some()) {
                Kind::JsonLines
            } else {
                match (delimiter(head), ending.as_deref()) {
                    (Some((found, _)), Some("csv" | "tsv")) => table(found),
                    (None, Some("csv")) => table(b','),
                    (None, Some("tsv")) => table(b'\t'),
                    (Some((found, columns)), _) if is_table(head, found, columns, options) => table(found),
                    (None | Some(_), _) => Kind::Lines,
                }
            }
        }
    })
}

/// Whether rows with as many delimiters each are more than keys that happen to hold one. A key, a tab and its load are a line of
/// their own kind.
fn is_table(head: &[u8], delimiter: u8, columns: usize, options: &ListOptions) -> bool {
    if [&options.key, &options.load, &options.state_bytes].iter().any(|choice| !choice.is_auto()) {
        return true;
    }
    let rows = table_rows(head, delimiter);
    let table = Head { kind: Kind::Table { delimiter }, names: Vec::new(), rows };
    let header = table.has_header(options);
    let body = &table.rows[usize::from(header)..];
    if delimiter == b'\t' && columns == 2 {
        return header && !body.is_empty();
    }
    header || (!body.is_empty() && (0..columns).any(|at| is_most(body, at, is_number)))
}

/// The delimiter that nearly all rows have as often, and how many columns that makes; of several the one that makes most.
fn delimiter(head: &[u8]) -> Option<(u8, usize)> {
    let of = |delimiter: u8| {
        let rows = table_rows(head, delimiter);
        let columns = rows.first()?.len();
        let alike = rows.iter().filter(|row| row.len() == columns).count();
        (columns > 1 && alike * 10 >= rows.len() * 9).then_some((delimiter, columns))
    };
    // Of as many columns the first in this order.
    [b',', b';', b'\t', b'|'].into_iter().filter_map(of).rev().max_by_key(|(_, columns)| *columns)
}

/// The last ending of a name that does not name a compression.
pub(super) fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let name = [".gz", ".zst", ".zstd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    name.rsplit_once('.').map(|(_, ending)| ending.to_owned())
}

fn table_rows(head: &[u8], delimiter: u8) -> Vec<Vec<String>> {
    let (mut at, mut rows, mut fields) = (0, Vec::new(), Vec::new());
    while at < head.len() {
        at = csv_rows::next_row(head, at, delimiter, &mut fields);
        if !csv_rows::is_blank(&fields) {
            let mut room = Vec::new();
            let mut text = |field: &Field| String::from_utf8_lossy(field.cell(head, &mut room).bytes).into_owned();
            rows.push(fields.iter().map(&mut text).collect());
        }
    }
    rows
}

fn line_head(head: &[u8]) -> Vec<Vec<String>> {
    let split = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).into_owned();
        match line.rsplit_once('\t') {
            Some((key, load)) => vec![key.to_owned(), load.to_owned()],
            None => vec![line],
        }
    };
    lines(head).filter(|(_, line)| !line.is_empty()).map(|(_, line)| split(line)).collect()
}

/// The names of the fields in the order of their appearance, and the values of each object.
fn json_head(head: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let all = || lines(head).map(|(_, line)| line);
    let mut names: Vec<String> = Vec::new();
    for name in all().filter_map(json_rows::names).flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = |value: &Scalar<'_>| match value {
        Scalar::Null => String::new(),
        Scalar::Text(text) => text.clone().into_owned(),
        Scalar::Other(kind) => (*kind).to_owned(),
    };
    let rows = all().filter_map(|line| json_rows::pick(line, &wanted).ok());
    let rows = rows.map(|row| row.iter().map(text).collect()).collect();
    (names, rows)
}

/// Whether most texts of a column are such; rows that are too short do not count. The others are rejected when they are read,
/// which is told: a column that is passed over for a few of them would not be.
fn is_most(rows: &[Vec<String>], column: usize, is_such: impl Fn(&str) -> bool) -> bool {
    let texts = || rows.iter().filter_map(|row| row.get(column)).filter(|text| !text.is_empty());
    texts().filter(|text| is_such(text)).count() * 2 > texts().count()
}

fn is_count(text: &str) -> bool {
    let text = text.trim();
    let whole = text
        .split_once('.')
        .map_or(text, |(whole, zeros)| if zeros.trim_matches('0').is_empty() { whole } else { text });
    !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_number(text: &str) -> bool {
    // Words such as "inf" are read as numbers, too.
    text.trim().parse::<f64>().is_ok() && text.bytes().any(|byte| byte.is_ascii_digit())
}
