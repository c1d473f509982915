//! Files with Terraform's policies (`*.policy.hcl`) and their tests (`*.policytest.hcl`): blocks by tables, names and
//! functions. Applying policies to configurations is a rule of Terraform (`terraform/policies`).

mod mocks;
mod runs;

use std::sync::Arc;

use hclx_analysis::graph::each_reference_of_file;
use hclx_analysis::{
    Answer, Ask, FileRow, Language, LanguageRow, Pattern, Purpose, Recognition, ReportedFiles, Snapshot,
    file_name, sort,
};
use hclx_diag::{Diagnostic, OrderedSet, SourceId, Span, code_names as codes, nearest};
use hclx_module::calls;
use hclx_schema::Block;
use hclx_syntax::ast::Tree;
use hclx_syntax::body::BodyView;

use crate::shape;
use crate::tables::{self, Table};
use crate::terraform::policies::guesses::{FUNCTIONS, NAMES, NAMESPACE};
use crate::terraform::{DIALECT, policies::POLICY_FILE};
use mocks::TESTS;

/// The language of policies.
pub struct PolicyFiles;

const FILES: &[FileRow] = &[
    FileRow::native(Pattern::Suffix(".policy.hcl"), "policy").asks_content(),
    FileRow::native(Pattern::Suffix(".policytest.hcl"), "tests"),
];

static ROW: LanguageRow = LanguageRow {
    reports_in: ReportedFiles::OwnUnit,
    functions_of: Some("terraform"),
    ..LanguageRow::new("terraform-policy", "Terraform policies", FILES)
};

/// Root blocks of policy files.
const BLOCKS: &[&str] = &["policy", "input", "locals", "resource_policy", "provider_policy", "module_policy"];

impl Language for PolicyFiles {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    /// Policies of Vault, Consul and Nomad may use the same file name, so a file without any of Terraform's blocks is
    /// not one of Terraform's policies.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        if !file_name(path).ends_with(".policy.hcl") {
            return Recognition::Unknown;
        }
        if has_policy(&shape::headers(bytes)) { Recognition::Mine } else { Recognition::Unknown }
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        vec![("policy", Arc::clone(&POLICY_FILE.root)), ("tests", Arc::clone(&TESTS.root))]
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        let Some(file) = ask.unit.files.first().copied() else { return Answer::default() };
        let Some(table) = table_of(ask.snapshot, file) else {
            return crate::hcl::body(ask, &hclx_eval::dialect::HCL, purpose);
        };
        let mut answer = tables::judge(table, ask, purpose);
        let parsed = ask.snapshot.parsed(file);
        if !is_test(ask.snapshot, file) && !parsed.diagnostics.iter().any(Diagnostic::is_error) {
            names(&parsed.tree, file, &mut answer.findings);
            functions(&parsed.tree, file, &mut answer.findings);
            sort(&mut answer.findings);
        }
        answer
    }

    fn test(&self, ask: Ask<'_>, _: &str, _: bool) -> Option<Answer> {
        let file = ask.unit.files.first().copied().filter(|file| is_test(ask.snapshot, *file))?;
        Some(Answer { tests: vec![runs::run(file, ask.snapshot, ask.budget)], ..Answer::default() })
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(tables::expression(ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        match table_of(ask.snapshot, file) {
            Some(table) => Some(tables::value_at(table, ask, file, offset)),
            None => crate::hcl::HCL.value_at(ask, file, offset),
        }
    }
}

fn is_test(snapshot: &Snapshot, file: SourceId) -> bool {
    snapshot.path(file).ends_with(".policytest.hcl")
}

/// The table for a file; `None` if it contains no block of policies.
fn table_of(snapshot: &Snapshot, file: SourceId) -> Option<&'static Table> {
    if is_test(snapshot, file) {
        return Some(&TESTS);
    }
    let headers = snapshot.bytes(file).map(|bytes| shape::headers(&bytes)).unwrap_or_default();
    (headers.is_empty() || has_policy(&headers)).then_some(&*POLICY_FILE)
}

/// Returns `true` if a file has a root block of policies.
fn has_policy(headers: &[shape::Header]) -> bool {
    headers.iter().any(|header| BLOCKS.contains(&header.block_type.as_str()))
}

/// The names of local values and inputs of a file.
fn declared(tree: &Tree, file: SourceId) -> (OrderedSet<String>, OrderedSet<String>) {
    let (view, _) = BodyView::root(tree, file);
    let (mut locals, mut inputs) = (OrderedSet::new(), OrderedSet::new());
    let mut bodies = vec![(view, Arc::clone(&POLICY_FILE.root))];
    while let Some((view, schema)) = bodies.pop() {
        for block in hclx_schema::match_body(&view, &schema).content.blocks {
            match block.block_type {
                "locals" => {
                    locals.extend(block.body.just_attributes().0.iter().map(|one| one.name.to_owned()))
                }
                "input" => inputs.extend(block.labels.first().map(|label| label.text.to_owned())),
                "resource_policy" | "provider_policy" | "module_policy" => {
                    let nested = schema.blocks().get(block.position);
                    bodies.extend(nested.map(|nested| (block.body.clone(), nested.body.of(&block.labels))));
                }
                _ => {}
            }
        }
    }
    (locals, inputs)
}

/// Reports names that do not exist in policies.
fn names(tree: &Tree, file: SourceId, found: &mut Vec<Diagnostic>) {
    let (locals, inputs) = declared(tree, file);
    // types of inputs are not references
    let types = types(tree, file);
    let is_type = |place: Span| types.iter().any(|outer| outer.range.contains(place.range));
    each_reference_of_file(tree, &mut |mention| {
        let place = mention.range().in_source(file);
        let root = mention.root;
        let (known, what) = match root {
            "local" => (&locals, "local value"),
            "input" => (&inputs, "input"),
            _ if NAMES.contains(&root) || is_type(place) => return,
            _ => {
                let finding = Diagnostic::error(codes::UNKNOWN_NAME, place, format!("unknown name `{root}`"));
                let near = nearest(root, NAMES.iter().copied());
                return found.push(finding.meant_or(near, format!("available names: {}", NAMES.join(", "))));
            }
        };
        let Some(name) = mention.attribute(0).filter(|name| !known.iter().any(|one| one == name)) else {
            return;
        };
        let near = nearest(name, known.iter().map(String::as_str));
        let message = format!("unknown {what} `{root}.{name}`");
        found.push(Diagnostic::error(codes::UNKNOWN_NAME, place, message).perhaps_meant(near));
    });
}

/// The places of input types and required providers, which are not evaluated.
fn types(tree: &Tree, file: SourceId) -> Vec<Span> {
    let (view, _) = BodyView::root(tree, file);
    let blocks = hclx_schema::match_body(&view, &POLICY_FILE.root).content.blocks;
    let of_inputs = blocks.iter().filter(|block| block.block_type == "input");
    let types = of_inputs.flat_map(|block| block.body.just_attributes().0);
    let types = types.filter(|one| one.name == "type").map(|one| tree.expr(one.value).range.in_source(file));
    let settings = blocks.iter().filter(|block| block.block_type == "policy");
    types.chain(settings.map(|block| block.body.range().in_source(file))).collect()
}

/// Reports functions without the namespace that policies require, and unknown ones.
fn functions(tree: &Tree, file: SourceId, found: &mut Vec<Diagnostic>) {
    let known = DIALECT.functions();
    for (range, name) in calls(tree) {
        let place = range.in_source(file);
        let is_known = |name: &str| FUNCTIONS.contains(&name) || known.names().any(|known| known == name);
        match name.strip_prefix(NAMESPACE) {
            Some(inner) if is_known(inner) => {}
            Some(inner) => {
                let message = format!("unknown function `{name}`");
                let near = nearest(inner, FUNCTIONS.iter().copied().chain(known.names()));
                let finding = Diagnostic::warning(codes::UNKNOWN_FUNCTION, place, message);
                found.push(finding.perhaps_meant(near.map(|near| format!("{NAMESPACE}{near}")).as_deref()));
            }
            // plugins define their own namespaces
            None if name.contains("::") => {}
            None => {
                let message = format!("function `{name}` needs its namespace");
                let finding = Diagnostic::error(codes::UNKNOWN_FUNCTION, place, message);
                found.push(finding.help(format!("write `{NAMESPACE}{name}(…)`")));
            }
        }
    }
}
