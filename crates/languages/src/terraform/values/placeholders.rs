//! Placeholders in values files: texts that people fill in, or that a pipeline replaces before Terraform runs.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{OrderedSet, SourceId};
use hclx_eval::Entry;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::BodyView;

use crate::terraform::files::roles::{self, Role};

/// The beginnings and ends of placeholders, around a name.
const MARKS: &[(&str, &str)] =
    &[("__", "__"), ("#{", "}#"), ("#{", "}"), ("@@", "@@"), ("{{", "}}"), ("%%", "%%"), ("$(", ")")];

/// Words for what has to be replaced, without separators.
const WORDS: &[&str] = &["CHANGEME", "REPLACEME", "TODO", "FIXME", "FILLME", "TOBEREPLACED"];

/// The beginnings of sentences such as `REPLACE_WITH_ID`.
const BEGINNINGS: &[&str] = &["YOUR_", "YOUR-", "REPLACE_", "CHANGE_ME", "INSERT_"];

/// Returns `true` for a text that stands for a value: `<your ID>`, `__name__`, `#{name}#`, `YOUR_ID`, `CHANGEME`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    let is_name = |inner: &str| {
        let mut signs = inner.trim().chars();
        signs.next().is_some_and(char::is_alphabetic)
            && signs.all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.'))
    };
    let is_marked = MARKS.iter().any(|(start, end)| {
        text.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)).is_some_and(is_name)
    });
    let in_angles = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    let is_sentence =
        |inner: &str| inner.starts_with(char::is_alphabetic) && !inner.contains(['<', '>', '\n', '=', '"']);
    let plain = text.replace(['_', '-', ' '], "");
    is_marked
        || in_angles.is_some_and(is_sentence)
        || WORDS.contains(&plain.to_uppercase().as_str())
        || BEGINNINGS.iter().any(|start| text.starts_with(start))
}

/// Returns `true` if a values file refers to names only as other values files beside it or above it set them: a script puts
/// these values in place and passes the result.
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
