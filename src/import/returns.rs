//! Lines that end with a carriage return alone, as old Macs and some spreadsheets write them.

use memchr::{memchr, memchr_iter};
use std::io::{self, Read};

/// Whether a list has carriage returns and, as far as it was looked at, no other line end.
pub(super) fn are_line_ends(head: &[u8]) -> bool {
    memchr(b'\n', head).is_none() && memchr(b'\r', head).is_some()
}

/// How many lines end in what was looked at.
pub(super) fn line_ends(head: &[u8]) -> usize {
    let byte = if are_line_ends(head) { b'\r' } else { b'\n' };
    memchr_iter(byte, head).count()
}

/// Makes each carriage return the line end that it stands for.
pub(super) fn mend(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte == b'\r') {
        *byte = b'\n';
    }
}

/// A text with its carriage returns made line ends, where they are such.
pub(super) fn mended(text: Box<dyn Read + Send>, returns: bool) -> Box<dyn Read + Send> {
    if returns { Box::new(Mended(text)) } else { text }
}

struct Mended(Box<dyn Read + Send>);

impl Read for Mended {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(out)?;
        mend(&mut out[..count]);
        Ok(count)
    }
}
