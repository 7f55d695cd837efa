//! Kafka Streams: topics that are read together and have different numbers of partitions.

use super::explanation::{Explanation, Kind, Number, Origin, Reading};
use super::message::{Message, Sighting, lines, shown};
use crate::numerals::{counted, grouped};

const FAMILY: &str = "Kafka Streams: co-partitioning";
const ENGINE: &str = "Kafka Streams";
const CLASS: &str = "CopartitionedTopicsEnforcer, TopologyException";
const RUN: &str = "Kafka 4.0, run";
/// Topics that are told of one by one.
const LISTED: usize = 8;

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Joined topics have different numbers of partitions",
        form: "Topics not co-partitioned: [{‹topics›}]",
        anchors: &["Topics not co-partitioned"],
        source: Origin { class: CLASS, version: RUN },
        tell: joined,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A repartition topic does not match its partner",
        form: "Number of partitions [‹#repartition topic|partitions›] of repartition topic [‹topic›] doesn't match number of partitions \
               [‹#source topic|partitions›] of the source topic.",
        anchors: &["] of repartition topic [", "doesn't match number of partitions", "] of the source topic."],
        source: Origin { class: CLASS, version: RUN },
        tell: repartition,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Joined repartition topics have different numbers of partitions",
        form: "Following topics do not have the same number of partitions: [{‹topics›}]",
        anchors: &["Following topics do not have the same", "have the same number of partitions: [{"],
        source: Origin { class: CLASS, version: RUN },
        tell: joined,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A number of partitions is set for good",
        form: "number of partitions are enforced on topic ‹topic› and can't be altered.",
        anchors: &["partitions are enforced on topic", "and can't be altered"],
        source: Origin { class: "InternalTopicConfig, UnsupportedOperationException", version: RUN },
        tell: enforced,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A topic that is to be joined does not exist",
        form: "Topic not found: ‹topic›",
        anchors: &["Topic not found: "],
        source: Origin { class: "CopartitionedTopicsEnforcer, IllegalStateException", version: RUN },
        tell: missing,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Wrapper,
        title: "The topology is refused",
        form: "org.apache.kafka.streams.errors.TopologyException: Invalid topology: ",
        anchors: &["Invalid topology: "],
        source: Origin { class: "TopologyException", version: RUN },
        tell: wrapped,
    },
];

/// `left=4, right=6` as (topic, partitions); a last number without its end is none.
fn pairs(text: &str, whole: bool) -> Vec<(&str, Option<i64>)> {
    let last = text.split(',').count() - 1;
    let pair = |(at, part): (usize, _)| {
        let (topic, digits) = str::rsplit_once(str::trim(part), '=')?;
        let is_cut = !whole && at == last;
        Some((topic, digits.parse().ok().filter(|_| !is_cut && digits.len() <= 18)))
    };
    text.split(',').enumerate().filter_map(pair).collect()
}

fn joined(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (text, whole) = sighting.name("topics").unwrap_or(("", false));
    let topics = pairs(text, whole);
    told.names.clear();
    for (topic, value) in topics.iter().take(LISTED) {
        let reading = if value.is_some() { Reading::Whole } else { Reading::Cut };
        told.numbers.push(Number { name: shown(topic), value: *value, unit: "partitions".to_owned(), reading });
    }
    let listed = topics.iter().take(LISTED);
    let list: Vec<String> =
        listed.filter_map(|(topic, number)| Some(format!("{} has {}", shown(topic), (*number)?))).collect();
    let more = topics.len().saturating_sub(LISTED) as u64;
    let more = if more > 0 { format!("; and {}", counted(more, "more topic", "more topics")) } else { String::new() };
    told.what = if list.is_empty() {
        "Topics that are joined have different numbers of partitions.".to_owned()
    } else {
        format!("Topics that are joined have different numbers of partitions: {}{more}.", list.join(", "))
    };
    told.what.push_str(" Equal keys would meet in one task only if all of them had the same number and the same hash.");
    let most = topics.iter().filter_map(|(_, number)| *number).filter(|number| *number > 0).max();
    told.passes.push(match most.filter(|_| whole) {
        Some(most) => format!(
            "The same number for all, for example {}, the largest of them: topics grow and never shrink.",
            grouped(most.unsigned_abs())
        ),
        None => "The same number for all of them, at least the largest: topics grow and never shrink.".to_owned(),
    });
    told.steps = lines([
        "Repartition one side to the other's number: Repartitioned.numberOfPartitions.",
        "Leave one of two repartition steps without a number: it takes the other's.",
        "Growing the smaller topic only helps while it holds no keyed records, and where both producers hash alike.",
        "A GlobalKTable needs no equal numbers.",
    ]);
}

fn repartition(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (own, source) = (sighting.number("repartition topic"), sighting.number("source topic"));
    told.what = match (own, source) {
        (Some(own), Some(source)) => format!(
            "The repartition step sets {own} partitions, the topic that it is joined with has {source}. Equal keys would not meet in one task."
        ),
        _ => "The repartition step sets another number of partitions than the topic has that it is joined with."
            .to_owned(),
    };
    told.passes.push(match source.filter(|source| *source > 0) {
        Some(source) => {
            format!("{source} partitions in Repartitioned.numberOfPartitions, or none set: then it takes the {source}.")
        }
        None => "The source topic's number in Repartitioned.numberOfPartitions, or none set.".to_owned(),
    });
    told.steps = lines([
        "Take the number out of the repartition step, or set the source topic's.",
        "For more tasks repartition both sides to the larger number.",
    ]);
}

fn enforced(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = format!(
        "{} has its number of partitions from the program, and something else set another one.",
        sighting.named("topic", "The repartition topic")
    );
    told.passes.push("The number that the program set first.".to_owned());
    told.steps = lines([
        "Look for a second Repartitioned.numberOfPartitions on the same name, or a join that needs another number.",
    ]);
}

fn missing(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = format!(
        "{} was to be compared with the topics that it is joined with, and does not exist.",
        sighting.named("topic", "A source topic")
    );
    told.passes.push("The number of partitions of its partners, when it is made.".to_owned());
    told.steps = lines([
        "Make the topic with that number of partitions before the application starts; check its name and the cluster.",
    ]);
}

fn wrapped(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "What is wrong with the topology stands behind this text.".into();
    told.steps = lines(["Give the rest of the line."]);
}
