//! Lists of keys in files.

#[path = "import/command.rs"]
mod command;
#[path = "import/defects.rs"]
mod defects;
#[path = "import/formats.rs"]
mod formats;
#[path = "import/meant.rs"]
mod meant;
#[path = "import/nothing.rs"]
mod nothing;
#[path = "support/program.rs"]
mod program;
#[path = "import/sniffed.rs"]
mod sniffed;
#[path = "import/streamed.rs"]
mod streamed;

use redeal::import::{ImportError, ListOptions, read};
use redeal::keys::{KeySource, ListFacts, Listed, RowWatch};
use std::path::PathBuf;
use std::sync::Arc;

/// Nobody watches.
struct Unwatched;

impl RowWatch for Unwatched {
    fn advance(&self, _: u64) {}
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// A folder with one file.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn read_as(name: &str, bytes: &[u8], options: &ListOptions) -> Result<Arc<Listed>, ImportError> {
    let (_folder, path) = file(name, bytes);
    match read(&path, options, None, &Unwatched)? {
        KeySource::Listed(keys) => Ok(keys),
        other => panic!("listed keys expected, found {other:?}"),
    }
}

/// Keys as text with their loads, and what was found in the file.
fn keys_of(name: &str, bytes: &[u8], options: &ListOptions) -> (Vec<(String, u64)>, ListFacts) {
    let keys = read_as(name, bytes, options).unwrap();
    let loads = keys.iter().map(|listed| (listed.key.to_string(), listed.load)).collect();
    (loads, keys.facts().unwrap().as_ref().clone())
}

/// The same with everything left to be found.
fn found(name: &str, text: &str) -> (Vec<(String, u64)>, ListFacts) {
    keys_of(name, text.as_bytes(), &ListOptions::default())
}

fn pairs(pairs: &[(&str, u64)]) -> Vec<(String, u64)> {
    pairs.iter().map(|(key, load)| ((*key).to_owned(), *load)).collect()
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}
