//! What is known of a type without looking inside: which kinds it holds, how deep, how large.
//!
//! Computed once, when a type is born, from the same facts of its parts.

use super::TypeKind;

/// Holds `any`.
pub(crate) const ANY: u8 = 1;
/// Holds an object type with an optional attribute.
pub(crate) const OPTIONAL: u8 = 1 << 1;
/// Holds a promise.
pub(crate) const PROMISE: u8 = 1 << 2;
/// Holds an output.
pub(crate) const OUTPUT: u8 = 1 << 3;
/// Holds a type that plain HCL does not have.
pub(crate) const EXTENSION: u8 = 1 << 4;
/// Takes none: `any`, `none`, and unions and eventuals that hold one of these.
pub(crate) const TAKES_NONE: u8 = 1 << 5;
/// Holds a union.
pub(crate) const UNION: u8 = 1 << 6;

/// The facts of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Which of the constants above hold.
    pub(crate) flags: u8,
    /// Levels of parts below it; 0 for a type without parts.
    pub(crate) depth: u32,
    /// How many types it is made of, itself included, counted as often as they are printed.
    pub(crate) size: u64,
    /// How many attributes of an object are neither optional nor take none.
    pub(crate) required: u32,
}

impl Facts {
    pub(crate) fn of(kind: &TypeKind) -> Facts {
        let mut facts = Facts { flags: own_flags(kind), depth: 0, size: 1, required: required(kind) };
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

/// The flags that a kind has by itself, whatever its parts are.
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
