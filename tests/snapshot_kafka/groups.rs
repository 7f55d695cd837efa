//! `kafka-consumer-groups --describe`.

use crate::names;
use redeal::keys::LoadUnit;
use redeal::snapshot::kafka::{ConsumerGroups, GroupLoad, SubTopology, groups_text, observe_group};

const LISTING: &str = include_str!("../data/kafka-listings/groups.txt");
const OLD: &str = include_str!("../data/kafka-listings/groups-1.x.txt");

#[test]
fn lag_and_offsets_add_up_and_consumers_own_tasks() {
    let read = ConsumerGroups::parse(LISTING).unwrap();
    assert_eq!(read.groups().into_keys().collect::<Vec<_>>(), ["billing", "orders"]);
    let topics = names(&["in", "side"]);
    let part = SubTopology { app: "orders", topics: &topics, changelogs: &[] };
    let observed = observe_group(&read, &part, GroupLoad::Lag).unwrap();
    // 10 + 0, 20 + 4, and no committed offset in the third partition.
    assert_eq!((observed.counted.unit, &observed.counted.load[..]), (LoadUnit::Messages, &[10, 24, 0][..]));
    assert_eq!(observed.counted.state_bytes, None);
    // Three threads, one of them without a task.
    assert_eq!(observed.workers.unwrap().get(), 3);
    assert_eq!(observed.owners.unwrap().iter().map(|worker| worker.0).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(observed.cautions[0], "Taken as 0: 1 partition that the listing leaves out or has no number for: in-2.");

    let observed = observe_group(&read, &part, GroupLoad::LogEndOffsets).unwrap();
    assert_eq!(observed.counted.load, [107, 209, 300]);
    assert_eq!(observed.name, "messages of in, side in orders");
}

#[test]
fn a_group_without_members_has_no_owners() {
    let read = ConsumerGroups::parse(LISTING).unwrap();
    let topics = names(&["in"]);
    let part = SubTopology { app: "billing", topics: &topics, changelogs: &[] };
    let observed = observe_group(&read, &part, GroupLoad::Lag).unwrap();
    assert_eq!((&observed.counted.load[..], observed.workers, &observed.owners), (&[50, 0][..], None, &None));
    assert_eq!(observed.cautions[0], "The group billing has no active member: nobody owns its partitions.");
    assert!(observed.cautions[1].starts_with("1 partition has a lag below 0, taken as 0"));

    let old = ConsumerGroups::parse(OLD).unwrap();
    assert_eq!(old.groups().into_keys().collect::<Vec<_>>(), ["orders"]);
    let part = SubTopology { app: "orders", topics: &topics, changelogs: &[] };
    assert_eq!(observe_group(&old, &part, GroupLoad::Lag).unwrap().counted.load, [10, 20]);
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

/// A group may be called like the beginning of a note of the tool.
#[test]
fn a_row_is_a_row_however_its_group_is_called() {
    let header = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n";
    for group in ["WARN-alerts", "[eu]orders", "Error:", "Note: this", "WARN my group"] {
        let text = format!("{header}{group} in 0 5 9 4 c1 /h c\n[2026-01-01] WARN Connection to node -1 lost\n");
        let read = ConsumerGroups::parse(&text).unwrap();
        assert_eq!(read.groups().into_keys().collect::<Vec<_>>(), [group]);
        assert_eq!(read.notes, ["[2026-01-01] WARN Connection to node -1 lost"]);
    }
}

/// 100 000 groups of a partition each: the rows are put together in one go, so each of them is handed out once.
#[test]
fn rows_of_many_groups_are_put_together_once() {
    let header = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n";
    let rows = (0..100_000).fold(header.to_owned(), |text, group| text + &format!("g{group} in 0 5 9 4 c1 /h c\n"));
    let read = ConsumerGroups::parse(&rows).unwrap();
    let groups = read.groups();
    assert_eq!((groups.len(), groups.values().map(Vec::len).sum::<usize>()), (100_000, 100_000));
    assert_eq!(serde_json::to_value(read.summary()).unwrap()["groups"].as_array().unwrap().len(), 100_000);
}

#[test]
fn tasks_with_two_owners_are_told() {
    let text = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n\
                g a 0 1 1 0 one /h one\ng b 0 1 1 0 two /h two\n";
    let read = ConsumerGroups::parse(text).unwrap();
    let topics = names(&["a", "b"]);
    let part = SubTopology { app: "g", topics: &topics, changelogs: &[] };
    let observed = observe_group(&read, &part, GroupLoad::Lag).unwrap();
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
    let observe = |app| observe_group(&read, &SubTopology { app, topics: &topics, changelogs: &[] }, GroupLoad::Lag);
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

#[test]
fn the_last_of_several_lines_of_a_partition_counts_everywhere() {
    let text = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n\
                g t 0 4 9 5 c1 /h x\ng t 0 6 9 3 c1 /h x\ng t 1 1 2 1 c1 /h x\n";
    let read = ConsumerGroups::parse(text).unwrap();
    let topics = names(&["t"]);
    let part = SubTopology { app: "g", topics: &topics, changelogs: &[] };
    let observed = observe_group(&read, &part, GroupLoad::Lag).unwrap();
    assert_eq!(observed.counted.load, [3, 1]);
    assert!(
        observed
            .cautions
            .iter()
            .any(|caution| caution.contains("1 line of partitions that stand in the listing again"))
    );
    let words = groups_text(&read);
    assert!(words.contains("t: 2 partitions listed, 4 messages still to be read of 11"), "{words}");
}

#[test]
fn messages_that_64_bits_do_not_hold_are_refused() {
    let most = i64::MAX;
    let row = |part: u32, end: i64, lag: i64| format!("g in {part} 1 {end} {lag} - - -\n");
    let listing = |rows: &[String]| {
        let header = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n";
        ConsumerGroups::parse(&[header.to_owned(), rows.concat()].concat())
    };
    assert!(listing(&[row(0, most, 0), row(1, most, 0)]).is_ok());
    let told = "the messages of topic in add up to more than 2^64 - 1: no cluster has so many, the listing is damaged";
    for rows in
        [[row(0, most, 0), row(1, most, 0), row(2, most, 0)], [row(0, 1, most), row(1, 1, most), row(2, 1, most)]]
    {
        assert_eq!(listing(&rows).unwrap_err().to_string(), told);
    }
}
