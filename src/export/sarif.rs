//! What a check found as SARIF 2.1.0, which code hosts show beside the lines.

use super::check::CheckRun;
use crate::decide::Rule;
use crate::plain::{excerpt, visible};
use serde_json::{Value, json};
use std::fmt::Write;

/// A SARIF log of one run: a rule for each that the policy asks for, an error for each violation, a note for each rule that could
/// not be looked at. `uri` gives the URI of a file
/// as it was named: relative to the folder the check ran in, where it lies below it.
#[must_use]
pub fn check_sarif(run: &CheckRun<'_>, uri: &dyn Fn(&str) -> String) -> String {
    let rules = run.policy.rules();
    let errors = run.findings().map(|finding| {
        let at = (uri(&finding.file), finding.line);
        result("error", (finding.rule, &finding.sentence()), at, &rules)
    });
    let notes =
        run.not_checked().map(|not| result("note", (not.rule, &not.sentence()), (uri(&not.file), not.line), &rules));
    let results: Vec<Value> = errors.chain(notes).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Redeal",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| described(*rule)).collect::<Vec<Value>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "properties": {"policy": excerpt(&run.policy.name), "date": run.date},
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("a log is numbers and texts");
    text.push('\n');
    text
}

fn described(rule: Rule) -> Value {
    json!({
        "id": rule.id(),
        "shortDescription": {"text": rule.description()},
        "fullDescription": {"text": rule.description()},
        "help": {"text": format!("{} Asked for by the field {} of the policy.", rule.description(), rule.id())},
        "defaultConfiguration": {"level": "error"},
    })
}

fn result(level: &str, (id, said): (&str, &str), (uri, line): (String, Option<usize>), rules: &[Rule]) -> Value {
    json!({
        "ruleId": id,
        "ruleIndex": rules.iter().position(|rule| rule.id() == id),
        "level": level,
        "message": {"text": message(&format!("{id}: {said}."))},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri},
            // Code hosts show no result without a line.
            "region": {"startLine": line.unwrap_or(1)},
        }}],
    })
}

/// A message that shows all it holds, and has neither links (`[text](target)`) nor places to be filled in (`{0}`).
fn message(text: &str) -> String {
    visible(text).chars().fold(String::new(), |mut safe, c| {
        match c {
            '[' | ']' | '\\' => safe.extend(['\\', c]),
            '{' | '}' => safe.extend([c, c]),
            c => safe.push(c),
        }
        safe
    })
}

/// A path as the path of a URI (RFC 3986): letters, digits, `-._~` and slashes stand for themselves, all else by its bytes.
#[must_use]
pub fn uri_path(path: &[u8]) -> String {
    path.iter().fold(String::new(), |mut uri, &byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
        uri
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_no_links_and_hides_nothing() {
        assert_eq!(message("[a](http://e) {0}"), r"\[a\](http://e) {{0}}");
        assert_eq!(message("a\u{202e}b"), r"a\\u{{202e}}b");
    }

    #[test]
    fn paths_are_percent_encoded() {
        assert_eq!(uri_path(b"jobs/my job#1.ron"), "jobs/my%20job%231.ron");
        assert_eq!(uri_path("é:%".as_bytes()), "%C3%A9%3A%25");
    }
}
