//! Traversals: attributes and indexes, step by step.

use hclx_core::{Value, ops};
use hclx_syntax::ast::{ExprId, Slice, Traverse, TraverseKind};

use super::Evaluator;
use crate::Scope;

impl Evaluator<'_> {
    /// Steps from left to right; after a step that fails the rest is only visited.
    pub(super) fn traversal(&mut self, base: ExprId, steps: Slice<Traverse>, scope: &Scope<'_>) -> Value {
        let mut value = self.eval(base, scope);
        for step in self.tree.slice(steps) {
            let result = match step.kind {
                TraverseKind::Attr(name) => ops::attribute(&value, self.tree.text(name), self.rules()),
                TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => {
                    let key = self.eval(key, scope);
                    ops::index(&value, &key, self.rules())
                }
            };
            value = result.unwrap_or_else(|fault| self.fault(fault, step.range));
        }
        value
    }
}
