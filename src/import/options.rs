//! What is told of a list: its format, its header, which column holds what.

use crate::keys::KeyType;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// How the rows of a list are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ListFormat {
    /// Found from the first rows.
    #[default]
    Auto,
    /// Fields between delimiters, quoted where needed (RFC 4180).
    Csv,
    /// The same between tabs.
    Tsv,
    /// One JSON object a line.
    JsonLines,
    /// One key a line, with its load after a tab where it is not 1.
    Lines,
}

impl ListFormat {
    /// Every format, in the order shown.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Csv, Self::Tsv, Self::JsonLines, Self::Lines];

    /// The name used on the command line and on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::JsonLines => "json-lines",
            Self::Lines => "lines",
        }
    }

    /// Whether it is left to be found.
    #[must_use]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    pub fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

/// Whether the first row holds the names of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum HeaderRow {
    /// Found from the first rows.
    #[default]
    Auto,
    /// It does.
    Yes,
    /// It holds a key.
    No,
}

impl HeaderRow {
    /// Every choice, in the order shown.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Yes, Self::No];

    /// The name used on the command line and on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Yes => "yes",
            Self::No => "no",
        }
    }

    /// Whether it is left to be found.
    #[must_use]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    pub fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

/// A column, told by its name or its number; written as a text or a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum ColumnChoice {
    /// Found from the names and the first rows.
    #[default]
    Auto,
    /// None at all.
    Without,
    /// 1 = the first.
    Number(u32),
    /// As the header, or the field of the JSON objects, spells it.
    Name(String),
}

impl ColumnChoice {
    /// Whether it is left to be found.
    #[must_use]
    pub fn is_auto(&self) -> bool {
        *self == Self::Auto
    }

    /// A column of the command line: a number is a number, everything else a name.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::of_number)
    }

    /// A number as it is written: 0 stands for no column.
    const fn of_number(number: u32) -> Self {
        if number == 0 { Self::Without } else { Self::Number(number) }
    }
}

impl Serialize for ColumnChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str(""),
            Self::Without => serializer.serialize_u32(0),
            Self::Number(number) => serializer.serialize_u32(*number),
            Self::Name(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for ColumnChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfColumn;
        impl Visitor<'_> for OfColumn {
            type Value = ColumnChoice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a column in quotes, or its number, 1 = the first and 0 = none")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<ColumnChoice, E> {
                Ok(if name.is_empty() { ColumnChoice::Auto } else { ColumnChoice::Name(name.to_owned()) })
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<ColumnChoice, E> {
                let number =
                    u32::try_from(number).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))?;
                Ok(ColumnChoice::of_number(number))
            }
        }
        deserializer.deserialize_any(OfColumn)
    }
}

/// How a list is to be read; what is left out is found from its first rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListOptions {
    /// What the keys are to the engine.
    pub key_type: KeyType,
    /// How the rows are written.
    pub format: ListFormat,
    /// Between two fields; an ASCII character that is neither a quote nor a line's end.
    pub delimiter: Option<char>,
    /// Whether the first row holds names.
    pub header: HeaderRow,
    /// The column of the keys.
    pub key: ColumnChoice,
    /// The column of the loads, whole numbers of records.
    pub load: ColumnChoice,
    /// The column of the state, whole numbers of bytes.
    pub state_bytes: ColumnChoice,
    /// The share of the rows that may be unreadable, 0 to 1; any where it is not told.
    pub rejected_at_most: Option<f64>,
}
