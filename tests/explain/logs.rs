//! Messages in logs of any length.

use super::{known, of_family, told_numbers};
use redeal::explain::{Explained, Explainer, Kind, explain};
use std::fmt::Write;

/// A log of so many lines that says nothing.
fn noise(lines: usize) -> Vec<String> {
    let line = |at: usize| match at % 5 {
        0 => format!(
            "2026-03-01 12:{:02}:{:02},123 INFO  o.a.f.r.c.CheckpointCoordinator - Triggering checkpoint {at}",
            at / 60 % 60,
            at % 60
        ),
        1 => format!(
            "2026-03-01 12:00:00 INFO Task - Map -> Sink ({}/20)#0 switched from RUNNING to FINISHED.",
            at % 20 + 1
        ),
        2 => format!("\tat org.apache.flink.runtime.taskmanager.Task.run(Task.java:{at})"),
        3 => {
            format!("26/03/01 12:00:00 INFO MicroBatchExecution: Committed offsets for batch {at}. parallelism 8 max 4")
        }
        _ => format!(
            "[2026-03-01] INFO [stream-thread-1] partitions assigned: [a-{at}, b-{at}] expected {at} actual {at}"
        ),
    };
    (0..lines).map(line).collect()
}

fn in_parts(text: &str, size: usize) -> Explained {
    let mut explainer = Explainer::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (part, after) = rest.split_at(rest.floor_char_boundary(size.min(rest.len())));
        explainer.push(part);
        rest = after;
    }
    explainer.finish()
}

#[test]
fn a_log_without_errors_has_nothing_to_explain() {
    assert_eq!(explain(&noise(10_000).join("\n")).explanations, []);
}

#[test]
fn every_text_is_found_in_a_long_log() {
    let noise = noise(10_000);
    let (before, after) = (noise[..7000].join("\n"), noise[7000..].join("\n"));
    for (at, known) in known().iter().enumerate() {
        // A text that ends in a number is followed by the next line.
        let log = format!("{before}\n2026-03-01 12:00:01 ERROR job - failed: {}\n{after}\n", known.text);
        let told = of_family(&log, &known.family);
        assert!(!told.is_empty(), "{}", known.text);
        assert_eq!(told_numbers(&told[0]), known.numbers, "{}", known.text);
        if at % 8 == 0 {
            assert_eq!(in_parts(&log, 1013), explain(&log));
        }
    }
}

#[test]
fn parts_may_end_anywhere() {
    let text: String =
        known().iter().fold(String::new(), |text, known| text + &known.text.replace('\'', "\\u0027") + "\n");
    let whole = explain(&text);
    for size in [1, 2, 3, 7, 64] {
        assert_eq!(in_parts(&text, size), whole, "parts of {size} bytes");
    }
}

#[test]
fn a_stack_trace_gives_the_cause_once_and_its_wrappers_last() {
    let text = "org.apache.flink.runtime.client.JobExecutionException: Job execution failed.\n\
                Caused by: org.apache.flink.runtime.client.JobInitializationException: Could not start the JobMaster.\n\
                Caused by: java.util.concurrent.CompletionException: java.lang.RuntimeException: org.apache.flink.runtime.JobException: \
                Vertex counter's parallelism (129) is higher than the max parallelism (128). Please lower the parallelism or increase the \
                max parallelism.\n\tat java.base/java.util.concurrent.CompletableFuture.encodeThrowable(Unknown Source)\n\
                Caused by: org.apache.flink.runtime.JobException: Vertex counter's parallelism (129) is higher than the max paral...\n";
    let told = explain(text).explanations;
    let kinds: Vec<Kind> = told.iter().map(|told| told.kind).collect();
    assert_eq!(kinds, [Kind::Cause, Kind::Wrapper, Kind::Wrapper]);
    assert_eq!((told[0].times, told[0].numbers[1].value), (2, Some(128)));
}

#[test]
fn many_of_a_kind_are_counted_not_listed() {
    let mut log = String::new();
    for group in 200..1200 {
        let _ =
            writeln!(log, "Key group {group} is not in KeyGroupRange{{startKeyGroup=0, endKeyGroup=9}}. Unless you're");
    }
    let told = explain(&log);
    assert_eq!((told.explanations.len(), told.unlisted), (8, 992));
    assert!(told.text().contains("992 more messages"), "{}", told.text());
}

#[test]
fn text_that_is_not_known_gets_what_was_looked_for() {
    let told = explain("the vertex parallelism is higher than some maximum, please lower the parallelism");
    let message = told.not_recognised().unwrap();
    assert!(message.contains("The nearest known text has") && message.contains("Vertex <vertex>'s"), "{message}");
    assert!(message.contains("Looked for: Flink: parallelism and max parallelism; "), "{message}");
    let message = explain("").not_recognised().unwrap();
    assert!(message.contains("No known text is near."), "{message}");
}
