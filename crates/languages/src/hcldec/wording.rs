//! Messages about specifications, and about configurations that do not match one.
//!
//! Out of scope: finding it.

use hclx_core::Type;
use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Span};

use super::finding::Subject;

/// A value that does not convert to the type that the specification wants.
pub(super) fn wanted(finding: Diagnostic, wanted: &Type, asked: Span) -> Diagnostic {
    finding.also(asked, format!("this block of the specification wants {wanted}"))
}

/// An error in an expression of the specification, with the origin of its input.
pub(super) fn transformed(finding: Diagnostic, origin: Subject) -> Diagnostic {
    match origin {
        Subject::At(place) => finding.also(place, "`nested` is read here"),
        _ => finding,
    }
}

/// `why` is the difference between the blocks, if it is known.
pub(super) fn blocks_differ(place: Span, block_type: &str, why: Option<String>, asked: Span) -> Diagnostic {
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    let message = format!("the blocks of the type `{block_type}` have no common type{why}");
    Diagnostic::error(codes::BLOCKS_DIFFER, place, message)
        .also(asked, "this block of the specification makes one collection of them")
        .help("give the attributes of all of them values of one type")
}

/// Two blocks of the specification read blocks of one type with different labels.
pub(super) fn labels_conflict(place: Span, block_type: &str) -> Diagnostic {
    let message = format!(
        "blocks of the type `{block_type}` are read with another number of labels elsewhere in the specification"
    );
    Diagnostic::error(codes::SPECIFICATION, place, message)
}

pub(super) fn no_root(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "the specification has no root block")
        .help("write one block that says what to read, such as `object { … }`")
}

pub(super) fn nothing_nested(place: Span, what: &str) -> Diagnostic {
    Diagnostic::error(
        codes::SPECIFICATION,
        place,
        format!("`{what}` needs a block inside that says what is read"),
    )
    .help("write one, such as `attr { name = … }` or `object { … }`")
}

pub(super) fn one_is_enough(place: Span, what: &str, first: Span) -> Diagnostic {
    let message = match what {
        "" => "a specification has one root block, found another".to_owned(),
        what => format!("`{what}` has one block inside, found another"),
    };
    Diagnostic::error(codes::SPECIFICATION, place, message)
        .also(first, "the first one")
        .help("put both into `object { … }` or `array { … }`")
}

pub(super) fn no_name(place: Span, what: &str, argument: &str) -> Diagnostic {
    Diagnostic::error(
        codes::SPECIFICATION,
        place,
        format!("`{what}` does not say what it reads: `{argument}` is missing"),
    )
    .help(format!("write `{argument} = \"…\"`"))
}

pub(super) fn no_labels(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "`block_map` needs at least one label")
        .help("write `labels = [\"name\"]`")
}

pub(super) fn open_map(place: Span, culprit: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::error(
        codes::SPECIFICATION,
        place,
        "`block_map` makes elements of one type, and the type of what is read inside is open",
    )
    .help("give every `attr` inside a `type` without `any`");
    match culprit {
        Some(culprit) => finding.also(culprit, "of this the type is not known"),
        None => finding,
    }
}

pub(super) fn missing_argument(place: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::MISSING_ATTRIBUTE, place, format!("the required attribute `{name}` is missing"))
}

/// `why` is the reason of the failed conversion.
pub(super) fn bad_argument(place: Span, name: &str, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, format!("`{name}` must be {expected}, found {found}"))
}

pub(super) fn not_a_parameter(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "a parameter of a function is a name without quotes")
}

pub(super) fn parameters_are_a_list(place: Span) -> Diagnostic {
    Diagnostic::error(codes::SPECIFICATION, place, "`params` is a list of names")
        .help("write `params = [a, b]`")
}

/// Labels the block of the specification that a finding about a body refers to: the one that reads the item
/// in the wrong form, or the one that lists the allowed items.
pub(super) fn as_specified(finding: Diagnostic, reads: Option<Span>, around: Span) -> Diagnostic {
    match reads {
        Some(reads) => finding.also(reads, "this block of the specification reads it"),
        None => finding.also(around, "this block of the specification says what may be here"),
    }
}

pub(super) fn twice_in_files(place: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, place, format!("`{name}` is given in two files"))
        .also(first, "it is given here first")
        .help("remove one of them")
}
