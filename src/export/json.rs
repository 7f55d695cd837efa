//! The report as JSON, format `redeal-report/1`.

use super::Export;
use crate::simulate::Report;
use std::io::{self, Write};

/// Indented JSON, fields as in [`Report`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Json;

impl Export for Json {
    fn export(&self, report: &Report) -> String {
        let mut text = serde_json::to_string_pretty(report).expect("a report holds only numbers, text and lists");
        text.push('\n');
        text
    }

    fn write(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, report)?;
        writeln!(out)
    }
}
