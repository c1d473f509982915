//! Messages about programs.
//!
//! Out of scope: detecting the problems.

use std::sync::Arc;

use hclx_core::{Type, TypeKind, Value};
use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Span, Suggestion, alternatives, counted, listed, listed_names, nearest};

use super::package::{Constant, Definition, PackageSchemas, Shape, Token};

/// The maximum number of listed alternatives.
const LISTED: usize = 8;
/// The maximum length of a string in a message.
const LONGEST_TEXT: usize = 40;

/// A type as a noun with its article.
pub(super) fn expected(shape: &Shape, packages: &PackageSchemas) -> String {
    match shape {
        Shape::Any => "anything".to_owned(),
        Shape::None => "null".to_owned(),
        Shape::Base(ty) => ty_noun(ty),
        Shape::Asset => "an asset or an archive".to_owned(),
        Shape::List(element) => format!("a list{}", of_elements(&element.shape, packages)),
        Shape::Tuple(elements) => format!("a tuple of {}", counted(elements.len(), "element")),
        Shape::Map(element) => format!("a map{}", of_elements(&element.shape, packages)),
        Shape::Object(_) => "an object".to_owned(),
        Shape::Union(union) => {
            let mut nouns: Vec<String> = Vec::new();
            for member in &union.members {
                let noun = expected(&member.shape, packages);
                if !nouns.contains(&noun) {
                    nouns.push(noun);
                }
            }
            nouns.truncate(LISTED);
            listed(&nouns, "or")
        }
        Shape::Reference(reference) => match packages.resolve(reference).as_deref() {
            Some(Definition::Object(_)) => "an object".to_owned(),
            Some(Definition::Enum(values)) => one_of(&values.values),
            Some(Definition::Resource(resource)) => format!("a resource of type `{}`", resource.token),
            None => "anything".to_owned(),
        },
    }
}

fn of_elements(shape: &Shape, packages: &PackageSchemas) -> String {
    match shape {
        Shape::Base(ty) if ty.is_primitive() => format!(" of {}s", ty.kind().word()),
        Shape::List(_) => " of lists".to_owned(),
        Shape::Map(_) => " of maps".to_owned(),
        Shape::Object(_) => " of objects".to_owned(),
        Shape::Reference(reference) => match packages.resolve(reference).as_deref() {
            Some(Definition::Object(_)) => " of objects".to_owned(),
            Some(Definition::Resource(resource)) => format!(" of resources of type `{}`", resource.token),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

fn ty_noun(ty: &Type) -> String {
    let word = ty.kind().word();
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    match ty.kind() {
        TypeKind::None => "null".to_owned(),
        TypeKind::Any => "a value of unknown type".to_owned(),
        TypeKind::Union(members) => {
            let nouns: Vec<String> =
                members.iter().filter(|member| !member.is_none()).take(LISTED).map(ty_noun).collect();
            listed(&nouns, "or")
        }
        TypeKind::Promise(inner) => format!("a promise of {}", ty_noun(inner)),
        TypeKind::Output(inner) => format!("an output of {}", ty_noun(inner)),
        TypeKind::Tuple(elements) => format!("a tuple of {}", counted(elements.len(), "element")),
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element)
            if element.is_primitive() =>
        {
            format!("{article} {word} of {}s", element.kind().word())
        }
        _ => format!("{article} {word}"),
    }
}

/// A value as a noun: its kind, with its contents if they are short.
pub(super) fn found(value: &Value) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    if let Some(text) = value.as_str() {
        let short: String = text.chars().take(LONGEST_TEXT).collect();
        let more = if short.len() < text.len() { "…" } else { "" };
        return format!("the string {:?}", format!("{short}{more}"));
    }
    if let Some(truth) = value.as_bool() {
        return format!("`{truth}`");
    }
    if let Some(number) = value.as_number() {
        return format!("the number {number}");
    }
    ty_noun(value.ty())
}

/// A warning about a deprecated member, with the note from the schema.
pub(super) fn deprecated(place: Span, name: &str, instead: &str) -> Diagnostic {
    let finding = Diagnostic::warning(codes::DEPRECATED_NAME, place, format!("`{name}` is deprecated"));
    if instead.is_empty() { finding } else { finding.help(instead) }
}

fn one_of(values: &[Constant]) -> String {
    let names: Vec<String> = values.iter().map(ToString::to_string).collect();
    listed_names(names.iter().map(String::as_str), "or")
}

pub(super) fn wrong_type(place: Span, name: &str, expected: &str, value: &Value) -> Diagnostic {
    let found = found(value);
    Diagnostic::error(codes::NOT_CONVERTIBLE, place, format!("`{name}` must be {expected}, found {found}"))
}

pub(super) fn plain_wanted(place: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` must be a plain value, found an output");
    Diagnostic::error(codes::PLAIN_INPUT, place, message)
        .help("use a literal, a `config` or the result of an `invoke`: the schema declares it `plain`")
}

pub(super) fn missing_property(place: Span, name: &str, property: &str) -> Diagnostic {
    let message = format!("missing required attribute `{property}` in `{name}`");
    Diagnostic::error(codes::MISSING_ATTRIBUTE, place, message).help(format!("add `{property} = …`"))
}

pub(super) fn missing_discriminator<'a>(
    place: Span,
    name: &str,
    property: &str,
    values: impl Iterator<Item = &'a Arc<str>>,
) -> Diagnostic {
    let values = listed_names(values.map(|value| &**value), "or");
    let message = format!("missing discriminator `{property}` in `{name}`: {values}");
    Diagnostic::error(codes::MISSING_ATTRIBUTE, place, message).help(format!("add `{property} = …`"))
}

/// The finding about an unknown key, which is ignored or was probably meant as a required one.
pub(super) fn unknown_key(
    place: Span,
    key: &str,
    name: &str,
    nearest: Option<&str>,
    required: bool,
) -> Diagnostic {
    let finding = if required {
        let required = nearest.unwrap_or_default();
        Diagnostic::error(
            codes::UNSUPPORTED_ATTRIBUTE,
            place,
            format!("`{key}` is not an attribute of `{name}`"),
        )
        .label(format!("missing required `{required}`"))
    } else {
        let message = format!("`{key}` is not an attribute of `{name}` and is ignored");
        Diagnostic::warning(codes::IGNORED_NAME, place, message)
    };
    let key = |name| Suggestion::written_as(name, hclx_core::ty::AttributeName(name).to_string());
    finding.perhaps_meant_at(place, nearest.map(key))
}

pub(super) fn not_a_member(place: Span, name: &str, values: &[Constant], value: &Value) -> Diagnostic {
    let names: Vec<String> = values.iter().map(ToString::to_string).collect();
    let text = value.as_str().unwrap_or_default();
    let all = alternatives(text, names.iter().map(String::as_str), "or");
    let message = format!("`{name}` must be {all}, found {}", found(value));
    let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message);
    // A name that differs only in case is suggested, however many letters that affects.
    let folded = names.iter().find(|name| name.eq_ignore_ascii_case(text)).map(String::as_str);
    let near = folded.or_else(|| nearest(text, names.iter().map(String::as_str)));
    finding.perhaps_meant_at(place, near.filter(|_| !text.is_empty()).map(Suggestion::quoted))
}

pub(super) fn not_a_resource(place: Span, name: &str, token: Option<&str>, value: &Value) -> Diagnostic {
    let of_type = token.map_or(String::new(), |token| format!(" of type `{token}`"));
    let message = format!("`{name}` must be a resource{of_type}, found {}", found(value));
    Diagnostic::error(codes::NOT_CONVERTIBLE, place, message).help("use the name of a `resource` block")
}

pub(super) fn other_resource(place: Span, name: &str, wanted: &str, found: &str) -> Diagnostic {
    let message = format!("`{name}` must be a resource of type `{wanted}`, found one of type `{found}`");
    Diagnostic::error(codes::NOT_CONVERTIBLE, place, message)
}

pub(super) fn malformed_token(place: Span, text: &str) -> Diagnostic {
    let message = format!("expected a token `package:module:Name`, found `{text}`");
    Diagnostic::error(codes::UNKNOWN_TOKEN, place, message)
        .help("for example `random:index:RandomPet` (the module is optional)")
}

/// Suggests the token closest to an unknown one.
pub(super) fn with_token<'p>(
    finding: Diagnostic,
    place: Span,
    token: &Token<'_>,
    all: impl Iterator<Item = &'p str>,
) -> Diagnostic {
    let near = super::resource::nearest_token(token, all);
    finding.perhaps_meant_at(place, near.map(Suggestion::quoted))
}
