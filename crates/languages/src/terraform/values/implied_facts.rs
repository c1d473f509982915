//! Derives facts about paths of a variable's value from conditions.
//!
//! A condition in any other form results in no facts, which is always sound. If only part of a condition has another
//! form, the result is partial.

use hclx_analysis::compare::satisfies;
use hclx_analysis::describe::{Fact, PathStep, Rule};
use hclx_core::{Bound, Number, Type, TypeKind, Value};
use hclx_diag::SourceId;
use hclx_formats::escape;
use hclx_syntax::ast::{BinaryOp, Call, ExprId, ExprKind, For, Slice, Traverse, TraverseKind, Tree, UnaryOp};

/// Derives facts from the conditions of a variable.
pub(crate) struct Lifter<'c> {
    pub(crate) tree: &'c Tree,
    pub(crate) source: SourceId,
    pub(crate) variable: &'c str,
    /// The type of the variable.
    pub(crate) ty: &'c Type,
    /// Evaluates an expression that does not refer to the variable; `None` if its value is not
    /// wholly known.
    pub(crate) value_of: &'c dyn Fn(ExprId) -> Option<Value>,
}

/// The facts that are implied if a condition is true.
#[derive(Default)]
pub(crate) struct ImpliedFacts {
    /// The implied facts.
    pub(crate) facts: Vec<Fact>,
    /// Set if the condition requires more than the facts.
    pub(crate) is_partial: bool,
}

/// The path of a part of a value.
type Path = Vec<PathStep>;

/// A name in a loop, with the path of its value; the element of a splat has no name.
type NamedPath<'n> = (&'n str, Path);

/// Names in scope, innermost last.
type Names<'n> = [NamedPath<'n>];

/// The comparison of a subject with a constant.
struct Comparison {
    op: BinaryOp,
    other: ExprId,
}

/// The value that replaces an absent one.
struct Fallback {
    /// The fallback value, if it is known.
    value: Option<Value>,
    /// Set if the fallback also replaces null.
    is_for_null: bool,
}

impl ImpliedFacts {
    /// Applies the facts to a value with a fallback. If the fallback may violate them, the condition requires more than
    /// the facts.
    fn or_fallback(mut self, fallback: Option<Fallback>) -> Self {
        let Some(Fallback { value, is_for_null }) = fallback else { return self };
        let is_fit = |fact: &Fact| value.as_ref().is_some_and(|value| satisfies(&fact.rule, value));
        self.is_partial |= !self.facts.iter().all(is_fit);
        for fact in &mut self.facts {
            fact.admits_null |= is_for_null;
            fact.has_fallback = !is_for_null;
        }
        self
    }

    fn nothing() -> Self {
        Self { facts: Vec::new(), is_partial: true }
    }

    fn and(mut self, other: Self) -> Self {
        self.facts.extend(other.facts);
        Self { facts: self.facts, is_partial: self.is_partial || other.is_partial }
    }

    /// Makes the facts conditional on the value at a path not being null.
    fn or_null(self, path: &[PathStep]) -> Self {
        let mut is_partial = self.is_partial;
        let unless = |mut fact: Fact| {
            let is_own = fact.path == path;
            fact.admits_null |= is_own;
            if is_own && fact.rule == Rule::NotNull {
                return None;
            }
            is_partial |= !fact.path.starts_with(path);
            fact.path.starts_with(path).then_some(fact)
        };
        let facts = self.facts.into_iter().filter_map(unless).collect();
        Self { facts, is_partial }
    }
}

impl<'c> Lifter<'c> {
    /// The facts of a condition, restricted to types to which they apply.
    pub(crate) fn lift(&self, expr: ExprId) -> ImpliedFacts {
        let mut lifted = self.implied_facts(expr, &[]);
        let count = lifted.facts.len();
        lifted.facts.retain(|fact| type_at(self.ty, &fact.path).is_some_and(|ty| applies(&fact.rule, ty)));
        lifted.is_partial |= lifted.facts.len() < count;
        lifted
    }

    fn implied_facts(&self, expr: ExprId, names: &Names<'c>) -> ImpliedFacts {
        hclx_diag::grow(|| match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => self.implied_facts(inner, names),
            ExprKind::Bool(true) => ImpliedFacts::default(),
            ExprKind::Binary { op: BinaryOp::And, .. } => {
                let sides = self.sides(expr, BinaryOp::And).into_iter();
                sides.fold(ImpliedFacts::default(), |all, side| all.and(self.implied_facts(side, names)))
            }
            ExprKind::Binary { op: BinaryOp::Or, .. } => self.either(&self.sides(expr, BinaryOp::Or), names),
            ExprKind::Binary { op, left, right } => self.compared(expr, (op, left, right), names),
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.negated(operand, names),
            ExprKind::Conditional { condition, yes, no } => self.chosen((condition, yes, no), names),
            ExprKind::Call(call) => self.called(expr, self.tree.node(call), names),
            _ => ImpliedFacts::nothing(),
        })
    }

    /// The operands of a chain of one operator.
    fn sides(&self, expr: ExprId, wanted: BinaryOp) -> Vec<ExprId> {
        let mut left_over = vec![expr];
        let mut sides = Vec::new();
        while let Some(expr) = left_over.pop() {
            match self.tree.expr(expr).kind {
                ExprKind::Paren(inner) => left_over.push(inner),
                ExprKind::Binary { op, left, right } if op == wanted => left_over.extend([right, left]),
                _ => sides.push(expr),
            }
        }
        sides
    }

    /// Handles `P == null || …`, and alternatives for one value.
    fn either(&self, sides: &[ExprId], names: &Names<'c>) -> ImpliedFacts {
        let null = |side: &ExprId| self.asks_for_null(*side, names).filter(|(_, is_null)| *is_null);
        let nulls: Vec<Path> = sides.iter().filter_map(null).map(|(path, _)| path).collect();
        let others: Vec<ExprId> = sides.iter().copied().filter(|side| null(side).is_none()).collect();
        let lifted = match &others[..] {
            [] => return ImpliedFacts::nothing(),
            [one] => self.implied_facts(*one, names),
            several => {
                let sides = several.iter().map(|side| self.implied_facts(*side, names));
                match alternatives(sides) {
                    Some(fact) => ImpliedFacts { facts: vec![fact], is_partial: false },
                    None => ImpliedFacts::nothing(),
                }
            }
        };
        nulls.iter().fold(lifted, |lifted, path| lifted.or_null(path))
    }

    /// Handles `P == null ? true : …` and similar conditionals.
    fn chosen(&self, (condition, yes, no): (ExprId, ExprId, ExprId), names: &Names<'c>) -> ImpliedFacts {
        let Some((path, is_null)) = self.asks_for_null(condition, names) else {
            return ImpliedFacts::nothing();
        };
        let (with_null, without) = if is_null { (yes, no) } else { (no, yes) };
        match self.tree.expr(with_null).kind {
            ExprKind::Bool(true) => self.implied_facts(without, names).or_null(&path),
            ExprKind::Bool(false) => {
                let not_null = self.fact(condition, path, Rule::NotNull, false);
                not_null.and(self.implied_facts(without, names))
            }
            _ => ImpliedFacts::nothing(),
        }
    }

    /// The path that a condition compares with null; the flag is `true` if the condition is true for null.
    fn asks_for_null(&self, expr: ExprId, names: &Names<'c>) -> Option<(Path, bool)> {
        match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => self.asks_for_null(inner, names),
            ExprKind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right } => {
                let is_null = |expr: ExprId| matches!(self.tree.expr(expr).kind, ExprKind::Null);
                let other = match (is_null(left), is_null(right)) {
                    (false, true) => left,
                    (true, false) => right,
                    _ => return None,
                };
                Some((self.subject(other, names)?, op == BinaryOp::Equal))
            }
            _ => None,
        }
    }

    fn negated(&self, expr: ExprId, names: &Names<'c>) -> ImpliedFacts {
        hclx_diag::grow(|| match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => self.negated(inner, names),
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.implied_facts(operand, names),
            // A negated `&&` does not determine which side is false, so only `||` results in facts.
            ExprKind::Binary { op: BinaryOp::Or, .. } => {
                let sides = self.sides(expr, BinaryOp::Or).into_iter();
                sides.fold(ImpliedFacts::default(), |all, side| all.and(self.negated(side, names)))
            }
            ExprKind::Binary { op, left, right } => match opposite(op) {
                Some(op) => self.compared(expr, (op, left, right), names),
                None => ImpliedFacts::nothing(),
            },
            ExprKind::Call(call) => match (self.call(call), self.arguments(call)) {
                ("contains", [list, own]) => self.listed(expr, (*list, *own), names, Rule::NoneOf),
                _ => ImpliedFacts::nothing(),
            },
            _ => ImpliedFacts::nothing(),
        })
    }

    fn called(&self, expr: ExprId, call: &Call, names: &Names<'c>) -> ImpliedFacts {
        let args = self.tree.slice(call.args);
        match (self.tree.text(call.name.text), args) {
            ("contains", [list, own]) => self.listed(expr, (*list, *own), names, Rule::OneOf),
            ("startswith", [own, prefix]) => {
                self.of_text(expr, (*own, *prefix), names, |text| Rule::Prefix(text.into()))
            }
            ("endswith", [own, suffix]) => {
                let pattern = |text: &str| Rule::Pattern(format!("{}$", escape(text)).into());
                self.of_text(expr, (*own, *suffix), names, pattern)
            }
            ("can", [inner]) => self.matched(expr, *inner, "regex", names),
            // A failing condition counts as false here, so the whole is only true if the inner one is.
            ("try", [inner, otherwise])
                if matches!(self.tree.expr(*otherwise).kind, ExprKind::Bool(false)) =>
            {
                self.implied_facts(*inner, names)
            }
            ("alltrue", [list]) => match self.tree.expr(*list).kind {
                ExprKind::Tuple(elements) => {
                    let elements = self.tree.slice(elements).iter();
                    elements
                        .fold(ImpliedFacts::default(), |all, one| all.and(self.implied_facts(*one, names)))
                }
                ExprKind::For(one) => self.repeated(self.tree.node(one), names),
                _ => ImpliedFacts::nothing(),
            },
            ("anytrue", [list]) => match self.tree.expr(*list).kind {
                ExprKind::Tuple(elements) => self.either(self.tree.slice(elements), names),
                _ => ImpliedFacts::nothing(),
            },
            _ => ImpliedFacts::nothing(),
        }
    }

    /// Handles `contains([…], P)`.
    fn listed(
        &self,
        expr: ExprId,
        (list, own): (ExprId, ExprId),
        names: &Names<'c>,
        rule: fn(std::sync::Arc<[Value]>) -> Rule,
    ) -> ImpliedFacts {
        let Some((path, fallback)) = self.subject_or_fallback(own, names) else {
            return ImpliedFacts::nothing();
        };
        let members = (self.value_of)(list);
        match members.as_ref().and_then(Value::elements).filter(|_| !is_object(members.as_ref())) {
            // `contains` fails for null
            Some(elements) => {
                let known: Vec<Value> = elements.iter().filter(|one| !one.is_null()).cloned().collect();
                self.fact(expr, path, rule(known.into()), false).or_fallback(fallback)
            }
            None => ImpliedFacts::nothing(),
        }
    }

    /// Handles a rule about a string that involves a constant string.
    fn of_text(
        &self,
        expr: ExprId,
        (own, other): (ExprId, ExprId),
        names: &Names<'c>,
        rule: impl Fn(&str) -> Rule,
    ) -> ImpliedFacts {
        let other = (self.value_of)(other);
        match (self.subject_or_fallback(own, names), other.as_ref().and_then(Value::as_str)) {
            (Some((path, fallback)), Some(text)) => {
                self.fact(expr, path, rule(text), false).or_fallback(fallback)
            }
            _ => ImpliedFacts::nothing(),
        }
    }

    /// Handles `regex("…", P)` in `can`, and the length of `regexall("…", P)`.
    fn matched(&self, whole: ExprId, expr: ExprId, function: &str, names: &Names<'c>) -> ImpliedFacts {
        let ExprKind::Call(call) = self.tree.expr(expr).kind else { return ImpliedFacts::nothing() };
        match (self.call(call), self.arguments(call)) {
            (name, [pattern, own]) if name == function => {
                self.of_text(whole, (*own, *pattern), names, |text| Rule::Pattern(text.into()))
            }
            _ => ImpliedFacts::nothing(),
        }
    }

    /// Handles `[for v in C : …]`, all elements of which must be true.
    fn repeated(&self, one: &For, names: &Names<'c>) -> ImpliedFacts {
        // Such a loop produces an object, which has no elements to check.
        if one.key.is_some() {
            return ImpliedFacts::nothing();
        }
        let Some(inside) = self.bound(one, names) else { return ImpliedFacts::nothing() };
        let lifted = self.implied_facts(one.value, &inside);
        match one.condition {
            None => lifted,
            Some(condition) => match self.asks_for_null(condition.into(), &inside) {
                Some((path, false)) => lifted.or_null(&path),
                _ => ImpliedFacts::nothing(),
            },
        }
    }

    /// The names in scope in a loop.
    fn bound(&self, one: &For, names: &Names<'c>) -> Option<Vec<NamedPath<'c>>> {
        let path = self.collection(one.collection, names)?;
        let mut inside = names.to_vec();
        // For lists, where this name is an index, there is no type at the path, so facts about it are dropped.
        if let Some(key) = &one.key_name {
            let mut keys = path.clone();
            keys.pop();
            keys.push(PathStep::Key);
            inside.push((self.tree.text(key.text), keys));
        }
        inside.push((self.tree.text(one.value_name.text), path));
        Some(inside)
    }

    /// The path of the elements of a collection.
    fn collection(&self, expr: ExprId, names: &Names<'c>) -> Option<Path> {
        if let Some(mut path) = self.subject(expr, names) {
            path.push(PathStep::Element);
            return Some(path);
        }
        hclx_diag::grow(|| match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => self.collection(inner, names),
            // an empty collection has no elements to state facts about
            ExprKind::Conditional { condition, yes, no } => {
                let (_, is_null) = self.asks_for_null(condition, names)?;
                self.collection(if is_null { no } else { yes }, names)
            }
            ExprKind::Splat { source, each, .. } => {
                let element = self.collection(source, names)?;
                let mut inside = names.to_vec();
                inside.push(("", element));
                self.subject(each, &inside)
            }
            ExprKind::Call(call) => self.result(self.call(call), self.arguments(call), names),
            _ => None,
        })
    }

    /// The path of the elements of a function's result.
    fn result(&self, function: &str, arguments: &[ExprId], names: &Names<'c>) -> Option<Path> {
        match (function, arguments) {
            ("keys", [map]) => {
                let mut path = self.subject(*map, names)?;
                path.push(PathStep::Key);
                Some(path)
            }
            ("values" | "toset" | "tolist" | "distinct" | "sort" | "reverse", [inner]) => {
                self.collection(*inner, names)
            }
            ("coalesce" | "try", [inner, otherwise]) => {
                let otherwise = (self.value_of)(*otherwise)?;
                (otherwise.length() == Some(0)).then(|| self.collection(*inner, names)).flatten()
            }
            _ => None,
        }
    }

    /// The path of the value that a rule is about, and the value that replaces it if it is absent.
    fn subject_or_fallback(&self, expr: ExprId, names: &Names<'c>) -> Option<(Path, Option<Fallback>)> {
        let call = match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => return hclx_diag::grow(|| self.subject_or_fallback(inner, names)),
            ExprKind::Call(call) => call,
            _ => return Some((self.subject(expr, names)?, None)),
        };
        let (path, value, is_for_null) = match (self.call(call), self.arguments(call)) {
            ("try", [inner, other]) => (self.subject(*inner, names)?, *other, false),
            ("lookup", [map, key, other]) => {
                let mut path = self.subject(*map, names)?;
                path.push(PathStep::Attribute((self.value_of)(*key)?.as_str()?.into()));
                (path, *other, false)
            }
            // it skips empty strings, too
            ("coalesce", [inner, other]) => {
                let path = self.subject(*inner, names)?;
                type_at(self.ty, &path).is_some_and(Type::is_numeric).then_some((path, *other, true))?
            }
            _ => return None,
        };
        Some((path, Some(Fallback { value: (self.value_of)(value), is_for_null })))
    }

    /// The path of the value that an expression denotes.
    fn subject(&self, expr: ExprId, names: &Names<'c>) -> Option<Path> {
        match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => self.subject(inner, names),
            ExprKind::Variable(name) => named(names, self.tree.text(name)),
            ExprKind::SplatItem => named(names, ""),
            ExprKind::Traversal { base, steps } => {
                let steps = self.tree.slice(steps);
                let (mut path, steps) = match self.tree.expr(base).kind {
                    ExprKind::Variable(name)
                        // A loop may have an iterator named `var`.
                        if self.tree.text(name) == "var" && named(names, "var").is_none() =>
                    {
                        let (own, steps) = steps.split_first()?;
                        let is_own = matches!(own.kind, TraverseKind::Attr(name) if self.tree.text(name) == self.variable);
                        (is_own.then(Path::new)?, steps)
                    }
                    ExprKind::Variable(name) => (named(names, self.tree.text(name))?, steps),
                    ExprKind::SplatItem => (named(names, "")?, steps),
                    _ => return None,
                };
                for step in steps {
                    path.push(self.step(step)?);
                }
                Some(path)
            }
            _ => None,
        }
    }

    fn step(&self, step: &Traverse) -> Option<PathStep> {
        match step.kind {
            TraverseKind::Attr(name) => Some(PathStep::Attribute(self.tree.text(name).into())),
            TraverseKind::Index(key) => Some(PathStep::Attribute((self.value_of)(key)?.as_str()?.into())),
            _ => None,
        }
    }

    fn compared(
        &self,
        whole: ExprId,
        (op, left, right): (BinaryOp, ExprId, ExprId),
        names: &Names<'c>,
    ) -> ImpliedFacts {
        if let Some(lifted) = self.of_pairs(whole, (op, left, right), names) {
            return lifted;
        }
        let with = |own: ExprId, op: BinaryOp, other: ExprId| {
            self.with_constant(whole, own, &Comparison { op, other }, names)
        };
        with(left, op, right)
            .or_else(|| with(right, mirrored(op), left))
            .unwrap_or_else(ImpliedFacts::nothing)
    }

    /// Handles a value, or the result of a function of it, compared with a constant.
    fn with_constant(
        &self,
        whole: ExprId,
        own: ExprId,
        than: &Comparison,
        names: &Names<'c>,
    ) -> Option<ImpliedFacts> {
        if let ExprKind::Paren(inner) = self.tree.expr(own).kind {
            return self.with_constant(whole, inner, than, names);
        }
        if let Some((path, fallback)) = self.subject_or_fallback(own, names) {
            return Some(self.itself(whole, path, than)?.or_fallback(fallback));
        }
        if let (BinaryOp::Equal | BinaryOp::NotEqual, ExprKind::Bool(truth)) =
            (than.op, self.tree.expr(than.other).kind)
        {
            let wanted = truth == (than.op == BinaryOp::Equal);
            return Some(if wanted { self.implied_facts(own, names) } else { self.negated(own, names) });
        }
        let ExprKind::Call(call) = self.tree.expr(own).kind else { return None };
        match (self.call(call), self.arguments(call)) {
            ("length", [inner]) => self.length(whole, *inner, than, names),
            ("trimspace", [inner]) if than.op == BinaryOp::NotEqual => {
                let path = self.subject(*inner, names)?;
                let is_empty = (self.value_of)(than.other)?.as_str() == Some("");
                let fact = self.fact(whole, path, Rule::LengthMin(1), false);
                is_empty.then_some(ImpliedFacts { is_partial: true, ..fact })
            }
            ("substr", [inner, start, length]) if than.op == BinaryOp::Equal => {
                let path = self.subject(*inner, names)?;
                let number = |expr: ExprId| (self.value_of)(expr)?.as_number()?.to_usize();
                let prefix = (self.value_of)(than.other)?;
                let prefix = prefix.as_str()?;
                let is_prefix = number(*start)? == 0 && number(*length)? == prefix.chars().count();
                is_prefix.then(|| self.fact(whole, path, Rule::Prefix(prefix.into()), false))
            }
            _ => None,
        }
    }

    /// Handles a value compared with a constant.
    fn itself(&self, whole: ExprId, path: Path, than: &Comparison) -> Option<ImpliedFacts> {
        if matches!(self.tree.expr(than.other).kind, ExprKind::Null) && than.op == BinaryOp::NotEqual {
            return Some(self.fact(whole, path, Rule::NotNull, false));
        }
        let other = (self.value_of)(than.other)?;
        let bound = |inclusive| Some(Bound { number: other.as_number()?.clone(), inclusive });
        let ty = type_at(self.ty, &path)?;
        let rule = match than.op {
            BinaryOp::Equal => Rule::OneOf([other.clone()].into()),
            // Null differs from every string, so the condition is also true for null.
            BinaryOp::NotEqual if other.as_str() == Some("") && matches!(ty.kind(), TypeKind::String) => {
                return Some(self.fact(whole, path, Rule::LengthMin(1), true));
            }
            BinaryOp::NotEqual => return Some(self.fact(whole, path, Rule::NoneOf([other].into()), true)),
            BinaryOp::Less => Rule::Max(bound(false)?),
            BinaryOp::LessEqual => Rule::Max(bound(true)?),
            BinaryOp::Greater => Rule::Min(bound(false)?),
            BinaryOp::GreaterEqual => Rule::Min(bound(true)?),
            _ => return None,
        };
        let admits_null = matches!(&rule, Rule::OneOf(members) if members.iter().any(Value::is_null));
        Some(self.fact(whole, path, rule, admits_null))
    }

    /// Handles the length of a value compared with a constant.
    fn length(
        &self,
        whole: ExprId,
        inner: ExprId,
        than: &Comparison,
        names: &Names<'c>,
    ) -> Option<ImpliedFacts> {
        let other = (self.value_of)(than.other)?;
        let (least, most) = lengths(than.op, other.as_number()?)?;
        if let Some((path, fallback)) = self.subject_or_fallback(inner, names) {
            let least = (least > 0).then(|| self.fact(whole, path.clone(), Rule::LengthMin(least), false));
            let most = most.map(|most| self.fact(whole, path, Rule::LengthMax(most), false));
            let lifted = least.into_iter().chain(most).fold(ImpliedFacts::default(), ImpliedFacts::and);
            return Some(lifted.or_fallback(fallback));
        }
        let ExprKind::Call(call) = self.tree.expr(inner).kind else { return None };
        match (self.call(call), self.arguments(call)) {
            ("regexall", _) if (least, most) == (1, None) => {
                Some(self.matched(whole, inner, "regexall", names))
            }
            ("trimspace", [text]) if least > 0 => {
                let fact = self.fact(whole, self.subject(*text, names)?, Rule::LengthMin(least), false);
                Some(ImpliedFacts { is_partial: true, ..fact })
            }
            ("setsubtract", [own, members]) if most == Some(0) => {
                let path = self.collection(*own, names)?;
                let members = (self.value_of)(*members)?;
                Some(self.fact(whole, path, Rule::OneOf(members.elements()?.into()), false))
            }
            _ => None,
        }
    }

    /// Handles two expressions about the same value: `floor(P) == P`,
    /// `length(distinct(C)) == length(C)`, `length([for v in C : v if …]) == length(C)`.
    fn of_pairs(
        &self,
        whole: ExprId,
        (op, left, right): (BinaryOp, ExprId, ExprId),
        names: &Names<'c>,
    ) -> Option<ImpliedFacts> {
        if op != BinaryOp::Equal {
            return None;
        }
        [(left, right), (right, left)].into_iter().find_map(|(one, other)| {
            let ExprKind::Call(call) = self.tree.expr(one).kind else { return None };
            match (self.call(call), self.arguments(call)) {
                ("floor" | "ceil", [inner]) => {
                    let path = self.subject(*inner, names)?;
                    let is_same = self.subject(other, names)? == path;
                    is_same.then(|| self.fact(whole, path, Rule::Whole, false))
                }
                ("length", [inner]) => {
                    let ExprKind::Call(other) = self.tree.expr(other).kind else { return None };
                    let [other] = self.arguments(other) else { return None };
                    self.same_length(whole, (*inner, self.subject(*other, names)?), names)
                }
                _ => None,
            }
        })
    }

    /// Handles a part of a collection with the same length as the whole collection.
    fn same_length(
        &self,
        whole: ExprId,
        (part, path): (ExprId, Path),
        names: &Names<'c>,
    ) -> Option<ImpliedFacts> {
        match self.tree.expr(part).kind {
            ExprKind::Call(call) => match (self.call(call), self.arguments(call)) {
                ("distinct" | "toset", [inner]) if self.subject(*inner, names)? == path => {
                    Some(self.fact(whole, path, Rule::Distinct, false))
                }
                _ => None,
            },
            ExprKind::For(one) => {
                let one = self.tree.node(one);
                let mut elements = path;
                elements.push(PathStep::Element);
                let condition = one.condition.filter(|_| one.key.is_none())?;
                let is_same = self.collection(one.collection, names)? == elements;
                let inside = self.bound(one, names).filter(|_| is_same)?;
                Some(self.implied_facts(condition.into(), &inside))
            }
            _ => None,
        }
    }

    fn call(&self, call: Slice<Call>) -> &'c str {
        self.tree.text(self.tree.node(call).name.text)
    }

    fn arguments(&self, call: Slice<Call>) -> &'c [ExprId] {
        self.tree.slice(self.tree.node(call).args)
    }

    fn fact(&self, whole: ExprId, path: Path, rule: Rule, admits_null: bool) -> ImpliedFacts {
        let place = self.tree.expr(whole).range.in_source(self.source);
        ImpliedFacts {
            facts: vec![Fact { path, rule, admits_null, has_fallback: false, place, message: None }],
            is_partial: false,
        }
    }
}

/// The path of a name in a loop.
fn named(names: &Names<'_>, name: &str) -> Option<Path> {
    names.iter().rev().find(|(known, _)| *known == name).map(|(_, path)| path.clone())
}

fn is_object(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value.ty().as_object().is_some())
}

/// Combines the facts of alternatives into one, if they are about the same value.
fn alternatives(sides: impl Iterator<Item = ImpliedFacts>) -> Option<Fact> {
    let mut facts = Vec::new();
    for side in sides {
        let is_one = side.facts.len() == 1 && !side.is_partial;
        facts.extend(side.facts.into_iter().next().filter(|_| is_one).map(Some).unwrap_or_default());
        if !is_one {
            return None;
        }
    }
    let first = facts.first()?.clone();
    if facts.iter().any(|fact| fact.path != first.path) {
        return None;
    }
    let admits_null = facts.iter().any(|fact| fact.admits_null);
    let members = facts.iter().map(|fact| match &fact.rule {
        Rule::OneOf(members) => Some(members.iter().cloned()),
        _ => None,
    });
    let rule = match members.collect::<Option<Vec<_>>>() {
        Some(members) => Rule::OneOf(members.into_iter().flatten().collect()),
        None => {
            let patterns = facts.iter().map(|fact| pattern(&fact.rule)).collect::<Option<Vec<String>>>()?;
            Rule::Pattern(patterns.join("|").into())
        }
    };
    Some(Fact { rule, admits_null, ..first })
}

/// The pattern for a rule about strings.
fn pattern(rule: &Rule) -> Option<String> {
    match rule {
        Rule::Pattern(pattern) => Some(format!("(?:{pattern})")),
        Rule::Prefix(prefix) => Some(format!("^{}", escape(prefix))),
        Rule::OneOf(members) => {
            let words = members.iter().map(|member| Some(escape(member.as_str()?)));
            Some(match &words.collect::<Option<Vec<String>>>()?[..] {
                [word] => format!("^{word}$"),
                words => format!("^(?:{})$", words.join("|")),
            })
        }
        _ => None,
    }
}

/// The type at a path; `any` for a part of unknown type.
pub(crate) fn type_at<'t>(ty: &'t Type, path: &[PathStep]) -> Option<&'t Type> {
    path.iter().try_fold(ty, |ty, step| match (step, ty.kind()) {
        (_, TypeKind::Any) => Some(ty),
        (PathStep::Attribute(name), TypeKind::Object(object)) => Some(&object.get(name)?.ty),
        (PathStep::Attribute(_), TypeKind::Map(element)) => Some(element),
        (PathStep::Element, TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element)) => {
            Some(element)
        }
        (PathStep::Key, TypeKind::Map(_)) => Some(&Type::STRING),
        _ => None,
    })
}

/// Returns `true` if a rule applies to values of a type.
fn applies(rule: &Rule, ty: &Type) -> bool {
    let is_text = matches!(ty.kind(), TypeKind::String);
    match rule {
        _ if ty.is_any() => true,
        Rule::Min(_) | Rule::Max(_) | Rule::Whole => ty.is_numeric(),
        Rule::LengthMin(_) | Rule::LengthMax(_) => is_text || ty.is_collection(),
        Rule::Prefix(_) | Rule::Pattern(_) => is_text,
        Rule::Distinct => matches!(ty.kind(), TypeKind::List(_) | TypeKind::Set(_)),
        Rule::NotNull | Rule::OneOf(_) | Rule::NoneOf(_) | Rule::Text { .. } => true,
    }
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        op => op,
    }
}

/// The operator of the negated comparison.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        _ => return None,
    })
}

/// The minimum and maximum lengths that a comparison with a number allows.
fn lengths(op: BinaryOp, number: &Number) -> Option<(usize, Option<usize>)> {
    let length = number.to_usize()?;
    Some(match op {
        BinaryOp::Less => (0, Some(length.checked_sub(1)?)),
        BinaryOp::LessEqual => (0, Some(length)),
        BinaryOp::Greater => (length.saturating_add(1), None),
        BinaryOp::GreaterEqual => (length, None),
        BinaryOp::Equal => (length, Some(length)),
        BinaryOp::NotEqual if length == 0 => (1, None),
        _ => return None,
    })
}
