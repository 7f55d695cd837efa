//! A snapshot of Flink in words.

use crate::export::text::Page;
use crate::numerals::{bytes, counted, grouped};
use crate::plain::excerpt;
use crate::snapshot::flink::{FlinkSnapshot, KeyGroupsSummary, OperatorSummary};

/// The file, each operator with state, then those without; with or without the notes on key groups.
pub(super) fn write(page: &mut Page, snapshot: &FlinkSnapshot, with_notes: bool) {
    let summary = snapshot.summary();
    let kind = summary.kind.unwrap_or("snapshot");
    page.line(&format!("Flink {kind} {}, checkpoint {}", summary.name, grouped(summary.checkpoint_id)));
    page.line(&format!("Metadata version {}, {}", summary.metadata_version, bytes(summary.metadata_bytes)));
    if summary.master_states > 0 {
        let hooks = counted(summary.master_states as u64, "hook of the master", "hooks of the master");
        page.line(&format!("{hooks} with {}", bytes(summary.master_state_bytes)));
    }
    let (stateful, stateless): (Vec<_>, Vec<_>) = summary.operators.iter().partition(|operator| has_state(operator));
    for operator in stateful {
        block(page, operator, with_notes);
    }
    if !stateless.is_empty() {
        page.blank();
        page.line("Without state:");
        for operator in stateless {
            page.wrapped("  ", "    ", &named(operator));
        }
    }
}

fn has_state(operator: &OperatorSummary) -> bool {
    operator.coordinator_state_bytes.is_some() || !operator.subtasks.is_empty()
}

/// `counter (0da08f51…), parallelism 4, max parallelism 128`.
fn named(operator: &OperatorSummary) -> String {
    let id = &operator.operator_id;
    let name = match operator.name.as_ref().or(operator.uid.as_ref()) {
        Some(name) => format!("{} ({id})", excerpt(name)),
        None => id.clone(),
    };
    let (parallelism, most) = (grouped(operator.parallelism.into()), grouped(operator.max_parallelism.into()));
    let finished = if operator.fully_finished { ", finished" } else { "" };
    format!("{name}, parallelism {parallelism}, max parallelism {most}{finished}")
}

fn block(page: &mut Page, operator: &OperatorSummary, with_notes: bool) {
    page.blank();
    page.wrapped("Operator ", "    ", &named(operator));
    if let (Some(uid), Some(is_its)) = (&operator.uid, operator.id_is_of_uid) {
        let id = if is_its { "its id is that of the uid" } else { "its id is set by hand" };
        page.entry("  Uid", &format!("{} ({id})", excerpt(uid)));
    }
    if !operator.handle_kinds.is_empty() {
        let kinds = operator.handle_kinds.join(", ");
        page.entry("  Keyed state", &format!("{}: {kinds}", bytes(operator.keyed_state_bytes)));
        page.entry("", &places(operator));
    }
    let parts = [("  Other state", operator.operator_state_bytes), ("  In flight", operator.channel_state_bytes)];
    for (label, size) in parts.into_iter().filter(|(_, size)| *size > 0) {
        page.entry(label, &bytes(size));
    }
    if let Some(size) = operator.coordinator_state_bytes {
        page.entry("  Coordinator", &bytes(size));
    }
    let finished = operator.subtasks.iter().filter(|subtask| subtask.finished).count() as u64;
    if finished > 0 {
        page.entry("  Finished", &counted(finished, "subtask", "subtasks"));
    }
    if let Some(groups) = &operator.key_groups {
        key_groups(page, operator, groups);
        for caution in groups.cautions.iter().filter(|_| with_notes) {
            page.entry("  Note", caution);
        }
    }
    if let Some(problem) = &operator.problem {
        page.entry("  Problem", problem);
    }
}

/// Where the bytes of keyed state lie.
fn places(operator: &OperatorSummary) -> String {
    let files = counted(operator.keyed_files, "file of its own", "files of their own");
    let places = [
        (operator.keyed_inline_bytes, "inside _metadata".to_owned()),
        (operator.keyed_file_bytes, format!("in {files}")),
        (operator.keyed_segment_bytes, "in parts of shared files".to_owned()),
    ];
    let held = places.iter().filter(|(size, _)| *size > 0);
    held.map(|(size, place)| format!("{} {place}", bytes(*size))).collect::<Vec<_>>().join(", ")
}

fn key_groups(page: &mut Page, operator: &OperatorSummary, groups: &KeyGroupsSummary) {
    let count = counted(operator.max_parallelism.into(), "key group", "key groups");
    page.entry("  Key groups", &format!("{count}, {} of them empty", grouped(groups.empty as u64)));
    let sizes = groups.state_bytes.as_deref().filter(|_| groups.exact).unwrap_or_default();
    // The first of the heaviest.
    let heaviest = sizes.iter().enumerate().rev().max_by_key(|(_, size)| **size);
    if let Some((at, most)) = heaviest.filter(|(_, size)| **size > 0) {
        let mean = sizes.iter().sum::<u64>() / sizes.len() as u64;
        page.entry(
            "  Heaviest",
            &format!("key group {} with {}; the mean is {}", grouped(at as u64), bytes(*most), bytes(mean)),
        );
    }
}
