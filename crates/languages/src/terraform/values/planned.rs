//! The values that providers plan for omitted arguments. Schemas state neither their defaults nor whether the provider
//! creates blocks.
//!
//! Source: plans of `hashicorp/aws` 5.100.0 for each type and each of its blocks, with only the required arguments,
//! whose values were unknown. Anything that later releases change is omitted.

use std::sync::{Arc, LazyLock};

use hclx_core::{Number, Type, TypeKind, Value};
use hclx_schema::{Block, Nested};

use super::resource_values::{empty, no_blocks};
use crate::terraform::packages::unpacked;

/// Types, each followed by indented rows: the path of an argument with its default, or with `?` for a block that the
/// provider may create or an argument of later releases. Other arguments of a type are planned as null if they are
/// absent.
///
/// The program contains `aws.tsv` compressed by `gzip -9n`, to a quarter of its size.
static RECORDED: LazyLock<String> = LazyLock::new(|| {
    let bytes = unpacked(include_bytes!("planned/aws.tsv.gz")).unwrap_or_default();
    String::from_utf8(bytes.into_owned()).unwrap_or_default()
});

/// A row: a path, and a JSON value or `?`.
type Row = (&'static str, &'static str);

/// The recorded types, sorted, with their rows.
static TYPES: LazyLock<Vec<(&'static str, Vec<Row>)>> = LazyLock::new(|| {
    let mut types: Vec<(&str, Vec<Row>)> = Vec::new();
    for line in RECORDED.lines() {
        let mut columns = line.split('\t');
        match (columns.next(), columns.next(), columns.next(), types.last_mut()) {
            (Some(""), Some(path), Some(value), Some((_, rows))) => rows.push((path, value)),
            (Some(of_type), ..) => types.push((of_type, Vec::new())),
            _ => {}
        }
    }
    types
});

/// The recorded rows of a type.
#[derive(Clone, Copy)]
struct PlannedType<'r>(&'r [Row]);

/// The arguments of a resource, with the values that the provider plans for absent ones. `is_written` returns `true` if
/// a body has blocks of a type.
pub(super) fn with_planned(
    of_type: &str,
    attrs: Value,
    block: &Block,
    is_written: &dyn Fn(&str) -> bool,
) -> Value {
    let Some(planned) = PlannedType::find(of_type) else { return attrs };
    let part = |(name, value): (&Arc<str>, &Value)| {
        let nested = block.find_block(name).filter(|nested| !nested.also_attribute);
        let empty = nested.filter(|_| !is_written(name)).and_then(|nested| planned.no_blocks(nested, value));
        (Arc::clone(name), empty.unwrap_or_else(|| planned.part(value, name, (name, block))))
    };
    Value::object(attrs.iter_entries().map(part).collect::<Vec<_>>()).with_marks(attrs.marks())
}

/// Returns `true` if a provider always plans null for an absent argument.
pub(crate) fn is_null_if_absent(of_type: &str, name: &str) -> bool {
    PlannedType::find(of_type).is_some_and(|planned| planned.0.iter().all(|(path, _)| *path != name))
}

impl PlannedType<'_> {
    fn find(of_type: &str) -> Option<Self> {
        let at = TYPES.binary_search_by(|(known, _)| (*known).cmp(of_type)).ok()?;
        Some(Self(&TYPES[at].1))
    }

    /// The value for the blocks of a type that are missing from a body; `None` if it is unknown.
    fn no_blocks(self, nested: &Nested, value: &Value) -> Option<Value> {
        let is_created = self.0.iter().any(|(path, _)| **path == *nested.block_type);
        (!is_created && !value.is_known()).then(|| no_blocks(nested, value.ty()))
    }

    /// A part of a body at a path, in which absent arguments have their defaults.
    fn part(self, value: &Value, path: &str, (name, block): (&str, &Block)) -> Value {
        let attribute = block.find_attribute(name);
        if value.is_null() {
            let default = attribute
                .filter(|attribute| !attribute.computed)
                .and_then(|_| self.default(path, value.ty()));
            return default.unwrap_or_else(|| value.clone());
        }
        let nested = block.find_block(name).map(|nested| nested.body.fixed());
        match attribute.and_then(|attribute| attribute.object.clone()).or(nested) {
            Some(inner) => self.parts(value, path, &inner),
            None => value.clone(),
        }
    }

    /// The bodies of one or several blocks, with defaults.
    fn parts(self, value: &Value, path: &str, block: &Block) -> Value {
        let parts = hclx_diag::grow(|| match value.ty().kind() {
            TypeKind::Object(_) if value.is_known() && !value.is_null() => {
                let part = |(name, value): (&Arc<str>, &Value)| {
                    (Arc::clone(name), self.part(value, &format!("{path}.{name}"), (name, block)))
                };
                Some(Value::object(value.iter_entries().map(part).collect::<Vec<_>>()))
            }
            TypeKind::Object(_) => None,
            _ => value.map_parts(|element| self.parts(element, path, block)),
        });
        parts.map_or_else(|| value.clone(), |parts| parts.with_marks(value.marks()))
    }

    /// The default of the argument at a path.
    fn default(self, path: &str, ty: &Type) -> Option<Value> {
        let (_, text) = self.0.iter().find(|(known, _)| *known == path)?;
        let value = match *text {
            "true" | "false" => Value::bool(*text == "true"),
            "[]" => return empty(ty),
            text => match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                Some(text) => Value::string(text),
                None => Value::number(Number::parse_string(text)?),
            },
        };
        (value.ty() == ty).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compressed_table_is_current() {
        assert!(*RECORDED == include_str!("planned/aws.tsv"), "run `gzip -9nf` on the table");
    }

    #[test]
    fn types_are_sorted_and_rows_have_values() {
        assert!(TYPES.is_sorted_by(|(one, _), (other, _)| one < other));
        for (of_type, rows) in TYPES.iter() {
            for (path, text) in rows {
                let of_value = [Type::BOOL, Type::NUMBER, Type::STRING, Type::list(Type::STRING)];
                let is_value =
                    of_value.iter().any(|ty| PlannedType(&[(path, text)]).default(path, ty).is_some());
                assert!(*text == "?" || is_value, "{of_type} {path} {text}");
            }
        }
    }
}
