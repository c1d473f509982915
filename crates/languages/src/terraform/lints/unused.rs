//! Unused declarations.

use hclx_analysis::{Snapshot, graph};
use hclx_diag::{Diagnostic, OrderedSet, SourceId, code_names as codes};
use hclx_schema::{Block, ExprMode};
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::Reference;

use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::{self, Role};
use crate::terraform::resolve::quoted;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::test_files;

/// Reports variables, local values and data sources that are referred to neither in their module nor in other files of
/// its directory, such as tests.
pub(crate) fn judge(snapshot: &Snapshot, module: &Module, beside: &[SourceId]) -> Vec<Diagnostic> {
    // references in parts with syntax errors are unknown
    let is_broken = |file: &SourceId| snapshot.parsed(*file).diagnostics.iter().any(Diagnostic::is_error);
    if !module.broken.is_empty() || module.is_unknown() || beside.iter().any(is_broken) {
        return Vec::new();
    }
    let unused = module.links().graph.unused().into_iter().map(|node| module.declaration(node));
    let mut unused = unused
        .filter(|one| match one.kind {
            Kind::Variable | Kind::Local => true,
            // a data source may exist only for its conditions
            Kind::Data => !one.inside_check && !one.written.view().mentions("lifecycle"),
            _ => false,
        })
        .peekable();
    if unused.peek().is_none() {
        return Vec::new();
    }
    let used = used_by(snapshot, beside);
    let unused = unused.filter(|one| !used.contains(&one.address()));
    unused
        .map(|one| {
            let message = format!("unused {} `{}`", one.kind.noun(), one.name);
            Diagnostic::warning(codes::UNUSED_DECLARATION, one.name_span, message).help("remove it")
        })
        .collect()
}

/// The addresses of variables, local values and data sources that files refer to.
fn used_by(snapshot: &Snapshot, files: &[SourceId]) -> OrderedSet<String> {
    let mut used = OrderedSet::new();
    for file in files {
        let parsed = snapshot.parsed(*file);
        graph::each_reference_of_file(&parsed.tree, &mut |mention| {
            used.extend(address(&mention.reference()));
        });
        let schema = match roles::of_file(snapshot, *file) {
            Role::Tests => test_files::file(),
            Role::Mocks => test_files::mock_file(),
            _ => continue,
        };
        named(&BodyView::root(&parsed.tree, *file).0, &schema, &mut used);
    }
    used
}

/// The address of the declaration that a reference refers to, if declarations of its kind can be unused.
fn address(reference: &Reference<'_>) -> Option<String> {
    let name = |position: usize| reference.attribute(position);
    match &*reference.root {
        root @ ("var" | "local") => Some(format!("{root}.{}", name(0)?)),
        "data" => Some(format!("data.{}.{}", name(0)?, name(1)?)),
        _ => None,
    }
}

/// Collects references in strings where the schema expects references: there is no other form in JSON, nor in versions
/// before 0.12.
fn named(view: &BodyView<'_>, schema: &Block, used: &mut OrderedSet<String>) {
    let content = view.sorted(schema.prepared()).content;
    let is_value = |name: &str| schema.find_attribute(name).is_none_or(|one| one.reading == ExprMode::Value);
    for attribute in content.attributes.iter().filter(|one| !is_value(one.name)) {
        let tree = view.tree();
        let parts = tree.inside(attribute.value);
        let references = parts.filter_map(|part| quoted::any_reference(tree, view.source(), part));
        used.extend(references.filter_map(|reference| address(&reference)));
    }
    for block in &content.blocks {
        let nested = schema.find_block(block.block_type);
        nested.into_iter().for_each(|nested| named(&block.body, &nested.body.of(&block.labels), used));
    }
}
