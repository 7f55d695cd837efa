//! One figure in words, and whether another one of it is better.

use crate::explore::{Comparison, Row};
use crate::numerals::{bytes, decimal, figure, percent, short};
use crate::unit::rounded;

/// Short names of the scenarios, in the order shown.
pub const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// What a difference to the base means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Better, for certain.
    Better,
    /// Worse, for certain.
    Worse,
    /// Neither: equal, a matter of taste, or of a job that is not the same.
    Open,
}

/// A figure with its unit, as it stands in a cell. A dash where there is none.
pub fn value(row: &Row, at: usize) -> String {
    row.values[at].map_or_else(|| "–".to_owned(), |value| figure(value, row.unit))
}

/// The unit where a cell does not say it.
pub fn unit(row: &Row) -> &'static str {
    if matches!(row.unit, "workers" | "records" | "files") { row.unit } else { "" }
}

/// What a figure is, and what it is made of.
pub fn explanation(label: &str) -> &'static str {
    match label {
        "Buckets" => "How many buckets the keys are hashed into at the first start.",
        "Buckets with keys" => "Buckets that hold at least one key.",
        "Keys" => "Different keys.",
        "Load" => "Records of all keys together.",
        "Hottest key's share" => "Records of the hottest key ÷ all records. No bucket count divides a key.",
        "Width asked for" => "Workers that the start asks for.",
        "Buckets in force" => "The bucket count that this start runs on.",
        "Owners" => "Workers that own at least one bucket.",
        "Idle" => "Workers that own no bucket.",
        "Effective width" => "All records ÷ records of the busiest worker: as many workers as an even deal would need.",
        "Peak to mean" => "Records of the busiest worker ÷ the mean of all workers asked for. 1× is even.",
        "Dealing alone" => {
            "What the dealing of whole buckets would make of even buckets: most buckets of a worker ÷ their mean."
        }
        "Hottest key alone" => {
            "The hottest key's records ÷ the mean of a worker: no bucket count and no dealing gets below it."
        }
        "Hottest bucket alone" => {
            "The fullest bucket's records ÷ the mean of a worker: no dealing of these buckets gets below it."
        }
        "Coefficient of variation" => "Standard deviation of the workers' loads ÷ their mean. 0 is even.",
        "Snapshot metadata" => "What a snapshot writes beside the state itself.",
        "Snapshot data" => "What a snapshot writes of the state.",
        "Snapshot files" => "Files that a snapshot writes.",
        "Buckets moved" => "Buckets that change their worker from the step before.",
        "State moved" => "State in the buckets that change their worker.",
        _ => "",
    }
}

/// How far a figure is from the base's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distance {
    /// `+0.21×`; `None` where it is too small to be written so.
    absolute: Option<String>,
    /// `+12 %`, or `×16` from ten times on; `None` where the base is 0, or the distance is too small to be written.
    relative: Option<String>,
}

impl Distance {
    /// As much of it as fits, from the whole to the shortest: `+0.21× · +12 %`, then one of the two.
    pub fn shorter(&self) -> Vec<String> {
        let [absolute, relative] = [self.absolute.clone(), self.relative.clone()];
        let whole = absolute.as_ref().zip(relative.as_ref()).map(|(one, other)| format!("{one} · {other}"));
        let all: Vec<String> = [whole, relative, absolute].into_iter().flatten().collect();
        if all.is_empty() { vec!["almost the same".to_owned()] } else { all }
    }

    fn whole(&self) -> String {
        self.shorter().swap_remove(0)
    }
}

/// The distance to the base. `None` where there is none, or no base to take it from.
pub fn distance(row: &Row, at: usize) -> Option<Distance> {
    let difference = row.differences[at].filter(|difference| *difference != 0.0)?;
    let size = difference.abs();
    let written = match row.unit {
        "bytes" => bytes(rounded(size)),
        "%" => format!("{} points", decimal(size, 1)),
        // A difference below a hundredth is told by its percent alone.
        "times" => format!("{}×", decimal(size, 2)),
        _ => figure(size, row.unit),
    };
    let signed = |number: f64, written: String| format!("{}{written}", if number < 0.0 { '−' } else { '+' });
    let relative = row.relative[at].and_then(|relative| match relative {
        relative if relative >= 9.0 => Some(format!("×{}", short(1.0 + relative))),
        relative => written_out(&percent(relative.abs())).map(|written| signed(relative, written)),
    });
    Some(Distance { absolute: written_out(&written).map(|written| signed(difference, written)), relative })
}

/// A number as it is written, where it is neither 0 nor a bound as it is written.
fn written_out(text: &str) -> Option<String> {
    let starts = text.starts_with(|c: char| c.is_ascii_digit());
    (starts && text.contains(|c: char| ('1'..='9').contains(&c))).then(|| text.to_owned())
}

/// Whether a scenario's figure is better or worse than the base's. Certain only where the same keys with the same load run on
/// the same number of workers: else another figure may be what was paid for.
pub fn meaning(comparison: &Comparison, row: &Row, at: usize) -> Meaning {
    let more_is_better = match row.label {
        "Effective width" => true,
        "Idle"
        | "Peak to mean"
        | "Dealing alone"
        | "Coefficient of variation"
        | "Snapshot metadata"
        | "Snapshot data"
        | "Snapshot files" => false,
        _ => return Meaning::Open,
    };
    let base = comparison.base;
    let same = |step: Option<usize>, label: &str| {
        let row = comparison.rows.iter().find(|other| other.step == step && other.label == label);
        row.is_some_and(|row| row.values[at].is_some() && row.values[at] == row.values[base])
    };
    let comparable = same(None, "Keys") && same(None, "Load") && same(row.step, "Width asked for");
    match row.differences[at] {
        Some(difference) if comparable && difference != 0.0 => {
            if (difference > 0.0) == more_is_better {
                Meaning::Better
            } else {
                Meaning::Worse
            }
        }
        _ => Meaning::Open,
    }
}

/// A row in one sentence, for those who hear it.
pub fn in_words(comparison: &Comparison, row: &Row) -> String {
    let unit = unit(row);
    let space = if unit.is_empty() { "" } else { " " };
    let cell = |(at, letter): (usize, &&str)| {
        let Some(number) = row.values[at] else { return format!("{letter} none") };
        let beside =
            distance(row, at).filter(|_| at != comparison.base).map(|distance| match meaning(comparison, row, at) {
                Meaning::Better => format!(" ({}, better)", distance.whole()),
                Meaning::Worse => format!(" ({}, worse)", distance.whole()),
                Meaning::Open => format!(" ({})", distance.whole()),
            });
        format!("{letter} {}{space}{unit}{}", figure(number, row.unit), beside.unwrap_or_default())
    };
    let cells: Vec<String> = LETTERS.iter().take(row.values.len()).enumerate().map(cell).collect();
    format!("{}: {}", row.label, cells.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::Compared;

    fn row(step: Option<usize>, label: &'static str, unit: &'static str, [base, value]: [f64; 2]) -> Row {
        Row {
            step,
            label,
            unit,
            values: vec![Some(base), Some(value)],
            differences: vec![Some(0.0), Some(value - base)],
            relative: vec![Some(0.0), (base != 0.0).then(|| value / base - 1.0)],
        }
    }

    fn comparison(rows: Vec<Row>) -> Comparison {
        let scenario =
            |name: &str| Compared { name: name.to_owned(), file: None, engine: "flink", digest: String::new() };
        Comparison {
            format: "redeal-compare/1",
            scenarios: vec![scenario("a"), scenario("b")],
            base: 0,
            outcomes: Vec::new(),
            rows,
        }
    }

    #[test]
    fn distances_carry_sign_and_unit() {
        let whole = |unit, values| distance(&row(None, "", unit, values), 1).map(|distance| distance.whole());
        assert_eq!(whole("times", [1.25, 1.0]).unwrap(), "−0.25× · −20\u{a0}%");
        assert_eq!(whole("%", [2.0, 3.0]).unwrap(), "+1.0 points · +50\u{a0}%");
        assert_eq!(whole("bytes", [0.0, 512.0]).unwrap(), "+512\u{a0}B");
        assert_eq!(whole("workers", [4.0, 4.0]), None);
        assert_eq!(whole("workers", [4.0, 64.0]).unwrap(), "+60 · ×16");
    }

    #[test]
    fn no_distance_is_written_as_nothing() {
        let whole = |unit, values| distance(&row(None, "", unit, values), 1).unwrap().whole();
        // 1.0003 ÷ 1.0001 is 1.0002: no hundredth more, and 0.02 %.
        assert_eq!(whole("times", [1.0001, 1.0003]), "+0.02\u{a0}%");
        assert_eq!(whole("%", [0.001, 0.0001]), "−90\u{a0}%");
        assert_eq!(whole("times", [1.0, 1.0 + 1e-12]), "almost the same");
        let shorter = distance(&row(None, "", "workers", [4.0, 6.0]), 1).unwrap().shorter();
        assert_eq!(shorter, ["+2 · +50\u{a0}%", "+50\u{a0}%", "+2"]);
    }

    #[test]
    fn only_the_same_job_on_the_same_width_is_better_or_worse() {
        let judged = |load: f64, width: f64| {
            let peak = row(Some(0), "Peak to mean", "times", [1.25, 1.0]);
            let wide = row(Some(0), "Effective width", "workers", [32.0, 24.0]);
            let moved = row(Some(0), "Buckets moved", "%", [32.0, 24.0]);
            let all = comparison(vec![
                row(None, "Keys", "", [10.0, 10.0]),
                row(None, "Load", "records", [100.0, load]),
                row(Some(0), "Width asked for", "workers", [40.0, width]),
            ]);
            [peak, wide, moved].map(|row| meaning(&all, &row, 1))
        };
        assert_eq!(judged(100.0, 40.0), [Meaning::Better, Meaning::Worse, Meaning::Open]);
        assert_eq!(judged(101.0, 40.0), [Meaning::Open; 3]);
        assert_eq!(judged(100.0, 24.0), [Meaning::Open; 3]);
    }

    #[test]
    fn every_figure_is_explained() {
        let job = crate::scenario::Scenario::built_in().job(std::path::Path::new("")).unwrap();
        let report = crate::simulate::simulate(&job, &crate::simulate::Unwatched).unwrap();
        let all = crate::explore::compare(&[&report, &report], 0).unwrap();
        for row in &all.rows {
            assert!(!explanation(row.label).is_empty(), "{}", row.label);
        }
    }

    #[test]
    fn a_row_is_heard_with_every_unit() {
        let wide = row(Some(0), "Effective width", "workers", [32.0, 24.0]);
        let all = comparison(Vec::new());
        assert_eq!(in_words(&all, &wide), "Effective width: A 32 workers, B 24 workers (−8 · −25\u{a0}%)");
    }
}
