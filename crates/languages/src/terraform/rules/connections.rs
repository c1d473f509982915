//! Connections of resources and of their provisioners.
//!
//! A `connection` in a provisioner overrides that of its resource. Terraform merges the two like override files: items
//! that are in neither schema are ignored, and only the resource's connection must be complete.

use std::sync::Arc;

use hclx_diag::{Diagnostic, Span, TextRange, Zone, code_names as codes};
use hclx_schema::{Block, FilledBody, match_body};
use hclx_syntax::body::{BlockView, BodyNames, BodyView, Form};

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::schemas::{self, ESCAPE};
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Checks connections of resources and of their provisioners.
pub(crate) struct Connections;

impl Rule for Connections {
    fn zones(&self, declaration: &Declaration, meta: &Block, zones: &mut Vec<Zone>) {
        zones.extend(zones_of(&declaration.written, &declaration.overrides, meta));
    }

    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        instance.findings.extend(escaped_twice(&resource.declaration.written, &resource.filled.body));
    }
}

/// The connections of a block that are not evaluated separately, and the provisioners that an `_` block completes.
pub(crate) fn zones_of(written: &BlockSource, overrides: &[Arc<BlockSource>], block: &Block) -> Vec<Zone> {
    let view = written.view();
    if !view.mentions_one_of(&["provisioner", "connection"]) {
        return Vec::new();
    }
    let body = view.sorted(block.prepared());
    let all: Vec<BlockView<'_>> = body.content.blocks.into_iter().chain(body.mislabelled).collect();
    let of_type = |name: &str| all.iter().filter(|one| one.block_type == name).collect::<Vec<_>>();
    let (provisioners, connections) = (of_type("provisioner"), of_type("connection"));
    let mut zones = provisioners.iter().filter_map(|one| escaped(written, one)).collect::<Vec<_>>();
    let mut bodies = std::iter::once(written).chain(overrides.iter().map(|one| &**one));
    if !bodies.any(|one| one.view().mentions("provisioner")) {
        zones.extend(connections.iter().flat_map(|one| unused(written, one)));
        return zones;
    }
    let is_shared = !connections.is_empty() || overrides.iter().any(|one| one.view().mentions("connection"));
    if !is_shared {
        return zones;
    }
    let own: Vec<Option<BlockView<'_>>> =
        provisioners.iter().map(|one| inner(&one.body, "connection")).collect();
    for connection in own.iter().flatten() {
        zones.push(Zone::silent(written.span(connection.def_range)).only(is_missing_attribute));
        zones.extend(merged(written, connection, "the resource also has a `connection`"));
    }
    // An override may add a provisioner without a connection of its own.
    let own: Option<Vec<BlockView<'_>>> = own.into_iter().collect();
    if let Some(own) = own.filter(|_| overrides.is_empty()) {
        zones.extend(connections.iter().flat_map(|connection| replaced(written, connection, &own)));
    }
    zones
}

/// Finds a block by type in a provisioner.
fn inner<'t>(provisioner: &BodyView<'t>, block_type: &str) -> Option<BlockView<'t>> {
    provisioner.partial_content(&BodyNames::default().block(block_type, &[])).0.blocks.into_iter().next()
}

/// The zones of a connection that every provisioner replaces by its own.
fn replaced(written: &BlockSource, connection: &BlockView<'_>, own: &[BlockView<'_>]) -> Vec<Zone> {
    let mut zones = merged(written, connection, "every provisioner has its own `connection`");
    for attribute in connection.body.just_attributes().0 {
        let by = |block: &BlockView<'_>| {
            let own = block.body.just_attributes().0;
            Some(own.into_iter().find(|one| one.name == attribute.name)?.range)
        };
        let by: Option<Vec<TextRange>> = own.iter().map(by).collect();
        let Some(by) = by.as_deref().and_then(<[_]>::first) else { continue };
        let zone = Zone::lenient(written.span(attribute.range));
        zones.push(zone.by(written.span(*by), "this replaces it for every provisioner"));
    }
    zones
}

/// The header of a provisioner whose `_` block sets arguments that are missing outside of it.
fn escaped(written: &BlockSource, provisioner: &BlockView<'_>) -> Option<Zone> {
    let schema = schemas::provisioner(provisioner.labels.first().map_or("", |label| label.text))?;
    let escape = inner(&provisioner.body, ESCAPE)?;
    let bodies = [&provisioner.body, &escape.body].map(|body| body.just_attributes().0);
    let is_set = |name: &str| bodies.iter().flatten().any(|one| one.name == name);
    let is_complete = schema.attributes().iter().filter(|one| one.required).all(|one| is_set(&one.name));
    is_complete.then(|| Zone::silent(written.span(provisioner.def_range)).only(is_missing_attribute))
}

/// Reports arguments of provisioners that are set both in an `_` block and outside of it.
pub(crate) fn escaped_twice(written: &BlockSource, body: &FilledBody<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for provisioner in body.blocks("provisioner") {
        let Some(escape) = provisioner.body.blocks(ESCAPE).next() else { continue };
        for one in &escape.body.attributes {
            let Some(outside) = provisioner.body.attribute(one.view.name) else { continue };
            let message = format!("`{}` is also set outside this block", one.view.name);
            let place = written.span(one.view.name_range);
            let finding = Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, place, message)
                .also(written.span(outside.view.name_range), "first set here");
            findings.push(finding.help("remove one of them"));
        }
    }
    findings
}

fn is_missing_attribute(finding: &Diagnostic) -> bool {
    finding.code == codes::MISSING_ATTRIBUTE
}

fn whole(written: &BlockSource, block: &BlockView<'_>) -> Span {
    written.span(block.body.range().cover(block.def_range))
}

/// A connection that no provisioner uses: its body is never evaluated, although its header is read with the resource.
fn unused(written: &BlockSource, connection: &BlockView<'_>) -> [Zone; 2] {
    let help = "no provisioner uses this connection: remove it";
    let zone = |place: Span| Zone::lenient(place).help(help);
    let header = zone(written.span(connection.def_range)).only(is_missing_attribute);
    [header, zone(written.span(connection.body.range()))]
}

/// The unknown parts of a connection that is merged with another one, and that are therefore ignored; `because` is the
/// reason.
fn merged(written: &BlockSource, connection: &BlockView<'_>, because: &str) -> Vec<Zone> {
    let help = format!("it is ignored: {because}, and the two are merged");
    let is_unexpected = |finding: &Diagnostic| finding.code.is_unexpected_item();
    let mut zones = vec![Zone::lenient(whole(written, connection)).only(is_unexpected).help(help)];
    let refused = match_body(&connection.body, &schemas::connection()).refused;
    zones.extend(refused.iter().map(|item| {
        Zone::lenient(written.span(match &item.form {
            Form::Attribute(attribute) | Form::Property(attribute) => attribute.range,
            Form::Block(block, _) => block.def_range.cover(block.body.range()),
        }))
    }));
    zones
}
