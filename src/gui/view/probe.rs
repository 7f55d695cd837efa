//! One key on its way: key → hash → bucket → worker.

use super::chart_keys::bucket_in_words;
use crate::deal::DealingRule;
use crate::engine::Words;
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::gui::theme::{caption, strong};
use crate::hash::{Reduction, default_routing_shards};
use crate::keys::{Generated, KeyType, LoadLaw, Value};
use crate::learn::Vocabulary;
use crate::numerals;
use crate::numerals::{counted, grouped};
use crate::scenario::{Entry, Keys};
use crate::simulate::DealFigures;
use crate::unit::{BucketCount, BucketId};
use egui::{Grid, Label, RichText, Sense, Ui, vec2};

/// Whether the scenario has a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// It has, with so many records.
    Has(u64),
    /// It has not.
    Lacks,
    /// Not known without going through all of them: read from a file, dealt out or drawn by chance.
    Unknown,
}

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
    /// Whether the scenario has it.
    pub membership: Membership,
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
    let key_type = view.scenario.keys.key_type().unwrap_or_default();
    let key = key_type.parse(text).map_err(|error| error.to_string())?;
    let hash = rule.hash(&key).map_err(|error| error.to_string())?;
    let bucket = rule.bucket(&key, deal.assignment.buckets()).map_err(|error| error.to_string())?;
    let worker = deal.assignment.owner(bucket).ok_or("this bucket has no owner")?;
    let (reduction, rule) = (rule.reduction, profile.dealing(deal.assignment.workers()));
    let membership = membership(&view.scenario.keys, &key);
    Ok(Found { key: text.to_owned(), hash, bucket: bucket.0, worker: worker.0, membership, reduction, rule })
}

/// Most listed keys whose names are shown where they lie.
const MOST_NAMES: usize = 64;

/// The keys in each bucket where they are listed and few, and the picture is a sorting office; else none.
pub fn names<'a>(view: &AppView<'a>, deal: &DealFigures) -> Vec<Vec<&'a str>> {
    let listed: Vec<&str> = match &view.scenario.keys {
        Keys::List(keys) => keys.iter().map(|entry| entry.key.as_str()).collect(),
        Keys::Typed(keys) => keys.keys.iter().map(|entry| entry.key.as_str()).collect(),
        _ => return Vec::new(),
    };
    let Some(report) = view.state.report.as_ref().filter(|_| view.state.vocabulary() == Vocabulary::Office) else {
        return Vec::new();
    };
    if listed.len() > MOST_NAMES {
        return Vec::new();
    }
    let rule = report.profile.profile().hashing();
    let key_type = view.scenario.keys.key_type().unwrap_or_default();
    let mut names = vec![Vec::new(); deal.buckets.count as usize];
    for key in listed {
        let bucket = key_type.parse(key).ok().and_then(|value| rule.bucket(&value, deal.assignment.buckets()).ok());
        if let Some(held) = bucket.and_then(|bucket| names.get_mut(bucket.0 as usize)) {
            held.push(key);
        }
    }
    names
}

/// Whether the scenario has this key, and with how many records, where its rule or its list tells.
fn membership(keys: &Keys, key: &Value) -> Membership {
    let listed = |key_type: KeyType, entries: &[Entry]| {
        let same = entries.iter().filter(|entry| key_type.parse(&entry.key).is_ok_and(|value| value == *key));
        let loads: Vec<u64> = same.map(|entry| entry.load).collect();
        if loads.is_empty() {
            Membership::Lacks
        } else {
            Membership::Has(loads.iter().fold(0, |a, b| a.saturating_add(*b)))
        }
    };
    match keys {
        Keys::Generated(keys) => generated(keys, key),
        Keys::List(entries) => listed(KeyType::String, entries),
        Keys::Typed(list) => listed(list.key_type, &list.keys),
        Keys::File(_) | Keys::Buckets(_) | Keys::Snapshot(_) => Membership::Unknown,
    }
}

fn generated(keys: &Generated, key: &Value) -> Membership {
    let Some(number) = number_of(keys, key) else { return Membership::Lacks };
    let Some(rank) = number.checked_sub(keys.first).filter(|before| *before < keys.count) else {
        return Membership::Lacks;
    };
    match keys.load {
        LoadLaw::Sampled { .. } => Membership::Unknown,
        LoadLaw::Uniform { each } => Membership::Has(each),
        _ if keys.shuffled => Membership::Unknown,
        _ => Membership::Has(keys.load.of_rank(rank + 1, keys.count)),
    }
}

/// The number that the rule puts into this key; `None` where it makes no such key.
fn number_of(keys: &Generated, key: &Value) -> Option<u64> {
    let text = match key {
        Value::Text(text) => text.as_str(),
        Value::Bytes(bytes) => std::str::from_utf8(bytes).ok()?,
        Value::I64(number) => return u64::try_from(*number).ok(),
        Value::I32(number) => return u64::try_from(*number).ok(),
        Value::I16(number) => return u64::try_from(*number).ok(),
        Value::I8(number) => return u64::try_from(*number).ok(),
        _ => return None,
    };
    let (before, after) = keys.affixes();
    let digits = text.strip_prefix(before)?.strip_suffix(after)?;
    let number: u64 = digits.parse().ok()?;
    // "007" is not how the rule writes 7.
    (number.to_string() == digits).then_some(number)
}

/// The line under the wall's header: where the key lies, or what the picture is where it is not of this step. A step that is
/// refused has no worker for a key, and says beside it whose deal is shown.
pub fn line(ui: &mut Ui, view: &AppView<'_>, shown: usize, deal: &DealFigures, found: Option<&Result<Found, String>>) {
    let refused = view.step().is_some_and(|step| step.deal.is_none());
    let (text, ink) = match found {
        Some(Ok(found)) => (way(view, deal, found, refused), view.theme.text),
        Some(Err(reason)) => (sentence(reason), view.theme.bad),
        None => {
            let bucket = view
                .state
                .bucket
                .filter(|bucket| *bucket < deal.buckets.count && !refused && !view.state.veil().figures);
            let text = bucket.map(|bucket| bucket_in_words(view, deal, bucket));
            (text.unwrap_or_else(|| standing(view, shown)), view.theme.dim)
        }
    };
    let row = |ui: &mut Ui, text: String, ink| {
        let text = RichText::new(text).font(caption()).color(ink);
        ui.add(Label::new(text).truncate().show_tooltip_when_elided(false).sense(Sense::hover()))
    };
    let response = row(ui, text, ink);
    if let Some(Ok(found)) = found {
        response.on_hover_ui(|ui| explain(ui, view, deal, found, refused));
    }
    if refused && found.is_some() {
        row(ui, standing(view, shown), view.theme.dim);
    }
}

/// Key → hash → bucket → worker, and what the scenario knows of the key; no further than the bucket where nothing is dealt.
fn way(view: &AppView<'_>, deal: &DealFigures, found: &Found, refused: bool) -> String {
    let words = view.words;
    let upto = format!("{} → hash {} → {} {}", found.key, found.hash, words.bucket, found.bucket);
    if refused {
        return format!("{upto}; no {}: refused", words.worker);
    }
    let load = deal.buckets.load.get(BucketId(found.bucket).index()).copied().unwrap_or(0);
    let own = match found.membership {
        Membership::Has(own) => {
            format!("{} of its own, {} in its {}", numerals::load(own, deal.buckets.unit), grouped(load), words.bucket)
        }
        Membership::Lacks => "not among this scenario's keys".to_owned(),
        Membership::Unknown => format!("{} in this {}", numerals::load(load, deal.buckets.unit), words.bucket),
    };
    format!("{upto} → {} {} · {own}", words.worker, found.worker)
}

fn standing(view: &AppView<'_>, shown: usize) -> String {
    let words = view.words;
    let steps = view.state.report.as_ref().map_or(&[][..], |report| &report.steps);
    match (view.step(), steps.get(shown)) {
        (Some(step), Some(dealt)) if step.deal.is_none() => {
            format!(
                "This start is refused and deals nothing. Shown is the last deal: {} on {}.",
                counted(dealt.bucket_count.into(), words.bucket, words.buckets),
                counted(dealt.workers.into(), words.worker, words.workers)
            )
        }
        _ if view.state.veil().figures => "Figures come with your answer.".to_owned(),
        _ => {
            let counted = view.state.report.as_ref().is_none_or(|report| report.keys.counted);
            let keys = if counted { view.state.vocabulary().keys().1 } else { "load" };
            let hint = format!("Hover a cell for its {keys}, click to light its {}.", words.worker);
            meaning(view).map_or(hint.clone(), |meaning| format!("{meaning} {hint}"))
        }
    }
}

/// Which of our words the picture's own stand for, where they are others. A lesson in the sorting office comes to that itself.
fn meaning(view: &AppView<'_>) -> Option<String> {
    let (words, vocabulary) = (view.words, view.state.vocabulary());
    let marks = format!("{}, {} …", vocabulary.mark(0), vocabulary.mark(1));
    let bucket = with_article(words.bucket);
    match vocabulary {
        Vocabulary::Office if view.state.learning.lesson.is_none() => Some(format!(
            "{} is a bucket, a letter a record, a {} ({marks}) a worker.",
            sentence(&bucket),
            words.worker
        )),
        Vocabulary::Engine if words.bucket != "bucket" => {
            let worker = with_article(words.worker);
            Some(format!("{} is a bucket of keys, {worker} ({marks}) a worker.", sentence(&bucket)))
        }
        _ => None,
    }
}

/// `a task`, `an actor`.
fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// The tooltip: each stage of the way with its formula, numbers filled in.
fn explain(ui: &mut Ui, view: &AppView<'_>, deal: &DealFigures, found: &Found, refused: bool) {
    let (words, theme) = (view.words, view.theme);
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
        let worker = if refused { "none: refused".to_owned() } else { dealt(found, words, buckets, workers) };
        row(sentence(words.worker), worker);
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
        Reduction::AbsMod | Reduction::FullAbsMod => format!("|{hash}| mod {buckets} = {bucket}"),
        Reduction::MaskMod => format!("({hash} without its sign bit) mod {buckets} = {bucket}"),
        Reduction::FloorMod => format!("{hash} mod {buckets}, never below 0 = {bucket}"),
        Reduction::UnsignedMod => format!("({hash} read as unsigned) mod {buckets} = {bucket}"),
        Reduction::IgniteAffinity if buckets.is_power_of_two() => {
            format!("|{hash} xored with its upper half| mod {buckets} = {bucket}")
        }
        Reduction::IgniteAffinity => format!("|{hash} mod {buckets}| = {bucket}"),
        Reduction::RoutingShards { shards } => {
            let count = BucketCount::clamped(buckets.into());
            let routing = if shards == 0 { default_routing_shards(count) } else { shards };
            format!("{hash} mod {routing} routing shards, never below 0, ÷ {} = {bucket}", routing / buckets)
        }
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
        | DealingRule::RisingWaveWeighted { .. }
        | DealingRule::SortedAsText
        | DealingRule::FloatRanges
        | DealingRule::FewestMoves
        | DealingRule::Drawn
        | DealingRule::HashRing { .. }
        | DealingRule::Halving => {
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
            membership: Membership::Unknown,
            reduction: Reduction::AbsMod,
            rule: DealingRule::Contiguous,
        };
        assert_eq!(reduced(&found, 128), "|-300| mod 128 = 44");
        let words = &crate::engine::Engine::named("flink").expect("it is known").facts().words;
        assert_eq!(dealt(&found, words, 128, 40), "44 · 40 ÷ 128, rounded down = 13");
    }

    #[test]
    fn a_key_that_the_scenario_lacks_is_told_from_one_it_has() {
        let keys = crate::scenario::Scenario::built_in().keys;
        let of = |text: &str| membership(&keys, &KeyType::String.parse(text).unwrap());
        // Zipf with exponent 1 and 20 000 records for the hottest: rank 3 has floor(20 000 / 3).
        assert_eq!([of("user-1"), of("user-3")], [20_000, 6666].map(Membership::Has));
        for text in ["user-0", "user-20001", "user-007", "user-", "order-5", "user-5x", "user-+5"] {
            assert_eq!(of(text), Membership::Lacks, "{text}");
        }
        let Keys::Generated(generated) = keys else { panic!("generated") };
        let shuffled = Keys::Generated(Generated { shuffled: true, ..generated });
        assert_eq!(membership(&shuffled, &KeyType::String.parse("user-5").unwrap()), Membership::Unknown);
        let twice = Keys::List(vec![Entry { key: "a".into(), load: 3 }, Entry { key: "a".into(), load: 4 }]);
        assert_eq!(membership(&twice, &KeyType::String.parse("a").unwrap()), Membership::Has(7));
        assert_eq!(membership(&twice, &KeyType::String.parse("b").unwrap()), Membership::Lacks);
    }
}
