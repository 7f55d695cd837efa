//! `redeal man`: the manual page.

use super::failure::Failure;
use super::{Answer, output};
use clap::Args;

/// Prints the manual page, in roff.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  redeal man | man -l -\n  redeal man report > redeal-report.1")]
pub(super) struct Arguments {
    /// A subcommand, for its own page.
    subcommand: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let mut command = super::command();
    // Names and usage lines of subcommands are filled in only then.
    command.build();
    let page = match &arguments.subcommand {
        None => command,
        Some(name) => {
            let Some(found) = command.find_subcommand(name) else {
                let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
                return Err(Failure::Told(format!("no subcommand \"{name}\": there are {}", names.join(", "))));
            };
            found.clone().display_name(format!("redeal-{name}"))
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    output::emit(&String::from_utf8_lossy(&roff), None)?;
    Ok(Answer::Done)
}
