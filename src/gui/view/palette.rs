//! The command palette: every command by its name, found by typing.

use crate::engine::Engine;
use crate::gui::command::{Command, Edit, Sheet, ThemeChoice};
use crate::gui::document::ready;
use crate::gui::exploration::ViewKind;
use crate::gui::keyboard;
use crate::gui::learning::{Learn, Learning, Page};
use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::gui::view::ends::ends;
use crate::gui::view::parts::scrolled_in_sheet;
use crate::gui::view::steps::next_width;
use crate::gui::view::wall::WallColour;
use crate::gui::view::workers::Sort;
use crate::gui::worker::Failure;
use crate::numerals::grouped;
use crate::simulate::MAX_STEPS;
use egui::{Align2, Button, Frame, Id, Key, Modal, Modifiers, Response, RichText, TextEdit, Ui, Vec2, vec2};
use std::sync::Arc;

/// Width of the list, in points.
const WIDTH: f32 = 520.0;
/// Height of one entry, in points.
const ROW: f32 = 26.0;
/// Room between the window's upper edge and the list, in points.
const ABOVE: f32 = 72.0;

/// One command of the list.
struct Entry {
    /// What kind of command it is.
    group: &'static str,
    name: String,
    /// The keys that do the same.
    keys: &'static str,
    command: Command,
}

impl Entry {
    /// As a screen reader says it: some names are those of tabs and buttons, too.
    fn heard(&self) -> String {
        format!("{}: {}", self.group, self.name)
    }
}

/// Shows the palette with what has been typed, one of the commands found chosen.
pub fn palette(ui: &Ui, view: &AppView<'_>, typed: &str, chosen: usize, out: &mut Vec<Command>) {
    let frame = Frame::popup(ui.style()).inner_margin(8);
    let area = Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, vec2(0.0, ABOVE));
    let shown = Modal::new(Id::unique("palette")).area(area).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        list(ui, view, typed, chosen, out);
    });
    if shown.should_close() {
        out.push(Command::Sheet(None));
    }
}

fn list(ui: &mut Ui, view: &AppView<'_>, typed: &str, chosen: usize, out: &mut Vec<Command>) {
    let found = found(view, typed);
    let last = found.len().saturating_sub(1);
    let now = chosen.min(last);
    // Taken before the field sees them: there they would go to the ends of the text.
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let moved = [
        (Key::ArrowDown, if now == last { 0 } else { now + 1 }),
        (Key::ArrowUp, now.checked_sub(1).unwrap_or(last)),
        (Key::PageDown, (now + 10).min(last)),
        (Key::PageUp, now.saturating_sub(10)),
    ];
    let moved = moved.into_iter().find(|(key, _)| pressed(*key)).map(|(_, to)| to);
    let entered = pressed(Key::Enter);
    let mut text = typed.to_owned();
    let id = Id::unique("palette field");
    let edit = TextEdit::singleline(&mut text).id(id).hint_text("Find a command").desired_width(f32::INFINITY);
    let field = ui.add(edit.margin(vec2(8.0, 6.0))).accessible_name("Find a command");
    // The list has no other place for the keyboard.
    field.request_focus();
    if field.changed() {
        out.push(Command::Sheet(Some(Sheet::Palette { typed: text, chosen: 0 })));
    } else if let Some(chosen) = moved {
        out.push(Command::Sheet(Some(Sheet::Palette { typed: text, chosen })));
    }
    ui.add_space(4.0);
    let height = (ui.ctx().content_rect().height() - ABOVE * 2.0 - 60.0).clamp(ROW * 4.0, ROW * 16.0);
    let mut taken = entered.then_some(now);
    scrolled_in_sheet("found", height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if found.is_empty() {
            ui.label(RichText::new("No command has these words.").color(view.theme.dim));
        }
        for (at, entry) in found.iter().enumerate() {
            let row = row(ui, view, entry, at == now);
            if at == now {
                spoken(&field, &row);
                if moved.is_some() || field.changed() {
                    row.scroll_to_me(None);
                }
            }
            if row.clicked() {
                taken = Some(at);
            }
        }
    });
    if let Some(entry) = taken.and_then(|at| found.into_iter().nth(at)) {
        out.extend([Command::Sheet(None), entry.command]);
    }
}

/// A screen reader reads the chosen entry while the field keeps the keyboard.
fn spoken(field: &Response, row: &Response) {
    let row = row.id.accesskit_id();
    field.ctx.accesskit_node_builder(field.id, |node| node.set_active_descendant(row));
}

fn row(ui: &mut Ui, view: &AppView<'_>, entry: &Entry, chosen: bool) -> Response {
    let theme = view.theme;
    let size = vec2(ui.available_width(), ROW);
    let fill = if chosen { theme.raised } else { egui::Color32::TRANSPARENT };
    let row = ui.add(Button::selectable(chosen, "").fill(fill).min_size(size)).accessible_name(entry.heard());
    if chosen {
        let bar = row.rect.with_max_x(row.rect.left() + 3.0);
        ui.painter().rect_filled(bar, 1.0, theme.accent);
    }
    let inside = egui::UiBuilder::new().id_salt(("entry", row.id)).max_rect(row.rect.shrink2(vec2(8.0, 0.0)));
    let mut child = ui.new_child(inside);
    // Drawn over the button, which has the click.
    let ink = if chosen { theme.text } else { theme.text.gamma_multiply(0.9) };
    let left = |ui: &mut Ui| {
        paint(ui, RichText::new(entry.group).font(caption()).color(theme.dim), vec2(76.0, ROW));
        let room = vec2(ui.available_width(), ROW);
        paint(ui, RichText::new(&entry.name).color(ink), room);
    };
    ends(&mut child, "entry", left, |ui| {
        paint(ui, RichText::new(entry.keys).font(caption()).color(theme.dim), Vec2::ZERO);
    });
    row
}

/// A text that is seen only: the row says the same to those who hear it.
fn paint(ui: &mut Ui, text: RichText, size: Vec2) {
    let wide = if size.x > 0.0 { size.x } else { f32::INFINITY };
    let galley =
        egui::WidgetText::from(text).into_galley(ui, Some(egui::TextWrapMode::Truncate), wide, egui::TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(vec2(size.x.max(galley.size().x), ROW), egui::Sense::hover());
    let at = egui::pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, egui::Color32::PLACEHOLDER);
}

/// The commands whose group and name have every word typed; those in which a word begins with each of them come first.
fn found(view: &AppView<'_>, typed: &str) -> Vec<Entry> {
    let typed = typed.to_lowercase();
    let text = |entry: &Entry| format!("{} {} {}", entry.group, entry.name, entry.keys).to_lowercase();
    let mut all = entries(view);
    all.retain(|entry| typed.split_whitespace().all(|word| text(entry).contains(word)));
    all.sort_by_key(|entry| {
        let text = text(entry);
        let begins = |typed: &str| text.split_whitespace().any(|word| word.starts_with(typed));
        !typed.split_whitespace().all(begins)
    });
    all
}

/// One more and one fewer, of workers, buckets and steps.
fn changes(view: &AppView<'_>) -> Vec<Entry> {
    let step = view.state.step;
    let (width, count) = (view.scenario.widths.get(step).map_or(1, |width| width.get()), view.count_set());
    let entry = |group, name: String, keys, command| Entry { group, name, keys, command };
    let widths = [("One worker more", "→", width + 1), ("One worker fewer", "←", width - 1)];
    let widths = widths.into_iter().filter(|(.., width)| *width > 0).map(|(name, keys, width)| {
        let name = format!("{name}: {}", grouped(width.into()));
        entry("Edit", name, keys, keyboard::width_command(step, width))
    });
    let counts = [
        ("One bucket more", "↑", count.saturating_add(1)),
        ("One bucket fewer", "↓", count - 1),
        ("Twice the buckets", "Shift ↑", count.saturating_mul(2)),
        ("Half the buckets", "Shift ↓", count / 2),
    ];
    let counts = counts.into_iter().filter(|(.., count)| *count > 0).filter_map(|(name, keys, count)| {
        let command = keyboard::buckets_command(view, count)?;
        Some(entry("Edit", format!("{name}: {}", grouped(count.into())), keys, command))
    });
    let mut all: Vec<Entry> = widths.chain(counts).collect();
    let steps = view.scenario.widths.len();
    let mut go = |name: &str, keys, command| all.push(entry("Steps", name.to_owned(), keys, command));
    if step > 0 {
        go("Previous step", "[", Command::SelectStep(step - 1));
    }
    if step + 1 < steps {
        go("Next step", "]", Command::SelectStep(step + 1));
    }
    if steps < MAX_STEPS {
        go("Add a step", "", Command::Edit(Edit::AddStep(next_width(view))));
    }
    if steps > 1 {
        go("Take this step away", "", Command::Edit(Edit::RemoveStep(step)));
    }
    all
}

/// How the Deal view is coloured and sorted, and what else it can be.
fn looks(view: &AppView<'_>) -> Vec<Entry> {
    let state = view.state;
    let entry = |name: &str, command| Entry { group: "Deal", name: name.to_owned(), keys: "", command };
    let colours = [(WallColour::Owner, "owner"), (WallColour::Load, "load"), (WallColour::State, "state")];
    let colours = colours.into_iter().filter(|(colour, _)| *colour != state.colour);
    let mut all: Vec<Entry> =
        colours.map(|(colour, name)| entry(&format!("Colour the wall by {name}"), Command::Colour(colour))).collect();
    all.push(match state.sort {
        Sort::ById => entry("Sort the workers: busiest first", Command::Sort(Sort::ByLoad)),
        Sort::ByLoad => entry("Sort the workers by their number", Command::Sort(Sort::ById)),
    });
    let slides = if state.animate { "Buckets change hands at once" } else { "Buckets slide to their new owner" };
    all.push(entry(slides, Command::Animate(!state.animate)));
    let office = if state.office { "The Deal view in the engine's words" } else { "The Deal view as a sorting office" };
    all.push(entry(office, Command::Office(!state.office)));
    all
}

/// Every command that does something now.
fn entries(view: &AppView<'_>) -> Vec<Entry> {
    let entry = |group, name: &str, keys, command| Entry { group, name: name.to_owned(), keys, command };
    let mut all = Vec::new();
    let digits = ["1", "2", "3", "4", "5", "6", "7", "8"];
    all.extend(
        ViewKind::ALL.iter().zip(digits).map(|((kind, name), key)| entry("View", name, key, Command::View(*kind))),
    );
    let open = Command::Sheet(Some(Sheet::Open { path: String::new() }));
    all.push(entry("File", "Open…", "Ctrl O", open));
    let list = Command::Sheet(Some(Sheet::List { path: String::new() }));
    all.push(entry("File", "Import a list of keys…", "", list));
    all.push(entry("File", "Save", "Ctrl S", Command::Save));
    let save_as = Command::Sheet(Some(Sheet::SaveAs { path: view.state.suggested_file() }));
    all.push(entry("File", "Save as…", "Ctrl Shift S", save_as));
    all.push(entry("File", "Save the chart…", "Ctrl E", Command::SaveChart));
    all.push(entry("File", "Decision record…", "", view.record_sheet()));
    let learnt = Command::Sheet(Some(Sheet::SaveLearning { path: "learning.json".to_owned() }));
    all.push(entry("Learn", "Save what I have learnt…", "", learnt));
    all.push(entry("File", "Quit", "Ctrl Q", Command::Quit));
    if view.state.running.is_some() {
        all.push(entry("Run", "Cancel", "", Command::Cancel));
    } else if matches!(view.state.failure, Some(Failure::Cancelled)) {
        all.push(entry("Run", "Run again", "", Command::Rerun));
    }
    let history = &view.state.history;
    all.extend(history.can_undo().then(|| entry("Edit", "Undo", "Ctrl Z", Command::Undo)));
    all.extend(history.can_redo().then(|| entry("Edit", "Redo", "Ctrl Y", Command::Redo)));
    for (forward, name, keys) in [(true, "Next", "Shift →"), (false, "Previous", "Shift ←")] {
        let width = keyboard::useful(view, forward);
        all.extend(width.map(|width| {
            let name = format!("{name} useful width: {width}");
            entry("Edit", &name, keys, keyboard::width_command(view.state.step, width))
        }));
    }
    all.extend(changes(view));
    if view.scenario.widths.len() > 1 {
        let name = if view.state.play_at.is_some() { "Stop the play" } else { "Play the deal" };
        all.push(entry("Steps", name, "Space", Command::TogglePlay));
    }
    let engine = |engine: Engine| {
        let facts = engine.facts();
        (facts.id != view.edited.id).then(|| entry("Engine", facts.name, "", Command::Edit(Edit::Engine(engine))))
    };
    all.extend(Engine::all().into_iter().filter_map(engine));
    all.extend(Page::ALL.map(|(page, name)| entry("Learn", name, "", Command::Learn(Learn::Page(page)))));
    if let Some(library) = Learning::library() {
        all.extend(library.lessons.iter().map(|lesson| {
            let begin = Command::Learn(Learn::Lesson(Arc::clone(lesson)));
            entry("Lesson", &lesson.title, "", begin)
        }));
    }
    let compare = Command::Sheet(Some(Sheet::CompareWith { path: String::new() }));
    all.push(entry("File", "Compare with a file…", "", compare));
    all.extend(view.state.recent.iter().map(|path| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        entry("Recent", &name, "", Command::Open(path.clone()))
    }));
    all.extend(ready().iter().map(|ready| {
        let load = Command::Load(Box::new(ready.scenario.clone()));
        entry("Scenario", &ready.scenario.name, "", load)
    }));
    let themes = [(ThemeChoice::Dark, "Dark"), (ThemeChoice::Light, "Light"), (ThemeChoice::System, "As the system")];
    all.extend(themes.map(|(choice, name)| entry("Theme", name, "", Command::Theme(choice))));
    all.extend(looks(view));
    all.push(entry("Help", "Explain a message…", "Ctrl M", Command::Explain(String::new())));
    let log = Command::Sheet(Some(Sheet::Log { path: String::new() }));
    all.push(entry("Help", "Explain a log…", "", log));
    all.push(entry("Help", "Keyboard map", "?", Command::Sheet(Some(Sheet::Help))));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::document::Document;
    use crate::gui::state::AppState;
    use crate::gui::theme::Theme;
    use crate::scenario::Scenario;
    use crate::simulate::{Unwatched, simulate};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Keys of the map that are no command: they act within what has the keyboard, or bring up what lists the commands.
    const WITHIN: [&str; 4] = ["0 … 9", "Ctrl K", "Enter", "Esc"];

    /// `Shift ← →` → `Shift ←` and `Shift →`; of several names for one command the first.
    fn keys(line: &str) -> Vec<String> {
        let line = line.split(", ").next().unwrap_or(line);
        if let Some((from, to)) = line.split_once(" … ") {
            let [from, to] = [from, to].map(|digit| digit.parse::<u8>().unwrap());
            return (from..=to).map(|digit| digit.to_string()).collect();
        }
        let is_held = |part: &&str| ["Ctrl", "Shift"].contains(part);
        let held: Vec<&str> = line.split(' ').filter(is_held).collect();
        let each = line.split(' ').filter(|part| !is_held(part));
        each.map(|key| held.iter().chain([&key]).copied().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn the_palette_and_the_map_of_keys_agree() {
        let mut state = AppState::new(Document::new(Scenario::built_in(), None));
        // One edit back and one forward, so that both can be done.
        for width in [39, 40] {
            state.apply(keyboard::width_command(1, width), 0.0);
            state.history.end_gesture();
        }
        state.apply(Command::Undo, 0.0);
        let job = Scenario::built_in().job(Path::new("")).unwrap();
        state.report = Some(Arc::new(simulate(&job, &Unwatched).unwrap()));
        let theme = Theme::dark();
        let view = AppView::new(&state, &theme, 0.0);
        let named: BTreeSet<String> =
            entries(&view).into_iter().map(|entry| entry.keys.to_owned()).filter(|keys| !keys.is_empty()).collect();
        let within = |line: &str| WITHIN.contains(&line) || line.starts_with("Tab");
        let mapped = keyboard::MAP.iter().filter(|(line, _)| !within(line));
        let mapped: BTreeSet<String> = mapped.flat_map(|(line, _)| keys(line)).collect();
        assert_eq!(named, mapped);
    }

    #[test]
    fn no_two_entries_have_one_name() {
        let state = AppState::new(Document::new(Scenario::built_in(), None));
        let theme = Theme::dark();
        let all = entries(&AppView::new(&state, &theme, 0.0));
        let heard: BTreeSet<String> = all.iter().map(Entry::heard).collect();
        assert_eq!(heard.len(), all.len());
    }
}
