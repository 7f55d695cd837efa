//! Where the width is lost: uneven deal, chance, hot key, each as the peak-to-mean ratio that it alone forces, and what they come
//! to together.

use crate::gui::theme::{Theme, caption, strong};
use crate::numerals::{counted, decimal, times};
use crate::simulate::DealFigures;
use crate::unit::float;
use egui::{Align2, Color32, Label, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Height of a loss, name and bar, in points.
const ROW: f32 = 24.0;

/// Height of a bar, in points.
const BAR: f32 = 5.0;

/// The ratio whose bar fills the width, unless one is larger: half as much again as the mean.
const FULL: f64 = 1.5;

/// A ratio at or below this reads as none: it shows as 1.00×.
const NONE: f64 = 1.005;

/// What the losses are those of.
#[derive(Debug, Clone, Copy)]
pub struct LossesInput<'a> {
    /// The deal.
    pub deal: &'a DealFigures,
    /// Workers asked for.
    pub asked: u32,
    /// Whether the hottest key stands out of the others.
    pub hot: bool,
}

struct Row {
    name: &'static str,
    ratio: f64,
    colour: Color32,
    /// Where it comes from.
    cause: String,
    /// What would make it smaller.
    cure: String,
    /// The same within a sentence.
    said: &'static str,
    /// What hides it, being larger: the busiest worker waits for that.
    hidden_by: Option<&'static str>,
}

/// Draws the three losses, a short bar each, and what they come to. Lengths are logarithmic: the bars that bind add up. Of an
/// uneven deal and a heavy key only the larger binds: the busiest worker is the one that has it.
pub fn losses(ui: &mut Ui, theme: &Theme, input: &LossesInput<'_>) {
    let loss = &input.deal.loss;
    let (mut deal, mut key) = (dealing(theme, input), heaviest_key(theme, input));
    if deal.ratio > NONE && key.ratio > NONE {
        let (hidden, binding) = if deal.ratio < key.ratio { (&mut deal, &key) } else { (&mut key, &deal) };
        hidden.hidden_by = Some(binding.said);
    }
    let chance = Row {
        name: "Chance",
        said: "chance",
        ratio: loss.chance,
        colour: theme.accent,
        cause: "What is left: keys fall on buckets as they hash, and few keys, or heavy ones, fall unevenly."
            .to_owned(),
        cure: "What helps: more distinct keys, or a dealing rule that looks at the load.".to_owned(),
        hidden_by: None,
    };
    let rows = [deal, chance, key];
    let full = rows.iter().fold(FULL, |full, row| full.max(row.ratio));
    ui.spacing_mut().item_spacing.y = 8.0;
    for row in &rows {
        bar(ui, theme, row, full);
    }
    let text = together(input.deal);
    ui.add(Label::new(RichText::new(text).font(caption()).color(theme.text)).wrap()).on_hover_text(
        "Busiest ÷ mean: the larger of uneven deal and heaviest key, which hides the other, times chance.",
    );
}

/// `Together 5.51× = 3.98 × 1.39`, or why it is less than the deal alone would make it.
fn together(deal: &DealFigures) -> String {
    let (loss, all) = (&deal.loss, deal.peak_to_mean);
    let binding = loss.dealing.max(loss.hot_key_floor);
    let piece = |ratio: f64| decimal(ratio, 2);
    if binding > all + 0.005 {
        let reason = "the workers with most buckets have lighter ones";
        return format!("Together {}, less than {}: {reason}", times(all), times(binding));
    }
    if binding <= NONE || loss.chance <= NONE {
        return format!("Together {}", times(all));
    }
    format!("Together {} = {}\u{a0}×\u{a0}{}", times(all), piece(binding), piece(loss.chance))
}

/// The first row: buckets do not divide evenly, or do not suffice for the workers.
fn dealing(theme: &Theme, input: &LossesInput<'_>) -> Row {
    let (ratio, colour) = (input.deal.loss.dealing, theme.warn);
    let buckets = input.deal.buckets.count;
    if buckets < input.asked {
        let (held, asked) =
            (counted(buckets.into(), "bucket", "buckets"), counted(input.asked.into(), "worker is", "workers are"));
        let enough = counted(buckets.into(), "worker", "workers");
        return Row {
            name: "Workers without a bucket",
            said: "the lack of buckets",
            ratio,
            colour,
            cause: format!("{held} can go to no more than {enough}; {asked} asked for."),
            cure: format!("What helps: ask for {enough}; it is as much work done."),
            hidden_by: None,
        };
    }
    Row {
        name: "Uneven deal",
        said: "the uneven deal",
        ratio,
        colour,
        cause: "Most buckets on a worker, against the mean: some workers own more buckets than others.".to_owned(),
        cure: "What helps: a width that divides the bucket count, or at the next first start a count that the widths divide."
            .to_owned(),
        hidden_by: None,
    }
}

/// The third row: a hot key, or one key among equals that is more than a worker's fair share.
fn heaviest_key(theme: &Theme, input: &LossesInput<'_>) -> Row {
    let ratio = input.deal.loss.hot_key_floor;
    if input.hot || ratio <= NONE {
        return Row {
            name: "Hot key",
            said: "the hot key",
            ratio,
            colour: theme.bad,
            cause: "The hottest key's load, against a worker's mean: one key is never shared among workers.".to_owned(),
            cure:
                "What helps: splitting the key (a salt, a first aggregation before the shuffle). More buckets do not."
                    .to_owned(),
            hidden_by: None,
        };
    }
    let keys: u64 = input.deal.buckets.keys.iter().sum();
    Row {
        name: if float(keys) < f64::from(input.asked) {
            "Fewer keys than workers"
        } else {
            "Hardly more keys than workers"
        },
        said: "having so few keys",
        ratio,
        colour: theme.dim,
        cause: "No key stands out. There are so few that one alone is more than a worker's fair share.".to_owned(),
        cure: "What helps: more distinct keys, or fewer workers. Splitting one key does not.".to_owned(),
        hidden_by: None,
    }
}

fn bar(ui: &mut Ui, theme: &Theme, row: &Row, full: f64) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    #[expect(clippy::cast_possible_truncation, reason = "a share of 1")]
    let filled = (libm::log(row.ratio.max(1.0)) / libm::log(full)) as f32;
    let none = row.ratio <= NONE;
    let pale = none || row.hidden_by.is_some();
    let hidden = row.hidden_by.map(|by| format!("but {by} is slower"));
    let number = if none { "none".to_owned() } else { times(row.ratio) };
    let ink = if pale { theme.dim } else { theme.text };
    let painter = ui.painter();
    let name = painter.text(rect.left_top(), Align2::LEFT_TOP, row.name, caption(), ink);
    let font = if pale { caption() } else { strong(11.0) };
    // Where there is no room for the rest, the tooltip and the pale bar say it.
    let whole = hidden.as_ref().map(|text| painter.layout_no_wrap(format!("{number}, {text}"), caption(), theme.dim));
    match whole.filter(|whole| rect.right() - whole.size().x > name.right() + 8.0) {
        Some(whole) => {
            painter.galley(rect.right_top() - vec2(whole.size().x, 0.0), whole, theme.dim);
        }
        None => {
            painter.text(rect.right_top(), Align2::RIGHT_TOP, &number, font, ink);
        }
    }
    let track = rect.with_min_y(rect.bottom() - BAR);
    painter.rect_filled(track, BAR / 2.0, theme.raised);
    if !none {
        let length = (rect.width() * filled).max(BAR);
        let shade = if pale { theme.faded(row.colour, 0.6) } else { row.colour };
        painter.rect_filled(track.with_max_x(track.left() + length), BAR / 2.0, shade);
    }
    let beside = hidden.as_ref().map_or(String::new(), |text| format!(", {text}"));
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Meter, true, format!("Loss by {}: {number}{beside}", row.name.to_lowercase()))
    });
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(format!("{}: {}{beside}", row.name, times(row.ratio))).font(strong(13.0)));
        ui.label(&row.cause);
        ui.label(RichText::new(&row.cure).color(theme.dim));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::scenario::{Scenario, parse, shipped};
    use crate::simulate::{Unwatched, simulate};
    use std::path::Path;

    fn deal(scenario: &Scenario, step: usize) -> std::sync::Arc<DealFigures> {
        let report = simulate(&scenario.job(Path::new("")).unwrap(), &Unwatched).unwrap();
        report.steps[step].deal.clone().unwrap()
    }

    #[test]
    fn what_they_come_to_is_the_product_of_what_binds() {
        // The uneven deal's 1.25 is no factor of 5.51: the hot key's 3.98 hides it.
        assert_eq!(together(&deal(&Scenario::built_in(), 1)), "Together 5.51× = 3.98\u{a0}×\u{a0}1.39");
    }

    #[test]
    fn no_deal_is_worse_than_what_they_come_to() {
        for (stem, text) in shipped() {
            let report = simulate(&parse(text).unwrap().job(Path::new("")).unwrap(), &Unwatched).unwrap();
            for deal in report.steps.iter().filter_map(|step| step.deal.as_ref()) {
                let binding = deal.loss.dealing.max(deal.loss.hot_key_floor);
                assert!(deal.peak_to_mean <= binding * deal.loss.chance + 1e-9, "{stem}");
            }
        }
    }

    #[test]
    fn workers_without_a_bucket_are_no_uneven_deal() {
        let engine = Engine::named("spark").unwrap();
        let scenario = Scenario { engine, ..Scenario::built_in() };
        let (deal, theme) = (deal(&scenario, 2), Theme::dark());
        let row = dealing(&theme, &LossesInput { deal: &deal, asked: 200, hot: true });
        assert_eq!(row.name, "Workers without a bucket");
        assert!(row.cure.contains("ask for 128 workers") && row.cause.starts_with("128 buckets"), "{}", row.cause);
    }
}
