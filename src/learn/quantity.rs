//! What can be asked of a scene, by name.

use super::scene::Scene;
use crate::engine::{Allowed, routes};
use crate::explore::{ExitPlan, Runway, runway, ways_out};
use crate::numerals::{bytes, decimal, grouped, percent, short, times};
use crate::scenario::{Buckets, RestartBuckets, Scenario};
use crate::simulate::{Unwatched, useful_widths};
use crate::unit::{BucketCount, float, rounded};
use std::fmt;
use std::str::FromStr;

/// Units of quantities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Whole,
    Short,
    Times,
    Share,
    Bytes,
    Years,
}

macro_rules! quantities {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $unit:ident;)*) => {
        /// What is asked of a step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Kind { $($(#[$doc])* $variant),* }

        impl Kind {
            /// Every quantity with the name that lessons and cards know it by.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$variant, $name)),*];

            const fn unit(self) -> Unit {
                match self { $(Self::$variant => Unit::$unit),* }
            }
        }
    };
}

quantities! {
    /// Bucket count in force.
    Buckets = "buckets", Whole;
    /// Width asked for.
    Workers = "workers", Whole;
    /// Workers that own a bucket.
    Owners = "owners", Whole;
    /// Workers that own none.
    Idle = "idle", Whole;
    /// Most buckets on a worker.
    MostBuckets = "most_buckets", Whole;
    /// Fewest buckets on a worker that owns any.
    FewestBuckets = "fewest_buckets", Whole;
    /// Workers that take part: the owners where the engine caps the width, none where it refuses it.
    Started = "started", Whole;
    /// How many workers own the most buckets.
    WithMost = "with_most", Whole;
    /// How many evenly loaded workers would be as fast, were all buckets alike: N ÷ most buckets on a worker.
    EvenWidth = "even_width", Short;
    /// How many evenly loaded workers would be as fast, with the keys as they are.
    EffectiveWidth = "effective_width", Short;
    /// Busiest ÷ mean load.
    PeakToMean = "peak_to_mean", Times;
    /// What uneven dealing alone costs: most buckets on a worker · p ÷ N.
    Dealing = "dealing", Times;
    /// The floor that the hottest key sets: p · its share, at least 1.
    HotKeyFloor = "hot_key_floor", Times;
    /// The larger of dealing and hot key floor ÷ the smaller: how clearly one of them is to blame.
    LossMargin = "loss_margin", Times;
    /// The hottest key's share of the load.
    HottestShare = "hottest_share", Share;
    /// How many evenly loaded workers the job is never faster than, for its hottest key: 1 ÷ its share.
    WidthOfHotKey = "width_of_hot_key", Short;
    /// What the larger of the two floors, dealing and hot key, leaves unexplained: busiest ÷ mean, divided by it.
    Unexplained = "unexplained", Times;
    /// Distinct keys.
    Keys = "keys", Whole;
    /// Records of all keys.
    Load = "load", Whole;
    /// Workers without a key, idle ones included.
    Keyless = "keyless", Whole;
    /// Workers that have no key however the keys fall: the width less the keys or buckets, whichever are fewer.
    SureKeyless = "sure_keyless", Whole;
    /// Workers without a key that chance alone gives on average; none where nobody counted the keys.
    ExpectedKeyless = "expected_keyless", Short;
    /// Buckets that hold a key.
    Occupied = "occupied", Whole;
    /// Buckets whose owner has another number than before.
    Moved = "moved", Whole;
    /// The same as a share of all.
    MovedShare = "moved_share", Share;
    /// The least share under the best names for the workers.
    LeastMovedShare = "least_moved_share", Share;
    /// The next larger width at which the busiest worker holds fewer buckets; the width itself where there is none.
    NextUseful = "next_useful", Whole;
    /// The smallest width that is as fast, were all buckets alike.
    AsFastAs = "as_fast_as", Whole;
    /// How many useful widths the count has.
    UsefulWidths = "useful_widths", Whole;
    /// Bytes of metadata of a snapshot; none where the engine's snapshot is not modelled.
    MetadataBytes = "metadata_bytes", Bytes;
    /// Bytes of metadata and data of a snapshot that are there only because of the bucket count; none where it is not modelled.
    BucketBytes = "bucket_bytes", Bytes;
    /// Bytes of state files of a snapshot.
    DataBytes = "data_bytes", Bytes;
    /// Files of a snapshot; none where it is not modelled.
    Files = "files", Whole;
    /// Pieces of the input.
    InputPieces = "input_pieces", Whole;
    /// The count that the engine would take where none is set, were the step the first start.
    DefaultBuckets = "default_buckets", Whole;
    /// The count that the program sets at the step.
    BucketsAsked = "buckets_asked", Whole;
    /// The least count that is even at every width of the scenario: their least common multiple.
    EvenCount = "even_count", Whole;
    /// Steps at which every worker owns the same number of buckets.
    EvenSteps = "even_steps", Whole;
    /// 1 where the engine lets a snapshot be written under another count, in some settings at least; 0 otherwise.
    CanRewrite = "can_rewrite", Whole;
    /// 1 where the engine keeps state from one start to the next, 0 otherwise.
    KeepsState = "keeps_state", Whole;
    /// N ÷ the expected peak of the plan (the width, without a plan).
    Headroom = "headroom", Times;
    /// The headroom that the plan wants, in times its peak.
    HeadroomWanted = "headroom_wanted", Short;
    /// The expected peak of the plan.
    Peak = "peak", Whole;
    /// Buckets left over when N is shared out evenly at the expected peak: N modulo the peak.
    LeftOverAtPeak = "left_over_at_peak", Whole;
    /// The least count that meets the plan's headroom.
    LeastBuckets = "least_buckets", Whole;
    /// Growth of the plan in a year.
    Growth = "growth", Share;
    /// Years until the plan needs more workers than there are buckets; 100 where that is later.
    CeilingYears = "ceiling_years", Years;
    /// Hours until a job rebuilt from its source has caught up; none where it never does.
    CatchUpHours = "catch_up_hours", Short;
    /// Records in the source that made the state.
    History = "history", Whole;
    /// Records that arrive each second.
    LiveRate = "live_rate", Whole;
    /// Records that the job takes each second when it is behind.
    ReplayRate = "replay_rate", Whole;
    /// The bucket of the key named.
    BucketOf = "bucket_of", Whole;
    /// The worker of the key named.
    WorkerOf = "worker_of", Whole;
}

/// A quantity at a step: `idle`, `workers@1` (of the first start), `bucket_of:user-7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// What is asked.
    pub kind: Kind,
    /// The key named, for those that take one.
    pub key: Option<String>,
    /// The step it is asked of, from 1; without it the one looked at.
    pub step: Option<usize>,
}

/// A value with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// The value. Shares are 0 to 1.
    pub value: f64,
    unit: Unit,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self.unit {
            Unit::Whole => grouped(rounded(self.value)),
            Unit::Short | Unit::Years => short(self.value),
            Unit::Times => times(self.value),
            Unit::Share => percent(self.value),
            Unit::Bytes => bytes(rounded(self.value)),
        })
    }
}

impl Reading {
    /// The number that a learner would type: percent for a share.
    #[must_use]
    pub fn typed(&self) -> f64 {
        if self.unit == Unit::Share { 100.0 * self.value } else { self.value }
    }

    /// Whether it is a whole number, to be met exactly.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.unit == Unit::Whole
    }

    /// The number as it is asked for, without a unit: bytes to the byte, percent for a share.
    #[must_use]
    pub fn bare(&self) -> String {
        match self.unit {
            Unit::Bytes => grouped(rounded(self.value)),
            _ => self.to_string().trim_end_matches(['×', '%', '\u{a0}']).to_owned(),
        }
    }

    /// The same with its unit once: its own sign, or the word that `unit` has for it.
    #[must_use]
    pub fn with_unit(&self, unit: &str) -> String {
        let number = self.bare();
        match self.unit {
            Unit::Times | Unit::Share => self.to_string(),
            _ => format!("{number} {}", unit_of(unit, &number)).trim_end().to_owned(),
        }
    }
}

/// A number without its unit, as a learner typed it: no digit more, none less, up to four behind the point.
#[must_use]
pub fn as_typed(number: f64) -> String {
    let digits = decimal(number, 4);
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The word of a unit such as "worker|workers" that goes with a number as it reads.
#[must_use]
pub fn unit_of<'a>(unit: &'a str, number: &str) -> &'a str {
    match unit.split_once('|') {
        Some((one, _)) if number.trim() == "1" => one,
        Some((_, many)) => many,
        None => unit,
    }
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rest, step) = match text.rsplit_once('@') {
            Some((rest, step)) => {
                let step = step.parse().ok().filter(|&step| step > 0);
                (rest, Some(step.ok_or_else(|| format!("\"{text}\": a step from 1 is needed after @"))?))
            }
            None => (text, None),
        };
        let (name, key) = match rest.split_once(':') {
            Some((name, key)) => (name, Some(key.to_owned())),
            None => (rest, None),
        };
        let known = Kind::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind);
        let names = || Kind::ALL.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
        let kind = known.ok_or_else(|| format!("\"{name}\" is no figure: allowed are {}", names()))?;
        if matches!(kind, Kind::BucketOf | Kind::WorkerOf) != key.is_some() {
            return Err(format!("\"{text}\": bucket_of and worker_of, and they alone, name a key after a colon"));
        }
        Ok(Self { kind, key, step })
    }
}

impl Quantity {
    /// Its value in a scene; `None` where it has none there, as the owners of a step that is refused.
    #[must_use]
    pub fn of(&self, scene: &Scene) -> Option<Reading> {
        let step = self.step.map_or(scene.step, |step| step - 1);
        let value = value(self.kind, self.key.as_deref(), scene, step)?;
        value.is_finite().then_some(Reading { value, unit: self.kind.unit() })
    }
}

fn value(kind: Kind, key: Option<&str>, scene: &Scene, at: usize) -> Option<f64> {
    let step = scene.at(at)?;
    let plan = scene.scenario.plan.as_ref();
    let exit = || scene.scenario.ways_out;
    Some(match kind {
        Kind::Buckets => step.bucket_count.into(),
        Kind::Workers => step.workers.into(),
        Kind::Owners => step.owners.into(),
        Kind::Idle => step.idle.into(),
        Kind::Keys => float(scene.report.keys.count),
        Kind::Load => float(scene.report.keys.load),
        Kind::HottestShare => scene.report.keys.hottest_share,
        Kind::WidthOfHotKey => 1.0 / scene.report.keys.hottest_share,
        Kind::Occupied => scene.report.buckets.occupied.into(),
        Kind::InputPieces => scene.job.input_pieces.into(),
        Kind::NextUseful | Kind::AsFastAs | Kind::UsefulWidths => of_useful(kind, step.bucket_count, step.workers)?,
        Kind::DefaultBuckets => {
            let width = *scene.scenario.widths.get(at)?;
            float(scene.job.engine.profile().default_buckets(width, scene.job.input_pieces)?)
        }
        Kind::Headroom => {
            let peak = plan.map_or(step.workers, |plan| plan.peak_width.get());
            f64::from(step.bucket_count) / f64::from(peak)
        }
        Kind::HeadroomWanted => plan?.headroom,
        Kind::Peak => plan?.peak_width.as_f64(),
        Kind::LeftOverAtPeak => (step.bucket_count % plan?.peak_width.get()).into(),
        Kind::LeastBuckets => plan?.least_buckets().into(),
        Kind::Growth => plan?.growth_per_year,
        Kind::CeilingYears => of_runway(scene, step.bucket_count)?.ceiling_years.unwrap_or(100.0),
        Kind::CatchUpHours => catch_up_secs(scene, &exit()?)? / 3600.0,
        Kind::History => float(exit()?.history_records.unwrap_or(scene.report.keys.load)),
        Kind::LiveRate => exit()?.live_per_sec,
        Kind::ReplayRate => exit()?.replay_per_sec,
        Kind::BucketOf => scene.place_of(key?, at)?.0.into(),
        Kind::WorkerOf => scene.place_of(key?, at)?.1.into(),
        Kind::BucketsAsked => buckets_asked(&scene.scenario, at, step.bucket_count).into(),
        Kind::EvenCount => float(even_count(scene.scenario.widths.iter().map(|width| width.get().into()))?),
        Kind::EvenSteps => float((0..scene.report.steps.len()).filter(|&at| is_even(scene, at)).count() as u64),
        Kind::CanRewrite => {
            let [_, rewrite, _] = routes(&scene.job.engine);
            u32::from(matches!(rewrite.allowed, Allowed::Yes | Allowed::Limited)).into()
        }
        Kind::KeepsState => u32::from(scene.job.engine.profile().keeps_state()).into(),
        Kind::Started => float(scene.deal(at).map_or(0, |deal| deal.worker.len() as u64)),
        Kind::SureKeyless => {
            let busy = scene.report.keys.count.min(step.owners.into());
            float(u64::from(step.workers).saturating_sub(busy))
        }
        Kind::Moved => step.movement?.buckets_moved.into(),
        Kind::MovedShare => step.movement?.moved_fraction,
        Kind::LeastMovedShare => step.movement?.best_relabelled_fraction?,
        _ => return of_deal(kind, scene, at),
    })
}

fn of_deal(kind: Kind, scene: &Scene, at: usize) -> Option<f64> {
    let (deal, count) = (scene.deal(at)?, scene.at(at)?.bucket_count);
    let owned = || deal.worker.iter().map(|worker| worker.buckets);
    let most = owned().max()?;
    Some(match kind {
        Kind::MostBuckets => most.into(),
        Kind::FewestBuckets => owned().filter(|&buckets| buckets > 0).min()?.into(),
        Kind::WithMost => float(owned().filter(|&buckets| buckets == most).count() as u64),
        Kind::EvenWidth => f64::from(count) / f64::from(most),
        Kind::EffectiveWidth => deal.effective_width,
        Kind::PeakToMean => deal.peak_to_mean,
        Kind::Dealing => deal.loss.dealing,
        Kind::HotKeyFloor => deal.loss.hot_key_floor,
        Kind::LossMargin => {
            let (dealing, hot) = (deal.loss.dealing, deal.loss.hot_key_floor);
            dealing.max(hot) / dealing.min(hot)
        }
        Kind::Unexplained => deal.peak_to_mean / deal.loss.dealing.max(deal.loss.hot_key_floor),
        Kind::Keyless => f64::from(deal.expected_idle.map_or(deal.keyless, |idle| idle.found)),
        Kind::ExpectedKeyless => deal.expected_idle?.mean,
        Kind::MetadataBytes => float(deal.snapshot.counted_metadata()?),
        Kind::BucketBytes => float(deal.snapshot.is_counted.then_some(deal.snapshot.bytes_of_buckets)?),
        Kind::DataBytes => float(deal.snapshot.data_bytes),
        Kind::Files => float(deal.snapshot.counted_files()?),
        _ => return None,
    })
}

/// The count set by the program at a step: the first start's, unless the restart has one of its own.
fn buckets_asked(scenario: &Scenario, at: usize, in_force: u32) -> u32 {
    let first = match scenario.buckets {
        Buckets::Fixed(count) => count.get(),
        Buckets::EngineDefault => in_force,
    };
    match at.checked_sub(1).and_then(|restart| scenario.restart_buckets.get(restart)) {
        Some(RestartBuckets::Set(count)) => count.get(),
        Some(RestartBuckets::Unset) => in_force,
        Some(RestartBuckets::Keep) | None => first,
    }
}

fn is_even(scene: &Scene, at: usize) -> bool {
    scene.deal(at).is_some_and(|deal| deal.worker.windows(2).all(|pair| pair[0].buckets == pair[1].buckets))
}

/// The least common multiple; `None` beyond 64 bits.
fn even_count(mut widths: impl Iterator<Item = u64>) -> Option<u64> {
    let common = |a: u64, b: u64| {
        let (mut left, mut right) = (a, b);
        while right > 0 {
            (left, right) = (right, left % right);
        }
        (a / left).checked_mul(b)
    };
    widths.try_fold(1, common)
}

fn of_useful(kind: Kind, count: u32, width: u32) -> Option<f64> {
    let useful = useful_widths(BucketCount::new(count.into()).ok()?);
    Some(match kind {
        Kind::NextUseful => useful.iter().copied().find(|&useful| useful > width).unwrap_or(width).into(),
        Kind::AsFastAs => useful.iter().rev().copied().find(|&useful| useful <= width)?.into(),
        _ => float(useful.len() as u64),
    })
}

fn of_runway(scene: &Scene, count: u32) -> Option<Runway> {
    let plan = scene.scenario.plan.as_ref()?;
    runway(&scene.job, plan, BucketCount::new(count.into()).ok()?, &Unwatched).ok()
}

/// Of the first way, which rebuilds from the source.
fn catch_up_secs(scene: &Scene, exit: &ExitPlan) -> Option<f64> {
    ways_out(&scene.job, exit, &Unwatched).ok()?.routes.first()?.catch_up_secs
}
