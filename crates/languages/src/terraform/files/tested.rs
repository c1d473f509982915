//! The module directory of a file: its own, that of its values, or the one that its tests run.

use hclx_analysis::{Snapshot, file_name, file_path};
use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprKind, TraverseKind, Tree};
use memchr::memmem;

use super::configured;
use super::roles::{Flavor, Role, has_module, of_folder, role};

/// The directory of tests that Terraform uses without a flag.
const TESTS: &str = "tests";

/// The module directory of a file: its own or, for tests, mocks and values, the nearest directory above it that
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

/// The module above a directory of tests, if its tests run that module.
///
/// A directory of tests may contain a module itself, for example helpers, and `-test-directory` may select directories
/// other than `tests`. The intended module is the one that declares more of the names that a test uses.
fn above_tests(snapshot: &Snapshot, path: &str) -> Option<String> {
    let own = file_path::parent(path);
    let is_of_tests = |folder: &str| file_name(folder).starts_with("test");
    let (name, above) = match own {
        "" | "." => {
            let real = snapshot.host().resolve(".").ok().filter(|real| is_of_tests(real))?;
            (file_name(&real).to_owned(), "..".to_owned())
        }
        _ => (file_name(own).to_owned(), file_path::parent(own).to_owned()),
    };
    let has_module = |folder: &str| has_module(snapshot, folder, Flavor::OpenTofu);
    let has_own = has_module(own);
    if name != TESTS && !has_own || !has_module(&above) {
        return None;
    }
    let is_meant = || {
        let used = snapshot.find(path).map(|file| used_headers(snapshot, file)).unwrap_or_default();
        let [own, above] = [own, &above].map(|folder| declaration_count(snapshot, folder, &used));
        match &*name {
            TESTS => above >= own,
            name if is_of_tests(name) => above > own,
            _ => above > 0 && own == 0,
        }
    };
    (!has_own || is_meant()).then_some(above)
}

/// The headers of the blocks that declare the names that a test refers to.
fn used_headers(snapshot: &Snapshot, file: SourceId) -> Vec<String> {
    let tree = &snapshot.parsed(file).tree;
    tree.expr_ids().filter_map(|id| header(tree, tree.expr(id).kind)).collect()
}

fn header(tree: &Tree, kind: ExprKind) -> Option<String> {
    let ExprKind::Traversal { base, steps } = kind else { return None };
    let ExprKind::Variable(root) = tree.expr(base).kind else { return None };
    let mut names = tree.slice(steps).iter().map_while(|step| match step.kind {
        TraverseKind::Attr(name) => Some(tree.text(name)),
        _ => None,
    });
    let name = names.next()?;
    Some(match tree.text(root) {
        "var" => format!("variable \"{name}\""),
        root @ ("module" | "output") => format!("{root} \"{name}\""),
        "data" => format!("data \"{name}\" \"{}\"", names.next()?),
        "run" | "local" | "each" | "count" | "path" | "terraform" => return None,
        resource => format!("resource \"{resource}\" \"{name}\""),
    })
}

/// The number of the given headers that appear in the files of a module.
fn declaration_count(snapshot: &Snapshot, folder: &str, headers: &[String]) -> usize {
    let files = of_folder(snapshot, folder, Flavor::OpenTofu);
    let sources: Vec<_> = files.primary.iter().filter_map(|file| snapshot.bytes(*file).ok()).collect();
    let is_here =
        |header: &&String| sources.iter().any(|source| memmem::find(source, header.as_bytes()).is_some());
    headers.iter().filter(is_here).count()
}
