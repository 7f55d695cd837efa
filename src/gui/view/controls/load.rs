//! The load law: how the load falls from the hottest key to the coldest.

use crate::gui::command::Edit;
use crate::gui::state::AppView;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::{check_row, choice_row, number_row};
use crate::gui::view::slider::{Slider, slider};
use crate::keys::{Generated, LoadLaw, MAX_LOAD};
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
    [(Kind::Zipf, "Zipf"), (Kind::Even, "even"), (Kind::Hot, "hot keys"), (Kind::LogNormal, "log-normal")];

/// Shows the law; returns another.
pub fn controls(ui: &mut Ui, view: &AppView<'_>, keys: &Generated) -> Option<LoadLaw> {
    let (law, records) = match &keys.load {
        LoadLaw::Sampled { records, of } => (&**of, Some(*records)),
        law => (law, None),
    };
    let wrap = |law: LoadLaw| match records {
        Some(records) => LoadLaw::Sampled { records, of: Box::new(law) },
        None => law,
    };
    let check = |law: LoadLaw| view.check(Edit::Keys(Keys::Generated(Generated { load: law, ..keys.clone() })));
    let text = "How the records fall over the keys, from the hottest (rank 1) on.";
    let kind = choice_row(ui, "Load", text, &kind_of(law), &KINDS, &Kind::Zipf);
    let other = kind.map(|kind| of_kind(kind, keys.count));
    let next = other.or_else(|| parameters(ui, view, law, &|law| check(wrap(law)))).map(wrap);
    let sampled = sampled(ui, view, law, records, &check);
    sampled.or(next)
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

type Check<'a> = &'a dyn Fn(LoadLaw) -> Result<(), String>;

fn parameters(ui: &mut Ui, view: &AppView<'_>, law: &LoadLaw, check: Check<'_>) -> Option<LoadLaw> {
    match *law {
        LoadLaw::Zipf { exponent, top } => zipf(ui, view, exponent, top, check),
        LoadLaw::Uniform { each } => {
            let text = "Records of each key.";
            whole(ui, view, ("Records a key", text), (each, MAX_LOAD, 10), &|each| check(LoadLaw::Uniform { each }))
                .map(|each| LoadLaw::Uniform { each })
        }
        LoadLaw::HotKeys { count, share, each } => hot(ui, view, (count, share, each), check),
        LoadLaw::LogNormal { mu, sigma } => {
            let text = "Mean of the logarithm of a key's records: the median key has e^µ.";
            let next = real(ui, view, ("Mean of log", text), (mu, -20.0, 30.0, 2.0), &|mu| {
                check(LoadLaw::LogNormal { mu, sigma })
            });
            let text = "Standard deviation of the logarithm: 0 = even, above 2 a few keys carry nearly all.";
            let wider = real(ui, view, ("Spread of log", text), (sigma, 0.0, 10.0, 1.0), &|sigma| {
                check(LoadLaw::LogNormal { mu, sigma })
            });
            (next.is_some() || wider.is_some())
                .then(|| LoadLaw::LogNormal { mu: next.unwrap_or(mu), sigma: wider.unwrap_or(sigma) })
        }
        LoadLaw::Sampled { .. } => None,
    }
}

fn zipf(ui: &mut Ui, view: &AppView<'_>, exponent: f64, top: u64, check: Check<'_>) -> Option<LoadLaw> {
    let text =
        "Exponent s of Zipf's law: rank k gets floor(top / k^s) records, at least 1. 0 = even, 1 = the classic law.";
    let typed =
        real(ui, view, ("Skew", text), (exponent, 0.0, 20.0, 1.0), &|exponent| check(LoadLaw::Zipf { exponent, top }));
    let input = Slider {
        name: "Skew",
        value: exponent,
        low: 0.0,
        high: 3.0_f64.max(exponent),
        logarithmic: false,
        step: 0.01,
        ticks: &[],
    };
    let moved = slider(ui, view.theme, &input).1;
    let text = "Records of the hottest key.";
    let higher =
        whole(ui, view, ("Hottest key", text), (top, MAX_LOAD, 20_000), &|top| check(LoadLaw::Zipf { exponent, top }));
    let steeper = typed.or(moved);
    (steeper.is_some() || higher.is_some())
        .then(|| LoadLaw::Zipf { exponent: steeper.unwrap_or(exponent), top: higher.unwrap_or(top) })
}

fn hot(ui: &mut Ui, view: &AppView<'_>, now: (u64, f64, u64), check: Check<'_>) -> Option<LoadLaw> {
    let (count, share, each) = now;
    let law = |count, share, each| LoadLaw::HotKeys { count, share, each };
    let hot = whole(ui, view, ("Hot keys", "How many keys are hot."), (count, MAX_LOAD, 1), &|count| {
        check(law(count, share, each))
    });
    let text = "Share of the whole load that the hot keys carry together, above 0 and below 1.";
    let part =
        real(ui, view, ("Their share", text), (share, 0.0, 0.999_999, 0.1), &|share| check(law(count, share, each)));
    let cold = whole(ui, view, ("Records a cold key", "Records of each other key."), (each, MAX_LOAD, 100), &|each| {
        check(law(count, share, each))
    });
    (hot.is_some() || part.is_some() || cold.is_some())
        .then(|| law(hot.unwrap_or(count), part.unwrap_or(share), cold.unwrap_or(each)))
}

/// Whether the law's loads are exact, or the chances that events are drawn with.
fn sampled(ui: &mut Ui, view: &AppView<'_>, law: &LoadLaw, records: Option<u64>, check: Check<'_>) -> Option<LoadLaw> {
    let make = |records| LoadLaw::Sampled { records, of: Box::new(law.clone()) };
    let text = "Off: every key has exactly the law's records. On: events are drawn one by one by the seed, each key as likely \
                as its records; a key that is never drawn does not exist.";
    if let Some(on) = check_row(ui, "Drawn by chance", text, records.is_some()) {
        return Some(if on { make(100_000) } else { law.clone() });
    }
    let records = records?;
    let texts = ("Events", "Events drawn, 1 to 10^9.");
    whole(ui, view, texts, (records, 1_000_000_000, 100_000), &|records| check(make(records))).map(make)
}

fn whole(
    ui: &mut Ui,
    view: &AppView<'_>,
    (name, explanation): (&str, &str),
    (value, high, given): (u64, u64, u64),
    check: &dyn Fn(u64) -> Result<(), String>,
) -> Option<u64> {
    number_row(ui, view.theme, &Field { name, value, low: 1, high, unit: "" }, explanation, given, check)
}

fn real(
    ui: &mut Ui,
    view: &AppView<'_>,
    (name, explanation): (&str, &str),
    (value, low, high, given): (f64, f64, f64, f64),
    check: &dyn Fn(f64) -> Result<(), String>,
) -> Option<f64> {
    let value = if value.is_finite() { value } else { f64::from_f64(low) };
    number_row(ui, view.theme, &Field { name, value, low, high, unit: "" }, explanation, given, check)
}
