//! Variables bound by declarations: `this` and its automatic properties, `type`, `ctx` (Mull §8.3, §8.4).
//!
//! In a document without `properties`, `this` is its body, with the static entries of its root. These are
//! typed once, on first use, each in the scope of its own entry.

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind, Word};
use hclx_diag::{TextRange, mull_codes as codes};

use super::scope::State;
use super::{Mode, TypedExpr, Typer};
use crate::declare::{Custom, Property};
use crate::ty::{Prop, Ty};

/// The declaration that contains an expression.
#[derive(Debug, Default)]
pub(super) struct Declaration {
    /// The `this` of the declaration.
    pub(super) this: This,
    /// The type of `type`.
    pub(super) spec: Option<Ty>,
}

/// The kind of `this`.
#[derive(Debug, Default)]
pub(super) enum This {
    /// There is no `this`.
    #[default]
    Nothing,
    /// An object of this type.
    Object(Ty),
    /// The body.
    Body,
}

/// A static entry of the root.
#[derive(Debug)]
pub(super) struct RootEntry {
    name: Word,
    value: NodeId,
    entry: usize,
    /// The type according to a schema.
    pub(super) expected: Option<Ty>,
    state: State,
}

/// The object type with these properties: as they are supplied, or as they are read.
pub(super) fn object_of(properties: &[Property], read: bool) -> Ty {
    let optional = |property: &Property| if read { property.may_be_absent() } else { !property.required };
    let prop =
        |property: &Property| Prop::new(property.name.clone(), property.ty.clone(), optional(property));
    Ty::object(properties.iter().map(prop).collect())
}

/// The type of `type` for a declaration.
fn spec(named: bool, based: bool, described: bool) -> Ty {
    let text = |name: &str, optional| Prop::new(name, Ty::string(), optional);
    let property = Ty::object(vec![
        text("name", false),
        text("type", false),
        Prop::new("required", Ty::bool(), false),
        text("description", true),
    ]);
    Ty::object(vec![
        text("name", !named),
        text("base", !based),
        text("description", !described),
        Prop::new("properties", Ty::map(Ty::string(), property), false),
    ])
}

/// The type of `type` in the declaration of a type.
pub(super) fn spec_of(custom: &Custom) -> Ty {
    spec(!custom.name.is_empty(), custom.base.is_some(), custom.description.is_some())
}

impl<'a> Typer<'a> {
    /// The declaration of the document itself.
    pub(super) fn document_realm(&self) -> Declaration {
        let mapping = self.root_entries();
        let text = |name: &str| {
            mapping.into_iter().flatten().any(|entry| match entry {
                Entry::Pair { key, value } => {
                    self.document.static_key(*key).is_some_and(|key| **key == *name)
                        && matches!(self.document.kind(*value), NodeKind::String(_))
                }
                _ => false,
            })
        };
        let this = match &self.header.properties {
            Some(properties) => This::Object(object_of(properties, true)),
            None if mapping.is_some() => This::Body,
            None => This::Nothing,
        };
        Declaration { this, spec: Some(spec(text("name"), false, text("description"))) }
    }

    /// The entries of the root, if it is a mapping.
    pub(super) fn root_entries(&self) -> Option<&'a [Entry]> {
        match self.document.kind(self.document.root()?) {
            NodeKind::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// Collects the static entries of the root.
    pub(super) fn prepare_cells(&mut self, entries: &'a [Entry]) {
        for (index, entry) in entries.iter().enumerate().filter(|(index, _)| self.header.is_body(*index)) {
            let Entry::Pair { key, value } = entry else { continue };
            let Some(text) = self.document.static_key(*key) else { continue };
            let name = Word { text: text.clone(), range: self.range(*key) };
            self.cell_names.entry(text.clone()).or_insert(self.root_entries.len());
            self.root_entries.push(RootEntry {
                name,
                value: *value,
                entry: index,
                expected: None,
                state: State::Fresh,
            });
        }
    }

    /// The index of the static entry for an entry of the root.
    pub(super) fn cell_of(&self, entry: usize) -> Option<usize> {
        self.root_entries.binary_search_by_key(&entry, |root_entry| root_entry.entry).ok()
    }

    /// Sets the types that a schema expects for static entries of the root.
    pub(super) fn expect_of_cells(&mut self, expected: &dyn Fn(&str) -> Option<Ty>) {
        for root_entry in &mut self.root_entries {
            root_entry.expected = expected(&root_entry.name.text);
        }
    }

    /// The type of a static entry that is referred to at `range`.
    pub(super) fn root_entry(&mut self, index: usize, range: TextRange) -> TypedExpr {
        match &self.root_entries[index].state {
            State::Done(typed) => return typed.clone(),
            State::Running => return self.cycle(range),
            State::Fresh => {}
        }
        self.root_entries[index].state = State::Running;
        self.running += 1;
        let RootEntry { value, entry, .. } = self.root_entries[index];
        let expected = self.root_entries[index].expected.clone();
        let typed = self.at_root(entry, |typer| match expected {
            Some(expected) => typer.check(value, &expected, Mode::Assign),
            None => typer.infer(value),
        });
        // The path is that of the automatic property rather than that of its value.
        let typed = TypedExpr { path: None, ..typed };
        self.root_entries[index].state = State::Done(typed.clone());
        self.running -= 1;
        typed
    }

    /// The automatic property with this name.
    pub(super) fn automatic(&mut self, name: &Arc<str>, range: TextRange) -> Option<TypedExpr> {
        let typed = match &self.declaration.this {
            This::Nothing => return None,
            This::Object(ty) => self.types.property(ty, name)?.read().into(),
            This::Body => {
                let index = *self.cell_names.get(name)?;
                self.root_entry(index, range)
            }
        };
        let this = self.paths.this();
        Some(TypedExpr { path: Some(self.paths.member(this, name)), ..typed })
    }

    /// The range of an automatic property's declaration.
    pub(super) fn automatic_place(&self, name: &str) -> Option<TextRange> {
        match &self.declaration.this {
            This::Nothing => None,
            This::Object(_) => self.header.property(name).map(|property| property.range),
            This::Body => self.cell_names.get(name).map(|index| self.root_entries[*index].name.range),
        }
    }

    /// The names of automatic properties.
    pub(super) fn automatic_names(&self) -> Vec<Arc<str>> {
        match &self.declaration.this {
            This::Nothing => Vec::new(),
            This::Object(ty) => {
                self.types.properties_of(ty).into_iter().flatten().map(|view| view.name.clone()).collect()
            }
            This::Body => self.root_entries.iter().map(|root_entry| root_entry.name.text.clone()).collect(),
        }
    }

    /// Types `this`.
    pub(super) fn this(&mut self, range: TextRange) -> TypedExpr {
        let ty = match &self.declaration.this {
            This::Nothing => {
                let help = Some("`this` is the object that a document or a type declares".to_owned());
                return self.fail(
                    codes::NOT_AVAILABLE,
                    range,
                    "`this` is not available here",
                    help.map(Into::into),
                );
            }
            This::Object(ty) => ty.clone(),
            This::Body => match self.whole_body(range) {
                Some(ty) => ty,
                None => return TypedExpr::any(),
            },
        };
        TypedExpr { ty, constant: None, path: Some(self.paths.this()) }
    }

    /// The static entries of the root as one object.
    fn whole_body(&mut self, range: TextRange) -> Option<Ty> {
        // The whole body includes the entry that is being typed.
        if self.running > 0 {
            self.cycle(range);
            return None;
        }
        if let Some(whole) = &self.whole {
            return Some(whole.clone());
        }
        let mut props = Vec::with_capacity(self.root_entries.len());
        for index in 0..self.root_entries.len() {
            let typed = self.root_entry(index, range);
            let (ty, optional) = self.entry_type(self.root_entries[index].value, &typed.ty);
            props.push(Prop::new(self.root_entries[index].name.text.clone(), ty, optional));
        }
        let whole = Ty::object(props);
        self.whole = Some(whole.clone());
        Some(whole)
    }

    /// Types `type`.
    pub(super) fn type_variable(&mut self) -> TypedExpr {
        let ty = self.declaration.spec.clone().unwrap_or_else(Ty::any);
        TypedExpr { ty, constant: None, path: Some(self.paths.ty()) }
    }

    /// Types `ctx`.
    pub(super) fn ctx(&mut self) -> TypedExpr {
        let text = |name: &str| Prop::new(name, Ty::string(), false);
        let options = Prop::new("options", Ty::any(), false);
        let ty = Ty::object(vec![text("file"), text("name"), text("format"), options]);
        TypedExpr { ty, constant: None, path: Some(self.paths.ctx()) }
    }
}
