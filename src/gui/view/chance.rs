//! Chance or fault: whether even hashing makes loads as uneven as those that were observed.

use super::parts::section;
use super::verdict::figure;
use crate::gui::state::AppView;
use crate::gui::theme::strong;
use crate::numerals::decimal;
use crate::simulate::{DealFigures, Evenness, Likelihood};
use egui::{Label, RichText, Ui};

/// What is said where the keys of the buckets are not counted.
const UNKNOWN: &str = "Not known: nobody counted the distinct keys. Few keys, heavy keys and a poor hash look alike. Where their number is known, \
                       give it as Distinct keys, beside the path of these keys.";
/// The same where their number cannot be.
const TOO_FEW: &str = "Not known: more workers have a load than the number of distinct keys that was given.";
/// The same where their number is an estimate.
const ESTIMATED: &str = "Not known: the keys are too many to be counted one by one, and an estimate cannot be judged.";

/// Shows the section, where the loads were observed.
pub fn chance(ui: &mut Ui, view: &AppView<'_>, deal: &DealFigures) {
    let (Some(steps), Some(report)) = (&view.state.chance, &view.state.report) else { return };
    section(ui, view.theme, "Chance or fault");
    let line = |ui: &mut Ui, text: &str, ink| {
        ui.add(Label::new(RichText::new(text).color(ink).line_height(Some(19.0))).wrap());
    };
    let known = steps.get(view.state.step).or(steps.last()).and_then(Option::as_ref);
    match known {
        Some(evenness) => {
            let ink = match evenness.likelihood {
                Likelihood::Chance => view.theme.text,
                Likelihood::Unusual => view.theme.warn,
                Likelihood::NotChance => view.theme.bad,
            };
            let said = evenness.sentences();
            let mut said = said.iter();
            if let Some(first) = said.next() {
                ui.add(Label::new(RichText::new(first).font(strong(13.0)).color(ink).line_height(Some(19.0))).wrap());
            }
            // The chi-square has a row of its own.
            said.skip(1).for_each(|text| line(ui, text, view.theme.dim));
        }
        None if view.scenario.keys.given().is_some() => line(ui, TOO_FEW, view.theme.warn),
        None if report.keys.count_is_estimate => line(ui, ESTIMATED, view.theme.dim),
        None => line(ui, UNKNOWN, view.theme.dim),
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    if let Some(evenness) = known.filter(|evenness| evenness.degrees > 0) {
        figure(ui, "Chi-square of the keys", &decimal(evenness.chi_square, 1), &formula(evenness));
    }
    let text = "(busiest − least) ÷ mean of the workers' loads.";
    figure(ui, "(max − min) ÷ mean", &decimal(deal.spread(), 2), text);
    let text = "100 · mean absolute deviation ÷ mean of the loads, at most 100: the data skew score of Flink's web page (FLIP-418).";
    figure(ui, "Flink's skew score", &format!("{} of 100", decimal(deal.flink_skew_score, 1)), text);
    ui.spacing_mut().item_spacing.y = 8.0;
}

fn formula(evenness: &Evenness) -> String {
    format!(
        "Σ (keys − expected)² ÷ expected over the workers, expected in proportion to their buckets. Chance gives about {}, one less than the \
         workers that own buckets; this lies {} standard deviations off.",
        evenness.degrees,
        decimal(evenness.z, 1)
    )
}
