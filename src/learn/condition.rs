//! Sentences of the form "idle >= 1", true or false of a scene.

use super::quantity::Quantity;
use super::scene::Scene;
use serde::Deserialize;
use std::str::FromStr;

/// A comparison of a quantity with a number or another quantity.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Condition {
    left: Quantity,
    is: Comparison,
    right: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    More,
    AtMost,
    AtLeast,
}

#[derive(Debug, Clone, PartialEq)]
enum Side {
    Number(f64),
    Quantity(Quantity),
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [left, is, right] = parts[..] else {
            return Err(format!("\"{text}\": figure, comparison and number are needed, as in \"idle >= 1\""));
        };
        let is = match is {
            "=" => Comparison::Equal,
            "!=" => Comparison::Unequal,
            "<" => Comparison::Less,
            ">" => Comparison::More,
            "<=" => Comparison::AtMost,
            ">=" => Comparison::AtLeast,
            other => return Err(format!("\"{other}\" is no comparison: allowed are =, !=, <, >, <= and >=")),
        };
        let right = match right.parse() {
            Ok(number) => Side::Number(number),
            Err(_) => Side::Quantity(right.parse()?),
        };
        Ok(Self { left: left.parse()?, is, right })
    }
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl Condition {
    /// Whether it holds; not where either side has no value.
    #[must_use]
    pub fn holds(&self, scene: &Scene) -> bool {
        let right = match &self.right {
            Side::Number(number) => Some(*number),
            Side::Quantity(quantity) => quantity.of(scene).map(|reading| reading.value),
        };
        let (Some(left), Some(right)) = (self.left.of(scene).map(|reading| reading.value), right) else {
            return false;
        };
        // Ratios that were worked out in another order differ in their last bits.
        let same = (left - right).abs() <= 1e-9 * left.abs().max(right.abs());
        match self.is {
            Comparison::Equal => same,
            Comparison::Unequal => !same,
            Comparison::Less => left < right && !same,
            Comparison::More => left > right && !same,
            Comparison::AtMost => left <= right || same,
            Comparison::AtLeast => left >= right || same,
        }
    }
}
