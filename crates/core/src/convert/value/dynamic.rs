//! `any` inside a destination is a variable to go-cty: the type of the source takes its place.

use crate::stack;
use crate::unify::{Mode, common_type};
use crate::{Rules, Type, TypeKind};

/// The target type with every `any` replaced by the corresponding part of the source type. Parts without a
/// counterpart lose their attributes, as in go-cty.
pub(super) fn replace_any(from: &Type, to: &Type, rules: &Rules) -> Type {
    // An untyped null takes the expected type, as does an unknown of unknown type.
    if from.is_any() || from.is_none() {
        return to.clone();
    }
    if to.is_any() {
        return from.clone();
    }
    stack::grow(|| replace_inside(from, to, rules))
}

fn replace_inside(from: &Type, to: &Type, rules: &Rules) -> Type {
    use TypeKind as K;
    match (from.kind(), to.kind()) {
        (K::Map(from), K::Map(to)) => Type::map(replace_any(from, to, rules)),
        (K::Object(object), K::Map(to)) => {
            let types: Vec<Type> = object.attributes().iter().map(|attribute| attribute.ty.clone()).collect();
            Type::map(replace_by_common(&types, to, rules))
        }
        (K::Set(from) | K::List(from), K::Set(to)) => Type::set(replace_any(from, to, rules)),
        (K::Set(from) | K::List(from), K::List(to)) => Type::list(replace_any(from, to, rules)),
        (K::Tuple(types), K::Set(to)) => Type::set(replace_by_common(types, to, rules)),
        (K::Tuple(types), K::List(to)) => Type::list(replace_by_common(types, to, rules)),
        (K::Tuple(from), K::Tuple(to)) => {
            Type::tuple(to.iter().zip(from).map(|(to, from)| replace_any(from, to, rules)))
        }
        (K::Map(element), K::Object(object)) => Type::object(
            object
                .attributes()
                .iter()
                .map(|attribute| (attribute.name.clone(), replace_any(element, &attribute.ty, rules))),
        ),
        (K::Object(from), K::Object(object)) => Type::object(object.attributes().iter().map(|attribute| {
            let ty = match from.get(&attribute.name) {
                Some(found) => replace_any(&found.ty, &attribute.ty, rules),
                None => attribute.ty.clone(),
            };
            (attribute.name.clone(), ty)
        })),
        (_, K::Object(_)) => Type::object::<&str>([]),
        _ => to.clone(),
    }
}

fn replace_by_common(types: &[Type], to: &Type, rules: &Rules) -> Type {
    match common_type(types, Mode::Unsafe, rules) {
        Some(common) => replace_any(&common, to, rules),
        None => to.clone(),
    }
}
