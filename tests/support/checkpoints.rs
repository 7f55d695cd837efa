//! The checkpoints that Spark wrote, unpacked where a test may change them.

use flate2::read::GzDecoder;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The archives of `data/spark-checkpoints`, without their ending.
pub const NAMES: [&str; 4] = ["agg-hdfs-8", "agg-rockscl-8", "agg-rocksdb-repartitioned-8-16-3", "join-hdfs-8"];

/// The archive of a checkpoint.
pub fn archive(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/spark-checkpoints").join(format!("{name}.tar.gz"))
}

/// A checkpoint in a folder of its own.
pub struct Unpacked {
    _folder: TempDir,
    /// The checkpoint's root.
    pub root: PathBuf,
}

/// Unpacks a checkpoint.
pub fn unpacked(name: &str) -> Unpacked {
    let folder = TempDir::new().unwrap();
    tar::Archive::new(GzDecoder::new(File::open(archive(name)).unwrap())).unpack(folder.path()).unwrap();
    let root = folder.path().join(name);
    assert!(root.join("offsets").is_dir());
    Unpacked { _folder: folder, root }
}

impl Unpacked {
    /// Replaces text in a file of it; the text must be there.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.root.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} holds no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }

    /// Copies a file of it to another name.
    pub fn copy(&self, from: &str, to: &str) {
        fs::copy(self.root.join(from), self.root.join(to)).unwrap();
    }

    /// Deletes a file or folder of it.
    pub fn delete(&self, path: &str) {
        let path = self.root.join(path);
        if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
    }
}
