//! Data to stdout or a whole file; everything else to stderr.

use super::Answer;
use super::failure::Failure;
use crate::plain::visible;
use crate::scenario::write_whole;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The file to write; `-` is stdout, as no file is.
pub(super) fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

/// Writes to a file, whole or not at all, or to stdout, as it is made.
pub(super) fn stream(file: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if let Some(path) = self::file(file) {
        return Ok(write_whole(path, write)?);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Writes text to a file, whole or not at all, or to stdout.
pub(super) fn emit(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    stream(file, |out| out.write_all(text.as_bytes()))
}

/// The answer, once the output is written: the same where whoever reads it has closed it.
pub(super) fn answered(written: Result<(), Failure>, answer: Answer) -> Result<Answer, Failure> {
    match written {
        Ok(()) | Err(Failure::Closed) => Ok(answer),
        Err(failure) => Err(failure),
    }
}

/// Tells the user something that is not data, in one line. Nobody left to read it is no error.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(text));
}

/// Tells something that takes several lines.
pub(super) fn note_lines(text: &str) {
    text.trim_end().lines().for_each(note);
}
