//! The command line: one subcommand a file. Prints what the core worked out, computes nothing.

mod advise;
mod arguments;
mod bucket;
mod chance;
mod check;
mod compare;
mod completions;
mod deal;
mod engines;
mod explain;
mod failure;
mod figure;
mod inspect;
mod key_list;
mod man;
mod output;
mod part;
mod progress;
mod record;
mod report;
mod source;
mod stdin;
mod step;
mod sweep;
mod ways_out;
mod window;

use self::failure::Failure;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
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
    Compare(compare::Arguments),
    Advise(advise::Arguments),
    WaysOut(ways_out::Arguments),
    Record(record::Arguments),
    Check(check::Arguments),
    Inspect(inspect::Arguments),
    Explain(explain::Arguments),
    Chance(chance::Arguments),
    Engines(engines::Arguments),
    Figure(figure::Arguments),
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
        Err(error) if error.use_stderr() => {
            // Not in colour, as every other message: what is quoted from the arguments may hold what a terminal would obey.
            output::note_lines(&error.render().to_string());
            return ExitCode::from(2);
        }
        Err(help) => {
            return ended(
                help.print().and_then(|()| io::stdout().flush()).map(|()| Answer::Done).map_err(Failure::from),
            );
        }
    };
    ended(dispatch(cli))
}

fn ended(result: Result<Answer, Failure>) -> ExitCode {
    match result {
        Ok(Answer::Done) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Told(message)) => {
            output::error(&message);
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
        Some(Command::Compare(arguments)) => compare::run(&arguments),
        Some(Command::Advise(arguments)) => advise::run(&arguments),
        Some(Command::WaysOut(arguments)) => ways_out::run(&arguments),
        Some(Command::Record(arguments)) => record::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Inspect(arguments)) => inspect::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Chance(arguments)) => chance::run(&arguments),
        Some(Command::Engines(arguments)) => engines::run(&arguments),
        Some(Command::Figure(arguments)) => figure::run(&arguments),
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
