//! Bytes of a key where an engine writes values as wide as their types.

use crate::keys::Value;

/// Bytes of a key as wide as its type: text as UTF-8, numbers of 128 bits as 16 bytes, columns one after the other.
pub(super) fn plain(key: &Value) -> u64 {
    match key {
        Value::Null => 0,
        Value::Bool(_) | Value::I8(_) => 1,
        Value::I16(_) | Value::Char(_) => 2,
        Value::I32(_) | Value::F32(_) | Value::Date(_) => 4,
        Value::I64(_) | Value::F64(_) | Value::TimestampMicros(_) | Value::SqlTimestampMillis(_) => 8,
        Value::BigInt(_) | Value::Decimal { .. } | Value::Uuid(_) => 16,
        Value::Text(text) => text.len() as u64,
        Value::Utf16(units) => 2 * units.len() as u64,
        Value::Bytes(bytes) => bytes.len() as u64,
        Value::Tuple(items) | Value::Row(items) | Value::List(items) => items.iter().map(plain).sum(),
    }
}

/// The columns of a key: those of a row, or the key itself.
pub(super) fn columns(key: &Value) -> &[Value] {
    match key {
        Value::Row(columns) => columns,
        single => std::slice::from_ref(single),
    }
}
