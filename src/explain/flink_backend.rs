//! Flink: state that cannot be read, and the messages that only wrap another.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};

const FAMILY: &str = "Flink: state backend";
const WRAPPERS: &str = "Flink: wrappers";
const ENGINE: &str = "Apache Flink";
const SEEN: &str = "1.20.0 and 2.3.0, seen on running clusters";

const fn wrapper(
    title: &'static str,
    form: &'static str,
    anchors: &'static [&'static str],
    class: &'static str,
) -> Message {
    Message {
        engine: ENGINE,
        family: WRAPPERS,
        kind: Kind::Wrapper,
        title,
        form,
        anchors,
        source: Origin { class, version: SEEN },
        tell: wrapped,
    }
}

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Symptom,
        title: "The keyed state of a subtask could not be read",
        form: "Could not restore keyed state backend for ‹operator and subtask› from any of the ‹#options tried|options› provided restore \
               options.",
        anchors: &[
            "restore keyed state backend for",
            "provided restore options",
            "keyed state backend for",
            "from any of the",
        ],
        source: Origin { class: "BackendRestorerProcedure, org.apache.flink.util.FlinkException", version: SEEN },
        tell: not_restored,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "The state file ended too early for its reader",
        form: "java.io.EOFException: null",
        anchors: &["java.io.EOFException: null"],
        source: Origin {
            class: "RocksDB's restore of a native savepoint of the hashmap backend, below \"Could not restore keyed state backend\"",
            version: SEEN,
        },
        tell: end_of_file,
    },
    wrapper(
        "The job failed",
        "org.apache.flink.runtime.client.JobExecutionException: Job execution failed.",
        &["JobExecutionException: Job execution", "Job execution failed."],
        "JobExecutionException",
    ),
    wrapper(
        "The JobManager could not start the job",
        "org.apache.flink.runtime.client.JobInitializationException: Could not start the JobMaster.",
        &["JobInitializationException", "Could not start the JobMaster"],
        "JobInitializationException",
    ),
    wrapper(
        "The job may not restart",
        "org.apache.flink.runtime.JobException: Recovery is suppressed by ‹restart strategy›",
        &["Recovery is suppressed by "],
        "ExecutionFailureHandler, org.apache.flink.runtime.JobException",
    ),
    wrapper(
        "An operator's state could not be set up",
        "Exception while creating StreamOperatorStateContext.",
        &["creating StreamOperatorStateContext"],
        "StreamTaskStateInitializerImpl, java.lang.Exception",
    ),
    wrapper(
        "A state backend could not be built",
        "org.apache.flink.runtime.state.BackendBuildingException: Caught unexpected exception.",
        &["BackendBuildingException: Caught"],
        "BackendBuildingException",
    ),
];

fn wrapped(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "This message only wraps another: the cause stands below it, behind the last \"Caused by:\".".into();
    told.steps =
        lines(["Give the whole stack trace; the log of the JobManager has it, that of the client often cuts it."]);
}

fn not_restored(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = format!(
        "{} could not read its part of the snapshot. This message does not say why: the cause stands below it.",
        sighting.named("operator and subtask", "A subtask")
    );
    told.passes.push("The same snapshot on the state backend that wrote it.".to_owned());
    told.steps = lines([
        "Read on to the last \"Caused by:\".",
        "Where the state backend was changed: only a canonical savepoint moves between backends. A checkpoint or a native savepoint does not.",
    ]);
}

fn end_of_file(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "A reader came to the end of a state file too early. RocksDB that reads a native savepoint of the hashmap backend ends so. \
                 A file that was cut in copying does as well."
        .into();
    told.passes.push(
        "The snapshot on the state backend that wrote it, at any parallelism up to its max parallelism.".to_owned(),
    );
    told.passes.push("A canonical savepoint on any backend.".to_owned());
    told.steps = lines([
        "Restore with the old state backend, then take a canonical savepoint and restore that with the new one.",
        "If the backend is the same, compare the sizes of the files with their first copy.",
    ]);
}
