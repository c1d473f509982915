//! Ephemeral values in arguments that are stored in state.

use std::sync::Arc;

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::{Block, FilledBody};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::AttributeView;

use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Checks for ephemeral values in resource arguments that are stored in state.
pub(crate) struct EphemeralArguments;

impl Rule for EphemeralArguments {
    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        let Some(known) = resource.known else { return };
        let written = &resource.declaration.written;
        let is_meta = |name: &str| resource.is_meta(name);
        generators(&resource.filled.body, &mut |expr| {
            let message = "`for_each` is ephemeral, but the blocks that it generates are stored in state";
            let finding = Diagnostic::error(codes::EPHEMERAL_VALUE, written.expr_span(expr), message);
            instance.findings.push(finding);
        });
        let mut found = Vec::new();
        ephemeral(&resource.filled.body, &is_meta, &mut Vec::new(), &mut found);
        if found.is_empty() {
            return;
        }
        // only a schema distinguishes write-only arguments, which accept ephemeral values, from stored ones
        let stated = (resource.stated)();
        for (path, view) in found.iter().filter(|(path, view)| is_stored(&stated, path, view.name)) {
            let message = format!("`{}` is stored in state, so its value cannot be ephemeral", view.name);
            let finding = Diagnostic::error(codes::EPHEMERAL_VALUE, written.expr_span(view.value), message);
            let finding = finding.also(written.place(), "declared here");
            let twin = format!("{}_wo", view.name);
            let has_twin = inner(known, path).is_some_and(|block| block.find_attribute(&twin).is_some());
            instance.findings.push(match has_twin {
                true => finding.help(format!("use `{twin}`, which is not stored")),
                false => finding,
            });
        }
    }
}

/// Visits the ephemeral collections that generate blocks.
fn generators(body: &FilledBody<'_>, visit: &mut dyn FnMut(ExprId)) {
    for block in &body.blocks {
        let for_each = block.dynamic.as_ref().and_then(|dynamic| dynamic.for_each.as_ref());
        if let Some((expr, _)) = for_each.filter(|(_, value)| value.marks().contains_own("ephemeral")) {
            visit(*expr);
        }
        hclx_diag::grow(|| generators(&block.body, visit));
    }
}

/// The path of blocks to an attribute, and the attribute.
type Place<'b> = (Vec<&'b str>, &'b AttributeView<'b>);

/// Finds the attributes with ephemeral values.
fn ephemeral<'b>(
    body: &'b FilledBody<'b>,
    is_meta: &dyn Fn(&str) -> bool,
    path: &mut Vec<&'b str>,
    found: &mut Vec<Place<'b>>,
) {
    for block in body.blocks.iter().filter(|block| !is_meta(block.view.block_type)) {
        path.push(block.view.block_type);
        hclx_diag::grow(|| ephemeral(&block.body, &|_| false, path, found));
        path.pop();
    }
    for attribute in &body.attributes {
        let is_ephemeral = || attribute.value.clone().unmark_deep().1.contains_own("ephemeral");
        let is_known = attribute.wanted.is_some_and(|wanted| !wanted.write_only);
        if is_known && !is_meta(attribute.view.name) && is_ephemeral() {
            found.push((path.clone(), &attribute.view));
        }
    }
}

/// Returns `true` if an attribute is stored according to the releases whose schemas contain such flags. The other
/// releases are assumed to agree.
fn is_stored(stated: &[Arc<Block>], path: &[&str], name: &str) -> bool {
    let told = stated.iter().filter_map(|block| Some(!inner(block, path)?.find_attribute(name)?.write_only));
    let told: Vec<bool> = told.collect();
    !told.is_empty() && !told.contains(&false)
}

/// The body of nested blocks.
fn inner(block: &Arc<Block>, path: &[&str]) -> Option<Arc<Block>> {
    path.iter().try_fold(Arc::clone(block), |block, step| Some(block.find_block(step)?.body.fixed()))
}
