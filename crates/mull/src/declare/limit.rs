//! Declared constraints (Mull §5.5): their kinds, the types that they apply to, and their satisfiability.

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_core::Number;
use hclx_diag::{Diagnostic, Span, TextRange, mull_codes as codes};

use super::super::constraint::{Constraints, DeclaredValue, Members, Pattern, Verdict, literal_number};
use super::super::ty::{Literal, Ty, TyKind, read_numeral};
use super::super::value::Val;
use super::Binder;
use super::draft::RawConstraint;

/// The attributes that constrain values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    MaxLength,
    MinLength,
    Pattern,
    Maximum,
    Minimum,
    Enum,
}

impl Limit {
    pub(super) const ALL: [Limit; 6] =
        [Limit::MaxLength, Limit::MinLength, Limit::Pattern, Limit::Maximum, Limit::Minimum, Limit::Enum];

    /// The attribute with this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "maxLength" | "maxlength" => Limit::MaxLength,
            "minLength" | "minlength" => Limit::MinLength,
            "pattern" => Limit::Pattern,
            "maximum" => Limit::Maximum,
            "minimum" => Limit::Minimum,
            "enum" => Limit::Enum,
            _ => return None,
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Limit::MaxLength => "maxLength",
            Limit::MinLength => "minLength",
            Limit::Pattern => "pattern",
            Limit::Maximum => "maximum",
            Limit::Minimum => "minimum",
            Limit::Enum => "enum",
        }
    }

    fn applies_to(self, root: &Ty) -> bool {
        let text = matches!(root.kind(), TyKind::String);
        let number = matches!(root.kind(), TyKind::Int | TyKind::Number);
        match self {
            Limit::MaxLength | Limit::MinLength | Limit::Pattern => text,
            Limit::Maximum | Limit::Minimum => number,
            Limit::Enum => text || number,
        }
    }

    fn wanted(self) -> &'static str {
        match self {
            Limit::MaxLength | Limit::MinLength | Limit::Pattern => "string",
            Limit::Maximum | Limit::Minimum => "number or int",
            Limit::Enum => "string, number or int",
        }
    }
}

/// The maximum total size of all compiled patterns in bytes.
const MOST_PATTERN_BYTES: usize = 32 << 20;
/// The maximum number of enum members that are filtered by constraints of derived types.
const MAX_FILTERED: usize = 256;

/// A member of an enum with its range.
type Member = (Literal, TextRange);

impl Binder<'_> {
    /// The constraints of a type: those of its base (`so_far`) and its own. `root` is the root type of its
    /// base; `None` without a base.
    pub(super) fn constrain(
        &mut self,
        so_far: Constraints,
        root: Option<&Ty>,
        own: &[RawConstraint],
    ) -> Constraints {
        let mut constraints = so_far;
        let mut members = Vec::new();
        let mut closed = false;
        for constraint in own {
            match root {
                Some(root) if constraint.limit.applies_to(&root.base()) => {
                    // Once no value remains, additional constraints would only cause repetitions.
                    closed = closed || self.apply(&mut constraints, &root.base(), *constraint, &mut members);
                }
                _ => self.not_applicable(*constraint, root),
            }
        }
        if !closed {
            self.check_members(&constraints, &members);
        }
        if let Some(one_of) = constraints.one_of.as_mut().filter(|_| !members.is_empty()) {
            let own = members.into_iter().map(|(literal, _)| literal);
            one_of.value = Members::new(own.filter(|member| one_of.value.has(member)).collect());
        }
        constraints
    }

    fn not_applicable(&mut self, constraint: RawConstraint, root: Option<&Ty>) {
        let (name, wanted) = (constraint.limit.name(), constraint.limit.wanted());
        let message = match root {
            Some(root) => {
                format!("`{name}` applies to {wanted}, and the base is `{}`", self.types.show_short(root))
            }
            None => format!("`{name}` applies to {wanted}, and there is no base"),
        };
        self.error(codes::CONSTRAINT_NOT_APPLICABLE, constraint.key, message);
    }

    /// Adds a constraint; returns `true` if no value remains, which is reported.
    fn apply(
        &mut self,
        to: &mut Constraints,
        root: &Ty,
        constraint: RawConstraint,
        members: &mut Vec<Member>,
    ) -> bool {
        let at = self.span(self.document.range(constraint.value));
        if !self.static_only(constraint.value) {
            return false;
        }
        match constraint.limit {
            Limit::MaxLength | Limit::MinLength => match self.length(constraint) {
                Some(value) if constraint.limit == Limit::MaxLength => {
                    keep(&mut to.max_length, DeclaredValue { value, at }, |new, old| new < old);
                }
                Some(value) => keep(&mut to.min_length, DeclaredValue { value, at }, |new, old| new > old),
                None => return false,
            },
            Limit::Maximum | Limit::Minimum => match self.number(constraint) {
                Some(value) if constraint.limit == Limit::Maximum => {
                    keep(&mut to.max, DeclaredValue { value, at }, |new, old| new.compare(old).is_lt());
                }
                Some(value) => {
                    keep(&mut to.min, DeclaredValue { value, at }, |new, old| new.compare(old).is_gt())
                }
                None => return false,
            },
            Limit::Pattern => match self.pattern(constraint.value) {
                Some(value) => to.patterns.push(DeclaredValue { value, at }),
                None => return false,
            },
            Limit::Enum => {
                *members = self.members(root, constraint.value);
                if members.is_empty() {
                    return false;
                }
                // An inherited enum is kept until the members of both are compared.
                if to.one_of.is_none() {
                    let literals = members.iter().map(|(literal, _)| literal.clone());
                    to.one_of = Some(DeclaredValue { value: Members::new(literals.collect()), at });
                }
            }
        }
        self.is_empty(to, root, constraint, members)
    }

    /// Returns `true` if no value remains after a constraint was added.
    fn is_empty(
        &mut self,
        constraints: &mut Constraints,
        root: &Ty,
        last: RawConstraint,
        own: &[Member],
    ) -> bool {
        if let Some((message, other)) = crossing(constraints, root) {
            self.unsatisfiable(last.key, message, Some(other));
            return true;
        }
        if !own.is_empty() {
            return false;
        }
        // values are checked against all constraints, so an unfiltered enum is not wrong
        let Some(one_of) = constraints.one_of.take_if(|one_of| one_of.value.len() <= MAX_FILTERED) else {
            return false;
        };
        let kept = one_of.value.iter().filter(|member| broken(constraints, member).is_none());
        let (kept, at) = (Members::new(kept.cloned().collect()), one_of.at);
        let empty = kept.is_empty();
        constraints.one_of = Some(DeclaredValue { value: kept, at });
        if empty {
            let message = format!("`{}` excludes every member of the enum", last.limit.name());
            self.unsatisfiable(last.key, message, Some(at));
        }
        empty
    }

    /// Checks the members of the type's own enum against all its other constraints.
    fn check_members(&mut self, constraints: &Constraints, members: &[Member]) {
        let mut others = constraints.clone();
        let inherited =
            others.one_of.take().filter(|one_of| !members.iter().all(|(m, _)| one_of.value.has(m)));
        for (member, at) in members {
            if let Some((message, other)) = broken(&others, member) {
                self.unsatisfiable(*at, message, Some(other));
            } else if let Some(one_of) = inherited.as_ref().filter(|one_of| !one_of.value.has(member)) {
                let message = format!("{member} is not a member of the base's enum");
                self.unsatisfiable(*at, message, Some(one_of.at));
            }
        }
    }

    fn unsatisfiable(&mut self, at: TextRange, message: String, other: Option<Span>) {
        let finding = Diagnostic::error(codes::UNSATISFIABLE, self.span(at), message);
        self.found(match other {
            Some(other) if other != self.span(at) => finding.also(other, "the conflicting constraint"),
            _ => finding,
        });
    }

    fn invalid(&mut self, value: NodeId, message: impl Into<String>) {
        let at = self.document.range(value);
        self.error(codes::INVALID_CONSTRAINT, at, message);
    }

    fn number(&mut self, constraint: RawConstraint) -> Option<Number> {
        let number = match self.document.kind(constraint.value) {
            NodeKind::Number { text, .. } => read_numeral(text),
            _ => None,
        };
        if number.is_none() {
            self.invalid(constraint.value, format!("`{}` must be a number", constraint.limit.name()));
        }
        number
    }

    fn length(&mut self, constraint: RawConstraint) -> Option<u64> {
        let number = match self.document.kind(constraint.value) {
            NodeKind::Number { text, .. } => read_numeral(text),
            _ => None,
        };
        let number = number.filter(|number| number.is_integer() && !number.compare(&0i64.into()).is_lt());
        match number {
            // a length beyond the size of memory restricts nothing
            Some(number) => Some(number.to_usize().map_or(u64::MAX, |length| length as u64)),
            None => {
                self.invalid(
                    constraint.value,
                    format!("`{}` must be an integer, 0 or more", constraint.limit.name()),
                );
                None
            }
        }
    }

    fn pattern(&mut self, value: NodeId) -> Option<Pattern> {
        let Some(text) = self.static_text(value) else {
            self.invalid(value, "`pattern` must be a string with a regular expression");
            return None;
        };
        if self.types.pattern_bytes > MOST_PATTERN_BYTES {
            let at = self.document.range(value);
            self.error(codes::STATIC_LIMIT, at, "all patterns together are larger than the limit");
            return None;
        }
        match Pattern::new(&text) {
            Ok(pattern) => {
                self.types.pattern_bytes += pattern.bytes();
                Some(pattern)
            }
            Err(why) => {
                self.invalid(value, format!("the pattern {why}"));
                None
            }
        }
    }

    /// The members of an enum that are values of the base; other members are reported.
    fn members(&mut self, root: &Ty, value: NodeId) -> Vec<Member> {
        let document = self.document.clone();
        let elements = match document.kind(value) {
            NodeKind::Sequence(elements) if !elements.is_empty() => elements,
            NodeKind::Sequence(_) => {
                self.invalid(value, "an enum must have at least one member");
                return Vec::new();
            }
            _ => {
                self.invalid(value, "`enum` must be a list of values");
                return Vec::new();
            }
        };
        let mut members = Vec::with_capacity(elements.len());
        for element in elements {
            let Entry::Element(node) = element else {
                self.static_entry(element);
                continue;
            };
            if !self.static_only(*node) {
                continue;
            }
            let literal = match document.kind(*node) {
                NodeKind::String(text) => Some(Literal::String(text.clone())),
                NodeKind::Number { text, integral } => Literal::numeral(text, *integral),
                NodeKind::Bool(truth) => Some(Literal::Bool(*truth)),
                _ => None,
            };
            match literal.filter(|literal| self.types.assignable(&Ty::literal(literal.clone()), root)) {
                Some(literal) => members.push((literal, document.range(*node))),
                None => {
                    let message =
                        format!("the members of this enum must be of type `{}`", self.types.show_short(root));
                    self.invalid(*node, message);
                }
            }
        }
        members
    }
}

/// Keeps the stronger of two constraints of the same kind.
fn keep<T>(old: &mut Option<DeclaredValue<T>>, new: DeclaredValue<T>, stronger: impl Fn(&T, &T) -> bool) {
    if old.as_ref().is_none_or(|old| stronger(&new.value, &old.value)) {
        *old = Some(new);
    }
}

/// The contradiction between bounds that no value satisfies together, and the location of one of them.
fn crossing(constraints: &Constraints, root: &Ty) -> Option<(String, Span)> {
    if let (Some(least), Some(most)) = (&constraints.min_length, &constraints.max_length)
        && least.value > most.value
    {
        let message = format!("no string has at least {} and at most {} characters", least.value, most.value);
        return Some((message, earlier(least.at, most.at)));
    }
    let (least, most) = (constraints.min.as_ref()?, constraints.max.as_ref()?);
    // Between 1.2 and 1.8 there is no int.
    let whole = matches!(root.kind(), TyKind::Int);
    let (low, high) = if whole {
        (least.value.ceil(), most.value.floor())
    } else {
        (least.value.clone(), most.value.clone())
    };
    if !low.compare(&high).is_gt() {
        return None;
    }
    let shown = |number: &Number| Val::Number(number.clone()).show();
    let kind = if whole { "int" } else { "number" };
    let message = format!("no {kind} is at least {} and at most {}", shown(&least.value), shown(&most.value));
    Some((message, earlier(least.at, most.at)))
}

/// The location that comes first.
fn earlier(a: Span, b: Span) -> Span {
    a.min(b)
}

/// The message and location of another constraint that a member of an enum violates.
fn broken(constraints: &Constraints, member: &Literal) -> Option<(String, Span)> {
    let value = match member {
        Literal::String(text) => Val::String(Arc::clone(text)),
        Literal::Number { .. } => Val::Number(literal_number(member)?),
        Literal::Bool(truth) => Val::Bool(*truth),
    };
    match constraints.judge(&value) {
        Verdict::Violated(violation) => Some((violation.message, violation.at)),
        _ => None,
    }
}
