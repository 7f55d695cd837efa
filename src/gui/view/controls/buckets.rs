//! Bucket count and width: the two numbers everything else follows from.

use crate::gui::command::{Command, Edit};
use crate::gui::state::AppView;
use crate::gui::view::number::{Field, Quantity};
use crate::gui::view::parts::{check_row, choice_row, link, number_row, remark};
use crate::gui::view::slider::{Slider, slider};
use crate::learn::Vocabulary;
use crate::numerals::{grouped, ranges};
use crate::scenario::{Buckets, RestartBuckets};
use crate::unit::{BucketCount, WorkerCount};
use egui::Ui;

/// What N is called beside its field: a beginner in the sorting office knows no other word for it than the picture's.
fn count_name(view: &AppView<'_>) -> &'static str {
    if view.state.vocabulary() == Vocabulary::Office { "Pigeonholes N" } else { "Buckets N" }
}

/// What p is called beside its field.
fn width_name(view: &AppView<'_>) -> &'static str {
    if view.state.vocabulary() == Vocabulary::Office { "Sorters p" } else { "Workers p" }
}

/// The bucket count in force at the step shown: set, or left to the engine.
pub fn count(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    if !view.edited.count_is_constant() {
        return choices(ui, view, out);
    }
    // Shown, but not to be moved: there is no other count to move it to.
    ui.add_enabled_ui(false, |ui| choices(ui, view, out));
    let words = &view.edited.words;
    remark(
        ui,
        view.theme,
        format!("{} has one number of {}: a constant, nothing to set.", view.edited.name, words.buckets),
    );
}

fn choices(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let facts = view.edited;
    let now = view.count_set();
    let max = facts.max_buckets.unwrap_or(BucketCount::MAX.get());
    let fixed = if view.takes_another_count() {
        "Each start may set another".to_owned()
    } else {
        format!("Fixed at the {}, for as long as the state lives", facts.words.first_start)
    };
    let text = format!(
        "N: how many {} the key space is cut into, {} to {max}. {fixed}. Here: {}.",
        facts.words.buckets, facts.min_buckets, facts.words.bucket_count
    );
    let name = count_name(view);
    let field = Field { name, value: u64::from(now), low: 0, high: u64::MAX, unit: "" };
    let check = |count: u64| check_count(view, count, |count| view.count_edit(count));
    let typed = number_row(ui, view.theme, &field, &text, saved_count(view).unwrap_or(now.into()), &check);
    let input = Slider {
        name,
        value: f64::from(now),
        low: f64::from(facts.min_buckets),
        high: f64::from(max.min(32_768)),
        logarithmic: true,
        step: 1.0,
        ticks: &[],
    };
    let (_, moved) = slider(ui, view.theme, &input);
    let chosen = typed.or(moved.map(u64::from_f64)).filter(|count| check(*count).is_ok());
    out.extend(chosen.map(|count| Command::Edit(view.count_edit(BucketCount::clamped(count)))));
    if !view.restart_counts() && view.check(Edit::Buckets(Buckets::EngineDefault)).is_ok() {
        let text =
            format!("The program sets no {}; the engine takes: {}.", facts.words.bucket_count, facts.default_buckets);
        let on = view.scenario.buckets == Buckets::EngineDefault;
        // Beside what a restart sets it has to be said of which start this is.
        let name = match view.restart_setting() {
            None | Some(RestartBuckets::Keep) => "Leave it to the engine",
            Some(_) => "First start: leave it to the engine",
        };
        if let Some(on) = check_row(ui, name, &text, on) {
            let buckets = if on { Buckets::EngineDefault } else { Buckets::Fixed(BucketCount::clamped(now.into())) };
            out.push(Command::Edit(Edit::Buckets(buckets)));
        }
    }
    if let Some(setting) = view.restart_setting() {
        restart(ui, view, setting, out);
    }
}

/// Whether the engine takes a count, and the scenario the edit to it. Where not: what is allowed, and on the line after it the
/// engine's own text, where it has one.
fn check_count(view: &AppView<'_>, count: u64, edit: impl Fn(BucketCount) -> Edit) -> Result<(), String> {
    let facts = view.edited;
    let Some(refusal) = facts.refuses_count(count) else {
        return BucketCount::new(count).map_err(|error| error.to_string()).and_then(|count| view.check(edit(count)));
    };
    let high = facts.max_buckets.unwrap_or(BucketCount::MAX.get());
    let allowed =
        format!("{}: allowed are {} to {}", grouped(count), grouped(facts.min_buckets.into()), grouped(high.into()));
    let own = if count < u64::from(facts.min_buckets) { facts.too_few } else { facts.out_of_bounds };
    Err(if own.is_empty() { allowed } else { format!("{allowed}\n{refusal}") })
}

/// The saved count that the field stands for; `None` where it is left to the engine.
fn saved_count(view: &AppView<'_>) -> Option<u64> {
    match (view.restart_counts().then(|| saved_setting(view)), view.saved.buckets) {
        (Some(RestartBuckets::Set(count)), _) | (None, Buckets::Fixed(count)) => Some(count.get().into()),
        _ => None,
    }
}

/// What the saved scenario sets at the restart shown.
fn saved_setting(view: &AppView<'_>) -> RestartBuckets {
    let at = view.state.step.checked_sub(1);
    at.and_then(|at| view.saved.restart_buckets.get(at)).copied().unwrap_or(RestartBuckets::Keep)
}

/// What the program sets at the restart shown.
fn restart(ui: &mut Ui, view: &AppView<'_>, now: RestartBuckets, out: &mut Vec<Command>) {
    let words = &view.edited.words;
    let text = format!(
        "What the program sets as {} at this {}. Keep: the same as at first. Unset: nothing. Other: another count. A change is: {}.",
        words.bucket_count, words.restart, view.edited.change_of_count
    );
    let another = match now {
        RestartBuckets::Set(_) => now,
        _ => RestartBuckets::Set(BucketCount::clamped(view.count_set().into())),
    };
    let options = [(RestartBuckets::Keep, "Keep"), (RestartBuckets::Unset, "Unset"), (another, "Other")];
    let run = !view.scenario.engine.profile().keeps_state();
    let name = if run { "N at this run" } else { "N at this restart" };
    let edit = |setting| Edit::RestartBuckets { step: view.state.step, setting };
    let chosen = choice_row(ui, name, &text, &now, &options, &saved_setting(view));
    let RestartBuckets::Set(count) = now else {
        out.extend(chosen.map(|setting| Command::Edit(edit(setting))));
        return;
    };
    // Where the engine takes this count, it is N, and N's own field and slider set it.
    let typed = (!view.restart_counts()).then(|| {
        let field = Field { name: "Count set", value: u64::from(count.get()), low: 0, high: u64::MAX, unit: "" };
        let of = |count| edit(RestartBuckets::Set(count));
        let given = match saved_setting(view) {
            RestartBuckets::Set(count) => count.get(),
            _ => count.get(),
        };
        number_row(ui, view.theme, &field, &text, given.into(), &|count| check_count(view, count, of))
    });
    let typed = typed.flatten().map(|count| RestartBuckets::Set(BucketCount::clamped(count)));
    out.extend(chosen.or(typed).map(|setting| Command::Edit(edit(setting))));
}

/// The width of the step shown, with the useful widths marked.
pub fn width(ui: &mut Ui, view: &AppView<'_>, out: &mut Vec<Command>) {
    let step = view.state.step;
    let Some(now) = view.scenario.widths.get(step).map(|width| width.get()) else { return };
    let words = &view.edited.words;
    let text = format!(
        "p: how many {} this step asks for. The busiest owns ceil(N / p) {}; only widths at which that drops are useful.",
        words.workers, words.buckets
    );
    let name = width_name(view);
    let field = Field { name, value: u64::from(now), low: 1, high: u64::from(WorkerCount::MAX.get()), unit: "" };
    let check = |width| view.check(Edit::Width { step, width: WorkerCount::clamped(width) });
    let saved = &view.saved.widths;
    let given = saved.get(step).or(saved.last()).map_or(4, |width| u64::from(width.get()));
    let typed = number_row(ui, view.theme, &field, &text, given, &check);
    let useful = &*view.useful_widths();
    // A lesson that has not spoken of useful widths does not show them, nor one that asks for a width.
    let speaks = view.state.learning.lesson.as_ref().is_none_or(|place| place.walk.says().contains("useful"));
    let told = speaks && !view.state.veil().others;
    let high = f64::from(view.buckets().saturating_mul(2).max(16).max(now));
    let input = Slider {
        name,
        value: f64::from(now),
        low: 1.0,
        high,
        logarithmic: true,
        step: 1.0,
        ticks: if told { useful } else { &[] },
    };
    let (response, moved) = slider(ui, view.theme, &input);
    if told {
        response.on_hover_text(format!("Useful widths: {}", shortened(useful)));
    }
    let chosen = typed.or(moved.map(u64::from_f64));
    out.extend(chosen.map(|width| width_edit(step, width)));
    if told {
        next_useful(ui, view, useful, now, out);
    }
}

fn next_useful(ui: &mut Ui, view: &AppView<'_>, useful: &[u32], now: u32, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().interact_size.y = 14.0;
        match useful.iter().find(|&&width| width > now) {
            Some(&next) => {
                remark(ui, view.theme, "Ticks: useful widths · next useful");
                ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
                if link(ui, next.to_string()).on_hover_text("Go to this width").clicked() {
                    out.push(width_edit(view.state.step, next.into()));
                }
            }
            None => {
                remark(ui, view.theme, "Ticks: useful widths · none above this one");
            }
        }
    });
}

fn width_edit(step: usize, width: u64) -> Command {
    Command::Edit(Edit::Width { step, width: WorkerCount::clamped(width) })
}

/// Ranges of widths, cut where the list is long.
fn shortened(useful: &[u32]) -> String {
    const MOST: usize = 60;
    let text = ranges(useful.get(..MOST).unwrap_or(useful));
    if useful.len() > MOST { format!("{text}, …, {}", useful.last().copied().unwrap_or_default()) } else { text }
}
