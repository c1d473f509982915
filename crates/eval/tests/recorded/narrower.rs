//! Without the switches that reproduce the reference, results are never wider than the reference's: its range
//! includes ours, and our type is not more general.

use hclx_core::{Bound, Nullness, Rules, TypeKind, Value};
use hclx_eval::Environment;
use hclx_testkit::{Tally, vectors};

use crate::evaluation::{missing_function, outcome};
use crate::{has_error, listed, value_json};

#[test]
fn expressions_are_not_wider() {
    run("cty/eval.jsonl", include_str!("exceptions_narrower.txt"));
}

#[test]
fn operations_are_not_wider() {
    run("cty/ops.jsonl", include_str!("exceptions_narrower_ops.txt"));
}

fn run(file: &str, exceptions: &str) {
    let mut tally = Tally::new("not wider than the reference").except_lines(exceptions);
    let (mut others, mut errors, mut narrower) = (0, 0, 0);
    for vector in vectors(file) {
        let answer = &vector["out"];
        let right = answer.get("result").is_some() && !has_error(&answer["diags"]);
        if !right || vector["method"].is_string() || missing_function(&vector).is_some() {
            others += 1;
            continue;
        }
        let env = Environment { rules: Rules::hcl(), total: true, ..Environment::exact() };
        let (found, _) = outcome(&vector, &env);
        let Some(found) = found else { continue };
        if found.has_errors() {
            // An unknown for which no value is valid; the reference reports it only once it is known.
            errors += 1;
            let known = value_json::read(&answer["result"]).is_wholly_known();
            let message =
                || Err(format!("{}: is right, found {}", vector["src"], listed(&found.diagnostics)));
            tally.run(&vector, || if known { message() } else { Ok(()) });
            continue;
        }
        let theirs = value_json::read(&answer["result"]);
        narrower += usize::from(!theirs.same(&found.value));
        tally.run(&vector, || {
            if not_wider(&theirs, &found.value) {
                return Ok(());
            }
            let typed = |value: &Value| format!("{value} ({})", value.ty());
            Err(format!(
                "{}: {} for the reference, found {}",
                vector["src"],
                typed(&theirs),
                typed(&found.value)
            ))
        });
    }
    println!(
        "{file}: {others} lines have no answer without errors, {narrower} are narrower, {errors} certain errors"
    );
    tally.finish();
}

/// Returns `true` if one value is at least as precise as another.
fn not_wider(theirs: &Value, ours: &Value) -> bool {
    if !theirs.is_known() {
        return theirs.ty().is_any() || within(theirs, ours);
    }
    if theirs.is_null() || ours.is_null() {
        return theirs.is_null() && ours.is_null();
    }
    if !ours.is_known()
        || theirs.length() != ours.length()
        || theirs.ty() != ours.ty() && !theirs.ty().has_any()
    {
        return false;
    }
    // The recorded value is a string without the original precision.
    if let (Some(theirs), Some(ours)) = (theirs.as_number(), ours.as_number()) {
        return theirs.to_string() == ours.to_string();
    }
    match (theirs.elements(), ours.elements()) {
        (Some(theirs), Some(ours)) => theirs.iter().zip(ours).all(|(theirs, ours)| not_wider(theirs, ours)),
        _ if theirs.length().is_some() => theirs
            .iter_entries()
            .zip(ours.iter_entries())
            .all(|(theirs, ours)| theirs.0 == ours.0 && not_wider(theirs.1, ours.1)),
        _ => theirs.clone().unmark().0.same(&ours.clone().unmark().0),
    }
}

/// Returns `true` if a value is in the range of the reference's unknown.
fn within(theirs: &Value, ours: &Value) -> bool {
    let (a, b) = (theirs.range(), ours.clone().unmark().0.range().hull());
    let bound = |a: Option<&Bound>, b: Option<&Bound>, outside: std::cmp::Ordering| match (a, b) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => match b.number.compare(&a.number) {
            std::cmp::Ordering::Equal => a.inclusive || !b.inclusive,
            order => order != outside,
        },
    };
    let typed = theirs.ty() == ours.ty() || theirs.ty().has_any() && same_kind(theirs, ours);
    let no_null = a.null() != Nullness::Never || b.null() == Nullness::Never;
    typed
        && (ours.is_null() && a.null() != Nullness::Never
            || no_null
                && a.prefix().is_none_or(|prefix| b.prefix().is_some_and(|own| own.starts_with(prefix)))
                && bound(a.min(), b.min(), std::cmp::Ordering::Less)
                && bound(a.max(), b.max(), std::cmp::Ordering::Greater)
                && a.len_min() <= b.len_min()
                && a.len_max().is_none_or(|most| b.len_max().is_some_and(|own| own <= most)))
}

/// Returns `true` if the reference's type, which is not completely known, may turn out to be ours.
fn same_kind(theirs: &Value, ours: &Value) -> bool {
    let kind = |value: &Value| std::mem::discriminant(value.ty().kind());
    kind(theirs) == kind(ours) || matches!(theirs.ty().kind(), TypeKind::Any)
}
