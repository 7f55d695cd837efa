//! Kafka Streams: internal topics and brokers that have another number of partitions than is asked for.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};
use super::passing::{self, Counts};
use crate::numerals::grouped;
use crate::unit::WorkerCount;

const FAMILY: &str = "Kafka Streams: internal topics";
const BROKER: &str = "Kafka: partitions of a topic";
const RUN: &str = "Kafka 4.0, run";

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: "Kafka Streams",
        family: FAMILY,
        kind: Kind::Cause,
        title: "An internal topic has another number of partitions",
        form: "Existing internal topic ‹topic› has invalid partitions: expected: ‹#expected|partitions›; actual: ‹#actual|partitions›. Use \
               '‹tool›' tool to clean up invalid topics before processing.",
        anchors: &[
            "Existing internal topic ",
            "has invalid partitions: expected:",
            "partitions: expected:",
            "tool to clean up invalid topics before",
        ],
        source: Origin { class: "InternalTopicManager.validateTopics, StreamsException", version: RUN },
        tell: internal,
    },
    Message {
        engine: "Kafka Streams",
        family: FAMILY,
        kind: Kind::Cause,
        title: "An internal topic has another number of partitions",
        form: "Internal topic ‹topic› requires ‹#expected|partitions› partitions, but the existing topic on the broker has ‹#actual|partitions› \
               partitions.",
        anchors: &["partitions, but the existing topic", "the existing topic on the broker"],
        source: Origin { class: "InternalTopicManager.validate, an opt-in check", version: "Kafka 4.0, read" },
        tell: internal,
    },
    Message {
        engine: "Apache Kafka",
        family: BROKER,
        kind: Kind::Cause,
        title: "A topic cannot get fewer partitions",
        form: "The topic ‹topic› currently has ‹#has|partitions› partition(s); ‹#asked for|partitions› would not be an increase.",
        anchors: &["partition(s); ", "would not be an increase"],
        source: Origin { class: "ReplicationControlManager, InvalidPartitionsException", version: "Kafka 4.0, read" },
        tell: shrink,
    },
    Message {
        engine: "Apache Kafka",
        family: BROKER,
        kind: Kind::Cause,
        title: "The topic has this number of partitions already",
        form: "Topic already has ‹#has|partitions› partition(s).",
        anchors: &["Topic already has "],
        source: Origin { class: "ReplicationControlManager, InvalidPartitionsException", version: "Kafka 4.0, read" },
        tell: equal,
    },
];

fn internal(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (expected, actual) = (sighting.number("expected"), sighting.number("actual"));
    let topic = sighting.named("topic", "An internal topic");
    told.what = match (expected, actual) {
        (Some(expected), Some(actual)) => format!(
            "{topic} exists with {actual} partitions; from its input the application now needs {expected}: one partition a task. Any difference is \
             refused, up or down. The thread that leads the group stops, then the next that leads it."
        ),
        _ => format!(
            "{topic} exists with another number of partitions than the application now needs. Any difference is refused, up or down."
        ),
    };
    let engine = passing::engine("kafka-streams");
    match (sighting.buckets("actual"), sighting.buckets("expected")) {
        (Some(actual), expected) if expected != Some(actual) => {
            let runs = |configured| Counts { recorded: Some(actual), configured }.runs(&engine, WorkerCount::ONE);
            if runs(Some(actual)) && expected.is_none_or(|expected| !runs(Some(expected))) {
                told.passes.push(format!(
                    "{actual} partitions at the input of the step that owns the state: Repartitioned.numberOfPartitions({actual}), or an \
                     input topic of {actual}."
));
                told.passes.push(format!(
                    "Then up to {} threads share the tasks; more idle.",
                    grouped(Counts::recorded(actual).widest(&engine).map_or(1, WorkerCount::get).into())
                ));
            }
            if let Some(expected) = expected {
                told.passes.push(format!(
                    "{expected} partitions after a reset, or under a new application.id: the state is built anew."
                ));
            }
        }
        _ => told
            .passes
            .push("The number that the existing topic has, which the whole message names as actual.".to_owned()),
    }
    told.steps = lines([
        "Was the input topic grown? It cannot shrink: put a repartition step with the old number in front of the stateful one.",
        "Or reset: stop all instances, run kafka-streams-application-reset, delete the local state (KafkaStreams#cleanUp or \
         state.dir/application.id), start again and let it replay.",
        "Or give a new application.id and replay from the input.",
        "Do not grow the internal topic by hand: old keys stay in their old partitions.",
    ]);
}

fn shrink(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match (sighting.number("has"), sighting.number("asked for")) {
        (Some(has), Some(asked)) => {
            format!("The topic has {has} partitions and {asked} are asked for: a topic only grows.")
        }
        _ => "A topic only grows, and fewer partitions are asked for than it has.".to_owned(),
    };
    grow(sighting, told);
}

fn equal(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match sighting.number("has") {
        Some(has) => format!("The topic has {has} partitions, as many as are asked for: nothing is to be done."),
        None => "The topic has as many partitions as are asked for: nothing is to be done.".to_owned(),
    };
    grow(sighting, told);
}

fn grow(sighting: &Sighting<'_>, told: &mut Explanation) {
    if let Some(has) = sighting.number("has").and_then(|has| u64::try_from(has).ok()).filter(|has| *has > 0) {
        told.passes.push(format!(
            "{} and more. Twice or three times as many ({}, {}) leave a half or a third of the keys in their partition, other numbers hardly any.",
            grouped(has.saturating_add(1)),
            grouped(has.saturating_mul(2)),
            grouped(has.saturating_mul(3))
        ));
    } else {
        told.passes.push("Any number above that of the topic.".to_owned());
    }
    told.steps = lines([
        "Before growing a topic with keys: what is there stays, new records of a key may go elsewhere, and order by key is lost across the change.",
        "A stateful Kafka Streams application on it stops at the next rebalance; one without internal topics goes on with stale state.",
        "For fewer partitions make a new topic and copy.",
    ]);
}
