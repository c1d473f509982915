//! Declarations as written: the attributes of types and properties, before they are resolved (Mull §5.1,
//! §5.3).

use std::sync::Arc;

use crate::syntax::Document;
use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::{Diagnostic, Help, Suggestion, TextRange, mull_codes as codes, nearest};

use super::super::ty::Ty;
use super::limit::Limit;
use super::{Binder, Role};

/// A declaration of a type as written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub base: Option<Base>,
    pub properties: Option<Vec<RawProperty>>,
    pub constraints: Vec<RawConstraint>,
    pub default: Option<NodeId>,
    pub description: Option<Arc<str>>,
    /// Set if its base was invalid and was dropped.
    pub broken: bool,
}

/// The base of a type, with its range.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub ty: Ty,
    pub at: TextRange,
    /// Set once a finding about it was reported.
    pub failed: bool,
}

/// An attribute that constrains values.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawConstraint {
    pub limit: Limit,
    pub key: TextRange,
    pub value: NodeId,
}

/// A declaration of a property as written.
#[derive(Debug)]
pub(super) struct RawProperty {
    pub name: Arc<str>,
    pub range: TextRange,
    pub ty: Ty,
    /// The attribute `required`, with its range.
    pub required: Option<(bool, TextRange)>,
    pub default: Option<(TextRange, NodeId)>,
    pub description: Option<Arc<str>>,
    pub role: Option<Role>,
}

/// The locations of attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Under `types:`.
    Type,
    /// A type declared in place of a type expression.
    Inline,
    /// Under `properties:`.
    Property,
}

/// The attributes of a declaration.
#[derive(Default)]
struct Attributes {
    draft: Draft,
    required: Option<(bool, TextRange)>,
    /// The key of the default.
    default: Option<TextRange>,
    role: Option<Role>,
}

/// Attributes of properties that make a mapping the long form.
const LONG_FORM: &[&str] = &["type", "properties", "default", "description", "required", "optional"];
/// Attributes that turn a mapping in place of a type expression into a declaration.
const DECLARATION: &[&str] = &["base", "type", "properties"];

impl Binder<'_> {
    /// Parses the declaration with this index.
    pub(super) fn draft_type(&mut self, index: usize, value: NodeId) {
        let document = self.document.clone();
        let draft = match document.kind(value) {
            NodeKind::Mapping(_) => {
                let entries = self.static_entries(value);
                self.attributes(entries, Place::Type).draft
            }
            _ => Draft { base: Some(self.base(value)), ..Draft::default() },
        };
        self.drafts[index] = draft;
    }

    fn base(&mut self, value: NodeId) -> Base {
        let before = self.findings.len();
        let ty = self.position(value);
        Base { ty, at: self.document.range(value), failed: self.findings.len() > before }
    }

    /// The type of a mapping in place of a type expression that declares a type there.
    pub(super) fn inline(&mut self, node: NodeId) -> Option<Ty> {
        let NodeKind::Mapping(entries) = self.document.kind(node) else { return None };
        if !has_key(&self.document, entries, DECLARATION) {
            return None;
        }
        let entries = self.static_entries(node);
        let draft = self.attributes(entries, Place::Inline).draft;
        Some(self.anonymous(draft, self.document.range(node)))
    }

    /// The type of a draft without a name: a row of its own if it adds anything to its base.
    fn anonymous(&mut self, draft: Draft, range: TextRange) -> Ty {
        let adds = draft.properties.is_some() || !draft.constraints.is_empty() || draft.default.is_some();
        match &draft.base {
            Some(base) if !adds => base.ty.clone(),
            None if !adds => Ty::any(),
            _ => {
                let id = self.new_draft("".into(), range);
                self.drafts[id.0 as usize - self.first] = draft;
                Ty::custom(id)
            }
        }
    }

    /// The declarations of a section or attribute `properties`.
    pub(super) fn raw_properties(&mut self, node: NodeId) -> Vec<RawProperty> {
        let entries = self.static_entries(node);
        entries.into_iter().filter_map(|(key, value)| self.raw_property(key, value)).collect()
    }

    fn raw_property(&mut self, key: NodeId, value: NodeId) -> Option<RawProperty> {
        let document = self.document.clone();
        let name = document.static_key(key)?.clone();
        let range = document.range(key);
        let long = match document.kind(value) {
            // `a: {}` is a property without attributes, not one with an empty object type.
            NodeKind::Mapping(entries) => entries.is_empty() || has_key(&document, entries, LONG_FORM),
            _ => false,
        };
        let mut attributes = if long {
            let entries = self.static_entries(value);
            self.attributes(entries, Place::Property)
        } else {
            let role = self.meta_role(value);
            let base = if role.is_some() { None } else { Some(self.base(value)) };
            Attributes { draft: Draft { base, ..Draft::default() }, role, ..Attributes::default() }
        };
        // both belong to the property, not to a type that is declared in place
        let default = attributes.draft.default.take();
        let description = attributes.draft.description.take();
        Some(RawProperty {
            name,
            range,
            ty: self.anonymous(attributes.draft, document.range(value)),
            required: attributes.required,
            default: attributes.default.zip(default),
            description,
            role: attributes.role,
        })
    }

    /// `$types`, `$properties`, `$type` as the type of a property.
    fn meta_role(&self, value: NodeId) -> Option<Role> {
        match &*self.static_text(value)? {
            "$types" => Some(Role::Types),
            "$properties" => Some(Role::Properties),
            "$type" => Some(Role::Type),
            _ => None,
        }
    }

    fn attributes(&mut self, entries: Vec<(NodeId, NodeId)>, place: Place) -> Attributes {
        let mut attributes = Attributes::default();
        let mut properties_key = None;
        let mut said_required = None;
        for (key, value) in entries {
            let at = self.document.range(key);
            let Some(name) = self.document.static_key(key).cloned() else { continue };
            let draft = &mut attributes.draft;
            match &*name {
                "base" | "type" if is_base(&name, place) => {
                    if draft.base.is_some() || attributes.role.is_some() {
                        self.error(
                            codes::BAD_DECLARATION,
                            at,
                            "`base` and `type` cannot be used together: they mean the same",
                        );
                        continue;
                    }
                    attributes.role = if place == Place::Property { self.meta_role(value) } else { None };
                    if attributes.role.is_none() {
                        let base = self.base(value);
                        attributes.draft.base = Some(base);
                    }
                }
                "properties" => {
                    properties_key = Some(at);
                    attributes.draft.properties = Some(self.raw_properties(value));
                }
                "default" => {
                    draft.default = Some(value);
                    attributes.default = Some(at);
                }
                "description" => attributes.draft.description = self.description(at, value),
                "required" | "optional" if place == Place::Property => {
                    if let Some(first) = said_required {
                        let message = "`required` and `optional` cannot be used together: they mean the same";
                        let first = self.span(first);
                        self.found(
                            Diagnostic::error(codes::BAD_DECLARATION, self.span(at), message)
                                .also(first, "first set here"),
                        );
                        continue;
                    }
                    said_required = Some(at);
                    let said = self.truth(at, value, &name);
                    attributes.required = said.map(|truth| (truth == (&*name == "required"), at));
                }
                "readonly" | "perturbs" if place == Place::Property => {
                    self.static_only(value);
                }
                _ => match Limit::of(&name) {
                    Some(limit) => {
                        self.constraint(&mut attributes.draft, RawConstraint { limit, key: at, value })
                    }
                    None => self.unknown_attribute(at, &name, place),
                },
            }
        }
        self.not_both(&mut attributes.draft, properties_key);
        attributes
    }

    fn constraint(&mut self, draft: &mut Draft, constraint: RawConstraint) {
        if draft.constraints.iter().any(|known| known.limit == constraint.limit) {
            let message = format!("duplicate attribute `{}`", constraint.limit.name());
            return self.error(codes::BAD_DECLARATION, constraint.key, message);
        }
        draft.constraints.push(constraint);
    }

    /// Reports properties and constraints in the same declaration; the constraints are dropped.
    fn not_both(&mut self, draft: &mut Draft, properties_key: Option<TextRange>) {
        let (Some(key), Some(first)) = (properties_key, draft.constraints.first().copied()) else { return };
        let message = format!("a type with properties cannot have the constraint `{}`", first.limit.name());
        let label = self.span(key);
        self.found(
            Diagnostic::error(codes::PROPERTIES_AND_CONSTRAINTS, self.span(first.key), message)
                .also(label, "the properties are declared here"),
        );
        draft.constraints.clear();
    }

    fn description(&mut self, key: TextRange, value: NodeId) -> Option<Arc<str>> {
        let text = self.static_text(value);
        if text.is_none() && self.static_only(value) {
            self.error(codes::BAD_DECLARATION, key, "`description` must be a string");
        }
        text
    }

    fn truth(&mut self, key: TextRange, value: NodeId, name: &str) -> Option<bool> {
        if !self.static_only(value) {
            return None;
        }
        match self.document.kind(value) {
            NodeKind::Bool(truth) => Some(*truth),
            _ => {
                self.error(codes::BAD_DECLARATION, key, format!("`{name}` must be true or false"));
                None
            }
        }
    }

    fn unknown_attribute(&mut self, at: TextRange, name: &str, place: Place) {
        let base = if place == Place::Property { "type" } else { "base" };
        let mut known = vec![base, "default", "description", "properties"];
        if place == Place::Property {
            known.extend(["required", "readonly", "perturbs"]);
        }
        known.extend(Limit::ALL.iter().map(|limit| limit.name()));
        let mut finding = Diagnostic::error(
            codes::BAD_DECLARATION,
            self.span(at),
            format!("unexpected attribute `{name}` in a declaration"),
        );
        finding.help.extend(match name {
            "base" | "type" => Some(Help::from(format!("write `{base}` here"))),
            _ => nearest(name, known).map(|near| Suggestion::word(near).into()),
        });
        self.found(finding);
    }
}

/// Returns `true` if the attribute is the base of the type in this location.
fn is_base(name: &str, place: Place) -> bool {
    match place {
        Place::Type => name == "base",
        Place::Property => name == "type",
        Place::Inline => true,
    }
}

fn has_key(document: &Document, entries: &[Entry], names: &[&str]) -> bool {
    entries.iter().any(|entry| match entry {
        Entry::Pair { key, .. } => document.static_key(*key).is_some_and(|key| names.contains(&&**key)),
        _ => false,
    })
}
