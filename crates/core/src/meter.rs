//! A meter of this thread's work: bytes created, elements and bytes of strings visited.
//!
//! Elements are charged in the one place where they are created and the one where they are read
//! ([`crate::Elements`]), so that no function can forget it. The meter only counts, and counting changes no
//! answer; the [`crate::Budget`] of the evaluation collects the counts and enforces the limits.

use std::cell::Cell;

/// The number of string bytes that cost as much to visit as one element.
const BYTES_PER_ELEMENT: usize = 8;

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
    static WALKED: Cell<u64> = const { Cell::new(0) };
}

/// Counts created bytes of elements or strings, for values of the algebra and for the value representations
/// of other languages.
#[inline]
pub fn made(bytes: usize) {
    MADE.set(MADE.get().saturating_add(bytes as u64));
}

/// Counts elements that are about to be visited.
#[inline]
pub(crate) fn walked(elements: usize) {
    WALKED.set(WALKED.get().saturating_add(elements as u64));
}

/// Counts work in ticks, for work whose length is bounded.
#[inline]
pub fn work(ticks: u64) {
    walked(usize::try_from(ticks / 32).unwrap_or(usize::MAX));
}

/// Counts the bytes of a string that a function visits. Known strings are not charged on access, because most
/// readers only pass them on.
#[inline]
pub fn walked_text(bytes: usize) {
    walked(bytes / BYTES_PER_ELEMENT);
}

/// Returns `true` if anything was counted since the last [`take`].
#[inline]
pub(crate) fn has_counted() -> bool {
    MADE.get() | WALKED.get() != 0
}

/// The bytes created and elements visited since the last call.
#[inline]
pub(crate) fn take() -> (u64, u64) {
    (MADE.take(), WALKED.take())
}
