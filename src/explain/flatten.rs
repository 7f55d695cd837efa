//! Text as it is pasted – escaped, quoted, coloured, wrapped – in one plain form: runs of white space are one space, or one line
//! break where they hold one; escapes of JSON and HTML are the characters that they stand for.

/// Bytes kept back until more is known: no escape is longer.
const HELD: usize = 24;

/// Flattens text that comes in parts.
#[derive(Debug, Default)]
pub(super) struct Flattener {
    held: String,
}

impl Flattener {
    /// Takes a part; what is decided is appended to `out`.
    pub fn push(&mut self, text: &str, out: &mut String) {
        self.held.push_str(text);
        let limit = self.held.floor_char_boundary(self.held.len().saturating_sub(HELD));
        let rest = flatten(&self.held, limit, out);
        self.held.drain(..rest);
    }

    /// The rest.
    pub fn finish(&mut self, out: &mut String) {
        let held = std::mem::take(&mut self.held);
        flatten(&held, held.len(), out);
    }
}

/// Flattens `text` up to `limit`; an escape that begins before it may end behind it. Where it stopped.
fn flatten(text: &str, limit: usize, out: &mut String) -> usize {
    let mut at = 0;
    while at < limit {
        let Some(c) = text[at..].chars().next() else { break };
        let rest = &text[at..];
        let (meant, length) = match c {
            '\u{1b}' => (None, colour(rest)),
            '\\' => escaped(rest),
            '&' => entity(rest),
            '\u{2018}' | '\u{2019}' => (Some('\''), c.len_utf8()),
            '\u{201c}' | '\u{201d}' => (Some('"'), c.len_utf8()),
            _ => (Some(c), c.len_utf8()),
        };
        if let Some(meant) = meant {
            append(meant, out);
        }
        at += length;
    }
    at
}

fn append(c: char, out: &mut String) {
    if !c.is_whitespace() {
        out.push(c);
        return;
    }
    let space = if matches!(c, '\n' | '\r') { '\n' } else { ' ' };
    match out.chars().next_back() {
        Some('\n') => {}
        Some(' ') if space == ' ' => {}
        Some(' ') => {
            out.pop();
            out.push(space);
        }
        _ => out.push(space),
    }
}

/// Bytes of a colour or another order to a terminal.
fn colour(text: &str) -> usize {
    let Some(order) = text.strip_prefix("\u{1b}[") else { return 1 };
    order.bytes().take(HELD - 3).position(|byte| (0x40..=0x7e).contains(&byte)).map_or(1, |end| end + 3)
}

/// What a backslash, or several where a text was quoted more than once, stands for, and its bytes.
fn escaped(text: &str) -> (Option<char>, usize) {
    let slashes = text.bytes().take(8).take_while(|&byte| byte == b'\\').count();
    let rest = &text[slashes..];
    match rest.chars().next() {
        Some('n' | 'r') => (Some('\n'), slashes + 1),
        Some('t') => (Some(' '), slashes + 1),
        Some(quote @ ('"' | '\'' | '/')) => (Some(quote), slashes + 1),
        Some('u') => {
            let code = rest.get(1..5).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            code.and_then(char::from_u32).map_or((Some('\\'), 1), |c| (Some(c), slashes + 5))
        }
        _ => (Some('\\'), 1),
    }
}

fn entity(text: &str) -> (Option<char>, usize) {
    let known = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"'), ("&#39;", '\''), ("&#x27;", '\'')];
    let found = known.into_iter().find(|(name, _)| text.starts_with(name));
    found.map_or((Some('&'), 1), |(name, c)| (Some(c), name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(parts: &[&str]) -> String {
        let (mut flattener, mut out) = (Flattener::default(), String::new());
        for part in parts {
            flattener.push(part, &mut out);
        }
        flattener.finish(&mut out);
        out
    }

    #[test]
    fn escapes_and_breaks_become_what_they_stand_for() {
        let text = "a \\t b\\\\n\\\"c\\\" \u{1b}[1;31mred\u{1b}[0m 0 &lt; 1\r\n  d\\u0027s C:\\dir \u{201c}q\u{201d}";
        let expected = "a b\n\"c\" red 0 < 1\nd's C:\\dir \"q\"";
        assert_eq!(flat(&[text]), expected);
        let parts: Vec<String> = text.chars().map(String::from).collect();
        assert_eq!(flat(&parts.iter().map(String::as_str).collect::<Vec<_>>()), expected);
        assert_eq!(flat(&["\\", "\\u12", "&am", "\u{1b}"]), "\\\\u12&am");
    }
}
