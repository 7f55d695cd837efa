//! A scenario held against the rules of a policy, without its record.

use super::check::{BadCheck, Looked, Subject, Violation};
use super::figures::Figures;
use super::policy::{Counts, EngineId, Evenness, Most, Policy, Times, Years};
use super::rule::{Place, Rule};
use crate::engine::{Allowed, Outcome, routes};
use crate::explore::Plan;
use crate::numerals::{at_least, at_most, bytes, grouped, stated};
use crate::simulate::Report;

/// What a rule about the scenario itself finds; a rule that the policy does not ask for finds nothing.
pub(super) fn found(
    rule: Rule,
    policy: &Policy,
    subject: &Subject<'_>,
    report: &Report,
    figures: &Figures<'_>,
) -> Result<Looked, BadCheck> {
    let violations = match rule {
        Rule::Headroom => policy.headroom.map_or_else(Vec::new, |least| headroom(least, figures)),
        Rule::Counts => policy.counts.as_ref().map_or_else(Vec::new, |allowed| counts(allowed, figures)),
        Rule::Engines => engines(policy, figures),
        Rule::Evenness => policy.evenness.iter().flatten().filter_map(|at| evenness(at, figures)).collect(),
        Rule::EvennessAtPeak => {
            let at_peak = policy.evenness_at_peak.map(|most| Evenness { workers: figures.peak(), most });
            at_peak.iter().filter_map(|at| evenness(at, figures)).collect()
        }
        Rule::MaxMetadataBytes | Rule::MaxFiles | Rule::MaxBytesOfBuckets => return cost(rule, policy, figures),
        Rule::CeilingYears => ceiling(policy, figures)?,
        Rule::EveryStepRuns => steps(report, figures),
        Rule::PlanRequired if subject.scenario.plan.is_none() => {
            let wanted = "one of the scenario's own, as plan: Plan(first_width: 4, peak_width: 40)";
            vec![Violation::new("no plan".to_owned(), wanted.to_owned(), Place::ScenarioFile)]
        }
        Rule::WayOutAllowed => ways_out(figures),
        _ => Vec::new(),
    };
    Ok(violations.into())
}

/// Less than any ratio of counts, and any time in years, can tell.
const SLACK: f64 = 1e-9;

fn headroom(least: Times, figures: &Figures<'_>) -> Vec<Violation> {
    let plan = Plan { headroom: least.get(), ..figures.plan.clone() };
    let (count, needed) = (figures.buckets.get(), plan.least_buckets());
    if count >= needed || figures.is_count_free() {
        return Vec::new();
    }
    let times = figures.buckets.as_f64() / figures.peak().as_f64();
    Violation::buckets(
        format!(
            "{} times the peak ({} for {})",
            at_least(times),
            figures.buckets_of(count),
            figures.workers_of(figures.peak().get())
        ),
        format!("at least {} times, which takes {}", stated(least.get()), grouped(needed.into())),
    )
}

/// As many counts of a list as a finding names.
const SHOWN: usize = 20;

fn counts(allowed: &Counts, figures: &Figures<'_>) -> Vec<Violation> {
    let count = figures.buckets;
    let (is_met, wanted) = match allowed {
        Counts::OneOf(counts) => {
            let listed: Vec<String> = counts.iter().take(SHOWN).map(|count| grouped(count.get().into())).collect();
            let more = if counts.len() > SHOWN {
                format!(", … ({} in all)", grouped(counts.len() as u64))
            } else {
                String::new()
            };
            let one_of = if counts.len() == 1 { "" } else { "one of " };
            (counts.contains(&count), format!("{one_of}{}{more}", listed.join(", ")))
        }
        Counts::DivisibleBy(n) => {
            (count.get().is_multiple_of(n.get()), format!("a multiple of {}", grouped(n.get().into())))
        }
        Counts::PowersOfTwo => (count.get().is_power_of_two(), "a power of two".to_owned()),
    };
    if is_met { Vec::new() } else { Violation::buckets(figures.buckets_of(count.get()), wanted) }
}

fn engines(policy: &Policy, figures: &Figures<'_>) -> Vec<Violation> {
    let Some(allowed) = &policy.engines else { return Vec::new() };
    let id = figures.engine().facts().id;
    if allowed.iter().any(|engine| engine.get() == id) {
        return Vec::new();
    }
    let names: Vec<&str> = allowed.iter().map(EngineId::get).collect();
    let wanted = if names.len() == 1 { names.concat() } else { format!("one of {}", names.join(", ")) };
    vec![Violation::new(id.to_owned(), wanted, Place::Scenario("engine"))]
}

fn evenness(at: &Evenness, figures: &Figures<'_>) -> Option<Violation> {
    let (width, count) = (figures.workers_of(at.workers.get()), figures.buckets.get());
    let wanted = format!("at most {} times", stated(at.most.get()));
    let found = match figures.even_at(at.workers) {
        Some(even) if even.ratio <= at.most.get() + SLACK => return None,
        Some(even) => format!(
            "{} times the mean at {width} (the busiest owns {} of {})",
            at_most(even.ratio),
            grouped(even.most.into()),
            figures.buckets_of(count)
        ),
        None => format!("a refused start at {width}, with {}", figures.buckets_of(count)),
    };
    Some(Violation::new(found, format!("{wanted} the mean"), Place::Scenario("buckets")))
}

fn cost(rule: Rule, policy: &Policy, figures: &Figures<'_>) -> Result<Looked, BadCheck> {
    // An engine that keeps no state takes no snapshot.
    if !figures.engine().profile().keeps_state() {
        return Ok(Vec::new().into());
    }
    let (cost, workers) = figures.cost_at_peak()?;
    let (found, most, what, whole) = match rule {
        Rule::MaxFiles => (cost.counted_files(), policy.max_files, "files", "the files"),
        Rule::MaxMetadataBytes => {
            (cost.counted_metadata(), policy.max_metadata_bytes, "of metadata", "the bytes of metadata")
        }
        _ => {
            let found = cost.counted_bytes_of_buckets();
            (found, policy.max_bytes_of_buckets, "because of the count alone", "the bytes that the count alone costs")
        }
    };
    let Some(found) = found else {
        let name = figures.engine().facts().name;
        return Ok(Looked::Not(format!("Redeal does not model {whole} in a snapshot of {name}")));
    };
    let Some(most) = most.map(Most::get).filter(|&most| found > most) else { return Ok(Vec::new().into()) };
    let width = figures.workers_of(workers);
    let (found, most) = match rule {
        Rule::MaxFiles => (grouped(found), grouped(most)),
        // Bytes are rounded where they are many: a miss must not read as met.
        _ if bytes(found) == bytes(most) => (format!("{} bytes", grouped(found)), format!("{} bytes", grouped(most))),
        _ => (bytes(found), bytes(most)),
    };
    Ok(Violation::buckets(format!("{found} {what} in a snapshot at {width}"), format!("at most {most}")).into())
}

fn ceiling(policy: &Policy, figures: &Figures<'_>) -> Result<Vec<Violation>, BadCheck> {
    let Some(least) = policy.ceiling_years.map(Years::get) else { return Ok(Vec::new()) };
    if figures.is_count_free() {
        return Ok(Vec::new());
    }
    let Some(years) = figures.ceiling_years()?.filter(|&years| years < least - SLACK) else { return Ok(Vec::new()) };
    let met = format!("the ceiling of {}", figures.buckets_of(figures.buckets.get()));
    let found =
        if years <= 0.0 { format!("{met} met already") } else { format!("{met} met in {} years", at_least(years)) };
    Ok(Violation::buckets(found, format!("{} years at least", stated(least))))
}

fn steps(report: &Report, figures: &Figures<'_>) -> Vec<Violation> {
    let wrong = report.steps.iter().enumerate().filter(|(_, step)| step.outcome != Outcome::Runs);
    let found = wrong.map(|(at, step)| {
        let width = figures.workers_of(step.workers);
        let became = match step.outcome {
            Outcome::Refused => {
                let said = step.message.as_ref().or_else(|| step.notes.first());
                format!("refused{}", said.map_or_else(String::new, |text| format!(" (\"{}\")", text.trim())))
            }
            Outcome::Capped => format!("cut to {}", grouped(step.owners.into())),
            Outcome::Idle | Outcome::Runs => format!("left with {} of them idle", grouped(step.idle.into())),
        };
        let wanted = "a width that runs with all its workers".replace("workers", figures.words().workers);
        Violation::new(format!("step {} at {width} {became}", at + 1), wanted, Place::Scenario("widths"))
    });
    found.collect()
}

fn ways_out(figures: &Figures<'_>) -> Vec<Violation> {
    if routes(figures.engine()).iter().any(|route| route.allowed != Allowed::No) {
        return Vec::new();
    }
    let name = figures.engine().facts().name;
    let found = format!("no way to another count with {name}");
    vec![Violation::new(found, "rebuild, rewrite or split".to_owned(), Place::Scenario("engine"))]
}

#[cfg(test)]
mod tests {
    use crate::decide::{Subject, check, parse_day, parse_policy};
    use crate::engine::Engine;
    use crate::explore::Plan;
    use crate::scenario::{Buckets, Scenario};
    use crate::simulate::{Unwatched, simulate};
    use crate::unit::{BucketCount, WorkerCount};

    /// The rule `text` held against the built-in scenario with another count and a plan up to 40.
    fn found(rule: &str, buckets: u32, change: impl FnOnce(&mut Scenario)) -> Vec<String> {
        let mut scenario = Scenario::built_in();
        scenario.buckets = Buckets::Fixed(BucketCount::clamped(buckets.into()));
        scenario.widths = [4, 40].map(WorkerCount::clamped).to_vec();
        scenario.plan = Some(Plan::new(WorkerCount::clamped(4), WorkerCount::clamped(40)));
        change(&mut scenario);
        let job = scenario.job(std::path::Path::new("")).unwrap();
        let policy = parse_policy(&format!("Policy(format: 1, name: \"p\", {rule})")).unwrap();
        let subject = Subject {
            scenario: &scenario,
            job: &job,
            file: "job.ron",
            name: "job.ron",
            text: None,
            record_file: "job.record.md",
            record: None,
        };
        let today = parse_day("2026-11-30").unwrap();
        let checked = check(&policy, &subject, today, &Unwatched).unwrap();
        let not = checked.not_checked().map(|not| format!("{}: {}", not.rule, not.sentence()));
        checked.findings().map(|finding| format!("{}: {}", finding.rule, finding.sentence())).chain(not).collect()
    }

    fn nothing(_: &mut Scenario) {}

    /// 3 · 40 = 120.
    #[test]
    fn headroom_is_met_by_three_times_the_peak_and_not_by_one_less() {
        assert_eq!(found("headroom: 3.0", 120, nothing), [""; 0]);
        assert_eq!(
            found("headroom: 3.0", 119, nothing),
            [
                "headroom: found 2.975 times the peak (119 key groups for 40 subtasks), wanted at least 3 times, which takes 120"
            ]
        );
    }

    #[test]
    fn counts_by_list_by_divisor_and_by_power() {
        for (rule, met, missed, wanted) in [
            ("OneOf([64, 720])", 720, 128, "one of 64, 720"),
            ("OneOf([64])", 64, 720, "64"),
            ("DivisibleBy(12)", 120, 128, "a multiple of 12"),
            ("PowersOfTwo", 128, 120, "a power of two"),
        ] {
            let rule = format!("counts: {rule}");
            assert_eq!(found(&rule, met, nothing), [""; 0]);
            assert_eq!(found(&rule, missed, nothing), [format!("counts: found {missed} key groups, wanted {wanted}")]);
        }
    }

    #[test]
    fn a_long_list_of_counts_is_cut() {
        let listed: Vec<String> = (1000..6000_u32).map(|count| count.to_string()).collect();
        let [missed] = found(&format!("counts: OneOf([{}])", listed.join(", ")), 128, nothing).try_into().unwrap();
        assert!(missed.ends_with("1\u{a0}018, 1\u{a0}019, … (5\u{a0}000 in all)") && missed.len() < 300, "{missed}");
    }

    /// At 127 of 128 one subtask owns two: 2 · 127 ÷ 128 = 1.984375. At 64 each owns two: 1. Above 128 Flink refuses.
    #[test]
    fn evenness_is_most_buckets_to_the_mean() {
        let rule = "evenness: [(workers: 64, most: 1.0), (workers: 127, most: 1.98), (workers: 127, most: 1.98)]";
        assert!(parse_policy(&format!("Policy(format: 1, name: \"p\", {rule})")).is_err());
        let rule = "evenness: [(workers: 64, most: 1.0), (workers: 127, most: 1.98), (workers: 200, most: 2.0)]";
        assert_eq!(
            found(rule, 128, nothing),
            [
                "evenness: found 1.985 times the mean at 127 subtasks (the busiest owns 2 of 128 key groups), wanted at most \
                 1.98 times the mean",
                "evenness: found a refused start at 200 subtasks, with 128 key groups, wanted at most 2 times the mean",
            ]
        );
        assert_eq!(found("evenness: [(workers: 127, most: 1.984375)]", 128, nothing), [""; 0]);
        // ceil(128 ÷ 40) = 4: 4 · 40 ÷ 128 = 1.25; 120 deals 3 to each.
        assert_eq!(found("evenness_at_peak: 1.25", 128, nothing), [""; 0]);
        assert_eq!(found("evenness_at_peak: 1.0", 120, nothing), [""; 0]);
        assert_eq!(
            found("evenness_at_peak: 1.24", 128, nothing),
            [
                "evenness_at_peak: found 1.25 times the mean at 40 subtasks (the busiest owns 4 of 128 key groups), wanted at most \
              1.24 times the mean"
            ]
        );
    }

    /// Two years of doubling reach 16 from 4, three 32: 16 key groups are met after log2(16 ÷ 4) = 2 years.
    #[test]
    fn the_ceiling_is_not_to_be_met_too_soon() {
        let grows = |scenario: &mut Scenario| {
            let four = WorkerCount::clamped(4);
            scenario.widths = vec![four];
            scenario.plan = Some(Plan { growth_per_year: 1.0, ..Plan::new(four, four) });
        };
        assert_eq!(found("ceiling_years: 2.0", 16, grows), [""; 0]);
        assert_eq!(
            found("ceiling_years: 2.001", 16, grows),
            ["ceiling_years: found the ceiling of 16 key groups met in 2 years, wanted 2.001 years at least"]
        );
        assert_eq!(found("ceiling_years: 100", 128, nothing), [""; 0], "no growth meets no ceiling");
    }

    /// Ten times the load a year: 1 worker becomes 1 000 after log10(1 000) = 3 years, whatever the last bit of a logarithm is.
    #[test]
    fn a_ceiling_met_on_the_day_is_not_met_too_soon() {
        let grows = |scenario: &mut Scenario| {
            let one = WorkerCount::clamped(1);
            scenario.widths = vec![one];
            scenario.plan = Some(Plan { growth_per_year: 9.0, ..Plan::new(one, one) });
        };
        assert_eq!(found("ceiling_years: 3.0", 1000, grows), [""; 0]);
        assert_eq!(found("ceiling_years: 3.001", 1000, grows).len(), 1);
    }

    #[test]
    fn steps_plan_engine_and_ways_out() {
        assert_eq!(found("every_step_runs: true", 128, nothing), [""; 0]);
        let wide = |scenario: &mut Scenario| scenario.widths.push(WorkerCount::clamped(200));
        let [refused] = found("every_step_runs: true", 128, wide).try_into().unwrap();
        assert!(
            refused.starts_with("every_step_runs: found step 3 at 200 subtasks refused (\"")
                && refused.contains("higher than the max parallelism (128)")
                && refused.ends_with("wanted a width that runs with all its subtasks"),
            "{refused}"
        );
        assert_eq!(found("plan_required: true", 128, nothing), [""; 0]);
        let [none] = found("plan_required: true", 128, |scenario| scenario.plan = None).try_into().unwrap();
        assert!(none.starts_with("plan_required: found no plan, wanted one of the scenario's own"), "{none}");
        assert_eq!(found("engines: [\"spark\", \"flink\"]", 128, nothing), [""; 0]);
        assert_eq!(found("engines: [\"spark\"]", 128, nothing), ["engines: found flink, wanted spark"]);
        assert_eq!(found("way_out_allowed: true", 128, nothing), [""; 0]);
    }

    /// What is not known is neither met nor violated; what is never written is met.
    #[test]
    fn a_limit_on_what_is_not_modelled_is_not_checked() {
        for (rule, what) in [
            ("max_metadata_bytes", "the bytes of metadata"),
            ("max_files", "the files"),
            ("max_bytes_of_buckets", "the bytes that the count alone costs"),
        ] {
            let on =
                |engine: &'static str| move |scenario: &mut Scenario| scenario.engine = Engine::named(engine).unwrap();
            let not = format!("{rule}: not checked: Redeal does not model {what} in a snapshot of RisingWave");
            assert_eq!(found(&format!("{rule}: 1"), 128, on("risingwave")), [not]);
            assert_eq!(found(&format!("{rule}: 1"), 128, on("mapreduce")), [""; 0]);
        }
    }

    /// A rule of whole bytes: the most that is met is the cost itself.
    #[test]
    fn costs_are_met_up_to_the_very_byte() {
        let scenario = Scenario::built_in();
        let job = scenario.job(std::path::Path::new("")).unwrap();
        // Step 2 of the built-in scenario is the peak: 128 key groups at 40 subtasks.
        let report = simulate(&job, &Unwatched).unwrap();
        let cost = &report.steps[1].deal.as_ref().unwrap().snapshot;
        for (rule, cost) in [
            ("max_metadata_bytes", cost.metadata_bytes),
            ("max_files", cost.files),
            ("max_bytes_of_buckets", cost.bytes_of_buckets),
        ] {
            assert_eq!(found(&format!("{rule}: {cost}"), 128, nothing), [""; 0]);
            let missed = found(&format!("{rule}: {}", cost - 1), 128, nothing);
            assert!(
                missed.len() == 1 && missed[0].contains("in a snapshot at 40 subtasks, wanted at most "),
                "{missed:?}"
            );
        }
    }
}
