//! Finds the known messages in a text of any length that comes in parts, and tells of them.

use super::coding::Decoder;
use super::explanation::{Explained, Explanation, Nearest};
use super::flatten::Flattener;
use super::follow::Ground;
use super::message::{Message, Sighting};
use super::pattern::{Filling, Pattern};
use super::{messages, nearest};
use memchr::memmem::Finder;

/// Flattened bytes that are looked through at once.
const WINDOW: usize = 256 * 1024;
/// Bytes to either side of an anchor that a message can reach; more than the longest form and two of the longest names.
const REACH: usize = 8 * 1024;
/// How many of one kind are told apart by their numbers and names; more are counted.
const MOST_OF_A_KIND: usize = 8;
/// Bytes of the text in which the nearest known text is sought where none is recognised.
const HEAD: usize = 64 * 1024;

struct Known {
    message: &'static Message,
    pattern: Pattern,
    /// Where it is known, for each piece of the form, that no name ends; see [`Ground::barren`].
    barren: Vec<(usize, usize)>,
}

impl Known {
    fn new(message: &'static Message) -> Self {
        let pattern = Pattern::new(message.form);
        let barren = vec![(0, 0); pattern.pieces.len()];
        Self { message, pattern, barren }
    }
}

/// An anchor: its finder, its message, and where it lies in the form.
struct Anchor {
    finder: Finder<'static>,
    message: usize,
    place: (usize, usize),
}

/// A message as it was seen.
struct Seen {
    message: usize,
    fillings: Vec<Filling>,
    subtask: Option<(u64, u64)>,
    matched: String,
    times: u64,
}

/// Explains a text that comes in parts, in memory that does not grow with it.
pub struct Explainer {
    known: Vec<Known>,
    anchors: Vec<Anchor>,
    decoder: Decoder,
    flattener: Flattener,
    /// The text in hand, flattened.
    window: String,
    /// Where the window begins in the flattened text.
    offset: usize,
    /// Anchors before this place of the flattened text have been followed.
    followed: usize,
    /// Where the last sighting of each message ended in the flattened text.
    ends: Vec<usize>,
    seen: Vec<Seen>,
    unlisted: u64,
    head: String,
}

impl Default for Explainer {
    fn default() -> Self {
        Self::new()
    }
}

impl Explainer {
    /// Before any text.
    #[must_use]
    pub fn new() -> Self {
        let known: Vec<Known> = messages().map(Known::new).collect();
        let anchors = known.iter().enumerate().flat_map(|(at, known)| {
            known.message.anchors.iter().filter_map(move |anchor| {
                let place = known.pattern.locate(anchor)?;
                Some(Anchor { finder: Finder::new(anchor.as_bytes()), message: at, place })
            })
        });
        Self {
            anchors: anchors.collect(),
            ends: vec![0; known.len()],
            known,
            decoder: Decoder::default(),
            flattener: Flattener::default(),
            window: String::new(),
            offset: 0,
            followed: 0,
            seen: Vec::new(),
            unlisted: 0,
            head: String::new(),
        }
    }

    /// Takes the next part of the text. A part may end anywhere.
    pub fn push(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let (part, after) = rest.split_at(rest.floor_char_boundary(WINDOW.min(rest.len())));
            self.flattener.push(part, &mut self.window);
            if self.window.len() >= WINDOW {
                self.look(self.window.len() - REACH);
                let keep = self.window.floor_char_boundary(self.window.len() - 2 * REACH);
                self.keep_head(keep);
                self.window.drain(..keep);
                self.offset += keep;
            }
            rest = after;
        }
    }

    /// Takes the next bytes of a text: UTF-8, or UTF-16 where the first ones are its byte order mark. A part may end anywhere.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        let text = self.decoder.push(bytes);
        self.push(&text);
    }

    /// The end of the text: what it holds.
    #[must_use]
    pub fn finish(mut self) -> Explained {
        let text = self.decoder.finish();
        self.push(&text);
        self.flattener.finish(&mut self.window);
        self.look(self.window.len());
        self.keep_head(self.window.len());
        let mut explanations: Vec<Explanation> = self.seen.iter().map(|seen| self.explain(seen)).collect();
        explanations.sort_by_key(|explanation| explanation.kind);
        let nearest = if explanations.is_empty() { self.nearest() } else { None };
        Explained { explanations, unlisted: self.unlisted, nearest }
    }

    fn keep_head(&mut self, end: usize) {
        let end = self.window.floor_char_boundary(end.min(HEAD.saturating_sub(self.head.len())));
        self.head.push_str(&self.window[..end]);
    }

    /// Follows the anchors that lie before `end` in the window.
    fn look(&mut self, end: usize) {
        let flat = self.window.replace('\n', " ");
        let from = self.followed - self.offset;
        let mut hits: Vec<(usize, usize)> = Vec::new();
        for (index, anchor) in self.anchors.iter().enumerate() {
            let found = anchor.finder.find_iter(&flat.as_bytes()[from..]).map(|at| at + from);
            hits.extend(found.take_while(|at| *at < end).map(|at| (at, index)));
        }
        hits.sort_unstable();
        for (at, index) in hits {
            let (message, place) = (self.anchors[index].message, self.anchors[index].place);
            if at + self.offset < self.ends[message] {
                continue;
            }
            let floor = self.ends[message].saturating_sub(self.offset);
            let Known { pattern, barren, .. } = &mut self.known[message];
            let mut ground = Ground { text: &self.window, floor, offset: self.offset, barren };
            let place = ground.follow(pattern, at, place);
            self.ends[message] = place.end + self.offset;
            let matched = self.window[place.start..place.end].to_owned();
            let subtask = subtask(&self.window[floor..place.start]);
            self.note(Seen { message, fillings: place.fillings, subtask, matched, times: 1 });
        }
        self.followed = self.offset + end;
    }

    /// Adds a sighting: to one that says the same, or as a new one.
    fn note(&mut self, new: Seen) {
        let covers =
            |a: &Seen, b: &Seen| a.message == b.message && a.fillings.iter().zip(&b.fillings).all(|(a, b)| a.covers(b));
        if let Some(old) = self.seen.iter_mut().find(|old| covers(old, &new)) {
            old.times += 1;
            old.subtask = old.subtask.or(new.subtask);
        } else if let Some(old) = self.seen.iter_mut().find(|old| covers(&new, old)) {
            *old = Seen { times: old.times + 1, subtask: new.subtask.or(old.subtask), ..new };
        } else if self.seen.iter().filter(|old| old.message == new.message).count() < MOST_OF_A_KIND {
            self.seen.push(new);
        } else {
            self.unlisted += 1;
        }
    }

    fn explain(&self, seen: &Seen) -> Explanation {
        let Known { message, pattern, .. } = &self.known[seen.message];
        let sighting = Sighting { pattern, fillings: &seen.fillings, subtask: seen.subtask };
        message.explain(&sighting, &seen.matched, seen.times)
    }

    fn nearest(&self) -> Option<Nearest> {
        nearest::nearest(&self.head, self.known.iter().map(|known| known.message))
    }
}

/// The last `(5/20)` of the line before a message, as Flink names a subtask.
fn subtask(before: &str) -> Option<(u64, u64)> {
    let line = &before[before.ceil_char_boundary(before.len().saturating_sub(1000))..];
    let line = line.rsplit('\n').next().unwrap_or(line);
    line.rmatch_indices('(').find_map(|(at, _)| {
        // No subtask has more than five digits.
        let inside = &line[at + 1..line.floor_char_boundary(line.len().min(at + 16))];
        let (index, of) = inside.split_once(')')?.0.split_once('/')?;
        let (index, of) = (index.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&index).then_some((index, of))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_anchor_lies_in_its_form_and_every_form_is_plain() {
        for message in messages() {
            let pattern = Pattern::new(message.form);
            assert!(!message.anchors.is_empty(), "{}", message.form);
            for anchor in message.anchors {
                assert!(pattern.locate(anchor).is_some(), "{anchor}: not in {}", message.form);
                assert!(anchor.len() >= 12, "{anchor}: too short to know a message by");
            }
            assert!(message.form.split(['‹', '›']).step_by(2).all(str::is_ascii), "{}", message.form);
            assert!(!message.form.contains("›‹"), "{}: two holes side by side", message.form);
        }
    }

    #[test]
    fn a_subtask_is_read_from_its_line_only() {
        assert_eq!(subtask("KeyedProcess (5/20)#0 (8fa6) switched to FAILED: "), Some((5, 20)));
        assert_eq!(subtask("Map (1/2)#0\nIllegalArgumentException: "), None);
        assert_eq!(subtask("(21/20) ((/) (a/b) "), None);
    }
}
