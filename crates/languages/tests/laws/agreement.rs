//! Plain HCL gives the same answers as the reference: if everything is known and the reference has a
//! value, the dialect with integers has the same one, except for types that the reference lacks.

use hclx_core::{Type, TypeKind, in_cty};
use hclx_eval::{Budget, Environment, Limits, Policy, Scope};

use crate::calls::{Calls, call_of, callable};
use crate::eval_in;
use crate::programs::{Maker, NAMES, Random, expression};
use crate::soundness::concrete;

/// The number of programs in every build, and with `HCLX_LONG=1`.
const PROGRAMS: [u64; 2] = [2_000, 200_000];

fn check(seed: u64, exact: &Environment<'_>, plain: &Environment<'_>) -> Result<bool, String> {
    let functions = callable(exact.functions);
    let mut maker = Maker::new(Random::new(seed), Calls::new(exact, &functions));
    let src = match seed % 2 {
        0 => expression(&mut maker, 4),
        _ => {
            let which = (seed / 2) as usize % maker.calls.count();
            call_of(&mut maker, which, 3)
        }
    };
    let mut random = Random::new(seed ^ 0x5EED);
    let mut scope = Scope::root();
    for name in NAMES {
        scope.define(*name, concrete(name, &mut random));
    }
    for (name, value) in &maker.calls.named {
        scope.define(name.as_str(), value.clone());
    }
    compare(&src, &scope, exact, plain).map_err(|what| format!("seed {seed}: {what}"))
}

/// Returns `true` if a type agrees with that of the reference, or is more precise where the reference has
/// any.
fn agrees(ours: &Type, theirs: &Type) -> bool {
    match (ours.kind(), theirs.kind()) {
        (_, TypeKind::Any) => true,
        (TypeKind::List(a), TypeKind::List(b))
        | (TypeKind::Set(a), TypeKind::Set(b))
        | (TypeKind::Map(a), TypeKind::Map(b)) => agrees(a, b),
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b))
        }
        (TypeKind::Object(a), TypeKind::Object(b)) => {
            let (a, b) = (a.attributes(), b.attributes());
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && agrees(&a.ty, &b.ty))
        }
        // a null has its own type here, which converts to more types than any
        _ => ours == theirs || theirs.has_any(),
    }
}

/// Checks that both have the same value, if the reference has one.
fn compare(
    src: &str,
    scope: &Scope<'_>,
    exact: &Environment<'_>,
    plain: &Environment<'_>,
) -> Result<bool, String> {
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let theirs = eval_in(src, scope, exact, &Budget::new(limits));
    if theirs.has_errors() || !theirs.value.is_wholly_known() {
        return Ok(false);
    }
    let ours = eval_in(src, scope, plain, &Budget::new(limits));
    let said: Vec<&str> =
        ours.diagnostics.iter().filter(|found| found.is_error()).map(|found| &*found.message).collect();
    if said.is_empty() && !ours.diagnostics.is_empty() {
        // code that fails without being evaluated has no type in the reference
        return Ok(false);
    }
    let same_type = agrees(&in_cty(ours.value.ty()), theirs.value.ty());
    // in the reference, a call with an untyped null is always unknown, regardless of other errors
    if src.contains("contains(") && src.contains("null") || src.contains("sethaselement(") {
        return Ok(false);
    }
    // a null beside structural types in a list takes their type, where the reference gives up
    if src.contains(", null]") || src.contains("[null, ") {
        return Ok(false);
    }
    // whether a condition may fail that was never evaluated for an element is open here
    let open_condition = said.is_empty() && !ours.value.is_wholly_known() && src.contains(" if ");
    if open_condition || said.is_empty() && same_type && ours.value.to_string() == theirs.value.to_string() {
        return Ok(true);
    }
    Err(format!(
        "{src}\n  gives {} ({})\n  and not {} ({})\n  {said:?}",
        ours.value,
        ours.value.ty(),
        theirs.value,
        theirs.value.ty(),
    ))
}

#[test]
fn plain_hcl_gives_what_the_reference_gives() {
    let programs = PROGRAMS[usize::from(std::env::var_os("HCLX_LONG").is_some())];
    let plain = Environment { unknown_functions: Policy::Error, ..Environment::of(&hclx_eval::dialect::HCL) };
    let exact = Environment { functions: plain.functions, ..Environment::exact() };
    let (mut compared, mut failures) = (0, Vec::new());
    for seed in 0..programs {
        match check(seed, &exact, &plain) {
            Ok(true) => compared += 1,
            Ok(false) => {}
            Err(failure) => failures.push(failure),
        }
    }
    println!("{compared} of {programs} programs have a value, {} differ", failures.len());
    assert!(
        failures.is_empty(),
        "{} of {programs}:\n{}",
        failures.len(),
        failures[..failures.len().min(30)].join("\n")
    );
}

/// Values that combine ints, fractions and nulls.
const MIXED: &[&str] = &[
    "1",
    "0.5",
    "null",
    "\"a\"",
    "\"2\"",
    "true",
    "[]",
    "{}",
    "[1]",
    "[0.5]",
    "[null]",
    "[1, 0.5]",
    "{ a = 1 }",
    "{ a = null }",
    "{ a = 0.5 }",
    "{ b = \"x\" }",
    "{ a = 1, b = true }",
    "tolist([1])",
    "tolist([])",
    "tolist([null])",
    "tolist([0.5])",
    "toset([1])",
    "toset([0.5])",
    "toset([null])",
    "toset([])",
    "tomap({ a = 1 })",
    "tomap({ a = 0.5 })",
    "tomap({ a = null })",
    "tomap({})",
    "tolist([\"a\"])",
];

/// Expressions that unify the types of values; `X` is a value.
const MEETINGS: &[&str] = &[
    "(true ? X : X)",
    "(false ? X : X)",
    "tolist([X, X])",
    "toset([X, X])",
    "tomap({ a = X, b = X })",
    "concat(X, X)",
    "merge(X, X)",
    "setunion(X, X)",
    "setintersection(X, X)",
    "setsubtract(X, X)",
    "setsymmetricdifference(X, X)",
    "coalesce(X, X)",
    "coalescelist(X, X)",
    "lookup(X, \"a\", X)",
    "lookup(X, \"z\", X)",
    "contains(X, X)",
    "(X == X)",
    "(X != X)",
    "[X, X]",
    "{ a = X }",
    "{ a = X, b = X }",
    "(X).a",
    "(X)[0]",
    "(X)[\"a\"]",
    "element(X, 1)",
    "flatten(X)",
    "flatten([X, X])",
    "values(X)",
    "keys(X)",
    "zipmap([\"a\", \"b\"], X)",
    "setproduct(X, X)",
    "distinct(X)",
    "reverse(X)",
    "slice(X, 0, 1)",
    "chunklist(X, 1)",
    "[for v in X : v]",
    "{ for k, v in X : k => v }",
    "[for v in X : v if v != X]",
    "jsonencode(X)",
    "length(X)",
    "(X)[*]",
    "(X)[*].a",
    "hasindex(X, X)",
    "sum(X)",
    "max(X, X)",
    "min(X...)",
    "(X + X)",
    "(X * X)",
    "(X < X)",
    "try((X).a, X)",
    "can((X).a)",
    "sort(X)",
    "join(\",\", X)",
    "transpose(X)",
    "compact(X)",
    "range(X)",
    "sethaselement(X, X)",
    "\"-${X}\"",
    "formatlist(\"%v\", X)",
    "format(\"%v\", X)",
];

/// An expression that unifies values of several types, with a maximum depth.
fn meeting(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random.pick(MIXED).to_owned();
    }
    let mut pieces = random.pick(MEETINGS).split('X');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let depth = random.below(depth);
        text.push_str(&meeting(random, depth));
        text.push_str(piece);
    }
    text
}

#[test]
fn ints_and_nulls_meet_others_as_in_the_reference() {
    let programs = 4 * PROGRAMS[usize::from(std::env::var_os("HCLX_LONG").is_some())];
    let plain = Environment { unknown_functions: Policy::Error, ..Environment::of(&hclx_eval::dialect::HCL) };
    let exact = Environment { functions: plain.functions, ..Environment::exact() };
    let (mut compared, mut failures) = (0, Vec::new());
    for seed in 0..programs {
        let src = meeting(&mut Random::new(seed), 1 + seed as usize % 3);
        match compare(&src, &Scope::root(), &exact, &plain) {
            Ok(true) => compared += 1,
            Ok(false) => {}
            Err(failure) => failures.push((src.len(), failure)),
        }
    }
    failures.sort();
    failures.dedup();
    println!("{compared} of {programs} programs have a value, {} differ", failures.len());
    let shown: Vec<&str> = failures.iter().take(40).map(|(_, failure)| failure.as_str()).collect();
    assert!(failures.is_empty(), "{} of {programs}:\n{}", failures.len(), shown.join("\n"));
}
