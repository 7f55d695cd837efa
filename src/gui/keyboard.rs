//! Keys → commands, and the map of them.

use super::command::{Command, Edit, Sheet};
use super::exploration::ViewKind;
use super::state::AppView;
use crate::learn::Control;
use crate::unit::{BucketCount, WorkerCount};
use egui::{InputState, Key, Modifiers};

/// What each key does, as the help sheet lists it.
pub const MAP: [(&str, &str); 21] = [
    ("1 … 8", "The views, from Deal to Learn"),
    ("0 … 9", "On a question: pick an answer; on an answered card: how well you knew it"),
    ("← →", "One worker fewer, one more"),
    ("Shift ← →", "Previous, next useful width"),
    ("↓ ↑", "One bucket fewer, one more"),
    ("Shift ↓ ↑", "Half, twice the buckets"),
    ("Space", "Play the restarts, or stop"),
    ("[ ]", "Previous, next step"),
    ("Ctrl K", "Every command, to be found by its name"),
    ("Ctrl Z", "Undo"),
    ("Ctrl Y, Ctrl Shift Z", "Redo"),
    ("Ctrl O", "Open a scenario"),
    ("Ctrl S", "Save"),
    ("Ctrl Shift S", "Save as…"),
    ("Ctrl E", "Save the chart of the view that is up"),
    ("Ctrl M", "Explain an engine's error message"),
    ("Ctrl Q", "Quit"),
    ("Tab, then arrows", "On the wall: bucket by bucket; on the bars: worker by worker"),
    ("Enter", "On the wall: light the bucket's owner"),
    ("?", "This map"),
    ("Esc", "Close a menu, sheet or message; give up what is typed or chosen"),
];

/// What has the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// Nothing: every key is the window's.
    Window,
    /// A slider or a button: the plain keys are its own.
    Control,
    /// A text field: so are undo and redo.
    Text,
    /// An open menu: the plain keys are its own.
    Menu,
}

/// What has the keyboard now and what had it in the frame before: Esc takes it from a field before the window sees the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FocusChange {
    /// In the frame before.
    pub before: Focus,
    /// Now.
    pub now: Focus,
}

impl Focus {
    /// What has the keyboard now.
    #[must_use]
    pub fn of(ctx: &egui::Context) -> Self {
        if ctx.text_edit_focused() {
            Self::Text
        } else if egui::Popup::is_any_open(ctx) {
            Self::Menu
        } else if ctx.egui_wants_keyboard_input() {
            Self::Control
        } else {
            Self::Window
        }
    }
}

/// Takes the keys that mean something out of the input.
pub fn commands(input: &mut InputState, view: &AppView<'_>, focus: FocusChange) -> Vec<Command> {
    let mut found = Vec::new();
    with_ctrl(input, view, focus.now != Focus::Text, &mut found);
    if view.state.sheet.is_some() {
        // An open menu of the sheet is closed by itself.
        if focus.now != Focus::Menu && input.consume_key(Modifiers::NONE, Key::Escape) {
            found.push(Command::Sheet(None));
        }
    } else if focus.now == Focus::Control && view.state.is_on_page() {
        views(input, view, &mut found);
    } else if focus.now == Focus::Window {
        plain(input, view, &mut found);
        // Seen, not taken: a field left with a number that cannot be gives it up at the same key.
        if focus.before == Focus::Window && input.key_pressed(Key::Escape) {
            found.push(Command::DismissMessage);
        }
    }
    found
}

/// Shift first: a shortcut without it matches also where Shift is held.
fn with_ctrl(input: &mut InputState, view: &AppView<'_>, undo: bool, found: &mut Vec<Command>) {
    let shifted = Modifiers::COMMAND | Modifiers::SHIFT;
    if undo {
        if input.consume_key(shifted, Key::Z) || input.consume_key(Modifiers::COMMAND, Key::Y) {
            found.push(Command::Redo);
        }
        if input.consume_key(Modifiers::COMMAND, Key::Z) {
            found.push(Command::Undo);
        }
    }
    if input.consume_key(shifted, Key::S) {
        found.push(Command::Sheet(Some(Sheet::SaveAs { path: view.state.suggested_file() })));
    }
    if input.consume_key(Modifiers::COMMAND, Key::S) {
        found.push(Command::Save);
    }
    if input.consume_key(Modifiers::COMMAND, Key::O) {
        found.push(Command::Sheet(Some(Sheet::Open { path: String::new() })));
    }
    // The chart lies under an open sheet: only the sheet has the keyboard then.
    if input.consume_key(Modifiers::COMMAND, Key::E) && view.state.sheet.is_none() {
        found.push(Command::SaveChart);
    }
    if input.consume_key(Modifiers::COMMAND, Key::M) {
        found.push(Command::Explain(String::new()));
    }
    if input.consume_key(Modifiers::COMMAND, Key::K) {
        let open = matches!(view.state.sheet, Some(Sheet::Palette { .. }));
        found.push(Command::Sheet((!open).then(|| Sheet::Palette { typed: String::new(), chosen: 0 })));
    }
}

fn plain(input: &mut InputState, view: &AppView<'_>, found: &mut Vec<Command>) {
    let step = view.state.step;
    let (widens, counts) = (view.state.moves_by_key(Control::Width), view.state.moves_by_key(Control::Buckets));
    for (key, forward) in [(Key::ArrowLeft, false), (Key::ArrowRight, true)] {
        if input.consume_key(Modifiers::SHIFT, key) {
            let width = useful(view, forward).filter(|_| widens);
            found.extend(width.map(|width| width_command(step, width)));
        }
        if input.consume_key(Modifiers::NONE, key) && widens {
            let width = view.scenario.widths.get(step).map_or(1, |width| width.get());
            found.push(width_command(step, if forward { width + 1 } else { width.saturating_sub(1) }));
        }
    }
    for (key, up) in [(Key::ArrowDown, false), (Key::ArrowUp, true)] {
        let now = view.count_set();
        if input.consume_key(Modifiers::SHIFT, key) && counts {
            found.extend(buckets_command(view, if up { now.saturating_mul(2) } else { now / 2 }));
        }
        if input.consume_key(Modifiers::NONE, key) && counts {
            found.extend(buckets_command(view, if up { now + 1 } else { now - 1 }));
        }
    }
    for (key, next) in [(Key::OpenBracket, step.checked_sub(1)), (Key::CloseBracket, Some(step + 1))] {
        if input.consume_key(Modifiers::NONE, key)
            && let Some(next) = next.filter(|&next| next < view.scenario.widths.len())
        {
            found.push(Command::SelectStep(next));
        }
    }
    views(input, view, found);
    if input.consume_key(Modifiers::NONE, Key::Space) {
        found.push(Command::TogglePlay);
    }
    if input.consume_key(Modifiers::SHIFT, Key::Questionmark) || input.consume_key(Modifiers::NONE, Key::Questionmark) {
        found.push(Command::Sheet(Some(Sheet::Help)));
    }
}

/// The views by their numbers, but where a digit answers a question.
fn views(input: &mut InputState, view: &AppView<'_>, found: &mut Vec<Command>) {
    if view.state.answers_by_digit() {
        return;
    }
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
    for (key, (kind, _)) in digits.into_iter().zip(ViewKind::ALL) {
        if input.consume_key(Modifiers::NONE, key) {
            found.push(Command::View(kind));
        }
    }
}

/// The nearest useful width below or above the step's; none while a lesson asks for a width.
pub fn useful(view: &AppView<'_>, forward: bool) -> Option<u32> {
    if view.state.veil().others {
        return None;
    }
    let width = view.scenario.widths.get(view.state.step)?.get();
    let widths = view.useful_widths();
    if forward {
        widths.iter().copied().find(|&useful| useful > width)
    } else {
        widths.iter().copied().rev().find(|&useful| useful < width)
    }
}

/// Gives a step another width.
pub fn width_command(step: usize, width: u32) -> Command {
    Command::Edit(Edit::Width { step, width: WorkerCount::clamped(width.into()) })
}

/// Gives the step another bucket count; no command where the engine does not take it.
pub fn buckets_command(view: &AppView<'_>, count: u32) -> Option<Command> {
    let edit = view.count_edit(BucketCount::clamped(count.into()));
    view.check(edit.clone()).is_ok().then_some(Command::Edit(edit))
}
