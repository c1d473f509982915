//! Rows for the attributes of inputs.

use hclx_analysis::describe::{Input, PathStep, path_text};
use hclx_core::{Type, TypeKind};

use crate::constraints;
use crate::default_json::pretty_json;

/// The maximum number of rows for an input.
const MOST_ROWS: usize = 500;

/// An attribute of an input, at some depth.
pub(super) struct AttributeRow {
    /// The path from the input.
    pub(super) path: String,
    pub(super) written: String,
    /// The default as JSON; `None` for a required attribute.
    pub(super) default: Option<String>,
    pub(super) constraints: String,
}

/// The attributes of an input, each followed by its nested attributes.
pub(super) fn attributes(input: &Input) -> Vec<AttributeRow> {
    let mut rows = Vec::new();
    add(input, &input.ty, &mut Vec::new(), &mut rows);
    rows
}

fn add(input: &Input, ty: &Type, path: &mut Vec<PathStep>, rows: &mut Vec<AttributeRow>) {
    hclx_diag::grow(|| match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            path.push(PathStep::Element);
            add(input, element, path, rows);
            path.pop();
        }
        TypeKind::Object(object) => {
            for attribute in object.attributes() {
                if rows.len() >= MOST_ROWS {
                    return;
                }
                path.push(PathStep::Attribute(attribute.name.clone()));
                let default = input.defaults.iter().find(|(at, _)| at == path);
                let default = default.and_then(|(_, value)| pretty_json(value));
                rows.push(AttributeRow {
                    path: path_text(path),
                    written: attribute.ty.without_attributes(),
                    default: attribute.optional.then(|| default.unwrap_or_else(|| "null".to_owned())),
                    constraints: constraints::at(input, path),
                });
                add(input, &attribute.ty, path, rows);
                path.pop();
            }
        }
        _ => {}
    });
}
