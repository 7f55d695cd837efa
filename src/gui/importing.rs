//! A list of keys on its way into the scenario: looked at, shown in a sheet, taken.

use super::command::{Command, Edit, Sheet};
use super::document::History;
use super::effect::Effect;
use super::exploration::ViewKind;
use super::learning::Learn;
use super::state::AppState;
use crate::import::{ListOptions, Preview, preview};
use crate::keys::KeyType;
use crate::scenario::{KeyFile, Keys, Scenario};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A list as a sheet shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// Where it lies.
    pub path: PathBuf,
    /// Its size, in bytes.
    pub bytes: u64,
    /// How it is to be read.
    pub options: ListOptions,
    /// How it would be read: the last that could be.
    pub preview: Preview,
    /// Why it cannot be read as the options say.
    pub failure: Option<String>,
    /// Whether the preview is still on its way.
    pub is_late: bool,
}

impl Import {
    /// Whether it can be taken as it is shown.
    #[must_use]
    pub const fn can_be_taken(&self) -> bool {
        self.failure.is_none() && !self.is_late && self.preview.readable > 0
    }
}

/// What was found by looking at a list.
#[derive(Debug)]
pub struct Looked {
    path: PathBuf,
    options: ListOptions,
    bytes: u64,
    result: Result<Preview, String>,
}

impl Looked {
    /// Looks at the first rows of a list.
    pub(super) fn at(path: PathBuf, options: ListOptions) -> Self {
        let result = preview(&path, &options).map_err(|error| error.to_string());
        let bytes = path.metadata().map_or(0, |meta| meta.len());
        Self { path, options, bytes, result }
    }
}

/// What the window knows of lists on their way.
#[derive(Debug, Default)]
pub struct Importing {
    /// The newest list that was asked for and how it is read; `None` = as its first rows tell. An answer to another is old.
    asked: Option<(PathBuf, Option<ListOptions>)>,
    /// The scenario that a list was taken into last: its reading can be called off.
    taken: Option<Arc<Scenario>>,
}

impl AppState {
    /// How a list is read of which nothing is told yet.
    #[must_use]
    pub fn list_options(&self) -> ListOptions {
        let types = self.history.current().scenario.engine.profile().key_types();
        let text = types.contains(&KeyType::String) || types.is_empty();
        let key_type = if text { KeyType::String } else { types[0] };
        ListOptions { key_type, ..ListOptions::default() }
    }

    /// A file is to be opened, whatever it is.
    pub(super) fn open(&mut self, path: PathBuf) -> Effect {
        self.sheet = None;
        self.importing.asked = Some((path.clone(), None));
        Effect::Read(path)
    }

    /// A sheet comes up, or goes: a list that is still looked at is not waited for.
    pub(super) fn show_sheet(&mut self, sheet: Option<Sheet>) {
        self.importing.asked = None;
        self.sheet = self.uncovered(sheet);
    }

    /// A list is to be looked at; a sheet that shows it already waits for the newer preview.
    pub(super) fn preview(&mut self, path: PathBuf, options: Option<ListOptions>) -> Effect {
        let read_so = options.clone().unwrap_or_else(|| self.list_options());
        match &mut self.sheet {
            Some(Sheet::Import(shown)) if shown.path == path => {
                let shown = Arc::make_mut(shown);
                (shown.options, shown.is_late) = (read_so.clone(), true);
            }
            sheet => *sheet = None,
        }
        self.importing.asked = Some((path.clone(), options));
        Effect::Preview(path, read_so)
    }

    /// Takes what was found by looking at a list; the newest that was asked for counts.
    pub(super) fn looked(&mut self, looked: Looked) {
        let Looked { path, options, bytes, result } = looked;
        let is_newest = self
            .importing
            .asked
            .as_ref()
            .is_some_and(|(asked, read_so)| *asked == path && read_so.as_ref().is_none_or(|told| *told == options));
        if !is_newest {
            return;
        }
        self.importing.asked = None;
        match (&mut self.sheet, result) {
            (Some(Sheet::Import(shown)), result) if shown.path == path => {
                let shown = Arc::make_mut(shown);
                shown.is_late = false;
                match result {
                    Ok(preview) => (shown.preview, shown.failure) = (preview, None),
                    Err(reason) => shown.failure = Some(reason),
                }
            }
            (_, Err(reason)) => self.message = Some(format!("{}: {reason}", path.display())),
            (sheet, Ok(preview)) => {
                let import = Import { path, bytes, options, preview, failure: None, is_late: false };
                *sheet = Some(Sheet::Import(Arc::new(import)));
            }
        }
    }

    /// The list that the sheet shows becomes the keys of the scenario, one step back. A lesson is left for it.
    pub(super) fn take_list(&mut self) {
        let Some(Sheet::Import(import)) = self.sheet.clone() else { return };
        self.sheet = None;
        if self.learning.lesson.is_some() {
            self.learn(Learn::Leave { keep: false });
        }
        let folder = self.history.current().path.as_deref().and_then(Path::parent);
        let Some(path) = shown_from(folder, &import.path) else {
            self.message = Some(format!("{}: the name of a list must be UTF-8 text", import.path.display()));
            return;
        };
        let ListOptions { key_type, format, delimiter, header, key, load, state_bytes, rejected_at_most } =
            import.options.clone();
        let file = KeyFile { path, key_type, format, delimiter, header, key, load, state_bytes, rejected_at_most };
        self.history.end_gesture();
        self.edit(Edit::Keys(Keys::File(file)));
        self.history.end_gesture();
        self.importing.taken = Some(Arc::clone(&self.history.current().scenario));
        self.message = None;
        if self.shown == ViewKind::Learn {
            self.shown = ViewKind::Deal;
        }
    }

    /// What runs is to be stopped. A list that was taken just now is given up with it: the former keys are back.
    pub(super) fn cancel(&mut self) -> Effect {
        let taken = self.importing.taken.take();
        let is_read = taken.is_some_and(|taken| Arc::ptr_eq(&taken, &self.history.current().scenario));
        if is_read && self.running.is_some() {
            self.in_time(History::undo);
            self.message =
                Some("The list is not read on: the keys are the former ones. Redo reads it after all.".to_owned());
        }
        Effect::Cancel
    }
}

/// A path as a scenario in `folder` names it: seen from there where it lies in it, else the whole one. `None` where it is no text.
fn shown_from(folder: Option<&Path>, path: &Path) -> Option<String> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let inside = folder.and_then(|folder| {
        let folder = std::path::absolute(folder).ok()?;
        Some(whole.strip_prefix(folder).ok()?.to_owned())
    });
    inside.unwrap_or(whole).to_str().map(str::to_owned)
}

/// Looks at the list of a scenario's keys again.
#[must_use]
pub fn look_again(folder: &Path, file: &KeyFile) -> Command {
    Command::Preview { path: folder.join(&file.path), options: Some(file.options()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_beside_the_scenario_goes_by_its_name() {
        let shown = |folder: Option<&str>, path| shown_from(folder.map(Path::new), Path::new(path)).unwrap();
        assert_eq!(shown(Some("/jobs"), "/jobs/lists/keys.csv"), "lists/keys.csv");
        assert_eq!(shown(Some("/jobs"), "/else/keys.csv"), "/else/keys.csv");
        assert_eq!(shown(None, "/jobs/keys.csv"), "/jobs/keys.csv");
    }
}
