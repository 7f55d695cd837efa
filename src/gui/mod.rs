//! The native window.
//!
//! Panels get a read-only [`state::AppView`] and push [`command::Command`]s; [`app::App::logic`](eframe::App::logic) applies them.
//! Simulations run on a thread of their own (`worker`), files and dialogs too (`files`); while they run, the old picture stays.

mod app;
mod app_view;
mod as_command;
pub mod background;
pub mod command;
pub mod document;
mod effect;
pub mod explaining;
pub mod exploration;
pub mod explorer;
mod files;
pub mod importing;
mod job_source;
mod keyboard;
mod launch;
pub mod learning;
mod memory;
mod observing;
pub mod paint;
mod recovery;
pub mod sheet;
pub mod state;
pub mod theme;
pub mod view;
mod worker;

pub use app::App;
pub use launch::{GuiError, Start, display_available, run};
pub use memory::last_document;
