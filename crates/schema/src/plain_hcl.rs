//! Printing of values and evaluated bodies as HCL, with hcl-rs.
//!
//! Used by all code that prints a value as HCL source: `eval --out hcl`, and edits that insert a value. Out
//! of scope: the notation of unknown values (`Value::pretty`).

use std::sync::Arc;

use hcl::expr::{Expression, ObjectKey, Variable};
use hcl::format::{Format, Formatter};
use hcl::{Attribute, Block, Body, Identifier, Structure};
use hclx_core::{Data, Number, TypeKind, Value};
use hclx_diag::{Fallible, Fault, Step, TextRange, code_names as codes};

/// An item of a body; blocks are opened and closed.
#[derive(Clone, Debug)]
pub enum BodyItem {
    /// `name = value`.
    Attribute {
        /// The name.
        name: Arc<str>,
        /// The range of the name.
        name_range: TextRange,
        /// The range of the value.
        value_range: TextRange,
        /// The value, as far as it is known.
        value: Value,
    },
    /// `type "label" {`.
    Open {
        /// The type.
        block_type: Arc<str>,
        /// The labels between the block type and the brace.
        labels: Vec<Arc<str>>,
        /// The range of the whole block.
        range: TextRange,
    },
    /// `}`.
    Close,
}

/// The maximum nesting of values that are passed to hcl-rs, which is recursive.
const DEEPEST: u32 = 200;

/// An expression for the value, without marks.
///
/// # Errors
/// If a part is not known or cannot be written in HCL, with the path to it.
pub fn of_value(value: &Value) -> Fallible<String> {
    text(&expression(value)?)
}

/// The attributes of an object, or the entries of a map, as a body.
///
/// # Errors
/// Same as [`of_value`], and if a name is not an identifier.
pub fn of_members(value: &Value) -> Fallible<String> {
    let attributes =
        value.iter_entries().map(|(name, value)| attribute(name, value).map(Structure::Attribute));
    text(&attributes.collect::<Fallible<Body>>()?)
}

/// A body with its blocks.
///
/// # Errors
/// Same as [`of_members`].
pub fn of_items(items: &[BodyItem]) -> Fallible<String> {
    let mut open: Vec<(Option<Block>, Vec<Structure>)> = vec![(None, Vec::new())];
    for item in items {
        match item {
            BodyItem::Attribute { name, value, .. } => {
                let attribute = attribute(name, value)?;
                open.last_mut().into_iter().for_each(|(_, body)| body.push(attribute.clone().into()));
            }
            BodyItem::Open { block_type, labels, .. } => {
                if open.len() > DEEPEST as usize {
                    return Err(too_deep("blocks"));
                }
                let labels = labels.iter().map(|label| hcl::BlockLabel::String(label.to_string()));
                let block = Block {
                    identifier: identifier(block_type)?,
                    labels: labels.collect(),
                    body: Body::default(),
                };
                open.push((Some(block), Vec::new()));
            }
            BodyItem::Close => {
                if let Some((Some(mut block), body)) = open.pop() {
                    block.body = body.into_iter().collect();
                    open.last_mut().into_iter().for_each(|(_, outer)| outer.push(block.clone().into()));
                }
            }
        }
    }
    let body: Body = open.into_iter().flat_map(|(_, body)| body).collect();
    text(&body)
}

fn text(written: &impl Format) -> Fallible<String> {
    let mut formatter = Formatter::builder().prefer_ident_keys(true).build_vec();
    let failed = |error: hcl::Error| Fault::new(codes::NOT_CONVERTIBLE, error.to_string());
    let text = written.format_string(&mut formatter).map_err(failed)?;
    Ok(text.trim_end_matches('\n').to_owned())
}

fn attribute(name: &str, value: &Value) -> Fallible<Attribute> {
    let expression = expression(value).map_err(|fault| fault.within(Step::Attr(name.into())))?;
    Ok(Attribute { key: identifier(name)?, expr: expression })
}

fn identifier(name: &str) -> Fallible<Identifier> {
    Identifier::new(name).map_err(|_| {
        let message =
            format!("`{name}` is not a valid name: HCL names of attributes and blocks are identifiers");
        Fault::new(codes::NOT_CONVERTIBLE, message)
    })
}

fn too_deep(what: &str) -> Fault {
    Fault::new(codes::NOT_CONVERTIBLE, format!("{what} are nested deeper than the limit of {DEEPEST} levels"))
}

fn expression(value: &Value) -> Fallible<Expression> {
    if value.depth() > DEEPEST {
        return Err(too_deep("values"));
    }
    let fault = |message: &'static str| Err(Fault::new(codes::NOT_CONVERTIBLE, message));
    Ok(match value.data() {
        Data::Unknown(_) => return fault("the value is unknown"),
        Data::Number(number) if number.is_infinite() => return fault("HCL has no infinity"),
        Data::Null => Expression::Null,
        Data::Bool(known) => Expression::Bool(*known),
        Data::Number(number) => exact(number),
        Data::String(text) => Expression::String(text.to_string()),
        Data::Sequence(elements) if !matches!(value.ty().kind(), TypeKind::Object(_)) => {
            let element = |(index, element)| {
                expression(element).map_err(|fault: Fault| fault.within(Step::Index(index)))
            };
            Expression::Array(elements.iter().enumerate().map(element).collect::<Fallible<_>>()?)
        }
        Data::Sequence(_) | Data::Map(_) => {
            let entry = |(name, value): (&Arc<str>, &Value)| {
                let value = expression(value).map_err(|fault| fault.within(Step::Key(name.clone())))?;
                Ok((ObjectKey::Expression(Expression::String(name.to_string())), value))
            };
            Expression::Object(value.iter_entries().map(entry).collect::<Fallible<_>>()?)
        }
    })
}

/// The exact number. hcl-rs stores numbers as machine words and floats, so a number that would lose digits is
/// written verbatim.
fn exact(number: &Number) -> Expression {
    let text = number.to_string();
    let float = || hcl::Number::from_f64(text.parse().ok()?);
    let word =
        text.parse::<i64>().map(hcl::Number::from).or_else(|_| text.parse::<u64>().map(hcl::Number::from));
    match word.ok().or_else(float).filter(|number| number.to_string() == text) {
        Some(number) => Expression::Number(number),
        None => Expression::Variable(Variable::unchecked(text)),
    }
}
