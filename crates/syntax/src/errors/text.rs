//! Messages about strings, heredocs and templates.
//!
//! Out of scope: expressions in them (`values`).

use hclx_diag::code_names::*;
use hclx_diag::{Diagnostic, Span, nearest};

use super::{after, error, perhaps, shown, surely};

/// `end` is the place where the string should have ended, `text` its contents.
pub(crate) fn unclosed_string(quote: Span, end: Span, text: &str) -> Diagnostic {
    let found = error(UNCLOSED_STRING, quote, "this string is not closed on its line")
        .also(end, "`\"` is missing before the end of the line");
    if text.contains(['\u{201D}', '\u{201C}']) {
        return found.help("a string that begins with a straight quote must end with one");
    }
    let title = "add `\"`; a text of several lines is written with `\\n` or as a heredoc, `<<EOT`";
    found.fix(perhaps(title, end, "\""))
}

/// `end` is the quote that ends it.
pub(crate) fn string_over_lines(quote: Span, end: Span) -> Diagnostic {
    error(UNCLOSED_STRING, quote, "this string does not end on its line")
        .also(end, "it ends here, on a later line")
        .help("write `\\n` for a line break, or the whole text as a heredoc, `<<EOT`")
}

pub(crate) fn lone_return(at: Span) -> Diagnostic {
    error(INVALID_CHARACTER, at, "a carriage return without a line feed may not be in a text")
        .help("write `\\r` in a quoted string")
}

pub(crate) fn unknown_escape(at: Span, selector: char) -> Diagnostic {
    let found = error(BAD_ESCAPE, at, format!("`\\{}` is not an escape", shown(&selector.to_string())));
    match selector {
        '$' | '%' => found.help(format!("a sequence is escaped by doubling its first character: `{selector}{selector}{{`")),
        '\'' => found.help("a single quote needs no backslash").fix(surely("remove the backslash", at, "'")),
        _ => found
            .help("escapes are `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\uXXXX` and `\\UXXXXXXXX`; a backslash itself is written `\\\\`")
            .fix(perhaps("double the backslash", at, format!("\\\\{selector}"))),
    }
}

pub(crate) fn short_unicode_escape(at: Span, text: &str, digits: usize) -> Diagnostic {
    error(BAD_ESCAPE, at, format!("`{}` needs {digits} hexadecimal digits", shown(text)))
        .help("`\\u` takes 4 digits, `\\U` takes 8; a backslash itself is written `\\\\`")
}

pub(crate) fn no_such_character(at: Span, hex: &str) -> Diagnostic {
    error(BAD_ESCAPE, at, format!("there is no character U+{}", hex.to_uppercase()))
        .help("characters go up to U+10FFFF, without U+D800 to U+DFFF; those beyond U+FFFF need `\\U` with 8 digits")
}

/// `opener` is the `${` or `%{`, `at` where it should have ended.
pub(crate) fn unclosed_sequence(opener: Span, text: &str, at: Span) -> Diagnostic {
    let text = &text[..2];
    error(UNCLOSED_SEQUENCE, opener, format!("this `{text}` is not closed"))
        .also(at, "`}` is missing before this")
        .help(format!("add `}}`, or write `{}{text}` if the characters are meant", &text[..1]))
}

/// A string in a template sequence that contains the end of the sequence; `kept` is the string that was
/// meant.
pub(crate) fn string_swallows_end(string: Span, opener: Span, text: &str, kept: &str) -> Diagnostic {
    let text = &text[..2];
    error(UNCLOSED_STRING, string, format!("this string swallows the end of the `{text}`"))
        .also(opener, format!("this `{text}` is not closed"))
        .help(format!("close the string: `\"{}\"`", shown(kept)))
}

/// A word directly after a string, whose quote was meant as part of the string.
pub(crate) fn quote_inside_text(string: Span, word: Span) -> Diagnostic {
    error(JUNK_ON_LINE, word, "expected a comma, an operator or the end of the line right after a string")
        .also(string, "the string ends here")
        .help("a quote inside of a string is written `\\\"`")
}

/// `${` or `%{` outside of a string; `nested` if it is in another one.
pub(crate) fn sequence_outside(at: Span, text: &str, nested: bool) -> Diagnostic {
    let text = &text[..2];
    let found = error(FOREIGN_TEMPLATE, at, format!("`{text}` has a meaning only in strings and heredocs"));
    match text {
        "${" if nested => found.help("inside of `${ }` an expression is as it is"),
        "${" => found.help(
            "write the expression without `${ }`; if the file is a template, read what it is rendered to",
        ),
        _ => found.help(
            "write a conditional or `for` expression; if the file is a template, read what it is rendered to",
        ),
    }
}

pub(crate) fn double_braces(at: Span) -> Diagnostic {
    error(FOREIGN_TEMPLATE, at, "`{{ }}` is not HCL: it belongs to the templates of another tool")
        .help("read what the template is rendered to; further places are not listed")
}

/// Something is behind the expression of a sequence.
pub(crate) fn sequence_end_expected(
    at: Span,
    found: &str,
    opener: Span,
    text: &str,
    colon: bool,
) -> Diagnostic {
    let text = &text[..2];
    let message = format!("expected `}}` after the expression, found {found}");
    let error = error(UNCLOSED_SEQUENCE, at, message).also(opener, format!("this `{text}` is open"));
    let escaped = format!("{}{text}", &text[..1]);
    if colon {
        error.help(format!("if this is for a shell, write `{escaped}` so that HCL leaves it alone"))
    } else {
        error.help(format!(
            "operands need an operator between them; write `{escaped}` if the characters are meant"
        ))
    }
}

const DIRECTIVES: [&str; 5] = ["if", "for", "else", "endif", "endfor"];

pub(crate) fn unknown_directive(at: Span, word: &str) -> Diagnostic {
    let shown = shown(word);
    let found = error(BAD_DIRECTIVE, at, format!("there is no directive `{shown}`"));
    match nearest(word, DIRECTIVES) {
        Some(near) => found.meant_at(at, near),
        None => found.help("directives are `if`, `else`, `endif`, `for` and `endfor`; write `%%{` if the characters are meant"),
    }
}

pub(crate) fn directive_expected(at: Span, found: &str) -> Diagnostic {
    error(BAD_DIRECTIVE, at, format!("expected a directive after `%{{`, found {found}")).help(
        "directives are `if`, `else`, `endif`, `for` and `endfor`; write `%%{` if the characters are meant",
    )
}

/// `else if`, `elseif`, `elsif`, `elif`.
pub(crate) fn else_if(at: Span, words: &str) -> Diagnostic {
    error(BAD_DIRECTIVE, at, format!("templates have no `{}`", shown(words)))
        .help("put a whole `%{ if … }…%{ endif }` behind `%{ else }`")
}

pub(crate) fn second_else(at: Span, first: Span) -> Diagnostic {
    error(BAD_DIRECTIVE, at, "this `if` has an `else` already").also(first, "it is here")
}

/// An end of a directive that does not fit the one that is open.
pub(crate) fn stray_directive(at: Span, word: &str, open: Option<(&str, Span)>) -> Diagnostic {
    let found = error(BAD_DIRECTIVE, at, format!("`{word}` does not fit here"));
    match open {
        Some((name, place)) if word == "else" => found.also(place, format!("a `{name}` has no `else`")),
        Some((name, place)) => {
            found.also(place, "this is open").help(format!("end it with `%{{ end{name} }}`"))
        }
        None if word == "else" => found.help("`else` is between `%{ if … }` and `%{ endif }`"),
        None => found.help(format!("no `%{{ {} … }}` is open; remove it", word.trim_start_matches("end"))),
    }
}

pub(crate) fn unclosed_directive(at: Span, name: &str, end: Span) -> Diagnostic {
    error(BAD_DIRECTIVE, at, format!("this `{name}` is not ended in its template"))
        .also(end, format!("`%{{ end{name} }}` is missing before this"))
        .help(format!("add `%{{ end{name} }}`"))
}

/// A malformed heredoc header such as `<< EOT`, `<<"EOT"` or `<<~EOT`; `written` is its source up to the end
/// of the marker.
pub(crate) fn heredoc_opener(at: Span, written: &str, marker: &str) -> Diagnostic {
    let marker = shown(marker);
    let right = if written.contains(['-', '~']) { format!("<<-{marker}") } else { format!("<<{marker}") };
    let message = match written {
        _ if written.contains('~') => "`<<~` is not a heredoc: indentation is taken off by `<<-`".to_owned(),
        _ if written.contains(['"', '\'']) => "the marker of a heredoc is written without quotes".to_owned(),
        _ => "the marker of a heredoc is right behind `<<` and ends its line".to_owned(),
    };
    let fix = surely(format!("write `{right}`"), at, right.clone());
    error(HEREDOC_MARKER, at, message).fix(fix)
}

pub(crate) fn unclosed_heredoc(at: Span, marker: &str) -> Diagnostic {
    let marker = shown(marker);
    error(UNCLOSED_HEREDOC, at, format!("this heredoc is never ended: no line consists of `{marker}`"))
        .help(format!("end it with a line that holds `{marker}` and nothing else"))
}

/// A line that begins with the end marker but is none.
/// `marker` is alone on its line, but inside of a sequence that goes on behind it.
pub(crate) fn heredoc_end_in_sequence(at: Span, marker: Span, word: &str) -> Diagnostic {
    error(UNCLOSED_HEREDOC, at, format!("this heredoc is never ended: its `{word}` is inside of a `${{`"))
        .also(marker, "the `${` before this goes on")
        .help(format!("add `}}` before `{word}`, or write `$${{` if the characters are meant"))
}

pub(crate) fn heredoc_end_not_alone(at: Span, marker: &str, opener: Span, at_file_end: bool) -> Diagnostic {
    let marker = shown(marker);
    let (found, fix) = if at_file_end {
        let message = format!("a line break is missing after `{marker}`, so it does not end the heredoc");
        (error(UNCLOSED_HEREDOC, at, message), "end the file with a line break")
    } else {
        let message = format!("`{marker}` must be alone on its line to end the heredoc");
        let found = error(UNCLOSED_HEREDOC, at, message).help("what follows belongs on the next line");
        (found, "begin a new line")
    };
    found.also(opener, "the heredoc begins here").fix(surely(fix, after(at), "\n"))
}

/// `${ }` or `%{ }`.
pub(crate) fn empty_sequence(at: Span) -> Diagnostic {
    error(VALUE_MISSING, at, "expected an expression between the braces, found nothing")
        .help("write `$${` or `%%{` if the characters are meant")
}
