//! The wall: one cell a bucket, coloured by owner, records or bytes of state.

mod colours;
mod labels;
mod layout;
mod legend;
mod pigeonholes;
mod singles;
mod texture;

use crate::deal::Assignment;
use crate::engine::Words;
use crate::gui::learning::Veil;
use crate::gui::paint::{coordinate, sentence};
use crate::gui::theme::{Theme, strong};
use crate::learn::Vocabulary;
use crate::numerals::{bytes, counted, grouped, percent};
use crate::simulate::DealFigures;
use colours::Colours;
use egui::{CursorIcon, Grid, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use layout::Layout;

/// What the colour of a cell says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WallColour {
    /// Its owner.
    #[default]
    Owner,
    /// Its records.
    Load,
    /// Its bytes of state.
    State,
}

/// What the wall shows.
#[derive(Debug, Clone, Copy)]
pub struct WallInput<'a> {
    /// The deal.
    pub deal: &'a DealFigures,
    /// What the colours say.
    pub colour: WallColour,
    /// The worker whose buckets are lit.
    pub selected_worker: Option<u32>,
    /// Whether the pointer points: one that has rested since the picture came up does not.
    pub pointed: bool,
    /// The bucket that is ringed, where a key was looked up.
    pub probed_bucket: Option<u32>,
    /// The width that the deal is of, where that is not the step shown: what is explained then says so.
    pub of_width: Option<u32>,
    /// The words to speak in.
    pub words: &'a Words,
    /// Whose words those are: in a sorting office cells are pigeonholes with letters in them, where they are large enough.
    pub vocabulary: Vocabulary,
    /// What is held back while something is to be predicted.
    pub veil: Veil,
    /// The names in each bucket where the keys are listed and few; empty where they are not, or are not shown.
    pub names: &'a [Vec<&'a str>],
    /// The deal before this one and how far the slide from it is, 0 to 1. No slide where the bucket counts differ.
    pub slide: Option<(&'a Assignment, f32)>,
}

/// What the user does to the wall.
#[derive(Debug)]
pub struct WallResponse {
    /// The whole wall.
    pub response: Response,
    /// The bucket under the pointer.
    pub hovered_bucket: Option<u32>,
    /// The owner of the bucket that was clicked.
    pub clicked_worker: Option<u32>,
}

/// Draws the wall into all the space there is.
pub fn wall(ui: &mut Ui, theme: &Theme, input: &WallInput<'_>) -> WallResponse {
    let (area, response) = ui.allocate_exact_size(ui.available_size().max(vec2(64.0, 64.0)), Sense::click());
    let owners = input.deal.assignment.owners();
    let layout = Layout::new(area.with_max_y(area.bottom() - legend::HEIGHT), input.deal.assignment.buckets().get());
    let colours = Colours::new(theme, input);
    if ui.is_rect_visible(area) {
        if layout.is_texture() {
            texture::paint(ui, response.id, theme, input, &layout, &colours);
        } else if input.vocabulary == Vocabulary::Office && pigeonholes::fit(&layout) {
            pigeonholes::paint(ui.painter(), theme, input, &layout);
        } else {
            singles::paint(ui.painter(), theme, input, &layout, &colours);
        }
        let line = layout
            .bounds()
            .with_min_y(layout.bounds().bottom() + 4.0)
            .with_max_y(layout.bounds().bottom() + legend::HEIGHT);
        legend::paint(ui.painter(), theme, input, &layout, &colours, line);
        if let Some(largest) = legend::ringed(input, &layout, &colours) {
            ring(ui, theme, &layout, largest, Stroke::new(2.5, theme.text));
        }
        if let Some(probed) = input.probed_bucket {
            ring(ui, theme, &layout, probed, Stroke::new(3.0, theme.accent));
        }
    }
    let hovered_bucket = response.hover_pos().filter(|_| input.pointed).and_then(|point| layout.bucket_at(point));
    let owner_of = |bucket: u32| owners.get(bucket as usize).copied();
    let clicked_worker = hovered_bucket.filter(|_| response.clicked()).and_then(owner_of);
    response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, ui.is_enabled(), name(input)));
    if response.has_focus() {
        ui.painter().rect_stroke(layout.bounds().expand(3.0), 6.0, Stroke::new(1.0, theme.accent), StrokeKind::Outside);
    }
    let response = match hovered_bucket {
        Some(bucket) => {
            if !layout.is_texture() {
                ring(ui, theme, &layout, bucket, Stroke::new(2.5, theme.text));
            }
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            if input.veil.figures {
                return WallResponse { response, hovered_bucket, clicked_worker };
            }
            response.on_hover_ui_at_pointer(|ui| explain(ui, theme, input, &layout, bucket))
        }
        None => response,
    };
    WallResponse { response, hovered_bucket, clicked_worker }
}

/// The wall's name for screen readers and tests.
fn name(input: &WallInput<'_>) -> String {
    let by = match input.colour {
        WallColour::Owner => "owner",
        WallColour::Load => "load",
        WallColour::State => "state",
    };
    let wall = format!("Wall of {} {}", input.deal.assignment.buckets(), input.words.buckets);
    let keys = if input.veil.keys { ", keys held back" } else { "" };
    if input.veil.owners {
        format!("{wall}, owners held back{keys}")
    } else {
        format!("{wall}, coloured by {by}{keys}")
    }
}

/// A ring round a cell, parted from it by the ground's colour so that it shows on every cell.
fn ring(ui: &Ui, theme: &Theme, layout: &Layout, bucket: u32, stroke: Stroke) {
    let cell = layout.cell_rect(layout.cell_of(bucket));
    let rect = if layout.pitch.min_elem() < 8.0 { cell.expand(4.0) } else { cell };
    let corner = (rect.width().min(rect.height()) / 6.0).min(5.0);
    ui.painter().rect_stroke(rect, corner, Stroke::new(1.5, theme.ground), StrokeKind::Inside);
    ui.painter().rect_stroke(rect, corner, stroke, StrokeKind::Outside);
}

/// The tooltip of a bucket.
fn explain(ui: &mut Ui, theme: &Theme, input: &WallInput<'_>, layout: &Layout, bucket: u32) {
    let (index, figures, words) = (bucket as usize, &input.deal.buckets, input.words);
    let figure = |list: &[u64]| list.get(index).copied().unwrap_or(0);
    let owner = input.deal.assignment.owners().get(index).copied().unwrap_or(0);
    let holding = input.deal.worker.get(owner as usize).map_or(0, |worker| worker.buckets);
    let holding = counted(holding.into(), words.bucket, words.buckets);
    let load = figure(&figures.load);
    let all: u64 = input.deal.worker.iter().map(|worker| worker.load).sum();
    let part = if all == 0 { 0.0 } else { coordinate(load) / coordinate(all) };
    let count = grouped(input.deal.assignment.buckets().get().into());
    let title = sentence(&format!("{} {bucket} of {count}", words.bucket));
    let title = input.of_width.map_or(title.clone(), |width| format!("At {}: {title}", grouped(width.into())));
    ui.label(RichText::new(title).font(strong(13.0)));
    if layout.per_cell > 1 {
        let last = layout.end_of(layout.cell_of(bucket)) - 1;
        ui.label(RichText::new(format!("First of this cell's, {bucket} to {last}")).color(theme.dim));
    }
    Grid::new("bucket").num_columns(2).spacing(vec2(16.0, 4.0)).show(ui, |ui| {
        let mut row = |name: &str, value: String| {
            ui.label(RichText::new(name).color(theme.dim));
            ui.label(value);
            ui.end_row();
        };
        row(&sentence(words.worker), format!("{owner}, which owns {holding}"));
        row(&sentence(input.vocabulary.keys().1), grouped(figure(&figures.keys)));
        let (_, records) = input.vocabulary.loads(figures.unit);
        row(&sentence(records), format!("{}, {} of all", grouped(load), percent(part)));
        row("State", bytes(figure(&figures.state_bytes)));
    });
}
