//! What is wrong with bytes that are said to be a `_metadata` file.

/// Why bytes are no `_metadata` file that can be read. Every variant but the first two holds the byte where it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadMetadata {
    /// The first four bytes are not those of the format.
    #[error("this is not a _metadata file of Flink: it does not start with the bytes 49 60 67 2d")]
    NotMetadata,
    /// A version that this program does not know.
    #[error("metadata version {found} is not known: versions 2 to 7 are read")]
    Version {
        /// The version in the file.
        found: i32,
    },
    /// The bytes end too early.
    #[error("byte {offset}: the file ends inside {what}: {needed} bytes are needed, {left} are left")]
    Ends {
        /// Where the part starts.
        offset: u64,
        /// The part that was being read.
        what: &'static str,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are left.
        left: u64,
    },
    /// A count that is negative, or of more things than the bytes left can hold.
    #[error("byte {offset}: the count of {what} is {found}, which the {left} bytes left cannot hold")]
    Count {
        /// Where the count stands.
        offset: u64,
        /// What is counted.
        what: &'static str,
        /// The count in the file.
        found: i64,
        /// Bytes that are left after it.
        left: u64,
    },
    /// A kind of handle that is not known at this place.
    #[error("byte {offset}: {found} is no kind of {what}: known are {known}")]
    Kind {
        /// Where the kind stands.
        offset: u64,
        /// What there are kinds of.
        what: &'static str,
        /// The kind in the file.
        found: u8,
        /// The kinds that are read.
        known: &'static str,
    },
    /// A number outside of its bounds.
    #[error("byte {offset}: {what} is {found}: allowed are {allowed}")]
    Number {
        /// Where the number stands.
        offset: u64,
        /// What the number is.
        what: &'static str,
        /// The number in the file.
        found: i64,
        /// The bounds.
        allowed: &'static str,
    },
    /// Sizes that no disk has.
    #[error("byte {offset}: with {what} all state adds up to more than 2^64 - 1 bytes: the file is damaged")]
    Sum {
        /// Where the size stands that is too much.
        offset: u64,
        /// What it is the size of.
        what: &'static str,
    },
    /// A part that must be there and is not.
    #[error("byte {offset}: {what} is missing")]
    Missing {
        /// Where it should stand.
        offset: u64,
        /// The part.
        what: &'static str,
    },
    /// Text that is not Java's modified UTF-8.
    #[error("byte {offset}: {what} is not text in Java's modified UTF-8")]
    Text {
        /// Where the first wrong byte stands.
        offset: u64,
        /// The text that was being read.
        what: &'static str,
    },
    /// Bytes between a part and the next that nothing accounts for.
    #[error("byte {offset}: {left} bytes too many after {what}")]
    Surplus {
        /// Where they start.
        offset: u64,
        /// The part before them.
        what: &'static str,
        /// How many.
        left: u64,
    },
    /// Parts of very few bytes each, more than are held at once.
    #[error(
        "byte {offset}: with these {what} the parts of the file take more than {most} bytes of memory, which are not given"
    )]
    TooMuch {
        /// Where the part too many stands.
        offset: u64,
        /// What it is one of.
        what: &'static str,
        /// Bytes of memory that all parts may take.
        most: u64,
    },
    /// Handles inside handles, deeper than any engine writes them.
    #[error("byte {offset}: handles lie inside each other more than {most} deep")]
    Depth {
        /// Where the handle too deep stands.
        offset: u64,
        /// The depth allowed.
        most: u8,
    },
}

impl BadMetadata {
    /// The byte of the file, counted from 0, where it was found.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        match *self {
            Self::NotMetadata => 0,
            Self::Version { .. } => 4,
            Self::Ends { offset, .. }
            | Self::Count { offset, .. }
            | Self::Kind { offset, .. }
            | Self::Number { offset, .. }
            | Self::Sum { offset, .. }
            | Self::Missing { offset, .. }
            | Self::Text { offset, .. }
            | Self::Surplus { offset, .. }
            | Self::TooMuch { offset, .. }
            | Self::Depth { offset, .. } => offset,
        }
    }
}
