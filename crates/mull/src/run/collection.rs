//! Mappings in markup, and constructors of maps (Mull §2.6, §9.5).

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::Diagnostic;
use hclx_diag::mull_codes::{DUPLICATE_PRODUCED, INCORRECT_TYPE, STRUCTURE_UNKNOWN, UNRECOGNIZED_PROPERTY};

use super::super::declare::Types;
use super::super::ty::Ty;
use super::super::value::{Fields, Val};
use super::expected::Expect;
use super::fit::{Unfit, placed};
use super::text::Key;
use super::{Answer, Machine, ReportedFailure};

/// The expected type of a mapping's entries.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// The properties of an object type.
    Object(Ty),
    /// Entries of a map.
    Map { key: Ty, value: Ty },
}

impl Shape {
    pub(super) fn is_map(&self) -> bool {
        matches!(self, Shape::Map { .. })
    }

    /// The expected type of an entry's value; `None` if there is no such property.
    pub(super) fn expected(&self, types: &Types, name: &str) -> Option<Ty> {
        match self {
            Shape::Map { value, .. } => Some(value.clone()),
            Shape::Object(ty) => types.property(ty, name).map(|property| {
                // null counts as not supplied
                if property.required { property.ty.clone() } else { Ty::optional(property.ty.clone()) }
            }),
        }
    }
}

/// An entry of a mapping with a computed value.
pub(super) struct ComputedEntry {
    pub name: Arc<str>,
    /// The node of the key.
    pub key: NodeId,
    /// The node of the value.
    pub node: NodeId,
    pub value: Val,
}

/// The entries of a mapping so far.
#[derive(Debug)]
pub(super) struct Gather<'s> {
    pub shape: Option<&'s Shape>,
    pub fields: Fields,
    /// The node of the key of each field.
    keys: Vec<NodeId>,
    /// Set if the presence of an entry is unknown.
    pub open: bool,
    /// Set if an entry failed.
    pub failed: bool,
    role: Role,
}

/// The kind of mapping whose entries are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The body of a document: entries that may be undefined are kept.
    Body,
    /// A constructor in an assertion: keys of objects in its values are names.
    Asserted,
    Other,
}

impl<'s> Gather<'s> {
    /// Creates an empty collection of entries for the body of a document.
    pub(super) fn new(shape: Option<&'s Shape>) -> Self {
        Self { shape, fields: Fields::new(), keys: Vec::new(), open: false, failed: false, role: Role::Body }
    }

    fn inner(shape: Option<&'s Shape>) -> Self {
        Self { role: Role::Other, ..Self::new(shape) }
    }

    fn value(self) -> Val {
        if self.open { Val::unknown() } else { Val::fields(self.fields) }
    }
}

impl Machine<'_> {
    /// Evaluates a mapping in markup.
    pub(super) fn mapping(&mut self, entries: &[Entry], shape: Option<&Shape>) -> Answer {
        let mut gather = Gather::inner(shape);
        self.entries(entries, &mut gather)?;
        Ok(gather.value())
    }

    /// Adds the contributions of entries; the scope of their `let`s ends with them.
    fn entries(&mut self, entries: &[Entry], gather: &mut Gather<'_>) -> Result<(), ReportedFailure> {
        let mut result = Ok(());
        for entry in entries {
            result = self.entry(entry, gather);
            if result.is_err() {
                break;
            }
        }
        // The scope also ends after a failure.
        self.forget_lets(entries);
        result
    }

    /// Removes the `let`s of entries whose scope has ended.
    pub(super) fn forget_lets(&mut self, entries: &[Entry]) {
        for entry in entries {
            if let Entry::Let { name, .. } = entry
                && let Some(Some(value)) = self.frame.lets.remove(&name.text)
            {
                value.dismantle();
            }
        }
    }

    /// Defines a name until the end of its block.
    pub(super) fn bind(&mut self, name: &Arc<str>, value: NodeId) -> Result<(), ReportedFailure> {
        let answer = self.eval(value);
        // A failed `let` is defined as well, so its uses report nothing.
        self.frame.lets.insert(name.clone(), answer.as_ref().ok().cloned());
        answer.map(|_| ())
    }

    pub(super) fn entry(&mut self, entry: &Entry, gather: &mut Gather<'_>) -> Result<(), ReportedFailure> {
        match entry {
            Entry::Pair { key, value } => self.pair(*key, *value, gather),
            Entry::Let { name, value } => self.bind(&name.text, *value),
            Entry::Insert(node) | Entry::Element(node) => self.insert(*node, gather),
            Entry::If(arms) => match self.taken(arms)? {
                super::loops::Branch::Body(body) => body.map_or(Ok(()), |body| self.contribute(body, gather)),
                super::loops::Branch::Unknown => {
                    // Either arm may be selected, so a finding in only one of them is not certain.
                    for arm in arms {
                        let shape = gather.shape;
                        self.quietly(|this| _ = this.contribute(arm.body, &mut Gather::inner(shape)));
                    }
                    gather.open = true;
                    Ok(())
                }
            },
            Entry::For { subject, body, .. } => {
                let shape = gather.shape;
                let open = self.repeat(*subject, true, &mut |this, certain| {
                    if certain {
                        this.contribute(*body, gather)
                    } else {
                        this.contribute(*body, &mut Gather::inner(shape))
                    }
                })?;
                gather.open |= open;
                Ok(())
            }
        }
    }

    /// Adds the contributions of a body.
    fn contribute(&mut self, body: NodeId, gather: &mut Gather<'_>) -> Result<(), ReportedFailure> {
        self.spend(1, body)?;
        match self.kind(body) {
            NodeKind::Mapping(entries) => super::super::value::deep(|| self.entries(entries, gather)),
            _ => self.insert(body, gather),
        }
    }

    fn pair(&mut self, key: NodeId, value: NodeId, gather: &mut Gather<'_>) -> Result<(), ReportedFailure> {
        let name = match self.kind(key) {
            NodeKind::String(text) => text.clone(),
            _ => match self.key(key)? {
                Key::Known(name) => name,
                Key::Omitted => return Ok(()),
                Key::Unknown => {
                    // Printing needs every key, while checking continues.
                    if !self.checking {
                        return Err(self.fail_at(STRUCTURE_UNKNOWN, key, "this key is unknown"));
                    }
                    self.quietly(|this| _ = this.eval(value));
                    gather.open = true;
                    return Ok(());
                }
            },
        };
        let expected = gather.shape.map(|shape| shape.expected(self.types(), &name));
        let value_of = match &expected {
            Some(Some(ty)) => self.eval_expecting(value, &Expect::part(ty, gather.role == Role::Asserted))?,
            Some(None) => return Err(self.unrecognized(&name, key)),
            None => self.eval(value)?,
        };
        self.put(gather, ComputedEntry { name, key, node: value, value: value_of })
    }

    fn unrecognized(&mut self, name: &str, key: NodeId) -> ReportedFailure {
        self.fail(UNRECOGNIZED_PROPERTY, self.key_span(key), format!("the type has no property `{name}`"))
    }

    /// Adds an entry with a computed value.
    pub(super) fn put(
        &mut self,
        gather: &mut Gather<'_>,
        entry: ComputedEntry,
    ) -> Result<(), ReportedFailure> {
        let ComputedEntry { mut name, key, node, value } = entry;
        if matches!(value, Val::Undefined) || self.is_not_supplied(gather.shape, &name, &value) {
            return Ok(());
        }
        if gather.role != Role::Body && self.may_be_none(&value, node) {
            gather.open = true;
        }
        if let Some(Shape::Map { key: ty, .. }) = gather.shape {
            name = self.fit_key(&name, ty, key)?;
        }
        if let Some(first) = gather.fields.entries.get_index_of(&name) {
            return Err(self.produced_twice(&name, key, gather.keys[first]));
        }
        gather.fields.insert(name, value);
        gather.keys.push(key);
        Ok(())
    }

    fn produced_twice(&mut self, name: &str, key: NodeId, first: NodeId) -> ReportedFailure {
        let message = format!("duplicate key `{name}`");
        let mut finding = Diagnostic::error(DUPLICATE_PRODUCED, self.key_span(key), message);
        // the iterations of a loop share one location
        if first != key {
            finding = finding.also(self.key_span(first), "first set here");
        }
        self.report(finding);
        ReportedFailure
    }

    /// Returns `true` if null counts as not supplied here (Mull §5.4).
    fn is_not_supplied(&self, shape: Option<&Shape>, name: &str, value: &Val) -> bool {
        let Some(Shape::Object(ty)) = shape else { return false };
        value.is_none()
            && self
                .types()
                .property(ty, name)
                .is_some_and(|property| !property.required && !self.types().takes_none(property.ty))
    }

    /// The canonical text of the key of a map.
    fn fit_key(&mut self, name: &Arc<str>, ty: &Ty, key: NodeId) -> Result<Arc<str>, ReportedFailure> {
        match self.map_key(name, ty) {
            Ok(name) => Ok(name),
            Err(Unfit::Reported) => Err(ReportedFailure),
            Err(Unfit::Fault(fault)) => {
                let span = self.span(key);
                self.report(placed(fault, span, "the key"));
                Err(ReportedFailure)
            }
        }
    }

    fn insert(&mut self, node: NodeId, gather: &mut Gather<'_>) -> Result<(), ReportedFailure> {
        match self.eval(node)? {
            Val::Object(fields) => {
                // an inserted value has no expected type, so its own type is used
                let whole = self.ty(node).without_none();
                for (name, value) in fields.iter() {
                    self.spend(1, node)?;
                    let value = match gather.shape.map(|shape| shape.expected(self.types(), name)) {
                        None => value.clone(),
                        Some(Some(ty)) => {
                            let from =
                                self.types().property(&whole, name).map(|property| property.ty.clone());
                            self.conform_part(node, value.clone(), &from.unwrap_or_else(Ty::any), &ty)?
                        }
                        Some(None) => return Err(self.unrecognized(name, node)),
                    };
                    self.put(gather, ComputedEntry { name: name.clone(), key: node, node, value })?;
                }
                Ok(())
            }
            Val::Unknown(value) if value.ty().is_any() => {
                gather.open = true;
                Ok(())
            }
            value if value.is_none() => Ok(()),
            value => {
                let message = format!(
                    "only a map or an object can be inserted into a mapping, found {}",
                    value.describe()
                );
                Err(self.fail_at(INCORRECT_TYPE, node, message))
            }
        }
    }

    /// Converts a part of a node's value to a type.
    pub(super) fn conform_part(&mut self, node: NodeId, value: Val, from: &Ty, ty: &Ty) -> Answer {
        match self.fit(value, from, ty) {
            Ok(value) => Ok(value),
            Err(Unfit::Reported) => Err(ReportedFailure),
            Err(Unfit::Fault(fault)) => {
                let span = self.span(node);
                self.report(placed(fault, span, "the value"));
                Err(ReportedFailure)
            }
        }
    }

    /// Evaluates `{ k: v }`; with `names`, keys of objects are property names.
    pub(super) fn map(&mut self, pairs: &[(NodeId, NodeId)], names: bool, shape: Option<&Shape>) -> Answer {
        let role = if names { Role::Asserted } else { Role::Other };
        let mut gather = Gather { role, ..Gather::inner(shape) };
        let is_map = shape.is_some_and(Shape::is_map);
        for (key, value) in pairs {
            match self.kind(*key) {
                NodeKind::Name(name) | NodeKind::String(name) if names && !is_map => {
                    let name = name.clone();
                    let expected = shape.map(|shape| shape.expected(self.types(), &name));
                    let value_of = match &expected {
                        Some(Some(ty)) => self.eval_expecting(*value, &Expect::part(ty, names))?,
                        Some(None) => return Err(self.unrecognized(&name, *key)),
                        None => self.eval(*value)?,
                    };
                    self.put(&mut gather, ComputedEntry { name, key: *key, node: *value, value: value_of })?;
                }
                _ => self.pair(*key, *value, &mut gather)?,
            }
        }
        Ok(gather.value())
    }
}
