//! The window: `logic` takes answers and applies commands, `ui` draws and collects commands.

use super::command::{Command, ThemeChoice};
use super::document::Document;
use super::exploration;
use super::explorer::{self, Compared, Explorer, Question};
use super::files::{FileEvent, Files, Wanted, write_picture};
use super::keyboard::{self, Focus, FocusChange};
use super::learning::{self, Learn, Shelf};
use super::memory::Memory;
use super::recovery::{Keeper, restored};
use super::state::{AppState, AppView, Effect, PATIENCE_SECONDS, Running};
use super::theme::Theme;
use super::worker::{self, Worker};
use super::{Start, view};
use crate::scenario::{self, Scenario};
use eframe::{CreationContext, Frame};
use egui::{Context, Ui, ViewportCommand};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Seconds between two writes of what is remembered; the scenario itself is kept more often.
const AUTOSAVE_SECONDS: u64 = 5;

/// The window.
pub struct App {
    state: AppState,
    theme: Theme,
    worker: Option<Worker>,
    explorer: Option<Explorer>,
    files: Files,
    keeper: Option<Keeper>,
    shelf: Option<Shelf>,
    commands: Vec<Command>,
    /// What the newest request was for: the scenario, and the folder where its figures depend on it.
    asked: Option<(Arc<Scenario>, PathBuf)>,
    /// What had the keyboard in the frame before.
    focus: Focus,
    title: String,
}

impl App {
    /// The window of a start: its scenario, else the built-in.
    #[must_use]
    pub fn new(cc: &CreationContext<'_>, start: Start) -> Self {
        let document = Document::new(start.scenario.unwrap_or_else(Scenario::built_in), start.path);
        let opened = document.path.clone();
        let mut state = AppState::new(document);
        cc.storage.and_then(Memory::load).unwrap_or_default().give(&mut state);
        if let Some(path) = opened {
            state.remember(&path);
        }
        let theme = theme_of(state.theme, &cc.egui_ctx);
        theme.apply(&cc.egui_ctx);
        let wake = cc.egui_ctx.clone();
        let worker = worker::start(move || wake.request_repaint());
        let wake = cc.egui_ctx.clone();
        let explorer = explorer::start(move || wake.request_repaint());
        if let Err(error) = &worker {
            state.message = Some(format!("No thread for simulations can be started: {error}"));
        }
        Self {
            state,
            theme,
            worker: worker.ok(),
            explorer: explorer.ok(),
            files: Files::new(cc.egui_ctx.clone()),
            keeper: None,
            shelf: None,
            commands: Vec::new(),
            asked: None,
            focus: Focus::Window,
            title: String::new(),
        }
    }

    /// The same window, its scenario kept in a folder from now on, and the one that was kept there last brought back: as the
    /// scenario where the window was `given` none, else, where it has unsaved edits, as one step back.
    #[must_use]
    pub fn kept_in(mut self, folder: PathBuf, given: bool) -> Self {
        let last = restored(&folder);
        let learnt = learning::restored(&folder);
        (self.state.learning.progress, self.shelf) = (learnt.progress, Some(learnt.shelf));
        self.state.learning.is_kept = self.shelf.as_ref().is_some_and(Shelf::keeps);
        self.state.message = self.state.message.take().or(learnt.remark);
        self.keeper = Some(Keeper::new(folder));
        let Some(last) = last else { return self };
        if !given {
            self.state.start_with(last.document);
            self.state.message = self.state.message.take().or(last.remark);
        } else if last.document.is_unsaved() && last.document.scenario != self.state.history.current().scenario {
            let name = last.document.scenario.name.clone();
            let given = self.state.history.current().clone();
            self.state.start_with(last.document);
            self.state.load(given);
            let text = format!("There are unsaved edits of \"{name}\" from the last time: Undo brings them back.");
            self.state.message = Some(text);
        }
        self
    }

    /// The state, to read.
    #[must_use]
    pub const fn state(&self) -> &AppState {
        &self.state
    }

    /// Whether the picture is of the scenario as it is, or none can come.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.state.running.is_none() && self.state.exploration.since.is_none() && self.commands.is_empty()
    }

    fn take_answers(&mut self) {
        let Some(worker) = &self.worker else { return };
        self.state.stage = worker.stage();
        worker.answers().for_each(|answer| self.state.take(answer));
        if let Some(explorer) = &self.explorer {
            explorer.answers().for_each(|finding| self.state.exploration.take(finding));
        }
    }

    fn take_file_events(&mut self) {
        while let Some(event) = self.files.event() {
            match event {
                FileEvent::Chosen { wanted: Wanted::Save, path } => self.commands.push(Command::SaveAs(path)),
                FileEvent::Chosen { wanted: Wanted::Open, path } => self.commands.push(Command::Open(path)),
                FileEvent::Chosen { wanted: Wanted::List, path } => {
                    self.commands.push(Command::Preview { path, options: None });
                }
                FileEvent::Chosen { wanted: Wanted::Log, path } => self.commands.push(Command::ReadLog(path)),
                FileEvent::Chosen { wanted: Wanted::SavePicture(picture), path } => {
                    self.commands.push(Command::SavePicture(path, picture));
                }
                FileEvent::Chosen { wanted: Wanted::SaveRecord, path } => self.commands.push(Command::SaveRecord(path)),
                FileEvent::Chosen { wanted: Wanted::SaveLearning, path } => {
                    self.commands.push(Command::SaveLearning(path));
                }
                FileEvent::Chosen { wanted: Wanted::Compare, path } => {
                    self.commands.push(Command::CompareWith(Compared::File(path)));
                }
                FileEvent::Read { path, result: Ok(scenario) } => {
                    self.state.remember(&path);
                    self.state.load(Document::new(*scenario, Some(path)));
                }
                FileEvent::Written(Ok(path)) => self.state.message = Some(format!("Written: {}", path.display())),
                FileEvent::Written(Err(error)) | FileEvent::Snapshot { result: Err(error), .. } => {
                    self.state.message = Some(error);
                }
                FileEvent::Snapshot { path, result: Ok(snapshot) } => {
                    self.commands.push(Command::Observe { path, snapshot, part: None });
                }
                FileEvent::List(looked) => self.state.looked(*looked),
                FileEvent::Log(read) => self.state.log_read(*read),
                FileEvent::Lesson(Ok(lesson)) => self.commands.push(Command::Learn(Learn::Lesson(lesson))),
                FileEvent::Lesson(Err(error)) | FileEvent::Read { result: Err(error), .. } => {
                    self.state.message = Some(error.to_string());
                }
            }
        }
    }

    fn take_input(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.last().map(|file| file.path().to_owned()));
        // What is dropped on the sheet that explains is a log, whatever its name.
        let open = if self.state.explains() { Command::ReadLog } else { Command::Open };
        self.commands.extend(dropped.map(open));
        let now = Focus::of(ctx);
        let focus = FocusChange { before: std::mem::replace(&mut self.focus, now), now };
        let view = AppView::new(&self.state, &self.theme, ctx.input(|input| input.time));
        self.commands.extend(ctx.input_mut(|input| keyboard::commands(input, &view, focus)));
    }

    fn apply_commands(&mut self, ctx: &Context, now: f64) {
        self.state.chart_wanted = false;
        for command in std::mem::take(&mut self.commands) {
            match self.state.apply(command, now) {
                None => {}
                Some(Effect::Read(path)) => self.files.read(path, self.state.list_options()),
                Some(Effect::Preview(path, options)) => self.files.preview(path, options),
                Some(Effect::ReadLog(path)) => self.files.read_log(path),
                Some(Effect::Write(path)) => self.write(path),
                Some(Effect::WritePicture(path, picture)) => {
                    self.state.message = write_picture(&path, &picture).err();
                }
                Some(Effect::WriteRecord(path)) => {
                    let document = self.state.history.current().clone();
                    self.files.write_record(document, self.state.learning.time.date_naive(), path);
                }
                Some(Effect::WriteLearning(path)) => {
                    self.state.message = learning::copy_to(&path, &self.state.learning.progress).err();
                }
                Some(Effect::Browse(wanted)) => self.files.browse(wanted, self.state.suggested_file()),
                Some(Effect::Cancel) => self.cancel(),
                Some(Effect::Run) => self.asked = None,
                Some(Effect::Copy(text)) => ctx.copy_text(text),
                Some(Effect::Quit) => ctx.send_viewport_cmd(ViewportCommand::Close),
            }
            ctx.request_repaint();
        }
        // Neither a drag nor typing goes on: the next edit is a step back of its own.
        if !ctx.input(|input| input.pointer.any_down()) && Focus::of(ctx) != Focus::Text {
            self.state.history.end_gesture();
        }
    }

    fn write(&mut self, path: PathBuf) {
        match scenario::save(&self.state.history.current().scenario, &path) {
            Ok(()) => {
                self.state.remember(&path);
                self.state.history.mark_saved(path);
                self.state.message = None;
            }
            Err(error) => self.state.message = Some(error.to_string()),
        }
    }

    /// Asks for a simulation where the scenario is not the one last asked for.
    fn simulate(&mut self, ctx: &Context, now: f64) {
        let document = self.state.history.current();
        let wanted = (Arc::clone(&document.scenario), document.key_folder().to_owned());
        if self.asked.as_ref() == Some(&wanted) {
            return;
        }
        self.asked = Some(wanted.clone());
        if let Some(worker) = &mut self.worker {
            worker.request(wanted);
            // A row of edits is one wait: the clock runs from the first of them.
            let since = self.state.running.map_or(now, |running| running.since);
            self.state.running = Some(Running { since });
            self.state.failure = None;
            ctx.request_repaint_after(Duration::from_secs_f64(PATIENCE_SECONDS));
        }
    }

    /// Keeps the scenario as it is, so that it survives a crash.
    fn keep(&mut self, ctx: &Context, now: f64) {
        let failure = self.shelf.as_mut().and_then(|shelf| shelf.keep(&self.state.learning.progress));
        self.state.learning.is_kept = self.shelf.as_ref().is_some_and(Shelf::keeps);
        if let Some(failure) = failure {
            self.state.message = Some(failure);
        }
        let Some(keeper) = &mut self.keeper else { return };
        if let Some(failure) = keeper.failure() {
            self.state.message = Some(failure);
            ctx.request_repaint();
        }
        if let Some(seconds) = keeper.keep(self.state.kept_document(), now) {
            ctx.request_repaint_after(Duration::from_secs_f64(seconds));
        }
    }

    /// Asks what the view that is up shows, where that is not what was asked last and the report is of this scenario.
    fn explore(&mut self, ctx: &Context, now: f64) {
        let now_open = Arc::clone(&self.state.history.current().scenario);
        if self.state.exploration.turn_to(&now_open)
            && let Some(explorer) = &self.explorer
        {
            explorer.cancel();
        }
        let state = &self.state;
        let Some(report) = state.report.as_ref().filter(|_| state.running.is_none() && state.failure.is_none()) else {
            return;
        };
        let document = state.history.current();
        let about = exploration::about(state.pictured(), &state.wishes, &document.scenario, report, state.step);
        let Some(about) = about else { return };
        let scenario = Arc::clone(&document.scenario);
        let question = Question { scenario, folder: document.key_folder().to_owned(), about };
        if state.exploration.asked.as_ref() == Some(&question) {
            return;
        }
        if let Some(explorer) = &mut self.explorer {
            explorer.request(question.clone());
            self.state.exploration.begin(question, now);
            ctx.request_repaint_after(Duration::from_secs_f64(PATIENCE_SECONDS));
        }
    }

    /// Stops what runs. What is explored can be asked again by going back to the view.
    fn cancel(&mut self) {
        if let Some(worker) = self.worker.as_ref().filter(|_| self.state.running.is_some()) {
            worker.cancel();
        } else if let Some(explorer) = &self.explorer {
            explorer.cancel();
            self.state.exploration.since = None;
        }
    }

    fn look(&mut self, ctx: &Context) {
        let theme = theme_of(self.state.theme, ctx);
        if theme != self.theme {
            theme.apply(ctx);
            self.theme = theme;
        }
        let document = self.state.history.current();
        let dot = if document.is_unsaved() { "• " } else { "" };
        let title = format!("{dot}{} – Redeal", document.scenario.name);
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Asks for the next frame only where something moves.
    fn schedule(&self, ctx: &Context, now: f64) {
        if self.state.slide.is_some() {
            ctx.request_repaint();
        }
        if let Some(at) = self.state.play_at {
            ctx.request_repaint_after(Duration::from_secs_f64((at - now).max(0.0)));
        }
        let since = self.state.running.map(|running| running.since).or(self.state.exploration.since);
        if let Some(since) = since {
            let patience = (since + PATIENCE_SECONDS - now).max(0.1);
            ctx.request_repaint_after(Duration::from_secs_f64(patience));
        }
    }
}

fn theme_of(choice: ThemeChoice, ctx: &Context) -> Theme {
    let light = match choice {
        ThemeChoice::Dark => false,
        ThemeChoice::Light => true,
        ThemeChoice::System => ctx.system_theme() == Some(egui::Theme::Light),
    };
    if light { Theme::light() } else { Theme::dark() }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _frame: &mut Frame) {
        let now = ctx.input(|input| input.time);
        self.state.learning.time = chrono::Utc::now();
        self.take_answers();
        self.take_file_events();
        self.take_input(ctx);
        self.apply_commands(ctx, now);
        self.state.tick(now);
        self.simulate(ctx, now);
        self.explore(ctx, now);
        self.keep(ctx, now);
        self.look(ctx);
        self.schedule(ctx, now);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut Frame) {
        let now = ui.input(|input| input.time);
        let view = AppView::new(&self.state, &self.theme, now);
        view::show(ui, &view, &mut self.commands);
        if !self.commands.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        Memory::of(&self.state).save(storage);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Some(keeper) = &mut self.keeper {
            keeper.finish(self.state.kept_document());
        }
    }

    fn auto_save_interval(&self) -> Duration {
        Duration::from_secs(AUTOSAVE_SECONDS)
    }

    /// Which panels were scrolled where is not worth keeping, and widgets' half-typed texts must not come back.
    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        self.theme.ground.to_normalized_gamma_f32()
    }
}
