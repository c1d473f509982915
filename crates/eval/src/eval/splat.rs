//! Splats: `source.*.a` and `source[*].a`. Lists, sets and tuples are iterated; any other value is treated as
//! a tuple of itself, or as an empty tuple if it is null.

use hclx_core::{Members, Range, Refiner, Shape, Type, TypeKind, Value, convert, generalized, in_cty};
use hclx_diag::Fallible;
use hclx_diag::code_names::{SPLAT_ELEMENTS, SPLAT_OF_NULL};
use hclx_syntax::ast::ExprId;

use super::Evaluator;
use super::prepared::Record;
use crate::Scope;
use crate::values::narrow::{narrowed, with_lengths};
use crate::values::open;

/// A splat being evaluated.
#[derive(Clone, Copy)]
struct Splat<'s, 'p> {
    id: ExprId,
    source: ExprId,
    each: ExprId,
    scope: &'s Scope<'p>,
}

impl Evaluator<'_> {
    pub(super) fn splat(&mut self, id: ExprId, source: ExprId, each: ExprId, scope: &Scope<'_>) -> Value {
        let checkpoint = self.checkpoint();
        let value = self.eval(source, scope);
        let splat = Splat { id, source, each, scope };
        if self.failed_since(checkpoint) {
            self.visit_item(splat, Value::dynamic());
            return Value::dynamic();
        }
        self.apart(value, |evaluator, value| evaluator.splat_over(splat, source, value))
    }

    /// Evaluates a splat over a value that is neither a union nor an eventual.
    fn splat_over(&mut self, splat: Splat<'_, '_>, source: ExprId, value: Value) -> Value {
        let (value, marks) = open::as_iterable(value, self.rules()).unmark();
        let sequence = is_sequence(value.ty());
        let result = match () {
            () if value.is_null() && sequence => {
                let message = "a splat cannot iterate over null";
                self.report(
                    self.error_at(SPLAT_OF_NULL, source, message)
                        .help("use `… == null ? [] : …` to iterate over nothing instead"),
                )
            }
            () if value.is_null() => Value::tuple(Vec::new()),
            () if value.shape().is_some_and(Shape::is_keyed) => {
                self.splat_of_one(splat, value.with_marks(&marks))
            }
            () if value.ty().is_any() => self.splat_of_untyped(splat, &value),
            () if !sequence => self.splat_of_one(splat, value.with_marks(&marks)),
            () if !value.is_known() => self.splat_of_unknown(splat, &value),
            () => self.splat_of_known(splat, &value),
        };
        // the results may not depend on the marked elements
        result.with_marks(&marks.outer())
    }

    /// Evaluates a splat over a value of unknown type: the result is a sequence of the results for an
    /// element, or for the value itself.
    fn splat_of_untyped(&mut self, splat: Splat<'_, '_>, value: &Value) -> Value {
        if !self.env.total {
            return Value::dynamic();
        }
        let from = self.checkpoint();
        let element = value.shape().map_or_else(Value::dynamic, |shape| shape.element().clone());
        let result = self.hypothetically(|evaluator| evaluator.visit_item(splat, element));
        let range = value.range();
        if range.len_min() == 0 {
            self.excuse(from..self.checkpoint());
        }
        if self.rules().exact_ranges {
            return Value::dynamic();
        }
        let most = if value.shape().is_some() { range.len_max() } else { None };
        let members = value.members().filter(|_| value.definitely_not_null());
        let members = members.map_or_else(Vec::new, |members| members.elements().to_vec());
        let each = members.into_iter().map(|element| {
            let before = self.checkpoint();
            let result = self.visit_item(splat, element);
            let found = self.new_since(from, before);
            self.put_back(found);
            result
        });
        let members = Members::of_elements(each.collect());
        Value::holding(false, result, range.len_min(), most).with_members(members)
    }

    /// Evaluates a splat over a value that is not a sequence, as over a tuple of it. If the value may be
    /// null, the length is unknown and errors in the element are not certain.
    fn splat_of_one(&mut self, splat: Splat<'_, '_>, value: Value) -> Value {
        let may_be_null = !value.definitely_not_null();
        let checkpoint = self.checkpoint();
        let exact = self.rules().exact_ranges;
        let value = if exact { value } else { narrowed(value, Refiner::not_null) };
        let keyed = matches!(value.ty().kind(), TypeKind::Map(..));
        let element = self.visit_item(splat, value);
        if keyed && self.failed_since(checkpoint) {
            let said = self.take_since(checkpoint).into_iter();
            let help = "use `values(…)[*]` to iterate over the elements: a splat takes a map as one value";
            self.put_back(said.map(|finding| finding.help(help)).collect());
        }
        if may_be_null {
            if self.env.total {
                self.excuse(checkpoint..self.checkpoint());
            }
            return if exact { Value::dynamic() } else { Value::holding(false, element, 0, Some(1)) };
        }
        let result = Value::tuple(vec![element]);
        if self.failed_since(checkpoint) { Value::unknown(result.ty().clone()) } else { result }
    }

    /// Evaluates a splat over an unknown: the result has the type for any element, and a list is as long as
    /// its source.
    fn splat_of_unknown(&mut self, splat: Splat<'_, '_>, source: &Value) -> Value {
        let range = source.range();
        if let Some(element) = element_of_sequence(source.ty()).filter(|_| !self.rules().exact_ranges) {
            let unknown = Value::unknown_under(element.clone(), self.rules());
            let start = self.checkpoint();
            let each = self.hypothetically(|evaluator| evaluator.visit_item(splat, unknown));
            if each.ty().has_any() && !each.described_type().has_any() {
                return Value::holding(false, each, range.len_min(), range.len_max());
            }
            self.take_since(start);
        }
        let ty = self.result_type(splat, source.ty());
        let unknown = Value::unknown_in(ty.clone(), Range::not_null());
        if element_of_sequence(source.ty()).is_none() || !matches!(ty.kind(), TypeKind::List(_)) {
            return unknown;
        }
        with_lengths(unknown, range.len_min(), range.len_max())
    }

    fn splat_of_known(&mut self, splat: Splat<'_, '_>, source: &Value) -> Value {
        let elements = source.elements().unwrap_or_default();
        let checkpoint = self.checkpoint();
        let mut failed = false;
        let mut results = Vec::with_capacity(elements.len());
        for (position, element) in elements.iter().enumerate() {
            let before = self.checkpoint();
            results.push(self.visit_item(splat, element.clone()));
            failed |= self.failed_since(before);
            if before != self.checkpoint() {
                self.name_element(splat.source, position, checkpoint, before);
            }
        }
        if failed {
            let said = self.take_since(checkpoint);
            let ty = self.result_type(splat, source.ty());
            // The visits that compute the type reported the same findings again.
            self.take_since(checkpoint);
            self.put_back(said);
            return Value::unknown(ty);
        }
        if source.ty().as_tuple().is_some() {
            return self.tuple_again(splat.id, results.into());
        }
        if results.is_empty() {
            let ty = self.result_type(splat, source.ty());
            return Value::list(ty.element().cloned().unwrap_or(Type::ANY), results);
        }
        self.list_of(splat, results)
    }

    /// Builds a list from results of one type. Nested splats over single values may have several types.
    fn list_of(&mut self, splat: Splat<'_, '_>, results: Vec<Value>) -> Value {
        if let Some(Record::Sequence(list)) = self.prepared_apart(splat.id).and_then(|it| it.get(splat.id))
            && results.iter().all(|result| Some(result.ty()) == list.element())
        {
            return Value::list_like(list, results);
        }
        // An element of unknown type has the type of the others, or the whole splat fails.
        let typed = |result: &&Value| !result.ty().is_any();
        let Some(ty) = results.iter().find(typed).map(|result| result.ty().clone()) else {
            return Value::list(Type::ANY, results);
        };
        if results.iter().filter(typed).all(|result| *result.ty() == ty) {
            let fit = |result: Value| {
                if typed(&&result) { result } else { Value::unknown(ty.clone()).with_marks(result.marks()) }
            };
            let list = Value::list(ty.clone(), results.into_iter().map(fit).collect());
            if let Some(prepared) = self.prepared_apart(splat.id) {
                prepared.keep(splat.id, Record::Sequence(list.ty().clone()));
            }
            return list;
        }
        let types: Vec<Type> = results.iter().map(|result| result.ty().clone()).collect();
        if !self.rules().extended && types.iter().all(|other| in_cty(other) == in_cty(&ty)) {
            let common = generalized(&in_cty(&ty), &types);
            let fitted: Fallible<Vec<Value>> =
                results.iter().map(|result| convert(result, &common, self.rules())).collect();
            if let Ok(fitted) = fitted {
                return Value::list(common, fitted);
            }
        }
        let message = "the elements of this splat have different types";
        self.report(
            self.error_at(SPLAT_ELEMENTS, splat.each, message)
                .help("use a `for` expression: its result is a tuple, which can contain different types"),
        )
    }

    /// The type of the result, derived from elements of which only the type is known.
    fn result_type(&mut self, splat: Splat<'_, '_>, source: &Type) -> Type {
        let of = |evaluator: &mut Self, element: &Type| {
            // a collection that contains only known nulls may have any element type
            let any = element.is_none() && !evaluator.rules().extended;
            let element = if any { Type::ANY } else { element.clone() };
            let unknown = Value::unknown_under(element, evaluator.rules());
            evaluator.hypothetically(|evaluator| evaluator.visit_item(splat, unknown)).ty().clone()
        };
        match source.kind() {
            TypeKind::Tuple(elements) => {
                Type::tuple(elements.iter().map(|element| of(self, element)).collect::<Vec<_>>())
            }
            _ => match element_of_sequence(source) {
                Some(element) => {
                    let element = of(self, element);
                    match self.prepared_apart(splat.id).and_then(|it| it.get(splat.id)) {
                        Some(Record::Sequence(list)) if list.element() == Some(&element) => list.clone(),
                        _ => Type::list(element),
                    }
                }
                None => Type::ANY,
            },
        }
    }

    fn visit_item(&mut self, splat: Splat<'_, '_>, item: Value) -> Value {
        let around = self.item.replace(item);
        let value = self.eval(splat.each, splat.scope);
        self.item = around;
        value
    }
}

fn is_sequence(ty: &Type) -> bool {
    ty.as_tuple().is_some() || element_of_sequence(ty).is_some()
}

/// The element type of a list or set.
fn element_of_sequence(ty: &Type) -> Option<&Type> {
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) => Some(element),
        _ => None,
    }
}
