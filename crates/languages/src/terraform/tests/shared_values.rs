//! Values of variables and expected failures, as test files set them.

use std::sync::Arc;

use hclx_core::{Marks, Value, convert};
use hclx_diag::{Ordered, OrderedSet};
use hclx_syntax::ast::ExprId;
use hclx_syntax::statics::{self, ReferenceKey};

use crate::terraform::declare::declaration::{BlockSource, Variable};
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::quoted;
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::simulation::expressions::ScopeNames;
use crate::terraform::simulation::open::{CauseId, causes_of, mark, may_be_deferred};
use crate::terraform::simulation::setting::SimulationContext;

/// The values of variables, as set by a test file.
pub(super) type Values = Ordered<Arc<str>, Value>;

/// Evaluates an expression with only variables and earlier runs in scope, and records its failures.
pub(super) fn value(
    setting: &SimulationContext<'_>,
    written: &BlockSource,
    expr: ExprId,
    context: &Context,
    variables: &Values,
) -> Value {
    let paths = Paths::root();
    let names = ScopeNames::new(setting, None, context, (&paths, variables));
    let evaluation = names.evaluate((&written.parsed.tree, written.source, expr), &[]);
    if evaluation.may_fail {
        setting.doubts(None, evaluation.open);
    }
    evaluation.errors.into_iter().for_each(|error| setting.error(error));
    evaluation.value
}

/// The values for the variables of a module, converted to their types; other values are omitted.
pub(super) fn inputs(
    setting: &SimulationContext<'_>,
    module: &Module,
    given: &Values,
    unfit: impl Fn(&str) -> CauseId,
) -> Values {
    let mut inputs = Values::new();
    for (name, value) in given {
        let Some((_, declaration)) = module.get(Kind::Variable, "", name) else { continue };
        let Some(variable) = &declaration.variable else { continue };
        match fitted(variable, value) {
            Some(value) if value.is_null() && !variable.nullable => {
                if variable.default.is_none() {
                    setting.doubts(None, [unfit(name)]);
                }
            }
            Some(value) => drop(inputs.insert(Arc::clone(name), value)),
            None => {
                let cause = unfit(name);
                setting.doubts(None, [cause]);
                inputs.insert(Arc::clone(name), Value::dynamic().with_marks(&mark(cause)));
            }
        }
    }
    inputs
}

fn fitted(variable: &Variable, value: &Value) -> Option<Value> {
    let value = match &variable.defaults {
        Some(defaults) => defaults.apply(value, &DIALECT.rules),
        None => value.clone(),
    };
    if value.is_null() {
        return Some(Value::null(variable.ty.without_optional()).with_marks(value.marks()));
    }
    convert(&value, &variable.ty, &DIALECT.rules).ok()
}

/// Outputs as a test reads them: from the state, which has no unknown parts.
pub(super) fn read_back(outputs: &Value) -> Value {
    let part = |value: &Value| match value.is_known() || value.contains_marks() {
        true => unknown_as_null(value),
        false => Value::dynamic(),
    };
    Value::object(outputs.iter_entries().map(|(name, value)| (Arc::clone(name), part(value))))
}

/// Outputs with a mark on those that are unknown in a plan.
pub(super) fn with_open_parts(outputs: &Value, planned: &Value, mark: &Marks) -> Value {
    let is_known = |name: &str| planned.get_attr_value(name).is_some_and(Value::is_wholly_known);
    let part = |name: &str, value: &Value| match is_known(name) {
        true => value.clone(),
        false => Value::unknown(value.ty().clone()).with_marks(mark),
    };
    Value::object(outputs.iter_entries().map(|(name, value)| (Arc::clone(name), part(name, value))))
}

/// A value whose unknown parts are null, unless they are open.
fn unknown_as_null(value: &Value) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    if !value.is_known() {
        let ty = value.ty().clone();
        return match (causes_of(value).is_empty(), may_be_deferred(value)) {
            (true, _) => Value::null(ty).with_marks(value.marks()),
            // it may be null
            (false, true) => Value::unknown(ty).with_marks(value.marks()),
            (false, false) => value.clone(),
        };
    }
    match value.map_parts(|part| hclx_diag::grow(|| unknown_as_null(part))) {
        Some(parts) => parts.with_marks(value.marks()),
        None => value.clone(),
    }
}

/// An object that a run expects to fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ExpectedFailure {
    /// The key of the declaration.
    pub(super) key: Arc<str>,
    /// The key of the instance, as in an address; `None` for all instances.
    pub(super) instance: Option<Arc<str>>,
}

/// The objects in `expect_failures`; `None` if one of them cannot be resolved.
pub(super) fn expected(
    written: &BlockSource,
    expr: ExprId,
    module: &Module,
) -> Option<OrderedSet<ExpectedFailure>> {
    let tree = &written.parsed.tree;
    let list = statics::as_list(tree, expr)?;
    let object = |one: &ExprId| {
        let reference = quoted::any_reference(tree, written.source, *one)?;
        let name = |position: usize| reference.attribute(position);
        let (kind, of_type, called, steps) = match &*reference.root {
            "var" => (Kind::Variable, "", name(0)?, 1),
            "output" => (Kind::Output, "", name(0)?, 1),
            "check" => (Kind::Check, "", name(0)?, 1),
            "data" => (Kind::Data, name(0)?, name(1)?, 2),
            "resource" => (Kind::Resource, name(0)?, name(1)?, 2),
            root => (Kind::Resource, root, name(0)?, 1),
        };
        if module.is_unknown() || module.may_declare(called) {
            return None;
        }
        let key = match module.get(kind, of_type, called) {
            Some((_, declaration)) => Arc::clone(&declaration.key),
            // an undeclared object does not fail
            None => tree.written(tree.expr(*one).range).as_ref().into(),
        };
        let instance = match &reference.steps[steps..] {
            [] => None,
            [step] => Some(match &step.kind {
                ReferenceKey::Number(index) => format!("[{index}]").into(),
                ReferenceKey::Text(key) => format!("[{key:?}]").into(),
                _ => return None,
            }),
            _ => return None,
        };
        Some(ExpectedFailure { key, instance })
    };
    list.iter().map(object).collect()
}
