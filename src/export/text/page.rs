//! Lines of limited width, tables, and the way down to ASCII.

/// A page that grows line by line.
pub(super) struct Page {
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

    /// Columns to the right, two spaces apart. Shape: every row is as long as the header.
    pub fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        let header: Vec<String> = header.iter().map(|&title| title.to_owned()).collect();
        let wide: Vec<usize> = header
            .iter()
            .enumerate()
            .map(|(at, title)| rows.iter().map(|row| columns(&row[at])).chain([columns(title)]).max().unwrap_or(0))
            .collect();
        for row in std::iter::once(&header).chain(rows) {
            let mut line = String::new();
            for (cell, &wide) in row.iter().zip(&wide) {
                line.push_str("  ");
                line.push_str(&" ".repeat(wide - columns(cell)));
                line.push_str(cell);
            }
            self.line(&line);
        }
    }

    pub fn finish(self) -> String {
        self.text
    }

    /// Control characters are spelled out: a key or a name may hold what a terminal would obey.
    fn push(&mut self, c: char) {
        match c {
            '\n' | '\t' => self.text.push(' '),
            c if c.is_control() => self.text.extend(c.escape_default()),
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

/// Columns of a text in a terminal, a character each: names in wide scripts may stick out.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}
