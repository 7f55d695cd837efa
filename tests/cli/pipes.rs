//! Files and pipes at the edges: output that nobody reads to its end, a mark before the first key, a file that must stay.

#[cfg(all(feature = "gui", target_os = "linux"))]
use crate::asked::spaced;
use crate::asked::{done_with, fed, refused, run};
#[cfg(all(feature = "gui", target_os = "linux"))]
use crate::program::{ended, redeal};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for arguments in [
        &["report", "32768-buckets", "--format", "json"][..],
        &["deal", "--engine", "spark", "--buckets", "1000000", "--workers", "1000000"],
        &["bucket", "--engine", "flink", "--keys", "-"],
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_redeal"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut keys = child.stdin.take().unwrap();
        let writer = std::thread::Builder::new().name("keys".to_owned());
        let writer = writer.spawn(move || while keys.write_all(&b"user-1\n".repeat(1000)).is_ok() {}).unwrap();
        let mut few = [0; 10];
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut few).unwrap();
        drop(out);
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}");
        assert_eq!(told, "", "{arguments:?}");
        writer.join().unwrap();
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_key() {
    let call = ["bucket", "--engine", "spark", "--buckets", "200", "--keys", "-"];
    let plain = done_with(&call, "a\nb\n");
    assert_eq!(plain.lines().count(), 3);
    assert_eq!(done_with(&call, "\u{feff}a\nb\n"), plain);
}

#[test]
fn a_scenario_is_never_overwritten_by_its_own_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.ron");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/8-buckets.ron"), &path).unwrap();
    let before = std::fs::read(&path).unwrap();
    for command in ["report", "sweep"] {
        let own = path.to_str().unwrap();
        assert!(refused(&[command, own, "-o", own]).contains("is the scenario itself"));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

/// A scenario whose keys come from a path.
fn keys_from(folder: &Path, path: &str) -> String {
    let file = folder.join("job.ron");
    let text = format!(
        "Scenario(format: 1, name: \"piped\", engine: Flink(), buckets: Fixed(128), widths: [40], keys: File(path: {path:?}))"
    );
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn keys_are_read_once_so_that_they_may_come_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = keys_from(folder.path(), "/dev/stdin");
    // Flink's own answer for this key: key group 121 of 128, which subtask 37 of 40 owns.
    let loads = |csv: &str| -> Vec<(String, String, String)> {
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let rows = rows.records().map(Result::unwrap).filter(|row| row[6] != *"0");
        rows.map(|row| (row[4].to_owned(), row[6].to_owned(), row[7].to_owned())).collect()
    };
    let expected = [("37".to_owned(), "1".to_owned(), "5".to_owned())];
    let (code, out, err) = fed(&["report", &scenario, "--format", "csv"], "user-1\t2\nuser-1\t3\n");
    assert_eq!((code, err.as_str(), &loads(&out)[..]), (0, "", &expected[..]));
    // Other widths than the scenario's need no second reading.
    let (code, out, err) = fed(&["report", &scenario, "--format", "csv", "--workers", "40"], "user-1\t5");
    assert_eq!((code, err.as_str(), &loads(&out)[..]), (0, "", &expected[..]));
    let (code, out, err) = fed(&["sweep", &scenario, "--workers", "40"], "user-1\t5");
    assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 2));

    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let scenario = keys_from(folder.path(), "fifo");
    let writer = std::thread::Builder::new().name("keys".to_owned());
    let writer = writer.spawn(move || std::fs::write(fifo, "user-1\t5\n").unwrap()).unwrap();
    let (code, out, err) = run(&["report", &scenario, "--format", "csv"]);
    assert_eq!((code, err.as_str(), &loads(&out)[..]), (0, "", &expected[..]));
    writer.join().unwrap();
}

#[test]
fn a_line_that_is_too_long_is_told_with_its_number() {
    let text = format!("user-1\n{}", "a".repeat(2 << 20));
    let (code, _, err) = fed(&["bucket", "--engine", "flink", "--keys", "-"], text.clone());
    assert_eq!(code, 2);
    assert_eq!(err, "error: stdin:2: this line is longer than 1048576 bytes, the most that a key may have\n");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("keys.txt"), text).unwrap();
    let (code, out, err) = fed(&["report", &keys_from(folder.path(), "keys.txt")], "");
    assert_eq!((code, err.lines().count()), (0, 1), "one row is left out and told: {out}");
    assert!(err.contains("line 2, this row is longer than 1048576 bytes"), "{err}");
}

#[test]
fn a_long_key_is_quoted_in_short() {
    let text = "9".repeat(100_000);
    let (code, _, err) = fed(&["bucket", "--engine", "flink", "--key-type", "i32", "--keys", "-"], text);
    assert!(
        code == 2 && err.len() < 300 && err.contains("… (100000 bytes in all)\" is not a key of type i32"),
        "{err}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_for_help_as_for_reports() {
    for arguments in [&["--help"][..], &["--version"], &["report", "--help"], &["report", "8-buckets"], &["engines"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_redeal"));
        let output = program.args(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.starts_with("error: the output cannot be written: ") && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn what_a_terminal_would_obey_is_spelled_out() {
    let hostile = "a\u{1b}[31m\u{202e}\nb";
    let (code, _, err) = run(&["report", hostile]);
    assert!(code == 2 && err.starts_with(r"error: a\u{1b}[31m\u{202e}\nb: neither a file"), "{err}");
    let (code, _, err) = run(&["report", "8-buckets", &format!("--{hostile}")]);
    assert!(code == 2 && !err.contains(['\u{1b}', '\u{202e}']), "{err}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job\u{202e}.ron");
    let keys = r#"List(["k\u{1b}[2J"])"#;
    let text = format!(
        r#"Scenario(format: 1, name: "n\u{{1b}}[1m\u{{202e}}", engine: Flink(), buckets: Fixed(8), widths: [2], keys: {keys})"#
    );
    std::fs::write(&file, text).unwrap();
    let (code, out, err) = run(&["report", file.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("n\\u{1b}[1m\\u{202e}\n") && out.contains("k\\u{1b}[2J"), "{out}");
    // Shells read three octal digits a byte in $'…'.
    assert!(out.contains(r"job\342\200\256.ron'") && !out.contains(['\u{1b}', '\u{202e}']), "{out}");
}

#[test]
fn what_cannot_be_read_or_written_is_named_before_anything_is_printed() {
    for (arguments, message) in [
        (&["report", ""][..], "error: SCENARIO is empty: a file or the name of a shipped scenario is needed\n"),
        (&["report", "8-buckets", "-o", "."], "error: .: cannot be written: it is a folder, and a file is needed\n"),
        (&["bucket", "--engine", "flink", "--keys", "no/keys"], "error: no/keys: cannot be read: "),
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.starts_with(message) && err.lines().count() == 1, "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_text_report_is_as_wide_as_the_terminal() {
    let report = |columns: usize| {
        let program = env!("CARGO_BIN_EXE_redeal");
        let inside = format!("stty cols {columns} rows 40; exec '{program}' report 128-buckets");
        let mut script = std::process::Command::new("script");
        let output = script.args(["-qec", &inside, "/dev/null"]).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (columns, wide) in [(80, 80), (120, 120), (20, 60), (300, 160)] {
        let text = report(columns);
        let rule = text.lines().map(str::trim_end).find(|line| line.starts_with("----")).unwrap();
        assert_eq!(rule.len(), wide, "{columns} columns");
        if columns >= 80 {
            let long: Vec<&str> = text.lines().filter(|line| line.trim_end().chars().count() > wide).collect();
            assert!(long.is_empty(), "{long:#?}");
        }
    }
    let (code, out, _) = run(&["report", "128-buckets"]);
    assert!(code == 0 && out.lines().any(|line| line == "-".repeat(100)));
}

#[cfg(all(feature = "gui", target_os = "linux"))]
#[test]
fn without_a_display_the_last_scenario_is_reported() {
    let (home, scenario) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = scenario.path().join("mine.ron");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/8-buckets.ron");
    let text = std::fs::read_to_string(shipped).unwrap();
    std::fs::write(&file, &text).unwrap();
    // As the window keeps it.
    let kept = format!("(path:Some({file:?}),scenario:{text:?},saved:None)");
    std::fs::create_dir(home.path().join("redeal")).unwrap();
    let keep = |kept: &str| std::fs::write(home.path().join("redeal/scenario-kept.ron"), kept).unwrap();
    keep(&kept);
    let plain = || {
        let (code, out, _) = ended(redeal(&[]).env("XDG_DATA_HOME", home.path()));
        assert_eq!(code, 0);
        spaced(&out)
    };
    assert_eq!(plain(), run(&["report", file.to_str().unwrap()]).1);
    // The file is gone, what the window had of it is not.
    std::fs::remove_file(&file).unwrap();
    assert_eq!(plain(), run(&["report", "8-buckets"]).1);
    // Nothing that can be read any more: the built-in example.
    keep("(path:");
    assert_eq!(plain(), run(&["report", "128-buckets"]).1);
}
