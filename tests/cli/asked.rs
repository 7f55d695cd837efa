//! What the tests of the command line ask of the program. No-break spaces come back as spaces.

use crate::program::{ended, redeal};
use serde_json::Value;
use std::path::Path;

type Ended = (i32, String, String);

/// The text with spaces for its no-break spaces.
pub fn spaced(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

fn asked(command: &mut assert_cmd::Command) -> Ended {
    let (code, out, told) = ended(command);
    (code, spaced(&out), spaced(&told))
}

/// Exit code, stdout, stderr.
pub fn run(arguments: &[&str]) -> Ended {
    asked(&mut redeal(arguments))
}

/// The same in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Ended {
    asked(redeal(arguments).current_dir(folder))
}

/// The same with something on stdin.
pub fn fed(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Ended {
    asked(redeal(arguments).write_stdin(stdin))
}

/// What a call prints that ends well and has nothing to tell beside.
pub fn done(arguments: &[&str]) -> String {
    well(arguments, run(arguments))
}

/// The same in a folder.
pub fn done_in(folder: &Path, arguments: &[&str]) -> String {
    well(arguments, run_in(folder, arguments))
}

/// The same with something on stdin.
pub fn done_with(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> String {
    well(arguments, fed(arguments, stdin))
}

fn well(arguments: &[&str], (code, out, told): Ended) -> String {
    assert_eq!((code, told.as_str()), (0, ""), "{arguments:?}");
    out
}

/// The message of a call that ends with 2 and prints nothing.
pub fn refused(arguments: &[&str]) -> String {
    not_at_all(arguments, run(arguments))
}

/// The same in a folder.
pub fn refused_in(folder: &Path, arguments: &[&str]) -> String {
    not_at_all(arguments, run_in(folder, arguments))
}

fn not_at_all(arguments: &[&str], (code, out, told): Ended) -> String {
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {told}");
    assert!(told.starts_with("error: ") && !told.contains("panicked"), "{arguments:?}: {told}");
    told
}

/// What a call prints, read as JSON.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(arguments)).unwrap()
}

/// The same with something on stdin.
pub fn json_with(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Value {
    serde_json::from_str(&done_with(arguments, stdin)).unwrap()
}

/// The text in one line, as it reads whatever the width of the page.
pub fn flowing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
