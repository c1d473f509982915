//! The edits that may be shown. Applying an edit reveals nothing; printing it shows its replacement.

use hclx_diag::{Diagnostic, Edit, Fix, Sources};

use super::MaskedContext;

/// Moves the edits of a finding to the unshown ones if one of them must be hidden; their titles are kept.
pub(super) fn set_apart(finding: &mut Diagnostic, hides: &dyn Fn(&Fix) -> bool) {
    if !finding.fixes.iter().any(hides) {
        return;
    }
    for fix in std::mem::take(&mut finding.fixes) {
        if !finding.help.iter().any(|help| **help == *fix.title) {
            finding.help.push(fix.title.as_str().into());
        }
        finding.unshown.push(fix);
    }
}

/// Returns `true` if a fix may reveal hidden parts of a source.
pub(super) fn shows_hidden(fix: &Fix, sources: &Sources) -> bool {
    fix.edits.iter().any(|edit| edit_shows_hidden(edit, sources))
}

/// Returns `true` if an edit contains words that are hidden next to it, or if it contains words and replaces
/// a hidden part, which it may paraphrase.
fn edit_shows_hidden(edit: &Edit, sources: &Sources) -> bool {
    let source = sources.get(edit.span.source);
    let mut words =
        edit.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    if !source.is_concealed() || words.peek().is_none() {
        return false;
    }
    let replaced = edit.span.range.range();
    if source.bytes().get(replaced.clone()) != source.shown().get(replaced) {
        return true;
    }
    let beside = MaskedContext::of(source, edit.span.range);
    words.any(|word| beside.hides(word))
}

impl MaskedContext<'_> {
    /// Returns `true` if a word is hidden anywhere in these bytes.
    fn hides(&self, word: &str) -> bool {
        let same = |at: &usize| self.bytes[*at..].starts_with(word.as_bytes());
        (0..self.bytes.len()).filter(same).any(|at| self.shown[at..at + word.len()] != *word.as_bytes())
    }
}
