//! `redeal advise`, `compare` and `figure` as they are used.

use crate::asked::{done, json, refused, spaced};
use serde_json::Value;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The same plan on three engines. 720 is a multiple of 4, 8, 20 and 40 and 18 times the peak; where a doubling costs files and
/// time in every batch, or a store and changelog partition a task, the least count with the headroom, 3 · 40, is best.
#[test]
fn three_engines_get_other_counts_and_reasons_for_one_plan() {
    let plans = [
        (
            "plan-4-to-40",
            "flink",
            720,
            0.01,
            "key groups",
            ["the number of its key group in 2 bytes", "the engine takes 128 key groups"],
        ),
        (
            "plan-spark",
            "spark",
            120,
            0.1,
            "state partitions",
            ["time of a warm batch", "the engine takes 200 state partitions"],
        ),
        (
            "plan-kafka-streams",
            "kafka-streams",
            120,
            0.1,
            "tasks",
            ["changelog partitions", "The input has 64 partitions: give it 120"],
        ),
    ];
    for (scenario, engine, count, price, buckets, reasons) in plans {
        let advice = json(&["advise", scenario, "--format", "json"]);
        assert_eq!((&advice["format"], &advice["engine"]), (&"redeal-advice/1".into(), &engine.into()));
        let best = &advice["recommended"][0];
        assert_eq!((&best["buckets"], &advice["least_buckets"]), (&count.into(), &120.into()), "{scenario}");
        assert!((advice["doubling_price"].as_f64().unwrap() - price).abs() < 1e-12);
        for width in best["widths"].as_array().unwrap() {
            assert!((width["even_ratio"].as_f64().unwrap() - 1.0).abs() < 1e-12, "{scenario}: {width}");
        }
        // Growing 60 % a year from 20 000 records a second, 5 000 of which fill a worker.
        let years = libm::log2(f64::from(count) / 4.0) / libm::log2(1.6);
        assert!((best["runway"]["ceiling_years"].as_f64().unwrap() - years).abs() < 1e-9, "{scenario}");

        let text = done(&["advise", scenario]);
        assert!(text.starts_with(&format!("Take {count} {buckets}: from 4 to 40 ")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        let markdown = done(&["advise", scenario, "--format", "markdown"]);
        assert!(markdown.starts_with(&format!("**Take {count} {buckets}: from 4 to 40 ")), "{markdown}");
        assert!(markdown.lines().filter(|line| line.starts_with("| ")).count() >= 5, "{markdown}");
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for reason in reasons {
            assert!(flowing.contains(reason) && markdown.contains(reason), "{scenario}: {reason}: {text}");
        }
        let others = plans.iter().filter(|other| other.1 != engine).flat_map(|other| other.5);
        for reason in others {
            assert!(!flowing.contains(reason), "{scenario} says what another engine does: {reason}");
        }
    }
}

#[test]
fn advice_without_a_plan_is_of_the_scenarios_widths() {
    let advice = json(&["advise", "128-buckets", "--format", "json"]);
    let plan = &advice["plan"];
    assert_eq!((&plan["first_width"], &plan["peak_width"]), (&4.into(), &200.into()));
    // 4, 40 and 200 liked, three times the peak, and no growth to give a runway.
    assert_eq!(advice["least_buckets"], 600);
    assert_eq!(plan["widths_liked"], serde_json::json!([4, 40, 200]));
    assert!(advice["recommended"][0]["runway"].is_null());
    assert_eq!(advice["today"]["shortfalls"].as_array().unwrap().len(), 1);
}

#[test]
fn every_help_has_an_example() {
    for subcommand in ["advise", "compare", "figure", "sweep", "ways-out"] {
        let help = done(&[subcommand, "--help"]);
        assert!(help.contains("Example") && help.contains(&format!("redeal {subcommand} ")), "{help}");
        assert!(done(&["man", subcommand]).contains(&format!("redeal\\-{}", subcommand.replace('-', "\\-"))));
    }
}

/// Of each command that writes a file: whole, and the same as on stdout; never the scenario itself; nothing where it cannot be.
#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("job.ron");
    std::fs::write(&scenario, include_str!("../../scenarios/plan-spark.ron")).unwrap();
    let (scenario, made) = (scenario.to_str().unwrap(), folder.path().join("made.txt"));
    let made = made.to_str().unwrap();
    let calls: [&[&str]; 7] = [
        &["advise", scenario, "--format", "text"],
        &["advise", scenario, "--format", "json"],
        &["advise", scenario, "--format", "markdown"],
        &["compare", scenario, "spark-200", "--format", "text"],
        &["compare", scenario, "spark-200", "--format", "json"],
        &["compare", scenario, "spark-200", "--format", "csv"],
        &["compare", scenario, "spark-200", "--format", "markdown"],
    ];
    for call in calls {
        let shown = done(call);
        assert!(shown.ends_with('\n') && !shown.contains("NaN"), "{call:?}");
        std::fs::write(made, "older").unwrap();
        assert_eq!(done(&[call, &["-o", made]].concat()), "");
        assert_eq!(spaced(&std::fs::read_to_string(made).unwrap()), shown, "{call:?}");
        assert_eq!(names(folder.path()).len(), 2, "a temporary file is left by {call:?}");
        let kept = std::fs::read(scenario).unwrap();
        let told = refused(&[call, &["-o", scenario]].concat());
        assert!(told.contains("is the scenario itself"), "{told}");
        assert_eq!(std::fs::read(scenario).unwrap(), kept);
        let missing = folder.path().join("no/made.txt");
        let told = refused(&[call, &["-o", missing.to_str().unwrap()]].concat());
        assert!(told.contains("made.txt: cannot be written: ") && told.lines().count() == 1, "{told}");
        assert_eq!(names(folder.path()).len(), 2);
    }
}

/// 127 workers on 128 even buckets hold at most 2, as 64 do; 120 buckets divide by 40.
#[test]
fn comparisons_hold_the_figures_of_the_reports() {
    let scenarios = ["uneven-100", "divisible-120", "128-buckets"];
    let compared = json(&[&["compare"], &scenarios[..], &["--base", "2", "--format", "json"]].concat());
    assert_eq!((&compared["format"], &compared["base"]), (&"redeal-compare/1".into(), &1.into()));
    let rows = compared["rows"].as_array().unwrap();
    let row = |label: &str, step: Value| {
        rows.iter().find(|row| row["label"] == label && row["step"] == step).unwrap_or_else(|| panic!("no {label}"))
    };
    assert_eq!(row("Buckets", Value::Null)["values"], serde_json::json!([100.0, 120.0, 128.0]));
    assert_eq!(row("Buckets", Value::Null)["differences"], serde_json::json!([-20.0, 0.0, 8.0]));
    for (at, scenario) in scenarios.iter().enumerate() {
        let report = json(&["report", scenario, "--format", "json"]);
        assert_eq!(compared["scenarios"][at]["digest"], report["digest"]);
        for (step, of_report) in report["steps"].as_array().unwrap().iter().enumerate() {
            for (label, field) in [("Effective width", "effective_width"), ("Peak to mean", "peak_to_mean")] {
                let found = &row(label, step.into())["values"][at];
                // A refused step has no figures: null in one, left out in the other.
                assert_eq!(*found, of_report.get(field).cloned().unwrap_or(Value::Null), "{scenario} {step} {label}");
            }
        }
    }
    let call = |format| done(&[&["compare"], &scenarios[..], &["--base", "2", "--format", format]].concat());
    let csv = call("csv");
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let header = ["step", "figure", "unit", "scenario", "value", "difference", "relative"];
    assert_eq!(table.headers().unwrap(), &header[..]);
    // A line more for each step says what became of it.
    let lines = rows.len() + compared["outcomes"].as_array().unwrap().len();
    assert_eq!(table.records().map(Result::unwrap).count(), 3 * lines);
    let text = call("text");
    assert!(text.contains("differences are to B") && text.contains("Step 1"), "{text}");
    let markdown = call("markdown");
    assert!(markdown.contains("- **A**: ") && markdown.contains("Differences are to B."), "{markdown}");
    let bars: Vec<usize> =
        markdown.lines().filter(|line| line.starts_with('|')).map(|line| line.matches('|').count()).collect();
    assert!(bars.len() > 20 && bars.iter().all(|bars| *bars == 5), "{markdown}");
}

#[test]
fn comparisons_that_cannot_be_are_answered_in_one_message() {
    for (arguments, wanted) in [
        (&["8-buckets"][..], "2 to 4 scenarios can be compared: found 1"),
        (
            &["8-buckets", "8-buckets", "8-buckets", "8-buckets", "8-buckets"],
            "2 to 4 scenarios can be compared: found 5",
        ),
        (&["8-buckets", "128-buckets", "--base", "3"], "the base is number 3 of 2 scenarios: allowed are 1 to 2"),
        (&["8-buckets", "128-buckets", "--base", "0"], "the base is number 0 of 2 scenarios: allowed are 1 to 2"),
        (&["8-buckets", "no-such-scenario"], "no-such-scenario: neither a file nor"),
        (&["8-buckets", "128-buckets", "--format", "svg"], "invalid value 'svg'"),
        (&[], "required arguments were not provided"),
    ] {
        let told = refused(&[&["compare"], arguments].concat());
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    }
}

/// Every kind, in every format, dark and light, in several sizes: the same bytes twice, and as large as asked.
#[test]
fn figures_are_drawn_in_every_kind_and_format() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["deal", "widths", "counts", "snapshot", "move", "runway", "trade-off", "ways-out"] {
        let mut seen = Vec::new();
        for (ending, size, dark) in [
            ("svg", "800x500", false),
            ("svg", "800x500", true),
            ("svg", "400x300", false),
            ("png", "640x400", true),
            ("csv", "800x500", false),
        ] {
            let drawn = |name: &str| {
                let path = folder.path().join(format!("{name}.{ending}"));
                let mut call =
                    vec!["figure", "plan-4-to-40", "--kind", kind, "--size", size, "-o", path.to_str().unwrap()];
                call.extend(dark.then_some("--dark"));
                assert_eq!(done(&call), "");
                std::fs::read(path).unwrap()
            };
            let bytes = drawn("once");
            assert_eq!(bytes, drawn("twice"), "{kind} {ending} {size}");
            let (width, height) = size.split_once('x').unwrap();
            match ending {
                "svg" => {
                    let text = String::from_utf8(bytes.clone()).unwrap();
                    let asked = format!("width=\"{width}\" height=\"{height}\"");
                    assert!(text.starts_with("<svg ") && text.contains(&asked), "{kind}: {}", &text[..200]);
                }
                "png" => {
                    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()).to_string();
                    assert_eq!((&bytes[..4], side(16), side(20)), (&b"\x89PNG"[..], width.into(), height.into()));
                }
                _ => {
                    let rows = csv::Reader::from_reader(&bytes[..]).records().map(Result::unwrap).count();
                    assert!(rows > 3, "{kind}: {rows} rows");
                }
            }
            assert!(!seen.contains(&bytes), "{kind}: {size} {dark} looks like another");
            seen.push(bytes);
        }
    }
    assert_eq!(names(folder.path()).len(), 6, "two files a format and nothing else");
}

/// What the picture of a runway shows are the years of the advice: from 4 workers at 60 % a year.
#[test]
fn a_runway_is_drawn_with_its_milestones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runway.csv");
    let path = path.to_str().unwrap();
    let years = |factor: f64| libm::log2(factor) / libm::log2(1.6);
    for (buckets, ceiling) in [(None, 128.0), (Some("720"), 720.0)] {
        let mut call = vec!["figure", "plan-4-to-40", "--kind", "runway", "-o", path];
        call.extend(buckets.into_iter().flat_map(|count| ["--buckets", count]));
        done(&call);
        let text = std::fs::read_to_string(path).unwrap();
        let rows: Vec<csv::StringRecord> =
            csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect();
        let of = |kind: &str| rows.iter().filter(|row| &row[0] == kind).cloned().collect::<Vec<_>>();
        let number = |text: &str| text.parse::<f64>().unwrap();
        assert!((number(&of("ceiling")[0][3]) - ceiling).abs() < 1e-9);
        let when = |label: &str| of("milestone").iter().find(|row| &row[1] == label).map(|row| number(&row[2]));
        assert!((when("ceiling").unwrap() - years(ceiling / 4.0)).abs() < 1e-9);
        assert!((when("expected peak of 40").unwrap() - years(10.0)).abs() < 1e-9);
        assert!((when("the plan's 5 years").unwrap() - 5.0).abs() < 1e-12);
        assert!(when("fullest key group fills one subtask") < when("ceiling"));
        // Even keys: none fills a worker within the picture.
        assert_eq!(when("hottest key fills one subtask"), None);
        let growth = of("growth");
        for row in &growth {
            assert!((number(&row[3]) / (4.0 * libm::pow(1.6, number(&row[2]))) - 1.0).abs() < 1e-9, "{row:?}");
        }
        let last = number(&growth[growth.len() - 1][3]);
        assert!(last > ceiling && last < 2.0 * ceiling, "the growth is seen to pass the ceiling: {last}");
    }
}

#[test]
fn figures_that_cannot_be_are_answered_in_one_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.svg");
    let path = path.to_str().unwrap();
    for (arguments, wanted) in [
        (
            &["128-buckets", "--kind", "runway"][..],
            "128-buckets: plan: growth_per_year is 0: a runway needs growth above 0",
        ),
        (&["plan-4-to-40", "--kind", "runway", "--buckets", "64,128"], "--buckets has 2 counts: a runway is of one"),
        (&["plan-4-to-40", "--kind", "runway", "--buckets", "40000"], "Apache Flink takes 1 to 32768"),
        (&["128-buckets", "--kind", "counts", "--buckets", ""], "--buckets"),
        (&["128-buckets", "--kind", "counts", "--buckets", "0"], "allowed are 1 to 1048576"),
        (&["128-buckets", "--kind", "widths", "--buckets", "-4"], "a whole number from 1 to 1048576 is needed"),
        (&["128-buckets", "--kind", "widths", "--buckets", "40000"], "maxParallelism is out of bounds"),
        (&["128-buckets", "--kind", "widths", "--seeds", "-1"], "invalid value '-1' for '--seeds <K>'"),
        (&["128-buckets", "--kind", "deal", "--step", "-1"], "invalid value '-1' for '--step <STEP>'"),
        (
            &["128-buckets", "--kind", "deal", "--step", "9"],
            "--step 9: steps count from 1, the first start; the last is 3",
        ),
        (&["128-buckets", "--kind", "deal", "--step", "3"], "--step 3 is refused, so there is nothing to draw"),
        (&["128-buckets", "--kind", "move", "--step", "1"], "nothing moves to step 1"),
        (
            &["128-buckets", "--kind", "widths", "--step", "1"],
            "--step says nothing about --kind widths: it is for deal, move, ways-out",
        ),
        (
            &["128-buckets", "--kind", "deal", "--seeds", "9"],
            "--seeds says nothing about --kind deal: it is for widths",
        ),
        (&["128-buckets", "--kind", "deal", "--size", "399x300"], "400 to 8000 points wide"),
        (&["128-buckets", "--kind", "deal", "--size", "wide"], "width and height are needed, as 800x500"),
        (&["128-buckets", "--kind", "pie"], "invalid value 'pie'"),
        (&["128-buckets"], "required arguments were not provided"),
    ] {
        let told = refused(&[&["figure"], arguments, &["-o", path]].concat());
        assert!(told.contains(wanted), "{arguments:?}: {told}");
        assert_eq!(names(folder.path()).len(), 0, "{arguments:?}");
    }
    let told = refused(&["figure", "128-buckets", "--kind", "deal", "-o", "made.gif"]);
    assert!(told.contains("-o made.gif: the name must end in .svg, .png or .csv"), "{told}");
}

/// Long work shows a bar on a terminal and nothing where its messages go into a pipe.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_for_terminals_alone() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("long.ron");
    let text = include_str!("../../scenarios/plan-4-to-40.ron").replace("count: 100000,", "count: 20000000,");
    assert!(text.contains("count: 20000000,"));
    std::fs::write(&scenario, text).unwrap();
    let (scenario, made) = (scenario.to_str().unwrap(), folder.path().join("made.svg"));
    let made = made.to_str().unwrap();
    let calls: [(&[&str], &str); 4] = [
        (&["advise", scenario], " of 200 000 000"),
        (&["compare", scenario, "8-buckets"], " of 20 000 000"),
        (&["figure", scenario, "--kind", "runway"], " of 200 000 000"),
        (&["figure", scenario, "--kind", "widths"], " of 20 000 000"),
    ];
    for (call, bar) in calls {
        let call = [call, &["-o", made]].concat();
        assert_eq!(done(&call), "", "{call:?}");
        let inside = format!("'{}' '{}'", env!("CARGO_BIN_EXE_redeal"), call.join("' '"));
        let mut script = std::process::Command::new("script");
        let output = script.args(["-qec", &inside, "/dev/null"]).stdin(std::process::Stdio::null()).output().unwrap();
        let screen = spaced(&String::from_utf8(output.stdout).unwrap());
        assert!(output.status.success() && screen.contains(bar), "{call:?}: {screen:?}");
        // After the last picture of the bar: cursor moves and lines taken off, but no text.
        let end = screen.rsplit(" left").next().unwrap();
        let moves = ["\u{1b}[2K", "\u{1b}[1A", "\u{1b}[1B", "\r", " "];
        let text = moves.into_iter().fold(end.to_owned(), |text, step| text.replace(step, ""));
        assert!(end.contains("\u{1b}[2K") && text.is_empty(), "the bar is not taken off: {end:?}");
    }
}
