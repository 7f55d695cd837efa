//! `kafka-consumer-groups --describe`.

use crate::log_dirs::LISTING as SIZES;
use crate::names;
use redeal::keys::LoadUnit;
use redeal::snapshot::kafka::{ConsumerGroups, GroupLoad, LogDirs, SubTopology, groups_text, observe_group};

const LISTING: &str = include_str!("../data/kafka-listings/groups.txt");
const OLD: &str = include_str!("../data/kafka-listings/groups-1.x.txt");

#[test]
fn lag_and_offsets_add_up_and_consumers_own_tasks() {
    let read = ConsumerGroups::parse(LISTING).unwrap();
    assert_eq!(read.groups().into_iter().collect::<Vec<_>>(), ["billing", "orders"]);
    let (topics, changelogs) = (names(&["in", "side"]), names(&["orders-count-changelog"]));
    let part = SubTopology { app: "orders", topics: &topics, changelogs: &changelogs };
    let observed = observe_group(&read, &part, GroupLoad::Lag, None).unwrap();
    // 10 + 0, 20 + 4, and no committed offset in the third partition.
    assert_eq!((observed.counted.unit, &observed.counted.load[..]), (LoadUnit::Messages, &[10, 24, 0][..]));
    assert_eq!(observed.counted.state_bytes, None);
    // Three threads, one of them without a task.
    assert_eq!(observed.workers.unwrap().get(), 3);
    assert_eq!(observed.owners.unwrap().iter().map(|worker| worker.0).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(observed.cautions[0], "Taken as 0: 1 partition that the listing leaves out or has no number for: in-2.");

    let sizes = LogDirs::parse(SIZES).unwrap();
    let observed = observe_group(&read, &part, GroupLoad::LogEndOffsets, Some(&sizes)).unwrap();
    assert_eq!(observed.counted.load, [107, 209, 300]);
    assert_eq!(observed.counted.state_bytes, Some(vec![700, 800, 900]));
    assert_eq!(observed.name, "messages of in, side in orders");
}

#[test]
fn a_group_without_members_has_no_owners() {
    let read = ConsumerGroups::parse(LISTING).unwrap();
    let topics = names(&["in"]);
    let part = SubTopology { app: "billing", topics: &topics, changelogs: &[] };
    let observed = observe_group(&read, &part, GroupLoad::Lag, None).unwrap();
    assert_eq!((&observed.counted.load[..], observed.workers, &observed.owners), (&[50, 0][..], None, &None));
    assert_eq!(observed.cautions[0], "The group billing has no active member: nobody owns its partitions.");
    assert!(observed.cautions[1].starts_with("1 partition has a lag below 0, taken as 0"));
    // The broker knows a third partition, which the group has never read from.
    let sizes = LogDirs::parse(SIZES).unwrap();
    let observed = observe_group(&read, &part, GroupLoad::LogEndOffsets, Some(&sizes)).unwrap();
    assert_eq!(observed.counted.load, [100, 200, 0]);

    let old = ConsumerGroups::parse(OLD).unwrap();
    assert_eq!(old.groups().into_iter().collect::<Vec<_>>(), ["orders"]);
    let part = SubTopology { app: "orders", topics: &topics, changelogs: &[] };
    assert_eq!(observe_group(&old, &part, GroupLoad::Lag, None).unwrap().counted.load, [10, 20]);
    assert!(ConsumerGroups::parse("Consumer group 'idle' has no active members.\n").unwrap().rows.is_empty());
}

#[test]
fn columns_are_found_by_their_header() {
    let newer = "GROUP TOPIC PARTITION LEADER-EPOCH CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n\
                 g t 0 4 5 9 4 c1 /h my client\n";
    let oldest = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG OWNER\ng t 0 unknown 9 unknown none\n";
    let moved = "CLIENT-ID LAG LOG-END-OFFSET PARTITION TOPIC CURRENT-OFFSET CONSUMER-ID\nmine 4 9 0 t 5 c1\n";
    let row = |text: &str| ConsumerGroups::parse(text).unwrap().rows.remove(0);
    let found = row(newer);
    assert_eq!((found.current_offset, found.log_end_offset, found.lag), (Some(5), Some(9), Some(4)));
    assert_eq!((found.consumer.as_deref(), found.client.as_deref()), (Some("c1"), Some("my client")));
    let found = row(oldest);
    assert_eq!((found.current_offset, found.log_end_offset, found.lag, found.consumer), (None, Some(9), None, None));
    let found = row(moved);
    assert_eq!((found.partition, found.current_offset, found.lag), (Some(("t".to_owned(), 0)), Some(5), Some(4)));
    assert_eq!((found.client.as_deref(), found.group.as_str()), (Some("mine"), ""));
    // A group's name with a space.
    let found = row(
        "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\nmy own g t 0 5 9 4 c1 /h c\n",
    );
    assert_eq!(
        (found.group.as_str(), found.partition.unwrap().0.as_str(), found.client.as_deref()),
        ("my own g", "t", Some("c"))
    );
}

#[test]
fn tasks_with_two_owners_are_told() {
    let text = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n\
                g a 0 1 1 0 one /h one\ng b 0 1 1 0 two /h two\n";
    let read = ConsumerGroups::parse(text).unwrap();
    let topics = names(&["a", "b"]);
    let part = SubTopology { app: "g", topics: &topics, changelogs: &[] };
    let observed = observe_group(&read, &part, GroupLoad::Lag, None).unwrap();
    assert_eq!((observed.owners, observed.workers.unwrap().get()), (None, 2));
    assert!(observed.cautions[0].starts_with("The partitions of task 0 have different owners"));
}

#[test]
fn a_damaged_listing_is_refused_with_its_line() {
    let told = |text: &str| ConsumerGroups::parse(text).unwrap_err().to_string();
    assert!(told("nothing\nof it").starts_with("no line names the columns TOPIC, PARTITION"));
    let header = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n";
    assert_eq!(told(&format!("{header}g t 0 5\n")), "line 2: 4 words: the header names 9 columns");
    assert_eq!(
        told(&format!("{header}\ng t x 5 9 4 c h c\n")),
        "line 3: PARTITION is `x`: a whole number or `-` is expected"
    );
    assert_eq!(
        told(&format!("{header}g t 1048576 5 9 4 c h c\n")),
        "line 2: PARTITION is 1048576: allowed are 0 to 1048575"
    );
    let read = ConsumerGroups::parse(LISTING).unwrap();
    let topics = names(&["none"]);
    let observe =
        |app| observe_group(&read, &SubTopology { app, topics: &topics, changelogs: &[] }, GroupLoad::Lag, None);
    assert_eq!(observe("x").unwrap_err().to_string(), "no group `x`: listed are billing, orders");
    assert_eq!(observe("orders").unwrap_err().to_string(), "no topic `none`: listed are in, side");
    for at in 0..LISTING.len() {
        let _ = ConsumerGroups::parse(&LISTING[..at]);
        let mut changed = LISTING.as_bytes().to_vec();
        changed[at] ^= 0x07;
        let _ = ConsumerGroups::parse(&String::from_utf8_lossy(&changed));
    }
}

#[test]
fn groups_are_told_in_words_and_as_data() {
    let read = ConsumerGroups::parse(LISTING).unwrap();
    let words = groups_text(&read);
    assert!(words.contains("orders: 3 consumers"), "{words}");
    assert!(words.contains("in: 3 partitions listed, 30 messages still to be read of 600 ever written"), "{words}");
    let data = serde_json::to_value(read.summary()).unwrap();
    assert_eq!(data["groups"][1]["topics"][1]["lag_messages"], 4);
    assert_eq!(data["groups"][0]["is_active"], false);
}
