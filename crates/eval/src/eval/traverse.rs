//! Traversals: attributes and indexes, step by step.

use hclx_core::{TypeKind, Value, ops};
use hclx_diag::{Fallible, Fault, nearest};
use hclx_syntax::ast::{ExprId, Slice, Traverse, TraverseKind};

use super::Evaluator;
use crate::Scope;

impl Evaluator<'_> {
    /// Steps from left to right; after a step that fails the rest is only visited.
    pub(super) fn traversal(&mut self, base: ExprId, steps: Slice<Traverse>, scope: &Scope<'_>) -> Value {
        let mut value = self.eval(base, scope);
        for step in self.tree.slice(steps) {
            let result = match step.kind {
                TraverseKind::Attr(name) => attribute(&value, self.tree.text(name), self),
                TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => {
                    let key = self.eval(key, scope);
                    ops::index(&value, &key, self.rules())
                }
            };
            value = match result {
                Ok(value) => value,
                Err(fault) => self.fault(fault, step.range),
            };
        }
        value
    }
}

/// `value.name`, with a suggestion where there is no such attribute.
fn attribute(value: &Value, name: &str, evaluator: &Evaluator<'_>) -> Fallible<Value> {
    ops::attribute(value, name, evaluator.rules()).map_err(|fault| suggest(fault, value, name))
}

fn suggest(fault: Fault, value: &Value, name: &str) -> Fault {
    match value.ty().kind() {
        TypeKind::Object(object) => {
            let names = object.attributes().iter().map(|attribute| &*attribute.name);
            with_suggestion(fault, nearest(name, names))
        }
        TypeKind::Map(..) => {
            let keys: Vec<&str> = value.iter_entries().map(|(key, _)| &**key).collect();
            let meant = if value.contains_marks() { None } else { nearest(name, keys) };
            with_suggestion(fault, meant)
        }
        TypeKind::List(element) | TypeKind::Set(element) if element.as_object().is_some() => fault.help(
            format!("`[*].{name}` gives the attribute of every element, an index such as `[0]` one element"),
        ),
        _ => fault,
    }
}

fn with_suggestion(fault: Fault, meant: Option<&str>) -> Fault {
    match meant {
        Some(meant) => fault.help(format!("did you mean `{meant}`?")),
        None => fault,
    }
}
