//! Draws what egui hands out without a graphics card, so that pictures of the window are the same bytes on every machine.
//!
//! egui's output is textured triangles with a colour a vertex, premultiplied and blended in gamma space. Edges are
//! exact in 1/256 pixel with the top-left rule: triangles that share an edge leave no gap and blend no pixel twice.

#[path = "texture.rs"]
mod texture;

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Color32, Context, FullOutput, ImageData, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;
use std::collections::BTreeMap;
use texture::{Texture, multiplied, tinted};

/// A renderer for `egui_kittest`.
#[derive(Default)]
pub struct CpuPainter {
    textures: BTreeMap<TextureId, Texture>,
    /// Textures that the picture still to be drawn may show for the last time.
    leaving: Vec<TextureId>,
}

impl TestRenderer for CpuPainter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for id in self.leaving.drain(..) {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                match (change.pos, self.textures.get_mut(&id)) {
                    (Some(corner), Some(texture)) => texture.patch(corner, image),
                    (Some(_), None) => {}
                    (None, _) => {
                        self.textures.insert(id, Texture::new(image, change.options));
                    }
                }
            }
        }
        self.leaving.extend(delta.free.drain());
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let mut canvas = Canvas::new(whole(size.x), whole(size.y), scale);
        for ClippedPrimitive { clip_rect, primitive } in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                return Err(format!("no texture {:?}", mesh.texture_id));
            };
            canvas.mesh(&mesh, texture, clip_rect);
        }
        canvas.into_image()
    }
}

/// Subpixels a pixel.
const FINE: i64 = 256;

/// A vertex on the fine grid.
#[derive(Clone, Copy)]
struct Corner {
    x: i64,
    y: i64,
    vertex: Vertex,
}

/// One side of a triangle: how far a point lies inside it.
struct Side {
    dx: i64,
    dy: i64,
    from: (i64, i64),
    /// -1 where points on the line itself belong to the neighbour.
    bias: i64,
}

impl Side {
    fn new(from: Corner, to: Corner) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let top_or_left = dy < 0 || (dy == 0 && dx > 0);
        Self { dx, dy, from: (from.x, from.y), bias: if top_or_left { 0 } else { -1 } }
    }

    fn at(&self, x: i64, y: i64) -> i64 {
        self.dx * (y - self.from.1) - self.dy * (x - self.from.0)
    }
}

/// Pixels from (left, top) up to but without (right, bottom).
struct Pixels {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

/// The picture while it is drawn.
struct Canvas {
    width: u32,
    height: u32,
    scale: f32,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    fn new(width: u32, height: u32, scale: f32) -> Self {
        Self { width, height, scale, pixels: vec![[0, 0, 0, 255]; (width * height) as usize] }
    }

    fn into_image(self) -> Result<RgbaImage, String> {
        RgbaImage::from_raw(self.width, self.height, self.pixels.into_flattened()).ok_or_else(|| "size".to_owned())
    }

    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect) {
        let clip = self.clip(clip);
        for triangle in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|k| self.corner(mesh.vertices[triangle[k] as usize]));
            self.triangle(corners, texture, &clip);
        }
    }

    fn corner(&self, vertex: Vertex) -> Corner {
        #[expect(clippy::cast_possible_truncation, reason = "positions on screen are small")]
        let fine = |position: f32| (position * self.scale * 256.0).round() as i64;
        Corner { x: fine(vertex.pos.x), y: fine(vertex.pos.y), vertex }
    }

    fn clip(&self, clip: Rect) -> Pixels {
        let cut = |position: f32, most: u32| i64::from(whole((position * self.scale).round()).min(most));
        Pixels {
            left: cut(clip.min.x, self.width),
            top: cut(clip.min.y, self.height),
            right: cut(clip.max.x, self.width),
            bottom: cut(clip.max.y, self.height),
        }
    }

    fn triangle(&mut self, [a, b, c]: [Corner; 3], texture: &Texture, clip: &Pixels) {
        let area = Side::new(a, b).at(c.x, c.y);
        if area == 0 {
            return;
        }
        let corners = if area < 0 { [a, c, b] } else { [a, b, c] };
        let sides = [(1, 2), (2, 0), (0, 1)].map(|(from, to)| Side::new(corners[from], corners[to]));
        let shade = Shade::new(corners.map(|corner| corner.vertex), texture);
        let range = |of: fn(&Corner) -> i64, low: i64, high: i64| {
            let (least, most) = corners.iter().map(of).fold((i64::MAX, i64::MIN), |(l, m), v| (l.min(v), m.max(v)));
            least.div_euclid(FINE).max(low)..(most.div_euclid(FINE) + 1).min(high)
        };
        for y in range(|corner| corner.y, clip.top, clip.bottom) {
            for x in range(|corner| corner.x, clip.left, clip.right) {
                let (middle_x, middle_y) = (x * FINE + FINE / 2, y * FINE + FINE / 2);
                let inside = [0, 1, 2].map(|k| sides[k].at(middle_x, middle_y));
                if inside.iter().zip(&sides).all(|(value, side)| value + side.bias >= 0) {
                    let colour = shade.at(inside.map(|value| ratio(value, area.abs())));
                    self.blend(x, y, colour);
                }
            }
        }
    }

    fn blend(&mut self, x: i64, y: i64, colour: Color32) {
        let Ok(at) = usize::try_from(y * i64::from(self.width) + x) else { return };
        let Some(pixel) = self.pixels.get_mut(at) else { return };
        let source = colour.to_array();
        for (below, above) in pixel.iter_mut().zip(source) {
            *below = above.saturating_add(multiplied(*below, 255 - source[3]));
        }
    }
}

/// The colour inside a triangle.
struct Shade<'a> {
    vertices: [Vertex; 3],
    texture: &'a Texture,
    /// The colour everywhere, where it is the same everywhere.
    flat: Option<Color32>,
}

impl<'a> Shade<'a> {
    fn new(vertices: [Vertex; 3], texture: &'a Texture) -> Self {
        let [a, b, c] = vertices;
        let even = a.color == b.color && b.color == c.color && a.uv == b.uv && b.uv == c.uv;
        let flat = even.then(|| tinted(texture.sample(a.uv), a.color));
        Self { vertices, texture, flat }
    }

    /// At barycentric weights that sum to 1.
    fn at(&self, weights: [f32; 3]) -> Color32 {
        if let Some(flat) = self.flat {
            return flat;
        }
        let mix = |of: &dyn Fn(&Vertex) -> f32| self.vertices.iter().zip(weights).map(|(v, w)| of(v) * w).sum::<f32>();
        let uv = egui::pos2(mix(&|v| v.uv.x), mix(&|v| v.uv.y));
        let [r, g, b, a] = [0, 1, 2, 3].map(|k| {
            let channel = mix(&|v| f32::from(v.color.to_array()[k]));
            u8::try_from(whole(channel + 0.5)).unwrap_or(u8::MAX)
        });
        tinted(self.texture.sample(uv), Color32::from_rgba_premultiplied(r, g, b, a))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a weight between 0 and 1")]
fn ratio(part: i64, all: i64) -> f32 {
    part as f32 / all as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "negative lengths are meant to become 0")]
fn whole(length: f32) -> u32 {
    length as u32
}
