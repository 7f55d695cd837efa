//! Types of the columns of a key, small enough to be copied about as a key type is.

use super::key_type::KeyType;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The most columns of a key.
pub const MAX_COLUMNS: usize = 8;

/// The types of one to [`MAX_COLUMNS`] columns, none of which has columns of its own.
///
/// # Design
/// A key type is copied everywhere, so it cannot hold a list. Each column's type is a number here instead: its place in
/// [`KeyType::ALL`], or past the end of that a precision and a scale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ColumnTypes {
    codes: [u16; MAX_COLUMNS],
    count: u8,
}

/// Codes from here on are decimals.
const DECIMALS: u16 = 64;
/// More than any scale.
const SCALES: u16 = 256;

impl ColumnTypes {
    /// No column: stands for any columns in a list of what an engine takes.
    pub const NONE: Self = Self { codes: [0; MAX_COLUMNS], count: 0 };

    /// So many columns of these types.
    ///
    /// # Errors
    /// A sentence that says why not: too many, or columns inside a column.
    pub fn new(types: &[KeyType]) -> Result<Self, String> {
        if types.len() > MAX_COLUMNS {
            return Err(format!("{} columns: at most {MAX_COLUMNS} are allowed", types.len()));
        }
        let mut found = Self::NONE;
        for (code, key_type) in found.codes.iter_mut().zip(types) {
            *code = encode(*key_type).ok_or_else(|| {
                format!("a column cannot be {key_type}: allowed are types without columns of their own")
            })?;
            found.count += 1;
        }
        Ok(found)
    }

    /// The types in their order.
    pub fn iter(&self) -> impl Iterator<Item = KeyType> {
        self.codes.into_iter().take(self.count.into()).map(decode)
    }
}

fn encode(key_type: KeyType) -> Option<u16> {
    if let KeyType::Decimal { precision, scale } = key_type {
        return Some(DECIMALS + u16::from(precision.min(99)) * SCALES + u16::from(scale));
    }
    let place = KeyType::ALL.iter().position(|known| *known == key_type)?;
    u16::try_from(place).ok()
}

fn decode(code: u16) -> KeyType {
    if code < DECIMALS {
        return KeyType::ALL.get(usize::from(code)).copied().unwrap_or_default();
    }
    let part = |number: u16| u8::try_from(number).unwrap_or(u8::MAX);
    KeyType::Decimal { precision: part((code - DECIMALS) / SCALES), scale: part((code - DECIMALS) % SCALES) }
}

impl fmt::Display for ColumnTypes {
    /// Separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, key_type) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(",")?;
            }
            key_type.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for ColumnTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for ColumnTypes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ColumnTypes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&Vec::<KeyType>::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_comes_back() {
        let decimals = [(1, 0), (38, 38), (10, 2)].map(|(precision, scale)| KeyType::Decimal { precision, scale });
        for types in KeyType::ALL.chunks(MAX_COLUMNS).chain([&decimals[..]]) {
            let columns = ColumnTypes::new(types).unwrap();
            assert_eq!(columns.iter().collect::<Vec<_>>(), types);
            let text = ron::to_string(&columns).unwrap();
            assert_eq!(ron::from_str::<ColumnTypes>(&text).unwrap(), columns, "{text}");
        }
    }

    #[test]
    fn a_file_with_too_many_columns_or_columns_in_columns_is_refused() {
        let told = |text: &str| ron::from_str::<ColumnTypes>(text).unwrap_err().to_string();
        assert!(told("[I8,I8,I8,I8,I8,I8,I8,I8,I8]").contains("9 columns: at most 8 are allowed"));
        assert!(told("[Row([I8])]").contains("a column cannot be row(i8)"));
    }
}
