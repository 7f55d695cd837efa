//! What a key is to an engine, as scenarios and the command line name it.

use super::columns::ColumnTypes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The key types that scenarios and the command line name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum KeyType {
    /// Text.
    #[default]
    #[serde(alias = "string")]
    String,
    /// A 64-bit integer.
    #[serde(alias = "i64")]
    I64,
    /// A 32-bit integer.
    #[serde(alias = "i32")]
    I32,
    /// A 16-bit integer.
    #[serde(alias = "i16")]
    I16,
    /// Bytes as the engine serialises them.
    #[serde(alias = "bytes")]
    Bytes,
    /// An 8-bit integer.
    #[serde(alias = "i8")]
    I8,
    /// A truth value.
    #[serde(alias = "bool")]
    Bool,
    /// One UTF-16 code unit.
    #[serde(alias = "char")]
    Char,
    /// A 32-bit float.
    #[serde(alias = "f32")]
    F32,
    /// A 64-bit float.
    #[serde(alias = "f64")]
    F64,
    /// A day.
    #[serde(alias = "date")]
    Date,
    /// A point in time to the microsecond: SQL TIMESTAMP, Java `Instant`.
    #[serde(alias = "timestamp")]
    Timestamp,
    /// A point in time to the millisecond as Java's `sql.Timestamp`, which hashes otherwise.
    SqlTimestamp,
    /// A UUID.
    #[serde(alias = "uuid")]
    Uuid,
    /// A whole number of up to 128 bits, as Java's `BigInteger`.
    BigInteger,
    /// A decimal of up to 128 bits, its digits after the point as written, as Java's `BigDecimal`.
    BigDecimal,
    /// A SQL decimal.
    #[serde(alias = "decimal")]
    Decimal {
        /// Digits in all, 1 to 38.
        precision: u8,
        /// Digits after the point, 0 to `precision`.
        scale: u8,
    },
    /// Several columns in order: a SQL row, or Flink's `Row`.
    #[serde(alias = "row")]
    Row(ColumnTypes),
    /// A tuple (Flink `TupleN`).
    #[serde(alias = "tuple")]
    Tuple(ColumnTypes),
    /// A list whose items are all of one type.
    #[serde(alias = "list")]
    List(ColumnTypes),
}

impl KeyType {
    /// Every key type that has no part of its own, in the order shown.
    pub const ALL: [Self; 16] = [
        Self::String,
        Self::I64,
        Self::I32,
        Self::I16,
        Self::Bytes,
        Self::I8,
        Self::Bool,
        Self::Char,
        Self::F32,
        Self::F64,
        Self::Date,
        Self::Timestamp,
        Self::SqlTimestamp,
        Self::Uuid,
        Self::BigInteger,
        Self::BigDecimal,
    ];
    /// Stands for decimals of any precision in a list of what an engine takes.
    pub const DECIMALS: Self = Self::Decimal { precision: 38, scale: 0 };
    /// Stands for decimals that fit a 64-bit integer in a list of what an engine takes.
    pub const LONG_DECIMALS: Self = Self::Decimal { precision: 18, scale: 0 };
    /// Stands for rows of any columns in a list of what an engine takes.
    pub const ROWS: Self = Self::Row(ColumnTypes::NONE);
    /// Stands for tuples of any fields in a list of what an engine takes.
    pub const TUPLES: Self = Self::Tuple(ColumnTypes::NONE);
    /// Stands for lists of any items in a list of what an engine takes.
    pub const LISTS: Self = Self::List(ColumnTypes::NONE);

    /// The name used on the command line and on screen, without the parts of a type that has any.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::I64 => "i64",
            Self::I32 => "i32",
            Self::I16 => "i16",
            Self::Bytes => "bytes",
            Self::I8 => "i8",
            Self::Bool => "bool",
            Self::Char => "char",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Date => "date",
            Self::Timestamp => "timestamp",
            Self::SqlTimestamp => "sql-timestamp",
            Self::Uuid => "uuid",
            Self::BigInteger => "big-integer",
            Self::BigDecimal => "big-decimal",
            Self::Decimal { .. } => "decimal",
            Self::Row(_) => "row",
            Self::Tuple(_) => "tuple",
            Self::List(_) => "list",
        }
    }

    /// Whether a list of what an engine takes holds this type; one of columns only where it holds each column's as well.
    #[must_use]
    pub fn is_among(self, taken: &[Self]) -> bool {
        let holds = |other: &Self| match (self, *other) {
            (Self::Decimal { precision, .. }, Self::Decimal { precision: most, .. }) => precision <= most,
            (one, other) => one.name() == other.name(),
        };
        taken.iter().any(holds)
            && self.columns().is_none_or(|columns| columns.iter().all(|column| column.is_among(taken)))
    }

    /// The types of a list of what an engine takes, for messages.
    #[must_use]
    pub fn listed(taken: &[Self]) -> String {
        let name = |key_type: &Self| match key_type {
            Self::Decimal { precision, .. } => format!("decimal of up to {precision} digits"),
            Self::Row(_) => "row (several columns)".to_owned(),
            single => single.name().to_owned(),
        };
        taken.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The columns of a type that has any.
    #[must_use]
    pub const fn columns(self) -> Option<ColumnTypes> {
        match self {
            Self::Row(columns) | Self::Tuple(columns) | Self::List(columns) => Some(columns),
            _ => None,
        }
    }

    /// Whether a number alone can be a key of it, so that keys can be generated: text, bytes and integers.
    #[must_use]
    pub const fn is_generated(self) -> bool {
        matches!(self, Self::String | Self::I64 | Self::I32 | Self::I16 | Self::I8 | Self::Bytes)
    }

    /// The type of a name: one of [`Self::name`], `decimal(10,2)`, several separated by commas (a row), or such a list in
    /// `row(…)` or `tuple(…)`; one type in `list(…)`.
    ///
    /// # Errors
    /// What was found and what is allowed, in one sentence.
    pub fn named(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if split_outside_brackets(text).len() > 1 {
            return Ok(Self::Row(columns(text)?));
        }
        if let Some(found) = Self::ALL.into_iter().find(|key_type| key_type.name() == text) {
            return Ok(found);
        }
        let Some((outer, inner)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            return Err(no_such_type(text));
        };
        match outer.trim() {
            "decimal" => decimal(inner),
            "row" => Ok(Self::Row(columns(inner)?)),
            "tuple" => Ok(Self::Tuple(columns(inner)?)),
            "list" => {
                let types = columns(inner)?;
                if types.iter().count() == 1 { Ok(Self::List(types)) } else { Err(LIST_OF_ONE.to_owned()) }
            }
            _ => Err(no_such_type(text)),
        }
    }
}

/// What is said of a list of several types.
pub(super) const LIST_OF_ONE: &str = "list(…) takes one type, that of every item";

fn no_such_type(text: &str) -> String {
    let names = KeyType::ALL.map(KeyType::name).join(", ");
    format!(
        "\"{}\" is no key type: allowed are {names}, decimal(10,2), several of them separated by commas, tuple(…), row(…) and \
         list(…)",
        crate::plain::excerpt(text)
    )
}

fn columns(text: &str) -> Result<ColumnTypes, String> {
    let types = split_outside_brackets(text).into_iter().map(KeyType::named).collect::<Result<Vec<_>, _>>()?;
    ColumnTypes::new(&types)
}

fn decimal(text: &str) -> Result<KeyType, String> {
    let parts = text.split_once(',').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse().ok();
    let (Some(precision), Some(scale)) = (number(parts.0), number(parts.1)) else {
        return Err(format!(
            "decimal({}): a precision and a scale are needed, as decimal(10,2)",
            crate::plain::excerpt(text)
        ));
    };
    let found = KeyType::Decimal { precision, scale };
    found.check().map(|()| found)
}

impl KeyType {
    /// Checks precision, scale and columns, which a scenario file may get wrong.
    ///
    /// # Errors
    /// What was found and what is allowed, in one sentence.
    pub fn check(self) -> Result<(), String> {
        match self {
            Self::Decimal { precision, scale } if !(1..=38).contains(&precision) || scale > precision => Err(format!(
                "{self}: the precision is 1 to 38 digits, and at most as many of them stand after the point"
            )),
            Self::List(types) if types.iter().count() != 1 => Err(LIST_OF_ONE.to_owned()),
            Self::Row(types) | Self::Tuple(types) if types.iter().count() == 0 => {
                Err(format!("{self}: at least one column is needed"))
            }
            _ => self.columns().map_or(Ok(()), |columns| columns.iter().try_for_each(Self::check)),
        }
    }
}

/// Parts separated by commas that stand in no brackets.
fn split_outside_brackets(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_u32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

impl fmt::Display for KeyType {
    /// As [`KeyType::named`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Decimal { precision, scale } => write!(f, "({precision},{scale})"),
            Self::Row(columns) | Self::Tuple(columns) | Self::List(columns) => write!(f, "({columns})"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["string", "i8", "decimal(10,2)", "row(string,i64)", "tuple(string,decimal(38,0),i32)", "list(f64)"]
        {
            assert_eq!(KeyType::named(text).unwrap().to_string(), text);
        }
        assert_eq!(KeyType::named("string, i64"), KeyType::named("row(string,i64)"));
        assert_eq!(KeyType::named("decimal(5)").unwrap().to_string(), "decimal(5,0)");
        for key_type in KeyType::ALL {
            assert_eq!(KeyType::named(key_type.name()), Ok(key_type));
        }
    }

    #[test]
    fn what_is_no_type_is_told() {
        for (text, told) in [
            ("strin", "\"strin\" is no key type: allowed are string, i64"),
            ("string,", "\"\" is no key type"),
            ("decimal(39,2)", "decimal(39,2): the precision is 1 to 38 digits"),
            ("decimal(x)", "decimal(x): a precision and a scale are needed"),
            ("row(row(i8))", "a column cannot be row(i8)"),
            ("list(i8,i8)", "list(…) takes one type"),
            ("row(string", "\"row(string\" is no key type"),
            ("i8,i8,i8,i8,i8,i8,i8,i8,i8", "9 columns: at most 8 are allowed"),
        ] {
            let found = KeyType::named(text).unwrap_err();
            assert!(found.starts_with(told), "{text}: {found}");
        }
    }

    #[test]
    fn columns_are_taken_where_each_is() {
        let taken = [KeyType::String, KeyType::I64, KeyType::ROWS, KeyType::DECIMALS];
        let of = |text: &str| KeyType::named(text).unwrap().is_among(&taken);
        assert!(of("string,i64") && of("decimal(9,1)") && of("row(decimal(30,2))"));
        assert!(!of("string,i32") && !of("tuple(string)") && !of("bool"));
    }
}
