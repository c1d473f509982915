//! Terragrunt: a unit is a file with its includes; stack files and values files are checked separately.
//!
//! Sources of the rules: Terragrunt, packages `pkg/config` and `internal/errors`. Out of scope: sources that are not
//! local directories, and facts that only exist at run time (outputs in the state, the environment).

mod elsewhere;
mod extra_arguments;
mod fixtures;
mod functions;
mod mocks;
mod modules;
mod names;
mod outline;
mod parents;
mod remote_state;
mod removed;
mod stacks;
mod symbols;
mod unit;
mod uses;

use std::sync::Arc;

use hclx_analysis::bodies::Documentation;
use hclx_analysis::symbols::{SymbolKind, SymbolRow, Symbols};
use hclx_analysis::{
    Answer, Ask, Companions, EditorRow, FileRow, GeneratedFiles, Language, LanguageRow, Pattern, Purpose,
    Recognition, Snapshot, Unit, file_name, row_of,
};
use hclx_core::Type;
use hclx_diag::{SourceId, nearest};
use hclx_eval::type_syntax::{TypeOptions, parse_type_text};
use hclx_module::application;
use hclx_schema::{Attribute, Block, Nested, Repeats};

use crate::facts::Facts;
use crate::terraform::Version;

pub(crate) use functions::DIALECT;

/// The language of Terragrunt's files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terragrunt;

static FACTS: Facts = Facts::new(RECORDED, "Terragrunt ignores this", |_| false, amended);

/// The recorded facts that files are checked with, including attributes that a release removed.
static EARLIER: Facts = Facts::new(RECORDED, "Terragrunt ignores this", |_| false, earlier);

const RECORDED: &str = include_str!("facts.json");

/// The release that removed attributes from the root.
const REMOVED_IN: Version = (0, 93);

/// The attributes that [`REMOVED_IN`] removed, with advice.
const REMOVED: &[(&str, &str)] = &[
    ("retryable_errors", "use an `errors` block with a `retry` block"),
    ("retry_max_attempts", "use an `errors` block with a `retry` block"),
    ("retry_sleep_interval_sec", "use an `errors` block with a `retry` block"),
    ("skip", "use an `exclude` block"),
];

fn last_counts(nested: Nested) -> Nested {
    Nested { repeats: Repeats::LastCounts, ..nested }
}

/// Additions to the recorded blocks.
fn amended(name: &str, block: Block) -> Block {
    let block = earlier(name, block);
    let attributes = if name == "root" { REMOVED } else { &[] };
    attributes.iter().fold(block, |block, (name, instead)| {
        block.changed(name, |attribute| Attribute { removed: Some((*instead).into()), ..attribute })
    })
}

/// Additions to the recorded blocks, including attributes that a release removed.
fn earlier(name: &str, block: Block) -> Block {
    let open =
        |block: Block, name: &str| block.changed(name, |attribute| Attribute { ty: Type::ANY, ..attribute });
    match name {
        "root" => open(block, "inputs")
            .attributes_of(REMOVED.iter().map(|(name, _)| Attribute::new(*name, Type::ANY)))
            // blocks are read into lists, which are then converted to maps by label
            .changed_block("dependency", last_counts)
            .changed_block("feature", last_counts)
            .changed_block("include", last_counts),
        "remote_state" => open(block, "config").changed("generate", |attribute| {
            let text = "object({ path = string, if_exists = string })";
            let ty = parse_type_text(SourceId(u32::MAX), text, &TypeOptions::constraint()).ty;
            let written = FACTS.body("terragruntGenerateBlock");
            let read = ["path", "if_exists"].into_iter().filter_map(|name| written.find_attribute(name));
            let object = Some(Arc::new(Block::new().attributes_of(read.cloned())));
            Attribute { ty, object, ..attribute }
        }),
        "IgnoreBlock" => open(block, "signals"),
        "FeatureFlag" => block.changed("default", Attribute::required),
        _ => block,
    }
}

/// The usual name of a parent of units; other programs also have settings files with this name.
const ROOT: &str = "root.hcl";

const FILES: &[FileRow] = &[
    FileRow::native(Pattern::Name("terragrunt.hcl"), "unit"),
    FileRow::json(Pattern::Name("terragrunt.hcl.json"), "unit"),
    FileRow::native(Pattern::Name(ROOT), "parent").asks_content(),
    FileRow::native(Pattern::Suffix(".stack.hcl"), "stack"),
    FileRow::native(Pattern::Name("terragrunt.values.hcl"), "values"),
];

static DOCUMENTATION: Documentation = crate::compressed::documentation!("terragrunt");

/// The declarations, for an editor.
const SYMBOLS: &[SymbolRow] = &[
    SymbolRow::locals(),
    SymbolRow::named("dependency", "dependency", SymbolKind::Module, "dependency"),
    SymbolRow::named("include", "include", SymbolKind::Block, "include"),
    SymbolRow::named("feature", "feature", SymbolKind::Variable, "feature"),
];

static ROW: LanguageRow = LanguageRow {
    symbols: SYMBOLS,
    uses_names_of: &["terraform", "opentofu"],
    documentation: Some(&DOCUMENTATION),
    editor: &EditorRow {
        constant_blocks: &["terraform", "remote_state", "include"],
        path_bases: &["${get_terragrunt_dir()}"],
        order: &[
            "include",
            "terraform",
            "inputs",
            "dependency",
            "locals",
            "generate",
            "remote_state",
            "dependencies",
        ],
        ..EditorRow::PLAIN
    },
    ..LanguageRow::new("terragrunt", "Terragrunt", FILES)
};

impl Language for Terragrunt {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    /// A `root.hcl` file belongs to Terragrunt if it is empty or has one of its attributes or blocks, possibly
    /// misspelled. A file with another name must have one that no other language has, and nothing else.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        let root = EARLIER.body("root");
        let blocks = root.blocks().iter().map(|block| &*block.block_type);
        let known: Vec<&str> = blocks.chain(root.attributes().iter().map(|one| &*one.name)).collect();
        let headers = crate::shape::headers(bytes);
        let is_known = |header: &crate::shape::Header| known.contains(&&*header.block_type);
        let is_part = |header: &crate::shape::Header| {
            is_known(header) || nearest(&header.block_type, known.iter().copied()).is_some()
        };
        let is_own = |header: &crate::shape::Header| {
            [("remote_state", 0), ("generate", 1)].contains(&(&*header.block_type, header.labels))
                && !header.is_attribute
        };
        let is_mine = match file_name(path) == ROOT {
            true => headers.is_empty() || headers.iter().any(is_part),
            false => headers.iter().any(is_own) && headers.iter().all(is_known),
        };
        if is_mine { Recognition::Mine } else { Recognition::Unknown }
    }

    fn claims(&self, path: &str, snapshot: &Snapshot) -> bool {
        path.ends_with(".hcl") && uses::of_all(snapshot).contains(path)
    }

    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        outline::generated(folder, snapshot)
    }

    fn generates_outside(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        elsewhere::generated_elsewhere(folder, snapshot)
    }

    fn joined(&self, name: &str) -> Option<Companions> {
        let (_, row) = row_of([self as &dyn Language], name)?;
        Some(if row.role == "values" { Companions::Beside } else { Companions::Below })
    }

    fn symbols(&self, unit: &Unit, snapshot: &Snapshot, before: Option<&Symbols>) -> Symbols {
        Symbols::of(symbols::find_all(unit, snapshot), before)
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        let rows = [("unit", "root"), ("parent", "root"), ("stack", "stack_root"), ("values", "values_root")];
        rows.map(|(role, body)| (role, FACTS.body(body))).into()
    }

    fn schema(&self, _: &Unit, snapshot: &Snapshot, file: SourceId) -> Option<Arc<Block>> {
        let own = snapshot.row(file).filter(|(language, _)| language.row().name == ROW.name);
        // other names are recognized by their contents
        let role = own.map_or("unit", |(_, row)| row.role);
        let (_, schema) = self.file_schemas().into_iter().find(|(known, _)| *known == role)?;
        Some(match role {
            "unit" => symbols::with_inputs(schema, snapshot, &snapshot.path(file)),
            _ => schema,
        })
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        application::judge(self, ask, purpose)
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(application::expression(self, ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        Some(application::value_at(self, ask, file, offset))
    }
}
