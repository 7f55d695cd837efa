//! How figures stand in JSON: what nobody counted is null.

use super::report::{BucketFigures, ChiSquare, DealFigures, ExpectedIdle, KeyFigures, Loss, WorkerFigures};
use crate::engine::SnapshotCost;
use crate::unit::LoadUnit;
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Keys<'a> {
    count: Option<u64>,
    #[serde(skip_serializing_if = "is_true")]
    counted: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    count_is_estimate: bool,
    load: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    load_unit: Option<&'static str>,
    hottest_key: Option<&'a str>,
    hottest_load: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hottest_load_at_most: Option<u64>,
    hottest_share: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it may skip by reference")]
const fn is_true(flag: &bool) -> bool {
    *flag
}

impl Serialize for KeyFigures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_known = self.is_hottest_known();
        Keys {
            count: self.counted.then_some(self.count),
            counted: self.counted,
            count_is_estimate: self.count_is_estimate,
            load: self.load,
            load_unit: (self.unit != LoadUnit::Records).then_some(self.unit.words().1),
            hottest_key: is_known.then_some(self.hottest_key.as_str()),
            hottest_load: is_known.then_some(self.hottest_load),
            hottest_load_at_most: self.hottest_load_at_most,
            hottest_share: is_known.then_some(self.hottest_share),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct Buckets<'a> {
    count: u32,
    occupied: u32,
    keys: Option<&'a [u64]>,
    load: &'a [u64],
}

impl Serialize for BucketFigures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = self.keys_known.then_some(&self.keys[..]);
        Buckets { count: self.count, occupied: self.occupied, keys, load: &self.load }.serialize(serializer)
    }
}

/// A step's deal, with the shares of its workers.
#[derive(Serialize)]
struct Deal<'a> {
    keyless: Option<u32>,
    worker: Workers<'a>,
    peak_to_mean: f64,
    effective_width: f64,
    cv: f64,
    flink_skew_score: f64,
    loss: Losses,
    expected_idle: Option<&'a ExpectedIdle>,
    even_hashing: Option<&'a ChiSquare>,
    snapshot: &'a SnapshotCost,
}

#[derive(Serialize)]
struct Worker {
    buckets: u32,
    keys: Option<u64>,
    load: u64,
    state_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Losses {
    dealing: f64,
    hot_key_floor: Option<f64>,
    hot_bucket_floor: f64,
    least_loaded: f64,
    best_possible: f64,
    chance: f64,
}

/// The workers of a deal, one after another: there may be a million.
struct Workers<'a>(&'a DealFigures);

impl Serialize for Workers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = |worker: &WorkerFigures| Worker {
            buckets: worker.buckets,
            keys: self.0.buckets.keys_known.then_some(worker.keys),
            load: worker.load,
            state_bytes: self.0.is_state_known.then_some(worker.state_bytes),
        };
        serializer.collect_seq(self.0.worker.iter().map(shown))
    }
}

impl Serialize for DealFigures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Loss { dealing, hot_key_floor, hot_bucket_floor, least_loaded, best_possible, chance } = self.loss;
        let hot_key_floor = self.is_hottest_known.then_some(hot_key_floor);
        Deal {
            keyless: self.buckets.keys_known.then_some(self.keyless),
            worker: Workers(self),
            peak_to_mean: self.peak_to_mean,
            effective_width: self.effective_width,
            cv: self.cv,
            flink_skew_score: self.flink_skew_score,
            loss: Losses { dealing, hot_key_floor, hot_bucket_floor, least_loaded, best_possible, chance },
            expected_idle: self.expected_idle.as_ref(),
            even_hashing: self.even_hashing.as_ref(),
            snapshot: &self.snapshot,
        }
        .serialize(serializer)
    }
}
