//! Connections of resources and of their provisioners.
//!
//! A `connection` in a provisioner overrides that of its resource. Terraform merges the two like override
//! files: items in neither schema are ignored, and only the first must be complete.

use std::sync::Arc;

use hclx_diag::{Arrange, Batch, Diagnostic, OrderedSet, Severity, Span, TextRange, code_names as codes};
use hclx_schema::{Filled, FilledBlock};

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::schemas::{self, ESCAPE};
use crate::terraform::values::rule::{FilledResource, Rule};

/// Checks connections of resources and of their provisioners.
pub(crate) struct Connections;

impl Rule for Connections {
    fn reread(&self, resource: &FilledResource<'_>, batch: Batch) -> Batch {
        let declaration = resource.declaration;
        judge((&declaration.written, &declaration.overrides), resource.filled, batch)
    }
}

/// Returns the findings of a block, except those in connections that are not evaluated on their own.
pub(crate) fn judge<'d>(
    (written, overrides): (&'d BlockSource, &'d [Arc<BlockSource>]),
    filled: &Filled<'_>,
    mut batch: Batch,
) -> Batch {
    let of_resource = || filled.body.blocks("connection");
    for provisioner in filled.body.blocks("provisioner") {
        batch = escaped(batch, written, provisioner);
    }
    let mut bodies = std::iter::once(written).chain(overrides.iter().map(|one| &**one));
    // Everything below only adjusts findings.
    if batch.is_empty() {
        return batch;
    }
    if !bodies.any(|one| one.view().mentions("provisioner")) {
        return of_resource().fold(batch, |batch, one| unused(batch, written, one));
    }
    let is_shared =
        of_resource().next().is_some() || overrides.iter().any(|one| one.view().mentions("connection"));
    if !is_shared {
        return batch;
    }
    let own: Vec<_> =
        filled.body.blocks("provisioner").map(|one| one.body.blocks("connection").next()).collect();
    for connection in own.iter().flatten() {
        let header = written.span(connection.view.def_range);
        batch = batch.without(|one| one.code == codes::MISSING_ATTRIBUTE && one.span == Some(header));
        batch = dropped(batch, written, connection, "the resource also has a `connection`");
    }
    // An override may add a provisioner without a connection of its own.
    let is_changed = overrides.is_empty() && own.iter().all(Option::is_some);
    for connection in of_resource().filter(|_| is_changed) {
        batch = dropped(batch, written, connection, "every provisioner has its own `connection`");
        for attribute in &connection.body.attributes {
            let by = |one: &FilledBlock<'_>| Some(one.body.attribute(attribute.view.name)?.view.range);
            let by: Option<Vec<_>> = own.iter().flatten().map(|one| by(one)).collect();
            let Some(by) = by.as_deref().and_then(<[_]>::first) else { continue };
            let place = written.span(attribute.view.range);
            batch = batch.changed(
                |one| is_wrong_in(one, place),
                |one| {
                    let told = one.with_severity(Severity::Warning);
                    told.also(written.span(*by), "this replaces it for every provisioner")
                },
            );
        }
    }
    batch
}

/// Combines the arguments of a provisioner in its `_` block with those beside it: each is needed only once.
fn escaped(batch: Batch, written: &BlockSource, provisioner: &FilledBlock<'_>) -> Batch {
    let Some(escape) = provisioner.body.blocks(ESCAPE).next() else { return batch };
    let kind = provisioner.view.labels.first().map_or("", |label| label.text);
    let Some(schema) = schemas::provisioner(kind) else { return batch };
    let is_set =
        |name: &str| [&provisioner.body, &escape.body].iter().any(|one| one.attribute(name).is_some());
    let is_complete = schema.attributes().iter().filter(|one| one.required).all(|one| is_set(&one.name));
    let header = written.span(provisioner.view.def_range);
    let is_missing = |one: &Diagnostic| one.code == codes::MISSING_ATTRIBUTE && one.span == Some(header);
    let twice = escape.body.attributes.iter().filter_map(|one| {
        let outside = provisioner.body.attribute(one.view.name)?;
        let message = format!("`{}` is also set outside this block", one.view.name);
        let place = written.span(one.view.name_range);
        let finding = Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, place, message);
        Some(finding.also(written.span(outside.view.name_range), "first set here").help("remove one of them"))
    });
    batch.without(|one| is_complete && is_missing(one)).and(twice)
}

fn whole(written: &BlockSource, block: &FilledBlock<'_>) -> Span {
    written.span(block.body.view.range().cover(block.view.def_range))
}

fn is_wrong_in(finding: &Diagnostic, place: Span) -> bool {
    finding.is_error() && finding.span.is_some_and(|span| place.contains(span))
}

/// Turns errors in a connection that no provisioner uses into warnings: its body is never evaluated, although
/// its header is read with the resource.
fn unused(batch: Batch, written: &BlockSource, connection: &FilledBlock<'_>) -> Batch {
    let (place, header) = (whole(written, connection), written.span(connection.view.def_range));
    let of_header = |one: &Diagnostic| {
        one.code != codes::MISSING_ATTRIBUTE && one.span.is_some_and(|span| header.contains(span))
    };
    batch.changed(
        |one| is_wrong_in(one, place) && !of_header(one),
        |one| one.with_severity(Severity::Warning).help("no provisioner uses this connection: remove it"),
    )
}

/// Turns errors about unknown parts of a merged connection into warnings: they are ignored, for the reason
/// `because`.
fn dropped(batch: Batch, written: &BlockSource, connection: &FilledBlock<'_>, because: &str) -> Batch {
    let attributes = connection.body.attributes.iter().map(|one| one.view.range);
    let blocks = connection.body.blocks.iter().map(|one| one.view.def_range.cover(one.view.body.range()));
    let mut parts: Vec<TextRange> = attributes.chain(blocks).collect();
    parts.arrange_by_key(|part| part.start);
    // the part that contains a finding
    let around = |finding: &Diagnostic| {
        let range = finding.span?.range;
        let before = parts.partition_point(|part| part.start <= range.start);
        parts[..before].last().copied().filter(|part| part.contains(range))
    };
    let place = whole(written, connection);
    let is_unknown = |one: &Diagnostic| one.code.is_unexpected_item() && is_wrong_in(one, place);
    let starts = |one: &Diagnostic| {
        let part = around(one).filter(|part| one.span.is_some_and(|span| span.range.start == part.start));
        part.map(|part| part.start)
    };
    let gone: OrderedSet<u32> = batch.iter().filter(|one| is_unknown(one)).filter_map(starts).collect();
    batch
        .changed(is_unknown, |one| {
            let help = format!("it is ignored: {because}, and the two are merged");
            one.with_severity(Severity::Warning).help(help)
        })
        .changed(
            |one| is_wrong_in(one, place) && around(one).is_some_and(|part| gone.contains(&part.start)),
            |one| one.with_severity(Severity::Warning),
        )
}
