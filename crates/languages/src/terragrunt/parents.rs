//! Contributions of other files to a unit: the exposed and merged parts of an include, and the contents of files that
//! it reads.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_core::Value;
use hclx_diag::{Ordered, OrderedSet, SourceId, Span};
use hclx_eval::Budget;
use hclx_schema::{FilledAttribute, FilledBody, Header, fill};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::{BodyNames, BodyView};
use hclx_syntax::statics;

use super::FACTS;
use super::functions::DIALECT;
use super::outline;
use super::outline::path_of;
use super::unit::File;
use hclx_module::{Declarations, ExprRef, Judge, SourceFiles, UnitNames, entries, root_blocks};

/// The maximum depth of files that read other files.
const DEEPEST: usize = 4;

/// An entry of `inputs`.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub name: String,
    pub value: Value,
    /// The place of the name; `None` if it is in another file.
    pub place: Option<Span>,
    pub value_place: Span,
}

/// A file as seen by files that include or read it.
pub(super) struct Parent {
    /// The value of `include.NAME` and `read_terragrunt_config`.
    pub value: Value,
    /// The inputs, if all their names are known.
    pub inputs: Option<Vec<Input>>,
}

/// The contributions of the file at a path to a unit in `folder`; `None` if the file does not exist.
pub(super) fn parent(
    path: &str,
    folder: &str,
    (snapshot, budget): (&Snapshot, &Budget),
    depth: usize,
) -> Option<Arc<Parent>> {
    let file = snapshot.find(path).ok()?;
    if depth > DEEPEST {
        return Some(Arc::new(Parent { value: Value::dynamic(), inputs: None }));
    }
    // paths in an included file are relative to the including unit
    let mentions = |name: &[u8]| {
        snapshot.bytes(file).is_ok_and(|text| text.windows(name.len()).any(|window| window == name))
    };
    let moves = mentions(b"find_in_parent_folders") || mentions(b"read_terragrunt_config");
    let included = IncludedFile { file, path: path.into(), depth, folder: folder.into(), moves };
    Some(snapshot.get_within(&ParentQuery(included), budget))
}

/// A file that a unit in a directory includes or reads.
#[derive(Clone, Eq)]
struct IncludedFile {
    file: SourceId,
    path: Box<str>,
    depth: usize,
    folder: Box<str>,
    /// Set if its contributions depend on the directory of the unit.
    moves: bool,
}

impl PartialEq for IncludedFile {
    fn eq(&self, other: &Self) -> bool {
        let Self { file, path, depth, folder, moves } = self;
        *file == other.file
            && *path == other.path
            && *depth == other.depth
            && *moves == other.moves
            && (!moves || *folder == other.folder)
    }
}

impl Hash for IncludedFile {
    fn hash<H: Hasher>(&self, to: &mut H) {
        (self.file, self.depth, self.moves.then_some(&self.folder)).hash(to);
    }
}

query! {
    /// The contributions of a file to a unit.
    struct ParentQuery(IncludedFile) -> Parent, within Budget;
    |ParentQuery(included), snapshot, cx| {
        let sources = SourceFiles::read(&[included.file], snapshot);
        read(&sources, &included.folder, (snapshot, cx.budget()), included.depth)
    }
}

fn read(
    sources: &SourceFiles,
    folder: &str,
    (snapshot, budget): (&Snapshot, &Budget),
    depth: usize,
) -> Parent {
    let open = Parent { value: Value::dynamic(), inputs: None };
    let Some(source) = sources.iter().next().filter(|source| !source.is_broken()) else { return open };
    let block = FACTS.body("root");
    let tops = root_blocks(sources, &block, &mut Vec::new());
    let file = File { source, snapshot, budget, folder: folder.to_owned(), is_stack: false, depth };
    let mut names = file.names(&tops, &mut Vec::new());
    // An included file may use names that only the including unit declares.
    names.is_open = true;
    let mut declared = Declarations::default();
    file.locals(&tops, &names, &mut declared, &mut Vec::new());
    declared.connect(&names);
    let env = snapshot.settings().environment(&DIALECT);
    let (values, _) = declared.values(&names, sources, &env, budget);
    let in_scope = UnitNames { naming: &names, graph: &declared.graph, values: &values, sources, scope: () };
    let mut judge = Judge::new(in_scope, env, budget);
    let (view, _) = source.body();
    let filled = fill(&view, &block, &Header::root(&view), &mut judge);
    let inputs = filled.body.attribute("inputs");
    let own = match inputs {
        Some(inputs) => given(&filled.body, inputs, &mut judge),
        None => Some(Vec::new()),
    };
    // Except for local values and inputs, only names are known.
    let known = block.attributes().iter().map(|one| one.name.clone());
    let known = known.chain(block.blocks().iter().map(|nested| nested.block_type.clone()));
    let mut all: Ordered<Arc<str>, Value> = known.map(|name| (name, Value::dynamic())).collect();
    let locals = declared.graph.nodes().zip(&values);
    let locals = locals.filter_map(|(node, value)| {
        Some((Arc::from(declared.graph.key(node).strip_prefix("local.")?), value.clone()))
    });
    all.insert("locals".into(), Value::object(locals.collect::<Vec<_>>()));
    if let Some(inputs) = inputs.filter(|one| one.good) {
        all.insert("inputs".into(), inputs.value.clone());
    }
    Parent { value: Value::object(all), inputs: own }
}

/// The entries of `inputs`, evaluated one by one if it is a literal object, so that one error hides no others. `None`
/// if not all names are known.
pub(super) fn given(
    body: &FilledBody<'_>,
    inputs: &FilledAttribute<'_>,
    judge: &mut Judge<'_, UnitNames<'_, super::names::Names>>,
) -> Option<Vec<Input>> {
    let (tree, source) = (body.view.tree(), body.view.source());
    let place = |expr| tree.expr(expr).range.in_source(source);
    if inputs.good && inputs.value.is_known() {
        let written = outline::literal_items(tree, inputs.view.value);
        let made = entries(body, inputs).into_iter().map(|(name, value, _, value_place)| {
            let item = written.iter().rev().find(|(key, _)| *key == name).map(|(_, item)| *item);
            Input {
                name,
                value,
                place: item.map(|item| place(item.key)),
                value_place: item.map_or(value_place, |item| place(item.value)),
            }
        });
        return Some(made.collect());
    }
    let items = statics::as_map(tree, inputs.view.value)?;
    let one = |item: &hclx_syntax::ast::ObjectItem| {
        let name = hclx_module::literal_key(tree, item)?.to_owned();
        let outcome = judge.value(ExprRef { tree, source, expr: item.value }, &[]);
        let failed = outcome.diagnostics.iter().any(hclx_diag::Diagnostic::is_error);
        let value = if failed { Value::dynamic() } else { outcome.value };
        Some(Input { name, value, place: Some(place(item.key)), value_place: place(item.value) })
    };
    items.iter().map(one).collect()
}

/// The directories that stack files use as sources, whose units are copied before they run.
#[derive(Default)]
pub(super) struct StackSources {
    folders: OrderedSet<String>,
    /// The literal ends of sources that start with a computed part, as in `${get_repo_root()}/units/app`.
    ends: OrderedSet<String>,
}

impl StackSources {
    /// Returns `true` for a directory that is, or may be, copied.
    pub(super) fn contains(&self, folder: &str) -> bool {
        let is_end = |end: &String| {
            folder.strip_suffix(end.as_str()).is_some_and(|start| start.is_empty() || start.ends_with('/'))
        };
        self.folders.contains(folder) || self.ends.iter().any(is_end)
    }
}

/// The directories that stack files use as sources.
pub(super) fn copied(snapshot: &Snapshot) -> Arc<StackSources> {
    snapshot.get(&StackSourcesQuery)
}

query! {
    /// The directories that stack files of the run use as sources.
    struct StackSourcesQuery -> StackSources;
    |_, snapshot| {
        let mut all = StackSources::default();
        for unit in snapshot.units() {
            let Some(file) = unit.files.first().filter(|_| unit.language.row().name == "terragrunt") else {
                continue;
            };
            let path = snapshot.path(*file);
            if path.ends_with(".stack.hcl") {
                sources_of_stack(&path, *file, snapshot, &mut all);
            }
        }
        all
    }
}

fn sources_of_stack(path: &str, file: hclx_diag::SourceId, snapshot: &Snapshot, all: &mut StackSources) {
    let parsed = snapshot.parsed(file);
    let (root, _) = BodyView::root(&parsed.tree, file);
    let names = BodyNames::new().block("unit", &["name"]).block("stack", &["name"]);
    let (content, ..) = root.partial_content(&names);
    for block in &content.blocks {
        let attributes = block.body.just_attributes().0;
        let Some(source) = attributes.iter().find(|one| one.name == "source") else { continue };
        match folder_of_source(&parsed.tree, file, source.value, file_path::parent(path), snapshot) {
            Some(folder) => drop(all.folders.insert(folder)),
            None => all.ends.extend(outline::end_of_source(&parsed.tree, source.value)),
        }
    }
}

/// The directory of a stack unit's source, as far as it is literal.
pub(super) fn folder_of_source(
    tree: &hclx_syntax::ast::Tree,
    source: hclx_diag::SourceId,
    expr: hclx_syntax::ast::ExprId,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<String> {
    match tree.expr(expr).kind {
        ExprKind::String(text) => outline::module_folder(tree.text(text), folder),
        _ => path_of(tree, source, expr, folder, snapshot),
    }
}
