//! Connections of resources and of their provisioners.
//!
//! A `connection` in a provisioner overrides that of its resource. Terraform merges the two like override
//! files: items that neither schema contains are dropped, and only the first must be complete.

use std::sync::Arc;

use hclx_diag::{Diagnostic, OrderedSet, Severity, Span, TextRange, code_names as codes};
use hclx_schema::{Filled, FilledBlock};

use crate::terraform::declare::declaration::Written;
use crate::terraform::declare::expressions::is_inside;
use crate::terraform::values::instance::Instance;

/// Withdraws findings since `start` in connections that are not evaluated on their own.
pub(crate) fn judge<'d>(
    instance: &mut Instance<'_>,
    (written, overrides): (&'d Written, &'d [Arc<Written>]),
    filled: &Filled<'_>,
    start: usize,
) {
    let of_resource = || filled.body.blocks("connection");
    let mut bodies = std::iter::once(written).chain(overrides.iter().map(|one| &**one));
    if !bodies.any(|one| one.view().mentions("provisioner")) {
        for connection in of_resource() {
            unused(&mut instance.findings[start..], whole(written, connection));
        }
        return;
    }
    let is_shared =
        of_resource().next().is_some() || overrides.iter().any(|one| one.view().mentions("connection"));
    if !is_shared {
        return;
    }
    let own: Vec<_> =
        filled.body.blocks("provisioner").map(|one| one.body.blocks("connection").next()).collect();
    for connection in own.iter().flatten() {
        let header = written.span(connection.view.def_range);
        let is_missing = |one: &Diagnostic| one.code == codes::MISSING_ATTRIBUTE && one.span == Some(header);
        let fresh = instance.findings.split_off(start);
        instance.findings.extend(fresh.into_iter().filter(|one| !is_missing(one)));
        let because = "the resource has a `connection` too";
        dropped(&mut instance.findings[start..], written, connection, because);
    }
    let is_changed = overrides.is_empty() && own.iter().all(Option::is_some);
    for connection in of_resource().filter(|_| is_changed) {
        let because = "every provisioner has its own `connection`";
        dropped(&mut instance.findings[start..], written, connection, because);
        for attribute in &connection.body.attributes {
            let by = |one: &FilledBlock<'_>| Some(one.body.attribute(attribute.view.name)?.view.range);
            let by: Option<Vec<_>> = own.iter().flatten().map(|one| by(one)).collect();
            let Some(by) = by.as_deref().and_then(<[_]>::first) else { continue };
            let place = written.span(attribute.view.range);
            for finding in inside(&mut instance.findings[start..], place) {
                let told = Diagnostic { severity: Severity::Warning, ..finding.clone() };
                *finding = told.also(written.span(*by), "this replaces it for every provisioner");
            }
        }
    }
}

fn whole(written: &Written, block: &FilledBlock<'_>) -> Span {
    written.span(block.body.view.range().cover(block.view.def_range))
}

/// The errors in a place.
fn inside(findings: &mut [Diagnostic], place: Span) -> impl Iterator<Item = &mut Diagnostic> {
    findings
        .iter_mut()
        .filter(move |one| one.is_error() && one.span.is_some_and(|span| is_inside(span, place)))
}

/// Turns errors in a connection that no provisioner uses into warnings: it is never evaluated.
fn unused(findings: &mut [Diagnostic], place: Span) {
    for finding in inside(findings, place) {
        finding.severity = Severity::Warning;
        finding.help.push("no provisioner uses this connection: remove it".to_owned());
    }
}

/// Turns errors about unknown parts of a merged connection into warnings: they are dropped, `because`.
fn dropped(findings: &mut [Diagnostic], written: &Written, connection: &FilledBlock<'_>, because: &str) {
    let unknown = [codes::UNSUPPORTED_ATTRIBUTE, codes::UNSUPPORTED_BLOCK];
    let attributes = connection.body.attributes.iter().map(|one| one.view.range);
    let blocks = connection.body.blocks.iter().map(|one| one.view.def_range.cover(one.view.body.range()));
    let mut parts: Vec<TextRange> = attributes.chain(blocks).collect();
    parts.sort_unstable_by_key(|part| part.start);
    // the part that a finding is in
    let around = |finding: &Diagnostic| {
        let range = finding.span?.range;
        let before = parts.partition_point(|part| part.start <= range.start);
        parts[..before].last().copied().filter(|part| part.contains(range))
    };
    let mut gone: OrderedSet<u32> = OrderedSet::new();
    let place = whole(written, connection);
    for finding in inside(findings, place).filter(|one| unknown.contains(&one.code)) {
        let part =
            around(finding).filter(|part| finding.span.is_some_and(|span| span.range.start == part.start));
        gone.extend(part.map(|part| part.start));
        finding.severity = Severity::Warning;
        finding.help.push(format!("it is ignored: {because}, and the two are merged"));
    }
    for finding in inside(findings, place) {
        if around(finding).is_some_and(|part| gone.contains(&part.start)) {
            finding.severity = Severity::Warning;
        }
    }
}
