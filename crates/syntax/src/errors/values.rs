//! Messages about expressions.
//!
//! Out of scope: strings and templates (`text`).

use hclx_diag::code_names::*;
use hclx_diag::{Diagnostic, Span};

use super::{Listed, before, error, perhaps, shown, surely};

/// `before` is the token before the place.
pub(crate) fn value_expected(at: Span, before: &str, found: &str) -> Diagnostic {
    let before = shown(before);
    let message = if before.is_empty() {
        format!("expected a value, found {found}")
    } else {
        format!("expected a value after `{before}`, found {found}")
    };
    error(VALUE_MISSING, at, message)
}

pub(crate) fn line_break_in_expression(at: Span, before: &str, next: Span) -> Diagnostic {
    let before = shown(before);
    error(LINE_BREAK, at, format!("the line ends after `{before}`, in the midst of an expression"))
        .also(next, "outside of brackets a line break ends the expression, so this is not a part of it")
        .help("join the lines, or put the expression in parentheses")
}

pub(crate) fn foreign_quotes(at: Span, quote: &str, text: &str) -> Diagnostic {
    let kind = match quote {
        "'" => "strings are in double quotes, not in single quotes",
        "`" => "strings are in double quotes, not in backticks",
        _ => "strings are in straight double quotes, not in typographic ones",
    };
    let found = error(WRONG_QUOTES, at, kind);
    let straight = format!("\"{text}\"");
    if text.contains(['"', '\\', '\n']) || text.contains("${") || text.contains("%{") {
        found.help("write double quotes, and `\\\"` and `\\\\` for quotes and backslashes in the text")
    } else {
        found.fix(surely("write double quotes", at, straight))
    }
}

/// An unquoted string with a colon, for example an address or the name of an image.
pub(crate) fn text_without_quotes(at: Span, text: &str) -> Diagnostic {
    let quoted = format!("\"{text}\"");
    let text = shown(text);
    error(WRONG_QUOTES, at, format!("`{text}` is text, which must be in double quotes"))
        .fix(perhaps("quote it", at, quoted))
}

pub(crate) fn number_without_digit(at: Span, text: &str) -> Diagnostic {
    error(BAD_NUMBER, at, format!("a number begins with a digit: `{text}` does not")).fix(surely(
        "add a zero",
        at,
        format!("0{text}"),
    ))
}

pub(crate) fn bad_number(at: Span, text: &str) -> Diagnostic {
    let text = shown(text);
    error(BAD_NUMBER, at, format!("`{text}` is not a number: it has more than one point or exponent"))
        .help(format!("put it in quotes if it is a version or an address: `\"{text}\"`"))
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
        Some("0x") => found.help("numbers are decimal; `parseint(\"…\", 16)` reads hexadecimal digits"),
        Some("0b") => found.help("numbers are decimal; `parseint(\"…\", 2)` reads binary digits"),
        Some("0o") => found.help("numbers are decimal; `parseint(\"…\", 8)` reads octal digits"),
        _ => found.help(format!("put it in quotes if it is text: `\"{text}\"`")),
    }
}

pub(crate) fn missing_colon(at: Span, found: &str, question: Span) -> Diagnostic {
    error(BAD_CONDITIONAL, at, format!("expected `:` and what holds otherwise, found {found}"))
        .also(question, "the condition ends here")
        .help("a conditional is written `condition ? value : other`")
}

pub(crate) fn if_expression(at: Span) -> Diagnostic {
    error(WRONG_OPERATOR, at, "there is no `if` expression").help("write `condition ? value : other`")
}

pub(crate) fn comma_without_element(at: Span, listed: Listed) -> Diagnostic {
    let one = listed.one();
    error(EXTRA_COMMA, at, format!("expected an {one}, found `,`")).fix(perhaps("remove the comma", at, ""))
}

pub(crate) fn comma_on_next_line(at: Span) -> Diagnostic {
    error(EXTRA_COMMA, at, "the line break before this comma has ended the item already")
        .help("write the comma at the end of the line before, or leave it out")
        .fix(surely("remove the comma", at, ""))
}

/// `gap` is the empty place where the comma belongs.
pub(crate) fn missing_comma(at: Span, listed: Listed, previous: &str, gap: Span) -> Diagnostic {
    let previous = shown(previous);
    let message = match listed {
        Listed::Item => format!("a comma or a new line is missing between the items, after `{previous}`"),
        _ => format!("a comma is missing between the {}s, after `{previous}`", listed.one()),
    };
    error(MISSING_SEPARATOR, at, message).also(gap, "the comma belongs here").fix(surely(
        "add a comma",
        gap,
        ",",
    ))
}

pub(crate) fn comma_or_close(at: Span, found: &str, listed: Listed, open: Span) -> Diagnostic {
    let close = match listed {
        Listed::Element => "]",
        Listed::Argument => ")",
        Listed::Item => "}",
    };
    let or = if listed == Listed::Item { "a comma, a new line" } else { "a comma" };
    error(
        MISSING_SEPARATOR,
        at,
        format!("expected {or} or `{close}` after this {}, found {found}", listed.one()),
    )
    .also(open, "it belongs to this bracket")
}

pub(crate) fn key_in_list(at: Span, open: Span, found: &str) -> Diagnostic {
    error(
        MISSING_SEPARATOR,
        at,
        format!("the elements of a list have no keys: expected a comma, found {found}"),
    )
    .also(open, "this begins a list")
    .help("an object with keys is in `{ }`")
}

pub(crate) fn comma_in_parentheses(at: Span, open: Span) -> Diagnostic {
    error(UNCLOSED_BRACKET, at, "parentheses hold one expression, not several")
        .also(open, "this `(` is open")
        .help("a list is in `[ ]`")
}

pub(crate) fn expansion_not_last(at: Span) -> Diagnostic {
    error(BAD_CALL, at, "`...` must be the last thing before `)`")
        .help("only the last argument can be a list of arguments; join lists with `concat`")
}

pub(crate) fn function_name_expected(at: Span, found: &str) -> Diagnostic {
    error(BAD_CALL, at, format!("expected the name of a function after `::`, found {found}"))
}

pub(crate) fn call_expected(at: Span, found: &str, name: Span) -> Diagnostic {
    error(BAD_CALL, at, format!("expected `(`, found {found}: only functions have names with `::`"))
        .also(name, "this names a function")
}

pub(crate) fn name_after_dot(at: Span, found: &str, dot: Span) -> Diagnostic {
    error(BAD_STEP, at, format!("expected a name after `.`, found {found}"))
        .also(dot, "the dot is here")
        .help("a key that is not a name is in brackets: `[\"key\"]`")
}

pub(crate) fn two_dots(at: Span) -> Diagnostic {
    error(BAD_STEP, at, "one dot leads to an attribute, not two").fix(perhaps(
        "write one dot; lists are expanded by `...`, after the last argument of a call",
        at,
        ".",
    ))
}

/// `b.0.1`, where `0.1` is one number.
pub(crate) fn chained_legacy_index(at: Span, text: &str) -> Diagnostic {
    let indexes: String = text.split('.').map(|index| format!("[{index}]")).collect();
    let mut dotted = at;
    dotted.range.start -= 1;
    error(BAD_STEP, at, format!("`.{}` reads as one number: two indexes need brackets", shown(text)))
        .help(format!("write `{}`", shown(&indexes)))
        .fix(perhaps("write brackets", dotted, indexes))
}

pub(crate) fn splat_in_splat(at: Span, first: Span) -> Diagnostic {
    error(BAD_STEP, at, "`.*` cannot be inside another `.*`")
        .also(first, "the first is here")
        .help("use `[*]` for both")
}

pub(crate) fn splat_not_closed(at: Span, found: &str, open: Span) -> Diagnostic {
    error(BAD_STEP, at, format!("expected `]` after `[*`, found {found}")).also(open, "this is open")
}

pub(crate) fn empty_index(at: Span) -> Diagnostic {
    error(VALUE_MISSING, at, "the index is missing in `[]`").help("write `[0]`, `[\"key\"]` or `[*]`")
}

/// A type as another language writes it, and how HCL does, if at all.
pub(crate) fn foreign_type(at: Span, found: &str, written: Option<&str>) -> Diagnostic {
    match written {
        Some(written) => error(WRONG_OPERATOR, at, format!("the type `{found}` is written `{written}`"))
            .fix(surely(format!("write `{written}`"), at, written)),
        None => error(WRONG_OPERATOR, at, format!("HCL has no type such as `{found}`: a value has one type"))
            .help("write `any` for values of several types"),
    }
}

pub(crate) fn for_name_expected(at: Span, found: &str, keyword: Span) -> Diagnostic {
    for_form(error(BAD_FOR, at, format!("expected a name for the elements, found {found}")), keyword)
}

pub(crate) fn in_expected(at: Span, found: &str, keyword: Span) -> Diagnostic {
    for_form(error(BAD_FOR, at, format!("expected `in`, found {found}")), keyword)
}

pub(crate) fn for_colon_expected(at: Span, found: &str, keyword: Span) -> Diagnostic {
    for_form(error(BAD_FOR, at, format!("expected `:` after what is iterated, found {found}")), keyword)
}

fn for_form(error: Diagnostic, keyword: Span) -> Diagnostic {
    error
        .also(keyword, "this begins a `for`")
        .help("written `for value in list` or `for key, value in map`; in brackets `:` and the result follow")
}

/// `[x in list : …]`; `head` is `x in`.
pub(crate) fn for_left_out(head: Span, text: &str) -> Diagnostic {
    error(BAD_FOR, head, format!("`for` is missing before `{}`", shown(text))).fix(surely(
        "add `for`",
        before(head),
        "for ",
    ))
}

/// `[fro x in list : …]`.
pub(crate) fn for_misspelt(at: Span, found: &str) -> Diagnostic {
    error(BAD_FOR, at, format!("expected `for`, found `{}`", shown(found))).fix(surely(
        "write `for`",
        at,
        "for",
    ))
}

/// `[x for x in list]`, as in Python.
pub(crate) fn for_behind_value(at: Span) -> Diagnostic {
    error(BAD_FOR, at, "`for` is at the start of the brackets, before the result")
        .help("write `[for value in list : result]`")
}

pub(crate) fn for_object_without_key(value: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, value, "`for` in braces makes an object: each element needs a key and a value")
        .also(open, "this brace says so")
        .help("write `key => value`, or use brackets, `[ ]`, for a list")
}

/// `{ for … : key : value }`
pub(crate) fn colon_for_arrow(at: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, at, "a `for` needs `=>` between key and value, found `:`")
        .also(open, "this brace makes an object")
        .fix(surely("write `=>`", at, "=>"))
}

pub(crate) fn key_in_for_list(key: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, key, "`for` in brackets makes a list: its elements have no keys")
        .also(open, "this bracket says so")
        .help("use braces, `{ }`, for an object, or leave the key and `=>` out")
}

pub(crate) fn group_in_for_list(dots: Span, open: Span) -> Diagnostic {
    error(BAD_FOR, dots, "`...` groups values by key, but a list has no keys")
        .also(open, "this bracket makes a list")
        .fix(surely("remove `...`", dots, ""))
}
