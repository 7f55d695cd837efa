//! The next width worth paying for, and what it would bring.

use super::go_to;
use crate::explore::SweepRow;
use crate::gui::command::Command;
use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::gui::view::parts::link;
use crate::keys::LoadLaw;
use crate::numerals::{counted, grouped, ranges, short};
use crate::scenario::Keys;
use egui::{Label, RichText, Ui};

/// Shows the sentence.
pub fn next(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let Some(step) = view.step() else { return };
    let (now, useful) = (step.workers, view.useful_widths());
    let words = view.words;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().interact_size.y = 14.0;
        let (lead, width) = match (useful.iter().find(|width| **width > now), useful.last()) {
            (Some(next), _) => ("Next useful width:".to_owned(), *next),
            (None, Some(last)) if *last < now => {
                (format!("No width above {} is useful. The last one that is:", grouped(now.into())), *last)
            }
            _ => {
                let text = format!(
                    "No width above {} is useful: every {} owns one {} already.",
                    grouped(now.into()),
                    words.worker,
                    words.bucket
                );
                ui.add(Label::new(text).wrap());
                return;
            }
        };
        ui.label(lead);
        let text = counted(width.into(), words.worker, words.workers);
        if link(ui, text).on_hover_text("Go to this width").clicked() {
            out.push(go_to(view, width));
        }
        if let [Some(today), Some(then)] = [now, width].map(|width| row(view, width)) {
            let text = brings(view, today, then);
            ui.add(Label::new(RichText::new(text).color(view.theme.dim)).wrap()).on_hover_text(behind(then));
        }
    });
}

/// Every useful width in one line, all of them on hover.
pub fn useful(ui: &mut Ui, view: &AppView<'_>) {
    let widths = view.useful_widths();
    if widths.is_empty() {
        return;
    }
    let words = view.words;
    let text = format!(
        "Useful widths on {}: {}",
        counted(view.buckets().into(), words.bucket, words.buckets),
        ranges(&widths)
    );
    let why = format!(
        "Widths at which the busiest {} owns one {} less than at every smaller width. Any width between two of them is no \
         faster than the lower one.",
        words.worker, words.bucket
    );
    let label = Label::new(RichText::new(text).font(caption()).color(view.theme.dim)).truncate();
    ui.add(label).on_hover_text(why);
}

/// The row of a width on the count in force.
fn row<'a>(view: &AppView<'a>, width: u32) -> Option<&'a SweepRow> {
    let groups = view.state.exploration.found.widths.as_ref().filter(|_| !view.state.exploration.is_stale(view.now))?;
    let rows = groups.first()?.iter().filter(|row| row.buckets == view.buckets());
    rows.into_iter().find(|row| row.workers == width)
}

/// What another width brings, in words, after its own name.
fn brings(view: &AppView<'_>, today: &SweepRow, then: &SweepRow) -> String {
    let words = view.words;
    let most = counted(then.most_buckets.into(), words.bucket, words.buckets);
    let (even, keys) = (short(then.even_width), short(then.effective_width));
    let told = tells_of_keys(view);
    if today.owners == 0 {
        let with_keys = if told { format!(", {keys} with these keys") } else { String::new() };
        return format!(
            "where the busiest owns {most}. Worth {even} evenly loaded {}{with_keys}; {} are refused.",
            words.workers,
            grouped(today.workers.into())
        );
    }
    let before = short(today.effective_width);
    let with_keys = if told { format!(", {keys} instead of {before} with these keys") } else { String::new() };
    format!(
        "where the busiest owns {most} instead of {}. Worth {even} evenly loaded {} instead of {}{with_keys}.",
        grouped(today.most_buckets.into()),
        words.workers,
        short(today.even_width)
    )
}

/// Whether it is told what the keys make of a width: not in a lesson about buckets that are all alike, which it would contradict.
pub fn tells_of_keys(view: &AppView<'_>) -> bool {
    let even = |keys: &Keys| matches!(keys, Keys::Generated(keys) if matches!(keys.load, LoadLaw::Uniform { .. }));
    view.state.lesson_shown().is_none() || !even(&view.scenario.keys)
}

/// The formulas behind it.
fn behind(then: &SweepRow) -> String {
    format!(
        "Evenly loaded: N ÷ most buckets on a worker = {} ÷ {} = {}.\nWith these keys: all load ÷ the busiest worker's \
         = {}.\nBoth from the sweep that is drawn below.",
        grouped(then.buckets.into()),
        grouped(then.most_buckets.into()),
        short(then.even_width),
        short(then.effective_width)
    )
}
