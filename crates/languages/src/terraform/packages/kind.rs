//! The kinds of schemas of a provider, and the signatures of its functions.

use hclx_core::Type;

/// A kind of types in a provider's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `resource`.
    Resource,
    /// `data`.
    Data,
    /// `ephemeral`.
    Ephemeral,
    /// `list`, in queries.
    List,
    /// `action`.
    Action,
}

/// All kinds, in the order of the index.
pub(super) const KINDS: &[Kind] = &[Kind::Resource, Kind::Data, Kind::Ephemeral, Kind::List, Kind::Action];

/// A function of a provider.
#[derive(Clone, Debug)]
pub struct FunctionSchema {
    /// The name, without the provider.
    pub name: String,
    /// The result type.
    pub returns: Type,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The parameter of any additional arguments.
    pub variadic: Option<Parameter>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: String,
    /// The type of the parameter.
    pub ty: Type,
    /// Set if null is accepted.
    pub nullable: bool,
}
