//! `RisingWave`: a parallelism above the vnodes.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};
use super::passing::{self, Counts};
use crate::numerals::grouped;

const FAMILY: &str = "RisingWave: parallelism and vnodes";
const ENGINE: &str = "RisingWave";
const READ: &str = "commit 448c657 (2026-08-21), read";

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Parallelism above the max parallelism",
        form: "specified parallelism ‹#parallelism|actors› should not exceed max parallelism ‹#max parallelism|vnodes›",
        anchors: &["not exceed max parallelism", "should not exceed max", "specified parallelism "],
        source: Origin { class: "the meta service's checks at CREATE and at ALTER … SET PARALLELISM", version: READ },
        tell: specified,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Warning,
        title: "Parallelism capped at the vnodes",
        form: "streaming job parallelism was capped by vnode count or max parallelism",
        anchors: &["job parallelism was capped by", "was capped by vnode count or"],
        source: Origin { class: "src/meta/src/controller/scale.rs, a line of the log", version: READ },
        tell: capped,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "More actors than vnodes",
        form: "not enough vnodes (‹#vnodes|vnodes›) for actors (‹#actors|actors›); each actor needs at least one vnode",
        anchors: &["not enough vnodes (", "each actor needs at least one", "enough vnodes ("],
        source: Origin { class: "src/meta/src/stream/stream_graph/assignment.rs", version: READ },
        tell: not_enough,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Max parallelism out of bounds",
        form: "STREAMING_MAX_PARALLELISM must be greater than 1",
        anchors: &["STREAMING_MAX_PARALLELISM must be greater"],
        source: Origin { class: "src/common/src/session_config/mod.rs", version: READ },
        tell: bounds,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Max parallelism out of bounds",
        form: "STREAMING_MAX_PARALLELISM must be less than or equal to 32768",
        anchors: &["STREAMING_MAX_PARALLELISM must be less", "must be less than or equal to 32768"],
        source: Origin { class: "src/common/src/session_config/mod.rs", version: READ },
        tell: bounds,
    },
];

const STEPS: [&str; 3] = [
    "ALTER … SET PARALLELISM to a number that fits, or to ADAPTIVE: that is capped by itself.",
    "A job keeps its vnodes. For more: SET streaming_max_parallelism, then create the job anew; existing ones do not change.",
    "Not far above the need: a table scan opens an iterator a vnode.",
];

fn above(asked: Option<i64>, most: Option<i64>, told: &mut Explanation) {
    told.what = match (asked, most) {
        (Some(asked), Some(most)) => {
            format!(
                "{asked} actors are asked for, and the job has {most} vnodes: an actor needs at least one. The request is refused."
            )
        }
        _ => "More actors are asked for than the job has vnodes: an actor needs at least one. The request is refused."
            .to_owned(),
    };
}

fn with_vnodes(sighting: &Sighting<'_>, most: &str, asked: &str, told: &mut Explanation) {
    let engine = passing::engine("risingwave");
    match sighting.buckets(most) {
        Some(vnodes) => told.passes.extend(passing::widths(&engine, Counts::recorded(vnodes), vnodes)),
        None => told.passes.push("A parallelism up to the job's vnodes, whose number is not whole here.".to_owned()),
    }
    let counts = sighting.workers(asked).map(|width| passing::counts(&engine, width)).unwrap_or_default();
    if let Some((least, _)) = counts.first() {
        told.passes.push(format!(
            "In a job created anew: streaming_max_parallelism from {} to 32\u{a0}768, for example {}.",
            grouped(*least),
            passing::counted_list(&counts)
        ));
    }
    told.steps = lines(STEPS);
}

fn specified(sighting: &Sighting<'_>, told: &mut Explanation) {
    above(sighting.number("parallelism"), sighting.number("max parallelism"), told);
    with_vnodes(sighting, "max parallelism", "parallelism", told);
}

fn not_enough(sighting: &Sighting<'_>, told: &mut Explanation) {
    above(sighting.number("actors"), sighting.number("vnodes"), told);
    with_vnodes(sighting, "vnodes", "actors", told);
}

fn capped(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The cluster has more cores than the job has vnodes, or than its max parallelism: an adaptive job runs with as many actors as \
                 vnodes, and the other cores do nothing for it. This is no error."
        .into();
    told.passes.push("Any number of cores; up to the vnodes they are used (256 where none was set).".to_owned());
    told.steps = lines([STEPS[1], STEPS[2]]);
}

fn bounds(_: &Sighting<'_>, told: &mut Explanation) {
    let facts = passing::engine("risingwave").facts();
    told.what = "streaming_max_parallelism is set to a number that RisingWave does not take.".into();
    told.passes.push(format!(
        "{} to {}; {} where none is set.",
        facts.min_buckets,
        grouped(facts.max_buckets.unwrap_or(u32::MAX).into()),
        facts.default_buckets
    ));
    told.steps = lines(["Correct the session variable before the job is created."]);
}
