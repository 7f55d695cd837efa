//! Damaged files: a clear error or a reading, never a panic.

use crate::{Real, real_files};
use rayon::prelude::*;
use redeal::export::{Inspected, inspect_text};
use redeal::snapshot::Snapshot;
use redeal::snapshot::flink::{BadMetadata, FlinkSnapshot, NoObservation, read};

/// Reads the bytes and asks everything of what was read. Whether it could be read.
fn ask_everything(real: &Real, bytes: &[u8]) -> bool {
    let metadata = match read(bytes) {
        Ok(metadata) => metadata,
        Err(error) => {
            assert!(error.offset() <= bytes.len() as u64, "{}: {error}", real.name);
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let snapshot = FlinkSnapshot { name: real.name.clone(), metadata };
    for operator in snapshot.keyed_operators() {
        match snapshot.observation(Some(&operator.id)) {
            Ok(seen) => {
                assert_eq!(seen.counted.load.len(), seen.buckets.len(), "{}", real.name);
                assert!(seen.counted.load.iter().try_fold(0_u64, |sum, &bytes| sum.checked_add(bytes)).is_some());
            }
            Err(NoObservation::NoKeyedState { .. } | NoObservation::Unknown { .. }) => panic!("{}", real.name),
            Err(_) => {}
        }
    }
    let whole = Snapshot::Flink(Box::new(snapshot));
    assert!(
        !inspect_text(&Inspected { snapshot: &whole, observed: None, is_focused: false, how_named: "" }, 100, true)
            .is_empty()
    );
    true
}

#[test]
fn a_file_cut_at_every_64th_byte_says_so() {
    real_files().par_iter().for_each(|real| {
        let end = real.bytes.windows(4).rposition(|bytes| bytes == [0xac, 0xed, 0, 5]).unwrap();
        let length = real.bytes.len();
        for cut in (0..length).step_by(64).chain([1, 3, 4, 7, 8, end, end + 3]) {
            let is_read = ask_everything(real, &real.bytes[..cut]);
            // Past the mark of the Java object only the kind of snapshot can be missing.
            assert_eq!(is_read, cut >= end + 4, "{} cut at {cut}", real.name);
        }
    });
}

/// Bytes that are changed in each file, at places that differ from file to file.
const CHANGED: usize = 20;

#[test]
fn a_changed_byte_never_ends_the_program() {
    let read: usize = real_files().par_iter().enumerate().map(|(number, real)| changed_bytes(number, real)).sum();
    // Most of them lie in the state or in offsets, which any value fits.
    assert!(read > 373 * CHANGED / 2, "{read} files with a changed byte were read");
}

/// How many of the changed files could be read.
fn changed_bytes(number: usize, real: &Real) -> usize {
    let (mut bytes, length) = (real.bytes.clone(), real.bytes.len());
    let mut readable = 0;
    for k in 0..CHANGED {
        // One place in each part of the file, pushed on by a prime, so that over the files every field is hit somewhere.
        let at = (k * length / CHANGED + number * 61) % length;
        let was = bytes[at];
        bytes[at] = [0x00, 0x7f, 0x80, 0xff, was ^ 0x10, was.wrapping_add(1)][(k + number) % 6];
        readable += usize::from(ask_everything(real, &bytes));
        bytes[at] = was;
    }
    readable
}

#[test]
fn what_is_no_metadata_is_told_so() {
    let told = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    let no_metadata = "this is not a _metadata file of Flink: it does not start with the bytes 49 60 67 2d";
    for bytes in [&b""[..], b"I`g", b"Scenario(format: 1)"] {
        assert_eq!(told(bytes), no_metadata);
    }
    assert_eq!(read(b"I`g-\0\0\0\x01"), Err(BadMetadata::Version { found: 1 }));
    assert_eq!(told(b"I`g-\0\0\0\x08"), "metadata version 8 is not known: versions 2 to 7 are read");
    assert_eq!(told(b"I`g-\xff\xff\xff\xff"), "metadata version -1 is not known: versions 2 to 7 are read");
}
