//! Arithmetic on integers of type `int`, which are never rounded.

use hclx_diag::{Fallible, Fault};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use super::{LITERAL_PRECISION, MAX_INTEGER_BITS, Number, Repr, cost, too_long};

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

impl Number {
    /// The result of an operation on two integers, if it is an integer. Returns `None` if rounded arithmetic
    /// applies: for fractions, infinities and signed zeros.
    ///
    /// # Errors
    /// If the result has more than 4,096 bits.
    pub fn exact(&self, operation: Arithmetic, other: &Number) -> Option<Fallible<Number>> {
        if self.is_zero() || other.is_zero() {
            return None;
        }
        if let (Repr::Small(a, p), Repr::Small(b, q)) = (&self.0, &other.0)
            && let Some(result) = small(operation, *a, *b)
        {
            return (result != 0).then(|| Ok(Number(Repr::Small(result, *p.max(q)))));
        }
        let (a, b) = (self.whole()?, other.whole()?);
        cost::of_operation(a.magnitude(), b.magnitude());
        let result = match operation {
            Arithmetic::Add => a + b,
            Arithmetic::Subtract => a - b,
            Arithmetic::Multiply => a * b,
            Arithmetic::Modulo => a % b,
            Arithmetic::Divide => {
                let (quotient, rest) = a.div_rem(&b);
                if !rest.is_zero() {
                    return None;
                }
                quotient
            }
        };
        Some(Number::exactly(result))
    }

    /// The fault of an integer with more than 4,096 bits.
    pub fn too_many_digits() -> Fault {
        too_long()
    }

    /// An integer that is not rounded.
    ///
    /// # Errors
    /// If it has more than 4,096 bits.
    pub fn exactly(value: BigInt) -> Fallible<Number> {
        if value.bits() > MAX_INTEGER_BITS {
            Err(too_long())
        } else {
            Ok(Number::integer(value, LITERAL_PRECISION))
        }
    }

    /// An integer with as many bits of precision as it needs, like Go's `big.Float.SetInt`; beyond 4,096 bits
    /// it is rounded.
    pub fn with_own_precision(value: BigInt) -> Number {
        let needed = value.bits().clamp(super::LENGTH_PRECISION.into(), MAX_INTEGER_BITS);
        Number::nearest(value, u32::try_from(needed).unwrap_or(LITERAL_PRECISION))
    }
}

const fn small(operation: Arithmetic, a: i64, b: i64) -> Option<i64> {
    match operation {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Modulo => a.checked_rem(b),
        Arithmetic::Divide => match a.checked_rem(b) {
            Some(0) => a.checked_div(b),
            _ => None,
        },
    }
}
