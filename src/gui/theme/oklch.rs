//! `OKLab`, a colour space whose distances match the eye's, to and from sRGB.
//!
//! The constants are those of Björn Ottosson's definition (2020), as CSS Color 4 uses it.

use egui::Color32;

/// A colour as lightness and two opponent axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Oklab {
    /// 0 is black, 1 is white.
    pub lightness: f32,
    /// Green to red.
    a: f32,
    /// Blue to yellow.
    b: f32,
}

impl Oklab {
    /// From lightness, chroma (0 is grey) and hue in degrees.
    pub fn from_lch(lightness: f32, chroma: f32, hue: f32) -> Self {
        let angle = hue.rem_euclid(360.0).to_radians();
        Self { lightness, a: chroma * libm::cosf(angle), b: chroma * libm::sinf(angle) }
    }

    /// The `OKLab` coordinates of an opaque colour.
    #[cfg(test)]
    pub fn of(colour: Color32) -> Self {
        let channels = linear(colour);
        let cone =
            |[red, green, blue]: [f32; 3]| libm::cbrtf(red * channels[0] + green * channels[1] + blue * channels[2]);
        let long = cone([0.412_221_47, 0.536_332_55, 0.051_445_995]);
        let medium = cone([0.211_903_5, 0.680_699_5, 0.107_396_96]);
        let short = cone([0.088_302_46, 0.281_718_85, 0.629_978_7]);
        Self {
            lightness: 0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
            a: 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
            b: 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
        }
    }

    /// Perceived distance; 0.02 can just be told apart side by side.
    #[cfg(test)]
    pub fn distance(self, other: Self) -> f32 {
        let square = |x: f32| x * x;
        (square(self.lightness - other.lightness) + square(self.a - other.a) + square(self.b - other.b)).sqrt()
    }

    /// The point at `t` of the straight way to `other`.
    pub fn towards(self, other: Self, t: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * t;
        Self { lightness: mix(self.lightness, other.lightness), a: mix(self.a, other.a), b: mix(self.b, other.b) }
    }

    /// The sRGB colour. Outside the gamut chroma gives way, lightness and hue stay.
    pub fn to_colour(self) -> Color32 {
        let (mut inside, mut outside) = (0.0, 1.0);
        if in_gamut(self.to_linear()) {
            inside = 1.0;
        } else {
            for _ in 0..12 {
                let middle = f32::midpoint(inside, outside);
                if in_gamut(self.greyer(middle).to_linear()) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
        }
        let [r, g, b] = self.greyer(inside).to_linear().map(encode);
        Color32::from_rgb(r, g, b)
    }

    fn greyer(self, share: f32) -> Self {
        Self { a: self.a * share, b: self.b * share, ..self }
    }

    fn to_linear(self) -> [f32; 3] {
        let cube = |x: f32| x * x * x;
        let l = cube(self.lightness + 0.396_337_78 * self.a + 0.215_803_76 * self.b);
        let m = cube(self.lightness - 0.105_561_346 * self.a - 0.063_854_17 * self.b);
        let s = cube(self.lightness - 0.089_484_18 * self.a - 1.291_485_5 * self.b);
        [
            4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
            -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
            -0.004_196_086 * l - 0.703_418_6 * m + 1.707_614_7 * s,
        ]
    }
}

fn in_gamut(linear: [f32; 3]) -> bool {
    linear.iter().all(|channel| (-0.000_1..=1.000_1).contains(channel))
}

/// Linear light, 0 to 1, to an sRGB byte.
fn encode(channel: f32) -> u8 {
    let x = channel.clamp(0.0, 1.0);
    let encoded = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * libm::powf(x, 1.0 / 2.4) - 0.055 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lies between 0 and 255")]
    let byte = (encoded * 255.0).round() as u8;
    byte
}

/// The channels of an opaque colour as linear light, 0 to 1.
fn linear(colour: Color32) -> [f32; 3] {
    [colour.r(), colour.g(), colour.b()].map(|byte| {
        let x = f32::from(byte) / 255.0;
        if x <= 0.040_45 { x / 12.92 } else { libm::powf((x + 0.055) / 1.055, 2.4) }
    })
}

/// Contrast of two opaque colours as WCAG 2.2 defines it: 1 (none) to 21 (black on white).
pub(super) fn contrast(one: Color32, other: Color32) -> f32 {
    let luminance = |colour| {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_the_same_colour() {
        for colour in [Color32::WHITE, Color32::BLACK, Color32::from_rgb(90, 176, 246), Color32::from_rgb(200, 30, 77)]
        {
            assert_eq!(Oklab::of(colour).to_colour(), colour);
        }
    }

    #[test]
    fn the_primaries_have_their_published_coordinates() {
        let red = Oklab::of(Color32::from_rgb(255, 0, 0));
        assert!(
            (red.lightness - 0.627_96).abs() < 0.001
                && (red.a - 0.224_86).abs() < 0.001
                && (red.b - 0.125_85).abs() < 0.001
        );
    }

    #[test]
    fn too_much_chroma_keeps_lightness() {
        let loud = Oklab::of(Oklab::from_lch(0.7, 0.4, 150.0).to_colour());
        assert!((loud.lightness - 0.7).abs() < 0.01);
    }

    #[test]
    fn contrast_has_its_known_ends() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(Color32::RED, Color32::RED) - 1.0).abs() < 0.01);
    }
}
