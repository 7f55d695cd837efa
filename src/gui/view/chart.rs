//! A chart in the window: the same shapes as in a file, with a pointer over them, its numbers as a table, and a way to a file.

mod paint;

use crate::figure::{Chart, Look, Size, Target};
use crate::gui::as_command;
use crate::gui::command::{Command, Sheet};
use crate::gui::exploration::{Picture, Wishes};
use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::gui::view::ends::ends;
use egui::{
    Button, Grid, Id, IdSalt, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

/// Size that charts are saved in, in points.
const SAVED: (u32, u32) = (1600, 1000);
/// Rows of a table shown at most; the file holds them all.
const MOST_ROWS: usize = 500;

/// What a chart is made from.
pub struct ChartInput<'a, T> {
    /// Its name for screen readers, and what its file may be called.
    pub name: &'a str,
    /// The finding it shows; a new one is drawn anew.
    pub data: &'a Arc<T>,
    /// Whatever else it depends on.
    pub salt: IdSalt,
    /// Height in points; the width is what there is.
    pub height: f32,
    /// Draws it; `None` where there is nothing to draw.
    pub make: &'a dyn Fn(&T, &Look) -> Option<Chart>,
}

/// A chart as it was drawn last.
struct Drawn<T> {
    data: Arc<T>,
    salt: IdSalt,
    size: Vec2,
    dark: bool,
    chart: Arc<Chart>,
}

/// Shows a chart with its corner of actions; returns what a click chose.
pub fn chart<T: Send + Sync + 'static>(
    ui: &mut Ui,
    view: &AppView<'_>,
    input: &ChartInput<'_, T>,
    out: &mut Vec<Command>,
) -> Option<Target> {
    let room = vec2(ui.available_width(), (input.height - 26.0).max(120.0));
    let Some(drawn) = drawn(ui, view, input, room) else {
        ui.label(RichText::new("There is nothing to draw.").color(view.theme.dim));
        return None;
    };
    let chosen = if view.state.wishes.tables {
        table(ui, view, &drawn.chart, room);
        None
    } else {
        picture(ui, view, input.name, &drawn, room)
    };
    corner(ui, view, input, out);
    chosen
}

/// The chart of last time where nothing has changed, else a new one. A chart has a least size; where there is less room it is
/// shown smaller.
fn drawn<T: Send + Sync + 'static>(
    ui: &Ui,
    view: &AppView<'_>,
    input: &ChartInput<'_, T>,
    room: Vec2,
) -> Option<Arc<Drawn<T>>> {
    let id = Id::unique(("chart", input.name));
    let size = vec2(room.x.max(400.0), room.y.max(300.0)).round();
    let dark = view.theme.dark;
    let known: Option<Arc<Drawn<T>>> = ui.data(|data| data.get_temp(id));
    let same = |drawn: &Arc<Drawn<T>>| {
        Arc::ptr_eq(&drawn.data, input.data) && (drawn.salt, drawn.size, drawn.dark) == (input.salt, size, dark)
    };
    if let Some(known) = known.filter(same) {
        return Some(known);
    }
    let look = Look { size: size_of(size)?, dark, origin: String::new() };
    let chart = Arc::new((input.make)(input.data, &look)?);
    let drawn = Arc::new(Drawn { data: Arc::clone(input.data), salt: input.salt, size, dark, chart });
    ui.data_mut(|data| data.insert_temp(id, Arc::clone(&drawn)));
    Some(drawn)
}

fn size_of(size: Vec2) -> Option<Size> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a window's size in whole points")]
    let whole = |side: f32| side as u32;
    Size::new(whole(size.x), whole(size.y)).ok()
}

fn picture<T>(ui: &mut Ui, view: &AppView<'_>, name: &str, drawn: &Drawn<T>, room: Vec2) -> Option<Target> {
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    let scale = (room.x / drawn.size.x).min(room.y / drawn.size.y).min(1.0);
    let painter = ui.painter_at(rect);
    let to_window = egui::emath::TSTransform::new(rect.min.to_vec2(), scale);
    let scene = &drawn.chart.scene;
    // Made anew each time: letters belong to an atlas that the window throws away with a change of theme, or once it is full.
    painter.extend(paint::shapes(&painter, scene).into_iter().map(|mut shape| {
        shape.transform(to_window);
        shape
    }));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}: {}", scene.description)));
    let at = response.hover_pos().map(|at| to_window.inverse() * at);
    let spot = at.and_then(|at| {
        let [x, y] = [f64::from(at.x), f64::from(at.y)];
        scene.spots.iter().rev().find(|spot| {
            (spot.bounds.left..spot.bounds.right).contains(&x) && (spot.bounds.top..spot.bounds.bottom).contains(&y)
        })
    })?;
    #[expect(clippy::cast_possible_truncation, reason = "points of a window")]
    let corner = |[x, y]: [f64; 2]| to_window * pos2(x as f32, y as f32);
    let [from, to] = [[spot.bounds.left, spot.bounds.top], [spot.bounds.right, spot.bounds.bottom]].map(corner);
    painter.rect_stroke(Rect::from_min_max(from, to), 1.0, Stroke::new(1.0, view.theme.text), StrokeKind::Outside);
    let clicked = response.clicked() && spot.target != Target::None;
    tip(response, &spot.label, spot.target);
    clicked.then_some(spot.target)
}

fn tip(response: Response, label: &str, target: Target) {
    let act = match target {
        Target::None => None,
        Target::Width(_) => Some("Click: go to this width."),
        Target::Count(_) => Some("Click: take this count."),
        Target::Pair { .. } => Some("Click: take this count and width."),
        Target::Worker(_) => Some("Click: light its buckets."),
    };
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(label);
        if let Some(act) = act {
            ui.label(RichText::new(act).font(caption()));
        }
    });
}

/// The chart's numbers: what its CSV holds.
fn table(ui: &mut Ui, view: &AppView<'_>, chart: &Chart, room: Vec2) {
    ui.allocate_ui(room, |ui| {
        ui.set_min_size(room);
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            Grid::new("numbers").striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
                for title in &chart.table.header {
                    ui.label(RichText::new(title.replace('_', " ")).color(view.theme.dim));
                }
                ui.end_row();
                for row in chart.table.rows.iter().take(MOST_ROWS) {
                    for cell in row {
                        ui.label(cell);
                    }
                    ui.end_row();
                }
            });
            if chart.table.rows.len() > MOST_ROWS {
                let text = format!("The first {MOST_ROWS} of {} rows: save as CSV for all.", chart.table.rows.len());
                ui.label(RichText::new(text).color(view.theme.dim));
            }
        });
    });
}

/// Picture or table, and the way to a file.
fn corner<T>(ui: &mut Ui, view: &AppView<'_>, input: &ChartInput<'_, T>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ends(
            ui,
            input.name,
            |_| (),
            |ui| {
                let tables = view.state.wishes.tables;
                let text = if tables { "Show the picture" } else { "Show the numbers" };
                if ui.button(RichText::new(text).font(caption())).clicked() {
                    out.push(Command::Wish(Wishes { tables: !tables, ..view.state.wishes.clone() }));
                }
                let command = as_command::figure(view, input.name);
                let copy =
                    ui.add_enabled(command.is_some(), Button::new(RichText::new("Copy as command").font(caption())));
                let copy = copy.on_disabled_hover_text("Save the scenario first: the command names its file");
                if let Some(command) = command
                    && copy.on_hover_text(&command).clicked()
                {
                    out.push(Command::Copy(command));
                }
                let save = ui.button(RichText::new("Save chart…").font(caption()));
                let clicked = save.on_hover_text("As SVG, PNG or CSV, by the ending of the name (Ctrl E)").clicked();
                // Of several charts, the keyboard saves the first.
                let asked = |command: &Command| matches!(command, Command::Sheet(Some(Sheet::SavePicture { .. })));
                if clicked || (view.state.chart_wanted && !out.iter().any(asked)) {
                    out.extend(saved(view, input.name, &|look| (input.make)(input.data, look)));
                }
            },
        );
    });
}

/// The sheet that saves a chart, in the size and with the foot that files have. `name` is what its file may be called.
pub fn saved(view: &AppView<'_>, name: &str, make: &dyn Fn(&Look) -> Option<Chart>) -> Option<Command> {
    let report = view.state.report.as_ref()?;
    let origin = format!(
        "{} · {} · seed {} · digest {} · redeal {}",
        report.scenario, view.facts.name, report.seed, report.digest, report.version
    );
    let look = Look { size: Size::new(SAVED.0, SAVED.1).ok()?, dark: view.theme.dark, origin };
    let chart = Arc::new(make(&look)?);
    let stem = name.to_lowercase().replace(' ', "-");
    let path = format!("{stem}.svg");
    Some(Command::Sheet(Some(Sheet::SavePicture { path, picture: Picture { stem, chart } })))
}
