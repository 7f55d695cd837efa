//! What is said of the first of several that are alike, so that it does not read as if it stood alone.

use super::grouped;

/// What follows a name where others are as large: `, one of 3`; nothing where `tied`, the number of those alike with the one named
/// among them, is 0 or 1.
#[must_use]
pub fn one_of(tied: u64) -> String {
    if tied > 1 { format!(", one of {}", grouped(tied)) } else { String::new() }
}

/// `one of 3 as heavy` where several are alike, else `alone`: `the heaviest`.
#[must_use]
pub fn one_of_or(tied: u64, shared: &str, alone: &str) -> String {
    if tied > 1 { format!("one of {} {shared}", grouped(tied)) } else { alone.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_alone_is_named_alone() {
        assert_eq!([one_of(0), one_of(1), one_of(2)], ["", "", ", one of 2"]);
        let heavy = |tied| one_of_or(tied, "as heavy", "the heaviest");
        assert_eq!([heavy(1), heavy(4)], ["the heaviest", "one of 4 as heavy"]);
    }
}
