//! Constraints of declared types (Mull §5.5): validation of values, and facts about unknown values (§12).
//!
//! The constraints of a type and of its base all apply, so a row contains both, each with the location of its
//! declaration. For an unknown value the result is only decided if it is certain. Out of scope: reading
//! declarations (`declare`).

use hclx_core::{Number, Range, Refiner, Type, TypeKind, Value};
use hclx_diag::{Fallible, Span};

use super::declare::Types;
pub use super::members::Members;
pub use super::pattern::Pattern;
use super::ty::{Literal, Ty, TyKind, read_numeral};
use super::value::Val;

/// A declared value, with its location.
#[derive(Clone, Debug)]
pub struct DeclaredValue<T> {
    /// The value.
    pub value: T,
    /// The location of the value.
    pub at: Span,
}

/// The constraints of a type: the strongest of each kind, and all patterns.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// The minimum.
    pub min: Option<DeclaredValue<Number>>,
    /// The maximum.
    pub max: Option<DeclaredValue<Number>>,
    /// The minimum length in characters.
    pub min_length: Option<DeclaredValue<u64>>,
    /// The maximum length in characters.
    pub max_length: Option<DeclaredValue<u64>>,
    /// Patterns that match whole strings.
    pub patterns: Vec<DeclaredValue<Pattern>>,
    /// The allowed values, filtered by the other constraints.
    pub one_of: Option<DeclaredValue<Members>>,
}

/// A violated constraint.
#[derive(Clone, Debug)]
pub struct Violation {
    /// A message with the constraint, its bound and the value.
    pub message: String,
    /// The location of the constraint.
    pub at: Span,
}

/// The result of checking a value against constraints.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The value satisfies them.
    Satisfied,
    /// The value violates one; for an unknown value, every possible value violates one.
    Violated(Violation),
    /// The result depends on an unknown value.
    Undetermined,
}

impl Constraints {
    /// Returns `true` if there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.min.is_none()
            && self.max.is_none()
            && self.min_length.is_none()
            && self.max_length.is_none()
            && self.patterns.is_empty()
            && self.one_of.is_none()
    }

    /// Checks a value. Null, undefined and values of other kinds satisfy all constraints, because another
    /// rule reports their wrong type.
    pub fn judge(&self, value: &Val) -> Verdict {
        if self.is_empty() {
            return Verdict::Satisfied;
        }
        let violation = match value {
            Val::String(text) => self.text_violation(text),
            Val::Number(number) => self.number_violation(number),
            Val::Unknown(value) => return self.judge_unknown(value),
            _ => None,
        };
        violation.map_or(Verdict::Satisfied, Verdict::Violated)
    }

    fn text_violation(&self, text: &str) -> Option<Violation> {
        let shown = || Val::string(text).show();
        if self.min_length.is_some() || self.max_length.is_some() {
            let count = text.chars().count() as u64;
            if let Some(least) = self.min_length.as_ref().filter(|least| count < least.value) {
                let message = format!(
                    "{} has {}, fewer than the minLength of {}",
                    shown(),
                    characters(count),
                    least.value
                );
                return Some(Violation { message, at: least.at });
            }
            if let Some(most) = self.max_length.as_ref().filter(|most| count > most.value) {
                let message = format!(
                    "{} has {}, more than the maxLength of {}",
                    shown(),
                    characters(count),
                    most.value
                );
                return Some(Violation { message, at: most.at });
            }
        }
        if let Some(pattern) = self.patterns.iter().find(|pattern| !pattern.value.matches(text)) {
            let message = format!("{} does not match the pattern `{}`", shown(), pattern.value.text());
            return Some(Violation { message, at: pattern.at });
        }
        self.not_one_of(|members| members.has_text(text), shown)
    }

    fn number_violation(&self, number: &Number) -> Option<Violation> {
        let shown = || Val::Number(number.clone()).show();
        if let Some(least) = self.min.as_ref().filter(|least| number.compare(&least.value).is_lt()) {
            return Some(below_minimum(least, &shown()));
        }
        if let Some(most) = self.max.as_ref().filter(|most| number.compare(&most.value).is_gt()) {
            return Some(above_maximum(most, &shown()));
        }
        self.not_one_of(|members| members.has_number(number), shown)
    }

    fn not_one_of(&self, has: impl Fn(&Members) -> bool, shown: impl Fn() -> String) -> Option<Violation> {
        let members = self.one_of.as_ref().filter(|members| !has(&members.value))?;
        let message = format!("{} is not one of {}", shown(), listed(&members.value));
        Some(Violation { message, at: members.at })
    }

    fn judge_unknown(&self, value: &Value) -> Verdict {
        let range = value.range();
        if let Some(values) = range.one_of() {
            return self.judge_several(values);
        }
        match self.contradiction(value.ty(), &range) {
            Some(violation) => Verdict::Violated(violation),
            None if self.covers(value.ty(), &range) => Verdict::Satisfied,
            None => Verdict::Undetermined,
        }
    }

    /// Checks a value that is one of several known ones.
    fn judge_several(&self, values: &[Value]) -> Verdict {
        let mut violations = values.iter().map(|value| match self.judge(&Val::from_core(value)) {
            Verdict::Violated(violation) => Some(violation),
            _ => None,
        });
        let first = violations.next().flatten();
        let all = violations.fold((first.is_some(), first.is_none()), |(all, none), violation| {
            (all && violation.is_some(), none && violation.is_none())
        });
        match (all, first) {
            ((true, _), Some(violation)) => Verdict::Violated(violation),
            ((_, true), _) => Verdict::Satisfied,
            _ => Verdict::Undetermined,
        }
    }

    /// A constraint that no value in a range satisfies.
    fn contradiction(&self, ty: &Type, range: &Range) -> Option<Violation> {
        match ty.kind() {
            TypeKind::Int | TypeKind::Number => self.number_contradiction(range),
            TypeKind::String => {
                self.length_contradiction(range).or_else(|| self.prefix_contradiction(range.prefix()?))
            }
            _ => None,
        }
    }

    fn number_contradiction(&self, range: &Range) -> Option<Violation> {
        let shown = |number: &Number| Val::Number(number.clone()).show();
        if let (Some(least), Some(most)) = (&self.min, range.max())
            && !most.is_above(&least.value)
        {
            return Some(below_minimum(least, &format!("a value of at most {}", shown(&most.number))));
        }
        if let (Some(most), Some(least)) = (&self.max, range.min())
            && !least.is_below(&most.value)
        {
            return Some(above_maximum(most, &format!("a value of at least {}", shown(&least.number))));
        }
        let possible = |member: &Literal| {
            let Some(number) = literal_number(member) else { return false };
            range.min().is_none_or(|least| least.is_below(&number))
                && range.max().is_none_or(|most| most.is_above(&number))
        };
        self.not_one_of(|members| members.iter().any(possible), || "a value of this range".to_owned())
    }

    fn length_contradiction(&self, range: &Range) -> Option<Violation> {
        let least =
            (range.len_min() as u64).max(range.prefix().map_or(0, |prefix| prefix.chars().count() as u64));
        if let Some(most) = self.max_length.as_ref().filter(|most| least > most.value) {
            let message = format!(
                "a string of at least {} is longer than the maxLength of {}",
                characters(least),
                most.value
            );
            return Some(Violation { message, at: most.at });
        }
        let most = range.len_max()? as u64;
        let least = self.min_length.as_ref().filter(|least| most < least.value)?;
        let message = format!(
            "a string of at most {} is shorter than the minLength of {}",
            characters(most),
            least.value
        );
        Some(Violation { message, at: least.at })
    }

    fn prefix_contradiction(&self, prefix: &str) -> Option<Violation> {
        let shown = || format!("a string that starts with {}", Val::string(prefix).show());
        if let Some(pattern) = self.patterns.iter().find(|pattern| !pattern.value.may_start(prefix)) {
            let message = format!("{} never matches the pattern `{}`", shown(), pattern.value.text());
            return Some(Violation { message, at: pattern.at });
        }
        let starts =
            |member: &Literal| matches!(member, Literal::String(member) if member.starts_with(prefix));
        self.not_one_of(|members| members.iter().any(starts), shown)
    }

    /// Returns `true` if every value of a range satisfies the constraints.
    fn covers(&self, ty: &Type, range: &Range) -> bool {
        // A range does not show that all of its values match a pattern or are members.
        if self.one_of.is_some() || !self.patterns.is_empty() {
            return false;
        }
        match ty.kind() {
            TypeKind::Int | TypeKind::Number => {
                let above = |least: &DeclaredValue<Number>| {
                    range.min().is_some_and(|min| min.number.compare(&least.value).is_ge())
                };
                let below = |most: &DeclaredValue<Number>| {
                    range.max().is_some_and(|max| max.number.compare(&most.value).is_le())
                };
                self.min.as_ref().is_none_or(above) && self.max.as_ref().is_none_or(below)
            }
            TypeKind::String => {
                let long = |least: &DeclaredValue<u64>| range.len_min() as u64 >= least.value;
                let short =
                    |most: &DeclaredValue<u64>| range.len_max().is_some_and(|max| max as u64 <= most.value);
                self.min_length.as_ref().is_none_or(long) && self.max_length.as_ref().is_none_or(short)
            }
            _ => false,
        }
    }

    /// Narrows an unknown value to those that satisfy the constraints; `root` is the base of the constrained
    /// type. If a single value remains, the result is that value. A value to which the constraints do not
    /// apply (see [`Constraints::judge`]) is unchanged.
    pub fn refine(&self, unknown: &Value, root: &Ty) -> Val {
        let open = match (unknown.ty().kind(), root.kind()) {
            (TypeKind::Any, TyKind::String) => Value::unknown_in(Type::STRING, unknown.range()),
            (TypeKind::Any, TyKind::Int) => Value::unknown_in(Type::INT, unknown.range()),
            (TypeKind::Any, TyKind::Number) => Value::unknown_in(Type::NUMBER, unknown.range()),
            _ => unknown.clone(),
        };
        let narrowed = self.narrow(open.clone());
        Val::from_core(&narrowed.unwrap_or(open))
    }

    fn narrow(&self, value: Value) -> Fallible<Value> {
        let ty = value.ty().clone();
        let mut refiner = Refiner::strict(value);
        if ty.is_numeric() {
            if let Some(least) = &self.min {
                refiner = refiner.min(least.value.clone(), true)?;
            }
            if let Some(most) = &self.max {
                refiner = refiner.max(most.value.clone(), true)?;
            }
        } else if matches!(ty.kind(), TypeKind::String) {
            refiner = self.narrow_text(refiner)?;
        }
        if let Some(members) = &self.one_of {
            refiner = refiner
                .one_of(members.value.iter().filter_map(|member| member_value(member, &ty)).collect())?;
        }
        refiner.finish()
    }

    fn narrow_text(&self, mut refiner: Refiner) -> Fallible<Refiner> {
        let length = |declared: &DeclaredValue<u64>| usize::try_from(declared.value).unwrap_or(usize::MAX);
        let least = self.min_length.as_ref().map_or(0, length);
        refiner = refiner.characters(least, self.max_length.as_ref().map(length))?;
        for pattern in &self.patterns {
            refiner = refiner.prefix_full(pattern.value.head())?;
        }
        refiner.prefix_full(
            &self.one_of.as_ref().map(|members| common_prefix(&members.value)).unwrap_or_default(),
        )
    }
}

impl Types {
    /// The facts that a type implies about a value: the range of a primitive (from constraints, ignoring
    /// none), or the value if there is only one. Nothing is known about eventual values and collections.
    pub fn unknown_of(&self, ty: &Ty) -> Val {
        let range = if self.takes_none(ty) { Range::any() } else { Range::not_null() };
        let mut plain = ty.clone();
        loop {
            if let Some(custom) = self.custom_of(&plain).filter(|custom| !custom.constraints.is_empty()) {
                let unknown = Value::unknown_in(self.to_core(&custom.root), range);
                return custom.constraints.refine(&unknown, &custom.root);
            }
            let next = self.resolved(&plain).without_none();
            if next == plain {
                break;
            }
            plain = next;
        }
        let Some(base) = primitive(&plain) else { return Val::unknown() };
        let base = self.to_core(&base);
        let members = plain.members().iter().filter_map(|member| match member.kind() {
            TyKind::Literal(literal) => member_value(literal, &base),
            _ => None,
        });
        let members: Vec<Value> = members.collect();
        let unknown = Value::unknown_in(base, range);
        if members.is_empty() {
            return Val::Unknown(unknown);
        }
        let narrowed = Refiner::strict(unknown.clone()).one_of(members).and_then(Refiner::finish);
        Val::from_core(&narrowed.unwrap_or(unknown))
    }
}

/// The base of a primitive type, or of a union of literals with the same base.
fn primitive(ty: &Ty) -> Option<Ty> {
    let mut bases = ty.members().iter().map(Ty::base);
    let first = bases.next()?;
    let is = matches!(first.kind(), TyKind::Bool | TyKind::Int | TyKind::Number | TyKind::String);
    (is && bases.all(|base| base == first)).then_some(first)
}

/// A member of an enum as a value of its base.
fn member_value(member: &Literal, base: &Type) -> Option<Value> {
    Some(match member {
        Literal::Bool(value) => Value::bool(*value),
        Literal::String(text) => Value::string(text.clone()),
        Literal::Number { .. } => match literal_number(member)? {
            number if matches!(base.kind(), TypeKind::Int) && number.is_integer() => Value::int(number),
            number => Value::number(number),
        },
    })
}

/// The number of a numeric literal.
pub(crate) fn literal_number(literal: &Literal) -> Option<Number> {
    match literal {
        Literal::Number { text, .. } => read_numeral(text),
        _ => None,
    }
}

/// The common prefix of all string members.
fn common_prefix(members: &Members) -> String {
    let mut texts = members.iter().filter_map(|member| match member {
        Literal::String(text) => Some(&**text),
        _ => None,
    });
    let Some(mut prefix) = texts.next() else { return String::new() };
    for text in texts {
        let shared = prefix.chars().zip(text.chars()).take_while(|(a, b)| a == b);
        prefix = &prefix[..shared.map(|(c, _)| c.len_utf8()).sum::<usize>()];
    }
    prefix.to_owned()
}

fn below_minimum(least: &DeclaredValue<Number>, what: &str) -> Violation {
    let message = format!("{what} is below the minimum of {}", Val::Number(least.value.clone()).show());
    Violation { message, at: least.at }
}

fn above_maximum(most: &DeclaredValue<Number>, what: &str) -> Violation {
    let message = format!("{what} is above the maximum of {}", Val::Number(most.value.clone()).show());
    Violation { message, at: most.at }
}

fn characters(count: u64) -> String {
    format!("{count} {}", if count == 1 { "character" } else { "characters" })
}

/// The first members of an enum, for messages.
fn listed(members: &Members) -> String {
    const MOST: usize = 8;
    let mut shown: Vec<String> = members.iter().take(MOST).map(ToString::to_string).collect();
    if members.len() > MOST {
        shown.push(format!("and {} more", members.len() - MOST));
    }
    format!("[{}]", shown.join(", "))
}
