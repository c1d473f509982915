//! Mutually exclusive arguments, and sets of arguments of which at least one is required.

use std::sync::Arc;

use hclx_core::{TypeKind, Value};
use hclx_diag::{Diagnostic, Severity, Span};

use crate::{ExclusiveArguments, Header, wording};

/// An attribute or a block of a body.
pub(crate) struct Argument<'a> {
    pub(crate) name: &'a str,
    pub(crate) place: Span,
    /// The value of an attribute; `None` for a block.
    pub(crate) value: Option<&'a Value>,
    /// Set for a `dynamic` block, which may generate no block.
    pub(crate) is_dynamic: bool,
}

impl Argument<'_> {
    /// Returns `true` if the argument is certain to be set.
    fn is_set(&self) -> bool {
        match self.value {
            Some(value) => value.is_known() && !value.is_null() && !is_empty(value),
            None => !self.is_dynamic,
        }
    }

    /// Returns `true` if the argument may be set.
    fn may_be_set(&self) -> bool {
        self.value.is_none_or(|value| !value.is_null())
    }
}

/// The findings about the arguments of a body, which are given in source order.
pub(crate) fn findings(
    sets: &[ExclusiveArguments],
    arguments: &[Argument<'_>],
    header: &Header,
) -> Vec<Diagnostic> {
    let finding = |set: &ExclusiveArguments| {
        let of_set = |one: &&Argument<'_>| set.names.iter().any(|name: &Arc<str>| **name == *one.name);
        let own: Vec<&Argument<'_>> = arguments.iter().filter(of_set).collect();
        if set.is_needed {
            let is_open = own.iter().any(|one| one.may_be_set());
            return (!is_open).then(|| wording::one_is_needed(header, &set.names));
        }
        let mut certain = own.iter().filter(|one| one.is_set());
        let first = certain.next()?;
        let second = certain.find(|one| one.name != first.name)?;
        Some(wording::excluded((second.place, second.name), (first.place, first.name)))
    };
    let graded = |set: &ExclusiveArguments| {
        let finding = finding(set)?;
        Some(if set.is_learned { finding.with_severity(Severity::Warning) } else { finding })
    };
    sets.iter().filter_map(graded).collect()
}

/// Returns `true` for an empty string or collection, which some programs treat as not set.
fn is_empty(value: &Value) -> bool {
    match value.ty().kind() {
        TypeKind::String => value.as_str().is_some_and(str::is_empty),
        _ => value.elements().is_some_and(<[Value]>::is_empty),
    }
}
