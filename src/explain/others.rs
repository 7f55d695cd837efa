//! Samza, Hazelcast, Pulsar: a width or a count that they refuse.

use super::explanation::{Explanation, Kind, Origin};
use super::message::{Message, Sighting, lines};
use super::passing::{self, Counts};
use crate::numerals::grouped;
use crate::unit::{BucketCount, WorkerCount};

const SAMZA: &str = "Samza: tasks and containers";
const HAZELCAST: &str = "Hazelcast: partition count";
const PULSAR: &str = "Pulsar: partitions and consumers";

pub(super) static MESSAGES: &[Message] = &[
    Message {
        engine: "Samza",
        family: SAMZA,
        kind: Kind::Cause,
        title: "More containers than tasks",
        form: "Your container count (‹#containers|containers›) is larger than your task count (‹#tasks|tasks›). Can't have containers with \
               nothing to do, so aborting.",
        anchors: &["larger than your task count", "Can't have containers with nothing to do", "Your container count ("],
        source: Origin {
            class: "GroupByContainerCount, java.lang.IllegalArgumentException",
            version: "commit 23f52e9, run",
        },
        tell: containers,
    },
    Message {
        engine: "Samza",
        family: SAMZA,
        kind: Kind::Cause,
        title: "A stateful input grew by no whole multiple",
        form: "New partition count: ‹#new|partitions› should be a multiple of previous partition count: ‹#previous|partitions›.",
        anchors: &[
            "should be a multiple of previous",
            "New partition count: ",
            "multiple of previous partition count:",
        ],
        source: Origin { class: "HashSystemStreamPartitionMapper (SEP-5)", version: "commit 23f52e9, read" },
        tell: multiple,
    },
    Message {
        engine: "Hazelcast",
        family: HAZELCAST,
        kind: Kind::Cause,
        title: "A member with another partition count",
        form: "Incompatible partition count! expected: ‹#expected|partitions›, found: ‹#found|partitions›",
        anchors: &["Incompatible partition count"],
        source: Origin { class: "ConfigMismatchException at the joining member", version: "read" },
        tell: member,
    },
    Message {
        engine: "Pulsar",
        family: PULSAR,
        kind: Kind::Cause,
        title: "A topic only gets more partitions",
        form: "number of partitions must be more than existing ‹#existing|partitions›",
        anchors: &["partitions must be more than existing"],
        source: Origin { class: "the broker's admin interface, HTTP 409", version: "read" },
        tell: pulsar_grow,
    },
    Message {
        engine: "Pulsar",
        family: PULSAR,
        kind: Kind::Cause,
        title: "No more hash ranges for a consumer",
        form: "No more range can assigned to new consumer, assigned consumers ‹#consumers|consumers›",
        anchors: &["more range can assigned to new consumer", "can assigned to new consumer, assigned"],
        source: Origin { class: "the range splitter of Key_Shared subscriptions", version: "read" },
        tell: ranges,
    },
];

fn containers(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (containers, tasks) = (sighting.number("containers"), sighting.number("tasks"));
    told.what = match (containers, tasks) {
        (Some(containers), Some(tasks)) => format!(
            "{containers} containers are asked for and the input gives {tasks} tasks, one a partition: some would have nothing to do, and Samza \
             refuses to start."
        ),
        _ => "More containers are asked for than the input gives tasks, one a partition. Samza refuses to start."
            .to_owned(),
    };
    match sighting.buckets("tasks") {
        Some(tasks) => told.passes.extend(passing::widths(&passing::engine("samza"), Counts::fresh(tasks), tasks)),
        None => told.passes.push("A job.container.count up to the number of tasks.".to_owned()),
    }
    told.steps = lines([
        "Lower job.container.count.",
        "More tasks: more input partitions, for a stateful job a whole multiple of the old number; or job.elasticity.factor for one without state.",
    ]);
}

fn multiple(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (new, previous) = (sighting.number("new"), sighting.number("previous"));
    told.what = match (new, previous) {
        (Some(new), Some(previous)) => format!(
            "The input grew from {previous} to {new} partitions. Samza finds the task that had a key's state by the remainder of the new partition \
             by the old number, which is only right where the new one is a whole multiple."
        ),
        _ => "The input grew to a number of partitions that is no whole multiple of the old one.".to_owned(),
    };
    told.passes.push(
        match previous.and_then(|previous| u64::try_from(previous).ok()).filter(|previous| *previous > 0) {
            Some(previous) => {
                let new = new.and_then(|new| u64::try_from(new).ok()).unwrap_or(previous);
                // Topics never shrink: only multiples above the new number can still be reached.
                let next = (new / previous).saturating_add(1).max(2);
                let list = [0, 1, 2].map(|more| previous.saturating_mul(next.saturating_add(more)));
                let list = list.into_iter().filter(|count| samza_takes(previous, *count)).map(grouped);
                let list = list.collect::<Vec<_>>().join(", ");
                format!("Whole multiples of {previous} that the topic can still grow to: {list}, …")
            }
            None => "A whole multiple of the old number.".to_owned(),
        },
    );
    told.steps =
        lines(["Grow the input further, to the next multiple.", "Or drop the state and its changelog and replay."]);
}

/// Whether a stateful job takes another number; one beyond what is simulated, by the same rule.
fn samza_takes(previous: u64, count: u64) -> bool {
    match (BucketCount::new(previous), BucketCount::new(count)) {
        (Ok(recorded), Ok(configured)) => {
            let counts = Counts { recorded: Some(recorded), configured: Some(configured) };
            counts.runs(&passing::engine("samza"), WorkerCount::ONE)
        }
        _ => count.is_multiple_of(previous),
    }
}

fn member(sighting: &Sighting<'_>, told: &mut Explanation) {
    let (expected, found) = (sighting.number("expected"), sighting.number("found"));
    told.what = match (expected, found) {
        (Some(expected), Some(found)) => format!(
            "The cluster has {expected} partitions, the member that wants to join is set to {found}, or the other way about. All members need the \
             same number."
        ),
        _ => "The member that wants to join has another partition count than the cluster.".to_owned(),
    };
    told.passes.push(match expected.filter(|expected| *expected > 0) {
        Some(expected) => format!("{expected} on every member (271 where none is set)."),
        None => "The cluster's number on every member (271 where none is set).".to_owned(),
    });
    told.steps = lines([
        "Set hazelcast.partition.count alike on all members.",
        "To change it, stop the whole cluster; data in memory is lost unless it is stored elsewhere.",
    ]);
}

fn pulsar_grow(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match sighting.number("existing") {
        Some(existing) => {
            format!("The topic has {existing} partitions, and as many or fewer are asked for: it only grows.")
        }
        None => "As many partitions or fewer are asked for than the topic has: it only grows.".to_owned(),
    };
    told.passes.push(match sighting.number("existing").and_then(|existing| u64::try_from(existing).ok()) {
        Some(existing) => format!(
            "{} and more; {} leave half of the keys in their partition.",
            grouped(existing.saturating_add(1)),
            grouped(existing.saturating_mul(2))
        ),
        None => "Any number above that of the topic.".to_owned(),
    });
    told.steps = lines([
        "Growing moves keys: order by key is lost across the change.",
        "For fewer partitions make a new topic and copy.",
    ]);
}

fn ranges(sighting: &Sighting<'_>, told: &mut Explanation) {
    told.what = match sighting.number("consumers") {
        Some(consumers) => format!(
            "Each new consumer takes half of the largest hash range, and with {consumers} consumers none is left that could be halved."
        ),
        None => {
            "Each new consumer takes half of the largest hash range, and none is left that could be halved.".to_owned()
        }
    };
    told.passes
        .push("Fewer consumers; or consistent hashing, the default since 2.10, which does not run out.".to_owned());
    told.steps = lines(["Set subscriptionKeySharedUseConsistentHashing=true on the broker, or use fewer consumers."]);
}
