//! Functions of regular expressions: `regex`, `regexall`, and `replace`, which also accepts one.

use std::sync::Arc;

use hclx_core::{Type, Value, normalized, pay, pay_bytes};
use hclx_diag::Fallible;

use super::string::text;
use super::{Answer, Args, EarlyReturn, FunctionRow};
use hclx_formats::{Match, NotPattern, Pattern, Payment, compile};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "regex",
        "(pattern: string, string: string) -> any",
        "the first match of a regular expression, or its capture groups",
        &[
            ("regex(\"[a-z]+\", \"53453453.345345aaabbbccc23454\")", "\"aaabbbccc\""),
            ("regex(\"(\\\\d+)-(\\\\d+)\", \"2019-02\")", "[\"2019\", \"02\"]"),
            ("regex(\"(?P<year>\\\\d+)-\", \"2019-02\")", "{ year = \"2019\" }"),
        ],
        |args| {
            let pattern = pattern(args)?;
            let Some(found) = pattern.first_match(args.string(1)?.plain()?)? else {
                let message = "does not match the string";
                return Err(args.fault(0, message).help("use `regexall`, or `try` with a default").into());
            };
            Ok(captured(pattern, &found)?)
        },
    )
    .typed(|args| Ok(match_type(args)?.unwrap_or(Type::ANY))),
    FunctionRow::new(
        "regexall",
        "(pattern: string, string: string) -> list(any)",
        "all matches of a regular expression",
        &[("regexall(\"[a-z]+\", \"1234abcd5678efgh9\")", "[\"abcd\", \"efgh\"]")],
        |args| {
            let pattern = pattern(args)?;
            let whole = args.string(1)?.plain()?;
            let mut all = Vec::new();
            pattern.for_each_match(whole, |found| {
                pay_bytes(48)?;
                all.push(captured(pattern, &found)?);
                Ok(())
            })?;
            Ok(Value::list(args.result.element().cloned().unwrap_or(Type::STRING), all))
        },
    )
    .typed(|args| Ok(Type::list(match_type(args)?.unwrap_or(Type::ANY)))),
    FunctionRow::new(
        "replace",
        "(str: string, substr: string, replace: string) -> string",
        "a string with every occurrence of a substring replaced; a substring between slashes is a regular expression",
        &[
            ("replace(\"1 + 2 + 3\", \"+\", \"-\")", "\"1 - 2 - 3\""),
            ("replace(\"hello world\", \"/w.*d/\", \"everybody\")", "\"hello everybody\""),
        ],
        replaced,
    ),
];

fn pattern<'a>(args: &'a Args<'_>) -> Result<&'a Pattern, EarlyReturn> {
    Ok(compiled(args, 0, args.string(0)?.plain()?)?)
}

fn compiled<'a>(args: &'a Args<'_>, position: usize, pattern: &str) -> Fallible<&'a Pattern> {
    let read = || {
        let Some(kept) = args.env.patterns else { return compile(pattern, Payment::Due).map(Arc::new) };
        let is_paid = args.budget.is_paid(pattern);
        let compiled = kept.compile(pattern, if is_paid { Payment::Made } else { Payment::Due })?;
        if !is_paid && compiled.is_small() {
            args.budget.keep_paid(pattern);
        }
        Ok(compiled)
    };
    match args.pattern.get_or_init(read) {
        Ok(compiled) => Ok(compiled),
        Err(NotPattern::Mistake(what)) => Err(args.fault(position, what.clone())),
        Err(NotPattern::Spent) => Err(args.budget.nothing_left()),
    }
}

/// The type of a match, if the pattern is known.
fn match_type(args: &Args<'_>) -> Fallible<Option<Type>> {
    let Some(text) = args.peek(0) else { return Ok(None) };
    let groups = &compiled(args, 0, text)?.groups;
    let named = groups.iter().flatten().count();
    Ok(Some(match (groups.len(), named) {
        (0, _) => Type::STRING,
        (count, 0) => Type::tuple(std::iter::repeat_n(Type::STRING, count)),
        (count, named) if count == named => {
            Type::object(groups.iter().flatten().map(|name| (name.as_str(), Type::STRING)))
        }
        _ => {
            let message = "mixes named and unnamed groups; name all or none";
            return Err(args.fault(0, message));
        }
    }))
}

/// The value of a match; a group that did not participate is null.
fn captured(pattern: &Pattern, found: &Match<'_>) -> Fallible<Value> {
    let group = |at: usize| match found.group(at) {
        Some(part) => normalized(part),
        None => Ok(Value::null(Type::STRING)),
    };
    let mut groups = pattern.groups.iter().enumerate();
    Ok(match pattern.groups.first() {
        None => group(0)?,
        Some(None) => Value::tuple(groups.map(|(at, _)| group(at + 1)).collect::<Fallible<_>>()?),
        Some(_) => {
            let named = groups.try_fold(Vec::new(), |mut all, (at, name)| {
                if let Some(name) = name.as_deref() {
                    all.push((name.into(), group(at + 1)?));
                }
                Ok(all)
            });
            Value::object(named?)
        }
    })
}

fn replaced(args: &Args<'_>) -> Answer {
    let (given, part, with) = (args.string(0)?, args.string(1)?.plain()?, args.string(2)?.plain()?);
    let inner = part.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
    if let Some(inner) = inner {
        let pattern = compiled(args, 1, inner)?;
        return by_pattern(args, pattern, given.plain()?, with);
    }
    let whole = given.scan()?;
    args.string(1)?.scan()?;
    // The result is charged before it is created.
    let count = if part.is_empty() { whole.len() + 1 } else { whole.matches(part).count() } as u64;
    pay(REPLACED * count)?;
    pay_bytes(count.saturating_mul(with.len() as u64))?;
    pay(count.saturating_mul(with.len() as u64) / 4)?;
    text(args, whole.replace(part, with))
}

/// The cost in ticks of a replaced match.
const REPLACED: u64 = 16;

fn by_pattern(args: &Args<'_>, pattern: &Pattern, whole: &str, with: &str) -> Answer {
    let pieces = pieces(pattern, with);
    let mut out = String::new();
    let mut end = 0;
    pattern.for_each_match(whole, |found| {
        let (start, after) = found.span();
        out.push_str(&whole[end..start]);
        let before = out.len();
        for piece in &pieces {
            pay(REPLACED)?;
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Groups(groups) => {
                    out.push_str(groups.iter().find_map(|at| found.group(*at)).unwrap_or_default());
                }
            }
        }
        let made = (out.len() - before) as u64;
        pay(made / 4)?;
        pay_bytes(made)?;
        end = after;
        Ok(())
    })?;
    out.push_str(&whole[end..]);
    text(args, out)
}

/// A part of a replacement.
enum Piece<'t> {
    Text(&'t str),
    /// The contents of the first of these groups that participated.
    Groups(Vec<usize>),
}

/// Splits a replacement: `$1`, `${1}`, `$name` and `${name}` refer to groups, `$$` is a dollar sign.
fn pieces<'t>(pattern: &Pattern, template: &'t str) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('$') {
        pieces.push(Piece::Text(before));
        let (name, length) = reference(after);
        rest = &after[length..];
        match name {
            _ if after.starts_with('$') => {
                pieces.push(Piece::Text("$"));
                rest = &after[1..];
            }
            Some(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                pieces.push(Piece::Groups(name.parse().into_iter().collect()));
            }
            Some(name) => {
                let named =
                    pattern.groups.iter().enumerate().filter(|(_, group)| group.as_deref() == Some(name));
                pieces.push(Piece::Groups(named.map(|(at, _)| at + 1).collect()));
            }
            None => pieces.push(Piece::Text("$")),
        }
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The name after a dollar sign, and its length in the source.
fn reference(after: &str) -> (Option<&str>, usize) {
    let word =
        |text: &str| text.bytes().take_while(|byte| *byte == b'_' || byte.is_ascii_alphanumeric()).count();
    if let Some(inner) = after.strip_prefix('{') {
        let length = word(inner);
        let closed = length > 0 && inner[length..].starts_with('}');
        return if closed { (Some(&inner[..length]), length + 2) } else { (None, 0) };
    }
    match word(after) {
        0 => (None, 0),
        length => (Some(&after[..length]), length),
    }
}
