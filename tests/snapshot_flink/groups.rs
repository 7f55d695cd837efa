//! Bytes per key group: real ones worked out key by key, and small ones by hand.

use crate::{Real, real_files};
use redeal::engine::Engine;
use redeal::keys::Value;
use redeal::snapshot::flink::{KeyGroupRange, KeyGroups, KeyedState, NoObservation, Stream};
use redeal::unit::BucketCount;

fn groups(canonical: bool, offsets: &[i64], state_bytes: u64) -> KeyGroups {
    let range = KeyGroupRange { start: 10, count: u32::try_from(offsets.len()).unwrap() };
    let stream = Stream::Inline { name: String::new(), state_bytes };
    KeyGroups { canonical, range, offsets: offsets.to_vec(), stream }
}

#[test]
fn a_group_ends_where_the_next_one_starts() {
    assert_eq!(groups(false, &[100, 110, 150], 160).bytes_per_group(false), Ok(vec![10, 40, 10]));
    assert_eq!(groups(false, &[], 160).bytes_per_group(false), Ok(vec![]));
}

#[test]
fn an_offset_of_0_is_an_empty_group_but_in_raw_state_the_start() {
    let canonical = groups(true, &[0, 100, 0, 0, 130, 0], 150);
    assert_eq!(canonical.bytes_per_group(false), Ok(vec![0, 30, 0, 0, 20, 0]));
    assert_eq!(groups(true, &[0, 0], 150).bytes_per_group(false), Ok(vec![0, 0]), "a header alone");
    assert_eq!(groups(false, &[0, 40, -1, 60], 70).bytes_per_group(true), Ok(vec![40, 20, 0, 10]));
}

#[test]
fn raw_groups_may_stand_in_any_order() {
    assert_eq!(groups(false, &[50, 0, 20], 70).bytes_per_group(true), Ok(vec![20, 20, 30]));
    assert_eq!(groups(false, &[0, 0, 20], 70).bytes_per_group(true), Ok(vec![0, 20, 50]), "the first wrote nothing");
}

#[test]
fn an_offset_past_the_end_is_damage() {
    let error = groups(false, &[100, 171], 170).bytes_per_group(false).unwrap_err();
    assert_eq!(error, NoObservation::OffsetPastEnd { key_group: 11, offset: 171, stream_bytes: 170 });
    assert_eq!(groups(false, &[100, 170], 170).bytes_per_group(false), Ok(vec![70, 0]), "at the end: nothing in it");
}

/// The bytes that `user-1` to `user-n` take in each key group: `frame` a key group, `per_key` beside the key's own text, and
/// `occupied` once where there is one.
fn expected(real: &Real, frame: u64, occupied: u64, per_key: u64) -> Vec<u64> {
    let buckets = BucketCount::new(real.flink["operators"][0]["max_parallelism"].as_u64().unwrap()).unwrap();
    let rule = Engine::named("flink").unwrap().profile().hashing();
    let mut bytes = vec![frame; buckets.len()];
    let mut seen = vec![false; buckets.len()];
    for number in 1..=real.flink["job"]["keys"].as_u64().unwrap() {
        let key = format!("user-{number}");
        // A text is written as its length and one byte a letter.
        let size = per_key + 1 + key.len() as u64;
        let bucket = rule.bucket(&Value::Text(key), buckets).unwrap().index();
        bytes[bucket] += size + if seen[bucket] { 0 } else { occupied };
        seen[bucket] = true;
    }
    bytes
}

#[test]
fn every_group_of_a_real_job_weighs_what_its_keys_weigh() {
    let mut checked = 0;
    for real in real_files().iter().filter(|real| real.name.contains("_s1_")) {
        let expected = if real.name.contains("canonical") {
            // Length of the key, prefix, namespace, length of the value, the value; 4 bytes a key group that holds one.
            let prefix = if real.flink["operators"][0]["max_parallelism"].as_u64() <= Some(128) { 1 } else { 2 };
            expected(real, 0, 4, 4 + prefix + 1 + 4 + 8)
        } else if real.name.contains("hashmap") {
            // Group id, state id and count of entries; a namespace and the value a key.
            expected(real, 4 + 6, 0, 1 + 8)
        } else {
            continue;
        };
        let snapshot = real.snapshot();
        let found = snapshot.operator(None).unwrap().group_bytes().unwrap();
        assert_eq!(found.bytes, expected, "{}", real.name);
        assert_eq!(found.spread_bytes, 0);
        // The header of a heap stream and of a canonical one with one state: 371 bytes a subtask.
        let subtasks = real.flink["operators"][0]["subtasks"].as_array().unwrap().len() as u64;
        assert_eq!(found.header_bytes, 371 * subtasks, "{}", real.name);
        checked += 1;
    }
    assert!(checked >= 8, "{checked} files");
}

#[test]
fn groups_and_headers_are_all_the_bytes() {
    for real in real_files() {
        for operator in real.snapshot().keyed_operators() {
            let found = operator.group_bytes().unwrap();
            let of_groups: u64 = found.bytes.iter().sum();
            assert_eq!(of_groups + found.header_bytes, operator.keyed_state_bytes(), "{}", real.name);
            assert_eq!(operator.keyed_places().all_bytes(), operator.keyed_state_bytes(), "{}", real.name);
            assert!(found.held_by.iter().all(Option::is_some), "{}", real.name);
            assert_eq!(found.held_twice, 0, "{}", real.name);
        }
    }
}

#[test]
fn files_of_a_whole_subtask_are_spread_evenly() {
    for real in real_files().iter().filter(|real| real.name.contains("rocksdb_checkpoint-incremental")) {
        let snapshot = real.snapshot();
        let operator = snapshot.operator(None).unwrap();
        let found = operator.group_bytes().unwrap();
        assert_eq!(found.spread_bytes, operator.keyed_state_bytes(), "{}", real.name);
        for subtask in &operator.subtasks {
            let Some(KeyedState::Incremental(state)) = subtask.managed_keyed.as_deref() else {
                panic!("{}", real.name)
            };
            let range = state.range.start as usize..(state.range.start + state.range.count) as usize;
            let of_subtask = &found.bytes[range];
            let whole = subtask.managed_keyed.as_ref().unwrap().state_bytes();
            assert_eq!(of_subtask.iter().sum::<u64>(), whole, "{}", real.name);
            assert!(of_subtask.is_sorted_by(|a, b| a >= b), "what does not divide goes to the first ones");
            assert!(of_subtask[0] - of_subtask[of_subtask.len() - 1] <= 1);
        }
    }
}
