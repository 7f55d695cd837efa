//! SCENARIO: a file, or the name of a shipped scenario.

use super::failure::Failure;
use crate::scenario::{Scenario, parse, read, shipped};
use crate::simulate::{Job, Report, SimulateError, simulate};
use crate::unit::WorkerCount;
use std::ffi::OsStr;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};

/// A scenario and where it came from.
#[derive(Debug)]
pub(super) struct Source {
    /// The scenario, its widths replaced where the command line names some.
    pub scenario: Scenario,
    /// Its file; none where it is shipped.
    pub file: Option<PathBuf>,
    /// The name as it was given, for messages.
    pub name: String,
    /// Whether the command line replaced the widths.
    replaced: bool,
}

/// Finds and reads a scenario. A file goes before a shipped scenario of the same name.
pub(super) fn load(name: &OsStr) -> Result<Source, Failure> {
    let path = Path::new(name);
    let shown = path.display().to_string();
    if let Some((_, text)) = shipped().iter().find(|(stem, _)| *stem == shown)
        && !path.exists()
    {
        return Ok(Source { scenario: parse(text)?, file: None, name: shown, replaced: false });
    }
    let bare = path.extension().is_none() && path.components().count() == 1;
    if bare && !path.exists() {
        let names: Vec<&str> = shipped().iter().map(|(stem, _)| *stem).collect();
        let command = super::command();
        let known: Vec<&str> =
            names.iter().copied().chain(command.get_subcommands().map(clap::Command::get_name)).collect();
        return Err(Failure::Told(format!(
            "{shown}: neither a file nor a subcommand nor a shipped scenario.{} Shipped are {}",
            nearest(&shown, &known),
            names.join(", ")
        )));
    }
    let scenario = read(path)?;
    Ok(Source { scenario, file: Some(path.to_owned()), name: shown, replaced: false })
}

/// The scenario that is shown where none is named.
pub(super) fn built_in() -> Source {
    Source { scenario: Scenario::built_in(), file: None, name: "128-buckets".to_owned(), replaced: false }
}

fn nearest(found: &str, names: &[&str]) -> String {
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 3)
        .map_or_else(String::new, |(_, name)| format!(" Did you mean \"{name}\"?"))
}

impl Source {
    /// Replaces the widths, where any are given. Settings for restarts that are no more go with them.
    pub fn replace_widths(&mut self, widths: &[WorkerCount]) {
        if widths.is_empty() {
            return;
        }
        self.replaced = true;
        self.scenario.widths = widths.to_vec();
        self.scenario.restart_buckets.truncate(widths.len() - 1);
    }

    /// Simulates it, with progress on a terminal where it takes long.
    pub fn simulate(&self) -> Result<Report, Failure> {
        let job = self.job()?;
        let bar = super::progress::Bar::of(&job);
        let report = simulate(&job, &bar).map_err(|error: SimulateError| self.told(&error));
        bar.finish();
        report
    }

    /// The checked job.
    pub fn job(&self) -> Result<Job, Failure> {
        let folder = self.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        self.scenario.job(folder).map_err(|error| match &error.path {
            Some(_) => Failure::Told(error.to_string()),
            None => self.told(&error.message),
        })
    }

    /// Refuses an output file that is the scenario itself.
    pub fn keep(&self, output: Option<&Path>) -> Result<(), Failure> {
        let same = self.file.as_deref().zip(output).is_some_and(|(file, output)| {
            file.canonicalize().is_ok_and(|file| output.canonicalize().is_ok_and(|output| file == output))
        });
        if same { Err(self.told(&"is the scenario itself: -o would overwrite it, name another file")) } else { Ok(()) }
    }

    /// A message about this scenario.
    pub fn told(&self, message: &impl Display) -> Failure {
        Failure::Told(format!("{}: {message}", self.name))
    }

    /// The command line that makes the report again.
    pub fn reproduce(&self) -> String {
        let mut line = format!("redeal report {}", quoted(&self.name));
        for width in self.scenario.widths.iter().filter(|_| self.replaced) {
            let _ = write!(line, " --workers {width}");
        }
        line
    }
}

/// A word as a POSIX shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+=:@,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_with_spaces_are_quoted() {
        assert_eq!(quoted("few-keys"), "few-keys");
        assert_eq!(quoted("my job's.ron"), r"'my job'\''s.ron'");
    }
}
