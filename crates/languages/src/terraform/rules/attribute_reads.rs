//! Unknown attributes of resources in references, where the schemas of the provider are from other releases. The types
//! of such references are unknown, but a name that no release has is unlikely, and one close to a known name is
//! probably a typo.

use std::sync::Arc;

use hclx_analysis::graph;
use hclx_diag::{Diagnostic, Ordered, SourceId, Span, code_names as codes, nearest, within_edits};
use hclx_syntax::ast::{Root, Tree};
use hclx_syntax::statics::Mention;

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::providers::provider_schemas;
use crate::terraform::resolve::dependencies;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::records;
use crate::terraform::values::rule::Rule;

pub(super) struct AttributeReads;

impl Rule for AttributeReads {
    fn evaluated(&self, instance: &mut Instance<'_>) {
        if instance.inputs.is_call {
            return;
        }
        let module = instance.module;
        let mut reads = AttributeReader { instance, tree: None, known: Ordered::new(), findings: Vec::new() };
        for declaration in module.declarations.iter() {
            dependencies::references_of(declaration, &mut |mention, source| reads.look(&mention, source));
        }
        let findings = reads.findings;
        instance.findings.extend(findings);
    }
}

/// The findings about the references of an expression that is not in a file.
pub(crate) fn in_expression(instance: &Instance<'_>, text: &str, source: SourceId) -> Vec<Diagnostic> {
    let parsed = hclx_syntax::parse_expression(source, text.as_bytes().into());
    let tree = Some(Arc::clone(&parsed.tree));
    let mut reads = AttributeReader { instance, tree, known: Ordered::new(), findings: Vec::new() };
    if let Root::Expr(expr) = parsed.tree.root() {
        graph::each_reference(&parsed.tree, expr, &mut |mention| reads.look(&mention, source));
    }
    reads.findings
}

/// Collects findings, with the known names of each type that is referred to.
struct AttributeReader<'i, 'm> {
    instance: &'i Instance<'m>,
    /// The expression, if it is not in a file.
    tree: Option<Arc<Tree>>,
    known: Ordered<String, Option<TypeNames>>,
    findings: Vec<Diagnostic>,
}

impl AttributeReader<'_, '_> {
    fn look(&mut self, mention: &Mention<'_>, source: SourceId) {
        let Some(read) = Read::of(self.instance, mention, source) else { return };
        let of_type = format!("{} {}", read.of.kind.noun(), read.of.of_type);
        let known = self.known.or_insert_with(of_type, || TypeNames::new(self.instance, read.of));
        let Some(known) = known.as_ref().filter(|known| !known.names.contains(&read.name)) else { return };
        let finding = slip(&read, &known.names).or_else(|| {
            // with `try` and `can`, code reads attributes that only some releases have
            let label = known.label.clone()?;
            let is_tried = is_tried(self.instance, self.tree.as_ref(), read.place);
            (!is_tried).then(|| unknown(&read).label(label))
        });
        self.findings.extend(finding);
    }
}

/// Returns `true` for a place in an argument of `try` or `can`. `tree` is that of an expression that is not in a file.
fn is_tried(instance: &Instance<'_>, tree: Option<&Arc<Tree>>, place: Span) -> bool {
    let of_file = || Arc::clone(&instance.run.snapshot.parsed(place.source).tree);
    let tree = tree.map_or_else(of_file, Arc::clone);
    records::guards(instance.module, &tree, place.source).is_tried(place.range)
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

/// The names of a type whose release is uncertain.
struct TypeNames {
    /// The names that references to a resource may have, in all releases.
    names: Vec<String>,
    /// The label that names the releases, if a newer one is unlikely to add other names.
    label: Option<String>,
}

impl TypeNames {
    /// The names of a resource's type; `None` if its schema is exact, or if there is none.
    fn new(instance: &Instance<'_>, of: &Declaration) -> Option<Self> {
        let admitted = instance.admitted_bodies(of).filter(|admitted| !admitted.are_typed())?;
        let mut names = Vec::new();
        for block in admitted.newest().cloned().into_iter().chain(admitted.older(instance.run.snapshot)) {
            names.extend(block.ty().as_object()?.attributes().iter().map(|one| one.name.to_string()));
        }
        Some(Self { names, label: admitted.releases_without_name() })
    }
}

/// The finding about a name that is close to a known one.
fn slip(read: &Read<'_>, known: &[String]) -> Option<Diagnostic> {
    let name = &read.name;
    let near = nearest(name, known.iter().map(String::as_str))?;
    let most = if name.chars().count() < 6 { 1 } else { 2 };
    // a release may add the plural of a name, or another number
    let is_plural = name.strip_suffix('s') == Some(near);
    let without_digits = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    let is_numbered = without_digits(name) == without_digits(near);
    let is_slip = !is_plural && !is_numbered && within_edits(name, near, most);
    is_slip.then(|| unknown(read).meant(near))
}

fn unknown(read: &Read<'_>) -> Diagnostic {
    let message = format!("no attribute `{}` on `{}`", read.name, read.of.address());
    Diagnostic::warning(codes::NO_ATTRIBUTE, read.place, message)
}
