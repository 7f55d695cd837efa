//! Finding the file: a folder, the file itself, and what is not followed or read.

use crate::folder;
use redeal::snapshot::flink::{BadMetadata, CannotOpen, open};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder `name` with a real `_metadata` file in it.
fn snapshot_in(parent: &Path, name: &str) -> PathBuf {
    let (real, folder) = (folder().join("v2.3.0_multi_hashmap_checkpoint._metadata"), parent.join(name));
    fs::create_dir(&folder).unwrap();
    fs::copy(real, folder.join("_metadata")).unwrap();
    folder
}

#[test]
fn a_folder_and_the_file_in_it_are_the_same_snapshot() {
    let parent = TempDir::new().unwrap();
    let folder = snapshot_in(parent.path(), "chk-4");
    let snapshot = open(&folder).unwrap();
    assert_eq!(snapshot.name, "chk-4");
    assert_eq!(open(&folder.join("_metadata")).unwrap(), snapshot);
    let renamed = folder.join("yesterday.metadata");
    fs::rename(folder.join("_metadata"), &renamed).unwrap();
    assert_eq!(open(&renamed).unwrap().name, "yesterday.metadata");
}

#[test]
fn a_folder_of_snapshots_names_them() {
    let parent = TempDir::new().unwrap();
    for name in ["chk-5", "chk-4"] {
        snapshot_in(parent.path(), name);
    }
    fs::create_dir(parent.path().join("shared")).unwrap();
    let error = open(parent.path()).unwrap_err();
    assert!(error.to_string().starts_with("holds no file _metadata; these folders in it do: chk-4, chk-5"), "{error}");
    let error = open(&parent.path().join("shared")).unwrap_err();
    assert_eq!(error.to_string(), "holds no file _metadata");
    assert!(matches!(open(&parent.path().join("none")), Err(CannotOpen::Unreadable { .. })));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let parent = TempDir::new().unwrap();
    let folder = snapshot_in(parent.path(), "chk-4");
    let (link, inside) = (parent.path().join("latest"), parent.path().join("linked"));
    symlink(&folder, &link).unwrap();
    assert!(matches!(open(&link), Err(CannotOpen::Link { path }) if path == link));
    fs::create_dir(&inside).unwrap();
    symlink(folder.join("_metadata"), inside.join("_metadata")).unwrap();
    let error = open(&inside).unwrap_err();
    assert!(error.to_string().starts_with("_metadata is a symbolic link, which is not followed"), "{error}");
    assert!(matches!(error, CannotOpen::Link { path } if path == inside.join("_metadata")));
    let error = open(parent.path()).unwrap_err();
    assert!(error.to_string().ends_with("these folders in it do: chk-4"), "{error}");
}

#[test]
fn what_cannot_be_read_leaves_its_path_to_the_caller() {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("_metadata");
    fs::create_dir(&folder).unwrap();
    assert!(matches!(open(parent.path()), Err(CannotOpen::NoFile { path }) if path == folder));
    let large = parent.path().join("large");
    // A file of one hole: it has the length, but no bytes on the disk.
    File::create(&large).unwrap().set_len(1_000_000_001).unwrap();
    let error = open(&large).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("is larger than 1000000000 bytes (1 GB), the most that is read of a _metadata file"),
        "{error}"
    );
    let text = parent.path().join("text");
    fs::write(&text, "not a snapshot").unwrap();
    let error = open(&text).unwrap_err();
    assert!(matches!(error, CannotOpen::Bad { source: BadMetadata::NotMetadata, .. }));
    assert!(
        error
            .to_string()
            .starts_with("this is not a _metadata file of Flink: it does not start with the bytes 49 60 67 2d")
    );
}
