//! Scene → PNG, by way of its SVG and the bundled type alone: no font of the system is ever read.

use super::scene::Scene;
use super::{measure, svg};
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};

/// A picture that could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPicture {
    /// A scene whose size is no size of a picture.
    #[error("no picture of this size: it must be at least 1 point wide and high, and fit in memory")]
    Size,
    /// The renderer's own words.
    #[error("the picture cannot be drawn: {0}")]
    Renderer(String),
}

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(measure::REGULAR.to_vec());
    fonts.load_font_data(measure::STRONG.to_vec());
    Arc::new(fonts)
});

/// The picture as a PNG file, one pixel a point: the same bytes on every run.
///
/// # Errors
/// [`NoPicture`] where the scene has no size or is too large to be held in memory.
pub fn png(scene: &Scene) -> Result<Vec<u8>, NoPicture> {
    let options =
        usvg::Options { font_family: "Inter".to_owned(), fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&svg(scene), &options).map_err(|error| NoPicture::Renderer(error.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or(NoPicture::Size)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| NoPicture::Renderer(error.to_string()))
}
