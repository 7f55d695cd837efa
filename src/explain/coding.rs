//! Bytes of a log become text: UTF-8, or UTF-16 where a byte order mark says so, as `PowerShell` writes it.

use std::mem;

/// How the bytes are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
}

/// Decodes bytes that come in parts. What is no text becomes U+FFFD.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// Known from the first three bytes on.
    coding: Option<Coding>,
    /// Bytes that begin a character and do not finish it, or the text.
    held: Vec<u8>,
}

impl Decoder {
    /// The text that the next bytes finish.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        if self.coding.is_none() && self.held.len() < 3 {
            return String::new();
        }
        self.decoded(false)
    }

    /// What is left at the end.
    pub fn finish(&mut self) -> String {
        self.decoded(true)
    }

    fn decoded(&mut self, is_end: bool) -> String {
        let mut bytes = mem::take(&mut self.held);
        let coding = *self.coding.get_or_insert_with(|| {
            let (coding, mark) = marked(&bytes);
            bytes.drain(..mark);
            coding
        });
        let whole = if is_end { bytes.len() } else { bytes.len() - unfinished(&bytes, coding) };
        self.held = bytes.split_off(whole);
        match coding {
            Coding::Utf8 => String::from_utf8_lossy(&bytes).into_owned(),
            Coding::Utf16LittleEndian => utf16(&bytes, u16::from_le_bytes),
            Coding::Utf16BigEndian => utf16(&bytes, u16::from_be_bytes),
        }
    }
}

/// The coding that the first bytes name, and how many of them are its mark.
fn marked(head: &[u8]) -> (Coding, usize) {
    match head {
        [0xff, 0xfe, ..] => (Coding::Utf16LittleEndian, 2),
        [0xfe, 0xff, ..] => (Coding::Utf16BigEndian, 2),
        [0xef, 0xbb, 0xbf, ..] => (Coding::Utf8, 3),
        _ => (Coding::Utf8, 0),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, left) = bytes.as_chunks();
    let text =
        char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    text.chain((!left.is_empty()).then_some(char::REPLACEMENT_CHARACTER)).collect()
}

/// Bytes at the end that begin a character and do not finish it: at most three.
fn unfinished(bytes: &[u8], coding: Coding) -> usize {
    let odd = bytes.len() % 2;
    let high = |at: usize| bytes[..bytes.len() - odd].last_chunk::<2>().is_some_and(|pair| pair[at] & 0xfc == 0xd8);
    match coding {
        Coding::Utf8 => unfinished_utf8(bytes),
        Coding::Utf16LittleEndian => odd + if high(1) { 2 } else { 0 },
        Coding::Utf16BigEndian => odd + if high(0) { 2 } else { 0 },
    }
}

fn unfinished_utf8(bytes: &[u8]) -> usize {
    let tail = &bytes[bytes.len().saturating_sub(3)..];
    let Some(lead) = tail.iter().rposition(|byte| byte & 0xc0 != 0x80) else { return 0 };
    let needed = match tail[lead] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    let have = tail.len() - lead;
    if have < needed { have } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of bytes that come so many at once.
    fn text(bytes: &[u8], at_once: usize) -> String {
        let mut decoder = Decoder::default();
        let parts: String = bytes.chunks(at_once).map(|part| decoder.push(part)).collect();
        parts + &decoder.finish()
    }

    #[test]
    fn characters_are_not_cut_between_parts() {
        let expected = "Für 🎲 …\n";
        let units = || expected.encode_utf16();
        let little: Vec<u8> = [0xfeff].into_iter().chain(units()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = [0xfeff].into_iter().chain(units()).flat_map(u16::to_be_bytes).collect();
        let marked = format!("\u{feff}{expected}");
        for at_once in 1..12 {
            for bytes in [expected.as_bytes(), marked.as_bytes(), &little, &big] {
                assert_eq!(text(bytes, at_once), expected, "{at_once} of {bytes:?}");
            }
        }
    }

    #[test]
    fn what_is_no_text_is_marked() {
        for at_once in 1..4 {
            assert_eq!(text(b"a\xffb\xe2\x80", at_once), "a\u{fffd}b\u{fffd}", "{at_once}");
            // A high surrogate alone, and half a unit.
            assert_eq!(text(b"\xff\xfe\x3d\xd8a\0b", at_once), "\u{fffd}a\u{fffd}", "{at_once}");
            assert_eq!(text(b"\xfe\xff\0a\xd8\x3d", at_once), "a\u{fffd}", "{at_once}");
        }
        assert_eq!([text(b"", 1), text(b"ab", 1), text(b"\xff\xfe", 1)], ["", "ab", ""]);
    }
}
