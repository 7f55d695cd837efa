//! What the library holds: which lessons, how many cards of which depth, the mistakes and the words.

use crate::shipped;
use redeal::learn::{Ask, Card, Control, Depth, Quantity, Scene, Walk, fill, interview};
use redeal::scenario::{Keys, Scenario};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn the_lessons_go_from_a_puzzle_to_a_count_for_three_widths() {
    let lessons = &shipped().lessons;
    let ids: Vec<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    let wanted = [
        "a-key-has-a-bucket",
        "whole-buckets-move",
        "the-ceiling",
        "fixed-and-free",
        "127-versus-64",
        "even-or-uneven",
        "few-keys",
        "the-hot-key",
        "too-many-buckets",
        "day-one",
        "three-ways-out",
        "engines-differ",
        "input-pieces",
    ];
    assert_eq!(ids, wanted);
    let first = Walk::new(Arc::clone(&lessons[0])).unwrap();
    let start = &first.scene().scenario;
    assert!(matches!(&start.keys, Keys::List(keys) if keys.len() == 8));
    assert_eq!((first.scene().report.buckets.count, start.widths[0].get()), (8, 2));
    let last = lessons[12].steps.last().unwrap();
    assert_eq!((last.controls.as_slice(), last.task().len()), (&[Control::Buckets][..], 7));
}

#[test]
fn lessons_are_short_and_ask_in_many_ways() {
    let mut kinds = BTreeSet::new();
    for lesson in &shipped().lessons {
        assert!((3..=6).contains(&lesson.steps.len()), "{}", lesson.id);
        assert!(lesson.minutes <= 5, "{}", lesson.id);
        let mut of_lesson = BTreeSet::new();
        for step in &lesson.steps {
            let question = step.question.as_ref().unwrap_or_else(|| panic!("{}: a step asks nothing", lesson.id));
            of_lesson.insert(match question.ask {
                Ask::Number(_) => "number",
                Ask::Choose(_) => "choose",
                Ask::Bars(_) => "bars",
                Ask::Workers(_) => "workers",
                Ask::Do(_) => "do",
            });
            assert!(step.controls.is_empty() == step.task().is_empty(), "{}: {}", lesson.id, question.text);
        }
        assert!(of_lesson.len() >= 3 && of_lesson.contains("do"), "{}: {of_lesson:?}", lesson.id);
        kinds.extend(of_lesson);
    }
    assert_eq!(kinds.len(), 5);
}

#[test]
fn every_depth_has_cards_enough_for_an_interview() {
    let cards = &shipped().cards;
    assert!((28..=32).contains(&cards.len()), "{} cards", cards.len());
    let ids: BTreeSet<&str> = cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids.len(), cards.len());
    assert!(cards.is_sorted_by_key(|card| card.depth));
    for depth in Depth::ALL {
        let topics: Vec<&str> =
            cards.iter().filter(|card| card.depth == depth).map(|card| card.topic.as_str()).collect();
        let different: BTreeSet<&str> = topics.iter().copied().collect();
        assert!(topics.len() >= 6 && different.len() == topics.len(), "{depth:?}: {topics:?}");
    }
    for seed in 0..500 {
        let asked = interview(cards, seed);
        let topics: BTreeSet<&str> = asked.iter().map(|card| card.topic.as_str()).collect();
        assert_eq!((asked.len(), topics.len()), (5, 5), "seed {seed}");
        assert!(asked.is_sorted_by_key(|card| card.depth), "seed {seed}");
    }
}

#[test]
fn every_card_has_model_answers_with_figures_and_what_is_asked_next() {
    for Card { id, long, follow_ups, .. } in &shipped().cards {
        assert!(long.contains('{'), "{id}: {long}");
        assert!((2..=5).contains(&crate::reading::sentences(long).len()), "{id}: {long}");
        assert!((1..=2).contains(&follow_ups.len()), "{id}");
    }
    let asked = |words: &str| {
        let next = shipped().cards.iter().flat_map(|card| &card.follow_ups);
        next.filter(|next| next.question.contains(words)).count()
    };
    assert!(asked("limit how many input pieces are read") > 0);
    assert!(asked("very large count free") > 0);
    assert!(asked("width needed is above") > 0);
}

/// Each mistake with a figure that refutes it, worked out by hand.
#[test]
fn every_mistake_is_refuted_by_what_is_set() {
    let refuted: [(&str, &str, f64); 5] = [
        ("rehash-at-restart", "started@3", 0.0),
        ("todays-width", "started", 0.0),
        // 82 bytes of heads, 604 of properties, 115 a subtask, 8 a key group.
        ("huge-is-free", "metadata_bytes", 82.0 + 604.0 + 4.0 * 115.0 + 8.0 * 32_768.0),
        ("throw-away-and-rebuild", "catch_up_hours", 4_320e6 / 40e3 / 3600.0),
        ("input-pieces-are-buckets", "started", 0.0),
    ];
    let mistakes = &shipped().mistakes;
    assert_eq!(mistakes.len(), refuted.len());
    for (mistake, (id, figure, value)) in mistakes.iter().zip(refuted) {
        assert_eq!(mistake.id, id);
        let scenario = mistake.set.applied(&Scenario::built_in());
        let step = mistake.set.step(&scenario);
        let scene = Scene::new(scenario, Some(step)).unwrap();
        let why = fill(&mistake.why, &scene).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(mistake.why.contains('{') && !why.contains('{'), "{id}: {why}");
        let found = figure.parse::<Quantity>().unwrap().of(&scene).unwrap().value;
        assert!((found - value).abs() < 1e-6, "{id}: {figure} is {found}, not {value}");
    }
}

#[test]
fn every_word_has_one_meaning_of_a_sentence_or_two() {
    let words: BTreeSet<&str> = shipped().glossary.iter().map(|term| term.term.as_str()).collect();
    assert_eq!(words.len(), shipped().glossary.len());
    for term in &shipped().glossary {
        assert!((1..=3).contains(&crate::reading::sentences(&term.meaning).len()), "{}", term.term);
    }
    let needed = [
        "bucket",
        "bucket count",
        "worker",
        "width",
        "dealing",
        "snapshot",
        "key",
        "load",
        "hot key",
        "headroom",
        "peak-to-mean ratio",
        "effective width",
        "useful width",
        "idle worker",
        "ceiling",
        "restart",
        "ways out",
        "runway",
    ];
    for word in needed {
        assert!(words.contains(word), "{word}");
    }
}
