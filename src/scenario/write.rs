//! Files written whole or not at all.

use super::error::ScenarioError;
use super::unfinished::Unfinished;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Links that are followed one after the other, as many as Linux follows.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all: into a file that has no name yet, or a temporary one beside it, then put in its place. A
/// process that is killed while it writes leaves the file as it was, and on Linux no other beside it.
///
/// # Errors
/// [`ScenarioError`] with the path as it was given and the system's reason.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), ScenarioError> {
    let told = |error| ScenarioError::new(format!("cannot be written: {}", reason(&error))).in_file(path);
    // A link keeps leading to what it led to; a pipe or device is written to, not replaced.
    let target = target(path).map_err(told)?;
    let known = fs::metadata(&target).ok();
    if known.as_ref().is_some_and(Metadata::is_dir) {
        return Err(told(io::Error::other("it is a folder, and a file is needed")));
    }
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return OpenOptions::new().write(true).open(&target).and_then(|file| buffered(file, write)).map_err(told);
    }
    if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
        return Err(told(io::Error::other("the file is read-only")));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = Unfinished::in_folder(folder, known.map(|known| known.permissions())).map_err(told)?;
    buffered(file.file(), write).map_err(told)?;
    file.file().sync_all().map_err(told)?;
    file.put(folder, &target).map_err(told)
}

fn buffered(file: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

/// Where a path leads through its links, also where nothing is there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&at) else { return Ok(at) };
        at = at.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other(format!("it leads through more than {MOST_LINKS} links")))
}

/// The system's reason alone: errors of the crate `tempfile` end with the temporary file's path, which the user never named.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at path \"").map_or(text.as_str(), |(reason, _)| reason).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_half_way_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report.txt");
        write_whole(&file, |out| out.write_all(b"older")).unwrap();
        let error = write_whole(&file, |out| {
            out.write_all(&vec![b'a'; 100_000])?;
            Err(io::Error::other("stopped"))
        });
        assert_eq!(error.unwrap_err().message, "cannot be written: stopped");
        assert_eq!(fs::read(&file).unwrap(), b"older");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// A process that is killed takes its files without a name along.
    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_else_is_seen_while_a_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let names =
                fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect::<Vec<String>>()
        };
        // A file system without such files has one of another name for the while.
        let is_unnamed = matches!(Unfinished::in_folder(folder.path(), None).unwrap(), Unfinished::Unnamed(_));
        let file = folder.path().join("report.txt");
        for older in [&[][..], &["report.txt"]] {
            write_whole(&file, |out| {
                out.write_all(&vec![b'a'; 100_000])?;
                assert!(!is_unnamed || names() == older, "{:?}", names());
                Ok(())
            })
            .unwrap();
            assert_eq!(names(), ["report.txt"]);
            assert_eq!(fs::metadata(&file).unwrap().len(), 100_000);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_read_by_whom_it_was_before() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report.txt");
        write_whole(&file, |out| out.write_all(b"older")).unwrap();
        // A new file is as any other program's.
        let plain = folder.path().join("plain.txt");
        fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&file), mode(&plain));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&file, |out| out.write_all(b"new")).unwrap();
        assert_eq!((mode(&file) & 0o777, fs::read(&file).unwrap()), (0o640, b"new".to_vec()));
    }

    #[test]
    fn an_error_names_the_users_path_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("no/report.txt");
        let error = write_whole(&file, |out| out.write_all(b"new")).unwrap_err();
        assert_eq!(error.path.as_deref(), Some(file.as_path()));
        assert!(!error.message.contains("redeal-") && !error.message.contains("path"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_kept_and_followed_to_where_nothing_is_yet() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("second", path("first")).unwrap();
        std::os::unix::fs::symlink("report.txt", path("second")).unwrap();
        write_whole(&path("first"), |out| out.write_all(b"new")).unwrap();
        assert!(path("first").is_symlink() && path("second").is_symlink());
        assert_eq!(fs::read(path("report.txt")).unwrap(), b"new");
        std::os::unix::fs::symlink("circle", path("circle")).unwrap();
        let error = write_whole(&path("circle"), |out| out.write_all(b"new")).unwrap_err();
        assert!(
            error.to_string().ends_with("circle: cannot be written: it leads through more than 40 links"),
            "{error}"
        );
        assert!(path("circle").is_symlink());
    }
}
