//! Data to stdout or a whole file; everything else to stderr.

use super::Answer;
use super::failure::Failure;
use crate::plain::visible;
use crate::scenario::write_whole;
use clap::ValueEnum;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The file to write; `-` is stdout, as no file is.
pub(super) fn file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

/// Endings of names of files, and the formats that they stand for.
const ENDINGS: [(&str, &str); 5] =
    [("json", "json"), ("md", "markdown"), ("csv", "csv"), ("sarif", "sarif"), ("xml", "junit")];

/// The format: the one told, else the one that the ending of the output's name stands for, else the usual one.
pub(super) fn format<F: ValueEnum + Default>(told: Option<F>, output: Option<&Path>) -> Result<F, Failure> {
    if let Some(told) = told {
        return Ok(told);
    }
    let Some(path) = file(output) else { return Ok(F::default()) };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let Some((_, name)) = ENDINGS.into_iter().find(|(known, _)| *known == ending) else { return Ok(F::default()) };
    F::from_str(name, false).map_err(|_| {
        let names = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        Failure::Told(format!(
            "-o {}: the name says {name}, and this command writes {}: take another ending, or say --format",
            path.display(),
            names.join(", ")
        ))
    })
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

/// Tells an error. The lines of a list in it are indented, and stand by themselves; a line break in a name is spelled out.
pub(super) fn error(message: &str) {
    let mut lines = message.split("\n  ");
    note(&format!("error: {}", lines.next().unwrap_or_default()));
    lines.for_each(|line| note(&format!("  {line}")));
}

/// Tells something that takes several lines.
pub(super) fn note_lines(text: &str) {
    text.trim_end().lines().for_each(note);
}
