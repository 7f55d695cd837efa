//! Loads as bars and as a line of heights.

use crate::unit::float;

/// A bar of `load` out of `most` over `width` columns, with the mean marked.
pub(super) fn bar(load: u64, most: u64, mean: f64, width: usize, unicode: bool) -> String {
    let (full, mark) = if unicode { ('█', '│') } else { ('#', '|') };
    let filled = if load == 0 { 0 } else { columns(load, most, width).max(1) };
    let at = if most == 0 { None } else { Some(share(mean, most, width)) };
    let cells = (0..width).map(|column| match column {
        column if Some(column) == at => mark,
        column if column < filled => full,
        _ => ' ',
    });
    cells.collect::<String>().trim_end().to_owned()
}

/// How many loads fall in each of `steps` equal parts of 0 to the most, as heights; an empty part is a dot or a space.
pub(super) fn histogram(loads: &[u64], steps: usize, unicode: bool) -> String {
    let heights: Vec<char> = if unicode { "▁▂▃▄▅▆▇█" } else { ".:-=+*%#" }.chars().collect();
    let most = loads.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0_u64; steps];
    for &load in loads {
        counts[columns(load, most, steps).min(steps - 1)] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(0);
    let cell = |&count: &u64| {
        if count == 0 { ' ' } else { heights[columns(count, highest, heights.len()).min(heights.len() - 1)] }
    };
    counts.iter().map(cell).collect()
}

/// `part` of `whole` in columns, rounded down.
fn columns(part: u64, whole: u64, width: usize) -> usize {
    let columns = u128::from(part) * width as u128 / u128::from(whole.max(1));
    usize::try_from(columns).unwrap_or(width)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a mean is between 0 and the most: at most the width"
)]
fn share(mean: f64, most: u64, width: usize) -> usize {
    let column = mean / float(most) * float(width as u64);
    (column as usize).min(width.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_the_mean_and_never_hide_a_load() {
        assert_eq!(bar(8, 8, 4.0, 8, true), "████│███");
        assert_eq!(bar(1, 1000, 500.0, 8, false), "#   |");
        assert_eq!(bar(0, 0, 0.0, 8, false), "");
    }

    #[test]
    fn histogram_counts_every_load() {
        assert_eq!(histogram(&[0, 0, 0, 0, 9], 4, false), "#  -");
        assert_eq!(histogram(&[0, 0], 3, false), "#  ");
    }
}
