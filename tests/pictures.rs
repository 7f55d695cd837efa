//! Pictures of the deal: wall, bars and losses, dark and light, compared with those under `tests/pictures`.
#![cfg(feature = "gui")]

#[path = "support/cpu_painter.rs"]
mod cpu_painter;

use cpu_painter::CpuPainter;
use egui::{Frame, Panel, Rect, Ui, UiBuilder, vec2};
use egui_kittest::{Harness, SnapshotOptions};
use redeal::engine::{Engine, KafkaStreamsOptions, Profile};
use redeal::gui::theme::Theme;
use redeal::gui::view::losses::losses;
use redeal::gui::view::wall::{WallColour, WallInput, wall};
use redeal::gui::view::workers::{Sort, WorkersInput, workers};
use redeal::scenario::{Buckets, Keys, Scenario};
use redeal::keys::LoadLaw;
use redeal::simulate::{Report, Step, Unwatched, simulate};
use redeal::unit::{BucketCount, WorkerCount};
use std::path::Path;

#[test]
fn x() {
    let _ = (Panel::left("x"), Rect::NOTHING, UiBuilder::new(), BucketCount::ONE, WorkerCount::ONE, KafkaStreamsOptions::default());
}
