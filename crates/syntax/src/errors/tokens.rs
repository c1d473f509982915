//! Messages about characters, brackets and whole files.
//!
//! Out of scope: strings and templates (`text`).

use hclx_diag::code_names::*;
use hclx_diag::{Diagnostic, SourceId, Span};

use super::{error, perhaps, shown, surely};
use crate::conflicts::Conflict;
use crate::limits::{MAX_DIAGNOSTICS, MAX_NESTING, MAX_NODES};

pub(crate) fn not_utf8(at: Span, bytes: &[u8]) -> Diagnostic {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
    error(NOT_UTF8, at, format!("the file is not UTF-8: {} is not a character", hex.join(" ")))
        .help("save the file as UTF-8; further occurrences are not listed")
}

/// A character that HCL does not use.
pub(crate) fn bad_character(at: Span, text: &str) -> Diagnostic {
    let c = text.chars().next().unwrap_or(' ');
    let (name, help) = match c {
        ';' => ("`;`".into(), "separate attributes and blocks with line breaks, elements with commas"),
        '&' => ("`&`".into(), "use `&&` for \"and\"; HCL has no bitwise operators"),
        '|' => ("`|`".into(), "use `||` for \"or\"; HCL has no bitwise operators"),
        '^' | '~' => (format!("`{c}`"), "use `pow` to raise to a power; HCL has no bitwise operators"),
        '\'' => ("`'`".into(), "use double quotes for strings"),
        '`' => ("`` ` ``".into(), "use double quotes for strings, or a heredoc, `<<EOT`, for long ones"),
        '$' => ("`$`".into(), "remove it: `$` only starts `${ }` inside strings"),
        '%' => ("`%`".into(), "remove `${ }`: it is only used inside strings"),
        '@' => ("`@`".into(), "use double quotes for strings"),
        '\\' => ("`\\`".into(), "remove it: lines continue inside brackets without a mark"),
        '\r' => ("carriage return without a line feed".into(), "use line feeds to end lines"),
        '“' | '”' | '„' | '‘' | '’' => (format!("quote `{c}`"), "use straight quotes: `\"`"),
        '\u{FEFF}' => ("byte order mark".into(), "remove it: it is only allowed at the start of a file"),
        '\u{A0}' => ("no-break space".into(), "replace it with a space"),
        c if c.is_control() || c.is_whitespace() || is_invisible(c) => {
            (format!("invisible character U+{:04X}", c as u32), "remove it")
        }
        c => (format!("`{c}`"), "use double quotes for strings"),
    };
    error(INVALID_CHARACTER, at, format!("unexpected {name}")).help(help)
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{2060}'..='\u{206F}')
}

/// A semicolon; `fix` is the range to replace and its replacement.
pub(crate) fn semicolon(at: Span, fix: (Span, &str)) -> Diagnostic {
    let title = if fix.1.is_empty() { "remove the `;`" } else { "start a new line" };
    error(INVALID_CHARACTER, at, "unexpected `;`: attributes and blocks end with the line")
        .fix(surely(title, fix.0, fix.1))
}

pub(crate) fn semicolon_in_list(at: Span, listed: super::ListKind) -> Diagnostic {
    let one = listed.one();
    error(INVALID_CHARACTER, at, format!("unexpected `;`: separate each {one} with a comma")).fix(surely(
        "use a comma",
        at,
        ",",
    ))
}

/// An unclosed bracket; `where_missed` is the range before which it should have been closed.
pub(crate) fn unclosed(open: Span, opener: &str, where_missed: Span) -> Diagnostic {
    let (opener, close) = pair(opener);
    error(UNCLOSED_BRACKET, open, format!("unclosed `{opener}`"))
        .also(where_missed, format!("expected `{close}` before this"))
        .help(format!("add `{close}`"))
}

/// An opening bracket and its closing bracket.
fn pair(opener: &str) -> (&'static str, &'static str) {
    match opener {
        "[" => ("[", "]"),
        "(" => ("(", ")"),
        _ => ("{", "}"),
    }
}

/// An unexpected token where a bracket should have been closed.
pub(crate) fn close_expected(at: Span, found: &str, open: Span, opener: &str) -> Diagnostic {
    let (opener, close) = pair(opener);
    error(UNCLOSED_BRACKET, at, format!("expected `{close}`, found {found}"))
        .also(open, format!("unclosed `{opener}`"))
        .help(format!("close it with `{close}`, or add an operator between the operands"))
}

/// A closing bracket of the wrong kind.
pub(crate) fn wrong_close(at: Span, found: &str, open: Span, opener: &str) -> Diagnostic {
    let (opener, close) = pair(opener);
    error(UNCLOSED_BRACKET, at, format!("expected `{close}`, found {found}"))
        .also(open, format!("unclosed `{opener}`"))
        .fix(perhaps(format!("write `{close}`"), at, close))
}

pub(crate) fn stray_close(at: Span, text: &str) -> Diagnostic {
    error(STRAY_BRACKET, at, format!("unexpected `{text}`: no matching bracket is open")).fix(perhaps(
        format!("remove the `{text}`, or add the opening bracket"),
        at,
        "",
    ))
}

/// A closing bracket that is surplus according to its indentation: it is indented deeper than the line of
/// `open`, which it would close.
pub(crate) fn surplus_close(at: Span, text: &str, open: Span) -> Diagnostic {
    error(STRAY_BRACKET, at, format!("unexpected `{text}`"))
        .also(open, "it would close this, which has less indentation")
        .fix(perhaps(format!("remove the `{text}`"), at, ""))
}

pub(crate) fn open_for_close(at: Span, open: Span) -> Diagnostic {
    error(UNCLOSED_BRACKET, at, "expected a key or `}`, found `{`").also(open, "unclosed `{`").fix(perhaps(
        "write `}`",
        at,
        "}",
    ))
}

pub(crate) fn unclosed_comment(at: Span) -> Diagnostic {
    error(UNCLOSED_COMMENT, at, "unclosed comment: it extends to the end of the file")
        .help("add `*/` where it ends")
}

pub(crate) fn merge_conflict(source: SourceId, conflict: Conflict) -> Diagnostic {
    let at = conflict.start.in_source(source);
    let mut found = error(MERGE_CONFLICT, at, "unresolved merge conflict");
    if let Some(middle) = conflict.middle {
        found = found.also(middle.in_source(source), "the other side starts here; it was not read");
    }
    if let Some(end) = conflict.end {
        found = found.also(end.in_source(source), "the conflict ends here");
    }
    found.help("keep one side and remove the conflict markers")
}

pub(crate) fn too_deep(at: Span) -> Diagnostic {
    error(NESTING, at, format!("nesting is deeper than the limit of {MAX_NESTING} levels"))
        .help("split it up, for example with local values; deeper levels were not read")
}

pub(crate) fn too_large(at: Span) -> Diagnostic {
    let message = format!("the source has more than the limit of {MAX_NODES} expressions and blocks");
    error(EVALUATION_LIMIT, at, message).help("split it up; the rest was not read")
}

pub(crate) fn too_many(at: Span, more: usize) -> Diagnostic {
    error(TOO_MANY, at, format!("{more} more errors are not listed after the first {MAX_DIAGNOSTICS}"))
        .help("check that this file is HCL")
}

pub(crate) fn extra_text(at: Span, found: &str) -> Diagnostic {
    error(EXTRA_TEXT, at, format!("expected one expression, found {found} after it"))
}

/// The HCL counterpart of an operator of another language.
#[derive(Clone, Copy)]
pub(crate) enum Instead {
    /// A different operator.
    Operator(&'static str),
    /// A different construct.
    Form(&'static str),
}

/// The HCL counterpart of an operator of another language.
pub(crate) fn instead_of(operator: &str) -> Option<Instead> {
    Some(match operator {
        "<>" | "!==" => Instead::Operator("!="),
        "===" => Instead::Operator("=="),
        "=<" => Instead::Operator("<="),
        ":=" | "==>" => Instead::Operator("="),
        "**" => Instead::Form("use the function `pow`"),
        "++" | "--" => Instead::Form("write out the addition"),
        "??" | "?:" => Instead::Form("use `x != null ? x : y` or the function `coalesce`"),
        _ => return None,
    })
}

pub(crate) fn no_such_operator(at: Span, operator: &str, instead: Instead) -> Diagnostic {
    let found = error(WRONG_OPERATOR, at, format!("`{operator}` is not an HCL operator"));
    match instead {
        Instead::Operator(right) => found.fix(surely(format!("write `{right}`"), at, right)),
        Instead::Form(form) => found.help(form),
    }
}

pub(crate) fn no_null_operator(at: Span, operator: &str) -> Diagnostic {
    let instead = instead_of(operator).unwrap_or(Instead::Form("write `condition ? x : y`"));
    no_such_operator(at, operator, instead)
}

/// `&`, `|`, `and`, `or` for `&&` and `||`.
pub(crate) fn misspelled_operator(at: Span, text: &str) -> Diagnostic {
    let (right, meaning) = if matches!(text, "&" | "and" | "AND") { ("&&", "and") } else { ("||", "or") };
    let message = format!("`{}` is not an operator for \"{meaning}\"; use `{right}`", shown(text));
    error(WRONG_OPERATOR, at, message).fix(surely(format!("write `{right}`"), at, right))
}
