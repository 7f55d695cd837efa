//! Lines of limited width, tables, and the way down to ASCII.

use crate::plain::is_hidden;

/// A page that grows line by line.
pub(in crate::export) struct Page {
    text: String,
    width: usize,
    unicode: bool,
}

/// Columns of an entry's label.
const LABEL: usize = 15;

impl Page {
    pub fn new(width: usize, unicode: bool) -> Self {
        Self { text: String::new(), width, unicode }
    }

    /// Columns of a line.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Whether block characters may be drawn.
    pub const fn is_unicode(&self) -> bool {
        self.unicode
    }

    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    /// One line as it is; line breaks in names become spaces.
    pub fn line(&mut self, line: &str) {
        for c in line.trim_end().chars() {
            self.push(c);
        }
        self.text.push('\n');
    }

    /// Words broken into lines, the first with its own indent.
    pub fn wrapped(&mut self, first: &str, rest: &str, words: &str) {
        let mut line = first.to_owned();
        let mut empty = true;
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            if !empty && columns(&line) + 1 + columns(word) > self.width {
                self.line(&line);
                rest.clone_into(&mut line);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        self.line(&line);
    }

    /// A label and what it stands for, the latter in its own column.
    pub fn entry(&mut self, label: &str, words: &str) {
        self.wrapped(&format!("{label:<LABEL$}"), &" ".repeat(LABEL), words);
    }

    /// Columns to the right, two spaces apart. Where that is wider than the page, the words of a title stand one below the
    /// other; where it still is, columns stand one space apart. Shape: every row is as long as the header.
    pub fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        let taken = |gap: usize, wide: &[usize]| wide.iter().map(|wide| gap + wide).sum::<usize>();
        let mut titles = vec![header.iter().map(|&title| title.to_owned()).collect::<Vec<_>>()];
        let mut wide = widest(&titles.iter().chain(rows), header.len());
        if taken(2, &wide) > self.width {
            titles = stacked(header);
            wide = widest(&titles.iter().chain(rows), header.len());
        }
        let gap = if taken(2, &wide) > self.width { 1 } else { 2 };
        for row in titles.iter().chain(rows) {
            let mut line = String::new();
            for (cell, &wide) in row.iter().zip(&wide) {
                line.push_str(&" ".repeat(gap + wide - columns(cell)));
                line.push_str(cell);
            }
            self.line(&line);
        }
    }

    pub fn finish(self) -> String {
        self.text
    }

    /// Hidden characters are spelled out: a key or a name may hold what a terminal would obey.
    fn push(&mut self, c: char) {
        match c {
            '\n' | '\t' => self.text.push(' '),
            c if is_hidden(c) => self.text.extend(c.escape_default()),
            c if self.unicode => self.text.push(c),
            '\u{202f}' | '\u{a0}' => self.text.push(' '),
            '–' | '→' => self.text.push('-'),
            '×' => self.text.push('x'),
            '·' => self.text.push('*'),
            '±' => self.text.push_str("+-"),
            '…' => self.text.push_str("..."),
            '÷' => self.text.push('/'),
            c => self.text.push(c),
        }
    }
}

/// Columns that the widest cell of each column takes.
fn widest<'a>(rows: &(impl Iterator<Item = &'a Vec<String>> + Clone), count: usize) -> Vec<usize> {
    (0..count).map(|at| rows.clone().map(|row| columns(&row[at])).max().unwrap_or(0)).collect()
}

/// Titles with each word on a line of its own, the last words on the last line.
fn stacked(header: &[&str]) -> Vec<Vec<String>> {
    let words: Vec<Vec<&str>> = header.iter().map(|title| title.split_whitespace().collect()).collect();
    let lines = words.iter().map(Vec::len).max().unwrap_or(0);
    let word = |words: &Vec<&str>, line: usize| {
        (line + words.len()).checked_sub(lines).map_or_else(String::new, |at| words[at].to_owned())
    };
    (0..lines).map(|line| words.iter().map(|words| word(words, line)).collect()).collect()
}

/// Columns of a text in a terminal, a character each: names in wide scripts may stick out.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(width: usize) -> String {
        let mut page = Page::new(width, true);
        page.table(&["step", "peak to mean"], &[vec!["1".to_owned(), "1\u{a0}024.00×".to_owned()]]);
        page.finish()
    }

    #[test]
    fn a_table_makes_do_with_the_columns_there_are() {
        assert_eq!(table(20), "  step  peak to mean\n     1     1\u{a0}024.00×\n");
        assert_eq!(table(19), "             peak\n               to\n  step       mean\n     1  1\u{a0}024.00×\n");
        assert_eq!(table(16), "           peak\n             to\n step      mean\n    1 1\u{a0}024.00×\n");
    }

    #[test]
    fn what_a_terminal_would_obey_is_spelled_out() {
        let mut page = Page::new(60, true);
        page.line("a\u{1b}[2Jb\u{202e}c\nd");
        assert_eq!(page.finish(), "a\\u{1b}[2Jb\\u{202e}c d\n");
    }
}
