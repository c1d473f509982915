//! Recursion over depth that the input controls, on a stack that grows.

pub(crate) use hclx_diag::grow;

use crate::Type;

/// Types below this depth fit the stack that is left anyway.
const SHALLOW: u32 = 32;
/// Runs one level of a recursion into a type; shallow types need no look at the stack.
#[inline]
pub(crate) fn deep<R>(ty: &Type, level: impl FnOnce() -> R) -> R {
    if is_deep(ty) { grow(level) } else { level() }
}

/// Returns `true` if a type is so deep that recursion into it must check the stack.
#[inline]
pub(crate) fn is_deep(ty: &Type) -> bool {
    ty.depth() >= SHALLOW
}
