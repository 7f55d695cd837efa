//! The line below the wall: what its colours and outlines mean.

use super::colours::{Colours, figures};
use super::layout::Layout;
use super::{WallColour, WallInput};
use crate::gui::paint::{coordinate, length, sentence};
use crate::gui::theme::{Theme, caption};
use crate::learn::Vocabulary;
use crate::numerals::{bytes, counted, grouped, one_of_or, percent};
use crate::simulate::DealFigures;
use egui::{Align2, Color32, Mesh, Painter, Rect, Shape, pos2, vec2};

/// Height of the line, in points.
pub(super) const HEIGHT: f32 = 20.0;

/// A bucket is worth a ring from this many times the mean one on.
const HEAVY: u64 = 10;

/// The worker with the largest load, the first among equals; `None` where all owners have equally much.
pub(super) fn busiest_worker(deal: &DealFigures) -> Option<u32> {
    let loads = || deal.worker.iter().filter(|worker| worker.buckets > 0).map(|worker| worker.load);
    let (least, most) = (loads().min()?, loads().max()?);
    let at = deal.worker.iter().position(|worker| worker.load == most)?;
    (least < most).then(|| u32::try_from(at).ok()).flatten()
}

/// The bucket that has a ring: the one with the largest figure, where a figure is shown; of a texture that shows owners the
/// heaviest one, where it stands out.
pub(super) fn ringed(input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) -> Option<u32> {
    match input.colour {
        WallColour::Owner if layout.is_texture() && layout.per_cell == 1 && input.selected_worker.is_none() => {
            let load = &input.deal.buckets.load;
            let (at, most) = load.iter().enumerate().rev().max_by_key(|(_, load)| **load)?;
            let total: u128 = load.iter().copied().map(u128::from).sum();
            let heavy = u128::from(*most) * load.len() as u128 >= u128::from(HEAVY) * total;
            (heavy && total > 0).then(|| u32::try_from(at).ok()).flatten()
        }
        WallColour::Owner => None,
        WallColour::Load | WallColour::State => largest(input, colours).filter(|_| colours.peak > 0),
    }
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
    if input.veil.figures {
        return;
    }
    let left = match input.colour {
        WallColour::Owner => line.left(),
        WallColour::Load | WallColour::State => scale(painter, theme, input, colours, line),
    };
    let mut text = String::new();
    // As many of the remarks as there is room for, the first at any rate.
    for remark in remarks(input, layout, colours) {
        let longer = if text.is_empty() { sentence(&remark) } else { format!("{text}; {remark}") };
        let width = painter.layout_no_wrap(longer.clone(), caption(), theme.dim).size().x;
        if !text.is_empty() && left + width > line.right() {
            break;
        }
        text = longer;
    }
    painter.text(pos2(left, line.center().y), Align2::LEFT_CENTER, text, caption(), theme.dim);
}

/// The ramp from 0, or where it is logarithmic from the smallest figure, to the largest; returns where it ends.
fn scale(painter: &Painter, theme: &Theme, input: &WallInput<'_>, colours: &Colours<'_>, line: Rect) -> f32 {
    const LENGTH: f32 = 120.0;
    const PIECES: u32 = 24;
    let unit = |figure: u64| match input.colour {
        WallColour::State => bytes(figure),
        WallColour::Owner | WallColour::Load => input.vocabulary.load(figure, input.deal.buckets.unit),
    };
    let low = colours.least.map_or_else(|| "0".to_owned(), grouped);
    let zero = painter.text(line.left_center(), Align2::LEFT_CENTER, low, caption(), theme.dim);
    let bar = Rect::from_center_size(pos2(zero.right() + 6.0 + LENGTH / 2.0, line.center().y), vec2(LENGTH, 8.0));
    let mut mesh = Mesh::default();
    for piece in 0..=PIECES {
        let t = length(piece) / length(PIECES);
        let x = bar.left() + t * LENGTH;
        let start = colours.ramp_start();
        let colour: Color32 = theme.ramp(start + (1.0 - start) * t);
        mesh.colored_vertex(pos2(x, bar.top()), colour);
        mesh.colored_vertex(pos2(x, bar.bottom()), colour);
        if piece > 0 {
            let at = piece * 2;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
    let peak = unit(colours.peak) + if colours.least.is_some() { ", by logarithm" } else { "" };
    let end = painter.text(pos2(bar.right() + 6.0, line.center().y), Align2::LEFT_CENTER, peak, caption(), theme.text);
    end.right() + 12.0
}

/// What there is to say, the most important first.
fn remarks(input: &WallInput<'_>, layout: &Layout, colours: &Colours<'_>) -> Vec<String> {
    let words = input.words;
    if layout.per_cell > 1 {
        let shown = if input.colour == WallColour::Owner { "the first one's owner" } else { "the largest" };
        return vec![format!("Each cell: {} {}, {shown} shown", layout.per_cell, words.buckets)];
    }
    if input.colour != WallColour::Owner {
        let largest = ringed(input, layout, colours).map(|at| {
            let tied = figures(input).iter().filter(|figure| **figure == colours.peak).count() as u64;
            format!("ringed: {} {}, {}", words.bucket, grouped(at.into()), one_of_or(tied, "as large", "the largest"))
        });
        return largest.into_iter().collect();
    }
    let empty = u64::from(input.deal.buckets.count - input.deal.buckets.occupied);
    let what = if input.deal.buckets.keys_known { "keys" } else { "load" };
    let faded = (empty > 0).then(|| match input.vocabulary {
        Vocabulary::Office => format!("{} empty", grouped(empty)),
        _ => format!("{} faded, without {what}", grouped(empty)),
    });
    let changing = moved(input).or_else(|| lit(input));
    let still = changing.is_none();
    let busiest = if layout.is_texture() { None } else { busiest_worker(input.deal) };
    let outlined = busiest.map(|worker| {
        let most = input.deal.worker.get(worker as usize).map_or(0, |worker| worker.load);
        let tied = input.deal.worker.iter().filter(|worker| worker.load == most).count() as u64;
        let most = one_of_or(tied, "with the most load", "with the most load");
        format!("outlined: {}, {most}", input.vocabulary.mark(worker))
    });
    let heaviest = ringed(input, layout, colours).map(|at| heaviest(input, at));
    let told = [changing, outlined.filter(|_| still), heaviest.filter(|_| still), faded];
    told.into_iter().flatten().chain(still.then(|| ownership(input))).collect()
}

/// The ringed bucket of a texture.
fn heaviest(input: &WallInput<'_>, bucket: u32) -> String {
    let load = &input.deal.buckets.load;
    let all: u64 = input.deal.worker.iter().map(|worker| worker.load).sum();
    let own = load.get(bucket as usize).copied().unwrap_or(0);
    let part = if all == 0 { 0.0 } else { coordinate(own) / coordinate(all) };
    let tied = load.iter().filter(|load| **load == own).count() as u64;
    format!(
        "ringed: {} {}, {}, {} of the {}",
        input.words.bucket,
        grouped(bucket.into()),
        one_of_or(tied, "as heavy", "the heaviest"),
        percent(part),
        input.vocabulary.loads(input.deal.buckets.unit).1
    )
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
    Some(format!("lit: {} {selected}, which owns {owned}", input.words.worker))
}

/// Who owns how many. Below one bucket in a hundred more or fewer is no matter.
fn ownership(input: &WallInput<'_>) -> String {
    let words = input.words;
    let owned = || input.deal.worker.iter().map(|worker| worker.buckets).filter(|&buckets| buckets > 0);
    let (least, most) = (owned().min().unwrap_or(0), owned().max().unwrap_or(0));
    let count = owned().count() as u64;
    let owners = counted(count, words.worker, words.workers);
    let each = counted(most.into(), words.bucket, words.buckets);
    if count == 1 {
        return format!("{owners} owns {each}");
    }
    if least == most {
        return format!("{owners} own {each} each");
    }
    if u64::from(most - least) * 100 < u64::from(most) {
        return format!("{owners} own {} to {each} each", grouped(least.into()));
    }
    match owned().filter(|&buckets| buckets == most).count() as u64 {
        // By its name: it need not be the one with the most load.
        1 => {
            let at = input.deal.worker.iter().position(|worker| worker.buckets == most);
            let name = at.and_then(|at| u32::try_from(at).ok()).map_or(owners, |at| input.vocabulary.mark(at));
            format!("{name} owns the most {}, {}", words.buckets, grouped(most.into()))
        }
        many => format!("{} of {owners} own the most, {each} each", grouped(many)),
    }
}

/// The bucket with the largest figure, where a figure is shown.
fn largest(input: &WallInput<'_>, colours: &Colours<'_>) -> Option<u32> {
    let figures = figures(input);
    let at = figures.iter().position(|figure| *figure == colours.peak)?;
    u32::try_from(at).ok()
}
