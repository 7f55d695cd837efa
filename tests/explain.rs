//! Messages of engines are known again: whole, in pieces, in logs, and with any numbers. See `data/explain/README.md`.

#[path = "explain/decoded.rs"]
mod decoded;
#[path = "explain/engines.rs"]
mod engines;
#[path = "explain/fragments.rs"]
mod fragments;
#[path = "explain/logs.rs"]
mod logs;
#[path = "explain/misfit.rs"]
mod misfit;
#[path = "explain/numbers.rs"]
mod numbers;

use redeal::explain::{Explanation, Kind, explain};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A text with what is in it.
#[derive(Deserialize)]
struct Known {
    family: String,
    text: String,
    numbers: BTreeMap<String, i64>,
}

fn known() -> Vec<Known> {
    include_str!("data/explain/messages.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The explanations of a text's own family.
fn of_family(text: &str, family: &str) -> Vec<Explanation> {
    let all = explain(text).explanations;
    all.into_iter().filter(|told| told.family == family && !told.title.is_empty()).collect()
}

/// The numbers that are told, by name.
fn told_numbers(told: &Explanation) -> BTreeMap<String, i64> {
    told.numbers.iter().filter_map(|number| Some((number.name.clone(), number.value?))).collect()
}

#[test]
fn every_known_text_is_explained_with_its_numbers() {
    for known in known() {
        let all = explain(&known.text).explanations;
        let told = all.first().unwrap_or_else(|| panic!("not recognised: {}", known.text));
        assert_eq!(told.family, known.family, "{}", known.text);
        assert_eq!(told_numbers(told), known.numbers, "{}", known.text);
        assert!(all[1..].iter().all(|other| other.kind == Kind::Wrapper), "{}: {all:#?}", known.text);
        let is_wrapper = told.kind == Kind::Wrapper;
        assert!(
            told.what.ends_with('.') && !told.steps.is_empty() && is_wrapper == told.passes.is_empty(),
            "{told:#?}"
        );
        assert_eq!(told.times, 1);
        for sentence in told.passes.iter().chain(&told.steps).chain([&told.what]) {
            assert!(sentence.ends_with(['.', '…']), "{sentence}");
            assert!(!sentence.contains("  "), "{sentence}");
        }
    }
}
