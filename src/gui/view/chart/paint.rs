//! Plain shapes → the window's shapes.

use crate::figure::{Anchor, Bounds, Colour, Point, Scene, Shape, Stroke, Text, Weight};
use crate::gui::theme::strong;
use egui::epaint::{CircleShape, Mesh, PathShape, RectShape, TextShape};
use egui::{Color32, FontId, Painter, Pos2, Rect, StrokeKind, pos2, vec2};
use std::f32::consts::FRAC_PI_2;

/// The shapes of a scene, its top left corner at the origin.
pub fn shapes(painter: &Painter, scene: &Scene) -> Vec<egui::Shape> {
    let mut out = Vec::with_capacity(scene.shapes.len());
    for shape in &scene.shapes {
        add(painter, shape, &mut out);
    }
    out
}

fn add(painter: &Painter, shape: &Shape, out: &mut Vec<egui::Shape>) {
    match shape {
        Shape::Rect { bounds, radius, fill, stroke } => {
            let fill = fill.map_or(Color32::TRANSPARENT, ink);
            let line = stroke.as_ref().map_or(egui::Stroke::NONE, pen);
            out.push(RectShape::new(rect(bounds), points(*radius), fill, line, StrokeKind::Middle).into());
        }
        Shape::Line { from, to, stroke } => line(&[*from, *to], stroke, out),
        Shape::Polyline { points, stroke } => line(points, stroke, out),
        Shape::Polygon { points, fill } => out.push(egui::Shape::mesh(area(points, ink(*fill)))),
        Shape::Circle { middle, radius, fill, stroke } => out.push(
            CircleShape {
                center: place(*middle),
                radius: points(*radius),
                fill: ink(*fill),
                stroke: stroke.as_ref().map_or(egui::Stroke::NONE, pen),
            }
            .into(),
        ),
        Shape::Text(text) => out.push(letters(painter, text)),
        Shape::Datum { shapes, .. } => {
            for shape in shapes {
                add(painter, shape, out);
            }
        }
    }
}

fn line(corners: &[Point], stroke: &Stroke, out: &mut Vec<egui::Shape>) {
    let path: Vec<Pos2> = corners.iter().copied().map(place).collect();
    match stroke.dash {
        Some([dash, gap]) => out.extend(egui::Shape::dashed_line(&path, pen(stroke), points(dash), points(gap))),
        None => out.push(PathShape::line(path, pen(stroke)).into()),
    }
}

/// A text whose baseline lies where the scene has it.
fn letters(painter: &Painter, text: &Text) -> egui::Shape {
    let size = points(text.size);
    let font = match text.weight {
        Weight::Regular => FontId::proportional(size),
        Weight::Strong => strong(size),
    };
    let colour = ink(text.colour);
    let galley = painter.layout_no_wrap(text.content.clone(), font, colour);
    let baseline = galley.rows.first().and_then(|row| Some(row.pos.y + row.row.glyphs.first()?.pos.y)).unwrap_or(size);
    let before = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => galley.size().x / 2.0,
        Anchor::End => galley.size().x,
    };
    let at = place(text.at);
    if text.upwards {
        // Turned about its corner: what was to the right is above, what was below is to the right.
        let corner = at + vec2(-baseline, before);
        return TextShape::new(corner, galley, colour).with_angle(-FRAC_PI_2).into();
    }
    TextShape::new(at - vec2(before, baseline), galley, colour).into()
}

/// A polygon in upright trapezoids: between two neighbouring corners' x, edges lie one below the other and inside alternates
/// with outside.
fn area(corners: &[Point], colour: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut edges: Vec<(Point, Point)> = corners
        .iter()
        .zip(corners.iter().cycle().skip(1))
        .map(|(&a, &b)| if a[0] <= b[0] { (a, b) } else { (b, a) })
        .filter(|(a, b)| a[0] < b[0])
        .collect();
    edges.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
    let mut cuts: Vec<f64> = corners.iter().map(|corner| corner[0]).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let height = |(a, b): &(Point, Point), x: f64| a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]);
    let (mut open, mut next): (Vec<(Point, Point)>, usize) = (Vec::new(), 0);
    for pair in cuts.windows(2) {
        let (left, right) = (pair[0], pair[1]);
        open.retain(|edge| edge.1[0] > left);
        while let Some(edge) = edges.get(next).filter(|edge| edge.0[0] <= left) {
            open.push(*edge);
            next += 1;
        }
        let middle = f64::midpoint(left, right);
        open.sort_by(|a, b| height(a, middle).total_cmp(&height(b, middle)));
        for between in open.chunks_exact(2) {
            let corner = |x: f64, edge: usize| place([x, height(&between[edge], x)]);
            let from = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
            for at in [corner(left, 0), corner(right, 0), corner(left, 1), corner(right, 1)] {
                mesh.colored_vertex(at, colour);
            }
            mesh.add_triangle(from, from + 1, from + 2);
            mesh.add_triangle(from + 1, from + 2, from + 3);
        }
    }
    mesh
}

fn rect(bounds: &Bounds) -> Rect {
    Rect::from_min_max(place([bounds.left, bounds.top]), place([bounds.right, bounds.bottom]))
}

fn place([x, y]: Point) -> Pos2 {
    pos2(points(x), points(y))
}

fn pen(stroke: &Stroke) -> egui::Stroke {
    egui::Stroke::new(points(stroke.width), ink(stroke.colour))
}

fn ink(colour: Colour) -> Color32 {
    Color32::from_rgba_unmultiplied(colour.red, colour.green, colour.blue, colour.opacity)
}

#[expect(clippy::cast_possible_truncation, reason = "lengths and places within a window")]
const fn points(length: f64) -> f32 {
    length as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Area of a mesh's triangles.
    fn covered(mesh: &Mesh) -> f32 {
        let corner = |index: u32| mesh.vertices[index as usize].pos;
        let triangles = mesh.indices.chunks_exact(3).map(|triangle| {
            let [a, b, c] = [corner(triangle[0]), corner(triangle[1]), corner(triangle[2])];
            ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs() / 2.0
        });
        triangles.sum()
    }

    #[test]
    fn areas_with_dents_and_steps_are_filled_whole() {
        let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        assert!((covered(&area(&square, Color32::WHITE)) - 100.0).abs() < 1e-3);
        // An L, and a band of steps.
        let ell = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [4.0, 4.0], [4.0, 10.0], [0.0, 10.0]];
        assert!((covered(&area(&ell, Color32::WHITE)) - 64.0).abs() < 1e-3);
        let steps = [[0.0, 0.0], [5.0, 0.0], [5.0, 2.0], [10.0, 2.0], [10.0, 6.0], [5.0, 6.0], [5.0, 3.0], [0.0, 3.0]];
        assert!((covered(&area(&steps, Color32::WHITE)) - (15.0 + 20.0)).abs() < 1e-3);
    }
}
