//! The files that Terragrunt files include or read as Terragrunt files, whatever their names.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::{OrderedSet, SourceId};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::{BodyNames, BodyView};

use super::outline::path_of;

/// The paths that files of the run use, directly or through others.
pub(super) fn of_all(snapshot: &Snapshot) -> Arc<OrderedSet<String>> {
    snapshot.get(&UsedPaths)
}

query! {
    /// The paths that files of the run use, directly or through others.
    struct UsedPaths -> OrderedSet<String>, when Revision(PartialEq::eq);
    |_, snapshot| {
        let is_ours = |file: &SourceId| {
            snapshot
                .row(*file)
                .is_some_and(|(language, row)| language.row().name == "terragrunt" && row.role != "values")
        };
        let mut left: Vec<SourceId> = snapshot.selected().iter().copied().filter(is_ours).collect();
        let mut used = OrderedSet::new();
        while let Some(file) = left.pop() {
            for path in &*snapshot.get(&UsedByFile(file)) {
                if used.insert(path.clone()) {
                    left.extend(snapshot.find(path).ok());
                }
            }
        }
        used
    }
}

query! {
    /// The paths that one file includes or reads.
    struct UsedByFile(SourceId) -> Vec<String>, when Revision(PartialEq::eq), of File |UsedByFile(file)| *file;
    |UsedByFile(file), snapshot| of_file(snapshot, *file)
}

fn of_file(snapshot: &Snapshot, file: SourceId) -> Vec<String> {
    let parsed = snapshot.parsed(file);
    let (tree, path) = (&parsed.tree, snapshot.path(file));
    let folder = file_path::parent(&path);
    let (root, _) = BodyView::root(tree, file);
    let (content, ..) = root.partial_content(&BodyNames::new().block_or_bare("include", &["name"]));
    let attributes = content.blocks.iter().flat_map(|block| block.body.just_attributes().0);
    let included = attributes.filter(|one| one.name == "path").map(|one| one.value);
    let read = tree.expr_ids().filter_map(|id| config_read(tree, id));
    let paths = included.chain(read).filter_map(|expr| path_of(tree, file, expr, folder, snapshot));
    paths.collect()
}

/// The path in a call `read_terragrunt_config(PATH)`.
pub(super) fn config_read(tree: &Tree, id: ExprId) -> Option<ExprId> {
    let ExprKind::Call(call) = tree.expr(id).kind else { return None };
    let call = tree.node(call);
    let is_read = tree.text(call.name.text) == "read_terragrunt_config";
    is_read.then(|| tree.slice(call.args).first().copied())?
}
