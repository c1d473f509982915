//! Functions of timestamps.

use chrono::{Datelike, TimeDelta, Timelike};
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
            // Two single quotes outside of a literal stand for one.
            '\'' if rest.starts_with("''") => {
                out.push('\'');
                &rest[2..]
            }
            '\'' => {
                let (literal, after) = quoted(rest).ok_or_else(|| {
                    let message = format!("has an unclosed quote at byte {}", pattern.len() - rest.len());
                    args.fault(0, message)
                })?;
                out.push_str(&literal);
                after
            }
            _ if first.is_ascii_alphabetic() => {
                let length = rest.chars().take_while(|c| *c == first).count();
                let (verb, after) = rest.split_at(length);
                out.push_str(&written(verb, &time).map_err(|what| bad_verb(args, verb, what))?);
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

/// A literal in single quotes, in which two quotes stand for one, and the rest of the format.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut rest = &text[1..];
    loop {
        let (part, after) = rest.split_once('\'')?;
        out.push_str(part);
        match after.strip_prefix('\'') {
            Some(more) => {
                out.push('\'');
                rest = more;
            }
            None => return Some((out, after)),
        }
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The result of a verb; if it is invalid, a suggestion.
fn written(verb: &str, time: &Timestamp) -> Result<String, &'static str> {
    let (local, length) = (time.local, verb.len());
    let number = |value: u32, what: &'static str| match length {
        1 => Ok(value.to_string()),
        2 => Ok(format!("{value:02}")),
        _ => Err(what),
    };
    let month = MONTHS[local.month() as usize - 1];
    let day = DAYS[local.weekday().num_days_from_monday() as usize];
    let half = if local.hour() < 12 { "am" } else { "pm" };
    match (&verb[..1], length) {
        ("Y", 2) => Ok(format!("{:02}", local.year() % 100)),
        ("Y", 4) => Ok(format!("{:04}", local.year())),
        ("Y", _) => Err("`YY` or `YYYY` for the year"),
        ("M", 3) => Ok(month[..3].to_owned()),
        ("M", 4) => Ok(month.to_owned()),
        ("M", _) => number(local.month(), "`M`, `MM`, `MMM` or `MMMM` for the month"),
        ("D", _) => number(local.day(), "`D` or `DD` for the day of the month"),
        ("E", 3) => Ok(day[..3].to_owned()),
        ("E", 4) => Ok(day.to_owned()),
        ("E", _) => Err("`EEE` or `EEEE` for the day of the week"),
        ("h", _) => number(local.hour(), "`h` or `hh` for the hour of 24"),
        ("H", _) => number((local.hour() + 11) % 12 + 1, "`H` or `HH` for the hour on a 12-hour clock"),
        ("A", 2) => Ok(half.to_uppercase()),
        ("a", 2) => Ok(half.to_owned()),
        ("A", _) => Err("`AA` for AM or PM"),
        ("a", _) => Err("`aa` for am or pm"),
        ("m", _) => number(local.minute(), "`m` or `mm` for the minute"),
        ("s", _) => number(local.second(), "`s` or `ss` for the second"),
        ("Z", 1) if time.offset == 0 => Ok("Z".to_owned()),
        ("Z", 3) if time.offset == 0 => Ok("UTC".to_owned()),
        ("Z", 1 | 5) => Ok(time.zone(true)),
        ("Z", 3 | 4) => Ok(time.zone(false)),
        ("Z", _) => Err("`Z`, `ZZZ`, `ZZZZ` or `ZZZZZ` for the offset from UTC"),
        _ => Err(""),
    }
}
