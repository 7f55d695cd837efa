//! Numbers that cannot stand in the message that they stand in: digits are missing, or it was typed.
//!
//! An engine prints a comparison only where it came out so. What would pass by such numbers would be wrong.

use super::explanation::Explanation;
use super::message::Sighting;

/// What the numbers of a message have to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// The first is above the second, which is a count.
    Above(&'static str, &'static str),
    /// The first is below the second, which is a count.
    Below(&'static str, &'static str),
    /// Two counts that differ.
    Differ(&'static str, &'static str),
    /// The first is no whole multiple of the second.
    NoMultiple(&'static str, &'static str),
    /// It is 0 or less.
    NotPositive(&'static str),
}

/// Rules by the titles of messages.
const RULES: &[(&str, Rule)] = &[
    // Flink and RisingWave alike.
    ("Parallelism above the max parallelism", Rule::Above("parallelism", "max parallelism")),
    (
        "Parallelism above the max parallelism of the restored state",
        Rule::Above("parallelism", "max parallelism of the state"),
    ),
    (
        "The program's max parallelism is not that of the savepoint",
        Rule::Differ("max parallelism of the state", "max parallelism of the program"),
    ),
    (
        "The max parallelism of a vertex changed since its checkpoint",
        Rule::Differ("max parallelism of the checkpoint", "max parallelism now"),
    ),
    (
        "The savepoint's max parallelism is taken over",
        Rule::Differ("derived max parallelism", "max parallelism of the state"),
    ),
    ("More actors than vnodes", Rule::Above("actors", "vnodes")),
    ("Another number of shuffle partitions is ignored", Rule::Differ("asked for", "recorded")),
    ("Another number of state partitions is ignored", Rule::Differ("asked for", "recorded")),
    ("Not a positive number of partitions", Rule::NotPositive("asked for")),
    ("A repartitioning was begun and not finished", Rule::Above("unfinished batch", "last committed batch")),
    ("An internal topic has another number of partitions", Rule::Differ("expected", "actual")),
    ("A topic cannot get fewer partitions", Rule::Below("asked for", "has")),
    ("A repartition topic does not match its partner", Rule::Differ("repartition topic", "source topic")),
    ("More containers than tasks", Rule::Above("containers", "tasks")),
    ("A stateful input grew by no whole multiple", Rule::NoMultiple("new", "previous")),
    ("A member with another partition count", Rule::Differ("expected", "found")),
];

/// The most key groups of Flink and vnodes of `RisingWave`, which both call a max parallelism.
const MOST_KEY_GROUPS: i64 = 32_768;

/// Says so in place of what would pass, where the numbers do not fit.
pub(super) fn mend(sighting: &Sighting<'_>, told: &mut Explanation) {
    let rule = RULES.iter().find(|(title, _)| *title == told.title);
    let Some(why) = rule.and_then(|(_, rule)| rule.broken(sighting)) else { return };
    told.what = format!(
        "The numbers do not fit the message: {why}. Digits may be missing, or it was not copied from a log as it stands there."
    );
    told.passes = vec!["What passes depends on the right numbers: give the message as the log has it.".to_owned()];
}

impl Rule {
    /// Why the numbers do not fit; `None` where they do, or where one of them is not known.
    fn broken(self, sighting: &Sighting<'_>) -> Option<String> {
        let number = |name| sighting.number(name);
        let (first, second) = match self {
            Self::Above(first, second)
            | Self::Below(first, second)
            | Self::Differ(first, second)
            | Self::NoMultiple(first, second) => (first, Some(second)),
            Self::NotPositive(first) => (first, None),
        };
        for name in [Some(first), second].into_iter().flatten() {
            if let Some(found) = number(name).filter(|found| *found > MOST_KEY_GROUPS)
                && name.contains("max parallelism")
            {
                return Some(format!("the {name} is {found}, and none is above 32\u{a0}768"));
            }
        }
        let least = match self {
            // Batches are counted from 0.
            Self::Above("unfinished batch", _) => 0,
            _ => 1,
        };
        // Of what was asked for anything may be said; what there is, is a count.
        let is_count = matches!(self, Self::Differ(..)) && first != "asked for";
        let counts = [Some(first).filter(|_| is_count), second];
        for name in counts.into_iter().flatten() {
            if let Some(found) = number(name).filter(|found| *found < least) {
                return Some(format!("the {name} is {found}, and is at least {least}"));
            }
        }
        let (one, other) = (number(first)?, second.map_or(Some(0), number)?);
        let second = second.unwrap_or_default();
        match self {
            Self::Above(..) if one <= other => {
                Some(format!("the {first} ({one}) should be above the {second} ({other})"))
            }
            Self::Below(..) if one >= other => {
                Some(format!("the {first} ({one}) should be below the {second} ({other})"))
            }
            Self::Differ(..) if one == other => Some(format!("both are {one}, and they should differ")),
            Self::NoMultiple(..) if one.checked_rem(other) == Some(0) => {
                Some(format!("the {first} ({one}) is a whole multiple of the {second} ({other})"))
            }
            Self::NotPositive(_) if one > 0 => Some(format!("the {first} ({one}) should be 0 or less")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages;
    use super::*;
    use crate::explain::pattern::Pattern;

    #[test]
    fn rules_are_of_messages_that_have_such_numbers() {
        for (title, rule) in RULES {
            let of_title: Vec<_> = messages().filter(|message| message.title == *title).collect();
            assert!(!of_title.is_empty(), "{title}");
            let (Rule::Above(first, second)
            | Rule::Below(first, second)
            | Rule::Differ(first, second)
            | Rule::NoMultiple(first, second)) = *rule
            else {
                continue;
            };
            for message in of_title {
                let holes = Pattern::new(message.form).holes;
                let has = |name: &str| holes.iter().any(|hole| hole.name == name && hole.unit.is_some());
                assert!(has(first) && has(second), "{title}: {first}, {second}");
            }
        }
    }
}
