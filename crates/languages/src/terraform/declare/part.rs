//! The part of a module in one file, independent of other files.
//!
//! Out of scope: other files, which may declare the same names or override declarations in this one
//! (`module`).

use std::sync::Arc;

use hclx_analysis::{Snapshot, SyntaxErrors, file_name, query};
use hclx_diag::{Arrange, Diagnostic, Findings, SourceId, Span, TextRange, code_names as codes};
use hclx_formats::stand_in;
use hclx_schema::{Block, match_body};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Item, Root, Str, Tree};
use hclx_syntax::body::{BlockView, BodyView};

use super::declaration::{BlockSource, Declaration, Label};
use super::holes::Hole;
use super::mentions::Mentions;
use super::provider_calls::{self, ProviderCall};
use super::{missing_header, naming, variable};
use crate::shape::foreign_template;
use crate::terraform::files::roles;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The role of a file in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Primary,
    Override,
    Query,
}

/// The part of a module in one file.
pub(crate) struct FileDeclarations {
    pub(super) parsed: Arc<Parsed>,
    pub(super) findings: Findings,
    pub(super) holes: Vec<Hole>,
    /// The first unclosed bracket.
    pub(super) unclosed: Option<u32>,
    /// The syntax errors.
    pub(super) broken: Option<SyntaxErrors>,
    pub(super) provider_calls: Vec<ProviderCall>,
    /// Blocks that declare no name.
    pub(crate) others: Vec<Arc<BlockSource>>,
    /// The declarations, in source order.
    pub(crate) declared: Vec<Declaration>,
    /// The findings about the properties of variables.
    pub(super) of_variables: Findings,
}

impl FileDeclarations {
    /// Returns `true` if both declare the same keys in the same order.
    pub(super) fn declares_like(&self, other: &Self) -> bool {
        let mut pairs = self.declared.iter().zip(&other.declared);
        self.declared.len() == other.declared.len() && pairs.all(|(one, other)| one.key == other.key)
    }
}

query! {
    /// The part of a file with a role.
    struct FileDeclarationsQuery(SourceId, Place) -> FileDeclarations, of File |FileDeclarationsQuery(file, _)| *file;
    |FileDeclarationsQuery(file, place), snapshot| {
        let mut part = FileReader::new(snapshot.parsed(*file), *file, *place).run();
        if snapshot.number() > 0 {
            // The names that a file mentions are collected once per version of it, but resolved again after each edit.
            for declaration in &mut part.declared {
                let mentions = Mentions::of(declaration);
                declaration.change().mentions = Some(Arc::new(mentions));
            }
        }
        part
    }
}

/// The part of a file, read once per version.
pub(crate) fn of(snapshot: &Snapshot, file: SourceId, place: Place) -> Arc<FileDeclarations> {
    snapshot.get(&FileDeclarationsQuery(file, place))
}

/// Reads a file ahead of [`of`], which a module calls for one file after the other.
pub(crate) fn prepare(snapshot: &Snapshot, file: SourceId) {
    match roles::overrides(file_name(&snapshot.path(file))) {
        Some(false) => drop(of(snapshot, file, Place::Primary)),
        Some(true) => drop(of(snapshot, file, Place::Override)),
        None => drop(snapshot.parsed(file)),
    }
}

/// A file being read.
struct FileReader {
    file: SourceId,
    place: Place,
    part: FileDeclarations,
    /// The type of declarations without one: an empty string.
    nothing: Arc<str>,
}

impl FileReader {
    fn new(parsed: Arc<Parsed>, file: SourceId, place: Place) -> Self {
        let part = FileDeclarations {
            parsed,
            findings: Findings::new(),
            holes: Vec::new(),
            unclosed: None,
            broken: None,
            provider_calls: Vec::new(),
            others: Vec::new(),
            declared: Vec::new(),
            of_variables: Findings::new(),
        };
        Self { file, place, part, nothing: Arc::from("") }
    }

    fn run(mut self) -> FileDeclarations {
        let parsed = Arc::clone(&self.part.parsed);
        match self.place {
            Place::Query => self.read(&parsed, &schemas::query_file()),
            _ => self.read(&parsed, &schemas::module_file()),
        }
        let broken = self.part.broken.clone().unwrap_or_default();
        let is_broken = |written: &BlockSource, expr: ExprId| {
            let tree = &*written.parsed.tree;
            broken.touches(with_line(tree, tree.expr(expr).range))
        };
        for declaration in self.part.declared.iter_mut().filter(|one| one.kind == Kind::Variable) {
            let variable = variable::read(declaration, &is_broken, &mut self.part.of_variables);
            declaration.change().variable = Some(Arc::new(variable));
        }
        self.part
    }

    fn read(&mut self, parsed: &Arc<Parsed>, schema: &Block) {
        let file = self.file;
        let is_broken = parsed.diagnostics.iter().any(Diagnostic::is_error);
        let headless = if is_broken { missing_header::find(parsed, schema) } else { Vec::new() };
        // One finding about the group without a header replaces the one about its brace.
        let is_stray = |one: &&Diagnostic| {
            let mut strays = headless.iter().filter_map(|one| one.stray);
            !strays.any(|stray| one.code == codes::STRAY_BRACKET && one.span == Some(stray))
        };
        self.part.findings.extend(parsed.diagnostics.iter().filter(is_stray).cloned());
        for block in &headless {
            self.part.holes.extend(block.kinds.iter().copied().map(Hole::Name));
            self.part.findings.extend(block.finding(|range| range.in_source(file)));
        }
        let unclosed = parsed.diagnostics.iter().filter(|one| one.code == codes::UNCLOSED_BRACKET);
        if let Some(start) = unclosed.filter_map(|one| Some(one.span?.range.start)).min() {
            self.part.unclosed = Some(start);
        }
        if is_broken {
            // a block that does not end on its line is complete
            let torn = parsed.diagnostics.iter().filter(|one| one.code != codes::ONE_LINE_BLOCK).cloned();
            self.part.broken = Some(SyntaxErrors::new(&torn.collect::<Vec<_>>()));
            self.part.holes.push(Hole::File(Arc::clone(parsed.tree.source())));
            self.part.holes.extend(is_lost(parsed).then_some(Hole::BetweenBlocks));
        }
        let is_template = is_broken && stands_for_another(parsed.tree.source());
        self.part.holes.extend(is_template.then_some(Hole::Template));
        self.part.provider_calls.extend(provider_calls::calls(&parsed.tree, file));
        let (root, finding) = BodyView::root(&parsed.tree, file);
        self.part.findings.extend(finding);
        let laid = match_body(&root, schema);
        self.part.holes.extend(labels_of_unknown(&root, schema).into_iter().map(Hole::BlockType));
        // Such a block is meant to declare a name: one of its labels, or a missing one.
        for block in &laid.mislabelled {
            self.part.holes.extend(Kind::of(block.block_type).map(Hole::Name));
            let names = block.labels.iter().map(|label| Arc::from(label.text));
            self.part.holes.extend(names.map(Hole::BlockType));
        }
        let broken = self.part.broken.clone().unwrap_or_default();
        let is_headless = |range: TextRange| {
            let before = headless.partition_point(|one| one.whole.start <= range.start);
            headless[..before].last().is_some_and(|one| one.whole.contains(range))
        };
        let spoken = |one: &Diagnostic| {
            one.span.is_some_and(|span| broken.touches(span.range) || is_headless(span.range))
        };
        let found = laid.findings.into_iter().filter(|one| !spoken(one) && !self.is_swallowed(one));
        let found: Vec<Diagnostic> = found.collect();
        self.part.findings.extend(found);
        for block in &laid.content.blocks {
            if broken.touches(block.def_range) {
                self.part.holes.extend(Kind::of(block.block_type).map(Hole::Name));
            }
            self.block(parsed, block);
        }
    }

    fn block(&mut self, parsed: &Arc<Parsed>, block: &BlockView<'_>) {
        let is_override = self.place == Place::Override;
        let written = BlockSource { is_override, ..BlockSource::new(parsed, block) };
        match block.block_type {
            "locals" => self.locals(&Arc::new(written)),
            "required_providers" => {
                let message = "`required_providers` must be inside a `terraform` block";
                let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, written.place(), message)
                    .help("write `terraform { required_providers { … } }`");
                self.part.findings.push(finding);
            }
            "check" => self.check(parsed, &written),
            block_type => match Kind::of(block_type) {
                Some(kind) => self.declare(kind, Arc::new(written), None),
                None => match unmerged(&written) {
                    Some(finding) => self.part.findings.push(finding),
                    None => self.part.others.push(Arc::new(written)),
                },
            },
        }
    }

    fn locals(&mut self, written: &Arc<BlockSource>) {
        let view = written.view();
        let (attributes, findings) = view.just_attributes();
        let spoken = |one: &Diagnostic| {
            let is_broken = |span: Span| self.is_broken(span);
            one.span.is_some_and(is_broken) || self.is_swallowed(one)
        };
        let findings: Vec<Diagnostic> = findings.into_iter().filter(|one| !spoken(one)).collect();
        self.part.findings.extend(findings);
        for attribute in attributes {
            let label = Label { text: attribute.name.into(), range: attribute.name_range };
            self.declare(Kind::Local, Arc::clone(written), Some((label, attribute.value)));
        }
    }

    /// Adds a check and its data source, which is visible in the whole check.
    fn check(&mut self, parsed: &Arc<Parsed>, written: &BlockSource) {
        let view = written.view();
        for block in view.sorted(schemas::check().prepared()).content.blocks {
            if block.block_type == "data" {
                self.declare_inside(Kind::Data, BlockSource::new(parsed, &block));
            }
        }
        self.declare(Kind::Check, Arc::new(written.clone()), None);
    }

    fn declare_inside(&mut self, kind: Kind, written: BlockSource) {
        let before = self.part.declared.len();
        self.declare(kind, Arc::new(written), None);
        if let Some(new) = self.part.declared.get_mut(before) {
            new.change().inside_check = true;
        }
    }

    /// Declares a block, or one of its local values.
    fn declare(&mut self, kind: Kind, written: Arc<BlockSource>, local: Option<(Label, ExprId)>) {
        let labels = match &local {
            Some((name, _)) => std::slice::from_ref(name),
            None => &written.labels,
        };
        let wrong = naming::wrong(kind, &written, labels);
        if !wrong.is_empty() {
            self.part.holes.push(Hole::Name(kind));
        }
        self.part.findings.extend(wrong);
        let (of_type, name) = match labels {
            [of_type, name] => (Arc::clone(&of_type.text), name),
            [name] => (Arc::clone(&self.nothing), name),
            // The schema reports any other number of labels.
            _ => return,
        };
        let mut declaration = Declaration::new(kind, of_type, name, Arc::clone(&written));
        declaration.change().expr = local.as_ref().map(|(_, expr)| *expr);
        if kind == Kind::Provider {
            declaration.rename(provider_name(&declaration.written, &declaration.name));
        }
        self.part.declared.push(declaration);
    }

    /// Returns `true` if a finding is about code swallowed by an unclosed bracket.
    fn is_swallowed(&self, finding: &Diagnostic) -> bool {
        is_swallowed_from(finding, |_| self.part.unclosed)
    }

    /// Returns `true` if there is a syntax error in or next to a span.
    fn is_broken(&self, span: Span) -> bool {
        self.part.broken.as_ref().is_some_and(|broken| broken.touches(span.range))
    }
}

/// The last labels of blocks with unknown types, and the attributes of those without labels.
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
            // these may be local values
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
    starts.arrange();
    // both lists are sorted by place
    let mut block = blocks.next();
    starts.into_iter().any(|start| {
        while block.is_some_and(|block| block.end < start) {
            block = blocks.next();
        }
        block.is_none_or(|block| start < block.start)
    })
}

/// The maximum number of bytes to examine on the line after a value.
const LONGEST_LINE: usize = 1024;

/// A range extended to the end of its line.
pub(super) fn with_line(tree: &Tree, range: TextRange) -> TextRange {
    range.cover(tree.rest_of_line(range.end, LONGEST_LINE))
}

/// Returns `true` if a finding is about code swallowed by the first unclosed bracket of its file.
pub(super) fn is_swallowed_from(finding: &Diagnostic, unclosed: impl Fn(Span) -> Option<u32>) -> bool {
    let by_form = [
        codes::UNSUPPORTED_BLOCK,
        codes::UNSUPPORTED_ATTRIBUTE,
        codes::DUPLICATE_ATTRIBUTE,
        codes::READ_ONLY_ATTRIBUTE,
        codes::OWN_REFERENCE,
    ];
    let after = |span: Span| unclosed(span).is_some_and(|start| start <= span.range.start);
    // the missing part may come after the swallowed code
    let is_header = |span: Span| unclosed(span).and_then(|start| start.checked_sub(span.range.end));
    if finding.code == codes::MISSING_ATTRIBUTE {
        return finding.span.and_then(is_header).is_some_and(|gap| gap <= 2);
    }
    by_form.contains(&finding.code) && finding.span.is_some_and(after)
}

/// The finding for a block that is ignored in an override file.
fn unmerged(written: &BlockSource) -> Option<Diagnostic> {
    if !written.is_override || !matches!(&*written.block_type, "moved" | "import") {
        return None;
    }
    let message = format!("`{}` blocks are not allowed in override files", written.block_type);
    let finding = Diagnostic::error(codes::OVERRIDES_NOTHING, written.place(), message);
    Some(finding.help("move it to a regular file"))
}

/// The name of a provider configuration, including its alias.
pub(crate) fn provider_name(written: &BlockSource, name: &str) -> Arc<str> {
    let tree = &written.parsed.tree;
    let alias = written.attribute(&schemas::provider(), "alias").map(|attribute| {
        let word = hclx_schema::keyword(tree, written.source, attribute.value);
        // any other constant is used as the name
        let text = || tree.written(tree.expr(attribute.value).range).into();
        word.unwrap_or_else(text)
    });
    alias.map_or_else(|| name.into(), |alias| format!("{name}.{alias}").into())
}

/// Returns `true` for the source of a template, and for one that replaces unavailable contents, such as encrypted ones.
fn stands_for_another(source: &[u8]) -> bool {
    foreign_template(source).is_some() || stand_in(source).is_some()
}
