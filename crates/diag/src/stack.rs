//! Recursion whose depth the input controls, on a stack that grows.

use std::cell::Cell;

/// The stack space in bytes that must be left before a level of recursion.
const RED_ZONE: usize = 64 * 1024;
/// The size of an additional stack segment in bytes.
const GROWTH: usize = 1024 * 1024;

thread_local! {
    /// The address above which the current stack is known to have room, so that its end is not looked up for
    /// each level.
    static ROOM: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Runs one level of a recursion; continues on a heap-allocated stack when the current one is nearly used up.
#[inline]
pub fn grow<R>(level: impl FnOnce() -> R) -> R {
    // The stack grows downward, so a higher address has more room left.
    if here() > ROOM.get() || has_room() {
        return level();
    }
    let _around = OtherStack::begin();
    stacker::grow(GROWTH, level)
}

/// An address in the current stack.
#[inline(always)]
fn here() -> usize {
    let local = 0_u8;
    std::ptr::from_ref(&local).addr()
}

/// Returns `true` if the current stack has enough room left.
#[inline(never)]
fn has_room() -> bool {
    // If the rest of the stack is not known, the level runs on a new one.
    let Some(spare) = stacker::remaining_stack().and_then(|left| left.checked_sub(RED_ZONE)) else {
        return false;
    };
    ROOM.set(here().saturating_sub(spare));
    true
}

/// A guard that is alive while a different stack is in use, whose end is not known yet.
struct OtherStack {
    /// The room known for the previous stack.
    room: usize,
}

impl OtherStack {
    fn begin() -> Self {
        Self { room: ROOM.replace(usize::MAX) }
    }
}

impl Drop for OtherStack {
    fn drop(&mut self) {
        ROOM.set(self.room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recursion with 1 kB per level, more than any stack can hold.
    fn descend(levels: usize) -> usize {
        let room = std::hint::black_box([1_u8; 1024]);
        let below = if levels == 0 { 0 } else { grow(|| descend(levels - 1)) };
        below + usize::from(room[levels % room.len()])
    }

    #[test]
    fn a_stack_grows_again_and_again() {
        for _ in 0..3 {
            assert_eq!(descend(50_000), 50_001);
        }
    }

    #[test]
    fn a_panic_on_a_stack_that_has_grown_leaves_the_one_before_as_it_was() {
        fn fail(levels: usize) -> usize {
            assert!(levels > 0, "the bottom");
            grow(|| fail(levels - 1)) + descend(1)
        }
        assert!(std::panic::catch_unwind(|| fail(50_000)).is_err());
        assert_eq!(descend(50_000), 50_001);
    }
}
