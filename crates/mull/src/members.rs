//! The members of an enum: in source order, with constant-time lookup.

use crate::maps::HashSet;
use std::sync::Arc;

use hclx_core::Number;

use super::constraint::literal_number;
use super::ty::Literal;

/// The values of an enum, shared by its copies.
#[derive(Clone, Debug)]
pub struct Members {
    list: Arc<[Literal]>,
    keys: Arc<HashSet<Literal>>,
}

impl Members {
    /// Creates the members from these values.
    pub fn new(list: Vec<Literal>) -> Self {
        let keys = list.iter().map(key).collect();
        Self { list: list.into(), keys: Arc::new(keys) }
    }

    /// The members in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Literal> {
        self.list.iter()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns `true` if there are no members.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns `true` for a member; `1` and `1.0` are equal.
    pub fn has(&self, literal: &Literal) -> bool {
        self.keys.contains(&key(literal))
    }

    /// Returns `true` if this string is a member.
    pub fn has_text(&self, text: &str) -> bool {
        self.keys.contains(&Literal::String(text.into()))
    }

    /// Returns `true` if this number is a member.
    pub fn has_number(&self, number: &Number) -> bool {
        self.has(&Literal::number(number, false))
            // fractions with a different precision may be spelled differently
            || !number.is_integer()
                && self.iter().filter_map(literal_number).any(|member| member.equals(number))
    }
}

/// A key that is equal for literals with the same value.
fn key(literal: &Literal) -> Literal {
    match literal {
        Literal::Number { text, .. } => {
            let text = if **text == *"-0" { "0".into() } else { text.clone() };
            Literal::Number { text, integral: false }
        }
        _ => literal.clone(),
    }
}
