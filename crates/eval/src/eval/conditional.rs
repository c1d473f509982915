//! Conditionals. Both branches are always visited. Findings in the branch that does not run are excused.

use hclx_core::{
    Data, Marks, Nullness, Range, Refiner, Rules, Text, Type, TypeKind, Value, alternatives, convert, evenly,
    gathered, join, join_apart, strip_eventual, unify, wrap_eventual,
};
use hclx_diag::code_names::{ARMS_DIFFER, CONDITION};
use hclx_diag::{Diagnostic, Help};
use hclx_syntax::ast::{ExprId, ExprKind};
use smallvec::SmallVec;

use super::{Evaluator, advice, arms, blame};
use crate::Scope;
use crate::values::mismatch::where_they_part;
use crate::values::narrow::{narrowed, with_lengths};
use crate::values::{describe, open};

/// One conditional of a chain `a ? b : c ? d : …`.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) id: ExprId,
    pub(super) condition: ExprId,
    pub(super) yes: ExprId,
    pub(super) no: ExprId,
}

/// The evaluated parts of a conditional.
struct Choice {
    yes: Arm,
    no: Arm,
    /// The common type of the branches.
    ty: Type,
    condition: Value,
    /// The index of the first finding of the condition.
    start: usize,
}

/// A branch: its expression, value and findings.
struct Arm {
    expr: ExprId,
    value: Value,
    found: Vec<Diagnostic>,
    /// Set if it depends on an unknown value.
    open: bool,
    /// Set if it selects an element that may not exist: it then fails, and a failing result that is not
    /// selected can have any type.
    may_lack_element: bool,
}

impl Arm {
    /// The branch with a different value.
    fn with(&self, value: Value) -> Arm {
        Arm { expr: self.expr, value, found: Vec::new(), ..*self }
    }
}

/// Returns `true` for a null without a type.
fn is_lone_null(value: &Value) -> bool {
    let untyped = matches!(value.ty().kind(), TypeKind::Any | TypeKind::None);
    value.is_null() && untyped && value.marks().is_empty()
}

/// The maximum number of pairs of alternatives that are compared.
const MAX_PAIRS: usize = 64;

/// The outcome of a condition.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    Known(bool),
    Unknown,
    /// Invalid; already reported.
    Bad,
}

impl<'a> Evaluator<'a> {
    /// Evaluates a conditional. A chain of conditionals may be long, so it is processed in a loop, from its
    /// last link to its first.
    pub(super) fn conditional(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        let mut chain: SmallVec<[Link; 2]> = SmallVec::new();
        let mut at = id;
        while let ExprKind::Conditional { condition, yes, no } = self.tree.expr(at).kind {
            chain.push(Link { id: at, condition, yes, no });
            at = no;
        }
        let start = self.checkpoint();
        let around = std::mem::take(&mut self.met_unknown);
        let lacking = std::mem::take(&mut self.may_lack_element);
        let mut value = self.eval(at, scope);
        for link in chain.into_iter().rev() {
            let no = Arm {
                expr: link.no,
                value,
                found: self.take_since(start),
                open: self.met_unknown,
                may_lack_element: self.may_lack_element,
            };
            value = self.choose(link, no, scope);
            if self.env.comparisons {
                self.remember(link.id, &Value::TRUE);
            } else if self.env.trace && link.id != id {
                self.remember(link.id, &value);
            }
        }
        self.met_unknown |= around;
        self.may_lack_element |= lacking;
        value
    }

    /// Evaluates a conditional from its parts.
    pub(super) fn conditional_of(&mut self, link: Link, scope: &Scope<'_>) -> Value {
        let no = self.arm(link.no, scope);
        self.choose(link, no, scope)
    }

    fn arm(&mut self, expr: ExprId, scope: &Scope<'_>) -> Arm {
        let start = self.checkpoint();
        let around = std::mem::take(&mut self.met_unknown);
        let lacking = std::mem::take(&mut self.may_lack_element);
        let value = self.eval(expr, scope);
        let open = std::mem::replace(&mut self.met_unknown, around);
        let may_lack_element = std::mem::replace(&mut self.may_lack_element, lacking);
        self.met_unknown |= open;
        self.may_lack_element |= may_lack_element;
        Arm { expr, value, found: self.take_since(start), open, may_lack_element }
    }

    fn choose(&mut self, link: Link, no: Arm, scope: &Scope<'_>) -> Value {
        let yes = self.arm(link.yes, scope);
        let start = self.checkpoint();
        // Most conditionals take this path.
        if is_plain(&yes) && is_plain(&no) && yes.value.ty() == no.value.ty() {
            let condition = self.eval(link.condition, scope);
            let certain = start == self.checkpoint() && *condition.ty() == Type::BOOL;
            return match condition.as_bool() {
                Some(true) if certain && condition.marks().is_empty() => yes.value,
                Some(false) if certain && condition.marks().is_empty() => no.value,
                // nothing is known about any of the three parts
                None if certain && condition.is_plain_unknown() && same_unknown(&yes, &no) => yes.value,
                None if certain && condition.is_plain_unknown() && self.rules.exact_ranges => {
                    either_exactly(&yes.value, &no.value, yes.value.ty())
                }
                _ => {
                    let ty = yes.value.ty().clone();
                    self.weigh(link, Choice { yes, no, ty, condition, start })
                }
            };
        }
        let fails = |arm: &Arm| self.env.total && arm.found.iter().any(Diagnostic::is_error);
        let lacks = |arm: &Arm| self.env.total && !self.rules.exact_ranges && arm.may_lack_element;
        let around = self.follow_arms(&yes, &no);
        let common = self.arms_type(&yes.value, &no.value);
        self.rules = around;
        let ty = match common {
            Some(ty) => ty,
            // The types probably differ because of an error in a branch.
            None if fails(&yes) || fails(&no) => Type::ANY,
            None if lacks(&yes) || lacks(&no) => Type::ANY,
            None => return self.arms_differ(link, yes, no, scope),
        };
        let condition = self.eval(link.condition, scope);
        self.weigh(link, Choice { yes, no, ty, condition, start })
    }

    /// Switches to the rules for an operation on the two results; returns the previous rules.
    fn follow_arms(&mut self, yes: &Arm, no: &Arm) -> &'a Rules {
        let rules = self.rules.of_operands([yes.value.ty(), no.value.ty()]);
        std::mem::replace(&mut self.rules, rules)
    }

    /// Combines the evaluated parts of a conditional.
    fn weigh(&mut self, link: Link, choice: Choice) -> Value {
        let around = self.follow_arms(&choice.yes, &choice.no);
        let value = self.weighed(link, choice);
        self.rules = around;
        value
    }

    fn weighed(&mut self, link: Link, choice: Choice) -> Value {
        let Choice { yes, no, ty, condition, start } = choice;
        let eventual = condition.ty().strip_eventual().1;
        let judged = if self.failed_since(start) {
            Condition::Unknown
        } else {
            self.condition(link.condition, &condition, "the condition")
        };
        if let Condition::Bad = judged {
            self.put_back_excused(yes.found);
            self.put_back_excused(no.found);
            return wrap_eventual(Value::unknown(ty), eventual);
        }
        let result = if self.several(&yes, &no) {
            self.each_met(judged, &yes, &no, &ty)
        } else {
            self.result(judged, &yes, &no, &ty)
        };
        let marked = result.with_marks(condition.marks()).with_marks(&self.marks_of_arms(judged, &yes, &no));
        self.settle(judged, yes.found, no.found);
        wrap_eventual(marked, eventual)
    }

    /// The marks of the selected result, and (as in the reference) those of the other result.
    fn marks_of_arms(&self, condition: Condition, yes: &Arm, no: &Arm) -> Marks {
        let (l, r) = (yes.value.marks(), no.value.marks());
        if self.rules().exact_ranges {
            return l.union(r);
        }
        // the marks of a failing branch that does not run are ignored
        let fails = |arm: &Arm| arm.found.iter().any(Diagnostic::is_error);
        let selected = match (fails(yes), fails(no), condition) {
            (true, true, _) => return Marks::NONE,
            (true, false, _) => return r.clone(),
            (false, true, _) => return l.clone(),
            (false, false, Condition::Known(true)) => l.clone(),
            (false, false, Condition::Known(false)) => r.clone(),
            (false, false, Condition::Unknown | Condition::Bad) => l.either(r),
        };
        selected.union(&l.own()).union(&r.own())
    }

    /// The results, converted to their common type.
    fn result(&mut self, condition: Condition, yes: &Arm, no: &Arm, ty: &Type) -> Value {
        if let Some(met) = self.met(yes, no, ty).or_else(|| self.met_in_parts(condition, yes, no, ty)) {
            return met;
        }
        match condition {
            Condition::Known(true) => self.chosen(yes, no, ty),
            Condition::Known(false) => self.chosen(no, yes, ty),
            Condition::Unknown | Condition::Bad => self.either(&yes.value, &no.value, ty),
        }
    }

    /// Returns `true` if a result has alternatives of several types, so that the common type depends on the
    /// alternative.
    fn several(&self, yes: &Arm, no: &Arm) -> bool {
        if !self.rules().extended {
            return !self.rules().exact_ranges && (yes.value.has_several() || no.value.has_several());
        }
        let (l, r) = (yes.value.ty(), no.value.ty());
        let open = l.has_any() || r.has_any();
        (l.has_union() || r.has_union()) && l != r && !open
    }

    /// The join over all pairs of alternatives of the two results.
    fn each_met(&mut self, condition: Condition, yes: &Arm, no: &Arm, ty: &Type) -> Value {
        if !self.several(yes, no) {
            return self.result(condition, yes, no, ty);
        }
        let each = |arm: &Arm| alternatives(&arm.value, self.rules());
        let pairs = match (each(yes), each(no)) {
            (Some(l), Some(r)) if l.len() * r.len() <= MAX_PAIRS => open::pairs(&l, &r),
            _ => return self.part_by_part(condition, yes, no).unwrap_or_else(Value::dynamic),
        };
        if !self.rules().extended {
            return self.each_met_apart(condition, yes, no, pairs);
        }
        let common = |l: &Value, r: &Value| unify(&[l.ty().clone(), r.ty().clone()], self.rules()).unsafe_;
        let types: Vec<Option<Type>> = pairs.iter().map(|(l, r)| common(l, r)).collect();
        let whole = common(&yes.value, &no.value);
        if types.iter().all(Option::is_none) {
            let apart = Type::union([yes.value.ty().clone(), no.value.ty().clone()]);
            return self.result(condition, yes, no, &apart);
        }
        // By the specification, the declared types are unified: the actual alternative may have no common
        // type with the other branch.
        if whole.is_some() && types.iter().any(Option::is_none) {
            self.approximate(self.range(yes.expr), "arms meet by their declared types");
        }
        let start = self.checkpoint();
        let mut results = Vec::with_capacity(pairs.len());
        for ((l, r), ty) in pairs.into_iter().zip(types) {
            let apart = Type::union([l.ty().clone(), r.ty().clone()]);
            let (yes, no) = (yes.with(l), no.with(r));
            results.push(self.result(condition, &yes, &no, ty.as_ref().or(whole.as_ref()).unwrap_or(&apart)));
        }
        let found = self.take_since(start);
        self.put_back_excused(found);
        join(&results, self.rules())
    }

    /// Like [`Self::each_met`], without unions: branches without a common type would have failed.
    fn each_met_apart(
        &mut self,
        condition: Condition,
        yes: &Arm,
        no: &Arm,
        pairs: Vec<(Value, Value)>,
    ) -> Value {
        let start = self.checkpoint();
        let mut results = Vec::with_capacity(pairs.len());
        for (l, r) in pairs {
            if let Some(ty) = self.arms_type(&l, &r) {
                results.push(self.result(condition, &yes.with(l), &no.with(r), &ty));
            }
        }
        let found = self.take_since(start);
        self.put_back_excused(found);
        join(&results, self.rules())
    }

    fn each_part_met(&mut self, condition: Condition, yes: &Arm, no: &Arm) -> Value {
        let ty = self.arms_type(&yes.value, &no.value).unwrap_or(Type::ANY);
        self.each_met(condition, yes, no, &ty)
    }

    /// The result for objects or tuples of one shape with too many alternatives to compare all pairs.
    fn part_by_part(&mut self, condition: Condition, yes: &Arm, no: &Arm) -> Option<Value> {
        let parts = open::meeting_parts(&yes.value, &no.value, self.rules())?;
        let each = |(l, r)| hclx_diag::grow(|| self.each_part_met(condition, &yes.with(l), &no.with(r)));
        Some(gathered(yes.value.ty(), parts.into_iter().map(each).collect()))
    }

    /// The outcome of a condition; marks are left to the caller.
    pub(super) fn condition(&mut self, expr: ExprId, value: &Value, what: &str) -> Condition {
        // most conditions take this path
        if *value.ty() == Type::BOOL && !value.is_null() {
            return value.as_bool().map_or(Condition::Unknown, Condition::Known);
        }
        let (value, _) = strip_eventual(value.clone());
        if value.is_null() {
            let message = format!("{what} is null; it must be true or false");
            self.report(self.error_at(CONDITION, expr, message));
            return Condition::Bad;
        }
        // The reference does not convert an unknown condition, so any type is accepted there.
        if !value.is_known() && self.rules().exact_ranges {
            return Condition::Unknown;
        }
        match convert(&value, &Type::BOOL, self.rules()) {
            Ok(truth) => truth.as_bool().map_or(Condition::Unknown, Condition::Known),
            Err(_) => {
                let message = format!("{what} must be a bool, found {}", describe::value(&value));
                let mut diagnostic = self.error_at(CONDITION, expr, message);
                diagnostic.help.extend(advice::truth(&value).map(Help::from));
                self.report(diagnostic);
                Condition::Bad
            }
        }
    }

    /// The common type: an untyped null takes the type of the other result, and a result of unknown type
    /// leaves the common type open.
    fn arms_type(&self, yes: &Value, no: &Value) -> Option<Type> {
        match () {
            () if yes.ty() == no.ty() && !yes.ty().is_any() => Some(yes.ty().clone()),
            () if !self.rules().extended && is_lone_null(yes) => Some(no.ty().clone()),
            () if !self.rules().extended && is_lone_null(no) => Some(yes.ty().clone()),
            () if yes.ty().is_any() || no.ty().is_any() => yes.common_untyped(no, self.rules()),
            () => open::common_of(&[yes, no], self.rules()),
        }
    }

    /// The selected result in the common type. If the other result fails, the selected one keeps its own
    /// type; if the other result has an unknown type, the conversion is unknown.
    fn chosen(&mut self, arm: &Arm, other: &Arm, ty: &Type) -> Value {
        if !self.rules().extended
            && arm.value.is_known()
            && !(self.env.total && other.may_lack_element)
            && let Err(fault) = evenly(arm.value.ty(), other.value.ty(), self.rules())
        {
            return self.misfit(arm.expr, fault, ty);
        }
        if self.rules().exact_ranges || self.is_certainly_untyped(other) {
            return if ty.is_any() {
                arm.value.clone()
            } else {
                self.convert_to(arm.expr, arm.value.clone(), ty)
            };
        }
        let value = self.convert_to(arm.expr, arm.value.clone(), ty);
        if let (true, Data::Unknown(range)) = (ty.is_union(), value.data()) {
            return Value::unknown_in(ty.clone(), range.clone()).with_marks(value.marks());
        }
        let wide = open::widened(value, ty, &[&arm.value, &other.value], self.rules());
        // the result is available as early as before
        if wide.ty().is_any() { wrap_eventual(wide, arm.value.ty().strip_eventual().1) } else { wide }
    }

    /// The result for two branches, one of which has an unknown number of elements or unknown attribute
    /// names.
    fn met(&self, yes: &Arm, no: &Arm, ty: &Type) -> Option<Value> {
        let shaped = |arm: &Arm| arm.value.shape().is_some();
        let fails = |arm: &Arm| arm.found.iter().any(Diagnostic::is_error);
        if self.rules().exact_ranges || !(shaped(yes) || shaped(no) || ty.is_any()) || fails(yes) || fails(no)
        {
            return None;
        }
        open::met(&yes.value.clone().unmark().0, &no.value.clone().unmark().0, self.rules())
    }

    /// The result for tuples and objects of one shape, whose parts are unified separately; for an untyped
    /// null, the parts of the other branch are unchanged.
    fn met_in_parts(&mut self, condition: Condition, yes: &Arm, no: &Arm, ty: &Type) -> Option<Value> {
        let rules = self.rules();
        let open = ty.has_any() && !ty.is_any() && !rules.exact_ranges && !rules.extended;
        if !open || !matches!(condition, Condition::Unknown) {
            return None;
        }
        let (l, r) = (&yes.value, &no.value);
        let structure = |value: &Value| value.is_known() && !value.is_null() && !value.ty().is_collection();
        match structure(l) && structure(r) {
            true => self.part_by_part(condition, yes, no),
            false => (is_lone_null(l) || is_lone_null(r)).then(|| join_apart(&[l.clone(), r.clone()], rules)),
        }
    }

    /// Returns `true` if a result fails and has no type. A failing conditional has the common type of its
    /// results, which may be unknown.
    fn is_certainly_untyped(&self, arm: &Arm) -> bool {
        let mut expr = arm.expr;
        while let ExprKind::Paren(inner) = self.tree.expr(expr).kind {
            expr = inner;
        }
        let conditional = matches!(self.tree.expr(expr).kind, ExprKind::Conditional { .. });
        arm.found.iter().any(Diagnostic::is_error) && !(conditional && arm.open)
    }

    /// The result if the condition is unknown.
    fn either(&self, yes: &Value, no: &Value, ty: &Type) -> Value {
        if self.rules().exact_ranges {
            return either_exactly(yes, no, ty);
        }
        let (yes, no) = (yes.clone().unmark().0, no.clone().unmark().0);
        let joined = self.joined_arms(&yes, &no, ty);
        let not_null = yes.definitely_not_null() && no.definitely_not_null();
        if not_null && !joined.definitely_not_null() { narrowed(joined, Refiner::not_null) } else { joined }
    }

    fn joined_arms(&self, yes: &Value, no: &Value, ty: &Type) -> Value {
        match (convert(yes, ty, self.rules()), convert(no, ty, self.rules())) {
            (Ok(l), Ok(r)) => {
                let widened = |value: Value| open::widened(value, ty, &[yes, no], self.rules());
                join(&[widened(l), widened(r)], self.rules())
            }
            // A branch whose value does not convert would cause an error if it ran.
            (Ok(value), Err(_)) | (Err(_), Ok(value)) => {
                join(&[value, Value::unknown(ty.clone())], self.rules())
            }
            (Err(_), Err(_)) => Value::unknown(ty.clone()),
        }
    }

    /// The findings of the branches: all of the selected one, and those of the other one that are not
    /// certain. If both fail, the error is certain for every condition.
    fn settle(&mut self, condition: Condition, yes: Vec<Diagnostic>, no: Vec<Diagnostic>) {
        let fails = |found: &[Diagnostic]| found.iter().any(Diagnostic::is_error);
        let (keep_yes, keep_no) = match condition {
            Condition::Known(truth) => (truth, !truth),
            Condition::Unknown | Condition::Bad => {
                let both = self.env.total && fails(&yes) && fails(&no);
                (both, both)
            }
        };
        for (found, keep) in [(yes, keep_yes), (no, keep_no)] {
            if keep { self.put_back(found) } else { self.put_back_excused(found) }
        }
    }

    pub(super) fn put_back_excused(&mut self, found: Vec<Diagnostic>) {
        let from = self.checkpoint();
        self.put_back(found);
        self.excuse(from..self.checkpoint());
    }

    /// Reports an error, for every condition, if the results have no common type.
    fn arms_differ(&mut self, link: Link, yes: Arm, no: Arm, scope: &Scope<'_>) -> Value {
        let (left, right) = (yes.value.described_type(), no.value.described_type());
        let difference = where_they_part(&left, &right, self.rules());
        let place = |evaluator: &Self, arm: &Arm| {
            let path = &difference.path;
            // the reference prints the types of the whole branches
            let at = match evaluator.rules().exact_ranges {
                true => arm.expr,
                false => blame::blamed_at(evaluator.tree, arm.expr, path),
            };
            evaluator.span(evaluator.range(at))
        };
        let (yes_span, no_span) = (place(self, &yes), place(self, &no));
        let empty_text = [&yes.value, &no.value].iter().any(|value| value.text().is_some_and(Text::is_empty));
        let diagnostic = Diagnostic::error(ARMS_DIFFER, yes_span, arms::message(&difference))
            .label(arms::side(difference.left.as_ref()))
            .also(no_span, arms::side(difference.right.as_ref()))
            .help(arms::help(&difference, empty_text));
        self.put_back_excused(yes.found);
        self.put_back_excused(no.found);
        if self.env.total {
            let condition = self.eval(link.condition, scope);
            let _ = self.condition(link.condition, &condition, "the condition");
        }
        self.report(Diagnostic { path: difference.path, ..diagnostic })
    }
}

/// Returns `true` if a result does not depend on the other one when both have the same type: it is known, or
/// of known type, without marks and findings.
fn is_plain(arm: &Arm) -> bool {
    let ty = arm.value.ty();
    let typed = !ty.is_any() && !ty.is_union() && !ty.is_eventual();
    let value = &arm.value;
    arm.found.is_empty()
        && value.marks().is_empty()
        && (value.is_known() || typed && value.is_plain_unknown())
}

/// Returns `true` if both results are unconstrained unknowns of the same type.
fn same_unknown(yes: &Arm, no: &Arm) -> bool {
    yes.value.is_plain_unknown()
        && no.value.is_plain_unknown()
        && yes.value.definitely_not_null() == no.value.definitely_not_null()
}

/// The range that go-cty computes: the bounds of numbers, the lengths of collections of one type, and for
/// other values only the nullness.
fn either_exactly(yes: &Value, no: &Value, ty: &Type) -> Value {
    if yes.is_null() && no.is_null() {
        return Value::null(ty.clone());
    }
    let not_null = yes.definitely_not_null() && no.definitely_not_null();
    let plain = if not_null { Range::not_null() } else { Range::any() };
    let refined = match () {
        () if *yes.ty() == Type::NUMBER && *no.ty() == Type::NUMBER => number_bounds(yes, no, not_null),
        () if yes.ty().is_collection() && yes.ty() == no.ty() => {
            let (l, r) = (yes.clone().unmark().0.range(), no.clone().unmark().0.range());
            let most = l.len_max().zip(r.len_max()).map(|(a, b)| a.max(b));
            let unknown = Value::unknown_in(ty.clone(), plain.clone());
            Some(with_lengths(unknown, l.len_min().min(r.len_min()), most))
        }
        () => None,
    };
    refined.unwrap_or_else(|| Value::unknown_in(ty.clone(), plain))
}

fn number_bounds(yes: &Value, no: &Value, not_null: bool) -> Option<Value> {
    // a value without bounds removes the bounds of the other value
    let unbounded = |value: &Value| matches!(value.data(), Data::Unknown(range) if range.is_plain());
    if unbounded(yes) || unbounded(no) {
        return None;
    }
    // A null is within the bounds of any number.
    let range = |value: &Value| match value.data() {
        Data::Null => Range::any().with_null(Nullness::Always),
        _ => value.clone().unmark().0.range(),
    };
    let either = range(yes).either(&range(no));
    let refiner = Refiner::new(Value::unknown(Type::NUMBER));
    let mut refiner = if not_null { refiner.not_null().ok()? } else { refiner };
    if let Some(min) = either.min() {
        refiner = refiner.min(min.number.clone(), min.inclusive).ok()?;
    }
    if let Some(max) = either.max() {
        refiner = refiner.max(max.number.clone(), max.inclusive).ok()?;
    }
    refiner.finish().ok()
}
