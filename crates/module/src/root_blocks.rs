//! Root blocks of files, and the variables and local values that Packer and Nomad have in common.

use std::sync::Arc;

use hclx_analysis::graph::Graph;
use hclx_analysis::{Snapshot, TypeRow};
use hclx_core::{Type, Value, convert};
use hclx_diag::{Arrange, Diagnostic, Span, code_names as codes};
use hclx_eval::Dialect;
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_schema::{Block, FilledAttribute, FilledBody, match_body};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::{AttributeView, BlockView};

use super::{
    Declaration, Declarations, ExprRef, NameTarget, SourceFile, SourceFiles, Traversal, Undeclared,
    value_place,
};

/// A root block.
pub struct RootBlock<'t> {
    /// The block.
    pub view: BlockView<'t>,
    /// The file.
    pub source: &'t SourceFile,
    /// The schema.
    pub body: Arc<Block>,
}

impl<'t> RootBlock<'t> {
    /// The type of the block.
    pub fn kind(&self) -> &'t str {
        self.view.block_type
    }

    /// The text of a label; empty if it is missing.
    pub fn label(&self, position: usize) -> &'t str {
        self.view.labels.get(position).map_or("", |label| label.text)
    }

    /// The place of a label, or of the block type if it is missing.
    pub fn label_place(&self, position: usize) -> Span {
        let range = self.view.labels.get(position).map_or(self.view.type_range, |label| label.range);
        range.in_source(self.source.id)
    }

    /// The place of the header.
    pub fn place(&self) -> Span {
        self.view.def_range.in_source(self.source.id)
    }

    /// The expression of an attribute in the block.
    pub fn written(&self, name: &str) -> Option<ExprRef<'t>> {
        let laid = match_body(&self.view.body, &self.body);
        laid.content.attribute(name).map(|attribute| self.expression(attribute))
    }

    /// All attributes, regardless of the schema.
    pub fn attributes(&self) -> Vec<AttributeView<'t>> {
        self.view.body.just_attributes().0
    }

    /// The expression of an attribute.
    pub fn expression(&self, one: &AttributeView<'t>) -> ExprRef<'t> {
        ExprRef { tree: &self.source.parsed.tree, source: self.source.id, expr: one.value }
    }

    /// The type that a variable declares, or `any`.
    pub fn declared_type(&self) -> Type {
        // Errors in the type are reported when the block is filled.
        let Some(written) = self.written("type") else { return Type::ANY };
        parse_type(written.tree, written.source, written.expr, &TypeOptions::with_defaults()).ty
    }
}

/// The root blocks of all files, and findings about other contents of the root bodies.
pub fn root_blocks<'t>(
    sources: &'t SourceFiles,
    root: &Block,
    found: &mut Vec<Diagnostic>,
) -> Vec<RootBlock<'t>> {
    let mut tops = Vec::new();
    for source in sources.iter() {
        let (view, wrong) = source.body();
        found.extend(wrong);
        let laid = match_body(&view, root);
        found.extend(laid.findings);
        for view in laid.content.blocks {
            let Some(nested) = root.blocks().get(view.position) else { continue };
            let body = nested.body.of(&view.labels);
            tops.push(RootBlock { view, source, body });
        }
    }
    sources.match_labels(&tops.iter().flat_map(|top| &top.view.labels).map(|label| label.text).collect());
    tops
}

/// Declares `var.NAME` for `variable` and `variables` blocks, and `local.NAME` for `local` and `locals`;
/// returns duplicate declarations together with the first ones.
pub fn variables_and_locals<'t, S: Copy + Sync>(
    tops: &[RootBlock<'t>],
    declared: &mut Declarations<'t, S>,
    (constant, local): (S, S),
    (snapshot, dialect): (&Snapshot, &Dialect),
) -> Vec<(String, Span, Span)> {
    let mut again = Vec::new();
    let mut add = |declared: &mut Declarations<'t, S>, key: String, place: Span, node: Declaration<'t, S>| {
        if let Err(first) = declared.add(key.as_str(), place, node) {
            again.push((key, place, declared.graph.place(first)));
        }
    };
    for top in tops {
        let place = top.label_place(0);
        match top.kind() {
            "variable" => {
                let ty = top.declared_type();
                let given = assigned(top.label(0), &ty, snapshot, dialect);
                // a null default is not a value to check, because it means that another value will be given
                let is_value = |expr_ref: &ExprRef<'_>| {
                    !matches!(expr_ref.tree.expr(expr_ref.expr).kind, ExprKind::Null)
                };
                let value = top.written("default").filter(is_value);
                // Whatever `sensitive` is set to, a default that may be secret is not shown.
                let is_secret = top.written("sensitive").is_some();
                let node = Declaration {
                    value,
                    given,
                    is_default: true,
                    is_secret,
                    ..Declaration::unknown(constant, ty)
                };
                add(declared, format!("var.{}", top.label(0)), place, node);
            }
            "local" => {
                let node = Declaration {
                    value: top.written("expression"),
                    ..Declaration::unknown(local, Type::ANY)
                };
                add(declared, format!("local.{}", top.label(0)), place, node);
            }
            kind @ ("variables" | "locals") => {
                let (prefix, scope) = if kind == "locals" { ("local", local) } else { ("var", constant) };
                for attribute in top.attributes() {
                    let value = Some(top.expression(&attribute));
                    let is_default = prefix == "var";
                    let node = Declaration { value, is_default, ..Declaration::unknown(scope, Type::ANY) };
                    let place = attribute.name_range.in_source(top.source.id);
                    add(declared, format!("{prefix}.{}", attribute.name), place, node);
                }
            }
            _ => {}
        }
    }
    again
}

/// The value of a variable on the command line.
pub fn assigned(name: &str, ty: &Type, snapshot: &Snapshot, dialect: &Dialect) -> Option<Value> {
    // The last value of a name wins, as on a command line.
    let assigned =
        snapshot.settings().assignments.iter().rev().find(|assignment| *assignment.name == *name)?;
    convert(&assigned.value, ty, &dialect.rules).ok()
}

/// The meaning of `ROOT.NAME`, where `what` is the noun for its declaration.
pub fn member(graph: &Graph, root: &str, what: &str, name: &Traversal<'_>) -> NameTarget {
    declaration_of(graph, (root, what), 1, name)
}

/// The meaning of `ROOT.TYPE.NAME`, where `what` is the noun for its declaration.
pub fn typed_member(graph: &Graph, root: &str, what: &str, name: &Traversal<'_>) -> NameTarget {
    declaration_of(graph, (root, what), 2, name)
}

/// The meaning of a root with the labels of a declaration.
fn declaration_of(
    graph: &Graph,
    (root, what): (&str, &str),
    count: usize,
    name: &Traversal<'_>,
) -> NameTarget {
    // Without constant names, any of the declarations may be meant.
    let labels: Option<Vec<&str>> = (0..count).map(|at| name.step(at)).collect();
    let labels = labels.unwrap_or_default();
    let [above @ .., last] = &labels[..] else { return NameTarget::Open };
    let start = above.iter().fold(format!("{root}."), |start, label| format!("{start}{label}."));
    if let Some(node) = graph.find(&format!("{start}{last}")) {
        return NameTarget::Declaration(node, count);
    }
    let names = graph.nodes().filter_map(|node| graph.key(node).strip_prefix(&*start));
    let wrong = Undeclared::new(count, format!("unknown {what} `{start}{last}`")).near(last, names);
    let help = match root {
        "var" => format!("declare it with `variable \"{last}\" {{ … }}`"),
        "local" => format!("declare it with `locals {{ {last} = … }}`"),
        _ => {
            let labels: String = labels.iter().map(|label| format!("\"{label}\" ")).collect();
            format!("declare it with `{root} {labels}{{ … }}`")
        }
    };
    NameTarget::Undeclared(if wrong.meant.is_none() { wrong.help(help) } else { wrong })
}

/// The meaning of a name in a variable: its default is constant, and its validations refer only to itself, `own`.
pub fn in_variable(graph: &Graph, own: Option<&str>, name: &Traversal<'_>) -> NameTarget {
    let Some(own) = own else {
        let wrong = Undeclared::new(0, "the default of a variable must be constant");
        return NameTarget::Undeclared(wrong.help("move it to a local value: `locals { … }`"));
    };
    let is_variable = name.root == "var";
    if is_variable && name.step(0).is_none_or(|step| step == own) {
        return member(graph, "var", "variable", name);
    }
    let message = format!("a validation can only refer to its own variable, `var.{own}`");
    NameTarget::Undeclared(Undeclared::new(usize::from(is_variable), message))
}

/// The finding for a second declaration of a name.
pub fn declared_twice(what: &str, place: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DECLARED_TWICE, place, format!("duplicate {what}"))
        .also(first, "first declared here")
        .help("rename or remove one of them")
}

/// Checks the default of a variable against its type and its validations; `name` is its name in expressions.
pub fn variable_rules(
    name: &str,
    top: &RootBlock<'_>,
    (body, default): (&FilledBody<'_>, Option<&FilledAttribute<'_>>),
    rules: &hclx_core::Rules,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(default) = default.filter(|default| default.good) {
        let ty = top.declared_type();
        let (tree, source) = (body.view.tree(), body.view.source());
        let site = hclx_schema::Site { tree, source, expr: default.view.value, name: "default" };
        // `conform` locates an error, and is only needed if there is one.
        if convert(&default.value, &ty, rules).is_err()
            && let Err(finding) = hclx_schema::conform(&default.value, &ty, &site, rules)
        {
            found.push(*finding);
        }
    }
    for validation in body.blocks("validation") {
        let Some(condition) = validation.body.attribute("condition") else { continue };
        if condition.good && condition.value.as_bool() == Some(false) {
            let place = value_place(&validation.body, condition);
            let message = format!("`{name}` does not satisfy this condition without a value");
            let finding = Diagnostic::warning(codes::VALIDATION_FAILED, place, message);
            found.push(match default {
                Some(default) => finding.also(value_place(body, default), "the default"),
                None => finding,
            });
        }
    }
    found
}

/// The rows for declarations; `var.x` is shown as `variable.x`.
pub fn rows<S: Copy + Sync>(declared: &Declarations<'_, S>, values: &[Value]) -> Vec<TypeRow> {
    let mut rows: Vec<TypeRow> = declared
        .graph
        .nodes()
        .zip(&declared.nodes)
        .map(|(id, node)| {
            let key = declared.graph.key(id);
            let path =
                key.strip_prefix("var.").map_or_else(|| key.to_owned(), |name| format!("variable.{name}"));
            let value_span = node.value.map(|written| written.place());
            TypeRow::of_value(path, declared.graph.place(id), value_span, values[id.index()].clone())
        })
        .collect();
    rows.arrange_by_key(|row| row.name_span);
    rows
}

/// Returns `true` for a list of version conditions such as `>= 1.2, < 2.0`.
pub fn is_version_constraint(text: &str) -> bool {
    const OPERATORS: &[&str] = &[">=", "<=", "!=", "~>", "=", ">", "<"];
    text.split(',').all(|part| {
        let part = part.trim();
        let version =
            OPERATORS.iter().find_map(|operator| part.strip_prefix(operator)).unwrap_or(part).trim();
        let version = version.strip_prefix('v').unwrap_or(version);
        let core = version.split(['-', '+']).next().unwrap_or_default();
        !core.is_empty()
            && core
                .split('.')
                .all(|number| number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty())
    })
}
