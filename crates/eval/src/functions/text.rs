//! `format` and `formatlist`: strings rendered from a format and values.

use hclx_core::{
    Data, Text, TextLength, Type, TypeKind, Value, characters, convert, normalized, pay, pay_bytes,
};
use hclx_diag::{Fallible, Fault};
use unicode_segmentation::UnicodeSegmentation;

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow};
use crate::values::narrow::{beginning, with_lengths};
use hclx_formats::{Piece, Verb, read};

pub(super) const ROWS: &[FunctionRow] = &[FORMAT];

/// The row of `formatlist`, which HCL's own library does not have.
pub(super) const FORMAT_LIST: FunctionRow = FunctionRow::new(
    "formatlist",
    "(format: string, args: any?...) -> list(string)",
    "strings formatted as by `format`, one for each element of the lists among the arguments",
    &[("formatlist(\"%s-%d\", [\"a\", \"b\"], 1)", "[\"a-1\", \"b-1\"]")],
    format_list,
)
.bounded(|args, unknown| match common_length(args) {
    Ok(Some(length)) => with_lengths(unknown, length, Some(length)),
    _ => unknown,
})
.unknown(ALL - 1);

/// The row of `format`; dialects differ in it.
pub(super) const FORMAT: FunctionRow = FunctionRow::new(
    "format",
    "(format: string, args: any?...) -> string",
    "a formatted string: verbs such as `%s`, `%d` and `%5.2f` are replaced by the arguments",
    &[
        ("format(\"Hello, %s!\", \"Ander\")", "\"Hello, Ander!\""),
        ("format(\"%03d|%-4s|%.2f\", 7, \"ab\", 3.14159)", "\"007|ab  |3.14\""),
        ("format(\"%#v\", [1, \"a\"])", "\"[1,\\\"a\\\"]\""),
    ],
    format,
)
.bounded(known_head)
.unknown(ALL - 1)
.any(ALL);

fn format(args: &Args<'_>) -> Answer {
    let pattern = args.string(0)?.scan()?;
    if args.rules.exact_ranges && !args.from(1).iter().all(Value::is_wholly_known) {
        return Err(EarlyReturn::Unknown);
    }
    let pieces = read(pattern).map_err(|what| args.fault(0, what))?;
    every_argument_is_used(args, &pieces)?;
    let text = formatted(args, &pieces, args.from(1))?.ok_or(EarlyReturn::Unknown)?;
    Ok(normalized(&text)?)
}

/// The rendered string, or `None` if an argument is unknown.
pub(super) fn formatted(
    args: &Args<'_>,
    pieces: &[Piece<'_>],
    values: &[Value],
) -> Result<Option<String>, Fault> {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(literal) => text.push_str(literal),
            Piece::Verb(verb) => {
                let Some(value) = values.get(verb.argument) else {
                    let message = format!(
                        "has more verbs than values: `{}` needs value {}, found {}",
                        verb.raw,
                        verb.argument + 1,
                        values.len()
                    );
                    return Err(args.fault(0, message));
                };
                if !value.is_wholly_known() {
                    return Ok(None);
                }
                pay_verb(verb, value)?;
                let made =
                    verb_text(args, verb, value).map_err(|what| unwritten(args, verb, value, &what))?;
                text.push_str(&made);
            }
        }
        pay(PIECE)?;
    }
    Ok(Some(text))
}

/// The cost in ticks of a piece of a format, in addition to its output.
const PIECE: u64 = 64;

/// Pays for the output of a verb.
fn pay_verb(verb: &Verb<'_>, value: &Value) -> Fallible<()> {
    let padding = verb.width.max(verb.precision).unwrap_or(0) as u64;
    pay_bytes(padding)?;
    pay(padding)?;
    let Some(text) = value.text() else { return pay_parts(value) };
    match verb.raw {
        "%s" | "%v" => text.plain()?,
        _ => {
            text.unicode()?;
            text.scan()?
        }
    };
    pay_bytes(text.len() as u64)
}

/// Pays for the JSON of a value with parts.
fn pay_parts(value: &Value) -> Fallible<()> {
    if value.length().is_some() { super::json::pay(value) } else { Ok(()) }
}

/// An argument to iterate over: a list, set or tuple that is not null.
fn is_list(value: &Value) -> bool {
    let ty = value.ty();
    let sequence = matches!(ty.kind(), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_));
    sequence && !value.is_null()
}

/// The common length of all lists among the arguments, as far as it is known.
fn common_length(args: &Args<'_>) -> Fallible<Option<usize>> {
    let mut found: Option<(usize, usize)> = None;
    for (position, value) in args.values.iter().enumerate().skip(1).filter(|(_, value)| is_list(value)) {
        let length = value.ty().as_tuple().map(<[Type]>::len).or_else(|| value.length());
        match (length, found) {
            (Some(length), None) => found = Some((length, position)),
            (Some(length), Some((other, first))) if length != other => {
                let message = format!(
                    "must be as long as the other lists: argument {} has {other} elements, this has {length}",
                    first + 1
                );
                return Err(args.fault(position, message));
            }
            _ => {}
        }
    }
    Ok(found.map(|(length, _)| length))
}

/// The cost in ticks of an argument for each string of a list.
const LISTED: u64 = 32;

fn format_list(args: &Args<'_>) -> Answer {
    let length = common_length(args)?;
    let open = |value: &Value| !value.is_known() && (is_list(value) || value.ty().is_any());
    let pattern = args.string(0)?.scan()?;
    let pieces = read(pattern).map_err(|what| args.fault(0, what));
    if args.from(1).iter().any(open) {
        if let Ok(pieces) = pieces {
            format_certain(args, &pieces)?;
        }
        return Err(EarlyReturn::Unknown);
    }
    let pieces = pieces?;
    // Without lists, there is one string.
    let length = length.unwrap_or(1);
    pay_bytes(48 * length as u64)?;
    // If a list is empty, nothing is formatted, so this is not an error.
    if length > 0 {
        every_argument_is_used(args, &pieces)?;
    }
    let mut texts = Vec::with_capacity(length);
    for at in 0..length {
        let pick = |value: &Value| value.element_at(at).filter(|_| is_list(value)).unwrap_or(value).clone();
        let row: Vec<Value> = args.from(1).iter().map(pick).collect();
        pay(LISTED * row.len() as u64)?;
        texts.push(match formatted(args, &pieces, &row)? {
            Some(text) => normalized(&text)?,
            None => Value::unknown_in(Type::STRING, hclx_core::Range::not_null()),
        });
    }
    Ok(Value::list(Type::STRING, texts))
}

/// Formats the elements that lists of unknown length are certain to have: one that fails does so in any row.
fn format_certain(args: &Args<'_>, pieces: &[Piece<'_>]) -> Fallible<()> {
    for position in (1..args.count()).filter(|at| !args.get(*at).is_known()) {
        for element in args.certain(position) {
            let other = |value: &Value| if is_list(value) { Value::dynamic() } else { value.clone() };
            let mut row: Vec<Value> = args.from(1).iter().map(other).collect();
            row[position - 1] = element.clone();
            formatted(args, pieces, &row)?;
        }
    }
    Ok(())
}

/// Rejects more arguments than there are verbs.
fn every_argument_is_used(args: &Args<'_>, pieces: &[Piece<'_>]) -> Fallible<()> {
    let verbs = pieces.iter().filter_map(|piece| match piece {
        Piece::Verb(verb) => Some(verb.argument + 1),
        Piece::Literal(_) => None,
    });
    let used = verbs.max().unwrap_or(0);
    let given = args.count() - 1;
    if used >= given {
        return Ok(());
    }
    let message = match used {
        0 => "the format has no verbs, so it takes no values".to_owned(),
        used => format!("the format uses only {used} of the {given} values"),
    };
    Err(args.failed(message).argument(used + 1))
}

/// The known prefix before the first unknown argument.
fn known_head(args: &Args<'_>, unknown: Value) -> Value {
    let Some(pieces) = args.peek(0).and_then(|pattern| read(pattern).ok()) else { return unknown };
    let exact = args.rules.exact_ranges;
    let is_open = |piece: &Piece<'_>| match piece {
        // go-cty stops at the first percent sign.
        Piece::Verb(_) if exact => true,
        Piece::Verb(verb) => args.from(1).get(verb.argument).is_none_or(|value| !value.is_wholly_known()),
        Piece::Literal(text) => exact && *text == "%",
    };
    let end = pieces.iter().position(is_open).unwrap_or(pieces.len());
    let unknown = if exact { unknown } else { formatted_length(args, &pieces).narrow(unknown) };
    match formatted(args, &pieces[..end], args.from(1)) {
        Ok(Some(head)) if !head.is_empty() => beginning(unknown, &head, exact),
        _ => unknown,
    }
}

/// The length of a formatted string.
fn formatted_length(args: &Args<'_>, pieces: &[Piece<'_>]) -> TextLength {
    TextLength::concatenation(pieces.iter().map(|piece| match piece {
        Piece::Verb(Verb { raw: "%s", argument, .. }) => {
            args.from(1).get(*argument).map(TextLength::of).unwrap_or_default()
        }
        _ => match formatted(args, std::slice::from_ref(piece), args.from(1)) {
            Ok(Some(text)) => TextLength::of_text(&text),
            _ => TextLength::default(),
        },
    }))
}

/// The fault for a value that a verb cannot format.
fn unwritten(args: &Args<'_>, verb: &Verb<'_>, value: &Value, what: &str) -> Fault {
    if what.is_empty() {
        return args.fault(0, format!("has `{}`: unknown verb `{}`", verb.raw, verb.mode));
    }
    let fault = args.fault(verb.argument + 1, format!("cannot be formatted by `{}`: {what}", verb.raw));
    if value.ty().is_primitive() || value.is_null() {
        fault
    } else {
        fault.help("use `%v` to format any value as JSON")
    }
}

fn verb_text(args: &Args<'_>, verb: &Verb<'_>, value: &Value) -> Result<String, String> {
    if value.is_null() && verb.mode != 'v' {
        return Err("it is null".to_owned());
    }
    match (verb.raw, value.data()) {
        ("%s", Data::String(text)) => return Ok(text.to_string()),
        ("%d", Data::Number(number)) if number.to_i64().is_some() => return Ok(number.to_string()),
        _ => {}
    }
    let converted = |ty: &Type| {
        let found = || format!("it must be a {ty}, found {}", crate::values::describe::value(value));
        if ty.is_numeric() && value.ty().is_numeric() {
            return Ok(value.clone());
        }
        convert(value, ty, args.rules).map_err(|_| found())
    };
    match verb.mode {
        'v' => as_is(verb, value),
        't' => Ok(converted(&Type::BOOL)?.as_bool().unwrap_or_default().to_string()),
        'b' | 'd' | 'o' | 'x' | 'X' => {
            let number = converted(&Type::NUMBER)?;
            let integer = number.as_number().and_then(hclx_core::Number::to_bigint);
            hclx_formats::integer(
                verb,
                &integer.ok_or_else(|| format!("it must be a whole number, found {number}"))?,
            )
        }
        'e' | 'E' | 'f' | 'g' | 'G' => {
            let number = converted(&Type::NUMBER)?;
            Ok(number.as_number().map(|number| hclx_formats::float(verb, number)).unwrap_or_default())
        }
        's' | 'q' => {
            let text = converted(&Type::STRING)?;
            let text = truncated(text.text().map_or("", Text::paid), verb.precision);
            Ok(padded(verb, if verb.mode == 's' { text.to_owned() } else { super::json::quoted(text) }))
        }
        // formatted by `unwritten`
        _ => Err(String::new()),
    }
}

/// `%v`: strings and numbers unchanged, everything else as JSON.
fn as_is(verb: &Verb<'_>, value: &Value) -> Result<String, String> {
    let text = match value.ty().kind() {
        TypeKind::String if !verb.sharp && !value.is_null() => value.text().map_or("", Text::paid).to_owned(),
        TypeKind::Number | TypeKind::Int if !verb.sharp && !value.is_null() => {
            value.as_number().map(hclx_formats::shortest).unwrap_or_default()
        }
        _ => super::json::encoded(value)?,
    };
    Ok(padded(verb, text))
}

/// The first characters up to the precision; 0 means all.
fn truncated(text: &str, precision: Option<usize>) -> &str {
    match precision {
        None | Some(0) => text,
        Some(count) => text.grapheme_indices(true).nth(count).map_or(text, |(end, _)| &text[..end]),
    }
}

fn padded(verb: &Verb<'_>, text: String) -> String {
    let Some(missing) = verb.width.and_then(|width| width.checked_sub(characters(&text))) else {
        return text;
    };
    let padding = if verb.zero { "0" } else { " " }.repeat(missing);
    if verb.minus { text + &padding } else { padding + &text }
}
