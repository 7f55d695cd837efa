//! Scene → SVG: one self-contained file, the same bytes on every run.

use super::number::written;
use super::palette::Colour;
use super::scene::{Anchor, Scene, Shape, Stroke, Text, Weight};
use std::fmt::Write;

/// The type of pictures; the others stand in where a viewer lacks Inter, and are no wider.
const FAMILY: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif";

/// The picture as SVG 1.1 text, its last line ended. Coordinates have two decimals at most.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (written(scene.width), written(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FAMILY}\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(&scene.title),
        escaped(&scene.description)
    );
    for shape in &scene.shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Rect { bounds, radius, fill, stroke } => {
            let corner = if *radius > 0.0 { attribute("rx", *radius) } else { String::new() };
            let place = [("x", bounds.left), ("y", bounds.top), ("width", bounds.width()), ("height", bounds.height())];
            let place = place.map(|(name, value)| attribute(name, value)).concat();
            element(out, &format!("rect{place}{corner}"), &format!("{}{}", filled(*fill), stroked(stroke.as_ref())));
        }
        Shape::Line { from, to, stroke } => {
            let place = [("x1", from[0]), ("y1", from[1]), ("x2", to[0]), ("y2", to[1])];
            element(out, &format!("line{}", place.map(|(n, v)| attribute(n, v)).concat()), &stroked(Some(stroke)));
        }
        Shape::Polyline { points, stroke } => {
            let tail = format!(" fill=\"none\" stroke-linejoin=\"round\"{}", stroked(Some(stroke)));
            element(out, &format!("polyline points=\"{}\"", places(points)), &tail);
        }
        Shape::Polygon { points, fill } => {
            element(out, &format!("polygon points=\"{}\"", places(points)), &filled(Some(*fill)));
        }
        Shape::Circle { middle, radius, fill, stroke } => {
            let place = [("cx", middle[0]), ("cy", middle[1]), ("r", *radius)];
            let place = place.map(|(name, value)| attribute(name, value)).concat();
            element(out, &format!("circle{place}"), &format!("{}{}", filled(Some(*fill)), stroked(stroke.as_ref())));
        }
        Shape::Text(text) => write_text(out, text),
        Shape::Datum { label, shapes } => {
            let _ = writeln!(out, "<g><title>{}</title>", escaped(label));
            for shape in shapes {
                write_shape(out, shape);
            }
            out.push_str("</g>\n");
        }
    }
}

fn write_text(out: &mut String, text: &Text) {
    let [x, y] = text.at.map(written);
    let turn = if text.upwards { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Strong => " font-weight=\"600\"",
    };
    let (fill, size) = (filled(Some(text.colour)), written(text.size));
    let words = escaped(&text.content);
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}{fill}{turn}>{words}</text>");
}

fn element(out: &mut String, head: &str, tail: &str) {
    let _ = writeln!(out, "<{head}{tail}/>");
}

fn attribute(name: &str, value: f64) -> String {
    format!(" {name}=\"{}\"", written(value))
}

fn places(points: &[[f64; 2]]) -> String {
    let places: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", written(*x), written(*y))).collect();
    places.join(" ")
}

fn filled(fill: Option<Colour>) -> String {
    fill.map_or_else(|| " fill=\"none\"".to_owned(), |colour| painted("fill", colour))
}

fn stroked(stroke: Option<&Stroke>) -> String {
    let Some(stroke) = stroke else { return String::new() };
    let dash = stroke
        .dash
        .map_or_else(String::new, |[dash, gap]| format!(" stroke-dasharray=\"{} {}\"", written(dash), written(gap)));
    format!("{}{}{dash}", painted("stroke", stroke.colour), attribute("stroke-width", stroke.width))
}

fn painted(what: &str, colour: Colour) -> String {
    let opacity = match colour.opacity {
        255 => String::new(),
        part => attribute(&format!("{what}-opacity"), f64::from(part) / 255.0),
    };
    format!(" {what}=\"#{:02x}{:02x}{:02x}\"{opacity}", colour.red, colour.green, colour.blue)
}

/// Text as XML 1.0 takes it; characters that it has no place for become U+FFFD.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_takes_for_itself_is_escaped() {
        assert_eq!(escaped("a < b & \"c\" > \u{1}"), "a &lt; b &amp; &quot;c&quot; &gt; \u{fffd}");
    }
}
