//! What a reader must know before trusting the bytes of an operator's key groups.

use super::keyed::{KeyGroups, KeyedState};
use super::observe::Seen;
use super::stream::Stream;
use crate::numerals::{bytes, counted, grouped};

/// One sentence or two each, worst first.
pub(super) fn cautions(seen: &Seen<'_>) -> Vec<String> {
    let told = [
        held_twice(seen),
        held_by_none(seen),
        finished(seen),
        not_by_rule(seen),
        nothing_held(seen),
        spread(seen),
        shared_files(seen),
        raw(seen),
        shared_offsets(seen),
        header(seen),
        inline(seen),
    ];
    told.into_iter().flatten().collect()
}

/// `1 key group`, `12 key groups`.
fn key_groups(count: u64) -> String {
    counted(count, "key group", "key groups")
}

fn held_twice(seen: &Seen<'_>) -> Option<String> {
    let twice = seen.groups.held_twice;
    (twice > 0).then(|| {
        format!(
            "Handles of two subtasks name the same {}: the bytes are added up, and no owners are given.",
            key_groups(twice)
        )
    })
}

fn held_by_none(seen: &Seen<'_>) -> Option<String> {
    let none = seen.groups.held_by.iter().filter(|holder| holder.is_none()).count() as u64;
    (none > 0).then(|| {
        format!(
            "No handle names {} of {}: they count as empty, and their owner is the one of Flink's rule.",
            grouped(none),
            key_groups(seen.buckets.get().into())
        )
    })
}

fn finished(seen: &Seen<'_>) -> Option<String> {
    let finished = seen.operator.subtasks.iter().filter(|subtask| subtask.finished).count() as u64;
    (finished > 0).then(|| {
        let subtasks = counted(seen.workers.get().into(), "subtask", "subtasks");
        format!("{} of {subtasks} had finished and left no state.", grouped(finished))
    })
}

fn not_by_rule(seen: &Seen<'_>) -> Option<String> {
    let held = seen.buckets.range().zip(&seen.groups.held_by);
    let other = held.filter(|(group, holder)| holder.is_some_and(|holder| holder != seen.by_rule(*group).0));
    let other = other.count() as u64;
    (other > 0).then(|| {
        let (were, rule) = (if other == 1 { "was" } else { "were" }, "than Flink's rule gives at this parallelism");
        format!("{} {were} with another subtask {rule}: the snapshot is not of one start alone.", key_groups(other))
    })
}

fn nothing_held(seen: &Seen<'_>) -> Option<String> {
    seen.groups.bytes.iter().all(|&bytes| bytes == 0).then(|| "No key group holds a byte.".to_owned())
}

/// What of the bytes of key groups is an estimate; `None` where each is read.
pub(super) fn spread(seen: &Seen<'_>) -> Option<String> {
    let of_groups: u64 = seen.groups.bytes.iter().sum();
    match seen.groups.spread_bytes {
        0 => None,
        all if all == of_groups => Some(format!(
            "Nothing in the snapshot tells the bytes of a key group: the files are of whole subtasks. What each subtask holds is \
             exact, {} together; it is spread evenly over its key groups, so a heavy key group does not show.",
            bytes(all)
        )),
        part => Some(format!(
            "{} of {} are known of whole subtasks alone and are spread evenly over their key groups; the rest is exact.",
            bytes(part),
            bytes(of_groups)
        )),
    }
}

fn shared_files(seen: &Seen<'_>) -> Option<String> {
    let (mut files, mut sum) = (0, 0_u64);
    let mut look = |stream: &Stream| {
        if matches!(stream, Stream::File { .. } | Stream::Segment { .. }) {
            files += 1;
            sum = sum.saturating_add(stream.state_bytes());
        }
    };
    for state in managed(seen) {
        each_shared(state, &mut look);
    }
    (files > 0).then(|| {
        format!(
            "{} in {} lie outside the snapshot's folder, where other checkpoints use them too: the folder alone is not the \
             whole state.",
            bytes(sum),
            counted(files, "shared file or part of one", "shared files or parts of them")
        )
    })
}

/// The shared files of a state. The depth is bounded where handles are read.
fn each_shared(state: &KeyedState, look: &mut dyn FnMut(&Stream)) {
    match state {
        KeyedState::Incremental(files) => files.shared.iter().for_each(|file| look(&file.stream)),
        KeyedState::Changelog(log) => log.parts().for_each(|part| each_shared(part, look)),
        KeyedState::KeyGroups(_) | KeyedState::ChangelogBytes(_) | KeyedState::ChangelogFiles(_) => {}
    }
}

/// Keyed state that Flink manages.
fn managed<'a>(seen: &'a Seen<'_>) -> impl Iterator<Item = &'a KeyedState> {
    seen.operator.subtasks.iter().filter_map(|subtask| subtask.managed_keyed.as_deref())
}

fn raw(seen: &Seen<'_>) -> Option<String> {
    let raw = seen.operator.subtasks.iter().filter_map(|subtask| subtask.raw_keyed.as_deref());
    let sum = raw.fold(0_u64, |sum, state| sum.saturating_add(state.state_bytes()));
    (sum > 0).then(|| format!("{} of it is raw state, as timers that are kept on the heap.", bytes(sum)))
}

fn shared_offsets(seen: &Seen<'_>) -> Option<String> {
    let (mut heap, mut full) = (false, false);
    for state in managed(seen) {
        each_groups(state, &mut |groups| {
            // The formats before canonical handles wrote empty groups in the same way.
            let leaves_out_empty = groups.canonical || groups.offsets.contains(&0);
            full |= leaves_out_empty;
            heap |= !leaves_out_empty;
        });
    }
    let frame = match (heap, full) {
        (false, false) => return None,
        (_, true) => "4 bytes a key group that is not empty, and 2 a further state in it",
        (true, false) => "4 bytes a key group and 6 a state in it, empty or not",
    };
    Some(format!(
        "A key group has one offset for all states of the operator: its bytes are theirs together. They include the frame \
         around the entries, {frame}."
    ))
}

/// The key groups with offsets in a state. The depth is bounded where handles are read.
fn each_groups(state: &KeyedState, look: &mut dyn FnMut(&KeyGroups)) {
    match state {
        KeyedState::KeyGroups(groups) => look(groups),
        KeyedState::Changelog(log) => log.parts().for_each(|part| each_groups(part, look)),
        KeyedState::Incremental(_) | KeyedState::ChangelogBytes(_) | KeyedState::ChangelogFiles(_) => {}
    }
}

fn header(seen: &Seen<'_>) -> Option<String> {
    let header = seen.groups.header_bytes;
    (header > 0).then(|| format!("{} of headers belong to no key group and are left out.", bytes(header)))
}

fn inline(seen: &Seen<'_>) -> Option<String> {
    let inline = seen.places.inline_bytes;
    (inline > 0).then(|| {
        format!(
            "{} of the state lie inside _metadata, as streams below execution.checkpointing.data-inline-threshold do.",
            bytes(inline)
        )
    })
}
