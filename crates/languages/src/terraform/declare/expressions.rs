//! Traversal of the expressions in blocks, regardless of their meaning.

use hclx_analysis::graph;
use hclx_diag::Span;
use hclx_syntax::ast::{BodyId, ExprId, Item, Tree};
use hclx_syntax::body::BodyView;

/// Visits every expression in a body and its nested blocks.
pub(crate) fn each_expression(view: &BodyView<'_>, found: &mut dyn FnMut(&Tree, ExprId)) {
    let tree = view.tree();
    let Some(body) = view.native_id() else {
        if let Some(value) = view.json_id() {
            found(tree, value);
        }
        return;
    };
    // The first body is kept outside of the list, so that a body without blocks needs no allocation.
    let (mut next, mut bodies) = (Some(body), Vec::<BodyId>::new());
    while let Some(body) = next.take().or_else(|| bodies.pop()) {
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) => found(tree, attribute.value),
                Item::Block(block) => bodies.push(tree.node(*block).body),
            }
        }
    }
}

/// The places of the references in a body and its nested blocks. A lone word does not count, because it is read as an
/// unquoted string.
pub(crate) fn references_in(view: &BodyView<'_>) -> Vec<Span> {
    let mut places = Vec::new();
    each_expression(view, &mut |tree, expr| {
        let references = graph::references(tree, expr);
        let references = references.iter().filter(|reference| !reference.steps.is_empty());
        places.extend(references.map(|reference| reference.range().in_source(view.source())));
    });
    places
}
