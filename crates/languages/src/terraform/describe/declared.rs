//! Descriptions of single declarations.

use std::sync::Arc;

use hclx_analysis::describe::{
    Call, DeclaredItem, Default, Details, Flag, Input, Keys, Output, PathStep, Repetition, Resource, Source,
};
use hclx_analysis::graph;
use hclx_core::{Defaults, TypeKind, Value};
use hclx_diag::TextRange;
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_schema::Block;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::{BlockView, BodyView};
use hclx_syntax::statics::{Reference, ReferenceKey, ReferenceStep};

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
use crate::terraform::values::normal_form;
use crate::terraform::values::rule::Evaluator;
use crate::terraform::values::validation;

/// Describes a declaration with its value.
pub(super) fn declared(
    run: Evaluator<'_>,
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    value: &Value,
) -> DeclaredItem {
    let details = match (declaration.kind, &declaration.variable) {
        (Kind::Variable, Some(variable)) => Details::Input(Box::new(input(instance, declaration, variable))),
        (Kind::Output, _) => Details::Output(Box::new(output(instance.module, declaration, value))),
        (Kind::Local, _) => Details::Local(value.described_type()),
        (Kind::Module, _) => Details::Call(Box::new(call(run, instance, declaration))),
        (Kind::Resource | Kind::Data | Kind::Ephemeral | Kind::Action | Kind::List, _) => {
            Details::Resource(Box::new(resource(instance, declaration)))
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
    DeclaredItem {
        address: declaration.address(),
        name: Arc::clone(&declaration.name),
        place: declaration.name_span,
        header: if is_block { header(declaration) } else { declaration.name_span },
        description: text("description"),
        comment: if is_block { texts::comment(&declaration.written) } else { Vec::new() },
        flags: flags(declaration),
        deprecated: text("deprecated"),
        conditions: conditions(instance.module, declaration),
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
        implied: None,
        default,
        defaults: variable.defaults.as_ref().map(defaults).unwrap_or_default(),
        facts: validation::facts(instance, declaration),
        terms: terms(instance.module, declaration),
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

/// The maximum number of local values to follow to the source of a value.
const MAX_LOCALS: usize = 16;

/// The source of the value of an output.
fn source(module: &Module, declaration: &Declaration) -> Option<Source> {
    let (written, attribute) = declaration.attribute(&schemas::output(), "value")?;
    origin(module, &written.parsed.tree, attribute.value, MAX_LOCALS)
}

/// The source of the value of an expression: the first object that it refers to, directly or through local values. The
/// condition of a conditional expression and the parts of a template do not count.
fn origin(module: &Module, tree: &Tree, expr: ExprId, locals: usize) -> Option<Source> {
    match tree.expr(expr).kind {
        ExprKind::Template(_) => return None,
        ExprKind::Paren(inner) => return hclx_diag::grow(|| origin(module, tree, inner, locals)),
        ExprKind::Conditional { yes, no, .. } => {
            let side = |side| hclx_diag::grow(|| origin(module, tree, side, locals));
            return side(yes).or_else(|| side(no));
        }
        _ => {}
    }
    let is_whole = matches!(tree.expr(expr).kind, ExprKind::Traversal { .. });
    let references = graph::references(tree, expr);
    let object = references.iter().find_map(|one| object(module, tree, one, is_whole));
    object.or_else(|| references.iter().find_map(|one| by_local(module, tree, one, locals)))
}

/// The object that a reference refers to. A variable only counts if it is the whole expression.
fn object(module: &Module, tree: &Tree, reference: &Reference<'_>, is_whole: bool) -> Option<Source> {
    let target = module.declaration(dependencies::target(module, reference)?);
    let of: Arc<str> = match target.kind {
        Kind::Module => call_targets::absent_source(target)
            .or_else(|| call_targets::source(target).map(|(text, _)| text))?
            .into(),
        Kind::Resource | Kind::Data | Kind::Ephemeral => Arc::clone(&target.of_type),
        Kind::Variable if is_whole => target.address().into(),
        _ => return None,
    };
    // `data.TYPE.NAME` has one more name after its root than `TYPE.NAME` or `module.NAME`.
    let skipped = 1 + usize::from(!target.of_type.is_empty() && target.kind != Kind::Resource);
    Some(Source { reference: whole(tree, reference), of, attribute: attribute(reference, skipped) })
}

/// The object that a local value refers to; `None` for an attribute of a local value, unless the attribute is a
/// reference itself.
fn by_local(module: &Module, tree: &Tree, reference: &Reference<'_>, locals: usize) -> Option<Source> {
    let local = module.declaration(dependencies::target(module, reference)?);
    let inside = &local.written.parsed.tree;
    let expr = local.expr.filter(|_| local.kind == Kind::Local && locals > 0)?;
    let own = attribute(reference, 1);
    let is_plain = matches!(inside.expr(expr).kind, ExprKind::Traversal { .. });
    if own.is_some() && !is_plain {
        return None;
    }
    let found = origin(module, inside, expr, locals - 1)?;
    Some(Source { reference: whole(tree, reference), attribute: found.attribute.or(own), ..found })
}

/// The source of a value that is exactly a reference.
fn whole(tree: &Tree, reference: &Reference<'_>) -> Arc<str> {
    let end = reference.steps.last().map_or(reference.root_range.end, |step| step.range.end);
    tree.written(TextRange::new(reference.root_range.start, end)).into()
}

/// The first attribute after the name of the declaration that a reference refers to.
fn attribute(reference: &Reference<'_>, skipped: usize) -> Option<Arc<str>> {
    let name = |step: &ReferenceStep<'_>| match &step.kind {
        ReferenceKey::Attr(name) => Some(Arc::from(&**name)),
        _ => None,
    };
    reference.steps.iter().skip(skipped).find_map(name)
}

fn call(run: Evaluator<'_>, instance: &mut Instance<'_>, declaration: &Declaration) -> Call {
    let block = schemas::module();
    let source = call_targets::source(declaration).map(|(text, _)| credentials::without(&text).into_owned());
    let arguments = declaration.written.view().just_attributes().0;
    let is_own = |name: &str| block.find_attribute(name).is_none();
    Call {
        source: source.unwrap_or_default().into(),
        version: texts::text(declaration, &block, "version"),
        folder: call_targets::folder(run.snapshot, instance.module, declaration).map(Arc::from),
        arguments: arguments
            .iter()
            .filter(|one| is_own(one.name))
            .map(|one| (Arc::from(one.name), declaration.written.span(one.name_range)))
            .collect(),
        repetition: repetition(declaration),
        keys: keys(instance, declaration),
    }
}

fn resource(instance: &mut Instance<'_>, declaration: &Declaration) -> Resource {
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
        keys: keys(instance, declaration),
    }
}

fn repetition(declaration: &Declaration) -> Repetition {
    // a misspelled argument is described as if there were no repetition
    match declaration.stated_repetition() {
        declaration::Repetition::Count => Repetition::Count,
        declaration::Repetition::ForEach => Repetition::ForEach,
        _ => Repetition::One,
    }
}

/// The maximum number of instances whose keys are compared.
const MAX_KEYS: usize = 1_000;

/// The keys of the instances of a declaration.
fn keys(instance: &mut Instance<'_>, declaration: &Declaration) -> Keys {
    let block = match declaration.kind {
        Kind::Module => schemas::module(),
        _ => schemas::resource(),
    };
    let name = match declaration.stated_repetition() {
        declaration::Repetition::One => return Keys::Always(vec!["".into()]),
        declaration::Repetition::Count => "count",
        declaration::Repetition::ForEach => "for_each",
        declaration::Repetition::Unclear => return Keys::Unknown,
    };
    let Some((written, attribute)) = declaration.attribute(&block, name) else { return Keys::Unknown };
    if let Some(keys) =
        validation::constant(instance, written, attribute.value).and_then(|value| keys_of(&value))
    {
        return Keys::Always(keys);
    }
    let by_default = validation::by_defaults(instance, written, attribute.value);
    by_default.and_then(|value| keys_of(&value)).map_or(Keys::Unknown, Keys::ByDefault)
}

/// The keys that a value of `count` or `for_each` produces, unless there are too many.
fn keys_of(value: &Value) -> Option<Vec<Arc<str>>> {
    if let Some(count) = value.as_number() {
        let count = count.to_usize().filter(|count| *count <= MAX_KEYS)?;
        return Some((0..count).map(|index| format!("[{index}]").into()).collect());
    }
    let key = |key: &str| Arc::from(format!("[{}]", Value::string(key)));
    let keys: Vec<Arc<str>> = match value.elements() {
        Some(elements) if value.iter_entries().next().is_none() => {
            elements.iter().map(|element| element.as_str().map(key)).collect::<Option<_>>()?
        }
        _ => value.iter_entries().map(|(name, _)| key(name)).collect(),
    };
    (keys.len() <= MAX_KEYS).then_some(keys)
}

/// The normalized preconditions and postconditions of a declaration.
fn conditions(module: &Module, declaration: &Declaration) -> Vec<Arc<str>> {
    if !matches!(declaration.kind, Kind::Output | Kind::Resource | Kind::Data | Kind::Ephemeral) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        let view = written.view();
        if !view.mentions_one_of(&["precondition", "postcondition", "lifecycle"]) {
            continue;
        }
        let tree = view.tree();
        let own = if declaration.kind == Kind::Output { schemas::output() } else { schemas::resource() };
        for condition in conditions_in(&view, &own) {
            found.extend(normal_form::terms(module, tree, (condition, "")).into_iter().map(|term| term.text));
        }
    }
    found
}

/// The terms of the validation rules of a variable.
fn terms(module: &Module, declaration: &Declaration) -> Vec<Arc<str>> {
    let mut found = Vec::new();
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        let view = written.view();
        if !view.mentions("validation") {
            continue;
        }
        for condition in conditions_in(&view, &schemas::variable()) {
            let terms = normal_form::terms(module, view.tree(), (condition, &*declaration.name));
            found.extend(terms.into_iter().map(|term| term.text));
        }
    }
    found
}

/// The conditions in the blocks of a body, and in its `lifecycle` block.
fn conditions_in(view: &BodyView<'_>, schema: &Block) -> Vec<ExprId> {
    let blocks = view.sorted(schema.prepared()).content.blocks.into_iter();
    let inside = |block: BlockView<'_>| match block.block_type {
        "precondition" | "postcondition" | "validation" => {
            let (attributes, _) = block.body.just_attributes();
            attributes.iter().filter(|one| one.name == "condition").map(|one| one.value).collect()
        }
        "lifecycle" => match schema.find_block("lifecycle") {
            Some(nested) => conditions_in(&block.body, &nested.body.fixed()),
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    blocks.flat_map(inside).collect()
}
