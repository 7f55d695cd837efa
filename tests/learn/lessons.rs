//! Single claims of the lessons that are not answers, worked out another way.

use crate::oracle::key_group;
use crate::shipped;
use redeal::learn::Walk;
use std::sync::Arc;

/// Names and their buckets of eight, by Flink's rule written down once more in these tests.
#[test]
fn the_first_lesson_names_the_buckets_that_flink_gives() {
    let names = ["mara", "fritz", "gina", "dora", "emil", "hugo", "anna", "ida"];
    assert_eq!(names.map(|name| key_group(name, 8)), [1, 2, 2, 3, 4, 4, 6, 7]);
    let mut walk = Walk::new(Arc::clone(&shipped().lessons[0])).unwrap();
    for _ in 0..3 {
        walk.advance().unwrap();
    }
    let wanted = "mara in 1, fritz and gina in 2, dora in 3, emil and hugo in 4, anna in 6, ida in 7";
    assert!(walk.says().contains(wanted), "{}", walk.says());
}

/// Known values of the rule itself, printed by Flink's own classes.
#[test]
fn the_rule_of_these_tests_is_flinks() {
    assert_eq!(key_group("", 1 << 31), 593_689_054);
}

/// The texts that a learner reads after the answer hold the right numbers.
#[test]
fn reasons_hold_the_numbers_worked_out_by_hand() {
    let why = |lesson: usize, step: usize| {
        let mut walk = Walk::new(Arc::clone(&shipped().lessons[lesson])).unwrap();
        for _ in 0..step {
            walk.advance().unwrap();
        }
        let guess = crate::walks::right(&walk, crate::solutions::ANSWERS[lesson][step]);
        walk.answer(guess, &shipped().phrases).unwrap();
        walk.why().unwrap().replace('\u{a0}', " ")
    };
    assert!(why(2, 1).contains("42 threads"), "{}", why(2, 1));
    // 64 key groups, ranges of 16, then of 4: only groups 0 to 3 keep owner 0.
    assert!(why(3, 0).contains("60 key groups"), "{}", why(3, 0));
    assert!(why(4, 3).contains("64 even workers") && why(4, 3).contains("is 128"), "{}", why(4, 3));
    // 82 + 604 + 4 · 115 + 8 · 32 768.
    assert!(why(8, 0).contains("263 kB"), "{}", why(8, 0));
    // 18 bytes for each of 32 768 key groups.
    assert!(why(8, 1).contains("590 kB"), "{}", why(8, 1));
    assert!(why(9, 2).contains("7.4 years"), "{}", why(9, 2));
    assert!(why(12, 3).contains("count is 30"), "{}", why(12, 3));
}
