//! Keys: what a key is, how load falls over them, and populations of them.

mod display;
mod load;
mod normal;
mod spec;
mod value;

pub use load::{BadLoad, LoadLaw, MAX_LOAD, MAX_SAMPLED_KEYS};
pub use spec::{BadKeys, Generated, KeySource, ListedKey, MAX_KEYS};
pub use value::{BadKey, KeyType, Value};
