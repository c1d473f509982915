//! Findings about misspelled language constructs in a block.

use hclx_analysis::graph;
use hclx_diag::{Batch, Code, Diagnostic, OrderedSet, Severity, Span, code_names as codes};
use hclx_schema::{Block, ExprMode};

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::expressions::each_expression;
use crate::terraform::declare::typos::{Misspelling, REQUIRED, slips};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{EvaluatedBlock, Rule};

/// Reports misspelled language constructs in a block.
pub(crate) struct Typos;

impl Rule for Typos {
    fn amended(&self, instance: &mut Instance<'_>, judged: &EvaluatedBlock<'_>, batch: Batch) -> Batch {
        match judged.declaration.kind {
            Kind::Action | Kind::List => batch,
            _ => judge(instance, judged.declaration, (judged.meta, judged.is_open), batch),
        }
    }
}

/// Adds findings about misspelled language constructs to those of a block, unless the same names are already reported
/// as unexpected. An unknown provider or module may define any name.
pub(crate) fn judge(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    (meta, is_open): (&Block, bool),
    mut batch: Batch,
) -> Batch {
    // a name can be intended only once, and each typo costs a traversal of the block
    let mut meant: OrderedSet<&str> = OrderedSet::new();
    for slip in slips(declaration).iter().filter(|slip| meant.insert(&slip.meant)) {
        batch = slipped(instance, declaration, (meta, is_open), slip, batch);
    }
    batch
}

/// Removes the consequences of a misspelled name; the typo is then an error, because the block fails
/// regardless of the intended name.
fn slipped(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    (meta, is_open): (&Block, bool),
    slip: &Misspelling,
    batch: Batch,
) -> Batch {
    let written = &*declaration.written;
    let others: &[&str] = if slip.is_repetition() { &["count", "for_each"] } else { &[&slip.meant] };
    let mut bodies = std::iter::once(&declaration.written).chain(&declaration.overrides);
    // If the right name is present as well, the similar one is probably meant as written.
    if bodies.any(|one| one.view().mentions_one_of(others)) {
        return batch;
    }
    let place = written.span(slip.name);
    let used = if slip.is_repetition() { use_of(written, &slip.meant) } else { None };
    let is_told = |one: &Diagnostic| one.span == Some(place) && one.code.is_unexpected_item();
    if batch.iter().any(is_told) {
        return match used {
            Some(used) => {
                batch.changed(is_told, |one| one.also(used, format!("`{}` is required here", slip.meant)))
            }
            None => batch,
        };
    }
    if *slip.meant == *REQUIRED {
        // reported along with the misspelled name, even if the module is known
        let is_missing =
            |one: &Diagnostic| one.code == codes::MISSING_ATTRIBUTE && one.span == Some(written.place());
        return batch.changed(is_missing, |one| {
            let one = one.also(written.place(), "missing `source` in this module call");
            Diagnostic { span: Some(place), help: Vec::new(), fixes: Vec::new(), ..one }
                .meant_at(place, &*slip.meant)
        });
    }
    if !is_open || !slip.is_sure && used.is_none() {
        return batch;
    }
    let is_special =
        slip.is_special || meta.find_attribute(&slip.meant).is_some_and(|one| one.reading != ExprMode::Value);
    let follows = |one: &Diagnostic| is_special && follows_from(one, written.span(slip.whole));
    let first = batch.iter().find(|one| follows(one)).and_then(|one| one.span);
    if !instance.inputs.is_call {
        instance.findings.push(not_meant(declaration, meta, slip, used.or(first)));
    }
    batch.without(follows)
}

/// The finding that a name is read as an argument or block of a module or provider; `used` is a use that depends on the
/// intended name.
fn not_meant(declaration: &Declaration, meta: &Block, slip: &Misspelling, used: Option<Span>) -> Diagnostic {
    let Misspelling { found, meant, .. } = slip;
    let place = declaration.written.span(slip.name);
    let what = match declaration.kind {
        Kind::Module => format!("of the module `{}`", declaration.name),
        _ => format!("of `{}`", declaration.of_type),
    };
    let form = if meta.find_block(meant).is_some() { "a block" } else { "an argument" };
    let message = format!("unexpected `{found}`: it is parsed as {form} {what}");
    let finding = Diagnostic::warning(codes::UNSUPPORTED_ATTRIBUTE, place, message).meant_at(place, &**meant);
    match used {
        Some(used) => {
            finding.with_severity(Severity::Error).also(used, format!("`{meant}` is required here"))
        }
        None => finding,
    }
}

/// Returns `true` if a finding in a misspelled attribute or block is a consequence of the misspelling.
fn follows_from(finding: &Diagnostic, whole: Span) -> bool {
    let of_place: &[Code] =
        &[codes::NOT_IN_SCOPE, codes::REFERENCE_FORM, codes::OWN_REFERENCE, codes::UNKNOWN_NAME];
    finding.is_error()
        && of_place.contains(&finding.code)
        && finding.span.is_some_and(|span| whole.contains(span))
}

/// The place where a block uses the iterator of `count` or `for_each`.
fn use_of(written: &BlockSource, meant: &str) -> Option<Span> {
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
