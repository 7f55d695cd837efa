//! Whatever numbers a message has, those are told; whatever text comes, nothing breaks.

use super::{known, told_numbers};
use proptest::prelude::*;
use redeal::explain::{Explanation, explain};
use std::collections::BTreeMap;

/// The known text with other numbers in place of its own, and the numbers.
fn with_numbers(text: &str, old: &BTreeMap<String, i64>, new: &[i64]) -> (String, BTreeMap<String, i64>) {
    let mut spans: Vec<(usize, usize, String)> = Vec::new();
    for (name, value) in old {
        let digits = value.to_string();
        // A whole number of its own, not in a name or beside other digits; the last of its kind that is not taken.
        let at = text.match_indices(&digits).map(|(at, _)| at).find(|&at| {
            let (before, after) = (text[..at].chars().next_back(), text[at + digits.len()..].chars().next());
            let lone = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '-' && c != '#');
            let text_before = &text[..at];
            let in_bounds_text = text_before.ends_with("<= ") || text_before.ends_with("between 1 and ");
            lone(before) && lone(after) && !in_bounds_text && spans.iter().all(|(start, ..)| *start != at)
        });
        spans.push((at.unwrap(), digits.len(), name.clone()));
    }
    spans.sort();
    let (mut out, mut from, mut numbers) = (String::new(), 0, BTreeMap::new());
    for ((at, length, name), value) in spans.into_iter().zip(new) {
        out.push_str(&text[from..at]);
        out.push_str(&value.to_string());
        from = at + length;
        numbers.insert(name, *value);
    }
    out.push_str(&text[from..]);
    (out, numbers)
}

fn quotes_no_other_bounds(told: &Explanation) -> bool {
    !told.what.contains("NaN") && told.passes.iter().all(|line| !line.contains("-1 "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_numbers_come_back(
        which in 0_usize..54,
        numbers in prop::collection::vec(prop_oneof![-10_i64..10, 1_i64..40_000, -(1_i64 << 40)..(1_i64 << 40)], 3),
    ) {
        let all = known();
        let known = &all[which % all.len()];
        // Numbers inside of paths are ids there, and never negative.
        if !known.text.contains("/state/") {
            let (text, expected) = with_numbers(&known.text, &known.numbers, &numbers);
            let told = explain(&text).explanations;
            prop_assert_eq!(told[0].family, &known.family, "{}", text);
            prop_assert_eq!(told_numbers(&told[0]), expected, "{}", text);
            prop_assert!(quotes_no_other_bounds(&told[0]), "{:#?}", told);
        }
    }

    #[test]
    fn no_text_breaks_it(text in "\\PC{0,300}") {
        let _ = explain(&text).text();
    }

    #[test]
    fn no_mixture_of_known_pieces_breaks_it(
        pieces in prop::collection::vec((0_usize..54, 0_usize..400, 0_usize..400, "\\PC{0,3}"), 0..20),
    ) {
        let all = known();
        let mut text = String::new();
        for (which, from, to, between) in pieces {
            let known = &all[which % all.len()].text;
            let (from, to) = (known.floor_char_boundary(from.min(to)), known.floor_char_boundary(from.max(to)));
            text.push_str(&known[from..to]);
            text.push_str(&between);
        }
        let told = explain(&text);
        prop_assert!(told.explanations.is_empty() == told.not_recognised().is_some());
        let _ = (told.text(), told.not_recognised());
    }
}

#[test]
fn numbers_longer_than_any_are_no_numbers() {
    let text = "specified parallelism 99999999999999999999 should not exceed max parallelism 4";
    let told = &explain(text).explanations[0];
    assert_eq!((told.numbers[0].value, told.numbers[1].value), (None, Some(4)));
}
