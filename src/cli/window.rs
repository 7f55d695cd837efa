//! No subcommand: the window, or the text report where there is none.

use super::failure::Failure;
use super::source::{self, Source};
use super::{Answer, output, report, stdin};
use std::ffi::OsStr;

pub(super) fn run(scenario: Option<&OsStr>) -> Result<Answer, Failure> {
    if let Some(name) = scenario {
        stdin::refuse(name, "the window shows a file (redeal report - reads standard input)")?;
    }
    let source = scenario.map(source::load).transpose()?;
    let Err(reason) = open(source.as_ref()) else { return Ok(Answer::Done) };
    output::note(&format!("redeal: {reason}; the text report follows"));
    let source = match source {
        Some(source) => source,
        None => source::last()?.map_or_else(source::built_in, Ok)?,
    };
    report::print(&source)?;
    Ok(Answer::Done)
}

/// Opens the window and returns when it is closed; an error is the reason why there is none.
#[cfg(feature = "gui")]
fn open(source: Option<&Source>) -> Result<(), String> {
    let start = source.map_or_else(crate::gui::Start::default, |source| crate::gui::Start {
        path: source.file.clone(),
        scenario: Some(source.scenario.clone()),
    });
    crate::gui::run(start).map_err(|error| error.to_string())
}

/// There is no window in this build.
#[cfg(not(feature = "gui"))]
fn open(_source: Option<&Source>) -> Result<(), String> {
    Err("this build has no window (it was made without the feature gui)".to_owned())
}
