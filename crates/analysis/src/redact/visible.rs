//! The names in the excerpt of a finding, which its message may quote even if they are equal to a hidden
//! value.

use hclx_diag::{Diagnostic, OrderedSet, Sources, Span};

/// Names in the shown form of sources.
#[derive(Debug, Default)]
pub struct VisibleNames(OrderedSet<String>);

impl VisibleNames {
    /// The names at the places of a finding.
    pub fn of(finding: &Diagnostic, sources: &Sources) -> Self {
        let places = finding.span.into_iter().chain(finding.labels.iter().map(|label| label.span));
        Self(places.filter_map(|place| name_at(place, sources)).collect())
    }

    /// Returns `true` if a part of a message only repeats what is shown.
    pub(super) fn contain(&self, part: &str) -> bool {
        self.0.contains(part)
    }
}

/// The name at a place, if it is shown.
fn name_at(place: Span, sources: &Sources) -> Option<String> {
    let source = sources.get(place.source);
    let range = place.range.range();
    let [written, shown] = [source.bytes(), source.shown()].map(|bytes| bytes.get(range.clone()));
    let name = std::str::from_utf8(written.filter(|written| Some(*written) == shown)?).ok()?;
    // where values are hidden, only names have visible quotes
    let name = if source.is_concealed() { name.trim_matches('"') } else { name };
    let is_name = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "_-".contains(sign));
    is_name.then(|| name.to_owned())
}
