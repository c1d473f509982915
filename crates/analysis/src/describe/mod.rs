//! Descriptions of units: declarations, facts about inputs, references, calls and requirements. All code that
//! shows or compares units uses them.
//!
//! Out of scope: extracting them (each language), and presenting them in formats other than JSON (crate
//! `present`).

mod json;
mod rules;

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{SourceId, Span};

pub use json::to_json;
pub use rules::{AbsentPart, ConditionTerm, Fact, PathStep, Rule, path_text};

/// The interface of a unit, and its internal references.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The directory, or the path of the only file.
    pub root: Arc<str>,
    /// The name of the language.
    pub language: &'static str,
    /// The files that declare it.
    pub files: Vec<SourceId>,
    /// Set if another unit calls it.
    pub is_called: bool,
    /// Files with syntax errors, whose declarations may be missing from the description.
    pub broken: Vec<SourceId>,
    /// The declarations, in source order.
    pub declarations: Vec<DeclaredItem>,
    /// The references between declarations, by place.
    pub edges: Vec<Edge>,
    /// Version constraints of the language, in source order.
    pub versions: Vec<Arc<str>>,
    /// Required providers or plugins, by name.
    pub requirements: Vec<Requirement>,
    /// Declarations that were renamed or removed, in source order.
    pub moves: Vec<Move>,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct DeclaredItem {
    /// The address in references, such as `var.region`.
    pub address: String,
    /// The name.
    pub name: Arc<str>,
    /// The place of the name.
    pub place: Span,
    /// The place of the header.
    pub header: Span,
    /// The description in the source.
    pub description: Option<Arc<str>>,
    /// The lines of the comment directly above it, without comment markers.
    pub comment: Vec<String>,
    /// The properties that are set.
    pub flags: Vec<Flag>,
    /// The deprecation message.
    pub deprecated: Option<Arc<str>>,
    /// Its preconditions and postconditions, in a normal form.
    pub conditions: Vec<Arc<str>>,
    /// The data of its kind.
    pub details: Details,
}

/// A property of a declaration that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// The value is hidden in output.
    Sensitive,
    /// The value is stored in neither plans nor state.
    Ephemeral,
    /// Null is rejected or replaced by the default.
    NotNullable,
    /// The value must be constant.
    Constant,
}

/// The data of a kind of declarations.
#[derive(Clone, Debug)]
pub enum Details {
    /// A value that callers provide.
    Input(Box<Input>),
    /// A value that callers receive.
    Output(Box<Output>),
    /// A named expression.
    Local(Type),
    /// A call of another unit.
    Call(Box<Call>),
    /// A resource or a data source.
    Resource(Box<Resource>),
    /// Another kind of declaration, with its name.
    Other(&'static str),
}

/// An input.
#[derive(Clone, Debug)]
pub struct Input {
    /// The type as written; `None` if it is not declared.
    pub written: Option<Arc<str>>,
    /// The type, with optional attributes.
    pub ty: Type,
    /// The type that an older version of the language infers for an undeclared one, if the unit was written for that
    /// version.
    pub implied: Option<Type>,
    /// The default; `None` for a required input.
    pub default: Option<Default>,
    /// The defaults of optional attributes, by path.
    pub defaults: Vec<(Vec<PathStep>, Value)>,
    /// The conditions of its validation, as facts.
    pub facts: Vec<Fact>,
    /// The terms of these conditions in a normal form.
    pub terms: Vec<Arc<str>>,
}

/// The default of an input.
#[derive(Clone, Debug)]
pub struct Default {
    /// The value in the type of the input.
    pub value: Value,
    /// The value as written, before conversion.
    pub given: Value,
    /// The place of the expression.
    pub place: Option<Span>,
}

/// An output.
#[derive(Clone, Debug)]
pub struct Output {
    /// The declared type as written.
    pub written: Option<Arc<str>>,
    /// The declared type, or else the inferred one, which may be `any`.
    pub ty: Type,
    /// The reference, if the value consists of nothing else.
    pub source: Option<Source>,
}

/// The source of a value with an unknown type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The reference as written.
    pub reference: Arc<str>,
    /// The kind of its target, such as `aws_s3_bucket` or the source of a called module.
    pub of: Arc<str>,
    /// The referenced attribute of the target, if any.
    pub attribute: Option<Arc<str>>,
}

/// A call of another unit.
#[derive(Clone, Debug)]
pub struct Call {
    /// The source as written, without secrets.
    pub source: Arc<str>,
    /// The version constraint.
    pub version: Option<Arc<str>>,
    /// The directory, if it was found.
    pub folder: Option<Arc<str>>,
    /// The arguments with the places of their names.
    pub arguments: Vec<(Arc<str>, Span)>,
    /// The number of instances.
    pub repetition: Repetition,
    /// The keys of the instances.
    pub keys: Keys,
}

/// A resource.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The block type: `resource`, `data`, `ephemeral`, `action` or `list`.
    pub mode: &'static str,
    /// The type.
    pub of_type: Arc<str>,
    /// The local name of the provider.
    pub provider: Arc<str>,
    /// The alias of the provider configuration.
    pub alias: Option<Arc<str>>,
    /// The number of instances.
    pub repetition: Repetition,
    /// The keys of the instances.
    pub keys: Keys,
}

/// The keys of instances as in addresses, such as `[0]`.
#[derive(Clone, Debug)]
pub enum Keys {
    /// These keys, regardless of the inputs.
    Always(Vec<Arc<str>>),
    /// These keys if all inputs have their defaults.
    ByDefault(Vec<Arc<str>>),
    /// They depend on other values.
    Unknown,
}

/// The number of instances of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// A single instance.
    One,
    /// A list of instances.
    Count,
    /// A map of instances.
    ForEach,
}

/// A reference from one declaration to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The address of the referring declaration.
    pub from: Arc<str>,
    /// The address of the declaration referred to.
    pub to: Arc<str>,
    /// The place of the reference.
    pub place: Span,
}

/// A required provider or plugin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirement {
    /// The local name.
    pub name: Arc<str>,
    /// The address of its source.
    pub source: Option<Arc<str>>,
    /// The version constraints.
    pub constraints: Vec<Arc<str>>,
    /// The provider configurations that a caller passes.
    pub aliases: Vec<Arc<str>>,
    /// The aliases of configurations without arguments, which callers may pass.
    pub proxies: Vec<Arc<str>>,
    /// Set if the unit configures the provider itself.
    pub is_configured: bool,
}

/// A declaration that was renamed or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The old address.
    pub from: Arc<str>,
    /// The new address; `None` if it was removed.
    pub to: Option<Arc<str>>,
    /// The place.
    pub place: Span,
}

impl DeclaredItem {
    /// Returns `true` if a property is set.
    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// The input, if it is one.
    pub fn input(&self) -> Option<&Input> {
        match &self.details {
            Details::Input(input) => Some(input),
            _ => None,
        }
    }

    /// The output, if it is one.
    pub fn output(&self) -> Option<&Output> {
        match &self.details {
            Details::Output(output) => Some(output),
            _ => None,
        }
    }

    /// The call, if it is one.
    pub fn call(&self) -> Option<&Call> {
        match &self.details {
            Details::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The resource, if it is one.
    pub fn resource(&self) -> Option<&Resource> {
        match &self.details {
            Details::Resource(resource) => Some(resource),
            _ => None,
        }
    }
}

impl Description {
    /// The inputs, in source order.
    pub fn inputs(&self) -> impl Iterator<Item = (&DeclaredItem, &Input)> {
        self.declarations.iter().filter_map(|declared_item| Some((declared_item, declared_item.input()?)))
    }

    /// The outputs, in source order.
    pub fn outputs(&self) -> impl Iterator<Item = (&DeclaredItem, &Output)> {
        self.declarations.iter().filter_map(|declared_item| Some((declared_item, declared_item.output()?)))
    }
}
