//! Files written whole or not at all.

use super::error::ScenarioError;
use std::fs::{self, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Links that are followed one after the other, as many as Linux follows.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all: into a temporary file beside it, then renamed over it.
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
    let mut file = temporary(folder, known.map(|known| known.permissions())).map_err(told)?;
    buffered(&mut file, write).map_err(told)?;
    file.as_file().sync_all().map_err(told)?;
    file.persist(&target).map_err(|error| told(error.error))?;
    Ok(())
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

/// A temporary file that may be read as the file it replaces, or as a new file.
fn temporary(folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".redeal-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
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
