//! Files that are only checked against a schema: tflint settings and Terraform's lock file. Files of
//! Terraform stacks are recognized but not judged.

use std::sync::Arc;

use hclx_analysis::{
    Answer, FileRow, Language, Pattern, Question, Recognition, Snapshot, TypeRow, Unit, attribute_value_at,
    file_name, sort,
};
use hclx_core::Type;
use hclx_diag::Diagnostic;
use hclx_eval::{Budget, Dialect, Environment, Policy, Scope, dialect};
use hclx_schema::{Attribute, Block, Header, Nested, ScopeEvaluator, Unknown, fill};
use hclx_syntax::body::BodyView;

/// A language of files with known bodies.
#[derive(Clone, Copy, Debug)]
pub struct SchemaOnly {
    name: &'static str,
    title: &'static str,
    rows: &'static [FileRow],
    root: fn() -> Block,
    dialect: fn() -> &'static Dialect,
}

/// tflint: `.tflint.hcl`.
pub static TFLINT: SchemaOnly = SchemaOnly {
    name: "tflint",
    title: "tflint",
    rows: &[FileRow::native(Pattern::Name(".tflint.hcl"), "settings")],
    root: tflint,
    dialect: || &dialect::HCL,
};

/// Terraform's lock files, and stacks.
pub static LOCKS: SchemaOnly = SchemaOnly {
    name: "terraform-lock",
    title: "Terraform lock files",
    rows: &[FileRow::native(Pattern::Name(".terraform.lock.hcl"), "lock")],
    root: lock,
    dialect: || &crate::terraform::DIALECT,
};

/// Terraform stacks, whose language differs from that of modules.
pub static STACKS: SchemaOnly = SchemaOnly {
    name: "terraform-stacks",
    title: "Terraform stacks",
    rows: &[
        FileRow::native(Pattern::Suffix(".tfcomponent.hcl"), "component").asks_content(),
        FileRow::native(Pattern::Suffix(".tfdeploy.hcl"), "deployment").asks_content(),
        FileRow::native(Pattern::Suffix(".tfstack.hcl"), "component").asks_content(),
    ],
    root: Block::new,
    dialect: || &crate::terraform::DIALECT,
};

fn texts() -> Type {
    Type::list(Type::STRING)
}

/// The schema of tflint's settings.
fn tflint() -> Block {
    let flag = |name: &str| Attribute::new(name, Type::BOOL);
    let config = Block::new()
        .attribute(Attribute::new("call_module_type", Type::STRING).one_of(["all", "local", "none"]))
        .attribute(flag("module"))
        .attribute(flag("force"))
        .attribute(flag("disabled_by_default"))
        .attribute(Attribute::new("ignore_module", Type::map(Type::BOOL)))
        .attribute(Attribute::new("varfile", texts()))
        .attribute(Attribute::new("variables", texts()))
        .attribute(Attribute::new("plugin_dir", Type::STRING))
        .attribute(Attribute::new("format", Type::STRING).one_of([
            "default",
            "json",
            "checkstyle",
            "junit",
            "compact",
            "sarif",
        ]));
    // further arguments belong to the plugin or rule itself
    let own = |block: Block| block.with(&Block::opaque()).unknown(Unknown::Free);
    let plugin = own(Block::new()
        .attribute(flag("enabled").required())
        .attribute(Attribute::new("version", Type::STRING))
        .attribute(Attribute::new("source", Type::STRING))
        .attribute(Attribute::new("signing_key", Type::STRING))
        .attribute(Attribute::new("signature", Type::STRING)));
    let rule = own(Block::new().attribute(flag("enabled").required()));
    let tflint = Block::new().attribute(Attribute::new("required_version", Type::STRING));
    Block::new()
        .nested(Nested::new("config").holding(config))
        .nested(Nested::new("plugin").labels(["name"]).holding(plugin))
        .nested(Nested::new("rule").labels(["name"]).holding(rule))
        .nested(Nested::new("tflint").holding(tflint))
}

/// The schema of Terraform's lock file.
fn lock() -> Block {
    let provider = Block::new()
        .attribute(Attribute::new("version", Type::STRING).required())
        .attribute(Attribute::new("constraints", Type::STRING))
        .attribute(Attribute::new("hashes", texts()));
    Block::new().nested(Nested::new("provider").labels(["source address"]).holding(provider))
}

impl Language for SchemaOnly {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn is_independent(&self) -> bool {
        true
    }

    fn files(&self) -> &'static [FileRow] {
        self.rows
    }

    fn recognise(&self, path: &str, _: &[u8]) -> Recognition {
        let is_stack =
            self.name == STACKS.name && STACKS.rows.iter().any(|row| row.pattern.fits(file_name(path)));
        if is_stack { Recognition::Foreign("Terraform stacks") } else { Recognition::Unknown }
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer {
        let Some(file) = unit.files.first().copied() else { return Answer::default() };
        let settings = snapshot.settings();
        let dialect = (self.dialect)();
        let environment = Environment { unknown_functions: Policy::Unknown, ..settings.environment(dialect) };
        if let Question::Expression { source, text } = question {
            let outcome = hclx_analysis::ask::expression(*source, text, settings, budget);
            return Answer { findings: outcome.diagnostics, value: Some(outcome.value), ..Answer::default() };
        }
        let parsed = snapshot.parsed(file);
        if let Question::TypeAt { file, offset } = question {
            let value = attribute_value_at(&parsed.tree, *file, *offset, &environment, budget);
            return Answer { value, ..Answer::default() };
        }
        let (view, wrong) = BodyView::root(&parsed.tree, file);
        let mut findings: Vec<Diagnostic> = parsed.diagnostics.clone();
        findings.extend(wrong);
        let root = Arc::new((self.root)());
        let scope = Scope::root();
        let mut scoped = ScopeEvaluator::new(&scope, &environment, budget);
        let filled = fill(&view, &root, &Header::root(&view), &mut scoped);
        // After a syntax error, unknown and missing items are mostly its consequences.
        if !parsed.diagnostics.iter().any(Diagnostic::is_error) {
            findings.extend(filled.findings);
        }
        sort(&mut findings);
        let rows = filled.body.attributes.iter().map(|one| {
            let name_span = one.view.name_range.in_source(file);
            let value_span = parsed.tree.expr(one.view.value).range.in_source(file);
            TypeRow::of_value(one.view.name.to_owned(), name_span, Some(value_span), one.value.clone())
        });
        let rows: Vec<TypeRow> = rows.collect();
        let value = (*question == Question::Eval).then(|| filled.value.clone());
        Answer { findings, rows, value, ..Answer::default() }
    }
}
