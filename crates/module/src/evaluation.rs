//! The bodies of a unit, filled with the values of its declarations.

use hclx_core::Value;
use hclx_diag::{Diagnostic, Span};
use hclx_eval::{Budget, Environment};
use hclx_schema::{Filled, FilledBody, Header, fill};

use super::{Declarations, Judge, Naming, RootBlock, SourceFiles, variable_rules};

/// The declarations of a unit with their values, and the context for judging them.
pub struct Evaluation<'a, 't, N: Naming> {
    /// The meaning of names.
    pub names: &'a N,
    /// The declarations.
    pub declared: &'a Declarations<'t, N::Scope>,
    /// Their values, by index.
    pub values: &'a [Value],
    /// The files.
    pub sources: &'a SourceFiles,
    /// Rules and functions.
    pub env: Environment<'a>,
    /// The remaining budget.
    pub budget: &'a Budget,
}

impl<'t, N: Naming> Evaluation<'_, 't, N> {
    /// The evaluator for the expressions of a scope.
    pub fn judge(&self, scope: N::Scope) -> Judge<'_, N> {
        Judge {
            naming: self.names,
            graph: &self.declared.graph,
            values: self.values,
            sources: self.sources,
            scope,
            env: self.env,
            budget: self.budget,
            unresolved: Vec::new(),
            approximations: Vec::new(),
        }
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
        let ranges: Vec<Span> = inside
            .body
            .blocks("validation")
            .map(|block| block.body.view.range().in_source(top.source.id))
            .collect();
        let is_inside = |finding: &Diagnostic| {
            finding.span.is_some_and(|span| {
                ranges
                    .iter()
                    .any(|outer| outer.range.start <= span.range.start && span.range.end <= outer.range.end)
            })
        };
        found.extend(outside.findings.into_iter().filter(|finding| !is_inside(finding)));
        found.extend(inside.findings.into_iter().filter(|finding| is_inside(finding)));
        let body = FilledBody { blocks: inside.body.blocks, ..outside.body };
        variable_rules(top, &body, &self.env.rules, found);
        body
    }
}
