//! Flink: a program whose max parallelism differs from that of the state.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};
use super::passing::{self, Counts};
use crate::unit::WorkerCount;

const FAMILY: &str = "Flink: max parallelism changed";
const ENGINE: &str = "Apache Flink";

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "The program's max parallelism is not that of the savepoint",
        form: "Failed to rollback to checkpoint/savepoint ‹snapshot›. Max parallelism mismatch between checkpoint/savepoint state and \
               new program. Cannot map operator ‹operator› with max parallelism ‹#max parallelism of the state|key groups› to new \
               program with max parallelism ‹#max parallelism of the program|key groups›. This indicates that the program has been \
               changed in a non-compatible way after the checkpoint/savepoint.",
        anchors: &[
            "Max parallelism mismatch between",
            "to new program with max parallelism",
            "Cannot map operator",
            "the program has been changed in a non-compatible way after",
            "mismatch between checkpoint/savepoint state and new program",
        ],
        source: Origin {
            class: "Checkpoints.loadAndValidateCheckpoint, java.lang.IllegalStateException",
            version: "1.20.0 and 2.3.0, seen on running clusters",
        },
        tell: mismatch,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "The max parallelism of a vertex changed since its checkpoint",
        form: "The maximum parallelism (‹#max parallelism of the checkpoint|key groups›) with which the latest checkpoint of the \
               execution job vertex ‹vertex› has been taken and the current maximum parallelism (‹#max parallelism now|key groups›) \
               changed. This is currently not supported.",
        anchors: &[
            "latest checkpoint of the execution job vertex",
            "been taken and the current maximum",
            "has been taken and the current maximum parallelism",
            "changed. This is currently not supported",
        ],
        source: Origin {
            class: "StateAssignmentOperation, java.lang.IllegalStateException",
            version: "1.20.0 and 2.3.0, read; another check comes first there",
        },
        tell: changed,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Symptom,
        title: "Reactive mode would lower the max parallelism",
        form: "Cannot lower max parallelism in Reactive mode.",
        anchors: &["Cannot lower max parallelism in", "lower max parallelism in Reactive mode"],
        source: Origin {
            class: "AdaptiveScheduler",
            version: "1.20.0 and 2.3.0, seen beside the text of the mismatch",
        },
        tell: reactive,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Warning,
        title: "The savepoint's max parallelism is taken over",
        form: "Rescaling maximum parallelism for JobVertex ‹vertex› from ‹#derived max parallelism|key groups› to ‹#max parallelism of \
               the state|key groups›",
        anchors: &["parallelism for JobVertex "],
        source: Origin {
            class: "StateAssignmentOperation, a line of the debug log",
            version: "1.20.0 and 2.3.0, read",
        },
        tell: adopted,
    },
];

/// What passes with state of so many key groups.
fn with_state(sighting: &Sighting<'_>, name: &str, told: &mut Explanation) {
    let engine = passing::engine("flink");
    let Some(recorded) = sighting.buckets(name) else {
        told.passes
            .push("The max parallelism of the state, which the whole message names, or none set at all.".to_owned());
        return;
    };
    let same = Counts { recorded: Some(recorded), configured: Some(recorded) };
    if same.runs(&engine, WorkerCount::ONE) && Counts::recorded(recorded).runs(&engine, WorkerCount::ONE) {
        told.passes.push(format!(
            "With this state only a max parallelism of {recorded}, or none set in the program: then the state's {recorded} is taken over."
        ));
        told.passes.extend(passing::widths(&engine, same, recorded));
    }
}

fn mismatch(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (state, program) =
        (sighting.number("max parallelism of the state"), sighting.number("max parallelism of the program"));
    told.what = match (state, program) {
        (Some(state), Some(program)) => format!(
            "The state was laid out in {state} key groups, the program asks for {program}. Every key's group follows from that number, so \
             Flink refuses the restore, raised or lowered, also with --allowNonRestoredState."
        ),
        _ => "The program asks for another number of key groups than the state was laid out in. Every key's group follows from that \
              number, so Flink refuses the restore, raised or lowered."
            .to_owned(),
    };
    if let (Some(state), Some(program)) = (state, program)
        && program > state
    {
        told.what.push_str(
            " In reactive mode a program that sets none counts as if it set the default (128), which is refused for a smaller state.",
        );
    }
    with_state(sighting, "max parallelism of the state", told);
    told.steps = lines([
        "Take the max parallelism out of the program (setMaxParallelism, pipeline.max-parallelism), or set the state's.",
        "In reactive mode set the state's number.",
        "To get another number with this state, rewrite it operator by operator with the State Processor API; else start without state.",
        "redeal inspect on the savepoint lists the number of every operator.",
    ]);
}

fn changed(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match (sighting.number("max parallelism of the checkpoint"), sighting.number("max parallelism now")) {
        (Some(then), Some(now)) => {
            format!(
                "The checkpoint was taken under {then} key groups, the vertex has {now} now. Flink does not re-sort keys."
            )
        }
        _ => "The vertex has another number of key groups than at its checkpoint. Flink does not re-sort keys."
            .to_owned(),
    };
    with_state(sighting, "max parallelism of the checkpoint", told);
    told.steps = lines([
        "Set the max parallelism back to that of the checkpoint, or set none.",
        "To get another number, rewrite the state with the State Processor API, or start without it.",
    ]);
}

fn reactive(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "In reactive mode a program that sets no max parallelism counts as if it set the default, and the state has another one. \
                 The numbers stand in the message about the mismatch beside this one."
        .into();
    told.passes.push("The max parallelism of the state, set in the program.".to_owned());
    told.steps =
        lines(["Set pipeline.max-parallelism to the state's number: redeal inspect on the savepoint shows it."]);
}

fn adopted(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match (sighting.number("derived max parallelism"), sighting.number("max parallelism of the state")) {
        (Some(derived), Some(state)) => format!(
            "The program sets no max parallelism. Flink had derived {derived} from the parallelism and takes the state's {state} instead: \
             {state} subtasks are the ceiling from here on."
        ),
        _ => "The program sets no max parallelism, and Flink takes that of the state.".to_owned(),
    };
    if let Some(state) = sighting.buckets("max parallelism of the state") {
        told.passes.extend(passing::widths(&passing::engine("flink"), Counts::recorded(state), state));
    }
    told.steps = lines(["Nothing, unless the ceiling is too low: it stays as long as the state is kept."]);
}
