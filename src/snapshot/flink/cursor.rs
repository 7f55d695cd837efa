//! A reader of big-endian bytes as Java's `DataOutput` writes them. It never reads past the end and trusts no count.

use super::error::BadMetadata;

/// Handles inside handles: a changelog of a changelog of key groups in a stream of key groups is far less.
const MOST_DEEP: u8 = 8;

/// Bytes of memory that parts may take whatever the length of the file: a million finished subtasks take four bytes each in it, and
/// some ninety in memory.
const HELD_ANYWAY: u64 = 128 << 20;
/// Beyond that, bytes of memory for each byte of the file. Parts with a name and a path take about as much as in the file.
const HELD_A_BYTE: u64 = 4;

/// A place in the bytes.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u8,
    /// Bytes of memory that parts of lists have taken, and may take.
    held: u64,
    most_held: u64,
    /// Bytes of all state that was named.
    state_bytes: u64,
}

type Read<T> = Result<T, BadMetadata>;

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        let most_held = HELD_ANYWAY.saturating_add((bytes.len() as u64).saturating_mul(HELD_A_BYTE));
        Self { bytes, at: 0, depth: 0, held: 0, most_held, state_bytes: 0 }
    }

    /// The byte that is read next.
    pub(super) const fn offset(&self) -> u64 {
        self.at as u64
    }

    /// Bytes that are left.
    pub(super) fn left(&self) -> u64 {
        self.rest().len() as u64
    }

    /// The bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// So many bytes, which stay where they are.
    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Read<&'a [u8]> {
        let rest = self.rest();
        let Some(taken) = rest.get(..count) else {
            let (needed, left) = (count as u64, rest.len() as u64);
            return Err(BadMetadata::Ends { offset: self.offset(), what, needed, left });
        };
        self.at += count;
        Ok(taken)
    }

    /// So many bytes, copied.
    pub(super) fn array<const N: usize>(&mut self, what: &'static str) -> Read<[u8; N]> {
        let (offset, left) = (self.offset(), self.left());
        let array = self.rest().first_chunk::<N>().copied();
        self.at += if array.is_some() { N } else { 0 };
        array.ok_or(BadMetadata::Ends { offset, what, needed: N as u64, left })
    }

    pub(super) fn u8(&mut self, what: &'static str) -> Read<u8> {
        Ok(u8::from_be_bytes(self.array(what)?))
    }

    pub(super) fn i32(&mut self, what: &'static str) -> Read<i32> {
        Ok(i32::from_be_bytes(self.array(what)?))
    }

    pub(super) fn i64(&mut self, what: &'static str) -> Read<i64> {
        Ok(i64::from_be_bytes(self.array(what)?))
    }

    /// A four-byte number of at least 0.
    pub(super) fn whole(&mut self, what: &'static str) -> Read<u32> {
        let offset = self.offset();
        let found = self.i32(what)?;
        let allowed = "0 and more";
        u32::try_from(found).map_err(|_| BadMetadata::Number { offset, what, found: found.into(), allowed })
    }

    /// An eight-byte number of at least 0.
    pub(super) fn size(&mut self, what: &'static str) -> Read<u64> {
        let offset = self.offset();
        let found = self.i64(what)?;
        u64::try_from(found).map_err(|_| BadMetadata::Number { offset, what, found, allowed: "0 and more" })
    }

    /// The size of some state. All of a file fit into 64 bits together, so no sum of them is cut off later.
    pub(super) fn state_size(&mut self, what: &'static str) -> Read<u64> {
        let offset = self.offset();
        let found = self.size(what)?;
        self.state_bytes = self.state_bytes.checked_add(found).ok_or(BadMetadata::Sum { offset, what })?;
        Ok(found)
    }

    /// An eight-byte size where a negative number says that nobody knows it.
    pub(super) fn size_if_known(&mut self, what: &'static str) -> Read<Option<u64>> {
        Ok(u64::try_from(self.i64(what)?).ok())
    }

    /// A count of things that take at least `least` bytes each, checked against the bytes that are left.
    pub(super) fn count(&mut self, what: &'static str, least: usize) -> Read<usize> {
        let offset = self.offset();
        let found = self.i32(what)?;
        self.check_count(offset, found, what, least)
    }

    /// The same for a count that has been read.
    pub(super) fn check_count(&self, offset: u64, found: i32, what: &'static str, least: usize) -> Read<usize> {
        let left = self.rest().len();
        let count = usize::try_from(found).ok().filter(|count| count.checked_mul(least).is_some_and(|all| all <= left));
        count.ok_or(BadMetadata::Count { offset, what, found: found.into(), left: left as u64 })
    }

    /// A count and so many things of at least `least` bytes each.
    pub(super) fn list<T>(
        &mut self,
        what: &'static str,
        least: usize,
        mut read: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        self.list_if_any(what, least, |from| read(from).map(Some))
    }

    /// The same where a thing may be nothing, of which nothing is held.
    pub(super) fn list_if_any<T>(
        &mut self,
        what: &'static str,
        least: usize,
        mut read: impl FnMut(&mut Self) -> Read<Option<T>>,
    ) -> Read<Vec<T>> {
        let count = self.count(what, least)?;
        let mut all = Vec::new();
        for _ in 0..count {
            if let Some(one) = read(self)? {
                self.hold(&one, what)?;
                all.push(one);
            }
        }
        Ok(all)
    }

    /// Counts the memory that one more part of a list takes, what lies behind pointers left out.
    pub(super) fn hold<T>(&mut self, part: &T, what: &'static str) -> Read<()> {
        self.held = self.held.saturating_add(size_of_val(part) as u64);
        if self.held > self.most_held {
            return Err(BadMetadata::TooMuch { offset: self.offset(), what, most: self.most_held });
        }
        Ok(())
    }

    /// A four-byte length and so many bytes, passed over. Returns the length.
    pub(super) fn pass_bytes(&mut self, what: &'static str) -> Read<u64> {
        let length = self.count(what, 1)?;
        self.take(length, what)?;
        Ok(length as u64)
    }

    /// Text as `DataOutput.writeUTF` leaves it: a length of two bytes, then modified UTF-8. Half a surrogate pair becomes the
    /// replacement character.
    pub(super) fn text(&mut self, what: &'static str) -> Read<String> {
        let length = u16::from_be_bytes(self.array(what)?);
        let start = self.offset();
        let bytes = self.take(length.into(), what)?;
        let units = utf16(bytes).map_err(|wrong| BadMetadata::Text { offset: start + wrong as u64, what })?;
        Ok(String::from_utf16_lossy(&units))
    }

    /// Text that is there unless it is empty.
    pub(super) fn text_if_any(&mut self, what: &'static str) -> Read<Option<String>> {
        Ok(Some(self.text(what)?).filter(|text| !text.is_empty()))
    }

    /// Reads what lies inside a handle, one level deeper.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MOST_DEEP {
            return Err(BadMetadata::Depth { offset: self.offset(), most: MOST_DEEP });
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}

/// Modified UTF-8 as UTF-16: one to three bytes a unit. The error is the place of the first wrong byte.
fn utf16(bytes: &[u8]) -> Result<Vec<u16>, usize> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let tail = |place: usize| bytes.get(at + place).filter(|byte| *byte & 0xc0 == 0x80).map(|byte| byte & 0x3f);
        let (unit, length) = match first {
            0x00..=0x7f => (Some(first.into()), 1),
            0xc0..=0xdf => (tail(1).map(|low| u16::from(first & 0x1f) << 6 | u16::from(low)), 2),
            0xe0..=0xef => {
                let high = u16::from(first & 0x0f) << 12;
                (tail(1).zip(tail(2)).map(|(mid, low)| high | u16::from(mid) << 6 | u16::from(low)), 3)
            }
            _ => (None, 1),
        };
        units.push(unit.ok_or(at)?);
        at += length;
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_javas_modified_utf_8() {
        let text = |bytes: &[u8]| Cursor::new(bytes).text("a name");
        assert_eq!(text(b"\0\x05a\xc0\x80\xc3\xa4").unwrap(), "a\0ä", "zero is written as two bytes");
        assert_eq!(text(b"\0\x06\xed\xa0\xbd\xed\xb8\x80").unwrap(), "😀", "a pair of surrogates, three bytes each");
        assert_eq!(text(b"\0\x03\xed\xa0\xbd").unwrap(), "\u{fffd}", "half a pair");
        for (bytes, offset) in [(&b"\0\x02a\xff"[..], 3), (b"\0\x01\xc3", 2), (b"\0\x03\xe4\xbd\x20", 2)] {
            assert_eq!(text(bytes), Err(BadMetadata::Text { offset, what: "a name" }));
        }
        assert_eq!(
            text(b"\0\x02a").unwrap_err().to_string(),
            "byte 2: the file ends inside a name: 2 bytes are needed, 1 are left"
        );
    }

    /// A byte each in the file, a hundred in memory: what may be held is told by the length of the file, not by a count in it.
    #[test]
    fn parts_of_few_bytes_are_held_against_the_memory_they_take() {
        let bytes = [&1000_u32.to_be_bytes()[..], &[0; 1000]].concat();
        let read = |most_held| {
            let mut from = Cursor { most_held, ..Cursor::new(&bytes) };
            let parts = from.list("parts", 1, |from| from.u8("a part").map(|part| [part; 100]));
            parts.map(|parts| parts.len())
        };
        assert_eq!(read(100_000), Ok(1000));
        assert_eq!(read(50_000), Err(BadMetadata::TooMuch { offset: 4 + 501, what: "parts", most: 50_000 }));
        // What is nothing takes nothing.
        let mut from = Cursor { most_held: 0, ..Cursor::new(&bytes) };
        let nothing = from.list_if_any("parts", 1, |from| from.u8("a part").map(|part| (part > 0).then_some(part)));
        assert_eq!(nothing.map(|parts| parts.capacity()), Ok(0));
    }

    #[test]
    fn a_count_is_held_against_what_is_left() {
        let count = |bytes: &[u8]| Cursor::new(bytes).count("offsets", 8);
        assert_eq!(count(b"\0\0\0\x01offset 1"), Ok(1));
        let huge = count(b"\x7f\xff\xff\xffoffset 1").unwrap_err();
        assert_eq!(huge.to_string(), "byte 0: the count of offsets is 2147483647, which the 8 bytes left cannot hold");
        assert!(count(b"\xff\xff\xff\xffoffset 1").is_err(), "a negative one");
    }
}
