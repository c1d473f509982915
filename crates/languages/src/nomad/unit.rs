//! Checks a Nomad job: variables and local values in dependency order, then the job, then the rules of the server.

use hclx_analysis::{Answer, Ask, Assignment, CoverageGaps, Snapshot};
use hclx_core::Type;
use hclx_diag::{Diagnostic, Ordered, Severity, Span, code_names as codes, nearest};
use hclx_eval::Dialect;

use super::functions::DIALECT;
use super::names::{NameScope, Names, at_run_time};
use super::{FACTS, Nomad, server, tasks};
use crate::habits;
use crate::misspelled::slips;
use hclx_module::{
    Application, Declarations, Evaluation, ExpressionPlace, RootBlock, SourceFiles, UnitBlocks, UnitFiles,
    declared_twice, rows, variables_and_locals,
};

impl Application for Nomad {
    type Scope = NameScope;
    type Names<'t> = Names;

    const DIALECT: &'static Dialect = &DIALECT;

    fn files(&self, ask: Ask<'_>) -> UnitFiles {
        UnitFiles::new(SourceFiles::read(&ask.unit.files, ask.snapshot), FACTS.body("root"))
    }

    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, NameScope>,
        found: &mut Vec<Diagnostic>,
    ) -> Names {
        let scopes = (NameScope::Constant, NameScope::Job);
        let context = (unit.ask.snapshot, &DIALECT);
        for (key, place, first) in variables_and_locals(unit.blocks, declared, scopes, context) {
            let finding = declared_twice(&format!("declaration of `{key}`"), place, first);
            // of two local values, Nomad keeps the one that it evaluates last
            found.push(match key.starts_with("var.") {
                true => finding,
                false => finding.with_severity(Severity::Warning),
            });
        }
        let is_variable = |top: &&RootBlock<'_>| top.kind() == "variable";
        let variables = unit.blocks.iter().filter(is_variable).map(|top| top.label(0).to_owned());
        Names { variables: variables.collect() }
    }

    fn scope_at<'t>(&self, job: &mut Evaluation<'_, 't, Names>, place: ExpressionPlace) -> NameScope {
        match place {
            ExpressionPlace::Block(index) => scope(&job.unit.blocks[index]),
            ExpressionPlace::Apart | ExpressionPlace::Root => NameScope::Job,
        }
    }

    fn judge<'t>(&self, evaluation: &mut Evaluation<'_, 't, Names>, found: &mut Vec<Diagnostic>) -> Answer {
        let UnitBlocks { ask, files, .. } = evaluation.unit;
        let mut plugins = Ordered::new();
        let job = Job(evaluation);
        job.blocks(found, &mut plugins);
        job.one(found);
        given_values(ask.snapshot, evaluation.declared, found);
        if !files.sources.are_broken() {
            at_run_time(&files.sources, found);
        }
        let unchecked = CoverageGaps { plugins, ..CoverageGaps::default() };
        Answer { rows: rows(evaluation.declared, evaluation.values), unchecked, ..Answer::default() }
    }

    fn filter<'t>(
        &self,
        _: &Evaluation<'_, 't, Names>,
        found: Vec<Diagnostic>,
        _: &mut Answer,
    ) -> Vec<Diagnostic> {
        habits::with_deprecated_once("nomad", found)
    }
}

/// The context of a block's expressions.
fn scope(top: &RootBlock<'_>) -> NameScope {
    match top.kind() {
        "variable" | "variables" => NameScope::Constant,
        _ => NameScope::Job,
    }
}

/// Reports values on the command line for variables that the job does not declare, or whose type does not
/// match.
fn given_values(snapshot: &Snapshot, declared: &Declarations<'_, NameScope>, found: &mut Vec<Diagnostic>) {
    for assignment in &snapshot.settings().assignments {
        let Some(node) = declared.graph.find(&format!("var.{}", assignment.name)) else {
            let keys =
                declared.graph.nodes().filter_map(|node| declared.graph.key(node).strip_prefix("var."));
            let message = format!("the job declares no variable `{}`", assignment.name);
            let finding = Diagnostic::error(codes::UNDECLARED_VALUE, assignment.name_span, message);
            found.push(finding.perhaps_meant(nearest(&assignment.name, keys)));
            continue;
        };
        found.extend(wrong_value(assignment, &declared.nodes[node.index()].ty, declared.graph.place(node)));
    }
}

/// The finding for a value on the command line that does not match the type of its variable, which is declared at
/// `place`.
fn wrong_value(assignment: &Assignment, ty: &Type, place: Span) -> Option<Diagnostic> {
    let fault = hclx_eval::converted(&assignment.value, ty, &DIALECT.rules).err()?;
    let message = fault.wording().about(&assignment.name, fault.path());
    let finding = Diagnostic { message, ..fault.at(assignment.value_span) };
    Some(finding.also(place, "declared here"))
}

struct Job<'s, 'a, 't>(&'s Evaluation<'a, 't, Names>);

impl Job<'_, '_, '_> {
    fn blocks(&self, found: &mut Vec<Diagnostic>, plugins: &mut Ordered<String, usize>) {
        let mut variables = 0;
        for top in self.0.unit.blocks {
            match top.kind() {
                "variable" => {
                    // a default cannot refer to anything, and a validation only to its own variable
                    self.0.variable(top, (NameScope::Constant, NameScope::Validation(variables)), found);
                    variables += 1;
                }
                kind => {
                    let filled = self.0.filled(top, scope(top));
                    found.extend(filled.findings);
                    found.extend(slips(&filled.body));
                    if kind == "job" {
                        server::check(&filled.body, (top.label(0), top.label_place(0)), top.place(), found);
                        tasks::count_drivers(&filled.body, plugins);
                    }
                }
            }
        }
    }

    /// Checks that a file has exactly one job.
    fn one(&self, found: &mut Vec<Diagnostic>) {
        let tops = self.0.unit.blocks;
        // a misspelled block may have been meant as the job
        if !tops.iter().any(|top| top.kind() == "job")
            && !found.iter().any(Diagnostic::is_error)
            && let Some(last) = tops.last()
        {
            let finding = Diagnostic::error(codes::BLOCK_COUNT, last.place(), "missing required block `job`");
            found.push(finding.help("write `job \"NAME\" { … }`"));
        }
        let mut jobs = tops.iter().filter(|top| top.kind() == "job");
        if let (Some(first), Some(second)) = (jobs.next(), jobs.next()) {
            let finding =
                Diagnostic::error(codes::BLOCK_COUNT, second.place(), "expected at most 1 `job` block");
            found.push(finding.also(first.place(), "first set here").help("move it to its own file"));
        }
    }
}
