//! Templates: files rendered by `templatefile` and similar functions. They may be in any language, so
//! directories are not searched for them; a template given on the command line is only checked as a template.
//!
//! Out of scope: the values that a call passes to a template (function `templatefile`).

mod path_parts;
mod rendered;

use hclx_analysis::{
    Answer, Ask, FileRow, GeneratedFiles, Language, LanguageRow, Pattern, Purpose, Recognition,
    ReportedFiles, Snapshot, file_name, file_path, query, value_at,
};
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_eval::{Dialect, Entry, Environment, Policy, evaluate};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Root;

use crate::other_texts::line_starts_block;
use crate::shape::{self, TemplateSyntax};
use crate::tables;

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

/// Suffixes of templates in other template languages.
const FOREIGN: &[&str] = &[".nomad.tpl", ".tmpl.hcl", ".hcl.tmpl", ".hcl.j2", ".ctmpl"];

/// The suffixes of module templates in any template language.
const OF_MODULES: &[&str] = &[
    ".jinja",
    ".jinja2",
    ".j2",
    ".tmpl",
    ".tpl",
    ".tftpl",
    ".erb",
    ".template",
    ".mustache",
    ".gotmpl",
    ".ctmpl",
    ".in",
    ".hbs",
];

/// The start of template marks, which may produce names.
const MARKS: &[&[u8]] = &[b"{{", b"{%", b"%{", b"<%", b"@@"];

/// Returns `true` if a module file may be generated from a file with this name.
fn may_be_module_file(name: &str) -> bool {
    let made = OF_MODULES.iter().find_map(|end| name.strip_suffix(end));
    let is_module = |made: &str| [".tf", ".tofu", ".tf.json"].iter().any(|end| made.ends_with(end));
    made.is_some_and(is_module) || name.ends_with(".tftpl")
}

/// The template language of the mark in the string at the place of an error, because such strings are filled in before
/// the application reads them. Some applications have such marks in their own strings.
pub fn mark_of_error(
    snapshot: &Snapshot,
    file: SourceId,
    findings: &[Diagnostic],
) -> Option<(TemplateSyntax, TextRange)> {
    const WITHOUT_MARKS: [&str; 3] = ["terraform", "opentofu", "terragrunt"];
    let bytes = snapshot.bytes(file).ok()?;
    let are_names =
        snapshot.language(file).is_some_and(|language| WITHOUT_MARKS.contains(&language.row().name));
    let errors = findings.iter().filter(|finding| finding.is_error());
    errors.filter_map(|error| shape::mark_in_string(&bytes, error.span?.range, are_names)).next()
}

/// The program that writes files in a directory of a cookiecutter template whose hooks handle modules, because hooks
/// run once the directories have names.
fn writer_of_directory(folder: &str, snapshot: &Snapshot) -> Option<&'static str> {
    let steps: Vec<&str> = folder.split('/').collect();
    let unnamed = steps.iter().position(|step| step.contains("{{") && step.contains("}}"))?;
    let hooks = file_path::clean(&[&steps[..unnamed], &["hooks"]].concat().join("/"));
    let has_module = |(name, _): &(String, Entry)| {
        let bytes = snapshot.host().read(&file_path::join(&hooks, name));
        bytes.is_ok_and(|bytes| memchr::memmem::find(&bytes, b".tf").is_some())
    };
    snapshot.host().list(&hooks).ok()?.iter().any(has_module).then_some("a hook of a template")
}

/// Returns `true` if a source contains a block of a Terraform module.
fn is_module_file(bytes: &[u8]) -> bool {
    const BLOCKS: &[&str] =
        &["variable", "locals", "resource", "data", "module", "output", "provider", "terraform"];
    // comments of other template languages put headers after their brackets
    let starts_block = |line: &[u8]| {
        let starts =
            |block: &&str| line.strip_prefix(block.as_bytes()).is_some_and(|rest| rest.starts_with(b" "));
        line_starts_block(line) && BLOCKS.iter().any(starts)
    };
    shape::headers(bytes).iter().any(|header| BLOCKS.contains(&header.block_type.as_str()))
        || bytes.split(|byte| *byte == b'\n').any(starts_block)
}

query! {
    /// The parsed template of a file.
    struct ParsedTemplate(SourceId) -> Parsed, of File |ParsedTemplate(file)| *file;
    |ParsedTemplate(file), snapshot| hclx_syntax::parse_template(*file, snapshot.contents(*file))
}

static ROW: LanguageRow = LanguageRow {
    functions_of: Some("terraform"),
    reports_in: ReportedFiles::OwnUnit,
    ..LanguageRow::new("template", "templates", FILES)
};

impl Language for Template {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn recognise(&self, path: &str, _: &[u8]) -> Recognition {
        let name = file_name(path);
        match FOREIGN.iter().any(|end| name.ends_with(end)) {
            true => Recognition::Foreign("templates of other languages"),
            false => Recognition::Unknown,
        }
    }

    /// A file named like one of an application is a template if its directory or its contents indicate it.
    fn claims(&self, path: &str, snapshot: &Snapshot) -> bool {
        let is_of_templates = |folder: &str| folder.contains("templ") || folder.contains("tpl");
        let is_named =
            snapshot.find(path).is_ok_and(|file| snapshot.row(file).is_some_and(|(_, row)| !row.by_content));
        let syntax = |bytes: &[u8]| shape::foreign_template(bytes).map(|(syntax, _)| syntax);
        let is_template = || {
            let bytes = snapshot.find(path).ok().and_then(|file| snapshot.bytes(file).ok());
            bytes.is_some_and(|bytes| syntax(&bytes) == Some(TemplateSyntax::Hcl))
        };
        let is_rendered = rendered::is_rendered(path, snapshot);
        is_rendered && (!is_named || is_of_templates(file_path::parent(path)) || is_template())
    }

    /// The module files that are generated from templates next to them, such as `main.tf` from `main.tf.j2`.
    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let by_hook = writer_of_directory(folder, snapshot);
        let mut generated = GeneratedFiles {
            writer: Some(by_hook.unwrap_or("a template")),
            is_open: by_hook.is_some(),
            ..GeneratedFiles::default()
        };
        let Ok(listed) = snapshot.list(folder) else { return generated };
        let files = listed.iter().filter(|(name, entry)| *entry == Entry::File && may_be_module_file(name));
        for (name, _) in files {
            let Ok(file) = snapshot.find(&file_path::join(folder, name)) else { continue };
            let Ok(bytes) = snapshot.bytes(file) else { continue };
            if is_module_file(&bytes) {
                generated.is_open |= MARKS.iter().any(|mark| memchr::memmem::find(&bytes, mark).is_some());
                generated.ends.push(name.rsplit_once('.').map_or(name.as_str(), |(made, _)| made).into());
                generated.sources.push(bytes);
            }
        }
        generated
    }

    /// The names in a template are defined by the code that renders it, and its functions by the application.
    fn judge(&self, ask: Ask<'_>, _: Purpose) -> Answer {
        let Some(&file) = ask.unit.files.first() else { return Answer::default() };
        let parsed = ask.snapshot.get(&ParsedTemplate(file));
        let Root::Expr(root) = parsed.tree.root() else { return Answer::default() };
        if parsed.diagnostics.iter().any(Diagnostic::is_error) {
            return Answer { findings: parsed.diagnostics.clone(), ..Answer::default() };
        }
        let (scope, environment) = (&ask.snapshot.settings().scope, environment(ask.snapshot));
        let outcome = evaluate(&parsed.tree, file, root, scope, &environment, ask.budget);
        Answer {
            findings: outcome.diagnostics,
            unresolved: outcome.unresolved,
            approximations: outcome.approximations,
            ..Answer::default()
        }
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(tables::expression(ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        let parsed = ask.snapshot.get(&ParsedTemplate(file));
        let (scope, environment) = (&ask.snapshot.settings().scope, environment(ask.snapshot));
        let found = value_at(&parsed.tree, file, offset, scope, &environment, ask.budget);
        Some(Answer::of_value(found.map(|(_, value)| value)))
    }
}

fn environment(snapshot: &Snapshot) -> Environment<'_> {
    Environment { unknown_functions: Policy::Unknown, ..snapshot.settings().environment(DIALECT) }
}
