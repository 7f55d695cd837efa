//! Keys as Kafka's serialisers write them: text as UTF-8, integers big-endian, bytes as they are.

use super::{KeyRefused, refused};
use crate::keys::Value;

/// Applies a byte hash to the serialised key: `StringSerializer`, `LongSerializer`, `IntegerSerializer`,
/// `ShortSerializer`, `ByteArraySerializer`. A null key is refused: its producer deals it by load, so it has no
/// partition of its own.
pub(super) fn hash(key: &Value, hash_bytes: impl Fn(&[u8]) -> i32) -> Result<i32, KeyRefused> {
    match key {
        Value::Text(text) => Ok(hash_bytes(text.as_bytes())),
        Value::Bytes(bytes) => Ok(hash_bytes(bytes)),
        Value::I64(v) => Ok(hash_bytes(&v.to_be_bytes())),
        Value::I32(v) => Ok(hash_bytes(&v.to_be_bytes())),
        Value::I16(v) => Ok(hash_bytes(&v.to_be_bytes())),
        Value::Null => Err(KeyRefused { message: "a null key has no partition of its own".into() }),
        other => Err(refused("Kafka", "text, bytes and integers of 2, 4 or 8 bytes", other)),
    }
}
