//! `redeal deal`: which worker owns which buckets.

use super::failure::Failure;
use super::{Answer, arguments, output};
use crate::engine::Engine;
use crate::unit::{BucketCount, WorkerCount};
use clap::Args;

/// Deals buckets to workers as an engine does: worker, count, buckets as CSV.
///
/// Where a deal follows the load (Spark, Hadoop), every bucket weighs the same. A width that the engine refuses gets the
/// engine's own text on stderr and exit code 1.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal deal --engine flink --buckets 128 --workers 40\n  redeal deal --engine hazelcast --workers 7"
)]
pub(super) struct Arguments {
    /// Engine, with its default options.
    #[arg(long, value_name = "E", value_parser = arguments::engine())]
    engine: Engine,
    /// Bucket count; without it the engine's default for the width.
    #[arg(long, value_name = "N", value_parser = arguments::buckets, allow_hyphen_values = true)]
    buckets: Option<BucketCount>,
    /// Width.
    #[arg(long, value_name = "P", value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: WorkerCount,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let Arguments { engine, buckets, workers } = arguments;
    let buckets =
        buckets.map_or_else(|| arguments::default_count(engine, Some(*workers)), Ok).map_err(Failure::Told)?;
    let start = arguments::first_start(engine, buckets, *workers).map_err(Failure::Told)?;
    if !arguments::started(engine, &start) {
        return Ok(Answer::No);
    }
    let rule = engine.profile().dealing(start.workers);
    let lists = rule.deal(buckets, start.workers, &vec![1; buckets.len()]).bucket_lists();
    output::stream(None, |out| {
        writeln!(out, "worker,count,buckets")?;
        let mut lists = lists.iter().enumerate();
        lists.try_for_each(|(worker, list)| writeln!(out, "{worker},{},{}", list.len(), range_or_list(list)))
    })?;
    Ok(Answer::Done)
}

/// `0-31` for a range, else every bucket, parted by spaces.
fn range_or_list(rising: &[u32]) -> String {
    match rising {
        [first, .., last] if (*last - *first) as usize + 1 == rising.len() => format!("{first}-{last}"),
        list => list.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::range_or_list;

    #[test]
    fn ranges_and_lists() {
        assert_eq!(range_or_list(&[0, 1, 2]), "0-2");
        assert_eq!(range_or_list(&[0, 4, 8]), "0 4 8");
        assert_eq!(range_or_list(&[7]), "7");
        assert_eq!(range_or_list(&[]), "");
    }
}
