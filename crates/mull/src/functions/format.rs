//! `format`: `%s %d %v %q %t %%`, `%0Nd`, `%.Nf` (Mull §10).

use hclx_core::{Refiner, Type, Value};
use num_bigint::BigInt;

use super::values::text_of;
use super::{Answer, Call, EarlyReturn, MAX_RESULT, Row, failed, too_large};
use crate::value::Val;
use hclx_formats::decimals;

pub(super) const ROWS: &[Row] = &[Row::new(
    "format",
    "(f: string, args: any?...) -> string",
    "the string with its verbs `%s` `%d` `%v` `%q` `%t` `%05d` `%.2f` replaced by the arguments",
    &[("format(\"%s-%03d\", \"a\", 7)", "\"a-007\"")],
    format,
)
.bounded(head)];

/// The maximum number of digits of a verb.
const MAX_DIGITS: usize = 10_000;

fn format(call: &Call<'_>) -> Answer {
    let text = call.string(0)?.scan()?;
    let mut made = String::new();
    let mut unknown = false;
    let mut next = 1;
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => made.push_str(text),
            Piece::Verb(verb) => {
                let verb = verb.map_err(|written| failed(0, format!("`{written}` is not a verb")))?;
                let Some(value) = call.args.get(next) else {
                    return Err(failed(0, format!("no argument for the verb `{}`", verb.written)));
                };
                match verb.format(value) {
                    Ok(text) => made.push_str(&text),
                    // The rest is still checked, because its faults do not depend on this value.
                    Err(VerbError::Unknown) => unknown = true,
                    Err(VerbError::Kind(expected)) => {
                        let found = value.show();
                        return Err(failed(
                            next,
                            format!("`{}` takes {expected}, found {found}", verb.written),
                        ));
                    }
                    Err(VerbError::Length) => return Err(too_large("the string")),
                }
                next += 1;
            }
        }
        if made.len() > MAX_RESULT {
            return Err(too_large("the string"));
        }
    }
    if next < call.args.len() {
        return Err(failed(next, "the format has no verb for this argument"));
    }
    if unknown { Err(EarlyReturn::Unknown) } else { Ok(Val::string(made)) }
}

/// The result with its known prefix: the formatted form of the first two pieces.
fn head(call: &Call<'_>) -> Option<Val> {
    let Val::String(text) = call.args.first()? else { return None };
    let (mut head, mut values) = (String::new(), call.args.iter().skip(1));
    for (position, piece) in pieces(text).into_iter().enumerate() {
        match piece {
            Piece::Text(text) => head.push_str(text),
            Piece::Verb(Ok(verb)) => match values.next().map(|value| verb.format(value)) {
                Some(Ok(text)) => head.push_str(&text),
                _ => break,
            },
            Piece::Verb(Err(_)) => break,
        }
        if position >= 1 {
            break;
        }
    }
    let text = Refiner::new(Value::unknown(Type::STRING)).not_null().ok()?.prefix_full(&head).ok()?;
    Some(Val::Unknown(text.finish().ok()?))
}

enum Piece<'a> {
    Text(&'a str),
    Verb(Result<Verb<'a>, &'a str>),
}

struct Verb<'a> {
    written: &'a str,
    letter: char,
    /// The width with leading zeros (`%05d`), or the number of digits after the point (`%.2f`).
    digits: usize,
}

enum VerbError {
    Unknown,
    Kind(&'static str),
    Length,
}

fn pieces(format: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        if at > 0 {
            pieces.push(Piece::Text(&rest[..at]));
        }
        let end = rest[at + 1..].find(|c: char| c != '.' && !c.is_ascii_digit()).map(|end| at + 1 + end);
        let end = end.map_or(rest.len(), |end| end + rest[end..].chars().next().map_or(0, char::len_utf8));
        let written = &rest[at..end];
        rest = &rest[end..];
        pieces.push(if written == "%%" { Piece::Text("%") } else { Piece::Verb(verb(written)) });
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

fn verb(written: &str) -> Result<Verb<'_>, &str> {
    let letter = written.chars().last().expect("start a verb with `%`");
    // A `%` at the end counts as its own letter; `max` then leaves no flags instead of an invalid range.
    let flags = &written[1..written.len().max(2) - letter.len_utf8()];
    let digits = match (letter, flags) {
        ('s' | 'd' | 'v' | 'q' | 't', "") => Some(0),
        // As in C and Go, six digits are the default.
        ('f', "") => Some(6),
        ('d', flags) => flags.strip_prefix('0').and_then(|digits| digits.parse().ok()),
        ('f', flags) => flags.strip_prefix('.').and_then(|digits| digits.parse().ok()),
        _ => None,
    };
    digits.map(|digits| Verb { written, letter, digits }).ok_or(written)
}

impl Verb<'_> {
    fn format(&self, value: &Val) -> Result<String, VerbError> {
        if matches!(value, Val::Unknown(_)) {
            return Err(VerbError::Unknown);
        }
        // The digits are created before the length of the result is checked, so their number has its own
        // limit.
        if self.digits > MAX_DIGITS {
            return Err(VerbError::Length);
        }
        match (self.letter, value) {
            ('s' | 'v', Val::Undefined) => Ok("undefined".to_owned()),
            ('s' | 'v', value) => text_of(value).map(|text| text.to_string()).ok_or(VerbError::Unknown),
            ('q', Val::String(_)) => value.to_compact_json().ok_or(VerbError::Unknown),
            ('q', _) => Err(VerbError::Kind("a string")),
            ('t', Val::Bool(truth)) => Ok(truth.to_string()),
            ('t', _) => Err(VerbError::Kind("a bool")),
            ('d', Val::Number(number)) => match number.to_bigint() {
                Some(integer) => Ok(padded(&integer, self.digits)),
                None => Err(VerbError::Kind("an int")),
            },
            ('d', _) => Err(VerbError::Kind("an int")),
            (_, Val::Number(number)) => Ok(decimals(number, self.digits)),
            _ => Err(VerbError::Kind("a number")),
        }
    }
}

/// Pads with leading zeros up to a width that includes the sign.
fn padded(integer: &BigInt, width: usize) -> String {
    let sign = if integer.sign() == num_bigint::Sign::Minus { "-" } else { "" };
    let digits = integer.magnitude().to_string();
    let zeros = width.saturating_sub(sign.len() + digits.len());
    format!("{sign}{}{digits}", "0".repeat(zeros))
}
