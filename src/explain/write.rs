//! Explanations as text, to be read.

use super::explanation::{Explained, Explanation, Kind, Nearest, Number};
use super::families;
use crate::numerals::grouped;
use std::fmt::Write;

impl Explanation {
    /// The explanation in lines, without a blank line at its end.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}{}\n", self.engine, self.title, self.how_often());
        let _ = writeln!(text, "  {}", self.what);
        let lines: Vec<(&str, String)> = self
            .names
            .iter()
            .map(|name| (name.name.as_str(), name.text.clone()))
            .chain(self.numbers.iter().map(|number: &Number| (number.name.as_str(), number.text())))
            .collect();
        let widest = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        section(&mut text, "In the text", lines.iter().map(|(name, value)| format!("{name:<widest$}  {value}")));
        section(&mut text, "What would pass", self.passes.iter().cloned());
        section(&mut text, "What to do", self.steps.iter().enumerate().map(|(at, step)| format!("{}. {step}", at + 1)));
        section(
            &mut text,
            "Where it comes from",
            [format!("{}; {}", self.source.class, self.source.version), format!("“{}”", self.matched)].into_iter(),
        );
        text
    }

    fn how_often(&self) -> String {
        let kind = match self.kind {
            Kind::Cause => "",
            Kind::Symptom => " (a symptom)",
            Kind::Warning => " (a warning)",
            Kind::Wrapper => " (a wrapper)",
        };
        match self.times {
            1 => kind.to_owned(),
            times => format!("{kind}, {} times in the text", grouped(times)),
        }
    }
}

fn section(text: &mut String, head: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        let _ = writeln!(text, "  {head}");
    }
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
}

impl Explained {
    /// All explanations in lines; of text that was not recognised, see [`Self::not_recognised`].
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.explanations.iter().map(Explanation::text).collect::<Vec<_>>().join("\n");
        if !self.explanations.is_empty() && self.explanations.iter().all(|told| told.kind == Kind::Wrapper) {
            text.push_str("\nOnly wrappers were found: the cause is not in this piece of text.\n");
        }
        if self.unlisted > 0 {
            let _ = writeln!(
                text,
                "\n{} more messages of these kinds, with other numbers or names, are not listed.",
                grouped(self.unlisted)
            );
        }
        text
    }

    /// What was looked for, and the known text that is nearest; `None` where something was recognised.
    #[must_use]
    pub fn not_recognised(&self) -> Option<String> {
        if !self.explanations.is_empty() {
            return None;
        }
        let near = match &self.nearest {
            None => "No known text is near.".to_owned(),
            Some(Nearest { engine, form, shared, of }) => {
                format!("The nearest known text has {shared} of its {of} words in it, of {engine}: “{form}”.")
            }
        };
        Some(format!(
            "no message in this text is known. {near} Give the whole message, as the log has it. Looked for: {}",
            families().join("; ")
        ))
    }
}
