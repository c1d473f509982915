//! Classification of the conversion between two types.
//!
//! One algorithm for both rule sets; where go-cty departs from the information model, `rules.extended`
//! decides, with the reason next to it. Out of scope: converting values.

use std::fmt;

use crate::memo;
use crate::stack::deep;
use crate::ty::text_order;
use crate::unify::{Mode, common_type};
use crate::{ObjectType, Rules, Type, TypeKind};

/// The best conversion between two types; variants are ordered from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// No value can be converted.
    None,
    /// Some values can be converted, others cannot.
    Unsafe,
    /// Every value converts.
    Safe,
    /// The types are equal: there is nothing to convert.
    Same,
}

impl Conversion {
    /// Returns `true` if any value can be converted.
    pub const fn exists(self) -> bool {
        !matches!(self, Conversion::None)
    }

    /// Returns `true` if every value can be converted.
    pub const fn is_safe(self) -> bool {
        matches!(self, Conversion::Safe | Conversion::Same)
    }

    /// `same`, `safe`, `unsafe` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Conversion::Same => "same",
            Conversion::Safe => "safe",
            Conversion::Unsafe => "unsafe",
            Conversion::None => "none",
        }
    }

    const fn from_code(code: u8) -> Self {
        match code {
            0 => Conversion::None,
            1 => Conversion::Unsafe,
            2 => Conversion::Safe,
            _ => Conversion::Same,
        }
    }
}

impl fmt::Display for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The best conversion from one type to another: under `hcl` by go-cty's rules, under `extended` by those of
/// the information model and its extensions ("Type Conversions and Unification").
///
/// ```
/// use hclx_core::{Conversion, Rules, Type, convertible};
/// let rules = Rules::extended();
/// assert_eq!(convertible(&Type::INT, &Type::STRING, &rules), Conversion::Safe);
/// assert_eq!(convertible(&Type::STRING, &Type::INT, &rules), Conversion::Unsafe);
/// assert_eq!(convertible(&Type::BOOL, &Type::INT, &rules), Conversion::None);
/// ```
#[inline]
pub fn convertible(from: &Type, to: &Type, rules: &Rules) -> Conversion {
    if from == to {
        return Conversion::Same;
    }
    if !from.has_parts() && !to.has_parts() {
        return between(from, to, rules);
    }
    // No other field of the rules decides about conversions of types.
    let question = 2 + u8::from(rules.extended);
    Conversion::from_code(memo::pair(question, from, to, || deep(from, || between(from, to, rules)) as u8))
}

/// The conversion between types that are not equal.
fn between(from: &Type, to: &Type, rules: &Rules) -> Conversion {
    use TypeKind as K;
    let part = |from: &Type, to: &Type| convertible(from, to, rules).min(Conversion::Safe);
    match (from.kind(), to.kind()) {
        (_, K::Any) => Conversion::Safe,
        // A union on the left comes first: each of its members may convert to a different member of `to`.
        (K::Union(members), _) => from_union(members, to, rules),
        (_, K::Union(members)) => into_union(from, members, rules),
        (K::Promise(from), K::Promise(to)) | (K::Output(from), K::Output(to)) => part(from, to),
        (K::Promise(from), K::Output(to)) => part(without_outer_output(from), to),
        (_, K::Promise(to) | K::Output(to)) => part(from, to),
        (K::Any, _) => Conversion::Unsafe,
        // Under `hcl` every type has a null, under `extended` only `none` does.
        (K::None, _) if !rules.extended => Conversion::Safe,
        // A bool never becomes a number, nor a number a bool: go-cty has strings in between only.
        (K::Bool | K::Int | K::Number, K::String) | (K::Int, K::Number) => Conversion::Safe,
        (K::String, K::Bool | K::Int | K::Number) | (K::Number, K::Int) => Conversion::Unsafe,
        _ => between_structures(from, to, rules),
    }
}

/// The conversion between lists, sets, maps, tuples and objects.
fn between_structures(from: &Type, to: &Type, rules: &Rules) -> Conversion {
    use TypeKind as K;
    let part = |from: &Type, to: &Type| convertible(from, to, rules).min(Conversion::Safe);
    match (from.kind(), to.kind()) {
        // A set becomes a list in the order of its elements, which loses nothing.
        (K::List(from) | K::Set(from), K::List(to)) | (K::Set(from), K::Set(to)) => part(from, to),
        // The order is lost and equal elements become one.
        (K::List(from), K::Set(to)) => part(from, to).min(Conversion::Unsafe),
        (K::Tuple(elements), K::List(to)) => all_to_one(elements.iter(), to, Sequence::Yes, rules),
        (K::Tuple(elements), K::Set(to)) => {
            let elements = all_to_one(elements.iter(), to, Sequence::Yes, rules);
            // Elements may coincide, which the information model considers unsafe; go-cty calls it safe.
            if rules.extended { elements.min(Conversion::Unsafe) } else { elements }
        }
        (K::Tuple(from), K::Tuple(to)) if from.len() == to.len() => {
            worst(from.iter().zip(to.iter()).map(|(from, to)| part(from, to)))
        }
        // The lengths may differ; go-cty does not attempt this conversion.
        (K::List(from) | K::Set(from), K::Tuple(to)) if rules.extended => {
            worst(to.iter().map(|to| part(from, to))).min(Conversion::Unsafe)
        }
        (K::Map(from), K::Map(to)) => part(from, to),
        (K::Object(object), K::Map(to)) => {
            all_to_one(object.attributes().iter().map(|attribute| &attribute.ty), to, Sequence::No, rules)
        }
        (K::Map(element), K::Object(to)) => map_to_object(element, to, rules),
        (K::Object(few), K::Object(many)) if rules.extended && few.len() < many.len() / FEW => {
            few_to_many(few, many, to.facts().required, rules)
        }
        (K::Object(from), K::Object(to)) => object_to_object(from, to, rules),
        _ => Conversion::None,
    }
}

/// The worst of several conversions; the search stops at the first one that does not exist.
fn worst(conversions: impl Iterator<Item = Conversion>) -> Conversion {
    let mut worst = Conversion::Safe;
    for conversion in conversions {
        worst = worst.min(conversion);
        if worst == Conversion::None {
            break;
        }
    }
    worst
}

/// The best conversion into one of the members.
fn into_union(from: &Type, members: &[Type], rules: &Rules) -> Conversion {
    if has_member(members, from) {
        return Conversion::Safe;
    }
    let mut best = Conversion::None;
    for to in members {
        best = best.max(convertible(from, to, rules));
        if best.is_safe() {
            return Conversion::Safe;
        }
    }
    best
}

/// Returns `true` if a type is a member of a union, whose members are sorted by their printed form.
pub(crate) fn has_member(members: &[Type], ty: &Type) -> bool {
    members.binary_search_by(|member| text_order(member, ty)).is_ok()
}

/// The conversion from a union: a value has the type of one member, but it is not known which.
fn from_union(members: &[Type], to: &Type, rules: &Rules) -> Conversion {
    let mut all_safe = true;
    // No value has the type of an empty union, so none fails to convert.
    let mut some = members.is_empty();
    for member in members {
        let conversion = convertible(member, to, rules);
        all_safe &= conversion.is_safe();
        some |= conversion.exists();
        if some && !all_safe {
            return Conversion::Unsafe;
        }
    }
    if all_safe { Conversion::Safe } else { Conversion::None }
}

/// The type inside a promise after its outputs are absorbed by the promise.
pub(super) fn without_outer_output(ty: &Type) -> &Type {
    match ty.kind() {
        TypeKind::Output(inner) => inner,
        _ => ty,
    }
}

/// The target of a conversion of many parts into the elements of a sequence (list or set).
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sequence {
    Yes,
    No,
}

/// All parts of a tuple or object become elements of one type. To go-cty an element type `any` is a variable:
/// the parts must have a common type, which replaces it. To the extensions `any` is an ordinary type.
fn all_to_one<'a>(
    parts: impl Iterator<Item = &'a Type> + Clone,
    to: &Type,
    sequence: Sequence,
    rules: &Rules,
) -> Conversion {
    if rules.extended || !to.is_any() {
        return worst(parts.map(|from| convertible(from, to, rules).min(Conversion::Safe)));
    }
    [(Mode::Safe, Conversion::Safe), (Mode::Unsafe, Conversion::Unsafe)]
        .into_iter()
        .find_map(|(mode, answer)| meets_in_common(parts.clone(), mode, sequence, rules).then_some(answer))
        .unwrap_or(Conversion::None)
}

fn meets_in_common<'a>(
    parts: impl Iterator<Item = &'a Type> + Clone,
    mode: Mode,
    sequence: Sequence,
    rules: &Rules,
) -> bool {
    let types: Vec<Type> = parts.clone().cloned().collect();
    // go-cty converts empty tuples and objects before it looks for a common type.
    if types.is_empty() {
        return true;
    }
    let Some(common) = common_type(&types, mode, rules) else { return false };
    // If the common type is still unknown, go-cty converts to a list or set only if every element is of
    // unknown type. It makes no such demand for maps.
    if common.is_any() && sequence == Sequence::Yes {
        return types.iter().all(Type::is_any);
    }
    types.iter().all(|from| mode.allows(convertible(from, &common, rules)))
}

/// The conversion from a map to an object: never safe, because keys may be missing.
fn map_to_object(element: &Type, to: &ObjectType, rules: &Rules) -> Conversion {
    let possible = |attribute: &crate::ObjectAttribute| {
        attribute.optional || convertible(element, &attribute.ty, rules).exists()
    };
    if to.attributes().iter().all(possible) { Conversion::Unsafe } else { Conversion::None }
}

/// An object has few attributes compared with another if it has less than one in this many of them.
const FEW: usize = 8;

/// Like [`object_to_object`], but in time proportional to the smaller object, for many small objects compared
/// with a large one that has all of their attributes. `required` attributes cannot be missing.
fn few_to_many(from: &ObjectType, to: &ObjectType, required: u32, rules: &Rules) -> Conversion {
    let mut missing = required;
    let known = worst(from.attributes().iter().filter_map(|found| {
        let wanted = to.get(&found.name)?;
        missing -= u32::from(wanted.is_required());
        Some(convertible(&found.ty, &wanted.ty, rules).min(Conversion::Safe))
    }));
    if missing == 0 { known } else { Conversion::None }
}

fn object_to_object(from: &ObjectType, to: &ObjectType, rules: &Rules) -> Conversion {
    let mut cursor = from.cursor();
    worst(to.attributes().iter().map(|attribute| match cursor.find(&attribute.name) {
        Some(found) => convertible(&found.ty, &attribute.ty, rules).min(Conversion::Safe),
        None if may_be_missing(attribute, rules) => Conversion::Safe,
        None => Conversion::None,
    }))
}

/// Returns `true` if an object without this attribute can be converted: an optional attribute becomes null.
/// With the extensions, a missing attribute counts as none, so it may be missing where none is accepted.
pub(super) fn may_be_missing(attribute: &crate::ObjectAttribute, rules: &Rules) -> bool {
    attribute.optional || rules.extended && attribute.ty.takes_none()
}
