//! `ignore_changes`, `replace_triggered_by` and forced replacements, for instances in the state.

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind};
use hclx_core::Value;
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::body::BlockView;
use hclx_syntax::statics;

use super::answers::InstanceContext;
use super::module::Walk;
use super::state::{Change, Prior};
use crate::terraform::resolve::{dependencies, quoted};
use crate::terraform::schemas;

impl Walk<'_> {
    /// The arguments of an instance in the state, with those that `ignore_changes` covers unchanged.
    pub(super) fn ignoring_changes(
        &self,
        answered: &InstanceContext<'_, '_>,
        prior: &Prior,
        value: Value,
    ) -> Value {
        let declaration = answered.declaration();
        let (kept, is_open) = ignored(answered, &value);
        let before = |name: &str| match prior {
            Prior::None => None,
            Prior::Known(before) => before.get_attr_value(name).cloned(),
            Prior::Open(cause) => Some(Value::dynamic().with_marks(&super::open::mark(*cause))),
        };
        let entries = value.iter_entries().map(|(name, part)| {
            let before = if kept.contains(name) { before(name) } else { None };
            (Arc::clone(name), before.unwrap_or_else(|| part.clone()))
        });
        let value = Value::object(entries.collect::<Vec<_>>()).with_marks(value.marks());
        match is_open {
            true => {
                let what = format!("`{}` ignores changes of parts of arguments", declaration.address());
                let id =
                    self.setting.causes.id(Cause::new(CauseKind::Feature, what).at(declaration.name_span));
                value.with_marks(&super::open::mark(id))
            }
            false => value,
        }
    }

    /// Determines whether an instance in the state is replaced regardless of its arguments; `None` if this is open.
    pub(super) fn is_replaced(&self, answered: &InstanceContext<'_, '_>) -> Option<bool> {
        let (address, full) = (&answered.instance.address, answered.instance.full_address());
        if self.setting.options.replace.iter().any(|one| one == address || *one == full) {
            return Some(true);
        }
        let declaration = answered.declaration();
        let mut is_open = false;
        for (tree, expr) in arguments(answered.instance.lifecycle, "replace_triggered_by") {
            for one in statics::as_list(tree, expr).unwrap_or_default() {
                let reference = quoted::any_reference(tree, declaration.written.source, *one);
                let node = reference.as_ref().and_then(|reference| {
                    let name = |position| reference.attribute(position);
                    dependencies::named(self.module, &reference.root, name)
                });
                let change = node.map_or(Change::Open, |(node, _)| self.changes[node.index()].own);
                let is_whole = reference.is_some_and(|reference| reference.steps.len() == 1);
                match change {
                    Change::None | Change::Create => {}
                    Change::Update if is_whole => return Some(true),
                    Change::Update | Change::Open => is_open = true,
                }
            }
        }
        (!is_open).then_some(false)
    }
}

/// The names of ignored arguments, and `true` if parts of other arguments are ignored.
fn ignored(answered: &InstanceContext<'_, '_>, value: &Value) -> (Vec<Arc<str>>, bool) {
    let (mut kept, mut is_open): (Vec<Arc<str>>, bool) = (Vec::new(), false);
    let source = answered.declaration().written.source;
    for (tree, expr) in arguments(answered.instance.lifecycle, "ignore_changes") {
        let Some(list) = statics::as_list(tree, expr) else {
            kept.extend(value.iter_entries().map(|(name, _)| Arc::clone(name)));
            continue;
        };
        for one in list {
            match quoted::any_reference(tree, source, *one) {
                Some(reference) if reference.steps.is_empty() => kept.push((&*reference.root).into()),
                _ => is_open = true,
            }
        }
    }
    (kept, is_open)
}

/// The values of an argument of `lifecycle` blocks.
fn arguments<'w>(lifecycle: &'w [BlockView<'w>], name: &str) -> Vec<(&'w Tree, ExprId)> {
    let Some(nested) = schemas::resource().find_block("lifecycle").map(|nested| nested.body.fixed()) else {
        return Vec::new();
    };
    let values = lifecycle.iter().filter_map(|block| {
        let content = block.body.sorted(nested.prepared()).content;
        Some((block.body.tree(), content.attribute(name)?.value))
    });
    values.collect()
}
