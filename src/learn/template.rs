//! Texts with figures in them: "{idle|worker owns|workers own} nothing".

use super::quantity::Quantity;
use super::scene::Scene;
use crate::engine::{
    Engine, FlinkOptions, FlinkScheduler, FlinkSqlOptions, RisingWaveParallelism, SparkStore, SparkVersion, Words,
};
use crate::numerals::{grouped, short};
use crate::unit::rounded;

/// A text with every `{figure}` filled in.
///
/// `{idle}` is the figure in words; `{idle|worker|workers}` adds the word that goes with one or with more;
/// `{headroom|time|times}` is a ratio as it reads in a sentence, "4 times" or "3.7 times". `{engine}` is the
/// engine's name, `{its_bucket}`, `{its_buckets}`, `{its_count}`, `{its_worker}`, `{its_workers}`, `{its_width}` its words,
/// `{message}` its own text at the step looked at, `{mode}` how it is set to start, as in "in reactive mode", `{setting}` what
/// else was chosen of it, as in " 4.2 with its state in `RocksDB`", or nothing.
///
/// # Errors
/// A sentence that names what cannot be filled in.
pub fn fill(text: &str, scene: &Scene) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (inside, behind) = after.split_once('}').ok_or_else(|| format!("\"{text}\": a brace is never closed"))?;
        filled.push_str(&value_of(inside, scene)?);
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

fn value_of(inside: &str, scene: &Scene) -> Result<String, String> {
    let words: &Words = &scene.job.engine.facts().words;
    let word = match inside {
        "engine" => scene.job.engine.facts().name,
        "its_bucket" => words.bucket,
        "its_buckets" => words.buckets,
        "its_count" => words.bucket_count,
        "its_worker" => words.worker,
        "its_workers" => words.workers,
        "its_width" => words.width,
        "mode" => mode(&scene.job.engine),
        "message" => {
            let message = scene.at(scene.step).and_then(|step| step.message.clone());
            return message.ok_or_else(|| "{message}: the engine says nothing here".to_owned());
        }
        "setting" => return Ok(setting(&scene.job.engine)),
        _ => "",
    };
    if !word.is_empty() {
        return Ok(word.to_owned());
    }
    let mut parts = inside.split('|');
    let name = parts.next().unwrap_or(inside);
    let reading = name.parse::<Quantity>()?.of(scene).ok_or_else(|| format!("{{{name}}} has no value here"))?;
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => Ok(reading.to_string()),
        (Some(one), Some(many), None) => {
            // A ratio reads "3 times" or "3.7 times" in a sentence.
            let number = if reading.is_whole() { grouped(rounded(reading.value)) } else { short(reading.value) };
            let word = if number == "1" { one } else { many };
            Ok(format!("{number} {word}"))
        }
        _ => Err(format!("{{{inside}}}: a figure, or a figure with its word for one and for more, is needed")),
    }
}

/// The version and the state store, where they were chosen; they follow the engine's name.
fn setting(engine: &Engine) -> String {
    match engine {
        Engine::Spark(options) if options.store == SparkStore::RocksDb => {
            let version = if options.version == SparkVersion::V4_2 { "4.2" } else { "4.0" };
            format!(" {version} with its state in RocksDB")
        }
        _ => String::new(),
    }
}

/// Who decides the width, in words that follow the engine's name.
const fn mode(engine: &Engine) -> &'static str {
    match engine {
        Engine::Flink(FlinkOptions { scheduler, .. })
        | Engine::FlinkSql(FlinkSqlOptions(FlinkOptions { scheduler, .. })) => match scheduler {
            FlinkScheduler::Default => "with the default scheduler",
            FlinkScheduler::Adaptive { .. } => "with the adaptive scheduler",
            FlinkScheduler::Reactive { .. } => "in reactive mode",
        },
        Engine::RisingWave(options) => match options.parallelism {
            RisingWaveParallelism::Explicit => "with a width set by hand",
            RisingWaveParallelism::Adaptive => "with an adaptive width",
        },
        _ => "with its default settings",
    }
}
