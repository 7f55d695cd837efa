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
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A real file: its name without ending, its bytes, and what Flink read in it.
struct Real {
    name: String,
    bytes: Vec<u8>,
    flink: serde_json::Value,
}

impl Real {
    fn named(name: &str) -> &'static Self {
        real_files().iter().find(|real| real.name == name).unwrap_or_else(|| panic!("no real file {name}"))
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
fn real_files() -> &'static [Real] {
    static ALL: LazyLock<Vec<Real>> = LazyLock::new(unpacked);
    &ALL
}

/// The archive of all real files: `NAME._metadata` and `NAME.json`.
fn unpacked() -> Vec<Real> {
    let packed = File::open(folder().join("metadata-files.tar.zst")).unwrap();
    let mut archive = tar::Archive::new(ruzstd::decoding::StreamingDecoder::new(packed).unwrap());
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_str().unwrap().to_owned();
        entry.read_to_end(files.entry(name).or_default()).unwrap();
    }
    let names = files.keys().filter_map(|name| name.strip_suffix("._metadata"));
    let real = |name: &str| Real {
        name: name.to_owned(),
        bytes: files[&format!("{name}._metadata")].clone(),
        flink: serde_json::from_slice(&files[&format!("{name}.json")]).unwrap(),
    };
    let all: Vec<Real> = names.map(real).collect();
    assert_eq!((all.len(), files.len()), (373, 746));
    all
}
