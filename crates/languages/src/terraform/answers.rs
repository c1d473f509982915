//! Questions about a module.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use hclx_analysis::{Answer, Question, Rooted, Row, RowType, Unit, file_path};
use hclx_diag::SourceId;
use hclx_eval::{Host, NoHost};

use super::declaration::Kind;
use super::files::{self, Role};
use super::instance::{Evaluated, Inputs, Run, evaluate};
use super::module::{self, Module};
use super::providers::GivenSchemas;
use super::scope::Paths;
use super::{Folder, calls, tests_of_modules};

/// Answers a question about the module in a folder.
pub(crate) fn answer(run: Run<'_>, unit: &Unit, question: &Question) -> Answer {
    let module = module::load(run.snapshot, &unit.root, run.flavor);
    let is_root = is_root(run, &unit.root);
    let inputs = Inputs {
        values: BTreeMap::new(),
        paths: if is_root { Paths::root() } else { Paths::unknown() },
        is_root,
        is_call: false,
        depth: 0,
        host: host(run, &unit.root),
    };
    let evaluated = evaluate(run, &module, &inputs);
    let mut findings = module.findings.clone();
    findings.extend(evaluated.findings.iter().cloned());
    let tests: Vec<SourceId> = unit
        .files
        .iter()
        .copied()
        .filter(|file| files::role(hclx_analysis::file_name(&run.snapshot.path(*file))) == Role::Tests)
        .collect();
    findings.extend(tests_of_modules::judge(run, &module, &inputs, &evaluated, &tests));
    hclx_analysis::sort(&mut findings);
    let rows = match question {
        Question::Infer | Question::Eval => rows(&module, &evaluated),
        _ => Vec::new(),
    };
    let refused = GivenSchemas::of(run.snapshot).refused.clone();
    Answer { findings, rows, approximations: evaluated.approximations, refused, ..Answer::default() }
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
    let mut rows = Vec::new();
    for (declaration, value) in module.declarations.iter().zip(&evaluated.values) {
        let path = match declaration.kind {
            Kind::Variable => format!("variable.{}", declaration.name),
            Kind::Provider | Kind::Check => continue,
            _ => declaration.address(),
        };
        rows.push(Row {
            path,
            ty: RowType::Hcl(value.described_type()),
            name_span: declaration.name_span,
            value_span: declaration.expr.map(|expr| declaration.written.expr_span(expr)),
            value: value.clone(),
        });
    }
    rows.sort_by_key(|row| row.name_span);
    rows
}
