//! Units that are the input of a program's tests: what they refer to may be nowhere.

use hclx_analysis::{file_name, file_path};
use hclx_diag::{Diagnostic, code_names as codes};

/// The names of directories with inputs of tests.
const FIXTURES: &[&str] = &["fixtures", "testdata"];

/// The findings about a file without those about paths that do not exist, if it is the input of tests, and a note about
/// these.
pub(super) fn without_absent_paths(path: &str, findings: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<String>) {
    let is_fixture = |folder: &&str| FIXTURES.contains(&file_name(folder));
    let is_absent = |finding: &Diagnostic| finding.code == codes::NO_SUCH_PATH;
    match file_path::upward(file_path::parent(path)).find(is_fixture) {
        Some(folder) if findings.iter().any(is_absent) => {
            let note =
                format!("units in `{folder}` refer to paths that do not exist: they are inputs of tests");
            (findings.into_iter().filter(|finding| !is_absent(finding)).collect(), vec![note])
        }
        _ => (findings, Vec::new()),
    }
}
