//! Findings about names of the language that are misspelled in a block.

use hclx_analysis::graph;
use hclx_diag::{Code, Diagnostic, Fix, OrderedSet, Severity, Span, code_names as codes};
use hclx_schema::{Block, Reading};

use crate::terraform::declare::declaration::{Declaration, Written};
use crate::terraform::declare::expressions::{each_expression, is_inside};
use crate::terraform::declare::typos::{REQUIRED, Slip, slips};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;

/// Reports misspelled names of the language in a block, unless something else was reported since `start`: an
/// unknown provider or module may have any name.
pub(crate) fn judge(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    (meta, is_open): (&Block, bool),
    start: usize,
) {
    // one name can be meant once, and each slip costs a walk through the block
    let mut meant: OrderedSet<&str> = OrderedSet::new();
    for slip in slips(declaration).iter().filter(|slip| meant.insert(&slip.meant)) {
        slipped(instance, declaration, (meta, is_open), slip, start);
    }
}

/// Withdraws the consequences of a misspelled name; then it is an error, because the block fails whatever the
/// name was meant to be.
fn slipped(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    (meta, is_open): (&Block, bool),
    slip: &Slip,
    start: usize,
) {
    let written = &*declaration.written;
    let others: &[&str] = if slip.is_repetition() { &["count", "for_each"] } else { &[&slip.meant] };
    let mut bodies = std::iter::once(&declaration.written).chain(&declaration.overrides);
    if bodies.any(|one| one.view().mentions_one_of(others)) {
        return;
    }
    let place = written.span(slip.name);
    let used = if slip.is_repetition() { use_of(written, &slip.meant) } else { None };
    let unsupported = [codes::UNSUPPORTED_ATTRIBUTE, codes::UNSUPPORTED_BLOCK];
    let mut fresh = instance.findings[start..].iter_mut();
    let told = fresh.find(|one| one.span == Some(place) && unsupported.contains(&one.code));
    if let Some(told) = told {
        if let Some(used) = used {
            *told = told.clone().also(used, format!("this needs `{}`", slip.meant));
        }
        return;
    }
    if *slip.meant == *REQUIRED {
        // told with the misspelled name, be the module known or not
        let is_missing =
            |one: &Diagnostic| one.code == codes::MISSING_ATTRIBUTE && one.span == Some(written.place());
        if let Some(missing) = instance.findings[start..].iter_mut().find(|one| is_missing(one)) {
            *missing = missing.clone().also(written.place(), "this call has no source");
            missing.span = Some(place);
            missing.help = vec![format!("did you mean `{}`?", slip.meant)];
            missing.fixes = vec![Fix::suggested(format!("write `{}`", slip.meant), place, &*slip.meant)];
        }
        return;
    }
    if !is_open || !slip.is_sure && used.is_none() {
        return;
    }
    let is_special =
        slip.is_special || meta.find_attribute(&slip.meant).is_some_and(|one| one.reading != Reading::Value);
    let follows = if is_special { taken_back(instance, written, slip, start) } else { None };
    if instance.inputs.is_call {
        return;
    }
    let Slip { found, meant, .. } = slip;
    let what = match declaration.kind {
        Kind::Module => format!("of the module `{}`", declaration.name),
        _ => format!("of `{}`", declaration.of_type),
    };
    let form = if meta.find_block(meant).is_some() { "a block" } else { "an argument" };
    let message = format!("`{found}` is not `{meant}`: it is read as {form} {what}");
    let mut finding = Diagnostic::warning(codes::UNSUPPORTED_ATTRIBUTE, place, message)
        .help(format!("did you mean `{meant}`?"))
        .fix(Fix::suggested(format!("write `{meant}`"), place, &**meant));
    if let Some(used) = used.or(follows) {
        finding.severity = Severity::Error;
        finding = finding.also(used, format!("this needs `{meant}`"));
    }
    instance.findings.push(finding);
}

/// Withdraws findings in the misspelled attribute or block that result from the misspelling, and returns the
/// position of the first one.
fn taken_back(instance: &mut Instance<'_>, written: &Written, slip: &Slip, start: usize) -> Option<Span> {
    let of_place: &[Code] =
        &[codes::NOT_IN_SCOPE, codes::REFERENCE_FORM, codes::OWN_REFERENCE, codes::UNKNOWN_NAME];
    let whole = written.span(slip.whole);
    let fresh = instance.findings.split_off(start);
    let follows = |one: &Diagnostic| {
        one.is_error() && of_place.contains(&one.code) && one.span.is_some_and(|span| is_inside(span, whole))
    };
    let first = fresh.iter().find(|one| follows(one)).and_then(|one| one.span);
    instance.findings.extend(fresh.into_iter().filter(|one| !follows(one)));
    first
}

/// The place at which a block uses the iterator of `count` or `for_each`.
fn use_of(written: &Written, meant: &str) -> Option<Span> {
    let root = if meant == "count" { "count" } else { "each" };
    let mut used = None;
    each_expression(&written.view(), &mut |tree, expr| {
        graph::each_reference(tree, expr, &mut |mention| {
            if mention.root == root && used.is_none() {
                used = Some(written.span(mention.range()));
            }
        });
    });
    used
}
