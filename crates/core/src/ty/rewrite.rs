//! Rewriting types from the inside out: removing optional attributes and eventuals.
//!
//! Unchanged parts are shared, not rebuilt.

use std::collections::HashMap;

use super::facts::OPTIONAL;
use super::intern::object_of;
use super::{OUTPUT, ObjectAttribute, PROMISE, Repr, Type, TypeKind};
use crate::stack::deep;

/// The size from which parts of a type may be shared so often that rewritten parts are cached.
const REMEMBER_FROM: u64 = 1 << 12;

/// One pass over a type.
pub(crate) struct Rewrite<F> {
    flags: u8,
    step: F,
    done: HashMap<u64, Type>,
}

impl<F: FnMut(Type) -> Type> Rewrite<F> {
    /// A pass in which parts with any of these flags are rebuilt and passed to `step`.
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
    /// The type with every part replaced, in normal form.
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
                    .map(|attribute| ObjectAttribute { ty: f(&attribute.ty), ..attribute.clone() }),
            ),
            _ => self.clone(),
        }
    }

    /// The type with every attribute required, at every depth.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        self.required().clone()
    }

    /// Like [`Type::into_required`], by reference: the type caches the result.
    #[inline]
    pub(crate) fn required(&self) -> &Type {
        match &self.0 {
            Repr::Node(node) if self.flags() & OPTIONAL != 0 => {
                node.required_or_make(|| deep(self, || self.with_parts_required()))
            }
            _ => self,
        }
    }

    /// The type with every attribute required, consuming the type.
    #[inline]
    pub(crate) fn into_required(self) -> Type {
        if self.flags() & OPTIONAL == 0 { self } else { self.without_optional() }
    }

    fn with_parts_required(&self) -> Type {
        let TypeKind::Object(object) = self.kind() else {
            return self.map_parts(&mut |part| part.without_optional());
        };
        object_of(object.attributes.iter().map(|attribute| (&attribute.name, attribute.ty.required())))
    }

    /// Removes the eventuals of these kinds at every depth.
    pub(crate) fn dissolve(&self, flags: u8) -> Type {
        dissolving(flags).run(self)
    }
}

/// The pass that removes the eventuals of these kinds.
pub(crate) fn dissolving(flags: u8) -> Rewrite<impl FnMut(Type) -> Type> {
    Rewrite::new(flags, move |ty| match ty.kind() {
        TypeKind::Promise(inner) if flags & PROMISE != 0 => inner.clone(),
        TypeKind::Output(inner) if flags & OUTPUT != 0 => inner.clone(),
        _ => ty,
    })
}
