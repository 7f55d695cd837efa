//! `redeal bucket`: key → bucket → worker, key by key as they come.

use super::failure::Failure;
use super::{Answer, arguments};
use crate::deal::Assignment;
use crate::engine::Engine;
use crate::keys::{KeyType, Value};
use crate::unit::{BucketCount, WorkerCount};
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

/// Says which bucket, and with a width which worker, each key belongs to: key, bucket, worker as CSV.
///
/// Keys come as arguments, or one a line from a file or from stdin (-), each answered as it comes; an empty line is the
/// empty key. A width that the engine refuses gets the engine's own text on stderr and exit code 1.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  redeal bucket --engine flink --buckets 128 --workers 40 user-1 user-2\n  cut -f1 keys.tsv | \
                        redeal bucket --engine spark --keys -\n  redeal bucket --engine kafka-streams --buckets 12 --key-type \
                        bytes --key-hex 0000002a"
)]
pub(super) struct Arguments {
    /// Engine, with its default options.
    #[arg(long, value_name = "E", value_parser = arguments::engine())]
    engine: Engine,
    /// Bucket count; without it the engine's default for the width.
    #[arg(long, value_name = "N", value_parser = arguments::buckets)]
    buckets: Option<BucketCount>,
    /// Width; without it the worker column stays empty.
    #[arg(long, value_name = "P", value_parser = arguments::workers)]
    workers: Option<WorkerCount>,
    /// What the keys are to the engine.
    #[arg(long, value_name = "T", value_parser = arguments::key_type(), default_value = "string")]
    key_type: KeyType,
    /// Keys are given as hex digits of their bytes: UTF-8 for string, the bytes themselves for bytes.
    #[arg(long)]
    key_hex: bool,
    /// File with one key a line, or - for stdin.
    #[arg(long, value_name = "FILE", required_unless_present = "key", conflicts_with = "key")]
    keys: Option<PathBuf>,
    /// Keys.
    #[arg(allow_negative_numbers = true)]
    key: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let (engine, key_type) = (&arguments.engine, arguments.key_type);
    let types = engine.profile().key_types();
    if !types.contains(&key_type) {
        let allowed = types.iter().map(|allowed| allowed.name()).collect::<Vec<_>>().join(", ");
        let (found, name) = (key_type.name(), engine.facts().name);
        return Err(Failure::Told(format!("--key-type {found}: allowed for {name} are {allowed}")));
    }
    if arguments.key_hex && !matches!(key_type, KeyType::String | KeyType::Bytes) {
        let found = key_type.name();
        return Err(Failure::Told(format!("--key-hex with --key-type {found}: allowed are string and bytes")));
    }
    let buckets = arguments.buckets.map_or_else(|| default_count(engine, arguments.workers), Ok)?;
    // Without a width the count alone is checked, by the start that no engine refuses for its width.
    let width = arguments.workers.unwrap_or(WorkerCount::ONE);
    let start = arguments::first_start(engine, buckets, width).map_err(Failure::Told)?;
    if !arguments::started(engine, &start) {
        return Ok(Answer::No);
    }
    let assignment = arguments.workers.map(|_| {
        let rule = engine.profile().dealing(start.workers);
        rule.deal(buckets, start.workers, &vec![1; buckets.len()])
    });
    let mut rows = Rows { arguments, buckets, assignment, out: csv_to_stdout() };
    rows.out.write_record(["key", "bucket", "worker"]).map_err(failed)?;
    match &arguments.keys {
        None => {
            for key in &arguments.key {
                rows.write(key.as_bytes()).map_err(|error| error.at(&format!("key \"{key}\"")))?;
            }
        }
        Some(path) if path.as_os_str() == "-" => rows.lines(BufReader::new(io::stdin()), "stdin")?,
        Some(path) => rows.lines(BufReader::new(open(path)?), &path.display().to_string())?,
    }
    rows.out.flush()?;
    Ok(Answer::Done)
}

/// The engine's default; an error where it has none, or one that depends on an input which is not known here.
fn default_count(engine: &Engine, workers: Option<WorkerCount>) -> Result<BucketCount, Failure> {
    let (profile, facts) = (engine.profile(), engine.facts());
    let count = |pieces| profile.default_buckets(workers.unwrap_or(WorkerCount::ONE), pieces);
    match count(1) {
        Some(known) if count(2) == Some(known) => {
            BucketCount::new(known).map_err(|error| Failure::Told(format!("default: {error}")))
        }
        _ => Err(Failure::Told(format!(
            "--buckets is needed: the default of {} is {}",
            facts.name, facts.default_buckets
        ))),
    }
}

fn open(path: &Path) -> Result<File, Failure> {
    let told = |error: io::Error| Failure::Told(format!("{}: cannot be read: {error}", path.display()));
    let file = File::open(path).map_err(told)?;
    if file.metadata().map_err(told)?.is_dir() {
        return Err(Failure::Told(format!("{}: is a folder: a file with one key a line is needed", path.display())));
    }
    Ok(file)
}

type Out = csv::Writer<BufWriter<io::StdoutLock<'static>>>;

fn csv_to_stdout() -> Out {
    csv::Writer::from_writer(BufWriter::new(io::stdout().lock()))
}

/// An error of the CSV writer, which only ever writes.
fn failed(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => Failure::Told(format!("the output cannot be written: {other:?}")),
    }
}

struct Rows<'a> {
    arguments: &'a Arguments,
    buckets: BucketCount,
    assignment: Option<Assignment>,
    out: Out,
}

/// A key that gets no row.
enum BadRow {
    Key(String),
    Output(Failure),
}

impl BadRow {
    fn at(self, place: &str) -> Failure {
        match self {
            Self::Key(message) => Failure::Told(format!("{place}: {message}")),
            Self::Output(failure) => failure,
        }
    }
}

impl Rows<'_> {
    fn lines(&mut self, mut input: BufReader<impl Read>, name: &str) -> Result<(), Failure> {
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let read = input.read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::Told(format!("{name}: cannot be read: {error}")))? == 0 {
                break;
            }
            if line.pop_if(|byte| *byte == b'\n').is_some() {
                line.pop_if(|byte| *byte == b'\r');
            }
            // A mark that an editor put before the first key is no part of it; bytes are taken as they are.
            if number == 1 && self.arguments.key_type != KeyType::Bytes && line.starts_with("\u{feff}".as_bytes()) {
                line.drain(.."\u{feff}".len());
            }
            self.write(&line).map_err(|error| error.at(&format!("{name}:{number}")))?;
            // Whoever types keys, or sends them one by one, gets each answer before the next key.
            if input.buffer().is_empty() {
                self.out.flush()?;
            }
        }
        Ok(())
    }

    fn write(&mut self, given: &[u8]) -> Result<(), BadRow> {
        let key = self.value(given).map_err(BadRow::Key)?;
        let rule = self.arguments.engine.profile().hashing();
        let bucket = rule.bucket(&key, self.buckets).map_err(|error| BadRow::Key(error.to_string()))?;
        let worker = self.assignment.as_ref().and_then(|assignment| assignment.owner(bucket));
        let worker = worker.map_or_else(String::new, |worker| worker.to_string());
        let bucket = bucket.to_string();
        self.out
            .write_record([given, bucket.as_bytes(), worker.as_bytes()])
            .map_err(|error| BadRow::Output(failed(error)))
    }

    fn value(&self, given: &[u8]) -> Result<Value, String> {
        let key_type = self.arguments.key_type;
        let decoded = if self.arguments.key_hex { Some(unhex(given)?) } else { None };
        let bytes = decoded.as_deref().unwrap_or(given);
        if key_type == KeyType::Bytes {
            return Ok(Value::Bytes(bytes.to_vec()));
        }
        let text =
            std::str::from_utf8(bytes).map_err(|_| "not UTF-8 text; --key-type bytes takes any bytes".to_owned())?;
        key_type.parse(text).map_err(|error| error.to_string())
    }
}

fn unhex(digits: &[u8]) -> Result<Vec<u8>, String> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let bad = || "not an even number of hex digits".to_owned();
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(bad());
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect::<Option<_>>().ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use super::unhex;

    #[test]
    fn hex_digits_come_in_pairs() {
        assert_eq!(unhex(b"00fF7a"), Ok(vec![0x00, 0xff, 0x7a]));
        assert_eq!(unhex(b""), Ok(Vec::new()));
        assert!(unhex(b"0").is_err() && unhex(b"0g").is_err());
    }
}
