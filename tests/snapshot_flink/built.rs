//! What no cluster at hand wrote: files built by the layout, for versions 2, 3, 5 and 7 and handles 3, 5, 8, 9, 10, 13 and 14.

use crate::writer::{
    Out, file, incremental, inline, key_groups, none, of_state, operator, operator_head, relative, subtask, whole,
};
use redeal::snapshot::flink::{BadMetadata, FlinkSnapshot, KeyedState, Metadata, NoObservation, Stream, read};
use std::slice::from_ref;

fn keyed(bytes: &[u8]) -> KeyedState {
    let metadata = read(bytes).unwrap();
    *metadata.operators[0].subtasks[0].managed_keyed.clone().unwrap()
}

fn groups_of(bytes: &[u8]) -> Vec<u64> {
    read(bytes).unwrap().operators[0].group_bytes().unwrap().bytes
}

#[test]
fn every_version_is_read() {
    for version in 2..=7 {
        let offsets = key_groups(3, 0, &[20, 30, 30, 45], &inline(50));
        let rest = key_groups(3, 4, &[20, 0, 0, 21], &file(25));
        let subtasks = [subtask(version, 1, &rest, &none()), subtask(version, 0, &offsets, &none())];
        let bytes = whole(version, &[operator(version, 2, &subtasks)]);
        let metadata = read(&bytes).unwrap();
        let found = &metadata.operators[0];
        assert_eq!((i64::from(metadata.version), metadata.checkpoint_id), (version.into(), 7));
        assert_eq!(
            (found.id.as_str(), found.parallelism, found.max_parallelism),
            ("0da08f51eaa85fc298e176a139b3649a", 2, 8)
        );
        let name = (version >= 5).then_some("counter");
        assert_eq!((found.name.as_deref(), found.uid.as_deref()), (name, name), "version {version}");
        assert_eq!(found.id_is_of_uid(), name.map(|_| true));
        assert_eq!(found.subtasks.iter().map(|subtask| subtask.index).collect::<Vec<_>>(), [0, 1], "by index");
        assert_eq!(found.group_bytes().unwrap().bytes, [10, 0, 15, 5, 1, 0, 0, 4], "version {version}");
        // Two bytes short, and with something after the end.
        assert!(read(&bytes[..bytes.len() - 4]).is_err(), "version {version}");
        let surplus = read(&[&bytes[..], b"more"].concat());
        let told = BadMetadata::Surplus { offset: bytes.len() as u64, what: "the last operator", left: 4 };
        assert_eq!(surplus.is_err_and(|error| error == told), version < 4, "from version 4 on a Java object follows");
    }
}

#[test]
fn finished_subtasks_and_operators_have_no_state() {
    let state = key_groups(12, 4, &[1, 2, 3, 4], &inline(4));
    let subtasks = [Out::default().i32(-1), subtask(3, 1, &state, &none())];
    let metadata = read(&whole(3, &[operator(3, 2, &subtasks), operator_head(3, 2, 8).i32(-1)])).unwrap();
    let [partly, fully] = &metadata.operators[..] else { panic!("two operators") };
    assert!(partly.subtasks[0].finished && !partly.subtasks[1].finished && !partly.fully_finished);
    assert!(fully.fully_finished && fully.subtasks.is_empty());
    // Version 2 knows no finished subtask.
    let error = read(&whole(2, &[operator(2, 2, &[Out::default().i32(-1)])])).unwrap_err();
    assert!(matches!(error, BadMetadata::Number { what: "the index of a subtask", found: -1, .. }), "{error}");
    assert!(matches!(read(&whole(2, &[operator_head(2, 2, 8).i32(-1)])), Err(BadMetadata::Count { found: -1, .. })));
}

#[test]
fn whole_files_without_a_size_written_are_read() {
    for (kind, written) in [(5, None), (11, Some(50))] {
        let bytes = of_state(6, &incremental(kind, 0, 8));
        let state = keyed(&bytes);
        assert_eq!((state.state_bytes(), state.checkpointed_bytes()), (117, written));
        // 117 = 8 · 14 + 5.
        assert_eq!(groups_of(&bytes), [15, 15, 15, 15, 15, 14, 14, 14]);
    }
}

/// Changes inside `_metadata`: 3 bytes of group 1, 4 of group 1 and 5 of group 6.
fn changelog_bytes() -> Out {
    let change =
        |group: i32, bytes: &[u8]| Out::default().i32(group).i32(i32::try_from(bytes.len()).unwrap()).raw(bytes);
    let changes = [change(1, b"abc"), change(1, b"defg"), change(6, b"hijkl")];
    Out::default().u8(9).i32(0).i32(8).i64(10).i64(13).list(&changes).utf("log")
}

/// Changes in two files, 80 bytes of them.
fn changelog_files(kind: u8) -> Out {
    let files = [Out::default().i64(0).put(&file(60)), Out::default().i64(20).put(&relative(40))];
    let out = Out::default().u8(kind).i32(0).i32(8).list(&files).i64(80).i64(33).utf("log");
    if kind == 13 { out.utf("storage") } else { out }
}

#[test]
fn changes_inside_metadata_are_exact() {
    let bytes = of_state(4, &changelog_bytes());
    assert_eq!(groups_of(&bytes), [0, 7, 0, 0, 0, 0, 5, 0]);
    assert_eq!(keyed(&bytes).state_bytes(), 12);
}

#[test]
fn changes_in_files_are_spread() {
    for kind in [10, 13] {
        let bytes = of_state(4, &changelog_files(kind));
        assert_eq!(groups_of(&bytes), [10; 8]);
        let state = keyed(&bytes);
        assert_eq!((state.state_bytes(), state.checkpointed_bytes()), (80, Some(33)));
        let KeyedState::ChangelogFiles(log) = state else { panic!("kind {kind}") };
        assert_eq!(log.files.iter().map(|(offset, _)| *offset).collect::<Vec<_>>(), [0, 20]);
    }
}

/// A changelog over these states of before and these changes.
fn changelog(kind: u8, before: &[Out], changes: &[Out]) -> Out {
    let out = Out::default().u8(kind).i32(0).i32(8).i64(-1).list(before).list(changes).i64(2);
    if kind == 14 { out.i64(7).utf("handle") } else { out }
}

#[test]
fn a_changelog_adds_its_parts() {
    for kind in [8, 14] {
        let before = [key_groups(3, 0, &[5, 0, 0, 0, 0, 0, 0, 9], &inline(10)), none()];
        let bytes = of_state(6, &changelog(kind, &before, &[changelog_bytes(), changelog_files(13)]));
        assert_eq!(groups_of(&bytes), [14, 17, 10, 10, 10, 10, 15, 11], "kind {kind}");
        let state = keyed(&bytes);
        assert_eq!((state.state_bytes(), state.checkpointed_bytes()), (10 + 12 + 80, None));
        let found = read(&bytes).unwrap().operators[0].group_bytes().unwrap();
        assert_eq!((found.header_bytes, found.spread_bytes), (5, 80));
    }
}

#[test]
fn handles_inside_each_other_have_an_end() {
    let nest = |deep: usize| (0..deep).fold(none(), |inner, _| changelog(8, &[inner], &[]));
    assert!(read(&of_state(4, &nest(8))).is_ok());
    assert!(matches!(read(&of_state(4, &nest(9))), Err(BadMetadata::Depth { most: 8, .. })));
    assert!(matches!(read(&of_state(4, &nest(10_000))), Err(BadMetadata::Depth { .. })));
    let streams = (0..10).fold(inline(1), |stream, _| key_groups(3, 0, &[], &stream));
    assert!(matches!(read(&of_state(4, &streams)), Err(BadMetadata::Depth { .. })));
}

#[test]
fn key_groups_may_be_a_stream() {
    let bytes = of_state(4, &key_groups(3, 0, &[2, 4], &key_groups(3, 0, &[0, 0], &inline(10))));
    let KeyedState::KeyGroups(groups) = keyed(&bytes) else { panic!("key groups") };
    assert!(matches!(groups.stream, Stream::KeyGroups(_)));
    assert_eq!(groups.bytes_per_group(false), Ok(vec![2, 6]));
}

#[test]
fn raw_and_managed_state_add_up() {
    let managed = key_groups(7, 0, &[0, 10, 0, 0, 0, 0, 0, 0], &inline(13));
    let raw = key_groups(12, 0, &[0, 4, -1, 5, -1, -1, -1, -1], &inline(6));
    let bytes = whole(6, &[operator(6, 1, &[subtask(6, 0, &managed, &raw)])]);
    assert_eq!(groups_of(&bytes), [4, 4, 0, 1, 0, 0, 0, 0]);
}

#[test]
fn a_master_state_is_read() {
    let body = Out::default().i32(1).utf("hook").i32(3).raw(b"abc");
    let with_length = |length: i32| {
        let out = Out::default().i32(0x4960_672d).i32(3).i64(1).i32(1);
        out.raw(&[0xc9, 0x6b, 0x16, 0x96]).i32(length).put(&body).i32(0).0
    };
    let length = i32::try_from(body.0.len()).unwrap();
    let metadata = read(&with_length(length)).unwrap();
    assert_eq!((metadata.master_states[0].name.as_str(), metadata.master_states[0].state_bytes), ("hook", 3));
    assert!(matches!(read(&with_length(length + 1)), Err(BadMetadata::Number { offset: 24, .. })));
}

#[test]
fn channels_of_both_layouts_are_read() {
    let plain = Out::default().i32(0).i32(1).i32(2).list(&[Out::default().i64(5)]).i64(40).put(&file(99));
    let merged = Out::default().i32(0).i64(60).put(&inline(4)).i32(2).raw(b"ab");
    let with = |version: i32, input: &[Out], output: &[Out]| {
        let subtask = Out::default().i32(0).i32(0).i32(0).put(&none()).put(&none()).list(input).list(output);
        read(&whole(version, &[operator(version, 1, &[subtask])]))
    };
    let bytes = |metadata: &Metadata| {
        let subtask = &metadata.operators[0].subtasks[0];
        let of = |channels: &[redeal::snapshot::flink::Channel]| channels.iter().map(|one| one.state_bytes).collect();
        let both: (Vec<u64>, Vec<u64>) = (of(&subtask.input_channels), of(&subtask.output_channels));
        both
    };
    let kind = |kind: u8, rest: &Out| Out::default().u8(kind).put(rest);
    assert_eq!(bytes(&with(3, &[plain.clone(), plain.clone()], from_ref(&plain)).unwrap()), (vec![40, 40], vec![40]));
    let v6 = with(6, &[kind(1, &plain), kind(3, &merged)], &[kind(2, &plain), kind(4, &merged)]).unwrap();
    assert_eq!(bytes(&v6), (vec![40, 60], vec![40, 60]));
    assert!(matches!(with(6, &[kind(5, &plain)], &[]), Err(BadMetadata::Kind { found: 5, .. })));
}

/// Every count in these files, made as large as it can be, is refused where it stands: nothing is taken for it beforehand.
#[test]
fn a_count_that_nothing_backs_is_refused_where_it_stands() {
    let huge = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + 4].copy_from_slice(&i32::MAX.to_be_bytes());
        read(&bytes).unwrap_err()
    };
    let operator_at = Out::head(6).0.len() + 4;
    let subtasks_at = operator_at + operator_head(6, 1, 8).0.len();
    let flags = subtasks_at + 4 + 4;
    let state_at = flags + 8;
    let groups = of_state(6, &key_groups(12, 0, &[1, 2], &inline(3)));
    let files = of_state(6, &incremental(11, 0, 8));
    let log = of_state(6, &changelog(14, &[], &[]));
    let in_files = of_state(6, &changelog_files(13));
    let shared_at = state_at + incremental(11, 0, 8).0.len()
        - "handle".len()
        - 2
        - inline(7).0.len()
        - 9
        - 4
        - file(100).0.len()
        - 12
        - 4;
    for (bytes, at, what) in [
        (&groups, 16, "master states"),
        (&groups, operator_at - 4, "operators"),
        (&groups, subtasks_at, "subtasks"),
        (&groups, state_at + 5, "key group offsets"),
        (&groups, state_at + 5 + 4 + 16 + 1 + 8, "bytes of inline state"),
        (&files, shared_at, "shared files"),
        (&log, state_at + 1 + 4 + 4 + 8, "materialised states"),
        (&log, state_at + 1 + 4 + 4 + 8 + 4, "changelogs"),
        (&in_files, state_at + 9, "files of a changelog"),
        (&of_state(6, &changelog_bytes()), state_at + 9 + 16, "changes"),
    ] {
        let error = huge(bytes, at);
        let BadMetadata::Count { offset, what: told, found, left } = error else { panic!("{what}: {error}") };
        assert_eq!((offset, told, found), (at as u64, what, i32::MAX.into()), "{error}");
        assert_eq!(left, (bytes.len() - at - 4) as u64);
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let fails = |bytes: &[u8]| read(bytes).unwrap_err();
    let wide = whole(6, &[operator_head(6, 1, 32_769).list(&[])]);
    assert!(fails(&wide).to_string().ends_with("the max parallelism of an operator is 32769: allowed are 0 to 32768"));
    assert!(matches!(fails(&whole(6, &[operator_head(6, 9, 8).list(&[])])), BadMetadata::Number { found: 9, .. }));
    let state = subtask(6, 1, &none(), &none());
    assert!(
        matches!(fails(&whole(6, &[operator(6, 1, from_ref(&state))])), BadMetadata::Number { found: 1, .. }),
        "past the parallelism"
    );
    let finished = Out::default().i32(-1);
    let many = fails(&whole(6, &[operator(6, 2, &[finished.clone(), finished.clone(), finished])]));
    assert!(many.to_string().ends_with("subtasks with state is 3: allowed are 0 to the parallelism of the operator"));
    assert!(
        matches!(fails(&whole(6, &[operator(6, 2, &[state.clone(), state])])), BadMetadata::Number { found: 1, .. }),
        "twice"
    );
    assert!(matches!(fails(&of_state(6, &Out::default().u8(15))), BadMetadata::Kind { found: 15, .. }));
    assert!(matches!(fails(&of_state(6, &key_groups(12, 0, &[1], &none()))), BadMetadata::Missing { .. }));
    assert!(matches!(fails(&of_state(6, &key_groups(12, 0, &[1], &file(-5)))), BadMetadata::Number { found: -5, .. }));
}

#[test]
fn a_range_that_the_operator_has_not_gives_no_observation() {
    let observe = |state: &Out| {
        let snapshot = FlinkSnapshot { name: "chk-7".to_owned(), metadata: read(&of_state(6, state)).unwrap() };
        snapshot.observation(None).unwrap_err()
    };
    for state in [incremental(11, 4, i32::MAX), incremental(11, i32::MAX, i32::MAX), incremental(11, 8, 1)] {
        assert!(matches!(observe(&state), NoObservation::RangeOutside { key_groups: 8, .. }));
    }
    assert!(matches!(observe(&key_groups(12, 0, &[4], &inline(3))), NoObservation::OffsetPastEnd { offset: 4, .. }));
    let files = Out::default().u8(13).i32(0).i32(8).list(&[]).i64(i64::MAX).i64(0).utf("log").utf("storage");
    // No file holds so much, which its reader says; made by hand it is refused as well.
    let mut metadata = read(&of_state(6, &changelog(14, &[], &[files.clone(), files.clone()]))).unwrap();
    let subtasks = &mut metadata.operators[0].subtasks;
    subtasks.push(subtasks[0].clone());
    let snapshot = FlinkSnapshot { name: "chk-7".to_owned(), metadata };
    assert_eq!(snapshot.observation(None).unwrap_err(), NoObservation::TooManyBytes);
    let three = read(&of_state(6, &changelog(14, &[], &[files.clone(), files.clone(), files])));
    let told = three.unwrap_err().to_string();
    assert!(
        told.ends_with(
            "with the size of a changelog all state adds up to more than 2^64 - 1 bytes: the file is damaged"
        ),
        "{told}"
    );
}
