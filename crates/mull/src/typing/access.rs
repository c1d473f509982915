//! Access to parts: `.name` and `[index]` (Mull §9.4).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind, Word};
use hclx_diag::{TextRange, mull_codes as codes};

use super::automatic::This;
use super::{TypedExpr, Typer};
use crate::ty::{Literal, Ty};
use crate::{Key, NoElement};

impl<'a> Typer<'a> {
    /// Types a chain of accesses from the inside out, without recursion along it.
    pub(super) fn access(&mut self, node: NodeId) -> TypedExpr {
        let (mut base, mut steps) = self.steps(node);
        let mut typed = match steps.last().and_then(|step| self.of_body(base, *step)) {
            Some(typed) => {
                base = steps.pop().expect("there is a last step");
                self.record(base, &typed.ty);
                typed
            }
            None => self.infer(base),
        };
        while let Some(step) = steps.pop() {
            typed = self.step(typed, step);
            self.record(step, &typed.ty);
        }
        typed
    }

    /// The innermost base of a chain, and the accesses, outermost first.
    fn steps(&self, node: NodeId) -> (NodeId, Vec<NodeId>) {
        let (mut base, mut steps) = (node, Vec::new());
        while let NodeKind::Member { base: inner, .. } | NodeKind::Index { base: inner, .. } =
            self.document.kind(base)
        {
            steps.push(base);
            base = *inner;
        }
        (base, steps)
    }

    /// Types `this.name` if `this` is the body: only that entry is needed.
    fn of_body(&mut self, base: NodeId, step: NodeId) -> Option<TypedExpr> {
        let body =
            matches!(self.document.kind(base), NodeKind::This) && matches!(self.declaration.this, This::Body);
        let name = self.static_step(step).filter(|_| body)?;
        let typed = match self.automatic(&name.text, name.range) {
            Some(typed) => self.narrow(typed),
            None => {
                let names = self.automatic_names();
                let help = self.did_you_mean(&name.text, names.iter().map(|name| &**name));
                let message = format!("the body has no static entry `{}`", name.text);
                self.fail(codes::NO_SUCH_MEMBER, name.range, message, help)
            }
        };
        Some(typed)
    }

    /// The name in a static step.
    fn static_step(&self, step: NodeId) -> Option<Word> {
        match self.document.kind(step) {
            NodeKind::Member { name, .. } => Some(name.clone()),
            NodeKind::Index { index, .. } => {
                let text = self.document.static_key(*index)?.clone();
                Some(Word { text, range: self.range(*index) })
            }
            _ => None,
        }
    }

    fn step(&mut self, base: TypedExpr, step: NodeId) -> TypedExpr {
        let document = self.document;
        match document.kind(step) {
            NodeKind::Member { name, .. } => self.member(base, name),
            NodeKind::Index { index, bracket, .. } => {
                let brackets = TextRange::new(bracket.start, self.range(step).end.max(bracket.end));
                self.index(base, *index, brackets)
            }
            _ => base,
        }
    }

    fn member(&mut self, base: TypedExpr, name: &Word) -> TypedExpr {
        match self.types.member(&base.ty, &name.text) {
            Some(ty) => {
                let typed = self.paths_member(ty, &base, &name.text);
                self.narrow(typed)
            }
            None => self.no_member(&base.ty, &name.text, name.range),
        }
    }

    fn paths_member(&mut self, ty: Ty, base: &TypedExpr, name: &Arc<str>) -> TypedExpr {
        let path = base.path.map(|path| self.paths.member(path, name));
        TypedExpr { ty, constant: None, path }
    }

    fn no_member(&mut self, ty: &Ty, name: &str, range: TextRange) -> TypedExpr {
        // None may be outside of a promise as well as inside.
        let inner = self.without_none(&self.without_none(ty).strip_eventual().0);
        let types = self.types;
        let views = types.properties_of(&inner);
        let (message, help) = match &views {
            Some(views) => {
                let help = self.did_you_mean(name, views.iter().map(|view| &**view.name));
                (format!("{} has no property `{name}`", self.show(&inner)), help)
            }
            None => (format!("expected an object, found {}", self.show(&inner)), None),
        };
        self.fail(codes::NO_SUCH_MEMBER, range, message, help)
    }

    fn index(&mut self, base: TypedExpr, index: NodeId, brackets: TextRange) -> TypedExpr {
        let key = self.infer(index);
        if self.may_be_none(&key.ty) {
            return self.maybe_nothing(self.range(index), &key.ty);
        }
        let looked_up = self.types.index(&base.ty, Key { ty: &key.ty, constant: key.constant.as_ref() });
        match (looked_up, &key.constant) {
            // `a["b"]` is the path `a.b`, so facts about one hold for the other.
            (Ok(ty), Some(Literal::String(name))) => {
                let typed = self.paths_member(ty, &base, name);
                self.narrow(typed)
            }
            (Ok(ty), _) => ty.into(),
            (Err(NoElement::NotIndexable), _) => {
                let message = format!("{} cannot be indexed", self.show(&base.ty));
                self.fail(codes::NO_SUCH_MEMBER, brackets, message, None)
            }
            (Err(NoElement::WrongKey(wanted)), _) => {
                let (wanted, found) = (self.show(&wanted), self.show(&key.ty));
                let message = format!("expected an index of type {wanted}, found {found}");
                self.fail(codes::NO_SUCH_MEMBER, self.range(index), message, None)
            }
            // out-of-range indices are reported during evaluation, together with all others
            (Err(NoElement::OutOfRange(_)), _) => TypedExpr::any(),
            (Err(NoElement::NoProperty(name)), _) => self.no_member(&base.ty, &name, self.range(index)),
        }
    }
}
