//! The corpus of the fuzz targets, each file as it is, cut, and with bytes changed: no panic and no endless run.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

/// How many places of a file are cut or changed.
const PLACES: usize = 40;

#[test]
fn every_target_has_a_corpus_that_runs_through() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for name in targets::TARGETS {
        let target = |data: &[u8]| targets::run(name, data);
        let files: Vec<_> = fs::read_dir(corpus.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            let bytes = fs::read(&file).unwrap();
            target(&bytes);
            for at in (0..bytes.len()).step_by(bytes.len().div_ceil(PLACES).max(1)) {
                target(&bytes[..at]);
                let mut changed = bytes.clone();
                changed[at] ^= 0xff;
                target(&changed);
            }
        }
    }
}
