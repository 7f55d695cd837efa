//! Scenarios that come with the program, one lesson each.

/// Name and text of every shipped scenario, in the order shown. The name is what the command line takes.
#[must_use]
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    &SHIPPED
}

macro_rules! shipped {
    ($($stem:literal),* $(,)?) => {
        [$(($stem, include_str!(concat!("../../scenarios/", $stem, ".ron")))),*]
    };
}

static SHIPPED: [(&str, &str); 22] = shipped![
    "128-buckets",
    "8-buckets",
    "127-versus-64",
    "uneven-100",
    "divisible-120",
    "few-keys",
    "hot-key",
    "todays-width",
    "count-changed",
    "32768-buckets",
    "flink-default-170",
    "flink-reactive",
    "spark-200",
    "kafka-streams-spare",
    "risingwave-refused",
    "risingwave-capped",
    "mapreduce-no-ceiling",
    "elasticsearch-split",
    "redis-slots",
    "plan-4-to-40",
    "plan-spark",
    "plan-kafka-streams",
];
