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
        ":" => "in a block `:` gives no value: write `=`".to_owned(),
        "==" => format!("`==` compares; the value of `{name}` is given by `=`"),
        "=>" => "`=>` belongs into a `for` expression: write `=`".to_owned(),
        _ => format!("`{text}` is not an operator of HCL: the value of `{name}` is given by `=`"),
    };
    let sure = matches!(text, ":" | "==" | "=>" | ":=");
    let certainty = if sure { Applicability::Certain } else { Applicability::Suggested };
    // `port: 80` needs a blank before `=` to look as people write it
    let space = if text == ":" { " =" } else { "=" };
    error(WRONG_OPERATOR, at, message).fix(super::edit("write `=`", at, space, certainty))
}

pub(crate) fn missing_assign(name_at: Span, name: &str, value: Span) -> Diagnostic {
    let name = shown(name);
    error(MISSING_ASSIGN, name_at, format!("`=` is missing between `{name}` and its value"))
        .also(value, "this looks like its value")
        .fix(surely("add `=`", after(name_at), " ="))
}

pub(crate) fn assign_expected(at: Span, found: &str, key: &str) -> Diagnostic {
    let key = shown(key);
    error(MISSING_ASSIGN, at, format!("expected `=` and a value after the key `{key}`, found {found}"))
        .help("a key with dots or spaces is in quotes")
}

pub(crate) fn assign_on_next_line(at: Span, assign: Span) -> Diagnostic {
    error(LINE_BREAK, at, "a line break may not be between a key and its `=`")
        .also(assign, "the `=` is here")
        .help("write `=` on the line of the key")
}

pub(crate) fn key_without_value(at: Span, key: &str, found: &str) -> Diagnostic {
    let key = shown(key);
    error(VALUE_MISSING, at, format!("the key `{key}` has no value: expected `=`, found {found}"))
        .help(format!("give it a value, such as `{key} = null`, or make a list with `[ ]`"))
}

/// `port "80"`: an attribute without `=`, or a block without a body.
pub(crate) fn missing_assign_or_brace(at: Span, name: &str, header: Span) -> Diagnostic {
    let name = shown(name);
    error(MISSING_ASSIGN, at, format!("`{name}` is neither an attribute nor a block: `=` or `{{` is missing"))
        .also(header, "it is here")
        .help("write `=` before the string if it is the value, `{ }` after it if it is the label of a block")
}

pub(crate) fn block_without_body(at: Span, header: Span) -> Diagnostic {
    error(BLOCK_HEADER, at, "expected `{` and the body of a block, found the end of the line")
        .also(header, "a name and labels begin a block")
        .help("begin the body with `{` on this line, or write `=` after the name to make an attribute")
}

pub(crate) fn labels_before_assign(at: Span, header: Span) -> Diagnostic {
    error(BLOCK_HEADER, at, "an attribute has one name: no label may be before `=`")
        .also(header, "these are a block's type and labels")
        .help("for a map write `name = { label = value }`; for a block leave `=` out")
}

/// `type "label" name = value`.
pub(crate) fn brace_before_attribute(at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(BLOCK_HEADER, at, format!("`{{` is missing between the header of the block and `{name}`"))
        .help("an attribute has one name: what is before it is read as a block's type and labels")
        .fix(perhaps("add `{`", before(at), "{ "))
}

pub(crate) fn label_or_brace_expected(at: Span, found: &str, name: &str) -> Diagnostic {
    let name = shown(name);
    error(
        BLOCK_HEADER,
        at,
        format!("expected a label or `{{` in the header of the block `{name}`, found {found}"),
    )
    .help("labels are names or strings in double quotes")
}

/// `type [1] { }`; `name` is the type.
pub(crate) fn value_as_label(at: Span, found: &str, name: Span) -> Diagnostic {
    error(BLOCK_HEADER, at, format!("expected a label or `{{`, found {found}"))
        .also(name, "this begins a block")
        .help("a label is a name or a string in double quotes")
}

pub(crate) fn label_not_quoted(name_at: Span, label: Span) -> Diagnostic {
    error(BLOCK_HEADER, name_at, "a label is a name or a string: a number needs quotes")
        .also(label, "this is the label")
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
    error(BLOCK_HEADER, at, "a label is fixed text: it cannot hold templates")
        .help(format!("write `{sign}{opener}` if the characters are meant"))
}

pub(crate) fn brace_on_next_line(header: Span, brace: Span, gap: Span, plain: bool) -> Diagnostic {
    let found = error(BLOCK_HEADER, header, "the `{` of a block must be on the line of its header")
        .also(brace, "it is here");
    let title = "move the `{` up";
    if plain { found.fix(surely(title, gap, " ")) } else { found.help(title) }
}

pub(crate) fn dotted_item_name(name_at: Span, at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(
        NOT_AN_ITEM,
        name_at,
        format!("the name of an attribute or block is one word: `{name}` is followed by more"),
    )
    .also(at, "this cannot belong to a name")
    .help("to set a part of an object, give the whole object: `name = { part = value }`")
}

pub(crate) fn call_as_item(at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(NOT_AN_ITEM, at, format!("a call of `{name}` cannot be alone: a body holds attributes and blocks"))
        .help("give the result a name: `name = …`")
}

/// `if (x) {` where an item belongs.
pub(crate) fn if_statement(at: Span) -> Diagnostic {
    error(NOT_AN_ITEM, at, "HCL has no `if` statement")
        .help("choose a value instead: `name = condition ? a : b`")
}

/// `name:` with lines below it that begin with `- `.
pub(crate) fn list_of_yaml(at: Span, name: &str, items: &[String]) -> Diagnostic {
    let plain = |item: &String| {
        let quoted = item.starts_with('"') && item.ends_with('"') && item.len() > 1;
        let literal = item.parse::<f64>().is_ok() || matches!(item.as_str(), "true" | "false" | "null");
        if quoted || literal { item.clone() } else { format!("\"{item}\"") }
    };
    let simple = items.len() <= 4
        && items.iter().all(|item| item.len() <= 20 && !item.contains([':', '{', '[', '$', '\\', '\'']));
    let list = match simple {
        true => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        false => "…".to_owned(),
    };
    error(WRONG_OPERATOR, at, "this is YAML: in HCL a list is written in brackets")
        .help(format!("write `{} = [{list}]`", shown(name)))
}

/// `upper "x"`.
pub(crate) fn call_without_parentheses(name_at: Span, argument: Span, name: &str) -> Diagnostic {
    error(JUNK_ON_LINE, argument, "a call needs parentheses")
        .also(name_at, "this is the function")
        .help(format!("write `{}(…)`", shown(name)))
}

pub(crate) fn lone_name(at: Span, name: &str) -> Diagnostic {
    let name = shown(name);
    error(NOT_AN_ITEM, at, format!("`{name}` is alone: it is neither an attribute nor a block"))
        .help(format!("write `{name} = value` or `{name} {{ }}`"))
}

pub(crate) fn item_expected(name_at: Span, name: &str, at: Span, found: &str) -> Diagnostic {
    let name = shown(name);
    error(NOT_AN_ITEM, name_at, format!("expected `=` or `{{` after `{name}`, found {found}"))
        .also(at, "this was found")
        .help(format!("an attribute is written `{name} = value`, a block `{name} {{ }}`"))
}

pub(crate) fn no_item(at: Span, found: &str) -> Diagnostic {
    error(NOT_AN_ITEM, at, format!("expected an attribute or a block, found {found}"))
        .help("an attribute is written `name = value`, a block `name { }`")
}

pub(crate) fn brace_without_header(at: Span) -> Diagnostic {
    error(NOT_AN_ITEM, at, "expected an attribute or a block, found `{`")
        .help("a body in braces needs a name before it: `name { }`")
        .fix(perhaps("remove the `{`", at, ""))
}

/// A line that continues the expression of the line before.
pub(crate) fn line_continues(at: Span, found: &str) -> Diagnostic {
    error(
        LINE_BREAK,
        at,
        format!("a line cannot begin with {found}: the line break before it has ended the value"),
    )
    .help("put the whole expression in parentheses to spread it over lines")
}

/// Reports lines that start with `*`: a comment without its start.
pub(crate) fn comment_without_start(at: Span) -> Diagnostic {
    error(LINE_BREAK, at, "a line cannot begin with `*`: this looks like a comment whose `/*` is missing")
        .help("write `/*` before it, or begin each line with `#`")
}

pub(crate) fn quoted_item_name(at: Span, text: &str, plain: bool, colon: Option<Span>) -> Diagnostic {
    let name = text.trim_matches('"');
    let found = error(NOT_AN_ITEM, at, "the name of an attribute or block is written without quotes");
    if plain {
        let mut fix = surely("remove the quotes", at, name);
        if let Some(span) = colon {
            fix.title.push_str(", and write `=`");
            fix.edits.push(Edit { span, text: " =".into() });
        }
        found.fix(fix)
    } else {
        found.help("names consist of letters, digits, `_` and `-`; other keys need an object: `name = { \"key\" = value }`")
    }
}

/// `removal`: the comma, if nothing else follows on its line.
pub(crate) fn comma_between_items(at: Span, removal: Option<Span>) -> Diagnostic {
    let found = error(EXTRA_COMMA, at, "attributes and blocks are separated by new lines, not by commas");
    match removal {
        Some(comma) => found.fix(surely("remove the comma", comma, "")),
        None => found.fix(perhaps("begin a new line", at, "\n")),
    }
}

pub(crate) fn two_items_on_line(at: Span, first: Span, gap: Span) -> Diagnostic {
    error(JUNK_ON_LINE, at, "each attribute or block needs a line of its own")
        .also(first, "this one is on the same line")
        .fix(surely("begin a new line", gap, "\n"))
}

pub(crate) fn brace_after_item(at: Span) -> Diagnostic {
    error(JUNK_ON_LINE, at, "`}` must be on a line of its own here")
        .help("only a block that begins on this line and holds one attribute ends on it")
        .fix(surely("begin a new line", before(at), "\n"))
}

/// A word after a complete value: an unquoted string, or a word that is an operator in other languages.
pub(crate) fn word_after_value(at: Span, word: &str, previous: &str, item: Span) -> Diagnostic {
    let word = shown(word);
    if previous == "not" {
        return error(WRONG_OPERATOR, at, "`not` is not an operator: negation is written `!`")
            .help(format!("write `!{word}`"));
    }
    error(JUNK_ON_LINE, at, format!("expected the end of the line, found `{word}`"))
        .also(item, "this was read as a whole")
        .help("text is in double quotes; operands need an operator between them")
}

pub(crate) fn junk_after_item(at: Span, found: &str, item: Span) -> Diagnostic {
    error(JUNK_ON_LINE, at, format!("expected the end of the line, found {found}"))
        .also(item, "this was read as a whole")
        .help("begin a new line, or write an operator between the operands")
}

pub(crate) fn block_in_one_line_block(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a block on one line cannot hold a block")
        .also(open, "begin a new line after this")
}

pub(crate) fn second_item_in_one_line_block(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a block on one line holds one attribute")
        .also(open, "begin a new line after this, and one for each attribute")
}

pub(crate) fn comma_in_one_line_block(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a block on one line holds one attribute, and no commas")
        .also(open, "begin a new line after this, and one for each attribute")
        .help("if this is an object and no block, write `=` before the `{`")
}

pub(crate) fn one_line_block_goes_on(at: Span, open: Span) -> Diagnostic {
    error(ONE_LINE_BLOCK, at, "a block that begins on one line with an attribute must end on it")
        .also(open, "begin a new line after this")
        .fix(perhaps("begin a new line", after(open), "\n"))
}

pub(crate) fn duplicate_attribute(at: Span, name: &str, first: Span) -> Diagnostic {
    let name = shown(name);
    error(DUPLICATE_ATTRIBUTE, at, format!("`{name}` is given twice in this body"))
        .also(first, "it is given here first")
        .help("remove or rename one of them")
}
