//! Probable typos in places where any name or label is allowed: those one mistake away from a known one.

use hclx_diag::{Arrange, Diagnostic, TextRange, code_names as codes, one_edit_apart};
use hclx_schema::{FilledBlock, FilledBody, Unknown};

/// The minimum length of misspelled words: too many shorter ones differ by a single letter.
const SHORTEST: usize = 4;
/// The minimum length of words with two letters swapped.
const SHORTEST_EXCHANGED: usize = 3;

/// Returns `true` if a name is a word with one typo: an extra, missing or different letter, or two swapped ones. A
/// plural counts as another word.
pub(crate) fn is_misspelled(written: &str, word: &str) -> bool {
    let is_plural = |many: &str, single: &str| many.strip_suffix('s') == Some(single);
    let letters = |word: &str| {
        let mut letters = word.as_bytes().to_vec();
        letters.arrange();
        letters
    };
    let is_long = || {
        word.len() >= SHORTEST
            || word.len() >= SHORTEST_EXCHANGED
                && written.len() == word.len()
                && letters(written) == letters(word)
    };
    may_be_near(written, word)
        && is_long()
        && !is_plural(written, word)
        && !is_plural(word, written)
        && one_edit_apart(written, word)
}

/// A quick test that rules out most pairs: one typo in a word of sufficient length leaves its first or its last letter
/// intact.
fn may_be_near(written: &str, word: &str) -> bool {
    let (written, word) = (written.as_bytes(), word.as_bytes());
    written.len().abs_diff(word.len()) <= 1
        && (written.first() == word.first() || written.last() == word.last())
}

/// Returns `true` for a finding about a name that is close to another one.
pub(crate) fn is_slip(finding: &Diagnostic) -> bool {
    !finding.fixes.is_empty() || finding.help.iter().any(|help| help.meant().is_some())
}

/// Warnings about probable typos in a body and its blocks.
pub(crate) fn slips(body: &FilledBody<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    add(body, &mut findings);
    findings
}

fn add(body: &FilledBody<'_>, findings: &mut Vec<Diagnostic>) {
    hclx_diag::grow(|| {
        if body.block.unknown == Unknown::Free || body.block.any_attribute.is_some() {
            let names =
                body.attributes.iter().map(|attribute| (attribute.view.name, attribute.view.name_range));
            let types = body.blocks.iter().map(|block| (block.view.block_type, block.view.type_range));
            findings.extend(names.chain(types).filter_map(|(name, range)| slip_of_name(body, name, range)));
        }
        for block in &body.blocks {
            findings.extend(slip_of_label(body, block));
            add(&block.body, findings);
        }
    });
}

/// The warning about a name that is close to one that the body does not set yet.
fn slip_of_name(body: &FilledBody<'_>, name: &str, range: TextRange) -> Option<Diagnostic> {
    let schema = &body.block;
    if schema.find_attribute(name).is_some() || schema.find_block(name).is_some() {
        return None;
    }
    // missing required attributes are already reported
    let optional = schema.attributes().iter().filter(|attribute| !attribute.required);
    let attributes = optional.map(|attribute| &*attribute.name);
    let mut known = attributes.chain(schema.blocks().iter().map(|nested| &*nested.block_type));
    let is_absent = |known: &&str| body.attribute(known).is_none() && body.blocks(known).next().is_none();
    let meant = known.find(|known| is_misspelled(name, known) && is_absent(known))?;
    let place = range.in_source(body.view.source());
    let finding =
        Diagnostic::warning(codes::IGNORED_NAME, place, format!("unexpected attribute or block `{name}`"));
    Some(finding.perhaps_meant(Some(meant)))
}

/// The warning about a label that selects no body, but is close to one that does.
fn slip_of_label(body: &FilledBody<'_>, block: &FilledBlock<'_>) -> Option<Diagnostic> {
    let (index, known) = body.block.find_block(block.view.block_type)?.body.by()?;
    let label = block.view.labels.get(index)?;
    if known.iter().any(|known| **known == *label.text) {
        return None;
    }
    let meant = known.iter().find(|known| is_misspelled(label.text, known))?;
    let place = label.range.in_source(body.view.source());
    let message = format!("unexpected label `{}` of `{}`", label.text, block.view.block_type);
    Some(Diagnostic::warning(codes::VALUE_NOT_ALLOWED, place, message).perhaps_meant(Some(&**meant)))
}
