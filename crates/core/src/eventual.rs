//! Promises and outputs: values that come later.
//!
//! Deliberately absent: lifting operations over eventual values (`lift`).

use crate::stack::deep;
use crate::ty::{OUTPUT, PROMISE, Rewrite, dissolving};
use crate::{Type, TypeKind};

/// When a value is there; the order says which outlives which in a combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Eventual {
    /// Promptly.
    #[default]
    Now,
    /// Later: a promise.
    Promise,
    /// Later, with information of the application: an output.
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
    /// Takes the outermost eventuals off: what is inside, and the greatest of them.
    pub fn strip_eventual(&self) -> (Type, Eventual) {
        match self.kind() {
            TypeKind::Output(inner) => (inner.clone(), Eventual::Output),
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

    /// The type after every promise has its value, at every depth; outputs stay.
    #[must_use]
    pub fn resolve_promises(&self) -> Type {
        self.dissolve(PROMISE)
    }

    /// Whether an output is anywhere inside, or it is one.
    pub fn contains_outputs(&self) -> bool {
        self.flags() & OUTPUT != 0
    }

    /// Whether a promise is anywhere inside, or it is one.
    pub fn contains_promises(&self) -> bool {
        self.flags() & PROMISE != 0
    }

    /// Whether null may be where it is wanted: it takes none. `any` is not
    /// called optional, although it takes none like all else.
    pub fn is_optional(&self) -> bool {
        !self.is_any() && self.takes_none()
    }

    /// `union(T, none)`
    #[must_use]
    pub fn optional(&self) -> Type {
        Type::union([self.clone(), Type::NONE])
    }

    /// What an input of this type may be given: at every depth the type or an output of it. Sets
    /// and tuples are taken as they are.
    #[must_use]
    pub fn input_type(&self) -> Type {
        input_type(self, &mut dissolving(PROMISE | OUTPUT))
    }
}

/// `resolve` is shared by all depths, so that each part is resolved once.
fn input_type(ty: &Type, resolve: &mut Rewrite<impl FnMut(Type) -> Type>) -> Type {
    let input = match ty.kind() {
        TypeKind::Any | TypeKind::None | TypeKind::Output(_) => return ty.clone(),
        TypeKind::Tuple(_) | TypeKind::Set(_) => ty.clone(),
        _ => deep(ty, || ty.map_parts(&mut |part| input_type(part, resolve))),
    };
    // All that the input adds to the type are outputs, which dissolve again.
    Type::union([input, Type::output(resolve.run(ty))])
}
