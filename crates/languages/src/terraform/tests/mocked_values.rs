//! Types and attributes in mocks and overrides that the provider does not have or does not compute, so that Terraform
//! ignores them.

use std::sync::Arc;

use hclx_diag::{Diagnostic, Severity, code_names as codes, nearest};
use hclx_schema::{Block, FilledBlock, FilledBody};
use hclx_syntax::ast::ExprId;
use hclx_syntax::statics;

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::packages::Package;
use crate::terraform::providers::provider_schemas::{self, similar_type};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::admitted::{AdmittedBlocks, Subject};
use crate::terraform::values::rule::Evaluator;

/// The bodies that a type may have.
struct Bodies {
    all: Vec<Arc<Block>>,
    /// Set if no release of the provider may have other attributes.
    are_all: bool,
    /// Set if they distinguish computed attributes from others.
    are_stated: bool,
}

impl Bodies {
    fn of_language(block: Arc<Block>) -> Self {
        Self { all: vec![block], are_all: true, are_stated: true }
    }

    fn of_provider(run: Evaluator<'_>, blocks: &AdmittedBlocks) -> Self {
        let all = blocks.newest().cloned().into_iter().chain(blocks.older(run.snapshot)).collect();
        Self { all, are_all: blocks.are_typed(), are_stated: blocks.are_stated() }
    }

    /// The warnings about ignored values.
    fn warnings(&self, written: &BlockSource, values: ExprId, address: &str) -> Vec<Diagnostic> {
        let tree = &written.parsed.tree;
        let items = statics::as_map(tree, values).unwrap_or_default();
        let finding = |key: ExprId| {
            let name = tree.string(key)?;
            let warning = |message: String| {
                Diagnostic::warning(codes::UNSUPPORTED_ATTRIBUTE, written.expr_span(key), message)
            };
            let exists =
                |body: &Arc<Block>| body.find_attribute(name).is_some() || body.find_block(name).is_some();
            let is_plain =
                |body: &Arc<Block>| body.find_attribute(name).is_some_and(|attribute| !attribute.computed);
            if !self.all.iter().any(exists) {
                let names =
                    self.all.iter().flat_map(|body| body.attributes()).map(|attribute| &*attribute.name);
                let near = nearest(name, names);
                let message = format!("`{address}` has no attribute `{name}`; this value is ignored");
                let is_certain = self.are_all || near.is_some();
                return is_certain.then(|| warning(message).perhaps_meant_at(written.expr_span(key), near));
            }
            let is_ignored = self.are_stated && self.all.iter().all(is_plain);
            let message = format!("`{name}` of `{address}` is not computed; this value is ignored");
            is_ignored.then(|| warning(message).help("set it in the configuration, or remove it"))
        };
        items.iter().filter_map(|item| finding(item.key)).collect()
    }
}

/// The warnings about values in an override for attributes that its resource does not have.
pub(super) fn in_override(
    run: Evaluator<'_>,
    module: &Module,
    (written, values): (&BlockSource, ExprId),
    found: &Declaration,
) -> Vec<Diagnostic> {
    let bodies = match schemas::built_in(found.kind, &found.of_type) {
        Some(block) => Some(Bodies::of_language(block)),
        None => AdmittedBlocks::of_declaration(*run, module, found)
            .map(|blocks| Bodies::of_provider(run, &blocks)),
    };
    bodies.map(|bodies| bodies.warnings(written, values, &found.address())).unwrap_or_default()
}

/// The warnings about mocks for types and attributes that the provider does not have.
pub(super) fn in_provider(
    run: Evaluator<'_>,
    module: &Module,
    written: &BlockSource,
    body: &FilledBody<'_>,
) -> Vec<Diagnostic> {
    let Some(local) = written.labels.first().map(|label| &*label.text) else { return Vec::new() };
    let found = provider_schemas::package(run.snapshot, run.flavor, module, local);
    let package = (*found).as_ref().and_then(|(_, package)| package.as_ref().ok()?.clone());
    let of_block = |block: &FilledBlock<'_>| {
        let kind = match block.view.block_type {
            "mock_resource" => Kind::Resource,
            "mock_data" => Kind::Data,
            _ => return Vec::new(),
        };
        let mock = Mock { run, written, block, kind };
        mock.warnings(local, package.as_ref())
    };
    body.blocks.iter().flat_map(of_block).collect()
}

/// A mock of a type.
struct Mock<'m, 'b> {
    run: Evaluator<'m>,
    written: &'m BlockSource,
    block: &'m FilledBlock<'b>,
    kind: Kind,
}

impl Mock<'_, '_> {
    fn warnings(&self, local: &str, package: Option<&Arc<Package>>) -> Vec<Diagnostic> {
        let Some(label) = self.block.view.labels.first() else { return Vec::new() };
        let built_in = schemas::built_in(self.kind, label.text).filter(|_| local == "terraform");
        let bodies = match (built_in, package) {
            (Some(block), _) => Bodies::of_language(block),
            (None, Some(package)) => match self.in_package(local, package) {
                Ok(bodies) => bodies,
                Err(findings) => return findings,
            },
            (None, None) => return Vec::new(),
        };
        let defaults = self.block.body.attribute("defaults");
        let of_values = |defaults: ExprId| bodies.warnings(self.written, defaults, label.text);
        defaults.map(|defaults| of_values(defaults.view.value)).unwrap_or_default()
    }

    /// The bodies of the mocked type, or else the warning about it.
    fn in_package(&self, local: &str, package: &Arc<Package>) -> Result<Bodies, Vec<Diagnostic>> {
        let label = self.block.view.labels.first().ok_or_else(Vec::new)?;
        let kind = provider_schemas::described(self.kind).filter(|kind| package.knows(*kind));
        let kind = kind.ok_or_else(Vec::new)?;
        let of_type: Arc<str> = Arc::from(label.text);
        let snapshot = self.run.snapshot;
        let blocks = AdmittedBlocks::new(snapshot, package, Subject::Type(kind, Arc::clone(&of_type)));
        if blocks.newest().is_some() {
            return Ok(Bodies::of_provider(self.run, &blocks));
        }
        let noun = self.kind.noun();
        let message = format!("provider `{local}` has no {noun} `{of_type}`; this mock is ignored");
        let finding = Diagnostic::warning(codes::NO_SUCH_TYPE, self.written.span(label.range), message);
        let finding = finding.perhaps_meant(similar_type(snapshot, package, (kind, &of_type)).as_deref());
        let mock = BlockSource::new(&self.written.parsed, &self.block.view);
        let finding = blocks.missing_type(finding, &mock);
        Err(finding.map(|finding| finding.with_severity(Severity::Warning)).into_iter().collect())
    }
}
