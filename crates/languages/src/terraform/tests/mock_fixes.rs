//! Edits that add a missing default to a mock.

use hclx_analysis::MockDefault;
use hclx_diag::{Fix, Span, TextRange};
use hclx_syntax::ast::{ExprKind, Tree};
use hclx_syntax::body::BlockView;

use crate::terraform::schemas::test_files;

/// The edit that adds a default to the mock of a provider in a test file; `None` if the file does not mock it.
pub(super) fn fix(blocks: &[BlockView<'_>], default: &MockDefault) -> Option<Fix> {
    let MockDefault { block, of_type, name, value } = default;
    let provider = of_type.split('_').next()?;
    let is_mock = |one: &&BlockView<'_>| {
        let label = one.labels.first().map(|label| label.text);
        one.block_type == "mock_provider" && label == Some(provider)
    };
    let mock = blocks.iter().find(is_mock).filter(|mock| mock.body.native_id().is_some())?;
    let schema = test_files::mock_provider();
    let mocks = mock.body.sorted(schema.prepared()).content.blocks;
    let own = |one: &&BlockView<'_>| {
        one.block_type == *block && one.labels.first().is_some_and(|label| *label.text == **of_type)
    };
    let title = format!("add `{name}` to the defaults of `{block} \"{of_type}\"`");
    let at = |offset: u32| Span { source: mock.body.source(), range: TextRange::at(offset) };
    let Some(mocked) = mocks.iter().find(own) else {
        let text = format!(
            "\n  {block} \"{of_type}\" {{\n    defaults = {{\n      {name} = {value}\n    }}\n  }}{}",
            end_of(mock)
        );
        return Some(Fix::suggested(title, at(start_of(mock)), text));
    };
    let nested = schema.find_block(block)?.body.fixed();
    let content = mocked.body.sorted(nested.prepared()).content;
    let Some(defaults) = content.attribute("defaults") else {
        let text = format!("\n    defaults = {{\n      {name} = {value}\n    }}{}", end_of(mocked));
        return Some(Fix::suggested(title, at(start_of(mocked)), text));
    };
    let expr = mock.body.tree().expr(defaults.value);
    let ExprKind::Object(_) = expr.kind else { return None };
    Some(Fix::suggested(title, at(expr.range.start + 1), item(mock.body.tree(), expr.range, default)))
}

/// The source of a default, as inserted after the opening brace of an object.
fn item(tree: &Tree, object: TextRange, MockDefault { name, value, .. }: &MockDefault) -> String {
    let is_empty = is_blank(tree, TextRange::new(object.start + 1, object.end - 1));
    match (tree.is_on_one_line(object), is_empty) {
        (true, true) => format!(" {name} = {value} "),
        (true, false) => format!(" {name} = {value},"),
        (false, _) => format!("\n      {name} = {value}"),
    }
}

/// The offset after the opening brace of a block.
fn start_of(block: &BlockView<'_>) -> u32 {
    let range = block.body.range();
    range.start + u32::from(block.body.tree().written(range).starts_with('{'))
}

/// The whitespace between an added line and the closing brace of a block.
fn end_of(block: &BlockView<'_>) -> &'static str {
    if block.body.tree().is_on_one_line(block.body.range()) { "\n" } else { "" }
}

fn is_blank(tree: &Tree, range: TextRange) -> bool {
    tree.written(range).trim().is_empty()
}
