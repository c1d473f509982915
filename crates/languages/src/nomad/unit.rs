//! Judges a Nomad job: variables and local values in dependency order, then the job, then the rules of the
//! server.

use hclx_analysis::{Answer, Assignment, CoverageGaps, Question, Snapshot, Unit, sort};
use hclx_core::Type;
use hclx_diag::{Diagnostic, Ordered, Severity, Span, TextRange, code_names as codes, nearest};
use hclx_eval::Budget;

use super::functions::DIALECT;
use super::names::{NameScope, Names, at_run_time};
use super::{FACTS, server, tasks};
use crate::habits;
use crate::misspelled::slips;
use hclx_module::{
    Ask, Declarations, DefaultedVariable, Defaults, Evaluation, RootBlock, SourceFiles, declared_twice,
    root_blocks, rows, variables_and_locals, with_defaults,
};

/// The answer about a job.
pub(super) fn answer(unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer {
    with_defaults(Ask { unit, snapshot, question, budget }, judged)
}

/// The answer with these defaults, and the variables that have one.
fn judged(asked: Ask<'_>, defaults: Defaults) -> (Answer, Vec<DefaultedVariable>) {
    let Ask { unit, snapshot, question, budget } = asked;
    let sources = SourceFiles::read(&unit.files, snapshot);
    let mut found = Vec::new();
    let root = FACTS.body("root");
    let tops = root_blocks(&sources, &root, &mut found);
    let is_variable = |top: &&RootBlock<'_>| top.kind() == "variable";
    let names =
        Names { variables: tops.iter().filter(is_variable).map(|top| top.label(0).to_owned()).collect() };
    let mut declared = Declarations { defaults, ..Declarations::default() };
    let context = (snapshot, &DIALECT);
    for (key, place, first) in
        variables_and_locals(&tops, &mut declared, (NameScope::Constant, NameScope::Job), context)
    {
        let finding = declared_twice(&format!("declaration of `{key}`"), place, first);
        // Nomad keeps one of two local values, whichever it evaluates last
        found.push(match key.starts_with("var.") {
            true => finding,
            false => finding.with_severity(Severity::Warning),
        });
    }
    declared.connect(&names);
    let env = snapshot.settings().environment(&DIALECT);
    let (values, cycles) = declared.values(&names, &sources, &env, budget);
    found.extend(cycles.iter().map(|cycle| declared.cycle(cycle, str::to_owned)));
    let judged =
        Evaluation { names: &names, declared: &declared, values: &values, sources: &sources, env, budget };
    if let Question::Expression { source, text } = question {
        return (judged.judge(NameScope::Job).asked(*source, text), Vec::new());
    }
    if let Question::TypeAt { file, offset } = question {
        let constant = |top: &RootBlock<'_>| {
            matches!(top.kind(), "variable" | "variables")
                && top.view.body.range().contains(TextRange::at(*offset))
        };
        let scope = if tops.iter().any(constant) { NameScope::Constant } else { NameScope::Job };
        return (judged.judge(scope).at(*file, *offset), Vec::new());
    }
    let job = Job(judged);
    let mut plugins = Ordered::new();
    job.blocks(&tops, &mut found, &mut plugins);
    job.one(&tops, &mut found);
    given_values(snapshot, &declared, &mut found);
    if !sources.are_broken() {
        at_run_time(&sources, &mut found);
    }
    let mut found = sources.without_consequences(found.into()).and(sources.findings()).into_vec();
    found = habits::with_deprecated_once("nomad", found);
    sort(&mut found);
    let rows = rows(&declared, &values);
    let value = (*question == Question::Eval).then(|| crate::rows::value(&rows));
    let unchecked = CoverageGaps { plugins, ..CoverageGaps::default() };
    let defaulted = declared.defaulted(&values, "var.", (&sources, &found));
    (Answer { findings: found, rows, value, unchecked, ..Answer::default() }, defaulted)
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

/// The finding for a value on the command line that does not match the type of its variable; `place` is the
/// declaration.
fn wrong_value(assignment: &Assignment, ty: &Type, place: Span) -> Option<Diagnostic> {
    let fault = hclx_eval::converted(&assignment.value, ty, &DIALECT.rules).err()?;
    let message = fault.wording().about(&assignment.name, fault.path());
    let finding = Diagnostic { message, ..fault.at(assignment.value_span) };
    Some(finding.also(place, "declared here"))
}

struct Job<'a, 't>(Evaluation<'a, 't, Names>);

impl<'t> Job<'_, 't> {
    fn blocks(
        &self,
        tops: &[RootBlock<'t>],
        found: &mut Vec<Diagnostic>,
        plugins: &mut Ordered<String, usize>,
    ) {
        let mut variables = 0;
        for top in tops {
            match top.kind() {
                "variable" => {
                    // a default cannot refer to anything, and a validation only to its own variable
                    self.0.variable(top, (NameScope::Constant, NameScope::Validation(variables)), found);
                    variables += 1;
                }
                kind => {
                    let scope = if kind == "variables" { NameScope::Constant } else { NameScope::Job };
                    let filled = self.0.filled(top, scope);
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
    fn one(&self, tops: &[RootBlock<'t>], found: &mut Vec<Diagnostic>) {
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
