//! One operator of a snapshot as the simulator takes it.

use crate::writer::{Out, incremental, inline, key_groups, none, operator, subtask, whole};
use crate::{Real, real_files};
use redeal::engine::{Engine, FlinkSnapshot as EngineSnapshot, FlinkVersion};
use redeal::export::{Inspected, inspect_json, inspect_text};
use redeal::keys::LoadUnit;
use redeal::snapshot::Snapshot;
use redeal::snapshot::flink::{FlinkSnapshot, NoObservation, read};
use redeal::unit::WorkerId;

fn built(operators: &[Out]) -> FlinkSnapshot {
    FlinkSnapshot { name: "chk-7".to_owned(), metadata: read(&whole(6, operators)).unwrap() }
}

#[test]
fn owners_and_loads_are_those_of_the_snapshot() {
    for real in real_files() {
        let snapshot = real.snapshot();
        for operator in snapshot.keyed_operators() {
            let seen = snapshot.observation(Some(&operator.id)).unwrap();
            assert_eq!(
                (seen.buckets.get(), seen.workers.unwrap().get()),
                (operator.max_parallelism, operator.parallelism)
            );
            assert_eq!((seen.counted.unit, seen.counted.keys), (LoadUnit::Bytes, None));
            assert_eq!(seen.counted.state_bytes.as_ref(), Some(&seen.counted.load));
            let owners = seen.owners.unwrap();
            let flink = real.flink["operators"].as_array().unwrap();
            let flink = flink.iter().find(|flink| flink["operator_id"] == operator.id.as_str()).unwrap();
            for subtask in flink["subtasks"].as_array().unwrap() {
                let state = &subtask["managed_keyed"][0];
                let (start, end) = (state["start"].as_u64().unwrap(), state["end"].as_u64().unwrap());
                let index = WorkerId(u32::try_from(subtask["index"].as_u64().unwrap()).unwrap());
                for group in start..=end {
                    assert_eq!(owners[usize::try_from(group).unwrap()], index, "{}: group {group}", real.name);
                }
            }
            assert!(seen.engine.profile().check().is_ok(), "{}", real.name);
            assert!(seen.cautions.iter().all(|text| text.ends_with('.')), "{:?}", seen.cautions);
        }
    }
}

#[test]
fn an_operator_is_known_by_id_uid_name_or_their_start() {
    let snapshot = Real::named("v2.3.0_multi_hashmap_checkpoint").snapshot();
    for (asked, uid) in
        [("k1", "k1"), ("k2", "k2"), ("fa25835a5f82f18f18f52ee811aa1ef5", "k1"), ("FA25", "k1"), ("5bef", "k2")]
    {
        assert_eq!(snapshot.operator(Some(asked)).unwrap().uid.as_deref(), Some(uid), "{asked}");
    }
    let told = |asked: Option<&str>| snapshot.observation(asked).unwrap_err();
    let NoObservation::Several { operators, .. } = told(None) else { panic!("{}", told(None)) };
    assert!(
        operators[0].starts_with("fa25835a5f82f18f18f52ee811aa1ef5 k1, parallelism 3, max parallelism 64, "),
        "{}",
        operators[0]
    );
    assert!(matches!(told(Some("k")), NoObservation::Ambiguous { operators, .. } if operators.len() == 2));
    assert!(matches!(told(Some("K1")), NoObservation::Unknown { operators, .. } if operators.len() == 2));
    assert!(matches!(told(Some("op")), NoObservation::Keyless { .. }));
    assert!(
        told(Some("op")).to_string().contains("has no keyed state; with keyed state there are:\n  fa25"),
        "{}",
        told(Some("op"))
    );
    // Version 4 has neither names nor uids, but the id of a uid is known.
    let old = Real::named("v1.20.0_multi_hashmap_checkpoint").snapshot();
    assert_eq!(old.operator(Some("k1")).unwrap().id, "fa25835a5f82f18f18f52ee811aa1ef5");
    let empty = built(&[operator(6, 1, &[])]);
    assert!(matches!(empty.observation(None), Err(NoObservation::NoKeyedState { .. })));
}

#[test]
fn the_engine_has_the_options_that_the_file_tells() {
    for (name, kind) in [
        ("hashmap_checkpoint_m128_p4_s1_k20000_i20480", EngineSnapshot::HashmapCheckpoint),
        ("hashmap_savepoint-native_m1024_p4_s1_k8_i0", EngineSnapshot::HashmapNativeSavepoint),
        ("rocksdb_savepoint-canonical_m1024_p4_s1_k8_i0", EngineSnapshot::CanonicalSavepoint),
        ("rocksdb_checkpoint-incremental_m128_p4_s3_k8_i0", EngineSnapshot::RocksdbIncremental),
    ] {
        for (flink, version) in [("1.20.0", FlinkVersion::V1_20), ("2.3.0", FlinkVersion::V2_3)] {
            let seen = Real::named(&format!("v{flink}_{name}")).snapshot().observation(None).unwrap();
            let Engine::Flink(options) = seen.engine else { panic!("not Flink") };
            assert_eq!(
                (options.snapshot, options.version, options.operator.as_str()),
                (kind, version, "counter"),
                "{name}"
            );
        }
    }
}

#[test]
fn cautions_name_what_is_not_known() {
    let real = |name: &str| Real::named(name).snapshot().observation(None).unwrap().cautions;
    let spread = real("v2.3.0_rocksdb_checkpoint-incremental_m128_p4_s3_k8_i0");
    assert!(spread[0].starts_with("Nothing in the snapshot tells the bytes of a key group"), "{spread:?}");
    assert!(spread[1].contains("lie outside the snapshot's folder"), "{spread:?}");
    let exact = real("v2.3.0_hashmap_checkpoint_m128_p4_s1_k20000_i20480");
    assert!(!exact.iter().any(|text| text.contains("spread") || text.contains("inside _metadata")), "{exact:?}");
    assert!(exact.iter().any(|text| text.contains("4 bytes a key group and 6 a state in it")), "{exact:?}");
    let raw = Real::named("v2.3.0_multi_rocksdb_checkpoint_filemerging-heaptimers").snapshot();
    let raw = raw.observation(Some("k1")).unwrap().cautions;
    assert!(raw.iter().any(|text| text.contains("are known of whole subtasks alone")), "{raw:?}");
    assert!(raw.iter().any(|text| text.contains("raw state")), "{raw:?}");
    assert!(!raw.iter().any(|text| text.contains("frame")), "what raw groups hold is the operator's own: {raw:?}");
    let canonical = real("v2.3.0_rocksdb_savepoint-canonical_m1024_p4_s1_k8_i0");
    assert!(canonical.iter().any(|text| text.contains("4 bytes a key group that is not empty")), "{canonical:?}");
}

#[test]
fn gaps_overlaps_and_foreign_ranges_are_told() {
    let state = |start: i32, count: i32| incremental(11, start, count);
    let of = |subtasks: &[Out]| built(&[operator(6, 2, subtasks)]).observation(None).unwrap();
    let gap = of(&[subtask(6, 0, &state(0, 4), &none()), Out::default().i32(-2)]);
    assert_eq!(gap.owners.unwrap(), [0, 0, 0, 0, 1, 1, 1, 1].map(WorkerId));
    assert!(
        gap.cautions[0].starts_with("No handle names 4 of 8\u{a0}key groups")
            || gap.cautions[0].starts_with("No handle names 4 of 8 key groups"),
        "{:?}",
        gap.cautions
    );
    assert_eq!(gap.cautions[1], "1 of 2 subtasks had finished and left no state.");
    let overlap = of(&[subtask(6, 0, &state(0, 5), &none()), subtask(6, 1, &state(4, 4), &none())]);
    assert_eq!(overlap.owners, None);
    assert_eq!(overlap.counted.load.iter().sum::<u64>(), 2 * 117);
    assert!(
        overlap.cautions[0].starts_with("Handles of two subtasks name the same 1 key group:"),
        "{:?}",
        overlap.cautions
    );
    let foreign = of(&[subtask(6, 0, &state(0, 3), &none()), subtask(6, 1, &state(3, 5), &none())]);
    assert_eq!(foreign.owners.unwrap(), [0, 0, 0, 1, 1, 1, 1, 1].map(WorkerId));
    assert!(
        foreign.cautions[0].starts_with("1 key group was with another subtask than Flink's rule"),
        "{:?}",
        foreign.cautions
    );
    let nothing = subtask(6, 0, &key_groups(7, 0, &[0; 8], &inline(9)), &none());
    let nothing = built(&[operator(6, 1, &[nothing])]).observation(None).unwrap();
    assert_eq!(nothing.cautions[0], "No key group holds a byte.");
}

#[test]
fn text_and_json_tell_the_same_figures() {
    let snapshot = Real::named("v2.3.0_multi_rocksdb_savepoint-canonical").snapshot();
    let whole = Snapshot::Flink(Box::new(snapshot));
    let inspected = Inspected { snapshot: &whole, observed: None, is_focused: false, how_named: "" };
    let file = serde_json::from_str::<serde_json::Value>(&inspect_json(&inspected)).unwrap();
    let json = &file["snapshot"];
    assert_eq!(
        (&json["engine"], &json["kind"], &json["metadata_version"]),
        (&"flink".into(), &"canonical savepoint".into(), &6.into())
    );
    let k1 = json["operators"].as_array().unwrap().iter().find(|operator| operator["uid"] == "k1").unwrap();
    assert_eq!(k1["id_is_of_uid"], true);
    assert_eq!(k1["key_groups"]["state_bytes"].as_array().unwrap().len(), 64);
    assert_eq!(k1["key_groups"]["exact"], true);
    assert_eq!(k1["subtasks"][1]["first_key_group"], 22);
    assert_eq!((&file["format"], &file["kind"]), (&"redeal-inspect/1".into(), &"flink".into()));
    let text = inspect_text(&inspected, 100, true);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(inspect_text(&inspected, 100, false).replace("op ä中😀", "").is_ascii());
    assert!(
        text.starts_with("Flink canonical savepoint v2.3.0_multi_rocksdb_savepoint-canonical, checkpoint "),
        "{text}"
    );
    assert!(
        text.contains("Operator k1 (fa25835a5f82f18f18f52ee811aa1ef5), parallelism 3, max parallelism 64"),
        "{text}"
    );
    assert!(text.contains("64 key groups, 0 of them empty"), "{text}");
}
