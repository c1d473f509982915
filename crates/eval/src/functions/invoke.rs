//! The calling convention of all functions: nulls, marks, unknowns and unknown types.

use std::cell::OnceCell;

use hclx_core::{
    Eventual, Marks, Range, Rules, Shape, Type, TypeKind, Value, combinations, join, lift_nullable,
    wrap_eventual,
};
use hclx_diag::code_names::{ARGUMENT, CALL_FAILED, NOT_CONVERTIBLE};
use hclx_diag::{Fallible, Fault};

use super::{Args, EarlyReturn, Function, FunctionRow, Parameter, Run, includes};
use crate::values::narrow::with_lengths;
use crate::values::open::converted;
use crate::{Budget, Environment};

/// Calls a function with arguments that match its signature in number and types.
///
/// # Errors
/// The failure of an argument ([`hclx_diag::Fault::argument_index`]) or of the whole call.
pub fn invoke(
    function: &Function,
    arguments: &[Value],
    env: &Environment<'_>,
    budget: &Budget,
) -> Fallible<Value> {
    if function.row.sees_marks {
        return invoke_seeing(function, arguments, env, budget);
    }
    let rules = env.rules.of_operands(arguments.iter().map(Value::ty));
    if !std::ptr::eq(rules, &env.rules) {
        return invoke(function, arguments, &Environment { rules: *rules, ..*env }, budget);
    }
    if function.row.meets && env.rules.extended && arguments.iter().any(|value| value.ty().has_union()) {
        return invoke_each(function, arguments, env, budget);
    }
    invoke_lifted(function, arguments, env, budget)
}

/// Calls a function with each combination of its arguments' alternatives.
fn invoke_each(
    function: &Function,
    arguments: &[Value],
    env: &Environment<'_>,
    budget: &Budget,
) -> Fallible<Value> {
    let Some(rows) = combinations(arguments, &env.rules) else {
        let marks =
            arguments.iter().fold(Marks::NONE, |all, value| all.union(&value.clone().unmark_deep().1));
        let result = function.signature.result_under(&env.rules);
        return Ok(Value::unknown_under(result, &env.rules).with_marks(&marks));
    };
    let (mut results, mut failure) = (Vec::with_capacity(rows.len()), None);
    for row in rows {
        match invoke_lifted(function, &row, env, budget) {
            Ok(result) => results.push(result),
            Err(fault) => drop(failure.get_or_insert(fault)),
        }
    }
    // the arguments may turn out to be a combination that does not fail
    match failure {
        Some(fault) if results.is_empty() => Err(fault),
        _ => Ok(join(&results, &env.rules)),
    }
}

fn invoke_lifted(
    function: &Function,
    arguments: &[Value],
    env: &Environment<'_>,
    budget: &Budget,
) -> Fallible<Value> {
    if !arguments.iter().any(|value| is_several(value, &env.rules)) {
        return invoke_plain(function, arguments, env, budget);
    }
    let operands: Vec<&Value> = arguments.iter().collect();
    lift_nullable(&operands, &env.rules, |plain| {
        let fitted =
            plain.iter().enumerate().map(|(position, value)| fit(function, position, value, &env.rules));
        invoke_plain(function, &fitted.collect::<Fallible<Vec<_>>>()?, env, budget)
    })
}

/// Returns `true` if a value has alternatives that are visited separately: members of a union, the contents
/// of an eventual, or a few possible values.
pub(crate) fn is_several(value: &Value, rules: &Rules) -> bool {
    let ty = value.ty().kind();
    matches!(ty, TypeKind::Union(_) | TypeKind::Promise(_) | TypeKind::Output(_))
        || (!rules.exact_ranges
            && !value.is_known()
            && (value.range().one_of().is_some() || value.is_one_of_several()))
}

/// Returns `true` if a parameter accepts an argument without conversion.
pub(crate) fn takes(parameter: &Parameter, value: &Value) -> bool {
    let (found, wanted) = (value.ty(), &parameter.ty);
    found == wanted || wanted.is_any() || (found.is_numeric() && wanted.is_numeric())
}

/// An argument converted to the type of its parameter. An int is accepted as a number.
pub(crate) fn fit(function: &Function, position: usize, value: &Value, rules: &Rules) -> Fallible<Value> {
    let Some(parameter) = function.signature.parameter(position).filter(|it| !takes(it, value)) else {
        return Ok(value.clone());
    };
    let wanted = &parameter.ty;
    converted(value, wanted, rules).map_err(|fault| fault.argument(position))
}

fn invoke_plain(
    function: &Function,
    arguments: &[Value],
    env: &Environment<'_>,
    budget: &Budget,
) -> Fallible<Value> {
    let row = &function.row;
    let marked = arguments.iter().any(Value::contains_marks);
    let (values, marks) = if marked { unmarked(row, arguments) } else { (Vec::new(), Marks::NONE) };
    let mut args = Args {
        values: if marked { &values } else { arguments },
        signature: &function.signature,
        rules: &env.rules,
        env,
        budget,
        result: function.signature.result_under(&env.rules),
        pattern: OnceCell::new(),
    };
    let answer = answer(row, &mut args);
    let hide = |fault| if marks.is_empty() { fault } else { without_values(&args, arguments, fault) };
    Ok(answer.map_err(hide)?.with_marks(&marks))
}

/// Removes values from a fault, because marked values must not be shown and messages may quote them.
fn without_values(args: &Args<'_>, arguments: &[Value], fault: Fault) -> Fault {
    let is_shown = fault.argument_in_message().is_some_and(|at| !arguments[at].contains_marks());
    if is_shown || ![ARGUMENT, CALL_FAILED, NOT_CONVERTIBLE].contains(&fault.code()) {
        return fault;
    }
    let Some(position) = fault.argument_index() else {
        return args.failed("the call fails for these values; they are sensitive and not shown");
    };
    args.fault(position, "has an invalid value; it is sensitive and not shown")
}

fn answer(row: &FunctionRow, args: &mut Args<'_>) -> Fallible<Value> {
    let exact = args.rules.exact_ranges;
    if !all_typed(args, row)? {
        describe(row, args)?;
        return Ok(unknown_result(row, args, !exact));
    }
    if let Some(typing) = row.typing {
        args.result = typing(args)?;
    }
    // go-cty returns before the function examines its known arguments, and only functions that handle unknown
    // arguments compute more than the type.
    let closed = |(position, value): (usize, &Value)| !value.is_known() && !includes(row.unknown, position);
    if exact && args.values.iter().enumerate().any(closed) {
        return Ok(unknown_result(row, args, false));
    }
    match run(row, args) {
        Ok(value) => Ok(value),
        Err(EarlyReturn::Unknown) => Ok(unknown_result(row, args, !exact || row.unknown != 0)),
        Err(EarlyReturn::Failed(fault)) => Err(fault),
    }
}

/// An unknown result with the marks that parts of arguments kept, because any part may become a part of the
/// result.
fn with_kept_marks(result: Value, row: &FunctionRow, args: &Args<'_>) -> Value {
    if row.marks == 0 {
        return result;
    }
    let within = |value: &Value| match row.keeps_parts {
        true => value.marks_within(),
        false => value.marks_within().of_parts(),
    };
    args.values
        .iter()
        .filter(|value| value.contains_marks())
        .fold(result, |result, value| result.with_marks(&within(value)))
}

/// Calls a function that receives marked arguments.
fn invoke_seeing(
    function: &Function,
    arguments: &[Value],
    env: &Environment<'_>,
    budget: &Budget,
) -> Fallible<Value> {
    let (row, signature) = (&function.row, &function.signature);
    let result = signature.result_under(&env.rules);
    let args = Args {
        values: arguments,
        signature,
        rules: &env.rules,
        env,
        budget,
        result,
        pattern: OnceCell::new(),
    };
    match run(row, &args) {
        Ok(value) => Ok(value),
        Err(EarlyReturn::Unknown) => Ok(unknown_result(row, &args, true)),
        Err(EarlyReturn::Failed(fault)) => Err(fault),
    }
}

fn run(row: &FunctionRow, args: &Args<'_>) -> Result<Value, EarlyReturn> {
    match row.run {
        Run::Values(run) => run(args),
        Run::Form(_) => Err(EarlyReturn::Unknown),
    }
}

/// Removes marks: all of them, or only those of the arguments themselves if a function keeps those of parts.
fn unmarked(row: &FunctionRow, arguments: &[Value]) -> (Vec<Value>, Marks) {
    let mut all = Marks::NONE;
    let values = arguments
        .iter()
        .cloned()
        .enumerate()
        .map(|(position, value)| {
            if includes(row.choices, position) {
                return value;
            }
            let (value, marks) =
                if includes(row.marks, position) { value.unmark() } else { value.unmark_deep() };
            all = all.union(&if row.keeps_parts { marks } else { marks.outer() });
            value
        })
        .collect();
    (values, all)
}

/// Rejects null where it is not accepted. Returns `true` if the types of all arguments are known well enough
/// to run the function; otherwise only the result type of the signature is known.
fn all_typed(args: &mut Args<'_>, row: &FunctionRow) -> Fallible<bool> {
    let mut typed = true;
    for (position, value) in args.values.iter().enumerate() {
        let nullable = args.signature.parameter(position).is_none_or(|parameter| parameter.nullable);
        if value.is_null() && !nullable {
            return Err(args.fault(position, "must not be null"));
        }
        if value.ty().is_any() && !includes(row.any, position) {
            typed = false;
            if args.rules.exact_ranges {
                args.result = Type::ANY;
                return Ok(false);
            }
        }
    }
    Ok(typed)
}

/// Checks arguments of unknown type that are known to have elements or entries: a function that rejects lists rejects
/// tuples too. One that rejects maps rejects objects, but more values of other arguments are compatible with objects.
fn describe(row: &FunctionRow, args: &Args<'_>) -> Fallible<()> {
    let described = |(position, value): (usize, &Value)| {
        let is_typed = !value.ty().is_any() || includes(row.any, position);
        let has_shape = value.shape().is_some() && value.definitely_not_null();
        let range = value.range();
        let like = Value::unknown_in(value.described_type(), Range::not_null());
        let members = value.members().cloned().unwrap_or_default();
        let like = || with_lengths(like, range.len_min(), range.len_max()).with_members(members);
        if is_typed { Some(value.clone()) } else { has_shape.then(like) }
    };
    let values: Option<Vec<Value>> = args.values.iter().enumerate().map(described).collect();
    let Some(values) = values.filter(|_| !args.rules.exact_ranges) else { return Ok(()) };
    let like = Args { values: &values, result: args.result.clone(), pattern: OnceCell::new(), ..*args };
    let is_keyed = |value: &Value| value.shape().is_some_and(Shape::is_keyed);
    let is_certain = |fault: &Fault| {
        let about = fault.argument_index().and_then(|position| args.find(position));
        about.is_some_and(is_keyed) || !args.values.iter().any(is_keyed)
    };
    let typed = row.typing.map_or(Ok(Type::ANY), |typing| typing(&like));
    let fault = match typed.map_err(EarlyReturn::Failed).and_then(|_| run(row, &like)) {
        Err(EarlyReturn::Failed(fault)) => Some(fault),
        _ => None,
    };
    fault.filter(is_certain).map_or(Ok(()), Err)
}

/// The result of a function that could not run.
fn unknown_result(row: &FunctionRow, args: &Args<'_>, bounded: bool) -> Value {
    let range = if row.nullable || args.result.is_any() { Range::any() } else { Range::not_null() };
    let unknown = Value::unknown_in(args.result.clone(), range);
    let bounded = match row.bounds {
        Some(bounds) if bounded => bounds(args, unknown),
        _ => unknown,
    };
    with_kept_marks(bounded, row, args)
}

/// The result of a form with eventual arguments, which is eventual too.
pub(crate) fn comes_later(result: Value, arguments: &[Type]) -> Value {
    let later = arguments.iter().any(|ty| ty.is_any() || ty.is_eventual());
    if !later {
        return result;
    }
    if result.ty().is_any() && !result.is_known() {
        return Value::unknown_in(Type::output(Type::ANY), Range::any()).with_marks(result.marks());
    }
    wrap_eventual(result, Eventual::Output)
}
