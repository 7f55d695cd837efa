//! The busiest worker at one width, without building the deal where the rule cuts ranges.

use crate::deal::{Assignment, DealingRule};
use crate::simulate::{SimulateError, Watch};
use crate::unit::{BucketCount, WorkerCount};

/// Loads of one population's buckets, ready to be dealt at many widths.
#[derive(Debug)]
pub(super) struct Buckets<'a> {
    loads: &'a [u64],
    /// Sum of the loads before each bucket, and of all at the end.
    before: Vec<u64>,
}

/// The busiest worker of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Peak {
    /// Records of the busiest worker.
    pub load: u64,
    /// Most buckets on a worker, the busiest or another.
    pub buckets: u32,
    /// Most buckets on a worker, were all buckets alike.
    pub even_buckets: u32,
    /// Workers that own a bucket.
    pub owners: u32,
}

/// A width at which many loads are dealt by one rule.
#[derive(Debug)]
pub(super) struct Width(Dealt);

#[derive(Debug)]
enum Dealt {
    InRanges(WorkerCount),
    Once(Assignment),
    Anew(DealingRule, WorkerCount),
}

impl Width {
    /// Deals once and keeps the deal, unless the rule reads loads or needs no deal at all, or `keep` says that this is too much
    /// to keep.
    pub(super) fn new(
        rule: DealingRule,
        buckets: BucketCount,
        workers: WorkerCount,
        keep: bool,
        watch: &dyn Watch,
    ) -> Result<Self, SimulateError> {
        Ok(Self(if cuts_ranges(&rule, buckets, workers) {
            Dealt::InRanges(workers)
        } else if keep && !rule.reads_loads() {
            Dealt::Once(rule.deal_checked(buckets, workers, &[], &|| watch.go_on())?)
        } else {
            Dealt::Anew(rule, workers)
        }))
    }
}

fn cuts_ranges(rule: &DealingRule, buckets: BucketCount, workers: WorkerCount) -> bool {
    *rule == DealingRule::Contiguous && workers.get() <= buckets.get()
}

impl<'a> Buckets<'a> {
    pub(super) fn new(loads: &'a [u64]) -> Self {
        let mut before = Vec::with_capacity(loads.len() + 1);
        let mut sum = 0;
        before.push(0);
        for &load in loads {
            sum += load;
            before.push(sum);
        }
        Self { loads, before }
    }

    pub(super) fn total(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    fn count(&self) -> BucketCount {
        BucketCount::clamped(self.loads.len() as u64)
    }

    /// The busiest of `workers` under a rule.
    pub(super) fn peak(
        &self,
        rule: &DealingRule,
        workers: WorkerCount,
        watch: &dyn Watch,
    ) -> Result<Peak, SimulateError> {
        if cuts_ranges(rule, self.count(), workers) {
            return Ok(self.peak_of_ranges(workers));
        }
        let deal = |loads| rule.deal_checked(self.count(), workers, loads, &|| watch.go_on());
        let dealt = deal(self.loads)?;
        let counts = dealt.bucket_counts();
        let most = counts.iter().copied().max().unwrap_or(0);
        let even_buckets =
            if rule.reads_loads() { deal(&[])?.bucket_counts().into_iter().max().unwrap_or(0) } else { most };
        Ok(Peak {
            load: self.most_load(&dealt),
            buckets: most,
            even_buckets,
            owners: u32::try_from(counts.iter().filter(|&&count| count > 0).count()).unwrap_or(u32::MAX),
        })
    }

    /// Records of the busiest worker at a width.
    pub(super) fn peak_load(&self, width: &Width, watch: &dyn Watch) -> Result<u64, SimulateError> {
        Ok(match &width.0 {
            Dealt::InRanges(workers) => self.peak_of_ranges(*workers).load,
            Dealt::Once(deal) => self.most_load(deal),
            Dealt::Anew(rule, workers) => {
                self.most_load(&rule.deal_checked(self.count(), *workers, self.loads, &|| watch.go_on())?)
            }
        })
    }

    fn most_load(&self, deal: &Assignment) -> u64 {
        deal.sum(self.loads).into_iter().max().unwrap_or(0)
    }

    /// Range i ends before bucket `ceil((i + 1) N / p)`: N/p whole buckets on, and one more whenever the rest fills up.
    fn peak_of_ranges(&self, workers: WorkerCount) -> Peak {
        let (n, p) = (self.loads.len(), workers.len());
        let (whole, rest) = (n / p, n % p);
        let (mut end, mut filled, mut last, mut load) = (0, p - 1, 0, 0);
        for _ in 0..p {
            end += whole;
            filled += rest;
            if filled >= p {
                filled -= p;
                end += 1;
            }
            let sum = self.before[end];
            load = load.max(sum - last);
            last = sum;
        }
        let most = self.count().get().div_ceil(workers.get());
        Peak { load, buckets: most, even_buckets: most, owners: workers.get() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Unwatched;

    #[test]
    fn ranges_by_sums_equal_ranges_by_deal() {
        let loads: Vec<u64> = (0..997_u64).map(|b| b * b % 101 + 1).collect();
        let buckets = Buckets::new(&loads);
        for p in 1..=997 {
            let workers = WorkerCount::new(p).unwrap();
            let deal = DealingRule::Contiguous.deal(buckets.count(), workers, &loads);
            let peak = buckets.peak(&DealingRule::Contiguous, workers, &Unwatched).unwrap();
            assert_eq!(Some(peak.load), deal.sum(&loads).into_iter().max());
            assert_eq!(Some(peak.buckets), deal.bucket_counts().into_iter().max());
        }
    }
}
