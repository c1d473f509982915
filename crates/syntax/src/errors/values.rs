//! Messages about expressions.
//!
//! Out of scope: strings and templates (`text`).

use hclx_diag::code_names::*;
use hclx_diag::{Diagnostic, Span};

use super::{ListKind, before, error, perhaps, shown, surely};

/// A missing expression; `before` is the preceding token.
pub(crate) fn value_expected(at: Span, before: &str, found: &str) -> Diagnostic {
    let before = shown(before);
    let message = if before.is_empty() {
        format!("expected an expression, found {found}")
    } else {
        format!("expected an expression after `{before}`, found {found}")
    };
    let finding = error(VALUE_MISSING, at, message);
    match (found, &*before) {
        ("`...`", "[") => finding.help("use `concat(list, [value])` to join lists"),
        ("`...`", "{") => finding.help("use `merge(object, { key = value })` to join objects"),
        ("`...`", ",") => finding.help("use `concat` to join lists, or `merge` to join objects"),
        _ => finding,
    }
}

pub(crate) fn line_break_in_expression(at: Span, before: &str, next: Span) -> Diagnostic {
    let before = shown(before);
    error(LINE_BREAK, at, format!("unexpected end of line after `{before}`"))
        .also(next, "a line break outside brackets ends the expression, so this is not part of it")
        .help("join the lines, or wrap the expression in parentheses")
}

pub(crate) fn foreign_quotes(at: Span, quote: &str, text: &str) -> Diagnostic {
    let kind = match quote {
        "'" => "HCL strings use double quotes",
        "`" => "HCL strings use double quotes, not backticks",
        _ => "HCL strings use straight double quotes",
    };
    let found = error(WRONG_QUOTES, at, kind);
    let straight = format!("\"{text}\"");
    // With a quote or a template sequence, the string would have a different meaning.
    if text.contains(['"', '\\', '\n']) || text.contains("${") || text.contains("%{") {
        found.help("use double quotes, with `\\\"` and `\\\\` for quotes and backslashes in the string")
    } else {
        found.fix(surely("use double quotes", at, straight))
    }
}

/// An unquoted string with a colon, for example an address or an image name.
pub(crate) fn text_without_quotes(at: Span, text: &str) -> Diagnostic {
    let quoted = format!("\"{text}\"");
    let text = shown(text);
    error(WRONG_QUOTES, at, format!("`{text}` is a string; quote it")).fix(perhaps("quote it", at, quoted))
}

pub(crate) fn number_without_digit(at: Span, text: &str) -> Diagnostic {
    error(BAD_NUMBER, at, format!("missing digit before `{text}`")).fix(surely(
        "add a zero",
        at,
        format!("0{text}"),
    ))
}

pub(crate) fn bad_number(at: Span, text: &str) -> Diagnostic {
    if let Some((first, last)) = text.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>())
    {
        return error(BAD_NUMBER, at, format!("`{}` is not a range in HCL", shown(text)))
            .help(format!("use `range({first}, {})` for a list of numbers", last.saturating_add(1)));
    }
    let text = shown(text);
    error(BAD_NUMBER, at, format!("invalid number `{text}`: it has more than one point or exponent"))
        .help(format!("quote it if it is a version or an address: `\"{text}\"`"))
        .fix(perhaps("quote it", at, format!("\"{text}\"")))
}

pub(crate) fn exponent_too_large(at: Span) -> Diagnostic {
    error(BAD_NUMBER, at, "the exponent of this number is too large: it must fit 32 bits")
}

pub(crate) fn number_then_letters(at: Span, text: &str) -> Diagnostic {
    let lower = text.to_ascii_lowercase();
    let text = shown(text);
    let found = error(BAD_NUMBER, at, format!("`{text}` is neither a number nor a name"));
    match lower.get(..2) {
        Some("0x") => found.help("use `parseint(\"…\", 16)` for hexadecimal digits"),
        Some("0b") => found.help("use `parseint(\"…\", 2)` for binary digits"),
        Some("0o") => found.help("use `parseint(\"…\", 8)` for octal digits"),
        _ => found.help(format!("quote it if it is a string: `\"{text}\"`")),
    }
}

pub(crate) fn missing_colon(at: Span, found: &str, question: Span) -> Diagnostic {
    error(BAD_CONDITIONAL, at, format!("expected `:` and the value for false, found {found}"))
        .also(question, "the condition ends here")
        .help("write a conditional as `condition ? value : other`")
}

pub(crate) fn if_expression(at: Span) -> Diagnostic {
    error(WRONG_OPERATOR, at, "HCL has no `if` expression").help("write `condition ? value : other`")
}

pub(crate) fn comma_without_element(at: Span, listed: ListKind) -> Diagnostic {
    let one = listed.one();
    error(EXTRA_COMMA, at, format!("expected an {one}, found `,`")).fix(perhaps("remove the comma", at, ""))
}

pub(crate) fn comma_on_next_line(at: Span) -> Diagnostic {
    error(EXTRA_COMMA, at, "unexpected comma: the line break before it already ended the item")
        .help("move the comma to the end of the previous line, or remove it")
        .fix(surely("remove the comma", at, ""))
}

/// A missing comma; `gap` is the empty range where it belongs.
pub(crate) fn missing_comma(listed: ListKind, previous: &str, gap: Span) -> Diagnostic {
    let previous = shown(previous);
    let message = match listed {
        ListKind::Item => format!("missing comma or line break after `{previous}`"),
        _ => format!("missing comma between {}s, after `{previous}`", listed.one()),
    };
    error(MISSING_SEPARATOR, gap, message).fix(surely("add a comma", gap, ","))
}

pub(crate) fn comma_or_close(at: Span, found: &str, listed: ListKind, open: Span) -> Diagnostic {
    let close = match listed {
        ListKind::Element => "]",
        ListKind::Argument => ")",
        ListKind::Item => "}",
    };
    let or = if listed == ListKind::Item { "a comma, a line break" } else { "a comma" };
    error(
        MISSING_SEPARATOR,
        at,
        format!("expected {or} or `{close}` after this {}, found {found}", listed.one()),
    )
    .also(open, "the bracket is opened here")
}

pub(crate) fn key_in_list(at: Span, open: Span, found: &str) -> Diagnostic {
    error(MISSING_SEPARATOR, at, format!("expected a comma, found {found}: list elements have no keys"))
        .also(open, "the list starts here")
        .help("use `{ }` for an object with keys")
}

pub(crate) fn comma_in_parentheses(at: Span, open: Span) -> Diagnostic {
    error(UNCLOSED_BRACKET, at, "parentheses can contain only one expression")
        .also(open, "unclosed `(`")
        .help("use `[ ]` for a list")
}

pub(crate) fn expansion_not_last(at: Span) -> Diagnostic {
    error(BAD_CALL, at, "`...` must be the last thing before `)`")
        .help("use `concat` to join lists: only the last argument can be expanded")
}

pub(crate) fn function_name_expected(at: Span, found: &str) -> Diagnostic {
    error(BAD_CALL, at, format!("expected the name of a function after `::`, found {found}"))
}

pub(crate) fn call_expected(at: Span, found: &str, name: Span) -> Diagnostic {
    error(BAD_CALL, at, format!("expected `(`, found {found}: only function names contain `::`"))
        .also(name, "this is a function name")
}

pub(crate) fn name_after_dot(at: Span, found: &str, dot: Span) -> Diagnostic {
    error(BAD_STEP, at, format!("expected a name after `.`, found {found}"))
        .also(dot, "the dot is here")
        .help("use brackets for a key that is not a name: `[\"key\"]`")
}

pub(crate) fn two_dots(at: Span) -> Diagnostic {
    error(BAD_STEP, at, "unexpected `..`: attribute access takes one dot").fix(perhaps(
        "use one dot; `...` expands a list after the last argument of a call",
        at,
        ".",
    ))
}

/// `b.0.1`, where `0.1` is one number.
pub(crate) fn chained_legacy_index(at: Span, text: &str) -> Diagnostic {
    let indexes: String = text.split('.').map(|index| format!("[{index}]")).collect();
    let mut dotted = at;
    // The dot before the number is replaced as well.
    dotted.range.start -= 1;
    error(BAD_STEP, at, format!("`.{}` is parsed as one number; use brackets for two indexes", shown(text)))
        .help(format!("write `{}`", shown(&indexes)))
        .fix(perhaps("use brackets", dotted, indexes))
}

pub(crate) fn splat_in_splat(at: Span, first: Span) -> Diagnostic {
    error(BAD_STEP, at, "`.*` cannot be inside another `.*`")
        .also(first, "the first is here")
        .help("use `[*]` for both")
}

pub(crate) fn splat_not_closed(at: Span, found: &str, open: Span) -> Diagnostic {
    error(BAD_STEP, at, format!("expected `]` after `[*`, found {found}")).also(open, "opened here")
}

pub(crate) fn empty_index(at: Span) -> Diagnostic {
    error(VALUE_MISSING, at, "missing index in `[]`").help("write `[0]`, `[\"key\"]` or `[*]`")
}

/// A type in the notation of another language, and its HCL notation if there is one.
pub(crate) fn foreign_type(at: Span, found: &str, written: Option<&str>) -> Diagnostic {
    match written {
        Some(written) => error(WRONG_OPERATOR, at, format!("`{found}` is not HCL syntax; use `{written}`"))
            .fix(surely(format!("write `{written}`"), at, written)),
        None => error(WRONG_OPERATOR, at, format!("HCL has no union types such as `{found}`"))
            .help("use `any` for values of several types"),
    }
}

pub(crate) fn for_name_expected(at: Span, found: &str, keyword: Span) -> Diagnostic {
    for_form(error(BAD_FOR, at, format!("expected a name for the elements, found {found}")), keyword)
}

pub(crate) fn in_expected(at: Span, found: &str, keyword: Span) -> Diagnostic {
    for_form(error(BAD_FOR, at, format!("expected `in`, found {found}")), keyword)
}

pub(crate) fn for_colon_expected(at: Span, found: &str, keyword: Span) -> Diagnostic {
    for_form(
        error(BAD_FOR, at, format!("expected `:` after the iterated collection, found {found}")),
        keyword,
    )
}

fn for_form(error: Diagnostic, keyword: Span) -> Diagnostic {
    error
        .also(keyword, "the `for` starts here")
        .help("write `for value in list : result` or `for key, value in map : result`")
}

/// `[x in list : …]`; `head` is `x in`.
pub(crate) fn for_left_out(head: Span, text: &str) -> Diagnostic {
    error(BAD_FOR, head, format!("missing `for` before `{}`", shown(text))).fix(surely(
        "add `for`",
        before(head),
        "for ",
    ))
}

/// `[fro x in list : …]`.
pub(crate) fn for_misspelled(at: Span, found: &str) -> Diagnostic {
    error(BAD_FOR, at, format!("expected `for`, found `{}`", shown(found))).fix(surely(
        "write `for`",
        at,
        "for",
    ))
}

/// `[x for x in list]`, as in Python.
pub(crate) fn for_behind_value(at: Span) -> Diagnostic {
    error(BAD_FOR, at, "`for` must be at the start of the brackets, before the result")
        .help("write `[for value in list : result]`")
}

pub(crate) fn for_object_without_key(value: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, value, "missing key in an object `for`: each element needs a key and a value")
        .also(open, "this brace starts an object")
        .help("write `key => value`, or use `[ ]` for a list")
}

/// `{ for … : key : value }`
pub(crate) fn colon_for_arrow(at: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, at, "expected `=>` between key and value, found `:`")
        .also(open, "this brace starts an object")
        .fix(surely("write `=>`", at, "=>"))
}

pub(crate) fn key_in_for_list(key: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, key, "unexpected `=>` in a list `for`: list elements have no keys")
        .also(open, "this bracket starts a list")
        .help("use `{ }` for an object, or remove the key and `=>`")
}

pub(crate) fn group_in_for_list(dots: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, dots, "unexpected `...` in a list `for`: it groups values by key")
        .also(open, "this bracket starts a list")
        .fix(surely("remove `...`", dots, ""))
}
