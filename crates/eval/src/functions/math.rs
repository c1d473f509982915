//! Terraform's functions on numbers, beyond HCL's library.

use hclx_core::{Number, Type, TypeKind, Value, convert, pay};
use hclx_diag::Fallible;
use num_bigint::BigInt;

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
        |args| floating(args, power(args.number(0)?.to_f64(), args.number(1)?.to_f64())),
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

/// A power as Go computes it: by squaring the mantissa, so that the last digit is the same.
fn power(x: f64, y: f64) -> f64 {
    let special = x == 0.0 || y == 0.0 || x == 1.0 || y.abs() == 0.5 || !x.is_normal() || !y.is_finite();
    let (mut whole, mut fraction) = (y.abs().trunc(), y.abs().fract());
    if special || whole >= 9.3e18 || (fraction != 0.0 && x < 0.0) {
        return if y.abs() == 0.5 && x > 0.0 {
            if y > 0.0 { x.sqrt() } else { 1.0 / x.sqrt() }
        } else {
            x.powf(y)
        };
    }
    let (mut result, mut exponent) = (1.0, 0i64);
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result = (fraction * x.ln()).exp();
    }
    let (mut mantissa, mut power) = split(x);
    let mut rest = whole as u64;
    while rest != 0 {
        // From here on, the result overflows or vanishes in any case.
        if power.abs() > 1 << 12 {
            exponent += power;
            break;
        }
        if rest & 1 == 1 {
            result *= mantissa;
            exponent += power;
        }
        mantissa *= mantissa;
        power *= 2;
        if mantissa < 0.5 {
            mantissa += mantissa;
            power -= 1;
        }
        rest >>= 1;
    }
    if y < 0.0 { scaled(1.0 / result, -exponent) } else { scaled(result, exponent) }
}

/// A normal number as a mantissa from 0.5 to 1 and a power of two.
fn split(x: f64) -> (f64, i64) {
    let bits = x.to_bits();
    let power = ((bits >> 52) & 0x7ff) as i64 - 1022;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), power)
}

/// `x · 2^power`, in steps that do not overflow.
fn scaled(mut x: f64, mut power: i64) -> f64 {
    while power != 0 && x != 0.0 && x.is_finite() {
        let step = power.clamp(-1000, 1000);
        x *= 2f64.powi(step as i32);
        power -= step;
    }
    x
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
    match integer(text, radix) {
        Some(number) => Ok(args.numeric(number)),
        None => Err(args.fault(0, format!("must be a whole number in base {radix}, found `{text}`")).into()),
    }
}

/// The maximum number of digits: those of 4,096 bits in base 2.
const LONGEST_INTEGER: usize = 4_096;

/// Parses an integer. Up to base 36, lower and upper case letters are the same digits; in larger bases, upper
/// case digits follow the lower case ones.
fn integer(text: &str, radix: u32) -> Option<Number> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let digit = |byte: u8| {
        let value = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if radix <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            _ => return None,
        };
        (u32::from(value) < radix).then_some(value)
    };
    let values: Vec<u8> = digits.bytes().map(digit).collect::<Option<_>>()?;
    if values.is_empty() {
        return None;
    }
    let magnitude = BigInt::from_radix_be(num_bigint::Sign::Plus, &values, radix)?;
    // Unlike literals, the reference gives such a number as many bits as it needs.
    Some(Number::with_own_precision(if negative { -magnitude } else { magnitude }))
}

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

/// The ticks of an element that is not a number yet.
const TICKS_OF_CONVERSION: u64 = 128;

fn sum(args: &Args<'_>) -> Answer {
    let list = args.wholly(0)?;
    let mut total: Option<Number> = None;
    for (at, element) in list.elements().unwrap_or_default().iter().enumerate() {
        let number = match element.as_number() {
            Some(number) => Some(number.clone()),
            None => {
                pay(TICKS_OF_CONVERSION)?;
                convert(element, &Type::NUMBER, args.rules).ok().and_then(|it| it.as_number().cloned())
            }
        };
        let Some(number) = number else {
            let what = format!("must contain only numbers, found {} at [{at}]", describe::value(element));
            return Err(args.fault(0, what).within(hclx_diag::Step::Index(at)).into());
        };
        total = Some(match total {
            Some(total) => args.sum(&total, &number)?,
            None => number,
        });
    }
    Ok(args.numeric(total.unwrap_or(Number::ZERO)))
}
