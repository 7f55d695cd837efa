//! What a lesson says of buckets, its picture of loads says too.

use crate::shipped;
use redeal::learn::{Guess, Lesson, Scene, Truth, Walk};
use std::sync::Arc;

/// Signs that a lesson is about keys, where chance may make the loads what they will.
const OF_KEYS: [&str; 9] =
    ["bucket_of", "BucketOf", "worker_of", "WorkerOf", "keyless", "Keyless", "hottest", "HotKey", "occupied"];

fn is_about_keys(lesson: &Lesson) -> bool {
    let text = format!("{lesson:?}");
    OF_KEYS.iter().any(|sign| text.contains(sign))
}

fn guess(walk: &Walk) -> Guess {
    match walk.truth().expect("a step asks something") {
        Truth::Number(reading) => Guess::Number(reading.typed()),
        Truth::Choice(at) => Guess::Choice(at),
        Truth::Bars(heights) => Guess::Bars(heights),
        Truth::Workers(workers) => Guess::Workers(workers),
        Truth::Done(_) => Guess::Done,
    }
}

/// Whoever owns most buckets carries most, by far; who own equally many carry about as much.
fn check(scene: &Scene, told: &str) {
    let Some(deal) = scene.deal(scene.step) else { return };
    let owners: Vec<(u32, u64)> =
        deal.worker.iter().filter(|worker| worker.buckets > 0).map(|worker| (worker.buckets, worker.load)).collect();
    let most = owners.iter().map(|(buckets, _)| *buckets).max().unwrap();
    let loads =
        |full: bool| owners.iter().filter(move |(buckets, _)| (*buckets == most) == full).map(|(_, load)| *load);
    let (least_of_full, most_of_full) = (loads(true).min().unwrap(), loads(true).max().unwrap());
    if let Some(other) = loads(false).max() {
        assert!(least_of_full > other, "{told}: a worker with {most} buckets carries {least_of_full}, another {other}");
    }
    assert!(most_of_full * 10 < least_of_full * 13, "{told}: {most} buckets carry {least_of_full} to {most_of_full}");
}

#[test]
fn loads_follow_the_buckets_where_a_lesson_speaks_of_buckets_only() {
    let mut seen = Vec::new();
    for lesson in shipped().lessons.iter().filter(|lesson| !is_about_keys(lesson)) {
        seen.push(lesson.id.as_str());
        let mut walk = Walk::new(Arc::clone(lesson)).unwrap();
        for step in 1..=lesson.steps.len() {
            let told = format!("{} step {step}", lesson.id);
            check(walk.scene(), &told);
            walk.answer(guess(&walk), &shipped().phrases).unwrap();
            check(walk.scene(), &format!("{told}, answered"));
            walk.advance().unwrap();
        }
    }
    assert!(seen.contains(&"127-versus-64") && seen.contains(&"even-or-uneven"), "{seen:?}");
}
