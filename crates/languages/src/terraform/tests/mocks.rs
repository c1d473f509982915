//! Values of mock providers, in test files and in mock files.
//!
//! Source of the rules: Terraform's "Tests: Mocking".

use std::sync::Arc;

use hclx_analysis::{file_path, graph};
use hclx_core::{TypeKind, Value};
use hclx_diag::{
    Diagnostic, Findings, Ordered, Report, SourceId, Span, TextRange, Zone, code_names as codes,
};
use hclx_schema::{Block, FilledBody};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::{BlockView, BodyView};

use super::test_files::{overrides, unbroken};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::scope::{Context, TestScope};
use crate::terraform::schemas::test_files;
use crate::terraform::values::evaluation::{Inputs, ModuleValues};
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Evaluator;

/// The addresses of mocked or overridden objects, with the places of their blocks.
pub(crate) type Seen = Ordered<String, Span>;

/// Checks the mock files of a module. Files in the same directory are read together.
pub(crate) fn judge(
    run: Evaluator<'_>,
    module: &Module,
    inputs: &Inputs,
    evaluated: &ModuleValues,
    files: &[SourceId],
) -> Findings {
    let mut findings = Findings::new();
    let mut folders: Ordered<String, Seen> = Ordered::new();
    for file in files {
        let Some(parsed) = unbroken(run, *file, &mut findings) else { continue };
        let (root, finding) = BodyView::root(&parsed.tree, *file);
        findings.extend(finding);
        let written = BlockSource {
            parsed: Arc::clone(&parsed),
            source: *file,
            block_type: "mock file".into(),
            labels: Vec::new(),
            header: TextRange::at(0),
            body: root.reference(),
            is_override: false,
        };
        let context = Context { test: Some(TestScope::default()), ..Context::default() };
        let mut instance = Instance::over(run, module, inputs, evaluated);
        let block = test_files::mock_file();
        // the names that an override can refer to belong to the tests that use the file
        let is_undeclared = |finding: &Diagnostic| finding.code == codes::UNKNOWN_NAME;
        let mut zones = zones(&written, &block);
        zones.push(Zone::silent(written.span(root.range())).only(is_undeclared));
        let filled = instance.under(&zones, |instance| instance.body(&written, &block, context, Vec::new()));
        findings.extend(std::mem::take(&mut instance.findings));
        let seen = folders.or_default(file_path::parent(&run.snapshot.path(*file)).to_owned());
        provider(&written, &filled.body, seen, &mut findings);
    }
    findings
}

/// The zones of references in the values of mocks, which [`provider`] reports.
pub(crate) fn zones(written: &BlockSource, block: &Block) -> Vec<Zone> {
    let names = |mock: &BlockView<'_>| {
        let nested = block.find_block(mock.block_type)?.body.of(&mock.labels);
        let defaults = *mock.body.sorted(nested.prepared()).content.attribute("defaults")?;
        Some(graph::references(&written.parsed.tree, defaults.value))
    };
    let mocks = written.view().sorted(block.prepared()).content.blocks;
    let mocks = mocks.iter().filter(|one| one.block_type.starts_with("mock_"));
    let references = mocks.filter_map(names).flatten();
    references.map(|reference| Zone::silent(written.span(reference.range()))).collect()
}

/// Checks the mocks and overrides of a provider, whose body is evaluated with its [`zones`].
pub(crate) fn provider(
    written: &BlockSource,
    body: &FilledBody<'_>,
    seen: &mut Seen,
    findings: &mut Findings,
) {
    for block in body.blocks.iter().filter(|one| one.view.block_type.starts_with("mock_")) {
        if let Some(label) = block.view.labels.first() {
            let (place, key) =
                (written.span(label.range), format!("{} {}", block.view.block_type, label.text));
            match seen.get(&key) {
                Some(first) => {
                    let message = format!("`{}` is mocked twice", label.text);
                    let finding = Diagnostic::error(codes::DECLARED_TWICE, place, message);
                    findings.push(finding.also(*first, "first declared here").help("remove one of them"));
                }
                None => drop(seen.insert(key, place)),
            }
        }
        if let Some(attribute) = block.body.attribute("defaults") {
            let names = names_in(written, attribute.view.value);
            if names.is_empty() && attribute.good {
                findings.extend(no_object(written, "defaults", attribute.view.value, &attribute.value));
            }
            findings.extend(names);
        }
    }
    overrides(written, body, seen, findings);
}

/// Reports names in the values of a mock, which are evaluated before any name is in scope.
fn names_in(written: &BlockSource, expr: ExprId) -> Vec<Diagnostic> {
    let wrong = |reference: hclx_syntax::statics::Reference| {
        let place = written.span(reference.range());
        let message = "references are not allowed in the values of a mock";
        let finding = Diagnostic::error(codes::NOT_CONSTANT, place, message);
        finding.help("use a literal value, or `override_resource` or `override_data` in a run")
    };
    graph::references(&written.parsed.tree, expr).into_iter().map(wrong).collect()
}

/// The finding for a value that must be an object.
pub(crate) fn no_object(
    written: &BlockSource,
    name: &str,
    expr: ExprId,
    value: &Value,
) -> Option<Diagnostic> {
    let is_object = matches!(value.ty().kind(), TypeKind::Object(_) | TypeKind::Map(_) | TypeKind::Any);
    (!is_object).then(|| {
        let message = format!("`{name}` must be an object, found {}", value.ty());
        Diagnostic::error(codes::NOT_CONVERTIBLE, written.expr_span(expr), message)
    })
}

/// Checks that the directory of mock files exists.
pub(crate) fn folder(
    run: Evaluator<'_>,
    module: &Module,
    written: &BlockSource,
    body: &FilledBody<'_>,
) -> Option<Diagnostic> {
    let source = body.attribute("source").filter(|one| one.good)?;
    let ExprKind::String(text) = written.parsed.tree.expr(source.view.value).kind else { return None };
    let text = written.parsed.tree.text(text);
    if run.snapshot.list(&run.snapshot.reach(&module.folder, text).real).is_ok() {
        return None;
    }
    let message = format!("directory `{text}` with mock files does not exist");
    let finding = Diagnostic::error(codes::TEST_FILE, written.expr_span(source.view.value), message);
    Some(finding.help("use a path relative to the directory in which the tests run"))
}
