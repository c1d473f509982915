//! Functions on the ends and parts of strings, such as `startswith` and `trim`.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use hclx_core::Value;

use super::string::{no_longer, text};
use super::{Answer, Args, FunctionRow};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "chomp",
        "(str: string) -> string",
        "a string without trailing line breaks",
        &[("chomp(\"hello\\n\\r\\n\")", "\"hello\"")],
        |args| text(args, args.string(0)?.scan()?.trim_end_matches(['\r', '\n']).to_owned()),
    )
    .bounded(no_longer),
    FunctionRow::new(
        "endswith",
        "(str: string, suffix: string) -> bool",
        "true if a string ends with a suffix",
        &[("endswith(\"main.tf\", \".tf\")", "true"), ("endswith(\"main.tf\", \".hcl\")", "false")],
        |args| Ok(Value::bool(args.string(0)?.plain()?.ends_with(args.string(1)?.plain()?))),
    )
    .bounded(|args, unknown| match args.peek(1) {
        Some("") if args.get(0).definitely_not_null() => Value::bool(true),
        _ => unknown,
    })
    .since(Some("1.3"), Some("1.6")),
    FunctionRow::new(
        "startswith",
        "(str: string, prefix: string) -> bool",
        "true if a string starts with a prefix; the known prefix of an unknown string may decide this",
        &[("startswith(\"hello world\", \"hello\")", "true"), ("startswith(\"hello\", \"world\")", "false")],
        |args| Ok(Value::bool(args.string(0)?.plain()?.starts_with(args.string(1)?.plain()?))),
    )
    .bounded(decided_by_prefix)
    .unknown(1)
    .since(Some("1.3"), Some("1.6")),
    FunctionRow::new(
        "strcontains",
        "(str: string, substr: string) -> bool",
        "true if a string contains another one",
        &[("strcontains(\"hello world\", \"wor\")", "true"), ("strcontains(\"hello\", \"wor\")", "false")],
        |args| Ok(Value::bool(args.string(0)?.scan()?.contains(args.string(1)?.scan()?))),
    )
    .bounded(|args, unknown| {
        let has = |part: &str| args.get(0).range().prefix().is_some_and(|known| known.contains(part));
        if args.peek(1).is_some_and(has) { Value::bool(true) } else { unknown }
    })
    .since(Some("1.5"), Some("1.6")),
    FunctionRow::new(
        "trim",
        "(str: string, cutset: string) -> string",
        "a string without leading and trailing characters of a set",
        &[("trim(\"?!hello?!\", \"!?\")", "\"hello\"")],
        |args| {
            let cutset: HashSet<char, RandomState> = args.string(1)?.scan()?.chars().collect();
            text(args, args.string(0)?.scan()?.trim_matches(|c| cutset.contains(&c)).to_owned())
        },
    ),
    FunctionRow::new(
        "trimprefix",
        "(str: string, prefix: string) -> string",
        "a string without a prefix",
        &[("trimprefix(\"helloworld\", \"hello\")", "\"world\""), ("trimprefix(\"a\", \"b\")", "\"a\"")],
        |args| without(args, |whole, affix| whole.strip_prefix(affix)),
    ),
    FunctionRow::new(
        "trimsuffix",
        "(str: string, suffix: string) -> string",
        "a string without a suffix",
        &[("trimsuffix(\"helloworld\", \"world\")", "\"hello\""), ("trimsuffix(\"a\", \"b\")", "\"a\"")],
        |args| without(args, |whole, affix| whole.strip_suffix(affix)),
    )
    .bounded(no_longer),
];

/// The string without the affix, if it has one.
fn without(args: &Args<'_>, strip: for<'s> fn(&'s str, &str) -> Option<&'s str>) -> Answer {
    let (whole, affix) = (args.string(0)?.plain()?, args.string(1)?.plain()?);
    text(args, strip(whole, affix).unwrap_or(whole).to_owned())
}

/// The result if the known prefix of an unknown string decides it.
fn decided_by_prefix(args: &Args<'_>, unknown: Value) -> Value {
    let Some(wanted) = args.peek(1) else { return unknown };
    let range = args.get(0).range();
    let known = range.prefix().unwrap_or_default();
    // the reference compares no prefix longer than the known one
    let is_short = args.rules.exact_ranges && known.len() < wanted.len();
    match () {
        () if !args.get(0).ty().is_any() && known.starts_with(wanted) => Value::bool(true),
        () if is_short || wanted.starts_with(known) => unknown,
        () => Value::bool(false),
    }
}
