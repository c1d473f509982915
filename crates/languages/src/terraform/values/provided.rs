//! The values of resources, according to the schemas of their providers.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_core::Value;
use hclx_diag::{Diagnostic, OrderedSet, Policy, Report, Severity, code_names as codes, one_edit_apart};
use hclx_eval::Approximation;
use hclx_schema::{Block, Filled};
use hclx_syntax::ast::{ExprId, ExprKind};

use super::admitted::{AdmittedBlocks, Subject};
use super::instance::Instance;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::merge;
use crate::terraform::declare::module::Module;
use crate::terraform::packages::{self, Package, ProviderAddress};
use crate::terraform::providers::provider_schemas::similar_type;
use crate::terraform::providers::{configurations, provider_schemas, requirements};
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The finding about a type that is missing from the provider.
pub(crate) fn no_type(declaration: &Declaration) -> Diagnostic {
    let provider = declaration.of_type.split('_').next().unwrap_or_default();
    let message =
        format!("provider `{provider}` has no {} `{}`", declaration.kind.noun(), declaration.of_type);
    let label = declaration.written.labels.first().map(|label| declaration.written.span(label.range));
    let place = label.unwrap_or_else(|| declaration.written.place());
    Diagnostic::error(codes::NO_SUCH_TYPE, place, message)
}

/// The finding about a type that is missing from all releases of a package.
fn missing_from(
    snapshot: &Snapshot,
    package: &Package,
    declaration: &Declaration,
    kind: packages::Kind,
) -> Diagnostic {
    let finding = no_type(declaration);
    let of_type = &declaration.of_type;
    let other = [(packages::Kind::Resource, "a resource"), (packages::Kind::Data, "a data source")];
    let instead =
        other.iter().find(|(other, _)| package.find(*other, of_type).is_some()).map(|(_, what)| *what);
    match instead {
        Some(instead) => finding.help(format!("`{of_type}` is {instead}")),
        None => finding.perhaps_meant(similar_type(snapshot, package, (kind, of_type)).as_deref()),
    }
}

/// The schema of a resource type.
pub(crate) enum ResourceSchema {
    /// The body, including the language's own arguments.
    Block(Arc<Block>),
    /// The bodies in the allowed releases.
    Admitted(AdmittedBlocks),
    /// The provider does not have the type, which is already reported.
    Missing,
    /// There is no schema for the provider.
    Open,
}

/// The finding about a resource type that is probably a misspelling of another type, because no provider is declared
/// for its prefix.
fn misspelled_provider(
    instance: &Instance<'_>,
    declaration: &Declaration,
    kind: packages::Kind,
) -> Option<Diagnostic> {
    let (module, run) = (instance.module, instance.run);
    let local = provider_schemas::local_name(declaration);
    declaration.of_type.strip_prefix(local)?;
    let configured = module.of_kind(Kind::Provider).filter_map(|one| one.written.labels.first());
    let resources = || [Kind::Resource, Kind::Data].into_iter().flat_map(|kind| module.of_kind(kind));
    let mut near: OrderedSet<&str> = requirements::required(module)
        .keys()
        .map(String::as_str)
        .chain(configured.map(|label| &*label.text))
        .collect();
    if near.contains(local) {
        return None;
    }
    near.extend(resources().map(provider_schemas::local_name).filter(|used| *used != local));
    let find = |name: &str, is_used: bool| {
        let found = provider_schemas::package(run.snapshot, run.flavor, module, name);
        let (_, package) = (*found).as_ref()?;
        let package = package.as_ref().ok()?.as_ref()?;
        let meant = meant_type(package, kind, (&declaration.of_type, local), (name, is_used))?;
        Some((name.to_owned(), meant))
    };
    let of_others = || {
        // a second resource of the provider shows that it exists
        let is_used = resources().map(provider_schemas::local_name).filter(|used| *used == local).count() > 1;
        let shipped = run.snapshot.settings().shipped_schemas.iter().filter(|_| !is_used);
        let names = shipped.filter_map(|(address, _)| address.rsplit('/').next());
        names.filter(|name| begins_like(&declaration.of_type, name)).find_map(|name| find(name, false))
    };
    let (near, meant) = near.iter().find_map(|name| find(name, true)).or_else(of_others)?;
    let label = declaration.written.labels.first()?;
    let message = format!("unknown provider `{local}`; `{near}` has `{meant}`");
    let finding = Diagnostic::warning(codes::NO_SUCH_TYPE, declaration.written.span(label.range), message);
    Some(finding.meant(&meant))
}

/// The provider's type that a misspelled type is meant as: either its prefix is misspelled, or the typo is at the end
/// of the prefix. If the module does not use the provider, the whole type must be within one edit.
fn meant_type(
    package: &Package,
    kind: packages::Kind,
    (of_type, local): (&str, &str),
    (provider, is_used): (&str, bool),
) -> Option<String> {
    let whole = format!("{provider}{}", &of_type[local.len()..]);
    let is_near = is_used && hclx_diag::nearest(local, [provider]).is_some();
    if is_near && package.find(kind, &whole).is_some() {
        return Some(whole);
    }
    package.names(kind).find(|name| one_edit_apart(of_type, name)).map(str::to_owned)
}

/// Returns `true` if the prefix of a type is within one edit of a provider's name.
fn begins_like(of_type: &str, provider: &str) -> bool {
    let start = format!("{provider}_");
    let lengths = start.len() - 1..=start.len() + 1;
    let mut beginnings = lengths.filter_map(|length| of_type.get(..length));
    beginnings.any(|beginning| beginning == start || one_edit_apart(beginning, &start))
}

/// The approximation for arguments that are not checked because no schema covers their kind of block.
fn no_schema_of_kind(declaration: &Declaration) -> Approximation {
    let (noun, of_type) = (declaration.kind.noun(), &declaration.of_type);
    let what = format!("no schema for {noun} types: the arguments of `{of_type}` were not checked");
    Approximation { span: declaration.name_span, what: what.into() }
}

impl Instance<'_> {
    /// The provider's schema for a resource.
    pub(crate) fn provided(&mut self, declaration: &Declaration) -> ResourceSchema {
        let Some(kind) = provider_schemas::described(declaration.kind) else {
            self.approximations.extend((!self.inputs.is_call).then(|| no_schema_of_kind(declaration)));
            return ResourceSchema::Open;
        };
        let found = provider_schemas::of_declaration(self.run, self.module, declaration);
        let Some((address, package)) = &*found else { return ResourceSchema::Open };
        // without a schema, checking a call adds nothing to the module's own check
        if self.inputs.is_call && !matches!(package, Ok(Some(_))) {
            return ResourceSchema::Open;
        }
        let (package, why) = match package {
            Ok(package) => (package.as_ref(), String::new()),
            Err(why) => (None, format!(" ({why})")),
        };
        let Some(package) = package else {
            let findings = misspelled_provider(self, declaration, kind);
            self.findings.extend(findings);
            let (short, of_type) = (address.short(), &declaration.of_type);
            let what = format!("no schema for {short}{why}: the arguments of `{of_type}` were not checked");
            self.approximations.push(Approximation { span: declaration.name_span, what: what.into() });
            return ResourceSchema::Open;
        };
        if !package.knows(kind) {
            return ResourceSchema::Open;
        }
        let subject = Subject::Type(kind, Arc::clone(&declaration.of_type));
        let blocks = AdmittedBlocks::new(self.run.snapshot, package, subject);
        if blocks.newest().is_some() {
            let refused = |accepted| blocks.refused(no_type(declaration), accepted);
            self.findings.extend(blocks.removed_after().map(refused));
            let added = blocks.added_type(self, no_type(declaration));
            self.findings.extend(added);
            return ResourceSchema::Admitted(blocks);
        }
        let missing = missing_from(self.run.snapshot, package, declaration, kind);
        self.findings.extend(blocks.missing_type(missing, &declaration.written));
        ResourceSchema::Missing
    }

    /// The bodies of a resource in the allowed releases of its provider, if it has a schema.
    pub(crate) fn admitted_bodies(&self, declaration: &Declaration) -> Option<AdmittedBlocks> {
        AdmittedBlocks::of_declaration(self.run, self.module, declaration)
    }

    /// Checks a provider configuration.
    pub(crate) fn provider_body<'w>(
        &mut self,
        declaration: &'w Declaration,
        context: Context,
        settled: Vec<(ExprId, Value)>,
    ) -> Filled<'w> {
        let meta = schemas::provider();
        let local = declaration.written.labels.first().map_or("", |label| &label.text);
        let found = provider_schemas::package(self.run.snapshot, self.run.flavor, self.module, local);
        let package = found.as_ref().as_ref().and_then(|(_, package)| package.as_ref().ok()?.clone());
        let snapshot = self.run.snapshot;
        let block = package.as_ref().and_then(|one| provider_schemas::provider_block(snapshot, one));
        let admitted =
            package.as_ref().map(|package| AdmittedBlocks::new(snapshot, package, Subject::Configuration));
        let is_built_in = block.is_none() && matches!(&*found, Some((address, _)) if is_built_in(address));
        let block =
            if is_built_in { schemas::built_in_provider() } else { block.unwrap_or_else(|| meta.clone()) };
        let written = &declaration.written;
        let of_body = |block: &Arc<Block>| merge::body_of(declaration, block);
        let block = of_body(&block);
        let again = (context.clone(), settled.clone());
        let (filled, batch) = self.trial(|instance| instance.body(written, &block, context, settled));
        let batch = match &admitted {
            Some(admitted) => admitted.weighed(self, (written, &meta), batch, &mut |instance, block| {
                instance
                    .trial(|instance| {
                        instance.body(written, &of_body(block), again.0.clone(), again.1.clone())
                    })
                    .1
            }),
            None => batch,
        };
        // its arguments are only checked if a resource uses it
        let is_idle = is_built_in && !is_configured(self.module, declaration);
        self.findings.keep_each(batch, |one| match is_idle && one.code.is_unexpected_item() {
            true => Policy::As(Severity::Warning),
            false => Policy::AsIs,
        });
        filled
    }
}

/// Returns `true` for the provider that is built into Terraform.
fn is_built_in(address: &ProviderAddress) -> bool {
    (&*address.host, &*address.namespace, &*address.name) == ("terraform.io", "builtin", "terraform")
}

/// Returns `true` if a resource of the module uses this configuration of the built-in provider.
fn is_configured(module: &Module, declaration: &Declaration) -> bool {
    let Some(name) = declaration.written.labels.first().map(|label| &*label.text) else { return false };
    let alias = declaration.attribute(&schemas::provider(), "alias");
    let own = match alias {
        Some((written, attribute)) => match written.parsed.tree.expr(attribute.value).kind {
            ExprKind::String(text) => format!("{name}.{}", written.parsed.tree.text(text)),
            _ => return false,
        },
        None => name.to_owned(),
    };
    let resources = [Kind::Resource, Kind::Data].into_iter().flat_map(|kind| module.of_kind(kind));
    resources.filter_map(configurations::configuration_of).any(|(used, _)| used == own)
}
