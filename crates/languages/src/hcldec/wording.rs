//! Messages about specifications, and about configurations that do not match them.
//!
//! Out of scope: detecting the problems.

use hclx_core::Type;
use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Span};

use super::finding::Subject;

/// Adds the type that the specification expects to a finding about a conversion.
pub(super) fn wanted(finding: Diagnostic, wanted: &Type, asked: Span) -> Diagnostic {
    finding.also(asked, format!("this block of the specification expects {wanted}"))
}

/// Adds the origin of the input to an error in an expression of the specification.
pub(super) fn transformed(finding: Diagnostic, origin: Subject) -> Diagnostic {
    match origin {
        Subject::At(place) => finding.also(place, "`nested` is read here"),
        _ => finding,
    }
}

/// The finding for blocks without a common type; `why` is the difference between them, if it is
/// known.
pub(super) fn blocks_differ(place: Span, block_type: &str, why: Option<String>, asked: Span) -> Diagnostic {
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    let message = format!("`{block_type}` blocks have no common type{why}");
    Diagnostic::error(codes::BLOCKS_DIFFER, place, message)
        .also(asked, "this block of the specification collects them")
        .help("use values of one type for the attributes of all of them")
}

/// The finding for two specification blocks that read blocks of the same type with different labels.
pub(super) fn labels_conflict(place: Span, block_type: &str) -> Diagnostic {
    let message =
        format!("`{block_type}` blocks have a different number of labels elsewhere in the specification");
    Diagnostic::error(codes::SPECIFICATION, place, message)
}

pub(super) fn no_root(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "missing root block in the specification")
        .help("add a root block, such as `object { … }`")
}

pub(super) fn nothing_nested(place: Span, what: &str) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, format!("missing nested block in `{what}`"))
        .help("add one, such as `attr { name = … }` or `object { … }`")
}

pub(super) fn one_is_enough(place: Span, what: &str, first: Span) -> Diagnostic {
    let message = match what {
        "" => "expected 1 root block in a specification, found another".to_owned(),
        what => format!("expected 1 nested block in `{what}`, found a second one"),
    };
    Diagnostic::error(codes::SPECIFICATION, place, message)
        .also(first, "first declared here")
        .help("put both into `object { … }` or `array { … }`")
}

pub(super) fn no_name(place: Span, what: &str, argument: &str) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, format!("missing argument `{argument}` in `{what}`"))
        .help(format!("add `{argument} = \"…\"`"))
}

pub(super) fn no_labels(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "`block_map` requires at least one label")
        .help("add `labels = [\"name\"]`")
}

pub(super) fn open_map(place: Span, culprit: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::error(
        codes::SPECIFICATION,
        place,
        "the elements of `block_map` must have one exact type",
    )
    .help("add a `type` without `any` to every `attr` inside");
    match culprit {
        Some(culprit) => finding.also(culprit, "the type of this is unknown"),
        None => finding,
    }
}

pub(super) fn missing_argument(place: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::MISSING_ATTRIBUTE, place, format!("missing required attribute `{name}`"))
}

/// The finding for an invalid argument; `found` describes its value.
pub(super) fn bad_argument(place: Span, name: &str, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, format!("`{name}` must be {expected}, found {found}"))
}

pub(super) fn not_a_parameter(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "a function parameter must be an unquoted name")
}

pub(super) fn parameters_are_a_list(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "`params` must be a list of names")
        .help("for example `params = [a, b]`")
}

/// Labels a finding with the block of the specification that it refers to: the one that reads the item in
/// another form, or the one that lists the allowed items.
pub(super) fn as_specified(finding: Diagnostic, reads: Option<Span>, around: Span) -> Diagnostic {
    match reads {
        Some(reads) => finding.also(reads, "required by this block of the specification"),
        None => finding.also(around, "this block of the specification declares what is allowed here"),
    }
}

pub(super) fn twice_in_files(place: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, place, format!("duplicate attribute `{name}` in two files"))
        .also(first, "first set here")
        .help("remove one of them")
}
