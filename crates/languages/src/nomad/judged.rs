//! A job of Nomad, judged: variables and locals in order, the job filled, then what the server says.

use hclx_analysis::graph::Graph;
use hclx_analysis::{Answer, Question, Snapshot, Unit, sort};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Span, code_names as codes, nearest};
use hclx_eval::{Budget, Environment};
use hclx_schema::{Filled, FilledBody, Header, fill};

use super::functions::DIALECT;
use super::{FACTS, server};
use crate::naming::{
    Declared, Judge, Meaning, Naming, Sources, Top, Traversal, Undeclared, declared_twice, member, rows,
    tops, variable_rules, variables_and_locals,
};

/// Where an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// A default: nothing may be named.
    Constant,
    /// The validation of the variable of this number.
    Validation(usize),
    /// Anywhere else.
    Job,
}

struct Names {
    /// Variables, by the number of their block.
    variables: Vec<String>,
}

impl Naming for Names {
    type Scope = At;

    fn meaning(&self, graph: &Graph, scope: At, name: &Traversal<'_>) -> Meaning {
        match (name.root, scope) {
            (_, At::Constant) => Meaning::Undeclared(
                Undeclared::new(0, "a default must be constant: it cannot name anything")
                    .help("move it to a local: `locals { … }`"),
            ),
            (root, At::Validation(variable)) => {
                let own = self.variables.get(variable).map_or("", String::as_str);
                match root == "var" && name.step(0).is_none_or(|step| step == own) {
                    true => member(graph, "var", "variable", name),
                    false => Meaning::Undeclared(Undeclared::new(
                        usize::from(root == "var"),
                        format!("a validation can only name its own variable, `var.{own}`"),
                    )),
                }
            }
            ("var", _) => member(graph, "var", "variable", name),
            ("local", _) => member(graph, "local", "local", name),
            // every other name stays text that is read when the job runs
            _ => Meaning::Value(Value::unknown(hclx_core::Type::STRING), name.steps.len()),
        }
    }
}

/// What there is to say about a job.
pub(super) fn answer(unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer {
    let sources = Sources::read(&unit.files, snapshot);
    let mut found = Vec::new();
    let root = FACTS.body("root");
    let tops = tops(&sources, &root, &mut found);
    let is_variable = |top: &&Top<'_>| top.kind() == "variable";
    let names =
        Names { variables: tops.iter().filter(is_variable).map(|top| top.label(0).to_owned()).collect() };
    let mut declared = Declared::default();
    let context = (snapshot, &DIALECT);
    for (key, place, first) in variables_and_locals(&tops, &mut declared, (At::Constant, At::Job), context) {
        // of two locals one wins
        if key.starts_with("var.") {
            found.push(declared_twice(&format!("`{key}`"), place, first));
        }
    }
    declared.connect(&names);
    let env = snapshot.settings().environment(&DIALECT);
    let (values, cycles) = declared.values(&names, &sources, &env, budget);
    found.extend(cycles.iter().map(|cycle| declared.cycle(cycle, str::to_owned)));
    let job = Job { names: &names, declared: &declared, values: &values, sources: &sources, env, budget };
    if let Question::Expression { source, text } = question {
        return job.judge(At::Job).asked(*source, text);
    }
    job.blocks(&tops, &mut found);
    job.one(&tops, &mut found);
    undeclared_values(snapshot, &declared, &mut found);
    if !sources.are_broken() {
        at_run_time(&sources, &mut found);
    }
    sources.without_consequences(&mut found);
    found.extend(sources.findings());
    sort(&mut found);
    let rows = rows(&declared, &values);
    let value = (*question == Question::Eval).then(|| crate::rows::value(&rows));
    Answer { findings: found, rows, value, ..Answer::default() }
}

/// Values that the command line gives to variables that the job does not declare.
fn undeclared_values(snapshot: &Snapshot, declared: &Declared<'_, At>, found: &mut Vec<Diagnostic>) {
    for assignment in &snapshot.settings().assignments {
        if declared.graph.find(&format!("var.{}", assignment.name)).is_none() {
            let keys =
                declared.graph.nodes().filter_map(|node| declared.graph.key(node).strip_prefix("var."));
            let message = format!("the job declares no variable `{}`", assignment.name);
            let finding = Diagnostic::error(codes::UNDECLARED_VALUE, assignment.name_span, message);
            found.push(match nearest(&assignment.name, keys) {
                Some(meant) => finding.help(format!("did you mean `{meant}`?")),
                None => finding,
            });
        }
    }
}

/// Names that look as if the application knew them, and become text.
fn at_run_time(sources: &Sources, found: &mut Vec<Diagnostic>) {
    const MEANT: &[(&str, &str)] = &[
        ("each", "`each` has no meaning in a job: a `dynamic` block names its iterator after the block"),
        ("count", "`count` has no meaning in a job: `${NOMAD_ALLOC_INDEX}` numbers the allocations"),
        ("self", "`self` has no meaning in a job"),
        ("vars", "did you mean `var`?"),
        ("locals", "did you mean `local`?"),
        ("variable", "did you mean `var`?"),
    ];
    for source in sources.iter() {
        for reference in source.references() {
            let Some((_, help)) = MEANT.iter().find(|(name, _)| *name == reference.root) else { continue };
            if reference.steps.is_empty() {
                continue;
            }
            let place = reference.root_range.in_source(source.id);
            let message = format!("`{}` stays text: Nomad reads it when the job runs", reference.root);
            found.push(Diagnostic::warning(codes::NOT_IN_SCOPE, place, message).help(*help));
        }
    }
}

struct Job<'a, 't> {
    names: &'a Names,
    declared: &'a Declared<'t, At>,
    values: &'a [Value],
    sources: &'a Sources,
    env: Environment<'a>,
    budget: &'a Budget,
}

impl<'t> Job<'_, 't> {
    fn judge(&self, scope: At) -> Judge<'_, Names> {
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

    fn filled(&self, top: &Top<'t>, scope: At) -> Filled<'t> {
        fill(&top.view.body, &top.body, &Header::of(&top.view), &mut self.judge(scope))
    }

    fn blocks(&self, tops: &[Top<'t>], found: &mut Vec<Diagnostic>) {
        let mut variables = 0;
        for top in tops {
            match top.kind() {
                "variable" => {
                    self.variable(top, variables, found);
                    variables += 1;
                }
                kind => {
                    let scope = if kind == "variables" { At::Constant } else { At::Job };
                    let filled = self.filled(top, scope);
                    found.extend(filled.findings);
                    if kind == "job" {
                        server::check(&filled.body, found);
                    }
                }
            }
        }
    }

    /// A default names nothing, a validation only its own variable.
    fn variable(&self, top: &Top<'t>, index: usize, found: &mut Vec<Diagnostic>) {
        let constant = self.filled(top, At::Constant);
        let validated = self.filled(top, At::Validation(index));
        let ranges: Vec<Span> = validated
            .body
            .blocks("validation")
            .map(|block| block.body.view.range().in_source(top.source.id))
            .collect();
        let is_inside = |finding: &&Diagnostic| {
            finding.span.is_some_and(|span| {
                ranges
                    .iter()
                    .any(|outer| outer.range.start <= span.range.start && span.range.end <= outer.range.end)
            })
        };
        found.extend(constant.findings.iter().filter(|finding| !is_inside(finding)).cloned());
        found.extend(validated.findings.iter().filter(is_inside).cloned());
        let body = FilledBody { blocks: validated.body.blocks, ..constant.body };
        variable_rules(top, &body, &self.env.rules, found);
    }

    /// A file has one job.
    fn one(&self, tops: &[Top<'t>], found: &mut Vec<Diagnostic>) {
        let mut jobs = tops.iter().filter(|top| top.kind() == "job");
        if let (Some(first), Some(second)) = (jobs.next(), jobs.next()) {
            let finding =
                Diagnostic::error(codes::BLOCK_COUNT, second.place(), "there may be only one block `job`");
            found.push(
                finding.also(first.place(), "it is given here first").help("move it to a file of its own"),
            );
        }
    }
}
