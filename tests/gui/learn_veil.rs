//! While something is to be predicted, nothing on show is the answer.

use crate::learn::{answer, begin, lessons, place};
use crate::window::Window;
use egui::accesskit::Role;
use redeal::learn::{Ask, Kind, Stage, Which};

/// Whether the picture on show is of a state in which the answer is the same.
fn is_told(window: &Window) -> bool {
    let walk = &place(window).walk;
    let question = walk.step().question.as_ref().expect("a step asks something");
    question.ask.truth(walk.scene()).ok() == walk.truth()
}

#[test]
fn no_picture_gives_away_what_is_asked() {
    let (mut owners, mut loads) = (0, 0);
    for number in 1..=lessons().len() {
        let mut window = begin(number);
        while place(&window).walk.step().task().is_empty() {
            let told = format!("lesson {number} step {}", place(&window).walk.at() + 1);
            assert!(!window.shows(", busiest "), "{told} says who is the busiest");
            assert!(window.state().veil().figures, "{told}");
            let ask = place(&window).walk.step().question.as_ref().unwrap().ask.clone();
            let of_key = matches!(&ask, Ask::Number(ask) if ask.figure.kind == Kind::BucketOf);
            if is_told(&window) {
                assert!(of_key || window.shows("Your prediction first"), "{told} shows loads");
                assert!(of_key || !window.shows("Load per"), "{told} shows loads");
                loads += usize::from(!of_key);
            }
            if of_key || matches!(&ask, Ask::Workers(Which::OwnerOf(_))) {
                assert!(!window.has(Role::TextInput, "Find a key"), "{told} lets the key be found");
                owners += 1;
            }
            answer(&mut window, true);
            assert_eq!(window.state().veil(), redeal::gui::learning::Veil::default(), "{told}");
            assert!(matches!(place(&window).walk.stage(), Stage::Shown { .. }));
            if place(&window).walk.at() + 1 == lessons()[number - 1].steps.len() {
                break;
            }
            window.click("Next");
        }
    }
    assert!(owners >= 3 && loads >= 3, "{owners} of owners, {loads} of loads");
}
