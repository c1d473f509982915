//! Symbolic links that git checked out as plain files.

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::SourceId;

/// The maximum length of the contents of such a file.
const LONGEST_LINK: usize = 255;

/// The target of a symbolic link that git checked out as a file containing the path, as it does on systems without
/// links.
pub(crate) fn target_in_text(snapshot: &Snapshot, file: SourceId) -> Option<SourceId> {
    target(snapshot, file, path_in_text(snapshot, file).as_deref())
}

/// Like [`target_in_text`], for questions about many files: their answers only change if an edit adds or changes such a
/// link.
pub(crate) fn target_among_many(snapshot: &Snapshot, file: SourceId) -> Option<SourceId> {
    target(snapshot, file, snapshot.get(&PathInText(file)).as_deref())
}

query! {
    /// The path that makes up the contents of a file.
    struct PathInText(SourceId) -> Option<String>, when Revision(PartialEq::eq), of File |PathInText(file)| *file;
    |PathInText(file), snapshot| path_in_text(snapshot, *file)
}

fn path_in_text(snapshot: &Snapshot, file: SourceId) -> Option<String> {
    let bytes = snapshot.bytes(file).ok().filter(|bytes| bytes.len() <= LONGEST_LINK)?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let is_path = text.ends_with(".tf") || text.ends_with(".tofu") || text.ends_with(".pkr.hcl");
    let is_one = is_path && !text.contains(|c: char| c.is_whitespace() || matches!(c, '=' | '{' | '"'));
    is_one.then(|| text.to_owned())
}

fn target(snapshot: &Snapshot, file: SourceId, path: Option<&str>) -> Option<SourceId> {
    let path = file_path::join(file_path::parent(&snapshot.path(file)), path?);
    snapshot.find(&path).ok().filter(|target| *target != file)
}
