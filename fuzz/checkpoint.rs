//! A checkpoint of Spark from few bytes: changed bytes of an archive hardly ever reach the readers of logs and state files, for
//! checksums stand before them.
//!
//! File after file: a byte for its path, one for how it is packed, two (little-endian) for its length, then its bytes.

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{Cursor, Write as _};
use tar::{Builder, Header};
use xxhash_rust::xxh32::xxh32;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Where a file may lie.
const PATHS: [&str; 24] = [
    "metadata",
    "offsets/0",
    "offsets/1",
    "offsets/2",
    "commits/0",
    "commits/1",
    "state/0/_metadata/metadata",
    "state/0/_metadata/v2/1",
    "state/0/0/1.delta",
    "state/0/0/2.delta",
    "state/0/0/2.snapshot",
    "state/0/0/1.changelog",
    "state/0/0/2.changelog",
    "state/0/0/2_ab.changelog",
    "state/0/0/1.zip",
    "state/0/0/2.zip",
    "state/0/0/2_ab.zip",
    "state/0/0/SSTs/1.sst",
    "state/0/0/left/1.delta",
    "state/0/1/1.delta",
    "state/0/1/2.snapshot",
    "state/0/1/2.changelog",
    "state/0/7/1.delta",
    "state/1/0/2.zip",
];

/// The archive of a checkpoint with these files.
pub fn archive(mut data: &[u8]) -> Vec<u8> {
    let mut archive = Builder::new(Vec::new());
    while let Some((&[path, packing, low, high], rest)) = data.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([low, high])).min(rest.len());
        let (bytes, rest) = rest.split_at(length);
        data = rest;
        let bytes = packed(bytes, packing);
        let mut header = Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        let path = PATHS[usize::from(path) % PATHS.len()];
        archive.append_data(&mut header, path, bytes.as_slice()).expect("memory takes what is written");
    }
    archive.into_inner().expect("memory takes what is written")
}

/// As it is, or as Spark packs it.
fn packed(bytes: &[u8], how: u8) -> Vec<u8> {
    match how % 4 {
        0 => bytes.to_vec(),
        1 => lz4_stored(bytes),
        2 => compress_to_vec(bytes, CompressionLevel::Uncompressed),
        _ => {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            zip.start_file("metadata", SimpleFileOptions::default()).expect("a first entry");
            zip.write_all(bytes).expect("memory takes what is written");
            zip.finish().expect("memory takes what is written").into_inner()
        }
    }
}

/// A block that is not compressed, as lz4-java writes it.
fn lz4_stored(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).expect("at most 64 KiB").to_le_bytes();
    let checksum = (xxh32(bytes, 0x9747_b28c) & 0x0fff_ffff).to_le_bytes();
    [b"LZ4Block\x16", &length[..], &length, &checksum, bytes].concat()
}
