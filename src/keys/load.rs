//! Load by rank: how much the key of rank k carries. Rank 1 is the hottest; loads never rise with the rank.

use super::normal;
use crate::plain::told_number;
use crate::unit::float;
use serde::{Deserialize, Serialize};

/// How the load falls from the hottest key (rank 1) to the coldest (rank K). Loads are whole records, at least 1 each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum LoadLaw {
    /// Rank k gets `floor(top / k^exponent)` records, at least 1.
    Zipf {
        /// 0 = even; 1 = the classic law; above 2 a single key dominates. Range 0 to 20.
        exponent: f64,
        /// Records of the hottest key, 1 to 2^53.
        top: u64,
    },
    /// Every key gets the same.
    Uniform {
        /// Records of each key, 1 to 2^53.
        each: u64,
    },
    /// The first `count` keys share `share` of the whole load evenly; each other key gets `each`.
    HotKeys {
        /// How many keys are hot, 1 to K - 1.
        count: u64,
        /// Their share of the whole load, above 0 and below 1.
        share: f64,
        /// Records of each cold key, 1 to 2^53.
        #[serde(default = "hundred")]
        each: u64,
    },
    /// Rank k gets the `1 - (k - ½)/K` quantile of a log-normal law, rounded down, at least 1.
    LogNormal {
        /// Mean of the logarithm, -20 to 30.
        mu: f64,
        /// Standard deviation of the logarithm, 0 to 10.
        sigma: f64,
    },
    /// `records` events drawn one by one by the seed, each key as likely as its load under `of`. A key that is never drawn does not exist.
    Sampled {
        /// Events drawn, 1 to 10^9.
        records: u64,
        /// The law of the chances. Not itself sampled.
        of: Box<LoadLaw>,
    },
}

const fn hundred() -> u64 {
    100
}

/// The largest load of one key that a float still holds exactly.
pub const MAX_LOAD: u64 = 1 << 53;

/// A law's parameter outside its range.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field} is {found}: allowed is {allowed}")]
pub struct BadLoad {
    /// Which parameter.
    pub field: &'static str,
    /// What it holds.
    pub found: String,
    /// What it may hold.
    pub allowed: &'static str,
}

impl LoadLaw {
    /// The law's name on screen.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Zipf { .. } => "Zipf",
            Self::Uniform { .. } => "even",
            Self::HotKeys { .. } => "hot keys",
            Self::LogNormal { .. } => "log-normal",
            Self::Sampled { .. } => "sampled",
        }
    }

    /// Checks every parameter for `keys` keys.
    ///
    /// # Errors
    /// [`BadLoad`] names the first parameter out of range.
    pub fn check(&self, keys: u64) -> Result<(), BadLoad> {
        let int = |field, found: u64, max: u64, allowed| {
            if found == 0 || found > max { Err(BadLoad { field, found: found.to_string(), allowed }) } else { Ok(()) }
        };
        let within = |field, found: f64, low: f64, high: f64, allowed| {
            if (low..=high).contains(&found) {
                Ok(())
            } else {
                Err(BadLoad { field, found: told_number(found), allowed })
            }
        };
        match *self {
            Self::Zipf { exponent, top } => {
                within("exponent", exponent, 0.0, 20.0, "0 to 20")?;
                int("top", top, MAX_LOAD, "1 to 2^53 records")
            }
            Self::Uniform { each } => int("each", each, MAX_LOAD, "1 to 2^53 records"),
            Self::HotKeys { count, share, each } => {
                int("count of hot keys", count, keys.saturating_sub(1), "1 to one less than the number of keys")?;
                within("share", share, 1e-9, 0.999_999, "above 0 and at most 0.999999")?;
                int("each", each, MAX_LOAD, "1 to 2^53 records")?;
                let hot = hot_load(count, share, each, keys);
                if hot > float(MAX_LOAD) {
                    return Err(BadLoad {
                        field: "load of a hot key",
                        found: format!("{hot:.3e} records"),
                        allowed: "at most 2^53 records: lower share or each",
                    });
                }
                if hot < float(each) {
                    return Err(BadLoad {
                        field: "share",
                        found: format!("{}, {hot:.2} records a hot key", told_number(share)),
                        allowed: "a share that leaves a hot key at least as much as a cold one: raise it, or lower count",
                    });
                }
                Ok(())
            }
            Self::LogNormal { mu, sigma } => {
                within("mu", mu, -20.0, 30.0, "-20 to 30")?;
                within("sigma", sigma, 0.0, 10.0, "0 to 10")
            }
            Self::Sampled { records, ref of } => {
                int("records", records, 1_000_000_000, "1 to 10^9 events")?;
                if matches!(**of, Self::Sampled { .. }) {
                    return Err(BadLoad { field: "of", found: "Sampled".into(), allowed: "a law that is not sampled" });
                }
                if keys > MAX_SAMPLED_KEYS {
                    return Err(BadLoad {
                        field: "count",
                        found: format!("{keys} keys"),
                        allowed: "at most 16777216 keys where events are sampled one by one",
                    });
                }
                of.check(keys)
            }
        }
    }

    /// The load of rank `k` (1 = hottest) among `keys` keys. For [`LoadLaw::Sampled`] the load of the law it draws from.
    #[must_use]
    pub fn of_rank(&self, k: u64, keys: u64) -> u64 {
        match *self {
            Self::Zipf { exponent, top } => zipf(exponent, top, k),
            Self::Uniform { each } => each,
            Self::HotKeys { count, share, each } => {
                if k <= count {
                    floor_to_load(hot_load(count, share, each, keys))
                } else {
                    each
                }
            }
            Self::LogNormal { mu, sigma } => {
                let p = 1.0 - (float(k) - 0.5) / float(keys);
                floor_to_load(libm::exp(mu + sigma * normal::quantile(p)))
            }
            Self::Sampled { ref of, .. } => of.of_rank(k, keys),
        }
    }

    /// The last rank that still has the load of rank `k`, at most `last`.
    ///
    /// Gallops, then bisects: loads never rise with the rank, so a run of equal loads needs a few evaluations, not one a key.
    #[must_use]
    pub fn run_end(&self, k: u64, last: u64, keys: u64) -> u64 {
        let load = self.of_rank(k, keys);
        let same = |rank: u64| self.of_rank(rank, keys) == load;
        let (mut low, mut step) = (k, 1);
        loop {
            let next = low.saturating_add(step);
            if next > last {
                if same(last) {
                    return last;
                }
                break;
            }
            if !same(next) {
                break;
            }
            low = next;
            step *= 2;
        }
        let mut high = low.saturating_add(step).min(last);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if same(middle) { low = middle } else { high = middle }
        }
        low
    }
}

/// The most keys whose sampled loads are counted one by one (4 bytes each).
pub const MAX_SAMPLED_KEYS: u64 = 1 << 24;

#[expect(clippy::float_cmp, reason = "exactly 0 and exactly 1 have an exact road of their own")]
fn zipf(exponent: f64, top: u64, k: u64) -> u64 {
    // Whole exponents that occur most need no power; a / b of integers below 2^53 floors exactly in integers.
    if exponent == 0.0 {
        top
    } else if exponent == 1.0 {
        (top / k).max(1)
    } else {
        floor_to_load(float(top) / libm::pow(float(k), exponent))
    }
}

fn hot_load(count: u64, share: f64, each: u64, keys: u64) -> f64 {
    share / (1.0 - share) * float(each) * float(keys.saturating_sub(count)) / float(count)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 1..=2^53 first")]
fn floor_to_load(load: f64) -> u64 {
    load.clamp(1.0, float(MAX_LOAD)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zipf_of_exponent_one_is_the_plain_quotient() {
        let law = LoadLaw::Zipf { exponent: 1.0, top: 20_000 };
        let total: u64 = (1..=20_000).map(|k| law.of_rank(k, 20_000)).sum();
        // Records of the recorded Flink workload with 20 000 keys: hottest share 0.0994.
        assert_eq!(total, 201_177);
    }

    #[test]
    fn runs_cover_every_rank_with_its_own_load() {
        let laws = [
            LoadLaw::Zipf { exponent: 1.0, top: 5000 },
            LoadLaw::Zipf { exponent: 0.7, top: 900 },
            LoadLaw::Uniform { each: 3 },
            LoadLaw::HotKeys { count: 7, share: 0.4, each: 10 },
            LoadLaw::LogNormal { mu: 2.0, sigma: 1.5 },
        ];
        for law in laws {
            let keys = 5000;
            let mut k = 1;
            while k <= keys {
                let end = law.run_end(k, keys, keys);
                for rank in k..=end {
                    assert_eq!(law.of_rank(rank, keys), law.of_rank(k, keys), "{law:?} rank {rank}");
                }
                assert!(end == keys || law.of_rank(end + 1, keys) < law.of_rank(k, keys), "{law:?} run at {k}");
                k = end + 1;
            }
        }
    }

    #[test]
    fn parameters_out_of_range_are_named() {
        for (law, field) in [
            (LoadLaw::Zipf { exponent: f64::NAN, top: 1 }, "exponent"),
            (LoadLaw::Zipf { exponent: -1.0, top: 1 }, "exponent"),
            (LoadLaw::Zipf { exponent: 1.0, top: 0 }, "top"),
            (LoadLaw::Uniform { each: 1 << 60 }, "each"),
            (LoadLaw::HotKeys { count: 10, share: 0.5, each: 1 }, "count of hot keys"),
            (LoadLaw::HotKeys { count: 1, share: 1.0, each: 1 }, "share"),
            (LoadLaw::HotKeys { count: 5, share: 0.1, each: 100 }, "share"),
            (LoadLaw::LogNormal { mu: f64::INFINITY, sigma: 1.0 }, "mu"),
            (LoadLaw::Sampled { records: 0, of: Box::new(LoadLaw::Uniform { each: 1 }) }, "records"),
        ] {
            assert_eq!(law.check(10).unwrap_err().field, field);
        }
    }
}
