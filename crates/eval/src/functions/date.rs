//! Functions of timestamps.

use chrono::TimeDelta;
use hclx_core::{Number, Value};

use super::{Answer, Args, EarlyReturn, FunctionRow};
use crate::values::narrow::narrowed;
use hclx_formats::{Timestamp, duration};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "formatdate",
        "(format: string, time: string) -> string",
        "a timestamp formatted with a pattern of `YYYY`, `MM`, `DD`, `hh`, `mm`, `ss`, `ZZZ` and similar parts",
        &[
            ("formatdate(\"DD MMM YYYY hh:mm ZZZ\", \"2018-01-02T23:12:01Z\")", "\"02 Jan 2018 23:12 UTC\""),
            ("formatdate(\"EEEE, H 'o''clock' AA\", \"2018-01-02T23:12:01Z\")", "\"Tuesday, 11 o'clock PM\""),
        ],
        format_date,
    )
    .bounded(|args, unknown| {
        let Some(pattern) = args.peek(0) else { return unknown };
        let head: String = pattern.chars().take_while(|c| !c.is_ascii_alphabetic() && *c != '\'').collect();
        if head.is_empty() { unknown } else { narrowed(unknown, |refiner| refiner.prefix_full(&head)) }
    }),
    FunctionRow::new(
        "timeadd",
        "(timestamp: string, duration: string) -> string",
        "a timestamp plus a duration, such as `1h30m` or `-10s`",
        &[("timeadd(\"2017-11-22T00:00:00Z\", \"10m\")", "\"2017-11-22T00:10:00Z\"")],
        |args| {
            let start = timestamp(args, 0)?;
            let moved = start.add(time_span(args, 1)?);
            Ok(Value::string(moved.ok_or(EarlyReturn::Unknown)?.text()))
        },
    ),
    FunctionRow::new(
        "timecmp",
        "(timestamp_a: string, timestamp_b: string) -> int",
        "-1, 0 or 1: a timestamp is before, equal to or after another",
        &[("timecmp(\"2017-11-22T00:00:00Z\", \"2017-11-22T01:00:00+01:00\")", "0")],
        |args| {
            let (a, b) = (compared(args, 0)?.moment(), compared(args, 1)?.moment());
            let (a, b) = a.zip(b).ok_or(EarlyReturn::Unknown)?;
            Ok(args.numeric(Number::from(a.cmp(&b) as i64)))
        },
    )
    .bounded(|_, unknown| {
        narrowed(unknown, |refiner| refiner.min(Number::from(-1i64), true)?.max(Number::from(1i64), true))
    })
    .since(Some("1.3"), Some("1.6")),
];

fn timestamp(args: &Args<'_>, position: usize) -> Result<Timestamp, EarlyReturn> {
    let text = args.string(position)?.scan()?;
    Timestamp::parse(text).map_err(|what| {
        let message = format!("must be a timestamp such as `2006-01-02T15:04:05Z`: {what}");
        args.fault(position, message).into()
    })
}

/// A timestamp to compare: here the reference also accepts an hour of one digit, and a comma before
/// fractions.
fn compared(args: &Args<'_>, position: usize) -> Result<Timestamp, EarlyReturn> {
    let text = args.string(position)?.scan()?;
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let zero = if time.find(':') == Some(1) { "0" } else { "" };
    let strict = format!("{date}T{zero}{}", time.replacen(',', ".", 1));
    Timestamp::parse(&strict).or_else(|_| timestamp(args, position))
}

fn time_span(args: &Args<'_>, position: usize) -> Result<TimeDelta, EarlyReturn> {
    duration(args.string(position)?.scan()?)
        .map_err(|what| args.fault(position, what).help("for example `1h30m`").into())
}

fn format_date(args: &Args<'_>) -> Answer {
    let pattern = args.string(0)?.scan()?;
    let time = timestamp(args, 1)?;
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            // Two single quotes outside of a literal are one.
            '\'' if rest.starts_with("''") => {
                out.push('\'');
                &rest[2..]
            }
            '\'' => {
                let (literal, after) = hclx_formats::quotation(rest).ok_or_else(|| {
                    let message = format!("has an unclosed quote at byte {}", pattern.len() - rest.len());
                    args.fault(0, message)
                })?;
                out.push_str(&literal);
                after
            }
            _ if first.is_ascii_alphabetic() => {
                let length = rest.chars().take_while(|c| *c == first).count();
                let (verb, after) = rest.split_at(length);
                out.push_str(&time.verb_text(verb).map_err(|what| bad_verb(args, verb, what))?);
                after
            }
            _ => {
                out.push(first);
                &rest[first.len_utf8()..]
            }
        };
    }
    super::string::text(args, out)
}

fn bad_verb(args: &Args<'_>, verb: &str, what: &str) -> EarlyReturn {
    if what.is_empty() {
        let message = format!("has the unknown verb `{verb}`: verbs are Y, M, D, E, h, H, A, a, m, s and Z");
        let capital = verb.to_uppercase();
        let help = match capital.as_bytes()[0] {
            b'Y' | b'D' => format!("use capitals, `{capital}`, or quote literal characters as `'{verb}'`"),
            _ => format!("quote literal characters as `'{verb}'`"),
        };
        return args.fault(0, message).help(help).into();
    }
    let fault = args.fault(0, format!("has `{verb}`, expected {what}"));
    let percent = args.peek(0).is_some_and(|format| format.contains('%'));
    if percent {
        fault.help("use letters without `%` as verbs, such as `YYYY-MM-DD`").into()
    } else {
        fault.into()
    }
}
