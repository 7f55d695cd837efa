//! Rows of a block, one by one: read, added up, or rejected with a reason.

use super::cells::{Cell, set_key, whole_number};
use super::chunks::Block;
use super::rejected::Rejected;
use super::table::{Kind, Layout};
use super::{csv_rows, json_rows, line_rows};
use crate::keys::{KeyRow, KeyType, RejectedRow, Value};
use memchr::{memchr_iter, memrchr};

/// What one thread has read.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub rows: u64,
    pub null_rows: u64,
    pub null_load: u128,
    pub empty_rows: u64,
    /// Of all rows, in records.
    pub load: u128,
    /// Of all rows, in bytes.
    pub state: u128,
    pub rejected: Rejected,
}

impl Counts {
    /// Takes in what another thread has read.
    pub fn merge(&mut self, other: Self) {
        self.rows += other.rows;
        self.null_rows += other.null_rows;
        self.null_load += other.null_load;
        self.empty_rows += other.empty_rows;
        self.load += other.load;
        self.state += other.state;
        self.rejected.merge(other.rejected);
    }
}

/// The fields that are wanted of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a> {
    pub key: Cell<'a>,
    pub load: Option<Cell<'a>>,
    pub state: Option<Cell<'a>>,
}

/// Why a row is rejected.
#[derive(Debug)]
pub(super) struct Fault {
    pub part: Part,
    /// Bytes of the part before the defect.
    pub offset: usize,
    pub reason: String,
}

/// A part of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Key,
    Load,
    State,
}

/// Which rows are read, and how.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub layout: &'a Layout,
    /// Whether a row is wanted whose key has this fingerprint; none = all are. Only texts are passed over before they are read, the taker
    /// gets some rows that are not wanted. What is passed over is not counted.
    pub only: Option<&'a (dyn Fn(u64) -> bool + Sync)>,
}

impl<'a> Wanted<'a> {
    /// Every row.
    pub const fn all(layout: &'a Layout) -> Self {
        Self { layout, only: None }
    }
}

/// Reads the blocks that one thread gets.
pub(super) struct RowReader<'a> {
    pub layout: &'a Layout,
    only: Option<&'a (dyn Fn(u64) -> bool + Sync)>,
    key: Value,
    pub counts: Counts,
}

impl<'a> RowReader<'a> {
    pub fn new(Wanted { layout, only }: Wanted<'a>) -> Self {
        let is_text = layout.key_type == KeyType::String;
        let key = if is_text { Value::Text(String::new()) } else { Value::Null };
        Self { layout, only: only.filter(|_| is_text), key, counts: Counts::default() }
    }

    /// Hands on every row of a block that can be read. False once `take` wants no more.
    pub fn read(&mut self, block: &Block, take: &mut impl FnMut(&KeyRow<'_>) -> bool) -> bool {
        if let Some(broken) = block.broken {
            self.reject(block, broken.offset, || broken.reason.to_owned());
            return true;
        }
        match self.layout.kind {
            Kind::Table { delimiter } => csv_rows::read(self, block, delimiter, take),
            Kind::JsonLines => json_rows::read(self, block, take),
            Kind::Lines => line_rows::read(self, block, take),
        }
    }

    /// Hands on one row. False once `take` wants no more.
    pub fn row(&mut self, fields: &Fields<'_>, take: &mut impl FnMut(&KeyRow<'_>) -> bool) -> Result<bool, Fault> {
        if self.only.is_some_and(|only| !fields.key.is_null && !only(Value::fingerprint_of_text(fields.key.bytes))) {
            return Ok(true);
        }
        let number = |part, cell: Option<Cell<'_>>, what, unit, otherwise| {
            let Some(cell) = cell else { return Ok(otherwise) };
            whole_number(cell, what, unit).map_err(|bad| Fault { part, offset: bad.offset, reason: bad.reason })
        };
        let load = number(Part::Load, fields.load, "load", "records", 1)?;
        let state_bytes = number(Part::State, fields.state, "state", "bytes", 0)?;
        let key = if fields.key.is_null {
            self.counts.null_rows += 1;
            self.counts.null_load += u128::from(load);
            &Value::Null
        } else {
            set_key(&mut self.key, self.layout.key_type, fields.key.bytes).map_err(|bad| Fault {
                part: Part::Key,
                offset: bad.offset,
                reason: bad.reason,
            })?;
            // A number is never empty: it would not have been read.
            self.counts.empty_rows += u64::from(fields.key.bytes.is_empty());
            &self.key
        };
        self.counts.rows += 1;
        self.counts.load += u128::from(load);
        self.counts.state += u128::from(state_bytes);
        Ok(take(&KeyRow { key, load, state_bytes }))
    }

    /// Counts a row that cannot be read, with the place of its defect in the block.
    pub fn reject(&mut self, block: &Block, offset: usize, reason: impl FnOnce() -> String) {
        self.counts.rejected.add(|| {
            let before = &block.bytes[..offset.min(block.bytes.len())];
            let line_start = memrchr(b'\n', before).map_or(0, |at| at + 1);
            RejectedRow {
                line: block.line + memchr_iter(b'\n', before).count() as u64,
                column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1,
                reason: reason(),
            }
        });
    }
}
