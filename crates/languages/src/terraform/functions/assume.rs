//! OpenTofu's functions for assumptions: facts about a value that may not be known yet. A known value that contradicts
//! its assumption is an error.

use hclx_core::{Refiner, Tri};
use hclx_diag::Fallible;
use hclx_eval::functions::bodies::equal;
use hclx_eval::functions::{ALL, Answer, Args, FunctionRow};

/// The version of OpenTofu that introduced these functions.
const SINCE: Option<&str> = Some("1.13");

/// A row that narrows its first argument by a length.
macro_rules! length {
    ($name:literal, $kind:literal, $step:ident, $what:literal, $example:literal, $result:literal) => {
        assumption(
            $name,
            concat!("(value: ", $kind, "(any)?, length: number) -> ", $kind, "(any)"),
            concat!("a ", $kind, ", assumed to have ", $what, " this many elements"),
            &[(concat!($name, "(", $example, ", 1)"), $result)],
            |args| {
                let length = args.integer(1)?;
                refined(args, |refiner| refiner.$step(length))
            },
        )
        .marks(1)
    };
}

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "assumeequal",
        "(value: any?, assumed: any?) -> any",
        "a value, assumed to equal another one",
        &[("assumeequal(\"a\", \"a\")", "\"a\"")],
        same,
    )
    .unknown(ALL)
    .any(ALL)
    .nullable()
    .since(None, SINCE),
    length!("assumelistlength", "list", length, "exactly", "[\"a\"]", "[\"a\"]"),
    length!("assumelistlengthmax", "list", length_max, "at most", "[\"a\"]", "[\"a\"]"),
    length!("assumelistlengthmin", "list", length_min, "at least", "[\"a\"]", "[\"a\"]"),
    length!("assumemaplength", "map", length, "exactly", "{ a = 1 }", "{ a = 1 }"),
    length!("assumemaplengthmax", "map", length_max, "at most", "{ a = 1 }", "{ a = 1 }"),
    length!("assumemaplengthmin", "map", length_min, "at least", "{ a = 1 }", "{ a = 1 }"),
    length!("assumesetlength", "set", length, "exactly", "[\"a\"]", "[\"a\"]"),
    length!("assumesetlengthmax", "set", length_max, "at most", "[\"a\"]", "[\"a\"]"),
    length!("assumesetlengthmin", "set", length_min, "at least", "[\"a\"]", "[\"a\"]"),
    assumption(
        "assumenotnull",
        "(value: any?) -> any",
        "a value, assumed not to be null",
        &[("assumenotnull(\"a\")", "\"a\"")],
        |args| refined(args, Refiner::not_null),
    )
    .marks(ALL),
    assumption(
        "assumestringprefix",
        "(str: string?, prefix: string) -> string",
        "a string, assumed to start with a prefix",
        &[("assumestringprefix(\"vpc-1\", \"vpc-\")", "\"vpc-1\"")],
        |args| {
            let prefix = args.string(1)?.scan()?;
            refined(args, |refiner| refiner.prefix_full(prefix))
        },
    ),
];

const fn assumption(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Args<'_>) -> Answer,
) -> FunctionRow {
    FunctionRow::new(name, signature, summary, examples, run)
        .typed(|args| Ok(args.get(0).ty().clone()))
        .unknown(1)
        .any(1)
        .nullable()
        .since(None, SINCE)
}

/// Narrows the first argument by a fact that it must not contradict. Only `assumenotnull` rejects null.
fn refined(args: &Args<'_>, step: impl FnOnce(Refiner) -> Fallible<Refiner>) -> Answer {
    let value = args.get(0);
    let contradicts = || args.fault(0, format!("does not satisfy the assumption, found {value}"));
    let narrowed = step(Refiner::strict(value.clone())).and_then(Refiner::finish);
    Ok(narrowed.map_err(|_| contradicts())?)
}

fn same(args: &Args<'_>) -> Answer {
    let (value, assumed) = (args.get(0), args.get(1));
    match equal(value, assumed, args)? {
        Tri::No => Err(args.fault(0, format!("must be {assumed}, found {value}")).into()),
        _ if value.is_known() => Ok(value.clone()),
        // This is the purpose of an assumption: the unknown value becomes the assumed one.
        _ => Ok(assumed.clone()),
    }
}
