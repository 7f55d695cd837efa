//! What a panel can ask for. Panels push commands and change nothing themselves.

pub use super::sheet::Sheet;

use super::document::Part;
use super::exploration::{Picture, ViewKind, Wishes};
use super::explorer::Compared;
use super::learning::Learn;
use super::view::wall::WallColour;
use super::view::workers::Sort;
use crate::engine::Engine;
use crate::explore::{ExitPlan, Plan};
use crate::import::ListOptions;
use crate::scenario::{Buckets, Keys, RestartBuckets, Scenario, State};
use crate::snapshot::{PartName, Snapshot};
use crate::unit::{BucketCount, WorkerCount};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// A change of the scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Another engine, or another option of it.
    Engine(Engine),
    /// Another bucket count.
    Buckets(Buckets),
    /// Another bucket count and with it the width of a step: one step back.
    CountAndWidth {
        /// The edit that sets the count.
        count: Box<Self>,
        /// The step, from 0.
        step: usize,
        /// Its width.
        width: WorkerCount,
    },
    /// Another width of one step.
    Width {
        /// The step, from 0.
        step: usize,
        /// Its width.
        width: WorkerCount,
    },
    /// One more restart at the end.
    AddStep(WorkerCount),
    /// One step fewer.
    RemoveStep(usize),
    /// Other keys.
    Keys(Keys),
    /// Other sizes of state.
    State(State),
    /// Another number of input pieces.
    InputPieces(u32),
    /// Another seed.
    Seed(u64),
    /// What the program sets as the bucket count at one restart.
    RestartBuckets {
        /// The step, from 1: the first start has its count elsewhere.
        step: usize,
        /// What is set.
        setting: RestartBuckets,
    },
    /// Another name.
    Name(String),
    /// Another note.
    Note(String),
    /// Another plan, or none.
    Plan(Option<Plan>),
    /// Another exit plan, or none.
    WaysOut(Option<ExitPlan>),
}

impl Edit {
    /// The part it belongs to.
    #[must_use]
    pub const fn part(&self) -> Part {
        match self {
            Self::Engine(_) => Part::Engine,
            Self::Buckets(_) | Self::CountAndWidth { .. } => Part::Buckets,
            Self::Width { step, .. } => Part::Width(*step),
            Self::AddStep(_) | Self::RemoveStep(_) => Part::Steps,
            Self::Keys(_) => Part::Keys,
            Self::State(_) | Self::InputPieces(_) | Self::Seed(_) => Part::Rest,
            Self::RestartBuckets { step, .. } => Part::Restart(*step),
            Self::Name(_) => Part::Name,
            Self::Note(_) => Part::Note,
            Self::Plan(_) => Part::Plan,
            Self::WaysOut(_) => Part::WaysOut,
        }
    }

    /// The scenario with this change.
    #[must_use]
    pub fn applied(self, scenario: &Scenario) -> Scenario {
        let mut next = scenario.clone();
        match self {
            Self::Engine(engine) => take_engine(&mut next, engine),
            Self::Buckets(buckets) => next.buckets = buckets,
            Self::CountAndWidth { count, step, width } => {
                return Self::Width { step, width }.applied(&count.applied(scenario));
            }
            Self::Plan(plan) => next.plan = plan,
            Self::WaysOut(plan) => next.ways_out = plan,
            Self::Width { step, width } => {
                if let Some(slot) = next.widths.get_mut(step) {
                    *slot = width;
                }
            }
            Self::AddStep(width) => next.widths.push(width),
            Self::RemoveStep(step) => remove_step(&mut next, step),
            Self::Keys(keys) => next.keys = keys,
            Self::State(state) => next.state = state,
            Self::InputPieces(pieces) => next.input_pieces = pieces,
            Self::Seed(seed) => next.seed = seed,
            Self::RestartBuckets { step, setting } => set_restart(&mut next, step, setting),
            Self::Name(name) => next.name = name,
            Self::Note(note) => next.note = note,
        }
        next
    }
}

/// Another engine may hash fewer key types, take other counts, or have no default: what it cannot take becomes the nearest
/// it can, so that a look at another engine is one click.
fn take_engine(scenario: &mut Scenario, engine: Engine) {
    let (facts, before) = (engine.facts(), &scenario.engine);
    if facts != before.facts() {
        let first = scenario.widths.first().copied().unwrap_or(WorkerCount::ONE);
        let default = |engine: &Engine| engine.profile().default_buckets(first, scenario.input_pieces);
        let count = match scenario.buckets {
            Buckets::Fixed(count) => Some(u64::from(count.get())),
            Buckets::EngineDefault if default(&engine).is_some() => None,
            Buckets::EngineDefault => default(before).or(Some(128)),
        };
        let max = u64::from(facts.max_buckets.unwrap_or(BucketCount::MAX.get()));
        let nearest = |count: u64| BucketCount::clamped(count.clamp(facts.min_buckets.into(), max));
        if let Some(count) = count {
            scenario.buckets = Buckets::Fixed(nearest(count));
        }
        for setting in &mut scenario.restart_buckets {
            if let RestartBuckets::Set(count) = setting {
                *count = nearest(count.get().into());
            }
        }
        let types = engine.profile().key_types();
        let key_type = match &mut scenario.keys {
            Keys::Generated(keys) => Some(&mut keys.key_type),
            Keys::Typed(keys) => Some(&mut keys.key_type),
            Keys::File(keys) => Some(&mut keys.key_type),
            Keys::List(_) | Keys::Buckets(_) | Keys::Snapshot(_) => None,
        };
        if let (Some(key_type), Some(first)) = (key_type, types.first())
            && !key_type.is_among(types)
        {
            *key_type = *first;
        }
    }
    scenario.engine = engine;
}

/// The last step stays: a job has a first start. What the program sets at a restart goes with its step; the first restart's
/// where the first start goes, since that restart becomes the first start.
fn remove_step(scenario: &mut Scenario, step: usize) {
    if scenario.widths.len() > 1 && step < scenario.widths.len() {
        scenario.widths.remove(step);
        let setting = step.saturating_sub(1);
        if setting < scenario.restart_buckets.len() {
            scenario.restart_buckets.remove(setting);
        }
    }
}

/// Settings that only keep what is set stay unwritten at the end, as a new scenario has them.
fn set_restart(scenario: &mut Scenario, step: usize, setting: RestartBuckets) {
    let Some(at) = step.checked_sub(1).filter(|_| step < scenario.widths.len()) else { return };
    let settings = &mut scenario.restart_buckets;
    if settings.len() <= at {
        settings.resize(step, RestartBuckets::Keep);
    }
    if let Some(slot) = settings.get_mut(at) {
        *slot = setting;
    }
    while settings.last() == Some(&RestartBuckets::Keep) {
        settings.pop();
    }
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Dark.
    Dark,
    /// Light.
    Light,
    /// As the system says.
    #[default]
    System,
}

/// What a panel can ask for.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Change the scenario.
    Edit(Edit),
    /// Learn.
    Learn(Learn),
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// Take a scenario that needs no file.
    Load(Box<Scenario>),
    /// Take a part of a snapshot that was read as the scenario.
    Observe {
        /// Where it lies.
        path: PathBuf,
        /// As it was read.
        snapshot: Arc<Snapshot>,
        /// Which part; `None` = the only one, or ask.
        part: Option<PartName>,
    },
    /// Read a file.
    Open(PathBuf),
    /// Look at a list of keys, to choose how it is read.
    Preview {
        /// Where it lies.
        path: PathBuf,
        /// How it is read; `None` = as its first rows tell.
        options: Option<ListOptions>,
    },
    /// Take the list of keys that the open sheet shows.
    TakeList,
    /// Write the file, or ask where to.
    Save,
    /// Write this file.
    SaveAs(PathBuf),
    /// Explain an engine's message; an empty one asks for it.
    Explain(String),
    /// Explain what is in a log.
    ReadLog(PathBuf),
    /// Let the system's dialog choose a file for the open sheet.
    Browse,
    /// Write the decision record of the scenario.
    SaveRecord(PathBuf),
    /// Write a copy of what has been learnt.
    SaveLearning(PathBuf),
    /// Write a chart to a file.
    SavePicture(PathBuf, Picture),
    /// Ask where to save the chart of the view that is up; nothing where it has none.
    SaveChart,
    /// Compare the scenario with one more.
    CompareWith(Compared),
    /// Take a file off the list of recent ones.
    Forget(PathBuf),
    /// Show a view.
    View(ViewKind),
    /// Wish something else of the views.
    Wish(Wishes),
    /// Show a step.
    SelectStep(usize),
    /// Go through the restarts, or stop.
    TogglePlay,
    /// Whether buckets slide to their new owner.
    Animate(bool),
    /// Whether the Deal view is a sorting office with pigeonholes.
    Office(bool),
    /// Light a worker's buckets; the same again puts them out.
    SelectWorker(u32),
    /// Light a worker's buckets, or none.
    LightWorker(Option<u32>),
    /// Go to a bucket of the wall, or leave it.
    SelectBucket(Option<u32>),
    /// What colours say.
    Colour(WallColour),
    /// Order of the bars.
    Sort(Sort),
    /// A key to find.
    Probe(String),
    /// Light or dark.
    Theme(ThemeChoice),
    /// Show a sheet, or none.
    Sheet(Option<Sheet>),
    /// Put the message away.
    DismissMessage,
    /// Stop the running simulation.
    Cancel,
    /// Simulate again what was stopped.
    Rerun,
    /// Put a text in the clipboard.
    Copy(String),
    /// Close the window.
    Quit,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::RestartBuckets::{Keep, Set, Unset};

    #[test]
    fn a_removed_step_takes_its_setting_along() {
        let scenario = Scenario { restart_buckets: vec![Keep, Unset], ..Scenario::built_in() };
        let without = Edit::RemoveStep(1).applied(&scenario);
        assert_eq!((without.widths.len(), without.restart_buckets), (2, vec![Unset]));
        let one = Scenario { widths: vec![WorkerCount::ONE], ..Scenario::built_in() };
        assert_eq!(Edit::RemoveStep(0).applied(&one), one);
    }

    #[test]
    fn a_restarts_setting_is_written_where_it_says_something() {
        let scenario = Scenario::built_in();
        let set = Set(BucketCount::clamped(96));
        let later = Edit::RestartBuckets { step: 2, setting: set }.applied(&scenario);
        assert_eq!(later.restart_buckets, [Keep, set]);
        assert_eq!(Edit::RestartBuckets { step: 2, setting: Keep }.applied(&later), scenario);
        assert_eq!(Edit::RestartBuckets { step: 0, setting: set }.applied(&scenario), scenario);
        assert_eq!(Edit::RestartBuckets { step: 3, setting: set }.applied(&scenario), scenario);
    }

    #[test]
    fn another_engine_takes_the_counts_it_can() {
        let settings = vec![Set(BucketCount::clamped(100_000))];
        let scenario = Scenario { restart_buckets: settings, ..Scenario::built_in() };
        let engine = Engine::named("flink-sql").unwrap();
        let next = Edit::Engine(engine).applied(&scenario);
        // Flink takes at most 32 768 key groups.
        assert_eq!(next.restart_buckets, [Set(BucketCount::clamped(32_768))]);
    }
}
