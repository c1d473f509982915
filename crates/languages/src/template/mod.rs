//! Templates: files rendered by `templatefile` and similar functions. They may be in any language, so
//! directories are not searched for them; a template given on the command line is only checked as a template.
//!
//! Out of scope: the values that a call passes to a template (function `templatefile`).

use std::sync::Arc;

use hclx_analysis::{Answer, FileRow, Language, Pattern, Question, Recognition, Snapshot, Unit, file_name};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Dialect, Environment, Policy, evaluate};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Root;

/// The dialect of templates: functions of Terraform.
const DIALECT: &Dialect = &crate::terraform::DIALECT;

/// Files whose names mark them as templates.
#[derive(Clone, Copy, Debug)]
pub struct Template;

const fn row(end: &'static str) -> FileRow {
    FileRow::native(Pattern::Suffix(end), "template").only_named()
}

const FILES: &[FileRow] = &[
    row(".pkrtpl.hcl"),
    row(".pkrtpl"),
    row(".tftpl.hcl"),
    row(".tftpl"),
    row(".tpl.hcl"),
    row(".nomad.tpl").asks_content(),
    row(".tpl"),
    row(".tmpl.hcl").asks_content(),
    row(".hcl.tmpl").asks_content(),
    row(".hcl.j2").asks_content(),
    row(".ctmpl").asks_content(),
];

/// The name for Go templates, which are recognized by their contents.
pub(crate) const GO: &str = "Go templates";

/// Suffixes of templates in other template languages.
const FOREIGN: &[&str] = &[".nomad.tpl", ".tmpl.hcl", ".hcl.tmpl", ".hcl.j2", ".ctmpl"];

/// The parsed template of a file.
struct Read(Parsed);

impl Language for Template {
    fn name(&self) -> &'static str {
        "template"
    }

    fn title(&self) -> &'static str {
        "templates"
    }

    fn is_independent(&self) -> bool {
        true
    }

    fn files(&self) -> &'static [FileRow] {
        FILES
    }

    fn recognise(&self, path: &str, _: &[u8]) -> Recognition {
        let name = file_name(path);
        match FOREIGN.iter().any(|end| name.ends_with(end)) {
            true => Recognition::Foreign("templates of other languages"),
            false => Recognition::Unknown,
        }
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, _: &Question, budget: &Budget) -> Answer {
        unit.files.first().map_or_else(Answer::default, |file| judged(*file, snapshot, budget))
    }
}

/// Judges a template. Its names are defined by the code that renders it, its functions by the application.
fn judged(file: SourceId, snapshot: &Snapshot, budget: &Budget) -> Answer {
    let read: Arc<Read> =
        snapshot.derive(file, |source, bytes| Read(hclx_syntax::parse_template(source, bytes)));
    let parsed = &read.0;
    let Root::Expr(root) = parsed.tree.root() else { return Answer::default() };
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Answer { findings: parsed.diagnostics.clone(), ..Answer::default() };
    }
    let settings = snapshot.settings();
    let environment = settings.environment(DIALECT);
    let environment = Environment { unknown_functions: Policy::Unknown, ..environment };
    let outcome = evaluate(&parsed.tree, file, root, &settings.scope, &environment, budget);
    Answer {
        findings: outcome.diagnostics,
        unresolved: outcome.unresolved,
        approximations: outcome.approximations,
        ..Answer::default()
    }
}
