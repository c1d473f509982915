//! Provider configurations: those that a module declares, and those that its calls pass.
//!
//! Source of the rules: Terraform's "Providers Within Modules".

use std::sync::Arc;

use hclx_analysis::query;
use hclx_core::{TypeKind, Value};
use hclx_schema::Block;
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::statics;

use super::{enabled, settings};
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::deployment::has_backend;
use crate::terraform::declare::module::{Module, header};
use crate::terraform::files::roles::{Flavor, ModuleKey};
use crate::terraform::files::run::Run;
use crate::terraform::plan::early_evaluation;
use crate::terraform::providers::configurations::{Config, chosen, config, declared_name, shown};
use crate::terraform::providers::requirements;
use crate::terraform::resolve::callers::CandidateCalls;
use crate::terraform::resolve::scope::Context;
use crate::terraform::resolve::{call_targets, modules, quoted};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

use hclx_diag::{Diagnostic, Ordered, OrderedSet, Report, Severity, Span, code_names as codes, nearest};
/// Checks provider configurations of modules and resources.
pub(crate) struct ProviderPassing;

impl Rule for ProviderPassing {
    fn declaration(&self, instance: &mut Instance<'_>, declaration: &Declaration, _: &Block) {
        if declaration.kind == Kind::Provider {
            instance.findings.extend(alias(declaration));
            each_configuration(instance, declaration);
            instance.findings.extend(name(declaration));
            instance.findings.extend(version(declaration));
        } else if declaration.kind != Kind::Module && !instance.inputs.is_call {
            // the declared configurations do not depend on values
            of_resource(instance, declaration);
        }
    }

    fn call(&self, instance: &mut Instance<'_>, call: &Declaration, child: Option<&Module>) {
        // the declared configurations do not depend on values
        if !instance.inputs.is_call {
            judge(instance, call, child);
        }
    }
}

/// Returns `true` if a module has a configuration with an alias, declared by itself or passed by
/// its callers.
fn has(module: &Module, (name, alias): &Config) -> bool {
    // the default configuration of a provider always exists, because Terraform creates an empty one
    let Some(alias) = alias else { return true };
    module.get(Kind::Provider, "", &format!("{name}.{alias}")).is_some()
        || settings::requirements(module)
            .get(name.as_str())
            .is_some_and(|required| required.aliases.iter().any(|one| **one == **alias))
        || module.may_declare(alias)
}

/// Returns `true` if a call of the module passes a configuration that the module does not declare. Its resources can
/// use it, and the call is reported ([`known_to_child`]).
fn is_passed(run: Run<'_>, module: &Module, wanted: &Config) -> bool {
    let key = ModuleKey { folder: Arc::clone(&module.folder), flavor: run.flavor };
    run.snapshot.get(&PassedProviders(key)).contains(&shown(wanted))
}

query! {
    /// The provider configurations that calls of a module pass to it.
    struct PassedProviders(ModuleKey) -> OrderedSet<String>, when Revision(PartialEq::eq);
    |PassedProviders(ModuleKey { folder, flavor }), snapshot| {
        let mut passed: OrderedSet<String> = OrderedSet::new();
        for caller in CandidateCalls::of(snapshot).callers(folder) {
            let caller = modules::load(snapshot, caller, *flavor);
            let leads_here = |call: &&Declaration| {
                call_targets::folder(snapshot, &caller, call).as_deref() == Some(&**folder)
            };
            for call in caller.of_kind(Kind::Module).filter(leads_here) {
                let Some((written, attribute)) = call.attribute(&schemas::module(), "providers") else {
                    continue;
                };
                let items = statics::as_map(&written.parsed.tree, attribute.value).unwrap_or_default();
                passed.extend(items.iter().filter_map(|item| config(written, item.key).as_ref().map(shown)));
            }
        }
        passed
    }
}

/// The source of the provider with a local name.
fn source(module: &Module, name: &str) -> String {
    let required = settings::requirements(module).get(name).and_then(|required| required.source.clone());
    // a provider without a source is in the namespace `hashicorp` of the default registry
    let source = required.unwrap_or_else(|| format!("hashicorp/{name}")).to_lowercase();
    let source = source.strip_prefix("registry.terraform.io/").unwrap_or(&source).to_owned();
    let source = source.strip_prefix("registry.opentofu.org/").unwrap_or(&source).to_owned();
    if source.contains('/') { source } else { format!("hashicorp/{source}") }
}

/// Checks the argument `provider` of a resource.
pub(crate) fn of_resource(instance: &mut Instance<'_>, declaration: &Declaration) {
    // All kinds of resources have `provider`, so one schema finds it in any of them.
    let Some((written, attribute)) = declaration.attribute(&schemas::data(), "provider") else { return };
    let place = written.expr_span(attribute.value);
    let Some(wanted) = config(written, attribute.value) else {
        let reference = statics::as_reference(&written.parsed.tree, written.source, attribute.value);
        if reference.is_some() {
            let message = "expected a provider configuration: a name, or a name and an alias";
            let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message);
            instance.findings.push(finding.help("use `NAME` or `NAME.ALIAS`"));
        }
        return;
    };
    if !settings::is_normal(&wanted.0) && instance.module.get(Kind::Provider, "", &wanted.0).is_none() {
        // a string that is not a reference is reported as such
        if quoted::any_reference(&written.parsed.tree, written.source, attribute.value).is_some() {
            let message = format!("invalid local provider name `{}`", wanted.0);
            instance.findings.push(Diagnostic::error(codes::INVALID_NAME, place, message));
        }
        return;
    }
    if !has(instance.module, &wanted) && !is_passed(instance.run, instance.module, &wanted) {
        // an excerpt omits what its reader already has
        if instance.module.holes.is_fragment() {
            return;
        }
        let finding = missing(instance.module, &wanted, place);
        instance.findings.push(finding);
    } else if lacks_caller(instance, &wanted) {
        let message = format!("provider configuration `{}` is missing in this root module", shown(&wanted));
        let alias = wanted.1.as_deref().unwrap_or_default();
        let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message)
            .label("`configuration_aliases` expects a caller to pass it")
            .help(format!("declare it with `provider \"{}\" {{ alias = \"{alias}\" }}`", wanted.0));
        instance.findings.push(finding);
    } else {
        let finding = instance_key(instance, &wanted, written, attribute.value);
        instance.findings.extend(finding);
    }
}

/// Returns `true` if only a caller can pass a configuration, but the module has a backend: then it is a root module,
/// and no module calls it.
fn lacks_caller(instance: &Instance<'_>, (name, alias): &Config) -> bool {
    let module = instance.module;
    let Some(alias) = alias else { return false };
    instance.inputs.is_root
        && module.get(Kind::Provider, "", &format!("{name}.{alias}")).is_none()
        && !module.may_declare(alias)
        && has_backend(module)
}

fn missing(module: &Module, wanted: &Config, place: Span) -> Diagnostic {
    let message = format!("unknown provider configuration `{}`", shown(wanted));
    let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message);
    let known: Vec<&str> = module.of_kind(Kind::Provider).map(|one| &*one.name).collect();
    match nearest(&shown(wanted), known) {
        Some(near) => finding.meant(near),
        None => {
            let (name, alias) = (&wanted.0, wanted.1.as_deref().unwrap_or_default());
            finding.help(format!("declare it with `provider \"{name}\" {{ alias = \"{alias}\" }}`, or in `configuration_aliases`"))
        }
    }
}

/// Checks the `providers` of a call.
pub(crate) fn judge(instance: &mut Instance<'_>, call: &Declaration, child: Option<&Module>) {
    let passed = passed(instance, call);
    for (key, value, key_place, value_place) in &passed {
        if !has(instance.module, value) && !is_passed(instance.run, instance.module, value) {
            let finding = missing(instance.module, value, *value_place)
                .also(*key_place, "for this provider of the module");
            instance.findings.push(finding);
        } else if let Some(child) = child {
            known_to_child(instance, child, call, (key, *key_place));
            overrides_own(instance, child, call, (key, *key_place));
            same_provider(instance, child, (key, *key_place), (value, *value_place));
        }
    }
    let Some(child) = child else { return };
    for (name, required) in settings::requirements(child) {
        // A default configuration is inherited from the caller, but one with an alias is not: it must be passed, unless
        // the module configures it itself.
        for alias in &required.aliases {
            let given = passed.iter().any(|(key, ..)| *key.0 == *name && key.1.as_deref() == Some(&**alias));
            let is_own = child.get(Kind::Provider, "", &format!("{name}.{alias}")).is_some();
            if !given && !is_own {
                let message =
                    format!("missing provider configuration `{name}.{alias}` for module `{}`", call.name);
                let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, call.written.place(), message)
                    .also(required.place, "required here")
                    .help(format!("write `providers = {{ {name}.{alias} = {name} }}`"));
                instance.findings.push(finding);
            }
        }
    }
    own_configurations(instance, call);
}

/// The entries of `providers`: names in the child, names in the caller, and their places.
fn passed(instance: &mut Instance<'_>, call: &Declaration) -> Vec<(Config, Config, Span, Span)> {
    let Some((written, attribute)) = call.attribute(&schemas::module(), "providers") else {
        return Vec::new();
    };
    let tree = &written.parsed.tree;
    let wrong = |place: Span, message: &str| Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message);
    let Some(items) = statics::as_map(tree, attribute.value) else {
        let place = written.expr_span(attribute.value);
        instance.findings.push(
            wrong(place, "`providers` must be an object of provider configurations")
                .help("write `{ NAME = NAME.ALIAS }`"),
        );
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut seen: Ordered<Config, Span> = Ordered::new();
    let is_json = written.view().native_id().is_none();
    for item in items {
        let (key_place, value_place) = (written.expr_span(item.key), written.expr_span(item.value));
        let quoted = crate::terraform::resolve::quoted::warning(tree, written.source, item.value);
        let is_text = !is_json && matches!(tree.expr(item.value).kind, ExprKind::String(_));
        let value = config(written, item.value).filter(|_| !is_text || quoted.is_some());
        instance.findings.extend(quoted);
        let key = config(written, item.key);
        let (Some(key), Some(value)) = (&key, &value) else {
            if !instance.module.is_broken(written.source, tree.expr(item.value).range) {
                let finding = match key {
                    Some(_) => wrong(value_place, "expected a provider configuration, such as `aws.west`"),
                    None => {
                        wrong(key_place, "expected a provider configuration of the module, such as `aws`")
                    }
                };
                instance.findings.push(match is_text {
                    true => finding.help("remove the quotes"),
                    false => finding,
                });
            }
            continue;
        };
        if let Some(place) = key_of(written, item.key) {
            let message = format!("`{}` is a single configuration, so it cannot be indexed", shown(key));
            instance.findings.push(wrong(place, &message).help(format!("write `{}`", shown(key))));
        }
        if has(instance.module, value) {
            let finding = instance_key(instance, value, written, item.value);
            instance.findings.extend(finding);
        }
        if let Some(first) = seen.get(key) {
            let finding = wrong(key_place, &format!("duplicate `{}`", shown(key)));
            instance.findings.push(finding.also(*first, "first set here"));
        }
        seen.or_insert(key.clone(), key_place);
        found.push((key.clone(), value.clone(), key_place, value_place));
    }
    found
}

/// Checks that the child declares the passed configurations.
fn known_to_child(
    instance: &mut Instance<'_>,
    child: &Module,
    call: &Declaration,
    (key, place): (&Config, Span),
) {
    if has(child, key) {
        return;
    }
    let message =
        format!("module `{}` does not declare the provider configuration `{}`", call.name, shown(key));
    // without a declaration, the name refers to a provider of hashicorp, and resources can use it anyway
    let finding = match source(child, &key.0).starts_with("hashicorp/") {
        true => Diagnostic::warning(codes::PROVIDER_CONFIGURATION, place, message),
        false => Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message),
    };
    let help = format!("add it to `configuration_aliases` of `{}` in its `required_providers`", key.0);
    instance.findings.push(finding.help(help));
}

/// Reports a passed configuration that the module already declares itself.
fn overrides_own(
    instance: &mut Instance<'_>,
    child: &Module,
    call: &Declaration,
    (key, place): (&Config, Span),
) {
    let own = child.get(Kind::Provider, "", &shown(key)).filter(|(_, own)| is_configured(own));
    let Some((_, own)) = own else { return };
    let message = format!(
        "module `{}` configures `{}` itself and cannot receive another configuration",
        call.name,
        shown(key)
    );
    let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message)
        .also(header(own), "this configuration is in the module");
    instance.findings.push(finding.help("remove one of them"));
}

fn same_provider(
    instance: &mut Instance<'_>,
    child: &Module,
    (key, key_place): (&Config, Span),
    (value, value_place): (&Config, Span),
) {
    let (wanted, given) = (source(child, &key.0), source(instance.module, &value.0));
    // a malformed source is already reported, and the intended provider is unclear
    let are_known = [&wanted, &given].iter().all(|source| settings::is_source(source));
    // another program may add the requirement to the module
    let is_open = |module: &Module, name: &str| {
        !settings::requirements(module).contains_key(name) && module.may_declare(name)
    };
    if wanted == given || !are_known || is_open(child, &key.0) || is_open(instance.module, &value.0) {
        return;
    }
    let message = format!("expected provider `{wanted}` for `{}` of the module, found `{given}`", shown(key));
    let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, value_place, message)
        .also(key_place, "for this provider of the module")
        .help(format!("set the `source` of `{}` in `required_providers` of both modules", value.0));
    // if the caller has a provider with that name, the module gets it, regardless of the passed configurations
    let has_it = requirements::required(instance.module).contains_key(&key.0.to_lowercase());
    instance.findings.push(match has_it && key.1.is_none() && source(instance.module, &key.0) == wanted {
        true => Diagnostic { severity: Severity::Warning, ..finding },
        false => finding,
    });
}

/// Checks that a call of a module with its own provider configurations has no instances and no
/// `depends_on`.
fn own_configurations(instance: &mut Instance<'_>, call: &Declaration) {
    let block = schemas::module();
    let argument = |name: &'static str| {
        let (written, attribute) = call.attribute(&block, name)?;
        Some((name, written.expr_span(attribute.value), written.span(attribute.name_range)))
    };
    // such a module is a legacy module: its providers cannot be configured for each instance, and would have to outlive
    // the instances to destroy them
    let enabled = || enabled::place(&call.written, &block).map(|place| ("enabled", place, place));
    let found = ["count", "for_each", "depends_on"].into_iter().find_map(argument).or_else(enabled);
    let Some((name, place, at)) = found else { return };
    let Some(provider) = configured(instance, call) else { return };
    let message = format!("`{name}` cannot be used with a module that configures its own providers");
    let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message)
        .also(provider, "this configuration is in the module")
        .help("move the `provider` block to the root module and pass it with `providers`");
    instance.findings.push(match at == place {
        true => finding,
        false => finding.also(at, format!("`{name}` is set here")),
    });
}

/// The place of a provider block with arguments in a called module or in those that it calls.
fn configured(instance: &Instance<'_>, call: &Declaration) -> Option<Span> {
    let Run { snapshot, flavor, .. } = instance.run;
    let first = instance.children.modules.get(&call.name).cloned().flatten()?;
    let mut left: Vec<Arc<Module>> = vec![first];
    let mut seen: Vec<Arc<str>> = Vec::new();
    while let Some(module) = left.pop() {
        if seen.contains(&module.folder) {
            continue;
        }
        seen.push(Arc::clone(&module.folder));
        if let Some(provider) = module.of_kind(Kind::Provider).find(|one| is_configured(one)) {
            return Some(header(provider));
        }
        let called = call_targets::called_by(snapshot, flavor, &module.folder);
        let modules = called.iter().map(|(call, _)| modules::load(snapshot, &call.folder, flavor));
        left.extend(modules);
    }
    None
}

/// Returns `true` if a provider block has arguments of its own.
pub(crate) fn is_configured(provider: &Declaration) -> bool {
    let view = provider.written.view();
    let Some(body) = view.native_id() else { return false };
    let tree = view.tree();
    tree.slice(tree.body(body).items).iter().any(|item| match item {
        hclx_syntax::ast::Item::Attribute(attribute) => {
            // until 0.15, a passed configuration was declared by a block without arguments
            !matches!(tree.text(attribute.name.text), "alias" | "version")
        }
        hclx_syntax::ast::Item::Block(_) => true,
    })
}

/// Checks the alias of a provider configuration.
pub(crate) fn alias(declaration: &Declaration) -> Option<Diagnostic> {
    let (written, attribute) = declaration.attribute(&schemas::provider(), "alias")?;
    let tree = &*written.parsed.tree;
    let alias = match tree.expr(attribute.value).kind {
        // other constants are converted to strings
        ExprKind::Number => tree.written(tree.expr(attribute.value).range).into_owned(),
        _ => hclx_schema::keyword(tree, written.source, attribute.value)?.to_string(),
    };
    if crate::terraform::declare::naming::is_name(&alias) {
        return None;
    }
    let message = match alias.is_empty() {
        true => "an alias cannot be empty".to_owned(),
        false => format!("invalid alias `{alias}`"),
    };
    let finding = Diagnostic::error(codes::INVALID_NAME, written.expr_span(attribute.value), message)
        .also(written.place(), "of this configuration");
    Some(finding.label("use letters, digits, `_` and `-`, not starting with a digit"))
}

/// Checks the `for_each` of a provider configuration: an alias must distinguish its instances from the default
/// configuration, and the instances must exist before anything else.
pub(crate) fn each_configuration(instance: &mut Instance<'_>, declaration: &Declaration) {
    let block = schemas::provider();
    let Some((written, for_each)) = declaration.attribute(&block, "for_each") else { return };
    if declaration.attribute(&block, "alias").is_none() {
        let message = "a provider configuration with `for_each` must have an alias";
        let finding =
            Diagnostic::error(codes::PROVIDER_CONFIGURATION, written.span(for_each.name_range), message);
        instance.findings.push(finding.help("add `alias = \"…\"`"));
    }
    if !instance.inputs.is_call {
        let what = "`for_each` of a provider";
        instance.findings.extend(early_evaluation::judge(
            Flavor::OpenTofu,
            instance.module,
            written,
            for_each.value,
            what,
        ));
    }
}

/// Checks that a key selects one of the configurations of a provider with `for_each`, and is absent otherwise.
fn instance_key(
    instance: &mut Instance<'_>,
    wanted: &Config,
    written: &BlockSource,
    expr: ExprId,
) -> Option<Diagnostic> {
    let module = instance.module;
    let alias = wanted.1.as_deref()?;
    let (key, block) = (key_of(written, expr), schemas::provider());
    let of_module = module.get(Kind::Provider, "", &shown(wanted)).map(|(_, found)| found);
    let place = key.unwrap_or_else(|| written.expr_span(expr));
    let wrong = |message: String| Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message);
    match (of_module, key) {
        (Some(found), None) => {
            let (body, for_each) = found.attribute(&block, "for_each")?;
            let name = shown(wanted);
            let finding = wrong(format!("`{name}` uses `for_each`: refer to one of its configurations"));
            Some(
                finding
                    .also(body.span(for_each.name_range), "`for_each` is set here")
                    .help(format!("use `{name}[KEY]`, such as `{name}[each.key]`")),
            )
        }
        (Some(found), Some(_)) if found.attribute(&block, "for_each").is_none() => Some(
            wrong(format!("`{}` does not use `for_each`, so it cannot be indexed", shown(wanted)))
                .also(header(found), "declared here")
                .help(format!("write `{}`", shown(wanted))),
        ),
        (Some(found), Some(_)) => absent_key(instance, found, written, expr),
        (None, Some(_)) if !module.may_declare(alias) => Some(
            wrong(format!(
                "`{}` is passed by the caller as a single configuration, so it cannot be indexed",
                shown(wanted)
            ))
            .help(format!("use `{}`: the caller selects the configuration", shown(wanted))),
        ),
        _ => None,
    }
}

/// Reports a key that does not belong to any configuration of a provider with `for_each`.
fn absent_key(
    instance: &mut Instance<'_>,
    found: &Declaration,
    written: &BlockSource,
    expr: ExprId,
) -> Option<Diagnostic> {
    let tree = &written.parsed.tree;
    let (.., key_expr) = chosen(tree, expr)?;
    let key = tree.string(key_expr)?;
    let (body, for_each) = found.attribute(&schemas::provider(), "for_each")?;
    let value = instance.quietly(|instance| instance.expression(body, for_each.value, &Context::default()));
    let value = value.unmark_deep().0;
    let keys: Vec<&str> = match value.ty().kind() {
        _ if !value.is_known() || value.is_null() => return None,
        TypeKind::Set(_) => value.elements()?.iter().map(Value::as_str).collect::<Option<_>>()?,
        TypeKind::Map(_) | TypeKind::Object(_) => value.iter_entries().map(|(key, _)| &**key).collect(),
        _ => return None,
    };
    if keys.contains(&key) {
        return None;
    }
    let message = format!("`{}` has no configuration {key:?}", declared_name(found)?);
    let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, written.expr_span(key_expr), message);
    let finding = finding.also(body.expr_span(for_each.value), "the keys are set here");
    Some(finding.perhaps_meant(nearest(key, keys)))
}

/// The place of the key in `NAME.ALIAS[KEY]`.
fn key_of(written: &BlockSource, expr: ExprId) -> Option<Span> {
    let tree = &written.parsed.tree;
    match tree.string(expr) {
        Some(text) => text.contains('[').then(|| written.expr_span(expr)),
        None => chosen(tree, expr).map(|(.., key)| written.expr_span(key)),
    }
}

/// Checks the version constraint of a provider configuration.
pub(crate) fn version(declaration: &Declaration) -> Option<Diagnostic> {
    let (written, attribute) = declaration.attribute(&schemas::provider(), "version")?;
    let text = written.parsed.tree.string(attribute.value)?;
    crate::terraform::files::versions::wrong(text, written.expr_span(attribute.value))
}

/// Checks the name of a configured provider.
pub(crate) fn name(declaration: &Declaration) -> Option<Diagnostic> {
    let written = &declaration.written;
    let label =
        written.labels.first().filter(|label| crate::terraform::declare::naming::is_name(&label.text))?;
    settings::not_normal(&label.text, written.span(label.range))
}
