//! One key on its way: key → hash → bucket → worker.

use super::chart_keys::bucket_in_words;
use crate::deal::DealingRule;
use crate::engine::Words;
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::hash::Reduction;
use crate::keys::KeyType;
use crate::numerals::{counted, grouped};
use crate::scenario::Keys;
use crate::simulate::DealFigures;
use crate::unit::BucketId;
use egui::{Grid, Label, RichText, Sense, Ui, vec2};

/// Where a key lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The key as typed.
    pub key: String,
    /// Its 32-bit hash, before the reduction.
    pub hash: i32,
    /// Its bucket.
    pub bucket: u32,
    /// The bucket's owner.
    pub worker: u32,
    /// Hash → bucket.
    reduction: Reduction,
    /// Bucket → worker.
    rule: DealingRule,
}

/// Finds the typed key; `None` where none is typed.
pub fn find(view: &AppView<'_>, deal: &DealFigures) -> Option<Result<Found, String>> {
    let text = view.state.probe.trim();
    (!text.is_empty()).then(|| locate(view, deal, text))
}

fn locate(view: &AppView<'_>, deal: &DealFigures, text: &str) -> Result<Found, String> {
    let report = view.state.report.as_ref().ok_or("nothing is simulated yet")?;
    let profile = report.profile.profile();
    let rule = profile.hashing();
    let key = key_type(&view.scenario.keys).parse(text).map_err(|error| error.to_string())?;
    let hash = rule.hash(&key).map_err(|error| error.to_string())?;
    let bucket = rule.bucket(&key, deal.assignment.buckets()).map_err(|error| error.to_string())?;
    let worker = deal.assignment.owner(bucket).ok_or("this bucket has no owner")?;
    let (reduction, rule) = (rule.reduction, profile.dealing(deal.assignment.workers()));
    Ok(Found { key: text.to_owned(), hash, bucket: bucket.0, worker: worker.0, reduction, rule })
}

const fn key_type(keys: &Keys) -> KeyType {
    match keys {
        Keys::Generated(keys) => keys.key_type,
        Keys::Typed(keys) => keys.key_type,
        Keys::File(keys) => keys.key_type,
        Keys::List(_) => KeyType::String,
    }
}

/// The line under the wall's header: where the key lies, or what the picture is where it is not of this step.
pub fn line(ui: &mut Ui, view: &AppView<'_>, shown: usize, deal: &DealFigures, found: Option<&Result<Found, String>>) {
    let words = &view.facts.words;
    let (text, ink) = match found {
        Some(Ok(found)) => {
            let load = deal.buckets.load.get(BucketId(found.bucket).index()).copied().unwrap_or(0);
            let text = format!(
                "{} → hash {} → {} {} → {} {} · {} in this {}",
                found.key,
                found.hash,
                words.bucket,
                found.bucket,
                words.worker,
                found.worker,
                counted(load, "record", "records"),
                words.bucket
            );
            (text, view.theme.text)
        }
        Some(Err(reason)) => (sentence(reason), view.theme.bad),
        None => {
            let bucket = view.state.bucket.filter(|bucket| *bucket < deal.buckets.count);
            let text = bucket.map(|bucket| bucket_in_words(view, deal, bucket));
            (text.unwrap_or_else(|| standing(view, shown)), view.theme.dim)
        }
    };
    let label = Label::new(RichText::new(text).font(caption()).color(ink)).truncate().show_tooltip_when_elided(false);
    let response = ui.add(label.sense(Sense::hover()));
    if let Some(Ok(found)) = found {
        response.on_hover_ui(|ui| explain(ui, view, deal, found));
    }
}

fn standing(view: &AppView<'_>, shown: usize) -> String {
    let words = &view.facts.words;
    let steps = view.state.report.as_ref().map_or(&[][..], |report| &report.steps);
    match (view.step(), steps.get(shown)) {
        (Some(step), Some(dealt)) if step.deal.is_none() => {
            format!("{} is refused and deals nothing: this is the deal at {}.", step.workers, dealt.workers)
        }
        _ => format!("One cell a {}: hover for its keys, click to light its {}.", words.bucket, words.worker),
    }
}

/// The tooltip: each stage of the way with its formula, numbers filled in.
fn explain(ui: &mut Ui, view: &AppView<'_>, deal: &DealFigures, found: &Found) {
    let (words, theme) = (&view.facts.words, view.theme);
    let (buckets, workers) = (deal.assignment.buckets().get(), deal.assignment.workers().get());
    ui.label(RichText::new(format!("The way of {}", found.key)).font(strong(13.0)));
    Grid::new("the way of a key").num_columns(2).spacing(vec2(16.0, 4.0)).show(ui, |ui| {
        let mut row = |name: String, value: String| {
            ui.label(RichText::new(name).color(theme.dim));
            ui.label(value);
            ui.end_row();
        };
        row("Hash".to_owned(), format!("{}, a signed number of 32 bits", found.hash));
        row(sentence(words.bucket), reduced(found, buckets));
        row(sentence(words.worker), dealt(found, words, buckets, workers));
    });
    let rules = format!(
        "Key → {}: {}. {} → {}: {}.",
        words.bucket,
        view.facts.hashing,
        sentence(words.bucket),
        words.worker,
        view.facts.dealing
    );
    ui.label(RichText::new(rules).font(caption()).color(theme.dim));
}

/// Hash → bucket with its numbers.
fn reduced(found: &Found, buckets: u32) -> String {
    let Found { hash, bucket, .. } = found;
    match found.reduction {
        Reduction::AbsMod => format!("|{hash}| mod {buckets} = {bucket}"),
        Reduction::MaskMod => format!("({hash} without its sign bit) mod {buckets} = {bucket}"),
        Reduction::FloorMod => format!("{hash} mod {buckets}, never below 0 = {bucket}"),
        Reduction::UnsignedMod => format!("({hash} read as unsigned) mod {buckets} = {bucket}"),
    }
}

/// Bucket → worker with its numbers; the owner's name alone where the rule is no formula of one bucket.
fn dealt(found: &Found, words: &Words, buckets: u32, workers: u32) -> String {
    let Found { bucket, worker, .. } = found;
    match found.rule {
        DealingRule::Contiguous => format!("{bucket} · {workers} ÷ {buckets}, rounded down = {worker}"),
        DealingRule::Modulo => format!("{bucket} mod {workers} = {worker}"),
        DealingRule::ContiguousFirstLarger
        | DealingRule::KafkaHighAvailability { .. }
        | DealingRule::ListScheduling
        | DealingRule::LeastLoaded
        | DealingRule::RisingWaveWeighted { .. } => {
            format!("{} of {}", grouped((*worker).into()), counted(workers.into(), words.worker, words.workers))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_hold_with_their_numbers() {
        // Flink: |−300| mod 128 = 44, and key group 44 of 128 at 40 goes to subtask 44 · 40 / 128 = 13.75, cut to 13.
        let found = Found {
            key: "k".to_owned(),
            hash: -300,
            bucket: 44,
            worker: 13,
            reduction: Reduction::AbsMod,
            rule: DealingRule::Contiguous,
        };
        assert_eq!(reduced(&found, 128), "|-300| mod 128 = 44");
        let words = &crate::engine::Engine::named("flink").expect("it is known").facts().words;
        assert_eq!(dealt(&found, words, 128, 40), "44 · 40 ÷ 128, rounded down = 13");
    }
}
