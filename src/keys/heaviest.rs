//! The heaviest of many.

/// How many are kept.
pub const HEAVIEST: usize = 10;

/// The heaviest of what comes by, the first of equals before the later ones.
#[derive(Debug)]
pub struct Heaviest<T>(Vec<(u64, T)>);

impl<T> Default for Heaviest<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Heaviest<T> {
    /// None so far.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes it in where it is among the heaviest so far. What has no load is none of them.
    pub fn add(&mut self, load: u64, item: T) {
        let is_lighter = self.0.len() == HEAVIEST && self.0.last().is_some_and(|(least, _)| load <= *least);
        if is_lighter || load == 0 {
            return;
        }
        let at = self.0.partition_point(|(held, _)| *held >= load);
        self.0.insert(at, (load, item));
        self.0.truncate(HEAVIEST);
    }

    /// Loads and items, the heaviest first; at most [`HEAVIEST`].
    pub fn in_order(self) -> impl Iterator<Item = (u64, T)> {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_heaviest_stay_the_first_of_equals_before_the_others() {
        let mut heaviest = Heaviest::new();
        (1..=9).chain([9, 0, 12, 3, 1]).enumerate().for_each(|(at, load)| heaviest.add(load, at));
        let kept: Vec<_> = heaviest.in_order().collect();
        // Loads 1 to 9 at places 0 to 8, then 9, 0, 12, 3, 1 at places 9 to 13.
        assert_eq!(kept, [(12, 11), (9, 8), (9, 9), (8, 7), (7, 6), (6, 5), (5, 4), (4, 3), (3, 2), (3, 12)]);
    }
}
