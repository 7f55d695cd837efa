//! Files and the system's file dialog, off the window's thread.

use crate::scenario::{Scenario, ScenarioError, read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What a file thread found.
#[derive(Debug)]
pub enum FileEvent {
    /// A path was chosen in the system's dialog.
    Chosen {
        /// To save to rather than to open.
        save: bool,
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
    pub fn browse(&self, save: bool, suggested: String) {
        self.spawn("file dialog", move || {
            let dialog = rfd::FileDialog::new().add_filter("Redeal scenario", &["ron"]);
            let path = if save {
                dialog.set_title("Save the scenario").set_file_name(suggested).save_file()
            } else {
                dialog.set_title("Open a scenario").pick_file()
            };
            path.map(|path| FileEvent::Chosen { save, path })
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
