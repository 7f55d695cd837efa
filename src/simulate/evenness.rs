//! Chance or fault: how far loads that somebody counted lie from what even hashing of as many keys gives.

mod words;

pub(super) use words::FAULT;

use super::balance::Balance;
use super::chance::{expected_idle, pearson};
use super::report::ExpectedIdle;
use super::tail::{IdleTails, Tails, chi_square_tails, idle_tails, uneven_exactly};
use crate::unit::{WorkerCount, float};
use serde::Serialize;

/// Loads that were counted somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observed<'a> {
    /// One number a worker (or a bucket): keys, or some other load where `keys` is known.
    pub loads: &'a [u64],
    /// Distinct keys in all, where the loads are not keys.
    pub keys: Option<u64>,
    /// Buckets that each worker owns; empty = all as many.
    pub shares: &'a [u32],
}

/// Idle workers that were counted somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObservedIdle<'a> {
    /// Workers without a key.
    pub idle: u32,
    /// Distinct keys in all.
    pub keys: u64,
    /// All workers.
    pub workers: WorkerCount,
    /// Buckets that each worker owns; empty = all as many.
    pub shares: &'a [u32],
}

/// Loads that nothing can be said of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLoads {
    /// No number at all, or too many.
    #[error("{found} loads: allowed are 1 to {}", WorkerCount::MAX)]
    Count {
        /// How many there are.
        found: usize,
    },
    /// They do not fit.
    #[error("the loads add up to more than 2^64 - 1")]
    Overflow,
    /// Nothing was counted.
    #[error("all loads are 0: nothing was counted")]
    Nothing,
    /// Another number of shares than of workers.
    #[error("{found} shares for {workers} workers: one each is needed")]
    Shares {
        /// Shares that were given.
        found: usize,
        /// Workers.
        workers: usize,
    },
    /// A load where no bucket is.
    #[error(
        "worker {worker} (the first is 0) has a load of {load} and owns no bucket: another bucket count or engine is at work"
    )]
    NoBucket {
        /// Which worker.
        worker: usize,
        /// Its load.
        load: u64,
    },
    /// Idle workers of whom there cannot be as many, or as few.
    #[error("{idle} idle of {workers} workers, keys in all: {keys}: {least} to {most} can be idle")]
    Idle {
        /// Workers said to be idle.
        idle: u32,
        /// All workers.
        workers: WorkerCount,
        /// Distinct keys.
        keys: u64,
        /// The fewest that can be: those without a bucket, and those that no key is left for.
        least: u32,
        /// The most that can be: one is busy where there is a key.
        most: u32,
    },
    /// More workers with a load than keys.
    #[error("{loaded} workers have a load, keys in all: {keys}: at most as many workers as keys can have one")]
    MoreThanKeys {
        /// Workers with a load.
        loaded: u64,
        /// Distinct keys.
        keys: u64,
    },
}

/// Whether chance alone explains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Likelihood {
    /// At least one in a thousand even hashings is as uneven.
    Chance,
    /// Fewer are, but at least one in a million.
    Unusual,
    /// Fewer still: look for a fault.
    NotChance,
}

impl Likelihood {
    /// Of a chance of at least such a result.
    #[must_use]
    pub fn of(p: f64) -> Self {
        if p >= 1e-3 {
            Self::Chance
        } else if p >= 1e-6 {
            Self::Unusual
        } else {
            Self::NotChance
        }
    }

    /// As a heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Chance => "Chance",
            Self::Unusual => "Unusual",
            Self::NotChance => "Not chance",
        }
    }

    /// In few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Chance => "chance",
            Self::Unusual => "unusual",
            Self::NotChance => "not chance: look for a fault",
        }
    }
}

/// How the chance was worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Every way to throw the keys was counted.
    Exact,
    /// A law that is near: the chi-square with Haldane's variance for few keys a worker; Poisson's or the normal one for idle workers.
    Law,
}

/// Idle workers beside what chance gives.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct IdleChance {
    /// Distinct keys.
    pub keys: u64,
    /// Workers.
    pub workers: u32,
    /// Those of them that own no bucket.
    pub without_bucket: u32,
    /// Found, expected, spread and z.
    #[serde(flatten)]
    pub expected: ExpectedIdle,
    /// The chance of at least as many, 0 to 1.
    pub p_at_least: f64,
    /// The chance of at most as many, 0 to 1.
    pub p_at_most: f64,
    /// How both were worked out.
    pub method: Method,
    /// Whether chance alone explains so many.
    pub likelihood: Likelihood,
}

/// Loads beside what chance gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evenness {
    /// Workers, or buckets.
    pub workers: u32,
    /// Distinct keys.
    pub keys: u64,
    /// All loads together.
    pub total: u64,
    /// Whether the loads are keys; if not, the chi-square is that of keys of equal weight.
    pub loads_are_keys: bool,
    /// Total ÷ workers.
    pub mean: f64,
    /// The largest load.
    pub busiest: u64,
    /// The smallest load.
    pub least: u64,
    /// Busiest ÷ mean.
    pub peak_to_mean: f64,
    /// (busiest − least) ÷ mean.
    pub spread: f64,
    /// Standard deviation ÷ mean.
    pub cv: f64,
    /// Flink's data skew score, 0 to 100.
    pub flink_skew_score: f64,
    /// Pearson's chi-square against the shares.
    pub chi_square: f64,
    /// Its degrees of freedom, and its mean under chance.
    pub degrees: u32,
    /// How many standard deviations it lies above that mean.
    pub z: f64,
    /// The chance of loads at least as uneven under even hashing, 0 to 1.
    pub p: f64,
    /// The chance of loads at least as even, 0 to 1.
    pub p_even: f64,
    /// How both were worked out.
    pub method: Method,
    /// Workers without load.
    pub idle: IdleChance,
    /// Whether chance alone explains it.
    pub likelihood: Likelihood,
}

fn all_shares(shares: &[u32], workers: usize) -> Result<Vec<u32>, BadLoads> {
    match shares.len() {
        0 => Ok(vec![1; workers]),
        found if found == workers => Ok(shares.to_vec()),
        found => Err(BadLoads::Shares { found, workers }),
    }
}

fn sum_of(shares: &[u32]) -> u32 {
    // Shares are buckets, of which there are at most as many as the type of their count allows.
    shares.iter().fold(0_u32, |sum, &share| sum.saturating_add(share))
}

impl ObservedIdle<'_> {
    /// How rare it is under even hashing.
    ///
    /// # Errors
    /// [`BadLoads::Idle`] and [`BadLoads::Shares`].
    pub fn chance(&self) -> Result<IdleChance, BadLoads> {
        let shares = all_shares(self.shares, self.workers.len())?;
        let Self { idle, keys, workers, .. } = *self;
        let owners = shares.iter().filter(|share| **share > 0).count() as u64;
        let busy = u32::try_from(owners.min(keys)).unwrap_or(u32::MAX);
        let (least, most) = (workers.get().saturating_sub(busy), workers.get() - u32::from(keys > 0));
        if !(least..=most).contains(&idle) {
            return Err(BadLoads::Idle { idle, workers, keys, least, most });
        }
        Ok(idle_chance(&shares, self.keys, self.idle))
    }
}

/// How rare so many idle workers are; `shares` has a part for each worker.
pub(super) fn idle_chance(shares: &[u32], keys: u64, found: u32) -> IdleChance {
    let total = sum_of(shares);
    let IdleTails { tails, is_exact } = idle_tails(shares, total, keys, found);
    let expected = expected_idle(shares, total, keys, found);
    // Too few are as rare as too many: keys that were placed, not thrown. That is no fault of the hash.
    let likelihood = Likelihood::of(tails.at_least);
    IdleChance {
        keys,
        workers: u32::try_from(shares.len()).unwrap_or(u32::MAX),
        without_bucket: u32::try_from(shares.iter().filter(|share| **share == 0).count()).unwrap_or(u32::MAX),
        expected,
        p_at_least: tails.at_least,
        p_at_most: tails.at_most,
        method: if is_exact { Method::Exact } else { Method::Law },
        likelihood,
    }
}

impl Observed<'_> {
    /// How far the loads lie from what even hashing gives.
    ///
    /// # Errors
    /// [`BadLoads`], where there is nothing to compare.
    pub fn evenness(&self) -> Result<Evenness, BadLoads> {
        let found = self.loads.len();
        let workers = WorkerCount::new(found as u64).map_err(|_| BadLoads::Count { found })?;
        let shares = all_shares(self.shares, found)?;
        let total = self.loads.iter().try_fold(0_u64, |sum, &load| sum.checked_add(load)).ok_or(BadLoads::Overflow)?;
        if total == 0 {
            return Err(BadLoads::Nothing);
        }
        let stray = self.loads.iter().zip(&shares).position(|(&load, &share)| load > 0 && share == 0);
        if let Some(worker) = stray {
            return Err(BadLoads::NoBucket { worker, load: self.loads[worker] });
        }
        let keys = self.keys.unwrap_or(total);
        let loaded = self.loads.iter().filter(|load| **load > 0).count() as u64;
        if loaded > keys {
            return Err(BadLoads::MoreThanKeys { loaded, keys });
        }
        let thrown = Thrown::of(self.loads, &shares, keys);
        let (busiest, least) = (self.loads.iter().max().copied(), self.loads.iter().min().copied());
        let (busiest, least) = (busiest.unwrap_or(0), least.unwrap_or(0));
        let mean = float(total) / workers.as_f64();
        let balance = Balance::of(self.loads, workers);
        let without = self.loads.iter().filter(|load| **load == 0).count();
        let idle = idle_chance(&shares, keys, u32::try_from(without).unwrap_or(u32::MAX));
        // Where the loads are no keys, few idle workers speak for themselves whatever the keys weigh.
        let likelihood =
            Likelihood::of(thrown.p).max(if self.keys.is_some() { idle.likelihood } else { Likelihood::Chance });
        Ok(Evenness {
            workers: workers.get(),
            keys,
            total,
            loads_are_keys: self.keys.is_none(),
            mean,
            busiest,
            least,
            peak_to_mean: balance.peak_to_mean,
            spread: float(busiest - least) / mean,
            cv: balance.cv,
            flink_skew_score: balance.flink_skew_score,
            chi_square: thrown.statistic,
            degrees: thrown.degrees,
            z: thrown.z,
            p: thrown.p,
            p_even: thrown.p_even,
            method: thrown.method,
            idle,
            likelihood,
        })
    }
}

/// How rare a chi-square is under even hashing.
pub(super) struct Thrown {
    pub statistic: f64,
    pub degrees: u32,
    pub z: f64,
    pub p: f64,
    pub p_even: f64,
    pub method: Method,
}

impl Thrown {
    /// Of loads that `keys` made: of keys themselves where their sum is that many, else of keys that weigh the same.
    pub fn of(loads: &[u64], shares: &[u32], keys: u64) -> Self {
        let total = loads.iter().fold(0_u64, |sum, &load| sum.saturating_add(load));
        let (statistic, degrees) = pearson(loads, shares);
        if degrees == 0 || total == 0 {
            return Self { statistic: 0.0, degrees, z: 0.0, p: 1.0, p_even: 1.0, method: Method::Exact };
        }
        let (statistic, free) = (statistic * float(keys) / float(total), f64::from(degrees));
        let variance = variance(shares, keys, free);
        let z = if variance > 0.0 { (statistic - free) / libm::sqrt(variance) } else { 0.0 };
        let thrown = |tails: Tails, method| {
            let (p, p_even) = (tails.at_least, tails.at_most);
            Self { statistic, degrees, z, p, p_even, method }
        };
        // Loads that are the keys themselves, few of them: every way is counted out.
        if let Some(tails) = (keys == total).then(|| uneven_exactly(loads, shares)).flatten() {
            return thrown(tails, Method::Exact);
        }
        if variance <= 0.0 {
            return thrown(Tails { at_least: 1.0, at_most: 1.0 }, Method::Law);
        }
        // A multiple of a chi-square with the same mean and variance.
        let factor = 2.0 * free / variance;
        thrown(chi_square_tails(statistic * factor, free * factor), Method::Law)
    }
}

/// The variance of Pearson's chi-square for so many keys on these shares (Haldane 1937).
fn variance(shares: &[u32], keys: u64, degrees: f64) -> f64 {
    let owners = degrees + 1.0;
    let total = f64::from(sum_of(shares));
    let inverse: f64 = shares.iter().filter(|share| **share > 0).map(|&share| total / f64::from(share)).sum();
    2.0 * degrees + (inverse - owners * owners - 2.0 * owners + 2.0) / float(keys.max(1))
}
