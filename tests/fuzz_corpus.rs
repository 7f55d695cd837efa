//! The corpus of the fuzz targets. Seeds are run as they are, cut, and with bytes changed; what fuzzing found to go other ways, named by
//! its hash, as it is. No panic and no endless run.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

/// How many places of a file are cut or changed.
const PLACES: usize = 24;

/// Whether fuzzing found a file: then its name is the first twelve digits of its hash.
fn is_found(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.len() == 12 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[test]
fn every_target_has_a_corpus_that_runs_through() {
    targets::on_this_thread();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for name in targets::TARGETS {
        let target = |data: &[u8]| targets::run(name, data);
        let files: Vec<_> = fs::read_dir(corpus.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            let bytes = fs::read(&file).unwrap();
            target(&bytes);
            if is_found(&file) {
                continue;
            }
            for at in (0..bytes.len()).step_by(bytes.len().div_ceil(PLACES).max(1)) {
                target(&bytes[..at]);
                let mut changed = bytes.clone();
                changed[at] ^= 0xff;
                target(&changed);
            }
        }
    }
}
