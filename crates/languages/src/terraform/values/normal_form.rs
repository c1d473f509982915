//! A normal form of conditions: two conditions with the same normal form hold for the same values.
//!
//! Spaces, parentheses, the order of operands, names in loops, double negations and local values make no difference.
//! Different normal forms say nothing.

use std::cell::Cell;

use hclx_core::Number;
use hclx_syntax::ast::{BinaryOp, Call, ExprId, ExprKind, For, Traverse, TraverseKind, Tree, UnaryOp};

use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The maximum number of expressions that are read in place of references to local values.
const MAX_INLINED: usize = 2_000;
/// The maximum number of terms that a disjunction over a conjunction is split into.
const MAX_SPLIT: usize = 64;

/// The terms of a condition in normal form, all of which must hold.
pub(crate) fn terms(module: &Module, tree: &Tree, condition: ExprId) -> Vec<String> {
    let writer = Writer { module, left: Cell::new(MAX_INLINED) };
    let mut terms: Vec<String> = match writer.formula(FormSource { tree, names: &[] }, condition, false) {
        Formula::All(all) => all.iter().map(Formula::text).collect(),
        one => vec![one.text()],
    };
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// A condition as a tree of conjunctions and disjunctions.
#[derive(Clone)]
enum Formula {
    /// All of these hold; never nested.
    All(Vec<Formula>),
    /// One of these holds; never nested.
    Any(Vec<Formula>),
    /// Something else in normal form.
    Term(String),
}

impl Formula {
    fn text(&self) -> String {
        let joined = |all: &[Formula], by: &str| {
            let mut all: Vec<String> = all.iter().map(Formula::text).collect();
            all.sort_unstable();
            all.dedup();
            format!("({})", all.join(by))
        };
        match self {
            Formula::All(all) => joined(all, " && "),
            Formula::Any(any) => joined(any, " || "),
            Formula::Term(term) => term.clone(),
        }
    }

    fn all(parts: Vec<Formula>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Formula::All(inner) => inner,
            part => vec![part],
        });
        Formula::All(flat.collect())
    }

    /// A disjunction. One over a conjunction is the conjunction of its disjunctions, so that each is a term of its own.
    fn any(parts: Vec<Formula>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Formula::Any(inner) => inner,
            part => vec![part],
        });
        let (mut all, rest): (Vec<_>, Vec<_>) = flat.partition(|part| matches!(part, Formula::All(_)));
        match all.pop() {
            Some(Formula::All(inner)) if all.is_empty() && inner.len() * (rest.len() + 1) <= MAX_SPLIT => {
                let with = |one: Formula| Formula::any(rest.iter().cloned().chain([one]).collect());
                Formula::all(inner.into_iter().map(with).collect())
            }
            last => Formula::Any(rest.into_iter().chain(all).chain(last).collect()),
        }
    }
}

/// The tree of an expression, with the names of the loops around it.
#[derive(Clone, Copy)]
struct FormSource<'t> {
    tree: &'t Tree,
    names: &'t [&'t str],
}

struct Writer<'m> {
    module: &'m Module,
    /// The number of expressions that may still be read in place of references.
    left: Cell<usize>,
}

impl Writer<'_> {
    /// The formula of a condition or of its negation.
    fn formula(&self, read: FormSource<'_>, expr: ExprId, negated: bool) -> Formula {
        hclx_diag::grow(|| {
            let inner = |expr| self.formula(read, expr, negated);
            match read.tree.expr(expr).kind {
                ExprKind::Paren(one) | ExprKind::TemplateWrap(one) => inner(one),
                ExprKind::Unary { op: UnaryOp::Not, operand } => self.formula(read, operand, !negated),
                ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), .. } => {
                    let sides = operands(read.tree, expr, op).into_iter().map(inner).collect();
                    if (op == BinaryOp::And) == negated { Formula::any(sides) } else { Formula::all(sides) }
                }
                ExprKind::Binary { op, left, right } => self.comparison(read, (op, left, right), negated),
                ExprKind::Conditional { condition, yes, no } => {
                    self.conditional(read, (condition, yes, no), negated)
                }
                ExprKind::Call(call) => self.call_formula(read, (expr, read.tree.node(call)), negated),
                _ => Formula::Term(not(self.text(read, expr), negated)),
            }
        })
    }

    fn comparison(
        &self,
        read: FormSource<'_>,
        (op, left, right): (BinaryOp, ExprId, ExprId),
        negated: bool,
    ) -> Formula {
        let opposite = match op {
            BinaryOp::Equal => BinaryOp::NotEqual,
            BinaryOp::NotEqual => BinaryOp::Equal,
            BinaryOp::Greater => BinaryOp::LessEqual,
            BinaryOp::GreaterEqual => BinaryOp::Less,
            BinaryOp::Less => BinaryOp::GreaterEqual,
            BinaryOp::LessEqual => BinaryOp::Greater,
            _ => return Formula::Term(not(self.binary(read, (op, left, right)), negated)),
        };
        let op = if negated { opposite } else { op };
        // `can(…) == true` is the condition itself; another value may not be a bool
        let is_bool = |expr: ExprId| {
            matches!(read.tree.expr(bare(read.tree, expr)).kind, ExprKind::Call(call)
                if ["can", "contains", "alltrue", "anytrue", "startswith", "endswith"]
                    .contains(&read.tree.text(read.tree.node(call).name.text)))
        };
        for (one, other) in [(left, right), (right, left)] {
            if let ExprKind::Bool(truth) = read.tree.expr(other).kind
                && matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
                && is_bool(one)
            {
                return self.formula(read, one, truth != (op == BinaryOp::Equal));
            }
        }
        Formula::Term(self.binary(read, (op, left, right)))
    }

    fn binary(&self, read: FormSource<'_>, (op, left, right): (BinaryOp, ExprId, ExprId)) -> String {
        let (left, right) = (self.text(read, left), self.text(read, right));
        let (op, left, right) = match op {
            BinaryOp::Greater => (BinaryOp::Less, right, left),
            BinaryOp::GreaterEqual => (BinaryOp::LessEqual, right, left),
            BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Add | BinaryOp::Multiply if right < left => {
                (op, right, left)
            }
            op => (op, left, right),
        };
        format!("({left} {} {right})", op.text())
    }

    fn conditional(
        &self,
        read: FormSource<'_>,
        (condition, yes, no): (ExprId, ExprId, ExprId),
        negated: bool,
    ) -> Formula {
        let constant = |expr: ExprId| match read.tree.expr(bare(read.tree, expr)).kind {
            ExprKind::Bool(truth) => Some(truth != negated),
            _ => None,
        };
        let of = |expr| self.formula(read, expr, negated);
        let test = |negated| self.formula(read, condition, negated);
        match (constant(yes), constant(no)) {
            (Some(true), Some(false)) => test(false),
            (Some(false), Some(true)) => test(true),
            (Some(true), _) => Formula::any(vec![test(false), of(no)]),
            (Some(false), _) => Formula::all(vec![test(true), of(no)]),
            (_, Some(true)) => Formula::any(vec![test(true), of(yes)]),
            (_, Some(false)) => Formula::all(vec![test(false), of(yes)]),
            _ => {
                let arms = (of(yes).text(), of(no).text());
                Formula::Term(self.choice(read, condition, arms))
            }
        }
    }

    /// A conditional; of the condition and its negation, the first in order is the test.
    fn choice(&self, read: FormSource<'_>, condition: ExprId, (yes, no): (String, String)) -> String {
        let (test, opposite) =
            (self.formula(read, condition, false).text(), self.formula(read, condition, true).text());
        match test <= opposite {
            true => format!("({test} ? {yes} : {no})"),
            false => format!("({opposite} ? {no} : {yes})"),
        }
    }

    /// `alltrue` and `anytrue` are conjunctions and disjunctions; of a loop, each conjunct is a loop of its own.
    fn call_formula(&self, read: FormSource<'_>, (expr, call): (ExprId, &Call), negated: bool) -> Formula {
        let name = read.tree.text(call.name.text);
        let [list] = read.tree.slice(call.args) else {
            return Formula::Term(not(self.text(read, expr), negated));
        };
        let is_all = name == "alltrue";
        if !is_all && name != "anytrue" {
            return Formula::Term(not(self.text(read, expr), negated));
        }
        match read.tree.expr(bare(read.tree, *list)).kind {
            ExprKind::Tuple(parts) => {
                let parts = read.tree.slice(parts).iter().map(|part| self.formula(read, *part, negated));
                if is_all == negated { Formula::any(parts.collect()) } else { Formula::all(parts.collect()) }
            }
            ExprKind::For(one) if is_all && !negated && read.tree.node(one).key.is_none() => {
                let one = read.tree.node(one);
                let names = inside(read, one);
                let value = self.formula(FormSource { names: &names, ..read }, one.value, false);
                let each = |value: &Formula| {
                    Formula::Term(format!("alltrue({})", self.repeated(read, one, &value.text())))
                };
                match &value {
                    Formula::All(all) => Formula::all(all.iter().map(each).collect()),
                    value => each(value),
                }
            }
            _ => Formula::Term(not(self.text(read, expr), negated)),
        }
    }

    /// An expression in normal form.
    fn text(&self, read: FormSource<'_>, expr: ExprId) -> String {
        let tree = read.tree;
        hclx_diag::grow(|| match tree.expr(expr).kind {
            ExprKind::Missing => "?".to_owned(),
            ExprKind::Null => "null".to_owned(),
            ExprKind::Bool(truth) => truth.to_string(),
            ExprKind::Number => {
                let written = tree.number(tree.expr(expr).range);
                Number::parse_string(written).map_or_else(|| written.to_owned(), |number| number.to_string())
            }
            ExprKind::String(text) => format!("{:?}", tree.text(text)),
            ExprKind::Template(parts) => {
                let parts: Vec<String> =
                    tree.slice(parts).iter().map(|part| self.text(read, *part)).collect();
                format!("template({})", parts.join(", "))
            }
            ExprKind::TemplateIf(one) => {
                let one = tree.node(one);
                let arms = (self.text(read, one.yes), self.text(read, one.no));
                self.choice(read, one.condition, arms)
            }
            ExprKind::TemplateFor(one) => {
                let one = tree.node(one);
                let own = one.key.iter().chain([&one.value]).map(|name| tree.text(name.text));
                let names: Vec<&str> = read.names.iter().copied().chain(own).collect();
                let body = self.text(FormSource { names: &names, ..read }, one.body);
                format!("template(for {} : {body})", self.text(read, one.collection))
            }
            ExprKind::JsonString { text, template } => match template {
                Some(template) => self.text(read, template.into()),
                None => format!("{:?}", tree.text(text)),
            },
            ExprKind::Variable(name) => name_in(read.names, tree.text(name)),
            ExprKind::SplatItem => "@".to_owned(),
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => self.text(read, inner),
            ExprKind::Traversal { base, steps } => self.traversal(read, base, tree.slice(steps)),
            ExprKind::Splat { source, each, full } => {
                let marker = if full { "[*]" } else { ".*" };
                format!("{}{marker}{}", self.text(read, source), self.text(read, each))
            }
            ExprKind::Call(call) => self.call(read, tree.node(call)),
            ExprKind::Conditional { condition, yes, no } => {
                let arms = (self.text(read, yes), self.text(read, no));
                self.choice(read, condition, arms)
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. }
            | ExprKind::Unary { op: UnaryOp::Not, .. } => self.formula(read, expr, false).text(),
            ExprKind::Binary { op, left, right } => self.binary(read, (op, left, right)),
            ExprKind::Unary { op: UnaryOp::Negate, operand } => format!("-{}", self.text(read, operand)),
            ExprKind::Tuple(parts) => {
                let parts: Vec<String> =
                    tree.slice(parts).iter().map(|part| self.text(read, *part)).collect();
                format!("[{}]", parts.join(", "))
            }
            ExprKind::Object(items) => {
                let item = |item: &hclx_syntax::ast::ObjectItem| {
                    format!("{} = {}", self.text(read, item.key), self.text(read, item.value))
                };
                let mut items: Vec<String> = tree.slice(items).iter().map(item).collect();
                items.sort_unstable();
                format!("{{{}}}", items.join(", "))
            }
            ExprKind::For(one) => {
                let one = tree.node(one);
                let names = inside(read, one);
                let value = self.text(FormSource { names: &names, ..read }, one.value);
                self.repeated(read, one, &value)
            }
        })
    }

    /// A loop whose value is in normal form already. Names in loops are numbered.
    fn repeated(&self, read: FormSource<'_>, one: &For, value: &str) -> String {
        let names = inside(read, one);
        let within = FormSource { names: &names, ..read };
        let key = one.key.map(|key| format!("{} => ", self.text(within, key.into()))).unwrap_or_default();
        let condition =
            one.condition.map(|one| format!(" if {}", self.formula(within, one.into(), false).text()));
        let group = if one.group { "..." } else { "" };
        let collection = self.text(read, one.collection);
        format!(
            "for({}, {collection}: {key}{value}{group}{})",
            1 + usize::from(one.key_name.is_some()),
            condition.unwrap_or_default()
        )
    }

    fn call(&self, read: FormSource<'_>, call: &Call) -> String {
        let name = read.tree.text(call.name.text);
        let arguments = read.tree.slice(call.args).iter().map(|argument| match name {
            "can" | "alltrue" | "anytrue" | "try" => self.formula(read, *argument, false).text(),
            _ => self.text(read, *argument),
        });
        let arguments: Vec<String> = arguments.collect();
        format!("{name}({}{})", arguments.join(", "), if call.expand { "..." } else { "" })
    }

    fn traversal(&self, read: FormSource<'_>, base: ExprId, steps: &[Traverse]) -> String {
        let (mut text, steps) = match self.local(read, base, steps) {
            Some(local) => (local, &steps[1..]),
            None => (self.text(read, base), steps),
        };
        for step in steps {
            match step.kind {
                TraverseKind::Attr(name) => text.extend([".", read.tree.text(name)]),
                TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => match read.tree.string(key) {
                    Some(name) => text.extend([".", name]),
                    None => text.extend(["[", &self.text(read, key), "]"]),
                },
            }
        }
        text
    }

    /// The value of a local value that a traversal refers to.
    fn local(&self, read: FormSource<'_>, base: ExprId, steps: &[Traverse]) -> Option<String> {
        let ExprKind::Variable(root) = read.tree.expr(base).kind else { return None };
        let TraverseKind::Attr(name) = steps.first()?.kind else { return None };
        if read.tree.text(root) != "local" || read.names.contains(&"local") {
            return None;
        }
        let (_, local) = self.module.get(Kind::Local, "", read.tree.text(name))?;
        let (tree, expr) = (&*local.written.parsed.tree, local.expr?);
        let size = tree.inside(expr).count().max(1);
        self.left.set(self.left.get().checked_sub(size)?);
        // no name of a loop around the reference means anything in the local value
        Some(self.text(FormSource { tree, names: &[] }, expr))
    }
}

/// The names in scope in a loop.
fn inside<'t>(read: FormSource<'t>, one: &For) -> Vec<&'t str> {
    let own = one.key_name.iter().chain([&one.value_name]).map(|name| read.tree.text(name.text));
    read.names.iter().copied().chain(own).collect()
}

/// A name; those of loops are numbered from the outside.
fn name_in(names: &[&str], name: &str) -> String {
    match names.iter().rposition(|known| *known == name) {
        Some(index) => format!("%{index}"),
        None => name.to_owned(),
    }
}

fn not(text: String, negated: bool) -> String {
    if negated { format!("!{text}") } else { text }
}

/// An expression without the parentheses around it.
fn bare(tree: &Tree, mut expr: ExprId) -> ExprId {
    while let ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) = tree.expr(expr).kind {
        expr = inner;
    }
    expr
}

/// The operands of a chain of one operator, in order.
pub(crate) fn operands(tree: &Tree, expr: ExprId, wanted: BinaryOp) -> Vec<ExprId> {
    let mut left_over = vec![expr];
    let mut found = Vec::new();
    while let Some(expr) = left_over.pop() {
        match tree.expr(expr).kind {
            ExprKind::Paren(inner) => left_over.push(inner),
            ExprKind::Binary { op, left, right } if op == wanted => left_over.extend([right, left]),
            _ => found.push(expr),
        }
    }
    found
}
