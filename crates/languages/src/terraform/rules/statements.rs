//! Blocks without a name: `moved`, `import`, `removed`. `terraform` is handled in `settings`.

use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value};
use hclx_diag::{
    Diagnostic, Ordered, Policy, Report, Severity, SharedCause, SharedWords, SourceId, Span, Zone,
    code_names as codes, nearest,
};
use hclx_syntax::body::AttributeView;

use super::connections;
use super::constructs;
use super::moved::{self, Moves};
use super::settings;
use crate::terraform::declare::address::{self, Address, Key, KeyKind, Target};
use crate::terraform::declare::declaration::{BlockSource, Declaration, Repetition};
use crate::terraform::declare::module::{Module, header};
use crate::terraform::declare::required_versions;
use crate::terraform::declare::typos;
use crate::terraform::files::provider_examples::is_way_to_import;
use crate::terraform::files::roles::Flavor;
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::defaults_in_use::{CountedCalls, always_set};
use crate::terraform::values::evaluate::evaluate_for;
use crate::terraform::values::evaluation::Inputs;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;
use crate::terraform::values::{repeat, unknown_keys};

/// Checks blocks without a name.
pub(crate) struct Statements;

impl Rule for Statements {
    fn evaluated(&self, instance: &mut Instance<'_>) {
        judge(instance);
    }
}

/// Checks all blocks of a module that have no name.
pub(crate) fn judge(instance: &mut Instance<'_>) {
    // settings are constant, so they are checked with the module itself
    if !instance.inputs.is_call {
        settings::judge(instance);
    }
    let module = instance.module;
    let mut moves = Moves::default();
    let mut imports: Ordered<String, Span> = Ordered::new();
    for written in &module.others {
        match &*written.block_type {
            "moved" => moved::judge(instance, written, &mut moves),
            "removed" => removed(instance, written),
            "import" => import(instance, written, &mut imports),
            _ => {}
        }
    }
    moves.tell_circles(instance);
}

fn part<'w>(written: &'w BlockSource, block: &hclx_schema::Block, name: &str) -> Option<AttributeView<'w>> {
    written.attribute(block, name)
}

/// Parses an attribute that is an address; findings are added to the instance.
pub(crate) fn read(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    block: &hclx_schema::Block,
    name: &str,
    dynamic: bool,
) -> Option<(Address, Span)> {
    let attribute = part(written, block, name)?;
    let place = written.expr_span(attribute.value);
    if instance.module.is_broken_behind(&written.parsed.tree, written.source, place.range) {
        return None;
    }
    let wanted = address::AddressRules { name, dynamic, words: &*written.block_type == "removed" };
    match address::read(&written.parsed.tree, written.source, attribute.value, wanted) {
        Ok(address) if address.is_word => {
            let message = format!("`{}` is not a resource type, so this removes nothing", address.of_type);
            let finding = Diagnostic::warning(codes::ADDRESS, place, message);
            instance.findings.push(finding.help("use `TYPE.NAME` or `module.NAME`"));
            None
        }
        Ok(address) => Some((address, place)),
        Err(finding) => {
            instance.findings.push(*finding);
            None
        }
    }
}

fn removed(instance: &mut Instance<'_>, written: &BlockSource) {
    let block = schemas::removed();
    // the instances come from the state, where the object may have had `count` or `for_each`
    let context = Context {
        each: Some((Value::unknown(Type::STRING), Value::dynamic())),
        count: Some(Value::unknown(Type::NUMBER)),
        ..Context::default()
    };
    let zones = connections::zones_of(written, &[], &block);
    let filled = instance.under(&zones, |instance| instance.body(written, &block, context, Vec::new()));
    instance.findings.extend(connections::escaped_twice(written, &filled.body));
    super::lifecycle::provisioners(instance, written, &filled);
    at_destroy(instance, written, &filled);
    several_lifecycles(instance, written, &filled);
    let Some((from, place)) = read(instance, written, &block, "from", true) else { return };
    // forgetting single instances would leave the others without a declaration, so Terraform does not support it
    if let Some(key) = from.first_key() {
        let message = "the address cannot have an instance key: all instances are removed";
        let at = written.span(key);
        instance.findings.push(Diagnostic::error(codes::ADDRESS, at, message).help("remove the key"));
        return;
    }
    // data and ephemeral resources leave nothing behind that an apply could destroy
    if matches!(from.target, Target::Data | Target::Ephemeral) {
        let message = "only resources and modules can be removed from the state";
        instance.findings.push(Diagnostic::error(codes::ADDRESS, place, message));
        return;
    }
    if from.target == Target::Module
        && let Some(inner) =
            filled.body.blocks.iter().find(|one| one.known && one.view.block_type != "lifecycle")
    {
        let message = format!("`{}` is only allowed for resources, not for modules", inner.view.block_type);
        let at = written.span(inner.view.def_range);
        instance.findings.push(Diagnostic::error(codes::ADDRESS, at, message).also(place, "this module"));
        return;
    }
    let child = in_child(instance, &from);
    let still = match &child {
        Some(child) => child.get(Kind::Resource, &from.of_type, &from.name).map(|(_, found)| found),
        None => declared(instance.module, &from),
    };
    if let Some(still) = still {
        let message = format!("`{}` is removed, but still declared", from.text);
        let finding = Diagnostic::error(codes::ADDRESS, place, message)
            .also(header(still), "declared here")
            .also(written.place(), "in this block")
            .help("remove one of the two blocks");
        instance.findings.push(finding);
    }
}

/// Checks repeated `lifecycle` blocks: the last one wins.
fn several_lifecycles(instance: &mut Instance<'_>, written: &BlockSource, filled: &hclx_schema::Filled<'_>) {
    let mut blocks = filled.body.blocks("lifecycle").map(|block| written.span(block.view.def_range));
    if let (Some(first), Some(last)) = (blocks.next(), blocks.last()) {
        let message = "this block is ignored: a later `lifecycle` takes precedence";
        let finding =
            Diagnostic::warning(codes::BLOCK_COUNT, first, message).also(last, "the later one is here");
        instance.findings.push(finding.help("remove one of them"));
    }
}

/// Checks the provisioners of a `removed` block, which only run on destroy.
fn at_destroy(instance: &mut Instance<'_>, written: &BlockSource, filled: &hclx_schema::Filled<'_>) {
    for block in filled.body.blocks("provisioner").filter(|one| one.known) {
        let when = block.body.attribute("when").and_then(|when| when.value.as_str().map(str::to_owned));
        if when.as_deref() != Some("destroy") {
            let message = "a provisioner in `removed` must use `when = destroy`";
            let place = written.span(block.view.def_range);
            let finding = Diagnostic::error(codes::STATIC_EXPRESSION, place, message);
            instance.findings.push(finding.help("add `when = destroy`"));
        }
    }
}

/// The called module that contains the resource of an address, if it is not in the module itself.
fn in_child(instance: &Instance<'_>, address: &Address) -> Option<std::sync::Arc<Module>> {
    match (address.target, address.modules.as_slice()) {
        (Target::Resource, [(name, ..)]) => instance.children.modules.get(name).cloned().flatten(),
        _ => None,
    }
}

/// The declaration in the module itself that an address refers to.
pub(crate) fn declared<'m>(module: &'m Module, address: &Address) -> Option<&'m Declaration> {
    match (address.target, address.modules.as_slice()) {
        (Target::Module, [(name, ..)]) => module.get(Kind::Module, "", name).map(|(_, found)| found),
        (Target::Resource, []) => {
            module.get(Kind::Resource, &address.of_type, &address.name).map(|(_, found)| found)
        }
        _ => None,
    }
}

fn import(instance: &mut Instance<'_>, written: &BlockSource, before: &mut Ordered<String, Span>) {
    let block = schemas::import();
    // a module that is checked by itself may be a root elsewhere, so only a call shows that it is not
    if !instance.inputs.is_root && instance.inputs.depth > 0 {
        if !instance.inputs.is_call {
            return;
        }
        // Terraform 1.16 allows them anywhere, and `constructs` reports older versions
        let allowed = required_versions::allowed(instance.run, instance.module);
        if instance.run.flavor == Flavor::OpenTofu || allowed.are_all_before(constructs::IMPORTS_IN_MODULES) {
            let message = "`import` blocks are only allowed in the root module";
            let finding = Diagnostic::error(codes::ADDRESS, written.place(), message);
            instance.findings.push(finding.help("move it to the root module"));
        }
        return;
    }
    let mut context = Context::default();
    let mut rounds = vec![Context::default()];
    let mut settled = Vec::new();
    if let Some(for_each) = part(written, &block, "for_each") {
        let expr = for_each.value;
        let (value, batch) =
            instance.trial(|instance| instance.expression(written, expr, &Context::default()));
        let value = if batch.has_errors() { Value::dynamic() } else { value };
        instance.findings.keep(batch, Policy::AsIs);
        // the keys belong to the resource, which is checked separately
        let asked = if value.marks().contains_own("ephemeral") { value } else { value.unmark().0 };
        context.is_idle = asked.is_null() || asked.length() == Some(0);
        let (known, any, finding) = repeat::any_collection(&asked, written.expr_span(expr));
        instance.findings.extend(finding);
        // The body is filled below, and must not report this expression again.
        settled.push((expr, Value::dynamic()));
        context.each = Some(known.last().cloned().unwrap_or(any));
        let round = |each| Context { each: Some(each), ..Context::default() };
        rounds = known.into_iter().map(round).collect();
    } else if typos::lacks_for_each(written) {
        // already reported as an unexpected attribute
        context.each = Some((Value::dynamic(), Value::dynamic()));
        rounds = vec![context.clone()];
    }
    // the result may differ in a run with other values
    let never_runs = context.is_idle && instance.inputs.values.is_empty();
    let zones = if never_runs { unevaluated_parts(written) } else { Vec::new() };
    instance.under(&zones, |instance| imported_as(instance, written, context, (&rounds, settled), before));
}

/// The parts of an import without instances, whose errors become warnings, because only the address without its keys is
/// read.
fn unevaluated_parts(written: &BlockSource) -> Vec<Zone> {
    let block = schemas::import();
    let zone = |name: &str| {
        let place = written.expr_span(part(written, &block, name)?.value);
        Some(Zone::lenient(place).help("`for_each` is empty here, so this never runs"))
    };
    let address = zone("to").map(|to| to.only(|finding| finding.code != codes::ADDRESS));
    ["id", "identity"].into_iter().filter_map(zone).chain(address).collect()
}

/// Checks an import in the context of each of its instances.
fn imported_as(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    context: Context,
    (rounds, settled): (&[Context], Vec<(hclx_syntax::ast::ExprId, Value)>),
    before: &mut Ordered<String, Span>,
) {
    let block = schemas::import();
    let filled = instance.body(written, &block, context.clone(), settled);
    let target = read(instance, written, &block, "to", true);
    identified(instance, written, &filled, target.as_ref(), &context);
    let Some((to, place)) = target else { return };
    keys(instance, written, &context);
    absent(instance, written, &to, rounds);
    // an unknown `for_each` may be empty, so that nothing is imported
    let runs = context.each.is_none() || !rounds.is_empty();
    imported(instance, written, &to, place, (&context, runs));
    // instances of a repeated import have different addresses, unless their keys are equal
    if context.each.is_none() {
        match before.get(&to.text) {
            Some(first) if are_variants(instance, written, *first) => {}
            Some(first) => {
                let finding =
                    Diagnostic::error(codes::ADDRESS, place, format!("`{}` is imported twice", to.text))
                        .also(*first, "first imported here");
                instance.findings.push(finding);
            }
            None => drop(before.insert(to.text.clone(), place)),
        }
    }
}

/// Returns `true` if a reader chooses one of two imports: they are in different files of an example, or in files that are
/// named for ways to import.
fn are_variants(instance: &Instance<'_>, written: &BlockSource, first: Span) -> bool {
    let is_way = |source: SourceId| is_way_to_import(&instance.run.snapshot.path(source));
    let is_choice = instance.module.holes.is_fragment() || is_way(first.source) && is_way(written.source);
    first.source != written.source && is_choice
}

/// Evaluates the keys in the address, which may be expressions.
fn keys(instance: &mut Instance<'_>, written: &BlockSource, context: &Context) {
    let Some(to) = part(written, &schemas::import(), "to") else { return };
    let tree = &written.parsed.tree;
    let hclx_syntax::ast::ExprKind::Traversal { steps, .. } = tree.expr(to.value).kind else { return };
    for step in tree.slice(steps) {
        if let hclx_syntax::ast::TraverseKind::Index(key) = step.kind {
            let value = instance.expression(written, key, context);
            let finding = no_key(&value.unmark().0, written.expr_span(key));
            instance.findings.extend(finding);
        }
    }
}

/// The finding for a value that, whatever its unknown parts, cannot be an instance key.
fn no_key(value: &Value, place: Span) -> Option<Diagnostic> {
    let ty = value.ty();
    // an unknown value counts as a key if its type allows it; the plan checks the value
    let is_key = match value.as_number() {
        Some(number) => number.is_integer(),
        None => !value.is_null() && (ty.is_any() || ty.is_numeric() || *ty == Type::STRING),
    };
    let found = match value.as_number() {
        Some(_) => format!("`{value}`"),
        None if value.is_null() => "null".to_owned(),
        None => repeat::described(value),
    };
    let message = format!("expected a string or an integer as an instance key, found {found}");
    (!is_key).then(|| Diagnostic::error(codes::INSTANCE_KEY, place, message))
}

/// Returns `true` if a repeated object has an instance with a key, and `None` if this is not known; `whole` is the
/// value of all its instances.
pub(super) fn existence(repetition: Repetition, whole: &Value, key: &Value) -> Option<bool> {
    match repetition {
        Repetition::Count => {
            let count = whole.ty().as_tuple().map(<[_]>::len);
            let index = key.as_number().and_then(hclx_core::Number::to_usize);
            count.zip(index).map(|(count, index)| index < count)
        }
        Repetition::ForEach => {
            let keys = whole.ty().as_object();
            keys.zip(key.as_str()).map(|(keys, key)| keys.get(key).is_some())
        }
        Repetition::One | Repetition::Unclear => None,
    }
}

/// The first step of an address: the declaration in the module itself, and its key.
pub(crate) fn first_step<'m>(module: &'m Module, to: &Address) -> Option<(NodeId, &'m Declaration, Key)> {
    match to.modules.first() {
        Some((name, key, _)) => {
            module.get(Kind::Module, "", name).map(|(node, found)| (node, found, key.clone()))
        }
        None => module
            .get(Kind::Resource, &to.of_type, &to.name)
            .map(|(node, found)| (node, found, to.key.clone())),
    }
}

/// Reports an import for a missing instance of the resource or of the module call that contains it.
fn absent(instance: &mut Instance<'_>, written: &BlockSource, to: &Address, rounds: &[Context]) {
    if to.target != Target::Resource {
        return;
    }
    let Some((node, found, of_first)) = first_step(instance.module, to) else { return };
    if let Some(finding) = keyed_otherwise(found, to, &of_first, written) {
        return instance.findings.push(finding);
    }
    let Some(attribute) = part(written, &schemas::import(), "to") else { return };
    let tree = &written.parsed.tree;
    let hclx_syntax::ast::ExprKind::Traversal { steps, .. } = tree.expr(attribute.value).kind else { return };
    let key = tree.slice(steps).iter().find_map(|step| match step.kind {
        hclx_syntax::ast::TraverseKind::Index(key) => Some(key),
        _ => None,
    });
    let Some(key) = key.filter(|_| of_first != Key::None) else { return };
    let whole = instance.values[node.index()].clone().unmark_deep().0;
    let by_default = with_defaults(instance, node, &whole);
    for context in rounds {
        let evaluated = instance.judge(context.clone()).value(written.expression(key), &[]);
        let value = evaluated.value.unmark_deep().0;
        let lacks = |whole: &Value| existence(found.repetition(), whole, &value) == Some(false);
        let finding = match () {
            () if lacks(&whole) => {
                let message = format!("`{}` has no instance {value}", found.address());
                Diagnostic::error(codes::INSTANCE_KEY, written.expr_span(key), message)
            }
            () if by_default.as_ref().is_some_and(lacks) => {
                let message = format!(
                    "with the defaults of its variables, `{}` has no instance {value}",
                    found.address()
                );
                Diagnostic::warning(codes::INPUT_FAILS, written.expr_span(key), message)
            }
            () => continue,
        };
        let help =
            instances_of(if finding.is_error() { &whole } else { by_default.as_ref().unwrap_or(&whole) });
        return instance.findings.push(finding.also(header(found), "declared here").help(help));
    }
}

/// The value of all instances of a declaration if all variables have their defaults, provided that the keys depend on
/// variables.
fn with_defaults(instance: &Instance<'_>, node: NodeId, whole: &Value) -> Option<Value> {
    let is_open = whole.ty().as_tuple().is_none() && whole.ty().as_object().is_none();
    let inputs = default_inputs(instance).filter(|_| is_open)?;
    let evaluated = evaluate_for(instance.evaluator(), instance.module, &inputs, [node]);
    evaluated.values.get(node.index()).map(|value| value.clone().unmark_deep().0)
}

/// The warning about an import whose id is null or empty if all variables have their defaults.
fn absent_by_default(
    instance: &Instance<'_>,
    written: &BlockSource,
    expr: hclx_syntax::ast::ExprId,
    context: &Context,
) -> Option<Diagnostic> {
    let (evaluator, module) = (instance.evaluator(), instance.module);
    let inputs = default_inputs(instance).filter(|_| context.each.is_none())?;
    let references = hclx_analysis::graph::references(&written.parsed.tree, expr);
    let nodes: Vec<NodeId> =
        references.iter().filter_map(|name| dependencies::target(module, name)).collect();
    let defaults = nodes.iter().map(|node| module.declaration(*node));
    let default =
        defaults.filter_map(|variable| Some((variable, variable.variable.as_ref()?.default_span?))).next();
    let set = always_set(evaluator, &module.folder, CountedCalls::OfUsers);
    let is_set = |variable: &Declaration| set.contains(&*variable.name);
    let default = default.filter(|(variable, _)| !is_set(variable));
    let evaluated = evaluate_for(evaluator, module, &inputs, nodes);
    let mut by_default = Instance::over(evaluator, module, &inputs, &evaluated);
    let value = by_default.quietly(|instance| instance.expression(written, expr, context)).unmark_deep().0;
    let found = match () {
        () if value.is_null() => "null",
        () if value.as_str() == Some("") => "empty",
        () => return None,
    };
    let (variable, place) = default?;
    let message = format!("with the default of `{}`, the `id` of this import is {found}", variable.name);
    let finding = Diagnostic::warning(codes::INPUT_FAILS, written.expr_span(expr), message);
    Some(finding.also(place, "the default").help("remove the default, or import with `for_each`"))
}

/// The inputs of a root without given values: the defaults of its variables.
fn default_inputs(instance: &Instance<'_>) -> Option<Inputs> {
    if instance.inputs.is_call || !instance.inputs.values.is_empty() {
        return None;
    }
    let defaults = instance.module.variables().filter_map(|(declaration, variable)| {
        Some((std::sync::Arc::clone(&declaration.name), variable.default.clone()?))
    });
    Some(Inputs {
        values: defaults.collect(),
        paths: instance.inputs.paths.clone(),
        is_root: instance.inputs.is_root,
        is_call: true,
        computed: std::sync::Arc::clone(&instance.inputs.computed),
        depth: instance.inputs.depth,
        resources: instance.inputs.resources,
        host: std::sync::Arc::clone(&instance.inputs.host),
    })
}

/// The help that lists the existing instances.
fn instances_of(whole: &Value) -> String {
    let keys: Vec<String> = whole.iter_entries().take(8).map(|(key, _)| format!("{key:?}")).collect();
    match (keys.is_empty(), whole.length()) {
        (false, Some(count)) if count > keys.len() => {
            format!("instances: {}, and {} more", keys.join(", "), count - keys.len())
        }
        (false, _) => format!("instances: {}", keys.join(", ")),
        (true, Some(count)) if count > 0 => format!("instances: 0 to {}", count - 1),
        _ => "there are no instances".to_owned(),
    }
}

/// The error about a module call with an instance key although it is not repeated, or vice versa.
fn keyed_otherwise(
    found: &Declaration,
    to: &Address,
    key: &Key,
    written: &BlockSource,
) -> Option<Diagnostic> {
    let (.., range) = to.modules.first()?;
    let message = wrong_key(found, key)?;
    let message = format!("`{}` {message}", found.address());
    let finding = Diagnostic::error(codes::ADDRESS, written.span(*range), message);
    Some(finding.also(header(found), "declared here"))
}

/// The reason why no instance of a declaration has a key of this form.
fn wrong_key(found: &Declaration, key: &Key) -> Option<&'static str> {
    Some(match (found.repetition(), key) {
        (Repetition::One, Key::Known(..)) => "uses neither `count` nor `for_each`: remove the index",
        (Repetition::Count, Key::None) => "uses `count`: add an index, such as `[0]`",
        (Repetition::ForEach, Key::None) => "uses `for_each`: add an index, such as `[\"key\"]`",
        (Repetition::Count, Key::Known(_, KeyKind::Text)) => "uses `count`: its instance keys are numbers",
        (Repetition::ForEach, Key::Known(_, KeyKind::Number)) => {
            "uses `for_each`: its instance keys are strings"
        }
        _ => return None,
    })
}

fn identified(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    filled: &hclx_schema::Filled<'_>,
    target: Option<&(Address, Span)>,
    context: &Context,
) {
    let wrong = |place: Span, message: &str| Diagnostic::error(codes::ADDRESS, place, message);
    match (filled.body.attribute("id"), filled.body.attribute("identity")) {
        (None, None) if !instance.module.is_broken(written.source, written.view().range()) => {
            let finding = wrong(written.place(), "missing `id` or `identity` in an import")
                .help("add `id = \"…\"` as documented by the provider");
            let finding = match target {
                Some((_, to)) => finding.also(*to, "imported here"),
                None => finding,
            };
            instance.findings.push(finding);
        }
        (Some(id), Some(identity)) => {
            let place = written.span(identity.view.name_range);
            let finding =
                Diagnostic::error(codes::EXCLUSIVE, place, "`id` and `identity` cannot be used together")
                    .also(written.span(id.view.name_range), "`id` is set here");
            instance.findings.push(finding);
        }
        // the id is sent to the provider during planning, so it must be known by then
        (Some(id), None) => {
            let place = written.expr_span(id.view.value);
            let value = id.value.clone().unmark_deep().0;
            if value.is_null() {
                instance.findings.push(wrong(place, "the `id` of an import cannot be null"));
            } else if value.as_str() == Some("") {
                instance.findings.push(wrong(place, "the `id` of an import cannot be empty"));
            }
            let (_, batch) = instance.trial(|instance| {
                if let Some((to, _)) = target {
                    own_id(instance, written, id.view.value, to);
                }
            });
            let is_own = !batch.is_empty();
            instance.findings.keep(batch, Policy::AsIs);
            if !value.is_known() && id.good && !is_own {
                let warning = unknown_keys::warning(instance, written, id.view.value, "id", context);
                let or_else = || absent_by_default(instance, written, id.view.value, context);
                instance.findings.extend(warning.or_else(or_else));
            }
        }
        _ => {}
    }
}

/// Reports an id that refers to the imported resource itself.
fn own_id(instance: &mut Instance<'_>, written: &BlockSource, expr: hclx_syntax::ast::ExprId, to: &Address) {
    for reference in hclx_analysis::graph::references(&written.parsed.tree, expr) {
        let own = dependencies::target(instance.module, &reference).is_some_and(|node| {
            let found = instance.module.declaration(node);
            to.modules.is_empty()
                && found.kind == Kind::Resource
                && found.of_type == to.of_type
                && found.name == to.name
        });
        if own {
            let place = reference.range().in_source(written.source);
            let message = format!("the `id` of `{}` cannot depend on the imported resource", to.text);
            instance.findings.push(Diagnostic::error(codes::OWN_REFERENCE, place, message));
        }
    }
}

/// Checks that the imported resource is declared, with this key.
fn imported(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    to: &Address,
    place: Span,
    (context, runs): (&Context, bool),
) {
    let wrong = |message: String| Diagnostic::error(codes::ADDRESS, place, message);
    // data sources are read in every plan, so there is nothing to import
    if to.target != Target::Resource {
        let finding = wrong("only resources can be imported".to_owned());
        instance.findings.push(finding.also(written.place(), "in this block"));
        return;
    }
    provider(instance, written, to, place);
    let (module, is_own) = match to.modules.as_slice() {
        [] => (None, true),
        [(name, ..)] => match instance.children.modules.get(name) {
            Some(Some(child)) => (Some(std::sync::Arc::clone(child)), false),
            Some(None) => return,
            None => {
                let words = SharedWords::Others(
                    "another import into this module is not listed".into(),
                    "other imports into this module are not listed".into(),
                );
                let key = format!("imports into module.{name} of {}", instance.module.folder);
                let finding = wrong(format!("unknown module `module.{name}`"));
                let finding = finding.caused_by(SharedCause::of_run(key, words));
                return instance.findings.push(finding);
            }
        },
        _ => return,
    };
    let module: &Module = if is_own { instance.module } else { module.as_deref().unwrap_or(instance.module) };
    let Some((_, found)) = module.get(Kind::Resource, &to.of_type, &to.name) else {
        if is_own && module.holes.is_fragment() {
            return;
        }
        if is_own || module.may_declare(&to.name) {
            // Terraform can generate the configuration of objects imported into the root
            let is_torn = module.may_declare(&to.name);
            if !is_own || context.each.is_some() && (!runs || is_torn) {
                return;
            }
            if !is_torn && (context.each.is_some() || to.key != Key::None) {
                let finding = wrong(format!("unknown resource `{}.{}`", to.of_type, to.name));
                let near = module.of_kind(Kind::Resource).filter(|one| one.of_type == to.of_type);
                let finding = finding.meant_or(
                    nearest(&to.name, near.map(|one| &*one.name)),
                    "declare it: a resource with instances cannot be generated",
                );
                instance.findings.push(finding);
                return;
            }
            instance.findings.push(not_declared_yet(to, place, &instance.module.folder));
            return;
        }
        let names = module.of_kind(Kind::Resource).filter(|one| one.of_type == to.of_type);
        let near = nearest(&to.name, names.map(|one| &*one.name)).map(str::to_owned);
        let finding = wrong(format!("unknown resource `{}`", to.text));
        instance.findings.push(finding.perhaps_meant(near));
        return;
    };
    let Some(message) = wrong_key(found, &to.key) else { return };
    // without an instance, keys are not evaluated
    let severity = if context.is_idle { Severity::Warning } else { Severity::Error };
    let finding = wrong(format!("`{}.{}` {message}", to.of_type, to.name));
    let finding = Diagnostic { severity, ..finding }.also(header(found), "declared here");
    instance.findings.push(finding);
}

/// The finding about an import whose resource Terraform can generate.
fn not_declared_yet(to: &Address, place: Span, folder: &str) -> Diagnostic {
    let message = format!("resource `{}` is not declared yet", to.text);
    let finding = Diagnostic::warning(codes::ADDRESS, place, message)
        .help("declare it, or plan with `-generate-config-out`");
    let words = SharedWords::Others(
        "another imported resource is not declared yet either".into(),
        "other imported resources are not declared yet either".into(),
    );
    finding.caused_by(SharedCause::of_run(format!("imports of undeclared resources in {folder}"), words))
}

/// Checks `provider`, which must be set in the resource if that is declared.
fn provider(instance: &mut Instance<'_>, written: &BlockSource, to: &Address, place: Span) {
    let Some(provider) = part(written, &schemas::import(), "provider") else { return };
    let at = written.span(provider.name_range);
    if !to.modules.is_empty() {
        let message = "the module selects the provider of its resources";
        let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, at, message);
        instance.findings.push(finding.also(place, "declared inside a module").help("remove `provider`"));
        return;
    }
    let Some((_, found)) = instance.module.get(Kind::Resource, &to.of_type, &to.name) else { return };
    let text = |written: &BlockSource, expr| {
        hclx_syntax::statics::as_reference(&written.parsed.tree, written.source, expr)
            .map(|reference| written.parsed.tree.written(reference.range()).into_owned())
    };
    let own = text(written, provider.value);
    let Some((of_resource, attribute)) = found.attribute(&schemas::resource(), "provider") else {
        let message = format!("the resource `{}` selects its own provider", to.text);
        let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, at, message);
        let finding = finding.also(header(found), "declared here");
        return instance.findings.push(finding.help("move `provider` to the resource"));
    };
    let theirs = text(of_resource, attribute.value);
    if let (Some(own), Some(theirs)) = (own, theirs)
        && own != theirs
    {
        let message = format!("the provider is `{own}` here, and `{theirs}` at the resource");
        let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, at, message);
        instance.findings.push(finding.also(header(found), "the resource"));
    }
}
