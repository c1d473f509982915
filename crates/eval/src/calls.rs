//! Functions of a language that need more than the values of their arguments, for example Pulumi's `invoke`,
//! whose types come from package schemas.

use hclx_core::{Budget, Value};
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_syntax::ast::{Call, ExprId, Tree};

/// Functions of a language that take precedence over those of the table.
pub trait Calls: Sync {
    /// Returns `true` if one of these functions has the name.
    fn takes(&self, name: &str) -> bool;

    /// The result of a call. Its arguments have been evaluated; a failed argument is an unknown of type
    /// `any`.
    fn call(&self, site: &CallSite<'_>) -> CallResult;
}

/// A call with the values of its arguments.
#[derive(Clone, Copy)]
pub struct CallSite<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The id of its source.
    pub source: SourceId,
    /// The whole call.
    pub range: TextRange,
    /// The name, and the ranges of the parentheses.
    pub call: Call,
    /// The arguments as expressions.
    pub arguments: &'a [ExprId],
    /// The values of the arguments.
    pub values: &'a [Value],
    /// The remaining budget.
    pub budget: &'a Budget,
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct CallResult {
    /// The result.
    pub value: Value,
    /// The findings of the call.
    pub findings: Vec<Diagnostic>,
}
