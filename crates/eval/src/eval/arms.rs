//! Wording for arms of a conditional that have no common type.

use hclx_core::{Difference, Type, TypeKind};
use hclx_diag::{Path, is_identifier, listed_names};

use crate::values::describe;

/// The label of an arm, which shows its type at the place of the difference.
pub(super) fn side(ty: Option<&Type>) -> String {
    ty.map_or_else(|| "missing here".to_owned(), |ty| format!("{} here", describe::ty(ty)))
}

/// The message about a difference.
pub(super) fn message(difference: &Difference) -> String {
    let Difference { path, left, right, .. } = difference;
    let what = match (left.as_ref().map(describe::ty), right.as_ref().map(describe::ty)) {
        (Some(l), Some(r)) if path.is_root() => format!(": `{l}` and `{r}`"),
        (Some(l), Some(r)) => format!(" at `{path}`: `{l}` and `{r}`"),
        (left, _) => format!(": only the {} has `{path}`", if left.is_some() { "first" } else { "second" }),
    };
    format!("the arms of this conditional have different types{what}")
}

/// The help for arms with a difference.
pub(super) fn help(difference: &Difference, empty_text: bool) -> String {
    if let (Some(l), Some(r)) = (&difference.left, &difference.right) {
        return same_type_help(l, r, empty_text).to_owned();
    }
    let outer = difference.path.0.split_last().map_or(&[][..], |(_, outer)| outer);
    let whole = Path(outer.to_vec());
    let inside = if whole.is_root() { String::new() } else { format!(" inside `{whole}`") };
    // `null` has every type, so nothing else can differ
    let [of_left, of_right] = difference.lacking.each_ref().map(|names| {
        let written = names.iter().map(|name| match is_identifier(name) {
            true => format!("{name} = null"),
            false => format!("{name:?} = null"),
        });
        let written: Vec<String> = written.collect();
        listed_names(written.iter().map(String::as_str), "and")
    });
    let it = if difference.lacking.iter().flatten().count() == 1 { "it" } else { "them" };
    match (of_left.as_str(), of_right.as_str()) {
        (names, "") | ("", names) => format!("add {names}{inside} to the arm without {it}"),
        (yes, no) => format!("add {yes}{inside} to the first arm, and {no} to the second"),
    }
}

/// The help for making two types agree.
fn same_type_help(left: &Type, right: &Type, empty_text: bool) -> &'static str {
    let sequence =
        |ty: &Type| ty.as_tuple().is_some() || matches!(ty.kind(), TypeKind::List(_) | TypeKind::Set(_));
    let keyed = |ty: &Type| ty.as_object().is_some() || matches!(ty.kind(), TypeKind::Map(..));
    let one_is = |is: &dyn Fn(&Type) -> bool, other: &dyn Fn(&Type) -> bool| {
        is(left) && other(right) || is(right) && other(left)
    };
    let no_elements = |ty: &Type| ty.as_tuple().is_some_and(<[Type]>::is_empty);
    let no_attributes = |ty: &Type| ty.as_object().is_some_and(|object| object.attributes().is_empty());
    match () {
        () if one_is(&no_elements, &keyed) => "write `{}` instead of `[]`",
        () if one_is(&no_attributes, &|ty| matches!(ty.kind(), TypeKind::Set(_))) => {
            "write `toset([])` instead of `{}`"
        }
        () if one_is(&no_attributes, &sequence) => "write `[]` instead of `{}`",
        () if empty_text && one_is(&sequence, &Type::is_primitive) => "write `[]` instead of `\"\"`",
        () if one_is(&keyed, &Type::is_primitive) => {
            "use `null` for no value, or give both arms the same type"
        }
        () if one_is(&|ty| ty.as_object().is_some(), &|ty| ty.as_tuple().is_some()) => {
            "use a list in both arms or in neither"
        }
        () if left.is_primitive() && right.is_primitive() => "use `tostring(…)` in both arms",
        () if one_is(&sequence, &Type::is_primitive) => "wrap the single value in brackets to make it a list",
        () if sequence(left) && sequence(right) => "give all elements the same type",
        () => "give both arms the same type, or use null",
    }
}
