//! A normal form of conditions: two conditions with the same normal form are true for the same values.
//!
//! Whitespace, parentheses, the order of operands, names in loops, double negations and local values make no
//! difference. Different normal forms are inconclusive.

use std::cell::Cell;
use std::sync::Arc;

use hclx_analysis::describe::{AbsentPart, ConditionTerm, PathStep};
use hclx_core::Number;
use hclx_syntax::ast::{BinaryOp, Call, ExprId, ExprKind, For, Traverse, TraverseKind, Tree, UnaryOp};

use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The maximum number of expressions that replace references to local values.
const MAX_INLINED: usize = 2_000;
/// The maximum number of terms that a disjunction over a conjunction is split into.
const MAX_SPLIT: usize = 64;

/// The terms of a condition of a variable, or of another declaration without a name; all of them must be true.
pub(crate) fn terms(
    module: &Module,
    tree: &Tree,
    (condition, variable): (ExprId, &str),
) -> Vec<ConditionTerm> {
    let writer = Writer { module, variable, left: Cell::new(MAX_INLINED) };
    let read = FormSource { tree, names: &[], paths: &[], mode: Mode::Both };
    let mut terms: Vec<ConditionTerm> =
        writer.formula(read, condition, false).conjuncts().iter().map(Formula::term).collect();
    terms.sort_unstable_by(|one, other| one.text.cmp(&other.text));
    terms.dedup_by(|one, other| one.text == other.text);
    terms
}

/// A condition as a tree of conjunctions and disjunctions.
#[derive(Clone)]
enum Formula {
    /// All of these are true; never nested.
    All(Vec<Formula>),
    /// One of these is true; never nested.
    Any(Vec<Formula>),
    /// Something else in normal form.
    Term(String),
    /// Something else in normal form that is implied by a stronger formula, or by the absence of a part.
    Implied(String, Box<Implication>),
}

/// The formulas and facts that imply a formula.
#[derive(Clone, Default)]
struct Implication {
    stronger: Option<Formula>,
    absent: Vec<AbsentPart>,
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
            Formula::Term(term) | Formula::Implied(term, _) => term.clone(),
        }
    }

    /// The parts of a conjunction, or the formula itself.
    fn conjuncts(self) -> Vec<Formula> {
        match self {
            Formula::All(all) => all,
            one => vec![one],
        }
    }

    /// A formula that implies this one; possibly the formula itself.
    fn stronger(&self) -> Formula {
        let each = |all: &[Formula]| all.iter().map(Formula::stronger).collect();
        match self {
            Formula::All(all) => Formula::all(each(all)),
            Formula::Any(any) => Formula::any(each(any)),
            Formula::Implied(term, by) => by.stronger.clone().unwrap_or_else(|| Formula::Term(term.clone())),
            Formula::Term(_) => self.clone(),
        }
    }

    /// The parts whose absence implies the formula.
    fn absent(&self) -> Vec<AbsentPart> {
        match self {
            Formula::Any(any) => any.iter().flat_map(Formula::absent).collect(),
            Formula::Implied(_, by) => by.absent.clone(),
            Formula::All(_) | Formula::Term(_) => Vec::new(),
        }
    }

    fn term(&self) -> ConditionTerm {
        let text: Arc<str> = self.text().into();
        let stronger = self.stronger().conjuncts();
        let stronger: Vec<Arc<str>> = stronger.iter().map(|formula| formula.text().into()).collect();
        let is_same = matches!(&stronger[..], [one] if *one == text);
        let stronger = if is_same { Vec::new() } else { stronger };
        let alternatives = match self {
            Formula::Any(any) => any.iter().map(|formula| formula.text().into()).collect(),
            _ => Vec::new(),
        };
        ConditionTerm { text, stronger, holds_without: self.absent(), alternatives }
    }

    /// A term that is implied by the given formulas and facts, if there are any.
    fn consequence(term: String, by: Implication) -> Self {
        match by.stronger.is_some() || !by.absent.is_empty() {
            true => Formula::Implied(term, Box::new(by)),
            false => Formula::Term(term),
        }
    }

    fn all(parts: Vec<Formula>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Formula::All(inner) => inner,
            part => vec![part],
        });
        Formula::All(flat.collect())
    }

    /// A disjunction. A disjunction over a conjunction becomes a conjunction of disjunctions, so that each is a
    /// separate term.
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

/// The tree of an expression, with the names of the enclosing loops.
#[derive(Clone, Copy)]
struct FormSource<'t> {
    tree: &'t Tree,
    names: &'t [&'t str],
    /// The path of the variable's part that each name denotes, if any.
    paths: &'t [Option<Vec<PathStep>>],
    mode: Mode,
}

/// The normal forms to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The form of the condition itself, and one that implies it.
    Both,
    /// The form of the condition itself.
    Exact,
    /// The form with `x.k` for `lookup(x, "k", d)`, which has the same value wherever it is defined.
    Keyed,
}

impl<'t> FormSource<'t> {
    /// The source with another mode, unless only one form is being written already.
    fn only(self, mode: Mode) -> Self {
        if self.mode == Mode::Both { Self { mode, ..self } } else { self }
    }
}

struct Writer<'m> {
    module: &'m Module,
    /// The name of the variable whose parts are identified by paths.
    variable: &'m str,
    /// The number of expressions that may still replace references.
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
                _ => self.plain(read, negated, &|read| self.text(read, expr)),
            }
        })
    }

    /// A term with the given text, or its negation.
    fn plain(&self, read: FormSource<'_>, negated: bool, text: &dyn Fn(FormSource<'_>) -> String) -> Formula {
        let exact = not(text(read.only(Mode::Exact)), negated);
        if read.mode != Mode::Both {
            return Formula::Term(exact);
        }
        let keyed = not(text(read.only(Mode::Keyed)), negated);
        let stronger = (keyed != exact).then_some(Formula::Term(keyed));
        Formula::consequence(exact, Implication { stronger, absent: Vec::new() })
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
            _ => return self.plain(read, negated, &|read| self.binary(read, (op, left, right))),
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
        let formula = self.plain(read, false, &|read| self.binary(read, (op, left, right)));
        let is_null = |expr: ExprId| matches!(read.tree.expr(bare(read.tree, expr)).kind, ExprKind::Null);
        let tested = match (is_null(left), is_null(right)) {
            (false, true) if op == BinaryOp::Equal => self.absent_part(read, left),
            (true, false) if op == BinaryOp::Equal => self.absent_part(read, right),
            _ => None,
        };
        let absent = tested.into_iter().collect();
        match formula {
            Formula::Implied(text, by) => Formula::consequence(text, Implication { absent, ..*by }),
            other => Formula::consequence(other.text(), Implication { stronger: None, absent }),
        }
    }

    /// The part of the variable, or the other variable, that is absent if an expression is null.
    fn absent_part(&self, read: FormSource<'_>, expr: ExprId) -> Option<AbsentPart> {
        let part = |path, of_other| AbsentPart { of_other, path, is_empty: false };
        if let Some(path) = self.path(read, expr) {
            return Some(part(path, None));
        }
        let ExprKind::Traversal { base, steps } = read.tree.expr(bare(read.tree, expr)).kind else {
            return None;
        };
        let ExprKind::Variable(root) = read.tree.expr(bare(read.tree, base)).kind else { return None };
        let [Traverse { kind: TraverseKind::Attr(name), .. }] = read.tree.slice(steps) else { return None };
        let is_variable = read.tree.text(root) == "var" && !read.names.contains(&"var");
        is_variable.then(|| part(Vec::new(), Some(read.tree.text(*name).into())))
    }

    /// The path of an expression that is a part of the variable.
    fn path(&self, read: FormSource<'_>, expr: ExprId) -> Option<Vec<PathStep>> {
        let (base, steps) = match read.tree.expr(bare(read.tree, expr)).kind {
            ExprKind::Traversal { base, steps } => (base, read.tree.slice(steps)),
            ExprKind::Variable(_) => (expr, &[][..]),
            _ => return None,
        };
        let ExprKind::Variable(root) = read.tree.expr(bare(read.tree, base)).kind else { return None };
        let root = read.tree.text(root);
        let step = |step: &Traverse| match step.kind {
            TraverseKind::Attr(name) => Some(read.tree.text(name)),
            TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => read.tree.string(key),
        };
        let mut names = steps.iter().map(step);
        let mut path = match read.names.iter().rposition(|known| *known == root) {
            Some(index) => read.paths.get(index)?.clone()?,
            None if root == "var" && names.next()?? == self.variable => Vec::new(),
            None => return None,
        };
        for name in names {
            path.push(PathStep::Attribute(name?.into()));
        }
        Some(path)
    }

    /// The paths of the names in scope in a loop.
    fn paths_inside(&self, read: FormSource<'_>, one: &For) -> Vec<Option<Vec<PathStep>>> {
        let key = one.key_name.iter().map(|_| None);
        let element = self.elements(read, one.collection).map(|mut path| {
            path.push(PathStep::Element);
            path
        });
        read.paths.iter().cloned().chain(key).chain([element]).collect()
    }

    /// The path of the collection that the elements of an expression come from.
    fn elements(&self, read: FormSource<'_>, expr: ExprId) -> Option<Vec<PathStep>> {
        let inner = match read.tree.expr(bare(read.tree, expr)).kind {
            ExprKind::Call(call) => {
                let call = read.tree.node(call);
                let [list] = read.tree.slice(call.args) else { return None };
                ["values", "tolist", "toset"].contains(&read.tree.text(call.name.text)).then_some(*list)?
            }
            _ => return self.path(read, expr),
        };
        hclx_diag::grow(|| self.elements(read, inner))
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
                let text = |read: FormSource<'_>| {
                    let of = |expr| self.formula(read, expr, negated).text();
                    self.choice(read, condition, (of(yes), of(no)))
                };
                self.plain(read, false, &text)
            }
        }
    }

    /// A conditional in normal form. Of the condition and its negation, the one that sorts first becomes the test.
    fn choice(&self, read: FormSource<'_>, condition: ExprId, (yes, no): (String, String)) -> String {
        let read = read.only(Mode::Exact);
        let (test, opposite) =
            (self.formula(read, condition, false).text(), self.formula(read, condition, true).text());
        match test <= opposite {
            true => format!("({test} ? {yes} : {no})"),
            false => format!("({opposite} ? {no} : {yes})"),
        }
    }

    /// The formula of a call. `alltrue` and `anytrue` become conjunctions and disjunctions; over a loop, each conjunct
    /// becomes a separate loop.
    fn call_formula(&self, read: FormSource<'_>, (expr, call): (ExprId, &Call), negated: bool) -> Formula {
        let name = read.tree.text(call.name.text);
        let plain = || self.plain(read, negated, &|read| self.text(read, expr));
        let is_true =
            |expr: ExprId| matches!(read.tree.expr(bare(read.tree, expr)).kind, ExprKind::Bool(true));
        let list = match read.tree.slice(call.args) {
            [list] => list,
            // if the first one is true, so is the whole
            [first, last] if name == "try" && !negated && read.mode == Mode::Both && is_true(*last) => {
                let stronger = Some(self.formula(read, *first, false).stronger());
                let text = self.text(read, expr);
                return Formula::consequence(text, Implication { stronger, absent: Vec::new() });
            }
            _ => return plain(),
        };
        let is_all = name == "alltrue";
        if !is_all && name != "anytrue" {
            return plain();
        }
        match read.tree.expr(bare(read.tree, *list)).kind {
            ExprKind::Tuple(parts) => {
                let parts = read.tree.slice(parts).iter().map(|part| self.formula(read, *part, negated));
                if is_all == negated { Formula::any(parts.collect()) } else { Formula::all(parts.collect()) }
            }
            ExprKind::For(one) if is_all && !negated && read.tree.node(one).key.is_none() => {
                let one = read.tree.node(one);
                let (names, paths) = (inside(read, one), self.paths_inside(read, one));
                let within = FormSource { names: &names, paths: &paths, ..read };
                let value = self.formula(within, one.value, false);
                let each = |value: &Formula| self.for_all(read, one, value);
                Formula::all(value.conjuncts().iter().map(each).collect())
            }
            _ => plain(),
        }
    }

    /// The formula that another formula is true for all elements of a loop.
    fn for_all(&self, read: FormSource<'_>, one: &For, value: &Formula) -> Formula {
        let text = |value: &Formula, mode| {
            format!("alltrue({})", self.repeated(read.only(mode), one, &value.text()))
        };
        let exact = text(value, Mode::Exact);
        if read.mode != Mode::Both {
            return Formula::Term(exact);
        }
        let each = |value: &Formula| Formula::Term(text(value, Mode::Keyed));
        let stronger = Formula::all(value.stronger().conjuncts().iter().map(each).collect());
        let stronger = match &stronger {
            Formula::All(all) if matches!(&all[..], [one] if one.text() == exact) => None,
            _ => Some(stronger),
        };
        let mut absent = value.absent();
        let empty = self.elements(read, one.collection);
        absent.extend(empty.map(|path| AbsentPart { of_other: None, path, is_empty: true }));
        Formula::consequence(exact, Implication { stronger, absent })
    }

    /// An expression in normal form.
    fn text(&self, read: FormSource<'_>, expr: ExprId) -> String {
        let tree = read.tree;
        let read = read.only(Mode::Exact);
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

    /// A loop whose value is already in normal form. Names in loops are numbered.
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
        if let ("lookup", [map, key, ..]) = (name, read.tree.slice(call.args))
            && let Some(key) = read.tree.string(*key)
            && read.mode == Mode::Keyed
        {
            return format!("{}.{key}", self.text(read, *map));
        }
        // something that fails elsewhere has a value here
        let mode = if ["can", "try"].contains(&name) { Mode::Exact } else { read.mode };
        let read = FormSource { mode, ..read };
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
        // the names of the loops around the reference are not in scope in the local value
        Some(self.text(FormSource { tree, names: &[], paths: &[], mode: read.mode }, expr))
    }
}

/// The names in scope in a loop.
fn inside<'t>(read: FormSource<'t>, one: &For) -> Vec<&'t str> {
    let own = one.key_name.iter().chain([&one.value_name]).map(|name| read.tree.text(name.text));
    read.names.iter().copied().chain(own).collect()
}

/// A name in normal form; names of loops are numbered from the outside.
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

/// The operands of a chain of the same operator, in order.
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
