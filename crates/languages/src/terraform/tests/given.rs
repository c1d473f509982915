//! The contents of a test file that its runs share: values of variables, providers, and overrides.

use std::sync::Arc;

use hclx_core::{Value, convert};
use hclx_diag::{Ordered, OrderedSet};
use hclx_schema::Block;
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::BlockView;
use hclx_syntax::statics;

use super::test_files::configuration;
use crate::terraform::declare::address::{self, Address};
use crate::terraform::declare::declaration::{BlockSource, Variable};
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::test_files;
use crate::terraform::simulation::expressions::ScopeNames;
use crate::terraform::simulation::open::CauseId;
use crate::terraform::simulation::providers::{Answers, Mock, Providers};
use crate::terraform::simulation::setting::SimulationContext;

/// The values of variables, as a test file sets them.
pub(super) type Values = Ordered<Arc<str>, Value>;

/// Evaluates an expression where only variables and earlier runs are in scope. Its failures are recorded.
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

/// The values for the variables of a module, converted to their types; others are left out.
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
            None => setting.doubts(None, [unfit(name)]),
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

/// The provider configurations of a test file.
pub(super) fn providers(
    setting: &SimulationContext<'_>,
    blocks: &[BlockSource],
    overridden: &mut Vec<Address>,
) -> Providers {
    let mut providers = Providers::default();
    for written in blocks {
        let Some(name) = configuration(written) else { continue };
        let answers = match &*written.block_type {
            "mock_provider" => Answers::Mock(Arc::new(mock(setting, written, &name, overridden))),
            _ => Answers::Real,
        };
        providers.known.insert(name, answers);
    }
    providers
}

fn mock(
    setting: &SimulationContext<'_>,
    written: &BlockSource,
    name: &str,
    overridden: &mut Vec<Address>,
) -> Mock {
    let schema = test_files::mock_provider();
    let content = written.view().sorted(schema.prepared()).content;
    let is_early = |attribute: &str, value: ExprId| {
        let word = statics::as_keyword(&written.parsed.tree, written.source, value);
        attribute == "override_during" && word.as_deref() != Some("apply")
    };
    let mut mock = Mock { name: name.to_owned(), ..Mock::default() };
    mock.is_unclear = content
        .attributes
        .iter()
        .any(|one| matches!(one.name, "source" | "for_each") || is_early(one.name, one.value));
    for block in &content.blocks {
        let Some(nested) = schema.find_block(block.block_type).map(|nested| nested.body.fixed()) else {
            continue;
        };
        let inner = block.body.sorted(nested.prepared()).content;
        mock.is_unclear |= inner.attributes.iter().any(|one| is_early(one.name, one.value));
        if block.block_type.starts_with("override_") {
            overridden.extend(target(written, block, &nested, &mut mock.is_unclear));
            continue;
        }
        let (Some(label), Some(defaults)) = (block.labels.first(), inner.attribute("defaults")) else {
            continue;
        };
        let (none, context) = (Values::new(), Context::default());
        let value = value(setting, written, defaults.value, &context, &none);
        let kind = if block.block_type == "mock_data" { &mut mock.data } else { &mut mock.resources };
        mock.is_unclear |= value.ty().as_object().is_none() || !value.is_wholly_known();
        kind.insert(label.text.into(), value);
    }
    mock
}

/// The targets of the overrides among some blocks; sets the flag if one cannot be read.
pub(super) fn overrides(
    written: &BlockSource,
    blocks: &[BlockView<'_>],
    schema: &Block,
    is_unclear: &mut bool,
) -> Vec<Address> {
    let overrides = blocks.iter().filter(|block| block.block_type.starts_with("override_"));
    let targets = overrides.filter_map(|block| {
        let nested = schema.find_block(block.block_type)?.body.fixed();
        target(written, block, &nested, is_unclear)
    });
    targets.collect()
}

fn target(
    written: &BlockSource,
    block: &BlockView<'_>,
    nested: &Block,
    is_unclear: &mut bool,
) -> Option<Address> {
    let content = block.body.sorted(nested.prepared()).content;
    let wanted = address::AddressRules { name: "target", dynamic: false, words: false };
    let read = content
        .attribute("target")
        .and_then(|target| address::read(&written.parsed.tree, written.source, target.value, wanted).ok());
    *is_unclear |= read.is_none();
    read
}

/// The keys of the objects in `expect_failures`; `None` if one of them is not understood.
pub(super) fn expected(written: &BlockSource, expr: ExprId, module: &Module) -> Option<OrderedSet<Arc<str>>> {
    let tree = &written.parsed.tree;
    let list = statics::as_list(tree, expr)?;
    let key = |one: &ExprId| {
        let reference = crate::terraform::resolve::quoted::any_reference(tree, written.source, *one)?;
        let name = |position: usize| reference.attribute(position);
        let (kind, of_type, called, steps) = match &*reference.root {
            "var" => (Kind::Variable, "", name(0)?, 1),
            "output" => (Kind::Output, "", name(0)?, 1),
            "check" => (Kind::Check, "", name(0)?, 1),
            "data" => (Kind::Data, name(0)?, name(1)?, 2),
            "resource" => (Kind::Resource, name(0)?, name(1)?, 2),
            root => (Kind::Resource, root, name(0)?, 1),
        };
        let (_, declaration) = module.get(kind, of_type, called)?;
        (reference.steps.len() == steps).then(|| Arc::clone(&declaration.key))
    };
    list.iter().map(key).collect()
}
