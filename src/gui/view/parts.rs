//! Small pieces that panels are made of: headings, rows, choices.

use super::number::{Field, Quantity, number, reason};
use super::text::{TextField, text_field, text_reason};
use crate::gui::theme::{Theme, caption, strong};
use egui::style::ScrollStyle;
use egui::{
    Align, Button, Color32, ComboBox, Label, Layout, Mesh, Rect, Response, RichText, Role, ScrollArea, Sense, Shape,
    Stroke, TextStyle, Ui, WidgetInfo, vec2,
};
use std::fmt::Debug;
use std::hash::Hash;

/// A heading over a group of controls or figures.
pub fn section(ui: &mut Ui, theme: &Theme, title: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(title).font(strong(12.0)).color(theme.dim));
}

/// A panel's content, scrolled where it is higher than the panel; the bar lies in the panel's margin. `what` says what the content
/// is: another one begins at its top.
pub fn scrolled(ui: &mut Ui, what: impl Hash + Debug, content: impl FnOnce(&mut Ui)) {
    scroll(ui, ScrollArea::vertical().id_salt(what).auto_shrink(false), content);
}

/// The same, no higher than so many points, and only as high as its content.
pub fn scrolled_within(ui: &mut Ui, what: impl Hash + Debug, height: f32, content: impl FnOnce(&mut Ui)) {
    scroll(ui, ScrollArea::vertical().id_salt(what).auto_shrink([false, true]).max_height(height), content);
}

/// A list within a sheet, scrolled where it is higher than so many points, and only as high as its content. What lies over the
/// window offers no more room than it had in the frame before: without a least height, the list would stay as low as its shortest
/// content was.
pub fn scrolled_in_sheet(what: impl Hash + Debug, height: f32) -> ScrollArea {
    let area = ScrollArea::vertical().id_salt(what).auto_shrink([false, true]);
    area.max_height(height).min_scrolled_height(height)
}

fn scroll(ui: &mut Ui, area: ScrollArea, content: impl FnOnce(&mut Ui)) {
    ui.spacing_mut().scroll = ScrollStyle { bar_outer_margin: -12.0, ..ScrollStyle::floating() };
    let shown = area.show(ui, content);
    let (seen, below) =
        (shown.inner_rect, shown.content_size.y - shown.state.clamped_offset().y - shown.inner_rect.height());
    if below > 1.0 {
        fade_out(ui, seen.with_min_y(seen.bottom() - FADE.min(below)));
    }
}

/// Height over which a panel's content fades out where more of it follows, in points.
const FADE: f32 = 32.0;

/// From nothing at the top of `rect` to the panel's colour at its bottom.
fn fade_out(ui: &Ui, rect: Rect) {
    let (clear, full) = (Color32::TRANSPARENT, ui.visuals().panel_fill);
    let mut mesh = Mesh::default();
    for (corner, colour) in
        [(rect.left_top(), clear), (rect.right_top(), clear), (rect.left_bottom(), full), (rect.right_bottom(), full)]
    {
        mesh.colored_vertex(corner, colour);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    ui.painter().add(Shape::mesh(mesh));
}

/// A remark under a control.
pub fn remark(ui: &mut Ui, theme: &Theme, text: impl Into<String>) -> Response {
    ui.add(Label::new(RichText::new(text).font(caption()).color(theme.dim)).wrap())
}

/// What a row answers beside its content's answer.
#[derive(Debug, Clone)]
pub struct Row<R> {
    /// What the content answered.
    pub inner: R,
    /// The label was clicked twice: back to how it was given.
    pub reset: bool,
}

/// A label on the left, its control on the right. The label explains itself on hover.
pub fn row<R>(ui: &mut Ui, name: &str, explanation: &str, content: impl FnOnce(&mut Ui) -> R) -> Row<R> {
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 22.0), Layout::left_to_right(Align::Center), |ui| {
        let label = ui.add(Label::new(name).selectable(false).sense(Sense::CLICK));
        let label = label.on_hover_text(format!("{explanation}\nDouble-click resets it."));
        let inner = ui.with_layout(Layout::right_to_left(Align::Center), content).inner;
        Row { inner, reset: label.double_clicked() }
    })
    .inner
}

/// A row with a number. `check` says whether a value can be, `given` is what a reset brings back.
pub fn number_row<Q: Quantity>(
    ui: &mut Ui,
    theme: &Theme,
    field: &Field<'_, Q>,
    explanation: &str,
    given: Q,
    check: &dyn Fn(Q) -> Result<(), String>,
) -> Option<Q> {
    let shown = row(ui, field.name, explanation, |ui| {
        let (response, value) = number(ui, theme, field, check);
        response.on_hover_text(explanation);
        value
    });
    reason(ui, theme, field.name, field.value);
    let reset = (shown.reset && given != field.value && check(given).is_ok()).then_some(given);
    reset.or(shown.inner)
}

/// A row with a text. `check` says whether a text can be, `given` is what a reset brings back.
pub fn text_row(
    ui: &mut Ui,
    theme: &Theme,
    field: &TextField<'_>,
    explanation: &str,
    given: &str,
    check: &dyn Fn(&str) -> Result<(), String>,
) -> Option<String> {
    let shown = row(ui, field.name, explanation, |ui| {
        let (response, typed) = text_field(ui, theme, field, check);
        response.on_hover_text(explanation);
        typed
    });
    text_reason(ui, theme, field.name, field.value);
    let reset = (shown.reset && given != field.value && check(given).is_ok()).then(|| given.to_owned());
    reset.or(shown.inner)
}

/// A row with one choice of several; returns another choice.
pub fn choice_row<T: PartialEq + Clone>(
    ui: &mut Ui,
    name: &str,
    explanation: &str,
    current: &T,
    options: &[(T, &str)],
    given: &T,
) -> Option<T> {
    let shown = row(ui, name, explanation, |ui| choice(ui, name, current, options));
    if shown.reset { Some(given.clone()) } else { shown.inner }
}

/// One choice of several as a menu; returns another choice.
pub fn choice<T: PartialEq + Clone>(ui: &mut Ui, name: &str, current: &T, options: &[(T, &str)]) -> Option<T> {
    let text = options.iter().find(|(option, _)| option == current).map_or("other", |(_, text)| *text);
    choice_of_groups(ui, name, text, current, &[("", options.to_vec())])
}

/// One choice of several as a menu that shows the chosen one under a shorter name, the options in groups, each under its title
/// where it has one.
pub fn choice_of_groups<T: PartialEq + Clone>(
    ui: &mut Ui,
    name: &str,
    text: &str,
    current: &T,
    groups: &[(&str, Vec<(T, &str)>)],
) -> Option<T> {
    let mut chosen = None;
    ui.spacing_mut().combo_width = 40.0;
    let shown = ComboBox::from_id_salt(name).selected_text(text).truncate().height(400.0).show_ui(ui, |ui| {
        ui.spacing_mut().button_padding = vec2(8.0, 4.0);
        for (title, options) in groups {
            if !title.is_empty() {
                ui.weak(*title);
            }
            for (option, text) in options {
                if ui.selectable_label(option == current, *text).clicked() {
                    chosen = Some(option.clone());
                }
            }
        }
    });
    shown.response.accessible_name(name);
    chosen.filter(|option| option != current)
}

/// A row with a check mark; returns the other state where it was clicked.
pub fn check_row(ui: &mut Ui, name: &str, explanation: &str, on: bool) -> Option<bool> {
    let mut now = on;
    let response = ui.scope(|ui| {
        // An empty box has to stand out of the panel as much as text of the second rank does.
        let edge = Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.visuals_mut().widgets.inactive.bg_stroke = edge;
        ui.checkbox(&mut now, name)
    });
    response.inner.on_hover_text(explanation).changed().then_some(now)
}

/// The name of what follows it on a line of controls, with what it is for on hover.
pub fn name(ui: &mut Ui, theme: &Theme, text: &str, explanation: &str) {
    let font = TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, theme.dim);
    // As high as a control, so that it stands beside one on whatever line it comes to lie.
    let size = vec2(galley.size().x, ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().galley(rect.left_center() - vec2(0.0, galley.size().y / 2.0), galley, theme.dim);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    response.on_hover_text(explanation);
}

/// A few choices side by side, the chosen one raised.
pub fn segments<T: PartialEq + Copy>(ui: &mut Ui, theme: &Theme, current: T, options: &[(T, &str)]) -> Option<T> {
    let all: Vec<_> = options.iter().map(|&(option, text)| (option, text, None)).collect();
    segments_with_reasons(ui, theme, current, &all)
}

/// A few choices side by side, some of which may not be made: those have the reason, shown on hover.
pub fn segments_with_reasons<T: PartialEq + Copy>(
    ui: &mut Ui,
    theme: &Theme,
    current: T,
    options: &[(T, &str, Option<&str>)],
) -> Option<T> {
    let mut chosen = None;
    ui.spacing_mut().item_spacing.x = 0.0;
    for &(option, text, reason) in options {
        let on = option == current;
        let ink = if on { theme.text } else { theme.dim };
        // In the light the raised colour alone is too near to the ground.
        let (fill, edge) = match (on, theme.dark) {
            (false, _) => (Color32::TRANSPARENT, Stroke::NONE),
            (true, true) => (theme.raised, Stroke::NONE),
            (true, false) => (theme.surface, Stroke::new(1.0, theme.line)),
        };
        let button = Button::selectable(on, RichText::new(text).color(ink)).fill(fill).stroke(edge);
        let response = ui.add_enabled(reason.is_none(), button);
        if response.on_disabled_hover_text(reason.unwrap_or_default()).clicked() && !on {
            chosen = Some(option);
        }
    }
    ui.spacing_mut().item_spacing.x = 8.0;
    chosen
}

/// The button that a sheet or page is there for. One that cannot be pressed yet steps back by its colours, and is read as well.
pub fn acting(ui: &mut Ui, theme: &Theme, text: RichText, enabled: bool) -> Response {
    let (fill, ink) = if enabled { (theme.accent, theme.on(theme.accent)) } else { (theme.raised, theme.dim) };
    let edge = if enabled { Stroke::NONE } else { Stroke::new(1.0, theme.line) };
    ui.scope(|ui| {
        ui.visuals_mut().disabled_alpha = 1.0;
        ui.add_enabled(enabled, Button::new(text.color(ink)).fill(fill).stroke(edge))
    })
    .inner
}

/// A text that acts when clicked.
pub fn link(ui: &mut Ui, text: impl Into<String>) -> Response {
    ui.add(egui::Link::new(RichText::new(text)))
}
