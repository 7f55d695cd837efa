//! The heads of the columns: who is compared, who is the base.

use super::figures::LETTERS;
use super::table::Columns;
use crate::engine::Engine;
use crate::gui::command::Command;
use crate::gui::document::ready;
use crate::gui::exploration::{CompareFound, Wishes};
use crate::gui::explorer::Compared;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use egui::text::LayoutJob;
use egui::{Button, Label, Rect, RichText, Sense, TextWrapMode, Ui, UiBuilder, vec2};

/// Height of a head in points.
pub const HEIGHT: f32 = 78.0;
/// Height of a name in two lines, in points.
const NAME: f32 = 34.0;

/// Shows a head over each column.
pub fn columns(ui: &mut Ui, view: &AppView<'_>, found: Option<&CompareFound>, out: &mut Vec<Command>) {
    let wishes = &view.state.wishes;
    let line = ui.available_rect_before_wrap();
    let line = line.with_max_y(line.top() + HEIGHT);
    let places = Columns::of(line, wishes.compared.len() + 1);
    for at in 0..=wishes.compared.len() {
        let rect = places.column(at).shrink2(vec2(4.0, 0.0));
        ui.painter().rect_filled(rect, 5.0, view.theme.surface);
        ui.painter().rect_filled(rect.with_max_y(rect.top() + 3.0), 1.0, view.theme.series(at));
        let within = UiBuilder::new().id_salt(("column", at)).max_rect(rect.shrink2(vec2(8.0, 6.0)));
        let mut child = ui.new_child(within);
        child.shrink_clip_rect(rect);
        head(&mut child, view, at, found, out);
    }
    ui.advance_cursor_after_rect(line.with_max_y(line.bottom() + 2.0));
}

fn head(ui: &mut Ui, view: &AppView<'_>, at: usize, found: Option<&CompareFound>, out: &mut Vec<Command>) {
    let wishes = &view.state.wishes;
    let other = at.checked_sub(1).and_then(|other| wishes.compared.get(other));
    let name = other.map_or_else(|| view.scenario.name.clone(), name_of);
    let letter = LETTERS.get(at).copied().unwrap_or("");
    ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
    let rest = ui.max_rect();
    let close = Rect::from_min_max(rest.right_top() - vec2(18.0, 0.0), rest.right_top() + vec2(0.0, 18.0));
    if other.is_some() {
        let cross =
            Button::new(RichText::new("×").color(view.theme.dim)).frame_when_inactive(false).min_size(close.size());
        let response = ui.put(close, cross).accessible_name(format!("Take {name} out"));
        if response.on_hover_text("Compare without it").clicked() {
            out.push(Command::Wish(without(wishes, at)));
        }
    }
    let room = if other.is_some() { rest.width() - 22.0 } else { rest.width() };
    let title = UiBuilder::new().id_salt("title").max_rect(Rect::from_min_size(rest.min, vec2(room, NAME)));
    let mut title = ui.new_child(title);
    let mut text = LayoutJob::simple(format!("{letter}  {name}"), strong(13.0), view.theme.text, room);
    text.wrap.max_rows = 2;
    title.add(Label::new(text).sense(Sense::hover())).on_hover_text(explained(view, at, &name, found));
    let below = UiBuilder::new().id_salt("below").max_rect(rest.with_min_y(rest.top() + NAME));
    let mut below = ui.new_child(below);
    below.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    let text = RichText::new(engine(view, at, found)).font(caption()).color(view.theme.dim);
    below.add(Label::new(text).truncate());
    if at == wishes.base {
        below.label(RichText::new("Base").font(strong(11.0)));
    } else {
        let button = Button::new(RichText::new("Make base").font(caption())).small();
        let button = below.add(button).accessible_name(format!("Make {name} the base"));
        if button.on_hover_text("Take the differences from it").clicked() {
            out.push(Command::Wish(Wishes { base: at, ..wishes.clone() }));
        }
    }
}

/// Its full name, its state and what its figures are known by.
fn explained(view: &AppView<'_>, at: usize, name: &str, found: Option<&CompareFound>) -> String {
    let what = match at.checked_sub(1).and_then(|other| view.state.wishes.compared.get(other)) {
        None => "This scenario, as it is edited".to_owned(),
        Some(Compared::Shipped(stem)) => format!("Comes with the program as {stem}"),
        Some(Compared::File(path)) => path.display().to_string(),
    };
    let digest = found.and_then(|found| found.reports.get(at)).map(|report| format!("\nDigest {}", report.digest));
    format!("{name}\n{what}{}", digest.unwrap_or_default())
}

fn engine(view: &AppView<'_>, at: usize, found: Option<&CompareFound>) -> String {
    let facts = match at {
        0 => Some(view.edited),
        _ => found.and_then(|found| Engine::named(found.reports.get(at)?.engine)).map(|engine| engine.facts()),
    };
    let name = facts.map_or("…", |facts| facts.name);
    if at == 0 { format!("{name} · this scenario") } else { name.to_owned() }
}

fn name_of(other: &Compared) -> String {
    match other {
        Compared::Shipped(stem) => ready()
            .iter()
            .find(|ready| ready.stem == *stem)
            .map_or_else(|| (*stem).to_owned(), |ready| ready.scenario.name.clone()),
        Compared::File(_) => other.name(),
    }
}

/// The wishes with one column less. Another base moves along; where the base goes, the scenario itself takes its place.
fn without(wishes: &Wishes, at: usize) -> Wishes {
    let mut next = wishes.clone();
    next.compared.remove(at - 1);
    next.base = match wishes.base {
        base if base == at => 0,
        base if base > at => base - 1,
        base => base,
    };
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_stays_the_same_scenario() {
        let compared = ["few-keys", "hot-key", "8-buckets"].map(Compared::Shipped).to_vec();
        let wishes = |base| Wishes { compared: compared.clone(), base, ..Wishes::default() };
        assert_eq!([0, 1, 2, 3].map(|base| without(&wishes(base), 2).base), [0, 1, 0, 2]);
        assert_eq!(without(&wishes(0), 2).compared, ["few-keys", "8-buckets"].map(Compared::Shipped));
    }
}
