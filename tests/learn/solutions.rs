//! What each step of each lesson has for an answer, worked out by hand, and a way to do what it asks to do.

use redeal::engine::Engine;
use redeal::keys::{Generated, KeyType, LoadLaw};
use redeal::scenario::{Buckets, Keys, Scenario};
use redeal::unit::{BucketCount, WorkerCount};

/// An answer.
#[derive(Debug, Clone, Copy)]
pub enum Answer {
    /// A number as it is typed.
    Is(f64),
    /// The choice that holds these words.
    Says(&'static str),
    /// Bars from left to right.
    Bars(&'static [f64]),
    /// Workers.
    Workers(&'static [u32]),
    /// Controls set like this.
    Set(Change),
}

/// A change of the controls.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// The width of the last step.
    Width(u64),
    /// The bucket count.
    Count(u64),
    /// So many keys, all alike.
    Keys(u64),
    /// An engine by its name on the command line.
    Engine(&'static str),
}

use Answer::{Bars, Is, Says, Set, Workers};

/// In the order of the lessons and their steps.
pub const ANSWERS: [&[Answer]; 13] = [
    // dora hashes to bucket 3 of 8; ranges of 4 buckets, then of 2.
    &[Workers(&[0]), Is(3.0), Workers(&[1]), Bars(&[1.0, 3.0, 2.0, 2.0]), Set(Change::Width(3))],
    // 0-3 | 4-7 becomes 0-1 | 2-3 | 4-5 | 6-7: only 0 and 1 keep an owner of the same number.
    &[Bars(&[2.0, 2.0, 2.0, 2.0]), Is(6.0), Is(50.0), Says("moves along"), Set(Change::Width(3))],
    // 12 slots less 8 key groups.
    &[Workers(&[8, 9, 10, 11]), Is(8.0), Says("refuses"), Is(4.0), Set(Change::Width(8))],
    // The checkpoint holds 64; 2 · 64.
    &[Says("owner"), Says("refuses"), Is(64.0), Is(128.0), Set(Change::Width(32))],
    &[Is(2.0), Is(2.0), Is(1.0), Says("None"), Set(Change::Width(67))],
    // 128 = 40 · 3 + 8; 128 ÷ 4 = 32; 120 = 40 · 3; 144 = 24 · 6.
    &[Bars(&[3.0, 3.0, 2.0]), Is(8.0), Is(32.0), Says("3 buckets each"), Set(Change::Count(144))],
    // 16 · (15/16)^16 = 5.6972.
    &[Is(5.697_2), Says("As many as before"), Is(12.0), Set(Change::Keys(80))],
    // 3 329 records of the hot key beside 9 990 of the others: the third of 9 990, rounded down by a hair.
    &[Is(12.0 * 3_329.0 / 13_319.0), Is(13_319.0 / 3_329.0), Says("4 equally"), Set(Change::Width(4))],
    // 4 · 2 000.
    &[Says("260 thousand"), Says("Few"), Is(8000.0), Set(Change::Count(200))],
    // 4 · 1.6^t = 128: t = ln 32 ÷ ln 1.6 = 7.374.
    &[Says("refuses"), Is(120.0), Is(7.373_8), Set(Change::Count(160))],
    // 2.88 · 10^9 records, and 20 000 for each of the 60 s of the restart, at 80 000 a second: 36 015 s.
    &[Is(10.004_17), Says("never ends"), Says("No,"), Set(Change::Engine("mapreduce"))],
    // 12 cores less 8 vnodes; 12 slots less 12 reduce partitions.
    &[Says("4 cores are idle"), Says("refused"), Is(4.0), Is(0.0), Set(Change::Engine("spark"))],
    // 64 ÷ 32; 32 threads less 12 tasks.
    &[Says("64"), Is(2.0), Is(20.0), Set(Change::Count(30))],
];

impl Change {
    /// The scenario with this change.
    pub fn applied(self, scenario: &Scenario) -> Scenario {
        let mut next = scenario.clone();
        match self {
            Self::Width(width) => *next.widths.last_mut().unwrap() = WorkerCount::clamped(width),
            Self::Count(count) => next.buckets = Buckets::Fixed(BucketCount::clamped(count)),
            Self::Keys(count) => {
                next.keys = Keys::Generated(Generated {
                    count,
                    pattern: "tenant-{}".to_owned(),
                    first: 1,
                    key_type: KeyType::String,
                    load: LoadLaw::Uniform { each: 100 },
                    shuffled: false,
                });
            }
            Self::Engine(name) => next.engine = Engine::named(name).unwrap(),
        }
        next
    }
}
