//! RisingWave's vnode hash: CRC-32 (ISO, as zlib) over the key columns' bytes, one after the other.
//!
//! The bytes of a column: an integer is little-endian in its own width, so 42 as SMALLINT, INT and BIGINT differ;
//! VARCHAR is UTF-8 and one 0xFF; NULL is the four bytes F0 FF FF FF.
//!
//! Source: `src/common/src/hash/consistent_hash/vnode.rs` at 448c657 (August 2026). A lone SERIAL column (row id) skips
//! this hash.

use super::{KeyRefused, refused};
use crate::keys::Value;
use crc32fast::Hasher;

/// What is hashed in place of NULL.
const NULL: u32 = 0xffff_fff0;
/// What follows the UTF-8 bytes of a VARCHAR.
const TEXT_END: u8 = 0xff;

/// The hash of one VARCHAR column.
#[must_use]
pub fn crc32_text(text: &str) -> i32 {
    let mut crc = Hasher::new();
    crc.update(text.as_bytes());
    crc.update(&[TEXT_END]);
    crc.finalize().cast_signed()
}

/// The hash of one key: of one column, or of several where the key is a row.
pub(super) fn key_hash(key: &Value) -> Result<i32, KeyRefused> {
    let mut crc = Hasher::new();
    match key {
        Value::Text(text) => return Ok(crc32_text(text)),
        Value::Row(columns) => columns.iter().try_for_each(|column| update(&mut crc, column))?,
        column => update(&mut crc, column)?,
    }
    Ok(crc.finalize().cast_signed())
}

fn update(crc: &mut Hasher, column: &Value) -> Result<(), KeyRefused> {
    match column {
        Value::Null => crc.update(&NULL.to_le_bytes()),
        Value::I16(v) => crc.update(&v.to_le_bytes()),
        Value::I32(v) => crc.update(&v.to_le_bytes()),
        Value::I64(v) => crc.update(&v.to_le_bytes()),
        Value::Text(text) => {
            crc.update(text.as_bytes());
            crc.update(&[TEXT_END]);
        }
        other => return Err(refused("RisingWave", "VARCHAR, SMALLINT, INT and BIGINT columns", other)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Reduction;
    use crate::unit::BucketCount;

    #[test]
    fn two_columns_land_where_rw_vnode_says() {
        let hash = key_hash(&Value::Row(vec![Value::I32(114), Value::I32(514)])).unwrap();
        for (count, vnode) in [(256, 97), (4_096, 1_377), (32_768, 21_857)] {
            assert_eq!(Reduction::UnsignedMod.bucket(hash, BucketCount::new(count).unwrap()), vnode, "{count}");
        }
    }

    #[test]
    fn a_row_of_one_column_is_that_column() {
        for value in [Value::Null, Value::I64(42), Value::Text("u".into())] {
            assert_eq!(key_hash(&Value::Row(vec![value.clone()])), key_hash(&value), "{value:?}");
        }
        assert!(key_hash(&Value::I8(1)).is_err());
    }
}
