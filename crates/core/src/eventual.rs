//! Promises and outputs: values that become available later.
//!
//! Out of scope: lifting operations over eventual values (`lift`).

use crate::stack::deep;
use crate::ty::{OUTPUT, PROMISE, Rewrite, dissolving};
use crate::{Type, TypeKind};

/// The time at which a value becomes available, ordered by precedence in a combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Eventual {
    /// Immediately.
    #[default]
    Now,
    /// Later: a promise.
    Promise,
    /// Later, together with metadata for the application: an output.
    Output,
}

impl Eventual {
    /// The type of such a value: `ty`, `promise(ty)` or `output(ty)`.
    #[must_use]
    pub fn wrap(self, ty: Type) -> Type {
        match self {
            Eventual::Now => ty,
            Eventual::Promise => Type::promise(ty),
            Eventual::Output => Type::output(ty),
        }
    }
}

impl Type {
    /// Strips the outermost eventuals; returns the inner type and the greatest eventual among them.
    pub fn strip_eventual(&self) -> (Type, Eventual) {
        match self.kind() {
            TypeKind::Output(inner) => (inner.clone(), Eventual::Output),
            // An output inside a promise takes precedence.
            TypeKind::Promise(inner) => match inner.kind() {
                TypeKind::Output(inner) => (inner.clone(), Eventual::Output),
                _ => (inner.clone(), Eventual::Promise),
            },
            _ => (self.clone(), Eventual::Now),
        }
    }

    /// The type after every output and promise has its value, at every depth.
    #[must_use]
    pub fn resolve_outputs(&self) -> Type {
        self.dissolve(PROMISE | OUTPUT)
    }

    /// The type after every promise is resolved, at every depth; outputs are kept.
    #[must_use]
    pub fn resolve_promises(&self) -> Type {
        self.dissolve(PROMISE)
    }

    /// Returns `true` for an output, or a type that contains one.
    pub fn contains_outputs(&self) -> bool {
        self.flags() & OUTPUT != 0
    }

    /// Returns `true` for a promise, or a type that contains one.
    pub fn contains_promises(&self) -> bool {
        self.flags() & PROMISE != 0
    }

    /// Returns `true` if the type accepts null because it accepts none. `any` does not count as optional,
    /// although it accepts none like everything else.
    pub fn is_optional(&self) -> bool {
        !self.is_any() && self.takes_none()
    }

    /// `union(T, none)`
    #[must_use]
    pub fn optional(&self) -> Type {
        Type::union([self.clone(), Type::NONE])
    }

    /// The type that an input of this type accepts: at every depth the type itself or an output of it. Sets
    /// and tuples are unchanged.
    #[must_use]
    pub fn input_type(&self) -> Type {
        input_type(self, &mut dissolving(PROMISE | OUTPUT))
    }
}

/// Computes the input type; `resolve` is shared by all depths, so that each part is resolved once.
fn input_type(ty: &Type, resolve: &mut Rewrite<impl FnMut(Type) -> Type>) -> Type {
    let input = match ty.kind() {
        TypeKind::Any | TypeKind::None | TypeKind::Output(_) => return ty.clone(),
        TypeKind::Tuple(_) | TypeKind::Set(_) => ty.clone(),
        _ => deep(ty, || ty.map_parts(&mut |part| input_type(part, resolve))),
    };
    // The input type only adds outputs, and these are absorbed by the outer output.
    Type::union([input, Type::output(resolve.run(ty))])
}
