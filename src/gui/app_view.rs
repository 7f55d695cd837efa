//! The window's state for one frame, to read and draw.

use super::command::{Command, Edit, Sheet};
use super::job_source::without_key_file;
use super::state::{AppState, PATIENCE_SECONDS};
use super::theme::Theme;
use crate::engine::{Facts, Words};
use crate::scenario::{Buckets, RestartBuckets, Scenario};
use crate::simulate::{DealFigures, Step, useful_widths};
use crate::unit::BucketCount;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// The window's state for one frame.
#[derive(Debug, Clone, Copy)]
pub struct AppView<'a> {
    /// The state.
    pub state: &'a AppState,
    /// The scenario as it is edited.
    pub scenario: &'a Scenario,
    /// The scenario as its file has it, or as it was given: what a reset brings back.
    pub saved: &'a Scenario,
    /// What is known of the engine that the picture is of: the last report's, before the first report the scenario's.
    pub facts: &'static Facts,
    /// The words of the picture: the engine's, or in a lesson and in the sorting office others.
    pub words: &'static Words,
    /// What is known of the engine as it is edited.
    pub edited: &'static Facts,
    /// The theme.
    pub theme: &'a Theme,
    /// The window's seconds.
    pub now: f64,
}

impl<'a> AppView<'a> {
    /// A frame's view.
    #[must_use]
    pub fn new(state: &'a AppState, theme: &'a Theme, now: f64) -> Self {
        let document = state.history.current();
        let edited = document.scenario.engine.facts();
        let facts = state.report.as_ref().map_or(edited, |report| report.profile.facts());
        let words = state.vocabulary().words(&facts.words);
        Self { state, scenario: &document.scenario, saved: &document.saved, facts, words, edited, theme, now }
    }

    /// The step shown, in the last report.
    #[must_use]
    pub fn step(&self) -> Option<&'a Step> {
        let report = self.state.report.as_ref()?;
        report.steps.get(self.state.step).or(report.steps.last())
    }

    /// The deal shown: the step's, or the last one before it that ran, with its place.
    #[must_use]
    pub fn deal(&self) -> Option<(usize, &'a Arc<DealFigures>)> {
        let steps = &self.state.report.as_ref()?.steps;
        let upto = steps.get(..=self.state.step).unwrap_or(steps);
        let deal = |(at, step): (usize, &'a Step)| Some((at, step.deal.as_ref()?));
        upto.iter().enumerate().rev().find_map(deal).or_else(|| steps.iter().enumerate().find_map(deal))
    }

    /// The bucket count in force at the step shown, in the last report.
    #[must_use]
    pub fn buckets(&self) -> u32 {
        self.step().map_or(1, |step| step.bucket_count)
    }

    /// The widths at which the busiest worker's share drops, for the bucket count in force at the step shown.
    #[must_use]
    pub fn useful_widths(&self) -> Cow<'a, [u32]> {
        match &self.state.report {
            None => Cow::Borrowed(&[]),
            Some(report) if report.buckets.count == self.buckets() => Cow::Borrowed(&report.useful_widths),
            Some(_) => Cow::Owned(useful_widths(BucketCount::clamped(self.buckets().into()))),
        }
    }

    /// What the program sets as the bucket count at the step shown; `None` at the first step.
    #[must_use]
    pub fn restart_setting(&self) -> Option<RestartBuckets> {
        let at = self.state.step.checked_sub(1)?;
        Some(self.scenario.restart_buckets.get(at).copied().unwrap_or(RestartBuckets::Keep))
    }

    /// The bucket count as it is set for the step shown, or what the engine took where nothing is set.
    #[must_use]
    pub fn count_set(&self) -> u32 {
        match (self.restart_setting().filter(|_| self.restart_counts()), self.scenario.buckets) {
            (Some(RestartBuckets::Set(count)), _) | (None, Buckets::Fixed(count)) => count.get(),
            _ => self.buckets(),
        }
    }

    /// The edit that gives the step shown another bucket count: at its restart where the engine takes that, else at the first
    /// start.
    #[must_use]
    pub fn count_edit(&self, count: BucketCount) -> Edit {
        if self.restart_counts() {
            Edit::RestartBuckets { step: self.state.step, setting: RestartBuckets::Set(count) }
        } else {
            Edit::Buckets(Buckets::Fixed(count))
        }
    }

    /// Whether the count in force at the step shown comes from its own restart: it sets one, and the engine takes another
    /// count at a restart or has none on record yet.
    #[must_use]
    pub fn restart_counts(&self) -> bool {
        let sets = self.restart_setting().is_some_and(|setting| setting != RestartBuckets::Keep);
        sets && (self.takes_another_count() || self.step().is_some_and(|step| step.first_start))
    }

    /// Whether the engine, as it is edited, takes another bucket count at a restart.
    #[must_use]
    pub fn takes_another_count(&self) -> bool {
        self.scenario.engine.profile().takes_another_count()
    }

    /// Asks where to write the decision record of the scenario: beside its file, where `redeal check` looks for it.
    #[must_use]
    pub fn record_sheet(&self) -> Command {
        let scenario = self.state.suggested_file();
        let path = Path::new(&scenario).with_extension("record.md").display().to_string();
        Command::Sheet(Some(Sheet::SaveRecord { path }))
    }

    /// Whether an edit can be.
    ///
    /// # Errors
    /// Why not, in one sentence.
    pub fn check(&self, edit: Edit) -> Result<(), String> {
        let next = without_key_file(&edit.applied(self.scenario));
        next.job(self.state.history.current().folder()).map(drop).map_err(|error| error.to_string())
    }

    /// Whether the picture is of an earlier state of the scenario, and has been for longer than a moment: a run goes on, was
    /// stopped, or cannot be.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        match self.state.running {
            Some(running) => self.now - running.since >= PATIENCE_SECONDS,
            None => self.state.failure.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::gui::document::Document;
    use crate::gui::state::Running;
    use crate::gui::worker::Failure;
    use crate::simulate::{Unwatched, simulate};

    /// A state with the report of its scenario.
    fn reported(scenario: Scenario) -> AppState {
        let report = simulate(&scenario.job(Path::new("")).unwrap(), &Unwatched).unwrap();
        let mut state = AppState::new(Document::new(scenario, None));
        state.report = Some(Arc::new(report));
        state
    }

    fn with_restart(engine: &str, set: u64) -> Scenario {
        let restart_buckets = vec![RestartBuckets::Set(BucketCount::clamped(set))];
        Scenario { engine: Engine::named(engine).unwrap(), restart_buckets, ..Scenario::built_in() }
    }

    #[test]
    fn an_impossible_edit_is_explained() {
        let state = AppState::new(Document::new(Scenario::built_in(), None));
        let theme = Theme::dark();
        let view = AppView::new(&state, &theme, 0.0);
        assert_eq!(view.check(Edit::InputPieces(0)).unwrap_err(), "input_pieces is 0: at least 1 is needed");
    }

    #[test]
    fn each_mapreduce_run_has_its_own_count() {
        let mut state = reported(with_restart("mapreduce", 96));
        let theme = Theme::dark();
        let view = AppView::new(&state, &theme, 0.0);
        assert_eq!((view.buckets(), view.count_set()), (96, 96));
        // ceil(96 / p) drops at 32, from 4 to 3, and at 48.
        assert!(view.useful_widths().contains(&48) && !view.useful_widths().contains(&43));
        let count = BucketCount::clamped(97);
        let setting = RestartBuckets::Set(count);
        assert_eq!(view.count_edit(count), Edit::RestartBuckets { step: 1, setting });
        state.apply(Command::SelectStep(0), 0.0);
        let view = AppView::new(&state, &theme, 0.0);
        assert_eq!((view.count_set(), view.count_edit(count)), (128, Edit::Buckets(Buckets::Fixed(count))));
    }

    #[test]
    fn a_recorded_count_stays_the_first_starts() {
        let state = reported(with_restart("spark", 96));
        let theme = Theme::dark();
        let view = AppView::new(&state, &theme, 0.0);
        let count = BucketCount::clamped(97);
        assert_eq!((view.count_set(), view.count_edit(count)), (128, Edit::Buckets(Buckets::Fixed(count))));
    }

    #[test]
    fn the_pictures_words_are_its_own_engines() {
        let mut state = reported(Scenario::built_in());
        state.apply(Command::Edit(Edit::Engine(Engine::named("spark").unwrap())), 0.0);
        let theme = Theme::dark();
        let view = AppView::new(&state, &theme, 0.0);
        assert_eq!((view.facts.words.bucket, view.edited.id), ("key group", "spark"));
    }

    #[test]
    fn a_picture_is_stale_after_a_moment_of_running_and_after_a_failure() {
        let mut state = reported(Scenario::built_in());
        let theme = Theme::dark();
        let faded = |state: &AppState, now| AppView::new(state, &theme, now).is_stale();
        assert!(!faded(&state, 10.0));
        state.running = Some(Running { since: 10.0 });
        assert!(!faded(&state, 10.1) && faded(&state, 10.2));
        state.running = None;
        state.failure = Some(Failure::Cancelled);
        assert!(faded(&state, 10.0));
    }
}
