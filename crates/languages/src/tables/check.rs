//! Checks a file against a table.

use std::sync::Arc;

use hclx_analysis::{Answer, Ask, Purpose, Snapshot, TypeRow, attribute_value_at, query, sort};
use hclx_core::Type;
use hclx_diag::{Code, Diagnostic, Severity, SourceId, TextRange, code_names as codes, nearest};
use hclx_eval::{Environment, Policy, Scope, Unresolved, UnresolvedKind, dialect};
use hclx_schema::{Attribute, Filled, FilledAttribute, FilledBody, Header, ScopeEvaluator, fill, fill_parts};
use hclx_syntax::ast::{ExprKind, Tree};
use hclx_syntax::body::BodyView;
use hclx_syntax::{Parsed, parse_hcl1};

use super::Table;
use super::unknown_names::unknown_names;
use crate::misspelled::slips;
use crate::old::SIGNS;

/// The start of template marks.
const MARKS: &[&[u8]] = &[b"{{", b"{%", b"<%", b"@@"];

/// Strings that applications with HCL 1 read as a bool, in lower case: the spellings that Go accepts, and an empty
/// string for the zero value.
const BOOLS: &[&str] = &["", "1", "t", "true", "0", "f", "false"];

/// The codes of findings about values.
const VALUES: &[Code] = &[codes::NOT_CONVERTIBLE, codes::VALUE_NOT_ALLOWED];

query! {
    /// The tree of a file in HCL 1.
    struct OldSyntax(SourceId) -> Parsed, of File |OldSyntax(file)| *file;
    |OldSyntax(file), snapshot| parse_hcl1(*file, snapshot.contents(*file))
}

/// Checks the file of a unit against a table.
pub fn judge(table: &Table, ask: Ask<'_>, purpose: Purpose) -> Answer {
    let Some(&file) = ask.unit.files.first() else { return Answer::default() };
    let native = ask.snapshot.parsed(file);
    let parsed = table.tree_of(ask.snapshot, file);
    let is_wrong = |parsed: &Parsed| parsed.diagnostics.iter().any(Diagnostic::is_error);
    let is_sign = |finding: &Diagnostic| {
        // HCL 1 also has attributes without `=`
        SIGNS.contains(&finding.code) || finding.code == codes::MISSING_ASSIGN
    };
    // the parser of HCL 2 has better explanations, but only for files that do not have the form of HCL 1
    let is_near_hcl2 = is_wrong(&native) && !native.diagnostics.iter().any(is_sign);
    if table.is_hcl1 && is_wrong(&parsed) && is_near_hcl2 {
        return Answer { findings: native.diagnostics.clone(), ..Answer::default() };
    }
    let (view, wrong) = BodyView::root(&parsed.tree, file);
    let mut findings: Vec<Diagnostic> = parsed.diagnostics.clone();
    findings.extend(wrong);
    let (scope, environment) = (Scope::root(), table.environment(ask.snapshot));
    let mut scoped = ScopeEvaluator::new(&scope, &environment, ask.budget);
    // values of whole bodies are only needed by `eval`, and are large for recursive bodies
    let fill = if purpose == Purpose::Eval { fill } else { fill_parts };
    let filled = fill(&view, &table.root, &Header::root(&view), &mut scoped);
    let rows = rows(&filled, &parsed, file);
    let value = (purpose == Purpose::Eval).then(|| filled.value.clone());
    // After a syntax error, unknown and missing items are mostly consequences of it.
    if !parsed.diagnostics.iter().any(Diagnostic::is_error) {
        let bools = if table.is_hcl1 { spelled_bools(&filled.body) } else { Vec::new() };
        let is_spelled = |finding: &Diagnostic| finding.span.is_some_and(|span| bools.contains(&span.range));
        let others = filled.findings.into_iter().filter(|finding| !is_spelled(finding));
        let excused = others.filter_map(|finding| table.excuse(&parsed.tree, finding));
        findings.extend(excused);
        findings.extend(slips(&filled.body));
        findings.extend(scoped.unresolved.iter().filter_map(|name| table.unknown_name(name)));
        findings.extend(unknown_names(table, (file, &parsed), ask.snapshot));
    }
    sort(&mut findings);
    Answer { findings, rows, value, approximations: scoped.approximations, ..Answer::default() }
}

/// The value of an expression in which no names are declared.
pub fn expression(ask: Ask<'_>, source: SourceId, text: &str) -> Answer {
    let outcome = hclx_analysis::ask::expression(source, text, ask.snapshot.settings(), ask.budget);
    Answer { findings: outcome.diagnostics, value: Some(outcome.value), ..Answer::default() }
}

/// The value of the smallest expression at a place of a file that a table describes.
pub fn value_at(table: &Table, ask: Ask<'_>, file: SourceId, offset: u32) -> Answer {
    let parsed = table.tree_of(ask.snapshot, file);
    let environment = table.environment(ask.snapshot);
    let value = attribute_value_at(&parsed.tree, file, offset, &environment, ask.budget);
    Answer::of_value(value)
}

fn rows(filled: &Filled<'_>, parsed: &Parsed, file: SourceId) -> Vec<TypeRow> {
    let rows = filled.body.attributes.iter().map(|attribute| {
        let name_span = attribute.view.name_range.in_source(file);
        let value_span = parsed.tree.expr(attribute.view.value).range.in_source(file);
        TypeRow::of_value(
            attribute.view.name.to_owned(),
            name_span,
            Some(value_span),
            attribute.value.clone(),
        )
    });
    rows.collect()
}

/// The places of strings and numbers that are converted to a bool.
fn spelled_bools(body: &FilledBody<'_>) -> Vec<TextRange> {
    let tree = body.view.tree();
    let is_spelled = |attribute: &&FilledAttribute<'_>| {
        let is_bool = |wanted: &Attribute| wanted.ty.members().contains(&Type::BOOL);
        let is_number = || matches!(tree.expr(attribute.view.value).kind, ExprKind::Number);
        let text = || tree.string(attribute.view.value).map(str::to_ascii_lowercase);
        body.block.find_attribute(attribute.view.name).is_some_and(is_bool)
            && (is_number() || text().is_some_and(|text| BOOLS.contains(&text.as_str())))
    };
    let own = body.attributes.iter().filter(is_spelled);
    let mut places: Vec<TextRange> = own.map(|attribute| tree.expr(attribute.view.value).range).collect();
    places.extend(body.blocks.iter().flat_map(|block| hclx_diag::grow(|| spelled_bools(&block.body))));
    places
}

impl Table {
    /// The tree of a file in the syntax of the table.
    fn tree_of(&self, snapshot: &Snapshot, file: SourceId) -> Arc<Parsed> {
        if self.is_hcl1 { snapshot.get(&OldSyntax(file)) } else { snapshot.parsed(file) }
    }

    fn environment<'s>(&self, snapshot: &'s Snapshot) -> Environment<'s> {
        Environment {
            unknown_functions: Policy::Unknown,
            unknown_names: Policy::Unknown,
            json_templates: !self.is_hcl1,
            ..snapshot.settings().environment(&dialect::HCL)
        }
    }

    /// Adjusts a finding to the application, or drops it. In HCL 1, a repeated key is only a warning, because the last
    /// value wins; objects are blocks, which can be repeated. A string with template marks has another value once the
    /// template is rendered.
    fn excuse(&self, tree: &Tree, finding: Diagnostic) -> Option<Diagnostic> {
        let is_of_value = VALUES.contains(&finding.code);
        let text = finding.span.map(|span| tree.written(span.range)).unwrap_or_default();
        if is_of_value && self.is_rendered(text.as_bytes()) {
            return None;
        }
        if !self.is_hcl1 || finding.code != codes::DUPLICATE_ATTRIBUTE {
            return Some(finding);
        }
        let end = finding.span?.range.end;
        let is_assigned = tree.source()[end as usize..].trim_ascii_start().starts_with(b"=");
        is_assigned.then(|| finding.with_severity(Severity::Warning))
    }

    /// Returns `true` if a string has template marks, so that the application reads another value.
    fn is_rendered(&self, text: &[u8]) -> bool {
        let has = |mark: &&[u8]| memchr::memmem::find(text, mark).is_some();
        MARKS.iter().any(has) || self.is_hcl1 && has(&&b"${"[..])
    }

    /// The finding about a name that is missing from the table's lists.
    fn unknown_name(&self, name: &Unresolved) -> Option<Diagnostic> {
        let (known, code, what) = match name.kind {
            UnresolvedKind::Function => (self.functions.as_ref()?, codes::UNKNOWN_FUNCTION, "function"),
            UnresolvedKind::Variable => (self.names.as_ref()?, codes::UNKNOWN_NAME, "name"),
        };
        let root = name.name.split(['.', '[']).next().unwrap_or_default();
        if known.iter().any(|known| **known == *root) {
            return None;
        }
        let finding = Diagnostic::error(code, name.span, format!("unknown {what} `{root}`"));
        if known.is_empty() {
            return Some(finding.help("quote it if it is a string"));
        }
        Some(finding.perhaps_meant(nearest(root, known.iter().map(|known: &Arc<str>| &**known))))
    }
}
