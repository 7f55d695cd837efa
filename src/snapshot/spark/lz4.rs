//! The stream of blocks that lz4-java writes, and with it Spark's codec `lz4`.
//!
//! A block is `LZ4Block`, a token (method and size class), then little-endian the packed length, the unpacked length and a
//! checksum (XXH32, its upper 4 bits dropped), then the data. A block of no length ends a stream; another may follow.
//! Source: `LZ4BlockOutputStream` and `LZ4BlockInputStream` of lz4-java 1.8.

use lz4_flex::block::decompress_into;
use std::io::{self, Read};
use xxhash_rust::xxh32::xxh32;

const MAGIC: &[u8] = b"LZ4Block";
const HEADER: usize = 21;
const SEED: u32 = 0x9747_b28c;
/// The upper 4 bits are dropped by lz4-java.
const CHECKSUM_BITS: u32 = 0x0fff_ffff;
/// A byte of packed data says at most so many unpacked ones.
const MOST_RATIO: usize = 255;

/// Unpacks such a stream.
pub(super) struct Lz4Blocks<'a> {
    packed: &'a [u8],
    block: Vec<u8>,
    at: usize,
}

impl<'a> Lz4Blocks<'a> {
    pub(super) const fn new(packed: &'a [u8]) -> Self {
        Self { packed, block: Vec::new(), at: 0 }
    }

    /// Unpacks the next block that holds something; false at the end.
    fn next_block(&mut self) -> io::Result<bool> {
        self.at = 0;
        self.block.clear();
        while !self.packed.is_empty() {
            let header = self.packed.get(..HEADER).ok_or_else(|| cut("inside the header of a block"))?;
            if !header.starts_with(MAGIC) {
                return Err(wrong("no LZ4 block where one should begin"));
            }
            let token = header[8];
            let [packed, unpacked, checksum] = [9, 13, 17].map(|at| number(header, at));
            let (packed, unpacked) = (length(packed)?, length(unpacked)?);
            let rest = &self.packed[HEADER..];
            if packed == 0 && unpacked == 0 {
                if checksum != 0 {
                    return Err(wrong("the end mark of an LZ4 stream is changed"));
                }
                self.packed = rest;
                continue;
            }
            let data = rest.get(..packed).ok_or_else(|| cut("inside a block"))?;
            self.block(token, data, unpacked)?;
            if xxh32(&self.block, SEED) & CHECKSUM_BITS != checksum {
                return Err(wrong("the checksum of an LZ4 block does not fit its data"));
            }
            self.packed = &rest[packed..];
            return Ok(true);
        }
        Ok(false)
    }

    fn block(&mut self, token: u8, data: &[u8], unpacked: usize) -> io::Result<()> {
        let largest = 1usize << (10 + (token & 0x0f));
        match token & 0xf0 {
            0x10 if data.len() == unpacked && unpacked <= largest => self.block.extend_from_slice(data),
            0x20 if unpacked <= largest && unpacked <= data.len().saturating_mul(MOST_RATIO) => {
                self.block.resize(unpacked, 0);
                let got =
                    decompress_into(data, &mut self.block).map_err(|_| wrong("an LZ4 block cannot be unpacked"))?;
                if got != unpacked {
                    return Err(wrong("an LZ4 block unpacks to another length than it says"));
                }
            }
            _ => return Err(wrong("the header of an LZ4 block contradicts itself")),
        }
        Ok(())
    }
}

impl Read for Lz4Blocks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() && !self.next_block()? {
            return Ok(0);
        }
        let count = (&self.block[self.at..]).read(buffer)?;
        self.at += count;
        Ok(count)
    }
}

fn number(header: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&header[at..at + 4]);
    u32::from_le_bytes(four)
}

fn length(number: u32) -> io::Result<usize> {
    i32::try_from(number).ok().and_then(|length| usize::try_from(length).ok()).ok_or_else(|| wrong("a negative length"))
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn cut(place: &str) -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, format!("it is cut short {place}"))
}
