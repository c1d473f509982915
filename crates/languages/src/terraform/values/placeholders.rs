//! References in values files that are placeholders, because a pipeline replaces them before Terraform runs.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{OrderedSet, SourceId};
use hclx_eval::Entry;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::BodyView;

use crate::terraform::files::roles::{self, Role};

/// Returns `true` if the names that a values file refers to are all set by other values files next to it or above it:
/// then a script inserts these values and passes the result.
pub(super) fn are_in(snapshot: &Snapshot, file: SourceId) -> bool {
    let parsed = snapshot.parsed(file);
    let names = references(&parsed.tree);
    if names.is_empty() {
        return false;
    }
    let path = snapshot.path(file);
    let folder = file_path::parent(&path);
    let mut known: OrderedSet<String> = OrderedSet::new();
    for folder in [folder, file_path::parent(folder)] {
        let Ok(listed) = snapshot.list(folder) else { continue };
        let values =
            listed.iter().filter(|(name, entry)| *entry == Entry::File && roles::role(name) == Role::Values);
        for (name, _) in values {
            let Ok(other) = snapshot.find(&file_path::join(folder, name)) else { continue };
            if other != file {
                let parsed = snapshot.parsed(other);
                let (root, _) = BodyView::root(&parsed.tree, other);
                known.extend(root.just_attributes().0.iter().map(|value| value.name.to_owned()));
            }
        }
    }
    names.iter().all(|name| known.contains(*name))
}

/// The names that the templates of a file refer to.
fn references(tree: &Tree) -> Vec<&str> {
    let of_variable = |expr: ExprId| match tree.expr(expr).kind {
        ExprKind::Variable(name) => Some(tree.text(name)),
        _ => None,
    };
    let of_template = |expr| match tree.expr(expr).kind {
        ExprKind::Template(parts) => tree.slice(parts).iter().copied().filter_map(of_variable).collect(),
        ExprKind::TemplateWrap(inner) => of_variable(inner).into_iter().collect(),
        _ => Vec::new(),
    };
    tree.expr_ids().flat_map(of_template).collect()
}
