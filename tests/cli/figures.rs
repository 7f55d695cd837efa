//! `redeal figure`: scenarios side by side, ways out, trade-offs, and which step is drawn.

use crate::asked::{done, refused as asked_refused, run, spaced};
use crate::program::redeal;
use std::path::Path;

/// Exit code and stderr; the file, if one was made.
fn figure(folder: &Path, arguments: &[&str], name: &str) -> (i32, String, Option<String>) {
    let path = folder.join(name);
    let (code, out, told) = run(&[&["figure"], arguments, &["-o", path.to_str().unwrap()]].concat());
    assert_eq!(out, "", "{arguments:?}");
    let made = std::fs::read(&path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let _ = std::fs::remove_file(&path);
    (code, told, made)
}

fn drawn(folder: &Path, arguments: &[&str], name: &str) -> String {
    let (code, told, made) = figure(folder, arguments, name);
    assert_eq!((code, told.as_str()), (0, ""), "{arguments:?}");
    spaced(&made.unwrap())
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let (code, told, made) = figure(folder, arguments, "made.svg");
    assert_eq!((code, made), (2, None), "{arguments:?}: {told}");
    assert!(told.starts_with("error: "), "{told}");
    told
}

#[test]
fn two_to_four_scenarios_stand_on_the_same_axes() {
    let folder = tempfile::tempdir().unwrap();
    let two = ["127-versus-64", "divisible-120"];
    let table = drawn(folder.path(), &[&two[..], &["--kind", "compare"]].concat(), "a.csv");
    assert_eq!(table, done(&[&["compare"], &two[..], &["--format", "csv"]].concat()));
    let based = drawn(folder.path(), &[&two[..], &["--kind", "compare", "--base", "2"]].concat(), "a.csv");
    assert_eq!(based, done(&[&["compare"], &two[..], &["--base", "2", "--format", "csv"]].concat()));
    assert_ne!(table, based);
    let four = ["8-buckets", "128-buckets", "few-keys", "uneven-100", "--kind", "compare", "--dark"];
    let picture = drawn(folder.path(), &four, "a.svg");
    assert!(picture.starts_with("<svg ") && picture.contains("D: "), "{}", &picture[..300]);
    for (arguments, wanted) in [
        (&["8-buckets", "--kind", "compare"][..], "2 to 4 scenarios can be compared: found 1"),
        (&["8-buckets", "128-buckets", "--kind", "compare", "--base", "3"], "the base is number 3 of 2 scenarios"),
        (&["8-buckets", "128-buckets", "--kind", "compare", "--base", "0"], "the base is number 0 of 2 scenarios"),
        (
            &["8-buckets", "128-buckets", "--kind", "widths"],
            "--kind widths shows one scenario: found 2; two to four are for --kind compare",
        ),
        (&["8-buckets", "--kind", "deal", "--base", "1"], "--base says nothing about --kind deal: it is for compare"),
        (&["8-buckets", "no-such-scenario", "--kind", "compare"], "no-such-scenario: neither a file nor"),
    ] {
        let told = refused(folder.path(), arguments);
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    }
}

/// The numbers behind the picture are those of the command.
#[test]
fn the_ways_out_are_drawn_with_their_figures() {
    let folder = tempfile::tempdir().unwrap();
    for scenario in ["plan-4-to-40", "plan-spark", "plan-kafka-streams", "mapreduce-no-ceiling"] {
        let table = drawn(folder.path(), &[scenario, "--kind", "ways-out"], "a.csv");
        assert_eq!(table, done(&["ways-out", scenario, "--format", "csv"]), "{scenario}");
    }
    let picture = drawn(folder.path(), &["plan-kafka-streams", "--kind", "ways-out"], "a.svg");
    assert!(
        picture.contains("Rewrite the snapshot: no. Nothing reads a changelog") || picture.contains("Nothing reads")
    );
    let first =
        drawn(folder.path(), &["128-buckets", "--kind", "ways-out", "--step", "1", "--buckets", "720"], "a.csv");
    assert_eq!(first, done(&["ways-out", "128-buckets", "--step", "1", "--buckets", "720", "--format", "csv"]));
    let told = refused(folder.path(), &["128-buckets", "--kind", "ways-out", "--buckets", "64,720"]);
    assert!(told.contains("--buckets has 2 counts: a way out goes to one"), "{told}");
}

#[test]
fn a_trade_off_marks_the_recommended_count() {
    let folder = tempfile::tempdir().unwrap();
    let picture = drawn(folder.path(), &["plan-4-to-40", "--kind", "trade-off"], "a.svg");
    assert!(picture.contains("What a larger count still buys") && picture.contains("720"));
    let told = refused(folder.path(), &["plan-4-to-40", "--kind", "trade-off", "--buckets", "128"]);
    assert!(told.contains("--buckets says nothing about --kind trade-off"), "{told}");
}

/// The first start of the scenario is at 4, its restart at 40: step 1 and step 2 of the text report.
#[test]
fn steps_count_as_in_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let rows = |step: &str| {
        let table = drawn(folder.path(), &["128-buckets", "--kind", "deal", "--step", step], "a.csv");
        table.lines().count() - 1
    };
    assert_eq!([rows("1"), rows("2")], [4, 40]);
    let report = done(&["report", "128-buckets"]);
    let row =
        |step: &str, workers: &str| report.lines().any(|line| line.split_whitespace().take(2).eq([step, workers]));
    assert!(row("1", "4") && row("2", "40"), "{report}");
    let moved = drawn(folder.path(), &["128-buckets", "--kind", "move", "--step", "2"], "a.svg");
    assert!(moved.contains("From 4 to 40 workers"));
    assert_eq!(moved, drawn(folder.path(), &["128-buckets", "--kind", "move"], "a.svg"));
    let told = refused(folder.path(), &["128-buckets", "--kind", "deal", "--step", "0"]);
    assert!(told.contains("--step 0: steps count from 1, the first start; the last is 3"), "{told}");
}

#[test]
fn a_movement_that_is_not_there_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.ron");
    let text = include_str!("../../scenarios/128-buckets.ron");
    let told = |widths: &str| {
        std::fs::write(&path, text.replace("widths: [4, 40, 200]", &format!("widths: {widths}"))).unwrap();
        refused(folder.path(), &[path.to_str().unwrap(), "--kind", "move"])
    };
    let refusals = told("[4, 200, 129]");
    assert!(refusals.contains("nothing moves: every restart is refused (step 2: "), "{refusals}");
    assert!(refusals.contains("128") && refusals.lines().count() == 1, "{refusals}");
    assert!(told("[4]").contains("nothing moves: there is a first start and no restart"));
    assert!(told("[200, 300]").contains("nothing moves: every step is refused"));
    let told = refused(folder.path(), &["mapreduce-no-ceiling", "--kind", "move"]);
    assert!(told.contains("nothing moves: Hadoop MapReduce keeps no state from run to run"), "{told}");
}

#[test]
fn a_figure_goes_to_stdout_where_its_format_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let call = ["128-buckets", "--kind", "deal", "--size", "400x300"];
    let printed = |more: &[&str]| redeal(&[&["figure"], &call[..], more].concat()).output().unwrap();
    for (format, file) in [("svg", "a.svg"), ("csv", "a.csv"), ("png", "a.png")] {
        let path = folder.path().join(file);
        done(&[&["figure"], &call[..], &["-o", path.to_str().unwrap()]].concat());
        let output = printed(&["-o", "-", "--format", format]);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{format}");
        assert!(output.stdout == std::fs::read(&path).unwrap(), "{format}");
        // A name without an ending is a file of the format told.
        let bare = folder.path().join("bare");
        done(&[&["figure"], &call[..], &["--format", format, "-o", bare.to_str().unwrap()]].concat());
        assert!(std::fs::read(&bare).unwrap() == output.stdout, "{format}");
    }
    let told = asked_refused(&[&["figure"], &call[..], &["-o", "-"]].concat());
    assert!(told.contains("-o -: say --format svg, png or csv"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_png_is_not_sent_to_a_terminal() {
    let screen = |format: &str| {
        let call = format!("figure 8-buckets --kind deal --size 400x300 --format {format} -o -");
        let inside = format!("'{}' {call}", env!("CARGO_BIN_EXE_redeal"));
        let mut script = std::process::Command::new("script");
        let output = script.args(["-qec", &inside, "/dev/null"]).stdin(std::process::Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, told) = screen("png");
    assert!(code == Some(2) && told.contains("-o -: a PNG is no text, and this is a terminal"), "{told}");
    assert!(screen("csv").1.starts_with("worker,"), "{}", screen("csv").1);
}
