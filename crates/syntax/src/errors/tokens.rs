//! Messages about characters, brackets and whole files.
//!
//! Out of scope: strings and templates (`text`).

use hclx_diag::code_names::*;
use hclx_diag::{Diagnostic, SourceId, Span};

use super::{error, perhaps, shown, surely};
use crate::lexer::Conflict;
use crate::limits::{MAX_DIAGNOSTICS, MAX_NESTING};

pub(crate) fn not_utf8(at: Span, bytes: &[u8]) -> Diagnostic {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
    error(NOT_UTF8, at, format!("the text is not UTF-8: {} is not a character", hex.join(" ")))
        .help("save the file as UTF-8; other places that are not UTF-8 are not listed")
}

/// A character that HCL does not use.
pub(crate) fn bad_character(at: Span, text: &str) -> Diagnostic {
    let c = text.chars().next().unwrap_or(' ');
    let (name, help) = match c {
        ';' => ("`;`".into(), "attributes and blocks are separated by new lines, elements by commas"),
        '&' => ("`&`".into(), "write `&&` for \"and\"; there are no operators on bits"),
        '|' => ("`|`".into(), "write `||` for \"or\"; there are no operators on bits"),
        '^' | '~' => (format!("`{c}`"), "there are no operators on bits; `pow` raises to a power"),
        '\'' => ("`'`".into(), "strings are in double quotes"),
        '`' => ("`` ` ``".into(), "strings are in double quotes; longer texts in a heredoc, `<<EOT`"),
        '$' | '%' => (format!("`{c}`"), "an expression is written without `${ }` outside of strings"),
        '@' => ("`@`".into(), "text is in double quotes"),
        '\\' => ("`\\`".into(), "a line needs no mark to go on inside brackets"),
        '\r' => ("a carriage return without a line feed".into(), "end lines with a line feed"),
        '“' | '”' | '„' | '‘' | '’' => {
            (format!("the quote `{c}`"), "strings are in straight quotes: `\"`")
        }
        '\u{FEFF}' => ("a byte order mark".into(), "it may be only at the very start; remove it"),
        '\u{A0}' => ("a no-break space".into(), "replace it by a space"),
        c if c.is_control() || c.is_whitespace() || is_invisible(c) => {
            (format!("the invisible character U+{:04X}", c as u32), "remove it")
        }
        c => (format!("`{c}`"), "text is in double quotes"),
    };
    error(INVALID_CHARACTER, at, format!("{name} has no meaning here")).help(help)
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{2060}'..='\u{206F}')
}

/// `fix`: what to replace, and by what.
pub(crate) fn semicolon(at: Span, fix: (Span, &str)) -> Diagnostic {
    let title = if fix.1.is_empty() { "remove the `;`" } else { "begin a new line" };
    error(INVALID_CHARACTER, at, "`;` separates nothing in HCL: each attribute or block ends with its line")
        .fix(surely(title, fix.0, fix.1))
}

pub(crate) fn semicolon_in_list(at: Span, listed: super::Listed) -> Diagnostic {
    let one = listed.one();
    error(INVALID_CHARACTER, at, format!("`;` separates nothing in HCL: write a comma after each {one}"))
        .fix(surely("write a comma", at, ","))
}

/// A bracket without its partner; `where_missed` is the place before which it should have been.
pub(crate) fn unclosed(open: Span, opener: &str, where_missed: Span) -> Diagnostic {
    let (opener, close) = pair(opener);
    error(UNCLOSED_BRACKET, open, format!("this `{opener}` is never closed"))
        .also(where_missed, format!("`{close}` is missing before this"))
        .help(format!("add `{close}`"))
}

/// An opening bracket and what closes it.
fn pair(opener: &str) -> (&'static str, &'static str) {
    match opener {
        "[" => ("[", "]"),
        "(" => ("(", ")"),
        _ => ("{", "}"),
    }
}

/// Something is where a bracket should have been closed.
pub(crate) fn close_expected(at: Span, found: &str, open: Span, opener: &str) -> Diagnostic {
    let (opener, close) = pair(opener);
    error(UNCLOSED_BRACKET, at, format!("expected `{close}`, found {found}"))
        .also(open, format!("this `{opener}` is open"))
        .help(format!("close it with `{close}`, or write an operator between the operands"))
}

/// A closing bracket of the wrong kind.
pub(crate) fn wrong_close(at: Span, found: &str, open: Span, opener: &str) -> Diagnostic {
    let (opener, close) = pair(opener);
    error(UNCLOSED_BRACKET, at, format!("expected `{close}`, found {found}"))
        .also(open, format!("this `{opener}` is open"))
        .fix(perhaps(format!("write `{close}`"), at, close))
}

pub(crate) fn stray_close(at: Span, text: &str) -> Diagnostic {
    error(STRAY_BRACKET, at, format!("`{text}` closes nothing: no bracket of its kind is open")).fix(perhaps(
        format!("remove the `{text}`, or add the bracket that it should close"),
        at,
        "",
    ))
}

/// A closing bracket that is indented deeper than the line of `open`, which it would close.
pub(crate) fn surplus_close(at: Span, text: &str, open: Span) -> Diagnostic {
    error(STRAY_BRACKET, at, format!("this `{text}` is one too many"))
        .also(open, "it would close this, which is indented less")
        .fix(perhaps(format!("remove the `{text}`"), at, ""))
}

pub(crate) fn open_for_close(at: Span, open: Span) -> Diagnostic {
    error(UNCLOSED_BRACKET, at, "expected a key or `}`, found `{`")
        .also(open, "this `{` is open")
        .fix(perhaps("write `}`", at, "}"))
}

pub(crate) fn unclosed_comment(at: Span) -> Diagnostic {
    error(UNCLOSED_COMMENT, at, "this comment is never closed: it takes in the rest of the file")
        .help("add `*/` where it ends")
}

pub(crate) fn merge_conflict(source: SourceId, conflict: Conflict) -> Diagnostic {
    let at = conflict.start.in_source(source);
    let mut found = error(MERGE_CONFLICT, at, "this is an unresolved merge conflict");
    if let Some(middle) = conflict.middle {
        found = found.also(middle.in_source(source), "the other side begins here; it was not read");
    }
    if let Some(end) = conflict.end {
        found = found.also(end.in_source(source), "the conflict ends here");
    }
    found.help("keep one side, and remove the lines that version control has put there")
}

pub(crate) fn too_deep(at: Span) -> Diagnostic {
    error(NESTING, at, format!("this is nested deeper than {MAX_NESTING} levels, which is the limit"))
        .help("what is nested deeper was not read; take it apart, for example with local values")
}

pub(crate) fn too_many(at: Span, more: usize) -> Diagnostic {
    error(TOO_MANY, at, format!("{more} more errors are not listed, after {MAX_DIAGNOSTICS} that are"))
        .help("perhaps this file is not HCL")
}

pub(crate) fn extra_text(at: Span, found: &str) -> Diagnostic {
    error(EXTRA_TEXT, at, format!("expected one expression, found {found} after it"))
}

/// What HCL has for an operator of another language.
#[derive(Clone, Copy)]
pub(crate) enum Instead {
    /// Another operator.
    Operator(&'static str),
    /// Another form.
    Form(&'static str),
}

/// The operators of other languages and what HCL has for them.
pub(crate) fn instead_of(operator: &str) -> Option<Instead> {
    Some(match operator {
        "<>" | "!==" => Instead::Operator("!="),
        "===" => Instead::Operator("=="),
        "=<" => Instead::Operator("<="),
        ":=" | "==>" => Instead::Operator("="),
        "**" => Instead::Form("use the function `pow`"),
        "++" | "--" => Instead::Form("write the addition out"),
        "??" | "?:" => Instead::Form("write `x != null ? x : y`, or use the function `coalesce`"),
        _ => return None,
    })
}

pub(crate) fn no_such_operator(at: Span, operator: &str, instead: Instead) -> Diagnostic {
    let found = error(WRONG_OPERATOR, at, format!("`{operator}` is not an operator of HCL"));
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
pub(crate) fn misspelt_operator(at: Span, text: &str) -> Diagnostic {
    let (right, meaning) = if matches!(text, "&" | "and" | "AND") { ("&&", "and") } else { ("||", "or") };
    let message = format!("`{}` is not an operator: \"{meaning}\" is written `{right}`", shown(text));
    error(WRONG_OPERATOR, at, message).fix(surely(format!("write `{right}`"), at, right))
}
