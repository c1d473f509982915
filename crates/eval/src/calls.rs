//! Functions of a language that need more than the values of their arguments, for example Pulumi's `invoke`,
//! whose types come from package schemas.

use hclx_core::{Budget, Value};
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_syntax::ast::{Call, ExprId, Tree};

/// Functions of a language, which come before those of the table.
pub trait Calls: Sync {
    /// Returns `true` if a name is one of these functions.
    fn takes(&self, name: &str) -> bool;

    /// The result of a call. Its arguments have been evaluated; one that failed is an unknown of type any.
    fn call(&self, site: &CallSite<'_>) -> Called;
}

/// A call, and the values of its arguments.
#[derive(Clone, Copy)]
pub struct CallSite<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The number of its source.
    pub source: SourceId,
    /// The whole call.
    pub range: TextRange,
    /// The name, and where the parentheses are.
    pub call: Call,
    /// The arguments as written.
    pub arguments: &'a [ExprId],
    /// Their values.
    pub values: &'a [Value],
    /// The remaining budget.
    pub budget: &'a Budget,
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct Called {
    /// The result.
    pub value: Value,
    /// The findings of the call.
    pub findings: Vec<Diagnostic>,
}
