//! Messages about attributes and blocks.
//!
//! Out of scope: values (`values`).

use hclx_diag::code_names::*;
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Span};

use super::{after, before, error, perhaps, shown, surely};

/// A wrong token in place of `=`: `==`, `:`, `:=`, `=>`, `+=`.
pub(crate) fn wrong_assign(at: Span, text: &str, name: &str) -> Diagnostic {
    let name = shown(name);
    let message = match text {
        ":" => "expected `=` in a body, found `:`".to_owned(),
        "==" => format!("expected `=` after `{name}`, found `==`"),
        "=>" => "expected `=`, found `=>`: it is only allowed in `for` expressions".to_owned(),
        _ => format!("HCL has no operator `{text}`: set `{name}` with `=`"),
    };
    // `+=` and similar tokens may be meant as operations on an earlier value, so their fix needs review.
    let sure = matches!(text, ":" | "==" | "=>" | ":=");
    let certainty = if sure { Applicability::Certain } else { Applicability::Suggested };
    // `port: 80` needs a space before `=` for the conventional layout
    let space = if text == ":" { " =" } else { "=" };
    error(WRONG_OPERATOR, at, message).fix(super::edit("write `=`", at, space, certainty))
}

pub(crate) fn missing_assign(name_at: Span, name: &str, value: Span) -> Diagnostic {
    let name = shown(name);
    error(MISSING_ASSIGN, name_at, format!("missing `=` after `{name}`"))
        .also(value, "this looks like the value")
        .fix(surely("add `=`", after(name_at), " ="))
}

pub(crate) fn assign_expected(at: Span, found: &str, key: &str) -> Diagnostic {
    let key = shown(key);
    error(MISSING_ASSIGN, at, format!("expected `=` and a value after the key `{key}`, found {found}"))
        .help("quote a key with dots or spaces")
}

pub(crate) fn assign_on_next_line(at: Span, assign: Span) -> Diagnostic {
    error(LINE_BREAK, at, "unexpected line break between a key and its `=`")
        .also(assign, "the `=` is here")
        .help("move `=` to the line of the key")
}

pub(crate) fn key_without_value(at: Span, key: &str, found: &str) -> Diagnostic {
    let key = shown(key);
    error(VALUE_MISSING, at, format!("missing value for key `{key}`: expected `=`, found {found}"))
        .help(format!("set a value, such as `{key} = null`, or use `[ ]` for a list"))
}

/// `port "80"`: an attribute without `=`, or a block without a body.
pub(crate) fn missing_assign_or_brace(at: Span, name: &str, header: Span) -> Diagnostic {
    let name = shown(name);
    error(MISSING_ASSIGN, at, format!("missing `=` or `{{` after `{name}`"))
        .also(header, "after this header")
        .help("add `=` before the string if it is a value, or `{ }` after it if it is a block label")
}

pub(crate) fn block_without_body(at: Span, header: Span) -> Diagnostic {
    error(BLOCK_HEADER, at, "expected `{` and a block body, found end of line")
        .also(header, "a block starts with a name and labels")
        .help("open the body with `{` on this line, or add `=` after the name for an attribute")
}

pub(crate) fn labels_before_assign(at: Span, header: Span) -> Diagnostic {
    error(BLOCK_HEADER, at, "unexpected label before `=`")
        .also(header, "these are a block type and labels")
        .help("write `name = { label = value }` for a map, or remove `=` for a block")
}

/// `type "label" name = value`.
pub(crate) fn brace_before_attribute(at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(BLOCK_HEADER, at, format!("missing `{{` between the block header and `{name}`"))
        .help("the words before it were parsed as a block type and labels")
        .fix(perhaps("add `{`", before(at), "{ "))
}

pub(crate) fn label_or_brace_expected(at: Span, found: &str, name: &str) -> Diagnostic {
    let name = shown(name);
    error(
        BLOCK_HEADER,
        at,
        format!("expected a label or `{{` in the header of block `{name}`, found {found}"),
    )
    .help("use a name or a string in double quotes as label")
}

/// `type [1] { }`; `name` is the type.
pub(crate) fn value_as_label(at: Span, found: &str, name: Span) -> Diagnostic {
    error(BLOCK_HEADER, at, format!("expected a label or `{{`, found {found}"))
        .also(name, "this starts a block")
        .help("use a name or a string in double quotes as label")
}

pub(crate) fn label_not_quoted(name_at: Span, label: Span) -> Diagnostic {
    error(BLOCK_HEADER, name_at, "a label cannot be an unquoted number")
        .also(label, "label")
        .fix(quote("quote the label", label))
}

/// A fix that puts quotes around a span.
fn quote(title: &str, at: Span) -> Fix {
    let edit = |span| Edit { span, text: "\"".into() };
    Fix {
        title: title.into(),
        edits: vec![edit(before(at)), edit(after(at))],
        applicability: Applicability::Certain,
    }
}

pub(crate) fn sequence_in_label(at: Span, opener: &str) -> Diagnostic {
    let sign = &opener[..1];
    error(BLOCK_HEADER, at, "a block label cannot contain templates")
        .help(format!("write `{sign}{opener}` for the literal characters"))
}

pub(crate) fn brace_on_next_line(header: Span, brace: Span, gap: Span, plain: bool) -> Diagnostic {
    let found = error(BLOCK_HEADER, header, "the `{` of a block must be on the same line as its header")
        .also(brace, "the `{` is here");
    let title = "move the `{` up";
    if plain { found.fix(surely(title, gap, " ")) } else { found.help(title) }
}

pub(crate) fn dotted_item_name(name_at: Span, at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(NOT_AN_ITEM, name_at, format!("unexpected characters after the name `{name}`"))
        .also(at, "not allowed in a name")
        .help("to set part of an object, set the whole object: `name = { part = value }`")
}

pub(crate) fn call_as_item(at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(
        NOT_AN_ITEM,
        at,
        format!("unexpected call of `{name}`: a body can only contain attributes and blocks"),
    )
    .help("assign the result: `name = …`")
}

/// `if (x) {` where an item belongs.
pub(crate) fn if_statement(at: Span) -> Diagnostic {
    error(NOT_AN_ITEM, at, "HCL has no `if` statement").help("use a conditional: `name = condition ? a : b`")
}

/// `name:` followed by lines that start with `- `, as in YAML.
pub(crate) fn list_of_yaml(at: Span, name: &str, items: &[String]) -> Diagnostic {
    let plain = |item: &String| {
        let quoted = item.starts_with('"') && item.ends_with('"') && item.len() > 1;
        let literal = item.parse::<f64>().is_ok() || matches!(item.as_str(), "true" | "false" | "null");
        if quoted || literal { item.clone() } else { format!("\"{item}\"") }
    };
    let simple = items.len() <= 4
        // These characters have a special meaning in YAML, so no list is suggested for items with them.
        && items.iter().all(|item| item.len() <= 20 && !item.contains([':', '{', '[', '$', '\\', '\'']));
    let list = match simple {
        true => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        false => "…".to_owned(),
    };
    error(WRONG_OPERATOR, at, "YAML list syntax is not HCL: use brackets")
        .help(format!("write `{} = [{list}]`", shown(name)))
}

/// `abc"`, or `f"abc"` if the quote is closed.
pub(crate) fn quote_after_name(name_at: Span, quote: Span, name: &str, is_closed: bool) -> Diagnostic {
    let name = shown(name);
    let finding = error(JUNK_ON_LINE, quote, format!("unexpected quote after `{name}`"));
    match is_closed {
        true => finding
            .also(name_at, "strings have no prefix")
            .help(format!("remove the `{name}`; `${{ }}` inserts values into a string")),
        false => finding.fix(perhaps("add the opening quote", before(name_at), "\"")),
    }
}

/// `upper "x"`.
pub(crate) fn call_without_parentheses(name_at: Span, argument: Span, name: &str) -> Diagnostic {
    error(JUNK_ON_LINE, argument, "missing parentheses in a function call")
        .also(name_at, "function")
        .help(format!("write `{}(…)`", shown(name)))
}

pub(crate) fn lone_name(at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(NOT_AN_ITEM, at, format!("expected an attribute or a block, found only the name `{name}`"))
        .help(format!("write `{name} = value` or `{name} {{ }}`"))
}

pub(crate) fn item_expected(name_at: Span, name: &str, at: Span, found: &str) -> Diagnostic {
    let name = shown(name);
    error(NOT_AN_ITEM, name_at, format!("expected `=` or `{{` after `{name}`, found {found}"))
        .also(at, "found here")
        .help(format!("write `{name} = value` for an attribute, `{name} {{ }}` for a block"))
}

pub(crate) fn no_item(at: Span, found: &str) -> Diagnostic {
    error(NOT_AN_ITEM, at, format!("expected an attribute or a block, found {found}"))
        .help("write `name = value` for an attribute, `name { }` for a block")
}

pub(crate) fn brace_without_header(at: Span) -> Diagnostic {
    error(NOT_AN_ITEM, at, "expected an attribute or a block, found `{`")
        .help("add a block type before the body: `name { }`")
        .fix(perhaps("remove the `{`", at, ""))
}

/// A line that continues the expression of the previous line.
pub(crate) fn line_continues(at: Span, found: &str) -> Diagnostic {
    error(
        LINE_BREAK,
        at,
        format!("unexpected {found} at the start of a line: the line break ended the value"),
    )
    .help("wrap the expression in parentheses to spread it over several lines")
}

/// A line that starts with `*`: a comment without its opener.
pub(crate) fn comment_without_start(at: Span) -> Diagnostic {
    error(LINE_BREAK, at, "unexpected `*` at the start of a line: this looks like a comment without `/*`")
        .help("add `/*` before it, or start each line with `#`")
}

pub(crate) fn quoted_item_name(at: Span, text: &str, plain: bool, colon: Option<Span>) -> Diagnostic {
    let name = text.trim_matches('"');
    let found = error(NOT_AN_ITEM, at, "names of attributes and blocks are not quoted");
    if plain {
        let mut fix = surely("remove the quotes", at, name);
        if let Some(span) = colon {
            fix.title.push_str(", and write `=`");
            fix.edits.push(Edit { span, text: " =".into() });
        }
        found.fix(fix)
    } else {
        found.help("use letters, digits, `_` and `-` in names; for other keys use an object: `name = { \"key\" = value }`")
    }
}

/// A comma between items; `removal` is the range of the comma if nothing else follows on its line.
pub(crate) fn comma_between_items(at: Span, removal: Option<Span>) -> Diagnostic {
    let found =
        error(EXTRA_COMMA, at, "unexpected comma: attributes and blocks are separated by line breaks");
    match removal {
        Some(comma) => found.fix(surely("remove the comma", comma, "")),
        None => found.fix(perhaps("start a new line", at, "\n")),
    }
}

pub(crate) fn two_items_on_line(at: Span, first: Span, gap: Span) -> Diagnostic {
    error(JUNK_ON_LINE, at, "each attribute or block must be on its own line")
        .also(first, "this is on the same line")
        .fix(surely("start a new line", gap, "\n"))
}

pub(crate) fn brace_after_item(at: Span) -> Diagnostic {
    error(JUNK_ON_LINE, at, "the closing `}` must be on its own line")
        .help("only a block with a single attribute can end on the line it starts on")
        .fix(surely("start a new line", before(at), "\n"))
}

/// Words that are operators in other languages, and what HCL has instead.
const FOREIGN_OPERATORS: &[(&str, &str)] = &[
    ("is", "use `==` to compare"),
    ("eq", "use `==` to compare"),
    ("ne", "use `!=` to compare"),
    ("in", "use `contains(list, value)` to find an element"),
    ("mod", "use `%` for the remainder"),
    ("matches", "use `can(regex(pattern, string))` to match a pattern"),
    ("then", "use a conditional: `condition ? value : other`"),
    ("else", "use a conditional: `condition ? value : other`"),
];

/// A word after a complete value: an unquoted string, or a word that is an operator in other languages.
pub(crate) fn word_after_value(at: Span, word: &str, previous: &str, item: Span) -> Diagnostic {
    let word = shown(word);
    if previous == "not" {
        return error(WRONG_OPERATOR, at, "`not` is not an operator; use `!`")
            .help(format!("write `!{word}`"));
    }
    if let Some((_, instead)) = FOREIGN_OPERATORS.iter().find(|(operator, _)| *operator == word) {
        return error(WRONG_OPERATOR, at, format!("`{word}` is not an operator")).help(*instead);
    }
    error(JUNK_ON_LINE, at, format!("expected end of line, found `{word}`"))
        .also(item, "the expression ends here")
        .help("quote it if it is a string; if not, add an operator between the operands")
}

/// `value.upper()`.
pub(crate) fn method_call(at: Span, name: &str, item: Span) -> Diagnostic {
    error(JUNK_ON_LINE, at, "expected end of line, found `(`")
        .also(item, "the expression ends here")
        .help(format!("HCL has no methods: pass the value to a function, such as `{}(…)`", shown(name)))
}

pub(crate) fn junk_after_item(at: Span, found: &str, item: Span) -> Diagnostic {
    let help = match found {
        "`=`" => "use `==` to compare",
        _ => "start a new line, or add an operator between the operands",
    };
    error(JUNK_ON_LINE, at, format!("expected end of line, found {found}"))
        .also(item, "the expression ends here")
        .help(help)
}

pub(crate) fn block_in_one_line_block(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a single-line block cannot contain a block")
        .also(open, "start a new line after this")
}

pub(crate) fn second_item_in_one_line_block(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a single-line block can hold only one attribute")
        .also(open, "start a new line after this, and one for each attribute")
}

pub(crate) fn comma_in_one_line_block(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a single-line block can hold only one attribute and no commas")
        .also(open, "start a new line after this, and one for each attribute")
        .help("if this is an object rather than a block, add `=` before the `{`")
}

pub(crate) fn one_line_block_goes_on(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a single-line block can hold only one attribute")
        .also(open, "start a new line after this")
        .fix(perhaps("start a new line", after(open), "\n"))
}

pub(crate) fn duplicate_attribute(at: Span, name: &str, first: Span) -> Diagnostic {
    let name = shown(name);
    error(DUPLICATE_ATTRIBUTE, at, format!("duplicate attribute `{name}`"))
        .also(first, "first set here")
        .help("remove or rename one of them")
}
