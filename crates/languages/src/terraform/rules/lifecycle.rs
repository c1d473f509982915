//! Rules for `lifecycle`, provisioners and connections of a resource.

use hclx_analysis::graph::{self, NodeId};
use hclx_core::{Number, Value, ops};
use hclx_diag::{Diagnostic, Fix, Span, code_names as codes, nearest};
use hclx_schema::{Block, Filled, FilledBlock, FilledBody};
use hclx_syntax::ast::{ExprId, ExprKind, Language, TraverseKind};
use hclx_syntax::statics;

use super::conditions::conditions;
use crate::terraform::declare::declaration::{BlockSource, Declaration, Repetition};
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Checks lifecycles and provisioners of resources.
pub(crate) struct Lifecycle;

impl Rule for Lifecycle {
    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        judge(
            instance,
            resource.declaration,
            resource.filled,
            resource.meta,
            resource.known.map(|known| &**known),
        );
    }
}

/// Checks the language's own blocks in the body of a resource.
pub(crate) fn judge(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    filled: &Filled<'_>,
    meta: &Block,
    block: Option<&Block>,
) {
    let written = &declaration.written;
    provisioners(instance, written, filled);
    for lifecycle in filled.body.blocks("lifecycle").filter(|one| one.known) {
        for name in ["precondition", "postcondition"] {
            conditions(instance, written, &lifecycle.body, name);
        }
        if declaration.kind != Kind::Resource {
            only_of_resources(instance, declaration, &lifecycle.body);
            continue;
        }
        // Terraform never decodes an argument that an override replaces, so mistakes in it have no effect
        let is_read = |attribute: &&hclx_schema::FilledAttribute<'_>| {
            let place = written.span(attribute.view.range);
            !crate::terraform::declare::merge::replaced(declaration)
                .iter()
                .any(|(replaced, _)| *replaced == place)
        };
        if let Some(attribute) = lifecycle.body.attribute("ignore_changes").filter(is_read) {
            ignored(instance, written, attribute.view.value, block.map(|block| (block, meta)));
        }
        if let Some(attribute) = lifecycle.body.attribute("replace_triggered_by") {
            let owner = declaration.find_in(&instance.module.names);
            triggers(instance, written, attribute.view.value, owner);
        }
        for trigger in lifecycle.body.blocks("action_trigger").filter(|one| one.known) {
            action_trigger(instance, written, &trigger.body);
        }
    }
}

/// Reports lifecycle arguments of a declaration that is never changed or destroyed.
fn only_of_resources(instance: &mut Instance<'_>, declaration: &Declaration, body: &FilledBody<'_>) {
    for attribute in schemas::MANAGED_ONLY.iter().filter_map(|name| body.attribute(name)) {
        let place = declaration.written.span(attribute.view.name_range);
        let noun = declaration.kind.noun();
        let article = if noun.starts_with('e') { "an" } else { "a" };
        let message =
            format!("`{}` is not allowed in the lifecycle of {article} {noun}", attribute.view.name);
        let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
        instance.findings.push(finding.help("remove it: only resources are changed and destroyed"));
    }
}

fn misread(place: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::STATIC_EXPRESSION, place, message)
}

/// Checks `ignore_changes`: `all`, or names of arguments.
fn ignored(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    expr: ExprId,
    block: Option<(&Block, &Block)>,
) {
    let tree = &written.parsed.tree;
    let place = written.expr_span(expr);
    if instance.module.is_broken(written.source, place.range) {
        return;
    }
    let is_all = statics::as_keyword(tree, written.source, expr).as_deref() == Some("all");
    // JSON has no keywords, so a string represents one there; in native syntax, a quoted keyword is a list without
    // brackets
    let quoted = matches!(tree.expr(expr).kind, ExprKind::String(_)) && written.view().native_id().is_some();
    if is_all && !quoted {
        return;
    }
    let Some(list) = statics::as_list(tree, expr) else {
        let finding = misread(place, "`ignore_changes` must be a list of arguments, or `all`");
        return instance.findings.push(finding.help("write `[NAME]`"));
    };
    for one in list {
        let at = written.expr_span(*one);
        instance.findings.extend(crate::terraform::resolve::quoted::warning(tree, written.source, *one));
        let mut reference = None;
        let name = match tree.expr(*one).kind {
            // Terraform 0.11 required quotes, and later versions accept them with a warning; only the first name is
            // checked, because such strings were paths in a flat map of attributes
            ExprKind::String(text) if written.view().native_id().is_some() => {
                Some(tree.text(text).split(['.', '[']).next().unwrap_or_default().to_owned())
            }
            // until 0.12, `["*"]` was the way to ignore everything
            ExprKind::String(text) if tree.text(text) == "*" => Some("*".to_owned()),
            _ => {
                reference = statics::as_reference(tree, written.source, *one);
                reference.as_ref().map(|reference| reference.root.to_string())
            }
        };
        let finding = match name.as_deref() {
            None => misread(at, "this must be the name of an argument"),
            Some("*") => misread(at, "`*` is not an argument").help("use `ignore_changes = all`"),
            Some("all") => misread(at, "`all` is not allowed in a list").help("use `ignore_changes = all`"),
            Some(name) => {
                // steps are only checked if the argument exists, so that one mistake has one finding
                let finding = block.and_then(|(block, meta)| no_argument(name, at, block, meta));
                let steps = || {
                    let (block, _) = block?;
                    crate::terraform::resolve::schema_steps::wrong(block, reference.as_ref()?, written.source)
                };
                match finding.or_else(steps) {
                    Some(finding) => finding,
                    None => continue,
                }
            }
        };
        instance.findings.push(finding);
    }
}

fn no_argument(name: &str, place: Span, block: &Block, meta: &Block) -> Option<Diagnostic> {
    let own = |known: &str| meta.find_attribute(known).is_none() && meta.find_block(known).is_none();
    // `count`, `provider` and other arguments of the language do not belong to the provider, although the schema of the
    // whole body includes them
    if block.any_attribute.is_some()
        || block.find_attribute(name).is_some_and(|_| own(name))
        || block.find_block(name).is_some_and(|_| own(name))
    {
        return None;
    }
    let finding = Diagnostic::error(
        codes::UNSUPPORTED_ATTRIBUTE,
        place,
        format!("no argument `{name}` in this resource"),
    );
    let names = block.attributes().iter().map(|one| &*one.name).filter(|known| own(known));
    Some(finding.perhaps_meant(nearest(name, names)))
}

/// Roots of references that are not resource types.
const NO_RESOURCES: &[&str] =
    &["var", "local", "module", "data", "ephemeral", "each", "count", "path", "self", "terraform"];

/// Checks `replace_triggered_by`: resources and their attributes.
fn triggers(instance: &mut Instance<'_>, written: &BlockSource, expr: ExprId, owner: Option<NodeId>) {
    let tree = &written.parsed.tree;
    if instance.module.is_broken(written.source, tree.expr(expr).range) {
        return;
    }
    let Some(list) = statics::as_list(tree, expr) else {
        let finding = misread(written.expr_span(expr), "`replace_triggered_by` must be a list of references");
        return instance.findings.push(finding.help("write `[TYPE.NAME]`"));
    };
    for one in list {
        let at = written.expr_span(*one);
        if let ExprKind::JsonString { text, .. } = tree.expr(*one).kind
            && let Some(bare) = tree.text(text).strip_prefix("${")
        {
            let finding = misread(at, "a reference in JSON is a bare string here, not a template");
            let help = format!("write `\"{}\"`", bare.strip_suffix('}').unwrap_or(bare));
            instance.findings.push(finding.help(help));
            continue;
        }
        // in JSON, a reference is a string whose contents are an expression
        let inner = statics::inner_expression(tree, written.source, *one)
            .filter(|_| written.view().native_id().is_none());
        let (tree, one) = match &inner {
            Some((inner, root, _)) => (inner, *root),
            None => (&**tree, *one),
        };
        let references = graph::references(tree, one);
        let is_reference = matches!(tree.expr(one).kind, ExprKind::Traversal { .. });
        let Some(reference) = references.first().filter(|_| is_reference) else {
            let finding = misread(at, "this must be a reference to a resource");
            instance.findings.push(finding.help("write `TYPE.NAME` without quotes"));
            continue;
        };
        // keys are checked before the target, because they are wrong whatever the reference resolves to
        keys(instance, tree, written, one);
        let Some(name) = reference.attribute(0) else { continue };
        let target = dependencies::target(instance.module, reference);
        if target.is_some() && target == owner {
            let message = "a resource cannot trigger its own replacement";
            let finding = Diagnostic::error(codes::OWN_REFERENCE, at, message);
            instance.findings.push(finding.help("refer to another resource, or remove this"));
            continue;
        }
        let known = target.is_some_and(|node| instance.module.declaration(node).kind == Kind::Resource);
        if !known && !instance.module.may_declare(name) {
            // a trigger is looked up in the plan, which contains changes of resources rather than values
            if NO_RESOURCES.contains(&&*reference.root) {
                let found = tree.written(reference.range());
                let message = format!("`replace_triggered_by` takes resources, found `{found}`");
                let finding = Diagnostic::error(codes::REFERENCE_FORM, at, message);
                instance.findings.push(finding.help(
                    "set the value as `input` of a `terraform_data` resource and refer to that resource",
                ));
                continue;
            }
            let message = format!("unknown resource `{}.{name}`", reference.root);
            let finding = Diagnostic::error(codes::UNKNOWN_NAME, at, message);
            let names = instance.module.of_kind(Kind::Resource).filter(|one| *one.of_type == *reference.root);
            let near = nearest(name, names.map(|one| &*one.name)).map(str::to_owned);
            instance
                .findings
                .push(finding.perhaps_meant(near.map(|near| format!("{}.{near}", reference.root))));
        // places inside of a JSON string belong to another tree, so only native references are followed further
        } else if known && inner.is_none() {
            let judge = instance.judge(Context::default());
            let finding =
                judge.language.checker().key_of_instance(reference, written.source).map(|finding| {
                    let help = format!("write `{}.{name}`, which means all of it", reference.root);
                    Diagnostic { help: vec![help.into()], ..finding }
                });
            let finding = finding.or_else(|| key_without_instance(instance, written, one, target?));
            match finding {
                Some(finding) => instance.findings.push(finding),
                None => attributes(instance, written, one, reference),
            }
        }
    }
}

/// Checks `action_trigger`: the events are keywords, and the actions must be declared in the module.
fn action_trigger(instance: &mut Instance<'_>, written: &BlockSource, body: &FilledBody<'_>) {
    for (name, example) in [("events", "[after_create]"), ("actions", "[action.TYPE.NAME]")] {
        let Some(attribute) = body.attribute(name) else { continue };
        let message = match statics::as_list(&written.parsed.tree, attribute.view.value) {
            None => format!("`{name}` must be a list"),
            Some([]) => format!("`{name}` must not be empty"),
            Some(list) if name == "events" => {
                instance.findings.extend(list.iter().filter_map(|event| wrong_event(written, *event)));
                continue;
            }
            Some(list) => {
                let wrong = list.iter().filter_map(|action| wrong_action(instance.module, written, *action));
                let wrong: Vec<Diagnostic> = wrong.collect();
                instance.findings.extend(wrong);
                continue;
            }
        };
        let finding = misread(written.expr_span(attribute.view.value), message);
        instance.findings.push(finding.help(format!("write `{example}`")));
    }
}

/// The finding for a string in native syntax where a keyword or a reference is expected.
fn in_quotes(written: &BlockSource, expr: ExprId, message: &str) -> Option<Diagnostic> {
    let tree = &written.parsed.tree;
    let ExprKind::String(text) = tree.expr(expr).kind else { return None };
    let place = written.expr_span(expr);
    let fix = Fix::certain("remove the quotes", place, tree.text(text));
    (tree.language() == Language::Native).then(|| misread(place, message.to_owned()).fix(fix))
}

/// The finding for an unknown event.
fn wrong_event(written: &BlockSource, event: ExprId) -> Option<Diagnostic> {
    let word = hclx_schema::keyword(&written.parsed.tree, written.source, event).unwrap_or_default();
    if schemas::EVENTS.contains(&&*word) {
        return in_quotes(written, event, "events are unquoted words");
    }
    let finding = misread(written.expr_span(event), format!("unknown event `{word}`"));
    Some(match nearest(&word, schemas::EVENTS.iter().copied()) {
        Some(near) => finding.meant(near),
        None => {
            let events = crate::terraform::resolve::references::listed(schemas::EVENTS);
            finding.help(format!("available: {events}"))
        }
    })
}

/// The finding for an action that the module does not declare.
fn wrong_action(module: &Module, written: &BlockSource, action: ExprId) -> Option<Diagnostic> {
    let tree = &written.parsed.tree;
    let references = graph::references(tree, action);
    let Some(reference) = references.first() else {
        return in_quotes(written, action, "actions are referred to without quotes");
    };
    let node = dependencies::target(module, reference);
    if node.is_some_and(|node| module.declaration(node).kind == Kind::Action) {
        return None;
    }
    let names: Vec<String> = module.of_kind(Kind::Action).map(Declaration::address).collect();
    let place = written.expr_span(action);
    let shown = tree.written(place.range).into_owned();
    let finding = Diagnostic::error(codes::UNKNOWN_NAME, place, format!("unknown action `{shown}`"));
    Some(finding.perhaps_meant(nearest(&shown, names.iter().map(String::as_str))))
}

/// Checks attributes after an instance key against the type of the resource.
fn attributes(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    expr: ExprId,
    reference: &statics::Reference<'_>,
) {
    let tree = &written.parsed.tree;
    let ExprKind::Traversal { steps, .. } = tree.expr(expr).kind else { return };
    let mut rest = tree.slice(steps).iter().skip_while(|step| !matches!(step.kind, TraverseKind::Index(_)));
    if !rest.next().is_some_and(|key| matches!(key.kind, TraverseKind::Index(_))) {
        return;
    }
    let Some(node) = dependencies::target(instance.module, reference) else { return };
    let value = instance.values.get(node.index()).map(|value| value.ty().clone());
    // without a key, attributes of all instances are checked along with references; a key prevents that
    let element = value.and_then(|ty| ty.element().cloned());
    let Some(mut value) = element.filter(|ty| ty.as_object().is_some()).map(Value::unknown) else { return };
    for step in rest {
        let TraverseKind::Attr(name) = step.kind else { return };
        match ops::attribute(&value, tree.text(name), &DIALECT.rules) {
            Ok(next) => value = next,
            Err(fault) => {
                return instance.findings.push(fault.at(step.range.in_source(written.source)));
            }
        }
    }
}

/// Reports an instance key that no instance of the resource has.
fn key_without_instance(
    instance: &Instance<'_>,
    written: &BlockSource,
    expr: ExprId,
    target: NodeId,
) -> Option<Diagnostic> {
    let tree = &*written.parsed.tree;
    let ExprKind::Traversal { steps, .. } = tree.expr(expr).kind else { return None };
    let key = tree.slice(steps).iter().find_map(|step| match step.kind {
        TraverseKind::Index(key) => Some((step, key)),
        _ => None,
    });
    let (step, key) = key?;
    let declaration = instance.module.declaration(target);
    let address = declaration.address();
    let place = step.range.in_source(written.source);
    // a key `each.key` or `count.index` is wrong for every instance at once, so only the repetition of the target
    // matters, not its values
    let own = graph::references(tree, key).first().map(|reference| reference.root.to_string());
    let (message, help) = match (declaration.repetition(), own.as_deref()) {
        (Repetition::Count, Some("each")) => (
            format!("`{address}` takes a number as instance key, but `each.key` is a string"),
            "use `count` in both resources, or `for_each` in both",
        ),
        (Repetition::ForEach, Some("count")) => (
            format!("`{address}` takes a string as instance key, but `count.index` is a number"),
            "use `count` in both resources, or `for_each` in both",
        ),
        (Repetition::One, Some(_)) => (
            format!("`{address}` uses neither `count` nor `for_each`, so it cannot be indexed"),
            "remove the index",
        ),
        (_, Some(_)) => return None,
        (_, None) => {
            let of = instance.values.get(target.index())?.ty().clone();
            let key = match &tree.expr(key).kind {
                ExprKind::String(text) => Value::string(tree.text(*text)),
                ExprKind::Number => {
                    Value::number(Number::parse_literal(&tree.written(tree.expr(key).range)).ok()?)
                }
                _ => return None,
            };
            let fault = ops::index(&Value::unknown(of), &key, &DIALECT.rules).err()?;
            return Some(fault.at(place));
        }
    };
    Some(Diagnostic::error(codes::INSTANCE_KEY, place, message).help(help))
}

/// Checks that instance keys are constant, `count.index` or `each.key`.
fn keys(instance: &mut Instance<'_>, tree: &hclx_syntax::ast::Tree, written: &BlockSource, expr: ExprId) {
    let ExprKind::Traversal { steps, .. } = tree.expr(expr).kind else { return };
    for step in tree.slice(steps) {
        let TraverseKind::Index(key) = step.kind else { continue };
        let references = graph::references(tree, key);
        // Terraform evaluates the key for each instance of the resource, but only allows these two names in it
        let is_static = matches!(tree.expr(key).kind, ExprKind::Traversal { .. });
        if !is_static && !references.is_empty() {
            let place = written.span(tree.expr(key).range);
            let message = "the instance key must be constant, `count.index` or `each.key`";
            instance
                .findings
                .push(misread(place, message).help("compute it in a local value or in `for_each`"));
            continue;
        }
        for reference in references {
            let attribute = reference.attribute(0);
            if !matches!((&*reference.root, attribute), ("count", Some("index")) | ("each", Some("key"))) {
                let place = reference.range().in_source(written.source);
                let message = "the instance key must be constant, `count.index` or `each.key`";
                instance.findings.push(misread(place, message));
            }
        }
    }
}

/// Checks the provisioners of a resource.
pub(crate) fn provisioners(instance: &mut Instance<'_>, written: &BlockSource, filled: &Filled<'_>) {
    for block in filled.body.blocks("provisioner").filter(|block| block.known) {
        let Some(kind) = block.view.labels.first() else { continue };
        for name in ["when", "on_failure"] {
            let attribute = block.body.attribute(name).filter(|one| one.good);
            let quoted = attribute
                .and_then(|one| crate::terraform::resolve::quoted::word(written, name, one.view.value));
            instance.findings.extend(quoted);
        }
        let place = written.span(kind.range);
        // the arguments of an unknown provisioner are not checked, except those of the language
        if schemas::provisioner(kind.text).is_none() {
            instance.findings.push(no_provisioner(kind.text, place));
        }
        match kind.text {
            "file" => one_of(instance, written, block, &["source", "content"]),
            "remote-exec" => one_of(instance, written, block, &["inline", "script", "scripts"]),
            _ => {}
        }
    }
}

fn no_provisioner(kind: &str, place: Span) -> Diagnostic {
    if schemas::REMOVED_PROVISIONERS.contains(&kind) {
        let message = format!("provisioner `{kind}` has been removed");
        return Diagnostic::error(codes::REMOVED_NAME, place, message);
    }
    let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, format!("unknown provisioner `{kind}`"));
    finding.meant_or(
        nearest(kind, ["local-exec", "remote-exec", "file"]),
        "available provisioners: `local-exec`, `remote-exec` and `file`",
    )
}

/// Checks that a provisioner sets exactly one of the given arguments.
fn one_of(instance: &mut Instance<'_>, written: &BlockSource, block: &FilledBlock<'_>, names: &[&str]) {
    if instance.module.is_broken(written.source, block.body.view.range()) {
        return;
    }
    // the block `_` may set arguments whose names the language uses itself
    let escape = block.body.blocks(schemas::ESCAPE).next();
    let set = |name: &&str| block.body.attribute(name).or_else(|| escape?.body.attribute(name));
    let given: Vec<_> = names.iter().filter_map(set).collect();
    let finding = match given.as_slice() {
        [_] => return,
        [] => {
            let place = written.span(block.view.def_range);
            let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("missing one of {} in this provisioner", all.join(", "));
            Diagnostic::error(codes::MISSING_ATTRIBUTE, place, message)
        }
        [first, second, ..] => {
            let (first_name, second_name) = (first.view.name, second.view.name);
            let message = format!("`{first_name}` and `{second_name}` cannot be used together");
            Diagnostic::error(codes::EXCLUSIVE, written.span(second.view.name_range), message)
                .also(written.span(first.view.name_range), format!("`{first_name}` is set here"))
                .help("remove one of them")
        }
    };
    instance.findings.push(finding);
}
