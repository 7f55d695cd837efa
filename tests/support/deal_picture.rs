//! A deal in a picture: wall, bars and losses of a report, as they are drawn and compared.

use super::cpu_painter::CpuPainter;
use egui::{LayerId, Rect, Ui, UiBuilder, Vec2, pos2, vec2};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use redeal::gui::learning::Veil;
use redeal::gui::theme::Theme;
use redeal::gui::view::losses::{LossesInput, losses};
use redeal::gui::view::wall::{WallColour, WallInput, WallResponse, wall};
use redeal::gui::view::workers::{Sort, WorkersInput, WorkersResponse, workers};
use redeal::keys::LoadLaw;
use redeal::learn::Vocabulary;
use redeal::scenario::{Buckets, Keys, Scenario};
use redeal::simulate::{DealFigures, Report, Unwatched, simulate};
use redeal::unit::{BucketCount, WorkerCount};
use std::path::Path;
use std::sync::Arc;

/// What a picture shows of a report.
#[derive(Clone, Copy)]
pub struct Shown {
    pub step: usize,
    pub asked: u32,
    pub colour: WallColour,
    pub sort: Sort,
    pub selected: Option<u32>,
    pub probed: Option<u32>,
    /// Progress of the slide from the step before.
    pub slide: Option<f32>,
}

impl Shown {
    pub const fn step(step: usize, asked: u32) -> Self {
        Self { step, asked, colour: WallColour::Owner, sort: Sort::ById, selected: None, probed: None, slide: None }
    }
}

const SIZE: Vec2 = vec2(960.0, 640.0);

/// The built-in scenario with even keys, changed by `change`.
pub fn report(change: impl FnOnce(&mut Scenario)) -> Report {
    let mut scenario = Scenario::built_in();
    if let Keys::Generated(keys) = &mut scenario.keys {
        keys.load = LoadLaw::Uniform { each: 50 };
    }
    change(&mut scenario);
    simulate(&scenario.job(Path::new("")).unwrap(), &Unwatched).unwrap()
}

pub fn widths(scenario: &mut Scenario, buckets: u64, widths: &[u64]) {
    scenario.buckets = Buckets::Fixed(BucketCount::new(buckets).unwrap());
    scenario.widths = widths.iter().map(|&width| WorkerCount::new(width).unwrap()).collect();
}

pub fn deal(report: &Report, step: usize) -> &Arc<DealFigures> {
    report.steps[step].deal.as_ref().unwrap()
}

fn draw(ui: &mut Ui, theme: &Theme, report: &Report, shown: &Shown) -> (WallResponse, WorkersResponse) {
    let deal = deal(report, shown.step);
    let words = &report.profile.facts().words;
    let before = shown.step.checked_sub(1).and_then(|step| report.steps[step].deal.as_ref());
    let mut inside = |rect: Rect| ui.new_child(UiBuilder::new().max_rect(rect));
    let area = |left: f32, top: f32, width: f32, height: f32| Rect::from_min_size(pos2(left, top), vec2(width, height));
    let wall_input = WallInput {
        deal,
        colour: shown.colour,
        selected_worker: shown.selected,
        probed_bucket: shown.probed,
        of_width: None,
        pointed: true,
        words,
        vocabulary: Vocabulary::Engine,
        veil: Veil::default(),
        names: &[],
        slide: shown.slide.and_then(|progress| before.map(|deal| (&deal.assignment, progress))),
    };
    let workers_input = WorkersInput {
        deal,
        asked: shown.asked,
        sort: shown.sort,
        selected_worker: shown.selected,
        of_width: None,
        words,
        vocabulary: Vocabulary::Engine,
        veiled: false,
    };
    let wall = wall(&mut inside(area(20.0, 20.0, 720.0, 372.0)), theme, &wall_input);
    let workers = workers(&mut inside(area(20.0, 400.0, 720.0, 228.0)), theme, &workers_input);
    let losses_input = LossesInput { deal, asked: shown.asked, hot: report.keys.is_one_hot() };
    losses(&mut inside(area(764.0, 20.0, 176.0, 200.0)), theme, &losses_input);
    (wall, workers)
}

/// What the user's pointer met in the last frame.
#[derive(Default)]
pub struct Met {
    pub hovered_bucket: Option<u32>,
    pub clicked_owner: Option<u32>,
    pub hovered_worker: Option<u32>,
    pub clicked_worker: Option<u32>,
}

pub fn harness(theme: Theme, report: &Report, shown: Shown) -> Harness<'_, Met> {
    Harness::builder()
        .with_size(SIZE)
        .with_theme(if theme.dark { egui::Theme::Dark } else { egui::Theme::Light })
        .with_max_steps(8)
        .with_render_cursor(false)
        .with_context_setup(move |ctx| theme.apply(ctx))
        .renderer(CpuPainter::default())
        .build_ui_state(
            move |ui, met: &mut Met| {
                ui.ctx().layer_painter(LayerId::background()).rect_filled(ui.ctx().content_rect(), 0.0, theme.ground);
                let (wall, workers) = draw(ui, &theme, report, &shown);
                met.hovered_bucket = wall.hovered_bucket;
                met.hovered_worker = workers.hovered_worker;
                met.clicked_owner = wall.clicked_worker.or(met.clicked_owner);
                met.clicked_worker = workers.clicked_worker.or(met.clicked_worker);
            },
            Met::default(),
        )
}

/// Compares with the stored picture. The painter is exact; the tolerance is for glyph outlines of another processor's floats.
pub fn compare(harness: &mut Harness<'_, Met>, name: &str) {
    let options = SnapshotOptions::new().output_path("tests/pictures").threshold(0.6_f32).max_failed_pixels(20_usize);
    harness.run_ok();
    harness.snapshot_options(name, &options);
}

pub fn both_themes(report: &Report, shown: Shown, name: &str) {
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::dark(), "dark"), (Theme::light(), "light")] {
        let mut harness = harness(theme, report, shown);
        compare(&mut harness, &format!("{name}-{suffix}"));
        results.extend_harness(&mut harness);
    }
}
