//! The instances of blocks with `count` or `for_each`.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, Policy, Report, Severity, Span, Zone};
use hclx_schema::Block;

use super::instance::Instance;
use super::repeat::{self, Instances};
use super::unknown_keys;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::resolve::scope::Context;
use crate::terraform::resolve::zones;
use crate::terraform::schemas::kind::Kind;

impl Instance<'_> {
    /// The instances of a block, with the values of its `count` or `for_each` expressions.
    pub(crate) fn instances(
        &mut self,
        declaration: &Declaration,
        block: &Block,
        base: &Context,
    ) -> (Instances, Vec<(hclx_syntax::ast::ExprId, Value)>) {
        let found = |name: &str| {
            declaration.attribute(block, name).map(|(written, it)| (written, it.value, it.name_range))
        };
        let (count, for_each) = (found("count"), found("for_each"));
        let mut settled = Vec::new();
        let mut both = false;
        let mut exclusive = false;
        if let (Some((first, _, count)), Some((second, _, for_each))) = (&count, &for_each) {
            let finding = excluded(second.span(*for_each), first.span(*count));
            both = first.source != second.source;
            exclusive = !both;
            self.findings.push(if both { of_override(finding) } else { finding });
        }
        if let Some((written, expr, _)) = for_each.as_ref().filter(|_| both) {
            let ignored = Zone::lenient(written.expr_span(*expr))
                .help("`for_each` is ignored here because `count` is also set");
            self.under(&[ignored], |instance| instance.expression(written, *expr, base));
            settled.push((*expr, Value::dynamic()));
        }
        let mut instances = Instances::One;
        let unclear = Instances::Unclear { count: true, each: true };
        let both_ways = exclusive.then(|| unclear.contexts(base));
        let base = both_ways.as_deref().and_then(<[_]>::first).unwrap_or(base);
        for (name, part) in [("count", count), ("for_each", for_each.filter(|_| !both))] {
            let Some((written, expr, _)) = part else { continue };
            let (value, batch) = self.trial(|instance| instance.expression(written, expr, base));
            let failed = batch.has_errors();
            self.findings.keep(batch, Policy::AsIs);
            let value = if failed { Value::dynamic() } else { value };
            let place = written.expr_span(expr);
            if exclusive {
                // one of the two must be removed, but it is unclear which one
                instances = unclear.clone();
                settled.push((expr, Value::dynamic()));
                continue;
            }
            let (made, finding) =
                if name == "count" { repeat::count(&value, place) } else { repeat::for_each(&value, place) };
            // the early availability of a provider's dependencies is checked with the provider
            let is_early = declaration.kind == Kind::Provider;
            if finding.is_none() && !failed && !made.are_known() && !is_early {
                let warning = unknown_keys::warning(self, written, expr, name, base);
                self.findings.extend(warning);
            }
            let in_json = || hclx_schema::as_expression(&written.parsed.tree, expr);
            self.findings.extend(finding.map(|finding| match in_json() {
                Some(help) => finding.without_advice().help(help),
                None => finding,
            }));
            instances = made;
            settled.push((expr, Value::dynamic()));
        }
        if settled.is_empty() && self.run.flavor == Flavor::OpenTofu {
            instances = self.enabled(declaration, block, base).unwrap_or(instances);
        }
        if settled.is_empty()
            && let Some(is_list) = self.meant_instances(declaration)
        {
            instances = Instances::Unclear { count: is_list, each: !is_list };
        }
        (instances, settled)
    }

    /// The instance of a block that sets `enabled` in its `lifecycle`.
    fn enabled(&mut self, declaration: &Declaration, meta: &Block, base: &Context) -> Option<Instances> {
        let (written, expr) = std::iter::once(&declaration.written)
            .chain(&declaration.overrides)
            .filter_map(|written| Some((written, zones::argument(written, meta, "enabled")?)))
            .last()?;
        // the findings of the expression are reported with the body
        let value = self.quietly(|instance| instance.expression(written, expr, base));
        Some(match value.unmark_deep().0.as_bool() {
            Some(true) => Instances::One,
            other => Instances::Optional(other),
        })
    }

    /// Determines whether a misspelled `count` or `for_each` means a list. A declared argument of a module is not a
    /// misspelling.
    fn meant_instances(&self, declaration: &Declaration) -> Option<bool> {
        let slip = crate::terraform::declare::typos::repetition(declaration)?;
        let child = self.children.modules.get(&declaration.name).and_then(Option::as_ref);
        let is_argument = |child: &Arc<Module>| child.get(Kind::Variable, "", slip.found()).is_some();
        let is_meant = declaration.kind != Kind::Module || !child.is_some_and(is_argument);
        is_meant.then_some(slip.is_count())
    }
}

fn excluded(second: Span, first: Span) -> Diagnostic {
    let message = "`count` and `for_each` cannot be used together";
    Diagnostic::error(hclx_diag::code_names::EXCLUSIVE, second, message)
        .also(first, "`count` is set here")
        .help("remove one of them")
}

/// Adjusts a finding for a block with `count` and an override with `for_each`, or vice versa: `count` wins.
fn of_override(finding: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, help: Vec::new(), ..finding }
        .help("`for_each` is ignored: remove `count` from the block that is overridden")
}
