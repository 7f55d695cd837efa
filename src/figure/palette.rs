//! Colours of both themes: a chart names a token or asks for an owner's, a series' or the ramp's colour, never a colour itself.

use super::oklch::{self, Oklab};

/// A colour of sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
    /// 255 hides all below, 0 nothing.
    pub opacity: u8,
}

impl Colour {
    /// An opaque colour.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue, opacity: 255 }
    }

    /// The same, letting through what lies below.
    #[must_use]
    pub const fn with_opacity(self, opacity: u8) -> Self {
        Self { opacity, ..self }
    }
}

/// One theme's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Behind the charts.
    pub ground: Colour,
    /// Panels, and the plate below a label.
    pub surface: Colour,
    /// What stands out a little.
    pub raised: Colour,
    /// Hairlines.
    pub line: Colour,
    /// Text.
    pub text: Colour,
    /// Text of the second rank, axes.
    pub dim: Colour,
    /// What is chosen.
    pub accent: Colour,
    /// As it should be.
    pub good: Colour,
    /// Worth a look.
    pub warn: Colour,
    /// Refused, lost.
    pub bad: Colour,
    /// Whether this is the dark one.
    pub dark: bool,
}

/// Hue of worker 0, in degrees: a calm blue.
const FIRST_HUE: f64 = 255.0;

/// 360° · (1 - 1/φ): however many workers there are, their hues spread evenly and neighbours lie far apart.
const GOLDEN_ANGLE: f64 = 137.507_764_050_037_85;

impl Palette {
    /// Light text on a dark ground.
    #[must_use]
    pub const fn dark() -> Self {
        Self {
            ground: Colour::rgb(0x0e, 0x11, 0x16),
            surface: Colour::rgb(0x15, 0x1a, 0x21),
            raised: Colour::rgb(0x1c, 0x23, 0x2c),
            line: Colour::rgb(0x2a, 0x32, 0x3d),
            text: Colour::rgb(0xe6, 0xea, 0xf0),
            dim: Colour::rgb(0x8b, 0x95, 0xa3),
            accent: Colour::rgb(0x5a, 0xb0, 0xf6),
            good: Colour::rgb(0x5b, 0xc9, 0x8c),
            warn: Colour::rgb(0xf2, 0xb8, 0x4b),
            bad: Colour::rgb(0xef, 0x6f, 0x6c),
            dark: true,
        }
    }

    /// Dark text on a light ground.
    #[must_use]
    pub const fn light() -> Self {
        Self {
            ground: Colour::rgb(0xf4, 0xf6, 0xf9),
            surface: Colour::rgb(0xff, 0xff, 0xff),
            raised: Colour::rgb(0xed, 0xf0, 0xf4),
            line: Colour::rgb(0xd8, 0xde, 0xe6),
            text: Colour::rgb(0x1b, 0x22, 0x2b),
            dim: Colour::rgb(0x5d, 0x68, 0x76),
            accent: Colour::rgb(0x17, 0x69, 0xbd),
            good: Colour::rgb(0x00, 0x79, 0x46),
            warn: Colour::rgb(0x94, 0x5d, 0x00),
            bad: Colour::rgb(0xbe, 0x37, 0x35),
            dark: false,
        }
    }

    /// The colour of a worker and of all it owns: one lightness for all, hues a golden angle apart, two chromas in turn.
    #[must_use]
    pub fn owner(&self, worker: u32) -> Colour {
        let lightness = if self.dark { 0.72 } else { 0.66 };
        let chroma = if worker.is_multiple_of(2) { 0.115 } else { 0.095 };
        Oklab::from_lch(lightness, chroma, FIRST_HUE + f64::from(worker) * GOLDEN_ANGLE).to_colour()
    }

    /// The colour of a line among several: the accent first, then hues that are far from it and from each other.
    #[must_use]
    pub fn series(&self, index: usize) -> Colour {
        /// Violet, teal, ochre, rose, green: none is the red of what is refused.
        const HUES: [f64; 5] = [318.0, 185.0, 85.0, 355.0, 140.0];
        let (lightness, chroma) = if self.dark { (0.74, 0.13) } else { (0.54, 0.13) };
        match index.checked_sub(1) {
            None => self.accent,
            Some(next) => Oklab::from_lch(lightness, chroma, HUES[next % HUES.len()]).to_colour(),
        }
    }

    /// The colour of a quantity: `t` from 0 (low, near the ground) to 1 (high). Clamped; no number counts as 0.
    ///
    /// # Design
    /// From blue by teal to yellow (dark), from pale yellow by teal to blue (light). Lightness rises or falls in equal steps and
    /// alone carries the order, also for those who tell no hues apart; the hue turns with it so that no part of the ramp is grey.
    #[must_use]
    pub fn ramp(&self, t: f64) -> Colour {
        // Lightness, chroma, hue.
        let (low, high) = if self.dark {
            ([0.27, 0.055, 264.0], [0.90, 0.145, 98.0])
        } else {
            ([0.95, 0.045, 108.0], [0.38, 0.125, 264.0])
        };
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        let [lightness, chroma, hue] = [0, 1, 2].map(|part| low[part] + (high[part] - low[part]) * t);
        Oklab::from_lch(lightness, chroma, hue).to_colour()
    }

    /// Dark or light ink, whichever reads better on `colour`.
    #[must_use]
    #[expect(clippy::unused_self, reason = "asked of the palette, as every other colour is")]
    pub fn on(&self, colour: Colour) -> Colour {
        let (dark_ink, light_ink) = (Self::dark().ground, Self::light().surface);
        if oklch::contrast(dark_ink, colour) >= oklch::contrast(light_ink, colour) { dark_ink } else { light_ink }
    }

    /// A colour stepped back into the ground, opaque: `share` 0 leaves it, 1 is the ground.
    #[must_use]
    pub fn faded(&self, colour: Colour, share: f64) -> Colour {
        let mix = |from: u8, to: u8| super::number::byte(f64::from(from) + (f64::from(to) - f64::from(from)) * share);
        Colour::rgb(
            mix(colour.red, self.ground.red),
            mix(colour.green, self.ground.green),
            mix(colour.blue, self.ground.blue),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Palette; 2] = [Palette::dark(), Palette::light()];

    #[test]
    fn neighbouring_owners_are_told_apart() {
        for palette in BOTH {
            for worker in 0..2000 {
                let [here, next] = [worker, worker + 1].map(|worker| Oklab::of(palette.owner(worker)));
                assert!(here.distance(next) > 0.15, "workers {worker} and {} look alike", worker + 1);
            }
        }
    }

    #[test]
    fn owners_are_equally_light() {
        for palette in BOTH {
            let wanted = if palette.dark { 0.72 } else { 0.66 };
            for worker in 0..2000 {
                let lightness = Oklab::of(palette.owner(worker)).lightness;
                assert!((lightness - wanted).abs() < 0.01, "worker {worker}: {lightness}");
            }
        }
    }

    #[test]
    fn lines_of_several_are_told_apart() {
        for palette in BOTH {
            let inks: Vec<Oklab> = (0..6).map(|index| Oklab::of(palette.series(index))).collect();
            for (at, ink) in inks.iter().enumerate() {
                assert!(inks[at + 1..].iter().all(|other| ink.distance(*other) > 0.06), "line {at}");
            }
        }
    }

    #[test]
    fn labels_read_on_every_owner_and_step_of_the_ramp() {
        for palette in BOTH {
            for worker in 0..2000 {
                let colour = palette.owner(worker);
                assert!(oklch::contrast(palette.on(colour), colour) > 4.5, "worker {worker}");
            }
            for step in 0..=20_u8 {
                let colour = palette.ramp(f64::from(step) / 20.0);
                assert!(oklch::contrast(palette.on(colour), colour) > 4.4, "step {step}");
            }
            assert!(oklch::contrast(palette.on(palette.accent), palette.accent) >= 4.5, "what is chosen");
        }
    }

    #[test]
    fn the_ramp_climbs_in_even_steps() {
        for palette in BOTH {
            let colours: Vec<Oklab> = (0..=20_u8).map(|i| Oklab::of(palette.ramp(f64::from(i) / 20.0))).collect();
            let rise: Vec<f64> = colours.windows(2).map(|pair| pair[1].lightness - pair[0].lightness).collect();
            let even = (colours[20].lightness - colours[0].lightness) / 20.0;
            assert!(even.abs() > 0.025, "the ramp is too flat to read");
            assert!(rise.iter().all(|step| (step - even).abs() < 0.006), "{rise:?}");
            assert!(Oklab::of(palette.ground).distance(colours[0]) < 0.15, "low values stay near the ground");
        }
    }

    #[test]
    fn the_ramp_takes_any_number() {
        for palette in BOTH {
            assert_eq!(palette.ramp(-3.0), palette.ramp(0.0));
            assert_eq!(palette.ramp(f64::NAN), palette.ramp(0.0));
            assert_eq!(palette.ramp(7.0), palette.ramp(1.0));
        }
    }

    #[test]
    fn text_reads_on_every_surface() {
        // WCAG 2.2, 1.4.3: 4.5 for text of this size; 1.4.6: 7 for what is read most.
        for palette in BOTH {
            for surface in [palette.ground, palette.surface, palette.raised] {
                assert!(oklch::contrast(palette.text, surface) >= 7.0);
                for ink in [palette.text, palette.dim, palette.accent, palette.good, palette.warn, palette.bad] {
                    let contrast = oklch::contrast(ink, surface);
                    assert!(contrast >= 4.5, "{ink:?} on {surface:?}: {contrast}");
                }
            }
            for index in 0..6 {
                assert!(oklch::contrast(palette.series(index), palette.ground) > 3.9, "line {index}");
            }
        }
    }
}
