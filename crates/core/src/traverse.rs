//! Traversal of types: the types of `x.a` and `x[k]` for an `x` of a given type.
//!
//! Source of the rules: the algebra's page on traversal. Out of scope: traversal of values, and splats, which
//! are loops.

use std::sync::Arc;

use hclx_diag::{Fallible, Fault, code_names as codes, nearest};

use crate::convert::describe;
use crate::stack::deep;
use crate::unify::{Mode, common_type};
use crate::{Eventual, Number, ObjectType, Rules, Type, TypeKind, convertible};

/// The key of an index, in brackets.
#[derive(Clone, Debug)]
pub enum TypeKey {
    /// A known string.
    String(Arc<str>),
    /// A known number.
    Number(Number),
    /// A known bool.
    Bool(bool),
    /// Null.
    Null,
    /// An unknown value of this type.
    Type(Type),
}

/// The type of the attribute `name`: an attribute of an object, an element of a map; for a union the results
/// for the members that have it; for a promise or output, the result wrapped in it again.
///
/// ```
/// use hclx_core::{Rules, Type, type_attribute};
/// let point = Type::object([("x", Type::INT)]);
/// let found = type_attribute(&point.optional(), "x", &Rules::extended()).unwrap();
/// assert_eq!(found.to_string(), "union(int, none)");
/// ```
///
/// # Errors
/// `NO_ATTRIBUTE` if no value of the type has the attribute.
pub fn type_attribute(ty: &Type, name: &str, rules: &Rules) -> Fallible<Type> {
    let _ = rules;
    through(ty, &|ty| match ty.kind() {
        TypeKind::Map(element) => Ok(element.clone()),
        TypeKind::Object(object) => attribute(object, name),
        _ => Err(Fault::late(codes::NO_ATTRIBUTE, {
            let (ty, name) = (ty.clone(), name.to_owned());
            move || format!("cannot access attribute `{name}` of {}", describe(&ty))
        })),
    })
}

/// The type of an element: the element type of a list or map, the part of a tuple or object that a known key
/// selects. The parts that an unknown key may select are joined in a union under `extended` and unified (or
/// `any`) under `hcl`. An eventual key makes the result eventual.
///
/// # Errors
/// `NO_INDEX` and `NO_ATTRIBUTE` if no value of the type has such an element.
pub fn type_index(ty: &Type, key: &TypeKey, rules: &Rules) -> Fallible<Type> {
    let (key, eventual) = match key {
        TypeKey::Type(key) => {
            let (key, eventual) = key.strip_eventual();
            (TypeKey::Type(key), eventual)
        }
        known => (known.clone(), Eventual::Now),
    };
    if let TypeKey::Null = key {
        return Err(Fault::new(codes::NO_INDEX, "an index cannot be null"));
    }
    let found = through(ty, &|ty| element(ty, &key, rules))?;
    Ok(eventual.wrap(found))
}

/// Applies a step to a type inside any unions and eventuals.
fn through(ty: &Type, step: &dyn Fn(&Type) -> Fallible<Type>) -> Fallible<Type> {
    deep(ty, || match ty.kind() {
        TypeKind::Any => Ok(Type::ANY),
        TypeKind::None => Err(Fault::new(codes::NO_ATTRIBUTE, "cannot access an attribute of null")),
        // The value turns out to be null only later, so this is not a type error.
        TypeKind::Promise(inner) | TypeKind::Output(inner) if inner.is_none() => Ok(ty.clone()),
        TypeKind::Promise(inner) => Ok(Type::promise(through(inner, step)?)),
        TypeKind::Output(inner) => Ok(Type::output(through(inner, step)?)),
        TypeKind::Union(members) => through_union(members, step),
        _ => step(ty),
    })
}

/// The union of the results for several members; a `none` member contributes `none` if another member has a
/// result.
fn through_union(members: &[Type], step: &dyn Fn(&Type) -> Fallible<Type>) -> Fallible<Type> {
    let mut found = Vec::new();
    let mut failure = None;
    for member in members.iter().filter(|member| !member.is_none()) {
        match through(member, step) {
            Ok(ty) => found.push(ty),
            Err(fault) => failure = failure.or(Some(fault)),
        }
    }
    match failure {
        Some(fault) if found.is_empty() => Err(fault),
        _ => {
            found.extend(members.iter().filter(|member| member.is_none()).cloned());
            Ok(Type::union(found))
        }
    }
}

fn attribute(object: &ObjectType, name: &str) -> Fallible<Type> {
    if let Some(attribute) = object.get(name) {
        return Ok(attribute.ty.clone());
    }
    let fault = Fault::new(codes::NO_ATTRIBUTE, format!("no attribute `{name}` on this object"));
    let names = object.attributes().iter().map(|attribute| &*attribute.name);
    Err(fault.perhaps_meant(nearest(name, names)))
}

fn element(ty: &Type, key: &TypeKey, rules: &Rules) -> Fallible<Type> {
    match ty.kind() {
        TypeKind::List(element) => number_key(ty, key, rules).map(|_| element.clone()),
        TypeKind::Tuple(elements) => match number_key(ty, key, rules)? {
            Some(number) => tuple_element(elements, &number),
            None => Ok(any_of(elements.iter(), rules)),
        },
        TypeKind::Map(element) => name_key(ty, key, rules).map(|_| element.clone()),
        TypeKind::Object(object) => match name_key(ty, key, rules)? {
            Some(name) => attribute(object, &name),
            None => Ok(any_of(object.attributes().iter().map(|attribute| &attribute.ty), rules)),
        },
        TypeKind::Set(_) => {
            Err(Fault::new(codes::NO_INDEX, "a set cannot be indexed: its elements are unordered"))
        }
        _ => Err(Fault::new(codes::NO_INDEX, format!("{} cannot be indexed", describe(ty)))),
    }
}

/// The key as a number, if it is known.
fn number_key(ty: &Type, key: &TypeKey, rules: &Rules) -> Fallible<Option<Number>> {
    let refused = |found: String| {
        Fault::new(codes::NO_INDEX, format!("{} takes a number as index, found {found}", describe(ty)))
    };
    match key {
        TypeKey::Number(number) => Ok(Some(number.clone())),
        TypeKey::String(text) => {
            // As in HCL, a string that reads as a number is converted.
            Number::parse_string(text).map(Some).ok_or_else(|| refused(format!("the string {text:?}")))
        }
        TypeKey::Type(key) if convertible(key, &Type::NUMBER, rules).exists() => Ok(None),
        TypeKey::Type(key) => Err(refused(describe(key))),
        TypeKey::Bool(_) => Err(refused("a bool".to_owned())),
        TypeKey::Null => Err(refused("null".to_owned())),
    }
}

/// The key as a name, if it is known.
fn name_key(ty: &Type, key: &TypeKey, rules: &Rules) -> Fallible<Option<Arc<str>>> {
    let refused = |found: String| {
        Fault::new(codes::NO_INDEX, format!("{} takes a string as index, found {found}", describe(ty)))
    };
    match key {
        TypeKey::String(text) => Ok(Some(text.clone())),
        TypeKey::Number(number) => Ok(Some(number.to_string().into())),
        TypeKey::Bool(value) => Ok(Some(value.to_string().into())),
        TypeKey::Type(key) if convertible(key, &Type::STRING, rules).exists() => Ok(None),
        TypeKey::Type(key) => Err(refused(describe(key))),
        TypeKey::Null => Err(refused("null".to_owned())),
    }
}

fn tuple_element(elements: &[Type], index: &Number) -> Fallible<Type> {
    index.to_usize().filter(|_| index.is_integer()).and_then(|index| elements.get(index)).cloned().ok_or_else(
        || {
            let count = elements.len();
            Fault::new(
                codes::NO_INDEX,
                format!("index {index} is out of range: the tuple has {count} elements"),
            )
        },
    )
}

/// The type of a part when it is not known which part is accessed.
fn any_of<'a>(parts: impl Iterator<Item = &'a Type>, rules: &Rules) -> Type {
    let parts: Vec<Type> = parts.cloned().collect();
    if rules.extended {
        Type::union(parts)
    } else {
        common_type(&parts, Mode::Safe, rules).unwrap_or(Type::ANY)
    }
}
