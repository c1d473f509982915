//! The interface of rules, which run while a module is evaluated. It is independent of the rules themselves: `rules`
//! and `lints` list them, and callers pass these lists to the evaluation.

use std::ops::Deref;
use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Batch, Diagnostic, SourceId, Zone};
use hclx_schema::{Block, Filled, FilledBody};
use hclx_syntax::ast::{ExprId, Tree};

use super::instance::Instance;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::schemas;

/// A language rule. It has access to a module and the known parts of its values, and reports findings; no value depends
/// on it.
pub(crate) trait Rule: Sync {
    /// Checks a module before any part of it is evaluated.
    fn module(&self, _: &mut Instance<'_>) {}

    /// Checks a resource, a module call or a provider configuration before it is evaluated; `_meta` is the schema of
    /// the language's arguments.
    fn declaration(&self, _: &mut Instance<'_>, _: &Declaration, _meta: &Block) {}

    /// Checks a body with its values.
    fn body(&self, _: &mut Instance<'_>, _: &BlockSource, _: &FilledBody<'_>) {}

    /// Checks an instance of a resource.
    fn resource(&self, _: &mut Instance<'_>, _: &FilledResource<'_>) {}

    /// Adds the parts of a resource in which findings are dropped or reduced, before it is evaluated; `_meta` is the
    /// schema of the language's arguments.
    fn zones(&self, _: &Declaration, _meta: &Block, _: &mut Vec<Zone>) {}

    /// Adjusts findings in a resource or call once all its instances are evaluated.
    fn amended(&self, _: &mut Instance<'_>, _: &EvaluatedBlock<'_>, batch: Batch) -> Batch {
        batch
    }

    /// Checks a module call; `_child` is `None` if the module cannot be read.
    fn call(&self, _: &mut Instance<'_>, _call: &Declaration, _child: Option<&Module>) {}

    /// Checks a module after all its declarations are evaluated.
    fn evaluated(&self, _: &mut Instance<'_>) {}
}

/// An instance of a resource with its values.
pub(crate) struct FilledResource<'b> {
    pub(crate) declaration: &'b Declaration,
    pub(crate) filled: &'b Filled<'b>,
    /// The schema of the language's own arguments.
    pub(crate) meta: &'b Block,
    /// The complete schema, if it is known.
    pub(crate) known: Option<&'b Arc<Block>>,
    /// The bodies in the allowed releases that distinguish write-only arguments from stored ones.
    pub(crate) stated: &'b dyn Fn() -> Vec<Arc<Block>>,
}

/// A resource or call after all its instances are evaluated.
pub(crate) struct EvaluatedBlock<'b> {
    pub(crate) declaration: &'b Declaration,
    /// The schema of the language's own arguments.
    pub(crate) meta: &'b Block,
    /// Set if the body accepts arguments of any name.
    pub(crate) is_open: bool,
    /// Set if the body has a schema, or is checked against the interface of a module.
    pub(crate) is_known: bool,
}

impl FilledResource<'_> {
    /// Returns `true` if an attribute or a block belongs to the language.
    pub(crate) fn is_meta(&self, name: &str) -> bool {
        schemas::is_meta(self.meta, name)
    }
}

/// A rule for expressions, which has access to the values of their operands.
pub(crate) trait ExpressionRule: Sync {
    /// Returns `true` if an expression should be traced.
    fn is_worth_a_look(&self, tree: &Tree, expr: ExprId) -> bool;

    /// Checks an expression by the values of its parts.
    fn judge(&self, tree: &Tree, source: SourceId, trace: &[(ExprId, Value)]) -> Vec<Diagnostic>;
}

/// The rules to check for a module.
pub(crate) struct Rules {
    pub(crate) tables: &'static [&'static [&'static dyn Rule]],
    pub(crate) of_expressions: &'static [&'static dyn ExpressionRule],
}

impl Rules {
    /// The parts of a resource in which findings are dropped or reduced.
    pub(crate) fn zones(&self, declaration: &Declaration, meta: &Block) -> Vec<Zone> {
        let mut zones = Vec::new();
        self.each().for_each(|rule| rule.zones(declaration, meta, &mut zones));
        zones
    }

    /// The rules for declarations and bodies, in the order of their findings.
    pub(crate) fn each(&self) -> impl Iterator<Item = &'static dyn Rule> {
        self.tables.iter().copied().flatten().copied()
    }
}

/// A run together with the rules for its modules.
#[derive(Clone, Copy)]
pub(crate) struct Evaluator<'r> {
    pub(crate) run: Run<'r>,
    pub(crate) rules: &'static Rules,
}

impl<'r> Deref for Evaluator<'r> {
    type Target = Run<'r>;

    fn deref(&self) -> &Run<'r> {
        &self.run
    }
}

impl<'r> Instance<'r> {
    /// The evaluator for this module and the modules that it calls.
    pub(crate) fn evaluator(&self) -> Evaluator<'r> {
        Evaluator { run: self.run, rules: self.rules }
    }

    /// The findings of a resource or call, adjusted by every rule.
    pub(crate) fn amended(&mut self, judged: &EvaluatedBlock<'_>, batch: Batch) -> Batch {
        self.rules.each().fold(batch, |batch, rule| rule.amended(self, judged, batch))
    }

    /// Runs every rule on the module.
    pub(crate) fn each_rule(&mut self, judge: impl Fn(&dyn Rule, &mut Self)) {
        for rule in self.rules.each() {
            judge(rule, self);
        }
    }
}
