//! Unification with the types int and none, which go-cty does not have, so that the results match go-cty's.
//!
//! For go-cty, an int is a number and an untyped null has type `any`. Where these are mixed with numbers and
//! other types, go-cty's result is used; a part of it is int only if all inputs have an int there.

use std::collections::HashMap;

use hclx_diag::Arrange;

use super::{Mode, distinct, part_type};
use crate::range::conforms;
use crate::stack::deep;
use crate::ty::{EXTENSION, Rewrite};
use crate::{Rules, Type, TypeKind};

/// The common type of types that contain int or none.
pub(super) fn common_type(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    let numbers: Vec<Type> = types.iter().map(without_int).collect();
    let nulls_yield = part_type(&distinct(&numbers), mode, rules);
    let plain: Vec<Type> = types.iter().map(in_cty).collect();
    let common = if plain == numbers {
        nulls_yield
    } else {
        // A null takes the type of its neighbors if go-cty's result is any.
        let theirs = part_type(&distinct(&plain), mode, rules);
        let agrees = |own: &Type| theirs.as_ref().is_none_or(|theirs| conforms(own, theirs));
        nulls_yield.filter(agrees).or(theirs)
    };
    Some(with_ints(&common?, types))
}

/// A common type generalized to fit the given types: number in place of int, unless every type has an int
/// there. `common` may have an int where one of the others has a number.
///
/// ```
/// use hclx_core::{Type, generalized};
/// let map = Type::map(Type::INT);
/// assert_eq!(generalized(&map, &[map.clone(), Type::map(Type::NUMBER)]), Type::map(Type::NUMBER));
/// ```
pub fn generalized(common: &Type, from: &[Type]) -> Type {
    with_ints(&without_int(common), from)
}

/// The corresponding type of go-cty: number for int, any for none.
///
/// ```
/// use hclx_core::{Type, in_cty};
/// assert_eq!(in_cty(&Type::tuple([Type::INT, Type::NONE])), Type::tuple([Type::NUMBER, Type::ANY]));
/// ```
pub fn in_cty(ty: &Type) -> Type {
    Rewrite::new(EXTENSION, |ty| match ty.kind() {
        TypeKind::Int => Type::NUMBER,
        TypeKind::None => Type::ANY,
        _ => ty,
    })
    .run(ty)
}

/// The type with number for every int.
fn without_int(ty: &Type) -> Type {
    Rewrite::new(EXTENSION, |ty| if ty == Type::INT { Type::NUMBER } else { ty }).run(ty)
}

/// A common type with int in place of every number that only ints contribute to.
fn with_ints(common: &Type, from: &[Type]) -> Type {
    NarrowingPass { done: HashMap::new() }.run(common, from)
}

/// The size from which parts of a type may be shared so often that results are cached.
const REMEMBER_FROM: u64 = 1 << 12;

/// One pass over a common type and its inputs.
struct NarrowingPass {
    /// Results by the ids of the common type and of the types it was computed for.
    done: HashMap<(u64, Vec<u64>), Type>,
}

impl NarrowingPass {
    fn run(&mut self, common: &Type, from: &[Type]) -> Type {
        if !from.iter().any(Type::has_extension) {
            return common.clone();
        }
        match common.kind() {
            TypeKind::Number => {
                let ints = from.iter().all(|ty| matches!(ty.kind(), TypeKind::Int | TypeKind::None));
                if ints && from.contains(&Type::INT) { Type::INT } else { Type::NUMBER }
            }
            TypeKind::List(_)
            | TypeKind::Set(_)
            | TypeKind::Map(..)
            | TypeKind::Tuple(_)
            | TypeKind::Object(_) => {
                if common.size() < REMEMBER_FROM {
                    return deep(common, || self.parts(common, from));
                }
                let key = (common.id(), from.iter().map(Type::id).collect());
                if let Some(done) = self.done.get(&key) {
                    return done.clone();
                }
                let fresh = deep(common, || self.parts(common, from));
                self.done.insert(key, fresh.clone());
                fresh
            }
            _ => common.clone(),
        }
    }

    fn parts(&mut self, common: &Type, from: &[Type]) -> Type {
        let mut inside = |part: &Type, at: TypeStep<'_>| {
            let mut sources = Vec::new();
            for ty in from.iter().filter(|ty| !ty.is_none()) {
                sources_at(ty, at, &mut sources);
            }
            sources.arrange_by_key(Type::id);
            sources.dedup();
            self.run(part, &sources)
        };
        match common.kind() {
            TypeKind::Tuple(parts) => Type::tuple(
                parts.iter().enumerate().map(|(index, part)| inside(part, TypeStep::Index(index))),
            ),
            TypeKind::Object(object) => Type::object(object.attributes().iter().map(|attribute| {
                (attribute.name.clone(), inside(&attribute.ty, TypeStep::Name(&attribute.name)))
            })),
            _ => common.map_parts(&mut |part| inside(part, TypeStep::Every)),
        }
    }
}

/// A step into a type structure.
#[derive(Clone, Copy)]
enum TypeStep<'a> {
    Index(usize),
    Name(&'a str),
    Every,
}

/// Collects the types that contribute to a place. A type that may or may not contain the place can contribute
/// any type.
fn sources_at(ty: &Type, at: TypeStep<'_>, sources: &mut Vec<Type>) {
    match (ty.kind(), at) {
        (TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element), _) => {
            sources.push(element.clone());
        }
        (TypeKind::Tuple(parts), TypeStep::Index(index)) => sources.extend(parts.get(index).cloned()),
        (TypeKind::Tuple(parts), _) => sources.extend(parts.iter().cloned()),
        (TypeKind::Object(object), TypeStep::Name(name)) => {
            sources.extend(object.get(name).map(|attribute| attribute.ty.clone()));
        }
        (TypeKind::Object(object), _) => {
            sources.extend(object.attributes().iter().map(|attribute| attribute.ty.clone()));
        }
        _ => sources.push(Type::ANY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unify;

    fn unified(types: &[&Type]) -> Option<String> {
        let types: Vec<Type> = types.iter().copied().cloned().collect();
        unify(&types, &Rules::generic()).unsafe_.map(|ty| ty.to_string())
    }

    #[test]
    fn ints_never_narrow_what_they_meet() {
        let set = Type::set(Type::INT);
        assert_eq!(unified(&[&set, &Type::tuple([Type::NUMBER])]).as_deref(), Some("set(number)"));
        assert_eq!(unified(&[&set, &Type::tuple([Type::INT])]).as_deref(), Some("set(int)"));
        assert_eq!(unified(&[&Type::INT, &Type::ANY]).as_deref(), Some("number"));
    }

    #[test]
    fn int_stays_where_only_ints_meet() {
        let object = |b: &Type| Type::object([("a", Type::INT), ("b", b.clone())]);
        let common = unified(&[&object(&Type::STRING), &object(&Type::ANY)]);
        assert_eq!(common.as_deref(), Some("object({a = int, b = string})"));
        let null = Type::object([("a", Type::NONE), ("b", Type::BOOL)]);
        assert_eq!(unified(&[&object(&Type::BOOL), &null]).as_deref(), Some("object({a = int, b = bool})"));
    }

    #[test]
    fn a_null_is_of_any_type_where_it_would_meet_nothing() {
        let nulls = Type::set(Type::NONE);
        assert_eq!(unified(&[&nulls, &Type::tuple([Type::STRING])]).as_deref(), Some("set(any)"));
    }
}
