//! RON text ↔ [`Scenario`], with errors that say where, what, and which name was probably meant.

use super::error::ScenarioError;
use super::model::{FORMAT, Scenario};
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
        let message = format!("format {format}: this version reads format 1 to {FORMAT}");
        return Err(ScenarioError::new(message).at(locate(text, "format")));
    }
    options().from_str(text).map_err(|error| describe(&error))
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

/// Line and column, from 1, of the first field of this name. A place for errors that only the checked value shows.
pub(super) fn locate(text: &str, field: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(found) = text[from..].find(field) {
        let (start, end) = (from + found, from + found + field.len());
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let whole = !text[..start].ends_with(word) && text[end..].trim_start().starts_with(':');
        if whole {
            let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let line = text[..start].matches('\n').count() + 1;
            return Some((line, text[line_start..start].chars().count() + 1));
        }
        from = end;
    }
    None
}

fn describe(error: &SpannedError) -> ScenarioError {
    let at = (error.span.start.line, error.span.start.col);
    let message = match &error.code {
        Error::NoSuchStructField { expected, found, outer } => {
            let place = outer.as_ref().map_or(String::new(), |outer| format!(" in {outer}"));
            format!("unknown field \"{found}\"{place}{}", suggest(found, expected))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let place = outer.as_ref().map_or(String::new(), |outer| format!(" for {outer}"));
            format!("unknown name \"{found}\"{place}{}", suggest(found, expected))
        }
        Error::ExceededRecursionLimit => "nested too deeply: at most 128 levels are read".to_owned(),
        other => other.to_string(),
    };
    ScenarioError::new(message).at(Some(at))
}

fn suggest(found: &str, expected: &[&'static str]) -> String {
    let nearest = expected
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&found.to_lowercase(), &name.to_lowercase()), *name))
        .min()
        .filter(|(distance, name)| *distance <= name.len() / 3 + 1);
    let list = expected.join(", ");
    nearest.map_or_else(
        || format!(": allowed are {list}"),
        |(_, name)| format!(": did you mean \"{name}\"? Allowed are {list}"),
    )
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
