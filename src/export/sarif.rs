//! What a check found as SARIF 2.1.0, which code hosts show beside the lines.

use super::check::CheckRun;
use crate::decide::{Finding, Rule};
use serde_json::{Value, json};
use std::fmt::Write;

/// A SARIF log of one run: a rule for each that the policy asks for, a result for each violation. `uri` gives the URI of a file
/// as it was named: relative to the folder the check ran in, where it lies below it.
#[must_use]
pub fn check_sarif(run: &CheckRun<'_>, uri: &dyn Fn(&str) -> String) -> String {
    let rules = run.policy.rules();
    let results: Vec<Value> = run.findings().map(|finding| result(finding, &rules, uri)).collect();
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
            "properties": {"policy": run.policy.name, "date": run.date},
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

fn result(finding: &Finding, rules: &[Rule], uri: &dyn Fn(&str) -> String) -> Value {
    json!({
        "ruleId": finding.rule,
        "ruleIndex": rules.iter().position(|rule| rule.id() == finding.rule),
        "level": "error",
        "message": {"text": format!("{}: {}.", finding.rule, finding.sentence())},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&finding.file)},
            // Code hosts show no result without a line.
            "region": {"startLine": finding.line.unwrap_or(1)},
        }}],
    })
}

/// A path as the path of a URI (RFC 3986): letters, digits, `-._~` and slashes stand for themselves, all else by its bytes.
#[must_use]
pub fn uri_path(path: &str) -> String {
    path.bytes().fold(String::new(), |mut uri, byte| {
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
    fn paths_are_percent_encoded() {
        assert_eq!(uri_path("jobs/my job#1.ron"), "jobs/my%20job%231.ron");
        assert_eq!(uri_path("é:%"), "%C3%A9%3A%25");
    }
}
