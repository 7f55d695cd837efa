//! No subcommand: the window, or the text report where there is none.

use super::failure::Failure;
use super::{Answer, output, report, source};
use std::ffi::OsString;

pub(super) fn run(scenario: Option<OsString>) -> Result<Answer, Failure> {
    let source = scenario.as_deref().map_or_else(|| Ok(source::built_in()), source::load)?;
    output::note("redeal: built without a window (feature gui): the text report follows");
    report::print(&source)?;
    Ok(Answer::Done)
}
