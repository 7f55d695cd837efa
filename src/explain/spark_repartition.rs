//! Spark 4.2: the offline repartitioning of a checkpoint.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};

const FAMILY: &str = "Spark: offline repartitioning";
const ENGINE: &str = "Spark Structured Streaming";
const SEEN: &str = "4.2.1, seen; SPARK-54346";
const READ: &str = "4.2.1, read";

const fn condition(
    title: &'static str,
    form: &'static str,
    anchors: &'static [&'static str],
    version: &'static str,
    tell: fn(&Sighting<'_>, &mut Explanation),
) -> Message {
    let source = Origin { class: "OfflineStateRepartitionErrors", version };
    Message { engine: ENGINE, family: FAMILY, kind: Kind::Cause, title, form, anchors, source, tell }
}

pub(super) static MESSAGES: &[Message] = &[
    condition(
        "Repartitioning needs the RocksDB provider",
        "[STATE_REPARTITION_INVALID_CHECKPOINT.UNSUPPORTED_PROVIDER] ‹detail› is not supported SQLSTATE: 55019",
        &["STATE_REPARTITION_INVALID_CHECKPOINT.UNSUPPORTED_PROVIDER", "is not supported SQLSTATE: 55019"],
        SEEN,
        provider,
    ),
    condition(
        "A repartitioning was begun and not finished",
        "[STREAMING_UNFINISHED_REPARTITION_DETECTED] The latest batch ‹#unfinished batch|› is for an unfinished state repartitioning i.e. last \
         committed batch is: ‹#last committed batch|›). Please retry the repartitioning operation and let it finish successfully before \
         starting the streaming query.",
        &[
            "STREAMING_UNFINISHED_REPARTITION_DETECTED",
            "is for an unfinished state repartitioning",
            " is for an unfinished",
            "Please retry the repartitioning operation",
        ],
        SEEN,
        unfinished,
    ),
    condition(
        "Another repartitioning was begun before",
        "LAST_BATCH_ABANDONED_REPARTITION",
        &["LAST_BATCH_ABANDONED_REPARTITION"],
        READ,
        abandoned,
    ),
    condition(
        "The checkpoint has this number already",
        "SHUFFLE_PARTITIONS_ALREADY_MATCH",
        &["SHUFFLE_PARTITIONS_ALREADY_MATCH"],
        READ,
        matches_already,
    ),
    condition(
        "The new number is not positive",
        "STATE_REPARTITION_INVALID_PARAMETER.IS_NOT_GREATER_THAN_ZERO",
        &["STATE_REPARTITION_INVALID_PARAMETER.IS_NOT_GREATER_THAN_ZERO"],
        READ,
        not_positive,
    ),
    condition(
        "The last batch was not committed",
        "STATE_REPARTITION_INVALID_CHECKPOINT.LAST_BATCH_FAILED",
        &["STATE_REPARTITION_INVALID_CHECKPOINT.LAST_BATCH_FAILED"],
        READ,
        failed,
    ),
];

fn provider(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The checkpoint's state lies in another provider than RocksDB, and only that can be repartitioned. The check comes late: the \
                 offset of the new batch is written by then, and from now on the query itself refuses to start."
        .into();
    told.passes.push("The number that the checkpoint has.".to_owned());
    told.passes.push("Any number with the RocksDB provider, or with a new checkpoint location.".to_owned());
    told.steps = lines([
        "Copy the checkpoint. Then take away the newest file of offsets/ that has no file of the same number in commits/: the query starts again.",
        "For another number, start anew with spark.sql.streaming.stateStore.providerClass set to the RocksDB provider.",
    ]);
}

fn unfinished(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match (sighting.number("unfinished batch"), sighting.number("last committed batch")) {
        (Some(batch), Some(committed)) => format!(
            "Batch {batch} is an offset written by a repartitioning that did not finish; the last committed batch is {committed}. The query does \
             not start on a checkpoint in between."
        ),
        _ => "The newest offset was written by a repartitioning that did not finish. The query does not start on a checkpoint in between."
            .to_owned(),
    };
    told.passes.push("The number of the unfinished repartitioning, once that is done again and finishes.".to_owned());
    told.passes.push("The number before, once the unfinished offset is taken away.".to_owned());
    let file = sighting.number("unfinished batch").map_or_else(
        || "the newest file of offsets/ (the one without a file of the same number in commits/)".to_owned(),
        |batch| format!("offsets/{batch}"),
    );
    told.steps = vec![
        "Run the same repartitioning again, with the same number, and let it finish.".to_owned(),
        format!(
            "If it cannot finish (the HDFS-backed provider is refused): copy the checkpoint, then take away {file}."
        ),
    ];
}

fn abandoned(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "A repartitioning to another number was begun on this checkpoint and never finished.".into();
    told.passes.push("The number of the repartitioning that was begun.".to_owned());
    told.steps = lines(["Finish the first one with its own number, then repartition again."]);
}

fn matches_already(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The checkpoint has the number asked for. Spark counts this as an error; nothing was done.".into();
    told.passes.push("Any other number from 1 on; or leave it as it is.".to_owned());
    told.steps = lines(["Nothing: start the query."]);
}

fn not_positive(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The number of partitions asked for is 0 or less.".into();
    told.passes.push("1 and more.".to_owned());
    told.steps = lines(["Ask for a positive number."]);
}

fn failed(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The last batch has an offset and no commit: whether its output was written is not known, so Spark does not repartition.".into();
    told.passes.push("Any number once the last batch is committed.".to_owned());
    told.steps = lines([
        "Start the query once, let it commit a batch, stop it, and repartition then.",
        "Where a batch that is written twice does no harm: enforce_exactly_once_sink=False.",
    ]);
}
