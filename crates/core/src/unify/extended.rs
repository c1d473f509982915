//! Unification of the extended types.
//!
//! The rules of the algebra in order, each applied to the set of all inputs: 0 `any` yields, 1 an input that
//! accepts all others, 2 none, 3 unions, 4 eventuals, 5 primitives and sequences, 6 maps and objects. The
//! caller checks that the inputs can be converted to the result (rule 7).

use super::{Mode, part_type as in_common};
use crate::stack::deep;
use crate::{Rules, Type, TypeKind, convertible};
use hclx_diag::Ordered;

pub(super) fn common_type(types: &[Type], rules: &Rules) -> Option<Type> {
    let yielding = |ty: &Type| ty.is_any() || ty.has_optional();
    let known: Vec<Type>;
    let types = if types.iter().any(yielding) {
        known = types.iter().filter(|ty| !ty.is_any()).map(Type::without_optional).collect();
        &known
    } else {
        types
    };
    match types {
        [] => Some(Type::ANY),
        [only] => Some(only.clone()),
        known => {
            let deepest = known.iter().max_by_key(|ty| ty.depth())?;
            deep(deepest, || of_known(known, rules))
        }
    }
}

/// The common type of types that are parts of larger ones: unsafe conversions count.
fn unify(types: &[Type], rules: &Rules) -> Option<Type> {
    in_common(types, Mode::Unsafe, rules)
}

fn of_known(types: &[Type], rules: &Rules) -> Option<Type> {
    let one_kind = is_one_kind(types);
    let has = |wanted: fn(&Type) -> bool| types.iter().any(wanted);
    if !one_kind
        && has(|ty| ty.is_union() || ty.is_eventual())
        && let Some(taker) = takes_all(types, rules)
    {
        return Some(taker);
    }
    if has(Type::is_none) {
        let others: Vec<Type> = types.iter().filter(|ty| !ty.is_none()).cloned().collect();
        return Some(unify(&others, rules)?.optional());
    }
    if has(Type::is_union) {
        return unions(types, rules);
    }
    if has(Type::is_eventual) {
        return eventuals(types, rules);
    }
    if types.iter().all(Type::is_primitive) {
        return primitives(types);
    }
    structures(types, one_kind, rules)
}

fn is_one_kind(types: &[Type]) -> bool {
    types.windows(2).all(|pair| pair[0].kind().word() == pair[1].kind().word())
}

/// Rule 1: the input to which all others convert safely; if there are several, the only one that is neither a
/// union nor an eventual.
fn takes_all(types: &[Type], rules: &Rules) -> Option<Type> {
    let has_output = types.iter().any(|ty| matches!(ty.kind(), TypeKind::Output(_)));
    // Rule 4 takes precedence: if an input is an output, a promise is not the result.
    let takes = |wanted: &&Type| {
        let too_early = has_output && matches!(wanted.kind(), TypeKind::Promise(_));
        !too_early && types.iter().all(|ty| convertible(ty, wanted, rules).is_safe())
    };
    let takers: Vec<&Type> = types.iter().filter(takes).collect();
    let plain: Vec<&Type> =
        takers.iter().copied().filter(|taker| !taker.is_union() && !taker.is_eventual()).collect();
    match (takers.as_slice(), plain.as_slice()) {
        ([only], _) | (_, [only]) => Some((*only).clone()),
        _ => None,
    }
}

/// Rule 3: unions.
fn unions(types: &[Type], rules: &Rules) -> Option<Type> {
    let (unions, others): (Vec<Type>, Vec<Type>) = types.iter().cloned().partition(Type::is_union);
    let whole = Type::union(unions);
    if others.is_empty() {
        return Some(whole);
    }
    let mut all = others.clone();
    all.push(whole.clone());
    if let Some(taker) = takes_all(&all, rules) {
        return Some(taker);
    }
    let others = match unify(&others, rules) {
        Some(common) => vec![common],
        None => others,
    };
    Some(meet_members(whole.members(), others, rules))
}

/// Replaces every member by its common type with one of the others; types without a common type with any
/// member become members.
fn meet_members(members: &[Type], others: Vec<Type>, rules: &Rules) -> Type {
    let mut met = vec![false; others.len()];
    let mut result = Vec::new();
    for member in members {
        let before = result.len();
        for (other, met) in others.iter().zip(&mut met) {
            if !member.is_none()
                && let Some(common) = unify(&[member.clone(), other.clone()], rules)
            {
                *met = true;
                result.push(common);
            }
        }
        if result.len() == before {
            result.push(member.clone());
        }
    }
    result.extend(others.into_iter().zip(met).filter(|(_, met)| !met).map(|(other, _)| other));
    Type::union(result)
}

/// Rule 4: an output if any input is one, otherwise a promise.
fn eventuals(types: &[Type], rules: &Rules) -> Option<Type> {
    if types.iter().any(|ty| matches!(ty.kind(), TypeKind::Output(_))) {
        let inner: Vec<Type> = types.iter().map(|ty| ty.strip_eventual().0).collect();
        return unify(&inner, rules).map(Type::output);
    }
    // An output inside a promise is kept there.
    let inner = types.iter().map(|ty| match ty.kind() {
        TypeKind::Promise(inner) => inner.clone(),
        _ => ty.clone(),
    });
    unify(&inner.collect::<Vec<_>>(), rules).map(Type::promise)
}

/// Rule 5: at least two primitives.
fn primitives(types: &[Type]) -> Option<Type> {
    if types.iter().all(Type::is_numeric) {
        return Some(Type::NUMBER);
    }
    types.contains(&Type::STRING).then_some(Type::STRING)
}

/// Rules 5 and 6: collections, tuples and objects.
fn structures(types: &[Type], one_kind: bool, rules: &Rules) -> Option<Type> {
    let all = |wanted: fn(&TypeKind) -> bool| types.iter().all(|ty| wanted(ty.kind()));
    let has = |wanted: fn(&TypeKind) -> bool| types.iter().any(|ty| wanted(ty.kind()));
    if one_kind && all(|kind| matches!(kind, TypeKind::Object(_))) {
        return objects(types, rules);
    }
    if all(|kind| matches!(kind, TypeKind::Map(..) | TypeKind::Object(_))) {
        return Some(Type::map(unify(&elements(types), rules)?));
    }
    if !all(|kind| matches!(kind, TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_))) {
        return None;
    }
    if let Some(tuple) = tuples(types, rules) {
        return tuple;
    }
    let element = unify(&elements(types), rules)?;
    let is_set =
        has(|kind| matches!(kind, TypeKind::Set(_))) && !has(|kind| matches!(kind, TypeKind::List(_)));
    Some(if is_set { Type::set(element) } else { Type::list(element) })
}

/// The types of all elements and attributes.
fn elements(types: &[Type]) -> Vec<Type> {
    let mut parts = Vec::new();
    for ty in types {
        ty.kind().each_part(&mut |part| parts.push(part.clone()));
    }
    parts
}

/// The common type of tuples of equal length, element by element; `None` if the types are not such tuples.
fn tuples(types: &[Type], rules: &Rules) -> Option<Option<Type>> {
    let tuples: Vec<&[Type]> = types.iter().map(Type::as_tuple).collect::<Option<_>>()?;
    let length = tuples.first()?.len();
    if tuples.iter().any(|elements| elements.len() != length) {
        return None;
    }
    let element = |index: usize| {
        let across: Vec<Type> = tuples.iter().map(|elements| elements[index].clone()).collect();
        unify(&across, rules)
    };
    Some((0..length).map(element).collect::<Option<Vec<_>>>().map(Type::tuple))
}

/// Rule 6: an object with all attributes; an attribute that is missing in some of them accepts none.
fn objects(types: &[Type], rules: &Rules) -> Option<Type> {
    let mut attributes: Ordered<_, Vec<Type>> = Ordered::new();
    for attribute in types.iter().filter_map(Type::as_object).flat_map(|object| object.attributes()) {
        attributes.or_default(&attribute.name).push(attribute.ty.clone());
    }
    let mut result = Vec::with_capacity(attributes.len());
    for (name, across) in attributes {
        let common = unify(&across, rules)?;
        result.push((name.clone(), if across.len() < types.len() { common.optional() } else { common }));
    }
    Some(Type::object(result))
}
