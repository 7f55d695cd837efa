//! Keys as text.

use super::calendar::{date_text, timestamp_text};
use super::fields::quoted;
use super::value::Value;
use std::fmt;

impl fmt::Display for Value {
    /// The key as one would type it, so that it is read back; bytes as hex digits, columns with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::I8(v) => v.fmt(f),
            Self::I16(v) => v.fmt(f),
            Self::I32(v) => v.fmt(f),
            Self::I64(v) => v.fmt(f),
            Self::Bool(v) => v.fmt(f),
            Self::F32(v) => v.fmt(f),
            Self::F64(v) => v.fmt(f),
            Self::BigInt(v) => v.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Char(unit) => f.write_str(&String::from_utf16_lossy(&[*unit])),
            Self::Decimal { unscaled, scale, .. } => decimal(f, *unscaled, *scale),
            Self::Uuid(uuid) => {
                let digits = format!("{uuid:032x}");
                let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
                f.write_str(&groups.join("-"))
            }
            Self::Date(days) => f.write_str(&date_text(*days)),
            Self::TimestampMicros(micros) => f.write_str(&timestamp_text(*micros)),
            Self::SqlTimestampMillis(millis) => f.write_str(&timestamp_text(millis.saturating_mul(1000))),
            Self::Row(items) | Self::Tuple(items) | Self::List(items) => columns(f, items),
            Self::Null | Self::Utf16(_) => write!(f, "{self:?}"),
        }
    }
}

/// An empty column is null, so an empty text stands in quotes.
fn columns(f: &mut fmt::Formatter<'_>, items: &[Value]) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            f.write_str(",")?;
        }
        match item {
            Value::Null => {}
            Value::Text(_) | Value::Char(_) => f.write_str(&quoted(&item.to_string()))?,
            Value::Bytes(bytes) if bytes.is_empty() => f.write_str("\"\"")?,
            other => write!(f, "{other}")?,
        }
    }
    Ok(())
}

fn decimal(f: &mut fmt::Formatter<'_>, unscaled: i128, scale: i32) -> fmt::Result {
    let after = usize::try_from(scale).unwrap_or(0);
    let digits = unscaled.unsigned_abs().to_string();
    // Not by a width of a format, of which the standard library takes no more than 65 535.
    let digits = "0".repeat((after + 1).saturating_sub(digits.len())) + &digits;
    let (whole, rest) = digits.split_at(digits.len() - after);
    let sign = if unscaled < 0 { "-" } else { "" };
    if after == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_as_many_digits_as_their_scale() {
        let text = |unscaled, scale| Value::Decimal { unscaled, scale, precision: 0 }.to_string();
        assert_eq!((text(-150, 2), text(5, 3), text(0, 0)), ("-1.50".to_owned(), "0.005".to_owned(), "0".to_owned()));
        let long = text(7, 70_000);
        assert_eq!(long.len(), 70_002);
        assert!(long.starts_with("0.000") && long.ends_with("0007"));
    }
}
