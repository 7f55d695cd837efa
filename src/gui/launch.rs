//! Opens the window, and turns what a system without the needed parts does into one plain sentence.

use super::App;
use crate::scenario::Scenario;
use egui::{ViewportBuilder, vec2};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// What the window opens on. Without a scenario: the last one, else the built-in.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Start {
    /// The scenario's file.
    pub path: Option<PathBuf>,
    /// The scenario.
    pub scenario: Option<Scenario>,
}

/// Why there is no window, with what would help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GuiError {
    /// Neither X11 nor Wayland.
    #[error("there is no display: neither DISPLAY nor WAYLAND_DISPLAY names one that answers")]
    NoDisplay,
    /// A system library is missing.
    #[error("the window needs {library}, which is not there: install {packages}")]
    Missing {
        /// What is missing.
        library: &'static str,
        /// Debian's packages that have it.
        packages: &'static str,
    },
    /// Anything else, in the words of the window system.
    #[error("the window cannot be opened: {0}")]
    Other(String),
}

/// Whether the environment names a display. It may still refuse.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "whether there is a display is known to the environment alone; no figure depends on it"
)]
pub fn display_available() -> bool {
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var(name).is_ok_and(|value| !value.is_empty()))
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// [`GuiError`] where it cannot be opened.
pub fn run(start: Start) -> Result<(), GuiError> {
    if !display_available() {
        return Err(GuiError::NoDisplay);
    }
    let viewport = ViewportBuilder::default()
        .with_app_id(super::memory::APP_ID)
        .with_title("Redeal")
        .with_inner_size(vec2(1280.0, 800.0))
        .with_min_inner_size(vec2(960.0, 600.0))
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    // A missing libxkbcommon-x11 is a panic inside the window library. Its message is told as a sentence instead.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload_as_str().unwrap_or_default();
        if known(text).is_none() {
            hook(panic);
        }
    }));
    let given = start.scenario.is_some();
    let create = move |cc: &eframe::CreationContext<'_>| {
        let app = App::new(cc, start);
        match eframe::storage_dir(super::memory::APP_ID) {
            Some(folder) => app.kept_in(folder, given),
            None => app,
        }
    };
    let open = AssertUnwindSafe(|| eframe::run_native("redeal", options, Box::new(|cc| Ok(Box::new(create(cc))))));
    match catch_unwind(open) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(explain(&error.to_string())),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            match text.and_then(known) {
                Some(error) => Err(error),
                // A defect of this program is not a missing library: let it be seen as what it is.
                None => std::panic::resume_unwind(panic),
            }
        }
    }
}

/// An error text of the window system as a sentence.
fn explain(text: &str) -> GuiError {
    known(text).unwrap_or_else(|| {
        // "os error at /some/file.rs:788: what happened": where in whose source says nothing to a user.
        let plain = text.split_once(".rs:").and_then(|(_, rest)| Some(rest.split_once(": ")?.1));
        GuiError::Other(plain.unwrap_or(text).to_owned())
    })
}

/// What is behind an error text, where that is known.
fn known(text: &str) -> Option<GuiError> {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let missing = |library, packages| Some(GuiError::Missing { library, packages });
    if has(&["xkbcommon"]) {
        missing("libxkbcommon with its X11 part", "libxkbcommon0 and libxkbcommon-x11-0")
    } else if has(&["libwayland"]) {
        missing("the Wayland client libraries", "libwayland-client0, libwayland-egl1 and libwayland-cursor0")
    } else if has(&["libx11", "libxcursor", "libxi.", "libx11-xcb", "xinput", "xlib"]) {
        missing("the X11 client libraries", "libx11-6, libx11-xcb1, libxcursor1 and libxi6")
    } else if has(&["glutin", "egl", "glx", "opengl", "no glutin configs", "libgl"]) {
        missing("OpenGL", "libgl1, libegl1 and libgl1-mesa-dri")
    } else if has(&[
        "wayland_display",
        "xopendisplay",
        "no display",
        "neither wayland",
        "failed to open",
        "connectionrefused",
    ]) {
        Some(GuiError::NoDisplay)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_failures_name_the_package() {
        let text = "Library libxkbcommon-x11.so could not be loaded.";
        assert!(explain(text).to_string().contains("libxkbcommon-x11-0"));
        assert!(explain("Found no glutin configs matching the template").to_string().contains("libgl1-mesa-dri"));
        let text = "winit EventLoopError: os error: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set.";
        assert_eq!(explain(text), GuiError::NoDisplay);
        let text = "os error at /registry/winit/mod.rs:788: Failed to load one of xlib's shared libraries";
        assert!(explain(text).to_string().contains("libxcursor1"));
        assert_eq!(explain("os error at /winit/mod.rs:7: odd").to_string(), "the window cannot be opened: odd");
        assert_eq!(explain("something new").to_string(), "the window cannot be opened: something new");
    }
}
