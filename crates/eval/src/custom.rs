//! Functions that are defined in HCL: parameters, and an expression over them (HCL's extension "User
//! Functions"). Out of scope: reading the blocks that declare them (crate `analysis`), and calls
//! (`eval`).

use std::sync::Arc;

use hclx_diag::{Ordered, SourceId, Span};
use hclx_syntax::ast::{ExprId, Tree};

use crate::FunctionTable;

/// A function defined by an expression over its parameters.
#[derive(Clone, Debug)]
pub struct CustomFunction {
    /// The location of the name in its declaration.
    pub declared: Span,
    /// The names of its parameters, by position.
    pub parameters: Vec<Arc<str>>,
    /// The parameter that collects all additional arguments in a tuple.
    pub variadic: Option<Arc<str>>,
    /// The tree of the result.
    pub tree: Arc<Tree>,
    /// The id of that tree's source.
    pub source: SourceId,
    /// The result expression; `None` if the result is unknown for all arguments.
    pub result: Option<ExprId>,
}

/// Functions by name, which can call the functions of a library.
#[derive(Clone, Debug)]
pub struct CustomFunctions {
    /// The functions.
    pub functions: Ordered<Arc<str>, CustomFunction>,
    /// The functions that the result expressions can call.
    pub library: &'static FunctionTable,
    /// Set if result expressions also see the names at the call, and can call each other. Code that sets this
    /// must ensure that no function calls itself, directly or indirectly.
    pub open: bool,
}

impl CustomFunctions {
    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(|name| &**name)
    }

    /// The function with this name.
    pub fn get(&self, name: &str) -> Option<&CustomFunction> {
        self.functions.get(name)
    }
}
