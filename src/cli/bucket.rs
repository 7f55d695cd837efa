//! `redeal bucket`: key → bucket → worker, key by key as they come.

use super::failure::Failure;
use super::{Answer, arguments};
use crate::deal::Assignment;
use crate::engine::Engine;
use crate::keys::{KeyType, Value};
use crate::plain::excerpt;
use crate::scenario::{BadLine, KeyLines};
use crate::unit::{BucketCount, WorkerCount};
use clap::{ArgGroup, Args};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

/// Says which bucket, and with a width which worker, each key belongs to: key, bucket, worker as CSV.
///
/// Keys come as arguments, or one a line from a file or from stdin (-), each answered as it comes; an empty line is the
/// empty key. A width that the engine refuses gets the engine's own text on stderr and exit code 1.
///
/// A key of several columns is typed and given with commas between them: --key-type "string,i64" and the key user-1,7. A column
/// that holds a comma stands in double quotes, an empty column without quotes is null, and bytes in a column are hex digits.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("keys to answer").args(["key", "keys"]),
    after_help = "Examples:\n  redeal bucket --engine flink --buckets 128 --workers 40 user-1 user-2\n  cut -f1 keys.tsv | \
                        redeal bucket --engine spark --keys -\n  redeal bucket --engine kafka-streams --buckets 12 --key-type \
                        bytes --key-hex 0000002a\n  redeal bucket --engine spark --key-type string,i64 user-1,7 '\"a,b\",7' ,7"
)]
pub(super) struct Arguments {
    /// Engine, with its default options.
    #[arg(long, value_name = "E", value_parser = arguments::engine())]
    engine: Engine,
    /// Bucket count; without it the engine's default for the width.
    #[arg(long, value_name = "N", value_parser = arguments::buckets, allow_hyphen_values = true)]
    buckets: Option<BucketCount>,
    /// Width; without it the worker column stays empty.
    #[arg(long, value_name = "P", value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: Option<WorkerCount>,
    /// What the keys are to the engine: string, i64, i32, i16, bytes, i8, bool, char, f32, f64, date, timestamp, sql-timestamp,
    /// uuid, big-integer, big-decimal or decimal(10,2); several of them separated by commas (a row); tuple(…), list(…). `redeal
    /// engines` says which an engine takes.
    #[arg(long, value_name = "T", value_parser = KeyType::named, default_value = "string")]
    key_type: KeyType,
    /// What stands between the columns of a key, one character.
    #[arg(long, value_name = "C", default_value_t = ',')]
    key_separator: char,
    /// Keys are given as hex digits of their bytes: UTF-8 for string, the bytes themselves for bytes.
    #[arg(long)]
    key_hex: bool,
    /// File with one key a line, or - for stdin.
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    /// Keys.
    #[arg(value_name = "KEY", allow_negative_numbers = true)]
    key: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    if arguments.key.is_empty() && arguments.keys.is_none() {
        return Err(Failure::Told(
            "no key is given: name keys as arguments (KEY…), in a file with one a line (--keys FILE), or on standard input (--keys -)"
                .to_owned(),
        ));
    }
    let (engine, key_type) = (&arguments.engine, arguments.key_type);
    let types = engine.profile().key_types();
    if !key_type.is_among(types) {
        let (allowed, name) = (KeyType::listed(types), engine.facts().name);
        return Err(Failure::Told(format!("--key-type {key_type}: allowed for {name} are {allowed}")));
    }
    if arguments.key_separator == '"' {
        return Err(Failure::Told(
            "--key-separator \": columns are quoted with it, so another character is needed".to_owned(),
        ));
    }
    if arguments.key_hex && !matches!(key_type, KeyType::String | KeyType::Bytes) {
        return Err(Failure::Told(format!("--key-hex with --key-type {key_type}: allowed are string and bytes")));
    }
    let buckets = arguments
        .buckets
        .map_or_else(|| arguments::default_count(engine, arguments.workers), Ok)
        .map_err(Failure::Told)?;
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
    let input = arguments.keys.as_deref().map(open).transpose()?;
    let mut rows = Rows { arguments, buckets, assignment, out: csv_to_stdout() };
    rows.out.write_record(["key", "bucket", "worker"]).map_err(failed)?;
    match input {
        None => {
            for key in &arguments.key {
                rows.write(key.as_bytes()).map_err(|error| error.of(key))?;
            }
        }
        Some((input, name)) => rows.lines(BufReader::new(input), &name)?,
    }
    rows.out.flush()?;
    Ok(Answer::Done)
}

/// Where keys come from, and its name for messages.
fn open(path: &Path) -> Result<(Box<dyn Read>, String), Failure> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), "stdin".to_owned()));
    }
    let told = |error: io::Error| Failure::Told(format!("{}: cannot be read: {error}", path.display()));
    let file = File::open(path).map_err(told)?;
    if file.metadata().map_err(told)?.is_dir() {
        return Err(Failure::Told(format!("{}: is a folder: a file with one key a line is needed", path.display())));
    }
    Ok((Box::new(file), path.display().to_string()))
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
    /// A message that quotes the key.
    Quoted(String),
    /// A message that does not.
    Bare(String),
    Output(Failure),
}

impl BadRow {
    /// The key was an argument.
    fn of(self, key: &str) -> Failure {
        match self {
            Self::Quoted(message) => Failure::Told(message),
            other => other.at(&format!("key \"{}\"", excerpt(key))),
        }
    }

    /// The key stood at a place.
    fn at(self, place: &str) -> Failure {
        match self {
            Self::Quoted(message) | Self::Bare(message) => Failure::Told(format!("{place}: {message}")),
            Self::Output(failure) => failure,
        }
    }
}

impl Rows<'_> {
    fn lines(&mut self, input: BufReader<impl Read>, name: &str) -> Result<(), Failure> {
        let bytes = self.arguments.key_type == KeyType::Bytes && !self.arguments.key_hex;
        let mut lines = if bytes { KeyLines::of_bytes(input) } else { KeyLines::of_text(input) };
        for number in 1_u64.. {
            let line = lines.next_line().map_err(|error| match error {
                BadLine::TooLong => Failure::Told(format!("{name}:{number}: {error}")),
                BadLine::Unreadable(_) => Failure::Told(format!("{name}: {error}")),
            })?;
            let Some(line) = line else { break };
            self.write(line).map_err(|error| error.at(&format!("{name}:{number}")))?;
            // Whoever types keys, or sends them one by one, gets each answer before the next key.
            if lines.input().buffer().is_empty() {
                self.out.flush()?;
            }
        }
        Ok(())
    }

    fn write(&mut self, given: &[u8]) -> Result<(), BadRow> {
        let key = self.value(given)?;
        let rule = self.arguments.engine.profile().hashing();
        let bucket = rule.bucket(&key, self.buckets).map_err(|error| BadRow::Bare(error.to_string()))?;
        let worker = self.assignment.as_ref().and_then(|assignment| assignment.owner(bucket));
        let worker = worker.map_or_else(String::new, |worker| worker.to_string());
        let bucket = bucket.to_string();
        self.out
            .write_record([given, bucket.as_bytes(), worker.as_bytes()])
            .map_err(|error| BadRow::Output(failed(error)))
    }

    fn value(&self, given: &[u8]) -> Result<Value, BadRow> {
        let key_type = self.arguments.key_type;
        let decoded = if self.arguments.key_hex {
            Some(unhex(given).map_err(|message| BadRow::Bare(format!("--key-hex: {message}")))?)
        } else {
            None
        };
        let bytes = decoded.as_deref().unwrap_or(given);
        if key_type == KeyType::Bytes {
            return Ok(Value::Bytes(bytes.to_vec()));
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|_| BadRow::Bare("not UTF-8 text; --key-type bytes takes any bytes".to_owned()))?;
        let parsed = key_type.parse_separated(text, self.arguments.key_separator);
        parsed.map_err(|error| BadRow::Quoted(error.to_string()))
    }
}

/// The bytes that hex digits stand for; else what was found where, and what is allowed.
fn unhex(digits: &[u8]) -> Result<Vec<u8>, String> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    if let Some(at) = digits.iter().position(|byte| digit(*byte).is_none()) {
        let text = String::from_utf8_lossy(&digits[at..]);
        let found = text.chars().next().unwrap_or_default();
        return Err(format!("\"{found}\" at byte {} is no hex digit: allowed are 0 to 9, a to f and A to F", at + 1));
    }
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(format!("an odd number of digits, {}: two are needed for each byte", digits.len()));
    }
    Ok(pairs.iter().filter_map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect())
}

#[cfg(test)]
mod tests {
    use super::unhex;

    #[test]
    fn hex_digits_come_in_pairs() {
        assert_eq!(unhex(b"00fF7a"), Ok(vec![0x00, 0xff, 0x7a]));
        assert_eq!(unhex(b""), Ok(Vec::new()));
        assert_eq!(unhex(b"0").unwrap_err(), "an odd number of digits, 1: two are needed for each byte");
        assert!(unhex("0é".as_bytes()).unwrap_err().starts_with("\"é\" at byte 2 is no hex digit: allowed are"));
    }
}
