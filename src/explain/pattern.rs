//! An engine's text with holes for its numbers and names, found in a longer text whole or in part.
//!
//! A form is written as the engine prints it; `‹#name|unit›` stands for a number, `‹name›` for a name. Some of its fixed words are
//! *anchors*: where one of them stands in a text, the form is followed from there to both sides as far as the text agrees.

/// A piece of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
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
    pub pieces: Vec<Piece>,
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

    /// The fixed words of a piece; `None` past the end, or for a hole.
    pub fn words_at(&self, index: usize) -> Option<&'static str> {
        match self.pieces.get(index) {
            Some(Piece::Words(words)) => Some(words),
            _ => None,
        }
    }
}
