//! Days and points in time as text, in the proleptic Gregorian calendar and UTC.

const DAY_MICROS: i64 = 86_400_000_000;

/// Year, month (1 to 12) and day of month of a day counted from 1970-01-01.
///
/// Years are counted from March inside 400-year cycles, so that the leap day comes last and months follow a straight
/// line.
#[must_use]
pub const fn date_of_day(days: i32) -> (i32, i32, i32) {
    const CYCLE_DAYS: i64 = 146_097;
    const FROM_MARCH_YEAR_0: i64 = 719_468;
    let day = days as i64 + FROM_MARCH_YEAR_0;
    let (cycle, in_cycle) = (day.div_euclid(CYCLE_DAYS), day.rem_euclid(CYCLE_DAYS));
    let year = (in_cycle - in_cycle / 1_460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let in_year = in_cycle - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day_of_month = in_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "2^31 days are under six million years; months and days are small"
    )]
    ((cycle * 400 + year + next_year) as i32, month as i32, day_of_month as i32)
}

/// The day of a date of the years 0 to 9999, counted from 1970-01-01; `None` where there is no such date.
fn day_of_date(year: i32, month: i32, day: i32) -> Option<i32> {
    // The line of `date_of_day` the other way round; whether the date is one is seen by going back.
    let (year_from_march, month_from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (cycle, in_cycle) = (year_from_march.div_euclid(400), year_from_march.rem_euclid(400));
    let in_year = (153 * month_from_march + 2) / 5 + day - 1;
    let days = cycle * 146_097 + 365 * in_cycle + in_cycle / 4 - in_cycle / 100 + in_year - 719_468;
    (date_of_day(days) == (year, month, day)).then_some(days)
}

/// A number of just so many digits.
fn digits(text: &str, count: usize) -> Option<i32> {
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Reads `2024-06-11`: days since 1970-01-01.
pub fn parse_date(text: &str) -> Option<i32> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    day_of_date(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)
}

/// Reads `2024-06-11T09:30:00.000001Z`: microseconds since 1970-01-01T00:00Z. The fraction and the Z may be left out, and a
/// space may stand for the T.
pub fn parse_timestamp(text: &str) -> Option<i64> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, time) = text.split_once(['T', ' '])?;
    let (clock, fraction) = match time.split_once('.') {
        Some((clock, fraction)) if !fraction.is_empty() => (clock, fraction),
        Some(_) => return None,
        None => (time, "0"),
    };
    let mut parts = clock.split(':').map(|part| digits(part, 2));
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || hours > 23 || minutes > 59 || seconds > 59 || fraction.len() > 6 {
        return None;
    }
    let micros = digits(&format!("{fraction:0<6}"), 6)?;
    let of_day = i64::from((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + i64::from(micros);
    Some(i64::from(parse_date(date)?) * DAY_MICROS + of_day)
}

/// A day as [`parse_date`] reads it, where its year has four digits.
pub fn date_text(days: i32) -> String {
    let (year, month, day) = date_of_day(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A point in time as [`parse_timestamp`] reads it, where its year has four digits.
pub fn timestamp_text(micros: i64) -> String {
    let (days, of_day) = (micros.div_euclid(DAY_MICROS), micros.rem_euclid(DAY_MICROS));
    let (seconds, fraction) = (of_day / 1_000_000, of_day % 1_000_000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let date = date_text(i32::try_from(days).unwrap_or(i32::MAX));
    let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:06}") };
    format!("{date}T{hours:02}:{minutes:02}:{seconds:02}{fraction}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates_and_dates_days() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (-1, (1969, 12, 31)),
            (19_782, (2024, 2, 29)),
            (11_016, (2000, 2, 29)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date_of_day(days), date);
            assert_eq!(parse_date(&date_text(days)), Some(days));
        }
        for text in ["2023-02-29", "2024-2-29", "2024-13-01", "2024-06-11-1", "", "+024-01-01"] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn points_in_time_are_read_as_they_are_written() {
        assert_eq!(parse_timestamp("1970-01-01 00:00:01"), Some(1_000_000));
        assert_eq!(parse_timestamp("1969-12-31T23:59:59.5Z"), Some(-500_000));
        for micros in [0, -1, 1_700_000_000_123_000, 1_718_064_000_000_001] {
            assert_eq!(parse_timestamp(&timestamp_text(micros)), Some(micros));
        }
        for text in [
            "1970-01-01",
            "1970-01-01T24:00:00",
            "1970-01-01T00:00",
            "1970-01-01T00:00:00.",
            "1970-01-01T00:00:00.1234567",
        ] {
            assert_eq!(parse_timestamp(text), None, "{text}");
        }
    }
}
