//! Constructors `[…]` and `{…}`, and the types that they are checked against (Mull §9.5, §11).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind, Word};
use hclx_diag::{TextRange, counted, mull_codes as codes};

use super::mappings::Goal;
use super::objects::ObjectSlots;
use super::operators::Class;
use super::shape::Shape;
use super::{Mode, TypedExpr, Typer};
use crate::ty::{Ty, TyKind};

/// The expectation for the parts of a collection.
pub(super) enum Target {
    /// The properties of this object type.
    Object(Ty),
    /// Entries of a map.
    Map { key: Ty, value: Ty },
    /// Elements of this type.
    Array(Ty),
    /// A separate type for each element.
    Tuple(Vec<Ty>),
    /// No expectation: the collection is inferred.
    Nothing,
}

/// The context of a `{…}` that is checked against an object type.
pub(super) struct Constructor {
    /// Set in an assertion, where keys of objects are names.
    pub(super) names: bool,
    /// The range for missing properties.
    pub(super) place: TextRange,
    pub(super) mode: Mode,
}

impl<'a> Typer<'a> {
    /// The expectation for the parts of a mapping (`keyed`) or a sequence.
    pub(super) fn target(&self, expected: &Ty, keyed: bool) -> Target {
        let (expected, _) = expected.strip_eventual();
        let root = self.types.resolved(&expected);
        if let TyKind::Union(members) = root.kind() {
            let wanted = if keyed { Class::Keyed } else { Class::Sequence };
            let fitting = |member: &&Ty| self.class(&member.strip_eventual().0) == wanted;
            let mut fitting = members.iter().filter(fitting);
            // If several members could be meant, the inferred type decides.
            return match (fitting.next(), fitting.next()) {
                (Some(only), None) => self.target(only, keyed),
                _ => Target::Nothing,
            };
        }
        match root.kind() {
            TyKind::Object(_) if keyed => Target::Object(expected.clone()),
            TyKind::Map { key, value } if keyed => Target::Map { key: key.clone(), value: value.clone() },
            TyKind::Array(element) | TyKind::Set(element) if !keyed => Target::Array(element.clone()),
            TyKind::Tuple(elements) if !keyed => Target::Tuple(elements.to_vec()),
            _ => Target::Nothing,
        }
    }

    /// Infers the type of `[…]`.
    pub(super) fn infer_array(&mut self, elements: &'a [NodeId]) -> Ty {
        let tys = elements.iter().map(|element| self.infer(*element).ty).collect::<Vec<_>>();
        self.array_of(tys)
    }

    /// An array type if the elements have a common type, otherwise a tuple type.
    pub(super) fn array_of(&self, tys: Vec<Ty>) -> Ty {
        if tys.is_empty() {
            return Ty::empty_array();
        }
        match self.types.join_without_new_union(&tys) {
            Some(element) => Ty::array(element),
            None => Ty::tuple(tys),
        }
    }

    /// Checks `[…]` against an expected type.
    pub(super) fn check_array(
        &mut self,
        node: NodeId,
        elements: &'a [NodeId],
        (expected, mode): (&Ty, Mode),
        names: bool,
    ) -> TypedExpr {
        match self.target(expected, false) {
            Target::Array(element) => {
                for node in elements {
                    self.check_part(*node, &element, names);
                }
                expected.clone().into()
            }
            Target::Tuple(wanted) if wanted.len() == elements.len() => {
                for (node, wanted) in elements.iter().zip(&wanted) {
                    self.check_part(*node, wanted, names);
                }
                expected.clone().into()
            }
            Target::Tuple(wanted) => {
                self.infer_array(elements);
                self.wrong_length(self.range(node), wanted.len(), elements.len())
            }
            _ => {
                let typed = self.infer_array(elements).into();
                self.fitted(node, typed, expected, mode)
            }
        }
    }

    /// Checks a part of a constructor; in an assertion (`names`), keys of nested objects are names too.
    fn check_part(&mut self, node: NodeId, expected: &Ty, names: bool) -> TypedExpr {
        self.inside_assertion = names;
        let typed = self.check(node, expected, Mode::Assign);
        self.inside_assertion = false;
        typed
    }

    pub(super) fn wrong_length(&mut self, range: TextRange, wanted: usize, found: usize) -> TypedExpr {
        let message = format!("expected a tuple of {}, found {found}", counted(wanted, "element"));
        self.fail(codes::INCORRECT_TYPE, range, message, None)
    }

    /// Infers the type of `{…}`.
    pub(super) fn infer_map(&mut self, entries: &'a [(NodeId, NodeId)]) -> Ty {
        let mut shape = Shape::default();
        let mut keys = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let key_type = self.map_key(*key, &keys);
            let typed = self.infer(*value);
            match self.document.static_key(*key) {
                Some(name) => {
                    let (ty, optional) = self.entry_type(*value, &typed.ty);
                    shape.name(name.clone(), ty, optional);
                }
                None => shape.value(typed.ty),
            }
            keys.extend(key_type);
        }
        let ty = shape.ty(self.types);
        match ty.kind() {
            TyKind::Map { value, .. } => Ty::map(self.key_type(&keys), value.clone()),
            _ => ty,
        }
    }

    fn key_type(&self, keys: &[Ty]) -> Ty {
        let joined = self.types.join_all(keys);
        if self.class(&joined) == Class::Any { Ty::string() } else { joined }
    }

    /// The type of a key of `{…}`, which must be a bool, number or string of the same kind as the previous
    /// keys; `None` if it is not.
    fn map_key(&mut self, key: NodeId, before: &[Ty]) -> Option<Ty> {
        let typed = self.infer(key);
        let ty = self.operand(key, typed)?;
        let class = self.class(&ty);
        let primitive = matches!(class, Class::Any | Class::Bool | Class::Int | Class::Number | Class::Text);
        let others = before.first().map(|ty| self.class(ty)).filter(|others| *others != Class::Any);
        let one_kind = others.is_none_or(|others| class == Class::Any || kind(others) == kind(class));
        if primitive && one_kind {
            return Some(ty);
        }
        let found = self.show(&ty);
        let message = if primitive {
            format!(
                "all keys of a map must have the same type: expected {}, found {found}",
                self.show(&before[0])
            )
        } else {
            format!("a key must be a bool, a number or a string, found {found}")
        };
        self.fail(codes::OPERATOR_NOT_DEFINED, self.range(key), message, None);
        None
    }

    /// Checks `{…}` against an expected type.
    pub(super) fn check_map(
        &mut self,
        node: NodeId,
        entries: &'a [(NodeId, NodeId)],
        expected: &Ty,
        constructor: &Constructor,
    ) -> TypedExpr {
        match self.target(expected, true) {
            Target::Object(ty) => {
                let wanted = self.wanted(&ty, constructor.mode);
                let mut shape = Shape::default();
                let mut named = true;
                for (key, value) in entries {
                    named &= self.named_entry(*key, *value, &wanted, constructor.names, &mut shape);
                }
                // A key that is not a name may have been meant as a missing property.
                if named {
                    self.missing(&wanted, &shape, constructor.place);
                }
                expected.clone().into()
            }
            Target::Map { key: wanted, value: element } => {
                for (key, value) in entries {
                    let typed = self.infer(*key);
                    self.fitted(*key, typed, &wanted, Mode::Assign);
                    self.check_part(*value, &element, constructor.names);
                }
                expected.clone().into()
            }
            _ => {
                let typed = self.infer_map(entries).into();
                self.fitted(node, typed, expected, constructor.mode)
            }
        }
    }

    /// Checks an entry of a `{…}` that becomes an object; returns `false` if its key must be a name and is not.
    fn named_entry(
        &mut self,
        key: NodeId,
        value: NodeId,
        wanted: &ObjectSlots,
        names: bool,
        shape: &mut Shape,
    ) -> bool {
        let range = self.range(key);
        let name: Option<Arc<str>> = match self.document.kind(key) {
            // an expression, even if it is simple
            _ if names && self.is_in_parentheses(range) => None,
            NodeKind::String(text) => Some(text.clone()),
            NodeKind::Name(text) if names => Some(text.clone()),
            _ => None,
        };
        match name {
            Some(text) => {
                let name = Word { text, range };
                self.inside_assertion = names;
                let typed = self.entry_value(&Goal::Object(wanted), &name, value, None);
                self.inside_assertion = false;
                let (ty, optional) = self.entry_type(value, &typed.ty);
                shape.name(name.text, ty, optional);
            }
            None if names => {
                let message = "expected the name of a property";
                self.fail(codes::QUOTATION_SYNTAX, range, message, None);
                let typed = self.infer(value);
                shape.value(typed.ty);
                return false;
            }
            None => {
                self.map_key(key, &[Ty::string()]);
                self.computed_key(range, wanted);
                let typed = self.infer(value);
                shape.value(typed.ty);
            }
        }
        true
    }

    /// Returns `true` if the key of an entry is in parentheses, which the tree does not record.
    fn is_in_parentheses(&self, key: TextRange) -> bool {
        let before = &self.document.source()[..key.range().start];
        before.iter().rev().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'(')
    }
}

/// The kind of a key: ints and numbers are the same kind.
fn kind(class: Class) -> Class {
    if class == Class::Int { Class::Number } else { class }
}
