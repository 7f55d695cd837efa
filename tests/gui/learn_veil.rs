//! While something is to be predicted, nothing on show is the answer.

use crate::learn::{answer, begin, lessons, place};
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT;
use redeal::learn::{Ask, Control, Kind, LessonStep, NumberAsk, Setup, Stage, Vocabulary, Which};
use redeal::scenario::{Buckets, Keys};

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
                assert!(!window.has(Role::Button, "Load") && !window.shows("faded, without"), "{told}");
            }
            let changes = place(&window).walk.step().then != Setup::default();
            assert_eq!(window.shows("Before: "), changes, "{told} does not say what its picture is of");
            assert!(!window.shows("best names") && !window.shows("lasts"), "{told}");
            if of_key || matches!(&ask, Ask::Workers(Which::OwnerOf(_))) {
                let found = ["Find a key", "Find a name"].map(|field| window.has(Role::TextInput, field));
                assert_eq!(found, [false; 2], "{told} lets the key be found");
                owners += 1;
            }
            answer(&mut window, true);
            let veil = redeal::gui::learning::Veil {
                loads_until_later: window.state().veil().loads_until_later,
                ..Default::default()
            };
            assert_eq!(window.state().veil(), veil, "{told}");
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
    let (mut held, mut held_bars) = (0, 0);
    for number in 1..=lessons().len() {
        let mut window = begin(number);
        let steps = &lessons()[number - 1].steps;
        let asks = |at: usize, kind: Kind| {
            let question = steps[at].question.as_ref().map(|question| &question.ask);
            matches!(question, Some(Ask::Number(NumberAsk { figure, .. })) if figure.kind == kind)
        };
        while place(&window).walk.step().task().is_empty() {
            let at = place(&window).walk.at();
            let told = format!("lesson {number} step {}", at + 1);
            let bars = |step: &LessonStep| matches!(step.question.as_ref().map(|asked| &asked.ask), Some(Ask::Bars(_)));
            let bars_to_come = steps[at + 1..].iter().any(bars);
            assert!(!(bars_to_come && window.shows("Load per")), "{told} shows the bars that a later step asks for");
            answer(&mut window, true);
            assert!(!(bars_to_come && window.shows("Load per")), "{told} answers with bars that a later step asks for");
            held_bars += usize::from(bars_to_come);
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
    assert!(held >= 3 && held_bars >= 3, "{held}, {held_bars} of bars");
}

/// The numbers that a task's own way sets.
fn set_by(step: &LessonStep) -> Vec<u64> {
    let then = &step.then;
    let offered = |control| step.controls.contains(&control);
    let widths = then.widths.as_ref().filter(|_| offered(Control::Width));
    let width = widths.and_then(|widths| widths.last()).map(|width| u64::from(width.get())).into_iter();
    let count = match &then.buckets {
        Some(Buckets::Fixed(count)) => Some(u64::from(count.get())),
        _ => None,
    };
    let keys = match &then.keys {
        Some(Keys::Generated(keys)) => Some(keys.count),
        _ => None,
    };
    // A short number stands in many a label by chance.
    width.chain(count).chain(keys).filter(|number| *number >= 10).collect()
}

/// Everything written in the window but the lesson's own words.
fn written(window: &Window) -> Vec<String> {
    let walk = &place(window).walk;
    let own = [walk.says(), walk.question().unwrap_or_default()];
    let root = window.harness.root();
    let all = root.children_recursive().flat_map(|node| [node.accesskit_node().label(), node.accesskit_node().value()]);
    // Of a text of several lines each is read by itself.
    all.flatten().filter(|text| !own.iter().any(|own| own.contains(text.trim()))).collect()
}

/// What is to be set is nowhere on the screen: not as a useful width, not in a curve over all of them, not where something is
/// pointed at.
#[test]
fn no_task_shows_what_is_to_be_set() {
    let (mut tasks, mut numbers) = (0, 0);
    for number in 1..=lessons().len() {
        let mut window = begin(number);
        let steps = &lessons()[number - 1].steps;
        for (at, step) in steps.iter().enumerate() {
            if step.task().is_empty() {
                answer(&mut window, true);
            } else {
                let told = format!("lesson {number} step {}", at + 1);
                let root = window.harness.root();
                let pointed = |role: Role| matches!(role, Role::Slider | Role::GraphicsObject | Role::SpinButton);
                let places: Vec<_> = root
                    .children_recursive()
                    .filter(|node| pointed(node.accesskit_node().role()))
                    .map(|node| node.rect().center())
                    .collect();
                assert!(!places.is_empty(), "{told}");
                let mut texts = written(&window);
                for place in places {
                    window.harness.hover_at(place);
                    window.harness.run_steps(6);
                    texts.extend(written(&window));
                }
                // Nor does the list of commands name it.
                window.press(Modifiers::COMMAND, Key::K);
                window.type_text("Find a command", "useful");
                texts.extend(written(&window));
                window.press(Modifiers::NONE, Key::Escape);
                for text in &texts {
                    assert!(!text.starts_with("Doubling to "), "{told}: {text}");
                    assert!(!text.contains("seful width: ") && !text.contains("seful widths"), "{told}: {text}");
                    for number in set_by(step) {
                        let mut found = text.split(|c: char| !c.is_ascii_digit());
                        assert!(!found.any(|digits| digits == number.to_string()), "{told} says {number}: {text}");
                    }
                }
                numbers += set_by(step).len();
                tasks += 1;
                window.click("Show me");
            }
            if at + 1 < steps.len() {
                window.click("Next");
            }
        }
    }
    assert!(tasks >= 12 && numbers >= 6, "{tasks} tasks, {numbers} numbers");
}

/// The figures that can be counted where it is seen whose each bucket is.
const COUNTED: [Kind; 7] =
    [Kind::MostBuckets, Kind::FewestBuckets, Kind::WithMost, Kind::Owners, Kind::Idle, Kind::Started, Kind::EvenWidth];
