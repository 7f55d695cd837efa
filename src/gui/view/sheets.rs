//! Sheets over the window: the keyboard map, and a path to open or save to.

use crate::gui::command::{Command, Sheet};
use crate::gui::explorer::Compared;
use crate::gui::keyboard::MAP;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::gui::view::ends::ends;
use crate::gui::view::explain_sheet::explain;
use crate::gui::view::import_sheet::import;
use crate::gui::view::palette::palette;
use crate::gui::view::parts::acting;
use crate::gui::view::parts_sheet::parts;
use egui::{Frame, Id, Key, Modal, RichText, TextEdit, Ui};
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};

/// Room around a sheet's content, in points.
const MARGIN: i8 = 16;
/// Width of a sheet that shows a table or a longer text, in points.
const WIDE: f32 = 720.0;

/// Shows the open sheet, if one is.
pub fn sheets(ui: &Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some(sheet) = &view.state.sheet else {
        ui.data_mut(|data| data.remove::<Discriminant<Sheet>>(entered()));
        return;
    };
    if let Sheet::Palette { typed, chosen } = sheet {
        return palette(ui, view, typed, *chosen, out);
    }
    let frame = Frame::popup(ui.style()).inner_margin(MARGIN);
    let shown = Modal::new(Id::unique("sheet")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(if matches!(sheet, Sheet::Import(_) | Sheet::Explain(_)) { WIDE } else { 440.0 });
        match sheet {
            Sheet::Help => help(ui, view),
            Sheet::Import(list) => {
                let is_new = comes_up(ui, sheet);
                import(ui, view, list, is_new, out);
            }
            Sheet::Explain(asked) => {
                let is_new = comes_up(ui, sheet);
                explain(ui, view, asked, is_new, out);
            }
            Sheet::Parts { path, snapshot } => parts(ui, view, path, snapshot, out),
            _ => file(ui, view, sheet, out),
        }
    });
    if shown.should_close() {
        out.push(Command::Sheet(None));
    }
}

/// Remembers which sheet's field has had the keyboard, so that it takes it only when its sheet comes up.
fn entered() -> Id {
    Id::unique("the path field has been entered")
}

/// Whether a sheet has just come up: then what it is for takes the keyboard.
fn comes_up(ui: &Ui, sheet: &Sheet) -> bool {
    let this = discriminant(sheet);
    let is_new = ui.data(|data| data.get_temp::<Discriminant<Sheet>>(entered())) != Some(this);
    ui.data_mut(|data| data.insert_temp(entered(), this));
    is_new
}

fn help(ui: &mut Ui, view: &AppView<'_>) {
    ui.label(RichText::new("Keyboard map").font(strong(16.0)));
    ui.add_space(4.0);
    egui::Grid::new("keyboard map").num_columns(2).spacing([24.0, 6.0]).show(ui, |ui| {
        for (keys, meaning) in MAP {
            ui.label(RichText::new(keys).font(strong(13.0)));
            ui.label(meaning);
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    let text = "Numbers can be dragged or typed. Hover explains, a double click on a label resets.";
    ui.label(RichText::new(text).font(caption()).color(view.theme.dim));
}

/// The words of a sheet that asks for a path.
struct Words {
    title: &'static str,
    hint: &'static str,
    act: &'static str,
    remark: &'static str,
}

/// What can be opened.
const OPENED: &str = "A scenario, a lesson, a list of keys, or a snapshot of a running job: a Flink savepoint or checkpoint, a \
                      Spark checkpoint, what Kafka's tools printed. A file or folder can also be dropped on the window.";

/// What a list of keys is.
const LISTS: &str = "CSV, TSV, JSON lines, or one key a line, also compressed (gzip, zstd). What is found in it is shown before it is \
                     taken.";

/// What a log is.
const LOGS: &str = "The log of a job, as text: its first 64 MB are read. A file can also be dropped on this sheet.";

/// A sheet that asks for a path: its words, the path as typed, and what the path is taken for.
fn asks(sheet: &Sheet) -> Option<(Words, &str)> {
    let (title, hint, act, remark, path) = match sheet {
        Sheet::Help | Sheet::Palette { .. } | Sheet::Parts { .. } | Sheet::Import(_) | Sheet::Explain(_) => {
            return None;
        }
        Sheet::Open { path } => ("Open", "path/to/scenario.ron", "Open", OPENED, path),
        Sheet::List { path } => ("Import a list of keys", "path/to/keys.csv", "Preview", LISTS, path),
        Sheet::Log { path } => ("Explain a log", "path/to/job.log", "Explain", LOGS, path),
        Sheet::CompareWith { path } => (
            "Compare with a scenario",
            "path/to/scenario.ron",
            "Compare",
            "It is read again whenever this scenario changes.",
            path,
        ),
        Sheet::SaveAs { path } => {
            ("Save the scenario as", "path/to/scenario.ron", "Save", "The file is written whole or not at all.", path)
        }
        Sheet::SavePicture { path, .. } => (
            "Save the chart as",
            "path/to/chart.svg",
            "Save",
            "The ending says what is written: .svg and .png the picture, .csv its numbers.",
            path,
        ),
        Sheet::SaveRecord { path } => (
            "Write the decision record to",
            "path/to/job.record.md",
            "Write",
            "Beside the scenario as job.record.md, redeal check finds it. Names are filled in there.",
            path,
        ),
        Sheet::SaveLearning { path } => (
            "Save what I have learnt as",
            "path/to/learning.json",
            "Save",
            "A copy: lessons done, and when each card comes up again.",
            path,
        ),
    };
    Some((Words { title, hint, act, remark }, path))
}

/// The same sheet with another path typed.
fn retyped(sheet: &Sheet, path: String) -> Sheet {
    match sheet {
        Sheet::Help | Sheet::Palette { .. } | Sheet::Parts { .. } | Sheet::Import(_) | Sheet::Explain(_) => {
            sheet.clone()
        }
        Sheet::Open { .. } => Sheet::Open { path },
        Sheet::List { .. } => Sheet::List { path },
        Sheet::Log { .. } => Sheet::Log { path },
        Sheet::CompareWith { .. } => Sheet::CompareWith { path },
        Sheet::SaveAs { .. } => Sheet::SaveAs { path },
        Sheet::SavePicture { picture, .. } => Sheet::SavePicture { path, picture: picture.clone() },
        Sheet::SaveRecord { .. } => Sheet::SaveRecord { path },
        Sheet::SaveLearning { .. } => Sheet::SaveLearning { path },
    }
}

/// What the sheet does with its path.
fn done(sheet: &Sheet, path: PathBuf) -> Command {
    match sheet {
        Sheet::Help | Sheet::Palette { .. } | Sheet::Parts { .. } | Sheet::Import(_) | Sheet::Explain(_) => {
            Command::Sheet(None)
        }
        Sheet::Open { .. } => Command::Open(path),
        Sheet::List { .. } => Command::Preview { path, options: None },
        Sheet::Log { .. } => Command::ReadLog(path),
        Sheet::CompareWith { .. } => Command::CompareWith(Compared::File(path)),
        Sheet::SaveAs { .. } => Command::SaveAs(path),
        Sheet::SavePicture { picture, .. } => Command::SavePicture(path, picture.clone()),
        Sheet::SaveRecord { .. } => Command::SaveRecord(path),
        Sheet::SaveLearning { .. } => Command::SaveLearning(path),
    }
}

fn file(ui: &mut Ui, view: &AppView<'_>, sheet: &Sheet, out: &mut Vec<Command>) {
    let Some((words, path)) = asks(sheet) else { return };
    ui.label(RichText::new(words.title).font(strong(16.0)));
    let mut typed = path.to_owned();
    let id = Id::unique("path");
    let edit = TextEdit::singleline(&mut typed).id(id).hint_text(words.hint).desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name("Path");
    if comes_up(ui, sheet) {
        response.request_focus();
    }
    let is_read =
        matches!(sheet, Sheet::Open { .. } | Sheet::List { .. } | Sheet::Log { .. } | Sheet::CompareWith { .. });
    let taken = !is_read && is_anothers(Path::new(typed.trim()), view);
    let submitted = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if response.changed() {
        out.push(Command::Sheet(Some(retyped(sheet, typed.clone()))));
    }
    ui.add_space(4.0);
    let act = if taken { "Replace" } else { words.act };
    ui.horizontal(|ui| {
        let mut asked = Vec::new();
        let left = |ui: &mut Ui| {
            if ui.button("Browse…").on_hover_text("The system's dialog, where there is one").clicked() {
                out.push(Command::Browse);
            }
        };
        ends(ui, "buttons", left, |ui| {
            if ui.button("Close").clicked() {
                asked.push(Command::Sheet(None));
            }
            let full = !typed.trim().is_empty();
            let button = acting(ui, view.theme, RichText::new(act), full);
            if button.clicked() || (submitted && full && !taken) {
                asked.push(done(sheet, PathBuf::from(typed.trim())));
            }
        });
        out.append(&mut asked);
    });
    let (text, colour) = if taken {
        ("There is such a file already: Replace overwrites it.", view.theme.warn)
    } else {
        (words.remark, view.theme.dim)
    };
    ui.label(RichText::new(text).font(caption()).color(colour));
}

/// Whether a path is a file that is there and is not this scenario's own.
fn is_anothers(path: &Path, view: &AppView<'_>) -> bool {
    let own = view.state.history.current().path.as_deref();
    path.is_file() && own != Some(path)
}
