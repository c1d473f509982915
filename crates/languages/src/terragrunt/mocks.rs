//! Outputs that a unit uses and that are missing from the mocks of a dependency. Until the dependency is applied, the
//! mocks replace all of its outputs.

use hclx_analysis::graph;
use hclx_core::Value;
use hclx_diag::{Diagnostic, OrderedSet, TextRange, code_names as codes, listed_names};
use hclx_schema::FilledBody;
use hclx_syntax::ast::{ExprKind, Tree};

/// The finding about the mocks of a dependency; `value` is the value of `dependency.NAME`.
pub(super) fn unmocked(body: &FilledBody<'_>, label: &str, value: &Value) -> Option<Diagnostic> {
    let mocks = body.attribute("mock_outputs").filter(|mocks| mocks.good && mocks.value.is_known())?;
    let outputs = value.get_attr_value("outputs")?;
    let has = |value: &Value, name: &str| {
        value.ty().as_object().is_some_and(|object| object.get(name).is_some())
            || value.get_attr_value(name).is_some()
    };
    let tree = body.view.tree();
    let tried = tried(tree);
    let mut used = OrderedSet::new();
    graph::each_reference_of_file(tree, &mut |mention| {
        let is_of_label = mention.root == "dependency" && mention.attribute(0) == Some(label);
        let name = mention.attribute(2).filter(|_| is_of_label && mention.attribute(1) == Some("outputs"));
        let is_tried = || tried.iter().any(|range| range.contains(mention.root_range()));
        // an output that the module lacks is an error at its use
        let Some(name) = name.filter(|name| has(outputs, name) && !has(&mocks.value, name)) else { return };
        if !is_tried() {
            used.insert(name.to_owned());
        }
    });
    if used.is_empty() {
        return None;
    }
    let names = listed_names(used.iter().map(String::as_str), "and");
    let place = mocks.view.name_range.in_source(body.view.source());
    let message = format!("the mocks of dependency `{label}` lack {names}, used in this unit");
    let finding = Diagnostic::warning(codes::MISSING_INPUT, place, message);
    Some(finding.help("add a mock: until the dependency is applied, the mocks are all of its outputs"))
}

/// The calls in which a missing output is not a failure.
fn tried(tree: &Tree) -> Vec<TextRange> {
    let calls = tree.expr_ids().filter(|id| match tree.expr(*id).kind {
        ExprKind::Call(call) => ["try", "can", "lookup"].contains(&tree.text(tree.node(call).name.text)),
        _ => false,
    });
    calls.map(|id| tree.expr(id).range).collect()
}
