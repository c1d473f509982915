//! The contents of strings as functions see them: every access to the bytes is paid for in advance.

use hclx_diag::Fallible;
use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation};

use crate::meter::{self, BYTES_PER_TICK, SEGMENTED, of_unicode};

/// The cost in ticks of a byte that is hashed, parsed, escaped or replaced.
const SCANNED: u64 = 8;

/// The contents of a known string. Each of three accessors charges for a different kind of use.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    /// A string whose bytes are not accessed yet.
    pub const fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Returns `true` for the empty string.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The contents, to be passed on, compared, searched or copied: a tick for 8 bytes.
    ///
    /// # Errors
    /// If less is left of the budget.
    #[inline]
    pub fn plain(self) -> Fallible<&'a str> {
        meter::pay(self.0.len() as u64 / BYTES_PER_TICK)?;
        Ok(self.0)
    }

    /// The contents, already paid for as a part of a larger value or as the result of work on them.
    pub const fn paid(self) -> &'a str {
        self.0
    }

    /// The contents, to be hashed, parsed, escaped or replaced: 8 ticks a byte.
    ///
    /// # Errors
    /// If less is left of the budget.
    pub fn scan(self) -> Fallible<&'a str> {
        meter::pay(self.0.len() as u64 * SCANNED)?;
        Ok(self.0)
    }

    /// The contents, to be segmented, normalized or case-mapped: 32 ticks a byte, or as [`Text::plain`] if they
    /// are ASCII.
    ///
    /// # Errors
    /// If less is left of the budget.
    pub fn unicode(self) -> Fallible<&'a str> {
        meter::pay(of_unicode(self.0))?;
        Ok(self.0)
    }

    /// The contents in slices of at most `size` bytes, each paid for like [`Text::scan`], so that long work can
    /// be canceled.
    pub fn slices(self, size: usize) -> impl Iterator<Item = Fallible<&'a [u8]>> {
        self.0.as_bytes().chunks(size).map(|slice| {
            meter::pay(slice.len() as u64 * SCANNED)?;
            Ok(slice)
        })
    }
}

/// The user-perceived characters (grapheme clusters) of a string with their positions, charged as they are
/// reached.
pub struct Characters<'a> {
    rest: GraphemeIndices<'a>,
    /// The number of bytes already charged to the budget.
    paid: usize,
}

/// The number of bytes charged to the budget at a time.
const SLICE: usize = 4096;

impl<'a> Characters<'a> {
    /// The characters of a string.
    pub fn of(text: Text<'a>) -> Self {
        Self { rest: text.0.grapheme_indices(true), paid: 0 }
    }

    /// The next character and its position.
    ///
    /// # Errors
    /// If less is left of the budget.
    pub fn advance(&mut self) -> Fallible<Option<(usize, &'a str)>> {
        let Some((at, character)) = self.rest.next() else { return Ok(None) };
        if at + character.len() > self.paid {
            let left = at + character.len() + self.rest.as_str().len() - self.paid;
            let ahead = left.min(SLICE.max(at + character.len() - self.paid));
            meter::pay(ahead as u64 * SEGMENTED)?;
            self.paid += ahead;
        }
        Ok(Some((at, character)))
    }
}
