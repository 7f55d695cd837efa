//! Many simulations at once: every width, many counts, many seeds.

mod peaks;
mod sweep;

pub use sweep::{BadSweep, Band, MAX_CELLS, SweepRow, SweepSpec, sweep};
