//! Rows that cannot be read: all counted, the first kept.

use crate::keys::{REJECTED_KEPT, RejectedRow};

/// What one thread could not read, or all together.
#[derive(Debug, Clone, Default)]
pub(super) struct Rejected {
    /// How many.
    pub count: u64,
    /// The first of them, in the order of their lines.
    pub first: Vec<RejectedRow>,
}

impl Rejected {
    /// Counts a row; its reason is only made where it is kept. A thread's rows come in the order of their lines.
    pub fn add(&mut self, row: impl FnOnce() -> RejectedRow) {
        self.count += 1;
        if self.first.len() < REJECTED_KEPT {
            self.first.push(row());
        }
    }

    /// Takes in what another thread could not read.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.sort();
        self.first.truncate(REJECTED_KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_are_kept_whichever_thread_had_them() {
        let row = |line| RejectedRow { line, column: 1, reason: String::new() };
        let mut parts = [Rejected::default(), Rejected::default()];
        for line in 1..=100 {
            parts[usize::from(line > 40 && line % 3 == 0)].add(|| row(line));
        }
        let [mut all, other] = parts;
        all.merge(other);
        assert_eq!(all.count, 100);
        assert_eq!(all.first, (1..=20).map(row).collect::<Vec<_>>());
    }
}
