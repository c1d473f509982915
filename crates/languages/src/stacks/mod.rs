//! Terraform stacks: components (`*.tfcomponent.hcl`, `*.tfstack.hcl`) and deployments (`*.tfdeploy.hcl`).
//!
//! The blocks are those of two tables in `tables/shipped/`. Sources of the rules: Terraform's `internal/stacks`, and
//! HashiCorp's reference of the stack language for deployments. Out of scope: providers' schemas, and stacks in
//! registries.

mod inputs;
mod names;
mod order;
mod providers;
mod requirements;
mod unit;

use std::sync::{Arc, LazyLock};

use hclx_analysis::symbols::{SymbolKind, SymbolRow};
use hclx_analysis::{
    Answer, Ask, Companions, FileRow, Language, LanguageRow, Pattern, Purpose, Snapshot, UnitDraft, file_path,
};
use hclx_diag::{Ordered, SourceId};
use hclx_module::application;
use hclx_schema::Block;

use crate::tables::{Table, shipped, shipped_file};
use unit::StackPart;

/// The language of Terraform stacks.
pub struct Stacks;

static COMPONENTS: LazyLock<Table> = LazyLock::new(|| shipped(shipped_file!("stack_component.hcl")));
static DEPLOYMENTS: LazyLock<Table> = LazyLock::new(|| shipped(shipped_file!("stack_deployment.hcl")));

const FILES: &[FileRow] = &[
    FileRow::native(Pattern::Suffix(".tfcomponent.hcl"), "component"),
    FileRow::native(Pattern::Suffix(".tfstack.hcl"), "component"),
    FileRow::native(Pattern::Suffix(".tfdeploy.hcl"), "deployment"),
];

const SYMBOLS: &[SymbolRow] = &[
    SymbolRow::named("variable", "var", SymbolKind::Variable, "variable"),
    SymbolRow::locals(),
    SymbolRow::named("output", "output", SymbolKind::Output, "output"),
];

/// The part of a stack to which a file belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Components,
    Deployments,
}

impl Part {
    fn of(path: &str) -> Self {
        if path.ends_with(".tfdeploy.hcl") { Self::Deployments } else { Self::Components }
    }

    /// The files of a unit that belong to the part.
    fn files(self, ask: Ask<'_>) -> Vec<SourceId> {
        let is_of = |file: &SourceId| Self::of(&ask.snapshot.path(*file)) == self;
        ask.unit.files.iter().copied().filter(is_of).collect()
    }

    fn schema(self) -> &'static Arc<Block> {
        match self {
            Self::Components => &COMPONENTS.root,
            Self::Deployments => &DEPLOYMENTS.root,
        }
    }
}

static ROW: LanguageRow = LanguageRow {
    symbols: SYMBOLS,
    functions_of: Some("terraform"),
    ..LanguageRow::new("terraform-stacks", "Terraform stacks", FILES)
};

impl Language for Stacks {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn joined(&self, _: &str) -> Option<Companions> {
        Some(Companions::Beside)
    }

    /// Groups files by directory: a stack consists of the selected files and those next to them.
    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        let mut folders: Ordered<String, Vec<SourceId>> = Ordered::new();
        for file in files {
            let folder = file_path::parent(&snapshot.path(*file)).to_owned();
            folders.or_default(folder).push(*file);
        }
        let whole = |(folder, mut files): (String, Vec<SourceId>)| {
            let names = snapshot.list(&folder).unwrap_or_default();
            for (name, _) in names.iter().filter(|(name, _)| FILES.iter().any(|row| row.pattern.fits(name))) {
                if let Ok(file) = snapshot.find(&file_path::join(&folder, name))
                    && !files.contains(&file)
                {
                    files.push(file);
                }
            }
            UnitDraft { files, root: folder.into() }
        };
        folders.into_iter().map(whole).collect()
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        vec![("component", Arc::clone(&COMPONENTS.root)), ("deployment", Arc::clone(&DEPLOYMENTS.root))]
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        unit::judge(ask, purpose)
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        let part = StackPart::all(ask).next()?;
        Some(application::expression(&part, ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        let part = StackPart::all(ask).find(|part| part.has(ask, file))?;
        Some(application::value_at(&part, ask, file, offset))
    }
}
