//! The module directory of a file: its own, that of its values, or that which its tests run.

use hclx_analysis::{Snapshot, file_name, file_path};
use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprKind, TraverseKind, Tree};
use memchr::memmem;

use super::configured;
use super::roles::{Flavor, Role, has_module, of_folder, role};

/// The directory of tests that Terraform uses without a flag.
const TESTS: &str = "tests";

/// The module directory of a file: its own or, for tests, mocks and values, the nearest above it that
/// contains a module.
pub(crate) fn folder_of(snapshot: &Snapshot, path: &str) -> String {
    let own = file_path::parent(path).to_owned();
    if role(file_name(path)) == Role::Values
        && let Some(root) = configured::root_of_values(snapshot, path)
    {
        return root;
    }
    if matches!(role(file_name(path)), Role::Module | Role::Queries | Role::Other) {
        return own;
    }
    if role(file_name(path)) == Role::Tests
        && let Some(above) = above_tests(snapshot, path)
    {
        return above;
    }
    // OpenTofu also reads the files of Terraform
    let found = file_path::upward(&own).find(|folder| has_module(snapshot, folder, Flavor::OpenTofu));
    found.map_or_else(|| own.clone(), str::to_owned)
}

/// The module above a directory of tests, if its tests run that one.
///
/// A directory of tests may have a module of its own, for example helpers. It is the one that is meant if it has more of
/// the names that a test uses.
fn above_tests(snapshot: &Snapshot, path: &str) -> Option<String> {
    let own = file_path::parent(path);
    let above = match own {
        "" | "." => {
            let real = snapshot.host().resolve(".").ok()?;
            (file_name(&real) == TESTS).then(|| "..".to_owned())?
        }
        _ => (file_name(own) == TESTS).then(|| file_path::parent(own).to_owned())?,
    };
    if !has_module(snapshot, &above, Flavor::OpenTofu) {
        return None;
    }
    let is_own = || {
        let used = snapshot.find(path).map(|file| used_headers(snapshot, file)).unwrap_or_default();
        declaration_count(snapshot, own, &used) > declaration_count(snapshot, &above, &used)
    };
    (!has_module(snapshot, own, Flavor::OpenTofu) || !is_own()).then_some(above)
}

/// The headers of the blocks that declare what a test refers to.
fn used_headers(snapshot: &Snapshot, file: SourceId) -> Vec<String> {
    let tree = &snapshot.parsed(file).tree;
    tree.expr_ids().filter_map(|id| header(tree, tree.expr(id).kind)).collect()
}

fn header(tree: &Tree, kind: ExprKind) -> Option<String> {
    let ExprKind::Traversal { base, steps } = kind else { return None };
    let ExprKind::Variable(root) = tree.expr(base).kind else { return None };
    let TraverseKind::Attr(name) = tree.slice(steps).first()?.kind else { return None };
    let block_type = match tree.text(root) {
        "var" => "variable",
        root @ ("module" | "output") => root,
        _ => return None,
    };
    Some(format!("{block_type} \"{}\"", tree.text(name)))
}

/// The number of these headers in the files of a module.
fn declaration_count(snapshot: &Snapshot, folder: &str, headers: &[String]) -> usize {
    let files = of_folder(snapshot, folder, Flavor::OpenTofu);
    let sources: Vec<_> = files.primary.iter().filter_map(|file| snapshot.bytes(*file).ok()).collect();
    let is_here =
        |header: &&String| sources.iter().any(|source| memmem::find(source, header.as_bytes()).is_some());
    headers.iter().filter(is_here).count()
}
