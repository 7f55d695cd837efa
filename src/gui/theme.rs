//! Colours and type.
use eframe::egui::{self, Color32};

/// Tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// Behind everything.
    pub ground: Color32,
    /// Panels.
    pub surface: Color32,
    /// Buttons, cards.
    pub raised: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub dim: Color32,
    /// What can be acted on.
    pub accent: Color32,
    /// Good.
    pub good: Color32,
    /// Warning.
    pub warn: Color32,
    /// Bad.
    pub bad: Color32,
    /// Whether this is the dark one.
    pub dark: bool,
}
impl Theme {
    /// Dark.
    pub fn dark() -> Self {
        let c = Color32::BLACK;
        Self { ground: c, surface: c, raised: c, line: c, text: c, dim: c, accent: c, good: c, warn: c, bad: c, dark: true }
    }
    /// Light.
    pub fn light() -> Self {
        Self { dark: false, ..Self::dark() }
    }
    /// Owner.
    pub fn owner(&self, worker: u32) -> Color32 {
        let _ = worker;
        self.text
    }
    /// Ramp.
    pub fn ramp(&self, t: f32) -> Color32 {
        let _ = t;
        self.text
    }
    /// Ink.
    pub fn on(&self, colour: Color32) -> Color32 {
        colour
    }
    /// Apply.
    pub fn apply(&self, ctx: &egui::Context) {
        let _ = ctx;
    }
}
