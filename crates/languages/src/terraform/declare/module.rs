//! A module: its files read into declarations, with everything that is wrong with declaring them.
//!
//! Out of scope: references (`references`), values (`instance`).

use std::sync::{Arc, OnceLock};

use hclx_analysis::graph::{Graph, NodeId, Order};
use hclx_analysis::{Broken, LaterReads, Snapshot};
use hclx_diag::{Arrange, Diagnostic, Findings, Ordered, SourceId, Span, TextRange, code_names as codes};
use hclx_eval::Approximation;
use hclx_schema::{Block, lay};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Item, Root, Str, Tree};
use hclx_syntax::body::{BlockView, BodyView};

use super::declaration::{Declaration, Label, Variable, Written, find};
use super::holes::{Hole, Holes};
use super::leads::{Lead, OfValues};
use super::memory::Memory;
use super::provider_calls::{self, ProviderCall};
use super::{merge, missing_header, naming, variable};
use crate::shape::is_go_template;
use crate::terraform::files::roles::ModuleFiles;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// A module, as far as it is known without values.
pub(crate) struct Module {
    pub(crate) folder: Arc<str>,
    pub(crate) files: Vec<SourceId>,
    /// Declarations by their number in the graph.
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) graph: Graph,
    /// The order in which values are computed.
    pub(crate) order: Order,
    /// Declarations with a key that exists already: they are judged, but nothing refers to them.
    pub(crate) duplicates: Vec<Declaration>,
    /// Blocks that declare nothing: `terraform`, `moved`, `import`, `removed`.
    pub(crate) others: Vec<Written>,
    /// The findings about sources and declarations.
    pub(crate) findings: Findings,
    /// Files with syntax errors, and the places of these.
    pub(crate) broken: Ordered<SourceId, Broken>,
    /// The first bracket of a file that is never closed.
    unclosed: Ordered<SourceId, u32>,
    /// Calls of functions of providers.
    pub(crate) provider_calls: Vec<ProviderCall>,
    /// The schema of calls of the module.
    pub(crate) call_block: OnceLock<Arc<Block>>,
    /// The numbers of variables in the order of their names, computed on demand.
    by_name: OnceLock<Vec<usize>>,
    /// Set if an allowed version may forget that a child's output is sensitive.
    pub(crate) may_forget_sensitive: OnceLock<bool>,
    /// The data of higher layers, and what making it read.
    pub(crate) memory: Memory,
    pub(crate) later: Arc<LaterReads>,
    /// The references that may lead to values unknown in a plan, by place.
    pub(crate) leads: Vec<Lead>,
    /// The expressions that refer to declared variables and local values only.
    pub(crate) of_values: OfValues,
    /// Something in it mentions `path`.
    pub(crate) mentions_path: bool,
    /// Declarations that mention `path`, by their numbers.
    pub(crate) with_path: Vec<bool>,
    /// The query files of its directory are included.
    pub(crate) has_queries: bool,
    /// The parts of it that could not be read.
    pub(crate) holes: Holes,
}

impl Module {
    /// A module about which nothing is known.
    pub(crate) fn unknown() -> Self {
        Module {
            folder: Arc::from(""),
            files: Vec::new(),
            declarations: Vec::new(),
            graph: Graph::default(),
            order: Order::default(),
            duplicates: Vec::new(),
            others: Vec::new(),
            findings: Findings::new(),
            broken: Ordered::new(),
            unclosed: Ordered::new(),
            provider_calls: Vec::new(),
            call_block: OnceLock::new(),
            by_name: OnceLock::new(),
            may_forget_sensitive: OnceLock::new(),
            memory: Memory::default(),
            later: Arc::default(),
            leads: Vec::new(),
            of_values: OfValues::default(),
            mentions_path: false,
            with_path: Vec::new(),
            has_queries: false,
            holes: Holes::from(Hole::Module),
        }
    }

    /// Reads the files of a module, and query files where they are asked for. What references mean is not known yet.
    pub(crate) fn read(
        snapshot: &Snapshot,
        folder: &str,
        files: &ModuleFiles,
        queries: Option<&[SourceId]>,
    ) -> Self {
        let mut loading = Loading::new(snapshot, folder);
        loading.module.has_queries = queries.is_some();
        loading.run(files, queries.unwrap_or_default())
    }

    /// The declaration of a kind and name.
    pub(crate) fn get(&self, kind: Kind, of_type: &str, name: &str) -> Option<(NodeId, &Declaration)> {
        let node = find(&self.graph, kind, of_type, name)?;
        Some((node, self.declaration(node)))
    }

    pub(crate) fn declaration(&self, node: NodeId) -> &Declaration {
        &self.declarations[node.index()]
    }

    /// Returns `true` if a declaration refers to the path of the module.
    pub(crate) fn node_mentions_path(&self, node: NodeId) -> bool {
        self.with_path.get(node.index()).copied().unwrap_or(true)
    }

    /// All declarations of a kind, in the order of files and places.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Declaration> {
        self.declarations.iter().filter(move |one| one.kind == kind)
    }

    /// The variables with their properties.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&Declaration, &Arc<Variable>)> {
        self.declarations.iter().filter_map(|one| Some((one, one.variable.as_ref()?)))
    }

    /// The same in the order of their names.
    pub(crate) fn variables_by_name(&self) -> impl Iterator<Item = (&Declaration, &Arc<Variable>)> {
        let numbers = self.by_name.get_or_init(|| {
            let is_variable = |number: &usize| self.declarations[*number].variable.is_some();
            let mut numbers: Vec<usize> = (0..self.declarations.len()).filter(is_variable).collect();
            numbers.arrange_by_key(|number| &*self.declarations[*number].name);
            numbers
        });
        let declarations = numbers.iter().map(|number| &self.declarations[*number]);
        declarations.filter_map(|one| Some((one, one.variable.as_ref()?)))
    }

    /// Returns `true` if a name is declared twice, so that it is ambiguous.
    pub(crate) fn is_doubled(&self, one: &Declaration) -> bool {
        let same = |other: &Declaration| {
            (other.kind, &other.of_type, &other.name) == (one.kind, &one.of_type, &one.name)
        };
        self.duplicates.iter().any(same)
    }

    /// Returns `true` if nothing is known about it.
    pub(crate) fn is_unknown(&self) -> bool {
        self.holes.is_whole_module()
    }

    /// Returns `true` if a name may be declared in a part that could not be read.
    pub(crate) fn may_declare(&self, name: &str) -> bool {
        self.holes.may_declare(name)
    }

    /// The approximation for files that other programs add to the module.
    pub(crate) fn added(&self) -> Option<Approximation> {
        let (file, writer) = (self.files.first()?, self.holes.writer()?);
        let what = format!(
            "{writer} generates files in this directory with unknown contents: unknown names are not reported"
        );
        Some(Approximation { span: TextRange::at(0).in_source(*file), what: what.into() })
    }

    /// Returns `true` if a finding is about code swallowed by an unclosed bracket.
    pub(crate) fn is_swallowed(&self, finding: &Diagnostic) -> bool {
        let by_form = [
            codes::UNSUPPORTED_BLOCK,
            codes::UNSUPPORTED_ATTRIBUTE,
            codes::DUPLICATE_ATTRIBUTE,
            codes::READ_ONLY_ATTRIBUTE,
            codes::OWN_REFERENCE,
        ];
        let start = |span: Span| self.unclosed.get(&span.source).copied();
        let after = |span: Span| start(span).is_some_and(|start| start <= span.range.start);
        // the missing part may come after the swallowed one
        let is_header = |span: Span| start(span).and_then(|start| start.checked_sub(span.range.end));
        if finding.code == codes::MISSING_ATTRIBUTE {
            return finding.span.and_then(is_header).is_some_and(|gap| gap <= 2);
        }
        by_form.contains(&finding.code) && finding.span.is_some_and(after)
    }

    /// Returns `true` if there is a syntax error around a place.
    pub(crate) fn is_broken(&self, source: SourceId, range: TextRange) -> bool {
        // most modules are whole
        !self.broken.is_empty() && self.broken.get(&source).is_some_and(|broken| broken.touches(range))
    }

    /// Returns `true` if a file has any syntax error.
    pub(crate) fn has_broken(&self, source: SourceId) -> bool {
        self.broken.contains_key(&source)
    }

    /// Like [`Self::is_broken`], up to the end of the line: the tokens after a value may have been meant as
    /// part of it.
    pub(crate) fn is_broken_behind(&self, tree: &Tree, source: SourceId, range: TextRange) -> bool {
        broken_behind(&self.broken, tree, source, range)
    }
}

/// The maximum number of bytes examined after a value on its line.
const LONGEST_LINE: usize = 1024;

fn broken_behind(
    broken: &Ordered<SourceId, Broken>,
    tree: &Tree,
    source: SourceId,
    range: TextRange,
) -> bool {
    // most files are whole
    let Some(broken) = broken.get(&source) else { return false };
    broken.touches(range.cover(tree.rest_of_line(range.end, LONGEST_LINE)))
}

/// A module that is being read.
struct Loading<'s> {
    snapshot: &'s Snapshot,
    module: Module,
    /// The type of declarations without one.
    nothing: Arc<str>,
}

impl<'s> Loading<'s> {
    fn new(snapshot: &'s Snapshot, folder: &str) -> Self {
        let holes = Holes::from(Hole::Generated(snapshot.generated(folder)));
        let module = Module { folder: folder.into(), holes, ..Module::unknown() };
        Self { snapshot, module, nothing: Arc::from("") }
    }

    fn run(mut self, files: &ModuleFiles, queries: &[SourceId]) -> Module {
        for file in &files.primary {
            self.file(*file, &schemas::module_file(), false);
        }
        for file in &files.overrides {
            self.file(*file, &schemas::module_file(), true);
        }
        for file in queries {
            self.file(*file, &schemas::query_file(), false);
        }
        let broken = &self.module.broken;
        let is_broken = |written: &Written, expr: ExprId| {
            let tree = &*written.parsed.tree;
            broken_behind(broken, tree, written.source, tree.expr(expr).range)
        };
        for declaration in self.module.declarations.iter_mut().chain(&mut self.module.duplicates) {
            if declaration.kind == Kind::Variable {
                let read = variable::read(declaration, &is_broken, &mut self.module.findings);
                declaration.variable = Some(Arc::new(read));
            }
        }
        self.module
    }

    fn file(&mut self, file: SourceId, schema: &Block, is_override: bool) {
        self.module.files.push(file);
        let parsed = self.snapshot.parsed(file);
        let is_broken = parsed.diagnostics.iter().any(Diagnostic::is_error);
        let headless = if is_broken { missing_header::find(&parsed, schema) } else { Vec::new() };
        let is_stray = |one: &&Diagnostic| {
            let mut strays = headless.iter().filter_map(|one| one.stray);
            !strays.any(|stray| one.code == codes::STRAY_BRACKET && one.span == Some(stray))
        };
        self.module.findings.extend(parsed.diagnostics.iter().filter(is_stray).cloned());
        for block in &headless {
            self.module.holes.extend(block.kinds.iter().copied().map(Hole::Name));
            self.module.findings.extend(block.finding(|range| range.in_source(file)));
        }
        let unclosed = parsed.diagnostics.iter().filter(|one| one.code == codes::UNCLOSED_BRACKET);
        if let Some(start) = unclosed.filter_map(|one| Some(one.span?.range.start)).min() {
            self.module.unclosed.insert(file, start);
        }
        if is_broken {
            // a block that does not end on its line is complete
            let torn = parsed.diagnostics.iter().filter(|one| one.code != codes::ONE_LINE_BLOCK).cloned();
            self.module.broken.insert(file, Broken::new(&torn.collect::<Vec<_>>()));
            self.module.holes.push(Hole::File(Arc::clone(parsed.tree.source())));
            self.module.holes.extend(is_lost(&parsed).then_some(Hole::BetweenBlocks));
        }
        let is_template = parsed.diagnostics.iter().any(|one| one.code == codes::FOREIGN_TEMPLATE)
            && is_go_template(parsed.tree.source());
        self.module.holes.extend(is_template.then_some(Hole::Template));
        self.module.provider_calls.extend(provider_calls::calls(&parsed.tree, file));
        let (root, finding) = BodyView::root(&parsed.tree, file);
        self.module.findings.extend(finding);
        let laid = lay(&root, schema);
        self.module.holes.extend(labels_of_unknown(&root, schema).into_iter().map(Hole::BlockType));
        for block in &laid.mislabelled {
            self.module.holes.extend(Kind::of(block.block_type).map(Hole::Name));
            let names = block.labels.iter().map(|label| Arc::from(label.text));
            self.module.holes.extend(names.map(Hole::BlockType));
        }
        let broken = self.module.broken.get(&file).cloned().unwrap_or_default();
        let is_headless = |range: TextRange| {
            let before = headless.partition_point(|one| one.whole.start <= range.start);
            headless[..before].last().is_some_and(|one| one.whole.contains(range))
        };
        let spoken = |one: &Diagnostic| {
            one.span.is_some_and(|span| broken.touches(span.range) || is_headless(span.range))
        };
        let found = laid.findings.into_iter().filter(|one| !spoken(one) && !self.module.is_swallowed(one));
        let found: Vec<Diagnostic> = found.collect();
        self.module.findings.extend(found);
        for block in &laid.content.blocks {
            if broken.touches(block.def_range) {
                self.module.holes.extend(Kind::of(block.block_type).map(Hole::Name));
            }
            self.block(&parsed, block, is_override);
        }
    }

    fn block(&mut self, parsed: &Arc<Parsed>, block: &BlockView<'_>, is_override: bool) {
        let written = Written { is_override, ..Written::new(parsed, block) };
        match block.block_type {
            "locals" => self.locals(&Arc::new(written), is_override),
            "required_providers" => {
                let message = "`required_providers` must be inside a `terraform` block";
                let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, written.place(), message)
                    .help("write `terraform { required_providers { … } }`");
                self.module.findings.push(finding);
            }
            "check" => self.check(parsed, &written, is_override),
            block_type => match Kind::of(block_type) {
                Some(kind) => self.declare(kind, Arc::new(written), None, is_override),
                None => match merge::unmerged(&written) {
                    Some(finding) => self.module.findings.push(finding),
                    None => self.module.others.push(written),
                },
            },
        }
    }

    fn locals(&mut self, written: &Arc<Written>, is_override: bool) {
        let view = written.view();
        let (attributes, findings) = view.just_attributes();
        let spoken = |one: &Diagnostic| {
            let is_broken = |span: Span| self.module.is_broken(span.source, span.range);
            one.span.is_some_and(is_broken) || self.module.is_swallowed(one)
        };
        let findings: Vec<Diagnostic> = findings.into_iter().filter(|one| !spoken(one)).collect();
        self.module.findings.extend(findings);
        for attribute in attributes {
            let label = Label { text: attribute.name.into(), range: attribute.name_range };
            self.declare(Kind::Local, Arc::clone(written), Some((label, attribute.value)), is_override);
        }
    }

    /// A check and the data source in it, which the whole check sees.
    fn check(&mut self, parsed: &Arc<Parsed>, written: &Written, is_override: bool) {
        let view = written.view();
        for block in view.sorted(schemas::check().prepared()).content.blocks {
            if block.block_type == "data" {
                self.declare_inside(Kind::Data, Written::new(parsed, &block));
            }
        }
        self.declare(Kind::Check, Arc::new(written.clone()), None, is_override);
    }

    fn declare_inside(&mut self, kind: Kind, written: Written) {
        let before = self.module.declarations.len();
        self.declare(kind, Arc::new(written), None, false);
        if let Some(new) = self.module.declarations.get_mut(before) {
            new.inside_check = true;
        }
    }

    /// Declares a block, or one of the local values in it.
    fn declare(
        &mut self,
        kind: Kind,
        written: Arc<Written>,
        local: Option<(Label, ExprId)>,
        is_override: bool,
    ) {
        let labels = match &local {
            Some((name, _)) => std::slice::from_ref(name),
            None => &written.labels,
        };
        let wrong = naming::wrong(kind, &written, labels);
        if !wrong.is_empty() {
            self.module.holes.push(Hole::Name(kind));
        }
        self.module.findings.extend(wrong);
        let (of_type, name) = match labels {
            [of_type, name] => (Arc::clone(&of_type.text), name),
            [name] => (Arc::clone(&self.nothing), name),
            _ => return,
        };
        let mut declaration = Declaration::new(kind, of_type, name, Arc::clone(&written));
        declaration.expr = local.as_ref().map(|(_, expr)| *expr);
        if kind == Kind::Provider {
            declaration.name = provider_name(&declaration.written, &declaration.name);
        }
        if is_override {
            return merge::merge(&mut self.module, declaration);
        }
        match self.module.graph.declare(declaration.key(), declaration.name_span) {
            Ok(_) => self.module.declarations.push(declaration),
            Err(first) => {
                let first = self.module.declaration(first);
                self.module.findings.push(twice(&declaration, first));
                self.module.duplicates.push(declaration);
            }
        }
    }
}

/// The last labels of blocks with unknown types.
fn labels_of_unknown(root: &BodyView<'_>, known: &Block) -> Vec<Arc<str>> {
    let (tree, Some(body)) = (root.tree(), root.native_id()) else { return Vec::new() };
    let blocks = tree.slice(tree.body(body).items).iter().filter_map(|item| match item {
        Item::Block(block) => Some(tree.node(*block)),
        Item::Attribute(_) => None,
    });
    let is_known = |name: Str| known.find_block(tree.text(name)).is_some();
    let mut names = Vec::new();
    for block in blocks.filter(|block| !is_known(block.block_type.text)) {
        match tree.slice(block.labels).last() {
            Some(label) => names.push(tree.text(label.text)),
            // local values, perhaps
            None => {
                names.extend(tree.slice(tree.body(block.body).items).iter().filter_map(|item| match item {
                    Item::Attribute(one) => Some(tree.text(one.name.text)),
                    Item::Block(_) => None,
                }))
            }
        }
    }
    names.into_iter().map(Arc::from).collect()
}

/// The name of a provider configuration with its alias.
pub(crate) fn provider_name(written: &Written, name: &str) -> Arc<str> {
    let tree = &written.parsed.tree;
    let alias = written.attribute(&schemas::provider(), "alias").map(|attribute| {
        let word = hclx_schema::keyword(tree, written.source, attribute.value);
        // any other constant is a name of its own
        let text = || tree.written(tree.expr(attribute.value).range).into();
        word.unwrap_or_else(text)
    });
    alias.map_or_else(|| name.into(), |alias| format!("{name}.{alias}").into())
}

/// The place of a declaration's header, or of a local's name.
pub(crate) fn header(declaration: &Declaration) -> Span {
    match declaration.kind {
        Kind::Local => declaration.name_span,
        _ => declaration.written.place(),
    }
}

fn twice(second: &Declaration, first: &Declaration) -> Diagnostic {
    let what = match second.kind {
        Kind::Provider if !second.name.contains('.') => {
            format!("default configuration of provider `{}`", second.name)
        }
        kind => format!("{} `{}`", kind.noun(), second.address()),
    };
    let finding = Diagnostic::error(codes::DECLARED_TWICE, header(second), format!("duplicate {what}"))
        .also(header(first), "first declared here");
    match second.kind {
        Kind::Provider => finding.help("add an `alias` to one of them"),
        _ => finding.help("rename one of them, or remove it"),
    }
}

/// Returns `true` if a file has syntax errors outside of its blocks.
fn is_lost(parsed: &Parsed) -> bool {
    let tree = &*parsed.tree;
    let Root::Body(body) = tree.root() else { return true };
    let mut blocks = tree.slice(tree.body(body).items).iter().map(|item| match item {
        Item::Attribute(one) => one.range,
        Item::Block(block) => tree.node(*block).range,
    });
    let errors = parsed.diagnostics.iter().filter(|one| one.is_error());
    let mut starts: Vec<u32> = errors.filter_map(|one| Some(one.span?.range.start)).collect();
    starts.sort_unstable();
    // both are in the order of places
    let mut block = blocks.next();
    starts.into_iter().any(|start| {
        while block.is_some_and(|block| block.end < start) {
            block = blocks.next();
        }
        block.is_none_or(|block| start < block.start)
    })
}
