//! The load of rising ranks, read in runs of equal loads.

use crate::keys::LoadLaw;

/// The load of rising ranks, one evaluation a run of equal loads where runs are long and one a rank where they are short.
#[derive(Debug)]
pub struct RunReader<'a> {
    law: &'a LoadLaw,
    keys: u64,
    last: u64,
    load: u64,
    end: u64,
    short: bool,
}

impl<'a> RunReader<'a> {
    /// Reads ranks up to `last` among `keys` keys.
    pub const fn new(law: &'a LoadLaw, keys: u64, last: u64) -> Self {
        Self { law, keys, last, load: 0, end: 0, short: false }
    }

    /// The load of a rank and how many ranks from it on are known to share it. Ranks must rise.
    pub fn at(&mut self, rank: u64) -> (u64, u64) {
        if rank > self.end {
            let load = self.law.of_rank(rank, self.keys);
            // Two short runs in a row: galloping would cost more evaluations than it saves.
            let gallop = !self.short || load == self.load;
            self.end = if gallop { self.law.run_end(rank, self.last, self.keys) } else { rank };
            self.short = self.end - rank < 4;
            self.load = load;
        }
        (self.load, self.end + 1 - rank)
    }
}

/// How many ranks have more load than the last one of all. Loads never rise with the rank.
pub fn ranks_above_the_last(law: &LoadLaw, keys: u64) -> u64 {
    let least = law.of_rank(keys, keys);
    // Every rank up to `above` has more, none from `from` on.
    let (mut above, mut from) = (0, keys);
    while from - above > 1 {
        let middle = above + (from - above) / 2;
        if law.of_rank(middle, keys) > least { above = middle } else { from = middle }
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_run_starts_where_loads_stop_falling() {
        for (law, keys, above) in [
            // floor(10 / k) is 1 from rank 6 on.
            (LoadLaw::Zipf { exponent: 1.0, top: 10 }, 100, 5),
            // floor(100 / k) is 1 at the last rank of 100, and from rank 51 on.
            (LoadLaw::Zipf { exponent: 1.0, top: 100 }, 100, 50),
            (LoadLaw::Zipf { exponent: 1.0, top: 1000 }, 10, 9),
            (LoadLaw::Uniform { each: 3 }, 100, 0),
            (LoadLaw::Uniform { each: 3 }, 1, 0),
            (LoadLaw::HotKeys { count: 7, share: 0.5, each: 10 }, 100, 7),
        ] {
            assert_eq!(ranks_above_the_last(&law, keys), above, "{law:?}");
        }
    }
}
