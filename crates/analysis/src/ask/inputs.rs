//! Values from flags and files: constants, and unknowns in the notation `unknown(TYPE, REFINEMENT...)`.

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::code_names::BAD_REQUEST;
use hclx_diag::{Diagnostic, SourceId, Span, TextRange};
use hclx_eval::{Budget, Environment, Policy, Scope, evaluate};
use hclx_syntax::ast::Language;

use crate::BodyItem;
use crate::body::Walk;
use crate::{Assignment, Settings};

/// Evaluates a given value. It may call functions, but not refer to names.
///
/// # Errors
/// All errors in it, with their places.
pub fn given_value(
    source: SourceId,
    text: &str,
    settings: &Settings,
    budget: &Budget,
) -> Result<Value, Vec<Diagnostic>> {
    read(source, text, None, settings, budget)
}

/// Reads a list, set or tuple, and converts each element to a type, as in the notation of unknowns.
///
/// # Errors
/// All errors in it, with their places.
pub fn given_elements(
    source: SourceId,
    text: &str,
    ty: &Type,
    settings: &Settings,
    budget: &Budget,
) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let value = read(source, text, None, settings, budget)?;
    // An object has elements too.
    let is_list = value.elements().is_some() && value.ty().as_object().is_none();
    if !is_list {
        let place = TextRange::new(0, text.len() as u32).in_source(source);
        let message = "expected a list of values, such as [\"a\", \"b\"]";
        return Err(vec![Diagnostic::error(BAD_REQUEST, place, message)]);
    }
    // elements of unknown type are not converted
    let list = if ty.is_any() {
        value
    } else {
        read(source, text, Some(&Type::list(ty.clone())), settings, budget)?
    };
    Ok(list.elements().unwrap_or_default().to_vec())
}

fn read(
    source: SourceId,
    text: &str,
    wanted: Option<&Type>,
    settings: &Settings,
    budget: &Budget,
) -> Result<Value, Vec<Diagnostic>> {
    let parsed = hclx_syntax::parse_expression(source, text.as_bytes().into());
    let within = (&Scope::root(), &environment(settings));
    let outcome = super::evaluate_parsed(source, parsed, wanted, within, budget);
    if outcome.has_errors() { Err(outcome.diagnostics) } else { Ok(outcome.value) }
}

/// Reads the attributes of a values file.
///
/// # Errors
/// All errors in it, with their places; blocks are not allowed.
pub fn given_values(
    source: SourceId,
    bytes: Arc<[u8]>,
    language: Language,
    settings: &Settings,
    budget: &Budget,
) -> Result<Vec<Assignment>, Vec<Diagnostic>> {
    let parsed = super::parse(source, bytes, language);
    let mut diagnostics = parsed.diagnostics;
    let environment = environment(settings);
    budget.allow_for_source(parsed.tree.source().len());
    let mut walk = Walk::new(&parsed.tree, source, false);
    walk.items(&mut |tree, expr| {
        let outcome = evaluate(tree, source, expr, &Scope::root(), &environment, budget);
        diagnostics.extend(outcome.diagnostics);
        outcome.value
    });
    let (items, own) = walk.finish();
    diagnostics.extend(own);
    budget.settle(&mut diagnostics, |finding| finding);
    let mut values = Vec::new();
    for item in items {
        match item {
            BodyItem::Attribute { name, name_range, value_range, value } => {
                let value_span = value_range.in_source(source);
                let value = match language {
                    Language::Json => with_unknowns(&value, value_span, (settings, budget), &mut diagnostics),
                    Language::Native => value,
                };
                values.push(Assignment {
                    name,
                    name_span: name_range.in_source(source),
                    value,
                    value_span,
                    is_flag: false,
                    text: None,
                });
            }
            BodyItem::Open { block_type, range, .. } => diagnostics.push(
                Diagnostic::error(
                    BAD_REQUEST,
                    range.in_source(source),
                    format!("unexpected block `{block_type}`: a values file can only contain attributes"),
                )
                .help(format!("write it as an attribute: {block_type} = {{ … }}")),
            ),
            BodyItem::Close => {}
        }
    }
    if diagnostics.iter().any(Diagnostic::is_error) { Err(diagnostics) } else { Ok(values) }
}

/// The property that marks a JSON string as a value in HCL notation:
/// `{"$hclx": "unknown(string)"}`.
const NOTATION: &str = "$hclx";

/// JSON data in which strings in HCL notation are parsed. Errors in them are reported at `place`.
pub fn with_unknowns(
    value: &Value,
    place: Span,
    given: (&Settings, &Budget),
    diagnostics: &mut Vec<Diagnostic>,
) -> Value {
    hclx_diag::grow(|| {
        let Some(elements) = value.elements() else { return value.clone() };
        let Some(object) = value.ty().as_object() else {
            let elements = elements.iter().map(|value| with_unknowns(value, place, given, diagnostics));
            return Value::tuple(elements.collect());
        };
        let names = object.attributes().iter().map(|attribute| attribute.name.clone());
        if let ([text], Some(0)) = (elements, object.position(NOTATION)) {
            return notation(text, place, given, diagnostics);
        }
        let parts = elements.iter().map(|value| with_unknowns(value, place, given, diagnostics));
        Value::object(names.zip(parts))
    })
}

fn notation(
    text: &Value,
    place: Span,
    (settings, budget): (&Settings, &Budget),
    diagnostics: &mut Vec<Diagnostic>,
) -> Value {
    let Some(text) = text.as_str() else {
        let message = format!("`{NOTATION}` takes a string, such as \"unknown(string)\"");
        diagnostics.push(Diagnostic::error(BAD_REQUEST, place, message));
        return Value::dynamic();
    };
    match given_value(place.source, text, settings, budget) {
        Ok(value) => value,
        Err(wrong) => {
            let first = wrong.first().map_or("", |finding| &finding.message);
            let message = format!("`{text}` is not a value: {first}");
            diagnostics.push(Diagnostic::error(BAD_REQUEST, place, message));
            Value::dynamic()
        }
    }
}

/// The environment for given values. They are complete, so a name in one is an error rather than an unknown.
/// JSON files are plain data.
fn environment(settings: &Settings) -> Environment<'_> {
    Environment {
        unknown_names: Policy::Error,
        unknown_functions: Policy::Error,
        json_templates: false,
        notation: true,
        ..settings.for_expression()
    }
}
