//! A file that nobody sees before it is whole.

use std::fs::{File, Permissions};
use std::io;
use std::path::Path;
use tempfile::NamedTempFile;

/// The start of the names of temporary files.
const PREFIX: &str = ".redeal-";

/// A file in the making, in the folder where it is to be.
pub(super) enum Unfinished {
    /// Without a name, as Linux has it on most file systems: it goes with the process, however that ends.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// With a name of its own, taken off unless the process is killed.
    Named(NamedTempFile),
}

impl Unfinished {
    /// A file that may be read as the one it replaces, or as a new file.
    pub fn in_folder(folder: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        let file = Self::made(folder)?;
        if let Some(permissions) = permissions {
            file.file().set_permissions(permissions)?;
        }
        Ok(file)
    }

    #[cfg(target_os = "linux")]
    fn made(folder: &Path) -> io::Result<Self> {
        match linux::unnamed(folder) {
            Ok(file) => Ok(Self::Unnamed(file)),
            // Not every file system has them; what else is wrong is told by the plain road.
            Err(_) => named(folder).map(Self::Named),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn made(folder: &Path) -> io::Result<Self> {
        named(folder).map(Self::Named)
    }

    /// What is written to.
    pub fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Puts the whole file in its place, over the one that is there.
    pub fn put(self, folder: &Path, target: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => linux::put(file, folder, target),
            Self::Named(file) => file.persist(target).map(|_| ()).map_err(|error| error.error),
        }
    }
}

fn named(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{PREFIX, named};
    use rustix::fs::{AtFlags, CWD, OFlags, linkat};
    use std::fs::{File, OpenOptions};
    use std::io::{self, Seek};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;

    pub(super) fn unnamed(folder: &Path) -> io::Result<File> {
        let flags = OFlags::TMPFILE.bits().cast_signed();
        OpenOptions::new().read(true).write(true).custom_flags(flags).open(folder)
    }

    /// Gives the file its name at the very end. A name that is taken is not linked over, only renamed over, which takes a
    /// second name for that moment.
    pub(super) fn put(mut file: File, folder: &Path, target: &Path) -> io::Result<()> {
        let itself = format!("/proc/self/fd/{}", file.as_raw_fd());
        let link = |path: &Path| linkat(CWD, &itself, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from);
        if link(target).is_ok() {
            return Ok(());
        }
        if let Ok(linked) = tempfile::Builder::new().prefix(PREFIX).make_in(folder, link) {
            return linked.persist(target).map_err(|error| error.error);
        }
        // Where /proc is not there, the file cannot be named: it is copied.
        let mut copy = named(folder)?;
        copy.as_file().set_permissions(file.metadata()?.permissions())?;
        file.rewind()?;
        io::copy(&mut file, &mut copy)?;
        copy.as_file().sync_all()?;
        copy.persist(target).map(|_| ()).map_err(|error| error.error)
    }
}
