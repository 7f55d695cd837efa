//! The ways out in one sentence.

use super::{Outlook, WaysOut};
use crate::engine::{Allowed, Facts};
use crate::numerals::{bytes, grouped, percent, time};

impl WaysOut {
    /// "From 128 to 720 key groups: a rebuild is up to date after 88 s, a rewrite stops the job for 62 s, a split leaves two
    /// jobs to run."
    #[must_use]
    pub fn sentence(&self, facts: &Facts) -> String {
        let words = &facts.words;
        if facts.count_is_constant() {
            return format!(
                "{} has {} {}, always: there is no other count to go to.",
                facts.name,
                grouped(self.buckets.into()),
                words.buckets
            );
        }
        if self.routes.iter().all(|way| way.route.allowed == Allowed::Needless) {
            return format!("{} needs no way out: each run takes any number of {}.", facts.name, words.buckets);
        }
        let [rebuild, rewrite, split] = &self.routes;
        format!(
            "From {} to {} {}: {}, {}, {}.",
            grouped(self.buckets.into()),
            grouped(self.new_buckets.into()),
            words.buckets,
            rebuilt(rebuild),
            rewritten(rewrite),
            match split.route.allowed {
                Allowed::No => "nothing splits the job",
                _ if split.never_catches_up() => "a split leaves two jobs that never catch up",
                _ => "a split leaves two jobs to run",
            }
        )
    }

    /// Whether something is done on this way: the engine has it, and it is not a needless one to the count that is there.
    #[must_use]
    pub fn leads_on(&self, way: &Outlook) -> bool {
        match way.route.allowed {
            Allowed::Yes | Allowed::Limited => true,
            Allowed::Needless => self.new_buckets != self.buckets,
            Allowed::No => false,
        }
    }

    /// Which way stops the job the shortest, and after which ones results lack something: "A split stops the job the shortest,
    /// for 60 s; results are incomplete for 28 s after a rebuild."
    #[must_use]
    pub fn stops_and_gaps(&self) -> String {
        let ways = || self.routes.iter().filter(|way| self.leads_on(way));
        let Some(least) = ways().min_by(|a, b| a.stop_secs.total_cmp(&b.stop_secs)) else {
            return "The engine has no way to another count.".to_owned();
        };
        // What reads the same is the same to the reader.
        let alike = ways().all(|way| time(way.stop_secs) == time(least.stop_secs));
        let stop = match (alike, ways().count()) {
            (true, 2..) => format!("Each way stops the job for {}", time(least.stop_secs)),
            (_, 1) => format!("A {} stops the job for {}", least.route.kind.id(), time(least.stop_secs)),
            _ => format!("A {} stops the job the shortest, for {}", least.route.kind.id(), time(least.stop_secs)),
        };
        let gaps: Vec<String> = ways()
            .filter(|way| way.incomplete_secs.is_none_or(|secs| secs > 0.0))
            .map(|way| {
                let long =
                    way.incomplete_secs.map_or_else(|| "for ever".to_owned(), |secs| format!("for {}", time(secs)));
                format!("{long} after a {}", way.route.kind.id())
            })
            .collect();
        match gaps.as_slice() {
            [] => format!("{stop}; no results are incomplete meanwhile."),
            gaps => format!("{stop}; results are incomplete {}.", gaps.join(", ")),
        }
    }

    /// What is there twice from then on: "2 jobs instead of 1, snapshots of 10 kB instead of 5 000 B, 82 files instead of 41."
    /// `None` where one job stays one.
    #[must_use]
    pub fn doubled(&self, way: &Outlook) -> Option<String> {
        let (jobs, size, files) = (way.jobs_after.into(), way.snapshot_bytes_after, way.files_after);
        (way.jobs_after > 1).then(|| {
            format!(
                "{} jobs to run instead of 1, snapshots of {} instead of {}, {} files in them instead of {}.",
                grouped(jobs),
                bytes(size),
                bytes(self.snapshot_bytes),
                grouped(files),
                grouped(self.files)
            )
        })
    }
}

impl Outlook {
    /// Whether the engine offers the way, yet at these rates the job is never up to date again.
    #[must_use]
    pub const fn never_catches_up(&self) -> bool {
        matches!(self.route.allowed, Allowed::Yes | Allowed::Limited) && self.catch_up_secs.is_none()
    }

    /// Whether the engine has the way, and what is wrong with it: "Yes", "Yes, but never catches up".
    #[must_use]
    pub fn verdict(&self) -> String {
        let never = if self.never_catches_up() { ", but never catches up" } else { "" };
        format!("{}{never}", self.route.allowed.word())
    }
}

fn rebuilt(way: &Outlook) -> String {
    if way.route.allowed == Allowed::No {
        return "nothing rebuilds the state".to_owned();
    }
    let Some(catch_up) = way.catch_up_secs else { return "a rebuild never catches up".to_owned() };
    let lost = match way.lost_share {
        0.0 => String::new(),
        lost => format!(" and lacks {} of the past", percent(lost)),
    };
    format!("a rebuild is up to date after {}{lost}", time(way.stop_secs + catch_up))
}

fn rewritten(way: &Outlook) -> String {
    if way.route.allowed == Allowed::No {
        return "nothing rewrites the state".to_owned();
    }
    let never = if way.never_catches_up() { " and never catches up" } else { "" };
    format!("a rewrite stops the job for {}{never}", time(way.stop_secs))
}

#[cfg(test)]
mod tests {
    use super::super::{ExitPlan, Outlook, WaysOut, ways_out};
    use crate::engine::Engine;
    use crate::keys::{Generated, KeySource, KeyType, LoadLaw};
    use crate::simulate::{BucketChoice, Job, RestartChoice, Start, StateSize, Unwatched};
    use crate::unit::{BucketCount, WorkerCount};

    fn said(engine: &str, change: impl Fn(ExitPlan) -> ExitPlan) -> String {
        found(engine, change).stops_and_gaps().replace('\u{a0}', " ")
    }

    fn found(engine: &str, change: impl Fn(ExitPlan) -> ExitPlan) -> WaysOut {
        let engine = Engine::named(engine).unwrap();
        let plan = ExitPlan::to_start_from(&engine, 128);
        let keys = Generated {
            count: 1000,
            pattern: "k{}".to_owned(),
            first: 1,
            key_type: KeyType::String,
            load: LoadLaw::Uniform { each: 40_000 },
            shuffled: false,
        };
        let job = Job {
            name: String::new(),
            engine,
            buckets: BucketChoice::Fixed(BucketCount::clamped(128)),
            starts: vec![Start { width: WorkerCount::clamped(4), buckets: RestartChoice::Keep }],
            keys: KeySource::Generated(keys),
            state: StateSize { bytes_per_key: 10_000_000, bytes_per_load: 0 },
            input_pieces: 128,
            seed: 1,
        };
        ways_out(&job, &change(plan), &Unwatched).unwrap()
    }

    /// As many records arrive as are read: what arrives during the stop is never worked off, whichever way is taken.
    #[test]
    fn a_way_that_never_catches_up_is_called_so() {
        let verdicts = |engine, live_per_sec| {
            let ways = found(engine, |plan| ExitPlan { live_per_sec, ..plan });
            ways.routes.each_ref().map(Outlook::verdict)
        };
        assert_eq!(verdicts("flink", 10_000.0), ["Yes", "In some settings", "Yes"]);
        let never =
            ["Yes, but never catches up", "In some settings, but never catches up", "Yes, but never catches up"];
        assert_eq!(verdicts("flink", 50_000.0), never);
        assert_eq!(verdicts("kafka-streams", 50_000.0)[1], "No");
        let flink = found("flink", |plan| ExitPlan { live_per_sec: 50_000.0, ..plan });
        let sentence = flink.sentence(Engine::named("flink").unwrap().facts());
        assert!(sentence.contains(" and never catches up, a split leaves two jobs that never catch up."), "{sentence}");
    }

    /// 10 GB at 100 MB a second: 100 s to read once. 40 million records and 60 s of 10 000, at 40 000 a second to spare: 17 min.
    #[test]
    fn the_shortest_stop_and_what_is_incomplete_are_said() {
        let rebuild = "A rebuild stops the job the shortest, for 60 s; results are incomplete ";
        assert_eq!(said("flink", |plan| plan), format!("{rebuild}for 16.9 min after a rebuild."));
        let held = said("flink", |plan| ExitPlan { retained_records: Some(5), ..plan });
        assert_eq!(held, format!("{rebuild}for ever after a rebuild."));
        let alike = said("flink", |plan| ExitPlan { bytes_per_sec: 1e15, ..plan });
        assert!(alike.starts_with("Each way stops the job for 60 s; "), "{alike}");
        assert_eq!(
            said("mapreduce", |plan| plan),
            "Each way stops the job for 60 s; no results are incomplete meanwhile."
        );
    }
}
