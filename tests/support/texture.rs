//! Textures and the arithmetic of premultiplied colours.

use egui::{Color32, ColorImage, Pos2, TextureFilter, TextureOptions, TextureWrapMode};

/// A texture as egui last set it.
pub struct Texture {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
    options: TextureOptions,
}

impl Texture {
    pub fn new(image: &ColorImage, options: TextureOptions) -> Self {
        let [width, height] = image.size;
        Self { width, height, pixels: image.pixels.clone(), options }
    }

    /// Replaces the rectangle of the image's size at `corner`.
    pub fn patch(&mut self, corner: [usize; 2], image: &ColorImage) {
        for (row, pixels) in image.pixels.chunks(image.size[0]).enumerate() {
            let start = (corner[1] + row) * self.width + corner[0];
            self.pixels[start..start + pixels.len()].copy_from_slice(pixels);
        }
    }

    /// The colour at a position, (0, 0) to (1, 1).
    pub fn sample(&self, uv: Pos2) -> Color32 {
        let (x, y) = (uv.x * size(self.width), uv.y * size(self.height));
        if self.options.magnification == TextureFilter::Nearest {
            return self.texel(cell(x), cell(y));
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (cell(x), cell(y));
        let (right_share, bottom_share) = (x - x.floor(), y - y.floor());
        let row = |y| between(self.texel(left, y), self.texel(left + 1, y), right_share);
        between_rows(row(top), row(top + 1), bottom_share)
    }

    fn texel(&self, x: i64, y: i64) -> Color32 {
        let wrap = |at: i64, size: usize| {
            let size = i64::try_from(size).unwrap_or(i64::MAX);
            let inside = match self.options.wrap_mode {
                TextureWrapMode::ClampToEdge => at.clamp(0, size - 1),
                TextureWrapMode::Repeat | TextureWrapMode::MirroredRepeat => at.rem_euclid(size),
            };
            usize::try_from(inside).unwrap_or(0)
        };
        self.pixels[wrap(y, self.height) * self.width + wrap(x, self.width)]
    }
}

fn between(from: Color32, to: Color32, share: f32) -> [f32; 4] {
    let (from, to) = (from.to_array(), to.to_array());
    [0, 1, 2, 3].map(|k| f32::from(from[k]) * (1.0 - share) + f32::from(to[k]) * share)
}

fn between_rows(from: [f32; 4], to: [f32; 4], share: f32) -> Color32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255.5")]
    let [r, g, b, a] = [0, 1, 2, 3].map(|k| (from[k] * (1.0 - share) + to[k] * share + 0.5) as u8);
    Color32::from_rgba_premultiplied(r, g, b, a)
}

/// Product of two shares of 255, rounded.
#[expect(clippy::cast_possible_truncation, reason = "the product of two shares is a share")]
pub fn multiplied(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// A texel under a vertex colour.
pub fn tinted(texel: Color32, colour: Color32) -> Color32 {
    let (below, above) = (texel.to_array(), colour.to_array());
    let [r, g, b, a] = [0, 1, 2, 3].map(|k| multiplied(below[k], above[k]));
    Color32::from_rgba_premultiplied(r, g, b, a)
}

#[expect(clippy::cast_precision_loss, reason = "textures are a few thousand texels wide")]
fn size(texels: usize) -> f32 {
    texels as f32
}

#[expect(clippy::cast_possible_truncation, reason = "textures are a few thousand texels wide")]
fn cell(position: f32) -> i64 {
    position.floor() as i64
}
