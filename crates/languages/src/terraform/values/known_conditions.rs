//! Validation rules as facts: conditions of a variable narrow its unknown value.
//!
//! Conditions in any other form imply nothing, which is always sound.

use hclx_core::{Number, Refiner, Rules, Type, TypeKind, Value, convert};
use hclx_diag::Fallible;
use hclx_syntax::ast::{BinaryOp, Call, ExprId, ExprKind, TraverseKind, Tree, UnaryOp};

/// A condition of a variable.
pub(crate) struct Condition<'c> {
    pub(crate) tree: &'c Tree,
    pub(crate) variable: &'c str,
    pub(crate) rules: &'c Rules,
    /// The value of an expression that does not refer to the variable, if it is wholly known.
    pub(crate) value_of: &'c dyn Fn(ExprId) -> Option<Value>,
}

/// The value of a condition when the variable is null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WithNull {
    /// Fails.
    Fails,
    /// False, or null.
    False,
    /// Possibly true.
    Open,
}

/// The value of a condition when the variable is null, which `of` computes for an expression. Versions of
/// Terraform differ in whether the right side of `&&` and `||` counts if the left one decides: here it does
/// not, and nothing is claimed about expressions with such an operator deeper inside.
pub(crate) fn with_null(tree: &Tree, expr: ExprId, of: &dyn Fn(ExprId) -> WithNull) -> WithNull {
    let sides = |left, right| {
        hclx_diag::grow(|| match with_null(tree, left, of) {
            WithNull::Fails => (WithNull::Fails, WithNull::Fails),
            left => (left, with_null(tree, right, of)),
        })
    };
    match tree.expr(expr).kind {
        ExprKind::Paren(inner) => hclx_diag::grow(|| with_null(tree, inner, of)),
        ExprKind::Binary { op: BinaryOp::And, left, right } => match sides(left, right) {
            (WithNull::Fails, _) => WithNull::Fails,
            (WithNull::Open, WithNull::Open) => WithNull::Open,
            _ => WithNull::False,
        },
        ExprKind::Binary { op: BinaryOp::Or, left, right } => match sides(left, right) {
            (WithNull::Open, _) => WithNull::Open,
            (_, right) => right,
        },
        _ => {
            let decides = |part| {
                matches!(tree.expr(part).kind, ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. })
            };
            if tree.inside(expr).any(decides) { WithNull::Open } else { of(expr) }
        }
    }
}

/// A side of a comparison.
enum Subject {
    /// The variable.
    Itself,
    /// `length(var.x)`.
    Length,
}

impl Condition<'_> {
    /// Narrows a value by the facts that hold if the condition is true.
    pub(crate) fn narrow(&self, value: Value, expr: ExprId) -> Value {
        hclx_diag::grow(|| self.narrowed(value, expr))
    }

    fn narrowed(&self, value: Value, expr: ExprId) -> Value {
        match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => self.narrow(value, inner),
            ExprKind::Binary { op: BinaryOp::And, left, right } => {
                let value = self.narrow(value, left);
                self.narrow(value, right)
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right } => self.either(value, expr, (left, right)),
            ExprKind::Binary { op, left, right } => self.compared(value, op, left, right),
            ExprKind::Conditional { condition, yes, no } => match self.asks_for_null(condition) {
                Some(true) if self.is(yes, true) => or_null(value, |value| self.narrow(value, no)),
                Some(false) if self.is(no, true) => or_null(value, |value| self.narrow(value, yes)),
                _ => value,
            },
            ExprKind::Call(call) => {
                let call = self.tree.node(call);
                self.called(value, call)
            }
            _ => value,
        }
    }

    /// `var.x == null || …`, and the same value compared with several.
    fn either(&self, value: Value, expr: ExprId, (left, right): (ExprId, ExprId)) -> Value {
        for (null, other) in [(left, right), (right, left)] {
            if self.asks_for_null(null) == Some(true) {
                return or_null(value, |value| self.narrow(value, other));
            }
        }
        let mut members = Vec::new();
        match self.members(expr, &mut members) {
            true => self.one_of(value, members),
            false => value,
        }
    }

    /// The values that `var.x == a || var.x == b || contains([…], var.x)` allows.
    fn members(&self, expr: ExprId, found: &mut Vec<Value>) -> bool {
        match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => hclx_diag::grow(|| self.members(inner, found)),
            ExprKind::Binary { op: BinaryOp::Or, left, right } => {
                hclx_diag::grow(|| self.members(left, found) && self.members(right, found))
            }
            ExprKind::Binary { op: BinaryOp::Equal, left, right } => {
                let other = match (self.subject(left), self.subject(right)) {
                    (Some(Subject::Itself), None) => right,
                    (None, Some(Subject::Itself)) => left,
                    _ => return false,
                };
                (self.value_of)(other).map(|value| found.push(value)).is_some()
            }
            _ => false,
        }
    }

    /// Returns whether a condition is true for null only, or false for null only.
    fn asks_for_null(&self, expr: ExprId) -> Option<bool> {
        match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => self.asks_for_null(inner),
            ExprKind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right } => {
                let is_null = |expr: ExprId| matches!(self.tree.expr(expr).kind, ExprKind::Null);
                let own = |expr: ExprId| matches!(self.subject(expr), Some(Subject::Itself));
                let asks = own(left) && is_null(right) || is_null(left) && own(right);
                asks.then_some(op == BinaryOp::Equal)
            }
            _ => None,
        }
    }

    fn is(&self, expr: ExprId, wanted: bool) -> bool {
        matches!(self.tree.expr(expr).kind, ExprKind::Bool(value) if value == wanted)
    }

    fn compared(&self, value: Value, op: BinaryOp, left: ExprId, right: ExprId) -> Value {
        if self.asks_for_null(left).is_none()
            && op == BinaryOp::NotEqual
            && [(left, right), (right, left)].iter().any(|(one, other)| {
                matches!(self.subject(*one), Some(Subject::Itself))
                    && matches!(self.tree.expr(*other).kind, ExprKind::Null)
            })
        {
            return refined(value, Refiner::not_null);
        }
        let (subject, other, op) = match (self.subject(left), self.subject(right)) {
            (Some(subject), None) => (subject, right, op),
            (None, Some(subject)) => (subject, left, mirrored(op)),
            _ => return value,
        };
        let Some(other) = (self.value_of)(other) else { return value };
        match (subject, op) {
            (Subject::Itself, BinaryOp::Equal) => self.one_of(value, vec![other]),
            (Subject::Itself, BinaryOp::NotEqual) if other.as_str() == Some("") => {
                refined(value, |refiner| refiner.characters(1, None))
            }
            (Subject::Itself, op) => match other.as_number() {
                Some(number) => bounded(value, op, number.clone()),
                None => value,
            },
            (Subject::Length, op) => match other.as_number().and_then(Number::to_usize) {
                Some(length) => long(value, op, length),
                None => value,
            },
        }
    }

    fn called(&self, value: Value, call: &Call) -> Value {
        let args = self.tree.slice(call.args);
        match (self.tree.text(call.name.text), args) {
            ("contains", [list, own]) if matches!(self.subject(*own), Some(Subject::Itself)) => {
                let elements = (self.value_of)(*list);
                match elements.as_ref().and_then(Value::elements) {
                    Some(elements) => self.one_of(value, elements.to_vec()),
                    None => value,
                }
            }
            ("startswith", [own, prefix]) if matches!(self.subject(*own), Some(Subject::Itself)) => {
                match (self.value_of)(*prefix).as_ref().and_then(Value::as_str) {
                    Some(prefix) => begins(value, prefix),
                    None => value,
                }
            }
            ("can", [inner]) => self.can(value, *inner),
            ("alltrue", [list]) => match self.tree.expr(*list).kind {
                ExprKind::Tuple(elements) => {
                    self.tree.slice(elements).iter().fold(value, |value, one| self.narrow(value, *one))
                }
                _ => value,
            },
            _ => value,
        }
    }

    /// `can(regex("…", var.x))`.
    fn can(&self, value: Value, expr: ExprId) -> Value {
        let ExprKind::Call(call) = self.tree.expr(expr).kind else { return value };
        let call = self.tree.node(call);
        let [pattern, own] = self.tree.slice(call.args) else { return value };
        if self.tree.text(call.name.text) != "regex" || !matches!(self.subject(*own), Some(Subject::Itself)) {
            return value;
        }
        let Some(pattern) = (self.value_of)(*pattern) else { return value };
        let Some(pattern) = pattern.as_str() else { return value };
        match words(pattern) {
            Some(words) => self.one_of(value, words.into_iter().map(Value::string).collect()),
            None => match literal_start(pattern) {
                "" => refined(value, Refiner::not_null),
                start => begins(value, start),
            },
        }
    }

    fn one_of(&self, value: Value, members: Vec<Value>) -> Value {
        let ty = value.ty().clone();
        let fitted: Result<Vec<Value>, _> =
            members.iter().map(|member| convert(member, &ty, self.rules)).collect();
        let Ok(fitted) = fitted else { return value };
        let admits_null = fitted.iter().any(Value::is_null);
        refined(value, |refiner| {
            let refiner = if admits_null { refiner } else { refiner.not_null()? };
            refiner.one_of(fitted)
        })
    }

    /// The relation of an expression to the variable: itself or its length; `None` for any other.
    fn subject(&self, expr: ExprId) -> Option<Subject> {
        match self.tree.expr(expr).kind {
            ExprKind::Paren(inner) => self.subject(inner),
            ExprKind::Traversal { base, steps } => {
                let is_var = matches!(self.tree.expr(base).kind, ExprKind::Variable(name) if self.tree.text(name) == "var");
                let [step] = self.tree.slice(steps) else { return None };
                let is_own =
                    matches!(step.kind, TraverseKind::Attr(name) if self.tree.text(name) == self.variable);
                (is_var && is_own).then_some(Subject::Itself)
            }
            ExprKind::Call(call) => {
                let call = self.tree.node(call);
                let [argument] = self.tree.slice(call.args) else { return None };
                let is_length = self.tree.text(call.name.text) == "length";
                let own = matches!(self.subject(*argument), Some(Subject::Itself));
                (is_length && own).then_some(Subject::Length)
            }
            ExprKind::Unary { op: UnaryOp::Negate | UnaryOp::Not, .. } => None,
            _ => None,
        }
    }
}

pub(crate) fn refined(value: Value, step: impl FnOnce(Refiner) -> Fallible<Refiner>) -> Value {
    step(Refiner::new(value.clone())).and_then(Refiner::finish).unwrap_or(value)
}

/// Facts that hold unless the value is null: all but null-ness say something of other values only.
fn or_null(value: Value, narrow: impl FnOnce(Value) -> Value) -> Value {
    let may_be_null = !value.definitely_not_null();
    let narrowed = narrow(value.clone());
    match narrowed.data() {
        hclx_core::Data::Unknown(range) if may_be_null => {
            let range = range.clone().with_null(hclx_core::Nullness::Maybe);
            Value::unknown_in(narrowed.ty().clone(), range).with_marks(narrowed.marks())
        }
        _ if may_be_null => value,
        _ => narrowed,
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

fn bounded(value: Value, op: BinaryOp, number: Number) -> Value {
    if *value.ty() != Type::NUMBER {
        return value;
    }
    refined(value, |refiner| {
        let refiner = refiner.not_null()?;
        match op {
            BinaryOp::Less => refiner.max(number, false),
            BinaryOp::LessEqual => refiner.max(number, true),
            BinaryOp::Greater => refiner.min(number, false),
            BinaryOp::GreaterEqual => refiner.min(number, true),
            _ => Ok(refiner),
        }
    })
}

fn long(value: Value, op: BinaryOp, length: usize) -> Value {
    let (least, most) = match op {
        BinaryOp::Less => (0, length.checked_sub(1)),
        BinaryOp::LessEqual => (0, Some(length)),
        BinaryOp::Greater => (length.saturating_add(1), None),
        BinaryOp::GreaterEqual => (length, None),
        BinaryOp::Equal => (length, Some(length)),
        _ => return value,
    };
    let signed = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let is_text = matches!(value.ty().kind(), TypeKind::String);
    refined(value, |refiner| {
        let refiner = refiner.not_null()?;
        if is_text {
            // an element of a length is a cluster, which has one code point or more
            return refiner.characters(least, None);
        }
        let refiner = refiner.length_min(signed(least))?;
        match most {
            Some(most) => refiner.length_max(signed(most)),
            None => Ok(refiner),
        }
    })
}

fn begins(value: Value, prefix: &str) -> Value {
    refined(value, |refiner| refiner.not_null()?.prefix_full(hclx_core::stable_prefix(prefix)))
}

/// The words of a pattern such as `^(a|b|c)$`.
fn words(pattern: &str) -> Option<Vec<String>> {
    let inside = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let inside = inside.strip_prefix("?:").unwrap_or(inside);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | ':' | ' ');
    let words: Vec<String> = inside.split('|').map(str::to_owned).collect();
    words.iter().all(|word| word.chars().all(plain)).then_some(words)
}

/// The literal prefix of all matches of a pattern.
fn literal_start(pattern: &str) -> &str {
    let Some(pattern) = pattern.strip_prefix('^') else { return "" };
    // one side of an alternative may be all there is
    if pattern.contains('|') {
        return "";
    }
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | ':' | ' ');
    let end = pattern.find(|c: char| !plain(c)).unwrap_or(pattern.len());
    let (start, rest) = pattern.split_at(end);
    // a repeated part may also be absent
    match rest.chars().next() {
        Some('?' | '*' | '{') => start.char_indices().next_back().map_or("", |(last, _)| &start[..last]),
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_patterns_say() {
        assert_eq!(words("^(a|b-1)$"), Some(vec!["a".to_owned(), "b-1".to_owned()]));
        assert_eq!(words("^(a|b.)$"), None);
        assert_eq!(literal_start("^ami-[0-9a-f]+$"), "ami-");
        assert_eq!(literal_start("^ab?c"), "a");
        assert_eq!(literal_start("^a|b"), "");
        assert_eq!(literal_start("ami-"), "");
    }
}
