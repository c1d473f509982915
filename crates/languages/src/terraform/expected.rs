//! The schemas of Terraform files, including the parts that depend on the workspace: arguments of calls and resources,
//! and the variables that values files and tests set.

use std::sync::Arc;

use hclx_analysis::symbols::SymbolKind;
use hclx_analysis::{HeaderAt, Snapshot, Unit, query};
use hclx_core::Type;
use hclx_diag::{Ordered, OrderedSet, SourceId};
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested};

use super::declare::declaration::Declaration;
use super::declare::module::Module;
use super::declare::required_providers;
use super::files::roles::{self, Flavor, Role};
use super::packages::{self, Pack, Package, ProviderAddress};
use super::provider_choices;
use super::providers::{provider_schemas, requirements};
use super::resolve::{call_targets, modules};
use super::schemas::kind::Kind;
use super::schemas::{self, test_files};
use super::values::calls;

/// The schemas of files by role, with only the language's own arguments.
pub(super) fn of_files() -> Vec<(&'static str, Arc<Block>)> {
    vec![
        ("module", schemas::module_blocks()),
        ("tests", test_files::file()),
        ("mocks", test_files::mock_file()),
        ("queries", queries()),
    ]
}

/// The schema of query files, with the bodies of their blocks.
fn queries() -> Arc<Block> {
    let body = |nested: &Nested| match Kind::of(&nested.block_type).and_then(schemas::meta) {
        Some(meta) => nested.clone().body(meta),
        None => schemas::module_blocks().find_block(&nested.block_type).unwrap_or(nested).clone(),
    };
    Arc::new(schemas::query_file().blocks().iter().map(body).fold(Block::new(), Block::nested))
}

/// The schema of the body of a file.
pub(super) fn schema(unit: &Unit, snapshot: &Snapshot, flavor: Flavor, file: SourceId) -> Arc<Block> {
    let module = modules::load(snapshot, &unit.root, flavor);
    let of = SchemaContext { snapshot: snapshot.clone(), flavor, module };
    match roles::of_file(snapshot, file) {
        Role::Values => Arc::new(variables(&of.module)),
        Role::Tests => Arc::new(of.tests()),
        Role::Mocks => test_files::mock_file(),
        Role::Queries => queries(),
        Role::Module | Role::Other => Arc::new(of.module_file()),
    }
}

/// The possible names for the next label of a block.
pub(super) fn labels(
    unit: &Unit,
    snapshot: &Snapshot,
    flavor: Flavor,
    header: &HeaderAt<'_>,
) -> Vec<Arc<str>> {
    let module = modules::load(snapshot, &unit.root, flavor);
    let of = SchemaContext { snapshot: snapshot.clone(), flavor, module };
    let typed = header.typed;
    match (header.block_type, header.labels.len()) {
        ("resource", 0) => of.types(packages::Kind::Resource, "", typed),
        ("data", 0) => of.types(packages::Kind::Data, "data.", typed),
        ("ephemeral", 0) => of.types(packages::Kind::Ephemeral, "ephemeral.", typed),
        ("provider" | "mock_provider" | "provider_meta", 0) => {
            let all = of.providers().into_iter().chain(of.other_providers()).chain(of.shipped_providers());
            all.collect::<OrderedSet<String>>().into_iter().map(Into::into).collect()
        }
        _ => Vec::new(),
    }
}

/// The local names of the providers that a module requires or uses.
pub(super) fn provider_names(
    snapshot: &Snapshot,
    flavor: Flavor,
    module: &Arc<Module>,
) -> OrderedSet<String> {
    SchemaContext { snapshot: snapshot.clone(), flavor, module: Arc::clone(module) }.providers()
}

/// The maximum number of types of a provider that is offered along with any other.
const FEW_TYPES: usize = 20;

/// A module with access to other modules.
#[derive(Clone)]
struct SchemaContext {
    snapshot: Snapshot,
    flavor: Flavor,
    module: Arc<Module>,
}

impl SchemaContext {
    fn module_file(&self) -> Block {
        let variable = self.clone();
        let call = self.clone();
        let provider = self.clone();
        let required = provider_choices::required_providers(&self.snapshot, &self.providers());
        let block = Block::new()
            .with(&schemas::module_blocks())
            .changed_block("terraform", |nested| {
                let own = Block::new().with(&schemas::terraform());
                nested.holding(own.changed_block("required_providers", |inner| inner.holding(required)))
            })
            .changed_block("variable", |nested| {
                nested.body(Body::by_label(0, move |name| Some(variable.variable(name))))
            })
            .changed_block("module", |nested| {
                nested.body(Body::by_label(0, move |name| Some(call.call(name))))
            })
            .changed_block("provider", |nested| {
                nested.body(Body::by_label(0, move |name| Some(provider.provider(name))))
            });
        let check = Block::new().with(&schemas::check());
        let check = check.changed_block("data", |nested| nested.body(self.resources(Kind::Data)));
        let block = block.changed_block("check", |nested| nested.holding(check));
        [("resource", Kind::Resource), ("data", Kind::Data), ("ephemeral", Kind::Ephemeral)]
            .into_iter()
            .fold(block, |block, (name, kind)| {
                block.changed_block(name, |nested| nested.body(self.resources(kind)))
            })
    }

    fn tests(&self) -> Block {
        let given = |block: Block| {
            block.changed_block("variables", |nested: Nested| nested.holding(variables(&self.module)))
        };
        let run = given(Block::new().with(&test_files::run()));
        given(Block::new().with(&test_files::file())).changed_block("run", |nested| nested.holding(run))
    }

    /// The schema of a `variable` block, whose default has the declared type.
    fn variable(&self, name: &str) -> Arc<Block> {
        let ty = self
            .module
            .get(Kind::Variable, "", name)
            .and_then(|(_, one)| Some(one.variable.as_ref()?.ty.clone()));
        let Some(ty) = ty else { return schemas::variable() };
        let typed = |attribute: Attribute| Attribute { ty, ..attribute }.reading(ExprMode::Literal);
        Arc::new(Block::new().with(&schemas::variable()).changed("default", typed))
    }

    fn call(&self, name: &str) -> Arc<Block> {
        let child = self.module.get(Kind::Module, "", name).and_then(|(_, call)| self.child(call));
        let names = self.passed_providers(child.as_ref());
        let keys = names.iter().map(|name| Attribute::new(&**name, Type::ANY));
        let keys = Arc::new(Block::new().attributes_of(keys));
        let block = match child {
            Some(child) => described(&calls::call_block(Some(&child)), &child),
            None => calls::call_block(None),
        };
        let of_providers = |attribute: Attribute| Attribute { object: Some(keys), ..attribute };
        Arc::new(Block::new().with(&block).changed("providers", of_providers))
    }

    /// The provider configurations that a caller passes to a module: those that it requires, with their aliases, or
    /// else those that it uses.
    fn passed_providers(&self, child: Option<&Arc<Module>>) -> OrderedSet<String> {
        let Some(child) = child else { return self.providers() };
        let mut names = OrderedSet::new();
        for written in child.others.iter().filter(|one| &*one.block_type == "terraform") {
            for attribute in required_providers::attributes(written) {
                let aliases = required_providers::aliases(written, attribute.value);
                names.insert(attribute.name.to_string());
                names.extend(aliases.iter().map(|alias| format!("{}.{alias}", attribute.name)));
            }
        }
        if names.is_empty() { Self { module: Arc::clone(child), ..self.clone() }.providers() } else { names }
    }

    fn child(&self, call: &Declaration) -> Option<Arc<Module>> {
        let folder = call_targets::folder(&self.snapshot, &self.module, call)?;
        let child = modules::load(&self.snapshot, &folder, self.flavor);
        (!child.files.is_empty()).then_some(child)
    }

    fn provider(&self, name: &str) -> Arc<Block> {
        let block =
            self.package(name).and_then(|package| provider_schemas::provider_block(&self.snapshot, &package));
        block.unwrap_or_else(schemas::provider)
    }

    /// The package of a provider, including documentation.
    fn package(&self, local: &str) -> Option<Arc<Package>> {
        let found = provider_schemas::package(&self.snapshot, self.flavor, &self.module, local);
        let (_, package) = (*found).as_ref()?;
        Some(package.as_ref().ok()?.as_ref()?.documented())
    }

    fn resources(&self, kind: Kind) -> Body {
        let of = self.clone();
        let body = Body::by_labels(0, move |labels| {
            let label = |number: usize| labels.get(number).map_or("", |label| label.text);
            Some(of.resource(kind, label(0), label(1)))
        });
        body.knowing(schemas::built_in_types(kind).iter().copied())
    }

    fn resource(&self, kind: Kind, of_type: &str, name: &str) -> Arc<Block> {
        if let Some(block) = schemas::built_in(kind, of_type) {
            return block;
        }
        let meta = schemas::meta(kind).unwrap_or_else(schemas::resource);
        let local = match self.module.get(kind, of_type, name) {
            Some((_, declaration)) => provider_schemas::local_name(declaration),
            None => of_type.split('_').next().unwrap_or_default(),
        };
        let of_package = || {
            let (package, kind) = (self.package(local)?, provider_schemas::described(kind)?);
            let block = EditorBlock(Arc::clone(package.pack()), package.release(), kind, of_type.into());
            (*self.snapshot.get(&block)).clone()
        };
        of_package().unwrap_or_else(|| schemas::open(&meta, kind))
    }

    /// The local names of providers.
    fn providers(&self) -> OrderedSet<String> {
        let required = requirements::required(&self.module).iter().map(|(name, _)| name.clone());
        let prefix = |one: &Declaration| one.of_type.split('_').next().unwrap_or_default().to_owned();
        let used = self.module.declarations.iter().filter(|one| !one.of_type.is_empty()).map(prefix);
        let configured = self
            .module
            .of_kind(Kind::Provider)
            .map(|one| one.name.split('.').next().unwrap_or_default().to_owned());
        required.chain(used).chain(configured).filter(|name| !name.is_empty()).collect()
    }

    /// The names of providers whose types other modules of the workspace use.
    fn other_providers(&self) -> OrderedSet<String> {
        let types = ["", "data."].map(|prefix| self.snapshot.get(&WorkspaceTypes(prefix)));
        let all = types.iter().flat_map(|types| types.iter().map(|(of_type, _)| of_type));
        let provider = |of_type: &Arc<str>| of_type.split_once('_').map(|(provider, _)| provider.to_owned());
        all.filter_map(provider).filter(|name| name != "terraform" && !name.is_empty()).collect()
    }

    /// The names of providers with shipped schemas.
    fn shipped_providers(&self) -> impl Iterator<Item = String> {
        let shipped = self.snapshot.settings().shipped_schemas.iter();
        shipped.map(|(address, _)| address.rsplit('/').next().unwrap_or_default().to_owned())
    }

    /// The types in the packages of the module's providers, in those of providers whose names match the typed prefix,
    /// and those that the workspace uses, except for the one being typed. A module without providers gets those of the
    /// workspace, or else all with shipped schemas; a module with providers also gets those with few types, such as
    /// `random`. `prefix` is the start of addresses of the kind.
    fn types(&self, kind: packages::Kind, prefix: &'static str, typed: &str) -> Vec<Arc<str>> {
        let mut types: OrderedSet<Arc<str>> = OrderedSet::new();
        let named = |of: OrderedSet<String>| of.into_iter().any(|name| self.package(&name).is_some());
        let of_workspace = || self.other_providers().into_iter().collect();
        let is_small = |name: &String| {
            self.package(name)
                .is_some_and(|package| package.names(kind).take(FEW_TYPES + 1).count() <= FEW_TYPES)
        };
        let others: Vec<String> = match !self.providers().is_empty() {
            true => self.shipped_providers().filter(is_small).collect(),
            false if named(self.other_providers()) => of_workspace(),
            false => self.shipped_providers().collect(),
        };
        for local in self.providers().iter().chain(&others).chain(&self.typed_providers(typed)) {
            if let Some(package) = self.package(local) {
                types.extend(package.names(kind).map(Arc::from));
            }
        }
        let of_workspace = self.snapshot.get(&WorkspaceTypes(prefix));
        let is_used = |(of_type, count): &(&Arc<str>, &usize)| {
            !of_type.is_empty() && (**count > 1 || &***of_type != typed)
        };
        types.extend(of_workspace.iter().filter(is_used).map(|(of_type, _)| Arc::clone(of_type)));
        // many providers have data sources with the same names as their resources
        let of_kin = self.snapshot.get(&WorkspaceTypes(if prefix.is_empty() { "data." } else { "" }));
        let is_open = |of_type: &&Arc<str>| {
            let provider = of_type.split_once('_').map_or("terraform", |(provider, _)| provider);
            provider != "terraform" && self.package(provider).is_none()
        };
        types.extend(of_kin.iter().map(|(of_type, _)| of_type).filter(is_open).map(Arc::clone));
        types.into_iter().collect()
    }

    /// The names of providers with shipped schemas that the typed prefix starts with, or that start with it.
    fn typed_providers(&self, typed: &str) -> Vec<String> {
        let is_like = |name: &String| name.starts_with(typed) || typed.starts_with(&**name);
        self.shipped_providers().filter(|name| !typed.is_empty() && is_like(name)).collect()
    }
}

query! {
    /// The types that the units of the workspace use, with the numbers of their uses. The prefix is the start of
    /// addresses of the kind.
    struct WorkspaceTypes(&'static str) -> Ordered<Arc<str>, usize>;
    |WorkspaceTypes(prefix), snapshot| {
        let mut types: Ordered<Arc<str>, usize> = Ordered::new();
        for unit in snapshot.units().iter().filter(|unit| unit.language.row().has_secrets) {
            let symbols = snapshot.symbols(unit);
            let wanted = if prefix.is_empty() { SymbolKind::Resource } else { SymbolKind::Data };
            for symbol in symbols.declared().filter(|symbol| symbol.kind == wanted) {
                let inside = symbol.key.key.strip_prefix(prefix);
                if let Some((of_type, _)) = inside.and_then(|key| key.split_once('.')) {
                    *types.or_default(of_type.into()) += 1;
                }
            }
        }
        types
    }
}

query! {
    /// The body of a provider's type in a release, as editors show it: with a link to its documentation, and with a
    /// read-only `id` if the provider assigns it.
    struct EditorBlock(Arc<Pack>, usize, packages::Kind, Box<str>) -> Option<Arc<Block>>;
    |EditorBlock(pack, release, kind, of_type), snapshot| {
        let found = provider_schemas::type_block_at(snapshot, (pack, *release), (*kind, of_type))?;
        let assigned = |id: Attribute| Attribute { optional: !schemas::is_implied_id(&id), ..id };
        let block = Block::new().with(&found);
        let mut block = if *kind == packages::Kind::Resource { block.changed("id", assigned) } else { block };
        let own = found.docs.iter().map(|docs| docs.to_string());
        let docs: Vec<String> = own.chain([origin((pack, *release), *kind, of_type)]).collect();
        block.docs = Some(docs.join("\n\n").into());
        block.deprecated.clone_from(&found.deprecated);
        Some(Arc::new(block))
    }
}

/// The provider and version of a type, with a link to the registry's documentation.
fn origin((pack, release): (&Pack, usize), kind: packages::Kind, of_type: &str) -> String {
    let (address, version) = (pack.address(), pack.releases()[release].version.as_deref());
    let name = format!("{}{}", address.short(), version.map(|one| format!(" {one}")).unwrap_or_default());
    let section = match kind {
        packages::Kind::Resource => "resources",
        packages::Kind::Data => "data-sources",
        packages::Kind::Ephemeral => "ephemeral-resources",
        packages::Kind::List | packages::Kind::Action => return name,
    };
    let Some((_, page)) = of_type.split_once('_').filter(|_| address.is_in_registry()) else { return name };
    let version = version.unwrap_or("latest");
    let ProviderAddress { host, namespace, name: provider } = address;
    format!("[{name}](https://{host}/providers/{namespace}/{provider}/{version}/docs/{section}/{page})")
}

/// The schema of a values file.
pub(super) fn variables(module: &Module) -> Block {
    let attribute = |(declaration, variable): (&Declaration, &Arc<super::declare::declaration::Variable>)| {
        let mut attribute = Attribute::new(Arc::clone(&declaration.name), variable.ty.clone());
        attribute.required = variable.default.is_none();
        attribute.place = Some(declaration.name_span);
        attribute.docs = description(declaration);
        attribute.reading(ExprMode::Literal)
    };
    Block::new().attributes_of(module.variables().map(attribute))
}

/// The schema of a module call, with the descriptions of the variables.
fn described(block: &Arc<Block>, child: &Module) -> Arc<Block> {
    let attributes = block.attributes().iter().map(|one| {
        // Only arguments that set variables have a place.
        let variable = child.get(Kind::Variable, "", &one.name).filter(|_| one.place.is_some());
        Attribute { docs: variable.and_then(|(_, one)| description(one)), ..one.clone() }
    });
    let attributes: Vec<Attribute> = attributes.collect();
    Arc::new(Block::new().attributes_of(attributes).with(block))
}

/// The description of a variable or output.
pub(super) fn description(declaration: &Declaration) -> Option<Arc<str>> {
    let block = schemas::variable();
    let (written, attribute) = declaration.attribute(&block, "description")?;
    written.parsed.tree.string(attribute.value).map(Arc::from)
}
