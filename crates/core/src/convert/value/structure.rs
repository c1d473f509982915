//! Conversions between lists, sets, maps, tuples and objects.

use std::sync::Arc;

use hclx_diag::{Fallible, Fault, Message, Step, code_names as codes};

use super::super::types::may_be_missing;
use super::Converter;
use crate::unify::{Mode, common_type, in_cty};
use crate::value::Data;
use crate::{Conversion, ObjectType, Type, Value, convertible};

/// The entries of a map under construction.
type Entries = Vec<(Arc<str>, Value)>;

impl Converter<'_> {
    pub(super) fn collection_to_list(&self, value: &Value, element: &Type) -> Fallible<Value> {
        if has_open_length(value) {
            return Ok(self.list_of_open_length(value, element));
        }
        let elements = self.forget_marks_of_nulls(self.elements(value, |_| Some(element))?);
        let ty = self.element_type(&elements, element, value)?;
        Ok(Value::list(ty, elements))
    }

    pub(super) fn collection_to_set(&self, value: &Value, element: &Type) -> Fallible<Value> {
        let elements = self.forget_marks_of_nulls(self.elements(value, |_| Some(element))?);
        let ty = self.element_type(&elements, element, value)?;
        Ok(Value::set(ty, elements))
    }

    pub(super) fn tuple_to_list(&self, value: &Value, element: &Type) -> Fallible<Value> {
        if let Some(open) = self.open_parts(value, element)? {
            return Ok(Value::list(element.without_optional(), open));
        }
        let element = self.element_in_common(value.parts().map(Value::ty), element);
        let elements = self.elements(value, |_| Some(&element))?;
        let elements =
            if element.has_any() { self.meet(elements, Mode::Unsafe, Step::Index)? } else { elements };
        let ty = self.element_type(&elements, &element, value)?;
        Ok(Value::list(ty, elements))
    }

    pub(super) fn tuple_to_set(&self, value: &Value, element: &Type) -> Fallible<Value> {
        if let Some(open) = self.open_parts(value, element)? {
            return Ok(Value::set(element.without_optional(), open));
        }
        let element = self.element_in_common(value.parts().map(Value::ty), element);
        // Unlike for lists, go-cty does not unify the elements of a set once more: different types are an
        // error.
        let elements = self.forget_marks_of_nulls(self.elements(value, |_| Some(&element))?);
        let ty = self.element_type(&elements, &element, value)?;
        Ok(Value::set(ty, elements))
    }

    pub(super) fn to_tuple(&self, value: &Value, types: &[Type]) -> Fallible<Value> {
        let found = value.length().unwrap_or_default();
        if found != types.len() {
            let clause = format!("{} elements, found {found}", types.len());
            return Err(Fault::new(codes::NOT_CONVERTIBLE, Message::Expected(clause.into())).because(
                Type::tuple(types.iter().cloned()).shown().to_string(),
                value.ty().shown().to_string(),
            ));
        }
        Ok(Value::tuple(self.elements(value, |index| types.get(index))?))
    }

    pub(super) fn map_to_map(&self, value: &Value, element: &Type) -> Fallible<Value> {
        if let Some(open) = self.open_parts(value, element)? {
            let names = value.iter_entries().map(|(name, _)| name.clone());
            return Ok(Value::map(element.without_optional(), names.zip(open)));
        }
        let entries = self.entries(value, element, Step::Key)?;
        // go-cty unifies the elements of a map without unsafe conversions here, whatever conversions were
        // requested.
        let entries = if has_own_parts(element) { self.meet_entries(entries, Mode::Safe)? } else { entries };
        self.map(entries, element, value)
    }

    pub(super) fn object_to_map(&self, value: &Value, element: &Type) -> Fallible<Value> {
        if let Some(open) = self.open_parts(value, element)? {
            let names = value.iter_entries().map(|(name, _)| name.clone());
            return Ok(Value::map(element.without_optional(), names.zip(open)));
        }
        let element = self.element_in_common(value.parts().map(Value::ty), element);
        let entries = self.entries(value, &element, Step::Key)?;
        let entries =
            if has_own_parts(&element) { self.meet_entries(entries, Mode::Unsafe)? } else { entries };
        self.map(entries, &element, value)
    }

    fn map(&self, entries: Entries, element: &Type, from: &Value) -> Fallible<Value> {
        let values: Vec<Value> = entries.iter().map(|(_, value)| value.clone()).collect();
        let ty = self.element_type(&values, element, from)?;
        Ok(Value::map(ty, entries))
    }

    pub(super) fn map_to_object(&self, value: &Value, object: &ObjectType) -> Fallible<Value> {
        let mut attributes = Vec::with_capacity(object.attributes().len());
        for attribute in object.attributes() {
            let converted = match value.get_attr_value(&attribute.name) {
                Some(found) if convertible(found.ty(), &attribute.ty, self.rules) == Conversion::None => {
                    let fault = super::never(found.ty(), &attribute.ty, self.rules);
                    // go-cty blames the map as a whole
                    return Err(if self.rules.exact_ranges {
                        fault
                    } else {
                        fault.within(Step::Key(attribute.name.clone()))
                    });
                }
                Some(found) => self
                    .run(found, &attribute.ty)
                    .map_err(|fault| fault.within(Step::Key(attribute.name.clone())))?,
                // here go-cty overlooks that the type of a value has no optional attributes
                None if attribute.optional && self.rules.exact_ranges => {
                    Value::new(attribute.ty.clone(), Data::Null)
                }
                None if may_be_missing(attribute, self.rules) => self.missing(&attribute.ty),
                None => return Err(lacks(&attribute.name, value)),
            };
            attributes.push((attribute.name.clone(), self.forget_marks_of_null(converted)));
        }
        Ok(Value::object(attributes))
    }

    pub(super) fn object_to_object(&self, value: &Value, object: &ObjectType) -> Fallible<Value> {
        let mut attributes = Vec::with_capacity(object.attributes().len());
        for attribute in object.attributes() {
            let converted = match value.get_attr_value(&attribute.name) {
                Some(found) => self
                    .run(found, &attribute.ty)
                    .map_err(|fault| fault.within(Step::Attr(attribute.name.clone())))?,
                None if may_be_missing(attribute, self.rules) => self.missing(&attribute.ty),
                None => return Err(lacks(&attribute.name, value)),
            };
            attributes.push((attribute.name.clone(), self.forget_marks_of_null(converted)));
        }
        Ok(Value::object(attributes))
    }

    /// go-cty recreates nulls here and loses their marks; we keep them except when results are compared with
    /// go-cty's.
    fn forget_marks_of_null(&self, value: Value) -> Value {
        if self.rules.exact_ranges && value.is_null() { value.unmark().0 } else { value }
    }

    fn forget_marks_of_nulls(&self, values: Vec<Value>) -> Vec<Value> {
        values.into_iter().map(|value| self.forget_marks_of_null(value)).collect()
    }

    /// The value of a missing optional attribute.
    fn missing(&self, ty: &Type) -> Value {
        let none = self.rules.extended && convertible(&Type::NONE, ty, self.rules).exists();
        Value::null(if none { Type::NONE } else { ty.clone() })
    }

    /// Converts the elements; `to` returns the target type of the element at an index.
    fn elements<'t>(&self, value: &Value, to: impl Fn(usize) -> Option<&'t Type>) -> Fallible<Vec<Value>> {
        let convert = |(index, element): (usize, &Value)| match to(index) {
            Some(to) => self.run(element, to).map_err(|fault| fault.within(Step::Index(index))),
            None => Ok(element.clone()),
        };
        value.parts().enumerate().map(convert).collect()
    }

    fn entries(&self, value: &Value, to: &Type, step: impl Fn(Arc<str>) -> Step) -> Fallible<Entries> {
        let convert = |(name, part): (&Arc<str>, &Value)| {
            let converted = self.run(part, to).map_err(|fault| fault.within(step(name.clone())))?;
            Ok((name.clone(), converted))
        };
        value.iter_entries().map(convert).collect()
    }

    /// The result of a conversion to an open element type when the type of a part is not known yet and may
    /// decide the type of all parts: nothing is known about them. go-cty unifies only the types that are
    /// already known.
    fn open_parts(&self, value: &Value, wanted: &Type) -> Fallible<Option<Vec<Value>>> {
        let open = !self.rules.exact_ranges
            && !self.rules.extended
            && wanted.has_any()
            && value.parts().any(Value::has_open_type);
        if !open {
            return Ok(None);
        }
        let unknown = |(index, part): (usize, &Value)| {
            // elements that do not convert separately do not convert together
            super::convert(part, wanted, self.rules).map_err(|fault| fault.within(Step::Index(index)))?;
            Ok(Value::unknown(wanted.clone()).with_marks(&part.marks_within()))
        };
        value.parts().enumerate().map(unknown).collect::<Fallible<_>>().map(Some)
    }

    /// The expected element type; in go-cty, `any` stands for the common type of the parts.
    fn element_in_common<'v>(&self, parts: impl Iterator<Item = &'v Type>, wanted: &Type) -> Type {
        if self.rules.extended || !wanted.is_any() {
            return wanted.clone();
        }
        let types: Vec<Type> = parts.cloned().collect();
        common_type(&types, Mode::Unsafe, self.rules).unwrap_or_else(|| wanted.clone())
    }

    /// Unifies parts that may have received different types because the target type contains `any`.
    fn meet(&self, values: Vec<Value>, mode: Mode, step: impl Fn(usize) -> Step) -> Fallible<Vec<Value>> {
        let uniform = values.windows(2).all(|pair| pair[0].ty() == pair[1].ty());
        if self.rules.extended || uniform {
            return Ok(values);
        }
        let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
        let Some(common) = common_type(&types, mode, self.rules) else {
            let fault = Fault::new(codes::NOT_CONVERTIBLE, "the elements have no type in common");
            // go-cty blames the last element of a list, but a map as a whole
            return Err(if self.rules.exact_ranges && mode == Mode::Unsafe {
                fault.within(step(values.len() - 1))
            } else {
                fault
            });
        };
        values
            .iter()
            .enumerate()
            .map(|(index, value)| self.run(value, &common).map_err(|fault| fault.within(step(index))))
            .collect()
    }

    fn meet_entries(&self, entries: Entries, mode: Mode) -> Fallible<Entries> {
        let (names, values): (Vec<Arc<str>>, Vec<Value>) = entries.into_iter().unzip();
        let values = self.meet(values, mode, |index| Step::Key(names[index].clone()))?;
        Ok(names.into_iter().zip(values).collect())
    }

    /// The element type of the result: the common type of the elements if the target leaves it open.
    fn element_type(&self, elements: &[Value], wanted: &Type, from: &Value) -> Fallible<Type> {
        // elements of a union type keep their own types
        if self.rules.extended || !wanted.has_any() {
            return Ok(wanted.without_optional());
        }
        if elements.is_empty() {
            let own = from.ty().element().filter(|_| wanted.is_any());
            return Ok(own.cloned().unwrap_or_else(|| wanted.without_optional()));
        }
        let mut types = elements.iter().map(Value::ty).filter(|ty| !ty.is_any());
        let first = types.next().cloned().unwrap_or(Type::ANY);
        let mut others = types.filter(|ty| **ty != first).peekable();
        if others.peek().is_some() {
            // in go-cty a null has no type of its own, so a list of nulls is treated like an empty list
            let plain = in_cty(&first);
            if others.all(|ty| in_cty(ty) == plain) {
                return Ok(plain);
            }
            let message = "the elements must all have the same type";
            return Err(Fault::new(codes::NOT_CONVERTIBLE, message)
                .because(wanted.shown().to_string(), from.ty().shown().to_string()));
        }
        Ok(first)
    }
}

fn lacks(name: &Arc<str>, value: &Value) -> Fault {
    Fault::new(codes::NOT_CONVERTIBLE, Message::Missing(name.clone()))
        .because(format!("the attribute `{name}`"), value.ty().shown().to_string())
}

/// Returns `true` if the set has unknown elements, which may turn out to be equal, so that its length is
/// open.
pub(super) fn has_open_length(value: &Value) -> bool {
    matches!(value.ty().kind(), crate::TypeKind::Set(_))
        && value.length().is_some_and(|length| length > 1)
        && !value.is_wholly_known()
}

/// Returns `true` if go-cty unifies the elements of a map with this type once more.
fn has_own_parts(ty: &Type) -> bool {
    ty.has_any() && (ty.is_collection() || ty.as_object().is_some())
}
