//! Redeal: a deterministic simulator of bucket dealing.

pub mod cli;
pub mod deal;
pub mod engine;
pub mod export;
#[cfg(feature = "gui")]
pub mod gui;
pub mod hash;
pub mod keys;
pub mod numerals;
pub mod scenario;
pub mod simulate;
pub mod unit;
