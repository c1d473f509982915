//! Mock providers and overrides of test files, in the form that a simulation uses.
//!
//! Source of the rules: Terraform's "Tests: Mocking".

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind, file_path, graph};
use hclx_core::Value;
use hclx_diag::{SourceId, Span};
use hclx_schema::{Block, match_body};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::{BlockView, BodyView};
use hclx_syntax::statics;

use super::shared_values::{self, Values};
use super::test_files::configuration;
use crate::terraform::declare::address::{self, AddressRules};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::files::roles::Flavor;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas::test_files;
use crate::terraform::simulation::open::CauseId;
use crate::terraform::simulation::overrides::{Overrides, Replacement};
use crate::terraform::simulation::providers::{Answers, Mock, Providers};
use crate::terraform::simulation::setting::SimulationContext;

/// Reads blocks of test files and mock files.
pub(super) struct MockReader<'r, 's> {
    pub(super) setting: &'s SimulationContext<'r>,
    /// The directory in which the tests run.
    pub(super) folder: &'s str,
}

impl MockReader<'_, '_> {
    /// The provider configurations of a test file.
    pub(super) fn providers(&self, blocks: &[BlockSource]) -> Providers {
        let mut providers = Providers::default();
        for written in blocks {
            let Some(name) = configuration(written) else { continue };
            let answers = match &*written.block_type {
                "mock_provider" => Answers::Mock(Arc::new(self.mock(written))),
                _ => Answers::Real,
            };
            providers.known.insert(name, answers);
        }
        providers
    }

    fn mock(&self, written: &BlockSource) -> Mock {
        let schema = test_files::mock_provider();
        let content = written.view().sorted(schema.prepared()).content;
        let mut mock = Mock::default();
        let during = content.attribute("override_during").map(|attribute| attribute.value);
        let is_early = during.is_some_and(|value| is_plan(written, value));
        self.mocks(written, &content.blocks, is_early, &mut mock);
        let is_of_tofu = self.setting.evaluator.flavor == Flavor::OpenTofu;
        if is_of_tofu || content.attribute("for_each").is_some() {
            let cause = Cause::new(CauseKind::Version, "mocks of OpenTofu are not simulated");
            mock.unclear = Some(self.setting.causes.id(cause.at(written.place())));
        }
        if let Some(source) = content.attribute("source") {
            self.external(written, source.value, is_early, &mut mock);
        }
        mock
    }

    /// Adds the mocks in some blocks; earlier ones win.
    fn mocks(&self, written: &BlockSource, blocks: &[BlockView<'_>], is_early: bool, mock: &mut Mock) {
        let schema = test_files::mock_provider();
        for block in blocks {
            let Some(nested) = schema.find_block(block.block_type).map(|nested| nested.body.fixed()) else {
                continue;
            };
            let mocked = match block.block_type {
                "mock_resource" => &mut mock.resources,
                "mock_data" => &mut mock.data,
                _ => {
                    let cause = self.override_in(written, block, is_early, &mut mock.overrides);
                    mock.unclear = mock.unclear.or(cause);
                    continue;
                }
            };
            if let Some(label) = block.labels.first() {
                let values = self.replacement(written, block, &nested, is_early);
                mocked.or_insert(label.text.into(), values);
            }
        }
    }

    /// Adds the mocks of the files in a directory.
    fn external(&self, written: &BlockSource, source: ExprId, is_early: bool, mock: &mut Mock) {
        let snapshot = self.setting.evaluator.snapshot;
        let unclear = |what: &str| {
            let cause = Cause::new(CauseKind::Errors, what).remedy("run `hclx check`");
            Some(self.setting.causes.id(cause.at(written.place())))
        };
        let tree = &written.parsed.tree;
        let ExprKind::String(text) = tree.expr(source).kind else {
            mock.unclear = unclear("the source of a mock is not constant");
            return;
        };
        let folder = snapshot.reach(self.folder, tree.text(text)).real;
        let Ok(listed) = snapshot.list(&folder) else {
            mock.unclear = unclear("a directory of mocks does not exist");
            return;
        };
        let is_mock = |name: &str| name.ends_with(".tfmock.hcl") || name.ends_with(".tfmock.json");
        for (name, _) in listed.iter().filter(|(name, _)| is_mock(name) && !name.starts_with('.')) {
            match snapshot.find(&file_path::join(&folder, name)) {
                Ok(file) => self.mock_file(file, is_early, mock),
                Err(_) => mock.unclear = unclear("a file of mocks cannot be read"),
            }
        }
    }

    fn mock_file(&self, file: SourceId, is_early: bool, mock: &mut Mock) {
        let parsed = self.setting.evaluator.snapshot.parsed(file);
        let (root, _) = BodyView::root(&parsed.tree, file);
        let laid = match_body(&root, &test_files::mock_file());
        let findings = parsed.diagnostics.iter().chain(laid.findings.iter());
        if findings.into_iter().any(hclx_diag::Diagnostic::is_error) {
            let cause =
                Cause::new(CauseKind::Errors, "a file of mocks has errors").remedy("run `hclx check`");
            mock.unclear = Some(self.setting.causes.id(cause));
        }
        for block in &laid.content.blocks {
            let written = BlockSource::new(&parsed, block);
            self.mocks(&written, std::slice::from_ref(block), is_early, mock);
        }
    }

    /// The overrides in some blocks of a file or a run; a cause if a target cannot be read.
    pub(super) fn overrides(
        &self,
        written: &BlockSource,
        blocks: &[BlockView<'_>],
        into: &mut Overrides,
    ) -> Option<CauseId> {
        let overrides = blocks.iter().filter(|block| block.block_type.starts_with("override_"));
        let causes: Vec<CauseId> =
            overrides.filter_map(|block| self.override_in(written, block, false, into)).collect();
        causes.first().copied()
    }

    fn override_in(
        &self,
        written: &BlockSource,
        block: &BlockView<'_>,
        is_early: bool,
        into: &mut Overrides,
    ) -> Option<CauseId> {
        let nested = test_files::file().find_block(block.block_type)?.body.fixed();
        let content = block.body.sorted(nested.prepared()).content;
        let tree = &written.parsed.tree;
        let target = content.attribute("target").and_then(|target| {
            address::read(tree, written.source, target.value, AddressRules::OF_OVERRIDE).ok()
        });
        let Some(target) = target else {
            let cause = Cause::new(CauseKind::Errors, "the target of an override is not understood");
            return Some(self.setting.causes.id(cause.at(written.span(block.def_range))));
        };
        into.add(&target, self.replacement(written, block, &nested, is_early));
        None
    }

    /// The values of a mock or an override.
    fn replacement(
        &self,
        written: &BlockSource,
        block: &BlockView<'_>,
        nested: &Block,
        is_early: bool,
    ) -> Arc<Replacement> {
        let content = block.body.sorted(nested.prepared()).content;
        let during = content.attribute("override_during");
        let is_early = during.map_or(is_early, |during| is_plan(written, during.value));
        let given = ["values", "defaults", "outputs"].into_iter().find_map(|name| content.attribute(name));
        let place = given.map_or(written.span(block.def_range), |given| written.expr_span(given.value));
        let is_override = block.block_type.starts_with("override_");
        let override_block = is_override.then(|| Arc::from(block.block_type));
        if self.setting.evaluator.flavor == Flavor::OpenTofu {
            let cause = Cause::new(CauseKind::Version, "overrides of OpenTofu are not simulated").at(place);
            let unclear = Some(self.setting.causes.id(cause));
            return Arc::new(Replacement { values: None, is_early, override_block, place, unclear });
        }
        let (values, unclear) = match given {
            None => (None, None),
            Some(given) => match self.values(written, given.value, place) {
                Ok(values) => (Some(values), None),
                Err(cause) => (None, Some(cause)),
            },
        };
        Arc::new(Replacement { values, is_early, override_block, place, unclear })
    }

    fn values(&self, written: &BlockSource, expr: ExprId, place: Span) -> Result<Value, CauseId> {
        let tree = &written.parsed.tree;
        let calls = tree.inside(expr).any(|id| matches!(tree.expr(id).kind, ExprKind::Call(_)));
        let cause = |kind: CauseKind, what: &str, remedy: &str| {
            self.setting.causes.id(Cause::new(kind, what).remedy(remedy).at(place))
        };
        if calls || !graph::references(tree, expr).is_empty() {
            let what = "functions and references in the values of a mock depend on the version";
            return Err(cause(CauseKind::Version, what, "use literal values"));
        }
        let (none, context) = (Values::new(), Context::default());
        let value = shared_values::value(self.setting, written, expr, &context, &none);
        match value.ty().as_object().is_some() && value.is_wholly_known() {
            true => Ok(value),
            false => {
                Err(cause(CauseKind::Errors, "the values of a mock are not an object", "run `hclx check`"))
            }
        }
    }
}

/// Returns `true` for the keyword `plan`.
fn is_plan(written: &BlockSource, value: ExprId) -> bool {
    let word = statics::as_keyword(&written.parsed.tree, written.source, value);
    word.as_deref() == Some("plan")
}
