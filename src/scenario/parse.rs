//! RON text ↔ [`Scenario`], with errors that say where, what, and which name was probably meant.

use super::error::ScenarioError;
use super::model::{FORMAT, Scenario};
use super::place;
use crate::plain::{excerpt, visible};
use ron::Options;
use ron::error::{Error, SpannedError};
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Deserialize;

fn options() -> Options {
    Options::default().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME)
}

/// Only the format number, so that a file of a later format is named as such and not by its first unknown field.
#[derive(Deserialize)]
#[serde(rename = "Scenario")]
struct FormatOnly {
    format: u32,
}

/// Reads a scenario from its text.
///
/// # Errors
/// [`ScenarioError`] with line and column.
pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
    if let Ok(FormatOnly { format }) = options().from_str::<FormatOnly>(text)
        && (format == 0 || format > FORMAT)
    {
        let message = format!("format {format}: this version reads format {FORMAT}");
        return Err(ScenarioError::new(message).at(place::of_field(text, "format")));
    }
    options().from_str(text).map_err(|error| describe(&error, text))
}

/// The text of a scenario, as it is saved.
///
/// # Errors
/// [`ScenarioError`] where it cannot be written as RON.
pub fn to_ron(scenario: &Scenario) -> Result<String, ScenarioError> {
    let pretty = PrettyConfig::new().struct_names(true).indentor("    ").compact_arrays(true);
    let mut text = options()
        .to_string_pretty(scenario, pretty)
        .map_err(|error| ScenarioError::new(format!("this scenario cannot be written as RON: {error}")))?;
    text.push('\n');
    Ok(text)
}

fn describe(error: &SpannedError, text: &str) -> ScenarioError {
    let mut at = (error.span.start.line, error.span.start.col);
    let place =
        |outer: &Option<String>, word: &str| outer.as_ref().map_or(String::new(), |outer| format!(" {word} {outer}"));
    let found = if matches!(error.code, Error::TrailingCharacters) {
        // The scenario is complete: what follows is meant, be it the last word of the file.
        at = place::next_token(text, at);
        Some(place::token_at(text, at))
    } else {
        place::found_at(text, at)
    };
    let found = found.map_or("the end of the file".to_owned(), |found| format!("`{}`", visible(&excerpt(found))));
    let message = match &error.code {
        Error::NoSuchStructField { expected, found, outer } => {
            format!("unknown field \"{found}\"{}{}", place(outer, "in"), suggest(found, expected))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            format!("unknown name \"{found}\"{}{}", place(outer, "for"), suggest(found, expected))
        }
        Error::MissingStructField { field, outer } => {
            format!("field \"{field}\" is missing{}: it must be given", place(outer, "in"))
        }
        Error::DuplicateStructField { field, outer } => {
            format!("field \"{field}\" stands twice{}: once is allowed", place(outer, "in"))
        }
        Error::ExceededRecursionLimit => "nested too deeply: at most 128 levels are read".to_owned(),
        Error::IntegerOutOfBounds => out_of_bounds(&found),
        _ if place::is_blank(text) => "the file holds no scenario: Scenario(format: 1, …) is expected".to_owned(),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. }
            if place::is_blank(&text[..place::offset(text, at)]) =>
        {
            format!("this is no scenario: it begins with {found}, and Scenario(format: 1, …) is expected")
        }
        Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) | Error::ExpectedIdentifier => {
            format!("found {found}: {}", named_here(text, at))
        }
        Error::ExpectedStructLike if place::offset(text, at) > 0 => {
            format!("found {found}: its fields in brackets are expected after the name, as Name(field: value)")
        }
        Error::ExpectedComma if found.contains('.') => format!("found {found}: a whole number is needed here"),
        Error::InvalidValueForType { expected, found } => format!("found {found}: {expected} is expected"),
        Error::Message(message) => message.clone(),
        other => format!("found {found}: {}", expected(other)),
    };
    ScenarioError::new(message).at(Some(at))
}

/// What belongs where a name was expected: by the field whose value stands there, or the name of a field itself.
fn named_here(text: &str, at: (usize, usize)) -> String {
    let before = text[..place::offset(text, at)].trim_end();
    let Some(before) = before.strip_suffix(':') else {
        return "the name of a field is expected here, as in first_width: 4".to_owned();
    };
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    let example = match &before[start..] {
        "buckets" => "Fixed(128) or EngineDefault",
        "engine" => "an engine, as Flink() or Spark()",
        "keys" => "Generated(…), List([…]) or File(…)",
        "load" => "a load, as Uniform(each: 10) or Zipf(exponent: 1.0, top: 20000)",
        "plan" => "Plan(first_width: 4, peak_width: 40)",
        "state" => "(bytes_per_key: 64)",
        _ => "a name",
    };
    format!("{example} is expected here")
}

/// What belongs where something else was found.
fn expected(error: &Error) -> String {
    match error {
        Error::ExpectedInteger => "a whole number is expected here",
        Error::ExpectedFloat => "a number is expected here",
        Error::ExpectedBoolean => "true or false is expected here",
        Error::ExpectedString => "a text in quotes is expected here",
        Error::ExpectedStringEnd => "this text is never closed with a quote",
        Error::ExpectedArray => "a list in square brackets is expected here",
        Error::ExpectedArrayEnd => "the closing ] of the list is missing",
        Error::ExpectedStructLikeEnd => "the closing ) is missing",
        Error::ExpectedComma => "a comma or a closing bracket is expected here",
        Error::ExpectedMapColon => "a colon after the field's name is expected here",
        Error::UnclosedBlockComment => "the comment is never closed with */",
        Error::TrailingCharacters => "nothing may follow the scenario's closing )",
        other => return decapitalised(&other.to_string()),
    }
    .to_owned()
}

fn out_of_bounds(found: &str) -> String {
    if found.starts_with("`-") {
        format!("found {found}: a whole number of 0 or more is allowed here")
    } else {
        format!("found {found}: a whole number below 2^64 is allowed here (2^32 for sizes and options)")
    }
}

fn decapitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn suggest(found: &str, expected: &[&'static str]) -> String {
    let nearest = expected
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&found.to_lowercase(), &name.to_lowercase()), *name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 3 + 1);
    let list = without_aliases(expected).join(", ");
    nearest.map_or_else(
        || format!(": allowed are {list}"),
        |(_, name)| format!(": did you mean \"{name}\"? Allowed are {list}"),
    )
}

/// Names that differ in case alone are one name with an alias: the first is shown.
fn without_aliases(names: &[&'static str]) -> Vec<&'static str> {
    let mut shown: Vec<&'static str> = Vec::new();
    for name in names {
        if !shown.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            shown.push(name);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_read_back() {
        let scenario = Scenario::built_in();
        let text = to_ron(&scenario).unwrap();
        assert_eq!(parse(&text).unwrap(), scenario, "{text}");
    }

    #[test]
    fn a_misspelt_field_is_named_with_its_place_and_neighbour() {
        let text = to_ron(&Scenario::built_in()).unwrap().replace("widths:", "widhts:");
        let error = parse(&text).unwrap_err();
        assert!(
            error.message.contains("unknown field \"widhts\"") && error.message.contains("did you mean \"widths\"?"),
            "{error}"
        );
        assert_eq!(error.at.unwrap().0, text.lines().position(|line| line.contains("widhts")).unwrap() + 1);
    }
}
