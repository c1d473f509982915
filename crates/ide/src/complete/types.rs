//! Types of parts of values.

use hclx_core::{ObjectType, Type, TypeKind};
use hclx_syntax::cursor::WrittenStep;

/// The object type inside a type, if it has attributes.
pub(super) fn object(ty: &Type) -> Option<&ObjectType> {
    match ty.kind() {
        TypeKind::Object(object) => Some(object),
        TypeKind::Output(inner) | TypeKind::Promise(inner) => object(inner),
        _ => None,
    }
}

/// The type of the elements of a collection.
pub(super) fn element(ty: &Type) -> Option<Type> {
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => Some(element.clone()),
        TypeKind::Tuple(elements) => elements.first().cloned(),
        TypeKind::Object(object) => {
            object.attributes().first().map(|object_attribute| object_attribute.ty.clone())
        }
        TypeKind::Output(inner) | TypeKind::Promise(inner) => element(inner),
        _ => None,
    }
}

/// The type of the keys of a collection.
pub(super) fn key(ty: &Type) -> Option<Type> {
    match ty.kind() {
        TypeKind::Map(_) | TypeKind::Object(_) => Some(Type::STRING),
        TypeKind::Set(element) => Some(element.clone()),
        TypeKind::List(_) | TypeKind::Tuple(_) => Some(Type::NUMBER),
        _ => None,
    }
}

/// The type after following steps into a value.
pub(super) fn after(mut ty: Type, steps: &[WrittenStep]) -> Option<Type> {
    for step in steps {
        ty = match (step, ty.kind()) {
            (WrittenStep::Name(name) | WrittenStep::Key(name), TypeKind::Object(object)) => {
                object.get(name)?.ty.clone()
            }
            (WrittenStep::Name(_) | WrittenStep::Key(_), TypeKind::Map(element)) => element.clone(),
            (WrittenStep::Number(number), TypeKind::Tuple(elements)) => {
                elements.get(number.parse::<usize>().ok()?)?.clone()
            }
            (WrittenStep::Splat, TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_)) => element(&ty)?,
            (WrittenStep::Splat, _) => ty,
            (WrittenStep::Number(_) | WrittenStep::Index, _) => element(&ty)?,
            _ => return None,
        };
    }
    Some(ty)
}
