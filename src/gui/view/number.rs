//! A number that can be dragged or typed. What cannot be stays as typed, with the reason under it.

use crate::gui::theme::{Theme, caption};
use crate::numerals::{decimal, grouped};
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, CursorIcon, Id, Key, Response, RichText, Sense, TextEdit, TextStyle, Ui, Widget, WidgetInfo, accesskit,
    vec2,
};

/// A kind of number a field can hold.
pub trait Quantity: Copy + PartialEq + Send + Sync + 'static {
    /// What is wanted, in words.
    const WANTED: &'static str;
    /// Reads a typed text, spaces already taken out.
    fn read(text: &str) -> Option<Self>;
    /// As it is shown, digits in groups.
    fn show(self) -> String;
    /// As a float, to drag it.
    fn to_f64(self) -> f64;
    /// The nearest value of a float.
    fn from_f64(value: f64) -> Self;
    /// How much one point of a drag adds at this value.
    fn per_point(self) -> f64;
}

impl Quantity for u64 {
    const WANTED: &'static str = "a whole number";
    /// A comma between groups of three can be nothing else in a whole number.
    fn read(text: &str) -> Option<Self> {
        let mut groups = text.split(',');
        let first = groups.next().unwrap_or_default();
        let (mut whole, mut has_groups) = (first.to_owned(), false);
        for group in groups {
            has_groups = true;
            if group.len() != 3 {
                return None;
            }
            whole.push_str(group);
        }
        if has_groups && !(1..=3).contains(&first.len()) { None } else { whole.parse().ok() }
    }
    fn show(self) -> String {
        grouped(self)
    }
    #[expect(clippy::cast_precision_loss, reason = "only where the hand drags; typed numbers stay exact")]
    fn to_f64(self) -> f64 {
        self as f64
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "such a cast saturates, and that is meant"
    )]
    fn from_f64(value: f64) -> Self {
        value.round() as Self
    }
    fn per_point(self) -> f64 {
        (self.to_f64() * 0.01).max(0.25)
    }
}

impl Quantity for f64 {
    const WANTED: &'static str = "a number";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &Self| value.is_finite())
    }
    fn show(self) -> String {
        // The smallest rates have six decimals.
        let text = decimal(self, if self == 0.0 || self.abs() >= 0.01 { 4 } else { 8 });
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn from_f64(value: f64) -> Self {
        (value * 100.0).round() / 100.0
    }
    fn per_point(self) -> f64 {
        (self.abs() * 0.01).max(0.01)
    }
}

/// A number field.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a, Q> {
    /// Its name for screen readers.
    pub name: &'a str,
    /// What it holds.
    pub value: Q,
    /// The smallest it can be dragged to and typed.
    pub low: Q,
    /// The largest.
    pub high: Q,
    /// Unit shown behind the number; in parentheses it is what the value stands for, shown in the place of the number.
    pub unit: &'a str,
}

/// A text that is being typed, or was typed and cannot be.
#[derive(Clone)]
struct Draft<Q> {
    text: String,
    /// The value it was typed over: another value from elsewhere throws the text away.
    of: Q,
    reason: Option<String>,
}

/// Width of a field in points; longer numbers make it wider.
const WIDTH: f32 = 84.0;
/// Width of a field that is typed into, at most, in points.
const WIDEST: f32 = 128.0;
const HEIGHT: f32 = 22.0;
/// Room on each side of the number, in points.
const MARGIN: f32 = 8.0;

/// Shows the field; returns a new value that `check` finds possible.
pub fn number<Q: Quantity>(
    ui: &mut Ui,
    theme: &Theme,
    field: &Field<'_, Q>,
    check: &dyn Fn(Q) -> Result<(), String>,
) -> (Response, Option<Q>) {
    let id = Id::unique(("number", field.name));
    let focused = ui.memory_mut(|memory| {
        memory.interested_in_focus(id, ui.layer_id());
        memory.has_focus(id)
    });
    let draft = draft_of(ui, field.value, id);
    let (response, mut value) = if focused || draft.is_some() {
        typed(ui, theme, field, id, draft, check)
    } else {
        dragged(ui, theme, field, id)
    };
    value = value.or_else(|| asked_by_reader(ui, field, id));
    response.widget_info(|| WidgetInfo::drag_value(ui.is_enabled(), field.value.to_f64()));
    let is_text = response.has_focus() || draft_of(ui, field.value, id).is_some();
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_label(field.name);
        if !is_text {
            node.set_value(said(field));
        }
        node.set_min_numeric_value(field.low.to_f64());
        node.set_max_numeric_value(field.high.to_f64());
        for action in [accesskit::Action::SetValue, accesskit::Action::Increment, accesskit::Action::Decrement] {
            node.add_action(action);
        }
    });
    let value = value.filter(|value| *value != field.value && check(*value).is_ok());
    (response, value)
}

/// The reason why what is typed in a field cannot be, if so: a line of its own.
pub fn reason<Q: Quantity>(ui: &mut Ui, theme: &Theme, name: &str, value: Q) {
    let Some(reason) = draft_of(ui, value, Id::unique(("number", name))).and_then(|draft| draft.reason) else { return };
    // The first line is ours; the engine's own text after it, where it has one, steps back.
    let (first, rest) = reason.split_once('\n').unwrap_or((&reason, ""));
    ui.label(RichText::new(first).font(caption()).color(theme.bad));
    if !rest.is_empty() {
        ui.label(RichText::new(rest).font(caption()).color(theme.dim));
    }
}

fn draft_of<Q: Quantity>(ui: &Ui, value: Q, id: Id) -> Option<Draft<Q>> {
    ui.data(|data| data.get_temp::<Draft<Q>>(id)).filter(|draft| draft.of == value)
}

/// The value as it is shown while nobody types.
fn said<Q: Quantity>(field: &Field<'_, Q>) -> String {
    let stands_for = field.unit.strip_prefix('(').and_then(|unit| unit.strip_suffix(')'));
    stands_for.map_or_else(|| format!("{}{}", field.value.show(), field.unit), str::to_owned)
}

fn dragged<Q: Quantity>(ui: &mut Ui, theme: &Theme, field: &Field<'_, Q>, id: Id) -> (Response, Option<Q>) {
    let text = said(field);
    let galley = ui.painter().layout_no_wrap(text, TextStyle::Body.resolve(ui.style()), theme.text);
    let (_, rect) = ui.allocate_space(vec2(WIDTH.max(galley.size().x + 2.0 * MARGIN), HEIGHT));
    let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
    let lit = response.hovered() || response.dragged();
    let fill = if lit { ui.visuals().widgets.hovered.weak_bg_fill } else { theme.raised };
    ui.painter().rect_filled(rect, 5.0, fill);
    let at = rect.right_center() - vec2(MARGIN + galley.size().x, galley.size().y / 2.0);
    ui.painter().galley(at, galley, theme.text);
    if response.clicked() {
        response.request_focus();
    }
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(id.with("exact"), field.value.to_f64()));
    }
    let mut value = None;
    if response.dragged() {
        let delta = f64::from(response.drag_delta().x - response.drag_delta().y);
        let exact: f64 = ui.data(|data| data.get_temp(id.with("exact"))).unwrap_or(field.value.to_f64());
        let exact = (exact + delta * field.value.per_point()).clamp(field.low.to_f64(), field.high.to_f64());
        ui.data_mut(|data| data.insert_temp(id.with("exact"), exact));
        value = Some(Q::from_f64(exact));
    }
    (response, value)
}

fn typed<Q: Quantity>(
    ui: &mut Ui,
    theme: &Theme,
    field: &Field<'_, Q>,
    id: Id,
    draft: Option<Draft<Q>>,
    check: &dyn Fn(Q) -> Result<(), String>,
) -> (Response, Option<Q>) {
    // No draft yet: the field has just been entered, and the first key replaces what it held.
    let entered = draft.is_none();
    let untouched = plain(&field.value.show());
    let mut draft = draft.unwrap_or_else(|| Draft { text: untouched.clone(), of: field.value, reason: None });
    if entered {
        select_all(ui, id, draft.text.chars().count());
    }
    let ink = if draft.reason.is_some() { theme.bad } else { theme.text };
    let font = TextStyle::Body.resolve(ui.style());
    let length = ui.painter().layout_no_wrap(draft.text.clone(), font, ink).size().x;
    let room = (length + MARGIN).clamp(WIDTH - 2.0 * MARGIN, WIDEST - 2.0 * MARGIN);
    let edit = TextEdit::singleline(&mut draft.text).id(id).desired_width(room).text_color(ink);
    let response = edit.align(Align2::RIGHT_CENTER).min_size(vec2(WIDTH, HEIGHT)).margin(vec2(MARGIN, 2.0)).ui(ui);
    let read = || possible(field, &draft.text).and_then(|read| check(read).map(|()| read));
    // Half a number is a number too: what is typed counts once the field is left, its reason at once.
    if response.changed() {
        draft.reason = read().err();
    }
    let left = !response.has_focus() && draft.reason.is_none();
    let given_up = ui.input(|input| input.key_pressed(Key::Escape));
    // What is shown may be rounded: a field that was only looked into keeps its value.
    let value = if left && !given_up && draft.text != untouched { read().ok() } else { None };
    if given_up || left {
        ui.data_mut(|data| data.remove::<Draft<Q>>(id));
    } else {
        ui.data_mut(|data| data.insert_temp(id, draft));
    }
    (response, value)
}

/// A number without what parts its groups of digits.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '\'' | '’')).collect()
}

/// A typed text as a value within the field's bounds.
fn possible<Q: Quantity>(field: &Field<'_, Q>, text: &str) -> Result<Q, String> {
    let value = Q::read(&plain(text)).ok_or_else(|| format!("\"{text}\" is not {}", Q::WANTED))?;
    if value.to_f64() < field.low.to_f64() || value.to_f64() > field.high.to_f64() {
        let (low, high) = (field.low.show(), field.high.show());
        return Err(format!("{}{}: allowed are {low} to {high}", value.show(), field.unit));
    }
    Ok(value)
}

/// A value that a screen reader or a test sets.
fn asked_by_reader<Q: Quantity>(ui: &Ui, field: &Field<'_, Q>, id: Id) -> Option<Q> {
    use accesskit::{Action, ActionData};
    let (low, high) = (field.low.to_f64(), field.high.to_f64());
    ui.input(|input| {
        let set = input.accesskit_action_requests(id, Action::SetValue).filter_map(|request| match request.data {
            Some(ActionData::NumericValue(value)) => Some(value),
            _ => None,
        });
        let up = input.num_accesskit_action_requests(id, Action::Increment);
        let down = input.num_accesskit_action_requests(id, Action::Decrement);
        let step = (up > down).then_some(1.0).or((down > up).then_some(-1.0));
        let wanted = set.last().or(step.map(|step| field.value.to_f64() + step));
        wanted.map(|value| Q::from_f64(value.clamp(low, high)))
    })
}

fn select_all(ui: &Ui, id: Id, length: usize) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), CCursor::new(length))));
    state.store(ui.ctx(), id);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_texts_are_read_or_explained() {
        let field = Field { name: "Buckets", value: 128_u64, low: 1, high: 32_768, unit: "" };
        assert_eq!(possible(&field, "20 000"), Ok(20_000));
        assert_eq!(possible(&field, "12x").unwrap_err(), "\"12x\" is not a whole number");
        assert_eq!(possible(&field, "40000").unwrap_err(), "40\u{a0}000: allowed are 1 to 32\u{a0}768");
        for text in ["20000", "20\u{a0}000", "20\u{202f}000", "20_000", "20'000", "20,000"] {
            assert_eq!(possible(&field, text), Ok(20_000), "{text}");
        }
        assert_eq!(possible(&field, "20,00").unwrap_err(), "\"20,00\" is not a whole number");
        assert_eq!(possible(&field, "2000,000").unwrap_err(), "\"2000,000\" is not a whole number");
        let field = Field { name: "Skew", value: 1.0, low: 0.0, high: 20.0, unit: "" };
        assert_eq!(possible(&field, "-1").unwrap_err(), "-1: allowed are 0 to 20");
    }

    #[test]
    fn what_a_number_stands_for_takes_its_place() {
        let field = Field { name: "Distinct keys", value: 0_u64, low: 0, high: 9, unit: "(not known)" };
        assert_eq!(said(&field), "not known");
        assert_eq!(said(&Field { value: 5_u64, unit: " keys", ..field }), "5 keys");
    }

    #[test]
    fn large_and_small_rates_can_be_read() {
        let shown = [1_234_567.5, 1e15, 0.000_001, 0.25, 100.0, -1e6, 0.0].map(Quantity::show);
        let wanted = ["1 234 567.5", "1 000 000 000 000 000", "0.000001", "0.25", "100", "-1 000 000", "0"];
        assert_eq!(shown, wanted.map(|text| text.replace(' ', "\u{a0}")));
        let field = Field { name: "Rate", value: 1.0, low: 0.0, high: 1e15, unit: " /s" };
        for text in ["1234567.5", "1 234 567.5", "1\u{a0}234\u{a0}567.5", "1_234_567.5", "1.2345675e6"] {
            assert_eq!(possible(&field, text), Ok(1_234_567.5), "{text}");
        }
    }
}
