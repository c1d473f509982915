//! Names and labels that are one mistake away from a known one, where any is allowed.

use hclx_diag::{Arrange, Diagnostic, TextRange, code_names as codes, one_edit_apart};
use hclx_schema::{FilledBlock, FilledBody, Unknown};

/// The minimum length of misspelled words: shorter ones too often differ by one letter.
const SHORTEST: usize = 4;
/// The minimum length of words with two letters exchanged.
const SHORTEST_EXCHANGED: usize = 3;

/// Returns `true` if a name is a word with one mistake: a letter too much, too few or another one, or two exchanged. A
/// plural is another word.
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

/// Returns `false` for most pairs of different words at once: one mistake in a word that is long enough leaves its first
/// or its last letter.
fn may_be_near(written: &str, word: &str) -> bool {
    let (written, word) = (written.as_bytes(), word.as_bytes());
    written.len().abs_diff(word.len()) <= 1
        && (written.first() == word.first() || written.last() == word.last())
}

/// Returns `true` for a finding about a name that is nearly another one.
pub(crate) fn is_slip(finding: &Diagnostic) -> bool {
    !finding.fixes.is_empty() || finding.help.iter().any(|help| help.meant().is_some())
}

/// Warnings about a body and the blocks in it.
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

/// The warning about a name that is near to one that the body does not have yet.
fn slip_of_name(body: &FilledBody<'_>, name: &str, range: TextRange) -> Option<Diagnostic> {
    let schema = &body.block;
    if schema.find_attribute(name).is_some() || schema.find_block(name).is_some() {
        return None;
    }
    // that a required one is missing was reported here
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

/// The warning about a label that selects no body, but is near to one that does.
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
