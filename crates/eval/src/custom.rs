//! Functions that are defined in HCL: parameters, and an expression over them (HCL's extension "User
//! Functions"). Out of scope: reading the blocks that declare them (crate `analysis`).

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, SourceId, Span};
use hclx_syntax::ast::{ExprId, Tree};

use crate::{Budget, Environment, FunctionTable, Scope, evaluate};

/// A function defined by an expression over its parameters.
#[derive(Clone, Debug)]
pub struct CustomFunction {
    /// The location of the name in its declaration.
    pub declared: Span,
    /// The names of its parameters, by position.
    pub parameters: Vec<Arc<str>>,
    /// The parameter that collects all further arguments in a tuple.
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
    /// Set if result expressions also see the names at the call, and can call each other. Whoever sets this
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

    /// The result of a function for as many arguments as it takes; the findings refer to the function's own
    /// source.
    pub(crate) fn call(
        &self,
        function: &CustomFunction,
        arguments: Vec<Value>,
        env: &Environment<'_>,
        budget: &Budget,
    ) -> (Value, Vec<Diagnostic>) {
        let mut scope = Scope::root();
        let mut arguments = arguments.into_iter();
        for (name, value) in function.parameters.iter().zip(arguments.by_ref()) {
            scope.define(name.clone(), value);
        }
        if let Some(name) = &function.variadic {
            scope.define(name.clone(), Value::tuple(arguments.collect()));
        }
        let Some(result) = function.result else { return (Value::dynamic(), Vec::new()) };
        let env = if self.open {
            Environment { functions: self.library, trace: false, comparisons: false, ..*env }
        } else {
            Environment { rules: env.rules, functions: self.library, ..Environment::exact() }
        };
        let outcome = evaluate(&function.tree, function.source, result, &scope, &env, budget);
        (outcome.value, outcome.diagnostics)
    }
}
