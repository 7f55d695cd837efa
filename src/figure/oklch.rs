//! `OKLab`, a colour space whose distances match the eye's, to and from sRGB.
//!
//! The constants are those of Björn Ottosson's definition (2020), as CSS Color 4 uses it.

use super::palette::Colour;

/// A colour as lightness and two opponent axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Oklab {
    /// 0 is black, 1 is white.
    pub lightness: f64,
    /// Green to red.
    pub a: f64,
    /// Blue to yellow.
    pub b: f64,
}

impl Oklab {
    /// From lightness, chroma (0 is grey) and hue in degrees.
    pub fn from_lch(lightness: f64, chroma: f64, hue: f64) -> Self {
        let angle = (hue % 360.0) * (std::f64::consts::PI / 180.0);
        Self { lightness, a: chroma * libm::cos(angle), b: chroma * libm::sin(angle) }
    }

    /// The `OKLab` coordinates of an opaque colour.
    #[cfg(test)]
    pub fn of(colour: Colour) -> Self {
        let channels = linear(colour);
        let cone =
            |[red, green, blue]: [f64; 3]| libm::cbrt(red * channels[0] + green * channels[1] + blue * channels[2]);
        let long = cone([0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9]);
        let medium = cone([0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6]);
        let short = cone([0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5]);
        Self {
            lightness: 0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
            a: 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short,
            b: 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short,
        }
    }

    /// Perceived distance; 0.02 can just be told apart side by side.
    #[cfg(test)]
    pub fn distance(self, other: Self) -> f64 {
        let square = |x: f64| x * x;
        libm::sqrt(square(self.lightness - other.lightness) + square(self.a - other.a) + square(self.b - other.b))
    }

    /// The sRGB colour. Outside the gamut chroma gives way, lightness and hue stay.
    pub fn to_colour(self) -> Colour {
        let (mut inside, mut outside) = (0.0, 1.0);
        if in_gamut(self.to_linear()) {
            inside = 1.0;
        } else {
            for _ in 0..16 {
                let middle = f64::midpoint(inside, outside);
                if in_gamut(self.greyer(middle).to_linear()) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
        }
        let [red, green, blue] = self.greyer(inside).to_linear().map(encode);
        Colour::rgb(red, green, blue)
    }

    fn greyer(self, share: f64) -> Self {
        Self { a: self.a * share, b: self.b * share, ..self }
    }

    fn to_linear(self) -> [f64; 3] {
        let cube = |x: f64| x * x * x;
        let long = cube(self.lightness + 0.396_337_777_4 * self.a + 0.215_803_757_3 * self.b);
        let medium = cube(self.lightness - 0.105_561_345_8 * self.a - 0.063_854_172_8 * self.b);
        let short = cube(self.lightness - 0.089_484_177_5 * self.a - 1.291_485_548_0 * self.b);
        [
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
        ]
    }
}

fn in_gamut(linear: [f64; 3]) -> bool {
    linear.iter().all(|channel| (-0.000_1..=1.000_1).contains(channel))
}

/// Linear light, 0 to 1, to an sRGB byte.
fn encode(channel: f64) -> u8 {
    let x = channel.clamp(0.0, 1.0);
    let encoded = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * libm::pow(x, 1.0 / 2.4) - 0.055 };
    super::number::byte(encoded * 255.0)
}

/// The channels of a colour as linear light, 0 to 1.
fn linear(colour: Colour) -> [f64; 3] {
    [colour.red, colour.green, colour.blue].map(|byte| {
        let x = f64::from(byte) / 255.0;
        if x <= 0.040_45 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) }
    })
}

/// Contrast of two colours as WCAG 2.2 defines it: 1 (none) to 21 (black on white).
pub(super) fn contrast(one: Colour, other: Colour) -> f64 {
    let luminance = |colour| {
        let [red, green, blue] = linear(colour);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primaries_have_their_published_coordinates() {
        // OKLab of sRGB red and blue, from the definition's table.
        let red = Oklab { lightness: 0.627_955, a: 0.224_863, b: 0.125_846 };
        let blue = Oklab { lightness: 0.452_014, a: -0.032_457, b: -0.311_528 };
        assert_eq!([red.to_colour(), blue.to_colour()], [Colour::rgb(255, 0, 0), Colour::rgb(0, 0, 255)]);
    }

    #[test]
    fn there_and_back_is_the_same_colour() {
        for [red, green, blue] in [[255, 255, 255], [0, 0, 0], [90, 176, 246], [200, 30, 77]] {
            let colour = Colour::rgb(red, green, blue);
            assert_eq!(Oklab::of(colour).to_colour(), colour);
        }
    }

    #[test]
    fn too_much_chroma_keeps_lightness_and_hue() {
        let loud = Oklab::from_lch(0.7, 0.4, 150.0).to_colour();
        assert!(loud.green > loud.red && loud.green > loud.blue);
        assert!((Oklab::of(loud).lightness - 0.7).abs() < 0.01);
    }

    #[test]
    fn contrast_has_its_known_ends() {
        let (black, white) = (Colour::rgb(0, 0, 0), Colour::rgb(255, 255, 255));
        assert!((contrast(black, white) - 21.0).abs() < 0.01 && (contrast(white, white) - 1.0).abs() < 0.01);
    }
}
