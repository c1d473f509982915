//! The order of types by printed form, computed without printing.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{AttributeName, ObjectAttribute, Type, TypeKind};
use crate::memo;
use crate::stack::{grow, is_deep};

/// Compares two types by their canonical forms, byte by byte, without printing them. Equal parts are skipped,
/// so nothing is compared twice.
pub fn text_order(a: &Type, b: &Type) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    if !is_deep(a) {
        return compare(a, b);
    }
    // Callers that compare at every depth must not descend to the deepest parts each time.
    match memo::pair(memo::ORDER, a, b, || grow(|| compare(a, b) as i8 + 1) as u8) {
        0 => Ordering::Less,
        1 => Ordering::Equal,
        _ => Ordering::Greater,
    }
}

fn compare(a: &Type, b: &Type) -> Ordering {
    match (a.kind(), b.kind()) {
        (TypeKind::List(a), TypeKind::List(b))
        | (TypeKind::Set(a), TypeKind::Set(b))
        | (TypeKind::Map(a), TypeKind::Map(b))
        | (TypeKind::Promise(a), TypeKind::Promise(b))
        | (TypeKind::Output(a), TypeKind::Output(b)) => text_order(a, b),
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) => lists(a, b, "]", text_order),
        (TypeKind::Union(a), TypeKind::Union(b)) => lists(a, b, ")", text_order),
        (TypeKind::Object(a), TypeKind::Object(b)) => lists(&a.attributes, &b.attributes, "}", attributes),
        (a, b) => a.word().cmp(b.word()),
    }
}

/// Compares `x, y, z` + `end`: where one list ends, `end` is compared with the continuation of the other.
fn lists<T: FirstWord>(a: &[T], b: &[T], end: &str, order: fn(&T, &T) -> Ordering) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        let ordering = order(a, b);
        if ordering.is_ne() {
            return ordering;
        }
    }
    let common = a.len().min(b.len());
    if a.len() == b.len() {
        return Ordering::Equal;
    }
    fn rest<'t, T: FirstWord>(list: &'t [T], common: usize, end: &'t str) -> Cow<'t, str> {
        match list.get(common) {
            None => end.into(),
            Some(_) if common > 0 => ",".into(),
            Some(item) => item.first_word(),
        }
    }
    rest(a, common, end).cmp(&rest(b, common, end))
}

fn attributes(a: &ObjectAttribute, b: &ObjectAttribute) -> Ordering {
    names(&a.name, &b.name).then_with(|| match (a.optional, b.optional) {
        (true, false) => "optional".cmp(b.ty.kind().word()),
        (false, true) => a.ty.kind().word().cmp("optional"),
        _ => text_order(&a.ty, &b.ty),
    })
}

/// Compares names as printed, including the space that follows them.
fn names(a: &str, b: &str) -> Ordering {
    if a == b {
        Ordering::Equal
    } else if AttributeName(a).is_bare() && AttributeName(b).is_bare() {
        a.cmp(b)
    } else {
        format!("{} ", AttributeName(a)).cmp(&format!("{} ", AttributeName(b)))
    }
}

/// The first word of an item's printed form.
trait FirstWord {
    fn first_word(&self) -> Cow<'_, str>;
}

impl FirstWord for Type {
    fn first_word(&self) -> Cow<'_, str> {
        self.kind().word().into()
    }
}

impl FirstWord for ObjectAttribute {
    fn first_word(&self) -> Cow<'_, str> {
        let name = AttributeName(&self.name);
        if name.is_bare() { self.name[..].into() } else { name.to_string().into() }
    }
}
