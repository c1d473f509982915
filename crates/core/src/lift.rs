//! Lifting: the only module that handles unions, eventuals, null and marks around an operation.
//!
//! Marks are moved from the operands to the result. The operation runs once per member of a union and once
//! per value of a short list, and the results are joined. Promises and outputs are removed, and the greatest
//! of them wraps the result. Null is rejected, unless the operation handles it.

use std::borrow::Cow;

use hclx_diag::{Fallible, Fault, code_names as codes};
use smallvec::SmallVec;

use crate::range::Nullness;
use crate::value::{Data, admits_null};
use crate::{Eventual, Marks, Rules, Type, TypeKind, Value, join};

/// The maximum number of runs over the members of unions; beyond it the result is unknown.
pub(crate) const MAX_UNION_RUNS: usize = 32;
/// The maximum number of runs over lists of possible values; beyond it the list is ignored.
const MAX_VALUE_RUNS: usize = 256;

/// The treatment of null operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// Null is a fault.
    Refused,
    /// The operation receives null.
    Passed,
    /// Null as a member of a union makes the result null; null by itself is a fault.
    Through,
}

/// Runs a plain operation on operands without marks, unions, eventuals and nulls (some may be unknown), and
/// wraps the result in the marks and eventuals of the operands. Fails if every run fails.
///
/// # Errors
/// The first fault of the runs, or [`codes::NULL_OPERAND`] for an operand that is null.
pub fn lift(
    operands: &[&Value],
    rules: &Rules,
    plain: impl Fn(&[Value]) -> Fallible<Value>,
) -> Fallible<Value> {
    lift_with(Nulls::Refused, operands, rules, &plain)
}

/// Like [`lift`], for an operation that handles null.
///
/// # Errors
/// The first fault of the runs.
pub fn lift_nullable(
    operands: &[&Value],
    rules: &Rules,
    plain: impl Fn(&[Value]) -> Fallible<Value>,
) -> Fallible<Value> {
    lift_with(Nulls::Passed, operands, rules, &plain)
}

/// The alternatives of an unmarked value without its eventuals, for operations that are not functions of
/// values and must visit each, and the eventual to wrap the result in. The members of a union are separate,
/// without null if anything else is left; so are alternatives of different types, with null.
pub fn take_apart(value: Value, rules: &Rules) -> (Vec<Value>, Eventual) {
    let (inside, eventual) = strip_eventual(value);
    if let Some(values) = inside.several() {
        let marks = inside.marks();
        return (values.into_iter().map(|value| value.with_marks(marks)).collect(), eventual);
    }
    if !inside.ty().is_union() || inside.is_known() {
        return (vec![inside], eventual);
    }
    let marks = inside.marks().clone();
    let plain = |_: &[Value]| Ok(Value::dynamic());
    let lift = Lift { nulls: Nulls::Refused, rules, plain: &plain };
    let mut members = lift.alternatives(&inside.unmark().0).into_owned();
    if members.iter().any(|member| !member.is_null()) {
        members.retain(|member| !member.is_null());
    }
    if members.len() > MAX_UNION_RUNS {
        return (vec![Value::dynamic().with_marks(&marks)], eventual);
    }
    (members.into_iter().map(|member| member.with_marks(&marks)).collect(), eventual)
}

/// The value without the eventuals around it, and the greatest of them.
#[inline]
pub fn strip_eventual(value: Value) -> (Value, Eventual) {
    if !value.ty().is_eventual() {
        return (value, Eventual::Now);
    }
    let (ty, eventual) = value.ty().strip_eventual();
    (retyped(value, ty), eventual)
}

/// The value with the eventuals of its parts removed, and the greatest of these.
///
/// ```
/// use hclx_core::{Eventual, Type, Value, strip_eventual_parts};
/// let list = Value::tuple(vec![Value::unknown(Type::output(Type::INT))]);
/// let (there, eventual) = strip_eventual_parts(&list);
/// assert_eq!((there.ty().to_string().as_str(), eventual), ("tuple([int])", Eventual::Output));
/// ```
pub fn strip_eventual_parts(value: &Value) -> (Value, Eventual) {
    let eventual = match () {
        () if value.ty().contains_outputs() => Eventual::Output,
        () if value.ty().contains_promises() => Eventual::Promise,
        () => return (value.clone(), Eventual::Now),
    };
    (without_eventuals(value), eventual)
}

fn without_eventuals(value: &Value) -> Value {
    if !value.ty().has_eventual() {
        return value.clone();
    }
    let part = |part: &Value| crate::stack::grow(|| without_eventuals(part));
    let data = match value.data() {
        Data::Sequence(parts) => Data::Sequence(parts.iter().map(part).collect::<Vec<_>>().into()),
        Data::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), part(value)));
            Data::Map(entries.collect::<Vec<_>>().into())
        }
        // Listed values contain the eventuals, so only what they have in common is kept.
        Data::Unknown(range) => {
            Data::Unknown(if range.one_of().is_some() { range.hull() } else { range.clone() })
        }
        other => other.clone(),
    };
    Value { ty: value.ty().resolve_outputs(), data, marks: value.marks().clone() }
}

/// Wraps a result in the eventual that [`strip_eventual`] or [`take_apart`] removed.
#[inline]
pub fn wrap_eventual(value: Value, eventual: Eventual) -> Value {
    if eventual == Eventual::Now {
        return value;
    }
    let ty = eventual.wrap(value.ty().clone());
    Value { ty, ..value }
}

/// Like [`wrap_eventual`], for a value that was inspected: the greatest eventual takes precedence, so an
/// output remains an output inside a promise, even if it is only one member of a union.
pub fn wrap_greatest_eventual(value: Value, eventual: Eventual) -> Value {
    let ty = greatest_around(value.ty(), eventual);
    Value { ty, ..value }
}

fn greatest_around(ty: &Type, eventual: Eventual) -> Type {
    let is_output = |ty: &Type| matches!(ty.kind(), TypeKind::Output(_));
    match ty.kind() {
        TypeKind::Output(_) => ty.clone(),
        TypeKind::Union(members) if members.iter().any(is_output) && eventual == Eventual::Promise => {
            Type::union(members.iter().map(|member| greatest_around(member, eventual)))
        }
        _ => eventual.wrap(ty.clone()),
    }
}

/// Like [`lift`], with the treatment of nulls as a parameter.
pub(crate) fn lift_with(
    nulls: Nulls,
    operands: &[&Value],
    rules: &Rules,
    plain: &dyn Fn(&[Value]) -> Fallible<Value>,
) -> Fallible<Value> {
    let mut marks = Marks::NONE;
    let mut bare: Operands<Value> = SmallVec::with_capacity(operands.len());
    for operand in operands {
        let (value, own) = (*operand).clone().unmark();
        // the result may be a part of an operand, or depend on one
        marks = marks.union(&own.outer());
        bare.push(value);
    }
    let single = bare.iter().all(is_one);
    let rules = if single { rules } else { rules.of_operands(bare.iter().map(Value::ty)) };
    let lift = Lift { nulls, rules, plain };
    let result = if single { lift.run_plain(&bare) } else { lift.run(&bare) };
    result.map(|value| value.with_marks(&marks))
}

/// Returns `true` if a value represents a single value: it is not a union, an eventual, or a list of possible
/// values.
fn is_one(value: &Value) -> bool {
    match value.data() {
        Data::Unknown(range) => {
            range.one_of().is_none()
                && range.several().is_none()
                && !value.ty().is_union()
                && !value.ty().is_eventual()
        }
        _ => !value.ty().is_eventual(),
    }
}

/// One item per operand: few operations have more than three.
type Operands<T> = SmallVec<[T; 3]>;

struct Lift<'a> {
    nulls: Nulls,
    rules: &'a Rules,
    plain: &'a dyn Fn(&[Value]) -> Fallible<Value>,
}

impl Lift<'_> {
    fn run(&self, operands: &[Value]) -> Fallible<Value> {
        if operands.iter().all(is_one) {
            return self.run_plain(operands);
        }
        if operands.iter().any(|operand| operand.ty().is_eventual()) {
            return self.run_eventual(operands);
        }
        let alternatives: Operands<Cow<'_, [Value]>> =
            operands.iter().map(|operand| self.alternatives(operand)).collect();
        let mut counts = alternatives.iter().map(|values| values.len());
        let runs = counts.try_fold(1usize, usize::checked_mul).unwrap_or(usize::MAX);
        let unions = operands.iter().any(|operand| operand.ty().is_union() || operand.is_one_of_several());
        match runs {
            1 if !unions => self.run_plain(operands),
            _ if unions && runs > MAX_UNION_RUNS => Ok(Value::dynamic()),
            // unlike the members of a union, listed values have one type, which the operation can handle as a whole
            _ if runs > MAX_VALUE_RUNS => self.run_plain(operands),
            _ => self.run_each(&alternatives),
        }
    }

    fn run_plain(&self, operands: &[Value]) -> Fallible<Value> {
        if self.nulls != Nulls::Passed
            && let Some(index) = operands.iter().position(Value::is_null)
        {
            return Err(Fault::new(codes::NULL_OPERAND, "expected a value, found null").argument(index));
        }
        (self.plain)(operands)
    }

    /// Strips promises and outputs from the operands, and wraps the result in the greatest of them.
    fn run_eventual(&self, operands: &[Value]) -> Fallible<Value> {
        let mut greatest = Eventual::Now;
        let inside: Operands<Value> = operands
            .iter()
            .map(|operand| {
                let (ty, eventual) = operand.ty().strip_eventual();
                greatest = greatest.max(eventual);
                retyped(operand.clone(), ty)
            })
            .collect();
        Ok(wrap_greatest_eventual(self.run(&inside)?, greatest))
    }

    /// The alternatives of an operand, or the operand itself if they are unknown.
    fn alternatives<'v>(&self, operand: &'v Value) -> Cow<'v, [Value]> {
        let itself = || Cow::Borrowed(std::slice::from_ref(operand));
        let Data::Unknown(range) = operand.data() else { return itself() };
        let nullable = range.null() == Nullness::Maybe;
        if let TypeKind::Union(members) = operand.ty().kind() {
            let of_member = |member: &Type| match member.kind() {
                TypeKind::None => nullable.then(|| Value::null(Type::NONE)),
                _ => range.for_member(member).map(|range| Value::unknown_in(member.clone(), range)),
            };
            let left: Vec<Value> = members.iter().filter_map(of_member).collect();
            // an operand that has no possible value leaves the result open
            return Cow::Owned(if left.is_empty() { vec![Value::dynamic()] } else { left });
        }
        if let Some(mut values) = operand.several() {
            if self.nulls != Nulls::Passed {
                values.retain(|value| !value.is_null());
            }
            return Cow::Owned(values);
        }
        let Some(values) = range.one_of() else { return itself() };
        let mut values = Cow::Borrowed(values);
        let may_be_null = nullable && (!self.rules.null_has_type || admits_null(operand.ty()));
        if self.nulls == Nulls::Passed && may_be_null {
            values.to_mut().push(Value::null(operand.ty().clone()));
        }
        values
    }

    /// Runs the operation once for each combination.
    fn run_each(&self, alternatives: &[Cow<'_, [Value]>]) -> Fallible<Value> {
        let mut results = Vec::new();
        let mut failure: Option<Fault> = None;
        let mut through = false;
        let mut chosen: Operands<usize> = alternatives.iter().map(|_| 0).collect();
        loop {
            let operands: Operands<Value> =
                alternatives.iter().zip(&chosen).map(|(values, &index)| values[index].clone()).collect();
            if self.nulls == Nulls::Through && operands.iter().any(Value::is_null) {
                through = true;
            } else {
                match self.run(&operands) {
                    Ok(result) => results.push(result),
                    // a finding about another member is more useful than one about null
                    Err(fault) if failure.as_ref().is_none_or(|old| old.code() == codes::NULL_OPERAND) => {
                        failure = Some(fault);
                    }
                    Err(_) => {}
                }
            }
            if !next(&mut chosen, alternatives) {
                break;
            }
        }
        match failure {
            Some(fault) if results.is_empty() => return Err(fault),
            None if results.is_empty() => {
                return Err(Fault::new(codes::NULL_OPERAND, "expected a value, found null").argument(0));
            }
            _ => {}
        }
        if !through {
            return Ok(join(&results, self.rules));
        }
        let untyped = |value: &Value| value.ty().is_any() && !value.is_known() && value.shape().is_none();
        if self.rules.extended && results.iter().all(untyped) {
            let marks = join(&results, self.rules).marks().clone();
            return Ok(Value::unknown(Type::ANY.optional()).with_marks(&marks));
        }
        results.push(Value::null(Type::NONE));
        Ok(join(&results, self.rules))
    }
}

/// Advances to the next combination; the last operand varies fastest. Returns `false` after the last
/// combination.
fn next(chosen: &mut [usize], alternatives: &[Cow<'_, [Value]>]) -> bool {
    for (index, values) in chosen.iter_mut().zip(alternatives).rev() {
        *index += 1;
        if *index < values.len() {
            return true;
        }
        *index = 0;
    }
    false
}

/// The value with a different type, for which its data must be valid.
fn retyped(value: Value, ty: Type) -> Value {
    match value.data {
        Data::Unknown(range) => Value::unknown_in(ty, range).with_marks(&value.marks),
        data => Value { ty, data, marks: value.marks },
    }
}
