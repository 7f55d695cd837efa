//! A bucket count as a decision: the record that is committed beside a deployment, the policy of a whole organisation, and what a
//! check of scenarios and records against a policy finds.
//!
//! Dates are arguments: nothing here asks a clock. Texts come in, findings go out; files are opened elsewhere.

mod check;
mod check_record;
mod check_scenario;
mod day;
mod decision;
mod figures;
mod policy;
mod record;
mod rule;
mod shipped;

pub use check::{BadCheck, Checked, Subject, check};
pub use day::{Limit, LookAgain, look_again, parse_day};
pub use decision::{BadDecision, Decision, DecisionSpec, Exit, decide, stopped_and_incomplete};
pub use policy::{Counts, Divisor, EngineId, Evenness, Most, Policy, RecordRules, Times, Years, parse_policy};
pub use record::{Record, RecordFile, read_record, record_block, scenario_digest};
pub use rule::{Finding, NotChecked, Place, Rule, RuleResult};
pub use shipped::policies;
