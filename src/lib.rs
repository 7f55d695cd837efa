//! Redeal: a deterministic simulator of bucket dealing.
//!
//! Stateful stream jobs hash keys into a fixed number of **buckets** at their first start and deal whole buckets to **workers**
//! ever after. This crate computes what any count and any width make of a job: exactly as the engines hash and deal.
//!
//! The phases, each a function of the one before:
//!
//! 1. [`scenario`]: a file becomes a checked [`simulate::Job`];
//! 2. [`engine`]: each width is put to the engine's [`engine::Profile`]: runs, refused, capped or idle;
//! 3. [`keys`], [`hash`]: every key goes to its bucket ([`simulate::populate`]);
//! 4. [`deal`]: every bucket goes to its worker, as an [`deal::Assignment`];
//! 5. [`simulate`]: figures, words and a digest: the [`simulate::Report`];
//! 6. [`export`] and [`cli`] print it; the window (feature `gui`) draws it.
//!
//! [`explore`] runs many of them at once: sweeps over widths, bucket counts and seeds, advice for a plan with its runway, cost
//! curves, movement, ways out of a count that was too low, comparisons. [`figure`] makes pictures of what they find.
//! [`explain`] decodes the messages of the engines themselves.
//!
//! ```
//! use redeal::scenario::Scenario;
//! use redeal::simulate::{Unwatched, simulate};
//!
//! let job = Scenario::built_in().job(std::path::Path::new(""))?;
//! let report = simulate(&job, &Unwatched)?;
//! assert_eq!(report.steps[1].owners, 40);
//! assert!(report.steps[2].message.as_ref().is_some_and(|text| text.contains("higher than the max parallelism (128)")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A recommendation for the same job, with its reasons in the engine's words:
//!
//! ```
//! use redeal::explore::{Plan, advise};
//! use redeal::scenario::Scenario;
//! use redeal::simulate::Unwatched;
//! use redeal::unit::WorkerCount;
//!
//! let job = Scenario::built_in().job(std::path::Path::new(""))?;
//! let plan = Plan::new(WorkerCount::new(4)?, WorkerCount::new(40)?);
//! let advice = advise(&job, &plan, &Unwatched)?;
//! let best = &advice.recommended[0];
//! assert!(best.buckets.get() >= 120, "three times the peak");
//! assert!(best.reasons[0].sentence(&job.engine.facts().words).contains("times the peak of 40"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What it does not do: run or measure an engine, model latency or network, or guess your keys.

pub mod cli;
pub mod deal;
pub mod decide;
pub mod engine;
pub mod explain;
pub mod explore;
pub mod export;
pub mod figure;
#[cfg(feature = "gui")]
pub mod gui;
pub mod hash;
pub mod import;
pub mod keys;
pub mod learn;
pub mod numerals;
pub mod plain;
pub mod scenario;
pub mod simulate;
pub mod snapshot;
pub mod unit;
mod zstd;
