//! What engines really printed, and every text that the simulator prints, can be explained.

use super::told_numbers;
use proptest::prelude::*;
use redeal::engine::{
    Engine, FlinkOptions, FlinkScheduler, KafkaStreamsOptions, PulsarOptions, PulsarSubscription, RisingWaveOptions,
    RisingWaveParallelism, SparkOptions, SparkVersion, StartRequest,
};
use redeal::explain::{Kind, explain};
use redeal::unit::{BucketCount, WorkerCount};

#[test]
fn every_chain_of_a_refused_start_leads_to_its_cause() {
    let files =
        [include_str!("../data/real-flink/engine-1.20.0.jsonl"), include_str!("../data/real-flink/engine-2.3.0.jsonl")];
    let mut chains = 0;
    for line in files.into_iter().flat_map(str::lines) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(errors) = row["errors"].as_array().filter(|errors| !errors.is_empty()) else { continue };
        chains += 1;
        let errors: Vec<&str> = errors.iter().map(|error| error.as_str().unwrap()).collect();
        let told = explain(&errors.join("\nCaused by: ")).explanations;
        let root = explain(errors.last().unwrap()).explanations;
        // The innermost exception is the cause.
        assert_eq!((told[0].kind, told[0].title), (Kind::Cause, root[0].title), "{errors:?}");
        let numbers = told_numbers(&told[0]);
        let mut asked = vec![row["parallelism"].as_i64(), row["max_parallelism_configured"].as_i64()];
        let slots = row["note"].as_str().unwrap().split_once('(').and_then(|(_, note)| note.split_once(" slots)"));
        asked.push(slots.and_then(|(slots, _)| slots.parse().ok()));
        let program = numbers.get("parallelism").or(numbers.get("max parallelism of the program")).copied();
        let bounds = numbers.get("max parallelism").copied();
        assert!(numbers.is_empty() || asked.contains(&program) || asked.contains(&bounds), "{row}");
    }
    assert!(chains > 20, "{chains} chains");
}

#[test]
fn messages_of_the_class_files_are_explained() {
    for line in include_str!("../data/flink/errors_core.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(text) = row["error"]["message"].as_str() else { continue };
        if text == "null" || text == "/ by zero" {
            continue;
        }
        let told = explain(text).explanations;
        assert_eq!(told.len(), 1, "{text}");
        let number = told[0].numbers.first().and_then(|number| number.value);
        let last = text.rsplit_once(": ").map(|(_, last)| last.parse::<i64>().unwrap());
        assert_eq!(number, last, "{text}");
    }
}

fn engines() -> impl Strategy<Value = Engine> {
    let scheduler = prop_oneof![
        Just(FlinkScheduler::Default),
        (1_u32..2000).prop_map(|slots| FlinkScheduler::Adaptive { slots }),
        (0_u32..2000).prop_map(|slots| FlinkScheduler::Reactive { slots }),
    ];
    let flink = (scheduler, "[a-zA-Z][a-zA-Z:> -]{0,40}[a-z]").prop_map(|(scheduler, operator)| {
        Engine::Flink(FlinkOptions { scheduler, operator, ..FlinkOptions::default() })
    });
    let spark = prop_oneof![Just(SparkVersion::V4_0), Just(SparkVersion::V4_2)]
        .prop_map(|version| Engine::Spark(SparkOptions { version, ..SparkOptions::default() }));
    let kafka = ("[a-z.-]{1,20}", "[a-zA-Z_-]{1,20}").prop_map(|(app, store_name)| {
        Engine::KafkaStreams(KafkaStreamsOptions { app, store_name, ..KafkaStreamsOptions::default() })
    });
    let risingwave = prop_oneof![Just(RisingWaveParallelism::Explicit), Just(RisingWaveParallelism::Adaptive)]
        .prop_map(|parallelism| Engine::RisingWave(RisingWaveOptions { parallelism, ..RisingWaveOptions::default() }));
    let pulsar = Just(Engine::Pulsar(PulsarOptions {
        subscription: PulsarSubscription::KeySharedSplit,
        ..PulsarOptions::default()
    }));
    let any = prop::sample::select(Engine::all());
    prop_oneof![4 => flink, 1 => spark, 1 => kafka, 2 => risingwave, 1 => pulsar, 4 => any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn every_text_of_the_simulator_is_explained_with_its_numbers(
        engine in engines(),
        recorded in prop::option::of(1_u64..3000),
        configured in prop::option::of(1_u64..3000),
        width in 1_u64..4000,
    ) {
        let count = |count: Option<u64>| count.map(|count| BucketCount::new(count).unwrap());
        let request = StartRequest {
            recorded: count(recorded),
            configured: count(configured),
            width: WorkerCount::new(width).unwrap(),
            input_pieces: 12,
        };
        let start = engine.profile().start(&request);
        if let Some(message) = &start.message {
            let told = explain(message).explanations;
            prop_assert_eq!(told.len(), 1, "{}", message);
            // SQL jobs run on the same engine.
            prop_assert!(engine.facts().name.starts_with(told[0].engine), "{}", message);
            for number in &told[0].numbers {
                let value = number.value.unwrap();
                prop_assert!(message.contains(&value.to_string()), "{} in {}", value, message);
            }
        }
        for bad in [engine.facts().out_of_bounds, engine.facts().too_few] {
            let text = bad.replace("{}", "0");
            prop_assert!(bad.is_empty() || explain(&text).explanations.len() == 1, "{}", text);
        }
    }
}

#[test]
fn the_text_of_another_state_backend_is_explained() {
    let told = explain("java.io.EOFException: null").explanations;
    assert!(told[0].what.contains("native savepoint of the hashmap backend"), "{told:#?}");
}
