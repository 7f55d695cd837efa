//! What a check found as `JUnit` XML, which CI systems list as tests: a suite a scenario, a case a rule.

use super::check::{CheckRun, place};
use crate::decide::{Checked, RuleResult};
use crate::plain::visible;
use std::fmt::Write;

/// The whole document.
#[must_use]
pub fn check_junit(run: &CheckRun<'_>) -> String {
    let (tests, failures) = run.checked.iter().map(sizes).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<testsuites name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">",
        escaped(&run.policy.name)
    );
    for checked in run.checked {
        let (tests, failures) = sizes(checked);
        let file = escaped(&checked.file);
        let _ = writeln!(
            text,
            "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">"
        );
        for result in &checked.results {
            text.push_str(&case(&file, result));
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Rules looked at, and rules violated.
fn sizes(checked: &Checked) -> (usize, usize) {
    let failed = checked.results.iter().filter(|result| !result.findings.is_empty());
    (checked.results.len(), failed.count())
}

/// One rule; all its violations in one failure, a line each.
fn case(file: &str, result: &RuleResult) -> String {
    let id = result.rule.id();
    let Some(first) = result.findings.first() else {
        return format!("    <testcase classname=\"{file}\" name=\"{id}\"/>\n");
    };
    let all: Vec<String> = result
        .findings
        .iter()
        .map(|finding| escaped(&format!("{}: {}: {}", place(finding), finding.rule, finding.sentence())))
        .collect();
    format!(
        "    <testcase classname=\"{file}\" name=\"{id}\">\n      <failure type=\"{id}\" message=\"{}\">{}</failure>\n    \
         </testcase>\n",
        escaped(&first.sentence()),
        all.join("\n")
    )
}

/// Text that may stand between tags and in quotes. What XML 1.0 cannot hold is spelled out, or replaced where it is no character.
fn escaped(text: &str) -> String {
    visible(text).chars().fold(String::new(), |mut safe, c| {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
        safe
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_xml_forbids_is_left() {
        assert_eq!(escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&apos;");
        assert_eq!(escaped("\u{1b}[1m\n\0\u{ffff}é"), "\\u{1b}[1m\\n\\u{0}\u{fffd}é");
    }
}
