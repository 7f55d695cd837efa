//! A snapshot of a running job becomes the scenario of the window.

use super::command::Sheet;
use super::document::Document;
use super::exploration::ViewKind;
use super::state::AppState;
use crate::scenario::{Scenario, SnapshotFile};
use crate::snapshot::{Part, PartName, Snapshot};
use std::path::PathBuf;
use std::sync::Arc;

impl AppState {
    /// Takes a part of a snapshot as the scenario, or asks which where several keep state and none is named.
    pub(super) fn observe(&mut self, path: PathBuf, snapshot: Arc<Snapshot>, part: Option<PartName>) {
        let parts = snapshot.parts();
        let Some(part) = part.or_else(|| if parts.len() == 1 { parts.into_iter().next() } else { None }) else {
            if snapshot.parts().is_empty() {
                self.message = Some(format!("{}: no part of it keeps state by key", path.display()));
            } else {
                self.sheet = Some(Sheet::Parts { path, snapshot });
            }
            return;
        };
        let (operator, store) = (part.operator.as_deref(), part.store.as_deref());
        let observation = match snapshot.observation(Part { operator, store, topics: &part.topics }) {
            Ok(observation) => observation,
            Err(error) => {
                self.message = Some(format!("{}: {error}", path.display()));
                return;
            }
        };
        // A scenario without a file of its own is read from nowhere in particular: only the whole path leads there.
        let path = std::path::absolute(&path).unwrap_or(path).display().to_string();
        let file = SnapshotFile { path, operator: part.operator, store: part.store, topics: part.topics, keys: None };
        self.load(Document::new(Scenario::observed(&observation, file, &[]), None));
        self.message = observation.cautions.first().cloned();
        if self.shown == ViewKind::Learn {
            self.shown = ViewKind::Deal;
        }
    }
}
