//! A policy file: what an organisation asks of every job's bucket count.

use super::rule::Rule;
use crate::engine::Engine;
use crate::plain::{excerpt, visible};
use crate::scenario::{ScenarioError, parse_as, place_of_field};
use crate::unit::{BucketCount, WorkerCount};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The format of policy files that this program reads.
const FORMAT: u32 = 1;

/// A policy as its file holds it: every rule may be left out, but one at least is given.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The file format, 1.
    pub format: u32,
    /// A short name.
    pub name: String,
    /// What it is for, in a sentence or two.
    #[serde(default)]
    pub note: String,
    /// Least count, in times the plan's peak width.
    #[serde(default)]
    pub headroom: Option<Times>,
    /// Counts that may be chosen.
    #[serde(default)]
    pub counts: Option<Counts>,
    /// Engines that may be used, by id.
    #[serde(default)]
    pub engines: Option<Vec<EngineId>>,
    /// Most unevenness at certain widths.
    #[serde(default)]
    pub evenness: Option<Vec<Evenness>>,
    /// Most unevenness at the plan's peak width: most buckets on a worker ÷ mean over all workers asked for.
    #[serde(default)]
    pub evenness_at_peak: Option<Times>,
    /// Most bytes of metadata in a snapshot at the peak.
    #[serde(default)]
    pub max_metadata_bytes: Option<Most>,
    /// Most files in a snapshot at the peak.
    #[serde(default)]
    pub max_files: Option<Most>,
    /// Most bytes in a snapshot at the peak that are there only because of the count.
    #[serde(default)]
    pub max_bytes_of_buckets: Option<Most>,
    /// Least years until growth needs more workers than there are buckets.
    #[serde(default)]
    pub ceiling_years: Option<Years>,
    /// Whether every step of the scenario must run with all its workers.
    #[serde(default)]
    pub every_step_runs: bool,
    /// Whether the scenario must have a plan of its own.
    #[serde(default)]
    pub plan_required: bool,
    /// Whether the engine must have some way to another count.
    #[serde(default)]
    pub way_out_allowed: bool,
    /// What is asked of decision records.
    #[serde(default)]
    pub record: Option<RecordRules>,
}

/// What is asked of decision records. Where there is a record, it must always be of the scenario as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename = "record", default, deny_unknown_fields)]
pub struct RecordRules {
    /// Whether there must be one.
    pub required: bool,
    /// Whether somebody else than who decided must have reviewed it.
    pub reviewer_required: bool,
    /// Most days since the decision.
    pub max_age_days: Option<Most>,
    /// Whether the day to look again must not be past.
    pub not_past_look_again: bool,
}

/// Counts that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Counts {
    /// One of these.
    OneOf(Vec<BucketCount>),
    /// A multiple of this.
    DivisibleBy(Divisor),
    /// 1, 2, 4, 8, …
    PowersOfTwo,
}

/// Most unevenness at one width.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename = "evenness", deny_unknown_fields)]
pub struct Evenness {
    /// The width.
    pub workers: WorkerCount,
    /// Most buckets on a worker ÷ mean over all workers asked for.
    pub most: Times,
}

/// A ratio, 1 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub struct Times(f64);

impl Times {
    /// The ratio.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Times {
    type Error = String;
    fn try_from(found: f64) -> Result<Self, String> {
        if (1.0..=1000.0).contains(&found) { Ok(Self(found)) } else { Err(outside(found, "1 to 1000 times")) }
    }
}

/// Years, above 0 and at most 100.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub struct Years(f64);

impl Years {
    /// The years.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Years {
    type Error = String;
    fn try_from(found: f64) -> Result<Self, String> {
        if found > 0.0 && found <= 100.0 { Ok(Self(found)) } else { Err(outside(found, "above 0, up to 100 years")) }
    }
}

/// The most of something that is counted, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub struct Most(u64);

impl Most {
    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for Most {
    type Error = &'static str;
    fn try_from(found: u64) -> Result<Self, &'static str> {
        if found > 0 { Ok(Self(found)) } else { Err("0 is found: at least 1 is needed, or leave it out") }
    }
}

/// What counts are to be a multiple of, 2 to 1 048 576.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
pub struct Divisor(u32);

impl Divisor {
    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for Divisor {
    type Error = String;
    fn try_from(found: u32) -> Result<Self, String> {
        let most = BucketCount::MAX.get();
        if (2..=most).contains(&found) {
            Ok(Self(found))
        } else {
            Err(format!("{found} is found: allowed are 2 to {most}"))
        }
    }
}

/// An engine by its id, as on the command line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct EngineId(String);

impl EngineId {
    /// The id.
    #[must_use]
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for EngineId {
    type Error = String;
    fn try_from(found: String) -> Result<Self, String> {
        if Engine::named(&found).is_some() {
            return Ok(Self(found));
        }
        let known: Vec<&str> = Engine::all().iter().map(|engine| engine.facts().id).collect();
        let nearest = known.iter().map(|id| (strsim::damerau_levenshtein(&found.to_lowercase(), id), *id)).min();
        let meant = nearest.filter(|(distance, id)| *distance <= id.len() / 3 + 1);
        let meant = meant.map_or_else(String::new, |(_, id)| format!(" did you mean \"{id}\"?"));
        Err(format!("\"{}\" is no engine:{meant} Allowed are {}", visible(&excerpt(&found)), known.join(", ")))
    }
}

fn outside(found: f64, allowed: &str) -> String {
    format!("{found} is found: allowed are {allowed}")
}

/// Only the format number, so that a file of a later format is named as such and not by its first unknown field.
#[derive(Deserialize)]
#[serde(rename = "Policy")]
struct FormatOnly {
    format: u32,
}

/// Reads a policy from its text.
///
/// # Errors
/// [`ScenarioError`] with line and column, in one message.
pub fn parse_policy(text: &str) -> Result<Policy, ScenarioError> {
    let wrong = |field: &str, message: String| ScenarioError::new(message).at(place_of_field(text, field));
    if let Ok(FormatOnly { format }) = parse_as::<FormatOnly>(text, "Policy")
        && format != FORMAT
    {
        return Err(wrong("format", format!("format {format}: this version reads format {FORMAT}")));
    }
    let policy: Policy = parse_as(text, "Policy")?;
    match first_wrong(&policy) {
        Some((field, message)) => Err(wrong(field, message)),
        None => Ok(policy),
    }
}

/// The first part that cannot be, though each value alone could: the field it belongs to, and why.
fn first_wrong(policy: &Policy) -> Option<(&'static str, String)> {
    if policy.name.trim().is_empty() {
        return Some(("name", "name is empty: a short name is needed".to_owned()));
    }
    let empty =
        |field: &'static str, needed: &str| Some((field, format!("{field} is empty: {needed}, or leave it out")));
    match &policy.counts {
        Some(Counts::OneOf(counts)) if counts.is_empty() => {
            return Some(("counts", "counts is OneOf([]): give at least one count, or leave it out".to_owned()));
        }
        _ => {}
    }
    if policy.engines.as_ref().is_some_and(Vec::is_empty) {
        return empty("engines", "give at least one engine");
    }
    if let Some(evenness) = &policy.evenness {
        if evenness.is_empty() {
            return empty("evenness", "give at least one width");
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = evenness.iter().find(|at| !seen.insert(at.workers)) {
            return Some(("evenness", format!("evenness names {} workers twice: once is allowed", twice.workers)));
        }
    }
    policy.rules().is_empty().then(|| {
        let rules = Rule::ALL.iter().map(|rule| rule.field());
        let mut fields: Vec<&str> = rules.collect();
        fields.dedup();
        ("format", format!("the policy asks nothing: give at least one of {}", fields.join(", ")))
    })
}

impl Policy {
    /// The rules that it asks for, in the order of [`Rule::ALL`].
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        let record = self.record.unwrap_or_default();
        let is_asked = |rule: &Rule| match rule {
            Rule::Headroom => self.headroom.is_some(),
            Rule::Counts => self.counts.is_some(),
            Rule::Engines => self.engines.is_some(),
            Rule::Evenness => self.evenness.is_some(),
            Rule::EvennessAtPeak => self.evenness_at_peak.is_some(),
            Rule::MaxMetadataBytes => self.max_metadata_bytes.is_some(),
            Rule::MaxFiles => self.max_files.is_some(),
            Rule::MaxBytesOfBuckets => self.max_bytes_of_buckets.is_some(),
            Rule::CeilingYears => self.ceiling_years.is_some(),
            Rule::EveryStepRuns => self.every_step_runs,
            Rule::PlanRequired => self.plan_required,
            Rule::WayOutAllowed => self.way_out_allowed,
            Rule::RecordRequired => record.required,
            Rule::RecordCurrent => self.record.is_some(),
            Rule::RecordReviewer => record.reviewer_required,
            Rule::RecordAge => record.max_age_days.is_some(),
            Rule::RecordLookAgain => record.not_past_look_again,
        };
        Rule::ALL.into_iter().filter(is_asked).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_can_be_asked_for() {
        let text = "Policy(format: 1, name: \"all\", headroom: 3, counts: DivisibleBy(12), engines: [\"flink\"], \
                    evenness: [(workers: 40, most: 1.1)], evenness_at_peak: 1.2, max_metadata_bytes: 1000, max_files: 10, \
                    max_bytes_of_buckets: 5, ceiling_years: 5, every_step_runs: true, plan_required: true, way_out_allowed: \
                    true, record: (required: true, reviewer_required: true, max_age_days: 365, not_past_look_again: true))";
        assert_eq!(parse_policy(text).unwrap().rules(), Rule::ALL);
        let one = parse_policy("Policy(format: 1, name: \"one\", record: ())").unwrap();
        assert_eq!(one.rules(), [Rule::RecordCurrent]);
    }
}
