//! Everything a learner reads is plain: short sentences, short words, no filler.

use crate::drawn::DRAWS;
use crate::shipped;
use redeal::learn::{Guess, Scene, Walk, fill};
use redeal::scenario::Scenario;
use redeal::unit::float;
use std::sync::Arc;

/// The sentences of a text: a full stop, question or exclamation mark and a space end one.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['.', '?', '!']) {
        if text[at + 1..].starts_with(' ') || at + 1 == text.len() {
            found.push(text[from..=at].trim());
            from = at + 1;
        }
    }
    found.push(text[from..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Words and numbers; the groups of one number are one.
fn words(text: &str) -> Vec<String> {
    let joined = text.replace('\u{a0}', "");
    let parts = joined.split(|c: char| !c.is_alphanumeric() && !"'.".contains(c)).map(|word| word.trim_matches('.'));
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Groups of vowels, the mute e at the end left out.
fn syllables(word: &str) -> usize {
    let vowel = |c: char| "aeiouy".contains(c);
    let letters: Vec<bool> = word.chars().map(vowel).collect();
    let starts = (0..letters.len()).filter(|&at| letters[at] && (at == 0 || !letters[at - 1])).count();
    let mute = word.ends_with('e') && !word.ends_with("le") && starts > 1;
    (starts - usize::from(mute)).max(1)
}

/// Flesch and Kincaid's grade: about the school year in which a text is read with ease.
fn grade(text: &str) -> f64 {
    let words = words(text);
    let count = float(words.len() as u64);
    let spoken: usize = words.iter().map(|word| syllables(word)).sum();
    0.39 * count / float(sentences(text).len() as u64) + 11.8 * float(spoken as u64) / count - 15.59
}

#[test]
fn the_grade_is_what_its_formula_gives() {
    assert_eq!(words("Of 20\u{a0}000 keys, 1.5 are hot."), ["of", "20000", "keys", "1.5", "are", "hot"]);
    assert_eq!(["bucket", "table", "one", "parallelism", "12"].map(syllables), [2, 2, 1, 4, 1]);
    assert_eq!(sentences("One 1.5 two. Three? Four").len(), 3);
    // Six words of one syllable in one sentence.
    assert!((grade("The cat sat on the mat.") - (0.39 * 6.0 + 11.8 - 15.59)).abs() < 1e-9);
}

/// Every text of a lesson as it is read, each with the most words that it may have.
fn of_lesson(lesson: &Arc<redeal::learn::Lesson>) -> Vec<(String, usize)> {
    let mut walk = Walk::new(Arc::clone(lesson)).unwrap();
    let mut texts = vec![(lesson.aim.clone(), 30)];
    for &answer in crate::solutions::ANSWERS[shipped().lessons.iter().position(|other| other.id == lesson.id).unwrap()]
    {
        texts.extend([(walk.says().to_owned(), 45), (walk.question().unwrap().to_owned(), 45)]);
        texts.extend(walk.choices().iter().map(|choice| (choice.clone(), 15)));
        let mut ahead = walk.clone();
        ahead.answer(crate::walks::right(&walk, answer), &shipped().phrases).unwrap();
        texts.push((ahead.why().unwrap().to_owned(), 35));
        walk.advance().unwrap();
    }
    texts
}

/// Files by name, each with its texts.
fn files() -> Vec<(String, Vec<(String, usize)>)> {
    let mut files: Vec<_> = shipped().lessons.iter().map(|lesson| (lesson.id.clone(), of_lesson(lesson))).collect();
    for drew in DRAWS.iter().flat_map(|draws| &draws[..8]) {
        let mut texts = vec![(drew.question.text.clone(), 60), (drew.short.clone(), 30), (drew.long.clone(), 80)];
        texts.extend(drew.question.choices.iter().map(|choice| (choice.clone(), 15)));
        let next = drew.follow_ups.iter().flat_map(|next| [next.question.clone(), next.answer.clone()]);
        texts.extend(next.map(|text| (text, 45)));
        files.push((format!("cards {:?}", drew.card.depth), texts));
    }
    let mistakes = shipped().mistakes.iter().flat_map(|mistake| {
        let scenario = mistake.set.applied(&Scenario::built_in());
        let step = mistake.set.step(&scenario);
        let scene = Scene::new(scenario, Some(step)).unwrap();
        [(mistake.claim.clone(), 30), (fill(&mistake.why, &scene).unwrap(), 50)]
    });
    files.push(("mistakes".to_owned(), mistakes.collect()));
    let terms = shipped().glossary.iter().map(|term| (term.meaning.clone(), 40));
    files.push(("glossary".to_owned(), terms.collect()));
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1.append(&mut later.1);
        }
        same
    });
    files
}

#[test]
fn texts_are_easy_to_read() {
    let mut wrong = Vec::new();
    for (file, texts) in files() {
        let mean = texts.iter().map(|(text, _)| grade(text)).sum::<f64>() / float(texts.len() as u64);
        if mean > 9.0 {
            wrong.push(format!("{file}: grade {mean:.1} on average"));
        }
        for (text, most) in &texts {
            let found = words(text);
            let longest = sentences(text).iter().map(|sentence| words(sentence).len()).max().unwrap_or(0);
            let filler = ["simply", "just", "obviously", "leverage", "utilize"];
            if grade(text) > 12.0 {
                wrong.push(format!("{file}: grade {:.1}: {text}", grade(text)));
            }
            if found.len() > *most || longest > 28 {
                wrong.push(format!("{file}: {} words, {longest} in a sentence: {text}", found.len()));
            }
            if found.iter().any(|word| filler.contains(&word.as_str())) {
                wrong.push(format!("{file}: filler: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A guess of one kind tells nothing about another kind of question, and says so.
#[test]
fn a_guess_of_another_kind_is_told() {
    let mut walk = Walk::new(Arc::clone(&shipped().lessons[4])).unwrap();
    let error = walk.answer(Guess::Choice(0), &shipped().phrases).unwrap_err();
    assert_eq!(error, "the guess is of another kind than the question");
}
