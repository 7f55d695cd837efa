//! `redeal chance`: whether uneven loads or idle workers are chance or a fault.

use super::failure::Failure;
use super::{Answer, arguments, output};
use crate::engine::{Engine, Outcome};
use crate::numerals::{counted, decimal, grouped, short, times};
use crate::simulate::{Evenness, IdleChance, Likelihood, Observed, ObservedIdle};
use crate::unit::{BucketCount, WorkerCount};
use clap::{Args, ValueEnum};
use std::fmt::Write;
use std::io::{self, Read};

/// Says whether loads are as uneven as even hashing makes them, or whether there is a fault.
///
/// Numbers are keys per worker (or per bucket), as arguments or from stdin (-): one a line, or CSV. Three answers: chance (at least 1 in
/// 1000 even hashings is as uneven), unusual (at least 1 in 1 000 000), not chance.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal chance 97 73 81 76 93 79\n  redeal chance --idle 79 --workers 128 --keys 128\n  redeal chance --keys 20000 \
                        --buckets 128 - < records-per-subtask.txt"
)]
pub(super) struct Arguments {
    /// Keys of each worker or bucket; - for stdin.
    #[arg(value_name = "LOAD", required_unless_present = "idle", conflicts_with = "idle")]
    load: Vec<String>,
    /// Distinct keys in all: the numbers are then loads of another kind, such as records.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    keys: Option<u64>,
    /// Only this is known: so many workers have no key.
    #[arg(long, value_name = "I", requires = "workers", requires = "keys")]
    idle: Option<u32>,
    /// Workers in all, with --idle.
    #[arg(long, value_name = "P", requires = "idle", value_parser = arguments::workers)]
    workers: Option<WorkerCount>,
    /// Bucket count: each worker's share is then what the engine deals it of these, in the order of the numbers.
    #[arg(long, value_name = "N", value_parser = arguments::buckets)]
    buckets: Option<BucketCount>,
    /// Engine that deals the buckets.
    #[arg(long, value_name = "E", value_parser = arguments::engine(), default_value = "flink", requires = "buckets")]
    engine: Engine,
    /// Column of a CSV file with a header.
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How the answer is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read.
    #[default]
    Text,
    /// One object.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    if let (Some(idle), Some(workers), Some(keys)) = (arguments.idle, arguments.workers, arguments.keys) {
        let Some(shares) = shares(arguments, workers)? else { return Ok(Answer::No) };
        let chance = ObservedIdle { idle, keys, workers, shares: &shares }.chance();
        let chance = chance.map_err(|error| Failure::Told(format!("--idle: {error}")))?;
        let said = with_questions(arguments, chance.sentences(), chance.likelihood, 0.0);
        return emit(arguments, &chance, said, &idle_text(&chance));
    }
    let loads = loads(arguments)?;
    let told = |error| Failure::Told(format!("LOAD: {error}"));
    let workers = WorkerCount::new(loads.len() as u64).map_err(|error| Failure::Told(format!("LOAD: {error}")))?;
    let Some(shares) = shares(arguments, workers)? else { return Ok(Answer::No) };
    let evenness = Observed { loads: &loads, keys: arguments.keys, shares: &shares }.evenness().map_err(told)?;
    let said = with_questions(arguments, evenness.sentences(), evenness.likelihood, evenness.mean);
    emit(arguments, &evenness, said, &figures(&evenness))
}

/// Loads per worker above which they are rather records than keys.
const MANY: f64 = 1000.0;

/// What may be the matter before a fault is: asked right behind the verdict. `mean` is that of loads that were given.
fn with_questions(arguments: &Arguments, said: Vec<String>, likelihood: Likelihood, mean: f64) -> Vec<String> {
    let (mut said, mut questions) = (said, Vec::new());
    if likelihood != Likelihood::Chance {
        if arguments.buckets.is_none() {
            questions.push(
                "First: are these workers that own buckets? A width that does not divide the bucket count gives some of them a bucket \
                 more, which is no fault: give --buckets (and --engine)."
                    .to_owned(),
            );
        }
        if arguments.keys.is_none() && mean >= MANY {
            questions.push("The numbers are taken as keys. Where they are records, give --keys.".to_owned());
        }
    }
    said.splice(1..1, questions);
    said
}

fn emit(
    arguments: &Arguments,
    figures: &impl serde::Serialize,
    said: Vec<String>,
    table: &str,
) -> Result<Answer, Failure> {
    let text = match arguments.format {
        Format::Text => {
            format!("{}\n{table}", said.iter().fold(String::new(), |text, sentence| text + sentence + "\n"))
        }
        Format::Json => {
            let mut value = serde_json::to_value(figures).expect("figures are numbers and words");
            value["format"] = "redeal-chance/1".into();
            value["said"] = said.into();
            format!("{value:#}\n")
        }
    };
    output::emit(&text, None)?;
    Ok(Answer::Done)
}

/// Buckets of each worker; none where no count is given, `None` where the engine refuses the width.
fn shares(arguments: &Arguments, workers: WorkerCount) -> Result<Option<Vec<u32>>, Failure> {
    let Some(buckets) = arguments.buckets else { return Ok(Some(Vec::new())) };
    let engine = &arguments.engine;
    let start = arguments::first_start(engine, buckets, workers).map_err(Failure::Told)?;
    if !arguments::started(engine, &start) {
        return Ok(None);
    }
    let rule = engine.profile().dealing(start.workers);
    let mut counts = rule.deal(buckets, start.workers, &vec![1; buckets.len()]).bucket_counts();
    // A capped start gives the surplus nothing.
    if start.outcome == Outcome::Capped {
        counts.resize(workers.len(), 0);
    }
    Ok(Some(counts))
}

fn loads(arguments: &Arguments) -> Result<Vec<u64>, Failure> {
    if arguments.load.iter().all(|load| load != "-") {
        if arguments.column.is_some() {
            return Err(Failure::Told(
                "--column: names a column of stdin, and goes with - in place of numbers".to_owned(),
            ));
        }
        return arguments.load.iter().map(|load| number(load, "LOAD")).collect();
    }
    if arguments.load.len() > 1 {
        return Err(Failure::Told("LOAD: - stands for stdin and takes no other number beside it".to_owned()));
    }
    let (mut text, mut input) = (String::new(), io::stdin().lock().take(LIMIT + 1));
    input.read_to_string(&mut text).map_err(|error| Failure::Told(format!("stdin: cannot be read: {error}")))?;
    if text.len() as u64 > LIMIT {
        return Err(Failure::Told("stdin: more than 64 MB: at most 1 048 576 numbers are allowed".to_owned()));
    }
    table(&text, arguments.column.as_deref())
}

/// Bytes of stdin that are taken.
const LIMIT: u64 = 64 * 1024 * 1024;

fn number(text: &str, place: &str) -> Result<u64, Failure> {
    let text = text.trim();
    text.parse().map_err(|_| {
        let found = crate::plain::excerpt(text);
        Failure::Told(format!("{place}: \"{found}\" is no load: a whole number from 0 to 2^64 - 1 is needed"))
    })
}

/// Names of columns that hold what is asked for.
const COLUMNS: [&str; 6] = ["keys", "load", "loads", "records", "count", "counts"];

/// Whether a field of the first line is a column's name: what could be a number that was written badly is no name.
fn is_name(field: &str) -> bool {
    let field = field.trim();
    let is_of_name = |c: char| c.is_alphanumeric() || " _-.()%".contains(c);
    field.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && field.chars().all(is_of_name)
        && field.parse::<f64>().is_err()
}

/// One number a line, or one line of numbers, or a column of CSV with a header.
fn table(text: &str, column: Option<&str>) -> Result<Vec<u64>, Failure> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows: Result<Vec<csv::StringRecord>, csv::Error> = reader.records().collect();
    let rows = rows.map_err(|error| Failure::Told(format!("stdin: no CSV: {error}")))?;
    let place = |row: &csv::StringRecord| format!("stdin:{}", row.position().map_or(0, csv::Position::line));
    let Some((first, rest)) = rows.split_first() else {
        return Err(Failure::Told("stdin: empty: a load a line is needed".to_owned()));
    };
    let is_header = first.iter().all(is_name);
    let names: Vec<String> = first.iter().map(|name| name.trim().to_lowercase()).collect();
    let at = match column {
        Some(name) => {
            let at = is_header.then(|| names.iter().position(|found| *found == name.to_lowercase())).flatten();
            at.ok_or_else(|| {
                Failure::Told(format!(
                    "stdin: no column \"{}\": there are {}",
                    crate::plain::excerpt(name),
                    names.join(", ")
                ))
            })?
        }
        None if first.len() == 1 => 0,
        None if rest.is_empty() => return first.iter().map(|field| number(field, &place(first))).collect(),
        None => names.iter().position(|name| is_header && COLUMNS.contains(&name.as_str())).ok_or_else(|| {
            Failure::Told(format!("stdin: {} columns: name the one with the loads by --column", first.len()))
        })?,
    };
    let rows = if is_header { rest } else { &rows };
    rows.iter().map(|row| number(row.get(at).unwrap_or(""), &place(row))).collect()
}

fn figures(evenness: &Evenness) -> String {
    let of = if evenness.loads_are_keys { "" } else { " (load)" };
    let unit = |count| if evenness.loads_are_keys { counted(count, "key", "keys") } else { grouped(count) };
    let mut lines = vec![
        ("workers", grouped(evenness.workers.into())),
        ("keys", grouped(evenness.keys)),
        ("busiest", format!("{}{of}", unit(evenness.busiest))),
        ("least", format!("{}{of}", unit(evenness.least))),
        ("mean", format!("{}{of}", short(evenness.mean))),
        ("busiest to mean", times(evenness.peak_to_mean)),
        ("(max - min) / mean", times(evenness.spread)),
        ("deviation to mean", decimal(evenness.cv, 3)),
        ("Flink's skew score", format!("{} of 100", decimal(evenness.flink_skew_score, 1))),
    ];
    lines.push(("chance, one-sided", format!("{}, {}", small(evenness.p), method(evenness.method))));
    rows(&lines)
}

fn idle_text(chance: &IdleChance) -> String {
    rows(&[
        ("workers", grouped(chance.workers.into())),
        ("keys", grouped(chance.keys)),
        ("without a key", grouped(chance.expected.found.into())),
        ("expected", decimal(chance.expected.mean, 2)),
        ("deviation", decimal(chance.expected.sd, 2)),
        ("chance, one-sided", format!("{}, {}", small(chance.p_at_least), method(chance.method))),
    ])
}

/// A chance: four decimals, a power of ten where it is small.
fn small(chance: f64) -> String {
    if chance >= 0.001 {
        decimal(chance, 4)
    } else if chance > 0.0 {
        format!("{chance:.1e}")
    } else {
        "below 1e-300".to_owned()
    }
}

fn method(method: crate::simulate::Method) -> &'static str {
    match method {
        crate::simulate::Method::Exact => "exact",
        crate::simulate::Method::Law => "by a law that is near",
    }
}

fn rows(lines: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (label, value) in lines {
        let _ = writeln!(text, "  {label:<19} {value}");
    }
    text
}
