//! Messages about strings, heredocs and templates.
//!
//! Out of scope: expressions in them (`values`).

use hclx_diag::code_names::*;
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Span, nearest};

use super::{after, error, perhaps, shown, surely};

/// An unclosed string; `end` is the range where it should have ended, `text` its contents.
pub(crate) fn unclosed_string(quote: Span, end: Span, text: &str) -> Diagnostic {
    let found = error(UNCLOSED_STRING, quote, "unclosed string")
        .also(end, "expected `\"` before the end of the line");
    if text.contains(['\u{201D}', '\u{201C}']) {
        return found.help("a string that starts with a straight quote must end with one");
    }
    let title = "add `\"`; for several lines use `\\n` or a heredoc, `<<EOT`";
    found.fix(perhaps(title, end, "\""))
}

/// A string over several lines; `end` is the quote that closes it.
pub(crate) fn string_over_lines(quote: Span, end: Span) -> Diagnostic {
    error(UNCLOSED_STRING, quote, "unclosed string")
        .also(end, "it ends here, on a later line")
        .help("use `\\n` for a line break, or a heredoc, `<<EOT`, for the whole string")
}

pub(crate) fn lone_return(at: Span) -> Diagnostic {
    error(INVALID_CHARACTER, at, "unexpected carriage return without a line feed in a string")
        .help("use `\\r` in a quoted string")
}

pub(crate) fn unknown_escape(at: Span, selector: char) -> Diagnostic {
    let found = error(BAD_ESCAPE, at, format!("unknown escape `\\{}`", shown(&selector.to_string())));
    match selector {
        '$' | '%' => found.help(format!("double the first character to escape a sequence: `{selector}{selector}{{`")),
        '\'' => found.help("remove the backslash: a single quote needs none").fix(surely("remove the backslash", at, "'")),
        _ => found
            .help("available escapes: `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\uXXXX` and `\\UXXXXXXXX`; use `\\\\` for a backslash")
            .fix(perhaps("double the backslash", at, format!("\\\\{selector}"))),
    }
}

pub(crate) fn short_unicode_escape(at: Span, text: &str, digits: usize) -> Diagnostic {
    error(BAD_ESCAPE, at, format!("`{}` must be followed by {digits} hexadecimal digits", shown(text)))
        .help("use 4 digits after `\\u` and 8 after `\\U`, or `\\\\` for a backslash")
}

pub(crate) fn no_such_character(at: Span, hex: &str) -> Diagnostic {
    error(BAD_ESCAPE, at, format!("invalid character U+{}", hex.to_uppercase()))
        .help("use a character up to U+10FFFF outside U+D800 to U+DFFF; above U+FFFF use `\\U` with 8 digits")
}

/// An unclosed sequence; `opener` is the `${` or `%{`, `at` the range where it should have ended.
pub(crate) fn unclosed_sequence(opener: Span, text: &str, at: Span) -> Diagnostic {
    // The opener may end with a strip marker: `${~`.
    let text = &text[..2];
    error(UNCLOSED_SEQUENCE, opener, format!("unclosed `{text}`"))
        .also(at, "expected `}` before this")
        .help(format!("add `}}`, or write `{}{text}` for the literal characters", &text[..1]))
}

/// A string in a template sequence that contains the end of the sequence; `kept` is the intended string.
pub(crate) fn string_swallows_end(string: Span, opener: Span, text: &str, kept: &str) -> Diagnostic {
    let text = &text[..2];
    error(UNCLOSED_STRING, string, format!("unclosed string inside `{text}`"))
        .also(opener, format!("unclosed `{text}`"))
        .help(format!("close the string: `\"{}\"`", shown(kept)))
}

/// A quote in a template sequence, where no string can be.
pub(crate) fn stray_quote(quote: Span, opener: Span, text: &str) -> Diagnostic {
    let text = &text[..2];
    error(UNCLOSED_STRING, quote, format!("unexpected quote inside `{text}`"))
        .also(opener, format!("`{text}` starts here"))
        .fix(perhaps("remove the quote", quote, ""))
}

/// `=` between operands in a template sequence.
pub(crate) fn assignment_in_sequence(at: Span) -> Diagnostic {
    error(WRONG_OPERATOR, at, "`=` is no operator in an expression").fix(perhaps(
        "use `==` to compare",
        at,
        "==",
    ))
}

/// Quotes with backslashes in a template sequence.
pub(crate) fn escaped_quotes(at: Span, slashes: Vec<Span>, text: &str) -> Diagnostic {
    let text = &text[..2];
    let edits = slashes.into_iter().map(|span| Edit { span, text: String::new() }).collect();
    let fix = Fix { title: "remove the backslashes".into(), edits, applicability: Applicability::Suggested };
    error(BAD_ESCAPE, at, format!("quotes inside `{text}` are not escaped"))
        .label("accepted before Terraform 0.12")
        .fix(fix)
}

/// A word directly after a string whose closing quote was probably meant as part of the string.
pub(crate) fn quote_inside_text(string: Span, word: Span) -> Diagnostic {
    error(JUNK_ON_LINE, word, "expected a comma, an operator or end of line after the string")
        .also(string, "the string ends here")
        .help("write `\\\"` for a quote inside a string")
}

/// `${` or `%{` outside of a string; `nested` if it is inside another sequence.
pub(crate) fn sequence_outside(at: Span, text: &str, nested: bool) -> Diagnostic {
    let text = &text[..2];
    let found = error(FOREIGN_TEMPLATE, at, format!("`{text}` is only allowed in strings and heredocs"));
    match text {
        "${" if nested => found.help("remove the inner `${ }`: an interpolation already contains an expression"),
        "${" => found.help(
            "remove `${ }`; if the file is a template, check the rendered file instead",
        ),
        _ => found.help(
            "use a conditional or `for` expression; if the file is a template, check the rendered file instead",
        ),
    }
}

pub(crate) fn double_braces(at: Span) -> Diagnostic {
    error(FOREIGN_TEMPLATE, at, "`{{ }}` is not HCL: it is template syntax of another tool")
        .help("check the rendered file instead; further occurrences are not listed")
}

/// An unexpected token after the expression of a sequence.
pub(crate) fn sequence_end_expected(
    at: Span,
    found: &str,
    opener: Span,
    text: &str,
    colon: bool,
) -> Diagnostic {
    let text = &text[..2];
    let message = format!("expected `}}` after the expression, found {found}");
    let error = error(UNCLOSED_SEQUENCE, at, message).also(opener, format!("unclosed `{text}`"));
    let escaped = format!("{}{text}", &text[..1]);
    if colon {
        error.help(format!("if this is for a shell, escape it: `{escaped}`"))
    } else {
        error.help(format!(
            "add an operator between the operands, or write `{escaped}` for the literal characters"
        ))
    }
}

const DIRECTIVES: [&str; 5] = ["if", "for", "else", "endif", "endfor"];

pub(crate) fn unknown_directive(at: Span, word: &str) -> Diagnostic {
    let shown = shown(word);
    let found = error(BAD_DIRECTIVE, at, format!("unknown template directive `{shown}`"));
    match nearest(word, DIRECTIVES) {
        Some(near) => found.meant_at(at, near),
        None => found.help("available directives: `if`, `else`, `endif`, `for` and `endfor`; write `%%{` for the literal characters"),
    }
}

pub(crate) fn directive_expected(at: Span, found: &str) -> Diagnostic {
    error(BAD_DIRECTIVE, at, format!("expected a directive after `%{{`, found {found}")).help(
        "available directives: `if`, `else`, `endif`, `for` and `endfor`; write `%%{` for the literal characters",
    )
}

/// `else if`, `elseif`, `elsif`, `elif`.
pub(crate) fn else_if(at: Span, words: &str) -> Diagnostic {
    error(BAD_DIRECTIVE, at, format!("unknown template directive `{}`", shown(words)))
        .help("nest `%{ if … }…%{ endif }` inside `%{ else }`")
}

pub(crate) fn second_else(at: Span, first: Span) -> Diagnostic {
    error(BAD_DIRECTIVE, at, "duplicate `else` in `if`").also(first, "first `else`")
}

/// The end of a directive that does not match the open one.
pub(crate) fn stray_directive(at: Span, word: &str, open: Option<(&str, Span)>) -> Diagnostic {
    let found = error(BAD_DIRECTIVE, at, format!("unexpected `{word}`"));
    match open {
        Some((name, place)) if word == "else" => found.also(place, format!("`{name}` cannot have an `else`")),
        Some((name, place)) => {
            found.also(place, "opened here").help(format!("close it with `%{{ end{name} }}`"))
        }
        None if word == "else" => found.help("use `else` only between `%{ if … }` and `%{ endif }`"),
        None => found.help(format!("remove it: no `%{{ {} … }}` is open", word.trim_start_matches("end"))),
    }
}

pub(crate) fn unclosed_directive(at: Span, name: &str, end: Span) -> Diagnostic {
    error(BAD_DIRECTIVE, at, format!("unclosed `{name}` directive"))
        .also(end, format!("expected `%{{ end{name} }}` before this"))
        .help(format!("add `%{{ end{name} }}`"))
}

/// A malformed heredoc opener such as `<< EOT`, `<<"EOT"` or `<<~EOT`; `written` is its source up to the end
/// of the marker.
pub(crate) fn heredoc_opener(at: Span, written: &str, marker: &str) -> Diagnostic {
    let marker = shown(marker);
    let right = if written.contains(['-', '~']) { format!("<<-{marker}") } else { format!("<<{marker}") };
    let message = match written {
        _ if written.contains('~') => {
            "`<<~` does not start a heredoc; use `<<-` to strip indentation".to_owned()
        }
        _ if written.contains(['"', '\'']) => "heredoc markers are not quoted".to_owned(),
        _ => "expected a heredoc marker directly after `<<`, at the end of the line".to_owned(),
    };
    let fix = surely(format!("write `{right}`"), at, right.clone());
    error(HEREDOC_MARKER, at, message).fix(fix)
}

/// Text on the line of a heredoc opener.
pub(crate) fn text_after_marker(at: Span, marker: &str) -> Diagnostic {
    let message = format!("expected end of line after the heredoc marker `{}`", shown(marker));
    error(HEREDOC_MARKER, at, message).help("start the contents of the heredoc on the next line")
}

pub(crate) fn unclosed_heredoc(at: Span, marker: &str) -> Diagnostic {
    let marker = shown(marker);
    error(UNCLOSED_HEREDOC, at, format!("unclosed heredoc: no line consists of `{marker}`"))
        .help(format!("add a line that contains only `{marker}`"))
}

/// A heredoc whose `marker` is alone on its line, but inside a template sequence that continues after it.
pub(crate) fn heredoc_end_in_sequence(at: Span, marker: Span, word: &str) -> Diagnostic {
    error(UNCLOSED_HEREDOC, at, format!("unclosed heredoc: its `{word}` is inside `${{`"))
        .also(marker, "the `${` before this is still open")
        .help(format!("add `}}` before `{word}`, or write `$${{` for the literal characters"))
}

pub(crate) fn heredoc_end_not_alone(at: Span, marker: &str, opener: Span, at_file_end: bool) -> Diagnostic {
    let marker = shown(marker);
    let (found, fix) = if at_file_end {
        let message = format!("missing line break after `{marker}`: it does not end the heredoc");
        (error(UNCLOSED_HEREDOC, at, message), "end the file with a line break")
    } else {
        let message = format!("`{marker}` must be alone on its line to end the heredoc");
        let found = error(UNCLOSED_HEREDOC, at, message).help("move this to the next line");
        (found, "start a new line")
    };
    found.also(opener, "the heredoc starts here").fix(surely(fix, after(at), "\n"))
}

/// `${ }` or `%{ }`.
pub(crate) fn empty_sequence(at: Span) -> Diagnostic {
    error(VALUE_MISSING, at, "expected an expression between the braces, found nothing")
        .help("write `$${` or `%%{` for the literal characters")
}
