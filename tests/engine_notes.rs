//! Whose words a start is told in: the engine's own texts, our notes where it has none, and what options may be.

#[path = "support/flink_by.rs"]
mod flink_by;
#[path = "support/starts.rs"]
mod starts;

use flink_by::flink;
use redeal::engine::{
    ChangeOfCount, CustomOptions, Engine, FlinkOptions, FlinkScheduler, KafkaStreamsOptions, Outcome, PastCeiling,
    SparkOptions,
};
use starts::{buckets, start, workers};

/// What ran on 1.20.0 and 2.3.0 with fewer slots than asked for logged no text that names it: the sentence is ours.
#[test]
fn no_sentence_of_ours_passes_for_flinks() {
    let cut = start(&flink(FlinkScheduler::Adaptive { slots: 6 }), None, Some(8), 40);
    assert_eq!((cut.outcome, cut.workers, cut.message), (Outcome::Capped, workers(6), None));
    assert_eq!(cut.notes, ["Adaptive scheduler: 6 of the 40 slots asked for are free."]);
    let wider = start(&flink(FlinkScheduler::Reactive { slots: 40 }), None, Some(128), 4);
    assert_eq!((wider.outcome, wider.message, wider.notes.len()), (Outcome::Runs, None, 1));
    let refused = start(&flink(FlinkScheduler::Adaptive { slots: 12 }), None, Some(8), 40);
    assert!(refused.message.is_some() && refused.notes.is_empty(), "{refused:?}");
}

/// Facts hold no text for a count below 1 of engines that were not seen to refuse one.
#[test]
fn only_texts_that_engines_print_stand_as_theirs() {
    for id in
        ["kafka-streams", "mapreduce", "samza", "hazelcast", "pekko", "elasticsearch", "pulsar", "ignite", "custom"]
    {
        let facts = Engine::named(id).unwrap().facts();
        assert_eq!((facts.too_few, facts.out_of_bounds), ("", ""), "{id}");
        assert_eq!(facts.refuses_count(0), Some(format!("0 {}: at least 1 is needed", facts.words.buckets)));
        assert_eq!(facts.refuses_count(1), None);
    }
    let spark = Engine::named("spark").unwrap().facts().refuses_count(0).unwrap();
    assert!(spark.starts_with("[INVALID_CONF_VALUE.REQUIREMENT] The value '0' in the config"), "{spark}");
}

#[test]
fn a_custom_engine_does_as_its_options_say() {
    let engine = |past_ceiling, change_of_count| {
        Engine::Custom(CustomOptions { past_ceiling, change_of_count, ..CustomOptions::default() })
    };
    for (past, outcome, taking_part) in [
        (PastCeiling::Refuse, Outcome::Refused, 12),
        (PastCeiling::Cap, Outcome::Capped, 8),
        (PastCeiling::Idle, Outcome::Idle, 12),
    ] {
        let begun = start(&engine(past, ChangeOfCount::Refuse), Some(8), None, 12);
        assert_eq!((begun.outcome, begun.workers), (outcome, workers(taking_part)));
        assert_eq!(begun.message, None, "a custom engine has no text of its own");
        assert_eq!(begun.notes, ["custom: 12 workers for 8 buckets: at most 8 can own one."]);
    }
    for (change, in_force, outcome) in [
        (ChangeOfCount::Refuse, 8, Outcome::Refused),
        (ChangeOfCount::Ignore, 8, Outcome::Runs),
        (ChangeOfCount::Adopt, 16, Outcome::Runs),
    ] {
        let begun = start(&engine(PastCeiling::Cap, change), Some(8), Some(16), 4);
        assert_eq!((begun.buckets, begun.outcome, begun.message), (buckets(in_force), outcome, None));
        assert_eq!(begun.notes.len(), usize::from(change != ChangeOfCount::Adopt));
    }
    // Another count that is ignored, and a width past the recorded one: both are told.
    let begun = start(&engine(PastCeiling::Idle, ChangeOfCount::Ignore), Some(8), Some(16), 12);
    assert_eq!((begun.outcome, begun.notes.len()), (Outcome::Idle, 2), "{begun:?}");
    assert!(begun.notes[0].contains("16 buckets are asked for") && begun.notes[1].contains("12 workers"), "{begun:?}");
    // Without any count there is nothing to start with.
    let begun = start(&engine(PastCeiling::Idle, ChangeOfCount::Adopt), None, None, 1);
    assert_eq!(begun.outcome, Outcome::Refused);
    assert!(begun.notes.len() == 1 && begun.notes[0].contains("sets no bucket count"), "{begun:?}");
}

#[test]
fn bounds_are_refused_in_the_engines_words() {
    let text = |id: &str, count| Engine::named(id).unwrap().facts().refuses_count(count);
    let bounds = "maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: 32769";
    assert_eq!(text("flink", 32_769).as_deref(), Some(bounds));
    assert_eq!(text("flink", 32_768), None);
    assert_eq!(text("risingwave", 1).as_deref(), Some("STREAMING_MAX_PARALLELISM must be greater than 1"));
    let above = "STREAMING_MAX_PARALLELISM must be less than or equal to 32768";
    assert_eq!(text("risingwave", 32_769).as_deref(), Some(above));
    assert_eq!(text("kafka-streams", 100_000), None);
}

#[test]
fn options_out_of_range_are_named_with_what_is_allowed() {
    let text = |engine: Engine| engine.profile().check().unwrap_err();
    assert_eq!(
        text(flink(FlinkScheduler::Adaptive { slots: 0 })),
        "slots of the adaptive scheduler is 0: allowed are 1 to 1048576"
    );
    assert_eq!(
        text(Engine::Flink(FlinkOptions { states: 0, ..FlinkOptions::default() })),
        "states is 0: allowed are 1 to 1000"
    );
    assert_eq!(
        text(Engine::KafkaStreams(KafkaStreamsOptions { threads_per_instance: 0, ..KafkaStreamsOptions::default() })),
        "threads_per_instance is 0: allowed are 1 to 10000"
    );
    assert_eq!(
        text(Engine::Spark(SparkOptions { stores: 0, ..SparkOptions::default() })),
        "stores is 0: allowed are 1 to 100"
    );
}
