//! Verdicts say what is so: no warning without its cause, none missing with it.

use redeal::engine::{Engine, Outcome};
use redeal::keys::{Generated, KeySource, KeyType, LoadLaw};
use redeal::simulate::{BucketChoice, Job, RestartChoice, Start, StateSize, Step, Unwatched, simulate};
use redeal::unit::{BucketCount, WorkerCount};

fn last_step(engine: &str, buckets: Option<u64>, widths: &[u64], count: u64, load: LoadLaw) -> Step {
    let keep = |&width: &u64| Start { width: WorkerCount::new(width).unwrap(), buckets: RestartChoice::Keep };
    let job = Job {
        name: String::new(),
        engine: Engine::named(engine).unwrap(),
        buckets: buckets.map_or(BucketChoice::EngineDefault, |n| BucketChoice::Fixed(BucketCount::new(n).unwrap())),
        starts: widths.iter().map(keep).collect(),
        keys: KeySource::Generated(Generated {
            count,
            pattern: "user-{}".into(),
            first: 1,
            key_type: KeyType::String,
            load,
            shuffled: false,
        }),
        state: StateSize::default(),
        input_pieces: 12,
        seed: 1,
    };
    simulate(&job, &Unwatched).unwrap().steps.pop().unwrap()
}

fn even() -> LoadLaw {
    LoadLaw::Uniform { each: 10 }
}

fn titles(step: &Step) -> Vec<&str> {
    step.verdict.findings.iter().map(|finding| finding.title.as_str()).collect()
}

#[test]
fn the_worked_example_reads_as_it_should() {
    let step = last_step("flink", Some(128), &[4, 40], 1_000_000, even());
    let sentence = &step.verdict.sentence;
    assert!(sentence.starts_with("40 workers, paid as 40, work like 31."), "{sentence}");
    assert!(sentence.ends_with(": the busiest owns 4 of 128 buckets."), "{sentence}");
    let uneven = &step.verdict.findings[0];
    assert!(uneven.what.starts_with("40 does not divide 128: 8 own 4, 32 own fewer."), "{uneven:?}");
    assert!(uneven.helps.contains("43 workers own at most 3") && uneven.helps.contains("120 or 160"), "{uneven:?}");
    assert_eq!(uneven.better_width, Some(43));
}

#[test]
fn a_width_that_divides_the_count_is_never_called_uneven() {
    for engine in ["flink", "spark", "kafka-streams", "risingwave", "mapreduce"] {
        let step = last_step(engine, Some(200), &[8], 30_000, LoadLaw::Zipf { exponent: 0.5, top: 1000 });
        assert!(!titles(&step).contains(&"Uneven deal"), "{engine}: {:?}", step.verdict);
    }
}

#[test]
fn few_equal_keys_are_not_a_hot_key_and_a_hot_key_is_not_few_keys() {
    let few = last_step("flink", Some(1024), &[64], 25, even());
    assert!(titles(&few).contains(&"Few keys") && !titles(&few).contains(&"One hot key"), "{:?}", titles(&few));
    let hot = last_step("flink", Some(1024), &[64], 50_000, LoadLaw::HotKeys { count: 1, share: 0.3, each: 10 });
    assert!(titles(&hot).contains(&"One hot key") && !titles(&hot).contains(&"Few keys"), "{:?}", titles(&hot));
}

#[test]
fn a_ceiling_is_named_only_where_there_is_one() {
    let flink = last_step("flink", Some(8), &[8], 10_000, even());
    assert!(titles(&flink).contains(&"At the ceiling"));
    let free = last_step("mapreduce", Some(8), &[8], 10_000, even());
    assert!(!titles(&free).contains(&"At the ceiling"), "{:?}", titles(&free));
}

#[test]
fn a_count_nobody_chose_is_said_where_it_stays() {
    assert!(titles(&last_step("flink", None, &[170], 10_000, even())).contains(&"Nobody chose the count"));
    assert!(!titles(&last_step("mapreduce", None, &[4], 10_000, even())).contains(&"Nobody chose the count"));
}

/// Flink's reactive mode ignores the width asked for: 40 slots are 40 workers.
#[test]
fn more_slots_than_width_are_the_width() {
    let text = "Scenario(format: 1, name: \"\", engine: Flink(scheduler: Reactive(slots: 40)), buckets: Fixed(128), \
                widths: [4], keys: List([\"a\"]))";
    let job = redeal::scenario::parse(text).unwrap().job(std::path::Path::new("")).unwrap();
    let step = simulate(&job, &Unwatched).unwrap().steps.pop().unwrap();
    assert_eq!((step.workers, step.owners, step.idle), (40, 40, 0));
    assert!(step.deal.unwrap().peak_to_mean >= 1.0);
    let capped = redeal::scenario::parse(&text.replace("Fixed(128)", "Fixed(8)")).unwrap();
    let step = simulate(&capped.job(std::path::Path::new("")).unwrap(), &Unwatched).unwrap().steps.pop().unwrap();
    assert_eq!((step.outcome, step.workers, step.owners, step.idle), (Outcome::Capped, 40, 8, 32));
}

/// Even keys give each of 8 cores 25 of 200 partitions, whatever a skewed load made of them.
#[test]
fn a_deal_that_follows_the_load_is_not_called_uneven() {
    let step = last_step("spark", Some(200), &[8], 30_000, LoadLaw::Zipf { exponent: 1.0, top: 30_000 });
    assert_eq!(step.deal.as_ref().unwrap().even_most, 25);
    assert!(!step.verdict.sentence.contains("With these keys"), "{}", step.verdict.sentence);
    assert!(!step.verdict.explanation.contains("With even keys"), "{}", step.verdict.explanation);
}

/// The cause that is told is the engine's own: another count, or a width past the ceiling.
#[test]
fn a_refusal_names_its_cause() {
    let text = "Scenario(format: 1, name: \"\", engine: Flink(), buckets: Fixed(128), widths: [12, 200, 100, 130], \
                restart_buckets: [Set(256), Set(64)], keys: List([\"a\"]))";
    let run = |text: &str| {
        let job = redeal::scenario::parse(text).unwrap().job(std::path::Path::new("")).unwrap();
        simulate(&job, &Unwatched).unwrap().steps
    };
    let steps = run(text);
    for changed in &steps[1..3] {
        assert!(changed.verdict.sentence.contains("asks for another count"), "{:?}", changed.verdict);
    }
    assert!(steps[3].verdict.sentence.contains("128 buckets allow at most 128 workers"), "{:?}", steps[3].verdict);
    // A first start that is refused leaves no state: the next step is a first start again.
    let steps = run(&text.replace("widths: [12,", "widths: [300,").replace("Set(256)", "Keep"));
    assert!(steps[0].first_start && steps[1].first_start && steps[0].verdict.findings[0].helps.contains("larger"));
}

fn steps_of(text: &str) -> Vec<Step> {
    let job = redeal::scenario::parse(text).unwrap().job(std::path::Path::new("")).unwrap();
    simulate(&job, &Unwatched).unwrap().steps
}

/// A first start that is refused records nothing, and a custom engine has no default: a program that then sets no count
/// has none.
#[test]
fn a_start_without_any_count_is_refused_and_says_so() {
    let steps = steps_of(
        "Scenario(format: 1, name: \"\", engine: Custom(name: \"mine\", past_ceiling: Refuse), buckets: Fixed(8), \
         widths: [12, 1, 4], restart_buckets: [Unset, Keep], keys: List([\"a\"]))",
    );
    assert_eq!(
        steps.iter().map(|step| step.outcome).collect::<Vec<_>>(),
        [Outcome::Refused, Outcome::Refused, Outcome::Runs]
    );
    let none = &steps[1];
    assert_eq!((none.first_start, none.message.as_deref(), none.deal.is_none()), (true, None, true));
    assert_eq!(none.notes, ["mine: the program sets no bucket count, none is recorded, and there is no default."]);
    assert_eq!(none.verdict.sentence, "This start is refused: nothing sets a bucket count.");
    assert_eq!(none.verdict.findings[0].title, "Start at 1 is refused");
    assert_eq!(none.verdict.findings[0].better_width, None);
    assert_eq!((steps[2].first_start, steps[2].bucket_count), (true, 8));
}

/// Our sentences are shown plainly, the engine's texts as the engine's, on every surface.
#[test]
fn notes_are_told_and_never_as_the_engines_words() {
    use redeal::export::{Export, Json, Markdown, Text};
    let run = |engine: &str| {
        let text = format!(
            "Scenario(format: 1, name: \"\", engine: {engine}, buckets: Fixed(8), widths: [4, 12], restart_buckets: [Set(16)], \
             keys: List([\"a\"]))"
        );
        let job = redeal::scenario::parse(&text).unwrap().job(std::path::Path::new("")).unwrap();
        let report = simulate(&job, &Unwatched).unwrap();
        let text = Text { width: 160, unicode: false, reproduce: String::new(), all: true }.export(&report);
        let json: serde_json::Value = serde_json::from_str(&Json.export(&report)).unwrap();
        (text, Markdown { reproduce: String::new() }.export(&report), json["steps"][1].clone())
    };
    let ours = [
        "custom: 16 buckets are asked for, the recorded 8 stay.",
        "custom: 12 workers for 8 buckets: at most 8 can own one.",
    ];
    let (text, markdown, json) = run("Custom(change_of_count: Ignore)");
    assert_eq!(json["notes"], serde_json::json!(ours));
    assert!(json["message"].is_null());
    for note in ours {
        assert!(text.contains(&format!("\n  {note}\n")), "{text}");
        assert!(markdown.contains(&format!("\n{note}\n")), "{markdown}");
    }
    assert!(!text.contains("The engine says") && !markdown.contains("\n> "), "{text}{markdown}");
    let (text, markdown, json) = run("RisingWave(parallelism: Adaptive)");
    let (theirs, note) = ("streaming job parallelism was capped", "streaming_max_parallelism = 16 has no effect here");
    assert!(
        json["message"].as_str().unwrap().starts_with(theirs) && json["notes"][0].as_str().unwrap().starts_with(note)
    );
    assert!(text.contains(&format!("The engine says: {theirs}")) && text.contains(&format!("\n  {note}")), "{text}");
    assert!(
        markdown.contains(&format!("\n> {theirs}")) && markdown.contains("\nstreaming\\_max\\_parallelism"),
        "{markdown}"
    );
}

/// Nothing is kept between runs, so nothing moves, and every run is a first start.
#[test]
fn mapreduce_moves_nothing() {
    let text = "Scenario(format: 1, name: \"\", engine: MapReduce(), buckets: Fixed(8), widths: [2, 4, 8], \
                restart_buckets: [Keep, Keep], keys: List([\"a\", \"b\"]))";
    let steps = steps_of(text);
    assert!(steps.iter().all(|step| step.movement.is_none() && step.first_start));
    let steps = steps_of(&text.replace("MapReduce()", "Spark()"));
    assert!(steps[1].movement.is_some() && steps[2].movement.is_some());
}

/// Only what is there because of the count is called bookkeeping: many subtasks have handles too, and no smaller count
/// would spare them.
#[test]
fn handles_of_subtasks_are_no_bookkeeping_of_the_count() {
    let wide = last_step("flink", Some(2048), &[2000], 100, even());
    assert!(wide.deal.as_ref().unwrap().snapshot.metadata_bytes > 200_000);
    assert!(!titles(&wide).contains(&"Much bookkeeping"), "{:?}", titles(&wide));
    let many = last_step("flink", Some(32_768), &[4], 100, even());
    let found = many.verdict.findings.iter().find(|finding| finding.title == "Much bookkeeping").unwrap();
    assert!(found.what.contains("only because of the bucket count"), "{found:?}");
}

/// A count equal to the width leaves no room to grow: the multiples offered are at least twice the width.
#[test]
fn no_count_is_offered_that_is_the_width_itself() {
    for (buckets, width, offered) in [(12, 8, "take 16 at"), (20, 8, "take 16 or 24 at"), (32_768, 20_000, "narrower")]
    {
        let step = last_step("flink", Some(buckets), &[width], 50_000, even());
        let uneven = step.verdict.findings.iter().find(|finding| finding.title == "Uneven deal").unwrap();
        assert!(uneven.helps.contains(offered), "{buckets} {width}: {}", uneven.helps);
    }
}

#[test]
fn chance_is_not_called_a_fault() {
    // A perfect spread has fewer idle workers than chance: no fault. Equal keys are never heavy.
    for engine in ["flink", "spark", "kafka-streams", "risingwave", "mapreduce"] {
        for (buckets, width) in [(8, 12), (1, 8), (16, 16), (200, 240), (128, 40)] {
            let step = last_step(engine, Some(buckets.max(2)), &[width], 400, even());
            let titles = titles(&step);
            assert!(!titles.contains(&"Heavy buckets meet") && !titles.contains(&"One hot key"), "{engine} {titles:?}");
        }
    }
}

#[test]
fn one_worker_has_its_verb() {
    let wrong = ["1 own ", "1 get ", "1 run ", "1 take ", "1 do ", "1 have ", " 1 workers", " 1 buckets", "1 are "];
    // Engines that take no count as small as these are left out.
    let all = Engine::all();
    let small = all.iter().map(Engine::facts).filter(|facts| facts.id != "custom" && facts.min_buckets <= 2);
    for engine in small.map(|facts| facts.id) {
        for (buckets, widths) in [(8, vec![7]), (8, vec![2, 9]), (2, vec![1, 3]), (8, vec![8]), (2, vec![1])] {
            let step = last_step(engine, Some(buckets), &widths, 50, even());
            let verdict = serde_json::to_string(&step.verdict).unwrap();
            let found: Vec<_> = wrong.iter().filter(|text| verdict.contains(**text)).collect();
            assert!(found.is_empty(), "{engine} {buckets} {widths:?}: {found:?} in {verdict}");
        }
    }
}

#[test]
fn integers_written_in_two_ways_are_one_key() {
    let text = "Scenario(format: 1, name: \"\", engine: Flink(), buckets: Fixed(8), widths: [2], \
                keys: Typed(key_type: I64, keys: [\"5\", \"05\", (\"+5\", 3)]))";
    let job = redeal::scenario::parse(text).unwrap().job(std::path::Path::new("")).unwrap();
    let report = simulate(&job, &Unwatched).unwrap();
    assert_eq!((report.keys.count, report.keys.hottest_load), (1, 5));
}

#[test]
fn each_outcome_has_its_sentence() {
    let refused = last_step("flink", Some(128), &[4, 200], 10_000, even());
    assert_eq!(refused.verdict.sentence, "200 workers are refused: 128 buckets allow at most 128 workers.");
    let idle = last_step("kafka-streams", Some(12), &[4, 16], 10_000, even());
    assert_eq!(idle.outcome, Outcome::Idle);
    assert!(
        idle.verdict.sentence.starts_with("16 workers, 4 of them without a bucket, work like "),
        "{:?}",
        idle.verdict
    );
    let one = last_step("flink", Some(128), &[1], 10_000, even());
    assert_eq!(one.verdict.sentence, "One worker does everything.");
    let dealt = last_step("flink", Some(128), &[4, 64], 1_000_000, even());
    assert!(dealt.verdict.sentence.ends_with(": each earns its keep."), "{:?}", dealt.verdict.sentence);
}

/// The busiest by load need not own the most buckets; where all own equally many, a mean says nothing, and no bucket is cut.
#[test]
fn the_busiest_is_told_apart_from_who_owns_most() {
    let zipf = LoadLaw::Zipf { exponent: 1.0, top: 20_000 };
    let skewed = last_step("flink", Some(128), &[4, 40], 20_000, zipf).verdict.explanation;
    let told = "The busiest worker (subtask) carries 5.51× the mean load, though it owns 3 buckets (key groups); the mean is 3.2 \
                and the most is 4.";
    assert!(skewed.starts_with(told), "{skewed}");
    let even = last_step("flink", Some(128), &[64], 10_000, even()).verdict.explanation;
    assert!(even.contains("; every worker owns 2 buckets (key groups)."), "{even}");
    let many = last_step("flink", Some(32_768), &[5], 10_000, self::even()).verdict.explanation;
    assert!(
        many.contains("; every worker owns about 6\u{a0}554 buckets (key groups).") && !many.contains("553.6"),
        "{many}"
    );
    let idle = last_step("kafka-streams", Some(12), &[16], 10_000, self::even()).verdict.explanation;
    assert!(idle.contains("; every worker that owns any owns 1 bucket (task"), "{idle}");
}

/// A refusal's reason is the chosen scheduler's.
#[test]
fn a_refusal_speaks_of_the_chosen_scheduler() {
    let why = |scheduler: &str| {
        let text = format!(
            "Scenario(format: 1, name: \"\", engine: Flink(scheduler: {scheduler}), buckets: Fixed(128), widths: [4, 200], \
             keys: List([\"a\"]))"
        );
        let steps = steps_of(&text);
        assert_eq!(steps[1].outcome, Outcome::Refused);
        steps[1].verdict.findings[0].why.clone()
    };
    let default = why("Default");
    assert!(default.ends_with("refuses to start.") && !default.contains("reactive"), "{default}");
    let adaptive = why("Adaptive(slots: 300)");
    assert!(adaptive.contains("cuts the width to the free slots") && !adaptive.contains("reactive"), "{adaptive}");
}

/// Where a mean hardly varies there is no spread to tell, and no line breaks before one.
#[test]
fn a_spread_stays_with_its_mean() {
    let few = last_step("flink", Some(1024), &[64], 25, even());
    let found = few.verdict.findings.iter().find(|finding| finding.title == "Few keys").unwrap();
    assert!(found.what.contains("\u{a0}±\u{a0}") && !found.what.contains(" ± "), "{}", found.what);
}

/// One key with a fifth of the load lies in one bucket; the worker that has it has its share of the others too.
#[test]
fn one_heavy_bucket_is_not_called_several() {
    let law = LoadLaw::HotKeys { count: 1, share: 0.2, each: 5 };
    let step = last_step("redis-cluster", None, &[6], 20_000, law);
    let titles = titles(&step);
    assert!(titles.contains(&"Heaviest bucket not alone") && !titles.contains(&"Heavy buckets meet"), "{titles:?}");
    assert!(
        step.verdict.findings.iter().any(|finding| finding.what.contains("the one bucket with 20\u{a0}% of the load"))
    );
}
