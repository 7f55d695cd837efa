//! Flink: a key at a subtask that does not own its key group.

use super::explanation::{Explanation, Kind, Origin};
use super::key_group_search::{Fit, at_width, likely};
use super::message::{Message, Sighting, lines};
use crate::numerals::grouped;

const FAMILY: &str = "Flink: key at the wrong subtask";
const ENGINE: &str = "Apache Flink";
/// Fits that are listed.
const LISTED: usize = 8;

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A key at a subtask that does not own its key group",
        form: "Key group ‹#key group|› is not in KeyGroupRange{startKeyGroup=‹#first key group|›, endKeyGroup=‹#last key group|›}. Unless \
               you're directly using low level state access APIs, this is most likely caused by non-deterministic shuffle key \
               (hashCode and equals implementation).",
        anchors: &[
            "is not in KeyGroupRange{",
            "Unless you're directly using low level state access",
            "most likely caused by non-deterministic",
            "directly using low level state access",
            "startKeyGroup=",
        ],
        source: Origin {
            class: "KeyGroupRangeOffsets and the keyed state backends, java.lang.IllegalArgumentException",
            version: "1.20.0 and 2.3.0, read",
        },
        tell: wrong_subtask,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A record without a key",
        form: "Assigned key must not be null!",
        anchors: &["Assigned key must not be null"],
        source: Origin {
            class: "KeyGroupRangeAssignment.assignToKeyGroup, java.lang.NullPointerException",
            version: "1.20.0 and 2.3.0, class files run",
        },
        tell: no_key,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A type that cannot be a key",
        form: "Type ‹type› cannot be used as key. Contained UNSUPPORTED key types: ‹refused types›",
        anchors: &["cannot be used as key.", "Contained UNSUPPORTED key types"],
        source: Origin {
            class: "KeyedStream, org.apache.flink.api.common.InvalidProgramException",
            version: "1.20.0 and 2.3.0, read",
        },
        tell: refused_type,
    },
    Message {
        engine: ENGINE,
        family: FAMILY,
        kind: Kind::Cause,
        title: "A state file does not hold the key group that it should",
        form: "Unexpected key-group in restore.",
        anchors: &["Unexpected key-group in restore"],
        source: Origin { class: "HeapRestoreOperation", version: "1.20.0 and 2.3.0, read" },
        tell: damaged,
    },
];

/// A number as an id of a key group.
fn id(sighting: &Sighting<'_>, name: &str) -> Option<u32> {
    sighting.number(name).and_then(|value| u32::try_from(value).ok()).filter(|&id| id < 32_768)
}

fn wrong_subtask(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (group, first, last) =
        (id(sighting, "key group"), id(sighting, "first key group"), id(sighting, "last key group"));
    let read = match (group, first, last) {
        (Some(group), Some(first), Some(last)) if first <= last => Some((group, first, last)),
        _ => None,
    };
    told.what = match read {
        Some((group, first, last)) if (first..=last).contains(&group) => format!(
            "The text says that key group {group} is not in {first} to {last}, and it is: these are not the numbers that the engine printed."
        ),
        Some((group, first, last)) => format!(
            "A record whose key hashes to key group {group} reached the subtask that owns the {} key groups {first} to {last}. Sender and \
             receiver each compute the group from the key's hashCode(): they came to different results, or the state was asked under \
             another key than the record's. The max parallelism is not at fault.",
            grouped(u64::from(last - first) + 1)
        ),
        None => "A record reached a subtask that does not own the key group of its key. Sender and receiver each compute the group from \
                 the key's hashCode(): they came to different results, or the state was asked under another key than the record's."
            .to_owned(),
    };
    if let Some((group, first, last)) = read.filter(|(group, first, last)| !(first..=last).contains(&group)) {
        told.what.push(' ');
        told.what.push_str(&fitting(sighting, group, first, last).join(" "));
    }
    told.passes
        .push("No parallelism or max parallelism helps: the key has to hash to the same number everywhere.".to_owned());
    told.steps = lines([
        "Give the key a hashCode() and equals() from its content alone: no enum, array or Object.hashCode() in it (these differ from \
         process to process), no set or map without order, no field that changes after keyBy.",
        "Use a String, Long, tuple or POJO of these as key; turn an enum into its name.",
        "Where an operator uses state below the usual API (setCurrentKey, a timer or cache of its own): set the record's key first.",
        "A key selector that reads a clock, a random number or another record's fields gives other keys the second time.",
    ]);
}

fn fitting(sighting: &Sighting<'_>, group: u32, first: u32, last: u32) -> Vec<String> {
    if let Some((index, of)) = sighting.subtask
        && let (Ok(index), Ok(of)) = (u32::try_from(index), u32::try_from(of))
        && of <= 32_768
    {
        let fits = at_width(first, last, group, of, index - 1);
        if let ([least, ..], Some(most)) = (fits.as_slice(), fits.last()) {
            let counts = if least.buckets == most.buckets {
                least.buckets.to_string()
            } else {
                format!("{} to {}", least.buckets, most.buckets)
            };
            let owners: std::collections::BTreeSet<u32> = fits.iter().map(|fit| fit.owner.0).collect();
            let owners = owners.into_iter().map(|owner| owner.to_string()).collect::<Vec<_>>().join(" or ");
            return vec![format!(
                "The log names subtask {index} of {of}: index {} has this range under a max parallelism of {counts}, and key group {group} \
                 belongs to index {owners} there.",
                index - 1
            )];
        }
    }
    let fits = likely(first, last, group);
    if fits.is_empty() {
        return vec![format!(
            "No usual max parallelism gives one subtask just {first} to {last}; redeal deal lists the ranges of any two numbers."
        )];
    }
    let (holder, owner) = (fits[0].holder, fits[0].owner);
    let pair = |fit: &Fit| format!("{} and {}", grouped(fit.buckets.get().into()), grouped(fit.width.get().into()));
    let pairs: Vec<String> = fits.iter().take(LISTED).map(pair).collect();
    let more = if fits.len() > LISTED { ", and others" } else { "" };
    let of_which = format!("max parallelism and parallelism {}{more}", pairs.join(", "));
    if fits.iter().all(|fit| (fit.holder, fit.owner) == (holder, owner)) {
        return vec![format!(
            "The range {first} to {last} is that of subtask index {holder} (the first is 0), and key group {group} belongs to index {owner}: \
             under every usual pair of numbers that has this range, {of_which}."
        )];
    }
    let line = |fit: &Fit| {
        format!(
            "Max parallelism {} at parallelism {}: {first} to {last} is subtask index {} (the first is 0), key group {group} belongs to \
             index {}.",
            grouped(fit.buckets.get().into()),
            grouped(fit.width.get().into()),
            fit.holder,
            fit.owner
        )
    };
    let mut sentences: Vec<String> = fits.iter().take(LISTED).map(line).collect();
    if fits.len() > LISTED {
        sentences.push(
            "Other pairs of usual numbers have this range as well: the job's own two tell which it is.".to_owned(),
        );
    }
    sentences
}

fn no_key(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The key selector gave null for a record. A null has no hash and so no key group.".into();
    told.passes.push("Any key that is not null.".to_owned());
    told.steps = lines([
        "Drop records without a key before keyBy, or give them a key of their own: many under one such key make a hot key.",
    ]);
}

fn refused_type(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = format!(
        "{} has a hashCode() that is not made from its content (arrays, enums), so that two processes would send one key to two subtasks. \
         Flink refuses it before the start.",
        sighting.named("type", "The type of the key")
    );
    told.passes.push("String, Long, Integer, tuples, rows and POJOs of these.".to_owned());
    told.steps = lines(["Key by the enum's name, or by the array's content as a String or a list."]);
}

fn damaged(_: &Sighting<'_>, told: &mut Explanation) {
    told.what = "The restore went to the offset that the metadata names for a key group and found the number of another one there: state \
                 file and metadata do not belong together, or the file is damaged."
        .into();
    told.passes
        .push("No other parallelism: the same file is read at each. Another, older snapshot may pass.".to_owned());
    told.steps = lines([
        "Restore from an older checkpoint or savepoint.",
        "Compare the files of the snapshot with their first copy: sizes and checksums.",
    ]);
}
