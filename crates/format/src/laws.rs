//! The laws of the formatter, which tests and a fuzz target check.

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_syntax::tokens::ParsedTokens;
use hclx_syntax::{Parsed, ParserArena, parse_body, tree_text};

use crate::{Form, Formatter, Style, apply, edits};

/// Widths at which no lines, many lines, some lines and few lines are broken.
const WIDTHS: [Option<u32>; 4] = [None, Some(1), Some(20), Some(80)];

/// Checks the laws for all forms.
///
/// # Panics
/// If a law does not hold.
pub fn hold(bytes: &[u8]) {
    forms().for_each(|form| hold_for(bytes, &form));
}

/// Checks the laws for a single form, which is derived from the bytes.
///
/// # Panics
/// If a law does not hold.
pub fn hold_one(bytes: &[u8]) {
    let sum = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_add(usize::from(*byte)));
    let mut forms = forms().cycle();
    hold_for(bytes, &forms.nth(sum % 8).expect("there are forms"));
}

fn forms() -> impl Iterator<Item = Form> + Clone {
    let of_style = |style: Style| WIDTHS.into_iter().map(move |width| Form { width, ..style.into() });
    [Style::Plain, Style::Terraform].into_iter().flat_map(of_style)
}

/// Panics unless the formatted source parses, formatting it again (with and without the width) changes nothing, its
/// tree is the same unless tokens are rewritten, and it is no longer than indentation and alignment can make it. A
/// source with errors must not be formatted.
fn hold_for(bytes: &[u8], form: &Form) {
    let before = parsed(bytes);
    let first = edits(&before, SourceId(0), form);
    let formatter = Formatter::default();
    let at_once = formatter.edits(SourceId(0), Arc::from(bytes), form);
    assert_eq!(at_once.as_ref().ok(), first.as_ref().ok(), "the tokens of the parser differ");
    let whole = formatter.formatted(SourceId(0), &Arc::from(bytes), form);
    let Ok(first) = first else { return assert!(whole.is_err(), "written despite of errors") };
    let formatted = apply(bytes, &first);
    assert_eq!(whole.ok(), Some((formatted != bytes).then(|| formatted.clone())), "written in another way");
    let after = parsed(&formatted);
    for form in [form, &form.style.into()] {
        let second = edits(&after, SourceId(0), form);
        assert_eq!(second, Ok(Vec::new()), "formatted again: {}", String::from_utf8_lossy(&formatted));
    }
    let at_once = formatter.edits(SourceId(0), Arc::from(&*formatted), form).ok();
    assert_eq!(at_once, Some(Vec::new()), "formatted again, with the tokens of the parser");
    let lines = 1 + formatted.iter().filter(|byte| **byte == b'\n').count();
    // a bracket may start a line, end a line, and get a comma
    let most = if form.width.is_some() { 4 * bytes.len() } else { bytes.len() };
    // a control character in a label becomes `\u000e`
    let longest = if form.style == Style::Terraform { 6 } else { 2 };
    assert!(formatted.len() <= longest * most * (lines + 1) + 16, "{} bytes", formatted.len());
    assert!(lines <= 1 + 2 * most, "{lines} lines");
    if form.style == Style::Plain {
        assert_eq!(tree_text(&before.tree), tree_text(&after.tree), "another tree");
    }
}

/// The number of token visits during formatting; 0 for a source with errors.
pub fn visits(bytes: &[u8], form: &Form) -> usize {
    crate::laid_out(&parsed(bytes), crate::tokens_of, form).map_or(0, |(tokens, _)| tokens.visits())
}

/// Returns `true` if a first pass over a source detects that it is formatted.
pub fn is_settled(bytes: &[u8], style: Style) -> bool {
    let (parsed, taken) = ParsedTokens::parse(SourceId(0), Arc::from(bytes), &mut ParserArena::default());
    crate::settled::is_settled(&parsed, &taken, style)
}

fn parsed(bytes: &[u8]) -> Parsed {
    parse_body(SourceId(0), Arc::from(bytes))
}
