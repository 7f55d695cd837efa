//! What colour each bucket has.

use super::{WallColour, WallInput};
use crate::gui::paint::{coordinate, length, share};
use crate::gui::theme::Theme;
use egui::Color32;

/// How far buckets of other workers step back while one worker is selected.
pub(super) const STEPPED_BACK: f32 = 0.72;

/// How far a bucket without keys steps back in its owner's colour.
const EMPTY: f32 = 0.55;

/// The rule that gives each bucket its colour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Colours<'a> {
    theme: &'a Theme,
    input: &'a WallInput<'a>,
    /// The largest figure of a bucket, for the ramp's end; 0 where the owner is shown.
    pub peak: u64,
    /// The smallest figure above 0 where the ramp is logarithmic: the largest is so far above the others that a linear ramp would
    /// show it alone.
    pub least: Option<u64>,
}

/// From this many medians on the largest figure makes the ramp logarithmic.
const FAR_ABOVE: u64 = 20;

/// Where a logarithmic ramp begins: the smallest figure still stands out of the buckets with nothing.
const RAMP_START: f32 = 0.12;

/// The middle one of the figures above 0, of at most some thousand of them taken at even distances; 0 where there is none.
fn median(figures: &[u64]) -> u64 {
    const MOST: usize = 4096;
    let apart = figures.len().div_ceil(MOST).max(1);
    let mut some: Vec<u64> = figures.iter().copied().step_by(apart).filter(|&figure| figure > 0).collect();
    let middle = some.len() / 2;
    if some.is_empty() { 0 } else { *some.select_nth_unstable(middle).1 }
}

impl<'a> Colours<'a> {
    pub fn new(theme: &'a Theme, input: &'a WallInput<'a>) -> Self {
        let figures = figures(input);
        let peak = figures.iter().copied().max().unwrap_or(0);
        let median = median(figures);
        let far = median > 0 && peak / FAR_ABOVE > median;
        let least = if far { figures.iter().copied().filter(|&figure| figure > 0).min() } else { None };
        Self { theme, input, peak, least }
    }

    /// Where a figure above 0 lies on the ramp, 0 to 1.
    #[expect(clippy::cast_possible_truncation, reason = "a share of 1 as a colour")]
    fn place(&self, figure: u64) -> f32 {
        match self.least {
            Some(least) if self.peak > least => {
                let ratio = |a: u64, b: u64| libm::log(coordinate(a) / coordinate(b));
                RAMP_START + (1.0 - RAMP_START) * (ratio(figure, least) / ratio(self.peak, least)) as f32
            }
            _ => share(figure, self.peak),
        }
    }

    /// Where the ramp begins, 0 to 1.
    pub fn ramp_start(&self) -> f32 {
        if self.least.is_some() { RAMP_START } else { 0.0 }
    }

    /// The colour of a cell that holds the buckets `first..end`.
    pub fn cell(&self, first: u32, end: u32) -> Color32 {
        let bucket = match figures(self.input) {
            [] => first,
            figures => (first..end).max_by_key(|&b| (figures.get(b as usize), u32::MAX - b)).unwrap_or(first),
        };
        self.bucket(bucket)
    }

    fn bucket(&self, bucket: u32) -> Color32 {
        let index = bucket as usize;
        let owner = self.input.deal.assignment.owners().get(index).copied();
        let plain = match figures(self.input).get(index) {
            Some(0) => self.theme.raised,
            Some(&figure) => self.theme.ramp(self.place(figure)),
            None => self.owner(bucket, owner),
        };
        match self.input.selected_worker {
            Some(selected) if owner != Some(selected) => self.theme.faded(plain, STEPPED_BACK),
            _ => plain,
        }
    }

    fn owner(&self, bucket: u32, owner: Option<u32>) -> Color32 {
        if self.input.veil.owners {
            return self.theme.faded(self.theme.dim, EMPTY);
        }
        let tint = |owner: Option<u32>| owner.map_or(self.theme.raised, |worker| self.theme.owner(worker));
        let now = tint(owner);
        let dealt = match slide_of(self.input, bucket) {
            Some((from, progress)) => tint(Some(from)).lerp_to_gamma(now, progress),
            None => now,
        };
        if self.is_empty(bucket) { self.theme.faded(dealt, EMPTY) } else { dealt }
    }

    /// Whether a bucket holds nothing of what is shown: no key where keys are counted, or no record or byte.
    pub fn is_empty(&self, bucket: u32) -> bool {
        if self.input.veil.keys {
            return false;
        }
        let shown = match figures(self.input) {
            [] => self.input.deal.buckets.filled(),
            figures => figures,
        };
        shown.get(bucket as usize) == Some(&0)
    }
}

/// The figure of each bucket that the ramp shows; none where the owner is shown.
pub(super) fn figures<'a>(input: &WallInput<'a>) -> &'a [u64] {
    match input.colour {
        WallColour::Owner => &[],
        WallColour::Load => &input.deal.buckets.load,
        WallColour::State => &input.deal.buckets.state_bytes,
    }
}

/// The former owner of a bucket that is on its way, and how far it is, 0 to 1. Buckets leave one after the other, first to last.
pub(super) fn slide_of(input: &WallInput<'_>, bucket: u32) -> Option<(u32, f32)> {
    const SPREAD: f32 = 0.5;
    let (before, progress) = input.slide?;
    let owners = input.deal.assignment.owners();
    if before.owners().len() != owners.len() || progress >= 1.0 {
        return None;
    }
    let (from, to) = (*before.owners().get(bucket as usize)?, *owners.get(bucket as usize)?);
    let start = SPREAD * share(u64::from(bucket), owners.len() as u64);
    let linear = ((progress - start) / (1.0 - SPREAD)).clamp(0.0, 1.0);
    (from != to).then_some((from, linear * linear * (3.0 - 2.0 * linear)))
}

/// One worker's unbroken stretch of buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The owner.
    pub owner: u32,
    /// First bucket.
    pub start: u32,
    /// One past the last bucket.
    pub end: u32,
}

/// The stretches of a deal, first to last.
pub(super) fn runs(owners: &[u32]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (bucket, &owner) in (0..).zip(owners) {
        match runs.last_mut() {
            Some(run) if run.owner == owner => run.end = bucket + 1,
            _ => runs.push(Run { owner, start: bucket, end: bucket + 1 }),
        }
    }
    runs
}

/// How far the slide is, in thousandths; `None` while nothing slides.
pub(super) fn slide_step(input: &WallInput<'_>) -> Option<u32> {
    input
        .slide
        .filter(|(_, progress)| *progress < 1.0)
        .map(|(_, progress)| crate::gui::paint::whole(progress * length(1000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_of_what_there_is() {
        assert_eq!(median(&[0, 0, 5, 0, 9, 1]), 5);
        assert_eq!(median(&[0, 0]), 0);
        assert_eq!(median(&vec![3; 100_000]), 3);
    }

    #[test]
    fn runs_are_unbroken_stretches() {
        let run = |owner, start, end| Run { owner, start, end };
        assert_eq!(runs(&[4, 4, 1, 4]), [run(4, 0, 2), run(1, 2, 3), run(4, 3, 4)]);
        assert_eq!(runs(&[]), []);
    }
}
