//! A form is followed through a text, from an anchor to both sides, as far as the text agrees.

use super::pattern::{Filling, Pattern, Piece};
use memchr::memchr;

/// A place where a form stands in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub start: usize,
    pub end: usize,
    /// One entry a hole.
    pub fillings: Vec<Filling>,
}

/// The longest name that is looked for, in bytes: vertices of chained operators have long ones.
const LONGEST_NAME: usize = 2000;
/// More digits than any number an engine prints here.
const MOST_DIGITS: usize = 18;

/// More bytes than an unusual number takes, such as one with a point or in other digits than the engine's.
const ODD_NUMBER: usize = 96;
/// The longest beginning of a text that may be the rest of a name, in bytes.
const REST_OF_NAME: usize = 100;

/// The text in which a form is followed.
pub(super) struct Ground<'a> {
    pub text: &'a str,
    /// Where the last sighting of the same message ended: no two share any text.
    pub floor: usize,
    /// Where the text begins in all that was read.
    pub offset: usize,
    /// For each piece of the form: it is known that no name ends between these places of all that was read. So a text in which an
    /// anchor stands again and again is looked through once.
    pub barren: &'a mut [(usize, usize)],
}

impl Ground<'_> {
    /// Follows the form to both sides from an anchor that stands at `at` in the text.
    pub fn follow(&mut self, pattern: &Pattern, at: usize, place: (usize, usize)) -> Place {
        let mut fillings = vec![Filling::Absent; pattern.holes.len()];
        let end = self.right(pattern, at, place, &mut fillings);
        let start = self.left(pattern, at - self.floor, place, &mut fillings) + self.floor;
        Place { start, end, fillings }
    }

    fn right(
        &mut self,
        pattern: &Pattern,
        at: usize,
        (first, offset): (usize, usize),
        fillings: &mut [Filling],
    ) -> usize {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let mut x = at;
        for (index, piece) in pattern.pieces.iter().enumerate().skip(first) {
            let next = pattern.words_at(index + 1);
            match *piece {
                Piece::Words(words) => {
                    let words = if index == first { &words[offset..] } else { words };
                    match words_right(words, bytes, x) {
                        (reached, true) => x = reached,
                        (reached, false) => return reached,
                    }
                }
                Piece::Number(hole) => {
                    let sign = usize::from(bytes.get(x) == Some(&b'-'));
                    let digits = bytes[x + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let end = if digits == 0 { x } else { x + sign + digits };
                    if digits > 0 {
                        fillings[hole] = number(&text[x..end], ends(bytes, end, next));
                    }
                    let follows = next.is_none_or(|words| words_right(first_byte(words), bytes, end).1);
                    x = match next {
                        _ if digits > 0 && follows => end,
                        // No number as the engine prints it; what comes behind it is still of the same message.
                        Some(words) => match behind_number(text, end, words) {
                            Some(behind) => behind,
                            None => return end,
                        },
                        None => return end,
                    };
                }
                Piece::Name(hole) => {
                    let Some(end) = self.name_right(x, index, next) else {
                        let bound = text.floor_char_boundary(text.len().min(x + LONGEST_NAME));
                        let end = memchr(b'\n', &bytes[x..bound]).map_or(bound, |end| x + end);
                        if end > x {
                            fillings[hole] = Filling::Name(text[x..end].to_owned(), false);
                        }
                        return end;
                    };
                    fillings[hole] = Filling::Name(one_line(&text[x..end]), true);
                    x = end;
                }
            }
        }
        x
    }

    /// To the left; places are counted from the floor.
    fn left(&self, pattern: &Pattern, at: usize, (first, offset): (usize, usize), fillings: &mut [Filling]) -> usize {
        let text = &self.text[self.floor..];
        let bytes = text.as_bytes();
        let mut x = at;
        for (index, piece) in pattern.pieces.iter().enumerate().take(first + 1).rev() {
            let before = index.checked_sub(1).and_then(|index| pattern.words_at(index));
            match *piece {
                Piece::Words(words) => {
                    let words = if index == first { &words[..offset] } else { words };
                    match words_left(words, bytes, x) {
                        (reached, true) => x = reached,
                        (reached, false) => return reached,
                    }
                }
                Piece::Number(hole) => {
                    let digits = bytes[..x].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
                    if digits == 0 {
                        return x;
                    }
                    let sign = usize::from(bytes[..x - digits].last() == Some(&b'-'));
                    let start = x - digits - sign;
                    let is_whole = before.is_some_and(|words| words_left(last_byte(words), bytes, start).1);
                    fillings[hole] = number(&text[start..x], if is_whole { End::Sure } else { End::Cut });
                    if !is_whole {
                        return start;
                    }
                    x = start;
                }
                Piece::Name(hole) => {
                    let Some(words) = before else { return x };
                    let Some(start) = name_left(text, x, words) else {
                        // What stands before it may be anything, unless the text begins with it.
                        let is_first = self.floor + self.offset == 0 && x > 0 && x <= REST_OF_NAME;
                        let rest = if is_first { without_prefix(&text[..x]) } else { "" };
                        if !rest.is_empty() && !rest.contains('\n') {
                            fillings[hole] = Filling::Name(rest.to_owned(), false);
                            return x - rest.len();
                        }
                        return x;
                    };
                    fillings[hole] = Filling::Name(one_line(&text[start..x]), true);
                    x = start;
                }
            }
        }
        x
    }

    /// Where a name that begins at `at` ends: before the words that follow it, or with its line.
    fn name_right(&mut self, at: usize, piece: usize, next: Option<&str>) -> Option<usize> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let bound = text.len().min(at + LONGEST_NAME);
        let Some(words) = next else {
            let end = memchr(b'\n', &bytes[at..bound]).map(|end| at + end);
            return end.or((bound == text.len()).then_some(bound)).filter(|&end| end > at);
        };
        let words = words.get(..24).unwrap_or(words);
        let (from, to) = self.barren[piece];
        let is_known = (from..to).contains(&(at + self.offset));
        let begin = if is_known { (to - self.offset).max(at + 1) } else { at + 1 };
        let found = (begin..bound).find(|&end| text.is_char_boundary(end) && words_right(words, bytes, end).1);
        if found.is_none() {
            self.barren[piece] = (if is_known { from } else { at + self.offset }, bound.max(begin) + self.offset);
        }
        found
    }
}

/// How a run of digits ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// What has to follow follows.
    Sure,
    /// The form and the text end with it.
    Open,
    /// It is cut off.
    Cut,
}

fn ends(bytes: &[u8], end: usize, next: Option<&str>) -> End {
    let rest = &bytes[end..];
    if rest.starts_with(b"..") || rest.starts_with("…".as_bytes()) {
        return End::Cut;
    }
    match next {
        Some(words) if words_right(first_byte(words), bytes, end).1 => End::Sure,
        Some(_) => End::Cut,
        None if rest.is_empty() => End::Open,
        None if rest[0].is_ascii_alphanumeric() || rest.len() > 1 && rest[0] == b'.' && rest[1].is_ascii_digit() => {
            End::Cut
        }
        None => End::Sure,
    }
}

fn number(digits: &str, end: End) -> Filling {
    match (end, digits.parse()) {
        (End::Sure, Ok(value)) if digits.len() <= MOST_DIGITS => Filling::Whole(value),
        (End::Open, Ok(value)) if digits.len() <= MOST_DIGITS => Filling::Last(value),
        _ => Filling::Cut(digits.chars().take(MOST_DIGITS).collect()),
    }
}

fn first_byte(words: &str) -> &str {
    words.get(..1).unwrap_or(words)
}

fn last_byte(words: &str) -> &str {
    words.get(words.len().saturating_sub(1)..).unwrap_or(words)
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

/// Follows fixed words to the right; where they end, or where the text stops agreeing. A line may be broken anywhere.
fn words_right(words: &str, text: &[u8], at: usize) -> (usize, bool) {
    let mut x = at;
    for expected in words.bytes() {
        if expected != b' ' {
            while text.get(x) == Some(&b'\n') {
                x += 1;
            }
        }
        match text.get(x) {
            Some(&found) if found == expected || expected == b' ' && is_space(found) => x += 1,
            _ => return (x, false),
        }
    }
    (x, true)
}

/// The same to the left, from the byte before `at`.
fn words_left(words: &str, text: &[u8], at: usize) -> (usize, bool) {
    let mut x = at;
    for expected in words.bytes().rev() {
        if expected != b' ' {
            while x > 0 && text[x - 1] == b'\n' {
                x -= 1;
            }
        }
        match x.checked_sub(1).map(|before| text[before]) {
            Some(found) if found == expected || expected == b' ' && is_space(found) => x -= 1,
            _ => return (x, false),
        }
    }
    (x, true)
}

/// Where a name that ends before `at` begins: behind the words before it.
fn name_left(text: &str, at: usize, words: &str) -> Option<usize> {
    let words = words.get(words.len().saturating_sub(24)..).unwrap_or(words);
    let bound = at.saturating_sub(LONGEST_NAME);
    (bound..at).rev().find(|&start| text.is_char_boundary(start) && words_left(words, text.as_bytes(), start).1)
}

/// Where the words behind a number stand that is not written as the engine does: with a point, separated thousands, other digits.
fn behind_number(text: &str, at: usize, words: &str) -> Option<usize> {
    let words = words.get(..12).unwrap_or(words);
    let rest = &text[at..text.floor_char_boundary(text.len().min(at + ODD_NUMBER))];
    let is_odd = |c: char| c.is_numeric() || ".,'_-+ \u{a0}\u{202f}\n".contains(c);
    for (step, c) in rest.char_indices() {
        if words_right(words, text.as_bytes(), at + step).1 {
            return Some(at + step);
        }
        if !is_odd(c) {
            return None;
        }
    }
    None
}

/// A name over several lines as one, each without what the log writes before it.
fn one_line(name: &str) -> String {
    let mut lines = name.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |name, line| format!("{name} {}", without_prefix(line)))
}

/// A line without the container that a log of several names before it, as in `jobmanager-0 | `.
fn without_prefix(line: &str) -> &str {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    line.split_once("| ").filter(|(name, _)| is_name(name.trim_end())).map_or(line, |(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "Vertex ‹vertex›'s width (‹#width|workers›) is above (‹#most|buckets›). Lower it to ‹#last|x›";

    fn found(text: &str) -> Place {
        let pattern = Pattern::new(FORM);
        let anchor = "is above";
        let mut barren = vec![(0, 0); pattern.pieces.len()];
        let mut ground = Ground { text, floor: 0, offset: 0, barren: &mut barren };
        ground.follow(&pattern, text.find(anchor).unwrap(), pattern.locate(anchor).unwrap())
    }

    #[test]
    fn a_whole_text_fills_every_hole() {
        let place = found("x Vertex Map -> Sink's width (8) is above (-4). Lower it to 3, please");
        let name = Filling::Name("Map -> Sink".to_owned(), true);
        assert_eq!(place.fillings, [name, Filling::Whole(8), Filling::Whole(-4), Filling::Whole(3)]);
        assert_eq!((place.start, place.end), (2, 61));
    }

    #[test]
    fn numbers_that_are_cut_off_are_told_from_whole_ones() {
        use Filling::{Absent, Cut, Last, Whole};
        for (text, width, most, last) in [
            ("8) is above (4). Lower", Cut("8".into()), Whole(4), Absent),
            ("(8) is above (4", Whole(8), Cut("4".into()), Absent),
            ("(8) is above (4...", Whole(8), Cut("4".into()), Absent),
            ("(8) is above (4\n2) x", Whole(8), Cut("4".into()), Absent),
            ("(8) is above (4\n). Lower it to 1", Whole(8), Whole(4), Last(1)),
            ("is above (4). Lower it to 12…", Absent, Whole(4), Cut("12".into())),
            ("is above (1234567890123456789). Lower", Absent, Cut("123456789012345678".into()), Absent),
        ] {
            assert_eq!(found(text).fillings[1..], [width, most, last], "{text}");
        }
    }
}
