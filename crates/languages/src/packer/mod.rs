//! Packer: the `.pkr` files of a directory form one unit, together with the values files that are loaded automatically.
//!
//! Sources of the rules: Packer, package `hcl2template`, and the specifications of its built-in components. Out of
//! scope: components of plugins, which accept anything.

mod components;
mod files;
mod functions;
mod links;
mod names;
mod steps;
mod unit;

use std::sync::Arc;

use hclx_analysis::bodies::Documentation;
use hclx_analysis::named_strings::NamedString;
use hclx_analysis::symbols::{SymbolKind, SymbolRow};
use hclx_analysis::{
    Answer, Ask, Companions, EditorRow, FileRow, Language, LanguageRow, Pattern, Purpose, Snapshot, Unit,
    UnitDraft, file_path, row_of, values_schema,
};
use hclx_diag::{Ordered, SourceId};
use hclx_eval::Entry;
use hclx_module::application;
use hclx_schema::{Attribute, Block, ExprMode};

use crate::facts::Facts;
use crate::shape;

pub(crate) use functions::DIALECT;

/// The language of Packer's files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packer;

static FACTS: Facts = Facts::new(include_str!("facts.json"), "Packer ignores this", is_expanded, amend);

/// Rejects plugins with attributes that no plugin has, and marks the durations of provisioners as evaluated when they
/// run.
fn amend(name: &str, mut block: Block) -> Block {
    let late = |attribute: Attribute| attribute.reading(ExprMode::LateDuration);
    match name {
        "required_plugins" => block.any_attribute = block.any_attribute.map(Attribute::exact),
        "provisioner" => block = block.changed("pause_before", late).changed("timeout", late),
        _ => {}
    }
    block
}

/// Returns `true` for bodies that can contain `dynamic` blocks.
fn is_expanded(body: &str) -> bool {
    !matches!(body, "root" | "packer" | "variable" | "local" | "locals")
}

const FILES: &[FileRow] = &[
    FileRow::native(Pattern::Suffix(".pkr.hcl"), "module").asks_users(),
    FileRow::json(Pattern::Suffix(".pkr.json"), "module"),
    FileRow::native(Pattern::Suffix(".auto.pkrvars.hcl"), "values").asks_users(),
    FileRow::json(Pattern::Suffix(".auto.pkrvars.json"), "values"),
    FileRow::native(Pattern::Suffix(".pkrvars.hcl"), "named values").asks_users(),
    FileRow::json(Pattern::Suffix(".pkrvars.json"), "named values"),
];

fn is_template(name: &str) -> bool {
    name.ends_with(".pkr.hcl") || name.ends_with(".pkr.json")
}

/// Returns `true` if Packer reads a file of this name together with the rest of its directory.
fn is_part(name: &str) -> bool {
    is_template(name) || name.ends_with(".auto.pkrvars.hcl") || name.ends_with(".auto.pkrvars.json")
}

/// The role of a file. A file of values for `-var-file` may be named like a template, but templates contain only
/// blocks.
fn role(file: SourceId, snapshot: &Snapshot) -> &'static str {
    let packer: &dyn Language = &Packer;
    let path = snapshot.path(file);
    let row = row_of([packer], &path).map_or("module", |(_, row)| row.role);
    let has_values = || {
        let headers = snapshot.bytes(file).map(|bytes| shape::headers(&bytes)).unwrap_or_default();
        !headers.is_empty() && headers.iter().all(|header| header.is_attribute)
    };
    let may_have_values = row == "module" && path.ends_with(".pkr.hcl");
    if may_have_values && has_values() { "named values" } else { row }
}

static DOCUMENTATION: Documentation = crate::compressed::documentation!("packer");

/// The declarations, for an editor.
const SYMBOLS: &[SymbolRow] = &[
    SymbolRow::named("variable", "var", SymbolKind::Variable, "variable"),
    SymbolRow::locals(),
    SymbolRow::named("local", "local", SymbolKind::Local, "local value"),
    SymbolRow::named("data", "data", SymbolKind::Data, "data source").labeled(2, 2),
    SymbolRow::named("source", "source", SymbolKind::Resource, "source").labeled(2, 2),
];

/// The strings that name sources.
const STRINGS: &[NamedString] = &[
    NamedString::new("build", "sources", &["source"]).whole(),
    NamedString::new("source", "", &["source"]),
    NamedString::new("", "only", &["source"]),
    NamedString::new("", "except", &["source"]),
];

static EDITOR: EditorRow = EditorRow {
    has_modules: false,
    homes: &[
        ("variable", "variables"),
        ("locals", "locals"),
        ("data", "data"),
        ("packer", "plugins"),
        ("source", "sources"),
        ("build", "build"),
    ],
    replacements: &[],
    constant_blocks: &["variable", "variables", "packer"],
    reserved_variables: &[],
    built_in: &["path", "build", "packer"],
    path_bases: &["${path.root}", "${path.cwd}"],
    order: &["source", "build", "variable", "packer", "locals", "data", "local", "variables"],
    needs: &[],
    names: &[
        "path.root",
        "path.cwd",
        "packer.version",
        "build.ID",
        "build.name",
        "source.name",
        "source.type",
    ],
    declaring: &[],
    functions: "",
    usual: components::USUAL,
};

static ROW: LanguageRow = LanguageRow {
    symbols: SYMBOLS,
    named_strings: STRINGS,
    documentation: Some(&DOCUMENTATION),
    editor: &EDITOR,
    has_secrets: true,
    ..LanguageRow::new("packer", "Packer", FILES)
};

impl Language for Packer {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn is_shared(&self, _: &Unit, _: &Snapshot) -> bool {
        false
    }

    fn joined(&self, name: &str) -> Option<Companions> {
        (is_part(name) && !name.starts_with('.')).then_some(Companions::Beside)
    }

    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        let mut folders: Ordered<String, Vec<SourceId>> = Ordered::new();
        let mut drafts = Vec::new();
        for file in files {
            let path = snapshot.path(*file);
            let listed = || snapshot.list(file_path::parent(&path)).unwrap_or_default();
            let is_module = |name: &str| {
                let file = snapshot.find(&file_path::join(file_path::parent(&path), name));
                is_template(name) && file.is_ok_and(|file| role(file, snapshot) == "module")
            };
            // values for the template in the same directory
            if role(*file, snapshot) == "named values" && !listed().iter().any(|(name, _)| is_module(name)) {
                drafts.push(UnitDraft { files: vec![*file], root: path });
            } else {
                folders.or_default(file_path::parent(&path).to_owned()).push(*file);
            }
        }
        for (folder, mut files) in folders {
            for (name, _) in
                snapshot.list(&folder).unwrap_or_default().iter().filter(|(_, entry)| *entry == Entry::File)
            {
                if is_part(name)
                    && !name.starts_with('.')
                    && let Ok(file) = snapshot.find(&file_path::join(&folder, name))
                    && !files.contains(&file)
                {
                    files.push(file);
                }
            }
            drafts.push(UnitDraft { files, root: folder.into() });
        }
        drafts
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        vec![("module", FACTS.body("root"))]
    }

    fn schema(&self, unit: &Unit, snapshot: &Snapshot, file: SourceId) -> Option<Arc<Block>> {
        Some(match role(file, snapshot) {
            "module" => FACTS.body("root"),
            _ => Arc::new(values_schema(unit, snapshot)),
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
