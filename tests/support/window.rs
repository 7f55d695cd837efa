//! A window under test: found by role and label, driven as a hand or a screen reader would.

use egui::accesskit::Role;
use egui::{DroppedFile, Event, Key, Modifiers, PointerButton, Rect, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use redeal::gui::state::AppState;
use redeal::gui::{App, Start};
use redeal::scenario::Scenario;
use redeal::simulate::Report;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Frames that a run may take before a test gives up; each frame yields to the thread that simulates.
const MOST_FRAMES: usize = 20_000;

/// High enough that no control has to be scrolled to.
const SIZE: Vec2 = vec2(1280.0, 1600.0);

/// A file or folder as the window system hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads by path".to_owned())
    }
}

/// The window and what drives it.
pub struct Window {
    pub harness: Harness<'static, App>,
}

/// A window on the built-in scenario.
pub fn built_in() -> Window {
    Window::open(Scenario::built_in())
}

impl Window {
    /// A window on a scenario, its report there.
    pub fn open(scenario: Scenario) -> Self {
        Self::open_sized(scenario, SIZE)
    }

    pub fn open_sized(scenario: Scenario, size: Vec2) -> Self {
        let mut window = Self::opening(scenario, size);
        window.settle();
        window
    }

    /// A window whose report may still be on its way.
    pub fn opening(scenario: Scenario, size: Vec2) -> Self {
        let start = Start { path: None, scenario: Some(scenario) };
        let builder = Harness::builder().with_size(size);
        Self { harness: builder.build_eframe(move |cc| App::new(cc, start)) }
    }

    /// Steps until `done`, within bounds.
    pub fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        for _ in 0..MOST_FRAMES {
            self.harness.step();
            if done(self) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("{what} did not come");
    }

    pub fn settle(&mut self) {
        // One frame hands the input over, the next applies what the panels asked for.
        self.harness.run_steps(3);
        self.until("the report", |window| window.harness.state().is_settled());
        self.harness.run_steps(2);
    }

    pub fn state(&self) -> &AppState {
        self.harness.state().state()
    }

    pub fn report(&self) -> Arc<Report> {
        Arc::clone(self.state().report.as_ref().expect("a report"))
    }

    pub fn scenario(&self) -> Scenario {
        (*self.state().history.current().scenario).clone()
    }

    pub fn width(&self) -> u32 {
        self.scenario().widths[1].get()
    }

    pub fn shows(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    pub fn has(&self, role: Role, name: &str) -> bool {
        self.harness.query_by_role_and_label(role, name).is_some()
    }

    /// What a field holds, as a screen reader would read it.
    pub fn value(&self, role: Role, name: &str) -> String {
        self.harness.get_by_role_and_label(role, name).value().unwrap_or_default()
    }

    /// The names of everything of a role.
    pub fn names(&self, role: Role) -> Vec<String> {
        let root = self.harness.root();
        let of_role = root.children_recursive().filter(|node| node.accesskit_node().role() == role);
        of_role.filter_map(|node| node.accesskit_node().label()).collect()
    }

    /// Drops a file or folder on the window.
    pub fn drop_path(&mut self, path: &Path) {
        self.harness.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
        self.harness.step();
    }

    pub fn rect(&self, role: Role, name: &str) -> Rect {
        self.harness.get_by_role_and_label(role, name).rect()
    }

    /// The name of what has the keyboard.
    pub fn focused(&self) -> Option<String> {
        let root = self.harness.root();
        let mut nodes = root.children_recursive();
        let found = nodes.find(Node::is_focused);
        found.and_then(|node| node.accesskit_node().label())
    }

    /// Types into a number field bit by bit and leaves it with Enter; none of the bits but the last counts.
    pub fn type_keys(&mut self, name: &str, texts: &[&str]) {
        self.harness.get_by_role_and_label(Role::SpinButton, name).focus();
        self.harness.run_steps(2);
        for text in texts {
            self.harness.get_by_role_and_label(Role::SpinButton, name).type_text(text);
            self.harness.run_steps(2);
        }
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(2);
    }

    /// Types into a number field, leaves it and waits for the report.
    pub fn type_number(&mut self, name: &str, text: &str) {
        self.type_keys(name, &[text]);
        self.settle();
    }

    /// Puts a text in the place of what a text field holds; the field keeps the keyboard.
    pub fn type_text(&mut self, name: &str, text: &str) {
        self.text_field(name).focus();
        self.harness.run_steps(2);
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.run_steps(2);
        self.text_field(name).type_text(text);
        self.harness.run_steps(2);
    }

    /// A text field; its label on the screen may have the same name.
    fn text_field<'a>(&'a self, name: &'a str) -> Node<'a> {
        let is_field = |node: &Node<'_>| {
            matches!(node.accesskit_node().role(), Role::TextInput | Role::MultilineTextInput | Role::SearchInput)
        };
        self.harness.query_all_by_label(name).find(is_field).unwrap_or_else(|| panic!("no field is called {name}"))
    }

    /// Enters a number field without typing.
    pub fn focus_number(&mut self, name: &str) {
        self.harness.get_by_role_and_label(Role::SpinButton, name).focus();
        self.harness.run_steps(3);
    }

    /// Leaves a text field of several lines for a number field, and waits for the report.
    pub fn leave(&mut self, other: &str) {
        self.focus_number(other);
        self.settle();
        self.harness.key_press(Key::Enter);
        self.settle();
    }

    pub fn click_check(&mut self, name: &str) {
        self.harness.get_by_role_and_label(Role::CheckBox, name).click();
        self.settle();
    }

    pub fn choose(&mut self, menu: &str, item: &str) {
        self.harness.get_by_role_and_label(Role::ComboBox, menu).click();
        self.harness.run_steps(3);
        self.harness.get_by_role_and_label(Role::Button, item).click();
        self.settle();
    }

    pub fn click(&mut self, name: &str) {
        self.harness.get_by_role_and_label(Role::Button, name).click();
        self.settle();
    }

    /// Clicks twice on a control's label.
    pub fn double_click_label(&mut self, name: &str) {
        let pos = self.rect(Role::Label, name).center();
        let press =
            |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.harness.hover_at(pos);
        self.harness.run_steps(2);
        // Within one frame: two clicks in two frames are a quarter of a second apart.
        self.harness.input_mut().events.extend([true, false, true, false].map(press));
        self.settle();
    }

    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Asks to open a file by its path.
    pub fn open_file(&mut self, path: &Path) {
        self.press(Modifiers::COMMAND, Key::O);
        self.harness.get_by_label("Path").type_text(&path.display().to_string());
        self.harness.run_steps(2);
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(3);
    }

    /// Saves to a path that no file has, and waits until it is written.
    pub fn save_as(&mut self, path: &Path) {
        self.click("Save as…");
        self.type_text("Path", &path.display().to_string());
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(4);
    }
}
