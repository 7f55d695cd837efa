//! Time of a frame of the whole window without its painting: idle, with a sweep going on beside it, while the width is dragged,
//! and both. Read the ratios: `cargo bench --bench frames`.
//!
//! A frame is the input, every panel, the tree for screen readers and the triangles that a painter would get.

#[expect(dead_code, reason = "the tests use more of it")]
#[path = "../tests/support/window.rs"]
mod window;

use egui::accesskit::Role;
use egui::{Pos2, vec2};
use egui_kittest::kittest::Queryable;
use redeal::gui::explorer::About;
use redeal::keys::LoadLaw;
use redeal::scenario::{Keys, Scenario};
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "this measures time")]
use std::time::Instant;
use window::Window;

/// Frames of one measurement.
const FRAMES: usize = 300;
/// A screen shows 60 frames a second.
const BUDGET: Duration = Duration::from_micros(16_667);

fn main() {
    let mut base = None;
    println!(
        "{:<34} {:>9} {:>9} {:>9} {:>7} {:>6}",
        "frames, 1280 × 800", "median", "19 of 20", "slowest", "ratio", "late"
    );
    let case = |name, view, sweeps, drags| Case { name, view, sweeps, drags };
    for case in [
        case("deal, idle", None, false, false),
        case("deal, width dragged", None, false, true),
        case("widths, idle", Some("Widths"), false, false),
        case("widths, sweep going on", Some("Widths"), true, false),
        case("widths, width dragged", Some("Widths"), false, true),
        case("widths, sweep and width dragged", Some("Widths"), true, true),
        case("deal, sweep of widths going on", Some("Deal"), true, false),
    ] {
        let mut times = measure(&case);
        let name = case.name;
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        let base = *base.get_or_insert(at(50));
        let late = times.iter().filter(|&&time| time > BUDGET).count();
        let ratio = at(50).as_secs_f64() / base.as_secs_f64();
        println!("{name:<34} {:>9.2?} {:>9.2?} {:>9.2?} {ratio:>6.2}× {late:>6}", at(50), at(95), at(100));
    }
}

/// What goes on while frames are measured.
struct Case {
    name: &'static str,
    /// The view gone to.
    view: Option<&'static str>,
    /// Whether a sweep of 100 seeds goes on.
    sweeps: bool,
    /// Whether the width is dragged.
    drags: bool,
}

/// Times of frames.
fn measure(case: &Case) -> Vec<Duration> {
    let Case { view, sweeps, drags, .. } = *case;
    let mut scenario = Scenario::built_in();
    if let Keys::Generated(keys) = &mut scenario.keys {
        // With a load of its own for most ranks, 100 seeds outlast the measurement.
        keys.count = if sweeps { 8_000_000 } else { 100_000 };
        keys.load = LoadLaw::Zipf { exponent: 1.0, top: 1 << 40 };
    }
    let mut window = Window::open_sized(scenario, vec2(1280.0, 800.0));
    if sweeps {
        window.click("Widths");
        window.harness.get_by_role_and_label(Role::Button, "100").click();
        window.until("the sweep", is_sweeping);
    }
    if let Some(view) = view {
        window.harness.get_by_role_and_label(Role::Button, view).click();
    }
    window.harness.run_steps(20);
    let rail = window.rect(Role::Slider, "Workers p").left_center() + vec2(30.0, -2.0);
    if drags {
        window.harness.drag_at(rail);
    }
    let times = (0..FRAMES).map(|at| frame(&mut window, drags.then(|| rail + drag(at)))).collect();
    assert_eq!(is_sweeping(&window), sweeps, "the sweep was over before the measurement");
    times
}

/// Whether a sweep of 100 seeds is asked and goes on.
fn is_sweeping(window: &Window) -> bool {
    let exploration = &window.state().exploration;
    let asked = exploration.asked.as_ref().map(|question| &question.about);
    matches!(asked, Some(About::Widths { seeds: 100, .. })) && exploration.since.is_some()
}

/// To and fro on the rail, another width each frame.
fn drag(frame: usize) -> egui::Vec2 {
    let steps = u16::try_from(frame % 80).unwrap_or(0);
    vec2(f32::from(if steps < 40 { steps } else { 80 - steps }) * 2.0, 0.0)
}

fn frame(window: &mut Window, pointer: Option<Pos2>) -> Duration {
    #[expect(clippy::disallowed_types, reason = "this measures time")]
    let start = Instant::now();
    if let Some(at) = pointer {
        window.harness.hover_at(at);
    }
    window.harness.step();
    let shapes = window.harness.output().shapes.clone();
    let triangles = window.harness.ctx.tessellate(shapes, window.harness.ctx.pixels_per_point());
    std::hint::black_box(triangles);
    start.elapsed()
}
