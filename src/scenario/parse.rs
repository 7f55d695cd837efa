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
use serde::de::DeserializeOwned;

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
    parse_as(text, "Scenario")
}

/// Reads another kind of file of this program that is written the same way; `name` is the name it begins with.
///
/// # Errors
/// [`ScenarioError`] with line and column.
pub fn parse_as<T: DeserializeOwned>(text: &str, name: &'static str) -> Result<T, ScenarioError> {
    options().from_str(text).map_err(|error| describe(&error, text, name))
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

fn describe(error: &SpannedError, text: &str, name: &str) -> ScenarioError {
    let mut at = (error.span.start.line, error.span.start.col);
    let found = if matches!(error.code, Error::TrailingCharacters) {
        // The scenario is complete: what follows is meant, be it the last word of the file.
        at = place::next_token(text, at);
        Some(place::token_at(text, at))
    } else {
        place::found_at(text, at)
    };
    let found = found.map_or("the end of the file".to_owned(), |found| format!("`{}`", visible(&excerpt(found))));
    let some = place::field_of_some(text, at);
    if let Some(message) = about_some(error, text, &found, some.as_deref()).or_else(|| about_names(error, some)) {
        return ScenarioError::new(message).at(Some(at));
    }
    let message = match &error.code {
        Error::ExceededRecursionLimit => "nested too deeply: at most 128 levels are read".to_owned(),
        Error::IntegerOutOfBounds => out_of_bounds(&found),
        _ if place::is_blank(text) => {
            format!("the file holds no {}: {name}(format: 1, …) is expected", name.to_lowercase())
        }
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. }
            if place::is_blank(&text[..place::offset(text, at)]) =>
        {
            format!("this is no {}: it begins with {found}, and {name}(format: 1, …) is expected", name.to_lowercase())
        }
        Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) | Error::ExpectedIdentifier => {
            format!("found {found}: {}", named_here(text, at))
        }
        Error::ExpectedStructLike if place::offset(text, at) > 0 => {
            format!("found {found}: its fields in brackets are expected after the name, as Name(field: value)")
        }
        Error::ExpectedDifferentStructName { .. } => format!("found {found}: {}", named_here(text, at)),
        Error::ExpectedComma | Error::ExpectedStructLikeEnd | Error::InvalidIntegerDigit { .. }
            if let Some(message) = not_whole(&found) =>
        {
            message
        }
        Error::InvalidValueForType { expected, found } => format!("found {found}: {expected} is expected"),
        Error::Message(message) => message.clone(),
        Error::TrailingCharacters => {
            format!("found {found}: nothing may follow the {}'s closing )", name.to_lowercase())
        }
        other => format!("found {found}: {}", expected(other)),
    };
    ScenarioError::new(message).at(Some(at))
}

/// What is said of a struct or tuple where a field belongs. Inside a `Some(…)` RON reads the fields of what it holds right inside its brackets.
fn about_some(error: &SpannedError, text: &str, found: &str, some: Option<&str>) -> Option<String> {
    let opens = found_opens(text, (error.span.start.line, error.span.start.col));
    match (&error.code, some) {
        (Error::NoSuchStructField { .. } | Error::ExpectedIdentifier, Some(field)) if opens => {
            let value = value_of(field);
            Some(format!("found {found} inside Some(…): write it without Some, as {field}: {value}"))
        }
        // A value where the name of a field belongs, as in Plan(Plan(…)).
        (Error::NoSuchStructField { expected, outer, .. }, None) if opens => {
            let of = outer.as_ref().map_or_else(String::new, |outer| format!(" of {outer}"));
            let names = without_aliases(expected).join(", ");
            Some(format!(
                "found {found}: a field{of} and its value are expected here, as name: value; allowed are {names}"
            ))
        }
        _ => None,
    }
}

/// What is said of the name of a field or variant. RON takes the fields inside a `Some(…)` for those of the struct around it:
/// `some` is the field that they belong to.
fn about_names(error: &SpannedError, some: Option<String>) -> Option<String> {
    let place = |outer: Option<String>, word: &str| outer.map_or_else(String::new, |outer| format!(" {word} {outer}"));
    let inside = |outer: &Option<String>| place(some.or_else(|| outer.clone()), "in");
    match &error.code {
        Error::NoSuchStructField { expected, found, outer } => {
            Some(format!("unknown field \"{found}\"{}{}", inside(outer), suggest(found, expected)))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            Some(format!("unknown name \"{found}\"{}{}", place(outer.clone(), "for"), suggest(found, expected)))
        }
        Error::MissingStructField { field, outer } => {
            Some(format!("field \"{field}\" is missing{}: it must be given", inside(outer)))
        }
        Error::DuplicateStructField { field, outer } => {
            Some(format!("field \"{field}\" stands twice{}: once is allowed", inside(outer)))
        }
        _ => None,
    }
}

/// Whether a struct or a tuple begins at a place: a bracket, or a name with a bracket after it.
fn found_opens(text: &str, at: (usize, usize)) -> bool {
    let rest = &text[place::offset(text, at)..];
    rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start().starts_with('(')
}

/// What belongs where a name was expected: by the field whose value stands there, or the name of a field itself.
fn named_here(text: &str, at: (usize, usize)) -> String {
    let before = text[..place::offset(text, at)].trim_end();
    let Some(before) = before.strip_suffix(':') else {
        return "the name of a field is expected here, as in first_width: 4".to_owned();
    };
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    format!("{} is expected here", value_of(&before[start..]))
}

/// The value of a field, as it is written.
fn value_of(field: &str) -> &'static str {
    match field {
        "buckets" => "Fixed(128) or EngineDefault",
        "engine" => "an engine, as Flink() or Spark()",
        "keys" => "Generated(…), List([…]) or File(…)",
        "load" => "a load, as Uniform(each: 10) or Zipf(exponent: 1.0, top: 20000)",
        "plan" => "Plan(first_width: 4, peak_width: 40)",
        "record" => "(required: true)",
        "state" => "(bytes_per_key: 64)",
        "ways_out" => "ExitPlan(new_buckets: 256, live_per_sec: 1000, replay_per_sec: 5000, bytes_per_sec: 100000000)",
        _ => "a name",
    }
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
        other => return decapitalised(&other.to_string()),
    }
    .to_owned()
}

/// What is said of a number with a fraction or an exponent where a whole one belongs; with the digits where it is whole all the same.
fn not_whole(found: &str) -> Option<String> {
    let digits = found.trim_matches('`').replace('_', "");
    let number: f64 = digits.parse().ok().filter(|_| digits.contains(['.', 'e', 'E']))?;
    let is_whole = (0.0..1e15).contains(&number) && number.fract() == 0.0;
    let write = if is_whole { format!(": write {number}") } else { String::new() };
    Some(format!("found {found}: a whole number is needed here{write}"))
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

    #[test]
    fn a_whole_number_in_another_form_is_written_out() {
        let told = |number: &str| {
            let text = format!(
                "Scenario(format: 1, name: \"\", engine: Flink(), buckets: Fixed(128), widths: [4], seed: {number})"
            );
            parse(&text).unwrap_err().message
        };
        assert_eq!(told("2e3"), "found `2e3`: a whole number is needed here: write 2000");
        assert_eq!(told("1_000.0"), "found `1_000.0`: a whole number is needed here: write 1000");
        assert_eq!(told("2.5e0"), "found `2.5e0`: a whole number is needed here");
    }

    #[test]
    fn a_dealing_rule_has_no_other_fields() {
        let engine = |deal: &str| format!("engine: Custom(deal: RisingWaveWeighted({deal})),");
        let text = to_ron(&Scenario::built_in()).unwrap();
        let start = text.find("    engine:").unwrap();
        let end = text.find("    buckets:").unwrap();
        let with = |deal: &str| parse(&format!("{}{}{}", &text[..start], engine(deal), &text[end..]));
        assert!(with("weights: [8], job: 1").is_ok());
        let error = with("weights: [8], job: 1, nodes: 2").unwrap_err();
        assert!(error.message.contains("unknown field \"nodes\" in RisingWaveWeighted"), "{error}");
    }

    /// What the built-in scenario is refused for, with one more line at its end.
    fn refused(line: &str) -> ScenarioError {
        let text = to_ron(&Scenario::built_in()).unwrap();
        let error = parse(&text.replace("\n)", &format!("\n{line}\n)"))).unwrap_err();
        assert_eq!(error.at.unwrap().0, text.lines().count(), "{error}");
        error
    }

    #[test]
    fn what_a_some_holds_belongs_to_its_field() {
        for (line, column, message) in [
            (
                "plan: Some(Plan(first_width: 4, peak_with: 40)),",
                12,
                "found `Plan` inside Some(…): write it without Some, as plan: Plan(first_width: 4, peak_width: 40)",
            ),
            ("plan: Some((first_width: 4)),", 12, "found `(` inside Some(…): write it without Some, as plan: Plan("),
            (
                "ways_out: Some(ExitPlan(new_buckets: 4)),",
                16,
                "write it without Some, as ways_out: ExitPlan(new_buckets",
            ),
            (
                "plan: Some(first_width: 4, peak_with: 40),",
                28,
                "unknown field \"peak_with\" in plan: did you mean \"peak_",
            ),
            ("plan: Some(first_width: 4, peak_width: 5, first_width: 4),", 43, "stands twice in plan: once"),
            (
                "plan: Plan(Plan(first_width: 4)),",
                12,
                "found `Plan`: a field of Plan and its value are expected here, as name: value; allowed are first_width, ",
            ),
            ("plan: Plam(first_width: 4),", 7, "found `Plam`: Plan(first_width: 4, peak_width: 40) is expected here"),
        ] {
            let error = refused(line);
            assert!(error.message.contains(message), "{line}: {error}");
            assert_eq!(error.at.unwrap().1, column, "{error}");
        }
        assert!(refused("plan: Some(first_width: 4),").message.contains("\"peak_width\" is missing in plan"));
        // What can be read stays readable.
        let text = to_ron(&Scenario::built_in()).unwrap();
        let with = |plan: &str| parse(&text.replace("\n)", &format!("\nplan: {plan},\n)"))).unwrap().plan;
        assert_eq!(with("Some(first_width: 4, peak_width: 40)"), with("Plan(first_width: 4, peak_width: 40)"));
        // The example told is one that is read.
        assert!(parse(&text.replace("\n)", &format!("\nways_out: {},\n)", value_of("ways_out")))).is_ok());
    }
}
