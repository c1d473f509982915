//! Recursion whose depth the input controls, on a stack that grows.

/// Stack that must be left before a level of recursion, in bytes.
const RED_ZONE: usize = 64 * 1024;
/// How much is added when it is not, in bytes.
const GROWTH: usize = 1024 * 1024;

/// Runs one level of a recursion; a stack that is nearly used up is continued on the heap.
#[inline]
pub fn grow<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, GROWTH, level)
}
