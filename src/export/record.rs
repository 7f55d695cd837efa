//! A decision record as Markdown: one page for people, and the block that a check reads.

mod exit;

use super::advise::{PlanOrigin, plan};
use super::markdown::cell;
use super::widths;
use crate::decide::{Decision, Exit, Limit, record_block};
use crate::engine::{Accuracy, Allowed, Engine, Facts, FlinkSqlOptions, FlinkVersion, SnapshotCost, Words};
use crate::explore::{CountAdvice, Plan, RUNWAY_LIMITS, Reason, Shortfall, WAYS_OUT_LIMITS};
use crate::numerals::{at_least, bytes, counted, decimal, grouped, percent, stated};
use crate::scenario::ScenarioError;
use crate::simulate::useful_widths;
use std::fmt::Write;

/// The record, its last line ended.
///
/// # Errors
/// Where the block cannot be written as RON.
pub fn record_markdown(decision: &Decision) -> Result<String, ScenarioError> {
    let facts = decision.engine.facts();
    let words = &facts.words;
    let count = counted(decision.record.buckets.get().into(), words.bucket, words.buckets);
    let mut text = format!("# Decision record: {count} for “{}”\n\n", cell(&decision.job));
    text.push_str(&table(decision, facts));
    section(&mut text, &format!("Why {count}"), &why(decision, words));
    section(&mut text, "What the team adds", &team(decision, words));
    section(&mut text, "Widths and cost", &widths_and_cost(decision, words));
    section(&mut text, "How long it lasts", &runway(decision, words));
    section(&mut text, "If it turns out too low", &exit::way_out(decision, facts));
    section(&mut text, "What the model leaves out", &left_out(decision));
    section(
        &mut text,
        "For the check",
        "`redeal check` reads this block and nothing else: fill in `decided_by` and `reviewed_by` here. After a change of the \
         scenario, make the record anew.\n",
    );
    text.push('\n');
    text.push_str(&record_block(&decision.record)?);
    Ok(text)
}

fn section(text: &mut String, title: &str, body: &str) {
    let _ = write!(text, "\n## {title}\n\n{body}");
}

fn list(sentences: impl IntoIterator<Item = String>) -> String {
    sentences.into_iter().fold(String::new(), |mut text, sentence| {
        let _ = writeln!(text, "- {}", cell(&sentence));
        text
    })
}

fn table(decision: &Decision, facts: &Facts) -> String {
    let (record, words) = (&decision.record, &facts.words);
    let name = |name: &str| if name.trim().is_empty() { "see the block at the end".to_owned() } else { cell(name) };
    let plan = &decision.plan;
    let told = if decision.has_own_plan { "" } else { "; told by the scenario's widths, as it has no plan of its own" };
    let rows = [
        ("Scenario", cell(&record.scenario)),
        ("Engine", format!("{} (its rules as of {})", facts.name, facts.versions)),
        ("Setting", setting(decision, facts)),
        ("Expected", format!("{}{told}", expected(plan, words))),
        (
            "Headroom",
            format!(
                "{} times that peak; the plan asks for {}",
                at_least(decision.count.headroom),
                stated(plan.headroom)
            ),
        ),
        ("Simulated with", super::markdown::keys(&decision.report.keys)),
        ("Decided on", record.decided.to_string()),
        ("Decided by", name(&record.decided_by)),
        ("Reviewed by", name(&record.reviewed_by)),
        ("Look again", format!("{}: {}", record.look_again, look_again(decision, words))),
    ];
    rows.iter().fold(String::from("| | |\n| --- | --- |\n"), |mut text, (title, value)| {
        let _ = writeln!(text, "| {title} | {value} |");
        text
    })
}

/// The count, whether the program sets it, and where it is set: a default that nobody wrote down is a trap.
fn setting(decision: &Decision, facts: &Facts) -> String {
    let (words, count) = (&facts.words, grouped(decision.record.buckets.get().into()));
    let at = if facts.count_setting.is_empty() { String::new() } else { format!(" ({})", cell(facts.count_setting)) };
    let set = if decision.is_set {
        "set by the program".to_owned()
    } else {
        format!("not set by the program: by the engine's own rule, {}", cell(facts.default_buckets))
    };
    format!("{}{at}: **{count}**, {set}", words.bucket_count)
}

/// `from 4 to 40 subtasks`, or `4 subtasks` where no more are expected.
fn expected(plan: &Plan, words: &Words) -> String {
    let peak = counted(plan.peak_width.get().into(), words.worker, words.workers);
    if plan.first_width == plan.peak_width {
        return peak;
    }
    format!("from {} to {peak}", grouped(plan.first_width.get().into()))
}

fn look_again(decision: &Decision, words: &Words) -> String {
    let Some((limit, years)) = decision.look_again.limit else {
        return "a year after the decision".to_owned();
    };
    let limit = match limit {
        Limit::Peak => "the expected peak".to_owned(),
        Limit::Ceiling => format!("the ceiling of the {}", words.buckets),
        Limit::HottestBucket => format!("what one {} can do with its fullest {}", words.worker, words.bucket),
        Limit::HottestKey => format!("what one {} can do with the hottest key", words.worker),
    };
    if years <= 0.0 {
        format!("at once, since growth has met {limit} already")
    } else if years <= 0.5 {
        format!("at once, since growth meets {limit} in {} years", decimal(years, 1))
    } else {
        format!("half a year before growth meets {limit}, in {} years", decimal(years, 1))
    }
}

/// What speaks for the count, what against it, and what is recommended instead.
fn why(decision: &Decision, words: &Words) -> String {
    let (count, advice) = (&decision.count, &decision.advice);
    let of = |count: &CountAdvice| counted(count.buckets.get().into(), words.bucket, words.buckets);
    let best = advice.recommended.first();
    let is_best = best.is_some_and(|best| best.buckets == count.buckets);
    let is_recommended = advice.recommended.iter().any(|other| other.buckets == count.buckets);
    let origin = if decision.has_own_plan { PlanOrigin::Scenario } else { PlanOrigin::Widths };
    let judged = match best {
        Some(_) if is_best => "It is the count that Redeal recommends for this plan.".to_owned(),
        Some(best) if is_recommended => {
            format!("It is among the counts that Redeal recommends for this plan; the first of them is {}.", of(best))
        }
        Some(best) if count.shortfalls.is_empty() => {
            format!(
                "It meets the plan, but Redeal recommends **{}** for it instead; the reasons stand below.",
                of(best)
            )
        }
        Some(best) => {
            format!(
                "**It does not meet the plan.** Redeal recommends **{}** instead; the reasons stand below.",
                of(best)
            )
        }
        None => "**No count meets the plan**; what this one lacks stands first.".to_owned(),
    };
    let mut text = format!("{}\n\n{judged}\n\n", cell(&plan::line(&decision.plan, origin, words)));
    let shortfalls = count.shortfalls.iter().map(|shortfall| shortfall.sentence(words));
    // What is told as lacking need not be told as a reason.
    let lacks_headroom = count.shortfalls.iter().any(|shortfall| matches!(shortfall, Shortfall::Headroom { .. }));
    let is_told = |reason: &Reason| lacks_headroom && matches!(reason, Reason::Headroom { .. });
    let reasons = count.reasons.iter().filter(|reason| is_of_the_count(reason) && !is_told(reason));
    let reasons = reasons.map(|reason| reason.sentence(words));
    let warnings = count.warnings.iter().chain(&advice.warnings).map(|warning| warning.sentence(words));
    text.push_str(&list(shortfalls.chain(reasons).chain(warnings)));
    if let Some(best) = best.filter(|_| !is_best) {
        let _ = writeln!(text, "\nAbout {}:\n", of(best));
        let reasons = best.reasons.iter().filter(|reason| tells_apart(reason)).map(|reason| reason.sentence(words));
        text.push_str(&list(reasons.chain(best.warnings.iter().map(|warning| warning.sentence(words)))));
    }
    text
}

/// What only the people who decide can say.
fn team(decision: &Decision, words: &Words) -> String {
    let count = decision.record.buckets;
    let instead =
        decision.advice.recommended.first().filter(|best| best.buckets != count).map_or_else(String::new, |best| {
            let best = counted(best.buckets.get().into(), words.bucket, words.buckets);
            format!(" and not the {best} that are recommended")
        });
    list([
        "Status: proposed, accepted, or superseded by another record".to_owned(),
        "Job, its owner, and the policy it is held to:".to_owned(),
        format!("Why {}{instead}:", grouped(count.get().into())),
    ])
}

/// Reasons of the count itself; widths, cost and runway have places of their own.
const fn is_of_the_count(reason: &Reason) -> bool {
    !matches!(reason, Reason::UsefulWidths { .. } | Reason::Cost { .. } | Reason::Grows { .. } | Reason::Runway { .. })
}

/// Reasons that tell one count from another.
const fn tells_apart(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Headroom { .. }
            | Reason::EvenAt { .. }
            | Reason::UnevenAt { .. }
            | Reason::RefusedAt { .. }
            | Reason::OnAverage { .. }
            | Reason::WithKeys { .. }
            | Reason::Default { .. }
            | Reason::Cost { .. }
            | Reason::Runway { .. }
    )
}

fn widths_and_cost(decision: &Decision, words: &Words) -> String {
    let mut text = useful(decision, words);
    let count = &decision.count;
    let costs = [(decision.first.workers, &decision.first.cost), (count.cost_workers, &count.cost)];
    let same = costs[0].0 == costs[1].0;
    let _ = writeln!(text, "\nOne snapshot by width ({}):\n", cell(&count.cost.kind));
    text.push_str("| at | metadata | state files | files | because of the count alone | how sure |\n");
    text.push_str("| --- | ---: | ---: | ---: | ---: | --- |\n");
    let version = version(&decision.engine);
    for (workers, cost) in &costs[usize::from(same)..] {
        text.push_str(&row(&counted(u64::from(*workers), words.worker, words.workers), cost, version));
    }
    let peak = decision.plan.peak_width.get();
    if count.cost_workers != peak {
        let _ = writeln!(text, "\nThe peak of {} is refused; the most that starts stands here.", grouped(peak.into()));
    }
    let grows = count.reasons.iter().filter(|reason| matches!(reason, Reason::Grows { .. }));
    let grows: Vec<String> = grows.map(|reason| reason.sentence(words)).collect();
    if !grows.is_empty() {
        text.push('\n');
        text.push_str(&list(grows));
    }
    text
}

/// The version whose bytes are counted, where the engine's options tell one.
const fn version(engine: &Engine) -> &'static str {
    match engine {
        Engine::Flink(options) | Engine::FlinkSql(FlinkSqlOptions(options)) => match options.version {
            FlinkVersion::V1_20 => " in 1.20",
            FlinkVersion::V2_3 => " in 2.3",
        },
        _ => "",
    }
}

fn row(at: &str, cost: &SnapshotCost, version: &str) -> String {
    let modelled =
        |figure: Option<u64>, shown: fn(u64) -> String| figure.map_or_else(|| "not modelled".to_owned(), shown);
    let sure = match cost.accuracy {
        Accuracy::Exact => "to the byte",
        Accuracy::Fitted => "fitted to measurements",
        Accuracy::Estimated => "an estimate",
    };
    format!(
        "| {at} | {} | {} | {} | {} | {sure}{version} |\n",
        modelled(cost.counted_metadata(), bytes),
        bytes(cost.data_bytes),
        modelled(cost.counted_files(), grouped),
        modelled(cost.counted_bytes_of_buckets(), bytes)
    )
}

/// Useful widths up to the peak, and the next one.
fn useful(decision: &Decision, words: &Words) -> String {
    let peak = decision.plan.peak_width.get();
    let all = useful_widths(decision.record.buckets);
    let (to_peak, above) = all.split_at(all.partition_point(|&width| width <= peak));
    let mut text = format!("Useful widths up to the peak of {}: {}.", grouped(peak.into()), widths(to_peak));
    if let Some(last) = to_peak.last().filter(|&&last| last < peak) {
        let _ = write!(
            text,
            " The peak is not one of them: even keys run as fast on {}.",
            counted(u64::from(*last), words.worker, words.workers)
        );
    }
    match above.first() {
        Some(next) => {
            let _ = writeln!(text, " The next above it: {}.", grouped((*next).into()));
        }
        None => text.push_str(" There is none above it.\n"),
    }
    text
}

fn runway(decision: &Decision, words: &Words) -> String {
    let Some(runway) = &decision.count.runway else {
        return "The plan tells of no growth, so nothing is foretold.\n".to_owned();
    };
    let growth = percent(decision.plan.growth_per_year);
    let when = |years: Option<f64>| match years {
        None => "not within 100 years".to_owned(),
        Some(years) if years <= 0.0 => "already".to_owned(),
        Some(years) => format!("in {} years", decimal(years, 1)),
    };
    let peak = counted(decision.plan.peak_width.get().into(), words.worker, words.workers);
    let mut text = format!("With the load growing {growth} a year, these limits are met:\n\n");
    text.push_str(&list([
        format!("the expected peak of {peak}: {}", when(runway.peak_years)),
        format!(
            "the ceiling (more {} needed than there are {}): {}",
            words.workers,
            words.buckets,
            when(runway.ceiling_years)
        ),
        format!("the fullest {} alone fills one {}: {}", words.bucket, words.worker, when(runway.hottest_bucket_years)),
        format!("the hottest key alone fills one {}: {}", words.worker, when(runway.hottest_key_years)),
    ]));
    text
}

fn left_out(decision: &Decision) -> String {
    let runway = decision.count.runway.map(|_| format!("Of growth: {}", lower_first(RUNWAY_LIMITS)));
    let exit = decision.exit.as_ref().and_then(Exit::way).filter(|way| way.route.allowed != Allowed::Needless);
    let exit = exit.map(|_| format!("Of the way out: {WAYS_OUT_LIMITS}"));
    let keys = "Nothing was run: latency, network, memory and the work of one record are not looked at, and other keys \
                would be dealt differently.";
    list([keys.to_owned()].into_iter().chain(runway).chain(exit))
}

/// A sentence that goes on after a colon.
fn lower_first(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
