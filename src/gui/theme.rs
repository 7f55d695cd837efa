//! Colours of the window: the tokens of [`figure::Palette`](crate::figure::Palette), as egui takes them. Code names a token or
//! asks for an owner's or a ramp's colour, never a colour itself.

mod style;

pub use style::{caption, strong};

use crate::figure::{Colour, Palette};
use egui::Color32;

/// One theme's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Behind the views.
    pub ground: Color32,
    /// Panels.
    pub surface: Color32,
    /// Buttons, fields, cards.
    pub raised: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text of the second rank, axes.
    pub dim: Color32,
    /// What can be acted on, and what is chosen.
    pub accent: Color32,
    /// As it should be.
    pub good: Color32,
    /// Worth a look.
    pub warn: Color32,
    /// Refused, lost.
    pub bad: Color32,
    /// Whether this is the dark one.
    pub dark: bool,
    palette: Palette,
    /// Whether owners' and ramps' colours are stepped back.
    back: bool,
}

/// How far colours step back into the ground where a picture is of what is no more.
const BACK: f64 = 0.7;

impl Theme {
    /// Light text on dark surfaces.
    #[must_use]
    pub const fn dark() -> Self {
        Self::of(Palette::dark())
    }

    /// Dark text on light surfaces.
    #[must_use]
    pub const fn light() -> Self {
        Self::of(Palette::light())
    }

    const fn of(palette: Palette) -> Self {
        Self {
            ground: opaque(palette.ground),
            surface: opaque(palette.surface),
            raised: opaque(palette.raised),
            line: opaque(palette.line),
            text: opaque(palette.text),
            dim: opaque(palette.dim),
            accent: opaque(palette.accent),
            good: opaque(palette.good),
            warn: opaque(palette.warn),
            bad: opaque(palette.bad),
            dark: palette.dark,
            palette,
            back: false,
        }
    }

    /// The same with the colours of owners and ramps stepped back into the ground, and texts as they were.
    #[must_use]
    pub const fn stepped_back(self) -> Self {
        Self { back: true, ..self }
    }

    fn of_picture(&self, colour: Colour) -> Color32 {
        opaque(if self.back { self.palette.faded(colour, BACK) } else { colour })
    }

    /// The colour of a worker and of all it owns: one lightness for all, hues a golden angle apart, two chromas in turn.
    #[must_use]
    pub fn owner(&self, worker: u32) -> Color32 {
        self.of_picture(self.palette.owner(worker))
    }

    /// The colour of one among several, as charts have it: the accent first.
    #[must_use]
    pub fn series(&self, index: usize) -> Color32 {
        opaque(self.palette.series(index))
    }

    /// The colour of a quantity: `t` from 0 (low, near the ground) to 1 (high). Clamped; no number counts as 0.
    #[must_use]
    pub fn ramp(&self, t: f32) -> Color32 {
        self.of_picture(self.palette.ramp(t.into()))
    }

    /// Dark or light ink, whichever reads better on an opaque colour.
    #[must_use]
    pub fn on(&self, colour: Color32) -> Color32 {
        opaque(self.palette.on(Colour::rgb(colour.r(), colour.g(), colour.b())))
    }

    /// An opaque colour stepped back into the ground: `share` 0 leaves it, 1 is the ground.
    #[must_use]
    pub fn faded(&self, colour: Color32, share: f32) -> Color32 {
        opaque(self.palette.faded(Colour::rgb(colour.r(), colour.g(), colour.b()), share.into()))
    }
}

/// A colour that hides all below it.
const fn opaque(colour: Colour) -> Color32 {
    Color32::from_rgb(colour.red, colour.green, colour.blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_themes_have_the_colours_of_the_charts() {
        for (theme, palette) in [(Theme::dark(), Palette::dark()), (Theme::light(), Palette::light())] {
            assert_eq!(theme.dark, palette.dark);
            assert_eq!(theme.accent.to_array(), [palette.accent.red, palette.accent.green, palette.accent.blue, 255]);
            assert_eq!(theme.owner(3), opaque(palette.owner(3)));
            assert_eq!(theme.ramp(0.25), opaque(palette.ramp(0.25)));
            assert_eq!(theme.faded(theme.accent, 1.0), theme.ground);
            assert_eq!(theme.faded(theme.accent, 0.0), theme.accent);
        }
    }
}
