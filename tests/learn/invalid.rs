//! A lesson file that is wrong gets one message, with its place.

use redeal::learn::{Condition, Quantity, read_lesson};

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
