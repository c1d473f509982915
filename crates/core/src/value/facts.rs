//! Precomputed facts of a value and all its parts: size, depth, and flags for unknown or marked parts. They
//! are computed once, when the parts are put together.

use super::{Data, Value};
use crate::TypeKind;
use crate::ty::Repr;

/// The value or a part of it is unknown.
const UNKNOWN: u8 = 1;
/// The value or a part of it is marked.
const MARKED: u8 = 1 << 1;
/// The value or a part of it has a type that is not known yet.
const OPEN: u8 = 1 << 2;
/// The value or a part of it is one of several alternatives of different types.
const SEVERAL: u8 = 1 << 3;

/// The combined facts of several parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The size in bytes with every part written out as often as it occurs.
    pub(super) size: u64,
    /// The nesting depth, including the types of unknown parts.
    pub(super) depth: u32,
    pub(super) flags: u8,
}

impl Facts {
    /// The facts of an empty list of parts.
    pub(super) const NONE: Facts = Facts { size: 0, depth: 0, flags: 0 };

    /// The facts of one value.
    #[inline]
    pub(super) fn of(value: &Value) -> Facts {
        Self::seen(value).unwrap_or_else(|| Self::of_any(value))
    }

    /// The facts of a value without parts: the common case.
    #[inline]
    fn seen(value: &Value) -> Option<Facts> {
        let (Repr::Leaf(kind), own) = (&value.ty.0, size_of::<Value>() as u64) else { return None };
        let inside = match &value.data {
            Data::String(text) => text.len() as u64,
            Data::Number(number) => number.heap_size(),
            Data::Bool(_) | Data::Null => 0,
            Data::Unknown(range) if range.is_plain() && value.marks.is_empty() => {
                let open = if matches!(kind, TypeKind::Any) { OPEN } else { 0 };
                return Some(Facts { size: own, depth: 0, flags: UNKNOWN | open });
            }
            _ => return None,
        };
        let flags = if value.marks.is_empty() { 0 } else { MARKED };
        Some(Facts { size: inside.saturating_add(own), depth: 0, flags })
    }

    #[inline(never)]
    fn of_any(value: &Value) -> Facts {
        let own = size_of::<Value>() as u64;
        let marked = if value.marks.is_empty() { 0 } else { MARKED };
        let inside = match &value.data {
            Data::Sequence(elements) => elements.facts(),
            Data::Map(entries) => entries.facts(),
            Data::String(text) => Facts { size: text.len() as u64, ..Facts::NONE },
            Data::Number(number) => Facts { size: number.heap_size(), ..Facts::NONE },
            Data::Unknown(range) if range.is_plain() => {
                let open = if value.ty.has_any() { OPEN } else { 0 };
                return Facts { size: own, depth: value.ty.depth(), flags: UNKNOWN | open | marked };
            }
            Data::Unknown(range) => Facts {
                size: range.size(),
                depth: range.depth(),
                flags: UNKNOWN
                    | if value.ty.has_any() { OPEN } else { 0 }
                    | if range.several().is_some() { SEVERAL } else { 0 }
                    | if range.is_marked() { MARKED } else { 0 },
            },
            Data::Null | Data::Bool(_) => Facts::NONE,
        };
        let open = if value.ty.has_any() { OPEN } else { 0 };
        Facts {
            size: inside.size.saturating_add(own),
            depth: inside.depth.max(value.ty.depth()),
            flags: inside.flags & (UNKNOWN | MARKED | SEVERAL | open) | marked,
        }
    }

    /// The facts combined with those of one more part.
    #[inline]
    pub(super) fn with(self, part: Facts) -> Facts {
        Facts {
            size: self.size.saturating_add(part.size),
            depth: self.depth.max(part.depth.saturating_add(1)),
            flags: self.flags | part.flags,
        }
    }

    pub(super) const fn is_unknown(self) -> bool {
        self.flags & UNKNOWN != 0
    }

    pub(super) const fn is_marked(self) -> bool {
        self.flags & MARKED != 0
    }

    pub(super) const fn is_several(self) -> bool {
        self.flags & SEVERAL != 0
    }

    pub(super) const fn is_open(self) -> bool {
        self.flags & OPEN != 0
    }
}
