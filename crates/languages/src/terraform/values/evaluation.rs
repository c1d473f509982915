//! The inputs of an evaluation of a module, its result, and its dependencies other than values.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value, assume_not_null};
use hclx_diag::{Findings, Ordered, OrderedSet, SharedList};
use hclx_eval::{Approximation, Host};

use super::resource_values::ResourceValues;
use super::tree::TreePart;
use crate::terraform::declare::declaration::Variable;
use crate::terraform::declare::module::Module;
use crate::terraform::plan::open_value::OpenValues;
use crate::terraform::resolve::scope::Paths;
use crate::terraform::schemas::kind::Kind;

/// The inputs of a module.
#[derive(Clone)]
pub(crate) struct Inputs {
    /// The values of variables, converted to their types.
    pub(crate) values: Ordered<Arc<str>, Value>,
    pub(crate) paths: Paths,
    pub(crate) is_root: bool,
    /// Set if the values come from a module call.
    pub(crate) is_call: bool,
    /// The open variables.
    pub(crate) computed: Arc<OpenValues>,
    /// The nesting depth of calls.
    pub(crate) depth: usize,
    pub(crate) host: Arc<dyn Host>,
    /// The interpretation of the arguments of resources, here and in called modules.
    pub(crate) resources: ResourceValues,
}

impl Inputs {
    /// The same inputs with another interpretation of resources.
    pub(crate) fn with_resources(&self, resources: ResourceValues) -> Self {
        Self { resources, ..self.clone() }
    }

    /// Returns `true` if a module has the same result for both inputs, provided that its files are the same.
    pub(crate) fn are_like(&self, other: &Self) -> bool {
        self.is_root == other.is_root
            && self.is_call == other.is_call
            && self.resources == other.resources
            && self.depth == other.depth
            && self.paths == other.paths
            && self.computed == other.computed
            && self.values.len() == other.values.len()
            && self.values.iter().zip(other.values.iter()).all(|(one, other)| one == other)
    }
}

/// The limit of evaluations that were not completed, for [`ModuleValues::limits`].
pub(crate) fn beyond_limits(what: &str) -> String {
    format!(
        "{what} need more than the limits: not all of them were checked; raise the limits with --max-memory and --max-steps"
    )
}

/// The result of evaluating a module.
#[derive(Clone, Default)]
pub(crate) struct ModuleValues {
    /// The values of declarations, by index.
    pub(crate) values: SharedList<Value>,
    pub(crate) findings: Findings,
    pub(crate) approximations: Vec<Approximation>,
    /// The limits of calls that were exceeded here or in a called module.
    pub(crate) limits: OrderedSet<String>,
    /// Its dependencies other than values.
    pub(crate) touched: UsedInputs,
    /// The arguments of resources without a schema, if they are used as written.
    pub(crate) arguments: Ordered<NodeId, Value>,
    /// The open outputs, if the module is called.
    pub(crate) open_outputs: OpenValues,
    /// The instances, if they are collected.
    pub(crate) tree: Vec<TreePart>,
}

impl ModuleValues {
    /// The values of all declarations of a module, which are unknown if the module was not evaluated.
    pub(crate) fn values_of(&self, module: &Module) -> SharedList<Value> {
        match self.values.len() == module.declarations.len() {
            true => self.values.clone(),
            false => SharedList::repeat(&Value::dynamic(), module.declarations.len()),
        }
    }

    /// The outputs as an object.
    pub(crate) fn outputs(&self, module: &Module) -> Value {
        if module.holes.may_declare_any(Kind::Output) {
            return Value::dynamic();
        }
        let outputs = module.names.nodes().filter(|node| module.declaration(*node).kind == Kind::Output);
        let outputs = outputs.map(|node| {
            let value = self.values.get(node.index()).cloned().unwrap_or_else(Value::dynamic);
            (Arc::clone(&module.declaration(node).name), value)
        });
        // a block of an unknown type may be meant as an output
        let mistaken = module.holes.mistaken().map(|name| (Arc::clone(name), Value::dynamic()));
        Value::object(mistaken.chain(outputs))
    }
}

/// The value of a variable that is not set.
pub(crate) fn unknown_of(variable: &Variable) -> Value {
    let ty = if variable.is_doubtful { Type::ANY } else { variable.ty.without_optional() };
    let value = Value::unknown(ty);
    let value = match variable.nullable {
        true => value,
        false => assume_not_null(value),
    };
    marked(value, variable)
}

pub(crate) fn marked(value: Value, variable: &Variable) -> Value {
    let value = if variable.marks.sensitive { value.with_mark("sensitive") } else { value };
    if variable.marks.ephemeral { value.with_mark("ephemeral") } else { value }
}

/// The maximum nesting depth of evaluated calls.
pub(crate) const MOST_DEPTH: usize = hclx_analysis::calls::MOST_DEPTH as usize;

/// The dependencies of an evaluation other than values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UsedInputs {
    /// Set if files were read.
    pub(crate) files: bool,
    /// The nesting depth of the calls that the module makes.
    pub(crate) below: u32,
    /// Set if a limit of calls was exceeded.
    pub(crate) limited: bool,
}

impl UsedInputs {
    /// Adds the dependencies of an evaluation at the same depth.
    pub(crate) fn join(&mut self, other: Self) {
        self.files |= other.files;
        self.below = self.below.max(other.below);
        self.limited |= other.limited;
    }

    /// Adds the dependencies of a called module.
    pub(crate) fn join_call(&mut self, other: Self) {
        self.join(Self { below: other.below + 1, ..other });
    }

    /// Returns `true` if the result is also valid at another nesting depth.
    pub(crate) fn holds_below(self, depth: usize, other: usize) -> bool {
        depth == other || !self.limited && other + self.below as usize <= MOST_DEPTH
    }
}
