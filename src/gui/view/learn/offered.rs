//! The controls that a step of a lesson offers: the real ones, without what the step does not need.

use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::controls;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::number_row;
use crate::gui::view::slider::{Slider, slider};
use crate::keys::Generated;
use crate::learn::Control;
use crate::scenario::Keys;
use crate::unit::BucketCount;
use egui::Ui;

/// Shows them.
pub fn offered(ui: &mut Ui, view: &AppView<'_>, offered: &[Control], out: &mut Vec<Command>) {
    for control in offered {
        match control {
            Control::Engine | Control::Width => controls::offered(ui, view, &[*control], out),
            Control::Buckets => buckets(ui, view, out),
            Control::Keys => keys(ui, view, out),
        }
    }
    ui.add_space(6.0);
}

/// A number with its slider under it.
struct Numbered<'a> {
    name: &'a str,
    explanation: &'a str,
    value: u64,
    low: u64,
    high: u64,
}

fn numbered(
    ui: &mut Ui,
    view: &AppView<'_>,
    shown: &Numbered<'_>,
    check: &dyn Fn(u64) -> Result<(), String>,
) -> Option<u64> {
    let &Numbered { name, explanation, value, low, high } = shown;
    ui.spacing_mut().item_spacing.y = 3.0;
    let field = Field { name, value, low: 0, high: u64::MAX, unit: "" };
    let typed = number_row(ui, view.theme, &field, explanation, value, check);
    let (value, low, high) = (value.to_f64(), low.to_f64(), high.max(value).to_f64());
    let (_, moved) =
        slider(ui, view.theme, &Slider { name, value, low, high, logarithmic: true, step: 1.0, ticks: &[] });
    ui.spacing_mut().item_spacing.y = 8.0;
    typed.or(moved.map(u64::from_f64)).filter(|number| check(*number).is_ok())
}

fn buckets(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    /// The largest count of the slider; a larger one can be typed.
    const WIDEST: u32 = 32_768;
    let facts = view.edited;
    let most = facts.max_buckets.unwrap_or(BucketCount::MAX.get());
    let explanation = format!("How many {} there are, {} to {most}.", facts.words.buckets, facts.min_buckets);
    let check = |count: u64| match facts.refuses_count(count) {
        Some(refusal) => Err(refusal),
        None => BucketCount::new(count)
            .map_err(|error| error.to_string())
            .and_then(|count| view.check(view.count_edit(count))),
    };
    let shown = Numbered {
        name: "Buckets N",
        explanation: &explanation,
        value: view.count_set().into(),
        low: facts.min_buckets.into(),
        high: most.min(WIDEST).into(),
    };
    let chosen = numbered(ui, view, &shown, &check);
    out.extend(chosen.map(|count| Command::Edit(view.count_edit(BucketCount::clamped(count)))));
}

fn keys(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    /// The most keys of the slider: a lesson is about few. More can be typed.
    const MOST: u64 = 1000;
    let Keys::Generated(now) = &view.scenario.keys else { return };
    let edit = |count| Edit::Keys(Keys::Generated(Generated { count, ..now.clone() }));
    let shown =
        Numbered { name: "Keys", explanation: "How many keys there are.", value: now.count, low: 1, high: MOST };
    let chosen = numbered(ui, view, &shown, &|count| view.check(edit(count)));
    out.extend(chosen.map(|count| Command::Edit(edit(count))));
}
