//! The tree of defaults that accompanies a type: types do not contain the default of `optional(T, DEFAULT)`.
//!
//! Source of the rules: HCL's type expression extension, `Defaults.Apply`. Out of scope: reading defaults
//! (the evaluator reads type expressions) and the conversion that follows.

use std::sync::Arc;

use hclx_diag::Ordered;

use crate::range::assume_not_null;
use crate::stack;
use crate::unify::{Mode, common_type};
use crate::value::Data;
use crate::{Rules, Type, TypeKind, Value, convert};

/// The defaults of a type and of the types inside it.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// The type that the defaults belong to.
    pub ty: Option<Type>,
    /// The defaults of the attributes of an object type, converted to the attributes' types.
    pub values: Ordered<Arc<str>, Value>,
    /// The trees of the parts, keyed by attribute name, by index for tuples, and by `""` for collections.
    pub children: Ordered<Arc<str>, Defaults>,
}

impl Drop for Defaults {
    /// Drops deep defaults in a loop: they nest as deeply as their types, and recursion would overflow the
    /// stack.
    fn drop(&mut self) {
        if !self.children.is_empty() {
            stack::grow(|| drop(std::mem::take(&mut self.children)));
        }
    }
}

impl Defaults {
    /// Returns `true` if there are no defaults.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.children.is_empty()
    }

    /// The value with defaults where attributes are missing or null, at every level. The result may have a
    /// different type and must still be converted. Unknown and null values are kept; an attribute with a
    /// non-null default is never null, even if it is unknown.
    #[must_use]
    pub fn apply(&self, value: &Value, rules: &Rules) -> Value {
        if self.is_empty() || !value.is_known() || value.is_null() {
            return value.clone();
        }
        let (value, marks) = value.clone().unmark();
        stack::grow(|| self.apply_inside(&value, rules)).with_marks(&marks)
    }

    fn apply_inside(&self, value: &Value, rules: &Rules) -> Value {
        match (value.ty().kind(), value.data()) {
            (TypeKind::Object(_), _) => Value::object(self.apply_to_entries(value, rules)),
            (TypeKind::Map(..), _) => {
                let entries = self.apply_to_entries(value, rules);
                let element = value.ty().element().cloned().unwrap_or(Type::ANY);
                let (names, values): (Vec<Arc<str>>, Vec<Value>) = entries.into_iter().unzip();
                match in_common(&values, &element, rules) {
                    Some((element, values)) => Value::map(element, names.into_iter().zip(values)),
                    // Defaults may have given the elements different types, which a map cannot have.
                    None => Value::object(names.into_iter().zip(values)),
                }
            }
            (kind, Data::Sequence(elements)) => {
                let apply = |(index, element): (usize, &Value)| match self.of_index(index) {
                    Some(defaults) => defaults.apply(element, rules),
                    None => element.clone(),
                };
                let values: Vec<Value> = elements.iter().enumerate().map(apply).collect();
                let element = value.ty().element().cloned().unwrap_or(Type::ANY);
                match (kind, in_common(&values, &element, rules)) {
                    (TypeKind::List(_), Some((element, values))) => Value::list(element, values),
                    (TypeKind::Set(_), Some((element, values))) => Value::set(element, values),
                    _ => Value::tuple(values),
                }
            }
            _ => value.clone(),
        }
    }

    fn apply_to_entries(&self, value: &Value, rules: &Rules) -> Ordered<Arc<str>, Value> {
        let apply = |(name, part): (&Arc<str>, &Value)| {
            let part = match self.of_name(name) {
                Some(defaults) => defaults.apply(part, rules),
                None => part.clone(),
            };
            (name.clone(), part)
        };
        let mut entries: Ordered<Arc<str>, Value> = value.iter_entries().map(apply).collect();
        for (name, default) in &self.values {
            match entries.get_mut(name) {
                Some(part) if !part.is_null() => {
                    // An unknown of unknown type cannot be refined.
                    if default.definitely_not_null() && !part.ty().is_any() {
                        *part = assume_not_null(part.clone());
                    }
                }
                _ => {
                    // A default is completed as well: its own attributes may be missing.
                    let default = match self.children.get(name) {
                        Some(inside) => inside.apply(default, rules),
                        None => default.clone(),
                    };
                    entries.insert(name.clone(), default);
                }
            }
        }
        entries
    }

    fn of_index(&self, index: usize) -> Option<&Defaults> {
        match self.ty.as_ref().and_then(Type::as_tuple) {
            Some(_) => self.children.get(index.to_string().as_str()),
            None => self.children.get(""),
        }
    }

    fn of_name(&self, name: &str) -> Option<&Defaults> {
        match self.ty.as_ref().and_then(Type::as_object) {
            Some(_) => self.children.get(name),
            None => self.children.get(""),
        }
    }
}

/// Converts the elements of a collection, which defaults may have given different types, to their common
/// type.
fn in_common(values: &[Value], element: &Type, rules: &Rules) -> Option<(Type, Vec<Value>)> {
    if values.iter().all(|value| value.ty() == element) {
        return Some((element.clone(), values.to_vec()));
    }
    let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
    let common = common_type(&types, Mode::Unsafe, rules)?;
    let converted = values.iter().map(|value| convert(value, &common, rules).ok()).collect::<Option<_>>()?;
    Some((common.without_optional(), converted))
}
