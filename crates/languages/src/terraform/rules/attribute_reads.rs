//! Misspelled attributes of resources in references, where the schemas of the provider are of other releases: types of
//! such references are open, but a name that no release has and that is like a known one is a slip.

use hclx_analysis::graph;
use hclx_diag::{Diagnostic, Ordered, Severity, SourceId, Span, code_names as codes, nearest, within_edits};
use hclx_syntax::ast::Root;
use hclx_syntax::statics::Mention;

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::providers::provider_schemas;
use crate::terraform::resolve::dependencies;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

pub(super) struct AttributeReads;

impl Rule for AttributeReads {
    fn evaluated(&self, instance: &mut Instance<'_>) {
        if instance.inputs.is_call {
            return;
        }
        let module = instance.module;
        let mut slips = Slips { instance, names: Ordered::new(), findings: Vec::new() };
        for declaration in module.declarations.iter() {
            dependencies::references_of(declaration, &mut |mention, source| slips.look(&mention, source));
        }
        let findings = slips.findings;
        instance.findings.extend(findings);
    }
}

/// The findings about the references of an expression that is not in a file.
pub(crate) fn in_expression(instance: &Instance<'_>, text: &str, source: SourceId) -> Vec<Diagnostic> {
    let mut slips = Slips { instance, names: Ordered::new(), findings: Vec::new() };
    let parsed = hclx_syntax::parse_expression(source, text.as_bytes().into());
    if let Root::Expr(expr) = parsed.tree.root() {
        graph::each_reference(&parsed.tree, expr, &mut |mention| slips.look(&mention, source));
    }
    slips.findings
}

/// Collects findings, with the names of each type that is referred to.
struct Slips<'i, 'm> {
    instance: &'i Instance<'m>,
    names: Ordered<String, Vec<String>>,
    findings: Vec<Diagnostic>,
}

impl Slips<'_, '_> {
    fn look(&mut self, mention: &Mention<'_>, source: SourceId) {
        let Some(read) = Read::of(self.instance, mention, source) else { return };
        let of_type = format!("{} {}", read.of.kind.noun(), read.of.of_type);
        let names = || names_of(self.instance, read.of).unwrap_or_default();
        let known = self.names.or_insert_with(of_type, names);
        self.findings.extend(slip(&read, known));
    }
}

/// A reference to an attribute of a resource.
struct Read<'m> {
    of: &'m Declaration,
    name: String,
    place: Span,
}

impl<'m> Read<'m> {
    fn of(instance: &Instance<'m>, mention: &Mention<'_>, source: SourceId) -> Option<Self> {
        let module = instance.module;
        let (node, taken) = dependencies::named(module, mention.root, |at| mention.attribute(at))?;
        let of = module.declaration(node);
        provider_schemas::described(of.kind)?;
        let (name, range) = mention.member(taken)?;
        Some(Self { of, name: name.to_owned(), place: range.in_source(source) })
    }
}

/// The names that references to a resource may have, in all releases; `None` if its type is known exactly, or if it is not
/// known at all.
fn names_of(instance: &Instance<'_>, of: &Declaration) -> Option<Vec<String>> {
    let admitted = instance.admitted_bodies(of).filter(|admitted| !admitted.are_typed())?;
    let mut names = Vec::new();
    for block in admitted.newest().cloned().into_iter().chain(admitted.older(instance.run.snapshot)) {
        names.extend(block.ty().as_object()?.attributes().iter().map(|one| one.name.to_string()));
    }
    Some(names)
}

/// The finding about a name that is like one of the known names.
fn slip(read: &Read<'_>, known: &[String]) -> Option<Diagnostic> {
    let Read { of, name, place } = read;
    if known.contains(name) {
        return None;
    }
    let near = nearest(name, known.iter().map(String::as_str))?;
    let most = if name.chars().count() < 6 { 1 } else { 2 };
    // a release may add the plural of a name, and another number
    let is_plural = name.strip_suffix('s') == Some(near);
    let without_digits = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    let is_numbered = without_digits(name) == without_digits(near);
    if is_plural || is_numbered || !within_edits(name, near, most) {
        return None;
    }
    let message = format!("no attribute `{name}` on `{}`", of.address());
    Some(Diagnostic::error(codes::NO_ATTRIBUTE, *place, message).with_severity(Severity::Warning).meant(near))
}
