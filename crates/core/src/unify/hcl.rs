//! Unification as go-cty does it.
//!
//! Inputs are distinct and sorted by printed form, so that the result does not depend on the caller's order.

use super::preference::preferred;
use super::{Mode, checked, part_type as unify};
use crate::stack::deep;
use crate::{Rules, Type, TypeKind};

/// The number of types by kind.
#[derive(Default)]
struct Kinds {
    maps: usize,
    lists: usize,
    sets: usize,
    objects: usize,
    tuples: usize,
    any: usize,
}

impl Kinds {
    fn of(types: &[Type]) -> Self {
        let mut kinds = Self::default();
        for ty in types {
            match ty.kind() {
                TypeKind::Map(..) => kinds.maps += 1,
                TypeKind::List(_) => kinds.lists += 1,
                TypeKind::Set(_) => kinds.sets += 1,
                TypeKind::Object(_) => kinds.objects += 1,
                TypeKind::Tuple(_) => kinds.tuples += 1,
                TypeKind::Any => kinds.any += 1,
                _ => {}
            }
        }
        kinds
    }
}

/// The common type of distinct types.
pub(super) fn common_type(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    // A null (type `none` where integers are `int`) takes the type of its neighbors.
    if types.len() > 1 && types.iter().any(Type::is_none) {
        let others: Vec<Type> = types.iter().filter(|ty| !ty.is_none()).cloned().collect();
        return unify(&others, mode, rules);
    }
    let deepest = types.iter().max_by_key(|ty| ty.depth())?;
    deep(deepest, || by_kind(types, mode, rules))
}

/// The common type of types of one kind, which may differ from all inputs. This comes first, because an
/// object converts to any object with a subset of its attributes, which would be a poor common type.
fn by_kind(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let kinds = Kinds::of(types);
    let all = |count: usize| count > 0 && count + kinds.any == types.len();
    let one_kind: fn(&[Type], Mode, &Rules) -> Option<Type> = if all(kinds.maps) {
        |types, mode, rules| collections(types, Type::map, mode, rules)
    } else if all(kinds.lists) {
        |types, mode, rules| collections(types, Type::list, mode, rules)
    } else if all(kinds.sets) {
        |types, mode, rules| collections(types, Type::set, mode, rules)
    } else if all(kinds.objects) {
        objects
    } else if all(kinds.tuples) {
        tuples
    } else {
        return mixed(types, &kinds, mode, rules);
    };
    // the result depends on types that are not known yet
    if kinds.any > 0 { Some(Type::ANY) } else { one_kind(types, mode, rules) }
}

fn mixed(types: &[Type], kinds: &Kinds, mode: Mode, rules: &Rules) -> Option<Type> {
    // go-cty gives up here, even if `any` is among the types.
    if kinds.objects > 0 && kinds.tuples > 0 {
        return None;
    }
    let all = |count: usize| count + kinds.any == types.len();
    let meeting = if kinds.maps > 0 && all(kinds.maps + kinds.objects) {
        as_one_collection(types, |ty| ty.as_object().is_some(), objects_to_map, mode, rules)
            .filter(|ty| matches!(ty.kind(), TypeKind::Map(..)))
    } else if kinds.lists > 0 && all(kinds.lists + kinds.tuples) {
        as_one_collection(types, |ty| ty.as_tuple().is_some(), tuples_to_list, mode, rules)
            .filter(|ty| matches!(ty.kind(), TypeKind::List(_)))
    } else {
        None
    };
    meeting.or_else(|| preferred(types, mode, rules))
}

/// Unifies collections with structures: objects among maps are often meant as maps, and tuples among lists as
/// lists, so these are unified among themselves first and then with the others.
fn as_one_collection(
    types: &[Type],
    disguised: impl Fn(&Type) -> bool,
    meet: fn(&[Type], Mode, &Rules) -> Option<Type>,
    mode: Mode,
    rules: &Rules,
) -> Option<Type> {
    let (disguised, mut others): (Vec<Type>, Vec<Type>) = types.iter().cloned().partition(disguised);
    others.push(meet(&disguised, mode, rules)?);
    // go-cty does not check that the objects convert to the result: if `any` is among their attributes, they
    // unify to map(any), which unifies with map(bool) regardless of the other attributes.
    unify(&others, mode, rules)
}

fn collections(types: &[Type], make: fn(Type) -> Type, mode: Mode, rules: &Rules) -> Option<Type> {
    let elements: Vec<Type> = types.iter().filter_map(Type::element).cloned().collect();
    checked(types, Some(make(unify(&elements, mode, rules)?)), mode, rules)
}

/// The common type of objects: attribute by attribute if they have the same names, otherwise a map.
fn objects(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let objects: Vec<_> = types.iter().filter_map(|ty| Some(ty.as_object()?.attributes())).collect();
    let (first, rest) = objects.split_first()?;
    let same_names = rest.iter().all(|attributes| {
        attributes.len() == first.len() && attributes.iter().zip(*first).all(|(a, b)| a.name == b.name)
    });
    if !same_names {
        return objects_to_map(types, mode, rules);
    }
    let mut attributes = Vec::with_capacity(first.len());
    for (index, attribute) in first.iter().enumerate() {
        let across: Vec<Type> = objects.iter().map(|attributes| attributes[index].ty.clone()).collect();
        attributes.push((attribute.name.clone(), unify(&across, mode, rules)?));
    }
    checked(types, Some(Type::object(attributes)), mode, rules).or_else(|| objects_to_map(types, mode, rules))
}

fn objects_to_map(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let attributes = types.iter().filter_map(Type::as_object).flat_map(|object| object.attributes());
    let parts: Vec<Type> = attributes.map(|attribute| attribute.ty.clone()).collect();
    checked(types, Some(Type::map(unify(&parts, mode, rules)?)), mode, rules)
}

/// The common type of tuples: element by element if they have equal lengths, otherwise a list.
fn tuples(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let tuples: Vec<&[Type]> = types.iter().filter_map(Type::as_tuple).collect();
    let (first, rest) = tuples.split_first()?;
    if rest.iter().any(|elements| elements.len() != first.len()) {
        return tuples_to_list(types, mode, rules);
    }
    let mut elements = Vec::with_capacity(first.len());
    for index in 0..first.len() {
        let across: Vec<Type> = tuples.iter().map(|elements| elements[index].clone()).collect();
        elements.push(unify(&across, mode, rules)?);
    }
    checked(types, Some(Type::tuple(elements)), mode, rules).or_else(|| tuples_to_list(types, mode, rules))
}

fn tuples_to_list(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let parts: Vec<Type> = types.iter().filter_map(Type::as_tuple).flatten().cloned().collect();
    checked(types, Some(Type::list(unify(&parts, mode, rules)?)), mode, rules)
}
