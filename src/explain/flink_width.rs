//! Flink: a parallelism above the max parallelism, and either of them out of bounds.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};
use super::passing::{self, Counts};
use crate::numerals::grouped;

const FAMILY: &str = "Flink: parallelism and max parallelism";
const ENGINE: &str = "Apache Flink";

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Parallelism above the max parallelism",
        form: "Vertex ‹vertex›'s parallelism (‹#parallelism|subtasks›) is higher than the max parallelism (‹#max parallelism|key \
               groups›). Please lower the parallelism or increase the max parallelism.",
        anchors: &[
            "than the max parallelism (",
            ") is higher than the max",
            "Please lower the parallelism or increase",
            "'s parallelism (",
            "or increase the max parallelism.",
        ],
        source: Origin {
            class: "ExecutionJobVertex, org.apache.flink.runtime.JobException",
            version: "1.20.0 and 2.3.0, seen on running clusters",
        },
        tell: vertex,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Parallelism above the max parallelism of the restored state",
        form: "The state for task ‹task› can not be restored. The maximum parallelism (‹#max parallelism of the state|key groups›) \
               of the restored state is lower than the configured parallelism (‹#parallelism|subtasks›). Please reduce the \
               parallelism of the task to be lower or equal to the maximum parallelism.",
        anchors: &[
            "of the restored state is lower than",
            "restored state is lower than",
            ") of the restored state",
            "can not be restored. The maximum parallelism",
            "is lower than the configured parallelism",
            "Please reduce the parallelism of the task",
            "task to be lower or equal to the maximum parallelism",
        ],
        source: Origin {
            class: "StateAssignmentOperation.checkParallelismPreconditions, java.lang.IllegalStateException",
            version: "1.20.0 and 2.3.0, seen on running clusters",
        },
        tell: restored,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Max parallelism out of bounds",
        form: "maxParallelism is out of bounds 0 < maxParallelism <= 32768. Found: ‹#max parallelism|key groups›",
        anchors: &["maxParallelism is out of bounds", "is out of bounds 0 < maxParallelism", "< maxParallelism <="],
        source: Origin {
            class: "StreamExecutionEnvironment.setMaxParallelism, java.lang.IllegalArgumentException",
            version: "1.20.0 and 2.3.0, seen",
        },
        tell: out_of_bounds,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Max parallelism out of bounds",
        form: "Maximum parallelism must be between 1 and 32768. Found: ‹#max parallelism|key groups›",
        anchors: &[
            "Maximum parallelism must be between",
            "must be between 1 and 32768",
            "must be between 1 and 32768. Found:",
        ],
        source: Origin {
            class: "OperatorValidationUtils, and SavepointWriter of the State Processor API",
            version: "1.20.0 and 2.3.0, read",
        },
        tell: out_of_bounds,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Parallelism above the max parallelism, found late",
        form: "Maximum parallelism must not be smaller than parallelism.",
        anchors: &["Maximum parallelism must not be", "parallelism must not be smaller than"],
        source: Origin {
            class: "KeyGroupRangeAssignment, java.lang.IllegalArgumentException",
            version: "1.20.0 and 2.3.0, class files run",
        },
        tell: late,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A number out of the bounds of key groups",
        form: "Operator parallelism not within bounds: ‹#number found|›",
        anchors: &["Operator parallelism not within", "parallelism not within bounds:"],
        source: Origin {
            class: "KeyGroupRangeAssignment, java.lang.IllegalArgumentException",
            version: "1.20.0 and 2.3.0, class files run",
        },
        tell: not_within,
    },
];

/// Sentences on counts for a first start at the width of this message.
fn first_start(sighting: &Sighting<'_>) -> Option<String> {
    let width = sighting.workers("parallelism")?;
    let counts = passing::counts(&passing::engine("flink"), width);
    Some(if counts.is_empty() {
        "No max parallelism makes room for that: it is at most 32\u{a0}768.".to_owned()
    } else {
        format!(
            "At a first start, or where the state may be dropped: a max parallelism from {} to 32\u{a0}768, for example {}.",
            grouped(width.get().into()),
            passing::counted_list(&counts)
        )
    })
}

fn vertex(sighting: &Sighting<'_>, told: &mut Explanation) {
    let engine = passing::engine("flink");
    let most = sighting.buckets("max parallelism");
    told.what = match (sighting.number("parallelism"), sighting.number("max parallelism")) {
        (Some(asked), Some(most)) => format!(
            "The vertex shall run as {asked} subtasks, but there are {most} key groups in force, and a key group is never split: at \
             most {most} subtasks can own one. Flink does not cut the parallelism, it refuses to start; only reactive mode cuts."
        ),
        _ => "The vertex shall run as more subtasks than there are key groups, and a key group is never split. Flink does not cut \
              the parallelism, it refuses to start; only reactive mode cuts."
            .to_owned(),
    };
    match most {
        Some(most) => told.passes.extend(passing::widths(&engine, Counts::fresh(most), most)),
        None => told.passes.push("A parallelism up to the max parallelism that the whole message names.".to_owned()),
    }
    told.passes.extend(first_start(sighting));
    told.steps = lines([
        "Lower the parallelism of this vertex: setParallelism, -p, parallelism.default, or the autoscaler's upper bound.",
        "With the adaptive scheduler the number is that of the free slots, not the parallelism that is set: offer fewer slots, or \
         use reactive mode.",
        "Raise the max parallelism (setMaxParallelism, pipeline.max-parallelism) only for a start without state: with a savepoint \
         of the old one the restore is refused.",
        "To keep the state under more key groups, rewrite the savepoint with the State Processor API.",
    ]);
}

fn restored(sighting: &Sighting<'_>, told: &mut Explanation) {
    let engine = passing::engine("flink");
    let most = sighting.buckets("max parallelism of the state");
    told.what = match (sighting.number("parallelism"), sighting.number("max parallelism of the state")) {
        (Some(asked), Some(most)) => format!(
            "The savepoint or checkpoint was laid out in {most} key groups; the program sets no max parallelism, so these {most} stay \
             in force. {asked} subtasks are asked for, and at most {most} can own a key group."
        ),
        _ => "The savepoint or checkpoint was laid out in fewer key groups than subtasks are asked for; the program sets no max \
              parallelism, so the savepoint's stays in force."
            .to_owned(),
    };
    match most {
        Some(most) => told.passes.extend(passing::widths(&engine, Counts::recorded(most), most)),
        None => told.passes.push("A parallelism up to the max parallelism that the whole message names.".to_owned()),
    }
    told.passes.extend(
        first_start(sighting).map(|text| text.replace("At a first start, or", "Not with this savepoint. Anew, or")),
    );
    told.steps = lines([
        "Restore at a lower parallelism; in reactive mode Flink cuts to the key groups by itself.",
        "Setting a larger max parallelism does not help: the restore is then refused for the mismatch.",
        "For more subtasks: rewrite the savepoint with the State Processor API under a larger max parallelism, or start without state.",
    ]);
}

fn out_of_bounds(sighting: &Sighting<'_>, told: &mut Explanation) {
    let found = sighting.number("max parallelism");
    let bounds = &passing::engine("flink").facts();
    told.what = match found.map(|found| (found, u64::try_from(found).ok().and_then(|n| bounds.refuses_count(n)))) {
        Some((found, None)) if found > 0 => format!(
            "The program sets a max parallelism. The text reads as if it were {found}, which Flink takes: digits are missing."
        ),
        Some((found, _)) => format!("The program sets a max parallelism of {found}; Flink takes 1 to 32\u{a0}768."),
        None => "The program sets a max parallelism outside of 1 to 32\u{a0}768.".to_owned(),
    };
    told.passes.push(
        "A max parallelism from 1 to 32\u{a0}768: key groups are written in two bytes whose first bit is kept free."
            .to_owned(),
    );
    told.passes.push("None at all: Flink then derives one from the first parallelism, at least 128.".to_owned());
    told.steps = lines([
        "Correct setMaxParallelism or pipeline.max-parallelism.",
        "Choose some three to ten times the largest parallelism to come, and a multiple of the usual ones.",
    ]);
}

fn late(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "Key groups were to be dealt to more subtasks than there are key groups. The text has no numbers; they stand in the \
                 job's own log or in the message around it."
        .into();
    told.passes.push("A parallelism up to the max parallelism.".to_owned());
    told.steps = lines([
        "Look up parallelism and max parallelism of the operator, in the web interface or by redeal inspect on its savepoint.",
        "Lower the parallelism, or for a start without state raise the max parallelism.",
    ]);
}

fn not_within(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match sighting.number("number found") {
        Some(found) if !(1..=32_768).contains(&found) => format!(
            "A parallelism or a max parallelism of {found} was handed to the dealing of key groups: the engine checks both by the same \
             text. Both are at least 1 and at most 32\u{a0}768."
        ),
        Some(found) => format!(
            "The text reads as if the number were {found}, which lies within the bounds of 1 to 32\u{a0}768: digits are missing."
        ),
        None => {
            "A parallelism or a max parallelism outside of 1 to 32\u{a0}768 was handed to the dealing of key groups."
                .to_owned()
        }
    };
    told.passes
        .push("Parallelism and max parallelism from 1 to 32\u{a0}768, the first not above the second.".to_owned());
    told.steps = lines([
        "Look for a parallelism that is computed, from a number of partitions or cores that was 0 or not set.",
        "A direct call of KeyGroupRangeAssignment takes the max parallelism before the parallelism: an exchange ends here as well.",
    ]);
}
