//! Numbers within the sentences of an advice.

use crate::engine::Words;
use crate::numerals::{counted, decimal, grouped, percent};
use crate::unit::{WorkerCount, rounded};

/// `240 key groups`.
pub(super) fn buckets_of(count: u32, words: &Words) -> String {
    counted(count.into(), words.bucket, words.buckets)
}

/// `40 subtasks`.
pub(super) fn workers_of(count: u32, words: &Words) -> String {
    counted(count.into(), words.worker, words.workers)
}

/// A width that load needs, not rounded: `41.9 subtasks`, `1 subtask`; beyond every width there is, only that it is.
pub(super) fn needed(width: f64, words: &Words) -> String {
    if width > WorkerCount::MAX.as_f64() {
        return format!("more than {}", workers_of(WorkerCount::MAX.get(), words));
    }
    let text = plain(width, 1);
    if text == "1" { workers_of(1, words) } else { format!("{text} {}", words.workers) }
}

/// A least count, which may be more than can be had: `at least 440 key groups`, `more than 1 048 576 key groups`.
pub(super) fn at_least(count: u64, words: &Words) -> String {
    let most = WorkerCount::MAX.get();
    match u32::try_from(count) {
        Ok(count) if count <= most => format!("at least {}", buckets_of(count, words)),
        _ => format!("more than {}", buckets_of(most, words)),
    }
}

/// `3`, `3.2`, `18`, `0.0013`: at most two decimals, from two significant digits on, no zeros after them.
pub(super) fn multiple(times: f64) -> String {
    if times >= 0.01 { plain(times, 2) } else { plain(times, 6) }
}

/// No zeros at the end of the decimals.
fn plain(number: f64, decimals: usize) -> String {
    let text = decimal(number, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A number with as many decimals as tell it from another, `least` to 6: 1.0004 beside 1 is `1.0004` and not `1.00`.
pub(super) fn apart(number: f64, other: f64, least: usize) -> String {
    let tells = |&decimals: &usize| decimal(number, decimals) != decimal(other, decimals);
    decimal(number, (least..=6).find(tells).unwrap_or(least))
}

/// A ratio that is 1 where a deal is even.
pub(super) fn ratio(ratio: f64) -> String {
    apart(ratio, 1.0, 2)
}

/// `1 year`, `5 years`, `2.5 years`.
pub(super) fn years_of(years: f64) -> String {
    let text = multiple(years);
    if text == "1" { format!("{text} year") } else { format!("{text} years") }
}

/// `4`, `4, 8, 20 and 40`.
pub(super) fn listed(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(|&number| grouped(number.into())).collect();
    match texts.as_slice() {
        [] => "no width".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A growth in a year, as a share of 1: `60 %`, `6 000 %`.
pub(super) fn growth_of(growth: f64) -> String {
    if growth < 10.0 { percent(growth) } else { format!("{}\u{a0}%", grouped(rounded(growth * 100.0))) }
}

/// When something is met: one sentence a case is made from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum When {
    /// It is met already.
    Now,
    /// In so many years.
    In(f64),
    /// Not within the years that are foretold.
    Never,
}

impl When {
    /// `None` = not within 100 years; less than a twentieth of a year is now.
    pub fn of(years: Option<f64>) -> Self {
        match years {
            None => Self::Never,
            Some(years) if years < 0.05 => Self::Now,
            Some(years) => Self::In(years),
        }
    }

    /// What is done then: `fills one subtask in 4.2 years`, `fills one subtask already now`, `does not fill one subtask within
    /// 100 years`. `does` and `does_not` are the same verb, `what` stands between it and the time.
    pub fn said(self, does: &str, does_not: &str, what: &str) -> String {
        let what = if what.is_empty() { String::new() } else { format!(" {what}") };
        match self {
            Self::Now => format!("{does}{what} already now"),
            Self::In(years) => format!("{does}{what} in {} years", decimal(years, 1)),
            Self::Never => format!("{does_not}{what} within 100 years"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn as_many_decimals_as_show_a_difference() {
        assert_eq!([ratio(1.25), ratio(1.0), ratio(1.0004), ratio(1.0)], ["1.25", "1.00", "1.0004", "1.00"]);
        assert_eq!([apart(9.996, 10.0, 1), apart(7.36, 10.0, 1)], ["9.996", "7.4"]);
    }

    #[test]
    fn a_case_has_one_sentence() {
        let fills = |years| When::of(years).said("fills", "does not fill", "one subtask");
        assert_eq!(fills(Some(0.0)), "fills one subtask already now");
        assert_eq!(fills(Some(4.21)), "fills one subtask in 4.2 years");
        assert_eq!(fills(None), "does not fill one subtask within 100 years");
        let needed = |years| When::of(years).said("are needed", "are not needed", "");
        assert_eq!([needed(None), needed(Some(0.01))], ["are not needed within 100 years", "are needed already now"]);
    }

    #[test]
    fn one_is_singular_and_what_is_beyond_everything_is_short() {
        let flink = Engine::named("flink").unwrap();
        let words = &flink.facts().words;
        let said = |text: String| text.replace('\u{a0}', " ");
        assert_eq!([years_of(1.0), years_of(5.0), years_of(0.5)], ["1 year", "5 years", "0.5 years"]);
        assert_eq!([needed(1.0, words), needed(41.94, words)], ["1 subtask", "41.9 subtasks"]);
        assert_eq!(said(needed(1e221, words)), "more than 1 048 576 subtasks");
        assert_eq!(said(at_least(u64::MAX, words)), "more than 1 048 576 key groups");
        assert_eq!(at_least(1, words), "at least 1 key group");
        assert_eq!([said(growth_of(0.6)), said(growth_of(60.0))], ["60 %", "6 000 %"]);
        assert_eq!([multiple(20.0), multiple(3.2), multiple(0.0013)], ["20", "3.2", "0.0013"]);
    }
}
