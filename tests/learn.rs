//! Lessons and cards: every file is read, every text filled in, every answer right for a reason of its own.

#[path = "learn/drawn.rs"]
mod drawn;
#[path = "learn/guessing.rs"]
mod guessing;
#[path = "learn/invalid.rs"]
mod invalid;
#[path = "learn/lessons.rs"]
mod lessons;
#[path = "learn/library.rs"]
mod library_files;
#[path = "learn/oracle.rs"]
mod oracle;
#[path = "learn/pictures.rs"]
mod pictures;
#[path = "learn/reading.rs"]
mod reading;
#[path = "learn/solutions.rs"]
mod solutions;
#[path = "learn/walks.rs"]
mod walks;

use redeal::learn::{Library, library};

fn shipped() -> &'static Library {
    library().unwrap_or_else(|error| panic!("{error}"))
}
