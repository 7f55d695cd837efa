//! One key on its way: key → hash → bucket → worker.

use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::keys::KeyType;
use crate::numerals::grouped;
use crate::scenario::Keys;
use crate::simulate::DealFigures;
use crate::unit::BucketId;
use egui::{Label, RichText, Ui};

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
}

/// Finds the typed key; `None` where none is typed.
pub fn find(view: &AppView<'_>, deal: &DealFigures) -> Option<Result<Found, String>> {
    let text = view.state.probe.trim();
    (!text.is_empty()).then(|| locate(view, deal, text))
}

fn locate(view: &AppView<'_>, deal: &DealFigures, text: &str) -> Result<Found, String> {
    let report = view.state.report.as_ref().ok_or("nothing is simulated yet")?;
    let rule = report.profile.profile().hashing();
    let key = key_type(&view.scenario.keys).parse(text).map_err(|error| error.to_string())?;
    let hash = rule.hash(&key).map_err(|error| error.to_string())?;
    let bucket = rule.bucket(&key, deal.assignment.buckets()).map_err(|error| error.to_string())?;
    let worker = deal.assignment.owner(bucket).ok_or("this bucket has no owner")?;
    Ok(Found { key: text.to_owned(), hash, bucket: bucket.0, worker: worker.0 })
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
pub fn line(ui: &mut Ui, view: &AppView<'_>, shown: usize, found: Option<&Result<Found, String>>) {
    let words = &view.facts.words;
    let (text, ink) = match found {
        Some(Ok(found)) => {
            let load = view.deal().and_then(|(_, deal)| deal.buckets.load.get(BucketId(found.bucket).index()).copied());
            let text = format!(
                "{} → hash {} → {} {} → {} {} · {} records in this {}",
                found.key,
                found.hash,
                words.bucket,
                found.bucket,
                words.worker,
                found.worker,
                grouped(load.unwrap_or(0)),
                words.bucket
            );
            (text, view.theme.text)
        }
        Some(Err(reason)) => (reason.clone(), view.theme.bad),
        None => (standing(view, shown), view.theme.dim),
    };
    ui.add(Label::new(RichText::new(text).font(caption()).color(ink)).truncate());
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
