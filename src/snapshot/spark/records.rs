//! The changes in a state file: which keys were put and which removed.
//!
//! Delta, snapshot and changelog version 1: key length (big-endian, 4 bytes), key, value length or -1 for removed, value; a key
//! length of -1 ends the file. Changelog version 2: the text `v2`, then before each change a byte of its kind, 0 at the end;
//! versions 3 and 4 are 1 and 2 with the lineage of the file as a text in front.
//! Source: `HDFSBackedStateStoreProvider` and `StateStoreChangelog` of Spark 4.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{self, Read};

/// Longest key that is read, in bytes.
const LONGEST_KEY: u32 = 16 << 20;

/// What a change does to its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// The key has a value from now on.
    Put,
    /// The key is gone.
    Removed,
}

/// Reads a delta or a snapshot of the HDFS-backed provider.
pub(super) fn read_delta(input: &mut dyn Read, on: &mut dyn FnMut(Change, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut head = [0; 4];
    input.read_exact(&mut head).map_err(cut)?;
    plain(head, input, on)
}

/// Identities of the versions before a changelog, by version: `stateStoreCheckpointIdLineage`.
pub(super) type Lineage = BTreeMap<u64, String>;

/// Reads a changelog of the `RocksDB` provider, in whichever version; hands back its lineage.
pub(super) fn read_changelog(
    input: &mut dyn Read,
    on: &mut dyn FnMut(Change, &[u8]) -> io::Result<()>,
) -> io::Result<Lineage> {
    let mut head = [0; 4];
    input.read_exact(&mut head).map_err(cut)?;
    match head {
        [0, 2, b'v', b'2'] => tagged(input, on).map(|()| Lineage::new()),
        [0, 2, b'v', version @ (b'3' | b'4')] => {
            let lineage = lineage(input)?;
            if version == b'3' {
                read_delta(input, on)?;
            } else {
                tagged(input, on)?;
            }
            Ok(lineage)
        }
        [0, 2, b'v', other] => Err(wrong(&format!("a changelog of version {}: 1 to 4 are read", other.escape_ascii()))),
        _ => plain(head, input, on).map(|()| Lineage::new()),
    }
}

fn plain(
    mut head: [u8; 4],
    input: &mut dyn Read,
    on: &mut dyn FnMut(Change, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut key = Vec::new();
    loop {
        let length = i32::from_be_bytes(head);
        if length == -1 {
            return ends(input);
        }
        read_key(length, input, &mut key)?;
        let value = number(input)?;
        if value < 0 {
            on(Change::Removed, &key)?;
        } else {
            skip(value, input)?;
            on(Change::Put, &key)?;
        }
        input.read_exact(&mut head).map_err(cut)?;
    }
}

fn tagged(input: &mut dyn Read, on: &mut dyn FnMut(Change, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let (mut kind, mut key) = ([0], Vec::new());
    loop {
        input.read_exact(&mut kind).map_err(cut)?;
        let change = match kind[0] {
            0x00 => return ends(input),
            0x01 | 0x11 => Change::Put,
            0x10 => Change::Removed,
            other => return Err(wrong(&format!("a change of kind {other}: 0, 1, 16 and 17 are known"))),
        };
        let length = number(input)?;
        read_key(length, input, &mut key)?;
        let value = number(input)?;
        match (change, value) {
            (Change::Put, 0..) => skip(value, input)?,
            (Change::Removed, -1) => {}
            _ => return Err(wrong(&format!("a value of {value} bytes"))),
        }
        on(change, &key)?;
    }
}

#[derive(Deserialize)]
struct LineageItem {
    version: u64,
    #[serde(rename = "checkpointUniqueId")]
    id: String,
}

fn lineage(input: &mut dyn Read) -> io::Result<Lineage> {
    let mut length = [0; 2];
    input.read_exact(&mut length).map_err(cut)?;
    let mut text = Vec::new();
    take(u64::from(u16::from_be_bytes(length)), input, &mut text)?;
    let items: Vec<LineageItem> =
        serde_json::from_slice(&text).map_err(|cause| wrong(&format!("its lineage: {cause}")))?;
    Ok(items.into_iter().map(|item| (item.version, item.id)).collect())
}

fn read_key(length: i32, input: &mut dyn Read, key: &mut Vec<u8>) -> io::Result<()> {
    match u32::try_from(length) {
        Ok(length) if length <= LONGEST_KEY => take(u64::from(length), input, key),
        _ => Err(wrong(&format!("a key of {length} bytes: allowed are 0 to {LONGEST_KEY}"))),
    }
}

/// So many bytes, the list growing only as they come.
fn take(length: u64, input: &mut dyn Read, into: &mut Vec<u8>) -> io::Result<()> {
    into.clear();
    if input.take(length).read_to_end(into)? as u64 == length { Ok(()) } else { Err(cut_short()) }
}

fn skip(length: i32, input: &mut dyn Read) -> io::Result<()> {
    let length = u64::try_from(length).map_err(|_| wrong("a negative length"))?;
    if io::copy(&mut input.take(length), &mut io::sink())? == length { Ok(()) } else { Err(cut_short()) }
}

fn number(input: &mut dyn Read) -> io::Result<i32> {
    let mut four = [0; 4];
    input.read_exact(&mut four).map_err(cut)?;
    Ok(i32::from_be_bytes(four))
}

/// Nothing may follow the end mark.
fn ends(input: &mut dyn Read) -> io::Result<()> {
    if input.read(&mut [0])? == 0 { Ok(()) } else { Err(wrong("it goes on after its end mark")) }
}

fn cut(cause: io::Error) -> io::Error {
    if cause.kind() == io::ErrorKind::UnexpectedEof && cause.get_ref().is_none() { cut_short() } else { cause }
}

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it is cut short")
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
