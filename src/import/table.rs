//! How a list is read, once everything that was left open has been found.

use super::options::ColumnChoice;
use crate::keys::KeyType;

/// Rows, columns and what they mean.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    pub kind: Kind,
    /// Whether the first row holds names, not a key.
    pub header: bool,
    /// The columns' names; `column 1` and so on where they have none. For JSON the fields in the order of their appearance.
    pub columns: Vec<String>,
    /// Indices into `columns`.
    pub key: usize,
    pub load: Option<usize>,
    pub state: Option<usize>,
    pub key_type: KeyType,
    /// Whether its lines end with carriage returns alone.
    pub returns: bool,
    /// What may have been meant otherwise, in sentences.
    pub remarks: Vec<String>,
}

/// How the rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Fields between delimiters, quoted where needed.
    Table {
        delimiter: u8,
    },
    JsonLines,
    /// A key a line, with its load after a tab.
    Lines,
}

impl Kind {
    /// The delimiter of fields that may be quoted.
    pub const fn quoting(self) -> Option<u8> {
        match self {
            Self::Table { delimiter } => Some(delimiter),
            Self::JsonLines | Self::Lines => None,
        }
    }

    /// As a report calls it.
    pub fn words(self) -> String {
        match self {
            Self::Table { delimiter: b'\t' } => "TSV".to_owned(),
            Self::Table { delimiter } => format!("CSV, separated by {}", delimiter_words(delimiter)),
            Self::JsonLines => "JSON lines".to_owned(),
            Self::Lines => "one key a line".to_owned(),
        }
    }
}

fn delimiter_words(delimiter: u8) -> String {
    match delimiter {
        b',' => "commas".to_owned(),
        b';' => "semicolons".to_owned(),
        b'|' => "bars".to_owned(),
        b'\t' => "tabs".to_owned(),
        other => format!("\"{}\"", char::from(other).escape_default()),
    }
}

/// The column that is told, by name or number.
///
/// # Errors
/// What was told, and what there is.
pub(super) fn told(what: &str, choice: &ColumnChoice, columns: &[String]) -> Result<Option<usize>, String> {
    let index = match choice {
        ColumnChoice::Auto | ColumnChoice::Without => return Ok(None),
        ColumnChoice::Number(number) => {
            (*number as usize).checked_sub(1).filter(|&index| index < columns.len()).ok_or_else(|| number.to_string())
        }
        ColumnChoice::Name(name) => {
            columns.iter().position(|column| column == name).ok_or_else(|| format!("\"{name}\""))
        }
    };
    index.map(Some).map_err(|found| {
        let there: Vec<String> =
            (1..).zip(columns.iter().take(20)).map(|(number, name)| format!("{number} \"{name}\"")).collect();
        let more = if columns.len() > 20 { " and more" } else { "" };
        format!("the column of the {what} is told to be {found}: there are {}{more}", there.join(", "))
    })
}
