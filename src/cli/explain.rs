//! `redeal explain`: an engine's error message, decoded.

use super::failure::Failure;
use super::{Answer, output};
use crate::explain::{Explained, Explainer};
use clap::{Args, ValueEnum};
use std::io::{self, Read};

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
    /// The message, in one argument or several; - for stdin, of which the first 64 MB are read.
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

/// Bytes of stdin that are read.
const LIMIT: u64 = 64 * 1024 * 1024;

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let mut explainer = Explainer::new();
    if arguments.text.iter().any(|text| text == "-") {
        if arguments.text.len() > 1 {
            return Err(Failure::Told("TEXT: - stands for stdin and takes no other text beside it".to_owned()));
        }
        read(io::stdin().lock(), &mut explainer)?;
    } else {
        explainer.push(&arguments.text.join(" "));
    }
    let told = explainer.finish();
    if let Some(message) = told.not_recognised() {
        return Err(Failure::Told(format!("TEXT: {message}")));
    }
    let text = match arguments.format {
        Format::Text => told.text(),
        Format::Json => json(&told),
    };
    output::emit(&text, None)?;
    Ok(Answer::Done)
}

/// Reads up to the limit, part by part; says so where there is more.
fn read(input: impl Read, explainer: &mut Explainer) -> Result<(), Failure> {
    let told = |error: io::Error| Failure::Told(format!("stdin: cannot be read: {error}"));
    let mut input = input.take(LIMIT);
    let (mut part, mut held) = (vec![0; 64 * 1024], Vec::new());
    loop {
        let length = match input.read(&mut part) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(told(error)),
        };
        held.extend_from_slice(&part[..length]);
        // The bytes of a character that the part cuts are kept for the next; there are at most three.
        let whole = if length == 0 { held.len() } else { held.len() - unfinished(&held) };
        explainer.push(&String::from_utf8_lossy(&held[..whole]));
        held.drain(..whole);
        if length == 0 {
            break;
        }
    }
    if input.limit() == 0 && input.into_inner().read(&mut part).map_err(told)? > 0 {
        output::note("stdin: only the first 64 MB were read: give the part of the log around the error");
    }
    Ok(())
}

/// Bytes at the end that begin a character and do not finish it.
fn unfinished(bytes: &[u8]) -> usize {
    let tail = &bytes[bytes.len().saturating_sub(3)..];
    let Some(lead) = tail.iter().rposition(|byte| byte & 0xc0 != 0x80) else { return 0 };
    let needed = match tail[lead] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    let have = tail.len() - lead;
    if have < needed { have } else { 0 }
}

fn json(explained: &Explained) -> String {
    let mut value = serde_json::to_value(explained).expect("explanations are text and numbers");
    value["format"] = "redeal-explain/1".into();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("nearest");
    }
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_not_cut_between_parts() {
        for (bytes, expected) in
            [(&b"ab"[..], 0), ("aé".as_bytes(), 0), (&"é".as_bytes()[..1], 1), (&"…".as_bytes()[..2], 2)]
        {
            assert_eq!(unfinished(bytes), expected, "{bytes:?}");
        }
        assert_eq!(unfinished(&[0x80, 0x80, 0x80]), 0);
    }
}
