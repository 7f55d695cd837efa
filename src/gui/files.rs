//! Files and the system's file dialog, off the window's thread.

use super::command::Sheet;
use super::exploration::Picture;
use crate::figure;
use crate::scenario::{Scenario, ScenarioError, read, write_whole};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What a path is wanted for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// To open a scenario.
    Open,
    /// To compare a scenario with.
    Compare,
    /// To save the scenario.
    Save,
    /// To save a chart.
    SavePicture(Picture),
}

impl Wanted {
    /// What a sheet's path is for; `None` where it asks for none.
    #[must_use]
    pub fn of(sheet: Sheet) -> Option<Self> {
        match sheet {
            Sheet::Help | Sheet::Palette { .. } => None,
            Sheet::CompareWith { .. } => Some(Self::Compare),
            Sheet::Open { .. } => Some(Self::Open),
            Sheet::SaveAs { .. } => Some(Self::Save),
            Sheet::SavePicture { picture, .. } => Some(Self::SavePicture(picture)),
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

    /// Reads a scenario file.
    pub fn read(&self, path: PathBuf) {
        self.spawn("read file", move || {
            let result = read(&path).map(Box::new);
            Some(FileEvent::Read { path, result })
        });
    }

    /// Opens the system's dialog. Where the system has none, or it is closed, nothing happens: the path can be typed.
    pub fn browse(&self, wanted: Wanted, suggested: String) {
        self.spawn("file dialog", move || {
            let scenario = || rfd::FileDialog::new().add_filter("Redeal scenario", &["ron"]);
            let path = match &wanted {
                Wanted::Open => scenario().set_title("Open a scenario").pick_file(),
                Wanted::Compare => scenario().set_title("Compare with a scenario").pick_file(),
                Wanted::Save => scenario().set_title("Save the scenario").set_file_name(suggested).save_file(),
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
