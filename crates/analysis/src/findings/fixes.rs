//! Applies edits in rounds: the edits of a round do not overlap, and the result of each round is checked
//! again.
//!
//! Edits are applied by place; one that overlaps another waits for the next round. An edit is kept only if
//! its finding disappears and no new error appears. Bytes outside of edits do not change.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hclx_diag::{Applicability, Arrange, Code, Diagnostic, Fix, SourceId};

/// The maximum number of rounds; sources whose findings settle need fewer.
const MOST_ROUNDS: usize = 10;

/// The maximum number of versions of one file that are checked: if no edit is an improvement, each one would
/// be tried.
const MOST_TRIES: usize = 100;

/// The minimum safety of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Edits that are certain.
    Certain,
    /// Suggested edits as well.
    Suggested,
}

impl Safety {
    const fn takes(self, fix: &Fix) -> bool {
        matches!((self, fix.applicability), (_, Applicability::Certain) | (Safety::Suggested, _))
    }
}

/// A source after its edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedSource {
    /// The new contents.
    pub bytes: Arc<[u8]>,
    /// The number of applied fixes.
    pub applied: usize,
}

/// The fix to apply for a finding: the best one that is safe enough and stays within the file. Applied edits
/// are not printed, so they may quote hidden values.
pub fn chosen(finding: &Diagnostic, source: SourceId, safety: Safety) -> Option<&Fix> {
    let fits = |fix: &&Fix| {
        safety.takes(fix) && !fix.edits.is_empty() && fix.edits.iter().all(|edit| edit.span.source == source)
    };
    finding.fixes.iter().chain(&finding.unshown).find(fits)
}

/// The fixes of one round for a source of this length; of several that overlap, the first one.
pub fn proposed<'f>(
    source: SourceId,
    length: usize,
    findings: impl IntoIterator<Item = &'f Diagnostic>,
    safety: Safety,
) -> Vec<&'f Fix> {
    let candidates: Vec<&Fix> =
        findings.into_iter().filter_map(|finding| chosen(finding, source, safety)).collect();
    apart(&candidates, length)
}

/// Returns `true` if there are fewer findings and no code has more errors.
pub fn improves(before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    after.len() < before.len() && !worse(&errors(before), &errors(after))
}

/// Applies the fixes of one file in rounds. `judge` returns the findings of a version of the file with the
/// source id `source`; `findings` are those of `bytes`.
///
/// Returns `None` if nothing changed.
pub fn fix(
    source: SourceId,
    bytes: &Arc<[u8]>,
    findings: Vec<Diagnostic>,
    safety: Safety,
    judge: &mut dyn FnMut(&Arc<[u8]>) -> Vec<Diagnostic>,
) -> Option<FixedSource> {
    let mut now = FixedSource { bytes: bytes.clone(), applied: 0 };
    let mut findings = findings;
    let mut tries = 0;
    for _ in 0..MOST_ROUNDS {
        let mut judge = |text: &Arc<[u8]>| {
            tries += 1;
            (tries <= MOST_TRIES).then(|| judge(text))
        };
        let Some((round, after)) = round(source, &now.bytes, &findings, safety, &mut judge) else { break };
        now = FixedSource { bytes: round.bytes, applied: now.applied + round.applied };
        findings = after;
    }
    (now.applied > 0).then_some(now)
}

/// Returns the findings of a version of the file; `None` once the limit is reached.
type Judge<'j> = dyn FnMut(&Arc<[u8]>) -> Option<Vec<Diagnostic>> + 'j;

/// Applies one round: all edits at once if nothing gets worse, otherwise the halves that make nothing worse.
fn round(
    source: SourceId,
    bytes: &Arc<[u8]>,
    findings: &[Diagnostic],
    safety: Safety,
    judge: &mut Judge<'_>,
) -> Option<(FixedSource, Vec<Diagnostic>)> {
    let chosen = proposed(source, bytes.len(), findings, safety);
    // the parts still to be tried, the next one on top
    let mut parts: Vec<Vec<&Fix>> = vec![chosen];
    while let Some(part) = parts.pop() {
        if part.is_empty() {
            continue;
        }
        let text: Arc<[u8]> = edited(bytes, &part).into();
        // Edits without effect need no check.
        let after = if text == *bytes { Vec::new() } else { judge(&text)? };
        if text != *bytes && improves(findings, &after) {
            return Some((FixedSource { bytes: text, applied: part.len() }, after));
        }
        // Some of these edits make something worse, but one half of them may not.
        if part.len() > 1 {
            let (first, second) = part.split_at(part.len() / 2);
            parts.push(second.to_vec());
            parts.push(first.to_vec());
        }
    }
    None
}

/// Counts errors by code.
fn errors(findings: &[Diagnostic]) -> HashMap<Code, usize> {
    let mut counts = HashMap::new();
    for finding in findings.iter().filter(|finding| finding.is_error()) {
        *counts.entry(finding.code).or_insert(0) += 1;
    }
    counts
}

/// Returns `true` if any code has more errors than before.
fn worse(before: &HashMap<Code, usize>, after: &HashMap<Code, usize>) -> bool {
    after.iter().any(|(code, count)| *count > before.get(code).copied().unwrap_or(0))
}

/// The fixes that are inside the source and neither touch nor overlap an earlier fix.
fn apart<'f>(fixes: &[&'f Fix], length: usize) -> Vec<&'f Fix> {
    // Sorted by start; ranges do not overlap, so comparing neighbors is enough.
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut chosen: Vec<&Fix> = Vec::new();
    for fix in fixes {
        let ranges: Vec<std::ops::Range<usize>> =
            fix.edits.iter().map(|edit| edit.span.range.range()).collect();
        let free = |range: &std::ops::Range<usize>| {
            let before = taken.range(..=range.end).next_back();
            // Edits that touch each other, such as two insertions at one place, may depend on each other.
            range.end <= length && before.is_none_or(|(_, end)| *end < range.start)
        };
        if ranges.iter().all(free) {
            taken.extend(ranges.into_iter().map(|range| (range.start, range.end)));
            chosen.push(fix);
        }
    }
    chosen
}

/// The source with the edits applied, none of which overlap.
pub fn edited(bytes: &[u8], fixes: &[&Fix]) -> Vec<u8> {
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.arrange_by_key(|edit| (edit.span.range.start, edit.span.range.end));
    let mut text = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range.range();
        text.extend_from_slice(bytes.get(at..range.start).unwrap_or_default());
        text.extend_from_slice(edit.text.as_bytes());
        at = range.end.max(at);
    }
    text.extend_from_slice(bytes.get(at..).unwrap_or_default());
    text
}
