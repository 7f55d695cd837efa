//! Java's `hashCode()` of any key, composites included: tuples, rows and lists.
//!
//! Source: `Tuple1`…`Tuple25`, `Row` and `RowUtils` (flink-core, 1.20.0), `AbstractList`, `Arrays` (Java 17).

use super::java::{self, step};
use super::{KeyRefused, refused};
use crate::keys::Value;

/// `hashCode()` of a key. Bytes at the top give `Arrays.hashCode(byte[])`, the one content hash a program can choose
/// for them.
pub(super) fn hash_code(value: &Value) -> Result<i32, KeyRefused> {
    Ok(match value {
        Value::Null => return Err(refused("Java", "objects", value)),
        Value::Bool(v) => java::bool_hash(*v),
        Value::I8(v) => i32::from(*v),
        Value::I16(v) => i32::from(*v),
        Value::I32(v) => *v,
        Value::I64(v) => java::long_hash(*v),
        Value::F32(v) => java::float_hash(*v),
        Value::F64(v) => java::double_hash(*v),
        Value::Char(unit) => i32::from(*unit),
        Value::Text(text) => java::string_hash(text),
        Value::Utf16(units) => java::utf16_hash(units.iter().copied()),
        Value::Bytes(bytes) => java::bytes_hash(bytes),
        Value::BigInt(v) => java::big_integer_hash(*v),
        Value::Decimal { unscaled, scale, .. } => java::big_decimal_hash(*unscaled, *scale),
        Value::Uuid(v) => java::uuid_hash(*v),
        Value::Date(days) => java::local_date_hash(*days),
        Value::TimestampMicros(micros) => java::instant_hash(*micros),
        Value::SqlTimestampMillis(millis) => java::sql_timestamp_hash(*millis),
        // A tuple starts with its first field, as if from 0; a list starts from 1.
        Value::Tuple(fields) => polynomial(0, fields, element)?,
        Value::List(items) => polynomial(1, items, element)?,
        Value::Row(_) => in_row(value)?,
    })
}

/// The base-31 polynomial over the hashes of some values.
fn polynomial(
    start: i32,
    values: &[Value],
    hash: impl Fn(&Value) -> Result<i32, KeyRefused>,
) -> Result<i32, KeyRefused> {
    values.iter().try_fold(start, |sum, value| Ok(step(sum, hash(value)?)))
}

/// A field of a tuple or an item of a list: null counts 0, and a `byte[]` has only its identity.
fn element(value: &Value) -> Result<i32, KeyRefused> {
    match value {
        Value::Null => Ok(0),
        Value::Bytes(_) => Err(KeyRefused {
            message: "a byte[] inside a tuple or list hashes by identity, which differs from one JVM to the next"
                .into(),
        }),
        other => hash_code(other),
    }
}

/// A value as a row sees it, `RowUtils`' deep hash: rows and lists are walked, anything else counts as an array of one.
///
/// A row of kind INSERT adds nothing for its kind; other kinds are never keys.
fn in_row(value: &Value) -> Result<i32, KeyRefused> {
    match value {
        Value::Null => Ok(0),
        Value::Row(items) | Value::List(items) => polynomial(1, items, in_row),
        other => Ok(step(1, hash_code(other)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    #[test]
    fn tuples_start_at_their_first_field_and_lists_at_one() {
        assert_eq!(hash_code(&Value::Tuple(vec![text("a")])), Ok(97));
        assert_eq!(hash_code(&Value::Tuple(vec![Value::Null, Value::I32(5)])), Ok(5));
        assert_eq!(hash_code(&Value::List(vec![text("a"), text("b")])), Ok(4_066));
    }

    #[test]
    fn rows_hash_bytes_by_content_and_tuples_refuse_them() {
        let bytes = Value::Bytes(b"ab".to_vec());
        assert_eq!(hash_code(&Value::Row(vec![bytes.clone()])), Ok(4_128));
        assert!(hash_code(&Value::Tuple(vec![bytes.clone()])).is_err());
        assert!(hash_code(&Value::List(vec![bytes])).is_err());
        assert!(hash_code(&Value::Null).is_err());
    }
}
