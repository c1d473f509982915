//! Descriptions of single declarations.

use std::sync::Arc;

use hclx_analysis::describe::{
    Call, Declared, Default, Details, Flag, Input, Output, PathStep, Repetition, Resource, Source,
};
use hclx_analysis::graph;
use hclx_core::{Defaults, TypeKind, Value};
use hclx_diag::TextRange;
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::statics::ReferenceKey;

use super::texts;
use crate::credentials;
use crate::terraform::declare::declaration::{self, Declaration, Variable};
use crate::terraform::declare::module::{Module, header};
use crate::terraform::functions::DIALECT;
use crate::terraform::providers::configurations;
use crate::terraform::resolve::{call_targets, dependencies};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Evaluator;
use crate::terraform::values::validation;

/// Describes a declaration with its value.
pub(super) fn declared(
    run: Evaluator<'_>,
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    value: &Value,
) -> Declared {
    let details = match (declaration.kind, &declaration.variable) {
        (Kind::Variable, Some(variable)) => Details::Input(Box::new(input(instance, declaration, variable))),
        (Kind::Output, _) => Details::Output(Box::new(output(instance.module, declaration, value))),
        (Kind::Local, _) => Details::Local(value.described_type()),
        (Kind::Module, _) => Details::Call(Box::new(call(run, instance.module, declaration))),
        (Kind::Resource | Kind::Data | Kind::Ephemeral | Kind::Action | Kind::List, _) => {
            Details::Resource(Box::new(resource(declaration)))
        }
        (Kind::Provider, _) => Details::Other("provider"),
        _ => Details::Other("check"),
    };
    let text = |name| match declaration.kind {
        Kind::Variable => texts::text(declaration, &schemas::variable(), name),
        Kind::Output => texts::text(declaration, &schemas::output(), name),
        _ => None,
    };
    let is_block = declaration.kind != Kind::Local;
    Declared {
        address: declaration.address(),
        name: Arc::clone(&declaration.name),
        place: declaration.name_span,
        header: if is_block { header(declaration) } else { declaration.name_span },
        description: text("description"),
        comment: if is_block { texts::comment(&declaration.written) } else { Vec::new() },
        flags: flags(declaration),
        deprecated: text("deprecated"),
        details,
    }
}

fn flags(declaration: &Declaration) -> Vec<Flag> {
    let block = match declaration.kind {
        Kind::Variable => schemas::variable(),
        Kind::Output => schemas::output(),
        _ => return Vec::new(),
    };
    let flag = |name: &str, wanted: bool, flag: Flag| {
        (declaration.flag(&block, name) == Some(wanted)).then_some(flag)
    };
    let all = [
        flag("sensitive", true, Flag::Sensitive),
        flag("ephemeral", true, Flag::Ephemeral),
        flag("nullable", false, Flag::NotNullable),
        flag("const", true, Flag::Constant),
    ];
    all.into_iter().flatten().collect()
}

fn input(instance: &mut Instance<'_>, declaration: &Declaration, variable: &Variable) -> Input {
    let block = schemas::variable();
    let given = declaration.attribute(&block, "default");
    let given = given.and_then(|(written, attribute)| texts::constant(written, attribute.value));
    let default = variable.default.as_ref().map(|value| Default {
        value: value.clone(),
        given: given.unwrap_or_else(Value::dynamic),
        place: variable.default_span,
    });
    Input {
        written: texts::type_text(declaration, &block),
        ty: variable.ty.clone(),
        default,
        defaults: variable.defaults.as_ref().map(defaults).unwrap_or_default(),
        facts: validation::facts(instance, declaration),
    }
}

/// The defaults of optional attributes by path; elements of tuples have none.
fn defaults(of: &Defaults) -> Vec<(Vec<PathStep>, Value)> {
    fn add(of: &Defaults, path: &mut Vec<PathStep>, found: &mut Vec<(Vec<PathStep>, Value)>) {
        let attribute = |name: &Arc<str>| PathStep::Attribute(Arc::clone(name));
        for (name, value) in of.values.iter() {
            let path = path.iter().cloned().chain([attribute(name)]).collect();
            found.push((path, value.clone()));
        }
        let is_tuple = of.ty.as_ref().is_some_and(|ty| matches!(ty.kind(), TypeKind::Tuple(_)));
        for (name, inner) in of.children.iter().filter(|_| !is_tuple) {
            path.push(if name.is_empty() { PathStep::Element } else { attribute(name) });
            hclx_diag::grow(|| add(inner, path, found));
            path.pop();
        }
    }
    let mut found = Vec::new();
    add(of, &mut Vec::new(), &mut found);
    found
}

fn output(module: &Module, declaration: &Declaration, value: &Value) -> Output {
    let block = schemas::output();
    let declared = declaration.attribute(&block, "type").map(|(written, attribute)| {
        let options = TypeOptions { rules: DIALECT.rules, ..TypeOptions::constraint() };
        parse_type(&written.parsed.tree, written.source, attribute.value, &options).ty
    });
    Output {
        written: texts::type_text(declaration, &block),
        ty: declared.unwrap_or_else(|| value.described_type()),
        source: source(module, declaration),
    }
}

/// The reference that is the entire value of an output.
fn source(module: &Module, declaration: &Declaration) -> Option<Source> {
    let (written, attribute) = declaration.attribute(&schemas::output(), "value")?;
    let tree = &written.parsed.tree;
    let references = graph::references(tree, attribute.value);
    let mut leading = references.iter().filter_map(|reference| {
        let node = dependencies::target(module, reference)?;
        let target = module.declaration(node);
        let skipped = 1 + usize::from(!target.of_type.is_empty() && target.kind != Kind::Resource);
        let name = |step: &hclx_syntax::statics::ReferenceStep<'_>| match &step.kind {
            ReferenceKey::Attr(name) => Some(Arc::from(&**name)),
            _ => None,
        };
        let of: Arc<str> = match target.kind {
            Kind::Module => call_targets::absent_source(target)
                .or_else(|| call_targets::source(target).map(|(text, _)| text))?
                .into(),
            Kind::Resource | Kind::Data | Kind::Ephemeral => Arc::clone(&target.of_type),
            _ => return None,
        };
        let attribute = reference.steps.iter().skip(skipped).find_map(name);
        let end = reference.steps.last().map_or(reference.root_range.end, |step| step.range.end);
        let whole = TextRange::new(reference.root_range.start, end);
        Some(Source { reference: tree.written(whole).into(), of, attribute })
    });
    let first = leading.next()?;
    let is_plain = !matches!(tree.expr(attribute.value).kind, ExprKind::Template(_));
    is_plain.then_some(first)
}

fn call(run: Evaluator<'_>, module: &Module, declaration: &Declaration) -> Call {
    let block = schemas::module();
    let source = call_targets::source(declaration).map(|(text, _)| credentials::without(&text).into_owned());
    let arguments = declaration.written.view().just_attributes().0;
    let is_own = |name: &str| block.find_attribute(name).is_none();
    Call {
        source: source.unwrap_or_default().into(),
        version: texts::text(declaration, &block, "version"),
        folder: call_targets::folder(run.snapshot, module, declaration).map(Arc::from),
        arguments: arguments
            .iter()
            .filter(|one| is_own(one.name))
            .map(|one| (Arc::from(one.name), declaration.written.span(one.name_range)))
            .collect(),
        repetition: repetition(declaration),
    }
}

fn resource(declaration: &Declaration) -> Resource {
    let mode = match declaration.kind {
        Kind::Resource => "resource",
        Kind::Data => "data",
        Kind::Ephemeral => "ephemeral",
        Kind::Action => "action",
        _ => "list",
    };
    let named = declaration.attribute(&schemas::data(), "provider");
    let named = named.and_then(|(written, attribute)| configurations::config(written, attribute.value));
    let (provider, alias) = named.unwrap_or_else(|| {
        let prefix = declaration.of_type.split('_').next().unwrap_or_default();
        (prefix.to_owned(), None)
    });
    Resource {
        mode,
        of_type: Arc::clone(&declaration.of_type),
        provider: provider.into(),
        alias: alias.map(Arc::from),
        repetition: repetition(declaration),
    }
}

fn repetition(declaration: &Declaration) -> Repetition {
    match declaration.repetition() {
        declaration::Repetition::Count => Repetition::Count,
        declaration::Repetition::ForEach => Repetition::ForEach,
        _ => Repetition::One,
    }
}
