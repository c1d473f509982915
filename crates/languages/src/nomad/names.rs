//! Names in a job: undeclared ones stay in the string, and are interpolated when the job runs.

use hclx_analysis::graph::Graph;
use hclx_core::{Range, Type, Value};
use hclx_diag::{Diagnostic, Help, Suggestion, TextRange, code_names as codes, nearest};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};
use hclx_syntax::statics::{self, Reference};

use hclx_module::{NameResolver, NameTarget, SourceFile, SourceFiles, Traversal, in_variable, member};

/// The context of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameScope {
    /// A default, which cannot refer to anything.
    Constant,
    /// The validation of the variable with this index.
    Validation(usize),
    /// Anywhere else.
    Job,
}

pub(crate) struct Names {
    /// The names of variables, by the index of their block.
    pub variables: Vec<String>,
}

impl NameResolver for Names {
    type Scope = NameScope;

    fn meaning(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        match (name.root, scope) {
            (_, NameScope::Constant) => in_variable(graph, None, name),
            (_, NameScope::Validation(variable)) => {
                let own = self.variables.get(variable).map_or("", String::as_str);
                in_variable(graph, Some(own), name)
            }
            ("var", _) => member(graph, "var", "variable", name),
            ("local", _) => member(graph, "local", "local value", name),
            // Nomad restores other names as `${…}`: they are interpolated where the task runs.
            _ => NameTarget::Value(text(name), name.steps.len()),
        }
    }
}

/// The string for a name that is kept as written.
fn text(name: &Traversal<'_>) -> Value {
    let mut text = format!("${{{}", name.root);
    for step in &name.steps {
        match step {
            Some(step) if hclx_diag::is_identifier(step) => text.extend([".", step]),
            Some(step) => text.extend(["[\"", step, "\"]"]),
            None => return Value::unknown_in(Type::STRING, Range::not_null()),
        }
    }
    text.push('}');
    Value::string(text)
}

/// The suggestion for a name.
enum Instead {
    /// A replacement name.
    Word(&'static str),
    Advice(&'static str),
}

/// Names from other applications, with the Nomad equivalent or a help text.
const MEANT: &[(&str, Instead)] = &[
    ("each", Instead::Advice("use the block type as iterator name in a `dynamic` block")),
    ("count", Instead::Advice("use `${NOMAD_ALLOC_INDEX}` for the index of the allocation")),
    ("self", Instead::Advice("use `${NOMAD_…}` for attributes of the running task")),
    ("vars", Instead::Word("var")),
    ("variable", Instead::Word("var")),
    ("variables", Instead::Word("var")),
    ("locals", Instead::Word("local")),
    ("path", Instead::Advice("use a path relative to the directory in which `nomad` runs")),
];

/// Functions that transform, inspect or parse a string.
#[rustfmt::skip]
const READS: &[&str] = &[
    "upper", "lower", "title", "length", "strlen", "substr", "replace", "regex_replace", "split", "strrev",
    "trim", "trimprefix", "trimsuffix", "trimspace", "chomp", "indent", "regex", "regexall", "parseint",
    "base64encode", "base64decode", "urlencode", "md5", "sha1", "sha256", "sha512", "bcrypt", "uuidv5",
    "file", "filebase64", "basename", "dirname", "abspath", "pathexpand", "contains", "jsondecode",
    "yamldecode", "cidrhost", "cidrsubnet", "cidrnetmask", "formatdate", "timeadd", "convert",
];

/// Reports names that are kept as strings, which is rarely intended.
pub(super) fn at_run_time(sources: &SourceFiles, found: &mut Vec<Diagnostic>) {
    for source in sources.iter() {
        let (references, iterators) = source.references();
        let texts: Vec<&Reference<'_>> = references
            .iter()
            .filter(|one| !matches!(&*one.root, "var" | "local") && !one.steps.is_empty())
            .collect();
        for reference in &texts {
            found.extend(mistaken(reference, &iterators, source));
        }
        found.extend(read_too_early(source, &references));
    }
}

fn mistaken(reference: &Reference<'_>, iterators: &[String], source: &SourceFile) -> Option<Diagnostic> {
    let root = &*reference.root;
    let instead = match MEANT.iter().find(|(name, _)| *name == root) {
        Some((_, Instead::Advice(advice))) => Help::from(*advice),
        Some((_, Instead::Word(word))) => Suggestion::word(*word).into(),
        None => Suggestion::word(nearest(root, iterators.iter().map(String::as_str))?).into(),
    };
    let place = reference.root_range.in_source(source.id);
    let message = format!("`{root}` is not evaluated here: Nomad reads it when the job runs");
    Some(Diagnostic::warning(codes::NOT_IN_SCOPE, place, message).help(instead))
}

/// Reports functions and comparisons applied to strings that are only interpolated when the job
/// runs.
fn read_too_early(source: &SourceFile, references: &[Reference<'_>]) -> Vec<Diagnostic> {
    let tree = &source.parsed.tree;
    let text_of = |id: ExprId| run_time_name(tree, source, id, references);
    let mut found = Vec::new();
    for id in tree.expr_ids() {
        let (what, operand) = match tree.expr(id).kind {
            ExprKind::Call(call) => {
                let call = tree.node(call);
                let name = tree.text(call.name.text);
                let Some(text) = tree.slice(call.args).iter().find_map(|arg| text_of(*arg)) else { continue };
                if !READS.contains(&name) {
                    continue;
                }
                (format!("`{name}`"), text)
            }
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } => {
                let Some(text) = text_of(left).or_else(|| text_of(right)) else { continue };
                ("this comparison".to_owned(), text)
            }
            _ => continue,
        };
        let (text, range) = operand;
        let message = format!("{what} uses the literal string `${{{text}}}`, not its value");
        found.push(
            Diagnostic::warning(codes::NOT_IN_SCOPE, range.in_source(source.id), message)
                .label("Nomad reads this when the job runs"),
        );
    }
    found
}

/// A name that is kept as a string: that string, and its place.
fn run_time_name(
    tree: &Tree,
    source: &SourceFile,
    id: ExprId,
    references: &[Reference<'_>],
) -> Option<(String, TextRange)> {
    let id = match tree.expr(id).kind {
        ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => inner,
        _ => id,
    };
    let reference = statics::as_reference(tree, source.id, id)?;
    let range = reference.range();
    let is_free = !matches!(&*reference.root, "var" | "local") && !reference.steps.is_empty();
    // excludes iterators and variables of `for`
    let is_known = references.iter().any(|one| one.range() == range);
    (is_free && is_known).then(|| (reference.to_string(), range))
}
