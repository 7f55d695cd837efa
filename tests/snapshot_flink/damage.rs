//! Damaged files: a clear error or a reading, never a panic.

use crate::{Real, real_files};
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
    assert!(!inspect_text(&Inspected { snapshot: &whole, observed: None }, 100, true).is_empty());
    true
}

#[test]
fn a_file_cut_anywhere_says_so() {
    for real in real_files() {
        let end = real.bytes.windows(4).rposition(|bytes| bytes == [0xac, 0xed, 0, 5]).unwrap();
        for cut in (0..real.bytes.len()).step_by(64).chain([1, 3, 4, 7, 8, end, end + 3]) {
            let is_read = ask_everything(&real, &real.bytes[..cut]);
            // Past the mark of the Java object only the kind of snapshot can be missing.
            assert_eq!(is_read, cut >= end + 4, "{} cut at {cut}", real.name);
        }
    }
}

#[test]
fn a_changed_byte_never_ends_the_program() {
    for real in real_files() {
        let mut bytes = real.bytes.clone();
        // A prime step, so that over the files every field is hit somewhere.
        for at in (0..bytes.len()).step_by(61) {
            let was = bytes[at];
            for value in [0x00, 0x7f, 0x80, 0xff, was ^ 0x10, was.wrapping_add(1)] {
                bytes[at] = value;
                ask_everything(&real, &bytes);
            }
            bytes[at] = was;
        }
    }
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
