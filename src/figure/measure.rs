//! How long a text is in the bundled type, so that labels are placed, cut and left out before anything is drawn.

use super::scene::Weight;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::sync::LazyLock;

/// The bundled faces: Inter, regular and semi-bold (OFL; see assets/fonts).
pub(super) const REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
/// The semi-bold face.
pub(super) const STRONG: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.otf");

/// Height of the tallest plain letters over the baseline, in parts of the size.
pub(super) const ASCENT: f64 = 0.78;
/// Depth of descenders below the baseline, in parts of the size.
pub(super) const DESCENT: f64 = 0.22;

/// Advances by character, in parts of the size.
struct Advances {
    known: Vec<f64>,
    /// Of the box that stands for a character the face lacks.
    missing: f64,
}

/// One past the last character of the bundled faces.
const CHARACTERS: u32 = 0x2720;

static ADVANCES: LazyLock<[Advances; 2]> = LazyLock::new(|| [REGULAR, STRONG].map(advances));

fn advances(face: &[u8]) -> Advances {
    let face = FontRef::new(face).expect("the bundled faces are fonts");
    let (characters, glyphs) = (face.charmap(), face.glyph_metrics(Size::new(1.0), LocationRef::default()));
    let advance = |glyph| glyphs.advance_width(glyph).map_or(0.6, f64::from);
    let missing = advance(skrifa::GlyphId::NOTDEF);
    let known = (0..CHARACTERS).map(|code| characters.map(code).map_or(missing, advance));
    Advances { known: known.collect(), missing }
}

/// Length of a text in points. Kerning, which moves letters by less than a hundredth of that, is left out.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let [regular, strong] = &*ADVANCES;
    let face = match weight {
        Weight::Regular => regular,
        Weight::Strong => strong,
    };
    size * text.chars().map(|c| *face.known.get(c as usize).unwrap_or(&face.missing)).sum::<f64>()
}

/// The text, its end given up for "…" where it is longer than `room`. Empty where not even that fits.
pub(super) fn fitted(text: &str, size: f64, weight: Weight, room: f64) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let cut = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if width(&cut, size, weight) <= room {
            return cut;
        }
    }
    String::new()
}

/// The text in lines no longer than `room`, parted at spaces, or within a word that is longer than a line.
/// What does not fit in `most` lines is given up for "…".
pub(super) fn wrapped(text: &str, size: f64, weight: Weight, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // At plain spaces alone: the others hold a number and its unit together.
    let mut words = text.split([' ', '\t', '\n']).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.peek() {
        if lines.len() == most {
            let rest = lines.pop().unwrap_or_default();
            let rest = [rest.as_str()].into_iter().chain(words).collect::<Vec<_>>().join(" ");
            lines.push(fitted(&rest, size, weight, room));
            break;
        }
        let mut line = fitted(word, size, weight, room);
        words.next();
        while let Some(word) = words.peek() {
            let longer = format!("{line} {word}");
            if width(&longer, size, weight) > room {
                break;
            }
            line = longer;
            words.next();
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_equally_wide_and_strong_letters_wider() {
        let widths = ["000", "111", "777"].map(|text| width(text, 13.0, Weight::Regular));
        assert!(widths.iter().all(|w| (w - widths[0]).abs() < 1e-9), "{widths:?}");
        assert!(width("buckets", 13.0, Weight::Strong) > width("buckets", 13.0, Weight::Regular));
        assert!((width("ab", 26.0, Weight::Regular) - 2.0 * width("ab", 13.0, Weight::Regular)).abs() < 1e-9);
    }

    #[test]
    fn lines_are_no_longer_than_the_room_and_lose_no_word_before_the_last() {
        let text = "40 workers, paid as 40, work like 32: the busiest owns 4 of 128 buckets";
        let lines = wrapped(text, 13.0, Weight::Regular, 150.0, 9);
        assert!(lines.len() > 2 && lines.iter().all(|line| width(line, 13.0, Weight::Regular) <= 150.0));
        assert_eq!(lines.join(" "), text);
        let thin = wrapped("at 32\u{a0}768 buckets", 13.0, Weight::Regular, 60.0, 9);
        assert_eq!(thin, ["at", "32\u{a0}768", "buckets"]);
        let two = wrapped(text, 13.0, Weight::Regular, 150.0, 2);
        assert!(two.len() == 2 && two[1].ends_with('…'), "{two:?}");
        assert_eq!(fitted("long", 13.0, Weight::Regular, 1.0), "");
    }
}
