//! SCENARIO may be a list of keys itself: with an engine, a bucket count and widths it is a scenario made on the fly.

use super::arguments;
use super::failure::Failure;
use crate::engine::Engine;
use crate::import::{ColumnChoice, HeaderRow, ListFormat};
use crate::keys::KeyType;
use crate::plain::excerpt;
use crate::scenario::{BucketFile, Buckets, FORMAT, KeyFile, Keys, Scenario, State, is_key_list};
use crate::unit::{BucketCount, LoadUnit, WorkerCount};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Write;
use std::path::Path;

/// How a list of keys is read where SCENARIO is one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Where SCENARIO is a list of keys (CSV, TSV, JSON lines, lines; also gzip and zstd)")]
pub(super) struct KeyOptions {
    /// Engine of the job, with its default options.
    #[arg(long, value_name = "E", value_parser = arguments::engine())]
    engine: Option<Engine>,
    /// Column of the keys: its name, or its number; found where it is left out.
    #[arg(long, value_name = "COLUMN")]
    key_column: Option<String>,
    /// Column of the loads in records: its name, or its number, 0 = none, each row is one record.
    #[arg(long, value_name = "COLUMN")]
    load_column: Option<String>,
    /// Column of the bytes of state: its name, or its number.
    #[arg(long, value_name = "COLUMN")]
    state_column: Option<String>,
    /// What the keys are to the engine; string where it is left out.
    #[arg(long, value_name = "T", value_parser = KeyType::named)]
    key_type: Option<KeyType>,
    /// How the rows are written; found where it is left out.
    #[arg(long, value_name = "FORMAT", value_parser = key_format())]
    key_format: Option<ListFormat>,
    /// What stands between two fields, one ASCII character; found where it is left out.
    #[arg(long, value_name = "C")]
    delimiter: Option<char>,
    /// Whether the first row holds the names of the columns; found where it is left out.
    #[arg(long, value_name = "WHETHER", value_parser = key_header())]
    key_header: Option<HeaderRow>,
    /// Percent of the rows that may be unreadable; any where it is left out. They are counted and told in any case.
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    rejected_at_most: Option<f64>,
    /// The list is a table of buckets with the sum of each, not of keys: a query counted them under N buckets. It may be
    /// compressed as well.
    #[arg(long, value_name = "N", value_parser = arguments::buckets, allow_hyphen_values = true, conflicts_with_all = OF_KEYS)]
    counted_under: Option<BucketCount>,
}

/// Options that tell of keys, of which a table of buckets has none.
const OF_KEYS: [&str; 8] = [
    "key_column",
    "load_column",
    "state_column",
    "key_type",
    "key_format",
    "delimiter",
    "key_header",
    "rejected_at_most",
];

impl KeyOptions {
    /// Whether there is an engine, which only a list of keys needs.
    pub const fn is_of_list(&self) -> bool {
        self.engine.is_some()
    }
}

/// Bucket count and widths of such a job, for commands that have no options of their own for them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Where SCENARIO is a list of keys (CSV, TSV, JSON lines, lines; also gzip and zstd)")]
pub(super) struct StartOptions {
    /// Bucket count; without it the engine's default.
    #[arg(long, value_name = "N", value_parser = arguments::buckets, allow_hyphen_values = true)]
    buckets: Option<BucketCount>,
    /// Width of a step; again for each restart.
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', value_parser = arguments::workers, allow_hyphen_values = true)]
    workers: Vec<WorkerCount>,
}

/// The job around a list of keys, as the command line tells it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around<'a> {
    pub options: &'a KeyOptions,
    pub buckets: Option<BucketCount>,
    pub widths: &'a [WorkerCount],
}

impl StartOptions {
    /// With the options of the list.
    pub fn around<'a>(&'a self, options: &'a KeyOptions) -> Around<'a> {
        Around { options, buckets: self.buckets, widths: &self.workers }
    }

    /// Whether any of them is given.
    fn is_empty(&self) -> bool {
        self.buckets.is_none() && self.workers.is_empty()
    }

    /// Refuses these options beside scenarios alone, where nothing would come of them.
    pub fn check(&self, options: &KeyOptions) -> Result<(), Failure> {
        if options.is_of_list() || self.is_empty() {
            return Ok(());
        }
        Err(Failure::Told("--buckets and --workers go with a list of keys and --engine here".to_owned()))
    }
}

/// Whether a path is that of a list of keys, by its ending or by the options beside it.
pub(super) fn is_list(path: &Path, around: Option<&Around<'_>>) -> bool {
    let is_scenario = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
    let is_named = is_key_list(path);
    let is_told = !is_scenario && around.is_some_and(|around| around.options.is_of_list());
    // A listing may end in .txt as well, and an archive in .gz: they say what they are.
    if path.exists() && !is_told && crate::snapshot::is_one(path) {
        return false;
    }
    if path.exists() { is_named || is_told } else { is_named && is_told }
}

/// The scenario of a list of keys.
pub(super) fn scenario(path: &Path, shown: &str, around: Option<&Around<'_>>) -> Result<Scenario, Failure> {
    let told = |what: &str| {
        let shown = excerpt(shown);
        Failure::Told(format!(
            "{shown}: this is a list of keys: {what}, as in redeal report {shown} --engine flink --buckets 128 --workers 48"
        ))
    };
    let around = around.ok_or_else(|| told("name it with an engine in another command"))?;
    let options = around.options;
    let engine = options.engine.clone().ok_or_else(|| told("--engine is needed"))?;
    if around.widths.is_empty() {
        return Err(told("--workers is needed"));
    }
    let path_text = path.to_str().ok_or_else(|| told("its name must be UTF-8 text"))?.to_owned();
    let column = |told: &Option<String>| told.as_deref().map_or(ColumnChoice::Auto, ColumnChoice::of_text);
    let file = KeyFile {
        path: path_text.clone(),
        key_type: options.key_type.unwrap_or_default(),
        format: options.key_format.unwrap_or_default(),
        delimiter: options.delimiter,
        header: options.key_header.unwrap_or_default(),
        key: column(&options.key_column),
        load: column(&options.load_column),
        state_bytes: column(&options.state_column),
        rejected_at_most: options.rejected_at_most.map(|percent| percent / 100.0),
    };
    let keys = match options.counted_under {
        Some(_) => Keys::Buckets(BucketFile {
            path: path_text,
            counted_under: options.counted_under,
            unit: LoadUnit::Records,
            keys: None,
        }),
        None => Keys::File(file),
    };
    Ok(Scenario {
        format: FORMAT,
        name: path.file_name().map_or_else(|| shown.to_owned(), |name| name.to_string_lossy().into_owned()),
        note: String::new(),
        engine,
        // What was counted holds for its own count, so that is meant where none is given.
        buckets: around.buckets.or(options.counted_under).map_or(Buckets::EngineDefault, Buckets::Fixed),
        widths: around.widths.to_vec(),
        restart_buckets: Vec::new(),
        keys,
        state: State::default(),
        input_pieces: 1,
        seed: 0,
        plan: None,
        ways_out: None,
    })
}

impl Around<'_> {
    /// The options that make the same job again, widths left out.
    pub fn again(&self) -> String {
        let mut line = String::new();
        let options = self.options;
        let texts = [
            ("engine", options.engine.as_ref().map(|engine| engine.facts().id.to_owned())),
            ("buckets", self.buckets.map(|buckets| buckets.to_string())),
            ("key-column", options.key_column.clone()),
            ("load-column", options.load_column.clone()),
            ("state-column", options.state_column.clone()),
            ("key-type", options.key_type.map(|key_type| key_type.to_string())),
            ("key-format", options.key_format.map(|format| format.name().to_owned())),
            ("delimiter", options.delimiter.map(String::from)),
            ("key-header", options.key_header.map(|header| header.name().to_owned())),
            ("counted-under", options.counted_under.map(|count| count.to_string())),
            ("rejected-at-most", options.rejected_at_most.map(|percent| percent.to_string())),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                let _ = write!(line, " --{name} {}", crate::plain::quoted(&text));
            }
        }
        line
    }

    /// Whether any option of a list is given.
    pub fn is_told(&self) -> bool {
        !self.again().is_empty()
    }
}

fn key_format() -> impl TypedValueParser<Value = ListFormat> {
    PossibleValuesParser::new(ListFormat::ALL.map(ListFormat::name))
        .try_map(|name| ListFormat::ALL.into_iter().find(|format| format.name() == name).ok_or("no such format"))
}

fn key_header() -> impl TypedValueParser<Value = HeaderRow> {
    PossibleValuesParser::new(HeaderRow::ALL.map(HeaderRow::name))
        .try_map(|name| HeaderRow::ALL.into_iter().find(|header| header.name() == name).ok_or("no such choice"))
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    number.ok_or_else(|| "a share from 0 to 100 percent is needed".to_owned())
}
