//! One key a line, with its load after a tab where it is not 1.

use super::cells::Cell;
use super::chunks::Block;
use super::rows::{Fields, Part, RowReader};
use crate::keys::KeyRow;
use memchr::{memchr, memrchr};

/// The lines of a block with their places, without their ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let end = memchr(b'\n', rest).unwrap_or(rest.len());
        let start = at;
        at += end + 1;
        let line = &rest[..end];
        let ended = end < rest.len();
        Some((start, line.strip_suffix(b"\r").filter(|_| ended).unwrap_or(line)))
    })
}

/// Hands on every line of a block that is not empty. False once `take` wants no more.
pub(super) fn read(reader: &mut RowReader<'_>, block: &Block, take: &mut impl FnMut(&KeyRow<'_>) -> bool) -> bool {
    for (start, line) in lines(&block.bytes) {
        if line.is_empty() {
            continue;
        }
        if line.len() > super::MAX_ROW_BYTES {
            reader.reject(block, start, || super::chunks::TOO_LONG.to_owned());
            continue;
        }
        let tab = reader.layout.load.and_then(|_| memrchr(b'\t', line));
        let (key, load) = (&line[..tab.unwrap_or(line.len())], tab.map(|tab| Cell::of(&line[tab + 1..])));
        match reader.row(&Fields { key: Cell::of(key), load, state: None }, take) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(fault) => {
                let is_load = fault.part == Part::Load;
                let offset = start + fault.offset + if is_load { key.len() + 1 } else { 0 };
                let meant = if is_load { " (key, tab, load)" } else { "" };
                reader.reject(block, offset, || format!("{}{meant}", fault.reason));
            }
        }
    }
    true
}
