//! Arguments that exclude each other, and sets of arguments of which one is needed.

use std::sync::Arc;

use hclx_core::{TypeKind, Value};
use hclx_diag::{Diagnostic, Span};
use hclx_syntax::body::BodyView;

use crate::{ExclusiveArguments, FilledAttribute, FilledBlock, Header, wording};

/// The warnings about the arguments of a body.
pub(crate) fn findings(
    sets: &[ExclusiveArguments],
    view: &BodyView<'_>,
    filled: (&[FilledAttribute<'_>], &[FilledBlock<'_>]),
    header: &Header,
) -> Vec<Diagnostic> {
    let finding = |set: &ExclusiveArguments| {
        let (certain, is_open) = set_arguments(&set.names, view, filled);
        match certain.as_slice() {
            [first, second, ..] if !set.is_needed => Some(wording::excluded(*second, *first)),
            [] if set.is_needed && !is_open => Some(wording::one_is_needed(header, &set.names)),
            _ => None,
        }
    };
    sets.iter().filter_map(finding).collect()
}

/// The arguments of a set that are certainly set, in the order of their places, and whether others may be.
fn set_arguments<'a>(
    names: &[Arc<str>],
    view: &BodyView<'_>,
    (attributes, blocks): (&'a [FilledAttribute<'_>], &'a [FilledBlock<'_>]),
) -> (Vec<(Span, &'a str)>, bool) {
    let is_meant = |name: &str| names.iter().any(|one| **one == *name);
    let mut certain: Vec<(Span, &str)> = Vec::new();
    let mut is_open = false;
    for attribute in attributes.iter().filter(|one| is_meant(one.view.name)) {
        let value = &attribute.value;
        is_open |= !value.is_null();
        if value.is_known() && !value.is_null() && !is_empty(value) {
            certain.push((attribute.view.name_range.in_source(view.source()), attribute.view.name));
        }
    }
    for block in blocks.iter().filter(|one| is_meant(one.view.block_type)) {
        is_open = true;
        let is_new = !certain.iter().any(|(_, known)| *known == block.view.block_type);
        // a `dynamic` block may make none
        if block.dynamic.is_none() && is_new {
            certain.push((block.view.type_range.in_source(view.source()), block.view.block_type));
        }
    }
    certain.sort_by_key(|(place, _)| place.range.start);
    (certain, is_open)
}

/// Returns `true` for an empty string or collection, which some programs treat as not set.
fn is_empty(value: &Value) -> bool {
    match value.ty().kind() {
        TypeKind::String => value.as_str().is_some_and(str::is_empty),
        _ => value.elements().is_some_and(<[Value]>::is_empty),
    }
}
