//! Where something stands in a scenario's text: line and column, both from 1.

/// Line and column of a byte offset.
pub(super) fn at(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The byte that a line and column stand for; the end of the text past it.
pub(super) fn offset(text: &str, (line, column): (usize, usize)) -> usize {
    let line_start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    text[line_start..].char_indices().nth(column - 1).map_or(text.len(), |(offset, _)| line_start + offset)
}

/// Line and column of the first field of this name in a file of this program; texts and comments are passed over.
#[must_use]
pub fn of_field(text: &str, field: &str) -> Option<(usize, usize)> {
    field_from(&code_only(text), field, 0).map(|offset| at(text, offset))
}

/// The place that a message about a checked value is about: the number or key that it quotes first, else the innermost of
/// the fields that it names before its first "is", as in `keys: load: exponent is -1`; in a list, the entry that it calls bad.
#[must_use]
pub fn of_message(text: &str, message: &str) -> Option<(usize, usize)> {
    let code = code_only(text);
    let (path, rest) = split_path(message);
    let outer = path.iter().fold(None, |from, field| field_from(&code, field, from.unwrap_or(0)).or(from));
    let mut words = rest.split([' ', ':']).take_while(|word| *word != "is");
    let offset = if path.is_empty() {
        quoted(text, &code, rest).or_else(|| words.by_ref().take(2).find_map(|word| field_from(&code, word, 0)))
    } else {
        let field = words.find_map(|word| field_from(&code, word, outer.unwrap_or(0))).or(outer);
        field.map(|field| entry(&code, field, rest).unwrap_or(field))
    };
    offset.map(|offset| at(text, offset))
}

/// The field whose value a place is written in, where that value is a `Some(…)` and nothing else lies around the place.
pub(super) fn field_of_some(text: &str, place: (usize, usize)) -> Option<String> {
    let code = code_only(text);
    let before = &code[..offset(text, place)];
    let mut closed = 0;
    let open = before.rfind(|c| match c {
        ')' | ']' => {
            closed += 1;
            false
        }
        '(' | '[' if closed > 0 => {
            closed -= 1;
            false
        }
        c => c == '(' || c == '[',
    })?;
    let field = before[..open].trim_end().strip_suffix("Some")?.trim_end().strip_suffix(':')?.trim_end();
    let start = field.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    Some(field[start..].to_owned())
}

/// Offset of the entry that a message calls bad, as in `a weight in nodes is 0`, where the field there holds a list.
fn entry(code: &str, field: usize, message: &str) -> Option<usize> {
    let start = field + code[field..].find(':')? + 1;
    let list = code[start..].split(']').next().filter(|list| list.trim_start().starts_with('['))?;
    let (_, value) = message.split_once(" is ")?;
    word_from(&code[..start + list.len()], value.split([' ', ':']).next()?, start)
}

/// Whether there is nothing but comments.
pub(super) fn is_blank(text: &str) -> bool {
    code_only(text).trim().is_empty()
}

/// The number or quoted text that a message opens with, where it stands in the scenario.
fn quoted(text: &str, code: &str, message: &str) -> Option<usize> {
    let first = message.split(' ').next().unwrap_or("");
    if first.parse::<u64>().is_ok() {
        // A small number may stand anywhere: the one after the field that the message names next is meant.
        let field = message.split([' ', ':']).nth(1).and_then(|field| field_from(code, field, 0));
        return word_from(code, first, field.unwrap_or(0));
    }
    if message.starts_with("the derived bucket count") {
        return field_from(code, "buckets", 0);
    }
    let (_, key) = message.split_once('"')?;
    let key = key.split('"').next()?;
    text.find(&format!("\"{key}\"")).or_else(|| word_from(code, key, 0))
}

/// `keys: load: exponent is -1` → `[keys, load]` and the words after them.
fn split_path(message: &str) -> (Vec<&str>, &str) {
    let (mut path, mut rest) = (Vec::new(), message);
    while let Some((head, tail)) = rest.split_once(": ")
        && !head.is_empty()
        && head.chars().all(is_word)
        && !head.starts_with(|c: char| c.is_ascii_digit())
    {
        path.push(head);
        rest = tail;
    }
    (path, rest)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Offset of a field's name at or after `from`.
fn field_from(code: &str, field: &str, from: usize) -> Option<usize> {
    words_from(code, field, from).find(|start| code[start + field.len()..].trim_start().starts_with(':'))
}

/// Offset of a whole word at or after `from`.
fn word_from(code: &str, word: &str, from: usize) -> Option<usize> {
    words_from(code, word, from).next()
}

fn words_from<'a>(code: &'a str, word: &'a str, from: usize) -> impl Iterator<Item = usize> + 'a {
    let found = code[from..].match_indices(word).map(move |(start, _)| from + start);
    found.filter(move |&start| {
        !word.is_empty() && !code[..start].ends_with(is_word) && !code[start + word.len()..].starts_with(is_word)
    })
}

/// The word, number or single character that stands at a line and column or after the space there; `None` where the file ends
/// with it.
pub(super) fn found_at(text: &str, place: (usize, usize)) -> Option<&str> {
    let offset = offset(text, place);
    let offset = offset + text[offset..].find(|c: char| !c.is_whitespace())?;
    let start = offset - text[..offset].chars().rev().take_while(|&c| in_token(c)).map(char::len_utf8).sum::<usize>();
    let token = token(&text[start..]);
    if start + token.len() == text.trim_end().len() { None } else { Some(token) }
}

/// The place of the first character at or after a place that is neither space nor comment.
pub(super) fn next_token(text: &str, place: (usize, usize)) -> (usize, usize) {
    let mut offset = offset(text, place);
    loop {
        let rest = &text[offset..];
        offset += match rest.chars().next() {
            Some(c) if c.is_whitespace() => c.len_utf8(),
            Some('/') if hidden_length(rest) > 0 => hidden_length(rest),
            _ => return at(text, offset),
        };
    }
}

/// The word, number or single character that begins at a place; empty at the end of the text.
pub(super) fn token_at(text: &str, place: (usize, usize)) -> &str {
    token(&text[offset(text, place)..])
}

fn token(rest: &str) -> &str {
    let end = rest.find(|c| !in_token(c)).unwrap_or(rest.len());
    let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
    &rest[..end]
}

fn in_token(c: char) -> bool {
    is_word(c) || "+-.".contains(c)
}

/// The same text with every character in texts and comments replaced by a space, so that offsets stay and no name is found
/// inside of them.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        // The last letter of a name opens no text.
        let hidden = if is_word(c) && code.ends_with(is_word) { 0 } else { hidden_length(rest) };
        if hidden == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.extend(std::iter::repeat_n(' ', hidden));
            rest = &rest[hidden..];
        }
    }
    code
}

/// Bytes of the text, character or comment that begins here; 0 where none does.
fn hidden_length(rest: &str) -> usize {
    let mut chars = rest.chars();
    match (chars.next(), chars.next()) {
        (Some('/'), Some('/')) => rest.find('\n').unwrap_or(rest.len()),
        (Some('/'), Some('*')) => comment_length(rest),
        (Some('"'), _) => escaped_length(rest, '"'),
        // Where the quote is not closed right after one character, it is no character of RON.
        (Some('\''), Some('\\')) => escaped_length(rest, '\''),
        (Some('\''), Some(c)) if chars.next() == Some('\'') => c.len_utf8() + 2,
        (Some('b'), Some('"' | 'r')) => match hidden_length(&rest[1..]) {
            0 => 0,
            length => length + 1,
        },
        (Some('r'), Some('"' | '#')) => raw_length(rest),
        _ => 0,
    }
}

/// A comment between `/*` and `*/`, with others in it.
fn comment_length(rest: &str) -> usize {
    let (mut at, mut level) = (2, 1);
    while level > 0 {
        let inner = &rest[at..];
        match (inner.find("*/"), inner.find("/*")) {
            (Some(close), Some(open)) if open < close => (at, level) = (at + open + 2, level + 1),
            (Some(close), _) => (at, level) = (at + close + 2, level - 1),
            (None, _) => return rest.len(),
        }
    }
    at
}

/// A text or character between two quotes, in which a backslash takes the next character with it.
fn escaped_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if c == quote && !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// A raw text, as in `r#"a "b" \c"#`; 0 where it is a raw name, as in `r#name`.
fn raw_length(rest: &str) -> usize {
    let marks = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
    let Some(inner) = rest[1 + marks..].strip_prefix('"') else { return 0 };
    let close = format!("\"{}", "#".repeat(marks));
    inner.find(&close).map_or(rest.len(), |end| 2 + marks + end + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Scenario(\n    note: \"keys: (load: \\\"x\\\")\", // keys: none\n    buckets: Fixed(40000),\n    keys: \
                        Generated(count: 9,\n        load: HotKeys(count: 10, share: 0.5)),\n)\n";

    #[test]
    fn a_field_is_not_found_in_texts_and_comments() {
        assert_eq!(of_field(TEXT, "keys"), Some((4, 5)));
        assert_eq!(of_field(TEXT, "waves"), None);
    }

    /// What RON takes for a text, a character or a comment, each with a quote or a name in it.
    #[test]
    fn whatever_may_hold_a_name_is_passed_over() {
        for hidden in [
            r##"r#"a "keys: 1" \"#"##,
            r#"r"\""#,
            r#"b"keys: \"""#,
            r##"br#"keys: " "#"##,
            r#"'"'"#,
            r"'\''",
            r"'\u{22}'",
            "/* /* \" */ keys: */",
            "// \"keys: ",
        ] {
            let text = format!("Scenario(a: {hidden}\n, keys: 1)");
            assert_eq!(of_field(&text, "keys"), Some((2, 3)), "{text}");
        }
        // A name that ends with r before a text, and a raw name, open nothing.
        assert_eq!(of_field("r#for: 1, colour\"\\\"\", keys: 1", "keys"), Some((1, 23)));
    }

    #[test]
    fn the_innermost_field_or_the_value_is_meant() {
        assert_eq!(of_message(TEXT, "keys: load: count of hot keys is 10: allowed"), Some((5, 23)));
        assert_eq!(of_message(TEXT, "keys: count is 9 keys"), Some((4, 21)));
        assert_eq!(of_message(TEXT, "40000 buckets: at most 32768"), Some((3, 20)));
        assert_eq!(of_message(TEXT, "buckets is EngineDefault"), Some((3, 5)));
        assert_eq!(of_message(TEXT, "nothing of this"), None);
        let text = "engine: RisingWave(deal: Scheduled(nodes: [10, 0, 7])),\ninput_pieces: 0";
        assert_eq!(of_message(text, "engine: a weight in nodes is 0: allowed are 1 to 100000"), Some((1, 48)));
        assert_eq!(of_message(text, "engine: nodes has 1001 entries: at most 1000"), Some((1, 36)));
    }

    #[test]
    fn a_some_belongs_to_its_field() {
        let text = "plan: Some(Plan(\nfirst: (4), rest: [1]), last: 2), seed: (3)";
        let of = |line, column| field_of_some(text, (line, column));
        assert_eq!(
            [of(1, 12), of(2, 25), of(1, 17), of(2, 42)],
            [Some("plan".into()), Some("plan".into()), None, None]
        );
    }

    #[test]
    fn what_stands_at_a_place_is_read_whole() {
        assert_eq!(found_at("a: -12, b", (1, 5)), Some("-12"));
        assert_eq!(found_at("a: 1.5)", (1, 5)), Some("1.5"));
        assert_eq!(found_at("x\na: \n  \"é\"", (2, 3)), Some("\""));
        assert_eq!(found_at("a: [4, 4\n", (1, 8)), None);
        let text = ")  // over\n /* and */ out";
        assert_eq!((next_token(text, (1, 2)), token_at(text, (2, 12))), ((2, 12), "out"));
    }
}
