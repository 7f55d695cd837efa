//! What the first rows of a list tell: how they are written, whether the first is a header, which column holds what.

use super::choose::{Chosen, Columns, LOADS, is_key_name, is_most};
use super::chunks::TOO_LONG;
use super::csv_rows::{self, Field};
use super::error::ImportError;
use super::json_rows::{self, Scalar};
use super::line_rows::lines;
use super::options::{ColumnChoice, HeaderRow, ListFormat, ListOptions};
use super::returns::{are_line_ends, mend};
use super::table::{Kind, Layout};
use memchr::{memchr, memrchr};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

/// Bytes that are looked at, more where the first two lines are longer.
pub(super) const HEAD_BYTES: usize = 1 << 16;
/// Rows that are shown.
const SHOWN: usize = 10;

/// The first rows of a list as texts.
pub(super) struct Head {
    kind: Kind,
    /// Names of JSON fields; empty elsewhere.
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Whether its lines end with carriage returns.
    returns: bool,
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
        let returns = are_line_ends(head);
        let mut mended = Cow::Borrowed(head);
        if returns {
            mend(mended.to_mut());
        }
        let end = if is_whole { mended.len() } else { memrchr(b'\n', &mended).map_or(mended.len(), |at| at + 1) };
        let looked_at = Looked { bytes: &mended[..end], is_whole };
        let kind = kind(looked_at, path, options)?;
        if matches!(kind, Kind::Table { .. }) && !is_whole && memchr(b'\n', &mended).is_none() {
            return Err(ImportError::new(TOO_LONG).at(1, 1));
        }
        let (names, rows) = match kind {
            Kind::Table { delimiter } => (Vec::new(), table_rows(looked_at, delimiter)),
            Kind::JsonLines => json_head(looked_at.bytes, options)?,
            Kind::Lines => (Vec::new(), line_head(looked_at.bytes)),
        };
        Ok(Self { kind, names, rows, returns })
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
        let chosen = Columns { kind: self.kind, names: &columns, named: is_json || header, body }.choose(options)?;
        let Chosen { key, load, state, remarks } = chosen;
        let (kind, returns, key_type) = (self.kind, self.returns, options.key_type);
        Ok(Layout { kind, header, columns, key, load, state, key_type, returns, remarks })
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

    /// The first rows under a layout, a text a column.
    pub fn shown(&self, layout: &Layout) -> Vec<Vec<String>> {
        let body = self.rows.iter().skip(usize::from(layout.header)).take(SHOWN);
        let wide =
            |row: &Vec<String>| (0..layout.columns.len()).map(|at| row.get(at).cloned().unwrap_or_default()).collect();
        body.map(wide).collect()
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
        let is_name = |text: &String| LOADS.contains(&&*text.trim().to_lowercase()) || is_key_name(text);
        let repeats = (0..first.len()).any(|at| body.iter().any(|row| row.get(at) == Some(&first[at])));
        self.kind != Kind::Lines
            && !repeats
            && first.iter().any(is_name)
            && first.iter().all(|text| !text.trim().is_empty() && !is_number(text))
    }
}

/// The first bytes of a list, up to a line end, and whether they are all of it.
#[derive(Clone, Copy)]
struct Looked<'a> {
    bytes: &'a [u8],
    is_whole: bool,
}

/// How the rows are written.
fn kind(head: Looked<'_>, path: &Path, options: &ListOptions) -> Result<Kind, ImportError> {
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
        ListFormat::Csv => {
            let found = || delimiter(head).map(|found| found.0).or_else(|| first_delimiter(head));
            table(told.or_else(found).unwrap_or(b','))
        }
        ListFormat::Auto => {
            let first = lines(head.bytes).map(|(_, line)| line).find(|line| !line.trim_ascii().is_empty());
            if let Some(told) = told {
                table(told)
            } else if matches!(ending.as_deref(), Some("jsonl" | "ndjson" | "json"))
                || first.is_some_and(|line| json_rows::names(line).is_some())
            {
                Kind::JsonLines
            } else {
                match (delimiter(head), ending.as_deref()) {
                    (Some((found, _)), Some("csv" | "tsv")) => table(found),
                    (None, Some("csv")) => table(first_delimiter(head).unwrap_or(b',')),
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
fn is_table(head: Looked<'_>, delimiter: u8, columns: usize, options: &ListOptions) -> bool {
    if [&options.key, &options.load, &options.state_bytes].iter().any(|choice| !choice.is_auto()) {
        return true;
    }
    let rows = table_rows(head, delimiter);
    let table = Head { kind: Kind::Table { delimiter }, names: Vec::new(), rows, returns: false };
    let header = table.has_header(options);
    let body = &table.rows[usize::from(header)..];
    if delimiter == b'\t' && columns == 2 {
        return header && !body.is_empty();
    }
    header || (!body.is_empty() && (0..columns).any(|at| is_most(body, at, is_number)))
}

/// The delimiter that nearly all rows have as often, and how many columns that makes; of several the one that makes most.
fn delimiter(head: Looked<'_>) -> Option<(u8, usize)> {
    delimiter_of(head, 9)
}

/// The same where it is known that there is one: broken fields over many lines may be in the way.
fn first_delimiter(head: Looked<'_>) -> Option<u8> {
    delimiter_of(head, 4).map(|found| found.0)
}

/// Of so many tenths of the rows.
fn delimiter_of(head: Looked<'_>, tenths: usize) -> Option<(u8, usize)> {
    let of = |delimiter: u8| {
        let rows = table_rows(head, delimiter);
        let columns = rows.first()?.len();
        let alike = rows.iter().filter(|row| row.len() == columns).count();
        (columns > 1 && alike * 10 >= rows.len() * tenths).then_some((delimiter, columns))
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

/// The rows, without a last one that goes on behind what was looked at.
fn table_rows(head: Looked<'_>, delimiter: u8) -> Vec<Vec<String>> {
    let Looked { bytes, is_whole } = head;
    let (mut at, mut rows, mut fields) = (0, Vec::new(), Vec::new());
    while at < bytes.len() {
        at = csv_rows::next_row(bytes, at, delimiter, &mut fields);
        if !is_whole && !rows.is_empty() && fields.iter().any(|field| field.is_open(bytes, delimiter)) {
            break;
        }
        if !csv_rows::is_blank(&fields) {
            let mut room = Vec::new();
            let mut text = |field: &Field| String::from_utf8_lossy(field.cell(bytes, &mut room).bytes).into_owned();
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

/// Objects whose values are looked at, and their names: each object has a text for each name, whether it has that field or not.
const MOST_OBJECTS: usize = 500;
const MOST_NAMES: usize = 500;

/// The names of the fields in the order of their appearance, and the values of each object. A name that is told is never left out.
///
/// # Errors
/// No object in any line.
fn json_head(head: &[u8], options: &ListOptions) -> Result<(Vec<String>, Vec<Vec<String>>), ImportError> {
    let all = || lines(head).map(|(_, line)| line);
    let told = [&options.key, &options.load, &options.state_bytes];
    let is_told = |name: &String| told.iter().any(|choice| matches!(choice, ColumnChoice::Name(told) if told == name));
    let (mut names, mut seen): (Vec<String>, BTreeSet<String>) = Default::default();
    for name in all().filter_map(json_rows::names).flatten() {
        if (names.len() < MOST_NAMES || is_told(&name)) && seen.insert(name.clone()) {
            names.push(name);
        }
    }
    let first = all().find(|line| !line.trim_ascii().is_empty());
    json_rows::check_first(first, !names.is_empty())?;
    let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = |value: &Scalar<'_>| match value {
        Scalar::Null => String::new(),
        Scalar::Text(text) => text.clone().into_owned(),
        Scalar::Float(number) => number.to_string(),
        Scalar::Other(kind) => (*kind).to_owned(),
    };
    let rows = all().filter_map(|line| json_rows::pick(line, &wanted).ok());
    let rows = rows.take(MOST_OBJECTS).map(|row| row.iter().map(text).collect()).collect();
    Ok((names, rows))
}

fn is_number(text: &str) -> bool {
    // Words such as "inf" are read as numbers, too.
    text.trim().parse::<f64>().is_ok() && text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some 3000 objects of 64 KiB with a name of their own each would be nine million texts.
    #[test]
    fn objects_of_ever_new_names_take_bounded_room() {
        let head = (0..3000).fold(String::new(), |text, at| text + &format!("{{\"f{at}\":1,\"k\":2}}\n"));
        let options = ListOptions { key: ColumnChoice::Name("f2999".to_owned()), ..ListOptions::default() };
        let (names, rows) = json_head(head.as_bytes(), &options).unwrap();
        assert_eq!((names.len(), rows.len(), rows[0].len()), (MOST_NAMES + 1, MOST_OBJECTS, MOST_NAMES + 1));
        assert_eq!(names.last().unwrap(), "f2999");
    }
}
