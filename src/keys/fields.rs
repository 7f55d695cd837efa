//! A line of fields with a separator between them, quoted as in CSV.

/// One field of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its text, without quotes.
    pub text: String,
    /// Whether it stood in quotes: an empty field that did not is null.
    pub is_quoted: bool,
}

/// The fields of a line. A field that begins with a quote ends at the next one; two quotes inside stand for one.
///
/// # Errors
/// Where a quote is never closed, or text follows a closed one.
pub fn split(line: &str, separator: char) -> Result<Vec<Field>, &'static str> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let (field, after) = if let Some(quoted) = rest.strip_prefix('"') {
            quoted_field(quoted)?
        } else {
            let end = rest.find(separator).unwrap_or(rest.len());
            (Field { text: rest[..end].to_owned(), is_quoted: false }, &rest[end..])
        };
        fields.push(field);
        if after.is_empty() {
            return Ok(fields);
        }
        rest = after.strip_prefix(separator).ok_or("text follows a closing quote")?;
    }
}

/// The field after an opening quote, and what follows its closing one.
fn quoted_field(quoted: &str) -> Result<(Field, &str), &'static str> {
    let (mut text, mut rest) = (String::new(), quoted);
    loop {
        let (before, after) = rest.split_once('"').ok_or("a quote is never closed")?;
        text.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                text.push('"');
                rest = more;
            }
            None => return Ok((Field { text, is_quoted: true }, after)),
        }
    }
}

/// A text as a field of a line with commas: in quotes where it would be read otherwise.
pub fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_what_separates_and_an_empty_field_may_be_null() {
        let of = |line: &str| {
            split(line, ',')
                .map(|fields| fields.into_iter().map(|field| (field.text, field.is_quoted)).collect::<Vec<_>>())
        };
        let field = |text: &str, is_quoted| (text.to_owned(), is_quoted);
        assert_eq!(of(""), Ok(vec![field("", false)]));
        assert_eq!(of("a,,\"\""), Ok(vec![field("a", false), field("", false), field("", true)]));
        assert_eq!(of("\"a,\"\"b\"\"\",c\"d"), Ok(vec![field("a,\"b\"", true), field("c\"d", false)]));
        assert_eq!(of("\"a"), Err("a quote is never closed"));
        assert_eq!(of("\"a\"b"), Err("text follows a closing quote"));
        assert_eq!(split("é|1", '|').unwrap().len(), 2);
        for text in ["", "a,b", "say \"hi\"", "plain", "two\nlines"] {
            assert_eq!(of(&quoted(text)).unwrap()[0].0, text);
        }
    }
}
