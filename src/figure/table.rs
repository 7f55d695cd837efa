//! The numbers of a chart as rows.

/// A header and rows, as a spreadsheet or a screen reader takes them. Shape: every row is as long as the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataTable {
    /// Names of the columns.
    pub header: Vec<&'static str>,
    /// The rows. A cell without a value is empty.
    pub rows: Vec<Vec<String>>,
}

impl DataTable {
    /// A table of rows of one length.
    pub(super) fn new<const N: usize>(header: [&'static str; N], rows: impl Iterator<Item = [String; N]>) -> Self {
        Self { header: header.into(), rows: rows.map(Vec::from).collect() }
    }

    /// The table as CSV, its last line ended.
    #[must_use]
    pub fn csv(&self) -> String {
        const IN_MEMORY: &str = "rows of equal length into memory";
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.write_record(&self.header).expect(IN_MEMORY);
        for row in &self.rows {
            rows.write_record(row).expect(IN_MEMORY);
        }
        String::from_utf8(rows.into_inner().expect(IN_MEMORY)).expect("cells are UTF-8")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_empty_cells_survive() {
        let rows = [["1, 2".to_owned(), String::new()]];
        assert_eq!(DataTable::new(["a", "b"], rows.into_iter()).csv(), "a,b\n\"1, 2\",\n");
    }
}
