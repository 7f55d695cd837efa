//! What the window remembers from one start to the next, edits that were not saved included.

use super::command::ThemeChoice;
use super::document::Document;
use super::state::AppState;
use crate::scenario::{self, parse, to_ron};
use eframe::Storage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

const KEY: &str = "redeal";
/// The name that the window system and the folder of the memory know the program by.
pub(super) const APP_ID: &str = "redeal";

/// As it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Whether buckets slide.
    pub animate: bool,
    /// The last scenario's file.
    path: Option<PathBuf>,
    /// The last scenario as RON where its file does not have it.
    draft: Option<String>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { theme: ThemeChoice::default(), animate: true, path: None, draft: None }
    }
}

impl Memory {
    /// What a window should remember.
    #[must_use]
    pub fn of(state: &AppState) -> Self {
        let document = state.history.current();
        let in_file = document.path.is_some() && !document.is_unsaved();
        Self {
            theme: state.theme,
            animate: state.animate,
            path: document.path.clone(),
            draft: if in_file { None } else { to_ron(&document.scenario).ok() },
        }
    }

    /// What was remembered; `None` where there is nothing, or nothing this version can read.
    #[must_use]
    pub fn load(storage: &dyn Storage) -> Option<Self> {
        eframe::get_value(storage, KEY)
    }

    /// Stores it.
    pub fn save(&self, storage: &mut dyn Storage) {
        eframe::set_value(storage, KEY, self);
    }

    /// The last scenario, its unsaved edits still unsaved. `None` where it is gone.
    pub fn document(&mut self) -> Option<Document> {
        let path = self.path.take();
        let saved = path.as_deref().and_then(|path| scenario::read(path).ok());
        match (self.draft.take().and_then(|draft| parse(&draft).ok()), saved) {
            (Some(draft), Some(saved)) => Some(Document { scenario: Arc::new(draft), saved: Arc::new(saved), path }),
            (Some(draft), None) => Some(Document::draft(draft)),
            (None, Some(saved)) => Some(Document::new(saved, path)),
            (None, None) => None,
        }
    }
}

/// What the last window had, for where there is none to ask: read from the file that its frame stores it in.
/// `None` where nothing is remembered, or nothing that can be read.
#[must_use]
pub fn last_document() -> Option<Document> {
    let file = eframe::storage_dir(APP_ID)?.join("app.ron");
    let entries: BTreeMap<String, String> = ron::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    ron::from_str::<Memory>(entries.get(KEY)?).ok()?.document()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::command::{Command, Edit};
    use crate::scenario::Scenario;

    #[test]
    fn unsaved_edits_survive() {
        let mut state = AppState::new(Document::new(Scenario::built_in(), None));
        state.apply(Command::Edit(Edit::Seed(99)), 0.0);
        let text = ron::to_string(&Memory::of(&state)).unwrap();
        let mut memory: Memory = ron::from_str(&text).unwrap();
        let document = memory.document().unwrap();
        assert!(document.scenario.seed == 99 && document.is_unsaved());
    }
}
