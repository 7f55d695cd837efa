//! Whatever takes long asks on the way whether to go on, and stops soon after it is told to.

use redeal::deal::DealingRule;
use redeal::engine::{Engine, RisingWaveDeal};
use redeal::explore::{BadAdvice, BadSweep, Plan, SweepSpec, advise, sweep};
use redeal::keys::{Generated, KeySource, KeyType, LoadLaw};
use redeal::simulate::{BucketChoice, Hashed, Job, RestartChoice, SimulateError, Start, StateSize, Watch, simulate};
use redeal::unit::{BucketCount, WorkerCount};
use std::sync::atomic::{AtomicU64, Ordering};

/// Wants to stop at an ask, and at every one after it.
struct StopsAt {
    ask: u64,
    asked: AtomicU64,
}

impl StopsAt {
    const fn ask(ask: u64) -> Self {
        Self { ask, asked: AtomicU64::new(0) }
    }

    fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Watch for StopsAt {
    fn is_cancelled(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1 >= self.ask
    }
}

/// On one thread the asks come in one order.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(work)
}

/// Runs to the end, which takes at least so many asks; then stops it at the first, at one in the middle and at the last.
fn stops_wherever_it_is_told(name: &str, least: u64, run: &(dyn Fn(&dyn Watch) -> Result<(), SimulateError> + Sync)) {
    let whole = StopsAt::ask(u64::MAX);
    assert_eq!(alone(|| run(&whole)), Ok(()), "{name}");
    let asks = whole.asked();
    assert!(asks >= least, "{name} asked {asks} times");
    for ask in [1, asks / 2, asks] {
        let watch = StopsAt::ask(ask);
        assert_eq!(alone(|| run(&watch)), Err(SimulateError::Cancelled), "{name} at ask {ask} of {asks}");
        assert!(watch.asked() <= ask + 1, "{name} went on from ask {ask} to {}", watch.asked());
    }
}

/// About a millisecond lies between two asks of a deal.
#[test]
fn every_long_deal_stops() {
    let weights: Vec<u32> = (1..=200).collect();
    for (rule, buckets, workers, least) in [
        // 3 million looks at a node, and the second looks that used up quotas cost.
        (DealingRule::RisingWaveWeighted { weights, job: 7 }, 1 << 14, 2000, 20),
        (DealingRule::KafkaHighAvailability { threads: vec![1, 2, 3, 4] }, 1 << 16, 10, 16),
        (DealingRule::ListScheduling, 1 << 17, 1000, 8),
        (DealingRule::LeastLoaded, 1 << 17, 1000, 8),
    ] {
        let (buckets, workers) = (BucketCount::new(buckets).unwrap(), WorkerCount::new(workers).unwrap());
        stops_wherever_it_is_told(&format!("{rule:?}"), least, &|watch| {
            let dealt = rule.deal_checked(buckets, workers, &[], &|| watch.go_on())?;
            assert_eq!(dealt, rule.deal(buckets, workers, &[]));
            Ok(())
        });
    }
}

fn job(nodes: usize, buckets: u64, load: LoadLaw, count: u64) -> Job {
    let Some(Engine::RisingWave(mut options)) = Engine::named("risingwave") else { panic!("another engine") };
    options.deal =
        RisingWaveDeal::Scheduled { nodes: (1..=nodes).map(|cores| u32::try_from(cores).unwrap()).collect(), job: 7 };
    Job {
        name: String::new(),
        engine: Engine::RisingWave(options),
        buckets: BucketChoice::Fixed(BucketCount::new(buckets).unwrap()),
        starts: vec![Start { width: WorkerCount::new(200).unwrap(), buckets: RestartChoice::Keep }],
        keys: KeySource::Generated(Generated {
            count,
            pattern: "user-{}".into(),
            first: 1,
            key_type: KeyType::String,
            load,
            shuffled: true,
        }),
        state: StateSize::default(),
        input_pieces: 1,
        seed: 3,
    }
}

fn zipf() -> LoadLaw {
    LoadLaw::Zipf { exponent: 1.0, top: 1_000_000 }
}

#[test]
fn a_simulation_stops_inside_its_deal() {
    let job = job(100, 1 << 14, zipf(), 1000);
    stops_wherever_it_is_told("simulation", 10, &|watch| simulate(&job, watch).map(drop));
}

#[test]
fn a_sweep_stops_inside_a_deal_and_inside_its_draws() {
    let job = job(100, 1 << 13, zipf(), 1000);
    let spec = SweepSpec {
        buckets: vec![BucketCount::new(1 << 13).unwrap()],
        workers: (198..=200).map(|width| WorkerCount::new(width).unwrap()).collect(),
        seeds: 3,
    };
    // Six deals of four asks at least, and one a width and draw.
    stops_wherever_it_is_told("sweep", 6 * 4 + 9, &|watch| {
        sweep(&job, &spec, watch, &mut |_| ()).map(drop).map_err(|error| match error {
            BadSweep::Simulate(error) => error,
            other => panic!("{other}"),
        })
    });
}

#[test]
fn an_advice_stops_inside_a_deal() {
    let job = job(2, 1 << 6, zipf(), 1000);
    let plan = Plan::of_widths(&[WorkerCount::new(8).unwrap()]);
    // Dozens of counts at eight widths and one that is liked, each a deal that asks twice.
    stops_wherever_it_is_told("advice", 500, &|watch| {
        advise(&job, &plan, watch).map(drop).map_err(|error| match error {
            BadAdvice::Simulate(error) => error,
            other @ BadAdvice::Plan(_) => panic!("{other}"),
        })
    });
}

#[test]
fn keys_whose_ranks_are_dealt_stop_on_the_way() {
    let sampled = LoadLaw::Sampled { records: 1_000_000, of: Box::new(zipf()) };
    for load in [zipf(), sampled] {
        let job = job(1, 256, load, 1_000_000);
        let KeySource::Generated(keys) = &job.keys else { panic!("other keys") };
        let rule = job.engine.profile().hashing();
        // A million keys are hashed in five tasks; those of them that the last does not equal are dealt in three at least.
        stops_wherever_it_is_told("keys", 8, &|watch| {
            Hashed::new(keys, rule, BucketCount::new(256).unwrap(), watch)?.population(5, watch).map(drop)
        });
    }
}
