//! The files that other files of the run render with `templatefile` or a `template_file` data source. They are
//! templates, whatever their names.

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::{OrderedSet, SourceId};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::{BlockView, BodyNames, BodyView};
use memchr::memmem;

use super::path_parts::{PathPart, path_parts};

use crate::shape;

/// The literal parts of the path in a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum RenderedPath {
    Whole(String),
    /// The start and the end of a path with unknown parts in between.
    Ends(String, String),
    /// Any file below this directory of a module.
    Unknown(String),
}

query! {
    /// The paths that one file renders.
    struct RenderedByFile(SourceId) -> Vec<RenderedPath>, when Revision(PartialEq::eq),
        of File |RenderedByFile(file)| *file;
    |RenderedByFile(file), snapshot| of_file(snapshot, *file)
}

query! {
    /// The paths that the files of the run render.
    struct RenderedPaths -> OrderedSet<RenderedPath>, when Revision(PartialEq::eq);
    |_, snapshot| {
        let mut all = OrderedSet::new();
        // several applications provide the function
        for file in snapshot.selected().iter().copied() {
            let rendered = snapshot.get(&RenderedByFile(file));
            for path in rendered.iter() {
                if let RenderedPath::Whole(template) = path {
                    let folder = snapshot.path(file);
                    all.extend(of_template(template, file_path::parent(&folder), snapshot));
                }
            }
            all.extend(rendered.iter().cloned());
        }
        all
    }
}

/// Returns `true` if a file of the run renders the file at a path.
pub(super) fn is_rendered(path: &str, snapshot: &Snapshot) -> bool {
    let rendered = snapshot.get(&RenderedPaths);
    rendered.contains(&RenderedPath::Whole(path.to_owned()))
        || rendered.iter().any(|literal| match literal {
            RenderedPath::Whole(_) => false,
            RenderedPath::Unknown(folder) => may_be_template(path, folder, snapshot),
            RenderedPath::Ends(start, end) => {
                path.strip_prefix(start.as_str()).is_some_and(|rest| rest.ends_with(end.as_str()))
            }
        })
}

/// Returns `true` if a file below a module has interpolations outside of strings, which only templates have.
fn may_be_template(path: &str, folder: &str, snapshot: &Snapshot) -> bool {
    let has_interpolation =
        |file| snapshot.bytes(file).is_ok_and(|bytes| shape::bare_interpolation(&bytes).is_some());
    file_path::is_inside(path, folder) && snapshot.find(path).is_ok_and(has_interpolation)
}

fn of_file(snapshot: &Snapshot, file: SourceId) -> Vec<RenderedPath> {
    let Ok(bytes) = snapshot.bytes(file) else { return Vec::new() };
    if memmem::find(&bytes, b"templatefile").is_none() && memmem::find(&bytes, b"template_file").is_none() {
        return Vec::new();
    }
    let parsed = snapshot.parsed(file);
    let (tree, path) = (&parsed.tree, snapshot.path(file));
    let folder = file_path::parent(&path);
    let called = tree.expr_ids().filter_map(|id| argument_of(tree, id, "templatefile"));
    let read = of_data_sources(tree, file);
    let unknown = || RenderedPath::Unknown(folder.to_owned());
    let paths = called.chain(read).map(|expr| path_of(tree, expr, folder).unwrap_or_else(unknown));
    paths.collect()
}

/// The first argument, if the expression is a call of a function.
fn argument_of(tree: &Tree, id: ExprId, function: &str) -> Option<ExprId> {
    let ExprKind::Call(call) = tree.expr(id).kind else { return None };
    let call = tree.node(call);
    (tree.text(call.name.text) == function).then(|| tree.slice(call.args).first().copied())?
}

/// The paths in `template = file(PATH)` of `template_file` data sources.
fn of_data_sources(tree: &Tree, file: SourceId) -> Vec<ExprId> {
    let (root, _) = BodyView::root(tree, file);
    let (content, ..) = root.partial_content(&BodyNames::new().block("data", &["type", "name"]));
    let template = BodyNames::new().attribute("template");
    let of_block = |body: &BodyView<'_>| {
        body.partial_content(&template).0.attributes.into_iter().map(|template| template.value).next()
    };
    let is_template =
        |block: &&BlockView<'_>| block.labels.first().is_some_and(|label| label.text == "template_file");
    let blocks = content.blocks.iter().filter(is_template);
    let values = blocks.filter_map(|block| of_block(&block.body));
    let inner = |value: ExprId| match tree.expr(value).kind {
        ExprKind::TemplateWrap(inner) => inner,
        _ => value,
    };
    values.filter_map(|value| argument_of(tree, inner(value), "file")).collect()
}

/// The literal parts of a path; `None` if it may be any file of a module.
fn path_of(tree: &Tree, expr: ExprId, folder: &str) -> Option<RenderedPath> {
    let mut parts = path_parts(tree, expr);
    if let Some(PathPart::Base) = parts.first() {
        parts.remove(0);
    }
    literal_path(&parts, folder)
}

/// The path with literal parts relative to a directory.
fn literal_path(parts: &[PathPart], folder: &str) -> Option<RenderedPath> {
    let whole = |rest: &str| {
        let joined = file_path::join(folder, rest.trim_start_matches('/'));
        // the path of a directory is a prefix of the paths in it
        if rest.ends_with('/') { joined.trim_end_matches('/').to_owned() + "/" } else { joined }
    };
    let (PathPart::Text(start), rest) = parts.split_first()? else { return None };
    let Some(last) = rest.last() else { return Some(RenderedPath::Whole(whole(start))) };
    let below = start.trim_start_matches(['/', '.']);
    // without a directory, this may match the module's own files
    let (directory, _) = below.split_once('/')?;
    let end = match last {
        PathPart::Text(end) => end.clone(),
        PathPart::Base | PathPart::Unknown => String::new(),
    };
    (!directory.is_empty()).then(|| RenderedPath::Ends(whole(start), end))
}

/// The paths that a template renders for a module, whose directories its variables contain.
fn of_template(path: &str, folder: &str, snapshot: &Snapshot) -> Vec<RenderedPath> {
    let Ok(file) = snapshot.find(path) else { return Vec::new() };
    let Ok(bytes) = snapshot.bytes(file) else { return Vec::new() };
    if memmem::find(&bytes, b"templatefile").is_none() {
        return Vec::new();
    }
    let tree = hclx_syntax::parse_template(file, bytes).tree;
    let called = tree.expr_ids().filter_map(|id| argument_of(&tree, id, "templatefile"));
    let paths = called.filter_map(|expr| {
        let parts = path_parts(&tree, expr);
        literal_path(parts.strip_prefix(&[PathPart::Unknown]).unwrap_or(&parts), folder)
    });
    paths.collect()
}
