//! `kafka-log-dirs --describe`.

use crate::names;
use redeal::engine::Engine;
use redeal::keys::LoadUnit;
use redeal::snapshot::kafka::{LogDirs, SubTopology, log_dirs_text, observe_sizes};

pub const LISTING: &str = include_str!("../data/kafka-listings/log-dirs.txt");

#[test]
fn sizes_are_those_of_the_largest_copy() {
    let read = LogDirs::parse(LISTING).unwrap();
    assert_eq!(read.brokers.iter().copied().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(read.topics.keys().collect::<Vec<_>>(), ["in", "my-app-v2", "orders-count-changelog", "side"]);
    let topic = &read.topics["in"];
    assert_eq!((topic.count(), topic.replication(), topic.all_bytes()), (3, 2, 6000));
    assert_eq!([topic.bytes(1), topic.bytes(3)], [Some(2000), None]);
    assert_eq!((read.future_replicas, read.failed.len()), (1, 1));
    assert_eq!(read.topics["my-app-v2"].count(), 8);
    // The lines of text before the JSON may be cut off, and others may stand around it.
    let json = LISTING.lines().nth(2).unwrap();
    assert_eq!(LogDirs::parse(json).unwrap(), read);
    assert_eq!(LogDirs::parse(&format!("WARN something\n\r\n{json}\nbye")).unwrap(), read);
}

#[test]
fn tasks_add_up_their_partitions() {
    let read = LogDirs::parse(LISTING).unwrap();
    let (topics, changelogs) = (names(&["in", "side"]), read.changelogs_of("orders"));
    assert_eq!(changelogs, ["orders-count-changelog"]);
    let part = SubTopology { app: "orders", topics: &topics, changelogs: &changelogs };
    let observed = observe_sizes(&read, &part).unwrap();
    // 1000 + 10, 2000 + 20, and 3000 alone: the third task reads the wider topic only.
    assert_eq!((observed.buckets.get(), &observed.counted.load[..]), (3, &[1010, 2020, 3000][..]));
    assert_eq!(observed.counted.unit, LoadUnit::Bytes);
    assert_eq!(observed.counted.state_bytes, Some(vec![700, 800, 900]));
    assert_eq!((observed.workers, &observed.owners, &observed.counted.keys), (None, &None, &None));
    assert_eq!(observed.name, "bytes of in, side in orders");
    assert_eq!(observed.cautions.len(), 2);
    assert!(
        observed.cautions[0].contains("Broker 2 could not read its folder /data/c (org.apache.kafka.common.errors.")
    );
    assert!(observed.cautions[1].starts_with("1 partition is being moved"), "{:?}", observed.cautions);
    let Engine::KafkaStreams(options) = &observed.engine else { panic!("another engine") };
    assert_eq!((options.app.as_str(), options.store_name.as_str(), options.stores), ("orders", "count", 1));
    assert_eq!(options.replication, 2);
    assert!(
        observed
            .facts
            .iter()
            .any(|fact| fact.name == "Source topics" && fact.value == "in (3 partitions), side (2 partitions)")
    );
}

/// One partition of a million is listed: the others are counted, not named one by one.
#[test]
fn partitions_that_are_not_listed_are_counted() {
    let text = "{\"brokers\":[{\"broker\":1,\"logDirs\":[{\"partitions\":[{\"partition\":\"in-1000000\",\"size\":5,\
                \"offsetLag\":0,\"isFuture\":false}],\"error\":null,\"logDir\":\"/d\"}]}]}";
    let read = LogDirs::parse(text).unwrap();
    let observed = observe_sizes(&read, &SubTopology { app: "", topics: &names(&["in"]), changelogs: &[] }).unwrap();
    assert_eq!(observed.buckets.get(), 1_000_001);
    let told = observed.cautions[0].replace('\u{a0}', " ");
    let names = "in-0, in-1, in-2, in-3, in-4, in-5, in-6, in-7, …";
    assert_eq!(
        told,
        format!("Taken as 0: 1 000 000 partitions that the listing leaves out or has no number for: {names}.")
    );
}

#[test]
fn what_does_not_fit_is_told() {
    let read = LogDirs::parse(LISTING).unwrap();
    let changelogs = names(&["orders-count-changelog"]);
    let observe = |topics: &[&str], changelogs: &[String]| {
        observe_sizes(&read, &SubTopology { app: "orders", topics: &names(topics), changelogs })
    };
    let observed = observe(&["side"], &changelogs).unwrap();
    assert_eq!(observed.counted.state_bytes, Some(vec![700, 800]));
    assert!(
        observed.cautions[0]
            .contains("orders-count-changelog has 3 partitions and there are 2 tasks: Kafka Streams does not start")
    );
    let observed = observe(&["my-app-v2"], &[]).unwrap();
    assert_eq!(observed.counted.load, [0, 0, 0, 0, 0, 0, 0, 5]);
    assert!(
        observed.cautions[0].starts_with("Taken as 0: 7 partitions that the listing leaves out"),
        "{:?}",
        observed.cautions
    );
    let told = |topics: &[&str], changelogs: &[String]| observe(topics, changelogs).unwrap_err().to_string();
    assert_eq!(told(&["on"], &[]), "no topic `on`: listed are in, my-app-v2, orders-count-changelog, side");
    assert_eq!(told(&["in"], &names(&["x"])), "no topic `x`: listed are in, my-app-v2, orders-count-changelog, side");
    assert_eq!(told(&[], &[]), "no topic was named: name the source topics of one sub-topology");
}

#[test]
fn a_damaged_listing_is_refused_with_its_place() {
    let told = |text: &str| LogDirs::parse(text).unwrap_err().to_string();
    assert!(told("").starts_with("no line begins with `{`"));
    assert!(told("two\nlines\n{\"brokers\":[{}]}").starts_with("line 3, column 14: missing field `broker`"));
    let one = |partition: &str, size: &str| {
        format!(
            "{{\"brokers\":[{{\"broker\":1,\"logDirs\":[{{\"partitions\":[{{\"partition\":\"{partition}\",\"size\":{size}}}]}}]}}]}}"
        )
    };
    assert_eq!(told(&one("in-1", "-5")), "in-1 has a size of -5 bytes: a number from 0 on is expected");
    for wrong in ["in", "-3", "in-", "in-+3", "in-1048576", "in-99999999999"] {
        let message = told(&one(wrong, "1"));
        assert_eq!(message, format!("`{wrong}` is no partition: a topic, `-` and a number below 1048576 are expected"));
    }
    assert_eq!(LogDirs::parse(&one("in-1048575", "1")).unwrap().topics["in"].count(), 1 << 20);
    for length in 0..LISTING.trim_end().len() {
        assert!(LogDirs::parse(&LISTING[..length]).is_err(), "cut to {length} bytes");
    }
    for at in 0..LISTING.len() {
        let mut changed = LISTING.as_bytes().to_vec();
        changed[at] ^= 0x07;
        let _ = LogDirs::parse(&String::from_utf8_lossy(&changed));
    }
}

#[test]
fn sizes_are_told_in_words_and_as_data() {
    let read = LogDirs::parse(LISTING).unwrap();
    let words = log_dirs_text(&read);
    assert!(
        words.contains(
            "in: 3 partitions in 2 copies, 6\u{a0}000\u{a0}B a copy, the largest partition 3\u{a0}000\u{a0}B"
        ),
        "{words}"
    );
    let data = serde_json::to_value(read.summary()).unwrap();
    assert_eq!((&data["kind"], &data["topics"][0]["bytes"]), (&"kafka-log-dirs".into(), &6000.into()));
    assert_eq!(data["topics"][1]["partition_bytes"], serde_json::json!({"7": 5}));
}

fn of_broker(broker: u32, partition: &str, size: u64) -> String {
    format!(
        "{{\"brokers\":[{{\"broker\":{broker},\"logDirs\":[{{\"partitions\":[{{\"partition\":\"{partition}\",\"size\":{size}}}]}}]}}]}}"
    )
}

#[test]
fn a_topic_named_twice_counts_once() {
    let read = LogDirs::parse(LISTING).unwrap();
    let topics = names(&["in", "in"]);
    let observed = observe_sizes(&read, &SubTopology { app: "", topics: &topics, changelogs: &[] }).unwrap();
    assert_eq!((&observed.counted.load[..], observed.name.as_str()), (&[1000, 2000, 3000][..], "bytes of in"));
}

#[test]
fn listings_of_several_brokers_in_one_file_are_taken_together() {
    let text = format!("Querying\n{}\nQuerying\n{}\nbye\n", of_broker(1, "in-0", 5), of_broker(2, "in-1", 7));
    let read = LogDirs::parse(&text).unwrap();
    assert_eq!((read.brokers.len(), read.topics["in"].all_bytes()), (2, 12));
    let text = format!("{}\n{}\n", of_broker(1, "in-0", 5), of_broker(1, "in-0", 5));
    let told = LogDirs::parse(&text).unwrap_err().to_string();
    assert_eq!(told, "line 2: another listing of broker 1 begins here: leave one of the two");
}

#[test]
fn sums_beyond_64_bits_are_refused() {
    // Twice the largest signed number fits, three times does not.
    let size = i64::MAX.unsigned_abs();
    let text = (1..=3).map(|broker| of_broker(broker, &format!("t{broker}-0"), size) + "\n").collect::<String>();
    let read = LogDirs::parse(&text).unwrap();
    let observe = |topics: &[&str]| {
        let topics = names(topics);
        observe_sizes(&read, &SubTopology { app: "", topics: &topics, changelogs: &[] }).map(|found| found.counted.load)
    };
    assert_eq!(observe(&["t1", "t2"]).unwrap(), [u64::MAX - 1]);
    assert_eq!(
        observe(&["t1", "t2", "t3"]).unwrap_err().to_string(),
        "the bytes of task 0 add up to more than 2^64 - 1"
    );
    // One topic of so much: no sum of it could be told.
    let text = (0..3).map(|part| of_broker(part, &format!("big-{part}"), size) + "\n").collect::<String>();
    assert_eq!(
        LogDirs::parse(&text).unwrap_err().to_string(),
        "the bytes of topic big add up to more than 2^64 - 1: no cluster has so many, the listing is damaged"
    );
}
