//! Layouts that none of the real checkpoints has, written after the published formats and counted by hand.

use crate::made::{checkpoint, lz4, lz4_stored, plain, tagged, write, zip, zip_of};
use redeal::keys::LoadUnit;
use redeal::snapshot::spark::{Provider, Rows, SparkCheckpoint, Trap};
use std::path::Path;

fn rows(root: &Path) -> Vec<Rows> {
    let found = SparkCheckpoint::open(root).unwrap();
    found.operators[0].stores[0].parts.iter().map(|part| part.rows.clone()).collect()
}

fn exact(rows: u64) -> Rows {
    Rows::Exact { rows }
}

#[test]
fn a_snapshot_and_the_deltas_after_it_are_played() {
    let folder = checkpoint(4, 2, "HDFSBacked", "lz4");
    let root = folder.path();
    // Versions 1 and 2 were cleaned away in partition 0; a load takes 3.snapshot and 4.delta and not 3.delta.
    write(root, "state/0/0/3.snapshot", &lz4(&plain(&["+a", "+b", "+c"])));
    write(root, "state/0/0/3.delta", &lz4(&plain(&["+x"])));
    write(root, "state/0/0/4.delta", &lz4(&plain(&["-b", "+a", "+d", "-none"])));
    // A batch that never was committed has left a file.
    write(root, "state/0/0/5.delta", &lz4(&plain(&["+later"])));
    write(root, "state/0/0/.6.delta.tmp", b"half");
    for (version, change) in (1..).zip(["+a", "+a", "-a", "+z"]) {
        write(root, &format!("state/0/1/{version}.delta"), &lz4_stored(&plain(&[change])));
    }
    assert_eq!(rows(root), [exact(3), exact(1)]);
    let found = SparkCheckpoint::open(root).unwrap();
    assert_eq!(found.traps, []);
    let part = &found.operators[0].stores[0].parts[0];
    let bytes: u64 =
        ["3.snapshot", "4.delta"].iter().map(|name| root.join("state/0/0").join(name).metadata().unwrap().len()).sum();
    assert_eq!((part.load_files, part.load_bytes, part.files), (2, bytes, 4));
}

#[test]
fn only_snapshots_load_and_are_told() {
    let folder = checkpoint(1, 1, "HDFSBacked", "lz4");
    write(folder.path(), "state/0/0/1.snapshot", &lz4(&plain(&["+a", "+b"])));
    assert_eq!(rows(folder.path()), [exact(2)]);
    let traps = SparkCheckpoint::open(folder.path()).unwrap().traps;
    assert_eq!(traps, [Trap::SnapshotsOnly { operator: 0, store: "default".to_owned(), partitions: 1 }]);
}

#[test]
fn zstandard_is_read_and_other_codecs_are_told() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let folder = checkpoint(1, 1, "HDFSBacked", "zstd");
    let packed = compress_to_vec(&plain(&["+a", "+b", "+a"])[..], CompressionLevel::Fastest);
    write(folder.path(), "state/0/0/1.delta", &packed);
    assert_eq!(rows(folder.path()), [exact(2)]);
    // Several frames, one of them to be passed over, are one stream.
    let bytes = plain(&["+a", "+b", "+c"]);
    let (first, second) = bytes.split_at(9);
    let [first, second] = [first, second].map(|part| compress_to_vec(part, CompressionLevel::Fastest));
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    write(folder.path(), "state/0/0/1.delta", &[first, skipped, second].concat());
    assert_eq!(rows(folder.path()), [exact(3)]);

    let folder = checkpoint(1, 1, "HDFSBacked", "snappy");
    write(folder.path(), "state/0/0/1.delta", b"anything at all");
    let found = SparkCheckpoint::open(folder.path()).unwrap();
    assert_eq!(found.traps, [Trap::CodecNotRead { codec: "snappy".to_owned() }]);
    let observed = found.observation(0, "default").unwrap();
    assert_eq!((observed.counted.unit, &observed.counted.load[..]), (LoadUnit::Bytes, &[15][..]));
    assert_eq!(observed.counted.keys, None);
}

#[test]
fn changelogs_of_every_version_are_read() {
    let lineage = b"[{\"version\":1,\"checkpointUniqueId\":\"one\"}]";
    let head = |version: &str| {
        let mut head = vec![0, 2];
        head.extend(version.as_bytes());
        if version > "v2" {
            head.extend(u16::try_from(lineage.len()).unwrap().to_be_bytes());
            head.extend(lineage);
        }
        head
    };
    let folder = checkpoint(4, 1, "RocksDB", "lz4");
    let root = folder.path();
    write(root, "state/0/0/1.changelog", &lz4(&plain(&["+a", "+b"])));
    write(root, "state/0/0/2.changelog", &lz4(&tagged(&head("v2"), &["+c", "-a", "*c", "*d"])));
    let third = [head("v3"), plain(&["-d"])].concat();
    write(root, "state/0/0/3.changelog", &lz4(&third));
    write(root, "state/0/0/4.changelog", &lz4(&tagged(&head("v4"), &["+e"])));
    assert_eq!(rows(root), [exact(3)], "b, c and e");
    assert_eq!(SparkCheckpoint::open(root).unwrap().provider, Provider::RocksDbChangelog);
    write(root, "state/0/0/4.changelog", &lz4(&tagged(&[0, 2, b'v', b'9'], &["+e"])));
    let Rows::Unknown { reason } = &rows(root)[0] else { panic!("version 9 was read") };
    assert!(reason.contains("a changelog of version 9: 1 to 4 are read"), "{reason}");
}

#[test]
fn changelogs_after_a_zip_leave_a_range() {
    let folder = checkpoint(3, 1, "RocksDB", "lz4");
    let root = folder.path();
    write(root, "state/0/0/1.zip", &zip(7, "gone.sst"));
    write(root, "state/0/0/2.zip", &zip(100, "1-a.sst"));
    write(root, "state/0/0/SSTs/1-a.sst", &[0; 1000]);
    write(root, "state/0/0/3.changelog", &lz4(&plain(&["+a", "+b", "-c"])));
    assert_eq!(rows(root), [Rows::Between { rows_at_least: 99, rows_at_most: 102 }]);
    let found = SparkCheckpoint::open(root).unwrap();
    assert_eq!(found.traps, [Trap::RowsBetween { operator: 0, store: "default".to_owned(), least: 99, most: 102 }]);
    let observed = found.observation(0, "default").unwrap();
    assert_eq!((observed.counted.unit, &observed.counted.load[..]), (LoadUnit::Rows, &[102][..]));
    assert_eq!(observed.counted.keys, None);

    // Where the range is wide, bytes stand for the load: the zip, its SST file of 1000 bytes and the changelog.
    write(root, "state/0/0/2.zip", &zip(10, "1-a.sst"));
    let observed = SparkCheckpoint::open(root).unwrap().observation(0, "default").unwrap();
    let files = ["2.zip", "3.changelog"].map(|name| root.join("state/0/0").join(name).metadata().unwrap().len());
    assert_eq!(
        (observed.counted.unit, &observed.counted.load[..]),
        (LoadUnit::Bytes, &[files[0] + files[1] + 1000][..])
    );

    // A store that does not count its rows, and an SST file that is gone.
    write(root, "state/0/0/2.zip", &zip(-1, "1-a.sst"));
    assert_eq!(rows(root), [Rows::Unknown { reason: "the store does not count its rows".into() }]);
    write(root, "state/0/0/2.zip", &zip(10, "2-b.sst"));
    let found = SparkCheckpoint::open(root).unwrap();
    assert!(found.traps[0].sentence().contains("state/0/0/SSTs/2-b.sst cannot be read: it is not there"));
    write(root, "state/0/0/2.zip", &zip_of("metadata", &vec![b'v'; 17 << 20]));
    let told = SparkCheckpoint::open(root).unwrap().traps[0].sentence();
    assert!(told.contains("`metadata` has more than 16777216 bytes"), "{told}");
}

#[test]
fn of_several_files_of_a_version_the_committed_one_counts() {
    let folder = checkpoint(2, 1, "RocksDB", "lz4");
    let root = folder.path();
    let ids = "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"bbb\"]]}}";
    write(root, "commits/1", ids.as_bytes());
    let lineage = b"[{\"version\":1,\"checkpointUniqueId\":\"yyy\"}]";
    let mut head = vec![0, 2, b'v', b'4', 0, u8::try_from(lineage.len()).unwrap()];
    head.extend(lineage);
    // Each version was written twice, as by a task that was run again; the names of those that do not count come first.
    write(root, "state/0/0/1_xxx.changelog", &lz4(&tagged(&head, &["+a"])));
    write(root, "state/0/0/1_yyy.changelog", &lz4(&tagged(&head, &["+a", "+b", "+c"])));
    write(root, "state/0/0/2_aaa.changelog", &lz4(&tagged(&head, &["-a"])));
    write(root, "state/0/0/2_bbb.changelog", &lz4(&tagged(&head, &["+d"])));
    assert_eq!(rows(root), [exact(4)]);
}

#[test]
fn a_stateless_query_and_an_aggregate_without_keys_are_told() {
    let folder = checkpoint(2, 8, "HDFSBacked", "lz4");
    let found = SparkCheckpoint::open(folder.path()).unwrap();
    assert_eq!((found.operators.len(), &found.traps[..]), (0, &[Trap::Stateless][..]));
    assert!(
        found.observation(0, "default").unwrap_err().to_string().contains("no stateful operator 0: there are none")
    );

    let metadata = |partitions: u32| {
        format!(
            "v1\n{{\"operatorInfo\":{{\"operatorId\":0,\"operatorName\":\"stateStoreSave\"}},\"stateStoreInfo\":\
             [{{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":{partitions}}}]}}"
        )
    };
    for version in 1..3 {
        write(folder.path(), &format!("state/0/0/{version}.delta"), &lz4(&plain(&["+"])));
    }
    write(folder.path(), "state/0/_metadata/metadata", metadata(8).as_bytes());
    let found = SparkCheckpoint::open(folder.path()).unwrap();
    assert_eq!(found.traps, [Trap::OnePartition { operator: 0, count: 8 }]);
    assert_eq!(found.partitions.unwrap().get(), 8);
    let observed = found.observation(0, "default").unwrap();
    assert_eq!((observed.buckets.get(), &observed.counted.load[..]), (1, &[1][..]));

    // One partition in the operator's record: the count was 1, and was raised by hand.
    write(folder.path(), "state/0/_metadata/metadata", metadata(1).as_bytes());
    let traps = SparkCheckpoint::open(folder.path()).unwrap().traps;
    assert!(matches!(&traps[0], Trap::NoState { partitions, .. } if partitions.len() == 7), "{traps:?}");
}

#[test]
fn an_old_log_without_a_count_is_told() {
    let folder = checkpoint(1, 8, "HDFSBacked", "lz4");
    write(folder.path(), "offsets/0", b"v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0}\n-");
    for partition in 0..3 {
        write(folder.path(), &format!("state/0/{partition}/1.delta"), &lz4(&plain(&["+a"])));
    }
    let found = SparkCheckpoint::open(folder.path()).unwrap();
    assert_eq!((found.partitions.unwrap().get(), &found.traps[..]), (3, &[Trap::CountNotRecorded { taken: 3 }][..]));
}
