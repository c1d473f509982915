//! Recursion whose depth the input controls, on a stack that grows.

pub(crate) use hclx_diag::grow;

use crate::Type;

/// The depth up to which recursion into a type needs no check of the stack.
const SHALLOW: u32 = 32;
/// Runs one level of a recursion into a type; for shallow types the stack is not checked.
#[inline]
pub(crate) fn deep<R>(ty: &Type, level: impl FnOnce() -> R) -> R {
    if is_deep(ty) { grow(level) } else { level() }
}

/// Returns `true` if a type is so deep that recursion into it must check the stack.
#[inline]
pub(crate) fn is_deep(ty: &Type) -> bool {
    ty.depth() >= SHALLOW
}
