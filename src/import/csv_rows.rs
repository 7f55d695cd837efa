//! Rows of fields between delimiters, quoted where needed: RFC 4180, and what spreadsheets and databases make of it.

use super::cells::Cell;
use super::chunks::Block;
use super::quotes::{Close, closing};
use super::rows::{Fields, Part, RowReader};
use crate::keys::KeyRow;
use crate::numerals::counted;
use memchr::{memchr, memchr_iter};

/// Where a field lies in its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    start: usize,
    end: usize,
    quoted: bool,
    /// Whether quotes are left in it: doubled ones, or text after the closing one.
    coded: bool,
    /// Where it closes, from its start; of a field without quotes nothing.
    close: usize,
}

impl Field {
    /// Whether a quote opens it that does not close in what follows.
    pub fn is_open(&self, bytes: &[u8], delimiter: u8) -> bool {
        if self.quoted || bytes.get(self.start) != Some(&b'"') {
            return false;
        }
        let rest = &bytes[self.start + 1..];
        let ends = |next: &u8| *next == delimiter || matches!(next, b'\n' | b'\r');
        !memchr_iter(b'"', rest).any(|quote| rest.get(quote + 1).is_some_and(ends))
    }

    /// What it holds; `room` is for what has to be put together. Nothing at all is null, a quoted nothing is the empty text.
    pub fn cell<'a>(&self, bytes: &'a [u8], room: &'a mut Vec<u8>) -> Cell<'a> {
        let bytes = &bytes[self.start..self.end];
        if !self.coded {
            return Cell { bytes, is_null: bytes.is_empty() && !self.quoted };
        }
        room.clear();
        let mut inner = &bytes[1..self.close];
        while let Some(quote) = memchr(b'"', inner) {
            room.extend_from_slice(&inner[..=quote]);
            inner = inner.get(quote + 2..).unwrap_or_default();
        }
        room.extend_from_slice(inner);
        room.extend_from_slice(bytes.get(self.close + 1..).unwrap_or_default());
        Cell::of(room)
    }
}

/// Reads the fields of the row that begins at `at`; returns where the next one begins. Shape: whole rows.
pub(super) fn next_row(bytes: &[u8], mut at: usize, delimiter: u8, fields: &mut Vec<Field>) -> usize {
    fields.clear();
    loop {
        let start = at;
        let close = match bytes.get(at) {
            Some(b'"') => match closing(bytes, at + 1, delimiter, true) {
                Close::At(close) => Some(close),
                Close::Later | Close::Never => None,
            },
            _ => None,
        };
        at = close.map_or(at, |close| close + 1);
        let rest = &bytes[at..];
        at += rest.iter().position(|&byte| byte == delimiter || byte == b'\n').unwrap_or(rest.len());
        let ends_row = bytes.get(at) != Some(&delimiter);
        // A carriage return before the line's end belongs to that end.
        let has_return = ends_row && at > close.map_or(start, |close| close + 1) && bytes[at - 1] == b'\r';
        let end = at - usize::from(has_return);
        fields.push(match close {
            Some(close) if end == close + 1 && memchr(b'"', &bytes[start + 1..close]).is_none() => {
                Field { start: start + 1, end: close, quoted: true, coded: false, close: 0 }
            }
            Some(close) => Field { start, end, quoted: true, coded: true, close: close - start },
            None => Field { start, end, quoted: false, coded: false, close: 0 },
        });
        if ends_row {
            return bytes.len().min(at + 1);
        }
        at += 1;
    }
}

/// Whether a row is nothing but a line's end.
pub(super) fn is_blank(fields: &[Field]) -> bool {
    matches!(fields, [Field { start, end, quoted: false, .. }] if start == end)
}

/// Hands on every row of a block. False once `take` wants no more.
pub(super) fn read(
    reader: &mut RowReader<'_>,
    block: &Block,
    delimiter: u8,
    take: &mut impl FnMut(&KeyRow<'_>) -> bool,
) -> bool {
    let layout = reader.layout;
    let (bytes, columns) = (&block.bytes[..], layout.columns.len());
    let mut fields: Vec<Field> = Vec::with_capacity(columns);
    let (mut key_room, mut load_room, mut state_room) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at = next_row(bytes, at, delimiter, &mut fields);
        if is_blank(&fields) {
            continue;
        }
        if at - start > super::MAX_ROW_BYTES + 2 {
            reader.reject(block, start, || super::chunks::TOO_LONG.to_owned());
            continue;
        }
        if fields.len() != columns {
            let found = fields.len() as u64;
            reader.reject(block, start, || {
                format!("this row has {}: {columns} expected, as in the first row", counted(found, "column", "columns"))
            });
            continue;
        }
        let wanted = Fields {
            key: fields[layout.key].cell(bytes, &mut key_room),
            load: layout.load.map(|load| fields[load].cell(bytes, &mut load_room)),
            state: layout.state.map(|state| fields[state].cell(bytes, &mut state_room)),
        };
        match reader.row(&wanted, take) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(fault) => {
                let field = match fault.part {
                    Part::Key => Some(layout.key),
                    Part::Load => layout.load,
                    Part::State => layout.state,
                };
                let offset = field.map_or(start, |field| fields[field].start) + fault.offset;
                reader.reject(block, offset, || fault.reason);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &[u8]) -> Vec<Vec<(Vec<u8>, bool)>> {
        let (mut at, mut all, mut fields) = (0, Vec::new(), Vec::new());
        while at < text.len() {
            at = next_row(text, at, b',', &mut fields);
            let cell = |field: &Field| {
                let mut room = Vec::new();
                let cell = field.cell(text, &mut room);
                (cell.bytes.to_vec(), cell.is_null)
            };
            all.push(fields.iter().map(cell).collect());
        }
        all
    }

    #[test]
    fn quotes_line_ends_and_nothing_at_all() {
        let of = |texts: &[&str]| texts.iter().map(|text| (text.as_bytes().to_vec(), false)).collect::<Vec<_>>();
        assert_eq!(rows(b"a,b\r\nc,d"), [of(&["a", "b"]), of(&["c", "d"])]);
        assert_eq!(rows(b"\"a,\"\"b\"\"\n\",\"c\"\r\n"), [of(&["a,\"b\"\n", "c"])]);
        assert_eq!(rows(b"5\" pipe,\"x\"y\n"), [of(&["5\" pipe", "xy"])]);
        let null = (Vec::new(), true);
        assert_eq!(rows(b",\"\",\r\n"), [vec![null.clone(), (Vec::new(), false), null]]);
        assert_eq!(rows(b"a\rb,c\n"), [of(&["a\rb", "c"])]);
    }
}
