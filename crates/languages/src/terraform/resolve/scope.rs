//! Resolves names at a place in a module to the values that the evaluator requests.
//!
//! Out of scope: errors in references (`references`).

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value};
use hclx_diag::{Ordered, SharedList};
use hclx_eval::{NameSteps, Names, Resolution};

use super::{dependencies, static_types};
use crate::terraform::declare::declaration::Repetition;
use crate::terraform::declare::module::Module;

/// The zone of an expression, which affects the available names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Zone {
    /// The body of a declaration.
    #[default]
    Body,
    /// A provisioner or a connection: `self` is available.
    Provisioner,
    /// A destroy-time provisioner, or its connection: only `self` and constants are available.
    Destroy,
    /// A postcondition: `self` is available.
    Postcondition,
    /// A condition of a variable.
    Validation,
    /// The encryption of state and plans: key providers and methods are available.
    Encryption,
}

/// The names that the enclosing block defines for an expression.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    /// `each.key` and `each.value`.
    pub(crate) each: Option<(Value, Value)>,
    /// The type of `each.value` in all instances, if it is the same.
    pub(crate) element: Option<Type>,
    /// `count.index`.
    pub(crate) count: Option<Value>,
    /// `self`.
    pub(crate) this: Option<Value>,
    /// The declaration that the expression belongs to.
    pub(crate) owner: Option<NodeId>,
    pub(crate) zone: Zone,
    /// Set if the block has no instance and is therefore never evaluated. References to other blocks without instances
    /// for the same reason are not errors.
    pub(crate) is_idle: bool,
    /// The scope of a test: outputs of the module and of earlier runs.
    pub(crate) test: Option<TestScope>,
}

/// The additional names in the conditions of a test.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestScope {
    /// The names and outputs of earlier runs.
    pub(crate) runs: Arc<Ordered<Arc<str>, Value>>,
    /// The outputs of the module, if they are in scope.
    pub(crate) outputs: Option<Value>,
}

/// The path values of a module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Paths {
    /// `path.module`; unknown if the caller of the module is unknown.
    pub(crate) module: Value,
    /// `path.root`.
    pub(crate) root: Value,
}

impl Paths {
    /// The paths of a module without a known caller.
    pub(crate) fn unknown() -> Self {
        Self { module: Value::unknown(Type::STRING), root: Value::unknown(Type::STRING) }
    }

    /// The paths of a root module.
    pub(crate) fn root() -> Self {
        Self { module: Value::string("."), root: Value::string(".") }
    }
}

/// Resolves the names of a module at a place.
pub(crate) struct Resolver<'a> {
    pub(crate) module: &'a Module,
    /// The values of declarations, by index.
    pub(crate) values: &'a SharedList<Value>,
    /// The arguments of resources without a schema, if they are used as written.
    pub(crate) arguments: &'a Ordered<NodeId, Value>,
    pub(crate) context: &'a Context,
    pub(crate) paths: &'a Paths,
    /// Set if only types matter, so that values are unknown.
    pub(crate) types_only: bool,
}

impl Resolver<'_> {
    fn declared(&self, node: NodeId) -> Value {
        // only a validation evaluates code without instances
        let is_idle = || self.context.is_idle && !static_types::is_constant(self.module, node);
        match self.types_only || is_idle() {
            true => static_types::value(self.module, self.values, node),
            false => self.values[node.index()].clone(),
        }
    }

    /// The value of a reference to an argument of a resource without a schema, such as `foo_bar.a[0].size`; the first
    /// `taken` steps refer to the resource.
    fn argument(&self, node: NodeId, taken: usize, steps: NameSteps<'_>) -> Option<Resolution> {
        let mut value = self.arguments.get(&node).filter(|_| !self.types_only)?;
        let mut at = taken;
        if self.module.declaration(node).repetition() != Repetition::One {
            value = match (steps.key(at), steps.index(at)) {
                (Some(key), _) => value.get_attr_value(key)?,
                (None, index) => value.element_at(index?)?,
            };
            at += 1;
        }
        let value = value.get_attr_value(steps.attribute(at)?)?.clone();
        Some(Resolution { value, steps: at + 1 })
    }

    /// The value of an iterator, or just its type if only types matter.
    fn repeated(&self, value: Option<&Value>, ty: Type) -> Option<Value> {
        value.map(|value| if self.types_only { Value::unknown(ty) } else { value.clone() })
    }
}

impl Names for Resolver<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let found = |value: &Value, steps: usize| Some(Resolution { value: value.clone(), steps });
        // undeclared names are already reported
        let all = || Some(Resolution { value: Value::dynamic(), steps: steps.len() });
        let attribute = steps.attribute(0);
        let known = match (root, attribute) {
            ("each", Some("key")) => {
                self.repeated(self.context.each.as_ref().map(|(key, _)| key), Type::STRING)
            }
            ("each", Some("value")) => {
                let element = self.context.element.clone().unwrap_or(Type::ANY);
                self.repeated(self.context.each.as_ref().map(|(_, value)| value), element)
            }
            ("count", Some("index")) => self.repeated(self.context.count.as_ref(), Type::NUMBER),
            ("path", Some("module")) => Some(self.paths.module.clone()),
            ("path", Some("root")) => Some(self.paths.root.clone()),
            // These depend on who runs the module.
            ("path", Some("cwd")) | ("terraform" | "tofu", Some("workspace")) => {
                Some(Value::unknown(Type::STRING))
            }
            // It differs between plan and apply, so Terraform makes it ephemeral.
            ("terraform" | "tofu", Some("applying")) => {
                Some(Value::unknown(Type::BOOL).with_mark("ephemeral"))
            }
            ("run", Some(name)) => self.context.test.as_ref().and_then(|test| test.runs.get(name).cloned()),
            ("output", Some(name)) => {
                let outputs = self.context.test.as_ref().and_then(|test| test.outputs.as_ref());
                outputs.and_then(|outputs| outputs.get_attr_value(name).cloned())
            }
            ("self", _) => return found(self.context.this.as_ref().unwrap_or(&Value::dynamic()), 0),
            _ => {
                let named = dependencies::named(self.module, root, |position| steps.attribute(position));
                let is_repeated =
                    |node: NodeId| self.module.declaration(node).repetition() != Repetition::One;
                return match named {
                    Some((node, taken)) if self.context.is_idle && is_repeated(node) => {
                        found(&Value::dynamic(), taken)
                    }
                    Some((node, taken)) => {
                        self.argument(node, taken, steps).or_else(|| found(&self.declared(node), taken))
                    }
                    None => all(),
                };
            }
        };
        match known {
            Some(value) => found(&value, 1),
            None => all(),
        }
    }
}
