//! What the providers of a module say of its resources: which provider a resource has, which version of its
//! schema counts, and what the resource may hold.
//!
//! Source of the rules: Terraform's "Provider Requirements". Deliberately absent: reading schemas
//! (`providers`).

use std::borrow::Cow;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Snapshot, Unchecked, file_path};
use hclx_core::{Number, Type, Value, ops};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Severity, SourceId, Span, code_names as codes};
use hclx_eval::Approximation;
use hclx_schema::{Block, Filled};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::statics::{self, Reference, ReferenceKey};

use super::packages::{self, GivenSchemas, LOCK_FILE, Package, ProviderAddress, admits, locked_versions};
use crate::terraform::declare::declaration::{Declaration, Kind, Repetition};
use crate::terraform::declare::module::{self, Module};
use crate::terraform::files::configured;
use crate::terraform::files::roles::Flavor;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::Context;
use crate::terraform::values::calls;
use crate::terraform::values::instance::{Instance, Run};
use crate::terraform::{Folder, schemas};

/// What is known of a type of resources.
pub(crate) enum Provided {
    /// What it may hold, with what the language adds.
    Block(Arc<Block>),
    /// The provider has no such type.
    Missing {
        /// Types that it has.
        types: Vec<String>,
        /// What it has of this name.
        instead: Option<&'static str>,
    },
    /// The provider has no schema here.
    Open,
}

/// The package of a provider, if there is one, or why it cannot be used.
pub(crate) type Usable = Result<Option<Arc<Package>>, String>;

/// A provider with its package; nothing if what should name it does not.
pub(crate) type FoundPackage = Option<(ProviderAddress, Usable)>;

/// What a module requires of a provider.
#[derive(Clone, Debug, Default)]
pub(crate) struct Required {
    source: Option<String>,
    version: Option<String>,
}

/// The providers that a module requires, by their local names.
pub(crate) fn required(module: &Module) -> &Ordered<String, Required> {
    module.kept.required.get_or_init(|| read_required(module))
}

fn read_required(module: &Module) -> Ordered<String, Required> {
    let mut found: Ordered<String, Required> = Ordered::new();
    for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        let sorted = written.view().sorted(schemas::terraform().prepared());
        let blocks = sorted.content.blocks.iter().filter(|block| block.block_type == "required_providers");
        for attribute in blocks.flat_map(|block| block.body.just_attributes().0) {
            let tree = &written.parsed.tree;
            let entry = found.or_default(attribute.name.to_lowercase());
            let plain = text(tree, attribute.value).map(str::to_owned);
            entry.source = entry.source.take().or_else(|| field(tree, attribute.value, "source"));
            entry.version =
                entry.version.take().or(plain).or_else(|| field(tree, attribute.value, "version"));
        }
    }
    found
}

fn field(tree: &Tree, object: ExprId, name: &str) -> Option<String> {
    let items = statics::as_map(tree, object)?;
    items
        .iter()
        .find(|item| text(tree, item.key) == Some(name))
        .and_then(|item| text(tree, item.value).map(str::to_owned))
}

fn text(tree: &Tree, expr: ExprId) -> Option<&str> {
    match tree.expr(expr).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, .. } => Some(tree.text(text)),
        _ => None,
    }
}

/// The local name of the provider of a resource.
fn local_name(declaration: &Declaration) -> Cow<'_, str> {
    let named = declaration.attribute(&schemas::data(), "provider").and_then(|(written, attribute)| {
        let tree = &written.parsed.tree;
        let reference = statics::as_reference(tree, written.source, attribute.value);
        reference.map(|reference| reference.root).or_else(|| Some(text(tree, attribute.value)?.into()))
    });
    let first = |text: &str, sign: char| text.split(sign).next().map_or(0, str::len);
    match named {
        Some(Cow::Borrowed(name)) => name[..first(name, '.')].into(),
        Some(Cow::Owned(name)) => name[..first(&name, '.')].to_owned().into(),
        None => declaration.of_type[..first(&declaration.of_type, '_')].into(),
    }
}

/// The package of the provider of a local name, with its address.
pub(crate) fn package(
    snapshot: &Snapshot,
    flavor: Flavor,
    module: &Module,
    local: &str,
) -> Arc<FoundPackage> {
    module.kept.package(flavor, local, || {
        let required = required(module).get(&local.to_lowercase()).cloned().unwrap_or_default();
        let address = match &required.source {
            Some(source) => ProviderAddress::parse(source)?,
            None => ProviderAddress::implied(local)?,
        };
        let locked = locked(snapshot, module, &address);
        let mut constraints: Vec<String> = required.version.into_iter().collect();
        if locked.is_none() {
            constraints.extend(required_above(snapshot, flavor, module, &address));
        }
        let takes = |version: &str| match &locked {
            Some(locked) => version == locked,
            None => {
                configured::runs(snapshot, local, &address, version)
                    && constraints.iter().all(|constraint| admits(constraint, version))
            }
        };
        let package = GivenSchemas::of(snapshot).find(snapshot, &address, &takes);
        Some((address, package))
    })
}

/// What the nearest module in a folder above requires of the version of a provider, among the modules of the
/// run: it is most often the one that calls this one, or that this one is an example of.
fn required_above(
    snapshot: &Snapshot,
    flavor: Flavor,
    module: &Module,
    address: &ProviderAddress,
) -> Option<String> {
    let module = module::load(snapshot, &above(snapshot, &module.folder)?, flavor);
    let of_address = |(local, required): (&String, &Required)| {
        let version = required.version.as_ref()?;
        let source = required.source.as_deref();
        let known = source.map_or_else(|| ProviderAddress::implied(local), ProviderAddress::parse);
        (known.as_ref() == Some(address)).then(|| version.clone())
    };
    required(&module).iter().find_map(of_address)
}

/// The nearest folder above one that a unit of the run has.
pub(crate) fn above(snapshot: &Snapshot, folder: &str) -> Option<Folder> {
    let folders = snapshot.memo("folders of the run", || {
        snapshot.units().iter().map(|unit| Arc::clone(&unit.root)).collect::<OrderedSet<_>>()
    });
    let mut folder = folder;
    loop {
        let above = file_path::parent(folder);
        if above == folder || folder.ends_with("..") {
            return None;
        }
        if folders.contains(above) {
            return Some(Folder::from(above));
        }
        folder = above;
    }
}

/// The version that a lock file selects: of the module's folder or the nearest above it.
fn locked(snapshot: &Snapshot, module: &Module, address: &ProviderAddress) -> Option<String> {
    let mut folder = module.folder.to_string();
    for _ in 0..MOST_FOLDERS {
        let path = file_path::join(&folder, LOCK_FILE);
        let locked =
            snapshot.memo(&path, || snapshot.of_file(&path, |bytes| Ok::<_, String>(locked_versions(bytes))));
        if let Some(locked) = &*locked {
            return locked.iter().find(|(known, _)| known == address).map(|(_, version)| version.clone());
        }
        let above = file_path::parent(&folder).to_owned();
        if above == folder || folder.is_empty() || folder == "." {
            return None;
        }
        folder = above;
    }
    None
}

/// Which schemas the resources of a module are checked by, and what is not checked in depth.
pub(crate) fn summary(run: Run<'_>, module: &Module) -> (Vec<String>, Unchecked) {
    let is_typed = |kind: Kind| matches!(kind, Kind::Resource | Kind::Data | Kind::Ephemeral);
    let mut resources: Ordered<Cow<'_, str>, usize> = Ordered::new();
    for one in module.declarations.iter().filter(|one| is_typed(one.kind)) {
        *resources.or_default(local_name(one)) += 1;
    }
    resources.remove("terraform");
    let mut notes = Vec::new();
    let mut unchecked = Unchecked { modules: calls::absent(run, module), ..Unchecked::default() };
    for (name, count) in resources {
        let found = package(run.snapshot, run.flavor, module, &name);
        let Some((address, package)) = &*found else { continue };
        match package {
            Ok(Some(package)) => {
                let version = package.version().unwrap_or("of any version");
                let origin = package.origin();
                notes.push(format!("{} is checked by its schema {version} from {origin}", address.short()));
            }
            Ok(None) => *unchecked.providers.or_default(address.short()) += count,
            Err(why) => notes.push(format!("{} is not checked in depth: {why}", address.short())),
        }
    }
    (notes, unchecked)
}

/// The package of the provider of a resource, if there is one.
pub(crate) fn package_of(run: Run<'_>, module: &Module, declaration: &Declaration) -> Option<Arc<Package>> {
    let found = of_declaration(run, module, declaration);
    let (_, package) = (*found).as_ref()?;
    package.as_ref().ok()?.clone()
}

/// The provider of a resource, with its package, found once.
fn of_declaration(run: Run<'_>, module: &Module, declaration: &Declaration) -> Arc<FoundPackage> {
    let find = || package(run.snapshot, run.flavor, module, &local_name(declaration));
    Arc::clone(declaration.found().provider.get_or_init(find))
}

impl Instance<'_> {
    /// What the provider of a resource says of its type; `meta` is what the language adds.
    pub(crate) fn provided(&mut self, declaration: &Declaration, meta: &Arc<Block>) -> Provided {
        let kind = match declaration.kind {
            Kind::Resource => packages::Kind::Resource,
            Kind::Data => packages::Kind::Data,
            Kind::Ephemeral => packages::Kind::Ephemeral,
            _ => return Provided::Open,
        };
        let found = of_declaration(self.run, self.module, declaration);
        let Some((address, package)) = &*found else { return Provided::Open };
        // what a call does not know is not known without it
        if self.inputs.is_call && !matches!(package, Ok(Some(_))) {
            return Provided::Open;
        }
        let (package, why) = match package {
            Ok(package) => (package.as_ref(), String::new()),
            Err(why) => (None, format!(" ({why})")),
        };
        let Some(package) = package else {
            let (short, of_type) = (address.short(), &declaration.of_type);
            let what =
                format!("{short} has no schema here{why}: the arguments of `{of_type}` are not checked");
            self.approximations.push(Approximation { span: declaration.name_span, what: what.into() });
            return Provided::Open;
        };
        let version = package.version().unwrap_or_default();
        let key = format!("{address} {version} {kind:?} {}", declaration.of_type);
        let joined = self.run.snapshot.memo(&key, || {
            let block = package.find(kind, &declaration.of_type)?;
            Some(Arc::new(schemas::joined(meta, &block)))
        });
        match &*joined {
            Some(block) => Provided::Block(Arc::clone(block)),
            None => {
                let other =
                    [(packages::Kind::Resource, "a resource"), (packages::Kind::Data, "a data source")];
                let instead = other
                    .iter()
                    .find(|(other, _)| package.find(*other, &declaration.of_type).is_some())
                    .map(|(_, what)| *what);
                Provided::Missing { types: package.names(kind).map(str::to_owned).collect(), instead }
            }
        }
    }

    /// Judges a provider configuration.
    pub(crate) fn provider_body<'w>(
        &mut self,
        declaration: &'w Declaration,
        context: Context,
        settled: Vec<(ExprId, Value)>,
    ) -> Filled<'w> {
        let meta = schemas::provider();
        let local = declaration.written.labels.first().map_or("", |label| &label.text);
        let found = package(self.run.snapshot, self.run.flavor, self.module, local);
        let package = found.as_ref().as_ref().and_then(|(_, package)| package.as_ref().ok()?.clone());
        let key = package.as_ref().map(|one| format!("{} {:?} provider", one.address(), one.version()));
        let block = key.and_then(|key| {
            let joined = self.run.snapshot.memo(&key, || {
                let block = package.as_ref()?.provider()?;
                let named = meta.attributes().iter().cloned();
                let meta = Block::new().attributes_of(named);
                Some(Arc::new(schemas::joined(&meta, &block)))
            });
            (*joined).clone()
        });
        let is_built_in = block.is_none() && matches!(&*found, Some((address, _)) if is_built_in(address));
        let start = self.findings.len();
        let block = if is_built_in { schemas::built_in_provider() } else { block.unwrap_or(meta) };
        let filled = self.body(&declaration.written, &block, context, settled);
        if is_built_in && !is_configured(self.module, declaration) {
            // its arguments are looked at when a resource needs it
            let unknown = [codes::UNSUPPORTED_ATTRIBUTE, codes::UNSUPPORTED_BLOCK];
            for finding in self.findings[start..].iter_mut().filter(|one| unknown.contains(&one.code)) {
                finding.severity = Severity::Warning;
            }
        }
        filled
    }
}

/// Whether it is the provider that every Terraform has.
fn is_built_in(address: &ProviderAddress) -> bool {
    (&*address.host, &*address.namespace, &*address.name) == ("terraform.io", "builtin", "terraform")
}

/// Whether a resource of the module itself uses a configuration of the built-in provider.
fn is_configured(module: &Module, declaration: &Declaration) -> bool {
    let kinds = [Kind::Resource, Kind::Data];
    let mut resources = kinds.into_iter().flat_map(|kind| module.of_kind(kind));
    let has_alias = declaration.attribute(&schemas::provider(), "alias").is_some();
    let is_plain = |one: &Declaration| one.attribute(&schemas::resource(), "provider").is_none();
    !has_alias && resources.any(|one| one.of_type.starts_with("terraform_") && is_plain(one))
}

/// How many folders are looked at for a lock file.
const MOST_FOLDERS: usize = 32;

/// The finding that a provider has no such type.
pub(crate) fn no_type(declaration: &Declaration, types: &[String], instead: Option<&str>) -> Diagnostic {
    let provider = declaration.of_type.split('_').next().unwrap_or_default();
    let message =
        format!("the provider `{provider}` has no {} `{}`", declaration.kind.noun(), declaration.of_type);
    let label = declaration.written.labels.first().map(|label| declaration.written.span(label.range));
    let place = label.unwrap_or_else(|| declaration.written.place());
    let finding = Diagnostic::error(codes::NO_SUCH_TYPE, place, message);
    if let Some(instead) = instead {
        return finding.help(format!("`{}` is {instead}", declaration.of_type));
    }
    match hclx_diag::nearest(&declaration.of_type, types.iter().map(String::as_str)) {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None => finding,
    }
}

/// Whether an arm of a conditional refers to an instance that may not exist: where its condition is not met
/// the reference fails, and an arm that is not taken and fails has any type.
pub(crate) fn may_be_absent<'r>(
    module: &Module,
    values: &[Value],
    mut references: impl Iterator<Item = &'r Reference<'r>>,
    finding: &Diagnostic,
    source: SourceId,
) -> bool {
    let labels = finding.labels.iter().map(|label| label.span);
    let places: Vec<Span> = finding.span.into_iter().chain(labels).collect();
    references.any(|reference| {
        let at = reference.range();
        let is_arm = |place: &Span| {
            place.source == source && place.range.start <= at.start && at.end <= place.range.end
        };
        let repeated = |node: NodeId| {
            let is_open = values.get(node.index()).is_none_or(|value| !value.is_known());
            is_open && !matches!(module.declaration(node).repetition(), Repetition::One)
        };
        places.iter().any(is_arm) && dependencies::target(module, reference).is_some_and(repeated)
    })
}

/// A reference to an attribute that the schema of a resource does not have. This is found before anything is
/// evaluated, so inside of `try` and `can` too.
pub(crate) fn no_attribute(
    module: &Module,
    values: &[Value],
    reference: &Reference<'_>,
    source: SourceId,
) -> Option<Diagnostic> {
    let attribute = |position: usize| match &reference.steps.get(position)?.kind {
        ReferenceKey::Attr(name) => Some(&**name),
        _ => None,
    };
    let (node, steps) = dependencies::named(module, &reference.root, attribute)?;
    if !matches!(module.declaration(node).kind, Kind::Resource | Kind::Data | Kind::Ephemeral) {
        return None;
    }
    // the type says which attributes there are, whatever the values
    let ty = values.get(node.index()).map(Value::ty).filter(|ty| **ty != Type::ANY)?;
    let mut value = Value::unknown(ty.clone());
    for step in reference.steps.get(steps..)? {
        let (next, is_attribute) = match &step.kind {
            ReferenceKey::Attr(name) => (ops::attribute(&value, name, &DIALECT.rules), true),
            ReferenceKey::Text(key) => (ops::index(&value, &Value::string(&**key), &DIALECT.rules), false),
            ReferenceKey::Number(text) => {
                let key = Value::number(Number::parse_literal(text).ok()?);
                (ops::index(&value, &key, &DIALECT.rules), false)
            }
            ReferenceKey::Bool(_) | ReferenceKey::Null => return None,
        };
        value = match next {
            Ok(next) => next,
            Err(fault) => {
                let is_object = value.ty().as_object().is_some();
                return (is_attribute && is_object).then(|| fault.at(step.range.in_source(source)));
            }
        };
    }
    None
}
