//! Dates as they are written, and when a decision is to be looked at again.

use crate::explore::Runway;
use crate::unit::rounded;
use chrono::{Days, Months, NaiveDate};
use serde::{Deserialize, Deserializer, Serializer, de};

/// What a date looks like, for messages.
pub(super) const A_DATE: &str = "a date as 2026-11-30 is needed";

/// A date written as `2026-11-30`: four, two and two digits, a day that there is; `None` for anything else.
#[must_use]
pub fn parse_day(text: &str) -> Option<NaiveDate> {
    let is_written = |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    if text.len() != 10 || !text.bytes().enumerate().all(is_written) {
        return None;
    }
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference to what it serialises with")]
pub(super) fn write_day<S: Serializer>(day: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(day)
}

pub(super) fn read_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_day(&text).ok_or_else(|| de::Error::custom(format!("found {text:?}: {A_DATE}")))
}

/// A limit that growth meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The load needs more than the plan's peak width.
    Peak,
    /// The load needs more workers than there are buckets.
    Ceiling,
    /// The fullest bucket alone fills a worker.
    HottestBucket,
    /// The hottest key alone fills a worker.
    HottestKey,
}

/// When a decision is to be looked at again, and why then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LookAgain {
    /// The day.
    pub day: NaiveDate,
    /// The limit that brings it forward, and in how many years growth meets it; none where a year is up before.
    pub limit: Option<(Limit, f64)>,
}

/// A year after the decision at the latest, or half a year before the first limit that growth meets, whichever is earlier, and
/// never before the decision itself. A year of growth is 365.25 days; the 29th of February is followed by the 28th.
#[must_use]
pub fn look_again(decided: NaiveDate, runway: Option<&Runway>) -> LookAgain {
    // A date is written with four digits of its year.
    let last = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(NaiveDate::MAX);
    let in_a_year = decided.checked_add_months(Months::new(12)).unwrap_or(last).min(last);
    let Some((limit, years)) = runway.and_then(first_limit) else { return LookAgain { day: in_a_year, limit: None } };
    let days = rounded(libm::floor((years - 0.5) * 365.25));
    match decided.checked_add_days(Days::new(days)) {
        Some(day) if day < in_a_year => LookAgain { day, limit: Some((limit, years)) },
        _ => LookAgain { day: in_a_year, limit: None },
    }
}

/// The limit that is met first, in years from now; of several at once the first in the order of [`Limit`].
fn first_limit(runway: &Runway) -> Option<(Limit, f64)> {
    let limits = [
        (Limit::Peak, runway.peak_years),
        (Limit::Ceiling, runway.ceiling_years),
        (Limit::HottestBucket, runway.hottest_bucket_years),
        (Limit::HottestKey, runway.hottest_key_years),
    ];
    limits
        .into_iter()
        .filter_map(|(limit, years)| Some((limit, years?)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        parse_day(text).unwrap()
    }

    fn runway(peak_years: Option<f64>, ceiling_years: Option<f64>) -> Runway {
        Runway {
            width_now: 4.0,
            width_at_horizon: 40.0,
            peak_years,
            ceiling_years,
            hottest_bucket_years: ceiling_years,
            hottest_key_years: None,
        }
    }

    #[test]
    fn a_date_is_ten_characters_of_a_day_that_there_is() {
        assert_eq!(day("2026-11-30").to_string(), "2026-11-30");
        assert_eq!(day("2028-02-29").to_string(), "2028-02-29");
        for wrong in
            ["", "2026-1-5", "2026-02-29", "2026/11/30", "+2026-11-3", "2026-11-301", "30-11-2026", "2026-13-01"]
        {
            assert_eq!(parse_day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_year_at_the_latest() {
        let again = |decided, runway: Option<Runway>| look_again(day(decided), runway.as_ref());
        let year = LookAgain { day: day("2027-11-30"), limit: None };
        assert_eq!(again("2026-11-30", None), year);
        assert_eq!(again("2026-11-30", Some(runway(None, None))), year);
        assert_eq!(again("2026-11-30", Some(runway(Some(4.9), Some(7.4)))), year);
        assert_eq!(again("2028-02-29", None).day, day("2029-02-28"));
        // What is written can be read again.
        assert_eq!(again("9999-06-01", None).day, day("9999-12-31"));
        assert_eq!(again("9999-12-31", Some(runway(Some(0.0), None))).day, day("9999-12-31"));
    }

    /// One year is 365.25 days: 1.0 years less half of one are 182 whole days, 2026-11-30 + 182 = 2027-05-31.
    #[test]
    fn half_a_year_before_the_first_limit_and_never_before_the_decision() {
        let again = |peak, ceiling| look_again(day("2026-11-30"), Some(&runway(peak, ceiling)));
        assert_eq!(again(Some(1.0), Some(0.9)).limit, Some((Limit::Ceiling, 0.9)));
        assert_eq!(again(Some(1.0), Some(2.0)), LookAgain { day: day("2027-05-31"), limit: Some((Limit::Peak, 1.0)) });
        for at_once in [0.0, 0.3, 0.5] {
            assert_eq!(again(Some(at_once), None).day, day("2026-11-30"));
        }
        // A day before a year is up: 1.4986 years; one later it is a year.
        assert_eq!(again(Some(1.4986), None).day, day("2027-11-29"));
        assert_eq!(again(Some(1.5), None), LookAgain { day: day("2027-11-30"), limit: None });
    }
}
