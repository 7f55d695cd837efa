//! One line with a group at each end.

use egui::{Align, Layout, Rect, Ui, UiBuilder};

/// Shows one group at the left end of the line and one at its right end, both laid out from left to right: Tab goes through
/// them as they are read, which a layout from the right would turn round. The left group has the room that is left.
pub fn ends(ui: &mut Ui, name: &str, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
    let line = ui.available_rect_before_wrap();
    let id = ui.scope_id().with(name);
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let from = line.right() - known;
    let gap = ui.spacing().item_spacing.x;
    child(ui, "left end", line.with_max_x((from - gap).max(line.left())), left);
    let width = child(ui, "right end", line.with_min_x(from), right).width();
    // The right group's width is known only once it has been laid out.
    if (width - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, width));
        ui.ctx().request_discard("the group at the right end has another width");
    }
    ui.advance_cursor_after_rect(line);
}

fn child(ui: &mut Ui, name: &str, rect: Rect, content: impl FnOnce(&mut Ui)) -> Rect {
    let inside = UiBuilder::new().id_salt(name).max_rect(rect).layout(Layout::left_to_right(Align::Center));
    let mut child = ui.new_child(inside);
    content(&mut child);
    child.min_rect()
}
