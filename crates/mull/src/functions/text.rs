//! String functions. A character is a code point; strings are not normalized.

use super::{Answer, Call, MAX_RESULT, Row, bounded_text, failed, shared, too_large};
use crate::pattern::Pattern;
use crate::value::Val;

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "upper",
        "(s: string) -> string",
        "the string in upper case",
        &[("upper(\"é\")", "\"É\"")],
        |call| bounded_text(mapped(call.string(0)?)?.to_uppercase()),
    ),
    Row::new(
        "lower",
        "(s: string) -> string",
        "the string in lower case",
        &[("lower(\"AB\")", "\"ab\"")],
        |call| bounded_text(mapped(call.string(0)?)?.to_lowercase()),
    ),
    Row::new(
        "trim",
        "(s: string) -> string",
        "the string without leading and trailing whitespace",
        &[("trim(\" a \")", "\"a\"")],
        |call| bounded_text(call.string(0)?.plain()?.trim().to_owned()),
    ),
    Row::new(
        "trimprefix",
        "(s: string, prefix: string) -> string",
        "the string without the prefix, if it has it",
        &[("trimprefix(\"foobar\", \"foo\")", "\"bar\"")],
        |call| {
            let (text, prefix) = (call.string(0)?.plain()?, call.string(1)?.plain()?);
            bounded_text(text.strip_prefix(prefix).unwrap_or(text).to_owned())
        },
    ),
    Row::new(
        "trimsuffix",
        "(s: string, suffix: string) -> string",
        "the string without the suffix, if it has it",
        &[("trimsuffix(\"foobar\", \"bar\")", "\"foo\"")],
        |call| {
            let (text, suffix) = (call.string(0)?.plain()?, call.string(1)?.plain()?);
            bounded_text(text.strip_suffix(suffix).unwrap_or(text).to_owned())
        },
    ),
    Row::new(
        "startswith",
        "(s: string, prefix: string) -> bool",
        "true if the string starts with the prefix",
        &[("startswith(\"abc\", \"ab\")", "true")],
        |call| shared::run("startswith", call),
    ),
    Row::new(
        "endswith",
        "(s: string, suffix: string) -> bool",
        "true if the string ends with the suffix",
        &[("endswith(\"abc\", \"ab\")", "false")],
        |call| shared::run("endswith", call),
    ),
    Row::new(
        "replace",
        "(s: string, old: string, new: string) -> string",
        "the string with every `old` replaced by `new`",
        &[("replace(\"aXbX\", \"X\", \"-\")", "\"a-b-\"")],
        replace,
    ),
    Row::new(
        "substr",
        "(s: string, i: int, n: int) -> string",
        "the substring of `n` characters from index `i`; -1 extends it to the end",
        &[("substr(\"hello\", 1, 3)", "\"ell\""), ("substr(\"hello\", 2, -1)", "\"llo\"")],
        substr,
    ),
    Row::new(
        "split",
        "(sep: string, s: string) -> string[]",
        "the parts of the string between separators; its characters for an empty separator",
        &[("split(\",\", \"a,,b\")", "[\"a\",\"\",\"b\"]")],
        split,
    ),
    Row::new(
        "join",
        "(sep: string, list: string[]) -> string",
        "the strings, joined with a separator",
        &[("join(\"-\", [\"a\", \"b\"])", "\"a-b\"")],
        join,
    ),
    Row::new(
        "indent",
        "(n: int, s: string) -> string",
        "the string with all lines but the first indented by `n` spaces",
        &[("indent(2, \"a\\nb\")", "\"a\\n  b\"")],
        indent,
    ),
    Row::new(
        "repeat",
        "(s: string, n: int) -> string",
        "the string, repeated `n` times",
        &[("repeat(\"ab\", 3)", "\"ababab\"")],
        repeat,
    ),
    Row::new(
        "matches",
        "(s: string, re: string) -> bool",
        "true if the whole string matches the regular expression",
        &[("matches(\"98101\", \"[0-9]{5}\")", "true")],
        matches,
    ),
];

/// The contents of a string, charged for mapping each letter even if all are ASCII.
fn mapped(text: hclx_core::Text<'_>) -> hclx_diag::Fallible<&str> {
    text.scan()?;
    text.unicode()
}

/// Pays for the pieces of a string before they are created.
fn pay_pieces(count: usize) -> Result<(), super::EarlyReturn> {
    hclx_core::pay(64 * count as u64)?;
    if count > MAX_RESULT { Err(too_large("the array")) } else { Ok(()) }
}

fn replace(call: &Call<'_>) -> Answer {
    // An empty string is an error even if other arguments are unknown.
    if let Val::String(old) = &call.args[1]
        && old.is_empty()
    {
        return Err(failed(1, "the string to replace must not be empty"));
    }
    let (text, old, new) = (call.string(0)?.scan()?, call.string(1)?.scan()?, call.string(2)?.plain()?);
    // A lower bound for the length: a short call can request more than fits in memory.
    let count = text.matches(old).count();
    hclx_core::pay(16 * count as u64)?;
    let grown = count.saturating_mul(new.len());
    if grown > MAX_RESULT {
        return Err(too_large("the string"));
    }
    bounded_text(text.replace(old, new))
}

fn substr(call: &Call<'_>) -> Answer {
    let (text, start, count) = (call.string(0)?.scan()?, call.int(1)?, call.int(2)?);
    let length = text.chars().count();
    // Unlike in HCL's `substr`, an index or count outside the string is an error; nothing is clamped.
    let start = usize::try_from(start).ok().filter(|start| *start <= length);
    let start = start.ok_or_else(|| {
        failed(1, format!("the index must be from 0 to {length}, the length of the string"))
    })?;
    let rest = length - start;
    let count = match count {
        -1 => Some(rest),
        count => usize::try_from(count).ok().filter(|count| *count <= rest),
    };
    let count = count.ok_or_else(|| failed(2, format!("only {rest} characters follow index {start}")))?;
    bounded_text(text.chars().skip(start).take(count).collect())
}

fn split(call: &Call<'_>) -> Answer {
    let (separator, text) = (call.string(0)?.scan()?, call.string(1)?.scan()?);
    let count = if separator.is_empty() { text.chars().count() } else { text.matches(separator).count() };
    pay_pieces(count)?;
    let texts: Vec<Val> = if separator.is_empty() {
        // For an empty separator, `str::split` also has an empty string at either end.
        text.chars().map(|c| Val::string(c.to_string())).collect()
    } else {
        text.split(separator).map(Val::string).collect()
    };
    if texts.len() > MAX_RESULT { Err(too_large("the array")) } else { Ok(Val::array(texts)) }
}

fn join(call: &Call<'_>) -> Answer {
    let (separator, texts) = (call.string(0)?.plain()?, call.array(1)?);
    let mut joined = String::new();
    for (position, text) in texts.iter().enumerate() {
        if position > 0 {
            joined.push_str(separator);
        }
        hclx_core::charge_work(16 + separator.len() as u64 / 8);
        match text {
            Val::String(text) => joined.push_str(text),
            _ => return Err(super::EarlyReturn::Unknown),
        }
        if joined.len() > MAX_RESULT {
            return Err(too_large("the string"));
        }
    }
    Ok(Val::string(joined))
}

fn indent(call: &Call<'_>) -> Answer {
    let (blanks, text) = (call.int(0)?, call.string(1)?.scan()?);
    let blanks = usize::try_from(blanks)
        .map_err(|_| failed(0, format!("the number of spaces must not be negative, found {blanks}")))?;
    let lines = text.matches('\n').count();
    if lines > 0 && lines.saturating_mul(blanks) > MAX_RESULT {
        return Err(too_large("the string"));
    }
    // Without additional lines, no spaces are needed, and their number is not bounded.
    if lines == 0 {
        return bounded_text(text.to_owned());
    }
    bounded_text(text.replace('\n', &format!("\n{}", " ".repeat(blanks))))
}

fn repeat(call: &Call<'_>) -> Answer {
    let (text, times) = (call.string(0)?.plain()?, call.int(1)?);
    let times = usize::try_from(times)
        .map_err(|_| failed(1, format!("the count must not be negative, found {times}")))?;
    if text.len().saturating_mul(times) > MAX_RESULT {
        return Err(too_large("the string"));
    }
    bounded_text(text.repeat(times))
}

fn matches(call: &Call<'_>) -> Answer {
    // A malformed pattern is an error even if the string is unknown.
    let pattern =
        Pattern::new(call.string(1)?.plain()?).map_err(|why| failed(1, format!("the pattern {why}")))?;
    match &call.args[0] {
        // no string with this prefix matches
        Val::Unknown(text) if text.range().prefix().is_some_and(|head| !pattern.may_start(head)) => {
            Ok(Val::Bool(false))
        }
        _ => Ok(Val::Bool(pattern.matches(call.string(0)?.plain()?))),
    }
}
