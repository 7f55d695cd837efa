//! The load law: how the load falls from the hottest key to the coldest.

use crate::gui::command::Edit;
use crate::gui::state::AppView;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::{check_row, choice_row, number_row, remark};
use crate::gui::view::slider::{Slider, slider};
use crate::keys::{Generated, LoadLaw, MAX_LOAD};
use crate::numerals::counted;
use crate::scenario::Keys;
use egui::Ui;

/// The kinds of law, without their parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Zipf,
    Even,
    Hot,
    LogNormal,
}

const KINDS: [(Kind, &str); 4] =
    [(Kind::Zipf, "Zipf"), (Kind::Even, "Even"), (Kind::Hot, "Hot keys"), (Kind::LogNormal, "Log-normal")];

/// Events drawn at first.
const EVENTS: u64 = 100_000;

/// Whether a law can be.
type Check<'a> = &'a dyn Fn(LoadLaw) -> Result<(), String>;

/// What the parameters of a law are shown with.
#[derive(Clone, Copy)]
struct Shown<'a> {
    view: &'a AppView<'a>,
    /// The law itself, not that it is drawn by.
    law: &'a LoadLaw,
    /// What a reset brings back.
    given: &'a LoadLaw,
    /// Whether the loads are chances: then only what one key has against another counts.
    drawn: bool,
    check: Check<'a>,
}

/// Shows the law; returns another.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, keys: &Generated, saved: &LoadLaw) -> Option<LoadLaw> {
    let (law, records) = parts(&keys.load);
    let (saved, saved_records) = parts(saved);
    let wrap = |law: LoadLaw| match records {
        Some(records) => LoadLaw::Sampled { records, of: Box::new(law) },
        None => law,
    };
    let check = |law: LoadLaw| view.check(Edit::Keys(Keys::Generated(Generated { load: law, ..keys.clone() })));
    let text = "How the records fall over the keys, from the hottest (rank 1) on.";
    let kind = choice_row(ui, "Load", text, &kind_of(law), &KINDS, &kind_of(saved));
    let start = |kind| if kind == kind_of(saved) { saved.clone() } else { of_kind(kind, keys.count) };
    let given = start(kind_of(law));
    let of_law = |law| check(wrap(law));
    let shown = Shown { view, law, given: &given, drawn: records.is_some(), check: &of_law };
    let next = parameters(ui, &shown);
    let next = kind.filter(|kind| *kind != kind_of(law)).map(start).or(next).map(wrap);
    sampled(ui, view, law, (records, saved_records), &check).or(next)
}

/// The law, and the events that are drawn by it.
fn parts(load: &LoadLaw) -> (&LoadLaw, Option<u64>) {
    match load {
        LoadLaw::Sampled { records, of } => (of, Some(*records)),
        law => (law, None),
    }
}

fn kind_of(law: &LoadLaw) -> Kind {
    match law {
        LoadLaw::Zipf { .. } => Kind::Zipf,
        LoadLaw::Uniform { .. } => Kind::Even,
        LoadLaw::HotKeys { .. } => Kind::Hot,
        LoadLaw::LogNormal { .. } => Kind::LogNormal,
        LoadLaw::Sampled { of, .. } => kind_of(of),
    }
}

/// A law of a kind to begin with.
fn of_kind(kind: Kind, keys: u64) -> LoadLaw {
    match kind {
        Kind::Zipf => LoadLaw::Zipf { exponent: 1.0, top: keys.clamp(1, MAX_LOAD) },
        Kind::Even => LoadLaw::Uniform { each: 10 },
        Kind::Hot => LoadLaw::HotKeys { count: 1, share: 0.1, each: 100 },
        Kind::LogNormal => LoadLaw::LogNormal { mu: 2.0, sigma: 1.0 },
    }
}

fn parameters(ui: &mut Ui, shown: &Shown<'_>) -> Option<LoadLaw> {
    let check = shown.check;
    match (shown.law, shown.given) {
        (&LoadLaw::Zipf { exponent, top }, &LoadLaw::Zipf { exponent: skew, top: hottest }) => {
            zipf(ui, shown, (exponent, top), (skew, hottest))
        }
        // Equal chances are equal, however large.
        (LoadLaw::Uniform { .. }, _) if shown.drawn => None,
        (&LoadLaw::Uniform { each }, &LoadLaw::Uniform { each: given }) => {
            let make = |each| LoadLaw::Uniform { each };
            let texts = ("Records a key", "Records of each key.");
            whole(ui, shown, texts, (each, MAX_LOAD, given), &|each| check(make(each))).map(make)
        }
        (LoadLaw::HotKeys { .. }, LoadLaw::HotKeys { .. }) => hot(ui, shown),
        (&LoadLaw::LogNormal { mu, sigma }, &LoadLaw::LogNormal { mu: middle, sigma: spread }) => {
            let what = if shown.drawn { "weight" } else { "records" };
            let text = format!("Mean of the logarithm of a key's {what}: the median key has e^µ.");
            let next = real(ui, shown, ("Mean of log", &text), (mu, -20.0, 30.0, middle), &|mu| {
                check(LoadLaw::LogNormal { mu, sigma })
            });
            let text = "Standard deviation of the logarithm: 0 = even, above 2 a few keys carry nearly all.";
            let wider = real(ui, shown, ("Spread of log", text), (sigma, 0.0, 10.0, spread), &|sigma| {
                check(LoadLaw::LogNormal { mu, sigma })
            });
            (next.is_some() || wider.is_some())
                .then(|| LoadLaw::LogNormal { mu: next.unwrap_or(mu), sigma: wider.unwrap_or(sigma) })
        }
        _ => None,
    }
}

fn zipf(ui: &mut Ui, shown: &Shown<'_>, (exponent, top): (f64, u64), given: (f64, u64)) -> Option<LoadLaw> {
    let make = |exponent, top| LoadLaw::Zipf { exponent, top };
    let what = if shown.drawn { "a weight of" } else { "records:" };
    let text = format!(
        "Exponent s of Zipf's law: rank k gets {what} floor(top / k^s), at least 1. 0 = even, 1 = the classic law."
    );
    let bounds = (exponent, 0.0, 20.0, given.0);
    let typed = real(ui, shown, ("Skew", &text), bounds, &|exponent| (shown.check)(make(exponent, top)));
    let input = Slider {
        name: "Skew",
        value: exponent,
        low: 0.0,
        high: 3.0_f64.max(exponent),
        logarithmic: false,
        step: 0.01,
        ticks: &[],
    };
    let moved = slider(ui, shown.view.theme, &input).1;
    let (name, text, unit) = if shown.drawn {
        let text =
            "Weight of the hottest key: a key is drawn in proportion to its weight, and none weighs less than 1.";
        ("Hottest weight", text, "")
    } else {
        ("Hottest key", "Records of the hottest key.", "\u{a0}records")
    };
    let field = Field { name, value: top, low: 1, high: MAX_LOAD, unit };
    let check_top = |top| (shown.check)(make(exponent, top));
    let higher = number_row(ui, shown.view.theme, &field, text, given.1, &check_top);
    let steeper = typed.or(moved);
    (steeper.is_some() || higher.is_some()).then(|| make(steeper.unwrap_or(exponent), higher.unwrap_or(top)))
}

fn hot(ui: &mut Ui, shown: &Shown<'_>) -> Option<LoadLaw> {
    let (&LoadLaw::HotKeys { count, share, each }, &LoadLaw::HotKeys { count: keys, share: part, each: cold }) =
        (shown.law, shown.given)
    else {
        return None;
    };
    let law = |count, share, each| LoadLaw::HotKeys { count, share, each };
    let check = |count, share, each| (shown.check)(law(count, share, each));
    let texts = ("Hot keys", "How many keys are hot.");
    let hot = whole(ui, shown, texts, (count, MAX_LOAD, keys), &|count| check(count, share, each));
    let text = "Share of the whole load that the hot keys carry together, above 0 and below 100 %.";
    let bounds = (in_percent(share), 0.0, 99.9999, in_percent(part));
    let check_percent = |percent: f64| check(count, percent / 100.0, each);
    let part =
        measured(ui, shown, ("Their share", text, "\u{a0}%"), bounds, &check_percent).map(|percent| percent / 100.0);
    // Drawn by chance, the share alone says how likely a cold key is.
    let cold = if shown.drawn {
        None
    } else {
        let texts = ("Records a cold key", "Records of each other key.");
        whole(ui, shown, texts, (each, MAX_LOAD, cold), &|each| check(count, share, each))
    };
    (hot.is_some() || part.is_some() || cold.is_some())
        .then(|| law(hot.unwrap_or(count), part.unwrap_or(share), cold.unwrap_or(each)))
}

/// Whether the law's loads are exact, or the chances that events are drawn with.
fn sampled(
    ui: &mut Ui,
    view: &AppView<'_>,
    law: &LoadLaw,
    (records, given): (Option<u64>, Option<u64>),
    check: Check<'_>,
) -> Option<LoadLaw> {
    let make = |records| LoadLaw::Sampled { records, of: Box::new(law.clone()) };
    let given = given.unwrap_or(EVENTS);
    let possible = if records.is_some() { Ok(()) } else { check(make(given)) };
    let text = "Off: every key has exactly as many records as the law says. On: as in real traffic each record falls on a key by \
                chance (by the seed), on heavy keys more often; a key that gets none does not exist.";
    let text = possible.as_ref().err().map_or(text, String::as_str);
    let switch = |ui: &mut Ui| check_row(ui, "Drawn by chance", text, records.is_some());
    if let Some(on) = ui.add_enabled_ui(possible.is_ok(), switch).inner {
        return Some(if on { make(given) } else { law.clone() });
    }
    let records = records?;
    let field = Field { name: "Events", value: records, low: 1, high: 1_000_000_000, unit: "" };
    let text = "Events drawn, 1 to 10^9: each is one record of the key it falls on.";
    let next = number_row(ui, view.theme, &field, text, given, &|records| check(make(records))).map(make);
    if let Some(report) = &view.state.report {
        let drawn = counted(report.keys.count, "key was", "keys were");
        remark(ui, view.theme, format!("{drawn} drawn at least once; the others do not exist."));
    }
    next
}

fn whole(
    ui: &mut Ui,
    shown: &Shown<'_>,
    (name, explanation): (&str, &str),
    (value, high, given): (u64, u64, u64),
    check: &dyn Fn(u64) -> Result<(), String>,
) -> Option<u64> {
    number_row(ui, shown.view.theme, &Field { name, value, low: 1, high, unit: "" }, explanation, given, check)
}

fn real(
    ui: &mut Ui,
    shown: &Shown<'_>,
    (name, explanation): (&str, &str),
    bounds: (f64, f64, f64, f64),
    check: &dyn Fn(f64) -> Result<(), String>,
) -> Option<f64> {
    measured(ui, shown, (name, explanation, ""), bounds, check)
}

/// A number with its unit.
fn measured(
    ui: &mut Ui,
    shown: &Shown<'_>,
    (name, explanation, unit): (&str, &str, &str),
    (value, low, high, given): (f64, f64, f64, f64),
    check: &dyn Fn(f64) -> Result<(), String>,
) -> Option<f64> {
    let value = if value.is_finite() { value } else { f64::from_f64(low) };
    number_row(ui, shown.view.theme, &Field { name, value, low, high, unit }, explanation, given, check)
}

/// A share as percent, without the trace that a product of floats leaves: 0.07 is 7, not 7.000000000000001.
fn in_percent(share: f64) -> f64 {
    (share * 1e8).round() / 1e6
}
