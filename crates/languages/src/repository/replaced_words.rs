//! Words in a file that a script of the repository replaces before an application reads the file.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Diagnostic, SourceId, TextRange, is_identifier};

use super::absence::Surroundings;

/// The place of the first error about a word that a script replaces, as in `sed 's/WORD/3/'`.
pub fn replaced_word(snapshot: &Snapshot, file: SourceId, findings: &[Diagnostic]) -> Option<TextRange> {
    let bytes = snapshot.bytes(file).ok()?;
    let path = snapshot.path(file);
    let host = &**snapshot.host();
    let is_dot = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&b'.');
    let is_replaced = |range: &TextRange| {
        let word = bytes.get(range.range()).and_then(|word| std::str::from_utf8(word).ok());
        // a part of a reference is a name
        let is_part = is_dot((range.start as usize).checked_sub(1)) || is_dot(Some(range.end as usize));
        let word = word.filter(|word| !is_part && is_identifier(word));
        word.is_some_and(|word| Surroundings::of(snapshot, file_path::parent(&path)).replace_word(host, word))
    };
    let errors = findings.iter().filter(|finding| finding.is_error());
    errors.filter_map(|finding| Some(finding.span?.range)).find(is_replaced)
}
