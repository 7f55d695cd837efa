//! A fingerprint of a report's figures.

use super::report::{
    BucketFigures, ChiSquare, DealFigures, ExpectedIdle, KeyFigures, Loss, Movement, Report, WorkerFigures,
};
use crate::engine::Outcome;
use serde::Serialize;
use std::io::{self, Write};
use xxhash_rust::xxh64::Xxh64;

/// The figures alone: no name, no version, no wording that may change while every figure stays.
#[derive(Serialize)]
struct Figures<'a> {
    engine: &'a str,
    seed: u64,
    keys: &'a KeyFigures,
    buckets: &'a BucketFigures,
    steps: Vec<StepOf<'a>>,
}

#[derive(Serialize)]
struct StepOf<'a> {
    asked: [u32; 4],
    outcome: Outcome,
    message: Option<&'a str>,
    movement: Option<&'a Movement>,
    deal: Option<DealOf<'a>>,
}

#[derive(Serialize)]
struct DealOf<'a> {
    keyless: u32,
    owners: &'a [u32],
    worker: &'a [WorkerFigures],
    balance: [f64; 4],
    loss: &'a Loss,
    expected_idle: Option<&'a ExpectedIdle>,
    even_hashing: Option<&'a ChiSquare>,
    snapshot: [u64; 5],
    snapshot_detail: Vec<f64>,
}

/// 16 hex digits: XXH64 (seed 0) over the figures as JSON.
pub(super) fn digest(report: &Report) -> String {
    let steps = report.steps.iter().map(|step| StepOf {
        asked: [step.workers, step.bucket_count, step.owners, step.idle],
        outcome: step.outcome,
        message: step.message.as_deref(),
        movement: step.movement.as_ref(),
        deal: step.deal.as_deref().map(deal),
    });
    let figures = Figures {
        engine: report.engine,
        seed: report.seed,
        keys: &report.keys,
        buckets: &report.buckets,
        steps: steps.collect(),
    };
    let mut hash = io::BufWriter::with_capacity(1 << 16, Hash(Xxh64::new(0)));
    serde_json::to_writer(&mut hash, &figures).expect("figures are numbers, text and lists, and hashing cannot fail");
    let hash = hash.into_inner().map_err(io::IntoInnerError::into_error).expect("hashing cannot fail");
    format!("{:016x}", hash.0.digest())
}

fn deal(deal: &DealFigures) -> DealOf<'_> {
    let cost = &deal.snapshot;
    DealOf {
        keyless: deal.keyless,
        owners: deal.assignment.owners(),
        worker: &deal.worker,
        balance: [deal.peak_to_mean, deal.effective_width, deal.cv, deal.flink_skew_score],
        loss: &deal.loss,
        expected_idle: deal.expected_idle.as_ref(),
        even_hashing: deal.even_hashing.as_ref(),
        snapshot: [cost.metadata_bytes, cost.data_bytes, cost.files, cost.ranges, cost.bytes_of_buckets],
        snapshot_detail: cost.detail.iter().map(|line| line.value).collect(),
    }
}

struct Hash(Xxh64);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
