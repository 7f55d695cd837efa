//! What has been learnt, kept in a file of its own in the user's data folder. A damaged file is set aside, never overwritten.

use crate::learn::{Learnt, Progress};
use crate::numerals::counted;
use crate::plain::excerpt;
use crate::scenario::{read_text, write_whole};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file.
const FILE: &str = "learning.json";
/// Far more than all lessons and cards take.
const MOST_BYTES: u64 = 4 << 20;

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
    match read(&path) {
        Ok(None) => Restored { progress: Progress::default(), shelf, remark: None },
        Ok(Some(Learnt { progress, left_out })) => {
            let remark = (!left_out.is_empty()).then(|| {
                let cards = counted(left_out.len() as u64, "card", "cards");
                let ids = excerpt(&left_out.join(", ")).into_owned();
                format!("{cards} of what you have learnt cannot be, and will be asked anew: {ids}.")
            });
            Restored { shelf: Shelf { kept: Some(progress.clone()), ..shelf }, progress, remark }
        }
        Err(error) => {
            let what = format!("What you have learnt cannot be read ({}: {error}).", path.display());
            let (remark, locked) = match set_aside(&path) {
                Some(free) => (format!("{what} The file now is {}; you start anew.", free.display()), false),
                None => (format!("{what} The file stays as it is, and nothing new is kept."), true),
            };
            Restored { progress: Progress::default(), shelf: Shelf { locked, ..shelf }, remark: Some(remark) }
        }
    }
}

/// What a file holds; `None` where there is none. Only a file of a size that learning makes is read: a pipe would never end.
fn read(path: &Path) -> Result<Option<Learnt>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(known) if !known.is_file() => return Err("this is no regular file".to_owned()),
        Ok(_) => {}
    }
    let text = read_text(path, MOST_BYTES, "what has been learnt").map_err(|error| error.message)?;
    Progress::parse(&text).map(Some)
}

/// Gives a damaged file another name; `None` where that cannot be.
fn set_aside(path: &Path) -> Option<PathBuf> {
    let free = (1..10_000)
        .map(|number| path.with_file_name(format!("learning-damaged-{number}.json")))
        .find(|path| !path.exists())?;
    fs::rename(path, &free).ok().map(|()| free)
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
    /// Whether what is learnt is kept, as far as is known.
    #[must_use]
    pub const fn keeps(&self) -> bool {
        !self.locked && !self.told
    }

    /// Writes what has changed, whole or not at all, together with what another window has written since; returns a message where
    /// that fails, once.
    pub fn keep(&mut self, progress: &Progress) -> Option<String> {
        if self.locked || self.kept.as_ref().map_or(*progress == Progress::default(), |kept| kept == progress) {
            return None;
        }
        // Not tried again before the next change.
        self.kept = Some(progress.clone());
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let theirs = match read(&self.path) {
            Ok(theirs) => theirs,
            Err(error) => match set_aside(&self.path) {
                Some(_) => None,
                None => return self.failed(&error),
            },
        };
        let text = theirs.map_or_else(|| progress.to_json(), |theirs| progress.merged(&theirs.progress).to_json());
        let written =
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display())).and_then(|()| {
                write_whole(&self.path, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
            });
        match written {
            Ok(()) => {
                self.told = false;
                None
            }
            Err(error) => self.failed(&error),
        }
    }

    fn failed(&mut self, error: &str) -> Option<String> {
        let new = !std::mem::replace(&mut self.told, true);
        new.then(|| format!("What you learn is not kept: {error}"))
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
    fn two_windows_keep_what_both_have_learnt() {
        let folder = tempfile::tempdir().unwrap();
        let (mut one, mut other) = (restored(folder.path()), restored(folder.path()));
        let at = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
        one.progress.grade("one", Grade::Good, at);
        other.progress.grade("other", Grade::Good, at);
        assert_eq!([one.shelf.keep(&one.progress), other.shelf.keep(&other.progress)], [None, None]);
        one.progress.finish_lesson("a", (1, 1), at);
        assert_eq!(one.shelf.keep(&one.progress), None);
        let both = restored(folder.path()).progress;
        assert_eq!((both.known().0, both.lesson("a").is_some()), (2, true));
    }

    #[test]
    fn a_card_that_cannot_be_is_told_and_asked_anew() {
        let folder = tempfile::tempdir().unwrap();
        let text = some().to_json();
        let stability = text.split("\"stability\": ").nth(1).unwrap().split(',').next().unwrap();
        fs::write(folder.path().join(FILE), text.replace(stability, "null")).unwrap();
        let new = restored(folder.path());
        assert_eq!(new.progress, Progress::default());
        assert_eq!(new.remark.unwrap(), "1 card of what you have learnt cannot be, and will be asked anew: a-card.");
    }

    /// A folder, and a file of a size that no learning makes, stand for a pipe that never ends.
    #[test]
    fn what_is_no_file_of_ours_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(FILE)).unwrap();
        assert!(restored(folder.path()).remark.unwrap().contains("this is no regular file). The file now is "));
        let huge = fs::File::create(folder.path().join(FILE)).unwrap();
        huge.set_len(MOST_BYTES + 1).unwrap();
        let remark = restored(folder.path()).remark.unwrap();
        assert!(remark.contains("learning-damaged-2.json; you start anew"), "{remark}");
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
