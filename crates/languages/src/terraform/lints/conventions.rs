//! Conventions that many teams agree on: described and typed variables, names in snake case, and pinned versions. All
//! of these lints are off by default.

use hclx_analysis::Snapshot;
use hclx_diag::{Code, Diagnostic, OrderedSet, Span, code_names as codes};

use super::{calls, dependencies, naming, structure};
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::files::sources::is_registry_address;
use crate::terraform::packages::ProviderAddress;
use crate::terraform::providers::provider_schemas::local_name;
use crate::terraform::providers::requirements::{each_requirement, required};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The codes of these lints, and of one that checks the bodies of resources as they are evaluated.
pub const CONVENTIONS: &[Code] = &[
    codes::UNDESCRIBED,
    codes::UNTYPED_VARIABLE,
    codes::NO_REQUIRED_VERSION,
    codes::NO_PROVIDER_VERSION,
    codes::UNPINNED_SOURCE,
    codes::UNUSED_PROVIDER,
    codes::NAME_CASE,
    codes::PROVIDER_MINIMUM,
    codes::REDUNDANT_DEPENDENCY,
    codes::CHANGING_ARGUMENT,
    codes::LEGACY_LOOKUP,
    codes::FILE_STRUCTURE,
];

/// Reports violations of conventions in a module.
pub(crate) fn judge(snapshot: &Snapshot, module: &Module) -> Vec<Diagnostic> {
    if !module.broken.is_empty() || module.is_unknown() {
        return Vec::new();
    }
    let mut findings: Vec<Diagnostic> = module.declarations.iter().flat_map(of_declaration).collect();
    findings.extend(without_version(module));
    findings.extend(unpinned_providers(module));
    findings.extend(unused_providers(module));
    findings.extend(naming::judge(snapshot, module));
    findings.extend(dependencies::judge(module));
    findings.extend(calls::judge(module));
    findings.extend(structure::judge(snapshot, module));
    findings
}

fn of_declaration(one: &Declaration) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let has = |block: &hclx_schema::Block, name: &str| one.attribute(block, name).is_some();
    let warn = |code, message: String| Diagnostic::warning(code, one.name_span, message);
    let noun = one.kind.noun();
    let is_undescribed = match one.kind {
        Kind::Variable => !has(&schemas::variable(), "description"),
        Kind::Output => !has(&schemas::output(), "description"),
        _ => false,
    };
    if is_undescribed {
        let finding = warn(codes::UNDESCRIBED, format!("missing description of {noun} `{}`", one.name));
        findings.push(finding.help("add `description = \"…\"`"));
    }
    if one.kind == Kind::Variable && !has(&schemas::variable(), "type") {
        let finding = warn(codes::UNTYPED_VARIABLE, format!("missing type of {noun} `{}`", one.name));
        findings.push(finding.help("add `type = …`, for example `type = string`"));
    }
    if one.kind == Kind::Module {
        findings.extend(unpinned_source(one));
    }
    findings
}

/// The names of branches that do not identify a version, because they are common for the main line.
const MAIN_BRANCHES: &[&str] = &["main", "master", "default", "develop", "trunk", "HEAD"];

/// Reports the source of a module call whose version may change over time.
fn unpinned_source(call: &Declaration) -> Option<Diagnostic> {
    let block = schemas::module();
    let (written, source) = call.attribute(&block, "source")?;
    let text = written.parsed.tree.string(source.value)?;
    let place = written.expr_span(source.value);
    let name = &call.name;
    let unpinned = format!("the source of module `{name}` is not pinned to a version");
    let (message, help) = match revision(text) {
        Some((_, Some(branch))) if MAIN_BRANCHES.contains(&branch) => {
            (format!("the source of module `{name}` is the branch `{branch}`"), "use a tag or a commit")
        }
        Some((_, Some(_))) => return None,
        Some(("rev", None)) => (unpinned, "add `?rev=` with a tag or a revision"),
        Some((_, None)) => (unpinned, "add `?ref=` with a tag or a commit"),
        None if is_registry_address(text) && call.attribute(&block, "version").is_none() => {
            (unpinned, "add `version = \"…\"`")
        }
        None => return None,
    };
    Some(Diagnostic::warning(codes::UNPINNED_SOURCE, place, message).help(help))
}

/// The argument that selects a revision in a source from a repository, and its value; `None` for other sources.
fn revision(source: &str) -> Option<(&'static str, Option<&str>)> {
    const GIT: &[&str] = &["git::", "git@", "git://", "github.com/", "bitbucket.org/"];
    let name = match GIT.iter().any(|start| source.starts_with(start)) {
        true => "ref",
        false if source.starts_with("hg::") => "rev",
        false => return None,
    };
    let arguments = source.split_once('?').map_or("", |(_, arguments)| arguments);
    let value = arguments.split('&').find_map(|argument| argument.strip_prefix(name)?.strip_prefix('='));
    Some((name, value.filter(|value| !value.is_empty())))
}

/// Reports a module that does not specify the supported versions of Terraform.
fn without_version(module: &Module) -> Option<Diagnostic> {
    let mut blocks = module.others.iter().filter(|one| &*one.block_type == "terraform");
    let first = blocks.clone().next();
    if blocks.any(|one| one.attribute(&schemas::terraform(), "required_version").is_some()) {
        return None;
    }
    let place = match first {
        Some(block) => block.place(),
        None => module.declarations.first()?.name_span,
    };
    let finding = Diagnostic::warning(codes::NO_REQUIRED_VERSION, place, "missing `required_version`");
    Some(finding.help("add for example `required_version = \">= 1.5\"` to a `terraform` block"))
}

/// The resources and configurations of a module, as local names of their providers with places.
fn uses(module: &Module) -> impl Iterator<Item = (String, Span)> {
    module.declarations.iter().filter_map(|one| match one.kind {
        Kind::Resource | Kind::Data | Kind::Ephemeral => {
            Some((local_name(one).to_lowercase(), one.name_span))
        }
        Kind::Provider => {
            let label = one.written.labels.first()?;
            Some((label.text.to_lowercase(), one.written.span(label.range)))
        }
        _ => None,
    })
}

/// Reports providers that are used without a version constraint, each once.
fn unpinned_providers(module: &Module) -> Vec<Diagnostic> {
    let mut seen = OrderedSet::new();
    let is_unpinned = |(local, _): &(String, Span)| {
        let requirement = required(module).get(local).cloned().unwrap_or_default();
        requirement.versions.is_empty() && requirement.address(local) != Some(ProviderAddress::built_in())
    };
    let finding = |(local, place): (String, Span)| {
        let message = format!("missing version constraint of provider `{local}`");
        let finding = Diagnostic::warning(codes::NO_PROVIDER_VERSION, place, message);
        finding.help(format!("add `{local} = {{ source = \"…\", version = \"…\" }}` to `required_providers`"))
    };
    uses(module).filter(is_unpinned).filter(|(local, _)| seen.insert(local.clone())).map(finding).collect()
}

/// Reports required providers that nothing in the module uses. Called modules may inherit a configuration.
fn unused_providers(module: &Module) -> Vec<Diagnostic> {
    if module.declarations.iter().any(|one| one.kind == Kind::Module) {
        return Vec::new();
    }
    let mut used: OrderedSet<String> = uses(module).map(|(local, _)| local).collect();
    used.extend(
        module.provider_calls.iter().filter_map(|call| Some(call.name.split("::").nth(1)?.to_lowercase())),
    );
    let mut findings = Vec::new();
    for block in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        each_requirement(block, &mut |local, _, version| {
            if !used.contains(&local) {
                let place = version.map_or_else(|| block.place(), |version| block.expr_span(version));
                let message = format!("unused provider `{local}` in `required_providers`");
                findings.push(Diagnostic::warning(codes::UNUSED_PROVIDER, place, message).help("remove it"));
            }
        });
    }
    findings
}
