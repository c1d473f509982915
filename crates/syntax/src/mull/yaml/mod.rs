//! The YAML-like form: a text to markup.
//!
//! A text without quotations goes to the parser of YAML as it is. In any other, quotations of plain scalars
//! and statement lines are rewritten first, so that YAML sees words and mappings (Mull §2.5).

mod compose;
mod events;

use hclx_diag::Diagnostic;

use super::markup::Origin;
use super::reading::Reading;
use events::GranitEvents;

/// Reads a text.
pub(super) fn read(reading: &mut Reading, text: &str) {
    let origin = Origin::default();
    parse(reading, text, &origin, text);
}

/// Parses YAML, and builds the tree.
fn parse(reading: &mut Reading, text: &str, origin: &Origin, file: &str) {
    let (markup, findings) = compose::compose(text, &mut GranitEvents::new(text));
    for finding in findings {
        let place = origin.range(&finding.span).in_source(reading.source);
        reading.structural(Diagnostic::error(finding.code, place, finding.message));
    }
    super::tree::build(reading, &markup, origin, text, file);
}
