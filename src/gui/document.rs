//! The scenario being edited, where it is kept, and every state it has been in.

use crate::scenario::{Scenario, parse, shipped};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// A scenario that needs no file.
#[derive(Debug)]
pub struct Ready {
    /// What the command line calls it.
    pub stem: &'static str,
    /// The scenario.
    pub scenario: Scenario,
}

/// The scenarios that need no file: the built-in one and the other shipped ones.
#[must_use]
pub fn ready() -> &'static [Ready] {
    // A shipped file that does not parse is a defect that its own test finds; the menu goes without it.
    static READY: LazyLock<Vec<Ready>> = LazyLock::new(|| {
        let built_in = Scenario::built_in();
        let parsed = shipped().iter().filter_map(|&(stem, text)| Some(Ready { stem, scenario: parse(text).ok()? }));
        let known = |ready: Ready| {
            let is_built_in = ready.scenario.name == built_in.name;
            if is_built_in { Ready { scenario: built_in.clone(), ..ready } } else { ready }
        };
        parsed.map(known).collect()
    });
    &READY
}

/// What the command line calls a scenario, where that makes the same figures: notes may differ.
#[must_use]
pub fn stem_of(scenario: &Scenario) -> Option<&'static str> {
    let same = |ready: &&Ready| {
        ready.scenario.name == scenario.name
            && Scenario { note: scenario.note.clone(), ..ready.scenario.clone() } == *scenario
    };
    ready().iter().find(same).map(|ready| ready.stem)
}

/// A scenario with the file it came from. Cheap to copy.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// As it is edited.
    pub scenario: Arc<Scenario>,
    /// As it is saved, or as it was given; `scenario` differs from it while there are unsaved edits.
    pub saved: Arc<Scenario>,
    /// Its file; `None` before it is saved for the first time.
    pub path: Option<PathBuf>,
}

impl Document {
    /// A scenario without unsaved edits.
    #[must_use]
    pub fn new(scenario: Scenario, path: Option<PathBuf>) -> Self {
        let scenario = Arc::new(scenario);
        Self { saved: Arc::clone(&scenario), scenario, path }
    }

    /// A scenario that has no file and may have been edited, measured against the ready one of its name.
    #[must_use]
    pub fn draft(scenario: Scenario) -> Self {
        let origin = ready().iter().find(|ready| ready.scenario.name == scenario.name);
        let saved = Arc::new(origin.map_or_else(Scenario::built_in, |ready| ready.scenario.clone()));
        Self { scenario: Arc::new(scenario), saved, path: None }
    }

    /// Whether there are edits that its file does not have.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.scenario != self.saved
    }

    /// The folder that paths in the scenario start from.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    /// The folder where it changes the figures: only a key file is read from there.
    #[must_use]
    pub fn key_folder(&self) -> &Path {
        if self.scenario.keys.path().is_some() { self.folder() } else { Path::new("") }
    }
}

/// Which part of a scenario an edit belongs to: edits of one part during one drag are one step back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Engine and its options.
    Engine,
    /// Bucket count.
    Buckets,
    /// One step's width.
    Width(usize),
    /// The list of steps.
    Steps,
    /// Keys and loads.
    Keys,
    /// State, input pieces, seed.
    Rest,
    /// What one restart sets as the bucket count.
    Restart(usize),
    /// The name.
    Name,
    /// The note.
    Note,
    /// The plan.
    Plan,
    /// The exit plan.
    WaysOut,
}

/// The current document and the ones before and after it.
#[derive(Debug)]
pub struct History {
    current: Document,
    back: Vec<Document>,
    forward: Vec<Document>,
    /// The part that the running gesture edits.
    gesture: Option<Part>,
}

/// Steps back that are kept; each holds a pointer to a scenario.
const MOST_STEPS_BACK: usize = 1000;

impl History {
    /// Starts without a past.
    #[must_use]
    pub const fn new(current: Document) -> Self {
        Self { current, back: Vec::new(), forward: Vec::new(), gesture: None }
    }

    /// The document now.
    #[must_use]
    pub const fn current(&self) -> &Document {
        &self.current
    }

    /// Edits the scenario. While a gesture goes on, further edits of the same part add no step back.
    pub fn edit(&mut self, part: Part, scenario: Scenario) {
        if scenario == *self.current.scenario {
            return;
        }
        let mut next = self.current.clone();
        next.scenario = Arc::new(scenario);
        if self.gesture == Some(part) {
            self.current = next;
        } else {
            self.replace(next);
            self.gesture = Some(part);
        }
    }

    /// Another document takes the place of this one.
    pub fn replace(&mut self, next: Document) {
        let before = std::mem::replace(&mut self.current, next);
        if self.back.len() == MOST_STEPS_BACK {
            self.back.remove(0);
        }
        self.back.push(before);
        self.forward.clear();
        self.gesture = None;
    }

    /// The current scenario is now what its file holds; past and future states of it are measured against that.
    pub fn mark_saved(&mut self, path: PathBuf) {
        self.current.path = Some(path);
        self.current.saved = Arc::clone(&self.current.scenario);
        self.gesture = None;
    }

    /// No drag and no typing goes on: the next edit is a step of its own.
    pub const fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Whether there is a step back.
    #[must_use]
    pub const fn can_undo(&self) -> bool {
        !self.back.is_empty()
    }

    /// Whether there is a step forward.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.forward.is_empty()
    }

    /// One step back.
    pub fn undo(&mut self) {
        if let Some(before) = self.back.pop() {
            self.forward.push(std::mem::replace(&mut self.current, before));
        }
        self.gesture = None;
    }

    /// One step forward.
    pub fn redo(&mut self) {
        if let Some(after) = self.forward.pop() {
            self.back.push(std::mem::replace(&mut self.current, after));
        }
        self.gesture = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::KeyType;
    use crate::scenario::{KeyFile, Keys};

    fn with_seed(seed: u64) -> Scenario {
        Scenario { seed, ..Scenario::built_in() }
    }

    #[test]
    fn a_drag_is_one_step_back() {
        let mut history = History::new(Document::new(with_seed(0), None));
        for seed in 1..50 {
            history.edit(Part::Rest, with_seed(seed));
        }
        history.end_gesture();
        history.edit(Part::Rest, with_seed(50));
        history.undo();
        assert_eq!(history.current().scenario.seed, 49);
        history.undo();
        assert_eq!(history.current().scenario.seed, 0);
        assert!(!history.can_undo() && !history.current().is_unsaved());
        history.redo();
        history.redo();
        assert_eq!(history.current().scenario.seed, 50);
    }

    #[test]
    fn an_edit_forgets_the_steps_forward() {
        let mut history = History::new(Document::new(with_seed(0), None));
        history.edit(Part::Rest, with_seed(1));
        history.undo();
        history.edit(Part::Rest, with_seed(2));
        assert!(!history.can_redo() && history.current().is_unsaved());
        history.edit(Part::Keys, with_seed(2));
        history.undo();
        assert_eq!(history.current().scenario.seed, 0);
    }

    #[test]
    fn a_shipped_scenario_goes_by_its_name_until_a_figure_changes() {
        assert_eq!(stem_of(&Scenario::built_in()), Some("128-buckets"));
        for (stem, text) in shipped() {
            assert_eq!(stem_of(&parse(text).unwrap()), Some(*stem));
        }
        let noted = Scenario { note: "Seen on Monday.".to_owned(), ..Scenario::built_in() };
        assert_eq!(stem_of(&noted), Some("128-buckets"));
        assert_eq!(stem_of(&with_seed(99)), None);
    }

    #[test]
    fn only_a_key_file_depends_on_the_folder() {
        let path = || Some(PathBuf::from("jobs/mine.ron"));
        let document = Document::new(Scenario::built_in(), path());
        assert_eq!((document.folder(), document.key_folder()), (Path::new("jobs"), Path::new("")));
        let keys = Keys::File(KeyFile { path: "keys.txt".to_owned(), key_type: KeyType::String, ..KeyFile::default() });
        let document = Document::new(Scenario { keys, ..Scenario::built_in() }, path());
        assert_eq!(document.key_folder(), Path::new("jobs"));
    }
}
