//! Checkpoints that were edited, cut short or half deleted: each is told, none is read wrongly in silence.

use crate::checkpoints::{archive, unpacked};
use crate::made::{checkpoint, write, zip, zip_of};
use redeal::snapshot::spark::{Rows, SparkCheckpoint, Trap};
use std::fs;

const COUNT: &str = "\"spark.sql.shuffle.partitions\":";

fn count(n: u32) -> String {
    format!("{COUNT}\"{n}\"")
}

#[test]
fn a_count_edited_up_is_told() {
    let folder = unpacked("agg-hdfs-8");
    folder.edit("offsets/3", &count(8), &count(16));
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!(found.partitions.unwrap().get(), 16);
    let absent: Vec<u32> = (8..16).collect();
    let store = "default".to_owned();
    assert_eq!(found.traps[0], Trap::NoState { operator: 0, store, partitions: absent, version: 4 });
    assert!(found.traps[0].sentence().contains("partitions 8–15 have no state file, and version 4 is committed"));
    let observed = found.observation(0, "default").unwrap();
    assert_eq!(observed.cautions[0], found.traps[0].sentence());
}

#[test]
fn a_count_edited_down_is_told() {
    // As measured: 8 to 4 loses partitions 4 to 7 without a word of Spark's.
    for name in ["agg-hdfs-8", "agg-rockscl-8", "join-hdfs-8"] {
        let folder = unpacked(name);
        let last = if name.starts_with("join") { "offsets/1" } else { "offsets/3" };
        folder.edit(last, &count(8), &count(4));
        let found = SparkCheckpoint::open(&folder.root).unwrap();
        assert_eq!(
            found.traps[0],
            Trap::CountLowered { operator: 0, partitions: vec![4, 5, 6, 7], count: 4 },
            "{name}"
        );
    }
    // The same after a real repartition to 3: what it left behind stays harmless, partition 2 does not.
    let folder = unpacked("agg-rocksdb-repartitioned-8-16-3");
    folder.edit("offsets/7", &count(3), &count(2));
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!(found.traps[0], Trap::CountLowered { operator: 0, partitions: vec![2], count: 2 });
    assert!(matches!(&found.traps[1], Trap::Leftovers { partitions, .. } if partitions.len() == 13));
}

#[test]
fn an_unfinished_repartition_is_told_and_not_taken() {
    let folder = unpacked("agg-hdfs-8");
    folder.copy("offsets/3", "offsets/4");
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!(found.traps, [Trap::NotCommitted { planned: 4 }]);
    folder.edit("offsets/4", &count(8), &count(16));
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!(found.partitions.unwrap().get(), 8);
    assert_eq!(found.traps, [Trap::UnfinishedRepartition { committed: 3, planned: 4, from: 8, to: 16 }]);

    // The real one, its last commit taken away: offsets/6 changed 16 to 3, and batch 5 is what counts.
    let folder = unpacked("agg-rocksdb-repartitioned-8-16-3");
    folder.delete("commits/7");
    folder.delete("commits/6");
    folder.delete("offsets/7");
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!((found.partitions.unwrap().get(), found.state_version), (16, 6));
    assert_eq!(found.traps[0], Trap::UnfinishedRepartition { committed: 5, planned: 6, from: 16, to: 3 });
    // 484 rows, as was measured before that repartition.
    assert_eq!(found.operators[0].stores[0].rows(), Some(484));
}

#[test]
fn a_deleted_delta_is_told() {
    let folder = unpacked("agg-hdfs-8");
    folder.delete("state/0/5/2.delta");
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    let (store, first) = ("default".to_owned(), "2.delta".to_owned());
    assert_eq!(found.traps, [Trap::BrokenChain { operator: 0, store, partitions: vec![5], first }]);
    let parts = &found.operators[0].stores[0].parts;
    assert_eq!(parts[5].rows, Rows::Unknown { reason: "a file is missing".into() });
    assert_eq!(parts[4].rows, Rows::Exact { rows: 54 });

    folder.delete("state/0/6");
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert!(matches!(&found.traps[0], Trap::NoState { partitions, .. } if partitions == &[6]));
}

#[test]
fn a_state_file_cut_or_changed_anywhere_is_told() {
    let folder = unpacked("agg-hdfs-8");
    let path = folder.root.join("state/0/4/3.delta");
    let whole = fs::read(&path).unwrap();
    let part = |found: &SparkCheckpoint| found.operators[0].stores[0].parts[4].rows.clone();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let found = SparkCheckpoint::open(&folder.root).unwrap();
        // Without the end mark of the stream, a header without data of 21 bytes, all is said: the checksum tells alone.
        assert_eq!(part(&found).exact(), None, "cut to {length} bytes");
        assert!(matches!(found.traps[0], Trap::Unreadable { files: 1, .. }));
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x41;
        fs::write(&path, &changed).unwrap();
        let found = SparkCheckpoint::open(&folder.root).unwrap();
        let rows = part(&found).exact();
        assert!(rows.is_none() || rows == Some(54), "byte {at} changed: {rows:?}");
    }
}

#[test]
fn a_zip_cut_or_changed_anywhere_is_told() {
    let folder = unpacked("agg-rocksdb-repartitioned-8-16-3");
    let path = folder.root.join("state/0/2/8.zip");
    let whole = fs::read(&path).unwrap();
    let right = Some(183);
    for at in (0..whole.len()).step_by(23) {
        fs::write(&path, &whole[..at]).unwrap();
        let rows = |found: SparkCheckpoint| found.operators[0].stores[0].parts[2].rows.exact();
        assert_eq!(rows(SparkCheckpoint::open(&folder.root).unwrap()), None, "cut to {at} bytes");
        let mut changed = whole.clone();
        changed[at] ^= 0x15;
        fs::write(&path, &changed).unwrap();
        let found = rows(SparkCheckpoint::open(&folder.root).unwrap());
        assert!(found.is_none() || found == right, "byte {at} changed: {found:?}");
    }
}

#[test]
fn a_log_cut_or_changed_is_refused_with_its_name() {
    let folder = unpacked("agg-hdfs-8");
    for (file, damaged, told) in [
        ("offsets/3", "v1\n{\"batchWatermarkMs\":0,", "offsets/3: line 2: EOF while parsing"),
        ("offsets/3", "x", "offsets/3: its first line is `x`: `v1` or `v2` is expected"),
        (
            "offsets/3",
            "v1\n{\"conf\":{\"spark.sql.shuffle.partitions\":\"-8\"}}",
            "is `-8`: a whole number above 0 is expected",
        ),
        (
            "offsets/3",
            "v1\n{\"conf\":{\"spark.sql.shuffle.partitions\":\"9999999999\"}}",
            "9999999999 buckets: allowed are 1 to",
        ),
        ("commits/3", "v1\n{", "commits/3: line 2: EOF while parsing"),
        ("state/0/_metadata/metadata", "v1\n[]", "state/0/_metadata/metadata: line 2: "),
    ] {
        let path = folder.root.join(file);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, damaged).unwrap();
        let error = SparkCheckpoint::open(&folder.root).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        fs::write(&path, whole).unwrap();
    }
    folder.delete("offsets/3");
    let error = SparkCheckpoint::open(&folder.root).unwrap_err().to_string();
    assert_eq!(error, "commits/3 is there and offsets/3 is not: the count of partitions stands in the latter");
}

#[test]
fn a_checkpoint_without_a_commit_is_told() {
    let folder = unpacked("agg-hdfs-8");
    folder.delete("commits");
    folder.delete("state");
    for batch in 1..4 {
        folder.delete(&format!("offsets/{batch}"));
    }
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    assert_eq!((found.committed_batch, found.planned_batch, found.state_version), (None, Some(0), 0));
    assert_eq!((found.partitions.unwrap().get(), &found.traps[..]), (8, &[Trap::NothingCommitted][..]));
    let error = found.observation(0, "default").unwrap_err().to_string();
    assert_eq!(error, "no batch was committed: there is no state to look at");
    folder.delete("offsets/0");
    assert_eq!(SparkCheckpoint::open(&folder.root).unwrap().partitions, None);
}

#[test]
fn an_archive_cut_or_changed_anywhere_is_refused_or_read_right() {
    let right = SparkCheckpoint::open(&archive("agg-rockscl-8")).unwrap();
    let whole = fs::read(archive("agg-rockscl-8")).unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("agg-rockscl-8.tar.gz");
    for at in (0..whole.len()).step_by(17) {
        fs::write(&path, &whole[..at]).unwrap();
        assert!(SparkCheckpoint::open(&path).is_err(), "cut to {at} bytes");
        let mut changed = whole.clone();
        changed[at] ^= 0x24;
        fs::write(&path, &changed).unwrap();
        if let Ok(found) = SparkCheckpoint::open(&path) {
            assert_eq!(found, right, "byte {at} changed");
        }
    }
}

/// Both are whole and of the same version: only the checksum beside it tells.
#[test]
fn a_file_of_another_partition_is_told() {
    let folder = unpacked("agg-hdfs-8");
    folder.copy("state/0/5/3.delta", "state/0/4/3.delta");
    let found = SparkCheckpoint::open(&folder.root).unwrap();
    let Trap::Unreadable { files: 1, first, cause } = &found.traps[0] else { panic!("{:?}", found.traps) };
    assert_eq!(first, "state/0/4/3.delta");
    assert!(cause.contains("checksums beside it"), "{cause}");
    // A copy of a checkpoint without its checksums has nothing to be held against.
    folder.delete("state/0/4/.3.delta.crc");
    assert_eq!(SparkCheckpoint::open(&folder.root).unwrap().traps, []);
}

/// A log of control characters, as in a file full of zeros: what is quoted is cut before it is spelled out.
#[test]
fn a_log_of_zeros_is_quoted_short() {
    let folder = unpacked("agg-hdfs-8");
    fs::write(folder.root.join("offsets/3"), vec![0; 1 << 20]).unwrap();
    let told = SparkCheckpoint::open(&folder.root).unwrap_err().to_string();
    assert!(told.len() < 1000 && told.contains("(1048576 bytes in all)"), "{told}");
}

#[test]
fn sums_that_64_bits_do_not_hold_are_refused() {
    let folder = checkpoint(1, 3, "RocksDB", "lz4");
    let most = |partitions: std::ops::Range<u32>| {
        for partition in partitions {
            write(folder.path(), &format!("state/0/{partition}/1.zip"), &zip(i64::MAX, "1-a.sst"));
            write(folder.path(), &format!("state/0/{partition}/SSTs/1-a.sst"), &[0; 1000]);
        }
        SparkCheckpoint::open(folder.path())
    };
    assert_eq!(most(0..2).unwrap().operators[0].stores[0].rows(), None, "of the third nothing is known");
    let told = "the rows of store default of operator 0 add up to more than 2^64 - 1: the checkpoint is damaged";
    assert_eq!(most(2..3).unwrap_err().to_string(), told);
    // SST files of one version, by what their list says.
    let sst = format!("{{\"localFileName\":\"1.sst\",\"dfsSstFileName\":\"1-a.sst\",\"sizeBytes\":{}}}", u64::MAX);
    let metadata = format!("v1\n{{\"sstFiles\":[{sst},{sst}],\"numKeys\":1}}");
    write(folder.path(), "state/0/2/1.zip", &zip_of("metadata", metadata.as_bytes()));
    let traps: Vec<String> = SparkCheckpoint::open(folder.path()).unwrap().traps.iter().map(Trap::sentence).collect();
    assert!(traps.iter().any(|trap| trap.contains("SST files of more than 2^64 - 1 bytes together")), "{traps:?}");
}
