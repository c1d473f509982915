//! Which edits may be shown. An edit that is applied shows nothing to anybody; one that is printed shows its text.

use hclx_diag::{Diagnostic, Edit, Fix, Sources};

use super::Beside;

/// Takes the edits of a finding out of sight if one of them may not be shown; what they do is said all the same.
pub(super) fn set_apart(finding: &mut Diagnostic, hides: &dyn Fn(&Fix) -> bool) {
    if !finding.fixes.iter().any(hides) {
        return;
    }
    for fix in std::mem::take(&mut finding.fixes) {
        if !finding.help.contains(&fix.title) {
            finding.help.push(fix.title.clone());
        }
        finding.unshown.push(fix);
    }
}

/// Whether edits of a text of which something is hidden may show that.
pub(super) fn shows_hidden(fix: &Fix, sources: &Sources) -> bool {
    fix.edits.iter().any(|edit| edit_shows_hidden(edit, sources))
}

/// An edit shows what is hidden if it has words that are hidden beside it, or if it has words at all and replaces
/// what is hidden: then it may say the same in another way.
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
    let beside = Beside::of(source, edit.span.range);
    words.any(|word| beside.hides(word))
}

impl Beside<'_> {
    /// Whether a word is hidden here, wherever it is.
    fn hides(&self, word: &str) -> bool {
        let same = |at: &usize| self.bytes[*at..].starts_with(word.as_bytes());
        (0..self.bytes.len()).filter(same).any(|at| self.shown[at..at + word.len()] != *word.as_bytes())
    }
}
