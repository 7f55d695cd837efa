//! A lesson's panel in a window of the usual size: whatever a step has to say, what goes on is in sight.

use crate::learn::{answer, do_it, lessons, place};
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::Queryable;
use redeal::learn::Stage;
use redeal::scenario::Scenario;

fn in_sight(window: &Window, button: &str, told: &str) {
    let found = window.harness.get_by_role_and_label(Role::Button, button).rect();
    let panel = Rect::from_min_size(egui::Pos2::ZERO, vec2(1280.0, 800.0 - 68.0));
    assert!(panel.contains_rect(found), "{told}: {button} lies at {found:?}");
}

#[test]
fn what_goes_on_is_in_sight_at_every_step() {
    for number in 1..=lessons().len() {
        let mut window = Window::open_sized(Scenario::built_in(), vec2(1280.0, 800.0));
        window.press(Modifiers::NONE, Key::Num8);
        window.click(&format!("Lesson {number}: {}", lessons()[number - 1].title));
        let steps = lessons()[number - 1].steps.len();
        for at in 0..steps {
            let told = format!("lesson {number} step {}", at + 1);
            let step = place(&window).walk.step().clone();
            if step.task().is_empty() {
                in_sight(&window, "Check", &told);
                answer(&mut window, at % 2 == 0);
            } else {
                in_sight(&window, "Show me", &told);
                do_it(&mut window, &step);
            }
            assert!(matches!(place(&window).walk.stage(), Stage::Shown { .. }), "{told}");
            let next = if at + 1 == steps { "Finish" } else { "Next" };
            in_sight(&window, next, &told);
            if at > 0 {
                in_sight(&window, "Back", &told);
            }
            window.click(next);
        }
    }
}

#[test]
fn what_a_lesson_is_about_lies_whole_on_its_card() {
    let mut window = Window::open_sized(Scenario::built_in(), vec2(1280.0, 1600.0));
    window.press(Modifiers::NONE, Key::Num8);
    window.settle();
    for (at, lesson) in lessons().iter().enumerate() {
        let card = window.rect(Role::Button, &format!("Lesson {}: {}", at + 1, lesson.title));
        let aim = window.harness.get_by_role_and_label(Role::Label, &lesson.aim).rect();
        assert!(card.contains_rect(aim), "{}: {aim:?} in {card:?}", lesson.title);
    }
}
