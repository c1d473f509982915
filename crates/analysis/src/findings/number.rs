//! Limits the number of findings of a unit: a few characters can cause very many, and nobody reads them all.

use hclx_diag::Diagnostic;
use hclx_diag::code_names::EVALUATION_LIMIT;

/// The maximum number of findings of a unit; the last one counts the omitted ones.
const MOST_FINDINGS: usize = 10_000;

/// Drops findings beyond the limit, warnings first, and reports how many were dropped.
pub(crate) fn limit(findings: &mut Vec<Diagnostic>) {
    let Some(more) = findings.len().checked_sub(MOST_FINDINGS).filter(|&more| more > 0) else { return };
    let (mut errors, others): (Vec<_>, Vec<_>) =
        std::mem::take(findings).into_iter().partition(Diagnostic::is_error);
    errors.extend(others);
    let rest = errors.split_off(MOST_FINDINGS);
    *findings = errors;
    let Some(span) = rest.iter().find_map(|finding| finding.span) else { return };
    let message = format!(
        "{more} more findings are not listed: a unit has at most the limit of {MOST_FINDINGS} findings"
    );
    findings.push(Diagnostic::warning(EVALUATION_LIMIT, span, message));
}

#[cfg(test)]
mod tests {
    use hclx_diag::{SourceId, Span, TextRange};

    use super::*;

    #[test]
    fn errors_are_kept_and_the_rest_is_counted() {
        let at = Span { source: SourceId(0), range: TextRange::at(0) };
        let mut findings: Vec<Diagnostic> = (0..MOST_FINDINGS + 5)
            .map(|_| Diagnostic::warning(EVALUATION_LIMIT, at, "a warning"))
            .chain([Diagnostic::error(EVALUATION_LIMIT, at, "an error")])
            .collect();
        limit(&mut findings);
        assert_eq!(findings.len(), MOST_FINDINGS + 1);
        assert!(findings[0].is_error());
        let last = findings.last().expect("findings");
        assert!(last.message.to_string().starts_with("6 more findings are not listed"));
        let before = findings[..10].to_vec();
        let mut few = before.clone();
        limit(&mut few);
        assert_eq!(few.len(), before.len());
    }
}
