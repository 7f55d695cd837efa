//! Keys of the wall and of the bars while they have the keyboard: arrows go from one to the next, Esc leaves.

use super::workers::Sort;
use crate::gui::command::Command;
use crate::gui::paint::sentence;
use crate::gui::state::AppView;
use crate::numerals::counted;
use crate::simulate::DealFigures;
use crate::unit::BucketId;
use egui::{EventFilter, Key, Modifiers, Response, Ui};
use std::cmp::Reverse;

/// Arrows go from bucket to bucket, Enter lights the owner.
pub fn wall_keys(ui: &Ui, view: &AppView<'_>, deal: &DealFigures, wall: &Response) -> Option<Command> {
    let now = view.state.bucket.filter(|bucket| *bucket < deal.buckets.count);
    if let Some(bucket) = now.filter(|_| !view.state.veil().figures) {
        spoken(wall, bucket_in_words(view, deal, bucket));
    }
    let owner = now.and_then(|bucket| deal.assignment.owner(BucketId(bucket))).map(|worker| worker.0);
    match pressed(ui, wall)? {
        Pressed::Enter => owner.map(Command::SelectWorker),
        Pressed::Leave => Some(Command::SelectBucket(None)),
        Pressed::Go(to) => Some(Command::SelectBucket(Some(to.from(now, deal.buckets.count)))),
    }
}

/// Arrows go from bar to bar in the order shown.
pub fn bar_keys(ui: &Ui, view: &AppView<'_>, deal: &DealFigures, bars: &Response) -> Option<Command> {
    let now = view.state.worker.filter(|worker| (*worker as usize) < deal.worker.len());
    if let Some(worker) = now.filter(|_| !view.state.veil().figures) {
        spoken(bars, worker_in_words(view, deal, worker));
    }
    match pressed(ui, bars)? {
        Pressed::Enter => None,
        Pressed::Leave => Some(Command::LightWorker(None)),
        Pressed::Go(to) => {
            let order = order(view.state.sort, deal);
            let place = now.and_then(|worker| (0..).zip(&order).find(|(_, id)| **id == worker)).map(|(place, _)| place);
            let count = u32::try_from(order.len()).unwrap_or(u32::MAX);
            let next = order.get(to.from(place, count) as usize).copied();
            Some(Command::LightWorker(next))
        }
    }
}

/// A bucket with its owner and its load.
pub fn bucket_in_words(view: &AppView<'_>, deal: &DealFigures, bucket: u32) -> String {
    let words = view.words;
    let figure = |list: &[u64]| list.get(BucketId(bucket).index()).copied().unwrap_or(0);
    let (keys, load) = (figure(&deal.buckets.keys), figure(&deal.buckets.load));
    let owner = deal.assignment.owner(BucketId(bucket)).map_or(0, |worker| worker.0);
    sentence(&format!(
        "{} {bucket} → {} {owner} · {}",
        words.bucket,
        words.worker,
        deal.buckets.in_words(keys, load).replace(", ", " · ")
    ))
}

/// A worker with its buckets and its load.
fn worker_in_words(view: &AppView<'_>, deal: &DealFigures, worker: u32) -> String {
    let words = view.words;
    let Some(figures) = deal.worker.get(worker as usize) else { return String::new() };
    let buckets = counted(figures.buckets.into(), words.bucket, words.buckets);
    let load = view.state.vocabulary().load(figures.load, deal.buckets.unit);
    sentence(&format!("{} {worker} · {buckets} · {load}", words.worker))
}

/// Workers from left to right, as the bars have them.
fn order(sort: Sort, deal: &DealFigures) -> Vec<u32> {
    let mut workers: Vec<_> = (0..).zip(&deal.worker).collect();
    if sort == Sort::ByLoad {
        workers.sort_by_key(|(_, figures)| Reverse((figures.load, figures.buckets)));
    }
    workers.into_iter().map(|(id, _)| id).collect()
}

/// Where an arrow leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum To {
    Before,
    After,
    First,
    Last,
}

impl To {
    /// The place it leads to; without a place before, either end.
    fn from(self, now: Option<u32>, count: u32) -> u32 {
        let last = count.saturating_sub(1);
        match (self, now) {
            (Self::First, _) | (Self::After, None) => 0,
            (Self::Last, _) | (Self::Before, None) => last,
            (Self::Before, Some(now)) => now.saturating_sub(1),
            (Self::After, Some(now)) => now.saturating_add(1).min(last),
        }
    }
}

/// What was pressed while a chart has the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pressed {
    Go(To),
    Enter,
    Leave,
}

fn pressed(ui: &Ui, chart: &Response) -> Option<Pressed> {
    if !chart.has_focus() {
        return None;
    }
    let own = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(chart.id, own));
    let keys = [
        (Key::ArrowLeft, Pressed::Go(To::Before)),
        (Key::ArrowUp, Pressed::Go(To::Before)),
        (Key::ArrowRight, Pressed::Go(To::After)),
        (Key::ArrowDown, Pressed::Go(To::After)),
        (Key::Home, Pressed::Go(To::First)),
        (Key::End, Pressed::Go(To::Last)),
        (Key::Enter, Pressed::Enter),
        (Key::Escape, Pressed::Leave),
    ];
    let take = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let found = keys.into_iter().find(|(key, _)| take(*key)).map(|(_, pressed)| pressed);
    if found == Some(Pressed::Leave) {
        chart.surrender_focus();
    }
    found
}

/// What a screen reader says of the place the arrows have come to.
fn spoken(chart: &Response, text: String) {
    chart.ctx.accesskit_node_builder(chart.id, |node| node.set_value(text));
}
