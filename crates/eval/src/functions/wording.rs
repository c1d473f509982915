//! Functions that change the spelling of strings: `title`, `indent`, `sort`, `urlencode`.

use hclx_core::{Members, Text, Type, Value, order};
use hclx_diag::Fallible;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::sequence::same_length;
use super::string::{is_space, text, upper};
use super::{ALL, Answer, Args, FunctionRow, shape};
use crate::values::narrow::narrowed;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "indent",
        "(spaces: number, str: string) -> string",
        "a string with all lines but the first indented by a number of spaces",
        &[("indent(2, \"a\\nb\")", "\"a\\n  b\"")],
        indent,
    )
    .bounded(|args, unknown| {
        // The first line is kept.
        let range = args.get(1).range();
        let first = range.prefix().and_then(|prefix| prefix.split('\n').next()).unwrap_or_default();
        if first.is_empty() { unknown } else { narrowed(unknown, |refiner| refiner.prefix(first)) }
    }),
    FunctionRow::new(
        "sort",
        "(list: list(string)) -> list(string)",
        "the strings of a list, sorted by code points",
        &[("sort([\"b\", \"a\", \"B\"])", "[\"B\", \"a\", \"b\"]")],
        |args| {
            let mut texts = args.strings(0)?;
            order::sort(&mut texts, |a, b| order::strings(a, b));
            Ok(Value::list(Type::STRING, texts.into_iter().map(Value::string).collect()))
        },
    )
    .bounded(|args, unknown| shape::same_members(args, same_length(args, unknown), Members::without_order))
    .unknown(ALL),
    FunctionRow::new(
        "title",
        "(str: string) -> string",
        "a string with the first letter of each word in upper case",
        &[("title(\"hello world\")", "\"Hello World\"")],
        |args| text(args, titled(letters(args.string(0)?)?)),
    ),
    FunctionRow::new(
        "urldecode",
        "(str: string) -> string",
        "a string decoded from the query of a URL",
        &[("urldecode(\"a+b%26%C3%BC\")", "\"a b&ü\"")],
        |args| {
            let written = args.string(0)?.scan()?.replace('+', " ");
            let plain = percent_encoding::percent_decode_str(&written).decode_utf8();
            let wrong = || args.fault(0, "contains invalid UTF-8");
            text(args, plain.map_err(|_| wrong())?.into_owned())
        },
    )
    .since(None, Some("1.7")),
    FunctionRow::new(
        "urlencode",
        "(str: string) -> string",
        "a string, encoded for the query of a URL",
        &[("urlencode(\"a b&ü\")", "\"a+b%26%C3%BC\"")],
        |args| text(args, url_encoded(args.string(0)?.scan()?)),
    )
    .bounded(|args, unknown| match args.get(0).range().prefix() {
        Some(prefix) => narrowed(unknown, |refiner| refiner.prefix_full(&url_encoded(prefix))),
        None => unknown,
    }),
];

fn indent(args: &Args<'_>) -> Answer {
    let spaces = args.integer(0)?;
    let Ok(spaces) = usize::try_from(spaces) else {
        return Err(args.fault(0, format!("must not be negative, found {spaces}")).into());
    };
    let whole = args.string(1)?.scan()?;
    let breaks = whole.bytes().filter(|byte| *byte == b'\n').count().max(1);
    args.budget.spend((spaces as u64).saturating_mul(breaks as u64))?;
    text(args, whole.replace('\n', &format!("\n{}", " ".repeat(spaces))))
}

/// The contents of a string, charged for mapping each letter even if all are ASCII.
fn letters(given: Text<'_>) -> Fallible<&str> {
    given.scan()?;
    given.unicode()
}

/// The string in title case: letters that follow no letter, digit or underscore become capitals.
fn titled(whole: &str) -> String {
    let mut before = ' ';
    whole
        .chars()
        .map(|c| {
            let mapped = if separates(before) { capital(c) } else { c };
            before = c;
            mapped
        })
        .collect()
}

/// The title case of a letter: digraphs have a separate form at the start of a word.
fn capital(c: char) -> char {
    match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        c => upper(c),
    }
}

fn separates(c: char) -> bool {
    match c {
        _ if c.is_ascii() => !c.is_ascii_alphanumeric() && c != '_',
        _ => !c.is_alphanumeric() && is_space(c),
    }
}

/// The characters that are not escaped in a query.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

fn url_encoded(whole: &str) -> String {
    utf8_percent_encode(whole, KEPT).to_string().replace("%20", "+")
}
