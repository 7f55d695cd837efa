//! `redeal explain`: an engine's error message, decoded.

use super::failure::Failure;
use super::{Answer, output};
use crate::explain::{Explained, explain, explain_read};
use crate::plain::quoted;
use clap::{Args, ValueEnum};
use std::io;
use std::path::Path;

/// Decodes an engine's error message: what happened, its numbers, what would pass, what to do.
///
/// The text may be a whole log or a piece of one message, with line breaks, stack traces and quotes as they come. Where it is not
/// recognised, what was looked for is told, and the exit code is 2.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal explain \"Vertex counter's parallelism (8) is higher than the max parallelism (4).\"\n  kubectl logs \
                        jobmanager | redeal explain -\n  redeal explain --format json - < driver.log"
)]
pub(super) struct Arguments {
    /// The message, in one argument or several; - for stdin (UTF-8, or UTF-16 with its byte order mark), of which the first 64 MB are
    /// read.
    #[arg(value_name = "TEXT", required = true)]
    text: Vec<String>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How explanations are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read.
    #[default]
    Text,
    /// An object with a list of explanations.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let told = if arguments.text.iter().any(|text| text == "-") {
        if arguments.text.len() > 1 {
            return Err(Failure::Told("TEXT: - stands for stdin and takes no other text beside it".to_owned()));
        }
        of_stdin()?
    } else {
        explain(&arguments.text.join(" "))
    };
    if let Some(message) = told.not_recognised() {
        if let [name] = arguments.text.as_slice()
            && Path::new(name).is_file()
        {
            let shown = quoted(name);
            let text = format!("TEXT: {shown} is a file: redeal explain - < {shown} explains what is in it");
            return Err(Failure::Told(text));
        }
        return Err(Failure::Told(format!("TEXT: {message}")));
    }
    let text = match arguments.format {
        Format::Text => told.text(),
        Format::Json => json(&told),
    };
    output::emit(&text, None)?;
    Ok(Answer::Done)
}

/// Explains what stdin holds; says so where there is more than is read.
fn of_stdin() -> Result<Explained, Failure> {
    let looked =
        explain_read(io::stdin().lock()).map_err(|error| Failure::Told(format!("stdin: cannot be read: {error}")))?;
    if looked.is_cut {
        output::note("stdin: only the first 64 MB were read: give the part of the log around the error");
    }
    Ok(looked.told)
}

fn json(explained: &Explained) -> String {
    let mut value = serde_json::to_value(explained).expect("explanations are text and numbers");
    value["format"] = "redeal-explain/1".into();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("nearest");
    }
    format!("{value:#}\n")
}
