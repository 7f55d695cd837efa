//! One start or restart: its sentence, the engine's words, its workers and figures.

use super::super::decimal;
use super::bars;
use super::page::{Page, columns};
use crate::engine::SnapshotCost;
use crate::numerals::{self, bytes, counted, grouped, load, percent, short};
use crate::simulate::{ChiSquare, DealFigures, ExpectedIdle, KeyFigures, Movement, Report, Severity, Step};
use crate::unit::{float, rounded};

/// Up to so many workers are shown one by one …
const ONE_BY_ONE: usize = 16;
/// … and of more of them so many of the busiest, unless all are asked for.
const BUSIEST: usize = 10;

pub(super) fn block(page: &mut Page, report: &Report, at: usize, all: bool) {
    let (step, facts) = (&report.steps[at], report.profile.facts());
    let (ours, theirs) = super::start(report, at);
    page.blank();
    page.line(&"-".repeat(page.width()));
    page.line(&format!(
        "{}. {ours} {}: {}   ({theirs}, {} {})",
        at + 1,
        counted(step.workers.into(), "worker", "workers"),
        step.outcome.word(),
        facts.words.width,
        step.workers
    ));
    page.blank();
    page.wrapped("  ", "  ", &step.verdict.sentence);
    page.wrapped("  ", "  ", &step.verdict.explanation);
    if let Some(message) = &step.message {
        page.blank();
        page.wrapped("  The engine says: ", "    ", message);
    }
    if !step.notes.is_empty() {
        page.blank();
    }
    for note in &step.notes {
        page.wrapped("  ", "    ", note);
    }
    if let Some(deal) = &step.deal {
        page.blank();
        workers(page, deal, &report.keys, all);
        page.blank();
        figures(page, step, deal);
        if let Some(movement) = &step.movement {
            moved(page, movement, step, deal, &report.keys);
        }
    }
    findings(page, step);
}

fn workers(page: &mut Page, deal: &DealFigures, keys: &KeyFigures, all: bool) {
    let mut order: Vec<usize> = (0..deal.worker.len()).collect();
    let cut = order.len() > ONE_BY_ONE && !all;
    if cut {
        order.sort_by_key(|&id| (std::cmp::Reverse(deal.worker[id].load), id));
        order.truncate(BUSIEST);
    }
    let load = format!("load/{}", keys.unit.words().1);
    let header = ["worker", "buckets", "keys", load.as_str(), "of mean", "state"];
    let (most, mean) = most_and_mean(deal);
    let mut rows: Vec<Vec<String>> = order.iter().map(|&id| row(id, deal, mean)).collect();
    let taken: usize = (0..header.len())
        .map(|at| 2 + rows.iter().map(|row| columns(&row[at])).chain([header[at].len()]).max().unwrap_or(0))
        .sum();
    // The last column is ragged, so that it may follow right-aligned ones.
    let room = page.width().saturating_sub(taken + 2);
    for (row, &id) in rows.iter_mut().zip(&order) {
        let bar = bars::bar(deal.worker[id].load, most, mean, room, page.is_unicode());
        row.push(format!("{bar:<room$}"));
    }
    let mark = if page.is_unicode() { "│" } else { "|" };
    let title = format!("{:<room$}", format!("load ({mark} mean)"));
    let header: Vec<&str> = header.into_iter().chain([title.as_str()]).collect();
    page.table(&header, &rows);
    if cut {
        page.line(&format!("  … {} more workers (--all)", grouped((deal.worker.len() - BUSIEST) as u64)));
        let loads: Vec<u64> = deal.worker.iter().map(|worker| worker.load).collect();
        let label = format!("  Workers by their load, 0 to {}:  [", numerals::load(most, keys.unit));
        let room = page.width().saturating_sub(columns(&label) + 1).clamp(8, 40);
        page.line(&format!("{label}{}]", bars::histogram(&loads, room, page.is_unicode())));
    }
}

fn most_and_mean(deal: &DealFigures) -> (u64, f64) {
    let most = deal.worker.iter().map(|worker| worker.load).max().unwrap_or(0);
    (most, float(most) / deal.peak_to_mean)
}

fn row(id: usize, deal: &DealFigures, mean: f64) -> Vec<String> {
    let worker = deal.worker[id];
    let of_mean = if mean > 0.0 { float(worker.load) / mean } else { 0.0 };
    vec![
        id.to_string(),
        grouped(worker.buckets.into()),
        if deal.buckets.keys_known { grouped(worker.keys) } else { "-".to_owned() },
        grouped(worker.load),
        format!("{}×", decimal(of_mean, 2)),
        if deal.is_state_known { bytes(worker.state_bytes) } else { "-".to_owned() },
    ]
}

fn figures(page: &mut Page, step: &Step, deal: &DealFigures) {
    let loss = &deal.loss;
    let ratio = |number| format!("{}×", decimal(number, 2));
    // Where workers go without, nobody's share is uneven: the surplus is what is lost.
    let (dealing, cure) = if step.idle > 0 {
        ("no bucket", "workers that own none: ask for fewer")
    } else {
        ("uneven deal", "were all buckets alike; a useful width cures it")
    };
    let mut losses = [
        (Some(loss.dealing), dealing, cure),
        (deal.is_hottest_known.then_some(loss.hot_key_floor), "hottest key", "no bucket count gets below it"),
        (Some(loss.hot_bucket_floor), "hottest bucket", "no deal of these buckets gets below it"),
        (
            Some(loss.chance),
            "chance",
            if deal.is_hottest_known {
                "what is left: keys that happen to meet"
            } else {
                "what is left: keys that met, or heavy ones"
            },
        ),
    ];
    // The largest first; what is not known last.
    losses.sort_by(|(one, ..), (other, ..)| other.unwrap_or(0.0).total_cmp(&one.unwrap_or(0.0)));
    let losses = losses.into_iter().enumerate().map(|(at, (value, label, remark))| {
        (if at == 0 { "Losses" } else { "" }, label, value.map_or_else(|| "not known".to_owned(), ratio), remark)
    });
    let balance = [
        ("Balance", "peak to mean", ratio(deal.peak_to_mean), "busiest worker's load to the mean of those asked"),
        ("", "effective width", decimal(deal.effective_width, 2), "evenly loaded workers that would be as fast"),
        ("", "variation", decimal(deal.cv, 3), "standard deviation to mean"),
        ("", "Flink skew score", decimal(deal.flink_skew_score, 1), "0 even to 100"),
    ];
    let others = [
        ("For comparison", "heaviest first", ratio(loss.least_loaded), "the same buckets, each to the least loaded"),
        ("", "best possible", ratio(loss.best_possible), "no deal of whole buckets gets below it"),
    ];
    for (group, label, value, remark) in balance.into_iter().chain(losses).chain(others) {
        page.wrapped(&format!("  {group:<16}{label:<21}{value:>9}   "), &" ".repeat(51), remark);
    }
    if let Some(test) = &deal.even_hashing {
        hashing(page, test);
    }
    if let Some(idle) = &deal.expected_idle {
        without_key(page, idle);
    }
    snapshot(page, step, deal);
}

/// The test of the keys of each worker against the buckets that it owns; nothing where one worker owns all.
fn hashing(page: &mut Page, test: &ChiSquare) {
    if test.degrees == 0 {
        return;
    }
    let p = if test.p < 0.001 { "below 0.1 %".to_owned() } else { percent(test.p) };
    let remark = format!("by chance about {}; at least as uneven: {p} of all even hashings", test.degrees);
    let value = decimal(test.statistic, 1);
    page.wrapped(&format!("  {:<16}{:<21}{value:>9}   ", "Keys a worker", "chi-square"), &" ".repeat(51), &remark);
}

/// Workers without a key; nothing where there is none and none is to be expected.
fn without_key(page: &mut Page, idle: &ExpectedIdle) {
    if idle.found == 0 && idle.mean < 0.05 {
        return;
    }
    let by_chance = format!(
        "by chance {} ± {}, so {} deviations off",
        decimal(idle.mean, 1),
        decimal(idle.sd, 1),
        decimal(idle.z, 1)
    );
    let found = grouped(idle.found.into());
    page.wrapped(&format!("  {:<16}{:<21}{found:>9}   ", "Without a key", "workers"), &" ".repeat(51), &by_chance);
}

fn snapshot(page: &mut Page, step: &Step, deal: &DealFigures) {
    let cost = &deal.snapshot;
    let indent = " ".repeat(18);
    page.wrapped(
        &format!("  {:<16}", "Snapshot"),
        &indent,
        &format!(
            "{}; {} buckets a worker ({}; {}).{}",
            stored(deal),
            decimal(cost.buckets_per_worker, 2),
            cost.kind,
            format!("{:?}", cost.accuracy).to_lowercase(),
            because_of_buckets(cost, step.bucket_count),
        ),
    );
    for line in &cost.detail {
        page.wrapped(&indent, &format!("{indent}  "), &format!("{}: {} {}", line.label, whole(line.value), line.unit));
    }
}

/// What a snapshot holds.
fn stored(deal: &DealFigures) -> String {
    let cost = &deal.snapshot;
    let data = if deal.is_data_known() {
        format!("{} of data", bytes(cost.data_bytes))
    } else {
        "data of a size not known".to_owned()
    };
    if !cost.is_counted {
        return format!("{data}; metadata, files and ranges are not modelled");
    }
    format!(
        "{} of metadata, {data} in {} and {}",
        bytes(cost.metadata_bytes),
        counted(cost.files, "file", "files"),
        counted(cost.ranges, "range", "ranges")
    )
}

/// What of it the bucket count makes.
fn because_of_buckets(cost: &SnapshotCost, buckets: u32) -> String {
    if !cost.is_counted {
        return String::new();
    }
    let are = if cost.bytes_of_buckets == 1 { "is" } else { "are" };
    let buckets = counted(buckets.into(), "bucket", "buckets");
    format!(" {} {are} there only because of the {buckets}.", bytes(cost.bytes_of_buckets))
}

/// A figure of a snapshot's cost: whole where it is large.
fn whole(value: f64) -> String {
    if value < 1000.0 { short(value) } else { grouped(rounded(value)) }
}

fn moved(page: &mut Page, movement: &Movement, step: &Step, deal: &DealFigures, keys: &KeyFigures) {
    let best = movement
        .best_relabelled_fraction
        .map_or_else(String::new, |best| format!(" At best {} would move, were workers renamed.", percent(best)));
    page.wrapped(
        &format!("  {:<16}", "Movement"),
        &" ".repeat(18),
        &format!(
            "{} of {} buckets ({}) change their worker since step {}, with {}{}{}.{best}",
            grouped(movement.buckets_moved.into()),
            grouped(step.bucket_count.into()),
            percent(movement.moved_fraction),
            movement.from_step + 1,
            if keys.counted { format!("{}, ", counted(movement.keys_moved, "key", "keys")) } else { String::new() },
            load(movement.load_moved, keys.unit),
            if deal.is_state_known {
                format!(" and {} of state", bytes(movement.state_bytes_moved))
            } else {
                String::new()
            }
        ),
    );
}

fn findings(page: &mut Page, step: &Step) {
    for finding in &step.verdict.findings {
        page.blank();
        let sign = match finding.severity {
            Severity::Problem => "!!",
            Severity::Warning => "! ",
            Severity::Note => "- ",
        };
        // The engine's own text and the notes stand above already.
        let above = step.message.as_ref() == Some(&finding.what) || step.notes.join(" ") == finding.what;
        let what = if above { "" } else { &finding.what };
        page.wrapped(&format!("  {sign} "), "     ", &format!("{}. {what}", finding.title));
        page.wrapped("     Why: ", "     ", &finding.why);
        page.wrapped("     What helps: ", "     ", &finding.helps);
    }
}
