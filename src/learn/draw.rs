//! How the numbers of a card are drawn.

use super::condition::Condition;
use super::scene::Scene;
use crate::engine::Engine;
use crate::explore::{ExitPlan, Plan};
use crate::keys::{Generated, KeyType, LoadLaw};
use crate::scenario::{Buckets, Keys, RestartBuckets, Scenario, State};
use crate::unit::{BucketCount, WorkerCount, float};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Deserialize;

/// The stream of the generator that cards use: draws elsewhere have their own.
const STREAM: u64 = 0x6361_7264;
/// How often numbers are drawn anew until the card's conditions hold.
const TRIES: usize = 10_000;

/// A whole number to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Pick {
    /// One of these, each as likely.
    OneOf(Vec<u64>),
    /// From the first to the second, both included, each as likely.
    Between(u64, u64),
}

/// Keys to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum DrawnKeys {
    /// Many keys, all alike.
    Even,
    /// So many keys, all alike.
    Few(Pick),
    /// One key with this share of the load in tenths of a percent, beside 20 000 others alike: so many that chance moves no
    /// worker's load by much.
    Hot(Pick),
    /// Load by Zipf's law; the exponent in tenths.
    Zipf(Pick),
}

/// What a card draws. What is left out stays as in the built-in scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draw {
    /// Engines, one of which is taken.
    pub engines: Vec<Engine>,
    /// The bucket count; without it the engine's default.
    pub buckets: Option<Pick>,
    /// First start, then restarts.
    pub widths: Vec<Pick>,
    /// The count that the program sets at the second start.
    pub restart_buckets: Option<Pick>,
    /// The keys.
    pub keys: DrawnKeys,
    /// Pieces of the input.
    pub input_pieces: Option<Pick>,
    /// The expected peak of a plan; the first width is where it starts.
    pub peak: Option<Pick>,
    /// Growth of the plan in percent a year.
    pub growth_percent: Option<Pick>,
    /// Headroom that the plan wants, in times the peak.
    pub headroom: Option<Pick>,
    /// Records in the source, in millions, of a job that is rebuilt from it.
    pub history_millions: Option<Pick>,
    /// Records that arrive each second, in thousands.
    pub live_thousands: Option<Pick>,
    /// Records that the job takes each second when it is behind, in thousands.
    pub replay_thousands: Option<Pick>,
    /// What must hold of what was drawn, or it is drawn again.
    pub require: Vec<Condition>,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            buckets: None,
            widths: Vec::new(),
            restart_buckets: None,
            keys: DrawnKeys::Even,
            input_pieces: None,
            peak: None,
            growth_percent: None,
            headroom: None,
            history_millions: None,
            live_thousands: None,
            replay_thousands: None,
            require: Vec::new(),
        }
    }
}

/// A generator for a seed; the same on every machine.
pub(super) fn generator(seed: u64) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(STREAM);
    generator
}

impl Pick {
    fn draw(&self, generator: &mut ChaCha8Rng) -> Result<u64, String> {
        match self {
            Self::OneOf(numbers) if numbers.is_empty() => Err("OneOf([]): at least one number is needed".to_owned()),
            Self::OneOf(numbers) => Ok(numbers[generator.random_range(0..numbers.len())]),
            Self::Between(low, high) if low > high => {
                Err(format!("Between({low}, {high}): the first is above the second"))
            }
            Self::Between(low, high) => Ok(generator.random_range(*low..=*high)),
        }
    }
}

impl Draw {
    /// Draws a scene that meets the conditions.
    ///
    /// # Errors
    /// A sentence where the numbers cannot be, or the conditions hold too rarely.
    pub(super) fn scene(&self, generator: &mut ChaCha8Rng) -> Result<Scene, String> {
        for _ in 0..TRIES {
            let scene = Scene::new(self.scenario(generator)?, None).map_err(|error| error.to_string())?;
            if self.require.iter().all(|condition| condition.holds(&scene)) {
                return Ok(scene);
            }
        }
        Err(format!("no draw of {TRIES} meets all of `require`"))
    }

    fn scenario(&self, generator: &mut ChaCha8Rng) -> Result<Scenario, String> {
        let mut scenario = Scenario { seed: generator.random(), ..Scenario::built_in() };
        if !self.engines.is_empty() {
            scenario.engine = self.engines[generator.random_range(0..self.engines.len())].clone();
        }
        let count = |pick: &Pick, generator: &mut ChaCha8Rng| {
            BucketCount::new(pick.draw(generator)?).map_err(|error| error.to_string())
        };
        scenario.buckets = match &self.buckets {
            Some(pick) => Buckets::Fixed(count(pick, generator)?),
            None => Buckets::EngineDefault,
        };
        let width = |pick: &Pick, generator: &mut ChaCha8Rng| {
            WorkerCount::new(pick.draw(generator)?).map_err(|error| error.to_string())
        };
        scenario.widths = self.widths.iter().map(|pick| width(pick, generator)).collect::<Result<_, String>>()?;
        if let Some(pick) = &self.restart_buckets {
            scenario.restart_buckets = vec![RestartBuckets::Set(count(pick, generator)?)];
        }
        scenario.keys = Keys::Generated(self.keys.draw(generator)?);
        scenario.state = State { bytes_per_key: 64, bytes_per_load: 0 };
        if let Some(pieces) = &self.input_pieces {
            scenario.input_pieces = u32::try_from(pieces.draw(generator)?).map_err(|error| error.to_string())?;
        }
        if let Some(peak) = &self.peak {
            let first = *scenario.widths.first().ok_or("a plan starts at the first of `widths`: there is none")?;
            let mut plan = Plan::new(first, width(peak, generator)?);
            if let Some(growth) = &self.growth_percent {
                plan.growth_per_year = float(growth.draw(generator)?) / 100.0;
            }
            if let Some(headroom) = &self.headroom {
                plan.headroom = float(headroom.draw(generator)?);
            }
            scenario.plan = Some(plan);
        }
        scenario.ways_out = self.exit(generator)?;
        Ok(scenario)
    }

    fn exit(&self, generator: &mut ChaCha8Rng) -> Result<Option<ExitPlan>, String> {
        let (Some(history), Some(live), Some(replay)) =
            (&self.history_millions, &self.live_thousands, &self.replay_thousands)
        else {
            return Ok(None);
        };
        Ok(Some(ExitPlan {
            new_buckets: BucketCount::clamped(720),
            live_per_sec: 1e3 * float(live.draw(generator)?),
            replay_per_sec: 1e3 * float(replay.draw(generator)?),
            history_records: Some(1_000_000 * history.draw(generator)?),
            retained_records: None,
            bytes_per_sec: 100e6,
            restart_secs: 0.0,
        }))
    }
}

impl DrawnKeys {
    fn draw(&self, generator: &mut ChaCha8Rng) -> Result<Generated, String> {
        let first = generator.random_range(1..=1_000_000);
        let keys = |count, load| Generated {
            count,
            pattern: "user-{}".to_owned(),
            first,
            key_type: KeyType::String,
            load,
            shuffled: false,
        };
        Ok(match self {
            Self::Even => keys(20_000, LoadLaw::Uniform { each: 50 }),
            Self::Few(count) => keys(count.draw(generator)?, LoadLaw::Uniform { each: 50 }),
            Self::Hot(share) => {
                keys(20_001, LoadLaw::HotKeys { count: 1, share: float(share.draw(generator)?) / 1000.0, each: 100 })
            }
            Self::Zipf(tenths) => {
                keys(20_000, LoadLaw::Zipf { exponent: float(tenths.draw(generator)?) / 10.0, top: 20_000 })
            }
        })
    }
}
