//! Attributes of the root that a release of Terragrunt removed.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, Severity, code_names as codes};
use hclx_schema::FilledBody;

use super::{REMOVED, REMOVED_IN, outline};
use crate::habits;
use hclx_module::name_place;

/// Reports the attributes of a file that a release removed, as an error if the repository only allows releases without
/// them. All units of a repository share this cause.
pub(super) fn judge(path: &str, body: &FilledBody<'_>, snapshot: &Snapshot) -> Vec<Diagnostic> {
    if outline::is_before(REMOVED_IN, path, snapshot) {
        return Vec::new();
    }
    let is_certain = outline::is_from(REMOVED_IN, path, snapshot);
    let finding = |(name, advice): &(&'static str, &str)| {
        let place = name_place(body, body.attribute(name)?);
        let (severity, message) = match is_certain {
            true => (Severity::Error, format!("`{name}` has been removed")),
            false => {
                let (major, minor) = REMOVED_IN;
                (Severity::Warning, format!("Terragrunt {major}.{minor} removed `{name}`"))
            }
        };
        let finding = Diagnostic { severity, ..Diagnostic::error(codes::REMOVED_NAME, place, message) };
        Some(finding.help(*advice).caused_by(habits::cause(format!("removed attribute {name} {is_certain}"))))
    };
    REMOVED.iter().filter_map(finding).collect()
}
