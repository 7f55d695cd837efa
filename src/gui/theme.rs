//! Colours, both themes: code names a token or asks for an owner's or a ramp's colour, never a colour itself.

mod oklch;
mod style;

pub use style::{caption, strong};

use egui::Color32;
use oklch::Oklab;

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
}

/// Hue of worker 0, in degrees: a calm blue.
const FIRST_HUE: f32 = 255.0;

/// 360° · (1 - 1/φ): however many workers there are, their hues spread evenly and neighbours lie far apart.
const GOLDEN_ANGLE: f32 = 137.507_77;

impl Theme {
    /// Light text on dark surfaces.
    #[must_use]
    pub const fn dark() -> Self {
        Self {
            ground: Color32::from_rgb(0x0e, 0x11, 0x16),
            surface: Color32::from_rgb(0x15, 0x1a, 0x21),
            raised: Color32::from_rgb(0x1c, 0x23, 0x2c),
            line: Color32::from_rgb(0x2a, 0x32, 0x3d),
            text: Color32::from_rgb(0xe6, 0xea, 0xf0),
            dim: Color32::from_rgb(0x8b, 0x95, 0xa3),
            accent: Color32::from_rgb(0x5a, 0xb0, 0xf6),
            good: Color32::from_rgb(0x5b, 0xc9, 0x8c),
            warn: Color32::from_rgb(0xf2, 0xb8, 0x4b),
            bad: Color32::from_rgb(0xef, 0x6f, 0x6c),
            dark: true,
        }
    }

    /// Dark text on light surfaces.
    #[must_use]
    pub const fn light() -> Self {
        Self {
            ground: Color32::from_rgb(0xf4, 0xf6, 0xf9),
            surface: Color32::from_rgb(0xff, 0xff, 0xff),
            raised: Color32::from_rgb(0xed, 0xf0, 0xf4),
            line: Color32::from_rgb(0xd8, 0xde, 0xe6),
            text: Color32::from_rgb(0x1b, 0x22, 0x2b),
            dim: Color32::from_rgb(0x5d, 0x68, 0x76),
            accent: Color32::from_rgb(0x17, 0x69, 0xbd),
            good: Color32::from_rgb(0x00, 0x79, 0x46),
            warn: Color32::from_rgb(0x94, 0x5d, 0x00),
            bad: Color32::from_rgb(0xbe, 0x37, 0x35),
            dark: false,
        }
    }

    /// The colour of a worker and of all it owns: one lightness for all, hues a golden angle apart, two chromas in turn.
    #[must_use]
    pub fn owner(&self, worker: u32) -> Color32 {
        let lightness = if self.dark { 0.72 } else { 0.66 };
        let chroma = if worker.is_multiple_of(2) { 0.115 } else { 0.095 };
        // A turn of 65 536 workers keeps the product exact enough for f32; hues repeat far later than eyes tell.
        #[expect(clippy::cast_precision_loss, reason = "below 65 536")]
        let steps = (worker % 65_536) as f32;
        Oklab::from_lch(lightness, chroma, FIRST_HUE + steps * GOLDEN_ANGLE).to_colour()
    }

    /// The colour of a quantity: `t` from 0 (low, near the ground) to 1 (high). Clamped.
    ///
    /// # Design
    /// A straight line in `OKLab` from blue to yellow (dark) or from pale yellow to blue (light): equal steps of `t` look equally
    /// large, lightness alone carries the order, and the blue-yellow axis stays visible to every common kind of colour blindness.
    #[must_use]
    pub fn ramp(&self, t: f32) -> Color32 {
        let (low, high) = if self.dark {
            (Oklab::from_lch(0.27, 0.055, 262.0), Oklab::from_lch(0.90, 0.145, 94.0))
        } else {
            (Oklab::from_lch(0.94, 0.035, 96.0), Oklab::from_lch(0.40, 0.130, 262.0))
        };
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        low.towards(high, t).to_colour()
    }

    /// Black or white ink, whichever reads better on `colour`.
    #[must_use]
    #[expect(clippy::unused_self, reason = "asked of the theme, as every other colour is")]
    pub fn on(&self, colour: Color32) -> Color32 {
        let (dark_ink, light_ink) = (Self::dark().ground, Self::light().surface);
        if oklch::contrast(dark_ink, colour) >= oklch::contrast(light_ink, colour) { dark_ink } else { light_ink }
    }

    /// A colour stepped back into the ground: `share` 0 leaves it, 1 is the ground.
    #[must_use]
    pub fn faded(&self, colour: Color32, share: f32) -> Color32 {
        colour.lerp_to_gamma(self.ground, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Theme; 2] = [Theme::dark(), Theme::light()];

    #[test]
    fn neighbouring_owners_are_told_apart() {
        for theme in BOTH {
            for worker in 0..2000 {
                let (here, next) = (Oklab::of(theme.owner(worker)), Oklab::of(theme.owner(worker + 1)));
                assert!(here.distance(next) > 0.15, "workers {worker} and {} look alike", worker + 1);
            }
        }
    }

    #[test]
    fn owners_are_equally_light_and_their_labels_legible() {
        for theme in BOTH {
            let wanted = if theme.dark { 0.72 } else { 0.66 };
            for worker in 0..2000 {
                let colour = theme.owner(worker);
                assert!((Oklab::of(colour).lightness - wanted).abs() < 0.01, "worker {worker}");
                assert!(oklch::contrast(theme.on(colour), colour) > 4.5, "worker {worker}");
            }
        }
    }

    #[test]
    fn the_ramp_climbs_in_even_steps() {
        for theme in BOTH {
            let colours: Vec<Oklab> = (0..=20_u8).map(|i| Oklab::of(theme.ramp(f32::from(i) / 20.0))).collect();
            let rise: Vec<f32> = colours.windows(2).map(|pair| pair[1].lightness - pair[0].lightness).collect();
            let even = (colours[20].lightness - colours[0].lightness) / 20.0;
            assert!(even.abs() > 0.025, "the ramp is too flat to read");
            for step in &rise {
                assert!((step - even).abs() < 0.006, "{rise:?}");
            }
            assert!(Oklab::of(theme.ground).distance(colours[0]) < 0.15, "low values stay near the ground");
        }
    }

    #[test]
    fn the_ramp_takes_any_number() {
        let theme = Theme::dark();
        assert_eq!(theme.ramp(-3.0), theme.ramp(0.0));
        assert_eq!(theme.ramp(7.0), theme.ramp(1.0));
        assert_eq!(theme.ramp(f32::NAN), theme.ramp(0.0));
    }

    #[test]
    fn text_reads_on_every_surface() {
        // WCAG 2.2, 1.4.3: 4.5 for text of this size; 1.4.6: 7 for what is read most.
        for theme in BOTH {
            for surface in [theme.ground, theme.surface, theme.raised] {
                assert!(oklch::contrast(theme.text, surface) >= 7.0);
                for ink in [theme.text, theme.dim, theme.accent, theme.good, theme.warn, theme.bad] {
                    let contrast = oklch::contrast(ink, surface);
                    assert!(contrast >= 4.5, "{ink:?} on {surface:?}: {contrast}");
                }
            }
            assert!(oklch::contrast(theme.on(theme.accent), theme.accent) >= 4.5, "what is chosen");
        }
    }
}
