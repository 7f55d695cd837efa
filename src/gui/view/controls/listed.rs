//! Keys that are listed, in the scenario or in a file beside it, and where the keys come from.

use super::counted;
use super::keys::{given, key_type};
use crate::export::key_list_sentences;
use crate::gui::command::{Command, Edit, Sheet};
use crate::gui::importing::look_again;
use crate::gui::state::AppView;
use crate::gui::theme::caption;
use crate::gui::view::parts::{choice_row, link, remark, row, text_row};
use crate::gui::view::text::{TextField, text_field, text_reason};
use crate::keys::KeyType;
use crate::numerals;
use crate::scenario::{Entry, KeyFile, Keys, TypedList};
use crate::simulate::KeyListFigures;
use egui::{Align2, Id, RichText, ScrollArea, Ui};
use std::path::Path;

/// The most keys that are edited as text; longer lists are better kept in a file.
const MOST: usize = 1000;
/// The list is as high as this at most, in points; it scrolls.
const HEIGHT: f32 = 160.0;
/// What parts a key from its load in the editor.
const TIMES: &str = " × ";

/// Where the keys come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Generated,
    Listed,
    File,
    Counted,
    Snapshot,
}

const SOURCES: [(Source, &str); 5] = [
    (Source::Generated, "Generated"),
    (Source::Listed, "Listed"),
    (Source::File, "In a file"),
    (Source::Counted, "Counted elsewhere"),
    (Source::Snapshot, "In a snapshot"),
];

const fn source_of(keys: &Keys) -> Source {
    match keys {
        Keys::Generated(_) => Source::Generated,
        Keys::List(_) | Keys::Typed(_) => Source::Listed,
        Keys::File(_) => Source::File,
        Keys::Buckets(_) => Source::Counted,
        Keys::Snapshot(_) => Source::Snapshot,
    }
}

/// Where the keys come from; returns keys to start from where it is to be another source, the saved ones where they are of it.
pub fn source(ui: &mut Ui, view: &AppView<'_>) -> Option<Keys> {
    let text = "Where the keys come from: made by a rule, listed here, in a file beside the scenario; or, where only sums of \
                each bucket are known, from a table or a snapshot of a running job. Undo brings the former ones back.";
    let now = source_of(&view.scenario.keys);
    let saved = source_of(&view.saved.keys);
    let chosen = choice_row(ui, "Keys are", text, &now, &SOURCES, &saved).filter(|chosen| *chosen != now)?;
    if chosen == saved {
        return Some(view.saved.keys.clone());
    }
    Some(match chosen {
        Source::Generated => Keys::Generated(given(view)),
        Source::Listed => {
            of_type(starting_type(view), (1..=3).map(|key| Entry { key: key.to_string(), load: 1 }).collect())
        }
        Source::File => {
            Keys::File(KeyFile { path: "keys.txt".to_owned(), key_type: starting_type(view), ..KeyFile::default() })
        }
        Source::Counted => counted::table(view),
        Source::Snapshot => counted::snapshot(),
    })
}

/// Text, or what the engine hashes where it does not hash text.
fn starting_type(view: &AppView<'_>) -> KeyType {
    let types = view.scenario.engine.profile().key_types();
    if types.contains(&KeyType::String) { KeyType::String } else { types.first().copied().unwrap_or_default() }
}

fn of_type(key_type: KeyType, keys: Vec<Entry>) -> Keys {
    if key_type == KeyType::String { Keys::List(keys) } else { Keys::Typed(TypedList { key_type, keys }) }
}

/// Keys listed in the scenario.
pub fn entries(ui: &mut Ui, view: &AppView<'_>, now: KeyType, entries: &[Entry]) -> Option<Keys> {
    let edited = if entries.len() <= MOST && entries.iter().all(is_editable) {
        list(ui, view, now, entries)
    } else {
        row(ui, "Keys", "The job's own keys, as the scenario has them.", |ui| {
            ui.label(numerals::counted(entries.len() as u64, "key", "keys"))
        });
        remark(ui, view.theme, "Too many keys, or keys of several lines: edit them in the scenario file.");
        None
    };
    let saved = view.saved.keys.key_type().unwrap_or_default();
    let with = |key_type| of_type(key_type, entries.to_vec());
    edited.or(checked_type(ui, view, (now, saved), entries.len(), with))
}

/// Keys in a text file.
pub fn file(ui: &mut Ui, view: &AppView<'_>, now: &KeyFile, out: &mut Vec<Command>) -> Option<Keys> {
    let saved = if let Keys::File(saved) = &view.saved.keys { saved } else { now };
    let field = TextField::short("Key file", &now.path, "keys.txt");
    let text = "Path of a list of keys, seen from the scenario's folder: CSV, TSV, JSON lines, or one key a line with its load after a \
                tab; also compressed.";
    let check = |path: &str| if path.is_empty() { Err("The path of a file is needed".to_owned()) } else { Ok(()) };
    let path = text_row(ui, view.theme, &field, text, &saved.path, &check);
    let typed = key_type(ui, view, now.key_type, saved.key_type);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        let text = "The first rows, and which column holds what";
        if link(ui, "Columns…").on_hover_text(text).clicked() {
            out.push(look_again(view.state.history.current().folder(), now));
        }
        if link(ui, "Another list…").clicked() {
            out.push(Command::Sheet(Some(Sheet::List { path: String::new() })));
        }
    });
    found(ui, view, now);
    let path = path.map(|path| KeyFile { path, ..now.clone() });
    path.or(typed.map(|key_type| KeyFile { key_type, ..now.clone() })).map(Keys::File)
}

/// What was found in the list, once it is read: which rows were left out, and why.
fn found(ui: &mut Ui, view: &AppView<'_>, now: &KeyFile) {
    let Some(report) = &view.state.report else { return };
    let is_of =
        |list: &KeyListFigures| Path::new(&now.path).file_name().is_some_and(|name| name == list.facts.file.as_str());
    if report.key_list.as_ref().is_some_and(is_of) {
        remark(ui, view.theme, key_list_sentences(report).join(" "));
    }
}

/// The type of listed keys. One that they cannot be of is not taken: the reason stands below until it is.
fn checked_type(
    ui: &mut Ui,
    view: &AppView<'_>,
    (now, saved): (KeyType, KeyType),
    count: usize,
    with: impl Fn(KeyType) -> Keys,
) -> Option<Keys> {
    let id = Id::unique("why listed keys cannot be of a type");
    let chosen = key_type(ui, view, now, saved);
    if let Some(chosen) = chosen {
        let Err(reason) = view.check(Edit::Keys(with(chosen))) else { return Some(with(chosen)) };
        ui.data_mut(|data| {
            data.insert_temp(id, (now, count, reason));
        });
    }
    let refused: Option<(KeyType, usize, String)> = ui.data(|data| data.get_temp(id));
    if let Some((.., reason)) = refused.filter(|(of, many, _)| (*of, *many) == (now, count)) {
        ui.label(RichText::new(reason).font(caption()).color(view.theme.bad));
    }
    None
}

/// Whether a key is read back from its line as it is.
fn is_editable(entry: &Entry) -> bool {
    let key = &entry.key;
    !key.is_empty() && key.trim() == key && !key.contains(['\n', '\r', '\t']) && !key.contains(TIMES)
}

fn list(ui: &mut Ui, view: &AppView<'_>, now: KeyType, entries: &[Entry]) -> Option<Keys> {
    let explanation = "One key a line. A key with more than one record has their number after it, as in user-7 × 30 (or after \
                       a tab).";
    let value = written(entries);
    let name = "Listed keys";
    let saved = match &view.saved.keys {
        Keys::List(saved) => saved,
        Keys::Typed(saved) => &saved.keys,
        _ => entries,
    };
    let count = numerals::counted(entries.len() as u64, "key", "keys");
    let reset = row(ui, name, explanation, |ui| ui.label(count)).reset;
    let (width, align) = (ui.available_width(), Align2::LEFT_CENTER);
    let field = TextField { name, value: &value, hint: "One key a line", width, align, rows: 4 };
    let check = |text: &str| read(text).and_then(|keys| view.check(Edit::Keys(of_type(now, keys))));
    let area = ScrollArea::vertical().id_salt(name).max_height(HEIGHT);
    let (response, typed) = area.show(ui, |ui| text_field(ui, view.theme, &field, &check)).inner;
    response.on_hover_text(explanation);
    text_reason(ui, view.theme, name, &value);
    let typed = typed.and_then(|text| read(&text).ok());
    if reset && saved != entries { Some(of_type(now, saved.to_vec())) } else { typed.map(|keys| of_type(now, keys)) }
}

/// Keys as they are edited, one a line.
fn written(entries: &[Entry]) -> String {
    let line = |entry: &Entry| match entry.load {
        1 => entry.key.clone(),
        load => format!("{}{TIMES}{load}", entry.key),
    };
    entries.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Typed keys; empty lines are skipped.
///
/// # Errors
/// The first load that is no number, or more keys than are edited as text.
fn read(text: &str) -> Result<Vec<Entry>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let entry = |line: &str| {
        let parts = line.rsplit_once('\t').or_else(|| line.rsplit_once(TIMES));
        let Some((key, load)) = parts else { return Ok(Entry { key: line.to_owned(), load: 1 }) };
        let load = load.trim().parse().map_err(|_| format!("load \"{load}\" of {key} is not a whole number"))?;
        Ok(Entry { key: key.trim().to_owned(), load })
    };
    let entries = lines.map(entry).collect::<Result<Vec<_>, String>>()?;
    if entries.len() > MOST {
        return Err(format!("{} keys: at most {MOST} are edited here, put more into a file", entries.len()));
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let entry = |key: &str, load| Entry { key: key.to_owned(), load };
        let entries = vec![entry("a", 1), entry("b c", 30), entry("-7", 0)];
        assert_eq!(written(&entries), "a\nb c × 30\n-7 × 0");
        assert_eq!(read(&written(&entries)), Ok(entries));
        assert_eq!(read("\n x\t4 \n\n"), Ok(vec![entry("x", 4)]));
        assert_eq!(read("x × many").unwrap_err(), "load \"many\" of x is not a whole number");
        assert!(!is_editable(&entry("a × 3", 1)) && !is_editable(&entry("a\nb", 1)) && is_editable(&entry("a b", 1)));
    }
}
