//! How a list is read: what was found, to be told otherwise.

use super::table::short;
use crate::gui::importing::Import;
use crate::gui::state::AppView;
use crate::gui::view::controls::key_type_of_list;
use crate::gui::view::parts::choice_row;
use crate::import::{ColumnChoice, HeaderRow, ListFormat, ListOptions, Preview};
use egui::{Ui, vec2};

/// Columns that can be chosen; others are told in the scenario file.
const COLUMNS: usize = 200;

const FORMATS: [(ListFormat, &str); 4] = [
    (ListFormat::Csv, "CSV"),
    (ListFormat::Tsv, "TSV"),
    (ListFormat::JsonLines, "JSON lines"),
    (ListFormat::Lines, "One key a line"),
];

const DELIMITERS: [(char, &str); 8] = [
    (',', "Comma"),
    (';', "Semicolon"),
    ('\t', "Tab"),
    ('|', "Bar"),
    (' ', "Space"),
    (':', "Colon"),
    ('^', "Caret"),
    ('~', "Tilde"),
];

/// Shows the choices in two columns; returns another way to read the list.
pub fn choices(ui: &mut Ui, view: &AppView<'_>, import: &Import) -> Option<ListOptions> {
    let (options, preview) = (&import.options, &import.preview);
    ui.spacing_mut().item_spacing.x = 32.0;
    ui.columns(2, |columns| {
        for column in &mut *columns {
            column.spacing_mut().item_spacing = vec2(8.0, 3.0);
        }
        let written = written(&mut columns[0], options, preview);
        let read = read(&mut columns[1], options, preview);
        let key_type = key_type_of_list(&mut columns[0], view, options.key_type);
        written.or(read).or(key_type.map(|key_type| ListOptions { key_type, ..options.clone() }))
    })
}

/// How the rows are written. Columns that were told belong to the way they were read until now.
fn written(ui: &mut Ui, now: &ListOptions, preview: &Preview) -> Option<ListOptions> {
    let fresh =
        ListOptions { key_type: now.key_type, rejected_at_most: now.rejected_at_most, ..ListOptions::default() };
    let found = |text: &str| format!("Found: {text}");
    let name = |kind| FORMATS.iter().find(|(format, _)| *format == kind).map_or("other", |(_, name)| *name);
    let first = found(name(preview.kind));
    let mut options = vec![(ListFormat::Auto, &*first)];
    options.extend(FORMATS);
    let text = "How the rows of the list are written.";
    let format = choice_row(ui, "Format", text, &now.format, &options, &ListFormat::Auto);
    let format = format.map(|format| ListOptions { format, ..fresh.clone() });
    if preview.kind == ListFormat::JsonLines && now.format != ListFormat::Csv {
        return format;
    }

    let named =
        |delimiter| DELIMITERS.iter().find(|(own, _)| *own == delimiter).map(|(_, name)| (*name).to_lowercase());
    let other = now.delimiter.map(|own| format!("\"{}\"", own.escape_default())).unwrap_or_default();
    let first = found(&preview.delimiter.map_or_else(
        || "none".to_owned(),
        |own| named(own).unwrap_or_else(|| format!("\"{}\"", own.escape_default())),
    ));
    let mut options = vec![(None, &*first)];
    options.extend(DELIMITERS.map(|(delimiter, name)| (Some(delimiter), name)));
    if let Some(own) = now.delimiter.filter(|own| named(*own).is_none()) {
        options.push((Some(own), &other));
    }
    let text = "What stands between two fields of a row.";
    let delimiter = choice_row(ui, "Between fields", text, &now.delimiter, &options, &None);
    let delimiter = delimiter.map(|delimiter| {
        // A table is what has fields.
        let is_table = matches!(now.format, ListFormat::Csv | ListFormat::Tsv);
        let format = if is_table { now.format } else { ListFormat::Auto };
        ListOptions { delimiter, format, header: now.header, ..fresh.clone() }
    });

    let first = found(if preview.header { "names of columns" } else { "a key" });
    let options = [(HeaderRow::Auto, &*first), (HeaderRow::Yes, "Names of columns"), (HeaderRow::No, "A key")];
    let text = "What the first row holds: the names of the columns, or a key as the others do.";
    let header = choice_row(ui, "First row", text, &now.header, &options, &HeaderRow::Auto);
    let header =
        header.map(|header| ListOptions { header, format: now.format, delimiter: now.delimiter, ..fresh.clone() });
    format.or(delimiter).or(header)
}

/// Which column holds what.
fn read(ui: &mut Ui, now: &ListOptions, preview: &Preview) -> Option<ListOptions> {
    let names: Vec<String> = preview.columns.iter().take(COLUMNS).map(|name| short(name)).collect();
    let columns = || choices_of(preview).zip(names.iter().map(String::as_str));
    let is_lines = preview.kind == ListFormat::Lines;
    let name = |at: usize| names.get(at).map_or_else(|| format!("column {}", at + 1), Clone::clone);

    let first = if is_lines { "The line".to_owned() } else { format!("Found: {}", name(preview.key)) };
    let mut options = vec![(ColumnChoice::Auto, &*first)];
    options.extend(columns().filter(|_| !is_lines));
    let text = "The column that holds the keys.";
    let key = choice_row(ui, "Key column", text, &now.key, &options, &ColumnChoice::Auto);
    let key = key.map(|key| ListOptions { key, ..now.clone() });

    let first = match preview.load {
        _ if is_lines => "After a tab, else 1".to_owned(),
        Some(at) if now.load.is_auto() => format!("Found: {}", name(at)),
        None if now.load.is_auto() => "Found: each row is one record".to_owned(),
        _ => "As found".to_owned(),
    };
    let mut options = vec![(ColumnChoice::Auto, &*first), (ColumnChoice::Without, "Each row is one record")];
    options.extend(columns().filter(|_| !is_lines));
    let text = "The column that holds the load of a key: whole numbers of records. Loads of equal keys add up.";
    let load = choice_row(ui, "Load column", text, &now.load, &options, &ColumnChoice::Auto);
    let load = load.map(|load| ListOptions { load, ..now.clone() });
    if is_lines {
        return key.or(load);
    }

    let first = match preview.state_bytes {
        Some(at) if now.state_bytes.is_auto() => format!("Found: {}", name(at)),
        None if now.state_bytes.is_auto() => "Found: none".to_owned(),
        _ => "As found".to_owned(),
    };
    let mut options = vec![(ColumnChoice::Auto, &*first), (ColumnChoice::Without, "None")];
    options.extend(columns());
    let text = "The column that holds the bytes of state. Without one, the scenario's own sizes count.";
    let state = choice_row(ui, "State column", text, &now.state_bytes, &options, &ColumnChoice::Auto);
    key.or(load).or(state.map(|state_bytes| ListOptions { state_bytes, ..now.clone() }))
}

/// Each column as it is told: by its name where it has one of its own, else by its number.
fn choices_of(preview: &Preview) -> impl Iterator<Item = ColumnChoice> {
    let is_named = preview.header || preview.kind == ListFormat::JsonLines;
    preview.columns.iter().enumerate().map(move |(at, name)| {
        let is_only = preview.columns.iter().filter(|other| *other == name).count() == 1;
        if is_named && is_only && !name.is_empty() {
            ColumnChoice::Name(name.clone())
        } else {
            ColumnChoice::Number(u32::try_from(at + 1).unwrap_or(u32::MAX))
        }
    })
}
