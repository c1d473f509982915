//! Files of values that are named like module files, because `-backend-config` and `-var-file` accept files with any
//! name.

use hclx_analysis::{Snapshot, file_name};
use hclx_diag::{Certainty, Diagnostic, SourceId, code_names as codes};
use hclx_syntax::body::BodyView;

use crate::terraform::declare::module::Module;

/// Replaces the errors in a directory's only file by a warning if the file contains several attributes and nothing
/// else.
pub(crate) fn summary(snapshot: &Snapshot, module: &Module, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_attribute = |finding: &Diagnostic| finding.code == codes::UNSUPPORTED_ATTRIBUTE;
    let has_values = |file: SourceId| {
        let parsed = snapshot.parsed(file);
        let (attributes, others) = BodyView::root(&parsed.tree, file).0.just_attributes();
        attributes.len() > 1 && others.is_empty()
    };
    let [file] = module.files[..] else { return findings };
    // the usual name of a module file is not accidental
    let is_main = file_name(&snapshot.path(file)) == "main.tf";
    if is_main || findings.is_empty() || !findings.iter().all(is_attribute) || !has_values(file) {
        return findings;
    }
    let first = findings.into_iter().min_by_key(|finding| finding.span).map(|first| Diagnostic {
        message: "this file has only values, which Terraform refuses in a module".into(),
        help: Vec::new(),
        fixes: Vec::new(),
        ..first.with_certainty(Certainty::May)
    });
    let named = |finding: Diagnostic| {
        finding
            .help("if it is passed to `-backend-config` or `-var-file`, name it `*.tfbackend` or `*.tfvars`")
    };
    first.map(named).into_iter().collect()
}
