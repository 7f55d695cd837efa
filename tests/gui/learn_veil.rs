//! While something is to be predicted, nothing on show is the answer.

use crate::learn::{answer, begin, lessons, place};
use crate::window::Window;
use egui::accesskit::Role;
use redeal::learn::{Ask, Kind, NumberAsk, Setup, Stage, Vocabulary, Which};

/// Whether the picture on show is of a state in which the answer is the same.
fn is_told(window: &Window) -> bool {
    let walk = &place(window).walk;
    let question = walk.step().question.as_ref().expect("a step asks something");
    question.ask.truth(walk.scene()).ok() == walk.truth()
}

#[test]
fn no_picture_gives_away_what_is_asked() {
    let (mut owners, mut loads, mut counts) = (0, 0, 0);
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
            // Buckets of one colour and one name are counted at a glance, as are those that hold keys.
            let counted = matches!(&ask, Ask::Number(NumberAsk { figure, .. }) if COUNTED.contains(&figure.kind));
            if counted && is_told(&window) {
                assert!(window.shows("owners held back"), "{told} shows whose the buckets are");
                counts += 1;
            }
            let office = place(&window).walk.lesson().words == Vocabulary::Office;
            if !office || matches!(&ask, Ask::Bars(_)) {
                assert!(window.shows("keys held back"), "{told} shows which buckets hold keys");
                assert!(!window.has(Role::Button, "Load") && !window.shows("faded:"), "{told}");
            }
            let changes = place(&window).walk.step().then != Setup::default();
            assert_eq!(window.shows("Before: "), changes, "{told} does not say what its picture is of");
            assert!(!window.shows("best names") && !window.shows("lasts"), "{told}");
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
    assert!(owners >= 3 && loads >= 3 && counts >= 4, "{owners} of owners, {loads} of loads, {counts} to be counted");
}

/// The picture that comes with an answer is not the answer to a step that follows.
#[test]
fn no_answer_gives_away_a_later_one() {
    let mut held = 0;
    for number in 1..=lessons().len() {
        let mut window = begin(number);
        let steps = &lessons()[number - 1].steps;
        let asks = |at: usize, kind: Kind| {
            let question = steps[at].question.as_ref().map(|question| &question.ask);
            matches!(question, Some(Ask::Number(NumberAsk { figure, .. })) if figure.kind == kind)
        };
        while place(&window).walk.step().task().is_empty() {
            answer(&mut window, true);
            let at = place(&window).walk.at();
            let told = format!("lesson {number} step {}", at + 1);
            for (kind, sign) in [(Kind::LeastMovedShare, "best names"), (Kind::CeilingYears, "Under this growth")] {
                if (at + 1..steps.len()).any(|later| asks(later, kind)) {
                    assert!(!window.shows(sign), "{told} tells of the {sign}");
                    held += 1;
                } else if asks(at, kind) {
                    assert!(window.shows(sign), "{told} does not show the {sign}");
                }
            }
            // Advice would answer whatever is asked of counts.
            assert!(!window.shows("Take it") && !window.shows("Why "), "{told} advises");
            if at + 1 == steps.len() {
                break;
            }
            window.click("Next");
        }
    }
    assert!(held >= 3, "{held}");
}

/// The figures that can be counted where it is seen whose each bucket is.
const COUNTED: [Kind; 7] =
    [Kind::MostBuckets, Kind::FewestBuckets, Kind::WithMost, Kind::Owners, Kind::Idle, Kind::Started, Kind::EvenWidth];
