//! Query files, which `terraform query` uses to search existing infrastructure.
//!
//! Source of the rules: Terraform's "Query Files" (`.tfquery.hcl`), since 1.14.

use std::sync::Arc;

use hclx_diag::{Diagnostic, Findings, SourceId};
use hclx_eval::Approximation;

use super::resolve::modules;
use super::rules::constructs;
use super::schemas::kind::Kind;
use super::values::evaluate::evaluate;
use super::values::evaluation::Inputs;
use super::values::rule::Evaluator;

/// The result of checking query files.
#[derive(Default)]
pub(crate) struct Queries {
    pub(crate) findings: Findings,
    pub(crate) approximations: Vec<Approximation>,
}

/// Checks the query files of a module. They can refer to all declarations of the module, but not vice versa.
pub(crate) fn judge(run: Evaluator<'_>, folder: &str, inputs: &Arc<Inputs>, files: &[SourceId]) -> Queries {
    if files.is_empty() {
        return Queries::default();
    }
    let module = modules::with_queries(run.snapshot, folder, run.flavor, files);
    let evaluated = evaluate(run, &module, inputs);
    let findings = module.findings.iter().cloned().chain(evaluated.findings);
    // findings about the module itself are already reported
    let is_here = |one: &Diagnostic| one.span.is_some_and(|span| files.contains(&span.source));
    let findings = findings.chain(constructs::judge(*run, &module)).filter(is_here).collect();
    let not_judged = |span| Approximation {
        span,
        what: "provider schemas do not describe list blocks: the arguments of `config` were not checked"
            .into(),
    };
    let lists = module.of_kind(Kind::List).map(|one| not_judged(one.name_span));
    let mut approximations = evaluated.approximations;
    approximations.retain(|one| files.contains(&one.span.source));
    approximations.extend(lists);
    Queries { findings, approximations }
}
