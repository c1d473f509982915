//! A place in a file, as the subject of an editor's request.

use hclx_analysis::Snapshot;
use hclx_diag::SourceId;
use hclx_eval::Budget;
use hclx_ide::CompletionPlace;

use crate::dialect;

/// A place in a file as a completion request, with the dialect of the file's unit.
pub fn place<'a>(
    snapshot: &'a Snapshot,
    file: SourceId,
    offset: u32,
    budget: &'a dyn Fn() -> Budget,
) -> CompletionPlace<'a> {
    let unit = snapshot.unit_of(file);
    let dialect = unit.and_then(|unit| dialect(unit.language.row().name));
    CompletionPlace { snapshot, file, offset, dialect, budget }
}
