//! Tuple and object constructors.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_core::{Data, Elements, Eventual, Marks, Type, Value, convert, join, strip_eventual, wrap_eventual};
use hclx_diag::Diagnostic;
use hclx_diag::code_names::{DUPLICATE_KEY, INVALID_KEY};
use hclx_syntax::ast::{ExprId, ExprKind, Language, ObjectItem, Slice, TraverseKind};

use super::Evaluator;
use super::prepared::{Keys, Record};
use crate::Scope;

/// The internal name under which values with unknown keys are collected.
const UNKNOWN_KEY: &str = "";

/// The outcome of the key of an object item.
enum Key {
    Known(Arc<str>),
    /// Unknown, so the attributes of the object cannot be listed.
    Unknown,
    /// An error, already reported.
    Bad,
}

impl Evaluator<'_> {
    pub(super) fn tuple(&mut self, id: ExprId, elements: Slice<ExprId>, scope: &Scope<'_>) -> Value {
        let elements = self.tree.slice(elements);
        let values: Vec<Value> = elements.iter().map(|element| self.eval(*element, scope)).collect();
        self.tuple_again(id, values.into())
    }

    /// A tuple, whose type is probably the same as in the previous evaluation.
    pub(super) fn tuple_again(&self, id: ExprId, values: Elements) -> Value {
        let Some(prepared) = self.prepared_apart(id) else { return Value::tuple_like(None, values) };
        if let Some(Record::Sequence(ty)) = prepared.get(id) {
            return Value::tuple_like(Some(ty), values);
        }
        let tuple = Value::tuple_like(None, values);
        prepared.keep(id, Record::Sequence(tuple.ty().clone()));
        tuple
    }

    /// An object whose keys are cached.
    fn object_of_keys(&mut self, keys: &Keys, items: &[ObjectItem], scope: &Scope<'_>) -> Value {
        let mut values: Vec<Value> = items.iter().map(|item| self.eval(item.value, scope)).collect();
        if let Some(order) = &keys.order {
            values = order.iter().map(|at| std::mem::replace(&mut values[*at], Value::FALSE)).collect();
        }
        let values: Elements = values.into();
        if let Some(ty) = keys.ty.get() {
            return Value::object_like(ty, values);
        }
        let object = Value::object_of_sorted(&keys.names, values);
        // the first of two threads wins
        let _ = keys.ty.set(object.ty().clone());
        object
    }

    /// Evaluates an object. Of several items with the same key, the last one counts; an unknown key makes the
    /// whole object unknown, but every part is visited.
    pub(super) fn object(&mut self, id: ExprId, items: Slice<ObjectItem>, scope: &Scope<'_>) -> Value {
        let items = self.tree.slice(items);
        // In JSON, keys may be repeated in the source, which is an error here.
        if let Some(prepared) = self.prepared_apart(id).filter(|_| self.tree.language() == Language::Native) {
            if prepared.get(id).is_none() {
                prepared.keep(id, Record::Object(Keys::read(self.tree, items)));
            }
            if let Some(Record::Object(Some(keys))) = prepared.get(id) {
                return self.object_of_keys(keys, items, scope);
            }
        }
        let mut entries: Vec<(Arc<str>, Value)> = Vec::with_capacity(items.len());
        let mut marks = Marks::default();
        let mut eventual = Eventual::Now;
        let (mut known, mut failed) = (true, false);
        for item in items {
            let checkpoint = self.checkpoint();
            let key = self.eval_key(item.key, scope);
            let key_failed = self.failed_since(checkpoint);
            let value = self.eval(item.value, scope);
            let (key, later) = strip_eventual(key);
            eventual = eventual.max(later);
            match if key_failed { Key::Bad } else { self.object_key(item, key, &mut marks) } {
                Key::Known(name) => entries.push((name, value)),
                Key::Unknown if self.rules().exact_ranges => known = false,
                Key::Unknown => {
                    known = false;
                    entries.push((UNKNOWN_KEY.into(), value));
                }
                Key::Bad => failed = true,
            }
        }
        if failed || !known {
            let whole = if failed { Value::dynamic() } else { self.object_of_open_keys(items, entries) };
            return wrap_eventual(whole, eventual).with_marks(&marks);
        }
        if self.is_json(items) {
            entries = self.first_of_each(items, entries);
        }
        wrap_eventual(Value::object(entries), eventual).with_marks(&marks)
    }

    /// An object with an unknown key, which contains these values under keys that may coincide.
    fn object_of_open_keys(&mut self, items: &[ObjectItem], entries: Vec<(Arc<str>, Value)>) -> Value {
        if self.rules().exact_ranges {
            return Value::dynamic();
        }
        let most = entries.len();
        let values: Vec<Value> = entries.into_iter().map(|(_, value)| value).collect();
        let object = Value::holding(true, join(&values, self.rules()), 1, Some(most));
        if object.described_type().has_any()
            && let Some(item) = items.first()
        {
            let what =
                "an object with an unknown key and values of several types: its type is not wholly known";
            self.approximate(self.range(item.key), what);
        }
        object
    }

    /// Evaluates a key. A reference with several steps could be mistaken for a name with dots, so it requires
    /// parentheses.
    fn eval_key(&mut self, key: ExprId, scope: &Scope<'_>) -> Value {
        if !self.is_reference_of_steps(key) {
            return self.eval(key, scope);
        }
        if self.env.application_unknown {
            self.eval(key, scope);
            self.approximate(
                self.range(key),
                "a reference as an object key is interpreted by the application",
            );
            return Value::dynamic();
        }
        let message = "a reference used as a key must be in parentheses";
        self.report(
            self.error_at(INVALID_KEY, key, message)
                .help("wrap the reference in parentheses, or quote the key if its name contains dots"),
        )
    }

    fn is_reference_of_steps(&self, key: ExprId) -> bool {
        let ExprKind::Traversal { base, steps } = self.tree.expr(key).kind else { return false };
        let constant =
            |key: ExprId| matches!(self.tree.expr(key).kind, ExprKind::Number | ExprKind::String(_));
        matches!(self.tree.expr(base).kind, ExprKind::Variable(_))
            && self.tree.slice(steps).iter().all(|step| match step.kind {
                TraverseKind::Attr(_) | TraverseKind::LegacyIndex(_) => true,
                TraverseKind::Index(key) => constant(key),
            })
    }

    fn object_key(&mut self, item: &ObjectItem, key: Value, marks: &mut Marks) -> Key {
        if key.is_null() {
            // The reference reports the value, but the key has to change.
            self.report(self.error_at(INVALID_KEY, item.key, "an object key cannot be null"));
            return Key::Bad;
        }
        let (key, key_marks) = key.unmark();
        *marks = marks.union(&key_marks);
        match convert(&key, &Type::STRING, self.rules()) {
            Ok(key) => match key.data() {
                Data::String(text) => Key::Known(text.clone()),
                _ => Key::Unknown,
            },
            Err(_) => {
                let found = crate::values::describe::value(&key);
                let message = format!("an object key must be a string, found {found}");
                self.report(
                    self.error_at(INVALID_KEY, item.key, message).help(
                        "use a bare word, a quoted string, or a string expression in parentheses as key",
                    ),
                );
                Key::Bad
            }
        }
    }

    /// Keeps one item per key. In JSON a duplicate key is an error and the first item counts; in native
    /// syntax the last item counts.
    fn first_of_each(
        &mut self,
        items: &[ObjectItem],
        entries: Vec<(Arc<str>, Value)>,
    ) -> Vec<(Arc<str>, Value)> {
        let mut first: HashMap<Arc<str>, usize> = HashMap::with_capacity(entries.len());
        let mut kept = Vec::with_capacity(entries.len());
        for (index, (name, value)) in entries.into_iter().enumerate() {
            match first.get(&name) {
                Some(earlier) => self.repeated_key(&items[*earlier], &items[index], &name),
                None => {
                    first.insert(name.clone(), index);
                    kept.push((name, value));
                }
            }
        }
        kept
    }

    fn is_json(&self, items: &[ObjectItem]) -> bool {
        // A native object inside a string has bare keys, or escaped quotes.
        let quoted = |item: &ObjectItem| !item.bare && self.tree.is_quoted(self.range(item.key));
        self.tree.language() == Language::Json && items.first().is_some_and(quoted)
    }

    fn repeated_key(&mut self, first: &ObjectItem, second: &ObjectItem, name: &str) {
        if self.env.application_unknown {
            let what = "duplicate keys are allowed where the application reads blocks";
            return self.approximate(self.range(second.key), what);
        }
        let (first, second) = (self.span(self.range(first.key)), self.span(self.range(second.key)));
        let message = format!("duplicate key `{name}`");
        self.report(Diagnostic::error(DUPLICATE_KEY, second, message).also(first, "first set here"));
    }
}
