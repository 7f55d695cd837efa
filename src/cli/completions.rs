//! `redeal completions`: what a shell needs to complete arguments.

use super::failure::Failure;
use super::{Answer, output};
use clap::Args;
use clap_complete::Shell;

/// Prints completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  redeal completions bash > ~/.local/share/bash-completion/completions/redeal")]
pub(super) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(), "redeal", &mut script);
    output::emit(&String::from_utf8_lossy(&script), None)?;
    Ok(Answer::Done)
}
