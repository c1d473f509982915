//! Targets of overrides that do not exist, and outputs that the targets do not have. Out of scope: the form of targets,
//! which `test_files` checks.

use std::sync::Arc;

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::{Filled, FilledBlock};
use hclx_syntax::ast::ExprId;
use hclx_syntax::statics;

use super::mocked_values;
use crate::terraform::declare::address::{self, Address, AddressRules};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::rule::Evaluator;

/// The arguments of an override.
pub(super) struct OverrideParts {
    pub(super) target: Option<ExprId>,
    /// The outputs, if the target is a module.
    pub(super) outputs: Option<ExprId>,
    /// The attributes, if the target is a resource.
    pub(super) values: Option<ExprId>,
}

impl OverrideParts {
    /// The warnings about what does not exist: Terraform ignores it.
    pub(super) fn unknown(
        &self,
        run: Evaluator<'_>,
        module: &Module,
        written: &BlockSource,
    ) -> Vec<Diagnostic> {
        let Some((target, address)) = self.address(written) else { return Vec::new() };
        let inner = match lead(run, module, &address) {
            Ok(inner) => inner,
            Err(Lost::Open) => return Vec::new(),
            Err(Lost::Missing(near)) => {
                let message = format!("unknown module `{}`", address.text);
                return vec![without_effect(written, target, message).perhaps_meant(near.as_deref())];
            }
        };
        let current = inner.as_deref().unwrap_or(module);
        let kind = match address.target.kind() {
            Some(Kind::Ephemeral) => return Vec::new(),
            Some(kind) => kind,
            None => {
                let outputs = inner.zip(self.outputs);
                return outputs
                    .map(|(child, outputs)| unknown_outputs(&child, &address, written, outputs))
                    .unwrap_or_default();
            }
        };
        match (current.get(kind, &address.of_type, &address.name), self.values) {
            (Some((_, found)), Some(values)) => {
                mocked_values::in_override(run, current, (written, values), found)
            }
            (Some(_), None) => Vec::new(),
            (None, _) if current.is_unknown() || current.may_declare(&address.name) => Vec::new(),
            (None, _) => {
                let message = format!("unknown {} `{}`", kind.noun(), address.text);
                vec![without_effect(written, target, message)]
            }
        }
    }

    fn address(&self, written: &BlockSource) -> Option<(ExprId, Address)> {
        let target = self.target?;
        let read = address::read(&written.parsed.tree, written.source, target, AddressRules::OF_OVERRIDE);
        Some((target, read.ok()?))
    }
}

fn without_effect(written: &BlockSource, target: ExprId, message: String) -> Diagnostic {
    let finding = Diagnostic::warning(codes::ADDRESS, written.expr_span(target), message);
    finding.help("correct or remove it: this override has no effect")
}

/// The warnings about targets, outputs and attributes that do not exist, in the overrides of a run.
pub(super) fn unknown_in_overrides(
    run: Evaluator<'_>,
    module: &Module,
    written: &BlockSource,
    filled: &Filled<'_>,
) -> Vec<Diagnostic> {
    let all = filled.body.blocks.iter().filter(|one| one.view.block_type.starts_with("override_"));
    let unknown = |block: &FilledBlock<'_>| {
        let part = |name: &str| block.body.attribute(name).map(|one| one.view.value);
        let parts =
            OverrideParts { target: part("target"), outputs: part("outputs"), values: part("values") };
        parts.unknown(run, module, written)
    };
    all.flat_map(unknown).collect()
}

/// The warnings about values for outputs that the module does not have.
fn unknown_outputs(
    child: &Module,
    address: &Address,
    written: &BlockSource,
    outputs: ExprId,
) -> Vec<Diagnostic> {
    if child.is_unknown() {
        return Vec::new();
    }
    let tree = &written.parsed.tree;
    let items = statics::as_map(tree, outputs).unwrap_or_default();
    let is_set = |name: &str| items.iter().any(|item| tree.string(item.key) == Some(name));
    let unknown = |key: ExprId| {
        let name = tree.string(key).filter(|name| {
            !child.holes.may_declare_any(Kind::Output)
                && !child.may_declare(name)
                && child.get(Kind::Output, "", name).is_none()
        })?;
        let place = written.expr_span(key);
        let message = format!("`{}` has no output `{name}`; this value is ignored", address.text);
        let others = child.of_kind(Kind::Output).map(|one| &*one.name).filter(|name| !is_set(name));
        let near = hclx_diag::nearest(name, others);
        Some(Diagnostic::warning(codes::UNDECLARED_VALUE, place, message).perhaps_meant_at(place, near))
    };
    items.iter().filter_map(|item| unknown(item.key)).collect()
}

/// The reason why following module calls has ended.
enum Lost {
    /// A module or its calls are unknown.
    Open,
    /// The call does not exist; the name of a similar one.
    Missing(Option<String>),
}

/// The module that the calls in an address refer to; `None` is the module itself.
fn lead(run: Evaluator<'_>, module: &Module, address: &Address) -> Result<Option<Arc<Module>>, Lost> {
    let mut inner: Option<Arc<Module>> = None;
    for (name, ..) in &address.modules {
        let current = inner.as_deref().unwrap_or(module);
        if current.is_unknown() || current.may_declare(name) {
            return Err(Lost::Open);
        }
        if current.get(Kind::Module, "", name).is_none() {
            let near = hclx_diag::nearest(name, current.of_kind(Kind::Module).map(|one| &*one.name));
            return Err(Lost::Missing(near.map(str::to_owned)));
        }
        let children = call_targets::children(*run, current);
        inner = Some(children.modules.get(name).cloned().flatten().ok_or(Lost::Open)?);
    }
    Ok(inner)
}
