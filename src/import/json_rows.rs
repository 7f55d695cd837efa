//! One JSON object a line.

use super::cells::Cell;
use super::chunks::Block;
use super::error::ImportError;
use super::line_rows::lines;
use super::rows::{Fields, RowReader};
use crate::keys::KeyRow;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A value of an object, as far as a key or a number can be made of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Scalar<'a> {
    /// JSON's null, or no such field.
    Null,
    /// A text, or a number or truth value as it is written.
    Text(Cow<'a, str>),
    /// A number with a fraction, with an exponent, or beyond 64 bits.
    Float(f64),
    /// A list or an object.
    Other(&'static str),
}

/// The fields of one line by name, in the order of `names`.
///
/// # Errors
/// Where the line is no JSON object: the byte of the defect, from 0, and what it is.
pub(super) fn pick<'a>(line: &'a [u8], names: &[&str]) -> Result<Vec<Scalar<'a>>, (usize, String)> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let picked = Pick { names }.deserialize(&mut json).and_then(|picked| json.end().map(|()| picked));
    picked.map_err(|error| {
        // The crate's text ends with the line and column, which are told otherwise.
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
        (error.column().saturating_sub(1), format!("this is no JSON object: {text}"))
    })
}

/// Hands on every object of a block. False once `take` wants no more.
pub(super) fn read(reader: &mut RowReader<'_>, block: &Block, take: &mut impl FnMut(&KeyRow<'_>) -> bool) -> bool {
    let layout = reader.layout;
    let wanted = [Some(layout.key), layout.load, layout.state];
    let names: Vec<&str> = wanted.iter().flatten().map(|&column| layout.columns[column].as_str()).collect();
    for (start, line) in lines(&block.bytes) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        if line.len() > super::MAX_ROW_BYTES {
            reader.reject(block, start, || super::chunks::TOO_LONG.to_owned());
            continue;
        }
        let mut picked = match pick(line, &names) {
            Ok(picked) => picked,
            Err((offset, reason)) => {
                reader.reject(block, start + offset, || reason);
                continue;
            }
        };
        for value in &mut picked[1..] {
            // Whether it is whole shows where it is read as a number. No exponent is written, so nothing is lost.
            if let Scalar::Float(number) = value {
                *value = Scalar::Text(Cow::Owned(number.to_string()));
            }
        }
        let unfit = names.iter().zip(&picked).find_map(|(name, value)| match value {
            Scalar::Other(kind) => Some((*name, *kind)),
            Scalar::Float(_) => Some((*name, "a number with a fraction, an exponent or more than 64 bits")),
            Scalar::Null | Scalar::Text(_) => None,
        });
        if let Some((name, kind)) = unfit {
            reader.reject(block, start, || format!("\"{name}\" is {kind}: a text or a whole number is needed"));
            continue;
        }
        let mut cells = picked.iter().map(|value| match value {
            Scalar::Text(text) => Cell::of(text.as_bytes()),
            Scalar::Null | Scalar::Float(_) | Scalar::Other(_) => Cell { bytes: b"", is_null: true },
        });
        let key = cells.next().unwrap_or(Cell { bytes: b"", is_null: true });
        let load = layout.load.and_then(|_| cells.next());
        let state = layout.state.and_then(|_| cells.next());
        match reader.row(&Fields { key, load, state }, take) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(fault) => reader.reject(block, start, || fault.reason),
        }
    }
    true
}

/// Reads an object for some of its fields.
struct Pick<'n> {
    names: &'n [&'n str],
}

impl<'de> DeserializeSeed<'de> for Pick<'_> {
    type Value = Vec<Scalar<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Pick<'_> {
    type Value = Vec<Scalar<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut picked = vec![Scalar::Null; self.names.len()];
        while let Some(Scalar::Text(name)) = map.next_key()? {
            match self.names.iter().position(|wanted| *wanted == name) {
                // Of a name that stands twice the last one counts, as for most readers of JSON.
                Some(at) => picked[at] = map.next_value()?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(picked)
    }
}

impl<'de> de::Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OfScalar)
    }
}

struct OfScalar;

impl<'de> Visitor<'de> for OfScalar {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Borrowed(if value { "true" } else { "false" })))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_string())))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_string())))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Float(value))
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Scalar<'de>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other("a list"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other("an object"))
    }
}

/// Whether a list of JSON lines begins as one. `has_objects` tells whether any line that was looked at is an object.
///
/// # Errors
/// One array, or objects over several lines: no line can be read by itself.
pub(super) fn check_first(line: Option<&[u8]>, has_objects: bool) -> Result<(), ImportError> {
    let Some(line) = line else { return Ok(()) };
    let is_whole = || serde_json::from_slice::<IgnoredAny>(line).is_ok();
    if line.trim_ascii_start().first() == Some(&b'[') && !(has_objects && is_whole()) {
        return Err(ImportError::new("is a JSON array: one object a line is read, as jq -c '.[]' writes them"));
    }
    if has_objects {
        return Ok(());
    }
    Err(ImportError::new(
        "holds no JSON object that is one line by itself, as far as it was looked at: one object a line is read, as jq -c . writes them",
    ))
}

/// The names of an object's fields, in their order; none where the line is no object.
pub(super) fn names(line: &[u8]) -> Option<Vec<String>> {
    struct Names;
    impl<'de> Visitor<'de> for Names {
        type Value = Vec<String>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<String>, A::Error> {
            let mut names = Vec::new();
            while let Some((name, _)) = map.next_entry::<String, IgnoredAny>()? {
                names.push(name);
            }
            Ok(names)
        }
    }
    let mut json = serde_json::Deserializer::from_slice(line);
    json.deserialize_map(Names).ok().filter(|_| json.end().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_picked_by_name() {
        let text = |text: &str| Scalar::Text(Cow::Owned(text.to_owned()));
        let line = br#"{"other": [1, {"k": 2}], "n": -7, "k": "a\n", "x": 1.5, "t": true, "o": {}}"#;
        assert_eq!(
            pick(line, &["k", "n", "x", "t", "o", "none"]).unwrap(),
            [text("a\n"), text("-7"), Scalar::Float(1.5), text("true"), Scalar::Other("an object"), Scalar::Null]
        );
        assert_eq!(
            pick(b"[1]", &["k"]).unwrap_err().1,
            "this is no JSON object: invalid type: sequence, expected an object"
        );
        assert_eq!(
            pick(b"{\"k\": 1} x", &["k"]).unwrap_err(),
            (9, "this is no JSON object: trailing characters".to_owned())
        );
    }
}
