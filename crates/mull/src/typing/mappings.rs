//! Mappings in markup with their statements, inferred or checked (Mull §2.6, §5.4, §11).

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind, Word};
use hclx_diag::{TextRange, mull_codes as codes};

use super::collections::Target;
use super::objects::ObjectSlots;
use super::operators::Class;
use super::shape::Shape;
use super::{Mode, TypedExpr, Typer};
use crate::ty::{Literal, Ty, TyKind};

/// The expectation for entries.
pub(super) enum Goal<'g> {
    Nothing,
    Object(&'g ObjectSlots),
    Map { key: &'g Ty, value: &'g Ty },
}

impl<'a> Typer<'a> {
    /// Infers the type of a mapping.
    pub(super) fn infer_mapping(&mut self, entries: &'a [Entry], root: bool) -> Ty {
        self.entries(entries, root, &Goal::Nothing).ty(self.types)
    }

    /// Checks a mapping against an expected type.
    pub(super) fn check_mapping(
        &mut self,
        node: NodeId,
        entries: &'a [Entry],
        (expected, mode): (&Ty, Mode),
    ) -> TypedExpr {
        match self.target(expected, true) {
            Target::Object(ty) => {
                let wanted = self.wanted(&ty, mode);
                let shape = self.entries(entries, false, &Goal::Object(&wanted));
                let place = self.first_character(node);
                self.missing(&wanted, &shape, place);
                expected.clone().into()
            }
            Target::Map { key, value } => {
                self.entries(entries, false, &Goal::Map { key: &key, value: &value });
                expected.clone().into()
            }
            _ => {
                let typed = self.infer_mapping(entries, false).into();
                self.fitted(node, typed, expected, mode)
            }
        }
    }

    /// The range at which missing properties of a mapping are reported.
    pub(super) fn first_character(&self, node: NodeId) -> TextRange {
        let range = self.range(node);
        let text = self.document.source().get(range.range()).unwrap_or_default();
        let continued = |byte: &&u8| **byte & 0xc0 == 0x80;
        let more = text.iter().skip(1).take_while(continued).count();
        TextRange::new(range.start, (range.start + 1 + more as u32).min(range.end).max(range.start))
    }

    /// Types the entries of a mapping in order.
    pub(super) fn entries(&mut self, entries: &'a [Entry], root: bool, goal: &Goal<'_>) -> Shape {
        let mut shape = Shape::default();
        self.walk(entries, root, &mut |typer, index, entry| {
            if root && !typer.header.is_body(index) {
                return;
            }
            match entry {
                Entry::Pair { key, value } => {
                    let root_entry = if root { typer.cell_of(index) } else { None };
                    typer.pair(*key, *value, root_entry, goal, &mut shape);
                }
                Entry::Insert(value) | Entry::Element(value) => {
                    let inserted = typer.insert(*value, goal);
                    shape.absorb(inserted);
                }
                Entry::If(arms) => {
                    let (bodies, exhaustive) =
                        typer.cascade(arms, |typer, body| typer.body_entries(body, goal));
                    shape.absorb(Shape::one_of(bodies, exhaustive));
                }
                Entry::For { subject, body, .. } => {
                    let bound = typer.bind(*subject);
                    let body = typer.in_loop(&bound, |typer| typer.body_entries(*body, goal));
                    shape.absorb(body.repeated());
                }
                Entry::Let { .. } => {}
            }
        });
        shape
    }

    /// Types the body of a statement in a mapping.
    fn body_entries(&mut self, body: NodeId, goal: &Goal<'_>) -> Shape {
        let document = self.document;
        match document.kind(body) {
            NodeKind::Mapping(entries) => super::infer::grow(|| self.entries(entries, false, goal)),
            NodeKind::Missing => Shape::default(),
            _ => self.insert(body, goal),
        }
    }

    fn pair(
        &mut self,
        key: NodeId,
        value: NodeId,
        root_entry: Option<usize>,
        goal: &Goal<'_>,
        shape: &mut Shape,
    ) {
        let range = self.document.key_range(key);
        if let Some(text) = self.document.static_key(key) {
            let name = Word { text: text.clone(), range };
            let typed = self.entry_value(goal, &name, value, root_entry);
            let (ty, optional) = self.entry_type(value, &typed.ty);
            shape.name(name.text, ty, optional);
            return;
        }
        self.key(key);
        let typed = match goal {
            Goal::Nothing => self.infer(value),
            Goal::Object(wanted) => {
                self.computed_key(range, wanted);
                self.infer(value)
            }
            Goal::Map { value: element, .. } => self.check(value, element, Mode::Assign),
        };
        shape.value(typed.ty);
    }

    /// Types the value of an entry with a static name.
    pub(super) fn entry_value(
        &mut self,
        goal: &Goal<'_>,
        name: &Word,
        value: NodeId,
        root_entry: Option<usize>,
    ) -> TypedExpr {
        let expected = match goal {
            Goal::Nothing => None,
            Goal::Object(wanted) => match wanted.slot(&name.text) {
                Some(slot) => Some((slot.expected.clone(), slot.declared)),
                None => {
                    self.unrecognized(wanted, name);
                    None
                }
            },
            Goal::Map { key, value } => {
                self.key_of_map(name, key);
                Some(((*value).clone(), None))
            }
        };
        let before = self.diagnostics.len();
        let typed = match (root_entry, &expected) {
            (Some(root_entry), _) => self.root_entry(root_entry, name.range),
            (None, Some((expected, _))) => self.check(value, expected, Mode::Assign),
            (None, None) => self.infer(value),
        };
        let declared = expected.and_then(|(_, declared)| declared);
        let place = self.span(self.range(value));
        // The declaration only explains a finding about the value itself.
        let blamed = self.diagnostics.get_mut(before).filter(|found| found.span == Some(place));
        if let (Some(diagnostic), Some(declared)) = (blamed, declared) {
            *diagnostic = diagnostic.clone().also(declared, format!("`{}` is declared here", name.text));
        }
        typed
    }

    /// Checks a key of a map: keys in markup are strings, and for a map with another key type they must parse
    /// as such keys.
    fn key_of_map(&mut self, name: &Word, key: &Ty) {
        let number = || Literal::numeral(&name.text, false);
        let reads = match self.class(key) {
            Class::Int => number().is_some_and(|number| number.is_integer()),
            Class::Number => number().is_some(),
            Class::Bool => matches!(&*name.text, "true" | "false"),
            _ => true,
        };
        if !reads {
            let message = format!("expected a key of type {}, found `{}`", self.show(key), name.text);
            self.fail(codes::INCORRECT_TYPE, name.range, message, None);
        }
    }

    /// The type of an entry, and whether it may be absent.
    pub(super) fn entry_type(&self, value: NodeId, ty: &Ty) -> (Ty, bool) {
        // A literal null is present, while any other none may be undefined.
        let null = matches!(self.document.kind(value), NodeKind::Null);
        let optional = self.may_be_none(ty) && !null;
        (if optional { self.without_none(ty) } else { ty.clone() }, optional)
    }

    /// Types the entries of an inserted value.
    fn insert(&mut self, value: NodeId, goal: &Goal<'_>) -> Shape {
        let typed = self.infer(value);
        let ty = self.without_none(&typed.ty.strip_eventual().0);
        let optional = self.may_be_none(&typed.ty);
        match goal {
            Goal::Nothing => {}
            Goal::Object(wanted) => self.check_inserted(value, &ty, wanted),
            Goal::Map { key, value: element } => {
                let map = Ty::optional(Ty::map((*key).clone(), (*element).clone()));
                self.fitted(value, typed, &map, Mode::Assign);
            }
        }
        match self.inserted(&ty) {
            Some(shape) if optional => Shape::one_of(vec![shape], false),
            Some(shape) => shape,
            None => {
                let message = format!(
                    "only a map or an object can be inserted into a mapping, found {}",
                    self.show(&ty)
                );
                let help = "add a key".to_owned();
                self.fail(codes::INCORRECT_TYPE, self.range(value), message, Some(help.into()));
                let mut shape = Shape::default();
                shape.value(Ty::any());
                shape
            }
        }
    }

    /// The entries of values of a type; `None` if they have none.
    fn inserted(&self, ty: &Ty) -> Option<Shape> {
        let mut shape = Shape::default();
        match self.types.resolved(ty).kind() {
            TyKind::Any => shape.value(Ty::any()),
            TyKind::None => {}
            TyKind::Map { value, .. } => shape.value(value.clone()),
            TyKind::Object(_) => {
                for view in self.types.properties_of(ty).unwrap_or_default() {
                    let name: Arc<str> = view.name.clone();
                    shape.name(name, view.ty.clone(), view.may_be_absent);
                }
            }
            TyKind::Union(members) => {
                let shapes =
                    members.iter().map(|member| self.inserted(member)).collect::<Option<Vec<_>>>()?;
                return Some(Shape::one_of(shapes, true));
            }
            _ => return None,
        }
        Some(shape)
    }
}
