//! Conversion into a union: the member with the best conversion is chosen.

use hclx_diag::{Arrange, Fallible};

use super::{Converter, mismatch};
use crate::value::Data;
use crate::{Conversion, Range, Type, TypeKind, Value, convertible};

impl Converter<'_> {
    /// A known value becomes a value of one member; so does an unknown if its type converts safely,
    /// else it is an unknown of the union.
    pub(super) fn union(&self, value: &Value, to: &Type, members: &[Type]) -> Fallible<Value> {
        // If the value's own types are members, nothing is converted.
        if value.ty().members().iter().all(|own| members.contains(own)) {
            return Ok(value.clone());
        }
        let mut ways: Vec<(Conversion, u8, &Type)> = members
            .iter()
            .map(|member| (convertible(value.ty(), member, self.rules), preference(member), member))
            .filter(|(conversion, ..)| conversion.exists())
            .collect();
        ways.arrange_by_key(|&(conversion, preference, _)| (std::cmp::Reverse(conversion), preference));
        if let Data::Unknown(range) = value.data() {
            return match ways.first() {
                Some((conversion, _, member)) if conversion.is_safe() => self.run(value, member),
                _ => Ok(Value::unknown_in(to.clone(), Range::any().with_null(range.null()))),
            };
        }
        let mut failure = None;
        for (_, _, member) in ways {
            match self.run(value, member) {
                Ok(converted) => return Ok(converted),
                Err(fault) => failure = failure.or(Some(fault)),
            }
        }
        Err(failure.unwrap_or_else(|| mismatch(value.ty(), to)))
    }
}

/// The rank of a member among equally good ones: more specific members are preferred.
fn preference(member: &Type) -> u8 {
    match member.kind() {
        TypeKind::None => 0,
        TypeKind::Int => 1,
        TypeKind::Number => 2,
        TypeKind::Bool => 3,
        TypeKind::Any => 6,
        TypeKind::String => 5,
        _ => 4,
    }
}
