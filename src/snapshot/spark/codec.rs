//! How the state files of a checkpoint are packed.

use super::lz4::Lz4Blocks;
use crate::zstd::Zstd;
use std::io::{self, Read};

/// Bytes that one state file may unpack to.
const MOST_UNPACKED: u64 = 16 << 30;

/// The codec of state files: `spark.sql.streaming.stateStore.compression.codec` of the offset log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Codec {
    /// `lz4`, the default.
    Lz4,
    /// `zstd`.
    Zstd,
    /// `snappy`, `lzf` or a class of one's own: files packed with it are not read.
    Other(String),
}

impl Codec {
    /// By its short name or its class: `lz4`, `org.apache.spark.io.ZStdCompressionCodec`.
    pub(super) fn named(name: &str) -> Self {
        let lower = name.to_ascii_lowercase();
        match lower.rsplit('.').next().unwrap_or_default() {
            "lz4" | "lz4compressioncodec" => Self::Lz4,
            "zstd" | "zstdcompressioncodec" => Self::Zstd,
            _ => Self::Other(name.to_owned()),
        }
    }

    /// Its name, as the offset log has it.
    pub fn name(&self) -> &str {
        match self {
            Self::Lz4 => "lz4",
            Self::Zstd => "zstd",
            Self::Other(name) => name,
        }
    }

    /// Hands the unpacked bytes of a file to `read`.
    pub(super) fn unpack<T>(&self, packed: &[u8], read: impl FnOnce(&mut dyn Read) -> io::Result<T>) -> io::Result<T> {
        match self {
            Self::Lz4 => read(&mut Lz4Blocks::new(packed).take(MOST_UNPACKED)),
            Self::Zstd => read(&mut Zstd::new(packed).take(MOST_UNPACKED)),
            Self::Other(name) => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                format!("the codec {name} is not read; lz4 and zstd are"),
            )),
        }
    }
}
