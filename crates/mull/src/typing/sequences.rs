//! Sequences in markup with their statements, inferred or checked (Mull §2.6, §11).

use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::mull_codes as codes;

use super::collections::Target;
use super::{Mode, TypedExpr, Typer};
use crate::ty::{Ty, TyKind};

/// The elements of a sequence.
#[derive(Default)]
struct Elements {
    tys: Vec<Ty>,
    /// Set if statements or inserts determine the number of elements.
    open: bool,
}

impl<'a> Typer<'a> {
    /// Infers the type of a sequence.
    pub(super) fn infer_sequence(&mut self, entries: &'a [Entry]) -> Ty {
        let mut elements = Elements::default();
        self.elements(entries, None, &mut elements);
        if elements.open {
            Ty::array(self.types.join_all(&elements.tys))
        } else {
            self.array_of(elements.tys)
        }
    }

    /// Checks a sequence against an expected type.
    pub(super) fn check_sequence(
        &mut self,
        node: NodeId,
        entries: &'a [Entry],
        (expected, mode): (&Ty, Mode),
    ) -> TypedExpr {
        match self.target(expected, false) {
            Target::Array(element) => {
                self.elements(entries, Some(&element), &mut Elements::default());
                expected.clone().into()
            }
            Target::Tuple(wanted)
                if entries.iter().all(|entry| matches!(entry, Entry::Element(_) | Entry::Let { .. })) =>
            {
                self.check_tuple(node, entries, wanted, expected)
            }
            _ => {
                let typed = self.infer_sequence(entries).into();
                self.fitted(node, typed, expected, mode)
            }
        }
    }

    fn check_tuple(
        &mut self,
        node: NodeId,
        entries: &'a [Entry],
        wanted: Vec<Ty>,
        expected: &Ty,
    ) -> TypedExpr {
        let mut found = 0;
        let right = entries.iter().filter(|entry| matches!(entry, Entry::Element(_))).count() == wanted.len();
        self.walk(entries, false, &mut |typer, _, entry| {
            if let Entry::Element(element) = entry {
                match wanted.get(found).filter(|_| right) {
                    Some(ty) => typer.check(*element, ty, Mode::Assign),
                    None => typer.infer(*element),
                };
                found += 1;
            }
        });
        if right { expected.clone().into() } else { self.wrong_length(self.range(node), wanted.len(), found) }
    }

    fn elements(&mut self, entries: &'a [Entry], expected: Option<&Ty>, elements: &mut Elements) {
        self.walk(entries, false, &mut |typer, _, entry| match entry {
            Entry::Element(element) => {
                let typed = match expected {
                    Some(expected) => typer.check(*element, expected, Mode::Assign),
                    None => typer.infer(*element),
                };
                elements.tys.push(typed.ty);
            }
            Entry::Insert(value) | Entry::Pair { value, .. } => {
                elements.open = true;
                typer.splice(*value, expected, elements);
            }
            Entry::If(arms) => {
                elements.open = true;
                typer.cascade(arms, |typer, body| typer.body_elements(body, expected, elements));
            }
            Entry::For { subject, body, .. } => {
                elements.open = true;
                let bound = typer.bind(*subject);
                typer.in_loop(&bound, |typer| typer.body_elements(*body, expected, elements));
            }
            Entry::Let { .. } => {}
        });
    }

    /// Types the body of a statement in a sequence.
    fn body_elements(&mut self, body: NodeId, expected: Option<&Ty>, elements: &mut Elements) {
        let document = self.document;
        match document.kind(body) {
            NodeKind::Sequence(entries) => {
                super::infer::grow(|| self.elements(entries, expected, elements));
            }
            NodeKind::Missing => {}
            _ => self.splice(body, expected, elements),
        }
    }

    /// Types the elements of an inserted value.
    fn splice(&mut self, value: NodeId, expected: Option<&Ty>, elements: &mut Elements) {
        let typed = self.infer(value);
        let ty = self.without_none(&typed.ty.strip_eventual().0);
        match self.types.resolved(&ty).kind() {
            TyKind::Any => elements.tys.push(Ty::any()),
            TyKind::None => {}
            TyKind::Array(element) | TyKind::Set(element) => elements.tys.push(element.clone()),
            TyKind::Tuple(all) => elements.tys.extend(all.iter().cloned()),
            _ => {
                let message = format!("only an array can be inserted into a list, found {}", self.show(&ty));
                let help = "start the line with `- ` to add it as one element".to_owned();
                self.fail(codes::INCORRECT_TYPE, self.range(value), message, Some(help.into()));
                elements.tys.push(Ty::any());
                return;
            }
        }
        if let Some(expected) = expected {
            self.fitted(value, typed, &Ty::optional(Ty::array(expected.clone())), Mode::Assign);
        }
    }
}
