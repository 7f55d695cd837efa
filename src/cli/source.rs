//! SCENARIO: a file, or the name of a shipped scenario.

use super::failure::Failure;
use super::key_list::{self, Around, is_list};
use super::part;
use super::progress::Reading;
use super::stdin;
use crate::export::rejected_line;
use crate::learn::is_lesson;
use crate::plain::{excerpt, quoted};
use crate::scenario::{Scenario, ScenarioError, job_of_text, parse, place_of_message, read_job_watched, shipped};
use crate::simulate::{Job, Report, SimulateError, simulate};
use crate::snapshot;
use crate::unit::WorkerCount;
use std::ffi::OsStr;
use std::fmt::{Display, Write};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A scenario and where it came from.
#[derive(Debug)]
pub(super) struct Source {
    /// The scenario, its widths replaced where the command line names some.
    pub scenario: Scenario,
    /// The checked job. Its keys were read with the scenario: a pipe cannot be read again.
    pub job: Job,
    /// Its file; none where it is shipped.
    pub file: Option<PathBuf>,
    /// The key file that it names.
    key_file: Option<PathBuf>,
    /// The name as it was given, for messages.
    pub name: String,
    /// What follows `redeal` to make the report again, but for widths.
    again: String,
    /// Whether the command line replaced the widths.
    replaced: bool,
}

/// Finds and reads a scenario. A file goes before a shipped scenario of the same name.
pub(super) fn load(name: &OsStr) -> Result<Source, Failure> {
    load_around(name, None)
}

/// The same, where SCENARIO may also be a list of keys with a job around it.
pub(super) fn load_list(name: &OsStr, around: &Around<'_>) -> Result<Source, Failure> {
    load_around(name, Some(around))
}

/// The same for one of several, where the options are for the lists among them.
pub(super) fn load_beside(name: &OsStr, around: &Around<'_>) -> Result<Source, Failure> {
    let is_list = stdin::is_meant(name) || is_list(Path::new(name), Some(around));
    load_around(name, Some(around).filter(|_| is_list))
}

fn load_around(name: &OsStr, around: Option<&Around<'_>>) -> Result<Source, Failure> {
    let path = Path::new(name);
    if name.is_empty() {
        return Err(Failure::Told("SCENARIO is empty: a file or the name of a shipped scenario is needed".to_owned()));
    }
    let shown = path.display().to_string();
    if let (stdin_path, part) = part::split(path)
        && stdin::is_meant(stdin_path.as_os_str())
    {
        return of_stdin(part.as_deref(), shown, around);
    }
    if is_list(path, around) {
        return of_list(path, shown, around);
    }
    if around.is_some_and(Around::is_told) {
        return Err(Failure::Told(format!(
            "{}: this is a scenario, or no file: options of a list of keys go with a file of keys, such as keys.csv",
            excerpt(&shown)
        )));
    }
    let source = |(scenario, job), file: Option<PathBuf>| {
        let folder = file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let key_file = key_file(&scenario, folder);
        let again = format!(" report {}", quoted(&shown));
        Source { scenario, job, file, key_file, name: shown.clone(), again, replaced: false }
    };
    if let Some((_, text)) = shipped().iter().find(|(stem, _)| *stem == shown)
        && !is_file_there(path)
    {
        return Ok(source(checked(parse(text)?, Path::new(""))?, None));
    }
    if let Some((scenario, job)) = part::scenario(path)? {
        return Ok(source((scenario, job), None));
    }
    let bare = path.extension().is_none() && path.components().count() == 1;
    if bare && !path.exists() {
        let names: Vec<&str> = shipped().iter().map(|(stem, _)| *stem).collect();
        let command = super::command();
        let known: Vec<&str> =
            names.iter().copied().chain(command.get_subcommands().map(clap::Command::get_name)).collect();
        return Err(Failure::Told(format!(
            "{}: neither a file nor a subcommand nor a shipped scenario.{} Shipped are {}",
            excerpt(&shown),
            nearest(&shown, &known),
            names.join(", ")
        )));
    }
    let read = read_job_watched(path, &Reading::default());
    let read = read.map_err(|error| told_lesson(path).unwrap_or_else(|| Failure::from(error)))?;
    let source = source(read, Some(path.to_owned()));
    source.tell_rejected();
    Ok(source)
}

/// Standard input: a list of keys or a table of buckets where the options are of one, else a listing or a scenario.
fn of_stdin(part: Option<&str>, shown: String, around: Option<&Around<'_>>) -> Result<Source, Failure> {
    let path = Path::new("-");
    if around.is_some_and(|around| around.options.is_of_list()) {
        stdin::take()?;
        return of_list(Path::new(stdin::PATH), shown, around);
    }
    let text = stdin::text()?;
    let listing = snapshot::open_listing(&text).map_err(|error| part::told(path, &error))?;
    let (scenario, job) = match listing {
        Some(listing) => part::of_snapshot(path, &listing, part)?,
        None if is_scenario(&text) => job_of_text(text.trim_start_matches('\u{feff}'), path, &Reading::default())?,
        None => {
            let how = "redeal report - --engine flink --workers 48";
            return Err(Failure::Told(format!(
                "-: standard input is neither a scenario nor a listing of Kafka's tools: with a list of keys or a table of buckets \
                 --engine is needed, as in {how}"
            )));
        }
    };
    let again = format!(" report {}", quoted(&shown));
    let key_file = key_file(&scenario, Path::new("")).filter(|file| !stdin::is_meant(file.as_os_str()));
    let source = Source { scenario, job, file: None, key_file, name: shown, again, replaced: false };
    source.tell_rejected();
    Ok(source)
}

/// Whether a text is meant as a scenario: it begins as one, or with a comment.
fn is_scenario(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    ["Scenario", "(", "//", "/*", "#!["].iter().any(|start| text.starts_with(start))
}

/// A list of keys with a job around it.
fn of_list(path: &Path, shown: String, around: Option<&Around<'_>>) -> Result<Source, Failure> {
    let scenario = key_list::scenario(path, &shown, around)?;
    let job = scenario.job_watched(Path::new(""), &Reading::default())?;
    let again = format!(" report {}{}", quoted(&shown), around.map_or_else(String::new, Around::again));
    let key_file = Some(path.to_owned());
    let source = Source { scenario, job, file: None, key_file, name: shown, again, replaced: true };
    source.tell_rejected();
    Ok(source)
}

/// The scenario that is shown where none is named.
pub(super) fn built_in() -> Result<Source, Failure> {
    load("128-buckets".as_ref())
}

/// The scenario that the window had last, as it had it: with edits that its file does not have.
#[cfg(feature = "gui")]
pub(super) fn last() -> Result<Option<Source>, Failure> {
    let Some(document) = crate::gui::last_document() else { return Ok(None) };
    let folder = document.folder().to_owned();
    let (scenario, job) = checked(document.scenario.as_ref().clone(), &folder)?;
    let ready = shipped().iter().find(|(_, text)| parse(text).is_ok_and(|ready| ready == scenario));
    let saved = document.path.as_ref().filter(|_| !document.is_unsaved()).map(|path| path.display().to_string());
    let name = saved.or_else(|| ready.map(|(stem, _)| (*stem).to_owned()));
    // Only what is in a file can be named; the window remembers the rest for the next start as well.
    let again = name.as_ref().map_or_else(String::new, |name| format!(" report {}", quoted(name)));
    let name = name.unwrap_or_else(|| scenario.name.clone());
    let key_file = key_file(&scenario, &folder);
    Ok(Some(Source { scenario, job, file: document.path, key_file, name, again, replaced: false }))
}

/// A build without a window has had none.
#[cfg(not(feature = "gui"))]
#[expect(clippy::unnecessary_wraps, reason = "the same as where there is a window")]
pub(super) fn last() -> Result<Option<Source>, Failure> {
    Ok(None)
}

/// The key file that a scenario in `folder` names.
fn key_file(scenario: &Scenario, folder: &Path) -> Option<PathBuf> {
    scenario.keys.path().map(|path| folder.join(path))
}

fn checked(scenario: Scenario, folder: &Path) -> Result<(Scenario, Job), ScenarioError> {
    let job = scenario.job(folder)?;
    Ok((scenario, job))
}

/// `Did you mean …?` where one of the names is near what was found.
pub(super) fn nearest(found: &str, names: &[&str]) -> String {
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 3)
        .map_or_else(String::new, |(_, name)| format!(" Did you mean \"{name}\"?"))
}

impl Source {
    /// Replaces the widths, where any are given. Settings for restarts that are no more go with them. The start that a snapshot
    /// records stays: the state is there, so that every width given is a restart from it.
    pub fn replace_widths(&mut self, widths: &[WorkerCount]) -> Result<(), Failure> {
        if widths.is_empty() {
            return Ok(());
        }
        self.replaced = true;
        let recorded = self.job.keys.recorded().and_then(|recorded| recorded.workers);
        let recorded = recorded.filter(|width| widths.first() != Some(width));
        self.scenario.widths = recorded.into_iter().chain(widths.iter().copied()).collect();
        let settings = &mut self.scenario.restart_buckets;
        let restarts = self.scenario.widths.len() - 1;
        match settings.last().copied().filter(|_| self.job.keys.recorded().is_some()) {
            Some(last) => settings.resize(restarts, last),
            None => settings.truncate(restarts),
        }
        self.job = self.scenario.job_of(self.job.keys.clone()).map_err(|error| self.told(&error.message))?;
        Ok(())
    }

    /// Says on stderr what of its key file may have been meant otherwise, and where rows of it cannot be read.
    fn tell_rejected(&self) {
        let Some(facts) = self.job.keys.list_facts() else { return };
        for line in facts.remarks.iter().map(|remark| format!("{}: {remark}", facts.file)).chain(rejected_line(facts)) {
            super::output::note(&line);
        }
    }

    /// Simulates it, with progress on a terminal where it takes long.
    pub fn simulate(&self) -> Result<Report, Failure> {
        let bar = super::progress::Bar::of(&self.job);
        let report = simulate(&self.job, &bar).map_err(|error: SimulateError| self.told(&error));
        bar.finish();
        report
    }

    /// Refuses an output file that is the scenario itself, the key file or snapshot that it names, or lies in that snapshot.
    pub fn keep(&self, output: Option<&Path>) -> Result<(), Failure> {
        let Some(output) = super::output::file(output) else { return Ok(()) };
        let is = |file: &Option<PathBuf>| file.as_deref().is_some_and(|file| would_change(file, output));
        if is(&self.file) {
            return Err(self.told(&"is the scenario itself: -o would overwrite it, name another file"));
        }
        match &self.key_file {
            Some(file) if is(&self.key_file) => {
                let file = file.display();
                Err(self.told(&format!("takes its keys from {file}: -o would overwrite it, name another file")))
            }
            _ => Ok(()),
        }
    }

    /// The last part of its file's path, or the name of the shipped scenario: what a decision record calls it.
    pub fn file_name(&self) -> String {
        let file = self.file.as_deref().and_then(Path::file_name);
        file.map_or_else(|| self.name.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// A message about this scenario; where it begins with a field of it, with the place of that field in its file.
    pub fn told(&self, message: &impl Display) -> Failure {
        let message = message.to_string();
        let is_of_field =
            FIELDS.iter().any(|field| message.strip_prefix(field).is_some_and(|rest| rest.starts_with(": ")));
        let file = self.file.as_deref().filter(|file| is_of_field && file.is_file());
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        let error = ScenarioError::new(message.clone()).at(text.and_then(|text| place_of_message(&text, &message)));
        Failure::Told(error.in_file(&self.name).to_string())
    }

    /// The command line that makes the report again.
    pub fn reproduce(&self) -> String {
        let mut line = format!("redeal{}", self.again);
        for width in self.scenario.widths.iter().filter(|_| self.replaced) {
            let _ = write!(line, " --workers {width}");
        }
        line
    }
}

/// Fields of a scenario that messages about a simulation begin with.
const FIELDS: [&str; 5] = ["keys", "state", "engine", "plan", "ways_out"];

/// Whether two paths lead to the same file, by links of either kind as well; also to one that is not there yet.
pub(super) fn same_file(one: &Path, other: &Path) -> bool {
    whole(one).is_some_and(|one| whole(other) == Some(one)) || is_hard_link(one, other)
}

/// Whether writing to a path changes what is read: the file itself, or one that is there in the folder that is read.
pub(super) fn would_change(read: &Path, output: &Path) -> bool {
    let is_inside = || whole(read).zip(whole(output)).is_some_and(|(read, output)| output.starts_with(read));
    same_file(read, output) || (read.is_dir() && output.exists() && is_inside())
}

/// The one path of a file: its own where it is there, else its name in its folder's.
pub(super) fn whole(path: &Path) -> Option<PathBuf> {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder)
}

/// Whether a file goes before what is shipped under the same name. A folder does not: it can only be in the way by chance.
pub(super) fn is_file_there(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// What to tell where a file holds a lesson instead of a scenario.
fn told_lesson(path: &Path) -> Option<Failure> {
    /// More than the comments before a lesson take.
    const FIRST_BYTES: u64 = 64 << 10;
    let file = std::fs::File::open(path).ok().filter(|_| path.is_file())?;
    let mut first = Vec::new();
    file.take(FIRST_BYTES).read_to_end(&mut first).ok()?;
    let told = format!("{}: this is a lesson, not a scenario: open it in the window (Open…)", path.display());
    is_lesson(&String::from_utf8_lossy(&first)).then_some(Failure::Told(told))
}

/// Whether two names are of one file of the same disk.
#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of =
        |path: &Path| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|known| (known.dev(), known.ino()));
    of(one).is_some_and(|one| of(other) == Some(one))
}

/// Elsewhere the standard library does not tell.
#[cfg(not(unix))]
fn is_hard_link(_one: &Path, _other: &Path) -> bool {
    false
}
