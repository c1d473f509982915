//! Functions on strings.

use hclx_core::{
    Characters, Text, TextLength, Type, Value, characters, nfc, normalized, ops, pay, pay_bytes,
};

use super::{ALL, Answer, Args, FunctionRow, sequence};
use crate::values::narrow::{beginning, with_lengths};

pub(super) const STRREV: FunctionRow = FunctionRow::new(
    "strrev",
    "(str: string) -> string",
    "the characters of a string in reverse order",
    &[("strrev(\"abc\")", "\"cba\"")],
    |args| {
        let whole = args.string(0)?.plain()?;
        if whole.is_ascii() && !whole.contains('\r') {
            return text(args, whole.chars().rev().collect());
        }
        let mut characters = Vec::new();
        let mut rest = Characters::of(args.string(0)?);
        while let Some((_, character)) = rest.advance()? {
            characters.push(character);
        }
        text(args, characters.into_iter().rev().collect())
    },
)
.any(ALL);

pub(super) const ROWS: &[FunctionRow] = &[
    JOIN,
    LOWER,
    FunctionRow::new(
        "split",
        "(separator: string, str: string) -> list(string)",
        "the pieces of a string between separators",
        &[("split(\",\", \"a,b\")", "[\"a\", \"b\"]"), ("split(\",\", \"\")", "[\"\"]")],
        split,
    )
    .bounded(|args, unknown| {
        // An empty separator splits between characters, so an empty string may result in no pieces.
        let pieces = args.peek(0).is_some_and(|separator| !separator.is_empty());
        with_lengths(unknown, usize::from(pieces), None)
    }),
    STRLEN,
    STRREV,
    FunctionRow::new(
        "substr",
        "(str: string, offset: number, length: number) -> string",
        "a substring by offset and length in characters; a negative offset counts from the end, and a length of -1 extends to it",
        &[("substr(\"hello world\", 1, 4)", "\"ello\""), ("substr(\"hello\", -3, -1)", "\"llo\"")],
        substring,
    )
    .bounded(|args, unknown| match (args.integer(1), args.integer(2)) {
        (Ok(offset), Ok(length)) => TextLength::of(args.get(0)).substring(offset, length).narrow(unknown),
        _ => unknown,
    })
    .any(ALL),
    FunctionRow::new(
        "trimspace",
        "(str: string) -> string",
        "a string without leading and trailing whitespace",
        &[("trimspace(\"  a b \\n\")", "\"a b\"")],
        |args| text(args, args.string(0)?.scan()?.trim_matches(is_space).to_owned()),
    )
    .bounded(no_longer),
    UPPER,
];

pub(super) const UPPER: FunctionRow = FunctionRow::new(
    "upper",
    "(str: string) -> string",
    "a string in upper case",
    &[("upper(\"hello\")", "\"HELLO\"")],
    |args| {
        let given = args.string(0)?.unicode()?;
        text(
            args,
            if given.is_ascii() { given.to_ascii_uppercase() } else { given.chars().map(upper).collect() },
        )
    },
)
.bounded(as_empty)
.any(ALL);

pub(super) const LOWER: FunctionRow = FunctionRow::new(
    "lower",
    "(str: string) -> string",
    "a string in lower case",
    &[("lower(\"HELLO\")", "\"hello\"")],
    |args| {
        let given = args.string(0)?.unicode()?;
        text(
            args,
            if given.is_ascii() { given.to_ascii_lowercase() } else { given.chars().map(lower).collect() },
        )
    },
)
.bounded(as_empty)
.any(ALL);

const JOIN: FunctionRow = FunctionRow::new(
    "join",
    "(separator: string, lists: list(string)...) -> string",
    "the strings of lists, joined with a separator",
    &[("join(\", \", [\"a\", \"b\"])", "\"a, b\""), ("join(\"-\", [\"a\"], [\"b\"])", "\"a-b\"")],
    join,
)
.bounded(join_prefix);

const STRLEN: FunctionRow = FunctionRow::new(
    "strlen",
    "(str: string) -> int",
    "the number of characters (grapheme clusters) of a string",
    &[("strlen(\"hello\")", "5"), ("strlen(\"e\\u0301\")", "1")],
    |args| Ok(sequence::in_result_type(args, ops::text_length(args.get(0), args.rules))),
)
.unknown(ALL)
.any(ALL);

/// The bound for a function that only removes characters at the end, or whitespace.
pub(super) fn no_longer(args: &Args<'_>, unknown: Value) -> Value {
    TextLength::of(args.get(0)).shortened().narrow(unknown)
}

/// The bounds for a function that replaces each letter.
fn as_empty(args: &Args<'_>, unknown: Value) -> Value {
    TextLength::of(args.get(0)).replaced().narrow(unknown)
}

/// A created string, normalized to NFC.
pub fn text(_: &Args<'_>, text: String) -> Answer {
    Ok(normalized(&text)?)
}

/// The upper case of a character as in Go's library, which maps characters one to one.
pub(super) fn upper(c: char) -> char {
    single(c.to_uppercase()).unwrap_or(c)
}

fn lower(c: char) -> char {
    // `İ` is the only letter with a two-character lower case; Go keeps the first.
    c.to_lowercase().next().unwrap_or(c)
}

fn single(mut mapped: impl Iterator<Item = char>) -> Option<char> {
    let first = mapped.next()?;
    mapped.next().is_none().then_some(first)
}

/// Returns `true` for the whitespace of Go's library.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}')
        || matches!(
            c,
            '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
}

/// Pays for the pieces of a string before they are created.
fn pay_pieces(count: usize) -> hclx_diag::Fallible<()> {
    pay(32 * count as u64)?;
    pay_bytes(96 * count as u64)
}

fn split(args: &Args<'_>) -> Answer {
    let (separator, whole) = (args.string(0)?.scan()?, args.string(1)?.scan()?);
    let piece = |piece: &str| Value::string(nfc(piece));
    let pieces: Vec<Value> = if separator.is_empty() {
        // Go splits between code points here, and not between characters.
        pay_pieces(whole.chars().count())?;
        whole.chars().map(|c| piece(c.encode_utf8(&mut [0; 4]))).collect()
    } else {
        pay_pieces(whole.matches(separator).count() + 1)?;
        whole.split(separator).map(piece).collect()
    };
    Ok(Value::list(Type::STRING, pieces))
}

fn join(args: &Args<'_>) -> Answer {
    if args.count() < 2 {
        return Err(args.failed("at least one list is required").into());
    }
    (1..args.count()).try_for_each(|position| args.without_null(position))?;
    let separator = args.string(0)?.plain()?;
    let mut items = Vec::new();
    for position in 1..args.count() {
        items.extend(args.strings(position)?);
    }
    pay_bytes(separator.len() as u64 * items.len() as u64)?;
    text(args, items.join(separator))
}

/// Narrows the result by the strings before the first unknown one.
fn join_prefix(args: &Args<'_>, unknown: Value) -> Value {
    let Some(separator) = args.peek(0) else { return unknown };
    let mut known = String::new();
    for list in args.from(1) {
        let Some(elements) = list.elements() else {
            // If nothing follows, there is no separator either.
            known.truncate(known.len().saturating_sub(separator.len()));
            break;
        };
        let texts: Vec<&str> = elements.iter().map_while(|one| one.text().map(Text::paid)).collect();
        for text in &texts {
            known.push_str(text);
            known.push_str(separator);
        }
        if texts.len() < elements.len() {
            break;
        }
    }
    let exact = args.rules.exact_ranges;
    let unknown = if exact { unknown } else { joined_length(args, separator).narrow(unknown) };
    if known.is_empty() { unknown } else { beginning(unknown, &known, exact) }
}

/// The length of joined strings.
fn joined_length(args: &Args<'_>, separator: &str) -> TextLength {
    let mut lengths = Vec::new();
    for list in args.from(1) {
        let Some(elements) = list.elements() else { return TextLength::default() };
        lengths.extend(elements.iter().flat_map(|one| [TextLength::of_text(separator), TextLength::of(one)]));
    }
    TextLength::concatenation(lengths.into_iter().skip(1))
}

fn substring(args: &Args<'_>) -> Answer {
    let (given, offset, length) = (args.string(0)?, args.integer(1)?, args.integer(2)?);
    if offset >= 0 && length == 0 {
        return Ok(Value::string(""));
    }
    let start = if offset < 0 {
        // An offset before the start counts as the start.
        let count = characters(given.unicode()?);
        count.saturating_sub(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX))
    } else {
        usize::try_from(offset).unwrap_or(usize::MAX)
    };
    // Go's loop returns everything for a length of zero after a negative offset.
    let length = usize::try_from(length).ok().filter(|length| *length > 0);
    let whole = given.plain()?;
    if whole.is_ascii() && !whole.contains("\r\n") {
        let start = start.min(whole.len());
        let end = length.map_or(whole.len(), |length| start.saturating_add(length).min(whole.len()));
        return text(args, whole[start..end].to_owned());
    }
    let mut rest = Characters::of(given);
    let (mut first, mut position) = (None, 0);
    while let Some((at, _)) = rest.advance()? {
        if position == start {
            first = Some(at);
        }
        if first.is_some() && length.is_some_and(|length| position - start == length) {
            return text(args, whole[first.unwrap_or(at)..at].to_owned());
        }
        position += 1;
    }
    text(args, whole[first.unwrap_or(whole.len())..].to_owned())
}
