//! One row a worker and step.

use super::Export;
use crate::simulate::{Report, Step};
use std::io::{self, Write};

/// CSV with a header. Steps count from 1, as everywhere, and workers from 0; a refused step has one row without a worker. What
/// nobody counted is empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct Csv;

impl Export for Csv {
    fn export(&self, report: &Report) -> String {
        let mut bytes = Vec::new();
        self.write(report, &mut bytes).expect("memory takes what is written");
        String::from_utf8(bytes).expect("numbers and names are UTF-8")
    }

    fn write(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "step,workers,bucket_count,outcome,worker,buckets,keys,load,state_bytes")?;
        report.steps.iter().enumerate().try_for_each(|(at, step)| write_step(out, at, step))
    }
}

/// Numbers and outcomes hold neither commas nor quotes.
fn write_step(out: &mut dyn Write, at: usize, step: &Step) -> io::Result<()> {
    let head = format!("{},{},{},{}", at + 1, step.workers, step.bucket_count, step.outcome.word());
    let Some(deal) = &step.deal else {
        return writeln!(out, "{head},,,,,");
    };
    for (id, worker) in deal.worker.iter().enumerate() {
        let keys = some(deal.buckets.keys_known.then_some(worker.keys));
        let state = some(deal.is_state_known.then_some(worker.state_bytes));
        writeln!(out, "{head},{id},{},{keys},{},{state}", worker.buckets, worker.load)?;
    }
    Ok(())
}

fn some(count: Option<u64>) -> String {
    count.map_or_else(String::new, |count| count.to_string())
}
