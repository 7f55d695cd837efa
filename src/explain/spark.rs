//! Spark Structured Streaming: state partitions asked for otherwise than the checkpoint has them.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, inner_number, lines};
use super::passing::{self, Counts};
use crate::numerals::grouped;
use crate::unit::WorkerCount;

const FAMILY: &str = "Spark: shuffle and state partitions";
const ENGINE: &str = "Spark Structured Streaming";

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Warning,
        title: "Another number of shuffle partitions is ignored",
        form: "Updating the value of conf 'spark.sql.shuffle.partitions' in current session from '‹#asked for|partitions›' to \
               '‹#recorded|partitions›'.",
        anchors: &["conf 'spark.sql.shuffle.partitions' in", "spark.sql.shuffle.partitions' in current session"],
        source: Origin { class: "OffsetSeqMetadata, a line of the log", version: "4.0.1, seen; SPARK-19873" },
        tell: ignored,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Warning,
        title: "Another number of state partitions is ignored",
        form: "Updating the value of conf 'spark.sql.streaming.internal.stateStore.partitions' in current session from '‹#asked \
               for|partitions›' to '‹#recorded|partitions›'.",
        anchors: &["spark.sql.streaming.internal.stateStore.partitions", "stateStore.partitions' in current session"],
        source: Origin { class: "OffsetSeqMetadata, a line of the log", version: "4.2.1, seen; SPARK-53942" },
        tell: ignored,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A state partition that was never written",
        form: "[CANNOT_LOAD_STATE_STORE.CANNOT_READ_DELTA_FILE_NOT_EXISTS] ‹detail› Error reading delta file ‹file› of ‹provider›: \
               ‹missing file› does not exist.",
        anchors: &["CANNOT_READ_DELTA_FILE_NOT_EXISTS", "reading delta file "],
        source: Origin {
            class: "HDFSBackedStateStoreProvider, SparkException, SQLSTATE 58030",
            version: "4.0.1, seen with an offset log edited from 8 to 16",
        },
        tell: never_written,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A state partition that was never written",
        form: "[CANNOT_LOAD_STATE_STORE.CANNOT_READ_STREAMING_STATE_FILE] Error reading streaming state file of ‹file› does not exist. If \
               the stream job is restarted with a new or updated state operation, please create a new checkpoint location or clear the \
               existing checkpoint location.",
        anchors: &[
            "CANNOT_READ_STREAMING_STATE_FILE",
            "reading streaming state file of",
            "restarted with a new or updated state",
        ],
        source: Origin {
            class: "RocksDBFileManager, SparkException",
            version: "4.x, seen with an offset log edited from 8 to 16",
        },
        tell: never_written,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "Not a positive number of partitions",
        form: "[INVALID_CONF_VALUE.REQUIREMENT] The value '‹#asked for|partitions›' in the config \"spark.sql.shuffle.partitions\" is invalid. \
               The value of spark.sql.shuffle.partitions must be positive SQLSTATE: 22022",
        anchors: &["config \"spark.sql.shuffle.partitions\" is", "of spark.sql.shuffle.partitions must be"],
        source: Origin {
            class: "TypedConfigBuilder.checkValue of SQLConf's SHUFFLE_PARTITIONS, SparkIllegalArgumentException",
            version: "4.x source, read; 4.1.2, printed by a session in a public record. 3.x has no condition in brackets",
        },
        tell: not_positive,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Warning,
        title: "Adaptive execution does not change state partitions",
        form: "spark.sql.adaptive.enabled is not supported in streaming DataFrames/Datasets and will be disabled.",
        anchors: &["not supported in streaming DataFrames/Datasets", "spark.sql.adaptive.enabled is not supported"],
        source: Origin { class: "ResolveWriteToStream, a line of the log", version: "4.0.1, seen" },
        tell: adaptive,
    },
];

fn ignored(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (asked, recorded) = (sighting.number("asked for"), sighting.number("recorded"));
    told.what = match (asked, recorded) {
        (Some(asked), Some(recorded)) => format!(
            "The session asks for {asked} partitions. The checkpoint recorded {recorded} with the first batch, beside the state, and goes on \
             with {recorded}: the query runs, the session still shows {asked}. This is no error."
        ),
        _ => "The session asks for another number of partitions than the checkpoint recorded with its first batch. The recorded one is used: \
              the query runs."
            .to_owned(),
    };
    match sighting.buckets("recorded") {
        Some(recorded) => {
            told.passes.push(format!(
                "With this checkpoint only {recorded} partitions; a new checkpoint location takes any number."
            ));
            told.passes.extend(useful_cores(Counts::recorded(recorded)));
        }
        None => told
            .passes
            .push("With this checkpoint only the recorded number; a new checkpoint location takes any.".to_owned()),
    }
    told.steps = lines([
        "To be rid of the warning, set the session to the recorded number.",
        "For fewer tasks after the stateful step, coalesce behind it.",
        "For another number: a new checkpoint location and a replay, or with 4.2 and the RocksDB provider the offline repartitioning of a \
         stopped query.",
        "Never edit the offset log: a smaller number there loses state without a word.",
    ]);
}

/// How many cores can be busy at once.
fn useful_cores(counts: Counts) -> Option<String> {
    let widest: WorkerCount = counts.widest(&passing::engine("spark"))?;
    Some(format!("Up to {} cores are busy at once in a stateful step; more idle.", grouped(widest.get().into())))
}

/// Operator, partition and version of `…/state/0/8/1.delta`, also with a store's name between.
fn in_path(path: &str) -> Option<[i64; 3]> {
    let parts: Vec<&str> = path[path.rfind("state/")? + 6..].split('/').collect();
    let [operator, partition, .., file] = parts.as_slice() else { return None };
    let version = file.split(['.', '_']).next()?;
    Some([operator.parse().ok()?, partition.parse().ok()?, version.parse().ok()?])
}

fn never_written(sighting: &Sighting<'_>, told: &mut Explanation) {
    let whole = |name| sighting.name(name).filter(|(_, whole)| *whole).and_then(|(path, _)| in_path(path));
    let found = whole("file").or_else(|| whole("missing file"));
    for (at, name) in ["operator", "state partition", "version"].into_iter().enumerate() {
        told.numbers.push(inner_number(name, found.map(|found| found[at]), ""));
    }
    let partition = found.map(|[_, partition, _]| partition);
    told.what = match partition {
        Some(partition) => format!(
            "The query opens state partition {partition} (the first is 0), and there is no file of it. Either the offset log asks for more \
             partitions than were ever written – it was edited, or the checkpoint is mixed from two – or files were deleted."
        ),
        None => "The query opens a state partition of which there is no file. Either the offset log asks for more partitions than were ever \
                 written, or files were deleted. Its number stands in the path of the file, which is not whole here."
            .to_owned(),
    };
    if let Some(partition) = partition.filter(|&partition| partition > 0) {
        told.passes.push(format!(
            "Only the number that wrote the state: at most {partition}, if partition {partition} was never there. It stands in the oldest \
             file of offsets/ as spark.sql.shuffle.partitions. A smaller one starts as well and loses state without a word."
        ));
    } else {
        told.passes.push("Only the number that wrote the state: the oldest file of offsets/ has it.".to_owned());
    }
    told.steps = lines([
        "Put the recorded number back into the newest file of offsets/: the one that all files before it have.",
        "If nobody edited it, look for deleted files under state/: a clean-up of the storage, or a copy that was not whole.",
        "A new stateful operator also needs a new checkpoint location.",
    ]);
}

fn not_positive(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match sighting.number("asked for") {
        Some(asked) => format!("spark.sql.shuffle.partitions is set to {asked}; it has to be at least 1."),
        None => "spark.sql.shuffle.partitions has to be at least 1.".to_owned(),
    };
    told.passes.push("1 and more; 200 where none is set.".to_owned());
    told.steps = lines(["Correct the setting before the first batch: that one is recorded for good."]);
}

fn adaptive(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "Adaptive execution joins small partitions of batch queries. In a stateful stream every state partition has to stay by itself, \
                 so Spark switches it off. This is no error."
        .into();
    told.passes.push("The number of the first batch stays.".to_owned());
    told.steps = lines(["Nothing. Set spark.sql.shuffle.partitions with care before the first batch instead."]);
}

#[cfg(test)]
mod tests {
    use super::in_path;

    #[test]
    fn paths_of_state_files_hold_three_numbers() {
        assert_eq!(in_path("hdfs://a/ckpt/state/0/8/1.delta"), Some([0, 8, 1]));
        assert_eq!(in_path("/state/3/12/left-keyToNumValues/7_uuid.changelog"), Some([3, 12, 7]));
        assert_eq!(in_path("/state/0/_metadata/metadata"), None);
        assert_eq!(in_path("state/0"), None);
    }
}
