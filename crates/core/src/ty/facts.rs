//! Precomputed facts of a type: the kinds it contains, its depth and its size.
//!
//! They are computed once when a type is created, from the facts of its parts.

use super::TypeKind;

/// Contains `any`.
pub(crate) const ANY: u8 = 1;
/// Contains an object type with an optional attribute.
pub(crate) const OPTIONAL: u8 = 1 << 1;
/// Contains a promise.
pub(crate) const PROMISE: u8 = 1 << 2;
/// Contains an output.
pub(crate) const OUTPUT: u8 = 1 << 3;
/// Contains a type that plain HCL does not have.
pub(crate) const EXTENSION: u8 = 1 << 4;
/// Accepts none: `any`, `none`, and unions and eventuals of these.
pub(crate) const TAKES_NONE: u8 = 1 << 5;
/// Contains a union.
pub(crate) const UNION: u8 = 1 << 6;

/// The facts of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The flags (constants above) that apply.
    pub(crate) flags: u8,
    /// The number of levels of parts below the type; 0 for a type without parts.
    pub(crate) depth: u32,
    /// The number of types it consists of, including itself, counted as often as they are printed.
    pub(crate) size: u64,
    /// The number of required attributes of an object: neither optional nor accepting none.
    pub(crate) required: u32,
}

impl Facts {
    pub(crate) fn of(kind: &TypeKind) -> Facts {
        let mut facts = Facts { flags: own_flags(kind), depth: 0, size: 1, required: required(kind) };
        // Only a choice accepts none because one of its parts does: `list(none)` does not.
        let inherited = if kind.is_choice() { u8::MAX } else { !TAKES_NONE };
        kind.each_part(&mut |part| {
            let inner = part.facts();
            facts.flags |= inner.flags & inherited;
            facts.depth = facts.depth.max(inner.depth.saturating_add(1));
            facts.size = facts.size.saturating_add(inner.size);
        });
        facts
    }
}

fn required(kind: &TypeKind) -> u32 {
    let TypeKind::Object(object) = kind else { return 0 };
    let count = object.attributes().iter().filter(|attribute| attribute.is_required()).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The flags of a kind by itself, regardless of its parts.
#[inline]
pub(super) fn own_flags(kind: &TypeKind) -> u8 {
    match kind {
        TypeKind::Any => ANY | TAKES_NONE,
        TypeKind::None => EXTENSION | TAKES_NONE,
        TypeKind::Promise(_) => PROMISE | EXTENSION,
        TypeKind::Output(_) => OUTPUT | EXTENSION,
        TypeKind::Union(_) => UNION | EXTENSION,
        TypeKind::Int | TypeKind::Asset | TypeKind::Archive => EXTENSION,
        TypeKind::Object(object) if object.has_optional() => OPTIONAL,
        _ => 0,
    }
}
