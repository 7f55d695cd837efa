//! Tokens → egui's style: type, corners, spacing, and every widget's colours.

use super::Theme;
use egui::style::{HandleShape, Selection, WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle,
    Visuals, vec2,
};
use std::sync::Arc;

const INTER: &[u8] = include_bytes!("../../../assets/fonts/Inter-Regular.otf");
const INTER_STRONG: &[u8] = include_bytes!("../../../assets/fonts/Inter-SemiBold.otf");

/// The family of headings and of figures that count.
const STRONG: &str = "strong";

/// Corners of buttons, fields and cells, in points.
const CORNER: u8 = 5;

/// Semi-bold type of a size in points, for headings and figures that count.
#[must_use]
pub fn strong(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(STRONG.into()))
}

/// Type of captions, axes and labels in charts: 11 points.
#[must_use]
pub fn caption() -> FontId {
    FontId::proportional(11.0)
}

impl Theme {
    /// Makes this the look of a window: fonts, type sizes, spacing and colours. To be called at the start and on a change of theme.
    ///
    /// Beside egui's own text styles there are "caption" (11), "sentence" (16) and "strong" (13).
    pub fn apply(&self, ctx: &Context) {
        ctx.set_fonts(fonts());
        let which = if self.dark { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(which);
        ctx.style_mut_of(which, |style| {
            style.text_styles = [
                (TextStyle::Body, FontId::proportional(13.0)),
                (TextStyle::Button, FontId::proportional(13.0)),
                (TextStyle::Small, caption()),
                (TextStyle::Heading, strong(16.0)),
                (TextStyle::Monospace, FontId::monospace(12.0)),
                (TextStyle::Name("caption".into()), caption()),
                (TextStyle::Name("sentence".into()), strong(16.0)),
                (TextStyle::Name(STRONG.into()), strong(13.0)),
            ]
            .into();
            style.visuals = visuals(self);
            let spacing = &mut style.spacing;
            spacing.item_spacing = vec2(8.0, 8.0);
            spacing.button_padding = vec2(8.0, 4.0);
            spacing.interact_size = vec2(40.0, 24.0);
            spacing.window_margin = Margin::same(12);
            spacing.menu_margin = Margin::same(8);
            spacing.indent = 16.0;
            spacing.slider_rail_height = 4.0;
            spacing.slider_width = 120.0;
            spacing.icon_width = 16.0;
            spacing.icon_width_inner = 8.0;
            spacing.icon_spacing = 8.0;
            spacing.tooltip_width = 360.0;
            spacing.scroll = egui::style::ScrollStyle::thin();
        });
    }
}

/// Inter first, egui's own fonts for what it lacks.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in [("Inter", INTER), ("Inter SemiBold", INTER_STRONG)] {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let chain = |first: &str| std::iter::once(first.to_owned()).chain(fallback.iter().cloned()).collect();
    fonts.families.insert(FontFamily::Proportional, chain("Inter"));
    fonts.families.insert(FontFamily::Name(STRONG.into()), chain("Inter SemiBold"));
    fonts
}

fn visuals(theme: &Theme) -> Visuals {
    let shadow = |blur| Shadow {
        offset: [0, 4],
        blur,
        spread: 0,
        color: Color32::from_black_alpha(if theme.dark { 120 } else { 30 }),
    };
    let hairline = Stroke::new(1.0, theme.line);
    Visuals {
        widgets: widgets(theme),
        selection: Selection { bg_fill: theme.accent, stroke: Stroke::new(1.0, theme.on(theme.accent)) },
        weak_text_color: Some(theme.dim),
        hyperlink_color: theme.accent,
        faint_bg_color: theme.surface,
        extreme_bg_color: theme.ground,
        text_edit_bg_color: Some(theme.raised),
        code_bg_color: theme.raised,
        warn_fg_color: theme.warn,
        error_fg_color: theme.bad,
        window_corner_radius: CornerRadius::same(6),
        window_shadow: shadow(24),
        window_fill: theme.surface,
        window_stroke: hairline,
        menu_corner_radius: CornerRadius::same(6),
        panel_fill: theme.surface,
        popup_shadow: shadow(12),
        text_cursor: egui::style::TextCursorStyle { stroke: Stroke::new(1.5, theme.accent), ..Default::default() },
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        ..if theme.dark { Visuals::dark() } else { Visuals::light() }
    }
}

fn widgets(theme: &Theme) -> Widgets {
    let lit = |share| theme.raised.lerp_to_gamma(theme.text, share);
    let look = |fill: Color32, rail: Color32, edge: Stroke| WidgetVisuals {
        bg_fill: rail,
        weak_bg_fill: fill,
        bg_stroke: edge,
        corner_radius: CornerRadius::same(CORNER),
        fg_stroke: Stroke::new(1.0, theme.text),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: look(theme.surface, theme.surface, Stroke::new(1.0, theme.line)),
        inactive: look(theme.raised, theme.line, Stroke::NONE),
        hovered: look(lit(0.07), lit(0.18), Stroke::new(1.0, lit(0.18))),
        active: look(lit(0.12), theme.accent, Stroke::new(1.0, theme.accent)),
        open: look(lit(0.07), lit(0.18), Stroke::new(1.0, theme.line)),
    }
}
