//! Pieces of a message: recognised rightly or not at all, and never with wrong numbers.

use super::{Known, known, of_family, told_numbers};
use redeal::explain::{Kind, explain};

/// Checks a piece; whether it was recognised.
fn holds(known: &Known, piece: &str) -> bool {
    let all = explain(piece).explanations;
    for told in all.iter().filter(|told| told.kind != Kind::Wrapper) {
        assert_eq!(told.family, known.family, "{piece:?}");
        for (name, value) in told_numbers(told) {
            // A text that ends in a number may be cut off in it: then the number is told with that doubt.
            let is_right = known.numbers.get(&name) == Some(&value);
            let number = told.numbers.iter().find(|number| number.name == name).unwrap();
            assert!(is_right || number.text().contains("cut off"), "{name} {value} in {piece:?}");
        }
    }
    !all.is_empty()
}

/// Pieces from word to word.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let starts: Vec<usize> = [0].into_iter().chain(text.match_indices(' ').map(|(at, _)| at + 1)).collect();
    let ends: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]).collect();
    let mut pieces = Vec::new();
    for (first, &start) in starts.iter().enumerate() {
        pieces.extend(ends[first..].iter().enumerate().map(|(words, &end)| (words + 1, &text[start..end])));
    }
    pieces
}

#[test]
fn pieces_cut_between_words_are_recognised_rightly() {
    let (mut long, mut found) = (0, 0);
    for known in known() {
        let words = known.text.split(' ').count();
        for (length, piece) in pieces(&known.text) {
            let recognised = holds(&known, piece);
            if words >= 8 && 2 * length >= words {
                long += 1;
                found += usize::from(recognised);
            }
        }
    }
    // Pieces of at least half of a message: nearly all of them hold words that no other message has.
    assert!(100 * found >= 93 * long, "{found} of {long} pieces");
}

#[test]
fn texts_cut_anywhere_give_no_wrong_numbers() {
    for known in known() {
        for (at, _) in known.text.char_indices() {
            holds(&known, &known.text[..at]);
            holds(&known, &known.text[at..]);
            holds(&known, &format!("{}...", &known.text[..at]));
        }
    }
}

#[test]
fn broken_lines_escapes_and_quotes_do_no_harm() {
    for known in known() {
        let broken = known.text.replace(' ', "\n      ");
        let escaped = known.text.replace(' ', "\\n\\t");
        let json = serde_json::to_string(&serde_json::json!({"log": known.text, "level": "ERROR"})).unwrap();
        let twice = serde_json::to_string(&json).unwrap();
        let html = known.text.replace('<', "&lt;").replace('\'', "&#39;").replace('"', "&quot;");
        let colour = format!("\u{1b}[1;31mERROR\u{1b}[0m {}\u{1b}[0m", known.text);
        let windows = format!("{}\r\n\tat x.Y.z(Y.java:1)\r\n", known.text);
        for text in [broken, escaped, json, twice, html, colour, windows] {
            let told = of_family(&text, &known.family);
            assert!(!told.is_empty(), "{text}");
            assert_eq!(told_numbers(&told[0]), known.numbers, "{text}");
        }
    }
}

#[test]
fn a_line_broken_within_words_keeps_its_numbers() {
    let text =
        "Vertex counter's parallelism (8) is higher than the max paral\nlelism (4). Please lower the parallelism";
    let told = of_family(text, "Flink: parallelism and max parallelism");
    assert_eq!(told_numbers(&told[0]).len(), 2);
    let text = "(8) is higher than the max parallelism (12\n8). Please";
    let told = &of_family(text, "Flink: parallelism and max parallelism")[0];
    assert_eq!(told.numbers[1].value, None, "the digits are in two lines: {told:#?}");
    assert_eq!(told.numbers[1].text(), "cut off in the text");
}
