//! The scenario as the window has it, kept in a file of its own, so that a crash, a full disk or a deleted file loses no edit.
//!
//! # Design
//! Not in the frame's own storage: that one is emptied before it is written, and where the disk is full it stays empty.

use super::document::Document;
use crate::scenario::{self, Scenario, parse, to_ron, write_whole};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Name of the file.
const FILE: &str = "scenario-kept.ron";
/// Fewest seconds between two writes.
const PAUSE_SECONDS: f64 = 2.0;

/// A document as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// Its file.
    path: Option<PathBuf>,
    /// Its scenario.
    scenario: String,
    /// What its edits are measured against, where there are any.
    saved: Option<String>,
}

/// A document that was kept, and what there is to say of it.
#[derive(Debug, PartialEq)]
pub struct Restored {
    /// The document.
    pub document: Document,
    /// What the user should know: its file is gone, or cannot be read.
    pub remark: Option<String>,
}

/// What was kept in a folder; `None` where there is nothing that can be read.
#[must_use]
pub fn restored(folder: &Path) -> Option<Restored> {
    let kept: Kept = ron::from_str(&std::fs::read_to_string(folder.join(FILE)).ok()?).ok()?;
    let scenario = parse(&kept.scenario).ok()?;
    let edited = kept.saved.is_some();
    let Some(path) = kept.path else {
        let saved = kept.saved.and_then(|saved| parse(&saved).ok());
        let document = Document::new(saved.unwrap_or_else(|| scenario.clone()), None);
        return Some(Restored { document: Document { scenario: Arc::new(scenario), ..document }, remark: None });
    };
    Some(match scenario::read(&path) {
        // Another program may have changed the file: without edits of its own the window shows what the file holds.
        Ok(saved) if !edited => Restored { document: Document::new(saved, Some(path)), remark: None },
        Ok(saved) => {
            let document = Document::new(saved, Some(path));
            Restored { document: Document { scenario: Arc::new(scenario), ..document }, remark: None }
        }
        Err(error) => {
            let remark = format!("{error}. What you see is its last state: save it to have the file again.");
            let draft = Document::draft(scenario);
            // A scenario that comes with the program is no edit: it has no file to write again.
            let document = Document { path: draft.is_unsaved().then_some(path), ..draft };
            Restored { document, remark: Some(remark) }
        }
    })
}

/// Keeps the newest state of a document in a folder.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    /// What was handed over last, and when, in the window's seconds.
    last: Option<(Document, f64)>,
    writing: Option<JoinHandle<Result<(), String>>>,
    /// Whether the last write failed and that has been told.
    told: bool,
}

impl Keeper {
    /// A keeper that has written nothing yet.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder, last: None, writing: None, told: false }
    }

    /// Writes a document where it is not what was written last, on a thread of its own, with a pause between two writes; returns
    /// after how many seconds to ask again, where there is something left to write.
    pub fn keep(&mut self, document: &Document, now: f64) -> Option<f64> {
        if let Some((last, since)) = &self.last {
            let same = Arc::ptr_eq(&last.scenario, &document.scenario)
                && Arc::ptr_eq(&last.saved, &document.saved)
                && last.path == document.path;
            if same {
                return None;
            }
            let wait = since + PAUSE_SECONDS - now;
            if wait > 0.0 || self.writing.is_some() {
                return Some(wait.max(0.1));
            }
        }
        self.last = Some((document.clone(), now));
        let (folder, document) = (self.folder.clone(), document.clone());
        let write = move || write(&folder, &document);
        self.writing = std::thread::Builder::new().name("keep".to_owned()).spawn(write).ok();
        // Once more, to hear how it went.
        Some(PAUSE_SECONDS)
    }

    /// Why the last write failed, said once until one succeeds.
    pub fn failure(&mut self) -> Option<String> {
        let done = self.writing.take_if(|writing| writing.is_finished())?;
        let failure = done.join().ok()?.err();
        let new = failure.is_some() && !self.told;
        self.told = failure.is_some();
        failure.filter(|_| new)
    }

    /// Writes a document now: the window closes.
    pub fn finish(&mut self, document: &Document) {
        if let Some(writing) = self.writing.take() {
            // Whether it went well no longer matters: the same file is written again.
            let _ = writing.join();
        }
        // There is no window left to tell a failure in.
        let _ = write(&self.folder, document);
    }
}

fn write(folder: &Path, document: &Document) -> Result<(), String> {
    let text = |scenario: &Scenario| to_ron(scenario).map_err(|error| error.to_string());
    let kept = Kept {
        path: document.path.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned())),
        scenario: text(&document.scenario)?,
        saved: if document.is_unsaved() { Some(text(&document.saved)?) } else { None },
    };
    let told =
        |error: &dyn std::fmt::Display| format!("Edits are not kept in case of a crash, save them yourself: {error}");
    std::fs::create_dir_all(folder).map_err(|error| told(&format!("{}: {error}", folder.display())))?;
    let text = ron::to_string(&kept).map_err(|error| told(&error))?;
    write_whole(&folder.join(FILE), |out| out.write_all(text.as_bytes())).map_err(|error| told(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_seed(seed: u64) -> Arc<Scenario> {
        Arc::new(Scenario { seed, ..Scenario::built_in() })
    }

    /// Keeps a document in a folder and brings it back.
    fn there_and_back(folder: &Path, document: &Document) -> Restored {
        Keeper::new(folder.to_owned()).finish(document);
        restored(folder).unwrap()
    }

    #[test]
    fn edits_come_back_unsaved() {
        let folder = tempfile::tempdir().unwrap();
        let edited = Document { scenario: with_seed(99), saved: with_seed(7), path: None };
        assert_eq!(there_and_back(folder.path(), &edited), Restored { document: edited, remark: None });
    }

    #[test]
    fn a_file_without_edits_is_read_anew_and_one_with_edits_keeps_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ron");
        scenario::save(&with_seed(3), &path).unwrap();
        let saved = Document { scenario: with_seed(2), saved: with_seed(2), path: Some(path.clone()) };
        assert_eq!(there_and_back(folder.path(), &saved).document.scenario.seed, 3);
        let edited = Document { scenario: with_seed(1), ..saved };
        let back = there_and_back(folder.path(), &edited).document;
        assert_eq!((back.scenario.seed, back.saved.seed, back.path), (1, 3, Some(path)));
    }

    #[test]
    fn a_deleted_file_comes_back_with_a_remark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gone.ron");
        let saved = Document { scenario: with_seed(5), saved: with_seed(5), path: Some(path.clone()) };
        let back = there_and_back(folder.path(), &saved);
        assert_eq!((back.document.scenario.seed, &back.document.path), (5, &Some(path)));
        assert!(back.document.is_unsaved());
        assert!(back.remark.unwrap().contains("gone.ron: cannot be read"));
    }

    #[test]
    fn a_broken_file_is_nothing_kept() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "(path: None, scena").unwrap();
        assert_eq!(restored(folder.path()), None);
    }

    #[test]
    fn a_folder_that_cannot_be_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file");
        std::fs::write(&file, "").unwrap();
        let mut keeper = Keeper::new(file);
        let mut heard = Vec::new();
        for (seed, now) in [(1, 0.0), (2, 10.0)] {
            let document = Document { scenario: with_seed(seed), saved: with_seed(0), path: None };
            keeper.keep(&document, now);
            while keeper.writing.is_some() {
                heard.extend(keeper.failure());
                std::thread::yield_now();
            }
        }
        assert!(heard.len() == 1 && heard[0].starts_with("Edits are not kept"), "{heard:?}");
    }
}
