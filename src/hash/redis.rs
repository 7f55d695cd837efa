//! Redis Cluster's slot hash: CRC-16 (XMODEM) of the key's hash tag, or of the whole key where it has none.
//!
//! Source: `keyHashSlot` in `src/cluster.h` and `crc16.c`; redis-server 7.0.15, run.

use super::{KeyRefused, refused};
use crate::keys::Value;

/// The part of a key that is hashed: what stands between the first `{` and the first `}` after it, unless that is nothing;
/// else the whole key.
#[must_use]
pub fn hash_tag(key: &[u8]) -> &[u8] {
    let Some(open) = key.iter().position(|&byte| byte == b'{') else { return key };
    let inside = &key[open + 1..];
    match inside.iter().position(|&byte| byte == b'}') {
        None | Some(0) => key,
        Some(close) => &inside[..close],
    }
}

/// CRC-16 with polynomial 0x1021, started at 0, high bit first. Shape: 0 to 65535; the slot is its remainder by 16384.
#[must_use]
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, &byte| (crc << 8) ^ TABLE[usize::from((crc >> 8) ^ u16::from(byte))])
}

/// The hash of a key, of its hash tag alone where it has one.
#[must_use]
pub fn slot_hash(key: &[u8]) -> i32 {
    i32::from(crc16(hash_tag(key)))
}

const TABLE: [u16; 256] = table();

const fn table() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte: u16 = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte << 8, 0);
        while bit < 8 {
            crc = if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 };
            bit += 1;
        }
        table[byte as usize] = crc;
        byte += 1;
    }
    table
}

/// The hash of text (its UTF-8 bytes) or bytes.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(slot_hash(text.as_bytes())),
        Value::Bytes(bytes) => Ok(slot_hash(bytes)),
        other => Err(refused("Redis", "text and bytes", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_this_crc() {
        assert_eq!(crc16(b"123456789"), 0x31c3);
        assert_eq!(crc16(b""), 0);
    }

    #[test]
    fn only_the_first_tag_counts_and_only_if_it_holds_something() {
        for (key, part) in [
            ("{user}.a", "user"),
            ("a{b}{c}", "b"),
            ("{}a{b}", "{}a{b}"),
            ("a{b", "a{b"),
            ("a}b{c}", "c"),
            ("{{a}}", "{a"),
        ] {
            assert_eq!(hash_tag(key.as_bytes()), part.as_bytes(), "{key}");
        }
    }
}
