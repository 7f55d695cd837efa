//! One key, as the job's program holds it before the engine serialises or hashes it.

/// One key of any type an engine can hash.
///
/// Text is held as UTF-16 only where it is not valid Unicode (lone surrogates, which a JVM string may hold).
///
/// Floats are equal where their bits are, every NaN being one: as Java's `Double.equals` has it, by which keys are grouped.
#[derive(Debug, Clone)]
pub enum Value {
    /// SQL null, or an absent field.
    Null,
    /// A truth value.
    Bool(bool),
    /// An 8-bit integer (Java `Byte`, SQL TINYINT).
    I8(i8),
    /// A 16-bit integer (Java `Short`, SQL SMALLINT).
    I16(i16),
    /// A 32-bit integer (Java `Integer`, SQL INT).
    I32(i32),
    /// A 64-bit integer (Java `Long`, SQL BIGINT).
    I64(i64),
    /// A 32-bit float.
    F32(f32),
    /// A 64-bit float.
    F64(f64),
    /// One UTF-16 code unit (Java `Character`).
    Char(u16),
    /// Text.
    Text(String),
    /// Text that is not valid Unicode, as UTF-16 code units.
    Utf16(Vec<u16>),
    /// Bytes, as the engine's serialiser left them.
    Bytes(Vec<u8>),
    /// An arbitrary-size integer that fits 128 bits (Java `BigInteger`).
    BigInt(i128),
    /// `unscaled · 10^-scale`, with the SQL precision where it has one (0 = none, as Java's `BigDecimal`).
    Decimal {
        /// The digits as an integer.
        unscaled: i128,
        /// Digits after the point.
        scale: i32,
        /// SQL precision in digits; 0 where the type has none.
        precision: u32,
    },
    /// A UUID, its most significant bits first.
    Uuid(u128),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00Z.
    TimestampMicros(i64),
    /// Milliseconds since 1970-01-01T00:00Z as a Java `sql.Timestamp`, which hashes otherwise than an `Instant`.
    SqlTimestampMillis(i64),
    /// A tuple (Flink `TupleN`).
    Tuple(Vec<Value>),
    /// A row or struct of fields in order.
    Row(Vec<Value>),
    /// A list or array.
    List(Vec<Value>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::I8(a), Self::I8(b)) => a == b,
            (Self::I16(a), Self::I16(b)) => a == b,
            (Self::I32(a), Self::I32(b)) | (Self::Date(a), Self::Date(b)) => a == b,
            (Self::I64(a), Self::I64(b))
            | (Self::TimestampMicros(a), Self::TimestampMicros(b))
            | (Self::SqlTimestampMillis(a), Self::SqlTimestampMillis(b)) => a == b,
            (Self::F32(a), Self::F32(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            (Self::F64(a), Self::F64(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            (Self::Char(a), Self::Char(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Utf16(a), Self::Utf16(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::BigInt(a), Self::BigInt(b)) => a == b,
            (
                Self::Decimal { unscaled, scale, precision },
                Self::Decimal { unscaled: other_unscaled, scale: other_scale, precision: other_precision },
            ) => (unscaled, scale, precision) == (other_unscaled, other_scale, other_precision),
            (Self::Uuid(a), Self::Uuid(b)) => a == b,
            (Self::Tuple(a), Self::Tuple(b)) | (Self::Row(a), Self::Row(b)) | (Self::List(a), Self::List(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Value {
    /// Bytes that it holds beside itself, not counting room to spare.
    pub(super) fn held_bytes(&self) -> u64 {
        match self {
            Self::Text(text) => text.len() as u64,
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Utf16(units) => size_of_val(units.as_slice()) as u64,
            // Of columns there are a few, which is much like one more key; a list may be long.
            Self::Tuple(items) | Self::Row(items) => items.iter().map(Self::held_bytes).sum(),
            Self::List(items) => size_of_val(items.as_slice()) as u64 + items.iter().map(Self::held_bytes).sum::<u64>(),
            _ => 0,
        }
    }

    /// What kind of value this is, for messages.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::I8(_) => "an 8-bit integer",
            Self::I16(_) => "a 16-bit integer",
            Self::I32(_) => "a 32-bit integer",
            Self::I64(_) => "a 64-bit integer",
            Self::F32(_) => "a 32-bit float",
            Self::F64(_) => "a 64-bit float",
            Self::Char(_) => "a character",
            Self::Text(_) => "text",
            Self::Utf16(_) => "text that is not valid Unicode",
            Self::Bytes(_) => "bytes",
            Self::BigInt(_) => "a big integer",
            Self::Decimal { .. } => "a decimal",
            Self::Uuid(_) => "a UUID",
            Self::Date(_) => "a date",
            Self::TimestampMicros(_) => "a timestamp",
            Self::SqlTimestampMillis(_) => "a sql.Timestamp",
            Self::Tuple(_) => "a tuple",
            Self::Row(_) => "a row",
            Self::List(_) => "a list",
        }
    }
}
