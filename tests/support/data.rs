//! What was recorded from real engines.

use std::path::{Path, PathBuf};

/// A file or folder under `tests/data`.
pub fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}
