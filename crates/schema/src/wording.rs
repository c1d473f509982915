//! Messages about bodies that do not match their schema.
//!
//! Out of scope: detecting the problems, and the messages of the parser's body layer (unexpected names, wrong
//! numbers of labels).

use std::sync::Arc;

use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Fault, Message, Path, Span, Step, Suggestion};
use hclx_syntax::body::{BlockView, BodyView};

use crate::{Attribute, Nested, ValueFormat};

/// The location for missing items of a body, and the name of the body.
#[derive(Clone, Debug)]
pub struct Header {
    /// The header of the block, or the start of a whole file.
    pub place: Span,
    /// The name of the block in messages, such as `filter`; `None` for a whole file.
    pub name: Option<Arc<str>>,
}

impl Header {
    /// Creates the header of a block.
    pub fn of(block: &BlockView<'_>) -> Self {
        Self { place: block.def_range.in_source(block.body.source()), name: Some(block.block_type.into()) }
    }

    /// Creates the header of a whole file.
    pub fn root(view: &BodyView<'_>) -> Self {
        Self { place: view.missing_item().in_source(view.source()), name: None }
    }
}

/// Labels the location of a declaration.
fn declared(finding: Diagnostic, name: &str, place: Option<Span>) -> Diagnostic {
    match place {
        Some(place) => finding.also(place, format!("`{name}` is declared here")),
        None => finding,
    }
}

/// The finding about a missing required attribute.
pub fn missing_attribute(header: &Header, wanted: &Attribute) -> Diagnostic {
    let name = &wanted.name;
    let message = match &header.name {
        Some(block) => format!("missing required attribute `{name}` in `{block}`"),
        None => format!("missing required attribute `{name}`"),
    };
    let finding = match &wanted.required_later {
        Some(words) => Diagnostic::warning(codes::MISSING_ATTRIBUTE, header.place, message).label(&**words),
        None => Diagnostic::error(codes::MISSING_ATTRIBUTE, header.place, message),
    };
    declared(finding, name, wanted.place).help(format!("add `{name} = …`"))
}

/// The finding about a required attribute that is null.
pub(crate) fn null_is_missing(place: Span, wanted: &Attribute) -> Diagnostic {
    let name = &wanted.name;
    let finding = Diagnostic::error(
        codes::MISSING_ATTRIBUTE,
        place,
        format!("the required attribute `{name}` is null"),
    );
    declared(finding, name, wanted.place).label("null is the same as omitting it")
}

pub(crate) fn both_forms(place: Span, name: &str, first: Span) -> Diagnostic {
    let message = format!("`{name}` is set both as an attribute and as a block");
    Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, place, message)
        .also(first, "first set here")
        .help("use only one of the two forms")
}

/// Labels the declaration that a value does not match, and the argument with the value.
pub(crate) fn with_declaration(
    finding: Diagnostic,
    wanted: &Attribute,
    argument: Option<Span>,
) -> Diagnostic {
    let Some(place) = wanted.place else { return finding };
    let name = finding.path.0.iter().rev().find_map(|step| match step {
        Step::Attr(name) => Some(Arc::clone(name)),
        _ => None,
    });
    let (name, place) = match (&wanted.parts, name) {
        (Some(parts), Some(name)) => (name, parts.at(&finding.path)),
        (Some(parts), None) if finding.path.is_root() => (Arc::clone(&wanted.name), parts.whole),
        _ => (Arc::clone(&wanted.name), place),
    };
    let finding = finding.also(place, format!("`{name}` is declared here"));
    match argument {
        Some(argument) => finding.also(argument, "in this argument"),
        None => finding,
    }
}

/// The finding about a value that does not convert to the type of its attribute; `path` leads to the part.
pub(crate) fn wrong_type(place: Span, name: &str, whole: Path, fault: Fault) -> Diagnostic {
    let message = match (fault.wording(), fault.expected(), fault.found()) {
        (Message::Plain(_), Some(expected), Some(found)) => {
            Message::Expected(format!("{}, found {}", noun(&expected), noun(&found)).into())
        }
        (message, ..) => message.clone(),
    };
    let message = message.about(name, whole.clone());
    let mut finding = fault.at(place);
    finding.message = message;
    finding.path = whole;
    finding
}

/// The finding about a key that is probably a misspelled required one; `whole` is the object.
pub(crate) fn misspelled_key(place: Span, key: &str, whole: &str, meant: &str) -> Diagnostic {
    let message = format!("`{key}` is not an attribute of `{whole}`");
    let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, place, message);
    nearest_key(finding.label(format!("missing required `{meant}`")), place, meant)
}

/// The finding about a key that is not allowed; `whole` is the object.
pub(crate) fn unknown_key(place: Span, key: &str, whole: &str) -> Diagnostic {
    Diagnostic::error(codes::DROPPED_ATTRIBUTE, place, format!("`{key}` is not an attribute of `{whole}`"))
}

/// The finding about a key that has no effect; `whole` is the object.
pub(crate) fn dropped_key(place: Span, key: &str, whole: &str) -> Diagnostic {
    let message = format!("`{key}` is not an attribute of `{whole}` and is ignored");
    Diagnostic::warning(codes::DROPPED_ATTRIBUTE, place, message)
}

fn nearest_key(finding: Diagnostic, place: Span, nearest: &str) -> Diagnostic {
    finding.meant_at(place, nearest)
}

/// The finding about a missing attribute of an object; `whole` is the object.
pub(crate) fn missing_key(place: Span, name: &str, whole: &str) -> Diagnostic {
    let message = format!("missing attribute `{name}` in `{whole}`");
    Diagnostic::error(codes::NOT_CONVERTIBLE, place, message)
}

/// A type with an article, if it is a single word.
fn noun(what: &str) -> String {
    match what {
        "string" | "number" | "bool" => format!("a {what}"),
        _ => what.to_owned(),
    }
}

pub(crate) fn read_only(place: Span, wanted: &Attribute) -> Diagnostic {
    let message = format!("`{}` is read-only: the provider computes it", wanted.name);
    declared(Diagnostic::error(codes::READ_ONLY_ATTRIBUTE, place, message), &wanted.name, wanted.place)
        .help("remove it")
}

pub(crate) fn removed(place: Span, name: &str, instead: &str) -> Diagnostic {
    advised(Diagnostic::error(codes::REMOVED_NAME, place, format!("`{name}` has been removed")), instead)
}

pub(crate) fn deprecated(place: Span, name: &str, instead: &str) -> Diagnostic {
    advised(Diagnostic::warning(codes::DEPRECATED_NAME, place, format!("`{name}` is deprecated")), instead)
}

pub(crate) fn deprecated_body(place: Span, name: Option<&str>, instead: &str) -> Diagnostic {
    let message = match name {
        Some(name) => format!("`{name}` is deprecated"),
        None => "this is deprecated".to_owned(),
    };
    advised(Diagnostic::warning(codes::DEPRECATED_NAME, place, message), instead)
}

fn advised(finding: Diagnostic, instead: &str) -> Diagnostic {
    if instead.is_empty() { finding } else { finding.help(instead) }
}

/// The finding for a string that is not allowed; `write` creates the edit that inserts an allowed one.
pub(crate) fn not_allowed(
    place: Span,
    name: &str,
    (wanted, found): (&Attribute, &str),
    write: impl Fn(&str) -> Suggestion,
) -> Diagnostic {
    let message = format!("`{name}` must be {}, found `{found}`", alternatives(wanted, found));
    let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message);
    finding.perhaps_meant_at(
        place,
        hclx_diag::nearest(found, wanted.allowed.iter().map(|text| &**text)).map(write),
    )
}

fn alternatives(wanted: &Attribute, found: &str) -> String {
    // an empty string is the same as none and is not listed
    hclx_diag::alternatives(
        found,
        wanted.allowed.iter().map(|text| &**text).filter(|text| !text.is_empty()),
        "or",
    )
}

pub(crate) fn out_of_range(place: Span, name: &str, (least, most): (i64, i64), found: &str) -> Diagnostic {
    let bounds = match (least, most) {
        (least, i64::MAX) => format!("at least {least}"),
        (i64::MIN, most) => format!("at most {most}"),
        (least, most) => format!("from {least} to {most}"),
    };
    let message = format!("`{name}` must be {bounds}, found {found}");
    Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message)
}

pub(crate) fn not_whole(place: Span, name: &str, found: &str) -> Diagnostic {
    let message = format!("`{name}` must be a whole number, found {found}");
    Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message)
}

pub(crate) fn not_in_format(place: Span, name: &str, format: ValueFormat, found: &str) -> Diagnostic {
    let (what, example) = match format {
        ValueFormat::Arn => ("an ARN", "arn:aws:iam::123456789012:role/name"),
        ValueFormat::Cidr => ("a network", "10.0.0.0/16"),
        ValueFormat::Json => ("JSON", "jsonencode({ … })"),
        ValueFormat::Time => ("an RFC 3339 timestamp", "2026-01-31T12:00:00Z"),
    };
    let shown: String = found.chars().take(60).collect();
    let message = format!("`{name}` must be {what}, found `{shown}`");
    Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message).help(format!("for example `{example}`"))
}

/// The finding about two arguments that exclude each other.
pub(crate) fn excluded(later: (Span, &str), earlier: (Span, &str)) -> Diagnostic {
    let message = format!("`{}` and `{}` cannot be used together", earlier.1, later.1);
    Diagnostic::error(codes::EXCLUSIVE, later.0, message)
        .also(earlier.0, "the other is here")
        .help("remove one of them")
}

/// The finding about a set of arguments, one of which is required but none of which is set.
pub(crate) fn one_is_needed(header: &Header, names: &[Arc<str>]) -> Diagnostic {
    let names = hclx_diag::alternatives("", names.iter().map(|name| &**name), "or");
    let message = format!("missing one of the arguments {names}");
    Diagnostic::error(codes::EXCLUSIVE, header.place, message)
}

pub(crate) fn not_a_duration(place: Span, name: &str, found: &str) -> Diagnostic {
    let message = format!("`{name}` must be a duration, found `{found}`");
    Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message)
        .help("use numbers with units, such as `90s`, `1h30m` or `250ms`")
}

pub(crate) fn misread(place: Span, name: &str, expected: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::STATIC_EXPRESSION, place, format!("`{name}` must be {expected}")).help(help)
}

/// The finding about a missing required block.
pub fn missing_block(header: &Header, nested: &Nested) -> Diagnostic {
    let name = &nested.block_type;
    let message = match &header.name {
        Some(block) => format!("missing required block `{name}` in `{block}`"),
        None => format!("missing required block `{name}`"),
    };
    let finding = Diagnostic::error(codes::BLOCK_COUNT, header.place, message);
    declared(finding, name, nested.place).help(format!("write `{name} {{ … }}`"))
}

/// The finding about a `dynamic` block without a `content` block, whose arguments are directly in the
/// `dynamic` block.
pub(crate) fn missing_content<'n>(
    header: &Header,
    content: &Nested,
    names: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let mut names = names.peekable();
    let finding = missing_block(header, content);
    match names.peek() {
        Some(_) => finding
            .without_advice()
            .help(format!("move {} into `content {{ … }}`", hclx_diag::listed_names(names, "and"))),
        None => finding,
    }
}

/// The finding about a block with neither a label nor the attribute that replaces it.
pub(crate) fn no_label(place: Span, nested: &Nested, attribute: &str) -> Diagnostic {
    let message = format!("expected a label or an attribute `{attribute}` for `{}`", nested.block_type);
    Diagnostic::error(codes::BLOCK_LABELS, place, message)
}

/// The finding about too few blocks of a type.
pub fn too_few(header: &Header, nested: &Nested, found: usize) -> Diagnostic {
    let name = &nested.block_type;
    let blocks = if nested.min == 1 { "block" } else { "blocks" };
    let message = format!("expected at least {} `{name}` {blocks}, found {found}", nested.min);
    declared(Diagnostic::error(codes::BLOCK_COUNT, header.place, message), name, nested.place)
}

/// The finding about too many blocks of a type; `place` is the first surplus block and `first` the first one
/// of all.
pub fn too_many(place: Span, nested: &Nested, most: usize, found: usize, first: Span) -> Diagnostic {
    let name = &nested.block_type;
    let message = match most {
        0 => format!("unexpected block `{name}`"),
        1 => format!("expected at most 1 `{name}` block, found {found}"),
        _ => format!("expected at most {most} `{name}` blocks, found {found}"),
    };
    let mut finding = Diagnostic::error(codes::BLOCK_COUNT, place, message);
    if most == 1 {
        finding = finding.help("remove one of them");
    } else if most > 1 {
        finding = finding.label("first block above the limit");
    }
    if most == 1 && first != place {
        finding = finding.also(first, "first set here");
    }
    declared(finding, name, nested.place)
}

/// The finding about two blocks with the same labels; `first` is the header of the first.
pub fn same_labels(place: Span, block_type: &str, labels: &str, first: Span) -> Diagnostic {
    let message = match labels {
        "" => format!("duplicate `{block_type}` block without labels"),
        labels => format!("duplicate `{block_type}` block {labels}"),
    };
    Diagnostic::error(codes::BLOCK_REPEATED, place, message)
        .also(first, "first declared here")
        .help("change one of the labels, or remove the block")
}

pub(crate) fn dynamic_attribute(place: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is an attribute, not a block");
    Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, message)
        .help(format!("write `{name} = [for … in … : …]`"))
}

pub(crate) fn dynamic_unknown(place: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("unexpected block `{name}`");
    let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, message);
    finding.perhaps_meant_at(place, nearest.map(Suggestion::quoted))
}

pub(crate) fn not_iterable(place: Span, found: &str) -> Diagnostic {
    let message = format!("`for_each` must be a list, set, map, tuple or object, found {}", noun(found));
    let finding = Diagnostic::error(codes::NOT_ITERABLE, place, message);
    if found == "null" {
        finding.help("use `[]` or `{}` for no blocks, for example by `coalesce(…, [])`")
    } else {
        finding
    }
}

pub(crate) fn wrong_labels(place: Span, nested: &Nested, found: usize) -> Diagnostic {
    let (name, expected) = (&nested.block_type, nested.labels.len());
    let message = format!("expected {} ({}) for `{name}`, found {found}", labels(expected), named(nested));
    Diagnostic::error(codes::BLOCK_LABELS, place, message)
}

pub(crate) fn no_labels(place: Span, nested: &Nested) -> Diagnostic {
    wrong_labels(place, nested, 0)
        .help(format!("add `labels = [{}]`", vec!["…"; nested.labels.len()].join(", ")))
}

fn labels(count: usize) -> String {
    if count == 1 { "1 label".to_owned() } else { format!("{count} labels") }
}

fn named(nested: &Nested) -> String {
    let names: Vec<String> = nested.labels.iter().map(|label| format!("`{label}`")).collect();
    names.join(", ")
}

/// The finding about a `dynamic` block that generates two blocks with the same labels.
pub(crate) fn made_twice(place: Span, block_type: &str, labels: &str) -> Diagnostic {
    let message = format!("this generates duplicate `{block_type}` blocks {labels}");
    Diagnostic::error(codes::BLOCK_REPEATED, place, message)
        .help("use a value that differs in the labels, such as the `key` of the iterator")
}

pub(crate) fn not_dynamic(place: Span, name: &str) -> Diagnostic {
    let message = format!("`dynamic` cannot generate `{name}` blocks");
    Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, message).help(format!("write `{name} {{ … }}`"))
}

pub(crate) fn not_constant(place: Span, name: &str, found: &str) -> Diagnostic {
    let message = format!("`{name}` must be constant, found a reference to `{found}`");
    Diagnostic::error(codes::STATIC_EXPRESSION, place, message)
}
