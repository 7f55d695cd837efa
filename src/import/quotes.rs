//! Where a quoted field ends.

use memchr::{memchr, memchr2};

/// The most line ends in a quoted field: an address or a comment has a few. One with more is a quote that was never closed, and
/// would swallow every row up to the next quote of the file.
const MOST_LINE_ENDS: usize = 8;

/// What the bytes after an opening quote tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Close {
    /// The field closes with the quote at this place.
    At(usize),
    /// More bytes are needed.
    Later,
    /// It does not close: the quote opens no field.
    Never,
}

/// The quote that closes a field whose text begins at `from`. One that holds line ends closes only before a delimiter or the row's
/// end: else it is the next field's opening quote that was found.
pub(super) fn closing(bytes: &[u8], from: usize, delimiter: u8, at_end: bool) -> Close {
    let (mut at, mut line_ends) = (from, 0);
    while let Some(found) = memchr2(b'"', b'\n', &bytes[at..]).map(|found| at + found) {
        at = found + 1;
        if bytes[found] == b'\n' {
            line_ends += 1;
            if line_ends > MOST_LINE_ENDS {
                return Close::Never;
            }
            continue;
        }
        match bytes.get(at) {
            Some(b'"') => at += 1,
            None if !at_end => return Close::Later,
            Some(&next) if line_ends > 0 && next != delimiter && !matches!(next, b'\n' | b'\r') => return Close::Never,
            _ => return Close::At(found),
        }
    }
    if at_end { Close::Never } else { Close::Later }
}

/// Finds the end of a row of which nothing is held.
pub(super) struct Passing {
    /// Delimiter of fields that may be quoted; none where a row is a line.
    quoting: Option<u8>,
    place: Place,
}

/// What comes next in a row.
#[derive(Clone, Copy)]
enum Place {
    FieldStart,
    Plain,
    /// Inside of quotes, after so many line ends.
    Quoted(usize),
    /// After a quote inside of them: its second one, or what follows the field.
    AfterQuote(usize),
}

impl Passing {
    pub const fn new(quoting: Option<u8>) -> Self {
        Self { quoting, place: Place::FieldStart }
    }

    /// How many of the row's next bytes belong to it, and whether that was its end.
    pub fn pass(&mut self, bytes: &[u8]) -> (usize, bool) {
        let Some(delimiter) = self.quoting else {
            return memchr(b'\n', bytes).map_or((bytes.len(), false), |at| (at + 1, true));
        };
        for (at, &byte) in bytes.iter().enumerate() {
            self.place = match (self.place, byte) {
                (Place::FieldStart, b'"') => Place::Quoted(0),
                (Place::AfterQuote(line_ends), b'"') => Place::Quoted(line_ends),
                (Place::Quoted(line_ends), b'"') => Place::AfterQuote(line_ends),
                (Place::Quoted(line_ends), b'\n') if line_ends < MOST_LINE_ENDS => Place::Quoted(line_ends + 1),
                (_, b'\n') => return (at + 1, true),
                (quoted @ Place::Quoted(_), _) => quoted,
                (_, byte) if byte == delimiter => Place::FieldStart,
                _ => Place::Plain,
            };
        }
        (bytes.len(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_closes_or_not() {
        let close = |text: &str| closing(text.as_bytes(), 1, b',', false);
        assert_eq!(close("\"a\"\"b\",c"), Close::At(5));
        assert_eq!(close("\"a\"b"), Close::At(2));
        for later in ["\"a", "\"a\"", "\"a\n", "\"a\n\""] {
            assert_eq!(close(later), Close::Later, "{later}");
        }
        assert_eq!((close("\"a\n\",b"), close("\"a\nb\"\r\n")), (Close::At(3), Close::At(4)));
        assert_eq!(close("\"a\n\"b\",c"), Close::Never);
        assert_eq!(close(&format!("\"{}\",", "\n".repeat(8))), Close::At(9));
        assert_eq!(close(&format!("\"{}", "\n".repeat(9))), Close::Never);
        assert_eq!(closing(b"\"a", 1, b',', true), Close::Never);
        assert_eq!(closing(b"\"a\"", 1, b',', true), Close::At(2));
    }

    #[test]
    fn a_row_is_passed_over_in_parts() {
        for (text, length) in [("a,\"b\n\"\"c\",d\ne", 12), ("a\"b\nc", 4), ("\"a\nb", 4), ("\"a\"\nb", 4)] {
            let mut row = Passing::new(Some(b','));
            let ends = text.bytes().position(|byte| row.pass(&[byte]).1);
            assert_eq!(ends.map_or(text.len(), |at| at + 1), length, "{text}");
        }
    }
}
