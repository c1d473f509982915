//! Schema files that are given by flags and settings.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, SourceId, code_names as codes};

/// The reason why a corrupt file in compact form is unusable.
pub(crate) const DAMAGED: &str = "it is corrupt or was written by another version of hclx; import the schema again with `hclx schema import`";

/// Passes each file to `take`, which returns the reason if the file is unusable. Returns the errors about unreadable
/// and unusable files.
pub(crate) fn each(
    snapshot: &Snapshot,
    mut take: impl FnMut(&str, SourceId) -> Result<(), String>,
) -> Vec<Diagnostic> {
    let mut refused = Vec::new();
    for path in &snapshot.settings().provider_schemas {
        let message = match snapshot.find(path).and_then(|file| snapshot.bytes(file).map(|_| file)) {
            Ok(file) => take(path, file).err().map(|wrong| format!("cannot use `{path}`: {wrong}")),
            Err(refusal) => Some(format!("cannot read `{path}`: {}", refusal.reason())),
        };
        let finding = |message| Diagnostic::placeless(codes::UNREADABLE, message).about(&**path);
        refused.extend(message.map(finding));
    }
    refused
}
