//! What this thread's values have cost: bytes made, elements and text walked over.
//!
//! Elements are charged in the one place where they are made and the one where they are read
//! ([`crate::Elements`]), so that no function can forget it. The meter only counts, and counting changes
//! no answer; the [`crate::Budget`] of the evaluation collects the counts and knows the limits.

use std::cell::Cell;

/// The number of bytes of text that cost as much to walk over as one element.
const BYTES_PER_ELEMENT: usize = 8;

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
    static WALKED: Cell<u64> = const { Cell::new(0) };
}

/// Counts bytes of elements or text that were made: of the algebra's values, and of what other languages
/// keep theirs in.
#[inline]
pub fn made(bytes: usize) {
    MADE.set(MADE.get().saturating_add(bytes as u64));
}

/// Counts elements that somebody is about to walk over.
#[inline]
pub(crate) fn walked(elements: usize) {
    WALKED.set(WALKED.get().saturating_add(elements as u64));
}

/// Counts text that a function walks over; text in known values is not charged by itself, because most
/// readers only hand it on.
#[inline]
pub fn walked_text(bytes: usize) {
    walked(bytes / BYTES_PER_ELEMENT);
}

/// Whether anything was counted since [`take`] was last asked.
#[inline]
pub(crate) fn has_counted() -> bool {
    MADE.get() | WALKED.get() != 0
}

/// Bytes made and elements walked over since this was last asked.
#[inline]
pub(crate) fn take() -> (u64, u64) {
    (MADE.take(), WALKED.take())
}
