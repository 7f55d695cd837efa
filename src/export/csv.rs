//! One row a worker and step.

use super::Export;
use crate::simulate::{Report, Step};

/// CSV with a header. Steps and workers count from 0; a refused step has one row without a worker.
#[derive(Debug, Clone, Copy, Default)]
pub struct Csv;

const HEADER: [&str; 9] =
    ["step", "workers", "bucket_count", "outcome", "worker", "buckets", "keys", "load", "state_bytes"];

impl Export for Csv {
    fn export(&self, report: &Report) -> String {
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.write_record(HEADER).expect(IN_MEMORY);
        for (at, step) in report.steps.iter().enumerate() {
            write_step(&mut rows, at, step);
        }
        let bytes = rows.into_inner().expect(IN_MEMORY);
        String::from_utf8(bytes).expect("numbers and names are UTF-8")
    }
}

const IN_MEMORY: &str = "rows of equal length into memory";

fn write_step(rows: &mut csv::Writer<Vec<u8>>, at: usize, step: &Step) {
    let head = [
        at.to_string(),
        step.workers.to_string(),
        step.bucket_count.to_string(),
        super::text::outcome(step.outcome).to_owned(),
    ];
    let mut write = |tail: [String; 5]| rows.write_record(head.iter().chain(&tail)).expect(IN_MEMORY);
    let Some(deal) = &step.deal else {
        return write([const { String::new() }; 5]);
    };
    for (id, worker) in deal.worker.iter().enumerate() {
        write([
            id.to_string(),
            worker.buckets.to_string(),
            worker.keys.to_string(),
            worker.load.to_string(),
            worker.state_bytes.to_string(),
        ]);
    }
}
