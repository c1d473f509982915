//! Messages about the items of a body.
//!
//! Out of scope: detecting the problems.

use hclx_diag::code_names as codes;
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Span, Suggestion};

use super::BlockSchema;

fn edit(finding: Diagnostic, title: String, span: Span, text: &str) -> Diagnostic {
    let edits = vec![Edit { span, text: text.to_owned() }];
    finding.fix(Fix { title, edits, applicability: Applicability::Suggested })
}

pub(super) fn root_is_no_body(place: Span) -> Diagnostic {
    Diagnostic::error(
        codes::JSON_BODY,
        place,
        "the root of a configuration must be an object or an array of objects",
    )
}

pub(super) fn attributes_want_object(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_BODY, place, "expected an object of attributes")
}

pub(super) fn body_wants_object(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_BODY, place, "expected an object of attributes and blocks")
}

pub(super) fn label_wants_object(place: Span, label: &str) -> Diagnostic {
    Diagnostic::error(
        codes::JSON_BODY,
        place,
        format!("expected an object with the label `{label}` as property name"),
    )
}

pub(super) fn block_wants_object(place: Span, block: &str) -> Diagnostic {
    Diagnostic::error(
        codes::JSON_BODY,
        place,
        format!("expected an object with the body of block `{block}`, or an array of such objects"),
    )
}

pub(super) fn missing_label_level(place: Span, block: &str, label: &str) -> Diagnostic {
    Diagnostic::error(codes::BLOCK_LABELS, place, format!("missing label `{label}` for block `{block}`"))
        .help(format!("use an object with the label as property name: `{{\"{label}\": {{…}}}}`"))
}

/// The finding about a missing required attribute.
pub fn missing_attribute(place: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::MISSING_ATTRIBUTE, place, format!("missing required attribute `{name}`"))
}

pub(super) fn unsupported_property(place: Span, name: &str, suggestion: Option<Suggestion>) -> Diagnostic {
    let finding = Diagnostic::error(
        codes::UNSUPPORTED_ATTRIBUTE,
        place,
        format!("unexpected attribute or block `{name}`"),
    );
    finding.perhaps_meant_at(place, suggestion)
}

pub(super) fn unsupported_attribute(place: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let finding =
        Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, format!("unexpected attribute `{name}`"));
    finding.perhaps_meant_at(place, suggestion)
}

pub(super) fn unsupported_block(place: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, format!("unexpected block `{name}`"));
    finding.perhaps_meant_at(place, suggestion)
}

/// The finding about a block written as an attribute; `gap` is the range between the name and the brace of an
/// object.
pub(super) fn block_written_as_attribute(place: Span, name: &str, gap: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::error(
        codes::UNSUPPORTED_ATTRIBUTE,
        place,
        format!("`{name}` is a block, not an attribute"),
    )
    .help(format!("write `{name} {{ … }}` without `=`"));
    match gap {
        Some(gap) => finding.fix(Fix::certain("write it as a block", gap, " ")),
        None => finding,
    }
}

/// The finding about an attribute written as a block; `gap` is the range between the type and the brace of a
/// block without labels.
pub(super) fn attribute_written_as_block(place: Span, name: &str, gap: Option<Span>) -> Diagnostic {
    let finding =
        Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, format!("`{name}` is an attribute, not a block"))
            .help(format!("write `{name} = …`"));
    match gap {
        Some(gap) => finding.fix(Fix::certain("assign it with `=`", gap, " = ")),
        None => finding,
    }
}

pub(super) fn unexpected_block(place: Span, name: &str, gap: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::error(
        codes::UNSUPPORTED_BLOCK,
        place,
        format!("unexpected block `{name}`: only attributes are allowed here"),
    );
    match gap {
        Some(gap) => edit(finding, "assign it with `=`".to_owned(), gap, " = "),
        None => finding,
    }
}

pub(super) fn extra_label(place: Span, block: &BlockSchema, header: Span) -> Diagnostic {
    let message = match block.labels.len() {
        0 => format!("`{}` blocks take no labels", block.block_type),
        _ => format!("expected {} for `{}`, found one more", named(block), block.block_type),
    };
    Diagnostic::error(codes::BLOCK_LABELS, place, message).also(header, "in this header")
}

pub(super) fn missing_label(place: Span, block: &BlockSchema, found: usize) -> Diagnostic {
    let message = format!("expected {} for `{}`, found {found}", named(block), block.block_type);
    Diagnostic::error(codes::BLOCK_LABELS, place, message)
        .label(format!("expected label `{}` before this", block.labels[found]))
}

fn named(block: &BlockSchema) -> String {
    let names: Vec<_> = block.labels.iter().map(|label| format!("`{label}`")).collect();
    let most = block.labels.len();
    let count = match most - block.optional_labels.min(most) {
        least if least == most => most.to_string(),
        least => format!("{least} to {most}"),
    };
    format!("{count} label{} ({})", if most == 1 { "" } else { "s" }, names.join(", "))
}
