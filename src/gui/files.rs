//! Files and the system's file dialog, off the window's thread.

use super::command::Sheet;
use super::document::{Document, stem_of};
use super::explaining::LogRead;
use super::exploration::Picture;
use super::importing::Looked;
use crate::decide::{DecisionSpec, decide};
use crate::export::record_markdown;
use crate::figure;
use crate::import::ListOptions;
use crate::learn::{Lesson, is_lesson, read_lesson};
use crate::scenario::{Scenario, ScenarioError, is_key_list, key_list_endings, read, read_text, write_whole};
use crate::simulate::Unwatched;
use crate::snapshot::{self, Snapshot};
use chrono::NaiveDate;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What a path is wanted for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// To open a scenario, a lesson, a list of keys or a snapshot.
    Open,
    /// To take a list of keys from.
    List,
    /// To explain what is in a log.
    Log,
    /// To compare a scenario with.
    Compare,
    /// To save the scenario.
    Save,
    /// To save a chart.
    SavePicture(Picture),
    /// To write the decision record.
    SaveRecord,
    /// To save a copy of what has been learnt.
    SaveLearning,
}

impl Wanted {
    /// What a sheet's path is for; `None` where it asks for none.
    #[must_use]
    pub fn of(sheet: Sheet) -> Option<Self> {
        match sheet {
            Sheet::Help | Sheet::Palette { .. } | Sheet::Parts { .. } | Sheet::Import(_) | Sheet::Explain(_) => None,
            Sheet::List { .. } => Some(Self::List),
            Sheet::Log { .. } => Some(Self::Log),
            Sheet::CompareWith { .. } => Some(Self::Compare),
            Sheet::Open { .. } => Some(Self::Open),
            Sheet::SaveAs { .. } => Some(Self::Save),
            Sheet::SavePicture { picture, .. } => Some(Self::SavePicture(picture)),
            Sheet::SaveRecord { .. } => Some(Self::SaveRecord),
            Sheet::SaveLearning { .. } => Some(Self::SaveLearning),
        }
    }
}

/// What a file thread found.
#[derive(Debug)]
pub enum FileEvent {
    /// A path was chosen in the system's dialog.
    Chosen {
        /// What for.
        wanted: Wanted,
        /// The path.
        path: PathBuf,
    },
    /// A file was read.
    Read {
        /// The file.
        path: PathBuf,
        /// The scenario, or why there is none.
        result: Result<Box<Scenario>, ScenarioError>,
    },
    /// A file was written, or why not.
    Written(Result<PathBuf, String>),
    /// A snapshot of a running job was read, or why not.
    Snapshot {
        /// Where it lies.
        path: PathBuf,
        /// The snapshot.
        result: Result<Arc<Snapshot>, String>,
    },
    /// The file is a list of keys.
    List(Box<Looked>),
    /// A log was read.
    Log(Box<LogRead>),
    /// The file is a lesson.
    Lesson(Result<Arc<Lesson>, ScenarioError>),
}

/// Runs dialogs and reads files on threads of their own.
pub struct Files {
    outbox: Sender<FileEvent>,
    inbox: Receiver<FileEvent>,
    wake: egui::Context,
}

impl Files {
    /// Nothing runs yet.
    #[must_use]
    pub fn new(wake: egui::Context) -> Self {
        let (outbox, inbox) = channel();
        Self { outbox, inbox, wake }
    }

    /// What has happened since.
    pub fn event(&self) -> Option<FileEvent> {
        self.inbox.try_recv().ok()
    }

    /// Reads a file or folder: a scenario, a lesson, a snapshot of a running job, a list of keys, which is read as `options` say.
    pub fn read(&self, path: PathBuf, options: ListOptions) {
        self.spawn("read file", move || Some(opened(path, options)));
    }

    /// Looks at a list of keys.
    pub fn preview(&self, path: PathBuf, options: ListOptions) {
        self.spawn("read file", move || Some(FileEvent::List(Box::new(Looked::at(path, options)))));
    }

    /// Reads a log and explains what is in it.
    pub fn read_log(&self, path: PathBuf) {
        self.spawn("read log", move || Some(FileEvent::Log(Box::new(LogRead::at(path)))));
    }

    /// Writes the decision record of a document: on a thread, since it judges the count with all its keys.
    pub fn write_record(&self, document: Document, today: NaiveDate, path: PathBuf) {
        self.spawn("write record", move || {
            Some(FileEvent::Written(write_record(&document, today, &path).map(|()| path)))
        });
    }

    /// Opens the system's dialog. Where the system has none, or it is closed, nothing happens: the path can be typed.
    pub fn browse(&self, wanted: Wanted, suggested: String) {
        self.spawn("file dialog", move || {
            let scenario = || rfd::FileDialog::new().add_filter("Redeal scenario", &["ron"]);
            let path = match &wanted {
                Wanted::Open => open_dialog().pick_file(),
                Wanted::List => lists(rfd::FileDialog::new()).set_title("Import a list of keys").pick_file(),
                Wanted::Log => rfd::FileDialog::new().set_title("Explain a log").pick_file(),
                Wanted::Compare => scenario().set_title("Compare with a scenario").pick_file(),
                Wanted::Save => scenario().set_title("Save the scenario").set_file_name(suggested).save_file(),
                Wanted::SaveRecord => rfd::FileDialog::new()
                    .add_filter("Markdown", &["md"])
                    .set_title("Write the decision record")
                    .set_file_name(Path::new(&suggested).with_extension("record.md").display().to_string())
                    .save_file(),
                Wanted::SaveLearning => rfd::FileDialog::new()
                    .add_filter("JSON", &["json"])
                    .set_title("Save what has been learnt")
                    .set_file_name("learning.json")
                    .save_file(),
                Wanted::SavePicture(picture) => rfd::FileDialog::new()
                    .add_filter("Picture or table", &["svg", "png", "csv"])
                    .set_title("Save the chart")
                    .set_file_name(format!("{}.svg", picture.stem))
                    .save_file(),
            };
            path.map(|path| FileEvent::Chosen { wanted, path })
        });
    }

    fn spawn(&self, name: &str, work: impl FnOnce() -> Option<FileEvent> + Send + 'static) {
        let (outbox, wake) = (self.outbox.clone(), self.wake.clone());
        let run = move || {
            if let Some(event) = work() {
                // The window may be gone by now; then nobody wants the event.
                let _ = outbox.send(event);
                wake.request_repaint();
            }
        };
        // Without a thread the request is lost, as it would be if the dialog were closed.
        let _ = std::thread::Builder::new().name(name.to_owned()).spawn(run);
    }
}

/// The dialog for all that can be opened. A folder is dropped on the window, or its path is typed.
fn open_dialog() -> rfd::FileDialog {
    let all: Vec<&str> = ["ron", "json", "tar"].iter().chain(key_list_endings()).copied().collect();
    let dialog = rfd::FileDialog::new().set_title("Open").add_filter("All that can be opened", &all);
    // A snapshot of Flink has a name without an ending.
    lists(dialog.add_filter("Redeal scenario or lesson", &["ron"])).add_filter("Any file", &["*"])
}

fn lists(dialog: rfd::FileDialog) -> rfd::FileDialog {
    dialog.add_filter("List of keys", key_list_endings())
}

fn write_record(document: &Document, decided: NaiveDate, path: &Path) -> Result<(), String> {
    let scenario = &document.scenario;
    let job = scenario.job(document.folder()).map_err(|error| error.to_string())?;
    let file = document.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let file = file.or_else(|| stem_of(scenario).map(str::to_owned)).unwrap_or_else(|| scenario.name.clone());
    let spec = DecisionSpec { file, decided, way_out: None, decided_by: String::new(), reviewed_by: String::new() };
    let decision = decide(scenario, &job, &spec, &Unwatched).map_err(|error| error.to_string())?;
    let text = record_markdown(&decision).map_err(|error| error.to_string())?;
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
}

/// What a path leads to.
fn opened(path: PathBuf, options: ListOptions) -> FileEvent {
    if snapshot::is_one(&path) {
        let result = snapshot::open(&path).map(Arc::new).map_err(|error| format!("{}: {error}", path.display()));
        return FileEvent::Snapshot { path, result };
    }
    if is_key_list(&path) {
        return FileEvent::List(Box::new(Looked::at(path, options)));
    }
    lesson_in(&path).map_or_else(|| FileEvent::Read { result: read(&path).map(Box::new), path }, FileEvent::Lesson)
}

/// What a file holds that begins as a lesson does; `None` for any other file.
fn lesson_in(path: &Path) -> Option<Result<Arc<Lesson>, ScenarioError>> {
    /// A lesson begins within so many bytes; what follows is read only of one.
    const HEAD: u64 = 64 << 10;
    const MOST: u64 = 4 << 20;
    let mut head = Vec::new();
    File::open(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let lesson = || read_lesson(&read_text(path, MOST, "a lesson")?).map(Arc::new);
    is_lesson(&String::from_utf8_lossy(&head)).then(|| lesson().map_err(|error| error.in_file(path)))
}

/// Writes a chart as its path's ending says.
///
/// # Errors
/// What cannot be, and what is allowed.
pub fn write_picture(path: &Path, picture: &Picture) -> Result<(), String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => figure::svg(&picture.chart.scene).into_bytes(),
        Some("png") => figure::png(&picture.chart.scene).map_err(|error| error.to_string())?,
        Some("csv") => picture.chart.table.csv().into_bytes(),
        _ => return Err(format!("{}: the name must end in .svg, .png or .csv", path.display())),
    };
    write_whole(path, |out| out.write_all(&bytes)).map_err(|error| error.to_string())
}
