//! The line below the wall: what its colours and outlines mean.

use super::colours::{Colours, figures};
use super::layout::Layout;
use super::{WallColour, WallInput};
use crate::gui::paint::length;
use crate::gui::theme::{Theme, caption};
use crate::numerals::{bytes, counted, grouped};
use crate::simulate::DealFigures;
use egui::{Align2, Color32, Mesh, Painter, Rect, Shape, pos2, vec2};

/// Height of the line, in points.
pub(super) const HEIGHT: f32 = 20.0;

/// Workers that own more buckets than the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Most {
    /// Buckets on each of them.
    pub buckets: u32,
    /// How many they are.
    pub workers: u32,
}

/// Which workers own the most buckets; `None` where all owners own equally many.
pub(super) fn most_buckets(deal: &DealFigures) -> Option<Most> {
    let owned = || deal.worker.iter().map(|worker| worker.buckets).filter(|&buckets| buckets > 0);
    let (least, most) = (owned().min()?, owned().max()?);
    let workers = u32::try_from(owned().filter(|&buckets| buckets == most).count()).unwrap_or(u32::MAX);
    (least < most).then_some(Most { buckets: most, workers })
}

/// Paints the line.
pub(super) fn paint(
    painter: &Painter,
    theme: &Theme,
    input: &WallInput<'_>,
    layout: &Layout,
    colours: &Colours<'_>,
    line: Rect,
) {
    let left = match input.colour {
        WallColour::Owner => line.left(),
        WallColour::Load | WallColour::State => scale(painter, theme, input, colours, line),
    };
    let text = remark(input, layout, colours);
    painter.text(pos2(left, line.center().y), Align2::LEFT_CENTER, text, caption(), theme.dim);
}

/// The ramp from 0 to the largest figure; returns where it ends.
fn scale(painter: &Painter, theme: &Theme, input: &WallInput<'_>, colours: &Colours<'_>, line: Rect) -> f32 {
    const LENGTH: f32 = 120.0;
    const PIECES: u32 = 24;
    let zero = painter.text(line.left_center(), Align2::LEFT_CENTER, "0", caption(), theme.dim);
    let bar = Rect::from_center_size(pos2(zero.right() + 6.0 + LENGTH / 2.0, line.center().y), vec2(LENGTH, 8.0));
    let mut mesh = Mesh::default();
    for piece in 0..=PIECES {
        let t = length(piece) / length(PIECES);
        let x = bar.left() + t * LENGTH;
        let colour: Color32 = theme.ramp(t);
        mesh.colored_vertex(pos2(x, bar.top()), colour);
        mesh.colored_vertex(pos2(x, bar.bottom()), colour);
        if piece > 0 {
            let at = piece * 2;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
    let peak = match input.colour {
        WallColour::State => bytes(colours.peak),
        WallColour::Owner | WallColour::Load => counted(colours.peak, "record", "records"),
    };
    let end = painter.text(pos2(bar.right() + 6.0, line.center().y), Align2::LEFT_CENTER, peak, caption(), theme.text);
    end.right() + 12.0
}

fn remark(input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) -> String {
    let words = input.words;
    if layout.per_cell > 1 {
        let shown = if input.colour == WallColour::Owner { "the first one's owner" } else { "the largest" };
        return format!("Each cell: {} {}, {shown} shown", layout.per_cell, words.buckets);
    }
    if input.colour != WallColour::Owner {
        return largest(input, colours).map_or_else(String::new, |at| format!("Largest: {} {at}", words.bucket));
    }
    let owners = moved(input).or_else(|| lit(input)).unwrap_or_else(|| ownership(input, layout));
    let empty = u64::from(input.deal.buckets.count - input.deal.buckets.occupied);
    if empty == 0 { owners } else { format!("{owners}; faded: {} without keys", grouped(empty)) }
}

/// While a slide is on: how many buckets it moves.
fn moved(input: &WallInput<'_>) -> Option<String> {
    let owners = input.deal.assignment.owners();
    let (before, _) = input.slide.filter(|(_, progress)| *progress < 1.0)?;
    let moved = before.owners().iter().zip(owners).filter(|(from, to)| from != to).count() as u64;
    let all = counted(owners.len() as u64, input.words.bucket, input.words.buckets);
    (before.owners().len() == owners.len())
        .then(|| format!("{} of {all} go to another {}", grouped(moved), input.words.worker))
}

/// While a worker is selected: what it owns.
fn lit(input: &WallInput<'_>) -> Option<String> {
    let selected = input.selected_worker?;
    let owned = input.deal.worker.get(selected as usize).map_or(0, |worker| worker.buckets);
    let owned = counted(owned.into(), input.words.bucket, input.words.buckets);
    Some(format!("Lit: {} {selected}, which owns {owned}", input.words.worker))
}

/// Who owns most.
fn ownership(input: &WallInput<'_>, layout: &Layout) -> String {
    let words = input.words;
    let owned = |buckets: u32| counted(buckets.into(), words.bucket, words.buckets);
    let owners = input.deal.worker.iter().filter(|worker| worker.buckets > 0).count() as u64;
    let one = owners == 1;
    let Some(most) = most_buckets(input.deal) else {
        let each = input.deal.worker.iter().map(|worker| worker.buckets).max().unwrap_or(0);
        let (owners, each) = (counted(owners, words.worker, words.workers), owned(each));
        return if one { format!("{owners} owns {each}") } else { format!("{owners} own {each} each") };
    };
    let sign = if layout.is_texture() { "" } else { "Outlined: " };
    let owners = counted(owners, words.worker, words.workers);
    match most.workers {
        1 => format!("{sign}1 of {owners} owns the most, {}", owned(most.buckets)),
        many => format!("{sign}{} of {owners} own the most, {} each", grouped(many.into()), owned(most.buckets)),
    }
}

/// The bucket with the largest figure, where a figure is shown.
pub(super) fn largest(input: &WallInput<'_>, colours: &Colours<'_>) -> Option<u32> {
    let figures = figures(input);
    let at = figures.iter().position(|figure| *figure == colours.peak)?;
    u32::try_from(at).ok()
}
