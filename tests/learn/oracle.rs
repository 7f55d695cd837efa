//! The answer of every card, worked out another way: from the drawn numbers alone, by closed forms and by counting.

use crate::drawn::{DRAWS, Drew};
use crate::shipped;
use redeal::engine::{Engine, FlinkScheduler, RisingWaveParallelism};
use redeal::explore::{ExitPlan, Plan};
use redeal::keys::LoadLaw;
use redeal::learn::{Scene, Truth};
use redeal::scenario::{Buckets, Keys};
use redeal::unit::float;

/// What ought to be the answer.
pub enum Expected {
    /// A number as it is typed, and how far off it may lie as a share.
    Number(f64, f64),
    /// The one choice that holds these words.
    Says(String),
}

/// The numbers of a card.
struct Numbers<'a> {
    n: u64,
    first: u64,
    p: u64,
    keys: u64,
    /// The hottest key's share in percent, as drawn.
    hot_percent: f64,
    engine: &'a Engine,
    plan: Option<&'a Plan>,
    exit: Option<&'a ExitPlan>,
    widths: Vec<u64>,
}

#[test]
fn every_answer_is_what_it_is_for_a_reason_of_its_own() {
    for drew in DRAWS.iter().flatten() {
        match (expected(drew), &drew.truth) {
            (Expected::Number(number, within), Truth::Number(reading)) => {
                let off = (reading.typed() - number).abs();
                assert!(off <= within * number.abs() + 1e-9, "{}: {number}, not {}", drew.place(), reading.typed());
            }
            (Expected::Says(words), Truth::Choice(at)) => {
                let with = |choice: &&String| choice.contains(&words);
                assert_eq!(drew.question.choices.iter().filter(with).count(), 1, "{}: {words}", drew.place());
                let chosen = &drew.question.choices[*at];
                assert!(chosen.contains(&words), "{}: \"{words}\", not \"{chosen}\"", drew.place());
            }
            (_, truth) => panic!("{}: {truth:?} is of another kind", drew.place()),
        }
    }
}

fn expected(drew: &Drew) -> Expected {
    let numbers = Numbers::of(drew);
    let id = drew.card.id.as_str();
    numbers
        .counted(id)
        .map(|number| exactly(float(number)))
        .or_else(|| numbers.measured(id))
        .or_else(|| numbers.said(id))
        .unwrap_or_else(|| panic!("{id}: no reason of its own is known"))
}

fn exactly(number: f64) -> Expected {
    Expected::Number(number, 1e-9)
}

impl<'a> Numbers<'a> {
    fn of(drew: &'a Drew) -> Self {
        let scenario = &drew.scenario;
        let widths: Vec<u64> = scenario.widths.iter().map(|width| width.get().into()).collect();
        let Keys::Generated(keys) = &scenario.keys else { panic!("cards make their keys") };
        let n = match scenario.buckets {
            Buckets::Fixed(count) => count.get().into(),
            Buckets::EngineDefault => flink_default(widths[0]),
        };
        let hot_percent = match keys.load {
            LoadLaw::HotKeys { share, .. } => (1000.0 * share).round() / 10.0,
            _ => 0.0,
        };
        Self {
            n,
            first: widths[0],
            p: widths[widths.len() - 1],
            keys: keys.count,
            hot_percent,
            engine: &scenario.engine,
            plan: scenario.plan.as_ref(),
            exit: scenario.ways_out.as_ref(),
            widths,
        }
    }

    /// Answers that are counts.
    fn counted(&self, id: &str) -> Option<u64> {
        let Self { n, p, .. } = *self;
        let most = n.div_ceil(p);
        Some(match id {
            "idle-past-the-ceiling" => p - p.min(n),
            "busiest-worker" => most,
            "sure-without-keys" => p - self.keys.min(p).min(n),
            "pieces-or-buckets" => n,
            "owner-after-restart" => key_group("berlin", n) * p / n,
            "as-fast-as" => (1..=p).find(|&width| n.div_ceil(width) == most)?,
            "next-useful" => (p + 1..=n).find(|&width| n.div_ceil(width) < most)?,
            "default-count" => flink_default(p),
            "default-is-for-ever" => flink_default(self.first),
            "files-of-a-batch" => 4 * n,
            "least-count" => {
                let plan = self.plan?;
                (1..=100_000).find(|&count| float(count) >= plan.headroom * plan.peak_width.as_f64())?
            }
            "one-count-for-three-widths" => {
                (1..=100_000).find(|count: &u64| self.widths.iter().all(|width| count.is_multiple_of(*width)))?
            }
            _ => return None,
        })
    }

    /// Answers that are measured.
    fn measured(&self, id: &str) -> Option<Expected> {
        let Self { n, p, .. } = *self;
        Some(match id {
            "least-that-moves" => exactly(100.0 * (1.0 - float(most_kept(n, self.first, p)) / float(n))),
            "expected-without-keys" => {
                assert!(n.is_multiple_of(p), "the closed form needs equal shares");
                let missed = (0..self.keys).fold(1.0, |missed, _| missed * (1.0 - 1.0 / float(p)));
                exactly(float(p) * missed)
            }
            "worth-of-a-width" => exactly(float(n) / float(n.div_ceil(p))),
            // Hashmap checkpoint with one state: an offset of 8 bytes in `_metadata`; a number of 4 bytes, a state's number of 2
            // and its count of 4 in the data.
            "cost-of-the-count" => exactly(float(18 * n)),
            // Records are whole, so the share is what was drawn to within a record.
            "hot-key-limit" => Expected::Number(100.0 / self.hot_percent, 1e-3),
            "headroom-left" => exactly(float(n) / self.plan?.peak_width.as_f64()),
            "years-to-the-ceiling" => {
                Expected::Number(years_until(float(self.first), float(n), self.plan?.growth_per_year), 1e-3)
            }
            "hours-to-catch-up" => exactly(hours_to_catch_up(self.exit?)?),
            _ => return None,
        })
    }

    /// Answers that are chosen.
    fn said(&self, id: &str) -> Option<Expected> {
        let Self { n, p, .. } = *self;
        let peak = self.plan.map_or(0, |plan| u64::from(plan.peak_width.get()));
        let wanted = self.plan.map_or(0.0, |plan| plan.headroom * float(peak));
        let words = match id {
            "can-it-start" if p <= n => "all subtasks own",
            "can-it-start" => "is refused",
            "even-or-not" if p > n => "others own none",
            "even-or-not" if n.is_multiple_of(p) => "the same number",
            "even-or-not" => "some of them one more",
            "what-stops-it" if n < self.keys => "key groups",
            "what-stops-it" => "different keys",
            "which-loss" if self.hot_key_binds() => "The hot key",
            "which-loss" => "Uneven dealing",
            "review-of-more-buckets" if self.hot_key_binds() => "split its work",
            "review-of-more-buckets" => "deals evenly",
            "engine-past-ceiling" => past_ceiling(self.engine),
            "can-it-be-rewritten" => rewritten(self.engine),
            "another-count-at-restart" => another_count(self.engine),
            "which-width-is-even" => {
                let even = self.widths.iter().find(|width| n.is_multiple_of(**width))?;
                return Some(Expected::Says(format!("At {even} workers")));
            }
            "does-it-catch-up" => match hours_to_catch_up(self.exit?) {
                None => "never",
                Some(hours) if hours <= 24.0 => "within a day",
                Some(_) => "more than a day",
            },
            "review-a-count" if n < peak => "too small for its own peak",
            "review-a-count" if float(n) < wanted => "the peak fits",
            "review-a-count" if n.is_multiple_of(peak) => "Accepted",
            "review-a-count" => "uneven",
            "room-or-burden" if float(n) < wanted => "Too few",
            "room-or-burden" if 18 * n > 100_000 => "Too many",
            "room-or-burden" => "Accepted",
            _ => return None,
        };
        Some(Expected::Says(words.to_owned()))
    }

    /// The larger of the two by far: see [`the_loss_that_is_blamed_is_the_one_seen_live`].
    fn hot_key_binds(&self) -> bool {
        let uneven = float(self.n.div_ceil(self.p) * self.p) / float(self.n);
        let hot = float(self.p) * self.hot_percent / 100.0;
        hot > uneven
    }
}

/// "See it live" shows the busiest worker with what the blamed loss makes of it, and not much more: neither chance nor the other
/// loss refutes the answer.
#[test]
fn the_loss_that_is_blamed_is_the_one_seen_live() {
    let blaming = |draws: &&Vec<Drew>| ["which-loss", "review-of-more-buckets"].contains(&draws[0].card.id.as_str());
    assert_eq!(DRAWS.iter().filter(blaming).count(), 2);
    for drew in DRAWS.iter().filter(blaming).flatten() {
        let scene = Scene::new(drew.scenario.clone(), None).unwrap();
        let deal = scene.deal(scene.step).unwrap();
        let loads: Vec<f64> = deal.worker.iter().map(|worker| float(worker.load)).collect();
        let seen = loads.iter().copied().fold(0.0, f64::max) * float(loads.len() as u64) / loads.iter().sum::<f64>();
        let numbers = Numbers::of(drew);
        let uneven = float(numbers.n.div_ceil(numbers.p) * numbers.p) / float(numbers.n);
        let hot = float(numbers.p) * numbers.hot_percent / 100.0;
        assert!(seen <= 1.21 * uneven.max(hot), "{}: seen {seen}, dealing {uneven}, hot key {hot}", drew.place());
        assert!(
            seen >= 1.05 * uneven.min(hot.max(1.0)),
            "{}: seen {seen}, dealing {uneven}, hot key {hot}",
            drew.place()
        );
    }
}

/// As the engines were seen to act with a width above the ceiling.
fn past_ceiling(engine: &Engine) -> &'static str {
    match engine {
        Engine::Flink(options) if options.scheduler == FlinkScheduler::Default => "refuses",
        Engine::RisingWave(options) if options.parallelism == RisingWaveParallelism::Explicit => "refuses",
        Engine::Flink(_) | Engine::RisingWave(_) => "leaves out the rest",
        _ => "some own nothing",
    }
}

/// Flink's State Processor API and Spark 4.2's offline repartition read and write state; SQL plans, changelogs and state tables
/// have no such tool.
fn rewritten(engine: &Engine) -> &'static str {
    match engine {
        Engine::Flink(_) | Engine::Spark(_) => "a tool writes",
        Engine::MapReduce(_) => "outlives a run",
        _ => "from its source",
    }
}

/// As the engines were seen to act where the program asks for another count than the stored one.
fn another_count(engine: &Engine) -> &'static str {
    match engine {
        Engine::Flink(_) | Engine::KafkaStreams(_) => "does not run",
        Engine::Spark(_) | Engine::RisingWave(_) => "is ignored",
        _ => "nothing was stored",
    }
}

/// As the sentence says: 1.5 times that without the fraction, rounded up to a power of two, at least 128.
fn flink_default(width: u64) -> u64 {
    let without_fraction = 15 * width / 10;
    (0..32).map(|power| 1 << power).find(|&count: &u64| count >= without_fraction.max(128)).unwrap()
}

/// `KeyGroupRangeAssignment.computeDefaultMaxParallelism` takes p + p / 2 in whole numbers: 171 makes 256, not 512. Whoever words
/// the rule with 1.5 says so.
#[test]
fn the_default_of_flink_is_worded_without_the_fraction() {
    assert_eq!([85, 86, 170, 171, 172].map(flink_default), [128, 256, 256, 256, 512]);
    let cards = shipped().cards.iter().flat_map(|card| [&card.question, &card.short, &card.long]);
    let lessons =
        shipped().lessons.iter().flat_map(|lesson| lesson.steps.iter().flat_map(|step| [&step.say, &step.why]));
    let flink = [Engine::named("flink"), Engine::named("flink-sql")].map(|engine| engine.unwrap().facts());
    let rules = flink.iter().map(|facts| facts.default_buckets);
    let worded: Vec<&str> =
        cards.chain(lessons).map(String::as_str).chain(rules).filter(|text| text.contains("1.5")).collect();
    assert!(worded.len() >= 5, "{worded:?}");
    for text in worded {
        assert!(text.contains("without the fraction"), "{text}");
    }
}

/// Flink's rule, step by step: hashCode of the text, the murmur mix of four bytes, its absolute value, the remainder.
pub fn key_group(key: &str, count: u64) -> u64 {
    let java = key.encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
    let mixed = java.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593).rotate_left(13);
    let mut hash = mixed.wrapping_mul(5).wrapping_add(0xe654_6b64) ^ 4;
    for (shift, factor) in [(16, 0x85eb_ca6b_u32), (13, 0xc2b2_ae35), (16, 1)] {
        hash = (hash ^ (hash >> shift)).wrapping_mul(factor);
    }
    u64::from(hash.cast_signed().unsigned_abs()) % count
}

/// The most buckets that can stay when old workers may take any of the new ranges, each at most one.
fn most_kept(n: u64, before: u64, after: u64) -> u64 {
    let overlap =
        |old, new| (0..n).filter(|bucket| (bucket * before / n, bucket * after / n) == (old, new)).count() as u64;
    // Ranges never cross, so the best pairs are found row by row: by old workers, each with the best of the new ones up to it.
    let mut best = vec![0; usize::try_from(after).unwrap() + 1];
    for old in 0..before {
        let mut row = vec![0];
        for (new, pair) in (0..).zip(best.windows(2)) {
            row.push((pair[0] + overlap(old, new)).max(pair[1]).max(row[row.len() - 1]));
        }
        best = row;
    }
    best[best.len() - 1]
}

/// Growth in steps of 1/16384 of a year: the fourteenth square root of a year's growth, multiplied again and again.
fn years_until(mut width: f64, limit: f64, growth: f64) -> f64 {
    let step = (0..14).fold(1.0 + growth, |factor, _| factor.sqrt());
    let mut steps = 0_u32;
    while width < limit {
        width *= step;
        steps += 1;
    }
    f64::from(steps) / 16_384.0
}

/// Old records ÷ what is left of the speed.
fn hours_to_catch_up(exit: &ExitPlan) -> Option<f64> {
    let spare = exit.replay_per_sec - exit.live_per_sec;
    (spare > 0.0).then(|| float(exit.history_records.unwrap_or(0)) / spare / 3600.0)
}
