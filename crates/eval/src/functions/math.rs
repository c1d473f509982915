//! Terraform's functions on numbers, beyond HCL's library.

use hclx_core::{Number, Type, TypeKind, Value, convert, pay};
use hclx_diag::Fallible;

use super::{Answer, Args, FunctionRow};
use crate::values::describe;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "log",
        "(num: number, base: number) -> number",
        "the logarithm of a number in a base",
        &[("log(16, 2)", "4"), ("log(100, 10)", "2")],
        |args| {
            let (number, base) = (args.number(0)?.to_f64(), args.number(1)?.to_f64());
            floating(args, number.ln() / base.ln())
        },
    ),
    FunctionRow::new(
        "parseint",
        "(number: any, base: number) -> number",
        "the integer that a string represents in a base from 2 to 62",
        &[("parseint(\"ff\", 16)", "255"), ("parseint(\"-101\", 2)", "-5")],
        parse_integer,
    )
    .typed(|args| {
        if *args.get(0).ty() == Type::STRING {
            Ok(args.result.clone())
        } else {
            args.wrong_type(0, "a string")
        }
    }),
    FunctionRow::new(
        "pow",
        "(num: number, power: number) -> number",
        "a number raised to a power, computed with 64-bit floating-point numbers",
        &[("pow(3, 2)", "9"), ("pow(2, -1)", "0.5")],
        |args| floating(args, hclx_core::power(args.number(0)?.to_f64(), args.number(1)?.to_f64())),
    ),
    FunctionRow::new(
        "sum",
        "(list: any) -> number",
        "the sum of the numbers of a list, set or tuple",
        &[("sum([10, 13, 6, 4.5])", "33.5")],
        sum,
    )
    .typed(sum_type),
];

fn floating(args: &Args<'_>, value: f64) -> Answer {
    match Number::from_f64(value) {
        Some(number) => Ok(Value::number(number)),
        None => Err(args.failed("the result is not a number").into()),
    }
}

fn parse_integer(args: &Args<'_>) -> Answer {
    let base = args.integer(1)?;
    let Some(radix) = u32::try_from(base).ok().filter(|base| (2..=62).contains(base)) else {
        return Err(args.fault(1, format!("must be from 2 to 62, found {base}")).into());
    };
    let text = args.string(0)?.scan()?;
    args.budget.spend(text.len() as u64)?;
    if text.len() > LONGEST_INTEGER {
        return Err(Number::too_many_digits().argument(0).into());
    }
    match Number::parse_radix(text, radix) {
        Some(number) => Ok(args.numeric(number)),
        None => Err(args.fault(0, format!("must be a whole number in base {radix}, found `{text}`")).into()),
    }
}

/// The maximum number of digits: those of 4,096 bits in base 2.
const LONGEST_INTEGER: usize = 4_096;

fn sum_type(args: &Args<'_>) -> Fallible<Type> {
    let ty = args.get(0).ty();
    let element_is_int = match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) => *element == Type::INT,
        TypeKind::Tuple(types) => types.iter().all(|ty| *ty == Type::INT),
        TypeKind::Any => false,
        _ => return args.wrong_type(0, "a list, set or tuple of numbers"),
    };
    if args.get(0).length() == Some(0) {
        return Err(args.fault(0, "must not be empty"));
    }
    Ok(if element_is_int { Type::INT } else { Type::NUMBER })
}

/// The cost in ticks of an element that is not a number yet.
const TICKS_OF_CONVERSION: u64 = 128;

fn sum(args: &Args<'_>) -> Answer {
    let mut total: Option<Number> = None;
    for (at, element) in args.certain(0).iter().enumerate() {
        let number = match element.as_number() {
            Some(number) => Some(number.clone()),
            None => {
                pay(TICKS_OF_CONVERSION)?;
                let converted = convert(element, &Type::NUMBER, args.rules).ok();
                if converted.as_ref().is_some_and(|number| !number.is_known()) {
                    continue;
                }
                converted.and_then(|number| number.as_number().cloned())
            }
        };
        let Some(number) = number else {
            let what = format!("must contain only numbers, found {}", describe::value(element));
            return Err(args.element_fault(0, at, what).into());
        };
        total = Some(match total {
            Some(total) => args.sum(&total, &number)?,
            None => number,
        });
    }
    args.wholly(0)?;
    Ok(args.numeric(total.unwrap_or(Number::ZERO)))
}
