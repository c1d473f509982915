//! Names in a program: its declarations, and variables that a block defines for its own expressions.

use hclx_analysis::graph::{Graph, NodeId};
use hclx_core::{Type, Value};
use hclx_diag::{TextRange, nearest};
use hclx_eval::Scope;
use hclx_module::{NameResolver, NameTarget, Traversal, Undeclared};
use hclx_syntax::statics::Reference;

use super::functions::DIALECT;

/// The name that refers to the error in the second argument of `recover`.
pub(super) const ERROR: &str = "error";

/// The prefix of the keys of outputs, whose names are separate.
pub(super) const OUTPUT: &str = "output\0";

/// The names in the expressions of a block.
pub(super) struct Names<'n> {
    /// The variables that the block defines: `range`, `args`.
    pub(super) variables: &'n Scope<'static>,
}

/// The declaration that a name refers to.
pub(super) fn find(graph: &Graph, name: &str) -> Option<NodeId> {
    graph.find(name).or_else(|| graph.find(&format!("{OUTPUT}{name}")))
}

/// The value of `error`.
pub(super) fn error() -> Value {
    Value::unknown_under(Type::STRING, &DIALECT.rules)
}

impl Names<'_> {
    /// The error about an undeclared name.
    pub(super) fn undeclared(&self, graph: &Graph, name: &str) -> Undeclared {
        let keys = graph.nodes().map(|node| graph.key(node));
        let declared =
            // Declarations without a name have keys that begin with NUL (`Program::declare`).
            keys.map(|key| key.strip_prefix(OUTPUT).unwrap_or(key)).filter(|key| !key.contains('\0'));
        // `error` is only a name in some places
        let known = self.variables.names().chain(declared).chain([ERROR]).filter(|known| *known != name);
        if let Some(near) = nearest(name, known) {
            return Undeclared::new(0, format!("unknown name `{name}`; did you mean `{near}`?"));
        }
        let wrong = Undeclared::new(0, format!("unknown name `{name}`"));
        match name.contains('-') {
            true => wrong.help(format!("quote it if it is a string: `\"{name}\"`")),
            false => wrong,
        }
    }
}

impl NameResolver for Names<'_> {
    /// Set where the variables are in scope.
    type Scope = bool;

    const COMPARES: bool = false;

    // The binder resolves all names of a program, in both arms of a conditional and in `try`.
    const LOOKS_UP_FIRST: bool = true;

    const HAS_LITERALS: bool = true;

    fn meaning(&self, graph: &Graph, _: bool, name: &Traversal<'_>) -> NameTarget {
        match find(graph, name.root) {
            Some(node) => NameTarget::Declaration(node, 0),
            None if name.root == ERROR => NameTarget::Value(error(), 0),
            None => NameTarget::Undeclared(self.undeclared(graph, name.root)),
        }
    }

    fn place(&self, reference: &Reference<'_>) -> TextRange {
        reference.root_range
    }

    fn variables(&self, are_in_scope: bool) -> Option<&Scope<'static>> {
        are_in_scope.then_some(self.variables)
    }
}
