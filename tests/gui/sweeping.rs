//! A long sweep is in nobody's way: the deal is answered while it runs, and it starts anew for the newest scenario.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Pos2, vec2};
use egui_kittest::kittest::Queryable;
use redeal::gui::explorer::About;
use redeal::keys::LoadLaw;
use redeal::scenario::{Keys, Scenario};

/// A window whose sweep deals the ranks of four million keys a hundred times: seconds, where a deal takes milliseconds.
fn sweeping() -> Window {
    let mut scenario = Scenario::built_in();
    let Keys::Generated(keys) = &mut scenario.keys else { panic!("other keys") };
    keys.count = 4_000_000;
    // Every rank has a load of its own, so that every draw deals them all.
    keys.load = LoadLaw::Zipf { exponent: 1.0, top: 1 << 53 };
    let mut window = Window::open(scenario);
    window.click("Widths");
    window.harness.get_by_role_and_label(Role::Button, "100").click();
    window.until("the sweep", is_sweeping);
    window
}

/// Whether the sweep with its band is asked for the scenario as it is, and goes on.
fn is_sweeping(window: &Window) -> bool {
    let exploration = &window.state().exploration;
    let asked = exploration.asked.as_ref().is_some_and(|question| {
        *question.scenario == window.scenario() && matches!(question.about, About::Widths { seeds: 100, .. })
    });
    asked && exploration.since.is_some()
}

/// Whether the rows that are shown have the band that comes last.
fn has_band(window: &Window) -> bool {
    let found = window.state().exploration.found.widths.as_ref();
    found.is_some_and(|groups| groups[0].iter().any(|row| row.band.is_some()))
}

fn is_answered(window: &Window) -> bool {
    window.state().running.is_none() && window.report().steps[1].workers == window.width()
}

fn on_rail(window: &Window, x: f32) -> Pos2 {
    window.rect(Role::Slider, "Workers p").left_center() + vec2(x, -2.0)
}

#[test]
fn a_drag_is_answered_while_a_sweep_goes_on() {
    let mut window = sweeping();
    let at = on_rail(&window, 30.0);
    window.harness.drag_at(at);
    window.harness.step();
    let mut seen = vec![window.width()];
    for x in [60.0, 75.0, 90.0, 105.0, 120.0] {
        window.harness.hover_at(on_rail(&window, x));
        window.harness.run_steps(2);
        window.until("the deal at the pointer's width", is_answered);
        assert!(!has_band(&window), "the sweep was over before the deal came");
        seen.push(window.width());
        window.until("the sweep of the new scenario", is_sweeping);
        assert!(!has_band(&window), "the sweep was over before it could be asked anew");
    }
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "every move is another width: {seen:?}");
    let at = on_rail(&window, 120.0);
    window.harness.drop_at(at);
    window.harness.run_steps(2);
    assert!(is_answered(&window) && is_sweeping(&window));
}

#[test]
fn the_newest_of_many_widths_wins() {
    let mut window = sweeping();
    let at = on_rail(&window, 30.0);
    window.harness.drag_at(at);
    // No wait between the moves: most of these widths are never dealt.
    for x in (40..=130_u8).step_by(2) {
        window.harness.hover_at(on_rail(&window, x.into()));
        window.harness.step();
    }
    let at = on_rail(&window, 130.0);
    window.harness.drop_at(at);
    window.harness.run_steps(3);
    let newest = window.width();
    window.until("the newest deal", is_answered);
    window.until("the newest sweep", is_sweeping);
    assert!(!has_band(&window), "no sweep of an older width may end");
    // Without the band it is over at once; what the stopped sweeps found does not come after all.
    window.click("Off");
    assert!(!has_band(&window));
    assert_eq!((window.width(), window.report().steps[1].workers), (newest, newest));
    let asked = window.state().exploration.asked.as_ref().expect("a question");
    assert_eq!(asked.scenario.widths[1].get(), newest);
}
