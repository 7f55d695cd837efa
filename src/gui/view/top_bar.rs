//! The bar at the top: scenario, undo and redo, files, theme, help.

use crate::gui::command::{Command, Sheet, ThemeChoice};
use crate::gui::document::ready;
use crate::gui::exploration::ViewKind;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::ends::ends;
use egui::containers::menu::MenuButton;
use egui::{Button, RichText, ScrollArea, Ui, Vec2, vec2};

/// Room around the text of a menu's entry: egui's own menus leave none.
const MENU_PADDING: Vec2 = vec2(8.0, 4.0);

/// Shows the bar.
pub fn top_bar(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let mut asked = Vec::new();
    let left = |ui: &mut Ui| {
        ui.label(RichText::new("Redeal").font(strong(16.0)));
        ui.add_space(4.0);
        scenarios(ui, view, out);
        let text = format!("{} · {}", view.edited.name, view.edited.words.buckets);
        ui.add(egui::Label::new(RichText::new(text).color(view.theme.dim)).truncate());
    };
    ends(ui, "top bar", left, |ui| right(ui, view, &mut asked));
    out.append(&mut asked);
}

fn scenarios(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let dot = if view.state.history.current().is_unsaved() { "• " } else { "" };
    let name = format!("{dot}{} ⏷", shortened(&view.scenario.name, 40));
    let (response, _) = MenuButton::new(name).ui(ui, |ui| {
        ui.set_min_width(260.0);
        ui.spacing_mut().button_padding = MENU_PADDING;
        recent(ui, view, out);
        let height = (ui.ctx().content_rect().bottom() - ui.cursor().top() - 24.0).max(120.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for scenario in ready().iter().map(|ready| &ready.scenario) {
                let button = ui.selectable_label(scenario.name == view.scenario.name, &scenario.name);
                if button.on_hover_text(&scenario.note).clicked() {
                    out.push(Command::Load(Box::new(scenario.clone())));
                }
            }
        });
    });
    let note = if view.scenario.note.is_empty() { "Choose a scenario" } else { &view.scenario.note };
    response.accessible_name("Scenario").on_hover_text(note);
}

/// The files opened or saved last; one that is gone can only be taken off the list.
fn recent(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let (dim, files) = (view.theme.dim, &view.state.recent);
    if files.is_empty() {
        return;
    }
    let heading = |text: &str| RichText::new(text).font(caption()).color(dim);
    ui.label(heading("Recent files"));
    for path in files {
        let name = shortened(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy(), 40);
        if path.is_file() {
            let own = view.state.history.current().path.as_ref() == Some(path);
            if ui.selectable_label(own, &name).on_hover_text(path.display().to_string()).clicked() {
                out.push(Command::Open(path.clone()));
            }
            continue;
        }
        ui.horizontal(|ui| {
            let gone = Button::new(RichText::new(format!("{name} is gone")).color(dim)).frame(false);
            ui.add_enabled(false, gone).on_disabled_hover_text(format!("There is no file {}", path.display()));
            let remove = Button::new(RichText::new("Remove").font(caption())).small();
            if ui.add(remove).accessible_name(format!("Remove {name} from the recent files")).clicked() {
                out.push(Command::Forget(path.clone()));
            }
        });
    }
    ui.separator();
    ui.label(heading("Scenarios that come with the program"));
}

fn right(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let history = &view.state.history;
    if quiet(ui, view, "Undo", history.can_undo()).on_hover_text("Ctrl Z").clicked() {
        out.push(Command::Undo);
    }
    if quiet(ui, view, "Redo", history.can_redo()).on_hover_text("Ctrl Shift Z, Ctrl Y").clicked() {
        out.push(Command::Redo);
    }
    ui.add_space(8.0);
    if ui.button("Open…").on_hover_text("Ctrl O. A file can also be dropped on the window.").clicked() {
        out.push(Command::Sheet(Some(Sheet::Open { path: String::new() })));
    }
    if ui.button("Save").on_hover_text("Ctrl S").clicked() {
        out.push(Command::Save);
    }
    if ui.button("Save as…").on_hover_text("Ctrl Shift S").clicked() {
        out.push(Command::Sheet(Some(Sheet::SaveAs { path: view.state.suggested_file() })));
    }
    ui.add_space(8.0);
    let learns = view.state.shown == ViewKind::Learn;
    let button = ui.add(Button::selectable(learns, "Learn")).on_hover_text("Lessons, cards and words (8)");
    if button.clicked() {
        out.push(Command::View(if learns { ViewKind::Deal } else { ViewKind::Learn }));
    }
    let find = ui.button("Find…").on_hover_text("Every command by its name (Ctrl K)");
    if find.accessible_name("Find a command").clicked() {
        out.push(Command::Sheet(Some(Sheet::Palette { typed: String::new(), chosen: 0 })));
    }
    theme_menu(ui, view, out);
    if ui.button("?").on_hover_text("Keyboard map (?)").accessible_name("Keyboard map").clicked() {
        out.push(Command::Sheet(Some(Sheet::Help)));
    }
}

fn quiet(ui: &mut Ui, view: &AppView<'_>, text: &str, enabled: bool) -> egui::Response {
    let ink = if enabled { view.theme.text } else { view.theme.dim };
    ui.add_enabled(enabled, Button::new(RichText::new(text).color(ink)).frame_when_inactive(false))
}

fn theme_menu(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let choices = [(ThemeChoice::Dark, "Dark"), (ThemeChoice::Light, "Light"), (ThemeChoice::System, "As the system")];
    MenuButton::new("Theme ⏷").ui(ui, |ui| {
        ui.spacing_mut().button_padding = MENU_PADDING;
        for (choice, text) in choices {
            if ui.selectable_label(view.state.theme == choice, text).clicked() {
                out.push(Command::Theme(choice));
            }
        }
        ui.separator();
        let mut animate = view.state.animate;
        if ui.checkbox(&mut animate, "Buckets slide to their new owner").changed() {
            out.push(Command::Animate(animate));
        }
        let mut office = view.state.office;
        let text = "The Deal view as a sorting office, for beginners";
        if ui.checkbox(&mut office, text).changed() {
            out.extend([Command::Office(office), Command::View(ViewKind::Deal)]);
        }
    });
}

/// At most so many characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
