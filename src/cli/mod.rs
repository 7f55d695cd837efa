//! The command line: one subcommand a file. Prints what the core worked out, computes nothing.

mod arguments;
mod bucket;
mod completions;
mod deal;
mod engines;
mod failure;
mod man;
mod output;
mod progress;
mod report;
mod source;
mod sweep;
mod window;

use self::failure::Failure;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// How many key buckets should a stateful stream job be given, and what will every later width make of them?
#[derive(Debug, Parser)]
#[command(
    name = "redeal",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand: the window, on SCENARIO, else on the last one, else on the built-in example; \
                  without a display the text report of the same.\n\nExamples:\n  redeal\n  redeal few-keys\n  redeal report \
                  job.ron --workers 40 --workers 48\n\nExit codes: 0 done, 1 the answer is no, 2 wrong arguments or input."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Scenario file, or the name of a shipped scenario.
    scenario: Option<OsString>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Report(report::Arguments),
    Bucket(bucket::Arguments),
    Deal(deal::Arguments),
    Sweep(sweep::Arguments),
    Engines(engines::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// What a subcommand that ran to its end has to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Done, or yes.
    Done,
    /// No: what was asked is not possible.
    No,
}

/// Runs the program on the arguments it was started with.
///
/// Exit code 0: done, or whoever read the output closed it. 1: the answer is no. 2: wrong arguments or input, told in one
/// message on stderr.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe while help is printed is no reason to say anything either.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match dispatch(cli) {
        Ok(Answer::Done) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Told(message)) => {
            output::note(&format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

fn dispatch(cli: Cli) -> Result<Answer, Failure> {
    match cli.command {
        None => window::run(cli.scenario.as_deref()),
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Bucket(arguments)) => bucket::run(&arguments),
        Some(Command::Deal(arguments)) => deal::run(&arguments),
        Some(Command::Sweep(arguments)) => sweep::run(&arguments),
        Some(Command::Engines(arguments)) => engines::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments),
        Some(Command::Man(arguments)) => man::run(&arguments),
    }
}

/// The whole command, for completions and the manual page.
fn command() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_consistent() {
        super::command().debug_assert();
    }
}
