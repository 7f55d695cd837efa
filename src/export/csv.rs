//! One row a worker and step.

use super::Export;
use crate::simulate::{Report, Step};
use std::io::{self, Write};

/// CSV with a header. Steps and workers count from 0; a refused step has one row without a worker.
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
    let head = format!("{at},{},{},{}", step.workers, step.bucket_count, step.outcome.word());
    let Some(deal) = &step.deal else {
        return writeln!(out, "{head},,,,,");
    };
    for (id, worker) in deal.worker.iter().enumerate() {
        writeln!(out, "{head},{id},{},{},{},{}", worker.buckets, worker.keys, worker.load, worker.state_bytes)?;
    }
    Ok(())
}
