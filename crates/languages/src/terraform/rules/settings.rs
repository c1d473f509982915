//! The `terraform` block: required versions and providers, backends, experiments.

use std::sync::Arc;

use hclx_diag::{
    Diagnostic, Findings, Ordered, OrderedSet, Severity, SourceId, Span, code_names as codes, nearest,
};
use hclx_schema::{Filled, FilledBlock, FilledBody, keyword};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::AttributeView;
use hclx_syntax::statics;

use super::encryption;
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::expressions;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_providers;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::versions;
use crate::terraform::packages::ProviderAddress;
use crate::terraform::plan::early_evaluation;
use crate::terraform::providers::versions::contradictions;
use crate::terraform::resolve::callers;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::backends::no_backend;
use crate::terraform::values::instance::Instance;

/// A module's requirement on a provider.
#[derive(Clone, Debug)]
pub(crate) struct Requirement {
    pub(crate) source: Option<String>,
    /// The aliases of configurations that callers pass.
    pub(crate) aliases: Vec<Arc<str>>,
    pub(crate) place: Span,
}

/// The providers that a module requires, by local name.
pub(crate) fn requirements(module: &Module) -> Ordered<Arc<str>, Requirement> {
    let mut found = Ordered::new();
    for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        for attribute in required_providers::attributes(written) {
            let tree = &written.parsed.tree;
            let requirement = Requirement {
                source: required_providers::text(tree, attribute.value, "source").map(str::to_owned),
                aliases: required_providers::aliases(written, attribute.value),
                place: written.span(attribute.name_range),
            };
            found.or_insert(Arc::from(attribute.name), requirement);
        }
    }
    found
}

fn is_template(tree: &Tree, expr: ExprId) -> bool {
    matches!(tree.expr(expr).kind, ExprKind::Template(_) | ExprKind::TemplateWrap(_))
}

/// Checks the `terraform` blocks of a module.
pub(crate) fn judge(instance: &mut Instance<'_>) {
    let module = instance.module;
    if instance.inputs.is_root {
        let run = instance.run;
        instance.findings.extend(contradictions(run.snapshot, run.flavor, &module.folder));
    }
    blocks(instance, module);
}

/// Checks the `terraform` and `language` blocks.
fn blocks(instance: &mut Instance<'_>, module: &Module) {
    let mut first: Ordered<&str, (Span, String)> = Ordered::new();
    let mut metas: Ordered<String, Span> = Ordered::new();
    let mut overridden: Ordered<(SourceId, &str), Span> = Ordered::new();
    for written in module.others.iter().filter(|one| &*one.block_type == "language") {
        instance.body(written, &schemas::language(), Context::default(), Vec::new());
        instance.findings.extend(edition(written));
    }
    // the backend of a called module is ignored, but fails if the module is run as a root
    let is_child = !instance.inputs.is_root;
    for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        let filled = instance.body(written, &schemas::terraform(), Context::default(), Vec::new());
        version(instance, written, &filled);
        experiments(instance, written, &filled);
        let mut here: OrderedSet<&str> = OrderedSet::new();
        for block in &filled.body.blocks {
            let place = written.span(block.view.def_range);
            let kind = match block.view.block_type {
                kind @ ("backend" | "cloud") => {
                    place_of_state(instance, written, block, is_child);
                    kind
                }
                kind @ "required_providers" => {
                    required(instance, written, &block.body.view.just_attributes().0);
                    kind
                }
                "encryption" => {
                    read_early(instance, written, block, is_child);
                    encryption::judge(written, &block.body, &mut instance.findings);
                    continue;
                }
                "provider_meta" => {
                    if let Some(label) = block.view.labels.first() {
                        let finding = not_normal(label.text, written.span(label.range));
                        instance.findings.extend(finding);
                    }
                    let name = block.view.labels.first().map_or("", |label| label.text).to_owned();
                    if let Some(before) = metas.get(&name) {
                        instance.findings.push(again("provider_meta", place, *before));
                    }
                    metas.or_insert(name, place);
                    continue;
                }
                _ => continue,
            };
            // duplicates in one block are already reported
            if !here.insert(kind) {
                continue;
            }
            let file = written.source;
            if written.is_override {
                let before = overridden.or_insert((file, kind), place);
                // Override files replace single entries of `required_providers`, so several such blocks are not a
                // contradiction.
                if *before != place && kind != "required_providers" {
                    instance.findings.push(again(kind, place, *before));
                }
                continue;
            }
            match first.get(kind) {
                Some((before, _)) if contradicts(module, written, *before) => {
                    instance.findings.push(again(kind, place, *before));
                }
                Some(_) => {}
                None => drop(first.insert(kind, (place, kind.to_owned()))),
            }
        }
    }
    if let (Some((backend, _)), Some((cloud, _))) = (first.get("backend"), first.get("cloud")) {
        // the error is at the later one, wherever the module declares them, because the first one is in force
        let message = "`cloud` and `backend` cannot be used together";
        let (later, before) = ((*backend).max(*cloud), (*backend).min(*cloud));
        let finding = Diagnostic::error(codes::EXCLUSIVE, later, message).also(before, "the other is here");
        instance.findings.push(finding.help("remove one of them"));
    }
}

/// Returns `true` if a block contradicts an earlier one: in another file, unless the files are run one by one, or in
/// another `terraform` block.
fn contradicts(module: &Module, written: &BlockSource, before: Span) -> bool {
    match before.source == written.source {
        true => !inside(written, before),
        false => !module.has_independent_files() && !module.holes.is_fragment(),
    }
}

/// Checks a block that configures the storage of the state.
fn place_of_state(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    block: &FilledBlock<'_>,
    is_child: bool,
) {
    read_early(instance, written, block, is_child);
    let kind = block.view.block_type;
    if kind == "backend"
        && let Some(label) = block.view.labels.first()
        && let Some(wrong) = no_backend(label.text, written.span(label.range))
    {
        // a child module never initializes its backend, so even an unknown one only fails if the module is run as a
        // root
        let severity = if is_child { Severity::Warning } else { wrong.severity };
        instance.findings.push(Diagnostic { severity, ..wrong });
    } else if is_child {
        let caller = callers::first_of(instance.run.snapshot, instance.run.flavor, &instance.module.folder);
        let what = format!("a `{kind}` block has no effect in a child module");
        let finding = Diagnostic::warning(codes::IGNORED_NAME, written.span(block.view.def_range), what);
        let finding = caller.into_iter().fold(finding, |finding, at| finding.also(at, "called here"));
        instance.findings.push(finding.help("configure the state in the root module"));
    }
    if kind == "cloud" {
        let workspaces = block.body.blocks("workspaces");
        instance.findings.extend(workspaces.filter_map(|one| one_choice(written, &one.body)));
    }
}

/// Checks a block that only root modules evaluate, before anything else. In OpenTofu, it may depend on values that are
/// available early. Terraform evaluates it without any names in scope, and does not support `encryption`.
fn read_early(instance: &mut Instance<'_>, written: &BlockSource, block: &FilledBlock<'_>, is_child: bool) {
    if is_child {
        return;
    }
    let name = block.view.block_type;
    let is_constant = instance.run.flavor == Flavor::Terraform && name != "encryption";
    if is_constant {
        instance.findings.extend(named_early(block));
        return;
    }
    let what = format!("the block `{name}`");
    expressions::each_expression(&block.body.view, &mut |_, expr| {
        let finding = early_evaluation::judge(Flavor::OpenTofu, instance.module, written, expr, &what);
        instance.findings.extend(finding);
    });
}

/// Reports the references in a block that Terraform evaluates without any names in scope.
fn named_early(block: &FilledBlock<'_>) -> Option<Diagnostic> {
    let places = expressions::references_in(&block.body.view);
    let (first, others) = places.split_first()?;
    let name = block.view.block_type;
    let message =
        format!("Terraform allows no references in `{name}`: it is read before variables and local values");
    let finding = Diagnostic::error(codes::NOT_CONSTANT, *first, message);
    let finding = others.iter().fold(finding, |finding, place| finding.also(*place, "neither here"));
    let finding = match name {
        "backend" => {
            finding.help("leave the argument out, and pass it with `terraform init -backend-config=…`")
        }
        _ => finding,
    };
    Some(finding.help("add a file `.opentofu-version` if OpenTofu (1.8 or later) runs this"))
}

/// The language edition of OpenTofu.
const EDITION: &str = "tofu2024";

/// Checks the edition in a `language` block.
fn edition(written: &BlockSource) -> Option<Diagnostic> {
    let attribute = written.attribute(&schemas::language(), "edition")?;
    let place = written.expr_span(attribute.value);
    let tree = &written.parsed.tree;
    let word = keyword(tree, written.source, attribute.value);
    let is_quoted = matches!(tree.expr(attribute.value).kind, ExprKind::String(_));
    let finding = match word.filter(|_| !is_quoted) {
        Some(word) if *word == *EDITION => return None,
        Some(word) => {
            let message = format!("unknown edition `{word}` in OpenTofu up to 1.13");
            Diagnostic::warning(codes::VALUE_NOT_ALLOWED, place, message)
        }
        None => Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, "an edition must be an unquoted name"),
    };
    // in JSON, keywords must be quoted, so the help would mislead
    let is_native = written.view().native_id().is_some();
    Some(finding.help(format!("write `{EDITION}`"))).filter(|_| is_native)
}

/// Checks that the workspaces of `cloud` are selected either by name or by tags.
fn one_choice(written: &BlockSource, workspaces: &FilledBody<'_>) -> Option<Diagnostic> {
    let (name, tags) = (workspaces.attribute("name")?, workspaces.attribute("tags")?);
    // null is equivalent to omitting the argument, so both may be written
    if name.value.is_null() || tags.value.is_null() {
        return None;
    }
    let place = written.span(tags.view.name_range);
    let finding = Diagnostic::error(codes::EXCLUSIVE, place, "`name` and `tags` cannot be used together")
        .also(written.span(name.view.name_range), "`name` is set here");
    Some(finding.help("remove one of them"))
}

fn inside(written: &BlockSource, place: Span) -> bool {
    written.view().range().contains(place.range)
}

fn again(kind: &str, place: Span, before: Span) -> Diagnostic {
    let message = format!("expected at most 1 `{kind}` block in a module");
    Diagnostic::error(codes::BLOCK_COUNT, place, message).also(before, "first set here").help("merge them")
}

fn version(instance: &mut Instance<'_>, written: &BlockSource, filled: &Filled<'_>) {
    let Some(attribute) = filled.body.attribute("required_version") else { return };
    let place = written.expr_span(attribute.view.value);
    match written.parsed.tree.string(attribute.view.value) {
        Some(text) => instance.findings.extend(versions::wrong(text, place)),
        // a template of constants is evaluated, since Terraform decodes the constraint without any names in scope
        None if is_template(&written.parsed.tree, attribute.view.value) => {
            let text = attribute.value.as_str().filter(|_| attribute.good);
            instance.findings.extend(text.and_then(|text| versions::wrong(text, place)));
        }
        None if attribute.good && !attribute.value.is_null() => {
            let message = "`required_version` must be a string";
            let shown = attribute.value.as_str().unwrap_or("1.5").to_owned();
            let finding = Diagnostic::error(codes::VERSION_CONSTRAINT, place, message);
            instance.findings.push(finding.help(format!("write `\">= {shown}\"`")));
        }
        None => {}
    }
}

/// Names of experiments that have ended, which Terraform rejects.
const ENDED: &[&str] = &[
    "variable_validation",
    "variable_validation_crossref",
    "module_variable_optional_attrs",
    "provider_sensitive_attrs",
    "template_string_func",
    "config_driven_move",
    "preconditions_postconditions",
    "ephemeral_values",
    "unknown_instances",
];

fn experiments(instance: &mut Instance<'_>, written: &BlockSource, filled: &Filled<'_>) {
    let Some(attribute) = filled.body.attribute("experiments") else { return };
    let tree = &written.parsed.tree;
    let wrong = |at: ExprId, message: String| {
        Diagnostic::error(codes::STATIC_EXPRESSION, written.expr_span(at), message)
    };
    let Some(list) = statics::as_list(tree, attribute.view.value) else {
        let finding = wrong(attribute.view.value, "`experiments` must be a list of names".to_owned());
        return instance.findings.push(finding.help("write `[NAME]`"));
    };
    for one in list {
        let is_word = !matches!(tree.expr(*one).kind, ExprKind::String(_));
        let finding = match keyword(tree, written.source, *one).filter(|_| is_word) {
            Some(word) if ENDED.contains(&&*word) => {
                wrong(*one, format!("the experiment `{word}` has ended"))
                    .help("remove it: the feature is now stable")
            }
            Some(word) => wrong(*one, format!("unknown experiment `{word}`")).help("remove it"),
            None => wrong(*one, "an experiment must be an unquoted name".to_owned()),
        };
        instance.findings.push(finding);
    }
}

/// Checks the contents of a `required_providers` block.
fn required(instance: &mut Instance<'_>, written: &BlockSource, attributes: &[AttributeView<'_>]) {
    let tree = &written.parsed.tree;
    for attribute in attributes {
        let mut found = Findings::new();
        found.extend(not_normal(attribute.name, written.span(attribute.name_range)));
        match tree.expr(attribute.value).kind {
            ExprKind::Object(_) => object(written, attribute.name, attribute.value, &mut found),
            // until 0.12, a provider was specified by its version alone; Terraform still accepts the string
            _ => match tree.string(attribute.value) {
                Some(text) => found.extend(versions::wrong(text, written.expr_span(attribute.value))),
                None => {
                    let place = written.expr_span(attribute.value);
                    let message =
                        format!("`{}` must be an object with `source` and `version`", attribute.name);
                    found.push(
                        Diagnostic::error(codes::STATIC_EXPRESSION, place, message)
                            .help("use `{ source = \"…\", version = \"…\" }`"),
                    );
                }
            },
        }
        let broken = |one: &Diagnostic| {
            one.span.is_some_and(|span| instance.module.is_broken(span.source, span.range))
        };
        instance.findings.extend(found.into_iter().filter(|one| !broken(one)));
    }
}

/// Reports a local name of a provider that is not normalized.
pub(crate) fn not_normal(name: &str, place: Span) -> Option<Diagnostic> {
    if is_normal(name) {
        return None;
    }
    let message = match name.is_empty() {
        true => "a local provider name cannot be empty".to_owned(),
        false => format!("invalid local provider name `{name}`"),
    };
    // underscores are a common mistake, because the names of resource types contain them
    let fixed = name.to_lowercase().replace('_', "-");
    let finding = Diagnostic::error(codes::INVALID_NAME, place, message)
        .label("use lower-case letters, digits and dashes");
    Some(if is_normal(&fixed) { finding.help(format!("write `{fixed}`")) } else { finding })
}

/// Returns `true` for a normalized provider name.
pub(crate) fn is_normal(name: &str) -> bool {
    // Terraform normalizes these names like labels of host names (IDNA): they contain no upper case and no `_`, but
    // letters of any script.
    !name.is_empty()
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
        && name.chars().all(|c| {
            c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || (!c.is_ascii() && c.is_alphanumeric())
        })
}

fn object(written: &BlockSource, local: &str, expr: ExprId, found: &mut Findings) {
    let tree = &written.parsed.tree;
    for item in statics::as_map(tree, expr).unwrap_or_default() {
        let (key, value) = (tree.string(item.key), written.expr_span(item.value));
        match key {
            Some("source") => match tree.string(item.value) {
                Some(source) => found.extend(wrong_source(source, value)),
                None => found.push(constant(value, "source")),
            },
            Some("version") => match tree.string(item.value) {
                Some(text) => found.extend(versions::wrong(text, value)),
                None => found.push(constant(value, "version")),
            },
            Some("configuration_aliases") => match statics::as_list(tree, item.value) {
                Some(list) => found.extend(list.iter().filter_map(|one| wrong_alias(written, local, *one))),
                None => {
                    let message = "`configuration_aliases` must be a list of provider configurations";
                    found.push(
                        Diagnostic::error(codes::STATIC_EXPRESSION, value, message)
                            .help("write `[NAME.ALIAS]`"),
                    );
                }
            },
            _ => found.push(unexpected(key.unwrap_or("…"), written.expr_span(item.key))),
        }
    }
}

fn unexpected(name: &str, place: Span) -> Diagnostic {
    const KEYS: &[&str] = &["source", "version", "configuration_aliases"];
    let message = format!("unexpected attribute `{name}` in a required provider");
    let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
    finding.meant_or(
        nearest(name, KEYS.iter().copied()),
        "available attributes: `source`, `version` and `configuration_aliases`",
    )
}

/// Checks an element of `configuration_aliases`.
fn wrong_alias(written: &BlockSource, local: &str, expr: ExprId) -> Option<Diagnostic> {
    let wrong = |message: String| {
        Some(Diagnostic::error(codes::PROVIDER_CONFIGURATION, written.expr_span(expr), message))
    };
    let Some(reference) = statics::as_reference(&written.parsed.tree, written.source, expr) else {
        let finding = wrong(format!("expected a provider configuration, such as `{local}.west`"));
        return finding.map(|finding| finding.help("remove the quotes"));
    };
    // a configuration belongs to the provider under whose name it is listed; the alias may be any name
    if reference.root == local {
        return None;
    }
    let finding =
        wrong(format!("an alias of `{local}` must start with its name, found `{}`", reference.root));
    finding.map(|finding| finding.help(format!("use `{local}.ALIAS`")))
}

/// Checks the source of a provider.
fn wrong_source(source: &str, place: Span) -> Option<Diagnostic> {
    let wrong = |message: String| Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message);
    if !is_source(source) {
        let finding = wrong(format!("invalid provider source `{source}`"));
        return Some(finding.help("use `NAMESPACE/NAME`, such as `hashicorp/aws`"));
    }
    let address = ProviderAddress::parse(source)?;
    // a built-in provider is never downloaded, so a wrong name fails in every version
    if (&*address.host, &*address.namespace) == ("terraform.io", "builtin") && address.name != "terraform" {
        let finding = wrong(format!("unknown built-in provider `{}`", address.name));
        return Some(finding.help("the only built-in provider is `terraform`"));
    }
    // the name of a repository or program is not the name of its provider
    let name =
        ["terraform-provider-", "terraform-"].iter().find_map(|prefix| address.name.strip_prefix(prefix))?;
    let finding = wrong(format!("`{}` is the name of an executable, not of a provider", address.name));
    Some(finding.help(format!("write `{}/{name}`", address.namespace)))
}

/// Returns `true` for a source of the form `NAME`, `NAMESPACE/NAME` or `HOST/NAMESPACE/NAME`.
pub(super) fn is_source(source: &str) -> bool {
    let good = |part: &str| {
        !part.starts_with('-')
            && !part.ends_with('-')
            && !part.contains("--")
            && part.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    let mut parts = source.rsplit('/');
    let is_name = parts.next().is_some_and(good);
    // namespaces may contain underscores since Terraform 1.16
    let is_namespace = parts.next().is_none_or(|part| good(&part.replace('_', "-")) || good(part));
    ProviderAddress::parse(source).is_some() && is_name && is_namespace
}

fn constant(place: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` of a required provider must be a string without references");
    Diagnostic::error(codes::NOT_CONSTANT, place, message)
}
