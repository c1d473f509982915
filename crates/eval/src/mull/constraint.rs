//! Constraints of declared types (Mull §5.5): which values meet them, and what they say of unknowns.
//!
//! Constraints of a base and of the type all hold, so a row carries both, each with the place where it
//! was declared. Deliberately absent: reading declarations (`declare`).

use std::sync::Arc;

use hclx_core::Number;
use hclx_diag::Span;

use super::ty::Literal;

/// Something that is declared, and where.
#[derive(Clone, Debug)]
pub struct Declared<T> {
    /// What is declared.
    pub value: T,
    /// Where its value stands.
    pub at: Span,
}

/// What the values of a type must meet; the strongest of each kind, but all patterns.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// No number below.
    pub min: Option<Declared<Number>>,
    /// No number above.
    pub max: Option<Declared<Number>>,
    /// No text of fewer characters.
    pub min_length: Option<Declared<u64>>,
    /// No text of more characters.
    pub max_length: Option<Declared<u64>>,
    /// What whole texts match.
    pub patterns: Vec<Declared<Pattern>>,
    /// One of these; those that the other constraints leave.
    pub one_of: Option<Declared<Vec<Literal>>>,
}

/// A regular expression for whole texts.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written.
    pub text: Arc<str>,
}
