//! Narrows the value of a variable by the facts in the conditions of its validation rules.
//!
//! Out of scope: deriving facts from conditions (`implied_facts`).

use hclx_analysis::describe::{Fact, Rule};
use hclx_core::narrow::narrowed as refined;
use hclx_core::{Refiner, Rules, Type, TypeKind, Value, convert};
use hclx_diag::Fallible;
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};

/// The result of a condition if the variable is null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WithNull {
    /// An error.
    Fails,
    /// False, or null.
    False,
    /// Possibly true.
    Open,
}

/// The result of a condition if the variable is null; `of` determines it for an expression. Some versions of Terraform
/// evaluate the right side of `&&` and `||` even if the left one decides. Here, it is skipped, and expressions that
/// contain such an operator deeper inside are left undecided.
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

/// Narrows an unknown value by the facts about the entire value.
pub(crate) fn narrow(value: Value, facts: &[Fact], rules: &Rules) -> Value {
    let own = facts.iter().filter(|fact| fact.path.is_empty());
    own.fold(value, |value, fact| match fact.admits_null {
        true => or_null(value, |value| obeying(value, &fact.rule, rules)),
        false => obeying(value, &fact.rule, rules),
    })
}

/// Narrows the value by a rule, assuming that it is not null.
fn obeying(value: Value, rule: &Rule, rules: &Rules) -> Value {
    match rule {
        Rule::NotNull => refined(value, Refiner::not_null),
        Rule::Min(bound) => bounded(value, |it| it.min(bound.number.clone(), bound.inclusive)),
        Rule::Max(bound) => bounded(value, |it| it.max(bound.number.clone(), bound.inclusive)),
        Rule::LengthMin(least) => long(value, *least, None),
        Rule::LengthMax(most) => long(value, 0, Some(*most)),
        Rule::Prefix(prefix) => begins(value, prefix),
        Rule::Pattern(pattern) => match words(pattern) {
            Some(words) => one_of(value, &words.into_iter().map(Value::string).collect::<Vec<_>>(), rules),
            None => match literal_start(pattern) {
                "" => refined(value, Refiner::not_null),
                start => begins(value, start),
            },
        },
        Rule::OneOf(members) => one_of(value, members, rules),
        // The range of a value cannot express these rules.
        Rule::Whole | Rule::NoneOf(_) | Rule::Distinct | Rule::Text { .. } => value,
    }
}

fn one_of(value: Value, members: &[Value], rules: &Rules) -> Value {
    let ty = value.ty().clone();
    let fitted: Result<Vec<Value>, _> = members.iter().map(|member| convert(member, &ty, rules)).collect();
    let Ok(fitted) = fitted else { return value };
    let admits_null = fitted.iter().any(Value::is_null);
    refined(value, |refiner| {
        let refiner = if admits_null { refiner } else { refiner.not_null()? };
        refiner.one_of(fitted)
    })
}

/// Applies facts that are true unless the value is null, so that only non-nullness also restricts null.
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

fn bounded(value: Value, step: impl FnOnce(Refiner) -> Fallible<Refiner>) -> Value {
    if *value.ty() != Type::NUMBER {
        return value;
    }
    refined(value, |refiner| step(refiner.not_null()?))
}

fn long(value: Value, least: usize, most: Option<usize>) -> Value {
    let signed = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let is_text = matches!(value.ty().kind(), TypeKind::String);
    refined(value, |refiner| {
        let refiner = refiner.not_null()?;
        if is_text {
            return refiner.characters(least, most);
        }
        let refiner = refiner.length_min(signed(least))?;
        match most {
            Some(most) => refiner.length_max(signed(most)),
            None => Ok(refiner),
        }
    })
}

fn begins(value: Value, prefix: &str) -> Value {
    // The last letter of the prefix may combine with the next one, so only the stable part of the prefix is used.
    refined(value, |refiner| refiner.not_null()?.prefix_full(hclx_core::stable_prefix(prefix)))
}

/// The alternatives of a pattern such as `^(a|b|c)$`.
fn words(pattern: &str) -> Option<Vec<String>> {
    let inside = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let inside = inside.strip_prefix("?:").unwrap_or(inside);
    // These match themselves outside of brackets; others, such as a dot, may be part of a pattern.
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | ':' | ' ');
    let words: Vec<String> = inside.split('|').map(str::to_owned).collect();
    words.iter().all(|word| word.chars().all(plain)).then_some(words)
}

/// The literal prefix that all matches of a pattern have in common.
fn literal_start(pattern: &str) -> &str {
    let Some(pattern) = pattern.strip_prefix('^') else { return "" };
    // one side of an alternative may match by itself
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
