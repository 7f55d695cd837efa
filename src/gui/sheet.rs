//! What lies over the window.

use super::explaining::Asked;
use super::exploration::Picture;
use super::importing::Import;
use crate::snapshot::Snapshot;
use std::path::PathBuf;
use std::sync::Arc;

/// A sheet over the window.
#[derive(Debug, Clone, PartialEq)]
pub enum Sheet {
    /// The keyboard map.
    Help,
    /// A path to open.
    Open {
        /// As typed.
        path: String,
    },
    /// A path of a list of keys.
    List {
        /// As typed.
        path: String,
    },
    /// A list of keys as it would be read.
    Import(Arc<Import>),
    /// A message of an engine, and what it means.
    Explain(Arc<Asked>),
    /// A path of a log to explain.
    Log {
        /// As typed.
        path: String,
    },
    /// A path of a scenario to compare with.
    CompareWith {
        /// As typed.
        path: String,
    },
    /// Every command, to be found by its name.
    Palette {
        /// What is looked for, as typed.
        typed: String,
        /// Which of the commands found is chosen, from 0.
        chosen: usize,
    },
    /// A path to save to.
    SaveAs {
        /// As typed.
        path: String,
    },
    /// A path to write the decision record to.
    SaveRecord {
        /// As typed.
        path: String,
    },
    /// A path to save a copy of what has been learnt to.
    SaveLearning {
        /// As typed.
        path: String,
    },
    /// A snapshot of which a part is to be chosen.
    Parts {
        /// Where it lies.
        path: PathBuf,
        /// As it was read.
        snapshot: Arc<Snapshot>,
    },
    /// A path to save a chart to, as the path's ending says.
    SavePicture {
        /// As typed.
        path: String,
        /// The chart.
        picture: Picture,
    },
}
