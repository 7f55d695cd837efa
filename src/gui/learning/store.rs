//! What has been learnt, kept in a file of its own in the user's data folder. A damaged file is set aside, never overwritten.

use crate::learn::Progress;
use crate::scenario::write_whole;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file.
const FILE: &str = "learning.json";

/// What was kept in a folder.
#[derive(Debug)]
pub struct Restored {
    /// What has been learnt; nothing where nothing was kept.
    pub progress: Progress,
    /// Where it is kept from now on.
    pub shelf: Shelf,
    /// What the user should know: the file was damaged.
    pub remark: Option<String>,
}

/// Reads what was kept in a folder.
///
/// A file that cannot be read is renamed, so that its content is not lost; where even that fails, nothing will be kept.
#[must_use]
pub fn restored(folder: &Path) -> Restored {
    let path = folder.join(FILE);
    let shelf = Shelf { path: path.clone(), kept: None, told: false, locked: false };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Restored { progress: Progress::default(), shelf, remark: None };
        }
        Err(error) => return set_aside(shelf, &error.to_string()),
    };
    match Progress::parse(&text) {
        Ok(progress) => Restored { shelf: Shelf { kept: Some(progress.clone()), ..shelf }, progress, remark: None },
        Err(error) => set_aside(shelf, &error),
    }
}

fn set_aside(shelf: Shelf, error: &str) -> Restored {
    let free = (1..10_000)
        .map(|number| shelf.path.with_file_name(format!("learning-damaged-{number}.json")))
        .find(|path| !path.exists());
    let moved = free.and_then(|free| fs::rename(&shelf.path, &free).ok().map(|()| free));
    let what = format!("What you have learnt cannot be read ({}: {error}).", shelf.path.display());
    let (remark, locked) = match moved {
        Some(free) => (format!("{what} The file now is {}; you start anew.", free.display()), false),
        None => (format!("{what} The file stays as it is, and nothing new is kept."), true),
    };
    Restored { progress: Progress::default(), shelf: Shelf { locked, ..shelf }, remark: Some(remark) }
}

/// Where it is kept.
#[derive(Debug)]
pub struct Shelf {
    path: PathBuf,
    /// What the file holds; `None` where there is none yet.
    kept: Option<Progress>,
    /// Whether a failure has been told since the last success.
    told: bool,
    /// The file there is damaged and cannot be moved: it is not to be overwritten.
    locked: bool,
}

impl Shelf {
    /// Writes what has changed, whole or not at all; returns a message where that fails, once.
    pub fn keep(&mut self, progress: &Progress) -> Option<String> {
        if self.locked || self.kept.as_ref().map_or(*progress == Progress::default(), |kept| kept == progress) {
            return None;
        }
        // Not tried again before the next change.
        self.kept = Some(progress.clone());
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let text = progress.to_json();
        let written =
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display())).and_then(|()| {
                write_whole(&self.path, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
            });
        let new = written.is_err() && !self.told;
        self.told = written.is_err();
        written.err().filter(|_| new).map(|error| format!("What you learn is not kept: {error}"))
    }
}

/// Writes a copy, whole or not at all.
///
/// # Errors
/// What cannot be.
pub fn copy_to(path: &Path, progress: &Progress) -> Result<(), String> {
    let text = progress.to_json();
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Grade;
    use chrono::DateTime;

    fn some() -> Progress {
        let mut progress = Progress::default();
        progress.grade("a-card", Grade::Good, DateTime::from_timestamp(1_700_000_000, 0).unwrap());
        progress
    }

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut new = restored(&folder.path().join("new"));
        assert_eq!((new.progress, new.remark), (Progress::default(), None));
        assert_eq!(new.shelf.keep(&some()), None);
        let again = restored(&folder.path().join("new"));
        assert_eq!((again.progress, again.remark), (some(), None));
    }

    #[test]
    fn nothing_is_written_where_nothing_was_learnt() {
        let folder = tempfile::tempdir().unwrap();
        let mut new = restored(folder.path());
        assert_eq!(new.shelf.keep(&new.progress), None);
        assert!(!folder.path().join(FILE).exists());
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        for number in 1..=2 {
            fs::write(folder.path().join(FILE), "{ \"format\": ").unwrap();
            let mut new = restored(folder.path());
            assert_eq!(new.progress, Progress::default());
            assert!(new.remark.unwrap().contains(&format!("learning-damaged-{number}.json; you start anew")));
            new.shelf.keep(&some());
            let aside = fs::read_to_string(folder.path().join(format!("learning-damaged-{number}.json"))).unwrap();
            assert_eq!(aside, "{ \"format\": ");
        }
        assert_eq!(restored(folder.path()).progress, some());
    }

    #[test]
    fn a_file_of_a_later_version_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), some().to_json().replace("learning/1", "learning/9")).unwrap();
        let mut new = restored(folder.path());
        assert!(new.remark.unwrap().contains("this version reads redeal-learning/1"));
        new.shelf.keep(&some());
        assert!(fs::read_to_string(folder.path().join("learning-damaged-1.json")).unwrap().contains("learning/9"));
    }

    #[test]
    fn a_folder_that_cannot_be_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file");
        fs::write(&file, "").unwrap();
        let mut shelf = Shelf { path: file.join(FILE), kept: None, told: false, locked: false };
        let mut more = some();
        assert!(shelf.keep(&more).unwrap().starts_with("What you learn is not kept: "));
        more.finish_lesson("a", (1, 1), DateTime::from_timestamp(0, 0).unwrap());
        assert_eq!(shelf.keep(&more), None);
    }
}
