//! Policies that come with the program.

/// Name and text of every shipped policy, in the order shown. The name is what the command line takes.
#[must_use]
pub fn policies() -> &'static [(&'static str, &'static str)] {
    &POLICIES
}

macro_rules! policies {
    ($($stem:literal),* $(,)?) => {
        [$(($stem, include_str!(concat!("../../policies/", $stem, ".ron")))),*]
    };
}

static POLICIES: [(&str, &str); 3] = policies!["starting-out", "production", "lean-snapshots"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_policy_is_read() {
        for (stem, text) in policies() {
            let policy = crate::decide::parse_policy(text).unwrap_or_else(|error| panic!("{stem}: {error}"));
            assert!(!policy.name.is_empty() && !policy.note.is_empty(), "{stem}");
        }
    }
}
