//! The value at a place in a file, which is the value of the smallest expression there.

use hclx_core::Value;
use hclx_diag::{SourceId, TextRange};
use hclx_eval::{Budget, Environment, Scope, evaluate};
use hclx_syntax::ast::{ExprId, Item, Root, Tree};
use hclx_syntax::body::BodyView;

/// The smallest expression that covers an offset, and the union of its values across all evaluations.
pub fn value_at(
    tree: &Tree,
    source: SourceId,
    offset: u32,
    scope: &Scope<'_>,
    environment: &Environment<'_>,
    budget: &Budget,
) -> Option<(TextRange, Value)> {
    let expr = attribute_at(tree, source, offset)?;
    let environment = Environment { trace: true, ..*environment };
    let outcome = evaluate(tree, source, expr, scope, &environment, budget);
    let covering = outcome.trace.into_iter().map(|(expr, value)| (tree.expr(expr).range, value));
    covering.filter(|(range, _)| covers(*range, offset)).min_by_key(|(range, _)| range.len())
}

/// The value of the whole attribute at a place, for files of constants, whose parts are not useful on their
/// own.
pub fn attribute_value_at(
    tree: &Tree,
    source: SourceId,
    offset: u32,
    environment: &Environment<'_>,
    budget: &Budget,
) -> Option<Value> {
    let expr = attribute_at(tree, source, offset)?;
    Some(evaluate(tree, source, expr, &Scope::root(), environment, budget).value)
}

fn covers(range: TextRange, offset: u32) -> bool {
    range.start <= offset && offset < range.end
}

/// The value of the attribute that covers an offset.
fn attribute_at(tree: &Tree, source: SourceId, offset: u32) -> Option<ExprId> {
    let body = match tree.root() {
        Root::Body(body) => body,
        Root::Expr(_) => {
            let (attributes, _) = BodyView::root(tree, source).0.properties();
            let mut values = attributes.iter().map(|attribute| attribute.value);
            return values.find(|value| covers(tree.expr(*value).range, offset));
        }
    };
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) if covers(tree.expr(attribute.value).range, offset) => {
                    return Some(attribute.value);
                }
                Item::Attribute(_) => {}
                Item::Block(block) => {
                    let block = tree.node(*block);
                    bodies.extend(covers(block.range, offset).then_some(block.body));
                }
            }
        }
    }
    None
}
