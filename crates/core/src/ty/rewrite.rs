//! Rebuilding types from the inside out: without optional attributes, without eventuals.
//!
//! Parts that hold nothing to change are shared, not rebuilt.

use std::collections::HashMap;

use super::facts::OPTIONAL;
use super::{Attribute, OUTPUT, PROMISE, Type, TypeKind};
use crate::stack::deep;

/// Above this size the parts of a type may be shared so often that each is rewritten only once.
const REMEMBER_FROM: u64 = 1 << 12;

/// One pass over a type.
pub(crate) struct Rewrite<F> {
    flags: u8,
    step: F,
    done: HashMap<u64, Type>,
}

impl<F: FnMut(Type) -> Type> Rewrite<F> {
    /// Parts with any of these flags are rebuilt and given to `step`.
    pub(crate) fn new(flags: u8, step: F) -> Self {
        Self { flags, step, done: HashMap::new() }
    }

    pub(crate) fn run(&mut self, ty: &Type) -> Type {
        if ty.flags() & self.flags == 0 {
            return ty.clone();
        }
        let remember = ty.size() >= REMEMBER_FROM;
        if remember && let Some(done) = self.done.get(&ty.id()) {
            return done.clone();
        }
        let rebuilt = deep(ty, || ty.map_parts(&mut |part| self.run(part)));
        let result = (self.step)(rebuilt);
        if remember {
            self.done.insert(ty.id(), result.clone());
        }
        result
    }
}

impl Type {
    /// The same kind of type with every part replaced, in normal form.
    pub(crate) fn map_parts(&self, f: &mut impl FnMut(&Type) -> Type) -> Type {
        match self.kind() {
            TypeKind::List(element) => Type::list(f(element)),
            TypeKind::Set(element) => Type::set(f(element)),
            TypeKind::Map(element) => Type::map(f(element)),
            TypeKind::Promise(inner) => Type::promise(f(inner)),
            TypeKind::Output(inner) => Type::output(f(inner)),
            TypeKind::Tuple(elements) => Type::tuple(elements.iter().map(f)),
            TypeKind::Union(members) => Type::union(members.iter().map(f)),
            TypeKind::Object(object) => Type::object_with(
                object
                    .attributes
                    .iter()
                    .map(|attribute| Attribute { ty: f(&attribute.ty), ..attribute.clone() }),
            ),
            _ => self.clone(),
        }
    }

    /// The type with every attribute required, at every depth.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        if self.flags() & OPTIONAL == 0 {
            return self.clone();
        }
        Rewrite::new(OPTIONAL, |ty| match ty.kind() {
            TypeKind::Object(object) if object.has_optional() => Type::object_with(
                object.attributes.iter().map(|attribute| Attribute { optional: false, ..attribute.clone() }),
            ),
            _ => ty,
        })
        .run(self)
    }

    /// Takes the eventuals of these kinds away, at every depth.
    pub(crate) fn dissolve(&self, flags: u8) -> Type {
        dissolving(flags).run(self)
    }
}

/// The pass that takes the eventuals of these kinds away.
pub(crate) fn dissolving(flags: u8) -> Rewrite<impl FnMut(Type) -> Type> {
    Rewrite::new(flags, move |ty| match ty.kind() {
        TypeKind::Promise(inner) if flags & PROMISE != 0 => inner.clone(),
        TypeKind::Output(inner) if flags & OUTPUT != 0 => inner.clone(),
        _ => ty,
    })
}
