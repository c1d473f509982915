//! go-cty's preference among several candidates for a common type.

use std::cmp::Ordering;

use super::Mode;
use crate::stack::deep;
use crate::{Rules, Type, TypeKind, convertible};

/// The number of types above which the most general one is found in one pass instead of by pairwise
/// comparison.
const COMPARE_ALL: usize = 256;

/// Types without parts, most general first. `any` comes last: it becomes the type of its neighbors.
const PRIMITIVES: [Type; 6] = [Type::STRING, Type::NUMBER, Type::INT, Type::BOOL, Type::NONE, Type::ANY];

/// The first of the types, most general first, to which all others convert.
pub(super) fn preferred(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let takes_all = |wanted: &&Type| types.iter().all(|ty| mode.allows(convertible(ty, wanted, rules)));
    if !types.iter().any(Type::has_parts) {
        return PRIMITIVES.iter().filter(|wanted| types.contains(wanted)).find(takes_all).cloned();
    }
    if !may_meet(types) {
        // All others convert only to `any`.
        return types.iter().find(|ty| ty.is_any()).cloned();
    }
    if types.len() > COMPARE_ALL {
        let general = types.iter().reduce(|a, b| if compare(a, b).is_gt() { b } else { a })?;
        return Some(general).filter(takes_all).cloned();
    }
    most_general_first(types).into_iter().map(|index| &types[index]).find(takes_all).cloned()
}

/// Returns `true` if conversions can exist between all types: none exist between primitives, sequences, maps
/// and objects. Types that plain HCL does not have may convert to any type.
fn may_meet(types: &[Type]) -> bool {
    let group = |ty: &Type| match ty.kind() {
        TypeKind::Bool | TypeKind::String | TypeKind::Number | TypeKind::Int => Some(0),
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => Some(1),
        TypeKind::Map(..) | TypeKind::Object(_) => Some(2),
        _ => None,
    };
    let mut groups = types.iter().filter_map(group);
    let first = groups.next();
    groups.all(|group| Some(group) == first)
}

/// The indices of the types in topological order, most general first; ties keep the given order.
fn most_general_first(types: &[Type]) -> Vec<usize> {
    let mut less_general: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut above = vec![0; types.len()];
    for i in 0..types.len() {
        for j in i + 1..types.len() {
            let (general, special) = match compare(&types[i], &types[j]) {
                Ordering::Less => (i, j),
                Ordering::Greater => (j, i),
                Ordering::Equal => continue,
            };
            less_general[general].push(special);
            above[special] += 1;
        }
    }
    let mut order: Vec<usize> = (0..types.len()).filter(|index| above[*index] == 0).collect();
    let mut next = 0;
    while let Some(&general) = order.get(next) {
        next += 1;
        for &special in &less_general[general] {
            above[special] -= 1;
            if above[special] == 0 {
                order.push(special);
            }
        }
    }
    order
}

/// Compares by generality: less if `a` is more general than `b`, equal also if they are unrelated.
/// Conversions of the parts are assumed to exist; they are checked later.
fn compare(a: &Type, b: &Type) -> Ordering {
    use TypeKind as K;
    if a == b {
        return Ordering::Equal;
    }
    match (a.kind(), b.kind()) {
        // `any` comes last, so that it takes on the type of its neighbors
        (K::Any, _) => Ordering::Greater,
        (_, K::Any) => Ordering::Less,
        (K::String, K::Bool | K::Number | K::Int) | (K::Number, K::Int) => Ordering::Less,
        (K::Bool | K::Number | K::Int, K::String) | (K::Int, K::Number) => Ordering::Greater,
        (K::List(a), K::List(b)) | (K::Set(a), K::Set(b)) | (K::Map(a), K::Map(b)) => {
            deep(a, || compare(a, b))
        }
        (K::List(_), K::Tuple(_) | K::Set(_)) | (K::Tuple(_), K::Set(_)) | (K::Map(..), K::Object(_)) => {
            Ordering::Less
        }
        (K::Tuple(_) | K::Set(_), K::List(_)) | (K::Set(_), K::Tuple(_)) | (K::Object(_), K::Map(..)) => {
            Ordering::Greater
        }
        (K::Tuple(a), K::Tuple(b)) if a.len() == b.len() => all(a.iter().zip(b.iter())),
        (K::Object(a), K::Object(b)) => {
            let (a, b) = (a.attributes(), b.attributes());
            let same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name);
            if same { all(a.iter().zip(b).map(|(a, b)| (&a.ty, &b.ty))) } else { Ordering::Equal }
        }
        _ => Ordering::Equal,
    }
}

/// Less if some part of `a` is more general and no part of `b` is, and vice versa.
fn all<'a>(pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Ordering {
    let mut answer = Ordering::Equal;
    for (a, b) in pairs {
        match (answer, deep(a, || compare(a, b))) {
            (_, Ordering::Equal) => {}
            (Ordering::Equal, part) => answer = part,
            (before, part) if before != part => return Ordering::Equal,
            _ => {}
        }
    }
    answer
}
