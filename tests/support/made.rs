//! State files written after the published formats, for layouts that none of the real checkpoints has.

use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;
use xxhash_rust::xxh32::xxh32;
use zip::write::SimpleFileOptions;

/// A stream of lz4-java blocks: one block and the end mark.
pub fn lz4(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let packed = lz4_flex::block::compress(bytes);
    block(&mut out, 0x26, &packed, bytes);
    out.extend(b"LZ4Block\x16");
    out.extend([0; 12]);
    out
}

/// The same without packing.
pub fn lz4_stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    block(&mut out, 0x16, bytes, bytes);
    out
}

fn block(out: &mut Vec<u8>, token: u8, packed: &[u8], bytes: &[u8]) {
    out.extend(b"LZ4Block");
    out.push(token);
    for number in [packed.len(), bytes.len()] {
        out.extend(u32::try_from(number).unwrap().to_le_bytes());
    }
    out.extend((xxh32(bytes, 0x9747_b28c) & 0x0fff_ffff).to_le_bytes());
    out.extend(packed);
}

/// Delta, snapshot or changelog of version 1: keys with `+` are put, with `-` removed.
pub fn plain(changes: &[&str]) -> Vec<u8> {
    let mut out = Vec::new();
    for change in changes {
        key(&mut out, &change[1..]);
        value(&mut out, change);
    }
    out.extend((-1i32).to_be_bytes());
    out
}

/// Changelog of version 2, after `head`; keys with `*` are merged.
pub fn tagged(head: &[u8], changes: &[&str]) -> Vec<u8> {
    let mut out = head.to_vec();
    for change in changes {
        out.push(match change.as_bytes()[0] {
            b'+' => 0x01,
            b'-' => 0x10,
            _ => 0x11,
        });
        key(&mut out, &change[1..]);
        value(&mut out, change);
    }
    out.push(0);
    out
}

fn key(out: &mut Vec<u8>, key: &str) {
    out.extend(u32::try_from(key.len()).unwrap().to_be_bytes());
    out.extend(key.as_bytes());
}

fn value(out: &mut Vec<u8>, change: &str) {
    if change.starts_with('-') {
        out.extend((-1i32).to_be_bytes());
    } else {
        out.extend(3u32.to_be_bytes());
        out.extend(b"val");
    }
}

/// A zip of the `RocksDB` store with so many rows and one SST file.
pub fn zip(rows: i64, sst: &str) -> Vec<u8> {
    let json = format!(
        "v1\n{{\"sstFiles\":[{{\"localFileName\":\"1.sst\",\"dfsSstFileName\":\"{sst}\",\"sizeBytes\":1000}}],\"numKeys\":{rows}}}"
    );
    zip_of("metadata", json.as_bytes())
}

/// A zip with one entry.
pub fn zip_of(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file(name, SimpleFileOptions::default()).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap().into_inner()
}

/// A checkpoint of so many committed batches, without state.
pub fn checkpoint(batches: u64, partitions: u32, provider: &str, codec: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let class = format!("org.apache.spark.sql.execution.streaming.state.{provider}StateStoreProvider");
    write(folder.path(), "metadata", b"{\"id\":\"made\"}");
    for batch in 0..batches {
        let offsets = format!(
            "v1\n{{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{{\"spark.sql.shuffle.partitions\":\"{partitions}\",\
             \"spark.sql.streaming.stateStore.providerClass\":\"{class}\",\
             \"spark.sql.streaming.stateStore.compression.codec\":\"{codec}\"}}}}\n{{\"logOffset\":{batch}}}"
        );
        write(folder.path(), &format!("offsets/{batch}"), offsets.as_bytes());
        write(folder.path(), &format!("commits/{batch}"), b"v1\n{\"nextBatchWatermarkMs\":0}");
    }
    folder
}

/// Writes a file, its folders with it.
pub fn write(root: &Path, file: &str, bytes: &[u8]) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
