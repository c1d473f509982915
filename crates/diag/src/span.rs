//! Byte ranges, with and without the source they lie in.

use crate::SourceId;

/// A range of bytes `start..end` of a source. The syntax tree stores ranges without a source, so that equal
/// files can share one tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TextRange {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte; never before `start`.
    pub end: u32,
}

impl TextRange {
    /// The range `start..end`.
    pub const fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub const fn at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// The smallest range that contains both.
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns `true` if the other range is inside this one or equal to it.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns `true` if the range contains no bytes.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range as indexes of a slice.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The range as a span in `source`.
    pub const fn in_source(self, source: SourceId) -> Span {
        Span { source, range: self }
    }
}

impl std::fmt::Debug for TextRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A range of bytes in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source.
    pub source: SourceId,
    /// The range in the source.
    pub range: TextRange,
}

impl Span {
    /// Returns `true` if the other span is in the same source and inside this one or equal to it.
    pub fn contains(self, other: Self) -> bool {
        self.source == other.source && self.range.contains(other.range)
    }
}
