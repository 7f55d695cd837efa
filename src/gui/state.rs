//! What the window knows, and what each command makes of it.

pub use super::app_view::AppView;
pub use super::effect::Effect;

use super::background::Stage;
use super::command::{Command, Edit, Sheet, ThemeChoice};
use super::document::{Document, History};
use super::explaining::Asked;
use super::exploration::{Exploration, ViewKind, Wishes};
use super::explorer::Compared;
use super::files::Wanted;
use super::importing::Importing;
use super::learning::Learning;
use super::memory;
use super::view::wall::WallColour;
use super::view::workers::Sort;
use super::worker::{Answer, Chances, Failure};
use crate::explore::COMPARED;
use crate::scenario::{Keys, Scenario};
use crate::simulate::{DealFigures, Report};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A run that goes on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Running {
    /// When it was asked for, in the window's seconds.
    pub since: f64,
}

/// Buckets on their way to new owners.
#[derive(Debug, Clone)]
pub struct Slide {
    /// The deal they come from.
    pub from: Arc<DealFigures>,
    /// When it began, in the window's seconds.
    pub since: f64,
}

/// How long buckets slide, in seconds.
pub const SLIDE_SECONDS: f64 = 0.6;
/// How long each step is shown while playing, in seconds.
pub const PLAY_SECONDS: f64 = 1.6;
/// How long a run takes before it is worth a progress bar, in seconds.
pub const PATIENCE_SECONDS: f64 = 0.15;

/// Everything that changes. Panels see it as [`AppView`]; only `apply` changes it.
#[derive(Debug)]
pub struct AppState {
    /// The scenario and its past.
    pub history: History,
    /// The last report that came, of this or an earlier state of the scenario.
    pub report: Option<Arc<Report>>,
    /// Whether chance explains its loads, a step each; `None` where they were made up here.
    pub chance: Option<Chances>,
    /// How long it took.
    pub took: Duration,
    /// The run that goes on.
    pub running: Option<Running>,
    /// Why there is no report of the scenario as it is.
    pub failure: Option<Failure>,
    /// A message to be put away by hand.
    pub message: Option<String>,
    /// The step shown.
    pub step: usize,
    /// The worker whose buckets are lit.
    pub worker: Option<u32>,
    /// The bucket that the arrow keys have come to on the wall.
    pub bucket: Option<u32>,
    /// What the wall's colours say.
    pub colour: WallColour,
    /// Order of the bars.
    pub sort: Sort,
    /// The key to find.
    pub probe: String,
    /// Whether buckets slide.
    pub animate: bool,
    /// Whether the Deal view is a sorting office with pigeonholes.
    pub office: bool,
    /// When the next step comes up, in the window's seconds, while playing.
    pub play_at: Option<f64>,
    /// Buckets on their way.
    pub slide: Option<Slide>,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// The sheet over the window.
    pub sheet: Option<Sheet>,
    /// The explanation under the sheet that asks for a log.
    pub covered: Option<Arc<Asked>>,
    /// How far the run that goes on has come.
    pub stage: Stage,
    /// The view that is up.
    pub shown: ViewKind,
    /// What is wished of the views.
    pub wishes: Wishes,
    /// What the views beside the deal have found.
    pub exploration: Exploration,
    /// Whether the chart of the view that is up is to be saved: for one frame, in which it is drawn.
    pub chart_wanted: bool,
    /// Scenario files opened or saved last, the newest first.
    pub recent: Vec<PathBuf>,
    /// Lessons and cards.
    pub learning: Learning,
    /// A list of keys on its way into the scenario.
    pub importing: Importing,
}

impl AppState {
    /// A window on a document that has not been simulated.
    #[must_use]
    pub fn new(document: Document) -> Self {
        Self {
            step: shown_first(&document.scenario),
            history: History::new(document),
            report: None,
            chance: None,
            took: Duration::ZERO,
            running: None,
            failure: None,
            message: None,
            worker: None,
            bucket: None,
            colour: WallColour::default(),
            sort: Sort::default(),
            probe: String::new(),
            animate: true,
            office: false,
            play_at: None,
            slide: None,
            theme: ThemeChoice::default(),
            sheet: None,
            covered: None,
            stage: Stage::default(),
            shown: ViewKind::default(),
            wishes: Wishes::default(),
            exploration: Exploration::default(),
            chart_wanted: false,
            recent: Vec::new(),
            learning: Learning::default(),
            importing: Importing::default(),
        }
    }

    /// Applies one command at the time `now`; returns what is to be done outside.
    pub fn apply(&mut self, command: Command, now: f64) -> Option<Effect> {
        match command {
            Command::Edit(edit) => self.edit(edit),
            Command::Learn(command) => self.learn(command),
            Command::Undo => self.in_time(History::undo),
            Command::Redo => self.in_time(History::redo),
            Command::Load(scenario) => self.load(Document::new(*scenario, None)),
            Command::Observe { path, snapshot, part } => self.observe(path, snapshot, part),
            Command::Open(path) => return Some(self.open(path)),
            Command::Preview { path, options } => return Some(self.preview(path, options)),
            Command::TakeList => self.take_list(),
            Command::Explain(text) => self.show_sheet(Some(Sheet::Explain(Arc::new(Asked::of(text))))),
            Command::ReadLog(path) => return Some(self.read_log(path)),
            Command::Save => match &self.history.current().path {
                Some(path) => return Some(Effect::Write(path.clone())),
                None => self.sheet = Some(Sheet::SaveAs { path: self.suggested_file() }),
            },
            Command::SaveAs(path) => {
                self.sheet = None;
                return Some(Effect::Write(path));
            }
            Command::Browse => return self.sheet.clone().and_then(Wanted::of).map(Effect::Browse),
            Command::SavePicture(path, picture) => {
                self.sheet = None;
                return Some(Effect::WritePicture(path, picture));
            }
            Command::SaveRecord(path) => {
                self.sheet = None;
                return Some(Effect::WriteRecord(path));
            }
            Command::SaveLearning(path) => {
                self.sheet = None;
                return Some(Effect::WriteLearning(path));
            }
            Command::SaveChart => self.chart_wanted = true,
            Command::CompareWith(other) => self.compare_with(other),
            Command::Forget(path) => self.recent.retain(|known| *known != path),
            Command::View(kind) => self.shown = kind,
            Command::Wish(wishes) => self.wishes = wishes,
            Command::SelectStep(step) => self.select_step(step, now),
            Command::TogglePlay => self.toggle_play(now),
            Command::Animate(animate) => self.animate = animate,
            Command::Office(office) => self.office = office,
            Command::SelectWorker(worker) => self.worker = (self.worker != Some(worker)).then_some(worker),
            Command::LightWorker(worker) => self.worker = worker,
            Command::SelectBucket(bucket) => self.bucket = bucket,
            Command::Colour(colour) => self.colour = colour,
            Command::Sort(sort) => self.sort = sort,
            Command::Probe(key) => self.probe = key,
            Command::Theme(theme) => self.theme = theme,
            Command::Sheet(sheet) => self.show_sheet(sheet),
            Command::DismissMessage => self.message = None,
            Command::Cancel => return Some(self.cancel()),
            Command::Rerun => return Some(Effect::Run),
            Command::Copy(text) => return Some(Effect::Copy(text)),
            Command::Quit => return Some(Effect::Quit),
        }
        None
    }

    /// A document takes the place of this one, as a step that can be undone.
    pub fn load(&mut self, document: Document) {
        self.step = shown_first(&document.scenario);
        self.history.replace(document);
        self.worker = None;
        self.bucket = None;
        self.play_at = None;
        self.message = None;
        self.sheet = None;
        // Another scenario ends a lesson; the document put aside for it is a step back.
        (self.learning.lesson, self.learning.aside) = (None, None);
    }

    /// A document takes the place of this one before anything has happened: nothing leads back.
    pub fn start_with(&mut self, document: Document) {
        self.step = shown_first(&document.scenario);
        self.history = History::new(document);
    }

    /// A file was opened or saved: it is the newest of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        memory::put_first(&mut self.recent, path);
    }

    /// Takes the answer to the newest request.
    pub fn take(&mut self, answer: Answer) {
        self.running = None;
        match answer.result {
            Ok(report) => {
                self.report = Some(report);
                (self.chance, self.took) = (answer.chance, answer.took);
                self.failure = None;
                self.slide = None;
                self.look_at_task();
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Time goes on: the next step of a play, the end of a slide.
    pub fn tick(&mut self, now: f64) {
        if self.slide.as_ref().is_some_and(|slide| now >= slide.since + SLIDE_SECONDS) {
            self.slide = None;
        }
        if self.play_at.is_some_and(|at| now >= at) {
            let last = self.history.current().scenario.widths.len() - 1;
            self.select_step((self.step + 1).min(last), now);
            self.play_at = (self.step < last).then_some(now + PLAY_SECONDS);
        }
    }

    /// A file name for a scenario that has none.
    #[must_use]
    pub fn suggested_file(&self) -> String {
        if let Some(path) = &self.history.current().path {
            return path.display().to_string();
        }
        let name = &self.history.current().scenario.name;
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let stem = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
        format!("{}.ron", if stem.is_empty() { "scenario" } else { &stem })
    }

    fn compare_with(&mut self, other: Compared) {
        self.sheet = None;
        let compared = &mut self.wishes.compared;
        // The scenario itself is one of those compared.
        if compared.len() + 1 < *COMPARED.end() && !compared.contains(&other) {
            compared.push(other);
        }
        self.shown = ViewKind::Compare;
    }

    pub(super) fn edit(&mut self, edit: Edit) {
        let added = matches!(edit, Edit::AddStep(_));
        let part = edit.part();
        let next = edit.applied(&self.history.current().scenario);
        self.history.edit(part, next);
        let last = self.history.current().scenario.widths.len().saturating_sub(1);
        self.step = if added { last } else { self.step.min(last) };
    }

    pub(super) fn in_time(&mut self, go: fn(&mut History)) {
        go(&mut self.history);
        self.step = self.step.min(self.history.current().scenario.widths.len().saturating_sub(1));
    }

    fn select_step(&mut self, step: usize, now: f64) {
        let deal = |at: usize| self.report.as_ref().and_then(|report| report.steps.get(at)?.deal.clone());
        let (from, to) = (deal(self.step), deal(step));
        self.slide = match (from, to) {
            (Some(from), Some(to)) if self.animate && step != self.step && from.buckets.count == to.buckets.count => {
                Some(Slide { from, since: now })
            }
            _ => None,
        };
        self.step = step.min(self.history.current().scenario.widths.len().saturating_sub(1));
    }

    fn toggle_play(&mut self, now: f64) {
        if self.play_at.take().is_some() {
            return;
        }
        let last = self.history.current().scenario.widths.len() - 1;
        if last > 0 {
            let from = if self.step == last { 0 } else { self.step };
            self.select_step(from, now);
            self.play_at = Some(now + PLAY_SECONDS);
        }
    }
}

/// A scenario opens on its first restart: what a fixed count makes of another width is what there is to see. A snapshot opens on
/// the width that was recorded.
fn shown_first(scenario: &Scenario) -> usize {
    usize::from(scenario.widths.len() > 1 && !matches!(scenario.keys, Keys::Snapshot(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> AppState {
        AppState::new(Document::new(Scenario::built_in(), None))
    }

    #[test]
    fn a_scenario_opens_on_its_first_restart() {
        assert_eq!(state().step, 1);
    }

    #[test]
    fn saving_without_a_file_asks_for_one() {
        let mut state = state();
        assert_eq!(state.apply(Command::Save, 0.0), None);
        assert_eq!(state.sheet, Some(Sheet::SaveAs { path: "128-buckets-4-to-40-to-200.ron".to_owned() }));
    }

    #[test]
    fn playing_ends_at_the_last_step() {
        let mut state = state();
        state.apply(Command::SelectStep(0), 0.0);
        state.apply(Command::TogglePlay, 0.0);
        for second in 0..20 {
            state.tick(f64::from(second));
        }
        assert_eq!((state.step, state.play_at), (2, None));
    }

    #[test]
    fn at_most_four_scenarios_are_compared() {
        let mut state = state();
        for stem in ["few-keys", "few-keys", "hot-key", "8-buckets"] {
            state.apply(Command::CompareWith(Compared::Shipped(stem)), 0.0);
        }
        let stems = ["127-versus-64", "divisible-120", "few-keys"].map(Compared::Shipped);
        assert_eq!(state.wishes.compared, stems);
    }

    #[test]
    fn a_step_that_is_gone_is_not_shown() {
        let mut state = state();
        state.apply(Command::SelectStep(2), 0.0);
        state.apply(Command::Edit(Edit::RemoveStep(2)), 0.0);
        assert_eq!(state.step, 1);
        state.apply(Command::Undo, 0.0);
        assert_eq!(state.history.current().scenario.widths.len(), 3);
    }
}
