//! What a check found as `JUnit` XML, which CI systems list as tests: a suite a scenario, a case a rule.

use super::check::{CheckRun, finding_line};
use crate::decide::{Checked, RuleResult};
use crate::plain::{excerpt, visible};
use std::fmt::Write;

/// The whole document.
#[must_use]
pub fn check_junit(run: &CheckRun<'_>) -> String {
    let sizes: Vec<[usize; 3]> = run.checked.iter().map(sizes).collect();
    let [tests, failures, skipped] = [0, 1, 2].map(|at| sizes.iter().map(|one| one[at]).sum::<usize>());
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<testsuites name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">",
        escaped(&excerpt(&run.policy.name))
    );
    for (checked, [tests, failures, skipped]) in run.checked.iter().zip(&sizes) {
        let file = escaped(&checked.file);
        let _ = writeln!(
            text,
            "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
        );
        for result in &checked.results {
            text.push_str(&case(&file, result));
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Rules asked for, those violated, and those that could not be looked at.
fn sizes(checked: &Checked) -> [usize; 3] {
    let failed = checked.results.iter().filter(|result| !result.findings.is_empty());
    [checked.results.len(), failed.count(), checked.not_checked().count()]
}

/// One rule; all its violations in one failure, a line each.
fn case(file: &str, result: &RuleResult) -> String {
    let id = result.rule.id();
    if let Some(not) = &result.not_checked {
        let why = escaped(&not.sentence());
        return format!(
            "    <testcase classname=\"{file}\" name=\"{id}\">\n      <skipped message=\"{why}\"/>\n    </testcase>\n"
        );
    }
    let Some(first) = result.findings.first() else {
        return format!("    <testcase classname=\"{file}\" name=\"{id}\"/>\n");
    };
    let all: Vec<String> = result.findings.iter().map(|finding| escaped(&finding_line(finding))).collect();
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
