//! A lesson file that is wrong gets one message, with its place.

use redeal::engine::Engine;
use redeal::learn::{Condition, Quantity, Scene, is_lesson, read_lesson};
use redeal::scenario::Scenario;

const GOOD: &str = r#"Lesson(
    format: 1,
    id: "a-lesson",
    title: "A lesson",
    aim: "An aim.",
    minutes: 1,
    start: (buckets: Fixed(8), widths: [2]),
    steps: [
        (say: "A sentence.", question: (text: "How many?", ask: Number(figure: "idle", unit: "workers"))),
    ],
)"#;

fn message(wrong: &str) -> String {
    let error = read_lesson(wrong).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// Every setting is named on the page on writing lessons. The error about an unknown one lists all.
#[test]
fn the_page_on_lessons_names_every_setting() {
    let page = include_str!("../../docs/write-a-lesson.md");
    let settings = page.split("**Settings**").nth(1).unwrap().split("**Ways to ask**").next().unwrap();
    let error = message(&GOOD.replace("start: (buckets", "start: (nonsense: 1, buckets"));
    let names: Vec<&str> = error.split("allowed are ").last().unwrap().split(", ").collect();
    assert!(names.len() >= 11, "{error}");
    for name in names {
        assert!(settings.contains(&format!("`{name}`")), "{name}");
    }
}

/// What an engine's model does not hold has no value, so that no condition on it holds either.
#[test]
fn what_is_not_modelled_has_no_value() {
    for (engine, known) in
        [("flink", true), ("spark", true), ("kafka-streams", true), ("risingwave", false), ("mapreduce", false)]
    {
        let scenario = Scenario { engine: Engine::named(engine).unwrap(), ..Scenario::built_in() };
        let scene = Scene::new(scenario, Some(1)).unwrap();
        for figure in ["metadata_bytes", "files", "bucket_bytes"] {
            assert_eq!(figure.parse::<Quantity>().unwrap().of(&scene).is_some(), known, "{engine}: {figure}");
            let small: Condition = format!("{figure} < 1000000000").parse().unwrap();
            assert_eq!(small.holds(&scene), known, "{engine}: {figure}");
        }
    }
}

/// A lesson that would leave its learner stuck is not opened: step and field are told.
#[test]
fn a_lesson_is_walked_through_before_it_is_opened() {
    let ask = "Number(figure: \"idle\", unit: \"workers\")";
    for (from, to, told) in [
        ("A sentence.", "A {zork}.", "step 1: say: \"zork\" is no figure: allowed are "),
        ("How many?", "How many of {message}?", "step 1: question: {message}: the engine says nothing here"),
        // A refused start has no workers, and thus no busiest one.
        (ask, "Number(figure: \"most_buckets@7\", unit: \"buckets\")", "step 1: ask: MostBuckets has no value here"),
        (ask, "Do([\"owners = 9\"])", "step 1: ask: what `then` sets does not do what is asked"),
        (ask, "Choose([(text: \"a\", when: [\"idle > 9\"])])", "step 1: ask: 0 of 1 choices are true here"),
        (
            "ask: Number(figure: \"idle\", unit: \"workers\"))",
            "ask: Number(figure: \"idle\", unit: \"workers\")), why: \"{idle@3}\"",
            "step 1: why: ",
        ),
    ] {
        let error = message(&GOOD.replace(from, to));
        assert!(error.starts_with(told), "{from} → {to}: {error}");
    }
    let wide = GOOD
        .replace("Fixed(8), widths: [2]", "Fixed(128), widths: [65]")
        .replace(ask, "Bars(of: Buckets, within: 0.1)");
    assert_eq!(message(&wide), "step 1: ask: 65 workers are asked for one by one: allowed are at most 64");
    assert!(read_lesson(&wide.replace("[65]", "[64]")).is_ok());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/learn/en/lessons");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), crate::shipped().lessons.len());
    for file in files {
        let read = read_lesson(&std::fs::read_to_string(&file).unwrap());
        assert!(read.is_ok(), "{}: {}", file.display(), read.unwrap_err());
    }
}

/// A lesson is one file: nothing else is opened for it, a pipe least of all.
#[test]
fn a_lesson_takes_no_key_file() {
    let file = "keys: File(path: \"/dev/zero\")";
    let told = "keys: a file is not allowed in a lesson: list or generate them";
    let error = message(&GOOD.replace("widths: [2]", &format!("widths: [2], {file}")));
    assert!(error.starts_with("line 7, column") && error.ends_with(told), "{error}");
    let error = message(&GOOD.replace("(say:", &format!("(then: ({file}), say:")));
    assert!(error.starts_with("line 9, column") && error.ends_with(told), "{error}");
}

#[test]
fn a_lesson_is_known_by_its_first_word() {
    for text in [GOOD.to_owned(), format!("\u{feff}{GOOD}"), format!("/* mine */ // yes\n{GOOD}")] {
        assert!(is_lesson(&text) && read_lesson(&text).is_ok(), "{text}");
    }
    assert!(!is_lesson("Scenario(format: 1)") && !is_lesson("Lessons(") && !is_lesson(""));
}

#[test]
fn a_good_lesson_is_read() {
    assert_eq!(read_lesson(GOOD).unwrap().steps.len(), 1);
}

#[test]
fn a_field_that_is_not_known_is_named() {
    let error = message(&GOOD.replace("minutes: 1", "minuets: 1"));
    assert!(error.starts_with("line 6") && error.contains("minuets"), "{error}");
    let error = message(&GOOD.replace("say:", "says:"));
    assert!(error.starts_with("line 9") && error.contains("says"), "{error}");
}

#[test]
fn a_lesson_without_steps_is_none() {
    let (head, _) = GOOD.split_once("steps:").unwrap();
    assert_eq!(message(&format!("{head}steps: [],\n)")), "steps is empty: at least one is needed");
}

#[test]
fn a_figure_that_is_not_known_is_named_with_those_that_are() {
    let error = message(&GOOD.replace("\"idle\"", "\"idlers\""));
    assert!(error.contains("\"idlers\" is no figure") && error.contains("most_buckets"), "{error}");
    assert!(error.starts_with("line 9"), "{error}");
}

#[test]
fn another_format_or_a_strange_id_is_told() {
    assert_eq!(message(&GOOD.replace("format: 1", "format: 2")), "format 2: this version reads format 1");
    let error = message(&GOOD.replace("a-lesson", "A lesson"));
    assert_eq!(error, "id \"A lesson\": small letters, digits and hyphens are allowed");
}

#[test]
fn figures_and_conditions_say_what_they_lack() {
    let figure = |text: &str| text.parse::<Quantity>().unwrap_err();
    assert!(figure("bucket_of").contains("name a key"));
    assert!(figure("idle:anna").contains("name a key"));
    assert!(figure("idle@0").contains("a step from 1"));
    let condition = |text: &str| text.parse::<Condition>().unwrap_err();
    assert!(condition("idle").contains("figure, comparison and number"));
    assert!(condition("idle == 1").contains("is no comparison"));
    assert!(condition("idle = much").contains("is no figure"));
}
