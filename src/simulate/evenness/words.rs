//! Chance or fault, said in words.

use super::{Evenness, IdleChance, Likelihood};
use crate::numerals::{counted, decimal, grouped, percent, short, times};
use crate::unit::{float, rounded};

/// How often something happens: `35 % of even hashings`, `1 in 1 250 even hashings`.
fn how_often(p: f64) -> String {
    if p >= 0.01 {
        format!("{} of even hashings are", percent(p))
    } else if p >= 1e-9 {
        format!("1 in {} even hashings is", grouped(rounded(1.0 / p)))
    } else {
        "less than 1 in 1\u{a0}000\u{a0}000\u{a0}000 even hashings is".to_owned()
    }
}

/// Below that, loads are too even to have been thrown.
const TOO_EVEN: f64 = 1e-3;

impl IdleChance {
    /// How often chance brings as many or more, in a sentence.
    #[must_use]
    pub fn how_rare(&self) -> String {
        format!("{} as bad or worse.", capital(&how_often(self.p_at_least)))
    }

    /// What is to be said, one sentence each.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let idle = &self.expected;
        let mut sentences = vec![
            format!("{}. {}", capital(self.likelihood.words()), self.how_rare()),
            format!(
                "{} on {} leave {} ± {} without a key by chance; {} are, z = {}.",
                counted(self.keys, "key", "keys"),
                counted(self.workers.into(), "worker", "workers"),
                short(idle.mean),
                short(idle.sd),
                grouped(idle.found.into()),
                decimal(idle.z, 1)
            ),
        ];
        if self.likelihood != Likelihood::Chance {
            sentences.push(FAULT.to_owned());
        } else if self.p_at_most < TOO_EVEN {
            sentences.push(format!("That few are rare as well ({} so good): {PLACED}.", how_often(self.p_at_most)));
        } else if self.without_bucket > 0 {
            sentences.push(format!(
                "{} no bucket and {} idle whatever the keys: more buckets, or fewer workers.",
                counted(self.without_bucket.into(), "worker owns", "workers own"),
                if self.without_bucket == 1 { "is" } else { "are" }
            ));
        } else if idle.mean >= 0.5 {
            sentences.push(
                "To leave fewer idle: more distinct keys, or fewer workers. More buckets do not help.".to_owned(),
            );
        }
        sentences
    }
}

/// What to look for where chance alone does not explain it.
pub(in crate::simulate) const FAULT: &str = "Look for duplicates among the keys, a poor hashCode, keys that differ only where the hash does not look, or a number of \
                     keys that was counted elsewhere.";
const PLACED: &str = "keys were placed, not hashed, or these are no numbers of keys";

impl Evenness {
    /// What is to be said, one sentence each; the verdict first.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        if self.degrees == 0 {
            return vec!["Chance. One worker has all there is, and nothing to be compared with.".to_owned()];
        }
        let mut sentences = vec![self.verdict()];
        sentences.push(format!(
            "Chi-square {} where {} ± {} are usual: z = {}.",
            decimal(self.chi_square, 2),
            self.degrees,
            short(if self.z.abs() > 1e-9 {
                (self.chi_square - f64::from(self.degrees)) / self.z
            } else {
                libm::sqrt(2.0 * f64::from(self.degrees))
            }),
            decimal(self.z, 1)
        ));
        sentences.extend(self.of_idle());
        sentences.extend(self.cause());
        if !self.loads_are_keys {
            sentences.push(
                "Records are no independent throws: all records of a key go together, so fewer keys or heavier ones are less even. The chi-square \
                 is that of keys that weigh the same."
                    .to_owned(),
            );
        }
        sentences
    }

    fn verdict(&self) -> String {
        let what = match (self.likelihood, self.loads_are_keys) {
            (Likelihood::NotChance, false) => "not chance alone: look for a hot key, then for a fault",
            (Likelihood::Unusual, false) => "unusual, unless some keys are heavier than others",
            (likelihood, _) => likelihood.words(),
        };
        // The rarer of the two is what the verdict goes by.
        let p = if self.loads_are_keys { self.p } else { self.p.min(self.idle.p_at_least) };
        let of = if self.loads_are_keys { "" } else { " of keys that weigh the same" };
        format!("{}. {} as uneven or more{of}.", capital(what), capital(&how_often(p)))
    }

    fn of_idle(&self) -> Option<String> {
        let idle = &self.idle.expected;
        (idle.found > 0 || idle.mean >= 0.5).then(|| {
            format!(
                "Without any load: {}; chance leaves {} ± {} of {} ({} as many or more).",
                grouped(idle.found.into()),
                short(idle.mean),
                short(idle.sd),
                grouped(self.workers.into()),
                how_often(self.idle.p_at_least)
            )
        })
    }

    /// What to look for.
    fn cause(&self) -> Option<String> {
        if self.likelihood == Likelihood::Chance {
            return (self.p_even < TOO_EVEN)
                .then(|| format!("More even than hashing gives ({} so even): {PLACED}.", how_often(self.p_even)));
        }
        if self.loads_are_keys {
            return Some(FAULT.to_owned());
        }
        // What the busiest has beyond a fair share of the rest.
        let rest = self.total - self.busiest;
        let others = float(rest) / (f64::from(self.workers) - 1.0);
        let share = (float(self.busiest) - others) / float(self.total);
        Some(format!(
            "The busiest carries {} the mean: one key with {} of the load would do that. Count the load of the heaviest keys first.",
            times(self.peak_to_mean),
            percent(share.max(0.0))
        ))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
