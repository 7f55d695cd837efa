//! Which part of a listing is meant, and what cannot be named of it.

use crate::data::data;
use crate::names;
use redeal::snapshot::{Observation, Part, open};

fn observed(path: &str, operator: Option<&str>, store: Option<&str>, topics: &[&str]) -> Result<Observation, String> {
    let topics = names(topics);
    let snapshot = open(&data(path)).unwrap();
    snapshot.observation(Part { operator, store, topics: &topics }).map_err(|error| error.to_string())
}

const GROUPS: &str = "kafka-listings/groups.txt";

#[test]
fn a_topic_of_several_groups_is_none_of_them() {
    let told = observed(GROUPS, None, None, &["in"]).unwrap_err();
    assert!(told.contains("group billing, topic in") && told.contains("group orders, topic in"), "{told}");
    assert!(!told.contains("topic side"), "{told}");
    // Only one of them reads the other topic.
    for topics in [&["side"][..], &["in", "side"]] {
        let name = observed(GROUPS, None, None, topics).unwrap().name;
        assert_eq!(name, format!("messages of {} in orders", topics.join(", ")));
    }
    assert_eq!(observed(GROUPS, Some("billing"), None, &[]).unwrap().name, "messages of in in billing");
    let told = observed(GROUPS, None, None, &["none"]).unwrap_err();
    assert!(told.starts_with("nothing in it is called none; there are:\n  group billing, topic in"), "{told}");
    let told = observed(GROUPS, Some("none"), None, &[]).unwrap_err();
    assert_eq!(told, "no group `none`: listed are billing, orders");
}

/// The only part is that of its own group, not of the first one that is named somewhere.
#[test]
fn the_only_part_has_its_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("groups.txt");
    let text = "Consumer group 'aaa' has no active members.\n\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG \
                CONSUMER-ID HOST CLIENT-ID\nzzz in 0 5 9 4 c1 /h c\n";
    std::fs::write(&path, text).unwrap();
    let observed = open(&path).unwrap().observation(Part::default()).unwrap();
    assert_eq!((observed.name.as_str(), &observed.counted.load[..]), ("messages of in in zzz", &[9][..]));
}

#[test]
fn what_a_kind_does_not_have_is_refused() {
    let flink = "flink-metadata/v1.20.0_hashmap_checkpoint_m128_p4_s1_k20000_i20480._metadata";
    let spark = "spark-checkpoints/agg-hdfs-8.tar.gz";
    let sizes = "kafka-listings/log-dirs.txt";
    for (path, store, topics, told) in [
        (flink, Some("a"), &[][..], "the store a is named: of a Flink snapshot only the operator can be named"),
        (flink, None, &["b"], "the topic b is named: of a Flink snapshot only the operator can be named"),
        (
            spark,
            None,
            &["b"],
            "the topic b is named: of a Spark checkpoint only the operator and the store can be named",
        ),
        (sizes, Some("lag"), &["in"], "the store lag is named: of the sizes of partitions only the topics, and"),
        (
            GROUPS,
            Some("offsets"),
            &["side"],
            "the store offsets is named: of consumer groups the group as the operator",
        ),
    ] {
        let found = observed(path, None, store, topics).unwrap_err();
        assert!(found.starts_with(told), "{found}");
    }
    assert_eq!(observed(GROUPS, Some("orders"), Some("lag"), &["in"]).unwrap().counted.load, [10, 20, 0]);
}

/// One rule for all kinds: the path itself is no link either, and the message has no path, which the caller tells.
#[cfg(unix)]
#[test]
fn a_link_is_not_followed_whatever_it_leads_to() {
    let folder = tempfile::tempdir().unwrap();
    for (at, path) in
        [GROUPS, "kafka-listings/log-dirs.txt", "spark-checkpoints/agg-hdfs-8.tar.gz", "spark-checkpoints"]
            .into_iter()
            .enumerate()
    {
        let link = folder.path().join(format!("{at}.tar.gz"));
        std::os::unix::fs::symlink(data(path), &link).unwrap();
        let told = open(&link).unwrap_err().to_string();
        assert_eq!(told, "is a symbolic link, which is not followed: give the path that it points to");
    }
}
