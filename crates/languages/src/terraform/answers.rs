//! Questions about a module.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use hclx_analysis::{Answer, Question, Rooted, Row, RowType, Unit, file_name, file_path};
use hclx_core::Value;
use hclx_diag::{SourceId, TextRange};
use hclx_eval::{Host, NoHost};
use hclx_syntax::ast::Root;

use super::declaration::{Declaration, Kind};
use super::files::{self, Role};
use super::instance::{Evaluated, Inputs, Run, evaluate};
use super::module::{self, Module};
use super::provided;
use super::providers::GivenSchemas;
use super::scope::{Context, Paths};
use super::values::{self, Values};
use super::{Folder, calls, schemas, tests_of_modules};

/// Answers a question about the module in a folder.
pub(crate) fn answer(run: Run<'_>, unit: &Unit, question: &Question) -> Answer {
    let module = module::load(run.snapshot, &unit.root, run.flavor);
    let is_root = is_root(run, &unit.root);
    let mut given =
        if is_root && !module.files.is_empty() { values::of_root(run, &module) } else { Values::default() };
    let inputs = Inputs {
        values: std::mem::take(&mut given.values),
        paths: if is_root { Paths::root() } else { Paths::unknown() },
        is_root,
        is_call: false,
        computed: BTreeSet::new(),
        depth: 0,
        host: host(run, &unit.root),
    };
    let evaluated = evaluate(run, &module, &inputs);
    if let Question::Expression { source, text } = question {
        return expression(run, &module, &inputs, &evaluated, (*source, text));
    }
    if let Question::TypeAt { file, offset } = question {
        return at(run, &module, &inputs, &evaluated, (*file, *offset));
    }
    let mut findings = module.findings.clone();
    findings.append(&mut given.findings);
    findings.extend(evaluated.findings.iter().cloned().map(|finding| given.placed(&module, finding)));
    let of_role = |role: Role| -> Vec<SourceId> {
        let is = |file: &SourceId| files::role(file_name(&run.snapshot.path(*file))) == role;
        unit.files.iter().copied().filter(is).collect()
    };
    findings.extend(tests_of_modules::judge(run, &module, &inputs, &evaluated, &of_role(Role::Tests)));
    if *question == Question::Check {
        findings.extend(super::unused::judge(run.snapshot, &module, &of_role(Role::Tests)));
        findings.extend(super::constructs::judge(run, &module));
    }
    findings.extend(values::others(run, &module, &inputs, &of_role(Role::Values)));
    hclx_analysis::sort(&mut findings);
    let rows = match question {
        Question::Infer | Question::Eval => rows(&module, &evaluated),
        _ => Vec::new(),
    };
    let value = (*question == Question::Eval).then(|| evaluated.outputs(&module));
    let refused = GivenSchemas::of(run.snapshot).refused.clone();
    let (notes, unchecked) = provided::summary(run, &module);
    let approximations = evaluated.approximations;
    Answer { findings, rows, value, approximations, refused, notes, unchecked, ..Answer::default() }
}

/// The value of the expression at a place, else of what is declared there.
fn at(
    run: Run<'_>,
    module: &Module,
    inputs: &Inputs,
    evaluated: &Evaluated,
    (file, offset): (SourceId, u32),
) -> Answer {
    let instance = tests_of_modules::instance(run, module, inputs, evaluated);
    let judge = instance.judge(Context::default());
    let parsed = run.snapshot.parsed(file);
    let value = judge.at(&parsed.tree, file, offset).or_else(|| {
        let node = module.graph.at(TextRange::at(offset).in_source(file))?;
        row(module.declaration(node), &evaluated.values[node.index()]).map(|row| row.value)
    });
    Answer { value, ..Answer::default() }
}

/// The value of an expression in the scope of a module.
fn expression(
    run: Run<'_>,
    module: &Module,
    inputs: &Inputs,
    evaluated: &Evaluated,
    (source, text): (SourceId, &str),
) -> Answer {
    let parsed = hclx_syntax::parse_expression(source, Arc::from(text.as_bytes()));
    let Root::Expr(expr) = parsed.tree.root() else { return Answer::default() };
    let mut findings = parsed.diagnostics;
    let instance = tests_of_modules::instance(run, module, inputs, evaluated);
    let mut judge = instance.judge(Context::default());
    let outcome = judge.expression(&parsed.tree, source, expr, &[]);
    findings.extend(outcome.diagnostics);
    let approximations = std::mem::take(&mut judge.approximations);
    Answer { findings, value: Some(outcome.value), approximations, ..Answer::default() }
}

/// The way to files for functions of a root module: below what a setting says, else below the enclosing
/// repository, else below the folder of the module.
fn host(run: Run<'_>, folder: &str) -> Arc<dyn Host> {
    if let Some(host) = &run.snapshot.settings().host {
        return Arc::clone(host);
    }
    let files = run.snapshot.host();
    let base = if folder.is_empty() { "." } else { folder };
    let mut root = files.resolve(base).unwrap_or_else(|_| base.to_owned());
    loop {
        if files.look(&file_path::join(&root, ".git")).is_ok() {
            break;
        }
        let above = file_path::parent(&root).to_owned();
        if above == root || above == "." {
            root = base.to_owned();
            break;
        }
        root = above;
    }
    match Rooted::new(Arc::clone(files), base, &root) {
        Ok(host) => Arc::new(host),
        Err(_) => Arc::new(NoHost),
    }
}

/// Whether no call of the selected modules leads to a folder.
fn is_root(run: Run<'_>, folder: &str) -> bool {
    let called = run.snapshot.memo(&format!("{:?} called", run.flavor), || {
        let mut folders: HashSet<Folder> = HashSet::new();
        let mut called: HashSet<Folder> = HashSet::new();
        for file in run.snapshot.selected() {
            let path = run.snapshot.path(file);
            if files::role(hclx_analysis::file_name(&path)) != Role::Module {
                continue;
            }
            let folder: Folder = hclx_analysis::file_path::parent(&path).into();
            if folders.insert(Arc::clone(&folder)) {
                let module = module::load(run.snapshot, &folder, run.flavor);
                called.extend(calls::called_by(&module).into_iter().map(Folder::from));
            }
        }
        called
    });
    !called.contains(folder)
}

/// The types of everything that the module declares.
fn rows(module: &Module, evaluated: &Evaluated) -> Vec<Row> {
    let declared = module.declarations.iter().zip(&evaluated.values);
    let mut rows: Vec<Row> = declared.filter_map(|(declaration, value)| row(declaration, value)).collect();
    rows.sort_by_key(|row| row.name_span);
    rows
}

/// The type of a declaration; nothing for what has no value.
fn row(declaration: &Declaration, value: &Value) -> Option<Row> {
    let path = match declaration.kind {
        Kind::Variable => format!("variable.{}", declaration.name),
        Kind::Provider | Kind::Check => return None,
        _ => declaration.address(),
    };
    let output = || {
        let (written, attribute) = declaration.attribute(&schemas::output(), "value")?;
        Some(written.expr_span(attribute.value))
    };
    let value_span = match declaration.kind {
        Kind::Output => output(),
        Kind::Variable => declaration.variable.as_ref().and_then(|variable| variable.default_span),
        _ => declaration.expr.map(|expr| declaration.written.expr_span(expr)),
    };
    Some(Row {
        path,
        ty: RowType::Hcl(value.described_type()),
        name_span: declaration.name_span,
        value_span,
        value: value.clone(),
    })
}
