//! What is read is what Flink's own loader read, field by field.

use crate::real_files;
use redeal::snapshot::flink::{
    BackendFile, KeyedState, Metadata, Operator, OperatorState, Redistribution, SnapshotKind, Stream, Subtask,
};
use serde_json::{Map, Value, json};

/// A stream as the loader's dump has it.
fn stream(stream: &Stream) -> Value {
    let size = stream.state_bytes();
    match stream {
        Stream::Inline { .. } => json!({"kind": "bytes", "class": "ByteStreamStateHandle", "size": size}),
        // The dump leaves the scheme out (`Path.getPath`).
        Stream::File { path, .. } => {
            json!({"kind": "file", "class": "FileStateHandle", "size": size, "path": path.trim_start_matches("file:")})
        }
        Stream::RelativeFile { path, .. } => {
            json!({"kind": "relative_file", "class": "RelativeFileStateHandle", "size": size, "path": path})
        }
        Stream::Segment { .. } => json!({"kind": "other", "class": "SegmentFileStateHandle", "size": size}),
        Stream::EmptySegment => json!({"kind": "other", "class": "EmptySegmentFileStateHandle", "size": size}),
        Stream::KeyGroups(_) => panic!("no real file has key groups as a stream"),
    }
}

fn files(files: &[BackendFile]) -> Value {
    let file = |file: &BackendFile| json!({"local_path": file.local_path, "handle": stream(&file.stream)});
    sorted(files.iter().map(file).collect())
}

/// Lists in the order of a Java map, by their own text.
fn sorted(mut list: Vec<Value>) -> Value {
    list.sort_by_key(ToString::to_string);
    Value::Array(list)
}

fn keyed(state: Option<&KeyedState>) -> Value {
    let Some(state) = state else { return json!([]) };
    let (start, count) = (state.range().start, state.range().count);
    let mut dump = json!({"start": start, "end": start + count - 1, "state_size": state.state_bytes()});
    let mut set = |name: &str, value: Value| dump[name] = value;
    match state {
        KeyedState::KeyGroups(groups) => {
            let class = if groups.canonical { "KeyGroupsSavepointStateHandle" } else { "KeyGroupsStateHandle" };
            set("class", class.into());
            set("delegate", stream(&groups.stream));
            set("offsets", json!(groups.offsets));
        }
        KeyedState::Incremental(state) => {
            set("class", "IncrementalRemoteKeyedStateHandle".into());
            set("checkpoint_id", state.checkpoint_id.into());
            set("checkpointed_size", json!(state.checkpointed_bytes));
            set("meta", stream(&state.meta));
            set("shared", files(&state.shared));
            set("private", files(&state.private));
        }
        _ => panic!("no real file has a changelog"),
    }
    json!([dump])
}

fn operator_state(state: &OperatorState) -> Value {
    let class = match state.stream {
        Stream::Segment { .. } => "FileMergingOperatorStreamStateHandle",
        Stream::EmptySegment => "EmptyFileMergingOperatorStreamStateHandle",
        _ => "OperatorStreamStateHandle",
    };
    let states: Map<String, Value> = state
        .states
        .iter()
        .map(|named| {
            let mode = match named.redistribution {
                Redistribution::Split => "SPLIT_DISTRIBUTE",
                Redistribution::Union => "UNION",
                Redistribution::Broadcast => "BROADCAST",
            };
            (named.name.clone(), json!({"mode": mode, "offsets": named.offsets}))
        })
        .collect();
    let size = state.stream.state_bytes();
    json!({"class": class, "state_size": size, "delegate": stream(&state.stream), "states": states})
}

fn subtask(subtask: &Subtask) -> Value {
    assert!(!subtask.finished, "no real file has a subtask that finished before its operator");
    let managed = subtask.managed_operator.as_deref();
    json!({
        "index": subtask.index,
        "managed_keyed": keyed(subtask.managed_keyed.as_deref()),
        "raw_keyed": keyed(subtask.raw_keyed.as_deref()),
        "managed_operator": managed.map(operator_state).into_iter().collect::<Vec<_>>(),
        "managed_operator_states": usize::from(managed.is_some()),
        "raw_operator_states": usize::from(subtask.raw_operator.is_some()),
        "input_channel_states": subtask.input_channels.len(),
        "result_subpartition_states": subtask.output_channels.len(),
    })
}

fn operator(operator: &Operator) -> Value {
    json!({
        "operator_id": operator.id,
        "name": operator.name,
        "uid": operator.uid,
        "parallelism": operator.parallelism,
        "max_parallelism": operator.max_parallelism,
        "coordinator_bytes": operator.coordinator.as_ref().map(Stream::state_bytes),
        "fully_finished": operator.fully_finished,
        "subtasks": operator.subtasks.iter().map(subtask).collect::<Vec<_>>(),
    })
}

fn file(metadata: &Metadata) -> Value {
    json!({
        "metadata_version": metadata.version,
        "metadata_bytes": metadata.file_bytes,
        "checkpoint_id": metadata.checkpoint_id,
        "operators": metadata.operators.iter().map(operator).collect::<Vec<_>>(),
    })
}

/// Drops of ours what an older dump of the loader does not tell, and orders what a Java map held.
fn align(ours: &mut Value, flink: &mut Value) {
    match (ours, flink) {
        (Value::Object(ours), Value::Object(flink)) => {
            let untold = ["coordinator_bytes", "managed_operator"];
            ours.retain(|name, _| flink.contains_key(name) || !untold.contains(&name.as_str()));
            for (name, flink) in flink.iter_mut() {
                if ["shared", "private"].contains(&name.as_str()) {
                    *flink = sorted(flink.as_array().unwrap().clone());
                }
                if let Some(ours) = ours.get_mut(name) {
                    align(ours, flink);
                }
            }
        }
        (Value::Array(ours), Value::Array(flink)) => {
            ours.iter_mut().zip(flink).for_each(|(ours, flink)| align(ours, flink));
        }
        _ => {}
    }
}

/// Every place where the two differ.
fn differences(at: &str, ours: &Value, flink: &Value, found: &mut Vec<String>) {
    match (ours, flink) {
        (Value::Object(a), Value::Object(b)) => {
            for name in a.keys().chain(b.keys().filter(|name| !a.contains_key(*name))) {
                let (ours, flink) = (a.get(name).unwrap_or(&Value::Null), b.get(name).unwrap_or(&Value::Null));
                differences(&format!("{at}.{name}"), ours, flink, found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (k, (ours, flink)) in a.iter().zip(b).enumerate() {
                differences(&format!("{at}[{k}]"), ours, flink, found);
            }
        }
        _ if ours != flink => found.push(format!("{at}: {ours} instead of {flink}")),
        _ => {}
    }
}

#[test]
fn every_field_is_as_flink_read_it() {
    let mut wrong = Vec::new();
    for real in real_files() {
        let mut ours = file(&real.snapshot().metadata);
        let mut flink = real.flink.clone();
        for untold in ["flink", "job"] {
            flink.as_object_mut().unwrap().remove(untold);
        }
        align(&mut ours, &mut flink);
        differences(&real.name, &ours, &flink, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} differences, first:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
}

#[test]
fn the_kind_is_the_one_that_was_asked_for() {
    for real in real_files() {
        let kind = if real.name.contains("savepoint-canonical") {
            SnapshotKind::CanonicalSavepoint
        } else if real.name.contains("savepoint-native") {
            SnapshotKind::NativeSavepoint
        } else {
            SnapshotKind::Checkpoint
        };
        assert_eq!(real.snapshot().metadata.kind, Some(kind), "{}", real.name);
    }
}

#[test]
fn ids_are_those_of_the_uids() {
    let mut checked = 0;
    for real in real_files() {
        for operator in real.snapshot().metadata.operators {
            assert_ne!(operator.id_is_of_uid(), Some(false), "{}: {}", real.name, operator.id);
            checked += usize::from(operator.id_is_of_uid().is_some());
        }
    }
    assert!(checked > 50, "{checked} uids");
}
