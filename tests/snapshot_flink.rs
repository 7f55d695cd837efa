//! Flink's snapshots: real `_metadata` files against what Flink's own loader read in them, damaged ones, and files built by the
//! layout for what no cluster wrote. See `data/flink-metadata/README.md`.

#[path = "snapshot_flink/built.rs"]
mod built;
#[path = "snapshot_flink/damage.rs"]
mod damage;
#[path = "snapshot_flink/groups.rs"]
mod groups;
#[path = "snapshot_flink/observed.rs"]
mod observed;
#[path = "snapshot_flink/opening.rs"]
mod opening;
#[path = "snapshot_flink/real.rs"]
mod real;
#[path = "snapshot_flink/writer.rs"]
mod writer;

use redeal::snapshot::flink::{FlinkSnapshot, read};
use std::fs;
use std::path::{Path, PathBuf};

/// A real file: its name without ending, its bytes, and what Flink read in it.
struct Real {
    name: String,
    bytes: Vec<u8>,
    flink: serde_json::Value,
}

impl Real {
    fn named(name: &str) -> Self {
        let path = |ending: &str| folder().join(format!("{name}.{ending}"));
        let flink = serde_json::from_str(&fs::read_to_string(path("json")).unwrap()).unwrap();
        Self { name: name.to_owned(), bytes: fs::read(path("_metadata")).unwrap(), flink }
    }

    fn snapshot(&self) -> FlinkSnapshot {
        let metadata = read(&self.bytes).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        FlinkSnapshot { name: self.name.clone(), metadata }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/flink-metadata")
}

/// Every real file, by name.
fn real_files() -> Vec<Real> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter_map(|name| Some(name.strip_suffix("._metadata")?.to_owned())).collect();
    names.sort_unstable();
    assert!(names.len() >= 38, "{} files", names.len());
    names.iter().map(|name| Real::named(name)).collect()
}
