//! What the window remembers from one start to the next. The scenario itself is kept apart, in `recovery`.

use super::command::ThemeChoice;
use super::document::Document;
use super::exploration::ViewKind;
use super::recovery;
use super::state::AppState;
use eframe::Storage;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const KEY: &str = "redeal";
/// How many recent files are kept.
const MOST_RECENT: usize = 8;
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
    /// Whether the Deal view is a sorting office.
    pub office: bool,
    /// The view that is up.
    pub shown: ViewKind,
    /// Scenario files opened or saved last, the newest first.
    pub recent: Vec<PathBuf>,
}

impl Default for Memory {
    fn default() -> Self {
        let (theme, shown) = (ThemeChoice::default(), ViewKind::default());
        Self { theme, animate: true, office: false, shown, recent: Vec::new() }
    }
}

impl Memory {
    /// What a window should remember.
    #[must_use]
    pub fn of(state: &AppState) -> Self {
        Self {
            theme: state.theme,
            animate: state.animate,
            office: state.office,
            shown: state.shown,
            recent: state.recent.clone(),
        }
    }

    /// Gives a window what is remembered.
    pub fn give(self, state: &mut AppState) {
        state.theme = self.theme;
        state.animate = self.animate;
        state.office = self.office;
        state.shown = self.shown;
        state.recent = self.recent;
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
}

/// Puts a file first in a list of recent ones, which holds each once and no more than the last few.
pub fn put_first(recent: &mut Vec<PathBuf>, path: &Path) {
    // Seen from another folder the next time: only the whole path leads there.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    recent.retain(|known| *known != path);
    recent.insert(0, path);
    recent.truncate(MOST_RECENT);
}

/// What the last window had, for where there is none to ask. `None` where nothing is kept, or nothing that can be read.
#[must_use]
pub fn last_document() -> Option<Document> {
    recovery::restored(&eframe::storage_dir(APP_ID)?).map(|restored| restored.document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::command::Command;
    use crate::scenario::Scenario;

    #[test]
    fn recent_files_are_each_once_and_the_newest_first() {
        let path = |name: usize| PathBuf::from(format!("/jobs/{name}.ron"));
        let mut recent = Vec::new();
        for name in [1, 2, 3, 1, 4, 5, 6, 7, 8, 9] {
            put_first(&mut recent, &path(name));
        }
        assert_eq!(recent, [9, 8, 7, 6, 5, 4, 1, 3].map(path));
        put_first(&mut recent, Path::new("mine.ron"));
        assert!(recent[0].is_absolute() && recent[0].ends_with("mine.ron"));
    }

    #[test]
    fn view_and_recent_files_are_remembered() {
        let state = || AppState::new(Document::new(Scenario::built_in(), None));
        let mut before = state();
        before.apply(Command::View(ViewKind::Compare), 0.0);
        before.apply(Command::Theme(ThemeChoice::Light), 0.0);
        before.remember(Path::new("/jobs/mine.ron"));
        let text = ron::to_string(&Memory::of(&before)).unwrap();
        let mut after = state();
        ron::from_str::<Memory>(&text).unwrap().give(&mut after);
        assert_eq!((after.shown, after.theme), (ViewKind::Compare, ThemeChoice::Light));
        assert_eq!(after.recent, [PathBuf::from("/jobs/mine.ron")]);
        // What an earlier version stored has less.
        let mut after = state();
        ron::from_str::<Memory>("(theme:Dark,animate:false)").unwrap().give(&mut after);
        assert_eq!((after.shown, after.animate), (ViewKind::Deal, false));
    }
}
