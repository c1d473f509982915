//! Elements of sets: their equality and their order.
//!
//! The order is go-cty's: known, then unknown, then null; numbers ascending, strings by bytes, false before
//! true; other values by a byte key, so that the result does not depend on the order of insertion.

use std::cmp::Ordering;
use std::fmt::Write;

use super::{Data, Value, comparable};
use crate::{meter, order, stack};

/// The elements in order, without duplicates. A value that is not completely known equals nothing; 0 and -0
/// are kept apart, as in go-cty, although they are equal numbers.
pub(crate) fn normalize(elements: Vec<Value>) -> Vec<Value> {
    if elements.len() < 2 {
        return elements;
    }
    // Values without parts need no keys: they are compared directly.
    if elements.iter().all(is_simple) {
        let mut elements = elements;
        order::sort(&mut elements, order_simple);
        elements.dedup_by(|later, kept| merge(later, kept));
        return elements;
    }
    let mut keyed: Vec<(Option<String>, Value)> =
        elements.into_iter().map(|value| (key(&value), value)).collect();
    order::sort(&mut keyed, |(key_a, a), (key_b, b)| order_keyed((key_a, a), (key_b, b)));
    keyed.dedup_by(|(_, later), (_, kept)| merge(later, kept));
    keyed.into_iter().map(|(_, value)| value).collect()
}

/// Returns `true` if a set's elements, completely known and in order, contain this completely known value.
pub(crate) fn contains(elements: &[Value], wanted: &Value) -> bool {
    let wanted_key = key(wanted);
    let before = |element: &Value| order_keyed((&key(element), element), (&wanted_key, wanted)).is_lt();
    let found = elements.partition_point(before);
    elements.get(found).is_some_and(|element| merge(element, wanted))
}

fn merge(a: &Value, b: &Value) -> bool {
    comparable(&a.ty, &b.ty) && a.is_wholly_known() && b.is_wholly_known() && a.same_data(b)
}

fn is_simple(value: &Value) -> bool {
    !matches!(value.data, Data::Sequence(_) | Data::Map(_))
}

fn rank(value: &Value) -> u8 {
    match value.data {
        Data::Unknown(_) => 1,
        Data::Null => 2,
        _ => 0,
    }
}

/// Compares values without parts; the values of one set have the same type or are members of a union.
fn order_simple(a: &Value, b: &Value) -> Ordering {
    rank(a).cmp(&rank(b)).then_with(|| match (&a.data, &b.data) {
        (Data::Number(a), Data::Number(b)) => {
            // 0 and -0 are equal numbers but separate elements, so their order must be defined
            a.compare(b).then(b.is_negative_zero().cmp(&a.is_negative_zero()))
        }
        (Data::String(a), Data::String(b)) => order::strings(a, b),
        (Data::Bool(a), Data::Bool(b)) => a.cmp(b),
        (Data::Unknown(_), Data::Unknown(_)) | (Data::Null, Data::Null) => Ordering::Equal,
        (a, b) => kind(a).cmp(&kind(b)),
    })
}

fn kind(data: &Data) -> u8 {
    match data {
        Data::Bool(_) => 0,
        Data::Number(_) => 1,
        Data::String(_) => 2,
        Data::Sequence(_) => 3,
        Data::Map(_) => 4,
        Data::Unknown(_) | Data::Null => 5,
    }
}

/// A total order; values with parts are compared by key.
fn order_keyed(a: (&Option<String>, &Value), b: (&Option<String>, &Value)) -> Ordering {
    rank(a.1).cmp(&rank(b.1)).then_with(|| match (a.0, b.0) {
        (Some(key_a), Some(key_b)) => order::strings(key_a, key_b).then_with(|| order_exactly(a.1, b.1)),
        _ => order_simple(a.1, b.1),
    })
}

/// A total order of values with equal keys, so that equal values are adjacent: keys contain only ten digits
/// of a number.
fn order_exactly(a: &Value, b: &Value) -> Ordering {
    if is_simple(a) || is_simple(b) {
        return order_simple(a, b);
    }
    let (mut left, mut right) = (a.parts(), b.parts());
    loop {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) => match stack::grow(|| order_exactly(a, b)) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
            (a, b) => return a.is_some().cmp(&b.is_some()),
        }
    }
}

/// The key by which go-cty orders values of non-primitive types.
fn key(value: &Value) -> Option<String> {
    if is_simple(value) {
        return None;
    }
    let mut out = String::new();
    if meter::is_enough() {
        write_key(&mut out, value);
        meter::made_string(out.len());
    }
    Some(out)
}

/// Quotes a string as Go does: unprintable characters are escaped, as bytes below 0x80 and as code points
/// above.
fn write_quoted(out: &mut String, text: &str) {
    meter::work(4 * text.len() as u64);
    out.push('"');
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push_str(text);
        out.push('"');
        return;
    }
    for c in text.chars() {
        // writing to a string cannot fail
        let _ = match c {
            '"' | '\\' => write!(out, "\\{c}"),
            ' '..='~' => write!(out, "{c}"),
            '\u{7}' => write!(out, "\\a"),
            '\u{8}' => write!(out, "\\b"),
            '\u{b}' => write!(out, "\\v"),
            '\u{c}' => write!(out, "\\f"),
            '\n' | '\r' | '\t' => write!(out, "{}", c.escape_default()),
            '\0'..='\u{7f}' => write!(out, "\\x{:02x}", u32::from(c)),
            _ if is_printed(c) => write!(out, "{c}"),
            '\u{80}'..='\u{ffff}' => write!(out, "\\u{:04x}", u32::from(c)),
            _ => write!(out, "\\U{:08x}", u32::from(c)),
        };
    }
    out.push('"');
}

/// Returns `true` if a non-ASCII character is printable; combining marks show on the preceding character.
fn is_printed(c: char) -> bool {
    let mut bytes = [b'a', 0, 0, 0, 0];
    let length = 1 + c.encode_utf8(&mut bytes[1..]).len();
    std::str::from_utf8(&bytes[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some(c))
}

fn write_key(out: &mut String, value: &Value) {
    match &value.data {
        Data::Unknown(_) => out.push('?'),
        Data::Null => out.push('~'),
        Data::Bool(value) => out.push(if *value { 'T' } else { 'F' }),
        Data::Number(number) => out.push_str(&number.set_key()),
        Data::String(text) => write_quoted(out, text),
        Data::Map(entries) => {
            out.push('{');
            for (name, part) in entries.iter() {
                write_quoted(out, name);
                out.push(':');
                stack::grow(|| write_key(out, part));
                out.push(';');
            }
            out.push('}');
        }
        Data::Sequence(elements) => {
            let (open, close) = if value.ty_now().is_collection() { ('[', ']') } else { ('<', '>') };
            out.push(open);
            for part in elements.iter() {
                stack::grow(|| write_key(out, part));
                out.push(';');
            }
            out.push(close);
        }
    }
}
