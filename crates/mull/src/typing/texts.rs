//! Expressions inside strings and keys (Mull §2.3).

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_diag::mull_codes as codes;

use super::operators::Class;
use super::{TypedExpr, Typer};
use crate::ty::{Ty, TyKind};

impl<'a> Typer<'a> {
    /// Types a string with quotations.
    pub(super) fn text(&mut self, parts: &'a [NodeId]) -> TypedExpr {
        let mut later = Default::default();
        for part in parts {
            let typed = self.infer(*part);
            if matches!(self.document.kind(*part), NodeKind::String(_)) {
                continue;
            }
            // `none` alone is never text, which is reported below.
            if self.may_be_none(&typed.ty) && !typed.ty.is_none() {
                self.maybe_nothing(self.range(*part), &typed.ty);
                continue;
            }
            later = std::cmp::max(later, typed.ty.strip_eventual().1);
            self.check_printable(*part, &typed.ty, "text");
        }
        Ty::string().eventual(later).into()
    }

    /// Types a computed key of a mapping. If it may be undefined, the entry may be omitted.
    pub(super) fn key(&mut self, key: NodeId) -> TypedExpr {
        let typed = self.infer(key);
        match self.document.kind(key) {
            NodeKind::Undefined | NodeKind::Text(_) => {}
            _ => {
                let ty = self.without_none(&typed.ty);
                self.check_printable(key, &ty, "key");
            }
        }
        typed
    }

    fn check_printable(&mut self, node: NodeId, ty: &Ty, what: &str) {
        if self.is_printable(&ty.strip_eventual().0) {
            return;
        }
        let message = format!("{} cannot be part of a {what}", self.show(ty));
        let help = match self.class(ty) {
            Class::Sequence | Class::Keyed => Some("convert it to JSON with `string(…)`".to_owned()),
            _ => None,
        };
        self.fail(codes::NOT_TEXT, self.range(node), message, help.map(Into::into));
    }

    /// Returns `true` if values of the type are bools, numbers or strings.
    fn is_printable(&self, ty: &Ty) -> bool {
        match self.types.resolved(ty).kind() {
            TyKind::Union(members) => members.iter().all(|member| self.is_printable(member)),
            _ => {
                matches!(self.class(ty), Class::Any | Class::Bool | Class::Int | Class::Number | Class::Text)
            }
        }
    }
}
