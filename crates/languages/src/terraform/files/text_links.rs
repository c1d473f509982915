//! Symbolic links that git checked out as files.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::SourceId;

/// The maximum length of a symbolic link that is a file.
const LONGEST_LINK: usize = 255;

/// The target of a symbolic link that git checked out as a file that contains its path, as it does where the system
/// has no links.
pub(crate) fn target_in_text(snapshot: &Snapshot, file: SourceId) -> Option<SourceId> {
    let bytes = snapshot.bytes(file).ok().filter(|bytes| bytes.len() <= LONGEST_LINK)?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let is_path = text.ends_with(".tf") || text.ends_with(".tofu") || text.ends_with(".pkr.hcl");
    let is_one = is_path && !text.contains(|c: char| c.is_whitespace() || matches!(c, '=' | '{' | '"'));
    let path = file_path::join(file_path::parent(&snapshot.path(file)), text);
    is_one.then(|| snapshot.find(&path).ok()).flatten().filter(|target| *target != file)
}
