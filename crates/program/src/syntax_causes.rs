//! Syntax errors with a common cause: a missing bracket, a habit, text that is not HCL.

use std::collections::HashMap;

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, SharedCause, SharedWords, SourceId, Stage, code_names as codes};
use hclx_languages::{line_starts_block, reads_as_hcl};

/// The minimum number of syntax errors of one kind in a file, or with edits, for which a common cause is
/// reported.
const FEWEST_ALIKE: usize = 4;
const FEWEST_WITH_EDITS: usize = 8;

/// The minimum number of errors after an unclosed bracket for which a common cause is reported.
const FEWEST_OF_CASCADE: usize = 4;

/// The minimum number of errors in lines of text for which a common cause is reported.
const FEWEST_IN_TEXT: usize = 4;

/// Sets the common causes of a file's syntax errors.
pub(crate) fn with_causes(snapshot: &Snapshot, file: SourceId, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let findings = with_directives_once(snapshot, file, findings);
    let findings = with_cascade_once(snapshot, file, findings);
    with_syntax_errors_once(with_text_once(snapshot, file, findings))
}

fn is_syntax_error(finding: &Diagnostic) -> bool {
    finding.is_error() && finding.code.stage() == Stage::Syntax
}

fn start(finding: &Diagnostic) -> usize {
    finding.span.map_or(0, |span| span.range.start as usize)
}

/// Sets a common cause for the malformed directives of a line: a string of another language, such as a grok
/// pattern.
fn with_directives_once(
    snapshot: &Snapshot,
    file: SourceId,
    mut findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let Ok(bytes) = snapshot.bytes(file) else { return findings };
    let mut last: Option<(usize, SharedCause)> = None;
    findings.sort_by_key(|finding| finding.span);
    for finding in &mut findings {
        if finding.code != codes::BAD_DIRECTIVE || finding.cause.is_some() {
            continue;
        }
        let at = start(finding);
        let is_beside = |(before, _): &(usize, SharedCause)| !bytes[*before..at].contains(&b'\n');
        let cause = match last.take().filter(is_beside) {
            Some((_, cause)) => cause,
            None => finding.shared_cause(SharedWords::Others(
                "another directive in this line is not listed".into(),
                "other directives in this line are not listed".into(),
            )),
        };
        finding.cause = Some(Box::new(cause.clone()));
        last = Some((at, cause));
    }
    findings
}

/// Sets a common cause for an unclosed bracket and many syntax errors after it, up to the next block at the start of a
/// line whose code has none: after a missing bracket, code is parsed as a part of other code.
fn with_cascade_once(snapshot: &Snapshot, file: SourceId, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let unclosed = findings.iter().filter(|finding| finding.code == codes::UNCLOSED_BRACKET);
    let Some(first) = unclosed.min_by_key(|finding| start(finding)) else { return findings };
    let Ok(bytes) = snapshot.bytes(file) else { return findings };
    let from = start(first);
    let errors: Vec<usize> = findings.iter().filter(|finding| is_syntax_error(finding)).map(start).collect();
    let mut end = from;
    for block in blocks_after(&bytes, from).chain([bytes.len() + 1]) {
        if !errors.iter().any(|at| (end..block).contains(at)) {
            break;
        }
        end = block;
    }
    let is_part = |finding: &Diagnostic| is_syntax_error(finding) && (from..end).contains(&start(finding));
    if findings.iter().filter(|finding| is_part(finding)).count() <= FEWEST_OF_CASCADE {
        return findings;
    }
    let words = SharedWords::Others(
        "another syntax error after it is not listed".into(),
        "other syntax errors after it are not listed".into(),
    );
    let cause = first.shared_cause(words);
    with_cause(findings, &cause, is_part)
}

/// The places after another one where a line starts a block.
fn blocks_after(bytes: &[u8], from: usize) -> impl Iterator<Item = usize> {
    let starts =
        bytes.iter().enumerate().skip(from).filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    starts
        .filter(|at| line_starts_block(bytes[*at..].split(|byte| *byte == b'\n').next().unwrap_or_default()))
}

/// Sets a common cause for the syntax errors in many lines outside of blocks that do not look like HCL: notes, or a
/// program's answer, that were pasted between blocks.
fn with_text_once(snapshot: &Snapshot, file: SourceId, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let Ok(bytes) = snapshot.bytes(file) else { return findings };
    if findings.iter().filter(|finding| is_syntax_error(finding)).count() < FEWEST_IN_TEXT {
        return findings;
    }
    let text = lines_of_text(&bytes);
    let line_of = |finding: &Diagnostic| {
        let at = start(finding);
        text.iter().position(|line| line.contains(&at) || line.end == at)
    };
    let is_part = |finding: &Diagnostic| {
        is_syntax_error(finding) && finding.cause.is_none() && line_of(finding).is_some()
    };
    let mut lines: Vec<usize> = findings.iter().filter(|it| is_part(it)).filter_map(line_of).collect();
    lines.sort_unstable();
    lines.dedup();
    let first = findings.iter().filter(|finding| is_part(finding)).min_by_key(|finding| finding.span);
    let Some(first) = first.filter(|_| lines.len() >= FEWEST_IN_TEXT) else { return findings };
    let words = SharedWords::Count(String::new(), " syntax errors in text that is not HCL".into());
    let help = "write text as comments, or move it to another file";
    let cause = SharedCause { help: Some(help.into()), ..first.shared_cause(words) };
    with_cause(findings, &cause, is_part)
}

/// The ranges of the lines outside of blocks that do not look like HCL. A block begins and ends at the start of a
/// line.
fn lines_of_text(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut lines, mut start, mut is_inside) = (Vec::new(), 0, false);
    for line in bytes.split(|byte| *byte == b'\n') {
        let end = start + line.len();
        if line_starts_block(line) {
            is_inside = true;
        } else if line.starts_with(b"}") {
            is_inside = false;
        } else if !is_inside && !reads_as_hcl(line) {
            lines.push(start..end);
        }
        start = end + 1;
    }
    lines
}

/// Sets the cause of the findings that are a part of it.
fn with_cause(
    findings: Vec<Diagnostic>,
    cause: &SharedCause,
    is_part: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let with_cause = |finding: Diagnostic| match is_part(&finding) {
        true => finding.caused_by(cause.clone()),
        false => finding,
    };
    findings.into_iter().map(with_cause).collect()
}

/// Sets a common cause for many syntax errors with the same message or the same edit: a habit, or a text that does not
/// belong in the file.
fn with_syntax_errors_once(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let kind = |finding: &Diagnostic| {
        let is_of_form = finding.code.stage() == Stage::Syntax || finding.code == codes::NOT_CONSTANT;
        let is_repeatable = finding.is_error() && is_of_form;
        let words = finding.fixes.first().map_or(&finding.message, |fix| &fix.title);
        // errors on one line also share a cause
        let is_free = finding.cause.is_none() || finding.code == codes::NOT_CONSTANT;
        (is_repeatable && is_free).then(|| (words.clone(), finding.fixes.is_empty()))
    };
    let mut alike: HashMap<(String, bool), (usize, SharedCause)> = HashMap::new();
    findings.sort_by_key(|finding| finding.span);
    for finding in &findings {
        let Some(kind) = kind(finding) else { continue };
        let words = SharedWords::Others(
            "another error like this in the file is not listed".into(),
            "other errors like this in the file are not listed".into(),
        );
        let cause = || finding.shared_cause(words).fixing_all();
        alike.entry(kind).or_insert_with(|| (0, cause())).0 += 1;
    }
    let with_cause = |finding: Diagnostic| {
        let kind = kind(&finding);
        let fewest = |is_plain: bool| if is_plain { FEWEST_ALIKE } else { FEWEST_WITH_EDITS };
        match kind.and_then(|kind| alike.get(&kind).filter(|(count, _)| *count >= fewest(kind.1))) {
            Some((_, cause)) => finding.caused_by(cause.clone()),
            None => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}
