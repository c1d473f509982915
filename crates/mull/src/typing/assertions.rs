//! Assertions: `T{…}`, `!T node`, `${as T}` (Mull §9.6).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind, TypeExpr};

use super::collections::Constructor;
use super::{Mode, Typer};
use crate::ty::Ty;

impl<'a> Typer<'a> {
    /// The type in an assertion; `None` if it contains invalid names, which are reported.
    fn written(&mut self, written: &TypeExpr) -> Option<Ty> {
        let before = self.diagnostics.len();
        let ty = self.program.type_of(self.types, self.doc, written, &mut self.diagnostics);
        (self.diagnostics.len() == before).then_some(ty)
    }

    /// The type of an assertion, after its value was checked.
    pub(super) fn assertion(&mut self, written: &'a Arc<TypeExpr>, value: NodeId, entries: bool) -> Ty {
        let document = self.document;
        let ty = self.written(written);
        match (document.kind(value), ty) {
            (NodeKind::Map(pairs), Some(ty)) if entries => {
                let constructor = Constructor { names: true, place: written.range, mode: Mode::Assert };
                let typed = self.check_map(value, pairs, &ty, &constructor);
                self.record(value, &typed.ty);
                ty
            }
            // keys may be names or expressions
            (NodeKind::Map(pairs), None) if entries => {
                for (_, value) in pairs {
                    self.infer(*value);
                }
                Ty::any()
            }
            (_, Some(ty)) => {
                self.check(value, &ty, Mode::Assert);
                ty
            }
            (_, None) => {
                self.infer(value);
                Ty::any()
            }
        }
    }
}
