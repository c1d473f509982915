//! Nomad jobs: every file is a unit; values come from the command line.
//!
//! Sources of the rules: Nomad, package `jobspec2`, and package `nomad/structs` for the rules of the server.
//! Out of scope: the `config` of drivers.

mod autoscaler;
mod functions;
mod names;
mod policies;
mod rules;
mod server;
mod services;
mod tasks;
mod unit;

use std::sync::Arc;

use hclx_analysis::bodies::Documentation;
use hclx_analysis::named_strings::{NamedString, NestedName};
use hclx_analysis::symbols::{SymbolKind, SymbolRow};
use hclx_analysis::{
    Answer, Ask, EditorRow, FileRow, Language, LanguageRow, Pattern, Purpose, Recognition, ReportedFiles,
};
use hclx_diag::SourceId;
use hclx_module::application;
use hclx_schema::Block;

use crate::facts::Facts;
use crate::shape;

pub(crate) use functions::DIALECT;

/// The language of Nomad's files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nomad;

/// The end of messages about a job that parses but is rejected.
const REFUSED: &str = "the Nomad server rejects this";

static FACTS: Facts =
    Facts::new(include_str!("facts.json"), "Nomad ignores this", |body| body != "root", rules::amended);

const FILES: &[FileRow] = &[
    FileRow::native(Pattern::Suffix(".nomad"), "job").asks_content(),
    FileRow::native(Pattern::Suffix(".nomad.hcl"), "job").asks_content(),
    FileRow::json(Pattern::Suffix(".nomad.json"), "job").asks_content(),
];

static DOCUMENTATION: Documentation = crate::compressed::documentation!("nomad");

/// The declarations, for an editor.
const SYMBOLS: &[SymbolRow] =
    &[SymbolRow::named("variable", "var", SymbolKind::Variable, "variable"), SymbolRow::locals()];

/// The blocks of a group that declare names.
const NESTED: &[NestedName] = &[
    NestedName { path: &["job", "group", "network", "port"], scope: 2, root: "port", noun: "port" },
    NestedName {
        path: &["job", "group", "task", "resources", "network", "port"],
        scope: 2,
        root: "port",
        noun: "port",
    },
    NestedName { path: &["job", "group", "volume"], scope: 2, root: "volume", noun: "volume" },
];

/// The strings that name ports and volumes.
const STRINGS: &[NamedString] = &[
    NamedString::new("config", "ports", &["port"]),
    NamedString::new("service", "port", &["port"]),
    NamedString::new("check", "port", &["port"]),
    NamedString::new("volume_mount", "volume", &["volume"]),
];

static ROW: LanguageRow = LanguageRow {
    symbols: SYMBOLS,
    named_strings: STRINGS,
    nested_names: NESTED,
    documentation: Some(&DOCUMENTATION),
    editor: &EditorRow {
        constant_blocks: &["variable", "variables", "lifecycle"],
        names: &[
            "NOMAD_TASK_DIR",
            "NOMAD_ALLOC_DIR",
            "NOMAD_SECRETS_DIR",
            "attr",
            "meta",
            "node.datacenter",
            "node.class",
            "node.unique.id",
            "node.unique.name",
        ],
        usual: &[
            ("task", "driver", &["docker", "exec", "raw_exec", "java", "podman", "qemu"]),
            ("job", "type", &["service", "batch", "system", "sysbatch"]),
        ],
        ..EditorRow::PLAIN
    },
    reports_in: ReportedFiles::OwnUnit,
    ..LanguageRow::new("nomad", "Nomad", FILES)
};

impl Language for Nomad {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    // `"${NOMAD_PORT_http}"` is interpolated on the machine that runs the task
    fn keeps_templates(&self) -> bool {
        true
    }

    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        if path.ends_with(".nomad") || path.ends_with(".nomad.hcl") {
            if let Some((syntax, _)) = shape::foreign_template(bytes) {
                return Recognition::Foreign(syntax.titles());
            }
            return match () {
                // the API and `nomad job run -json` read it under any name
                () if crate::old::is_api_data(bytes) => Recognition::Foreign("Nomad API data"),
                () if crate::old::is_no_job(bytes) => Recognition::Foreign("HCL1"),
                () => Recognition::Mine,
            };
        }
        if path.ends_with(".nomad.json") {
            return match crate::old::is_api_data(bytes) {
                true => Recognition::Foreign("Nomad API data"),
                false => Recognition::Mine,
            };
        }
        let is_job =
            |block: &shape::Header| block.block_type == "job" && block.labels == 1 && !block.is_attribute;
        let mine = path.ends_with(".hcl") && shape::headers(bytes).iter().any(is_job);
        if mine { Recognition::Mine } else { Recognition::Unknown }
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        vec![("job", FACTS.body("root"))]
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
