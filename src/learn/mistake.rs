//! A mistake that people make, and the state of the controls that answers it.

use super::lesson::Picture;
use super::setup::Setup;
use serde::Deserialize;

/// A claim that is wrong, with its counter-example.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// A short name.
    pub id: String,
    /// What people say.
    pub claim: String,
    /// The counter-example, as the difference to the built-in scenario.
    pub set: Setup,
    /// Where it is seen.
    #[serde(default)]
    pub picture: Picture,
    /// What is seen there, and why the claim is wrong.
    pub why: String,
}
