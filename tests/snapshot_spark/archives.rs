//! Archives and folders that mean harm, or hold more than is read.

use crate::checkpoints::{archive, unpacked};
use flate2::read::GzDecoder;
use flate2::{Compression, write::GzEncoder};
use redeal::snapshot::spark::{SparkCheckpoint, SparkError, Trap};
use redeal::snapshot::tree::{Limits, Tree, TreeError};
use std::fs::{self, File};
use std::io::{Read, Write, repeat};
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};
use tempfile::TempDir;

fn header(path: &[u8], kind: EntryType, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path);
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    header
}

/// The plain tar of a real checkpoint with further entries in front.
fn with_entries(folder: &TempDir, add: impl FnOnce(&mut Builder<File>)) -> PathBuf {
    let path = folder.path().join("made.tar");
    let mut builder = Builder::new(File::create(&path).unwrap());
    add(&mut builder);
    let mut file = builder.into_inner().unwrap();
    // Over the end mark, two blocks of zeros, so that the real entries follow.
    let end = file.metadata().unwrap().len() - 1024;
    file.set_len(end).unwrap();
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(end)).unwrap();
    let mut plain = Vec::new();
    GzDecoder::new(File::open(archive("agg-hdfs-8")).unwrap()).read_to_end(&mut plain).unwrap();
    file.write_all(&plain).unwrap();
    path
}

#[test]
fn links_and_names_that_lead_outside_are_skipped_and_told() {
    let folder = TempDir::new().unwrap();
    let path = with_entries(&folder, |builder| {
        for name in [&b"../outside"[..], b"/etc/absolute", b"agg-hdfs-8/../../up", b"agg-hdfs-8/offsets/../../4"] {
            builder.append(&header(name, EntryType::Regular, 2), &b"v1"[..]).unwrap();
        }
        let mut link = header(b"agg-hdfs-8/offsets/9", EntryType::Symlink, 0);
        link.set_link_name("/etc/passwd").unwrap();
        link.set_cksum();
        builder.append(&link, &b""[..]).unwrap();
        builder.append(&header(b"agg-hdfs-8/commits/9", EntryType::Fifo, 0), &b""[..]).unwrap();
        builder.append(&header(b"agg-hdfs-8/commits/\xff", EntryType::Regular, 0), &b""[..]).unwrap();
        let mut long = header(b"long", EntryType::Regular, 0);
        builder.append_data(&mut long, format!("long/{}", "n".repeat(200)), &b""[..]).unwrap();
        for name in [format!("long/{}", "n".repeat(4092)), "deep/".repeat(65) + "n"] {
            builder.append_data(&mut long, name, &b""[..]).unwrap();
        }
    });
    let found = SparkCheckpoint::open(&path).unwrap();
    assert_eq!(found.committed_batch, Some(3));
    assert_eq!(found.traps, [Trap::Skipped { links: 1, outside: 4, too_long: 2, other: 2 }]);
    assert_eq!(
        found.traps[0].sentence(),
        "Skipped: 1 link, 4 names that lead outside, 2 names that are too long, 2 entries that are no files. What stands there was not read."
    );
    let tree = Tree::open(&path, Limits::default(), |_| true).unwrap();
    let long = tree.files().find(|(path, _)| path.starts_with("long/")).unwrap();
    assert_eq!(long.0.len(), 205);
    assert!(tree.folders().all(|folder| !folder.starts_with("deep")));
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let (folder, other) = (unpacked("agg-hdfs-8"), unpacked("agg-rockscl-8"));
    symlink(&other.root, folder.root.join("state/7")).unwrap();
    symlink(other.root.join("offsets/3"), folder.root.join("offsets/9")).unwrap();
    // A circle.
    symlink(&folder.root, folder.root.join("state/0/1/round")).unwrap();
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!((found.planned_batch, found.operators.len()), (Some(3), 1));
    assert_eq!(found.traps, [Trap::Skipped { links: 3, outside: 0, too_long: 0, other: 0 }]);

    // A file that becomes a link after the listing is not read.
    let tree = Tree::open(&folder.root, Limits::default(), |_| true).unwrap();
    fs::remove_file(folder.root.join("metadata")).unwrap();
    symlink(other.root.join("metadata"), folder.root.join("metadata")).unwrap();
    assert!(matches!(tree.read("metadata"), Err(TreeError::Missing { .. })));
}

fn open_error(path: &Path, limits: Limits) -> String {
    SparkCheckpoint::open_within(path, limits).unwrap_err().to_string()
}

#[test]
fn limits_are_told() {
    let path = archive("agg-hdfs-8");
    let told = open_error(&path, Limits { entries: 20, ..Limits::default() });
    assert!(told.ends_with("holds more than 20 files and folders: more are not read"), "{told}");
    let told = open_error(&path, Limits { unpacked_bytes: 50_000, ..Limits::default() });
    assert!(told.ends_with("unpacks to more than 50.0\u{a0}kB: unpack it and name the folder"), "{told}");
    let told = open_error(&path, Limits { kept_bytes: 5_000, ..Limits::default() });
    assert!(told.ends_with("unpacks to more than 5\u{a0}000\u{a0}B: unpack it and name the folder"), "{told}");
    let told = open_error(&path, Limits { file_bytes: 700, ..Limits::default() });
    assert_eq!(told, "offsets/3 has 781\u{a0}B: allowed are 700\u{a0}B");
    let folder = unpacked("agg-hdfs-8");
    let told = open_error(&folder.root, Limits { entries: 20, ..Limits::default() });
    assert!(told.contains("holds more than 20 files and folders"), "{told}");
    let told = open_error(&folder.root, Limits { file_bytes: 700, ..Limits::default() });
    assert_eq!(told, "offsets/3 has 781\u{a0}B: allowed are 700\u{a0}B");
}

#[test]
fn an_archive_that_unpacks_to_far_more_than_it_is_ends_at_the_limit() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("bomb.tgz");
    let mut packed = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
    let size = 64 << 20;
    packed.write_all(header(b"ckpt/state/0/0/1.delta", EntryType::Regular, size).as_bytes()).unwrap();
    std::io::copy(&mut repeat(0).take(size), &mut packed).unwrap();
    packed.finish().unwrap();
    assert!(path.metadata().unwrap().len() < 1 << 20);
    let limits = Limits { unpacked_bytes: 32 << 20, ..Limits::default() };
    assert!(matches!(SparkCheckpoint::open_within(&path, limits), Err(SparkError::Tree(TreeError::TooLarge { .. }))));
    // A name of millions of bytes is not read at all.
    let mut plain = header(b"././@LongLink", EntryType::GNULongName, 8 << 20).as_bytes().to_vec();
    plain.resize(9 << 20, b'n');
    fs::write(folder.path().join("name.tar"), plain).unwrap();
    let told = open_error(&folder.path().join("name.tar"), Limits::default());
    assert!(told.contains("a name or extended header of 8388608 bytes: allowed are 65536"), "{told}");
}

/// Folders that stand only in the names of files are held as well, so they count: a few hundred bytes of gzip may name a gigabyte.
#[test]
fn names_are_counted_as_held() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("names.tgz");
    let mut builder = Builder::new(GzEncoder::new(File::create(&path).unwrap(), Compression::best()));
    let folders = format!("{}/", "f".repeat(60)).repeat(64);
    for number in 0..64 {
        let name = format!("{number}/{}x", &folders[..folders.len() - 62]);
        builder.append_data(&mut header(b"x", EntryType::Regular, 0), name, &b""[..]).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap();
    assert!(path.metadata().unwrap().len() < 20_000);
    // 64 files of 63 folders each, of 61 bytes more than the one before: some 119 kB a file, 7.9 MB in all.
    let open = |kept_bytes| Tree::open(&path, Limits { kept_bytes, ..Limits::default() }, |_| true);
    assert!(matches!(open(7 << 20), Err(TreeError::TooLarge { .. })));
    assert_eq!(open(9 << 20).unwrap().folders().count(), 64 * 63);
}

#[test]
fn what_is_no_checkpoint_is_told() {
    let folder = TempDir::new().unwrap();
    let told = |path: &Path| open_error(path, Limits::default());
    assert!(
        told(folder.path())
            .starts_with("holds no Spark checkpoint: a checkpoint has the folders `offsets` and `commits`")
    );
    fs::write(folder.path().join("text"), "no archive").unwrap();
    assert!(told(&folder.path().join("text")).starts_with("is neither a folder nor a .tar, .tar.gz or .tgz archive"));
    assert!(told(&folder.path().join("none")).starts_with("cannot be read: "));
    fs::create_dir_all(folder.path().join("b/offsets")).unwrap();
    fs::create_dir_all(folder.path().join("a/commits")).unwrap();
    assert!(told(folder.path()).starts_with("holds several Spark checkpoints (a, b): name one of them"));
}
