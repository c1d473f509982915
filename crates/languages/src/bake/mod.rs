//! `docker buildx bake`: the four default files of a directory form one unit, merged in order; other bake files are
//! checked alone, and accept the names that their siblings declare.
//!
//! Sources of the rules: buildx, packages `bake` and `bake/hclparser`. Out of scope: Compose files, except for the
//! names of their services, which may be targets.

mod compose;
mod functions;
mod names;
mod references;
mod source;
mod unit;
mod values;

use std::sync::Arc;

use hclx_analysis::bodies::Documentation;
use hclx_analysis::named_strings::NamedString;
use hclx_analysis::symbols::{SymbolKind, SymbolRow};
use hclx_analysis::{
    Answer, Ask, Companions, EditorRow, FileRow, Language, LanguageRow, Pattern, Purpose, Recognition,
    Snapshot, Unit, UnitDraft, file_name, file_path,
};
use hclx_diag::{Ordered, SourceId};
use hclx_module::application;
use hclx_schema::{Attribute, Block, ExprMode};

use crate::facts::Facts;
use crate::shape;

pub(crate) use functions::DIALECT;

/// `docker buildx bake`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bake;

/// The end of warnings about ignored names.
const IGNORED: &str = "`docker buildx bake` ignores this";

static FACTS: Facts = Facts::new(include_str!("facts.json"), IGNORED, |_| false, amended);

/// Attributes without a common element type: their elements are strings or objects, and a matrix contains
/// lists of anything.
const MIXED: &[&str] = &["matrix", "attest", "cache-from", "cache-to", "secret", "ssh", "output", "policy"];

/// Additions to the recorded blocks.
fn amended(name: &str, block: Block) -> Block {
    let any = hclx_core::Type::ANY;
    match name {
        // elements are strings or objects, which `unit` checks
        "group" => {
            block.attribute(Attribute::new("matrix", any.clone())).attribute(Attribute::new("name", any))
        }
        "target" => MIXED
            .iter()
            .fold(block, |block, name| {
                block.changed(name, |attribute| Attribute { ty: any.clone(), ..attribute })
            })
            .changed("resources", Attribute::exact),
        "validation" => block.changed("error_message", Attribute::required),
        "function" => block
            .changed("params", |attribute| attribute.reading(ExprMode::ReferenceList))
            .changed("variadic_params", |attribute| attribute.reading(ExprMode::StaticReference)),
        _ => block,
    }
}

/// The files that `bake` reads by default, in the order in which it merges them.
const DEFAULTS: &[&str] =
    &["docker-bake.json", "docker-bake.hcl", "docker-bake.override.json", "docker-bake.override.hcl"];

/// Compose files, whose services are targets too.
const COMPOSE: &[&str] = &["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"];

const FILES: &[FileRow] = &[
    FileRow::json(Pattern::Name("docker-bake.json"), "default"),
    FileRow::native(Pattern::Name("docker-bake.hcl"), "default").asks_users(),
    FileRow::json(Pattern::Name("docker-bake.override.json"), "default"),
    FileRow::native(Pattern::Name("docker-bake.override.hcl"), "default").asks_users(),
    FileRow::native(Pattern::Around("docker-bake.", ".hcl"), "named").asks_users(),
    FileRow::json(Pattern::Around("docker-bake.", ".json"), "named"),
    FileRow::native(Pattern::Suffix(".docker-bake.hcl"), "named").asks_users(),
    FileRow::json(Pattern::Suffix(".docker-bake.json"), "named"),
];

static DOCUMENTATION: Documentation = crate::compressed::documentation!("bake");

/// The declarations, for an editor.
const SYMBOLS: &[SymbolRow] = &[
    SymbolRow::named("variable", "", SymbolKind::Variable, "variable")
        .fixed("its environment variable has the same name"),
    SymbolRow::named("target", "target", SymbolKind::Resource, "target"),
    SymbolRow::named("group", "group", SymbolKind::Block, "group"),
    SymbolRow::at_root("global attribute").fixed("its environment variable has the same name"),
];

/// The strings that name targets and groups.
const STRINGS: &[NamedString] = &[
    NamedString::new("target", "inherits", &["target"]),
    NamedString::new("group", "targets", &["target", "group"]),
    NamedString::new("target", "contexts", &["target"]).after("target:"),
];

static ROW: LanguageRow = LanguageRow {
    symbols: SYMBOLS,
    named_strings: STRINGS,
    documentation: Some(&DOCUMENTATION),
    editor: &EditorRow {
        constant_blocks: &["variable"],
        order: &["target", "variable", "group", "function"],
        declaring: &["matrix", "params"],
        functions: "function",
        ..EditorRow::PLAIN
    },
    ..LanguageRow::new("bake", "docker buildx bake", FILES)
};

/// Returns `true` for a root block of bake files.
fn is_of_bake(header: &shape::Header) -> bool {
    let block_type = header.block_type.as_str();
    !header.is_attribute
        && header.labels == 1
        && matches!(block_type, "target" | "group" | "variable" | "function")
}

/// Attributes that are rare in the targets and groups of other applications.
const BUILDS: &[&str] = &[
    "cache-from",
    "cache-to",
    "context",
    "contexts",
    "dockerfile",
    "dockerfile-inline",
    "inherits",
    "targets",
];

/// Returns `true` if a line sets one of these attributes.
fn builds(bytes: &[u8]) -> bool {
    let name = |line: &[u8]| {
        let at = line.iter().position(|byte| *byte == b'=')?;
        std::str::from_utf8(line[..at].trim_ascii()).ok().map(|name| BUILDS.contains(&name))
    };
    bytes.split(|byte| *byte == b'\n').any(|line| name(line).unwrap_or_default())
}

impl Language for Bake {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn is_shared(&self, _: &Unit, _: &Snapshot) -> bool {
        false
    }

    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        if !path.ends_with(".hcl") {
            return Recognition::Unknown;
        }
        // Other programs use the same file names, so the contents decide.
        let headers = shape::headers(bytes);
        let is_one = |block: &shape::Header| {
            matches!(block.block_type.as_str(), "target" | "group") && block.labels == 1
        };
        let is_bake = match file_name(path).contains("bake") {
            true => headers.iter().any(is_one),
            false => headers.iter().any(is_one) && headers.iter().all(is_of_bake) && builds(bytes),
        };
        if is_bake { Recognition::Mine } else { Recognition::Unknown }
    }

    fn joined(&self, name: &str) -> Option<Companions> {
        DEFAULTS.contains(&name).then_some(Companions::Beside)
    }

    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        let mut folders: Ordered<String, Vec<SourceId>> = Ordered::new();
        let mut drafts = Vec::new();
        for file in files {
            let path = snapshot.path(*file);
            if DEFAULTS.contains(&file_name(&path)) {
                folders.or_default(file_path::parent(&path).to_owned()).push(*file);
            } else {
                drafts.push(UnitDraft { files: vec![*file], root: path });
            }
        }
        for (folder, mut files) in folders {
            // `bake` reads all default files, whichever of them are selected.
            for name in DEFAULTS {
                if let Ok(file) = snapshot.find(&file_path::join(&folder, name))
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
        ["default", "named"].map(|role| (role, FACTS.body("root"))).into()
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
