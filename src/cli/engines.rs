//! `redeal engines`: what is known of each engine, with sources.

use super::failure::Failure;
use super::{Answer, arguments, output};
use crate::engine::{Engine, EngineOption, Facts, Values, engine_options};
use crate::keys::KeyType;
use clap::{Args, ValueEnum};
use std::fmt::Write;

/// Shows the engine profiles: rules, words, bounds, the options of a scenario file, and where each fact was read or measured.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  redeal engines\n  redeal engines flink\n  redeal engines --format json")]
pub(super) struct Arguments {
    /// One engine; without it a line for each.
    #[arg(value_parser = arguments::engine())]
    name: Option<Engine>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How profiles are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To be read.
    #[default]
    Text,
    /// One object an engine.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let text = match (&arguments.name, arguments.format) {
        (Some(engine), Format::Text) => full(engine),
        (None, Format::Text) => short(),
        (Some(engine), Format::Json) => json(&profile(engine)),
        (None, Format::Json) => json(&serde_json::Value::from(Engine::all().iter().map(profile).collect::<Vec<_>>())),
    };
    output::emit(&text, None)?;
    Ok(Answer::Done)
}

fn json(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

fn profile(engine: &Engine) -> serde_json::Value {
    let mut value = serde_json::to_value(engine.facts()).expect("facts are text and numbers");
    value["options"] = serde_json::to_value(engine_options(engine)).expect("options are text and numbers");
    value["group"] = serde_json::to_value(engine.group()).expect("a group is a name");
    value["key_types"] = engine.profile().key_types().iter().map(|key_type| key_type.name()).collect();
    value
}

/// One line an engine.
fn short() -> String {
    let header = ["name", "engine", "bucket", "worker", "bucket count: bounds; default"].map(str::to_owned);
    let row = |engine: &Engine| {
        let facts = engine.facts();
        let count = format!("{}; {}", bounds(facts), facts.default_buckets);
        [
            facts.id.to_owned(),
            facts.name.to_owned(),
            facts.words.bucket.to_owned(),
            facts.words.worker.to_owned(),
            count,
        ]
    };
    let rows: Vec<[String; 5]> = std::iter::once(header).chain(Engine::all().iter().map(row)).collect();
    let wide: Vec<usize> = (0..4).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (part, wide) in row.iter().zip(&wide) {
            let _ = write!(text, "{part:<wide$}  ");
        }
        let _ = writeln!(text, "{}", row[4]);
    }
    text.push_str("\nredeal engines NAME has the rules, options and sources of one.\n");
    text
}

/// The counts that it takes.
fn bounds(facts: &Facts) -> String {
    match facts.max_buckets {
        Some(most) if most == facts.min_buckets => facts.takes(),
        Some(most) => format!("{} to {most}", facts.min_buckets),
        None => format!("{} and more", facts.min_buckets),
    }
}

fn full(engine: &Engine) -> String {
    let facts: &Facts = engine.facts();
    let words = &facts.words;
    let types = KeyType::listed(engine.profile().key_types());
    let bounds = match facts.max_buckets {
        Some(_) => bounds(facts),
        None => format!("{}; no bound of its own", bounds(facts)),
    };
    let lines = [
        ("kind", engine.group().title()),
        ("versions", facts.versions),
        ("bucket", words.bucket),
        ("bucket count", words.bucket_count),
        ("worker", words.worker),
        ("width", words.width),
        ("first start", words.first_start),
        ("restart", words.restart),
        ("snapshot", words.snapshot),
        ("counts", &bounds),
        ("default", facts.default_buckets),
        ("key types", &types),
        ("key to bucket", facts.hashing),
        ("dealing", facts.dealing),
        ("past the ceiling", facts.past_ceiling),
        ("another count", facts.change_of_count),
    ];
    let mut text = format!("{} ({})\n", facts.name, facts.id);
    for (label, value) in lines {
        let _ = writeln!(text, "  {label:<17} {value}");
    }
    text.push_str("  options in a scenario file\n");
    for option in engine_options(engine) {
        let _ = writeln!(text, "    {}: {}; left out: {}", option.name, allowed(option), option.default);
        let _ = writeln!(text, "      {}", option.what);
    }
    text.push_str("  sources\n");
    for source in facts.sources {
        let _ = writeln!(text, "    {}\n      {}", source.fact, source.source);
    }
    text
}

/// What an option may be.
fn allowed(option: &EngineOption) -> String {
    match option.allowed {
        Values::OneOf(values) => values.join(" | "),
        Values::Whole { least, most } => format!("{least} to {most}"),
        Values::Text { least, most } => format!("a text of {least} to {most}"),
        Values::ListOf(values) => format!("a list of {}", values.join(" | ")),
    }
}
