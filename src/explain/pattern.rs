//! An engine's text with holes for its numbers and names, found in a longer text whole or in part.
//!
//! A form is written as the engine prints it; `‹#name|unit›` stands for a number, `‹name›` for a name. Some of its fixed words are
//! *anchors*: where one of them stands in a text, the form is followed from there to both sides as far as the text agrees.

/// A piece of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// Fixed words, in ASCII.
    Words(&'static str),
    /// The hole of a number.
    Number(usize),
    /// The hole of a name.
    Name(usize),
}

/// What a hole is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HoleName {
    pub name: &'static str,
    /// The unit of a number; `None` for a name.
    pub unit: Option<&'static str>,
}

/// A form in pieces.
#[derive(Debug)]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
    pub holes: Vec<HoleName>,
}

/// What stands in a hole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filling {
    /// The text does not reach the hole.
    Absent,
    /// A number with all of its digits.
    Whole(i64),
    /// A number that is the last thing of the form and of the text: nothing tells whether digits are missing.
    Last(i64),
    /// Some digits of a number: the text is cut off there, or goes on otherwise than the engine does.
    Cut(String),
    /// A name, and whether all of it is there.
    Name(String, bool),
}

impl Filling {
    /// Whether `self` says all that `other` says, and perhaps more.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Absent) => true,
            (Self::Whole(a), Self::Whole(b) | Self::Last(b)) | (Self::Last(a), Self::Last(b)) => a == b,
            (Self::Whole(a) | Self::Last(a), Self::Cut(part)) => a.to_string().contains(part.as_str()),
            (Self::Name(a, true), Self::Name(b, false)) => a.contains(b.as_str()),
            (a, b) => a == b,
        }
    }
}

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

impl Pattern {
    pub fn new(form: &'static str) -> Self {
        let mut pattern = Self { pieces: Vec::new(), holes: Vec::new() };
        let mut rest = form;
        while let Some((words, after)) = rest.split_once('‹') {
            if !words.is_empty() {
                pattern.pieces.push(Piece::Words(words));
            }
            let (hole, after) = after.split_once('›').unwrap_or((after, ""));
            let index = pattern.holes.len();
            if let Some(number) = hole.strip_prefix('#') {
                let (name, unit) = number.split_once('|').unwrap_or((number, ""));
                pattern.pieces.push(Piece::Number(index));
                pattern.holes.push(HoleName { name, unit: Some(unit) });
            } else {
                pattern.pieces.push(Piece::Name(index));
                pattern.holes.push(HoleName { name: hole, unit: None });
            }
            rest = after;
        }
        if !rest.is_empty() {
            pattern.pieces.push(Piece::Words(rest));
        }
        pattern
    }

    /// Where an anchor lies in the form: the piece, and its first byte there. `None` where it is not among the fixed words.
    pub fn locate(&self, anchor: &str) -> Option<(usize, usize)> {
        self.pieces.iter().enumerate().find_map(|(at, piece)| match piece {
            Piece::Words(words) => words.find(anchor).map(|offset| (at, offset)),
            _ => None,
        })
    }

    /// Follows the form to both sides from an anchor that stands at `at` in the text.
    pub fn follow(&self, text: &str, at: usize, (piece, offset): (usize, usize)) -> Place {
        let mut fillings = vec![Filling::Absent; self.holes.len()];
        let end = self.right(text, at, (piece, offset), &mut fillings);
        let start = self.left(text, at, (piece, offset), &mut fillings);
        Place { start, end, fillings }
    }

    fn right(&self, text: &str, at: usize, (first, offset): (usize, usize), fillings: &mut [Filling]) -> usize {
        let bytes = text.as_bytes();
        let mut x = at;
        for (index, piece) in self.pieces.iter().enumerate().skip(first) {
            let next = self.words_at(index + 1);
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
                    if digits == 0 {
                        return x;
                    }
                    let end = x + sign + digits;
                    fillings[hole] = number(&text[x..end], ends(bytes, end, next));
                    if matches!(fillings[hole], Filling::Cut(_)) {
                        return end;
                    }
                    x = end;
                }
                Piece::Name(hole) => {
                    let Some(end) = name_right(text, x, next) else {
                        let line = text[x..].find('\n').map_or(text.len(), |end| x + end);
                        let end = text.floor_char_boundary(line.min(x + LONGEST_NAME));
                        if end > x {
                            fillings[hole] = Filling::Name(text[x..end].to_owned(), false);
                        }
                        return end;
                    };
                    fillings[hole] = Filling::Name(text[x..end].replace('\n', " "), true);
                    x = end;
                }
            }
        }
        x
    }

    fn left(&self, text: &str, at: usize, (first, offset): (usize, usize), fillings: &mut [Filling]) -> usize {
        let bytes = text.as_bytes();
        let mut x = at;
        for (index, piece) in self.pieces.iter().enumerate().take(first + 1).rev() {
            let before = index.checked_sub(1).and_then(|index| self.words_at(index));
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
                        if !text[..x].contains('\n') && x > 0 && x <= 100 {
                            fillings[hole] = Filling::Name(text[..x].to_owned(), false);
                            return 0;
                        }
                        return x;
                    };
                    fillings[hole] = Filling::Name(text[start..x].replace('\n', " "), true);
                    x = start;
                }
            }
        }
        x
    }

    /// The fixed words of a piece; `None` past the end, or for a hole.
    fn words_at(&self, index: usize) -> Option<&'static str> {
        match self.pieces.get(index) {
            Some(Piece::Words(words)) => Some(words),
            _ => None,
        }
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

/// Where a name that begins at `at` ends: before the words that follow it, or with its line.
fn name_right(text: &str, at: usize, next: Option<&str>) -> Option<usize> {
    let bound = text.len().min(at + LONGEST_NAME);
    let Some(words) = next else {
        let end = text.as_bytes()[at..bound].iter().position(|&byte| byte == b'\n').map(|end| at + end);
        return end.or((bound == text.len()).then_some(bound)).filter(|&end| end > at);
    };
    let words = words.get(..24).unwrap_or(words);
    (at + 1..bound).find(|&end| text.is_char_boundary(end) && words_right(words, text.as_bytes(), end).1)
}

/// Where a name that ends before `at` begins: behind the words before it.
fn name_left(text: &str, at: usize, words: &str) -> Option<usize> {
    let words = words.get(words.len().saturating_sub(24)..).unwrap_or(words);
    let bound = at.saturating_sub(LONGEST_NAME);
    (bound..at).rev().find(|&start| text.is_char_boundary(start) && words_left(words, text.as_bytes(), start).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "Vertex ‹vertex›'s width (‹#width|workers›) is above (‹#most|buckets›). Lower it to ‹#last|x›";

    fn found(text: &str) -> Place {
        let pattern = Pattern::new(FORM);
        let anchor = "is above";
        pattern.follow(text, text.find(anchor).unwrap(), pattern.locate(anchor).unwrap())
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
