//! Calls of provider functions: `provider::NAME::FUNCTION`.

use hclx_diag::{SourceId, TextRange};
use hclx_syntax::ast::{Call, ExprId, ExprKind, Tree};

/// The prefix of provider functions.
pub(crate) const PREFIX: &str = "provider::";

/// A call of a provider function.
#[derive(Clone, Debug)]
pub(crate) struct ProviderCall {
    /// The full name.
    pub(crate) name: String,
    pub(crate) source: SourceId,
    /// The place of the name.
    pub(crate) place: TextRange,
    /// The place of the whole call.
    pub(crate) whole: TextRange,
}

/// The calls of provider functions in a file.
pub(crate) fn calls(tree: &Tree, source: SourceId) -> impl Iterator<Item = ProviderCall> {
    let call = |id: ExprId| match tree.expr(id).kind {
        ExprKind::Call(call) => Some((tree.expr(id).range, tree.node(call))),
        _ => None,
    };
    let name = |call: &Call| tree.text(call.name.text);
    let all = tree.expr_ids().filter_map(call);
    all.filter(move |(_, call)| name(call).starts_with(PREFIX)).map(move |(whole, call)| ProviderCall {
        name: name(call).to_owned(),
        source,
        place: call.name.range,
        whole,
    })
}
