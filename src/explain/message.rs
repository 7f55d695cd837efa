//! A message that can be recognised, and what was found of it.

use super::explanation::{Explanation, Kind, Name, Number, Origin, Reading};
use super::misfit;
use super::pattern::{Filling, Pattern};
use crate::plain::{excerpt, visible};
use crate::unit::{BucketCount, WorkerCount};

/// A text that an engine prints.
pub(super) struct Message {
    pub engine: &'static str,
    pub family: &'static str,
    pub kind: Kind,
    pub title: &'static str,
    /// The text with its holes; see [`Pattern`].
    pub form: &'static str,
    /// Fixed words of the form, each of which is enough to know it by.
    pub anchors: &'static [&'static str],
    pub source: Origin,
    /// Fills in what happened, what passes and what to do.
    pub tell: fn(&Sighting<'_>, &mut Explanation),
}

/// A message as it stands in a text.
pub(super) struct Sighting<'a> {
    pub pattern: &'a Pattern,
    pub fillings: &'a [Filling],
    /// The subtask that the log names just before it, counted from 1, and of how many: `(5/20)`.
    pub subtask: Option<(u64, u64)>,
}

impl Sighting<'_> {
    fn filling(&self, name: &str) -> &Filling {
        let at = self.pattern.holes.iter().position(|hole| hole.name == name);
        at.map_or(&Filling::Absent, |at| &self.fillings[at])
    }

    /// A number that the text holds whole.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.filling(name) {
            Filling::Whole(value) | Filling::Last(value) => Some(*value),
            _ => None,
        }
    }

    /// A number that can be a bucket count.
    pub fn buckets(&self, name: &str) -> Option<BucketCount> {
        BucketCount::new(u64::try_from(self.number(name)?).ok()?).ok()
    }

    /// A number that can be a width.
    pub fn workers(&self, name: &str) -> Option<WorkerCount> {
        WorkerCount::new(u64::try_from(self.number(name)?).ok()?).ok()
    }

    /// A name, also a part of one: the raw text, and whether it is whole.
    pub fn name(&self, name: &str) -> Option<(&str, bool)> {
        match self.filling(name) {
            Filling::Name(text, whole) => Some((text, *whole)),
            _ => None,
        }
    }

    /// A name in words: as it stands, quoted, or `otherwise` where it is not whole.
    pub fn named(&self, name: &str, otherwise: &str) -> String {
        match self.name(name) {
            Some((text, true)) => shown(text),
            _ => otherwise.to_owned(),
        }
    }
}

/// Text from outside, fit to be shown.
pub(super) fn shown(text: &str) -> String {
    visible(&excerpt(text)).into_owned()
}

impl Message {
    /// The explanation of a sighting.
    pub fn explain(&self, sighting: &Sighting<'_>, matched: &str, times: u64) -> Explanation {
        let (mut numbers, mut names) = (Vec::new(), Vec::new());
        for (hole, filling) in sighting.pattern.holes.iter().zip(sighting.fillings) {
            match (hole.unit, filling) {
                (Some(unit), filling) => numbers.push(number(hole.name, filling, unit)),
                (None, Filling::Name(text, whole)) => {
                    let cut = if *whole { "" } else { " (cut off)" };
                    names.push(Name { name: hole.name.to_owned(), text: format!("{}{cut}", shown(text)) });
                }
                _ => {}
            }
        }
        let mut explanation = Explanation {
            engine: self.engine,
            family: self.family,
            kind: self.kind,
            title: self.title,
            what: String::new(),
            numbers,
            names,
            passes: Vec::new(),
            steps: Vec::new(),
            source: self.source,
            matched: shortened(matched),
            times,
        };
        (self.tell)(sighting, &mut explanation);
        misfit::mend(sighting, &mut explanation);
        explanation
    }
}

/// The piece of text in one line, at most about 600 characters.
fn shortened(text: &str) -> String {
    let text = visible(&text.replace('\n', " ")).into_owned();
    match text.char_indices().nth(600) {
        None => text,
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}

fn number(name: &str, filling: &Filling, unit: &str) -> Number {
    let (value, reading) = match filling {
        Filling::Whole(value) => (Some(*value), Reading::Whole),
        Filling::Last(value) => (Some(*value), Reading::Last),
        Filling::Cut(_) => (None, Reading::Cut),
        Filling::Absent | Filling::Name(..) => (None, Reading::Absent),
    };
    Number { name: name.to_owned(), value, unit: unit.to_owned(), reading }
}

/// A number that stands inside a name of the text, such as a partition in a path.
pub(super) fn inner_number(name: &str, value: Option<i64>, unit: &str) -> Number {
    let reading = if value.is_some() { Reading::Whole } else { Reading::Absent };
    Number { name: name.to_owned(), value, unit: unit.to_owned(), reading }
}

/// Sentences as they are kept.
pub(super) fn lines<const N: usize>(sentences: [&str; N]) -> Vec<String> {
    sentences.map(str::to_owned).to_vec()
}
