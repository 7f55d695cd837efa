//! Numbers that no engine printed so, and messages that stand in pieces.

use redeal::explain::{Explained, Explainer, explain};

fn first(text: &str) -> redeal::explain::Explanation {
    explain(text).explanations.into_iter().next().unwrap_or_else(|| panic!("not recognised: {text}"))
}

#[test]
fn numbers_that_do_not_fit_the_message_are_told() {
    for text in [
        "Vertex a's parallelism (4) is higher than the max parallelism (8). Please lower",
        "Vertex a's parallelism (8) is higher than the max parallelism (8). Please lower",
        "Vertex a's parallelism (0) is higher than the max parallelism (0). Please lower",
        "Vertex a's parallelism (-1) is higher than the max parallelism (-5). Please lower",
        "Vertex a's parallelism (99999) is higher than the max parallelism (70000). Please lower",
        "The maximum parallelism (8) of the restored state is lower than the configured parallelism (8). Please",
        "Cannot map operator a with max parallelism 128 to new program with max parallelism 128. This",
        "Your container count (4) is larger than your task count (6). Can't have",
        "New partition count: 12 should be a multiple of previous partition count: 6.",
        "specified parallelism 4 should not exceed max parallelism 6 ",
        "not enough vnodes (6) for actors (4); each",
        "Incompatible partition count! expected: 271, found: 271 ",
        "Existing internal topic t has invalid partitions: expected: 8; actual: 8. Use",
        "The topic t currently has 8 partition(s); 12 would not be an increase.",
        "Number of partitions [4] of repartition topic [r] doesn't match number of partitions [4] of the source topic.",
        "conf 'spark.sql.shuffle.partitions' in current session from '8' to '8'.",
    ] {
        let told = first(text);
        assert!(told.what.starts_with("The numbers do not fit the message: "), "{text}: {}", told.what);
        assert_eq!(told.passes.len(), 1, "{text}: {:?}", told.passes);
        assert!(!told.passes[0].chars().any(|c| c.is_ascii_digit()), "{text}: {:?}", told.passes);
    }
    // Just right, on either side.
    for text in [
        "Vertex a's parallelism (9) is higher than the max parallelism (8). Please lower",
        "Vertex a's parallelism (99999) is higher than the max parallelism (32768). Please lower",
        "New partition count: 12 should be a multiple of previous partition count: 5.",
        "The topic t currently has 8 partition(s); 7 would not be an increase.",
    ] {
        assert!(!first(text).what.contains("do not fit"), "{text}");
    }
}

#[test]
fn a_number_that_is_written_otherwise_makes_no_second_message() {
    for number in ["1234567890123456789012345", "\u{661}\u{662}", "8.5", "1,000", "8'000"] {
        let text = format!(
            "Vertex a's parallelism ({number}) is higher than the max parallelism (4). Please lower the parallelism or"
        );
        let told = explain(&text).explanations;
        assert_eq!((told.len(), told[0].times), (1, 1), "{number}");
        assert_eq!((told[0].numbers[0].value, told[0].numbers[1].value), (None, Some(4)), "{number}");
    }
}

#[test]
fn pieces_from_the_middle_are_known() {
    for (piece, title) in [
        ("parallelism (8) is higher than the max", "Parallelism above the max parallelism"),
        ("(8) is higher than the max parallelism", "Parallelism above the max parallelism"),
        (
            "maximum parallelism (4) of the restored state is",
            "Parallelism above the max parallelism of the restored state",
        ),
        (
            "the restored state is lower than the configured",
            "Parallelism above the max parallelism of the restored state",
        ),
        ("The latest batch 4 is for an unfinished", "A repartitioning was begun and not finished"),
        ("partitions: expected: 12; actual: 8. Use", "An internal topic has another number of partitions"),
    ] {
        assert_eq!(first(piece).title, title, "{piece}");
    }
}

#[test]
fn what_a_log_writes_before_a_line_is_no_part_of_a_name() {
    let told = first("jobmanager-0  | counter's parallelism (8) is higher than the max parallelism (4). Please");
    assert_eq!(told.names[0].text, "counter (cut off)");
    let told = first("jm-0 | Vertex my\njm-0 | map's parallelism (8) is higher than the max parallelism (4). Please");
    assert_eq!(told.names[0].text, "my map");
}

#[test]
fn many_topics_are_counted() {
    let topics: Vec<String> = (1..=60).map(|at| format!("topic-{at}={at}")).collect();
    let told = first(&format!("Topics not co-partitioned: [{{{}}}]", topics.join(", ")));
    assert!(told.what.contains("topic-8 has 8; and 52 more topics."), "{}", told.what);
    assert_eq!(told.numbers.len(), 8);
    assert!(told.passes[0].contains("for example 60"), "{:?}", told.passes);
}

fn explained(part: &str, times: usize) -> Explained {
    let mut explainer = Explainer::new();
    let part = part.repeat(64);
    (0..times / 64).for_each(|_| explainer.push(&part));
    explainer.finish()
}

/// An anchor again and again: each place is looked at a few times, however far its message could reach. Looked at from each anchor
/// alone these took minutes.
#[test]
fn text_full_of_anchors_is_read_in_time() {
    for part in [
        "'s parallelism (",
        "'s parallelism (\n",
        "Existing internal topic \n",
        " (5/20 's parallelism (",
        "Cannot map operator x",
        "Topic not found: \n",
    ] {
        let told = explained(part, 128 * 1024);
        assert!(!told.explanations.is_empty(), "{part:?}");
    }
}
