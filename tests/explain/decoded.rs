//! What is told of a few messages, against what is known of them.

use redeal::deal::contiguous;
use redeal::explain::{Explanation, explain};
use redeal::unit::{BucketCount, WorkerCount, WorkerId};

fn first(text: &str) -> Explanation {
    explain(text).explanations.into_iter().next().unwrap()
}

/// A user's report: parallelism 20, max parallelism 720, `Key group 193 is not in KeyGroupRange{144..179}`.
#[test]
fn a_key_group_out_of_range_names_holder_and_owner() {
    let text = "Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}. Unless you're directly using low level";
    let told = first(text);
    let line = "The range 144 to 179 is that of subtask index 4 (the first is 0), and key group 193 belongs to index 5: under every usual \
                pair of numbers that has this range, max parallelism and parallelism ";
    assert!(told.what.contains(line) && told.what.contains(", 720 and 20, "), "{}", told.what);
    assert!(told.what.contains("hashCode()") && told.what.contains("max parallelism is not at fault"), "{}", told.what);
    // With the log's own subtask, the counts are worked out from it alone.
    let log = format!(
        "WARN Task - KeyedProcess (5/20)#0 (ab12) switched from RUNNING to FAILED: java.lang.IllegalArgumentException: {text}"
    );
    let told = first(&log);
    let line = "The log names subtask 5 of 20: index 4 has this range under a max parallelism of 717 to 720, and key group 193 belongs to \
                index 5 there.";
    assert!(told.what.ends_with(line), "{}", told.what);
    for count in [716, 717, 720, 721] {
        let range = contiguous::range(BucketCount::new(count).unwrap(), WorkerCount::new(20).unwrap(), WorkerId(4));
        assert_eq!(range == (144..180), (717..=720).contains(&count), "{count}");
    }
}

#[test]
fn a_width_above_the_count_names_what_would_run() {
    let told = first("Vertex counter's parallelism (8) is higher than the max parallelism (4). Please lower");
    assert_eq!(told.passes[0], "A parallelism from 1 to 4.");
    assert!(told.passes[1].starts_with("The most for what is paid: 4, 2, 1;"), "{:#?}", told.passes);
    assert!(told.passes[2].contains("128 (the engine's default)"), "{:#?}", told.passes);
    // FLINK-6682: saved with max parallelism 1, restored at 2.
    let told = first(
        "The state for task a can not be restored. The maximum parallelism (1) of the restored state is lower than the configured \
         parallelism (2).",
    );
    assert_eq!(told.passes[0], "Only a parallelism of 1.");
}

#[test]
fn a_mismatch_takes_the_state_s_number_or_none() {
    let told =
        first("Cannot map operator a with max parallelism 128 to new program with max parallelism 256. This indicates");
    assert!(told.passes[0].contains("only a max parallelism of 128, or none set"), "{:#?}", told.passes);
    assert_eq!(told.passes[1], "A parallelism from 1 to 128.");
}

#[test]
fn kafka_and_spark_keep_the_recorded_number() {
    // Users' reports: expected 2, actual 6; expected 3, actual 1.
    for (expected, actual) in [(2, 6), (3, 1)] {
        let told = first(&format!(
            "Existing internal topic a-changelog has invalid partitions: expected: {expected}; actual: {actual}. Use 'x' tool"
        ));
        assert!(told.passes[0].starts_with(&format!("{actual} partitions at the input")), "{:#?}", told.passes);
        assert!(
            told.passes.last().unwrap().contains(&format!("{expected} partitions after a reset")),
            "{:#?}",
            told.passes
        );
    }
    // SPARK-24744: 100 asked for, 200 recorded.
    let told =
        first("Updating the value of conf 'spark.sql.shuffle.partitions' in current session from '100' to '200'.");
    assert!(told.passes[0].contains("only 200 partitions"), "{:#?}", told.passes);
}

#[test]
fn joined_topics_need_the_largest_number() {
    let told = first("Topics not co-partitioned: [{left=4, right=6}]");
    assert!(told.passes[0].contains("for example 6"), "{:#?}", told.passes);
    let told = first("Topics not co-partitioned: [{left=4, right=1");
    assert!(!told.passes[0].contains("for example"), "{:#?}", told.passes);
    assert_eq!(told.numbers.iter().map(|number| number.value).collect::<Vec<_>>(), [Some(4), None]);
}

#[test]
fn a_number_that_ends_the_text_is_told_with_its_doubt() {
    let told = first("specified parallelism 6 should not exceed max parallelism 25");
    assert_eq!(told.numbers[1].text(), "25 vnodes (if the text was not cut off in this number)");
    let told = first("specified parallelism 6 should not exceed max parallelism 25\n");
    assert_eq!(told.numbers[1].text(), "25 vnodes");
}
