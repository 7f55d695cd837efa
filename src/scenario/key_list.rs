//! What is taken for a list of keys where a scenario could stand.

use crate::snapshot;
use std::path::Path;

/// Endings of lists of keys, those of the compressions among them.
const ENDINGS: [&str; 8] = ["csv", "tsv", "jsonl", "ndjson", "txt", "gz", "zst", "zstd"];

/// Whether a path is that of a list of keys by its ending, and no snapshot or listing of a running job by its looks.
#[must_use]
pub fn is_key_list(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&&*ending)) && !snapshot::is_one(path)
}

/// Endings of lists of keys, for a file dialog.
#[must_use]
pub const fn key_list_endings() -> &'static [&'static str] {
    &ENDINGS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_known_by_its_ending_and_a_snapshot_by_its_looks() {
        for (name, is_list) in
            [("keys.csv", true), ("KEYS.TSV.GZ", true), ("a.ron", false), ("keys", false), ("checkpoint.tar.gz", false)]
        {
            assert_eq!(is_key_list(Path::new(name)), is_list, "{name}");
        }
        let groups = tempfile::tempdir().unwrap();
        let path = groups.path().join("groups.txt");
        std::fs::write(&path, "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\n").unwrap();
        assert!(!is_key_list(&path));
    }
}
