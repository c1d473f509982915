//! Checks the steps of a reference against the schema of a body, independent of values.

use std::sync::Arc;

use crate::terraform::functions::DIALECT;
use hclx_core::{Number, Value, ops};
use hclx_diag::{Diagnostic, SourceId, Span, code_names as codes, nearest};
use hclx_schema::{Block, Nested, Nesting};
use hclx_syntax::statics::{Reference, ReferenceKey, ReferenceStep};

/// The finding about the first invalid step. The root is a known argument or block.
pub(crate) fn wrong(block: &Block, reference: &Reference<'_>, source: SourceId) -> Option<Diagnostic> {
    let (mut name, mut body): (String, Option<Arc<Block>>) = (reference.root.to_string(), None);
    let mut steps = reference.steps.iter();
    loop {
        let within = body.as_deref().unwrap_or(block);
        let of_block = within.find_block(&name).filter(|nested| !nested.also_attribute);
        let Some(nested) = of_block else {
            let attribute = within.find_attribute(&name)?;
            return of_value(Value::unknown(attribute.ty.without_optional()), steps.as_slice(), source);
        };
        if !matches!(nested.nesting, Nesting::Single | Nesting::Group) {
            let step = steps.next()?;
            if let Some(finding) = not_a_key(nested, step, step.range.in_source(source)) {
                return Some(finding);
            }
        }
        let inside = nested.body.fixed();
        let step = steps.next()?;
        let ReferenceKey::Attr(next) = &step.kind else { return None };
        let is_known = inside.find_attribute(next).is_some() || inside.find_block(next).is_some();
        if !is_known && inside.any_attribute.is_none() {
            return Some(no_part(&inside, next, &name, step.range.in_source(source)));
        }
        (name, body) = (next.to_string(), Some(inside));
    }
}

/// The finding for a step right after the name of a block type that can occur several times.
fn not_a_key(nested: &Nested, step: &ReferenceStep<'_>, place: Span) -> Option<Diagnostic> {
    let name = &nested.block_type;
    match (nested.nesting, &step.kind) {
        (Nesting::Set, _) => {
            let message = format!("`{name}` blocks are a set, which cannot be indexed");
            let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
            Some(finding.help(format!("refer to all of them: `{name}`")))
        }
        (Nesting::List, ReferenceKey::Attr(_)) => {
            let message = format!("`{name}` blocks are a list");
            let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
            Some(finding.help(format!("use `{name}[0]` for the first one")))
        }
        _ => None,
    }
}

fn no_part(block: &Block, name: &str, of: &str, place: Span) -> Diagnostic {
    let message = format!("block `{of}` has no argument `{name}`");
    let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
    let names = block.attributes().iter().map(|one| &*one.name);
    let names = names.chain(block.blocks().iter().map(|one| &*one.block_type));
    finding.perhaps_meant(nearest(name, names))
}

/// Checks the steps into a value of a known type.
fn of_value(mut value: Value, steps: &[ReferenceStep<'_>], source: SourceId) -> Option<Diagnostic> {
    for step in steps {
        let is_index = !matches!(step.kind, ReferenceKey::Attr(_));
        if is_index && value.ty().as_object().is_some() {
            return None;
        }
        let next = match &step.kind {
            ReferenceKey::Attr(name) => ops::attribute(&value, name, &DIALECT.rules),
            ReferenceKey::Text(key) => ops::index(&value, &Value::string(&**key), &DIALECT.rules),
            ReferenceKey::Number(text) => {
                let key = Value::number(Number::parse_literal(text).ok()?);
                ops::index(&value, &key, &DIALECT.rules)
            }
            ReferenceKey::Bool(_) | ReferenceKey::Null => return None,
        };
        value = match next {
            Ok(next) => next,
            Err(fault) => return Some(fault.at(step.range.in_source(source))),
        };
    }
    None
}
