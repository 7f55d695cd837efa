//! An engine of the user's own: any hash, reduction, dealing rule and behaviour past the ceiling.

use super::{
    Accuracy, Cause, CostLine, Facts, OUR_WORDS, Outcome, Profile, SnapshotCost, SnapshotInput, Source, Start,
    StartRequest, product,
};
use crate::deal::DealingRule;
use crate::hash::{HashFn, HashingRule, Reduction};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};

/// A custom engine's rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CustomOptions {
    /// What it is called in messages, 1 to 100 characters.
    pub name: String,
    /// Key → 32 bits.
    pub hash: HashFn,
    /// 32 bits → bucket.
    pub reduction: Reduction,
    /// Bucket → worker.
    pub deal: DealingRule,
    /// What a width above the bucket count gets.
    pub past_ceiling: PastCeiling,
    /// What another bucket count gets at a restart.
    pub change_of_count: ChangeOfCount,
    /// Bytes a snapshot's metadata grows by with each bucket.
    pub metadata_bytes_per_bucket: u64,
    /// Bytes a snapshot's data grows by with each bucket, even an empty one.
    pub data_bytes_per_bucket: u64,
    /// Files a snapshot holds for each bucket; 0 = one file a worker.
    pub files_per_bucket: u32,
}

impl Default for CustomOptions {
    fn default() -> Self {
        Self {
            name: "custom".to_owned(),
            hash: HashFn::Crc32,
            reduction: Reduction::UnsignedMod,
            deal: DealingRule::Contiguous,
            past_ceiling: PastCeiling::Idle,
            change_of_count: ChangeOfCount::Refuse,
            metadata_bytes_per_bucket: 8,
            data_bytes_per_bucket: 0,
            files_per_bucket: 0,
        }
    }
}

/// What a width above the bucket count gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PastCeiling {
    /// The job does not start.
    Refuse,
    /// It runs with as many workers as there are buckets.
    Cap,
    /// All workers start and the surplus owns nothing.
    Idle,
}

/// What another bucket count gets at a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChangeOfCount {
    /// The job does not start.
    Refuse,
    /// The recorded count stays in force.
    Ignore,
    /// The new count is taken and the state laid out anew.
    Adopt,
}

static FACTS: Facts = Facts {
    id: "custom",
    name: "Custom engine",
    versions: "none",
    words: OUR_WORDS,
    min_buckets: 1,
    max_buckets: None,
    out_of_bounds: "",
    too_few: "",
    count_setting: "",
    default_buckets: "none: set a count",
    hashing: "as chosen",
    dealing: "as chosen",
    past_ceiling: "as chosen: refuse, cap or idle",
    change_of_count: "as chosen: refuse, ignore or adopt",
    sources: &[Source { fact: "Every rule", source: "the scenario's own options" }],
};

impl Profile for CustomOptions {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn hashing(&self) -> HashingRule {
        HashingRule { hash: self.hash, reduction: self.reduction }
    }

    fn default_buckets(&self, _first_width: WorkerCount, _input_pieces: u32) -> Option<u64> {
        None
    }

    fn dealing(&self, _workers: WorkerCount) -> DealingRule {
        self.deal.clone()
    }

    fn start(&self, request: &StartRequest) -> Start {
        let width = request.width;
        let (buckets, note) = match self.count_in_force(request) {
            Ok(taken) => taken,
            Err((recorded, cause, text)) => return Start::refused(recorded, width, cause).noting([text]),
        };
        if width.get() <= buckets.get() {
            return Start::of(buckets, Outcome::Runs, width).noting(note);
        }
        let noun = if buckets == BucketCount::ONE { "bucket" } else { "buckets" };
        let owners = format!("{}: {width} workers for {buckets} {noun}: at most {buckets} can own one.", self.name);
        let start = match self.past_ceiling {
            PastCeiling::Refuse => Start::refused(buckets, width, Cause::Width),
            PastCeiling::Cap => Start::of(buckets, Outcome::Capped, WorkerCount::clamped(u64::from(buckets.get()))),
            PastCeiling::Idle => Start::of(buckets, Outcome::Idle, width),
        };
        start.noting(note.into_iter().chain([owners]))
    }

    fn snapshot(&self, input: &SnapshotInput) -> SnapshotCost {
        let buckets = u64::from(input.buckets.get());
        let metadata = product(&[buckets, self.metadata_bytes_per_bucket]);
        let data = product(&[buckets, self.data_bytes_per_bucket]);
        let files = match self.files_per_bucket {
            0 => u64::from(input.workers.get()),
            each => product(&[buckets, u64::from(each)]),
        };
        SnapshotCost {
            is_counted: true,
            metadata_bytes: metadata,
            data_bytes: data.saturating_add(input.key_bytes).saturating_add(input.value_bytes),
            files,
            ranges: u64::from(input.owners),
            buckets_per_worker: input.buckets.as_f64() / input.workers.as_f64(),
            accuracy: Accuracy::Estimated,
            kind: "as the scenario's options say".to_owned(),
            bytes_of_buckets: metadata.saturating_add(data),
            detail: vec![CostLine::of(
                "of the buckets",
                metadata.saturating_add(data),
                "bytes",
                Accuracy::Estimated,
                "the scenario's own options",
            )],
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.name.is_empty() || self.name.chars().count() > 100 {
            return Err(format!("name is {} characters long: allowed are 1 to 100", self.name.chars().count()));
        }
        let bytes = [
            ("metadata_bytes_per_bucket", self.metadata_bytes_per_bucket),
            ("data_bytes_per_bucket", self.data_bytes_per_bucket),
            ("files_per_bucket", u64::from(self.files_per_bucket)),
        ];
        match bytes.into_iter().find(|(_, found)| *found > MAX_PER_BUCKET) {
            Some((field, found)) => Err(format!("{field} is {found}: at most {MAX_PER_BUCKET} are allowed")),
            None => self.check_reduction().and_then(|()| self.check_deal()),
        }
    }
}

/// The most bytes or files a bucket may be said to cost.
const MAX_PER_BUCKET: u64 = 1 << 30;

/// The recorded count, why the job does not start, and the same in words.
type Refusal = (BucketCount, Cause, String);

impl CustomOptions {
    /// The bucket count in force, with a note where a wish was ignored; or the recorded count and why the job does not
    /// start. With no count set and none recorded there is none in force: one bucket stands for it.
    fn count_in_force(&self, request: &StartRequest) -> Result<(BucketCount, Option<String>), Refusal> {
        let name = &self.name;
        match (request.recorded, request.configured) {
            (Some(recorded), Some(set)) if recorded != set => match self.change_of_count {
                ChangeOfCount::Adopt => Ok((set, None)),
                ChangeOfCount::Ignore => {
                    Ok((recorded, Some(format!("{name}: {set} buckets are asked for, the recorded {recorded} stay."))))
                }
                ChangeOfCount::Refuse => Err((
                    recorded,
                    Cause::CountChanged,
                    format!("{name}: state was laid out in {recorded} buckets, the program sets {set}."),
                )),
            },
            (None, None) => Err((
                BucketCount::ONE,
                Cause::CountMissing,
                format!("{name}: the program sets no bucket count, none is recorded, and there is no default."),
            )),
            (Some(count), _) | (None, Some(count)) => Ok((count, None)),
        }
    }

    fn check_deal(&self) -> Result<(), String> {
        match &self.deal {
            DealingRule::KafkaHighAvailability { threads } if threads.len() > 10_000 => {
                Err(format!("deal: threads has {} entries: at most 10000 are allowed", threads.len()))
            }
            DealingRule::RisingWaveWeighted { weights, .. } if weights.len() > 1000 => {
                Err(format!("deal: weights has {} entries: at most 1000 are allowed", weights.len()))
            }
            DealingRule::HashRing { points } if !(1..=1000).contains(points) => {
                Err(format!("deal: points is {points}: allowed are 1 to 1000"))
            }
            _ => Ok(()),
        }
    }

    fn check_reduction(&self) -> Result<(), String> {
        match self.reduction {
            Reduction::RoutingShards { shards } if shards > MAX_ROUTING_SHARDS => {
                Err(format!("reduction: shards is {shards}: at most {MAX_ROUTING_SHARDS} are allowed"))
            }
            _ => Ok(()),
        }
    }
}

/// The most routing shards.
const MAX_ROUTING_SHARDS: u32 = 1 << 20;
