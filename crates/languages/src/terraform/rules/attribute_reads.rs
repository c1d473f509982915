//! Unknown attributes of resources in references, where the schemas of the provider are from other releases. The types
//! of such references are unknown, but a name that no release has is unlikely, and one close to a known name is
//! probably a typo.

use std::sync::Arc;

use hclx_analysis::graph;
use hclx_diag::{Diagnostic, Ordered, SourceId, Span, TextRange, code_names as codes, nearest, within_edits};
use hclx_syntax::ast::{ExprId, ExprKind, Root, TraverseKind, Tree};
use hclx_syntax::statics::{self, Mention};

use crate::terraform::declare::declaration::{Declaration, Repetition};
use crate::terraform::declare::module::Module;
use crate::terraform::providers::provider_schemas;
use crate::terraform::resolve::dependencies;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
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
            reads.look_at_each(declaration);
        }
        for file in &module.files {
            reads.look_at_loops(&instance.run.snapshot.parsed(*file).tree, *file);
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
        let read = Read::of(self.instance, mention, source);
        read.into_iter().for_each(|read| self.judge(&read));
    }

    /// Looks at what a block reads through `each.value`, if it has an instance for each of a resource.
    fn look_at_each(&mut self, declaration: &Declaration) {
        let meta = if declaration.kind == Kind::Module { schemas::module() } else { schemas::resource() };
        let for_each = declaration.attribute(&meta, "for_each");
        let of = for_each.and_then(|(written, attribute)| {
            resource_behind(self.instance.module, (&written.parsed.tree, written.source), attribute.value)
        });
        let Some(of) = of else { return };
        dependencies::references_of(declaration, &mut |mention, source| {
            if mention.root == "each"
                && mention.attribute(0) == Some("value")
                && let Some((name, range)) = mention.member(1)
            {
                self.judge(&Read { of, name: name.to_owned(), place: range.in_source(source) });
            }
        });
    }

    /// Looks at what the loops of a file read of the instances of a resource.
    fn look_at_loops(&mut self, tree: &Tree, source: SourceId) {
        for expr in tree.expr_ids() {
            let ExprKind::For(clause) = tree.expr(expr).kind else { continue };
            let clause = tree.node(clause);
            let Some(of) = resource_behind(self.instance.module, (tree, source), clause.collection) else {
                continue;
            };
            let variable = tree.text(clause.value_name.text);
            let others = [clause.key.map(Into::into), clause.condition.map(Into::into)];
            let bodies = others.into_iter().flatten().chain([clause.value]);
            let parts: Vec<ExprId> = bodies.flat_map(|body| tree.inside(body)).collect();
            // an inner loop may have the same name for something else
            let is_inner = |part: &ExprId| matches!(tree.expr(*part).kind, ExprKind::For(_));
            if !parts.iter().any(is_inner) {
                let names = parts.into_iter().filter_map(|part| attribute_of(tree, part, variable));
                names.for_each(|(name, range)| {
                    self.judge(&Read { of, name: name.to_owned(), place: range.in_source(source) });
                });
            }
        }
    }

    fn judge(&mut self, read: &Read<'_>) {
        let of_type = format!("{} {}", read.of.kind.noun(), read.of.of_type);
        let known = self.known.or_insert_with(of_type, || TypeNames::new(self.instance, read.of));
        let Some(known) = known.as_ref().filter(|known| !known.names.contains(&read.name)) else { return };
        let finding = slip(read, &known.names).or_else(|| {
            // with `try` and `can`, code reads attributes that only some releases have
            let label = known.label.clone()?;
            let is_tried = is_tried(self.instance, self.tree.as_ref(), read.place);
            (!is_tried).then(|| unknown(read).label(label))
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

/// The resource whose instances an expression lists: `aws_subnet.a`, `aws_subnet.a[*]`, `values(aws_subnet.a)`.
fn resource_behind<'m>(
    module: &'m Module,
    (tree, source): (&Tree, SourceId),
    expr: ExprId,
) -> Option<&'m Declaration> {
    match tree.expr(expr).kind {
        ExprKind::Paren(inner) => return resource_behind(module, (tree, source), inner),
        ExprKind::Splat { source: list, each, .. } if matches!(tree.expr(each).kind, ExprKind::SplatItem) => {
            return resource_behind(module, (tree, source), list);
        }
        ExprKind::Call(call) => {
            let call = tree.node(call);
            let [list] = tree.slice(call.args) else { return None };
            return (tree.text(call.name.text) == "values")
                .then(|| resource_behind(module, (tree, source), *list))
                .flatten();
        }
        _ => {}
    }
    let reference = statics::as_reference(tree, source, expr)?;
    let (node, taken) = dependencies::named(module, &reference.root, |at| reference.attribute(at))?;
    let of = module.declaration(node);
    provider_schemas::described(of.kind)?;
    let is_list = matches!(of.repetition(), Repetition::Count | Repetition::ForEach);
    (taken == reference.steps.len() && is_list).then_some(of)
}

/// The attribute that an expression reads of a variable, with its place.
fn attribute_of<'t>(tree: &'t Tree, expr: ExprId, variable: &str) -> Option<(&'t str, TextRange)> {
    let ExprKind::Traversal { base, steps } = tree.expr(expr).kind else { return None };
    let ExprKind::Variable(root) = tree.expr(base).kind else { return None };
    let first = tree.slice(steps).first().filter(|_| tree.text(root) == variable)?;
    let TraverseKind::Attr(name) = first.kind else { return None };
    Some((tree.text(name), statics::step_name(tree, first)))
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
