//! The syntax of suppressions: `hclx: ignore[CODE, …] reason`, in comments or `"//"` properties.
//!
//! Out of scope: the findings that they hide (`suppress`).

use hclx_diag::{Diagnostic, Fix, SourceId, TextRange, code_names as codes, nearest};

/// The marker at the start of a suppression.
pub(super) const MARK: &str = "hclx:";

/// The scope of a suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// `ignore`: the place that the comment precedes or is next to.
    Place,
    /// `ignore-file`: the whole file.
    File,
}

/// The keywords and their scopes.
const FORMS: &[(&str, Scope)] = &[("ignore", Scope::Place), ("ignore-file", Scope::File)];

/// A well-formed suppression.
#[derive(Debug)]
pub(super) struct Directive {
    pub(super) scope: Scope,
    /// The codes and groups, with their places.
    pub(super) codes: Vec<(String, TextRange)>,
    pub(super) reason: String,
    /// The range from the keyword to the closing bracket.
    pub(super) range: TextRange,
}

/// Returns `true` if a comment up to a cursor is a suppression whose codes are being typed.
pub fn awaits_code(comment: &str) -> bool {
    let text =
        comment.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '/' | '*' | '"' | ':'));
    let word = text.strip_prefix(MARK).map(str::trim_start);
    word.is_some_and(|word| FORMS.iter().any(|(form, _)| word.starts_with(form)) && !word.contains(']'))
}

/// Parses the comment at `at`; `None` if it does not start with the marker.
///
/// # Errors
/// A finding about its form.
pub(super) fn read(source: SourceId, at: u32, text: &str) -> Option<Result<Directive, Box<Diagnostic>>> {
    let lead = text.len() - text.trim_start().len();
    let rest = text.trim_start().strip_prefix(MARK)?;
    // it accepts a change of an interface, which is not a finding in a file
    if text.trim_start().starts_with(crate::compare::ACCEPT) {
        return None;
    }
    let start = at + lead as u32;
    Some(directive(source, start, start + MARK.len() as u32, rest))
}

fn directive(source: SourceId, start: u32, at: u32, rest: &str) -> Result<Directive, Box<Diagnostic>> {
    let word_at = at + (rest.len() - rest.trim_start().len()) as u32;
    let rest = rest.trim_start();
    let end_of_word =
        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
    let (word, rest) = rest.split_at(end_of_word);
    let word_range = TextRange::new(word_at, word_at + word.len() as u32);
    let whole = TextRange::new(start, word_range.end).in_source(source);
    let Some((_, scope)) = FORMS.iter().find(|(name, _)| *name == word) else {
        let finding = malformed(source, start, word_range.end, format!("unknown suppression `{word}`"));
        let finding = finding.help("write `ignore[CODE] reason` or `ignore-file[CODE] reason`");
        return Err(Box::new(match nearest(word, FORMS.iter().map(|(name, _)| *name)) {
            Some(name) => {
                finding.fix(Fix::suggested(format!("write `{name}`"), word_range.in_source(source), name))
            }
            None => finding,
        }));
    };
    let after = word_range.end + (rest.len() - rest.trim_start().len()) as u32;
    let Some(inside) = rest.trim_start().strip_prefix('[') else {
        let finding =
            Diagnostic::warning(codes::SUPPRESSION_FORM, whole, format!("missing code after `{word}`"));
        return Err(Box::new(finding.help(format!("add the code: `{word}[CODE] reason`"))));
    };
    let Some((list, reason)) = inside.split_once(']') else {
        let end = after + 1 + inside.trim_end().len() as u32;
        return Err(Box::new(malformed(source, start, end, "unclosed `[`".to_owned())));
    };
    let end = after + 2 + list.len() as u32;
    let codes = listed(list, after + 1);
    if codes.is_empty() {
        let finding = malformed(source, start, end, "missing code in the brackets".to_owned());
        return Err(Box::new(finding.help(format!("add the code of the finding: `{word}[CODE] reason`"))));
    }
    // People separate the reason from the brackets in different ways.
    let reason = reason.trim().trim_start_matches([':', '-', '–', '—']).trim().to_owned();
    Ok(Directive { scope: *scope, codes, reason, range: TextRange::new(start, end) })
}

fn malformed(source: SourceId, start: u32, end: u32, message: String) -> Diagnostic {
    Diagnostic::warning(codes::SUPPRESSION_FORM, TextRange::new(start, end).in_source(source), message)
}

/// The words between the brackets; the first one starts at `at`.
fn listed(list: &str, at: u32) -> Vec<(String, TextRange)> {
    let mut words = Vec::new();
    let mut offset = at;
    for piece in list.split(',') {
        let lead = (piece.len() - piece.trim_start().len()) as u32;
        let word = piece.trim();
        if !word.is_empty() {
            let start = offset + lead;
            words.push((word.to_owned(), TextRange::new(start, start + word.len() as u32)));
        }
        offset += piece.len() as u32 + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Directive {
        read(SourceId(0), 10, text).expect("the mark").expect("a form")
    }

    #[test]
    fn forms_are_read_with_their_places() {
        let found = one(" hclx: ignore[HX2101,  style ] : why not ");
        assert_eq!((found.scope, found.reason.as_str()), (Scope::Place, "why not"));
        assert_eq!(
            found.codes,
            [("HX2101".to_owned(), TextRange::new(24, 30)), ("style".to_owned(), TextRange::new(33, 38)),]
        );
        assert_eq!(found.range, TextRange::new(11, 40));
        assert_eq!(one("hclx:ignore-file[A]").scope, Scope::File);
    }

    #[test]
    fn other_comments_are_not_suppressions_and_bad_ones_say_why() {
        assert!(read(SourceId(0), 0, "about hclx: ignore[A]").is_none());
        let why = |text: &str| read(SourceId(0), 0, text).expect("the mark").expect_err("bad").message;
        assert_eq!(why("hclx: ignor[A] x"), "unknown suppression `ignor`");
        assert_eq!(why("hclx: ignore x"), "missing code after `ignore`");
        assert_eq!(why("hclx: ignore[A"), "unclosed `[`");
        assert_eq!(why("hclx: ignore[ ,] x"), "missing code in the brackets");
        assert_eq!(why("hclx:"), "unknown suppression ``");
    }
}
