//! The rules of the house that a machine can see.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each layer and the layers it may name. What is not here may not be named.
const LAYERS: [(&str, &[&str]); 20] = [
    ("unit", &[]),
    ("plain", &[]),
    ("zstd", &[]),
    ("numerals", &["unit"]),
    ("keys", &["unit", "plain"]),
    ("import", &["unit", "plain", "zstd", "numerals", "keys"]),
    ("hash", &["unit", "keys"]),
    ("deal", &["unit"]),
    ("engine", &["unit", "keys", "hash", "deal"]),
    ("snapshot", &["unit", "plain", "zstd", "numerals", "keys", "hash", "deal", "engine"]),
    ("explain", &["unit", "plain", "numerals", "keys", "hash", "deal", "engine"]),
    ("simulate", &["unit", "numerals", "keys", "hash", "deal", "engine"]),
    ("explore", &["unit", "plain", "numerals", "keys", "hash", "deal", "engine", "simulate"]),
    ("figure", &["unit", "numerals", "deal", "engine", "simulate", "explore"]),
    ("scenario", &["unit", "plain", "keys", "import", "engine", "snapshot", "simulate", "explore"]),
    ("decide", &["unit", "plain", "numerals", "engine", "simulate", "explore", "scenario"]),
    (
        "export",
        &["unit", "plain", "numerals", "keys", "engine", "snapshot", "simulate", "explore", "scenario", "decide"],
    ),
    ("learn", &["unit", "plain", "numerals", "keys", "deal", "engine", "simulate", "explore", "scenario"]),
    (
        "cli",
        &[
            "unit", "plain", "numerals", "keys", "import", "hash", "deal", "engine", "snapshot", "simulate", "explore",
            "scenario", "decide", "export", "figure", "explain", "learn", "gui",
        ],
    ),
    (
        "gui",
        &[
            "unit", "plain", "numerals", "keys", "import", "hash", "deal", "engine", "snapshot", "simulate", "explore",
            "figure", "scenario", "learn", "decide", "export", "explain",
        ],
    ),
];

/// Files longer than this are rarely one idea.
const MOST_LINES: usize = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let (mut found, mut open) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    assert!(!found.is_empty(), "no Rust files in {folder}");
    found
}

/// The layer of a file below src: its folder, or its own name.
fn layer(path: &Path) -> String {
    let inside = path.strip_prefix("src").unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// Layers named as `crate::layer` in code, comments left out.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let mut layers = BTreeSet::new();
    for line in code {
        for (at, _) in line.match_indices("crate::") {
            let name = line[at + 7..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
            layers.insert(name.to_owned());
        }
    }
    layers
}

#[test]
fn arrows_run_one_way() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files("src") {
        let layer = layer(&path);
        if matches!(layer.as_str(), "lib" | "main") {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            wrong.push(format!("{}: {layer} is in no row of the table of layers", path.display()));
            continue;
        };
        for name in named(&text) {
            if name != layer && !allowed.contains(&name.as_str()) {
                wrong.push(format!("{}: {layer} may not know {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_layers_has_no_circle() {
    for (at, (name, allowed)) in LAYERS.iter().enumerate() {
        for other in *allowed {
            let place = LAYERS.iter().position(|(name, _)| name == other);
            let window = *name == "cli" && *other == "gui";
            assert!(window || place.is_some_and(|place| place < at), "{name} names {other}, which stands below it");
        }
    }
}

#[test]
fn only_the_window_knows_egui() {
    for (path, text) in rust_files("src") {
        if layer(&path) != "gui" {
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
            assert!(!code.iter().any(|line| line.contains("egui")), "{} names egui", path.display());
        }
    }
}

#[test]
fn the_core_knows_no_file_clock_environment_or_thread_count() {
    let core = [
        "unit", "plain", "numerals", "keys", "hash", "deal", "engine", "simulate", "explore", "figure", "decide",
        "explain",
    ];
    let foreign =
        ["std::fs", "std::env", "std::time", "std::net", "std::process", "num_threads", "println!", "from_os_rng"];
    for (path, text) in rust_files("src") {
        if core.contains(&layer(&path).as_str()) {
            for word in foreign {
                assert!(!text.contains(word), "{} names {word}", path.display());
            }
        }
    }
}

#[test]
fn files_are_one_idea_and_leave_nothing_behind() {
    let leftovers = [
        "todo!(",
        "unimplemented!(",
        "dbg!(",
        concat!("#[ig", "nore"),
        concat!("thread::sl", "eep"),
        concat!("FIX", "ME"),
    ];
    let mut wrong = Vec::new();
    for (path, text) in rust_files("src").into_iter().chain(rust_files("tests")).chain(rust_files("benches")) {
        let lines = text.lines().count();
        if lines > MOST_LINES {
            wrong.push(format!("{}: {lines} lines", path.display()));
        }
        if path.ends_with("tests/tidy.rs") {
            continue;
        }
        wrong.extend(
            leftovers.iter().filter(|word| text.contains(**word)).map(|word| format!("{}: {word}", path.display())),
        );
        if text.contains("#[allow(") || text.contains("#![allow(") {
            wrong.push(format!("{}: allow without a reason; write expect", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_is_one_egui() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for name in ["egui", "eframe", "epaint", "emath"] {
        let count = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert_eq!(count, 1, "{count} versions of {name} in Cargo.lock");
    }
}
