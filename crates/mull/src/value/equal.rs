//! Equality of values: deep and structural, where 1 is 1.0 and undefined is null (Mull §7).

use hclx_core::{Value, value::Tri};

use super::{Fields, RULES, Val, deep};

/// The equality of two values, as far as it is certain. Undefined entries and the order of entries are
/// ignored. `step` is called before each pair of parts and ends the walk with `None` when it returns `false`:
/// shared parts can make values far larger than they are in memory.
pub fn equal(a: &Val, b: &Val, step: &mut dyn FnMut() -> bool) -> Option<Tri> {
    if !step() {
        return None;
    }
    let answer = match (a, b) {
        (Val::Undefined | Val::Null, Val::Undefined | Val::Null) => Tri::Yes,
        (Val::Array(x), Val::Array(y)) => return deep(|| arrays(x, y, step)),
        (Val::Object(x), Val::Object(y)) => return deep(|| objects(x, y, step)),
        (Val::Unknown(unknown), other) | (other, Val::Unknown(unknown)) => with_unknown(unknown, other),
        (Val::Bool(x), Val::Bool(y)) => Tri::known(x == y),
        (Val::Number(x), Val::Number(y)) => Tri::known(x.equals(y)),
        (Val::String(x), Val::String(y)) => Tri::known(hclx_core::order::equal_strings(x, y)),
        _ => Tri::No,
    };
    Some(answer)
}

fn with_unknown(unknown: &Value, other: &Val) -> Tri {
    let Some(other) = other.to_core() else {
        // an array or object never equals a primitive
        return if unknown.ty().is_any() { Tri::Unknown } else { Tri::No };
    };
    match hclx_core::ops::equal(unknown, &other, &RULES).ok().and_then(|answer| answer.as_bool()) {
        Some(answer) => Tri::known(answer),
        None => Tri::Unknown,
    }
}

fn arrays(a: &[Val], b: &[Val], step: &mut dyn FnMut() -> bool) -> Option<Tri> {
    if a.len() != b.len() {
        return Some(Tri::No);
    }
    let mut answer = Tri::Yes;
    for (x, y) in a.iter().zip(b) {
        match equal(x, y, step)? {
            // A different part decides even after unknown ones.
            Tri::No => return Some(Tri::No),
            part => answer = both(answer, part),
        }
    }
    Some(answer)
}

fn objects(a: &Fields, b: &Fields, step: &mut dyn FnMut() -> bool) -> Option<Tri> {
    let there =
        |fields: &Fields| fields.entries.values().filter(|value| !matches!(value, Val::Undefined)).count();
    if there(a) != there(b) {
        return Some(Tri::No);
    }
    let mut answer = Tri::Yes;
    for (name, x) in a.iter().filter(|(_, value)| !matches!(value, Val::Undefined)) {
        let Some(y) = b.get(name).filter(|value| !matches!(value, Val::Undefined)) else {
            return Some(Tri::No);
        };
        match equal(x, y, step)? {
            Tri::No => return Some(Tri::No),
            part => answer = both(answer, part),
        }
    }
    Some(answer)
}

fn both(a: Tri, b: Tri) -> Tri {
    if a == Tri::Yes { b } else { a }
}

impl Val {
    /// The equality of two values, as far as it is certain; the comparison is given up after ten million
    /// parts.
    pub fn same(&self, other: &Val) -> Tri {
        let mut left = 10_000_000_u32;
        let mut step = || {
            left = left.saturating_sub(1);
            left > 0
        };
        equal(self, other, &mut step).unwrap_or(Tri::Unknown)
    }
}
