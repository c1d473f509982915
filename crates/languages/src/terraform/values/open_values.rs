//! Open values of arguments and outputs.

use std::sync::Arc;

use hclx_core::Value;
use hclx_syntax::ast::ExprId;

use super::instance::Instance;
use super::repeat::Instances;
use super::unknown_keys;
use crate::terraform::declare::declaration::{BlockSource, Declaration, Variable};
use crate::terraform::plan::open_value::{OpenValue, OpenValues};
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// An argument of a call: the variable that it sets, and its expression.
pub(crate) struct Argument<'c> {
    name: Arc<str>,
    variable: &'c Variable,
    written: Arc<BlockSource>,
    expr: ExprId,
}

impl<'c> Argument<'c> {
    pub(crate) fn new(
        name: &Arc<str>,
        variable: &'c Variable,
        written: &Arc<BlockSource>,
        expr: ExprId,
    ) -> Self {
        Self { name: Arc::clone(name), variable, written: Arc::clone(written), expr }
    }
}

/// The open arguments of a call.
pub(crate) fn arguments(instance: &Instance<'_>, given: &[Argument<'_>], context: &Context) -> OpenValues {
    let open = |argument: &Argument<'_>| {
        let open = unknown_keys::open(instance, &argument.written, argument.expr, context)?;
        let open = open.with_address(&format!("var.{}", argument.name)).of_variable(argument.variable)?;
        Some((Arc::clone(&argument.name), open))
    };
    given.iter().filter_map(open).collect()
}

/// The open outputs of a called module.
pub(crate) fn outputs(instance: &Instance<'_>) -> OpenValues {
    let block = schemas::output();
    let open = |declaration: &Declaration| {
        let (written, attribute) = declaration.attribute(&block, "value")?;
        let open = unknown_keys::open(instance, written, attribute.value, &Context::default())?;
        Some((Arc::clone(&declaration.name), open))
    };
    // a value that is known here is known in a plan
    let is_unknown = |index: usize| !instance.values[index].is_wholly_known();
    let declarations = instance.module.declarations.iter().enumerate();
    let unknown =
        declarations.filter(|(index, declaration)| declaration.kind == Kind::Output && is_unknown(*index));
    unknown.filter_map(|(_, declaration)| open(declaration)).collect()
}

/// The value of all instances of a call; `None` if nothing in them is unknown in a plan.
pub(crate) fn of_instances(
    instances: &Instances,
    values: &[Value],
    open: Vec<Option<OpenValue>>,
) -> Option<OpenValue> {
    if open.iter().all(Option::is_none) {
        return None;
    }
    let same = |value: &Value| OpenValue { plain: value.clone(), texts: value.clone() };
    let all = open.into_iter().zip(values).map(|(open, value)| open.unwrap_or_else(|| same(value)));
    let (plain, texts) = all.map(|open| (open.plain, open.texts)).unzip();
    Some(OpenValue { plain: instances.value(plain), texts: instances.value(texts) })
}
