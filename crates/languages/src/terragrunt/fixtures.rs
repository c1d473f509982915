//! Units that are the input of a program's tests, or belong to a catalog from which stacks copy them. The files that
//! they refer to may not exist here.

use hclx_analysis::{file_name, file_path};
use hclx_diag::{Diagnostic, code_names as codes};

/// The names of directories with such units, with the reasons. Source for catalogs: the documentation of stacks.
const ELSEWHERE: &[(&str, &str)] = &[
    ("fixtures", "they are inputs of tests"),
    ("testdata", "they are inputs of tests"),
    ("units", "stacks are assumed to copy them to their places"),
];

/// If a file is copied, or an input of tests, drops findings about paths that do not exist, and returns a note about
/// them.
pub(super) fn without_absent_paths(path: &str, findings: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<String>) {
    let reason = |folder: &str| ELSEWHERE.iter().find(|(name, _)| *name == file_name(folder));
    let mut around = file_path::upward(file_path::parent(path));
    let is_absent = |finding: &Diagnostic| finding.code == codes::NO_SUCH_PATH;
    match around.find_map(|folder| Some((folder, reason(folder)?.1))) {
        Some((folder, reason)) if findings.iter().any(is_absent) => {
            let note = format!("units in `{folder}` refer to paths that do not exist: {reason}");
            (findings.into_iter().filter(|finding| !is_absent(finding)).collect(), vec![note])
        }
        _ => (findings, Vec::new()),
    }
}
