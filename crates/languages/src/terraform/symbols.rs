//! Declarations of a module and all mentions of them in its files: references, arguments of calls, values files, tests,
//! and addresses in statements. Mentions of declarations in called modules are included.
//!
//! Source of the rules: Terraform's "References to Named Values" and "Resource Address Reference".

use std::sync::Arc;

use hclx_analysis::graph::{Graph, NodeId, each_reference_of_file};
use hclx_analysis::symbols::{
    Basis, Call, CallKind, How, Mention, Symbol, SymbolKey, SymbolKind, SymbolList, Symbols, WholeUse,
    is_torn, unquoted,
};
use hclx_analysis::{Snapshot, Unit};
use hclx_diag::{OrderedSet, SourceId, Span, TextRange};
use hclx_schema::Block;
use hclx_syntax::Parsed;
use hclx_syntax::body::{BlockView, BodyNames, BodyView, PreparedSchema};
use hclx_syntax::statics;

use super::declare::declaration::{Declaration, find};
use super::declare::mentions::meant;
use super::declare::module::Module;
use super::expected;
use super::files::roles::{self, Flavor, Role};
use super::resolve::surface::{self, CalledSurfaces, PublicNames};
use super::resolve::{dependencies, modules};
use super::schemas;
use super::schemas::kind::Kind;

/// The symbols of the module in a directory, with its tests and values files.
pub(super) fn find_all(
    unit: &Unit,
    snapshot: &Snapshot,
    flavor: Flavor,
    before: Option<&Symbols>,
) -> Symbols {
    let module = modules::load(snapshot, &unit.root, flavor);
    let called = surface::called(snapshot, &unit.root, flavor);
    let own = (Arc::from(""), Arc::clone(&module.folder), module.names.keys_alone());
    let mut files = module.files.clone();
    files.extend(unit.files.iter().copied().filter(|file| !module.files.contains(file)));
    let basis = Basis { files, own, called: Arc::clone(&called.names) };
    let is_test = |file: SourceId| roles::of_file(snapshot, file) == Role::Tests;
    let mut same =
        Symbols::same_files(before, &basis, (address, Kind::Module.prefix()), |file| snapshot.parsed(file));
    // tests also mention the names of the modules that they run
    same.retain(|one| !is_test(one.file));
    let is_read = |file: &SourceId| same.binary_search_by(|one| one.file.cmp(file)).is_err();
    let read: OrderedSet<SourceId> = basis.files.iter().copied().filter(is_read).collect();
    let reads_all = same.is_empty();
    let count = if reads_all { module.declarations.len() } else { 0 };
    let found = SymbolList { declared: Vec::with_capacity(count), ..SymbolList::default() };
    let mut finder = Finder { snapshot, flavor, module: &module, called: &called, read, reads_all, found };
    for declaration in module.declarations.iter().chain(&module.duplicates) {
        finder.declare(declaration);
    }
    for file in finder.read.clone().iter() {
        finder.file(*file);
    }
    let tree = |file| (snapshot.number() > 0).then(|| snapshot.parsed(file));
    Symbols::beside(&same, finder.found, basis, &tree, before)
}

struct Finder<'a> {
    snapshot: &'a Snapshot,
    flavor: Flavor,
    module: &'a Arc<Module>,
    /// The called modules.
    called: &'a CalledSurfaces,
    /// The files whose symbols are missing.
    read: OrderedSet<SourceId>,
    /// Set if these are all files of the module.
    reads_all: bool,
    found: SymbolList,
}

impl Finder<'_> {
    fn declare(&mut self, declaration: &Declaration) {
        if self.reads_all || self.read.contains(&declaration.name_span.source) {
            self.declare_here(declaration);
        }
        if declaration.kind != Kind::Module {
            return;
        }
        for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
            if self.read.contains(&written.source)
                && let Some(child) = self.called.by_call.get(&declaration.name)
            {
                self.give(&child.names, &child.folder, &written.view(), is_argument);
            }
        }
    }

    fn declare_here(&mut self, declaration: &Declaration) {
        let written = &declaration.written;
        let (kind, fixed) = kind(declaration.kind);
        let whole = match declaration.expr {
            Some(expr) => declaration.name_span.range.cover(written.parsed.tree.expr(expr).range),
            None => written.header.cover(written.view().range()),
        };
        let name = unquoted(&written.parsed.tree, declaration.name_span.range);
        let source = declaration.name_span.source;
        self.found.declared.push(Symbol {
            key: key(self.module, declaration),
            kind,
            noun: declaration.kind.noun(),
            name: name.in_source(source),
            whole: whole.in_source(source),
            fixed,
        });
        if declaration.kind == Kind::Module
            && let Some(child) = self.called.by_call.get(&declaration.name)
        {
            self.found.calls.push(Call {
                name: name.in_source(source),
                whole: whole.in_source(source),
                called: Arc::clone(&child.folder),
                kind: CallKind::Uses,
            });
        }
    }

    fn file(&mut self, file: SourceId) {
        let parsed = self.snapshot.parsed(file);
        if is_torn(&parsed) {
            self.found.torn.push(file);
        }
        let (root, _) = BodyView::root(&parsed.tree, file);
        match roles::of_file(self.snapshot, file) {
            Role::Values => {
                self.give(&self.module.names, &self.module.folder, &root, |_| true);
            }
            Role::Tests => self.tests(file, &parsed, &root),
            _ => self.references(file, &parsed, &[]),
        }
    }

    /// Visits a test file, whose values are for the module itself or for the module of a run.
    fn tests(&mut self, file: SourceId, parsed: &Parsed, root: &BodyView<'_>) {
        let mut others = Vec::new();
        let own = Arc::clone(self.module);
        for block in blocks(root, &[("variables", 0), ("run", 1)]) {
            if block.block_type == "variables" {
                self.give(&own.names, &own.folder, &block.body, |_| true);
                continue;
            }
            let other = self.tested(&block);
            others.extend(other.iter().map(|other| (block.body.range(), Arc::clone(other))));
            let module = other.unwrap_or_else(|| Arc::clone(&own));
            if let Some(label) = block.labels.first() {
                self.found.calls.push(Call {
                    name: unquoted(&parsed.tree, label.range).in_source(file),
                    whole: block.def_range.cover(block.body.range()).in_source(file),
                    called: Arc::clone(&module.folder),
                    kind: CallKind::Tests,
                });
            }
            for given in blocks(&block.body, &[("variables", 0)]) {
                self.give(&module.names, &module.folder, &given.body, |_| true);
            }
        }
        self.references(file, parsed, &others);
    }

    /// The module that a run tests, if it names one.
    fn tested(&self, run: &BlockView<'_>) -> Option<Arc<Module>> {
        let blocks = blocks(&run.body, &[("module", 0)]);
        let (attributes, _) = blocks.first()?.body.just_attributes();
        let source = attributes.iter().find(|one| one.name == "source")?;
        let folder = self.snapshot.reach(&self.module.folder, run.body.tree().string(source.value)?).real;
        Some(modules::load(self.snapshot, &folder, self.flavor))
    }

    /// Adds the attributes of a body, which set variables of the module in a directory.
    fn give(
        &mut self,
        names: &Graph,
        folder: &Arc<str>,
        body: &BodyView<'_>,
        is_value: impl Fn(&str) -> bool,
    ) {
        for one in body.just_attributes().0.iter().filter(|one| is_value(one.name)) {
            match surface::find_in(names, folder, Kind::Variable, one.name) {
                Some(key) => {
                    let place = unquoted(body.tree(), one.name_range).in_source(body.source());
                    self.found.mentions.push(Mention { place, key, how: How::Gives });
                }
                None => self.found.open.push(body.source()),
            }
        }
    }

    /// Adds the references of a file; those in the ranges of `others` refer to other modules.
    fn references(&mut self, file: SourceId, parsed: &Parsed, others: &[(TextRange, Arc<Module>)]) {
        let own = Arc::clone(self.module);
        each_reference_of_file(&parsed.tree, &mut |mention| {
            let at = mention.root_range();
            let other = others.iter().find(|(range, _)| range.contains(at));
            self.reference(other.map_or(&own, |(_, module)| module), file, &mention);
        });
    }

    fn reference(&mut self, module: &Module, file: SourceId, mention: &statics::Mention<'_>) {
        let (node, steps) = match mention.root {
            // an output of a run, or a check that is expected to fail; nothing else has these names
            "output" | "check" => {
                let kind = if mention.root == "output" { Kind::Output } else { Kind::Check };
                match mention.attribute(0).and_then(|name| find(&module.names, kind, "", name)) {
                    Some(node) => (node, 1),
                    None => return self.found.open.push(file),
                }
            }
            root => match dependencies::named(module, root, |at| mention.attribute(at)) {
                Some(named) => named,
                None => {
                    // other words, such as those in types, are never declared
                    if meant(root, module.has_queries, |at| mention.attribute(at)).is_some() {
                        self.found.open.push(file);
                    }
                    return;
                }
            },
        };
        let Some(name) = mention.name_range(steps - 1) else { return };
        let how = self.how(file, name);
        self.mention(module, node, name.in_source(file), how);
        let declaration = module.declaration(node);
        if declaration.kind != Kind::Module || *module.folder != *self.module.folder {
            return;
        }
        let Some(child) = self.called.by_call.get(&declaration.name) else { return };
        match mention.member(steps) {
            Some((name, place)) => match child.find(Kind::Output, name) {
                Some(key) => {
                    let is_of_some = mention.is_member_of_some(steps);
                    let how = if is_of_some { How::ReadsOfSome } else { How::Reads };
                    self.found.mentions.push(Mention { place: place.in_source(file), key, how });
                }
                None => self.found.open.push(file),
            },
            None if how != How::Moved => {
                let called = Arc::clone(&child.folder);
                let place = mention.range().in_source(file);
                self.found.wholes.push(WholeUse { key: key(module, declaration), called, place });
            }
            None => {}
        }
    }

    /// Determines whether a reference at a place reads a value or refers to a moved object.
    fn how(&self, file: SourceId, place: TextRange) -> How {
        let is_moved = self.module.others.iter().any(|written| {
            &*written.block_type == "moved"
                && written.source == file
                && written.view().range().contains(place)
        });
        if is_moved { How::Moved } else { How::Reads }
    }

    fn mention(&mut self, module: &Module, node: NodeId, place: Span, how: How) {
        let key = key(module, module.declaration(node));
        self.found.mentions.push(Mention { place, key, how });
    }
}

/// The name of a declaration at its place.
pub(super) fn place_of(snapshot: &Snapshot, key: &SymbolKey) -> Option<Span> {
    let module = modules::load(snapshot, &key.root, Flavor::OpenTofu);
    let declared = module.declarations.iter().find(|one| one.address == key.key)?;
    let name = declared.name_span;
    Some(unquoted(&declared.written.parsed.tree, name.range).in_source(name.source))
}

/// Mentions of the variables and outputs of a module in the files of another language.
pub(crate) struct OutsideMentions {
    surface: Arc<PublicNames>,
}

impl OutsideMentions {
    /// The names of the module in a directory; `None` if there is none.
    pub(crate) fn of(snapshot: &Snapshot, folder: &str) -> Option<Self> {
        // OpenTofu also reads the files of Terraform, so this covers the modules of both.
        let surface = surface::of(snapshot, folder, Flavor::OpenTofu);
        (!surface.is_empty).then_some(Self { surface })
    }

    /// The directory of the module.
    pub(crate) fn folder(&self) -> Arc<str> {
        Arc::clone(&self.surface.folder)
    }

    /// The schema of an object with values for the variables.
    pub(crate) fn inputs(&self, snapshot: &Snapshot) -> Block {
        expected::variables(&modules::load(snapshot, &self.surface.folder, Flavor::OpenTofu))
    }

    /// A mention that assigns a variable; `None` if the module does not declare it.
    pub(crate) fn gives(&self, name: &str, place: Span) -> Option<Mention> {
        Some(Mention { place, key: self.surface.find(Kind::Variable, name)?, how: How::Gives })
    }

    /// A mention that reads an output; `None` if the module does not declare it.
    pub(crate) fn reads(&self, name: &str, place: Span) -> Option<Mention> {
        Some(Mention { place, key: self.surface.find(Kind::Output, name)?, how: How::Reads })
    }
}

fn key(module: &Module, declaration: &Declaration) -> SymbolKey {
    SymbolKey { root: Arc::clone(&module.folder), key: Arc::clone(&declaration.address) }
}

/// The address for a key among the declarations of a module.
fn address(key: &str) -> &str {
    key.strip_prefix(Kind::Resource.prefix()).unwrap_or(key)
}

/// The kind for an editor, and the reason why names of this kind cannot be renamed.
fn kind(kind: Kind) -> (SymbolKind, Option<&'static str>) {
    match kind {
        Kind::Variable => (SymbolKind::Variable, None),
        Kind::Local => (SymbolKind::Local, None),
        Kind::Output => (SymbolKind::Output, None),
        Kind::Module => (SymbolKind::Module, None),
        Kind::Resource => (SymbolKind::Resource, None),
        Kind::Data | Kind::Ephemeral => (SymbolKind::Data, None),
        Kind::Provider => (SymbolKind::Block, Some("the name of a provider is that of its plugin")),
        Kind::Check | Kind::Action | Kind::List => (SymbolKind::Block, None),
    }
}

/// Returns `true` if an attribute of a call is an argument of the module.
fn is_argument(name: &str) -> bool {
    schemas::module().find_attribute(name).is_none()
}

/// The blocks of a body with the given types and numbers of labels.
fn blocks<'t>(body: &BodyView<'t>, types: &[(&str, usize)]) -> Vec<BlockView<'t>> {
    let add = |names: BodyNames, (name, labels): &(&str, usize)| names.block(name, &vec!["name"; *labels]);
    let schema = types.iter().fold(BodyNames::new(), add);
    body.sorted(&PreparedSchema::new(schema)).content.blocks
}
