//! The bodies of a unit, filled with the values of its declarations.

use hclx_core::Value;
use hclx_diag::{Diagnostic, Span, TextRange};
use hclx_eval::Environment;
use hclx_schema::{Filled, FilledBody, Header, fill};

use super::{Declarations, Judge, NameResolver, RootBlock, UnitBlocks, UnitNames, variable_rules};

/// The declarations of a unit with their values, and the context for checking them.
pub struct Evaluation<'a, 't, N: NameResolver> {
    /// The unit.
    pub unit: UnitBlocks<'t>,
    /// The meaning of names.
    pub names: &'a mut N,
    /// The declarations.
    pub declared: &'a Declarations<'t, N::Scope>,
    /// Their values, by index.
    pub values: &'a [Value],
    /// Rules and functions.
    pub env: Environment<'a>,
}

impl<'t, N: NameResolver> Evaluation<'_, 't, N> {
    /// The evaluator for the expressions of a scope.
    pub fn judge(&self, scope: N::Scope) -> Judge<'_, UnitNames<'_, N>> {
        let (graph, sources) = (&self.declared.graph, &self.unit.files.sources);
        let names = UnitNames { naming: self.names, graph, values: self.values, sources, scope };
        Judge::new(names, self.env, self.unit.ask.budget)
    }

    /// A filled root block.
    pub fn filled(&self, top: &RootBlock<'t>, scope: N::Scope) -> Filled<'t> {
        fill(&top.view.body, &top.body, &Header::of(&top.view), &mut self.judge(scope))
    }

    /// A filled variable: its default is evaluated in the first scope, its validations in the
    /// second.
    pub fn variable(
        &self,
        top: &RootBlock<'t>,
        (constant, validation): (N::Scope, N::Scope),
        found: &mut Vec<Diagnostic>,
    ) -> FilledBody<'t> {
        let outside = self.filled(top, constant);
        let inside = self.filled(top, validation);
        let validations = inside.body.blocks("validation");
        let ranges: Vec<TextRange> = validations.map(|block| block.body.view.range()).collect();
        let holds = |span: Span| ranges.iter().any(|outer| outer.contains(span.range));
        let is_inside = |finding: &Diagnostic| finding.span.is_some_and(holds);
        found.extend(outside.findings.into_iter().filter(|finding| !is_inside(finding)));
        found.extend(inside.findings.into_iter().filter(|finding| is_inside(finding)));
        let body = FilledBody { blocks: inside.body.blocks, ..outside.body };
        // a null default means that another value will be given
        let default =
            body.attribute("default").filter(|attribute| attribute.good && !attribute.value.is_null());
        let name = format!("var.{}", top.label(0));
        found.extend(variable_rules(&name, top, (&body, default), &self.env.rules));
        body
    }
}
