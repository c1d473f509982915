//! Pulumi's configuration language, PCL: a directory of `*.pp` files is a program of configs, resources and
//! outputs, whose types come from package schemas.
//!
//! Source of the rules: the findings of Pulumi's binder (`pkg/codegen/pcl`) with every plugin installed. Out
//! of scope: plugins, the network, and values that exist only after a deployment.

mod allowed;
mod blocks;
mod calls;
mod component;
mod fit;
mod folder;
mod functions;
mod inputs;
mod judge;
mod names;
mod options;
pub mod package;
mod program;
mod recognise;
mod resource;
mod simple;
mod wording;

use std::sync::{Arc, Mutex};

use hclx_analysis::bodies::Documentation;
use hclx_analysis::symbols::{SymbolKind, SymbolRow};
use hclx_analysis::{
    Answer, Ask, Companions, FileRow, HeaderAt, Language, LanguageRow, Pattern, Purpose, Recognition,
    Snapshot, TypeRow, Unit, UnitDraft, file_path,
};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, SourceId, TextRange, code_names as codes};
use hclx_eval::Scope;
use hclx_module::SourceFiles;
use hclx_schema::Block;

use judge::{Evaluator, ProgramJudge, ProgramJudgement};
use package::PackageSchemas;

pub(crate) use functions::DIALECT;

/// Pulumi's configuration language.
pub struct Pcl;

/// The instance of the language.
pub static PCL: Pcl = Pcl;

static DOCUMENTATION: Documentation = crate::compressed::documentation!("pcl");

/// The declarations, for an editor.
const SYMBOLS: &[SymbolRow] = &[
    SymbolRow::named("config", "", SymbolKind::Variable, "config variable").labeled(2, 1),
    SymbolRow::named("config", "", SymbolKind::Variable, "config variable"),
    SymbolRow::named("resource", "", SymbolKind::Resource, "resource").labeled(2, 1),
    SymbolRow::named("component", "", SymbolKind::Module, "component").labeled(2, 1),
    // nothing refers to outputs
    SymbolRow::named("output", "output", SymbolKind::Output, "output"),
    SymbolRow::named("output", "output", SymbolKind::Output, "output").labeled(2, 1),
    SymbolRow::at_root("local value"),
];

static ROW: LanguageRow = LanguageRow {
    symbols: SYMBOLS,
    documentation: Some(&DOCUMENTATION),
    has_secrets: true,
    ..LanguageRow::new("pcl", "Pulumi", &[FileRow::native(Pattern::Suffix(".pp"), "program").asks_content()])
};

impl Language for Pcl {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        if path.ends_with(".pp") { recognise::recognise(bytes) } else { Recognition::Unknown }
    }

    fn joined(&self, name: &str) -> Option<Companions> {
        name.ends_with(".pp").then_some(Companions::Beside)
    }

    /// Groups files by directory; the unit also includes files that were not selected.
    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        let mut folders: Ordered<String, Vec<SourceId>> = Ordered::new();
        for file in files {
            let path = snapshot.path(*file);
            folders.or_default(file_path::parent(&path).to_owned()).push(*file);
        }
        let draft = |(folder, mut files): (String, Vec<SourceId>)| {
            let others = folder::files(snapshot, &folder).unwrap_or_default();
            let others: Vec<SourceId> = others.into_iter().filter(|file| !files.contains(file)).collect();
            files.extend(others);
            UnitDraft { files, root: folder.into() }
        };
        folders.into_iter().map(draft).collect()
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        vec![("program", Arc::clone(&blocks::FILE))]
    }

    fn schema(&self, _: &Unit, snapshot: &Snapshot, _: SourceId) -> Option<Arc<Block>> {
        let given = inputs::GivenPackages::of(snapshot);
        Some(Arc::new(blocks::file(move |token| {
            let token = package::Token::read(token)?;
            given.packages.find(token.package)?.resource(&token)
        })))
    }

    fn labels(&self, _: &Unit, snapshot: &Snapshot, header: &HeaderAt<'_>) -> Vec<Arc<str>> {
        let HeaderAt { block_type, labels, .. } = *header;
        match (block_type, labels.len()) {
            ("config" | "output", 1) => ["string", "number", "int", "bool"].map(Into::into).into(),
            ("resource", 1) => {
                let given = inputs::GivenPackages::of(snapshot);
                let tokens = given.packages.opened().flat_map(|package| package.resource_tokens());
                tokens.map(Into::into).collect()
            }
            _ => Vec::new(),
        }
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        let given = inputs::GivenPackages::of(ask.snapshot);
        let judged = program(ask, &given.packages);
        Answer { refused: given.refused.clone(), ..told(&judged, purpose) }
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(in_program(ask, |_, judge| judge.asked(source, text)))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        let at = TextRange::at(offset);
        let is_here = |row: &&TypeRow| row.name_span.source == file && row.name_span.range.contains(at);
        // names that are only in scope in a body, such as `range`, are unknown
        let parsed = ask.snapshot.parsed(file);
        let value = in_program(ask, |program, judge| {
            let declared = || Some(program.rows.iter().find(is_here)?.value.clone());
            judge.value_at(&parsed.tree, file, offset).or_else(declared)
        });
        Some(Answer::of_value(value))
    }

    fn failing_inputs(&self, ask: Ask<'_>) -> Vec<Diagnostic> {
        let Ask { unit, snapshot, budget } = ask;
        folder::failing_inputs(snapshot, &inputs::GivenPackages::of(snapshot).packages, budget, unit)
    }
}

/// Calls a function with the result of checking a unit, and the evaluator of expressions in its scope.
fn in_program<T>(ask: Ask<'_>, run: impl FnOnce(&ProgramJudgement, ProgramJudge<'_>) -> T) -> T {
    let Ask { snapshot, budget, .. } = ask;
    let packages = &inputs::GivenPackages::of(snapshot).packages;
    let program = program(ask, packages);
    let (sources, missing) = (&SourceFiles::read(&[], snapshot), &Mutex::default());
    let (graph, values, known) = (&program.graph, &*program.values, &program.known);
    let evaluator = Evaluator { snapshot, packages, budget, sources, graph, values, known, missing };
    evaluator.run(&Scope::root(), |judge| run(&program, judge))
}

/// The result of checking a unit. Files outside of a directory, such as standard input, form a program too.
fn program(ask: Ask<'_>, packages: &PackageSchemas) -> Arc<ProgramJudgement> {
    let Ask { unit, snapshot, budget } = ask;
    let listed = folder::files(snapshot, &unit.root).unwrap_or_default();
    if unit.files.iter().all(|file| listed.contains(file)) {
        return folder::judged(snapshot, budget, &unit.root);
    }
    Arc::new(folder::judge_files(snapshot, packages, budget, &unit.root, &unit.files))
}

fn told(judged: &ProgramJudgement, purpose: Purpose) -> Answer {
    let outputs = || judged.outputs.iter().map(|(name, value)| (name.clone(), value.clone()));
    let rows = if purpose == Purpose::Infer { judged.rows.clone() } else { Vec::new() };
    // failures for some inputs are only reported by `check`
    let is_told = |one: &&Diagnostic| purpose.is_check() || one.code != codes::INPUT_FAILS;
    Answer {
        findings: judged.findings.iter().filter(is_told).cloned().collect(),
        rows,
        value: (purpose == Purpose::Eval).then(|| Value::object(outputs())),
        approximations: judged.approximations.clone(),
        notes: judged.notes.clone(),
        ..Answer::default()
    }
}
