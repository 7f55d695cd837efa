//! One pass over a list: blocks are cut by whichever thread comes, read by all.

use super::chunks::{Block, Chunks};
use super::csv_rows;
use super::error::ImportError;
use super::returns::mended;
use super::rows::{Counts, RowReader, Wanted};
use super::table::Kind;
use crate::keys::{KeyRow, RowWatch};
use memchr::memchr;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a block: a few milliseconds of work.
pub(super) const BLOCK_BYTES: usize = 1 << 20;

/// What the watch is told of.
pub(super) enum Told {
    /// Bytes of the file, as it is compressed.
    Bytes(Arc<AtomicU64>),
    /// Rows.
    Rows,
}

/// A pass that came to its end, or was ended by its taker.
pub(super) struct Passed<P> {
    /// What each thread made.
    pub parts: Vec<P>,
    pub counts: Counts,
    /// Whether the taker wanted no more.
    pub is_cut_short: bool,
}

/// Goes through all wanted rows on every thread of the pool. Memory: a block a thread, and what the parts take.
pub(super) fn pass<P: Send>(
    text: Box<dyn Read + Send>,
    wanted: Wanted<'_>,
    watch: &dyn RowWatch,
    told: &Told,
    empty: impl Fn() -> P + Sync,
    take: impl Fn(&mut P, &KeyRow<'_>) -> bool + Sync,
) -> Result<Passed<P>, ImportError> {
    let layout = wanted.layout;
    let chunks = Chunks::new(mended(text, layout.returns), layout.kind.quoting(), BLOCK_BYTES);
    let source = Mutex::new(Source { chunks, header: layout.header, told_bytes: 0 });
    let stopped = AtomicBool::new(false);
    let cut_short = AtomicBool::new(false);
    let work = || {
        let (mut part, mut reader, mut block) = (empty(), RowReader::new(wanted), Block::default());
        while !stopped.load(Ordering::Relaxed) {
            if watch.is_cancelled() {
                return Err(ImportError::cancelled());
            }
            let done = {
                let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
                if !source.next(&mut block, layout.kind).map_err(|error| unreadable(&error, &source.chunks))? {
                    break;
                }
                source.done(told)
            };
            let before = reader.counts.rows;
            if !reader.read(&block, &mut |row| take(&mut part, row)) {
                cut_short.store(true, Ordering::Relaxed);
                stopped.store(true, Ordering::Relaxed);
            }
            watch.advance(done.unwrap_or(reader.counts.rows - before));
        }
        Ok((part, reader.counts))
    };
    let work = || {
        let worked = work();
        // What one thread cannot go on with, the others need not begin.
        stopped.fetch_or(worked.is_err(), Ordering::Relaxed);
        worked
    };
    let (mut parts, mut counts) = (Vec::new(), Counts::default());
    for worked in rayon::broadcast(|_| work()) {
        let (part, more) = worked?;
        parts.push(part);
        counts.merge(more);
    }
    Ok(Passed { parts, counts, is_cut_short: cut_short.into_inner() })
}

fn unreadable(error: &io::Error, chunks: &Chunks) -> ImportError {
    ImportError::new(format!("cannot be read past line {}: {error}", chunks.line()))
}

/// Blocks, the header taken off.
struct Source {
    chunks: Chunks,
    /// Whether the header is still to come.
    header: bool,
    told_bytes: u64,
}

impl Source {
    fn next(&mut self, block: &mut Block, kind: Kind) -> io::Result<bool> {
        let more = self.chunks.next(block)?;
        if more && self.header && block.broken.is_none() {
            self.header = !take_off_header(block, kind);
        }
        Ok(more)
    }

    /// Bytes of the file since this was last asked; `None` where rows are told.
    fn done(&mut self, told: &Told) -> Option<u64> {
        let Told::Bytes(taken) = told else { return None };
        let taken = taken.load(Ordering::Relaxed);
        Some(taken - std::mem::replace(&mut self.told_bytes, taken))
    }
}

/// Takes the first row that is not blank off a block. False where it has none.
pub(super) fn take_off_header(block: &mut Block, kind: Kind) -> bool {
    let mut at = 0;
    let mut fields = Vec::new();
    let mut found = false;
    while at < block.bytes.len() && !found {
        let start = at;
        at = match kind {
            Kind::Table { delimiter } => csv_rows::next_row(&block.bytes, at, delimiter, &mut fields),
            Kind::JsonLines | Kind::Lines => {
                memchr(b'\n', &block.bytes[at..]).map_or(block.bytes.len(), |end| at + end + 1)
            }
        };
        found = !block.bytes[start..at].trim_ascii().is_empty();
    }
    block.line += memchr::memchr_iter(b'\n', &block.bytes[..at]).count() as u64;
    block.bytes.drain(..at);
    found
}
