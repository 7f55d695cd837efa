//! Which key has which rank.

use super::permutation::{Permutation, QuickPermutation};
use crate::keys::Generated;

/// Rank − 1 → the key's place among the keys.
#[derive(Debug)]
pub enum Order {
    /// Rank k is the k-th key.
    Kept,
    /// The seed dealt the ranks to the keys.
    Quick(QuickPermutation),
    /// The same, to more keys than tables serve.
    Plain(Permutation),
}

impl Order {
    /// The order that a seed makes of the keys.
    pub fn new(keys: &Generated, seed: u64) -> Self {
        if !keys.shuffled {
            return Self::Kept;
        }
        let permutation = Permutation::new(keys.count, seed);
        QuickPermutation::of(&permutation).map_or(Self::Plain(permutation), Self::Quick)
    }

    /// The place of the key at an index (its rank − 1).
    pub fn at(&self, index: u64) -> u64 {
        match self {
            Self::Kept => index,
            Self::Plain(permutation) => permutation.at(index),
            Self::Quick(permutation) => permutation.at(index),
        }
    }

    /// Puts in the place of each index the key's place. Shape: indices below 2^32 and the number of keys.
    pub fn deal(&self, indices: &mut [u32]) {
        match self {
            Self::Kept => (),
            Self::Quick(permutation) => permutation.deal(indices),
            Self::Plain(permutation) => {
                for index in indices {
                    *index = u32::try_from(permutation.at((*index).into())).unwrap_or(u32::MAX);
                }
            }
        }
    }
}
