//! `for` expressions. The body runs once per element; in a total evaluation it also runs once for an empty or
//! unknown collection, with a value that stands for any element.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;
use hclx_core::{
    Data, Eventual, Marks, Members, Number, ObjectAttribute, Range, Rules, Type, TypeKind, Value,
    any_element, convert, join, strip_eventual, wrap_eventual,
};
use hclx_diag::code_names::{DUPLICATE_KEY, INVALID_KEY, NOT_ITERABLE};
use hclx_diag::{Diagnostic, Help, Ordered, Path, Step};
use hclx_syntax::ast::{ExprId, For, Name, Slice};

use super::conditional::Condition;
use super::prepared::Record;
use super::{Evaluator, advice, blame};
use crate::values::{describe, open};
use crate::{Environment, Scope};

/// The number of keys up to which lookup is linear.
const FEW: usize = 8;
/// The maximum number of results for which memory is reserved in advance.
const AT_ONCE: usize = 1 << 16;

/// The memory per element of a loop in addition to its values, in bytes.
const PER_ELEMENT: u64 = 48;

/// A loop: of a `for` expression or a `%{ for }` directive.
pub(super) struct Loop<'r> {
    /// The name of the key variable, if it differs from the value's.
    pub(super) key_name: Option<&'r Arc<str>>,
    pub(super) value_name: &'r Arc<str>,
    pub(super) collection: ExprId,
    pub(super) condition: Option<ExprId>,
    pub(super) key: Option<ExprId>,
    pub(super) value: ExprId,
    pub(super) group: bool,
    /// A cache for the type of the result.
    pub(super) ty: Option<&'r OnceLock<Type>>,
}

/// The outcome of a key.
enum Key {
    Known(Arc<str>),
    Unknown,
    /// Invalid; already reported.
    Bad,
}

/// The items that a loop has produced so far.
#[derive(Default)]
struct LoopItems {
    marks: Marks,
    /// The greatest eventual of the conditions and keys: the result is not available before they are.
    eventual: Eventual,
    /// Set if something failed, so that the result is unknown.
    failed: bool,
    /// Set if the elements or a key are unknown.
    open: bool,
    /// Set if the condition excludes every element.
    excludes_all: bool,
    /// Elements that may not exist, or whose key is unknown.
    loose: Vec<Value>,
    /// The number of elements that are certain to exist.
    certain: usize,
    elements: Vec<Value>,
    keys: Vec<Arc<str>>,
    /// The positions of keys, if there are more than a few.
    positions: Option<HashMap<Arc<str>, usize, RandomState>>,
    groups: Vec<Vec<Value>>,
}

/// An entry of the object that a loop generates.
struct Entry {
    /// The expression of the key.
    key: ExprId,
    name: Arc<str>,
    value: Value,
}

impl<'a> Evaluator<'a> {
    pub(super) fn name(&self, name: Name) -> Arc<str> {
        self.tree.text(name.text).into()
    }

    /// The names of the key and value variables of a loop. A key name is dropped if it equals the value's.
    pub(super) fn loop_names(&self, key: Option<Name>, value: Name) -> (Option<Arc<str>>, Arc<str>) {
        let value = self.name(value);
        (key.map(|name| self.name(name)).filter(|key| *key != value), value)
    }

    pub(super) fn for_expression(&mut self, id: ExprId, clause: Slice<For>, scope: &Scope<'_>) -> Value {
        let clause = self.tree.node(clause);
        let names = || self.loop_names(clause.key_name, clause.value_name);
        let prepared = self.prepared_apart(id);
        if let Some(prepared) = prepared.filter(|prepared| prepared.get(id).is_none()) {
            let (key, value) = names();
            prepared.keep(id, Record::Loop(key, value, OnceLock::new()));
        }
        let own;
        let (key_name, value_name, ty) = match prepared.and_then(|prepared| prepared.get(id)) {
            Some(Record::Loop(key, value, ty)) => (key.as_ref(), value, Some(ty)),
            _ => {
                own = names();
                (own.0.as_ref(), &own.1, None)
            }
        };
        let clause = Loop {
            key_name,
            value_name,
            collection: clause.collection,
            condition: clause.condition.map(Into::into),
            key: clause.key.map(Into::into),
            value: clause.value,
            group: clause.group,
            ty,
        };
        self.run_loop(&clause, scope)
    }

    /// Runs a loop. The result is a tuple or object; if the number of results is unknown, it is an unknown
    /// with these elements.
    pub(super) fn run_loop(&mut self, clause: &Loop<'_>, scope: &Scope<'_>) -> Value {
        let start = self.checkpoint();
        let collection = self.eval(clause.collection, scope);
        if self.failed_since(start) {
            self.visit_once(clause, &Value::dynamic(), scope, &mut LoopItems::default());
            return Value::dynamic();
        }
        self.apart(collection, |evaluator, collection| evaluator.loop_over(clause, collection, scope))
    }

    /// The loop over a collection that is neither a union nor an eventual.
    fn loop_over(&mut self, clause: &Loop<'_>, collection: Value, scope: &Scope<'_>) -> Value {
        if !self.is_iterable(clause, &collection) {
            return Value::dynamic();
        }
        let (collection, marks) = open::as_iterable(collection, self.rules()).unmark();
        // the results may not depend on the marked elements
        let marks = marks.outer();
        let open = !collection.is_known() && clause.condition.is_none() && !self.env.total;
        if (open || collection.ty().is_any()) && self.rules().exact_ranges {
            return Value::dynamic().with_marks(&marks);
        }
        let mut gathered = LoopItems { marks, ..LoopItems::default() };
        let mut inner = scope.child();
        if !self.condition_is_possible(clause, &collection, &mut inner, &mut gathered) {
            return Value::dynamic();
        }
        let Some(elements) = Elements::of(&collection, self.rules()) else {
            return self.loop_over_unknown(clause, &collection, scope, gathered);
        };
        let count = elements.len();
        if count == 0 {
            // The condition was only examined in the trial above, with unconstrained names.
            self.met_unknown |= clause.condition.is_some();
            self.visit_empty(clause, &collection, scope);
        }
        if !clause.group {
            gathered.elements = Vec::with_capacity(count.min(AT_ONCE));
        }
        let first = self.checkpoint();
        self.rounds += 1;
        for position in 0..count {
            if self.limit.is_some() {
                return Value::dynamic();
            }
            let before = self.checkpoint();
            let rules = self.rules();
            clause.bind(&mut inner, || elements.key(position, rules), elements.value(position, rules));
            self.iterate(clause, &inner, &mut gathered);
            if before != self.checkpoint() {
                self.name_element(clause.collection, position, first, before);
            }
        }
        self.rounds -= 1;
        let looked = self.env.total && !self.rules().exact_ranges;
        let result = gathered.result(clause, looked, self.rules());
        self.note_open(clause, &result);
        result
    }

    /// Names the current element in findings that do not apply to the previous elements, and drops findings
    /// that were already reported for an earlier element. Findings from `first` on belong to this loop, and
    /// those from `before` on to the element.
    pub(super) fn name_element(&mut self, collection: ExprId, position: usize, first: usize, before: usize) {
        if position == 0 || !self.env.total {
            return;
        }
        let found = self.new_since(first, before);
        let path = Path(vec![Step::Index(position)]);
        let blamed = blame::blamed_at(self.tree, collection, &path);
        let which = if blamed == collection {
            format!("for element {path} of this")
        } else {
            "for this element".to_owned()
        };
        let span = self.span(self.range(blamed));
        self.put_back(found.into_iter().map(|finding| finding.also(span, which.clone())).collect());
    }

    /// Removes the findings from `before` on, and returns those that were not already reported from `first`
    /// on.
    pub(super) fn new_since(&mut self, first: usize, before: usize) -> Vec<Diagnostic> {
        let mut found = self.take_since(before);
        let mut earlier = self.take_since(first);
        let what = |finding: &Diagnostic| (finding.code, finding.span, finding.is_error());
        let said: HashSet<_> = earlier.iter().map(what).collect();
        found.retain(|finding| !said.contains(&what(finding)));
        // A finding that was only possible before is now certain.
        let certain: HashSet<_> =
            found.iter().filter(|it| it.is_error()).map(|it| (it.code, it.span)).collect();
        earlier.retain(|it| it.is_error() || !certain.contains(&(it.code, it.span)));
        self.put_back(earlier);
        found
    }

    /// Runs a loop over a collection with unknown elements: each element represents any element.
    fn loop_over_unknown(
        &mut self,
        clause: &Loop<'_>,
        collection: &Value,
        scope: &Scope<'_>,
        mut gathered: LoopItems,
    ) -> Value {
        let first = self.checkpoint();
        let marks = gathered.marks.clone();
        let value = self.visit_once(clause, collection, scope, &mut gathered);
        if collection.range().len_min() == 0 && !self.rules().exact_ranges {
            // without elements, neither keys nor conditions are evaluated
            gathered.marks = marks.union(&gathered.marks.of_parts());
        }
        let members = self.visit_members(clause, collection, scope, (&mut gathered, first));
        let members = gathered.members(clause, members, (value.as_ref(), collection.range().len_max()));
        if gathered.excludes_all && !self.rules().exact_ranges {
            return gathered.result(clause, true, self.rules());
        }
        let result = match value.filter(|_| !self.rules().exact_ranges && !gathered.failed) {
            Some(value) => {
                let range = collection.range();
                let least = if clause.condition.is_some() { 0 } else { range.len_min() };
                let value =
                    if clause.group { Value::holding(false, value, 1, range.len_max()) } else { value };
                let least = if clause.group { least.min(1) } else { least };
                Value::holding(clause.key.is_some(), value, least, range.len_max()).with_members(members)
            }
            None => Value::dynamic(),
        };
        self.note_open(clause, &result);
        wrap_eventual(result, gathered.eventual).with_marks(&gathered.marks)
    }

    /// Records an approximation if the type of the result is unknown although nothing is wrong.
    fn note_open(&mut self, clause: &Loop<'_>, result: &Value) {
        if !result.is_known() && !self.rules().exact_ranges && result.described_type().has_any() {
            let what = "the type of this loop's result is not wholly known";
            self.approximate(self.range(clause.collection), what);
        }
    }

    /// Returns `true` if the collection can be iterated. A value of unknown type may turn out to be iterable.
    fn is_iterable(&mut self, clause: &Loop<'_>, collection: &Value) -> bool {
        let ty = collection.ty();
        let able = ty.is_any() || ty.is_collection() || ty.as_tuple().is_some() || ty.as_object().is_some();
        let null = collection.is_null();
        if able && !null {
            return true;
        }
        let message = match null {
            true => "`for` cannot iterate over null".to_owned(),
            false => format!(
                "`for` iterates over lists, sets, maps, tuples and objects, found {}",
                describe::value(collection)
            ),
        };
        let mut diagnostic = self.error_at(NOT_ITERABLE, clause.collection, message);
        diagnostic.help.extend(advice::loop_over(collection).map(Help::from));
        self.report(diagnostic);
        false
    }

    /// Evaluates the condition once with unconstrained names, so that an error that affects every element is
    /// reported once, even for an empty collection. HCL accepts more with such names: an error that it does
    /// not report affects only some elements, which may not exist.
    fn condition_is_possible(
        &mut self,
        clause: &Loop<'_>,
        collection: &Value,
        inner: &mut Scope<'_>,
        gathered: &mut LoopItems,
    ) -> bool {
        let Some(condition) = clause.condition else { return true };
        clause.bind(inner, Value::dynamic, Value::dynamic());
        let start = self.checkpoint();
        let value = self.hypothetically(|evaluator| evaluator.eval(condition, inner));
        let is_typed = !collection.is_known() && !collection.ty().is_any();
        (is_typed || self.rules().extended).then(|| gathered.note(&value));
        let is_bad = self.failed_since(start)
            || matches!(self.condition(condition, &value, "the `if` clause"), Condition::Bad);
        if is_bad && collection.range().len_min() == 0 {
            let rules = Rules { exact_ranges: true, ..self.env.rules };
            let env = Environment { rules, ..*self.env };
            let outcome = super::evaluate(self.tree, self.source, condition, inner, &env, self.budget);
            let may_hold = !outcome.value.is_null() && convert(&outcome.value, &Type::BOOL, &rules).is_ok();
            if may_hold && !outcome.has_errors() {
                self.take_since(start);
                return true;
            }
        }
        !is_bad
    }

    fn iterate(&mut self, clause: &Loop<'_>, scope: &Scope<'_>, gathered: &mut LoopItems) {
        match self.included(clause, scope, gathered) {
            Condition::Known(true) => self.body(clause, scope, gathered),
            Condition::Known(false) => {}
            Condition::Unknown => {
                gathered.open = true;
                let value = self.visit_quietly(clause, scope, gathered);
                gathered.loose.extend(value);
            }
            Condition::Bad => gathered.failed = true,
        }
    }

    fn included(&mut self, clause: &Loop<'_>, scope: &Scope<'_>, gathered: &mut LoopItems) -> Condition {
        let Some(condition) = clause.condition else { return Condition::Known(true) };
        let start = self.checkpoint();
        let value = self.eval(condition, scope);
        gathered.note(&value);
        let said = self.checkpoint();
        if self.failed_since(start) {
            return Condition::Bad;
        }
        let judged = self.condition(condition, &value, "the `if` clause");
        // A condition that fails for many elements is reported only once.
        if gathered.failed {
            self.take_since(said);
        }
        judged
    }

    fn body(&mut self, clause: &Loop<'_>, scope: &Scope<'_>, gathered: &mut LoopItems) {
        if let Err(fault) = self.budget.spend(PER_ELEMENT) {
            let range = self.range(clause.value);
            self.fault(fault, range);
            return;
        }
        let Some(key_expr) = clause.key else {
            let value = self.eval(clause.value, scope);
            gathered.elements.push(value);
            return;
        };
        let start = self.checkpoint();
        let key = self.eval(key_expr, scope);
        gathered.note(&key);
        let failed = self.failed_since(start);
        let quiet = gathered.failed || failed;
        match self.loop_key(key_expr, key, quiet) {
            Key::Known(name) => {
                let value = self.eval(clause.value, scope);
                self.keep(clause, Entry { key: key_expr, name, value }, gathered);
            }
            Key::Unknown => {
                gathered.open = true;
                gathered.failed |= failed;
                if self.env.total {
                    gathered.loose.push(self.eval(clause.value, scope));
                    gathered.certain += 1;
                }
            }
            Key::Bad => {
                gathered.failed = true;
                if self.env.total {
                    self.eval(clause.value, scope);
                }
            }
        }
    }

    /// The key as a string.
    fn loop_key(&mut self, expr: ExprId, key: Value, quiet: bool) -> Key {
        // most keys take this path
        if let (Data::String(name), true) = (key.data(), *key.ty() == Type::STRING) {
            return Key::Known(Arc::clone(name));
        }
        let (key, _) = strip_eventual(key);
        let message = match (key.is_null(), convert(&key, &Type::STRING, self.rules())) {
            (true, _) => "the key of an object cannot be null".to_owned(),
            (_, Ok(key)) => return key.text().map_or(Key::Unknown, |name| Key::Known(name.paid().into())),
            (_, Err(_)) => format!("the key of an object must be a string, found {}", describe::value(&key)),
        };
        if !quiet && (key.is_known() || self.env.total) {
            self.report(self.error_at(INVALID_KEY, expr, message));
        }
        Key::Bad
    }

    fn keep(&mut self, clause: &Loop<'_>, entry: Entry, gathered: &mut LoopItems) {
        let Entry { key, name, value } = entry;
        if let Some(position) = gathered.position(&name) {
            match clause.group {
                true => gathered.groups[position].push(value),
                false => self.duplicate(key, &name, gathered),
            }
            return;
        }
        gathered.push_key(name);
        if clause.group {
            gathered.groups.push(vec![value]);
        } else {
            gathered.elements.push(value);
        }
    }

    fn duplicate(&mut self, key: ExprId, name: &str, gathered: &LoopItems) {
        let message = match gathered.marks.is_empty() {
            true => format!("duplicate key `{name}`: two elements have it"),
            false => "duplicate key: two elements have it; it is sensitive and not shown".to_owned(),
        };
        let help = "add `...` after the value to group values by key";
        self.report(self.error_at(DUPLICATE_KEY, key, message).help(help));
    }

    /// In a total evaluation: visits the parts of the loop once, with a value that represents any element.
    fn visit_once(
        &mut self,
        clause: &Loop<'_>,
        collection: &Value,
        scope: &Scope<'_>,
        gathered: &mut LoopItems,
    ) -> Option<Value> {
        if !self.env.total {
            return None;
        }
        let (key, value) = any_element(collection, self.rules());
        let mut inner = scope.child();
        clause.bind(&mut inner, || key, value);
        let runs = collection.range().len_min() > 0;
        self.hypothetically(|evaluator| {
            let from = evaluator.checkpoint();
            let judged = evaluator.included(clause, &inner, gathered);
            gathered.excludes_all = matches!(judged, Condition::Known(false));
            let middle = evaluator.checkpoint();
            let value = evaluator.visit(clause, &inner, gathered);
            if !runs {
                evaluator.excuse(from..evaluator.checkpoint());
            } else if !matches!(judged, Condition::Known(true)) {
                evaluator.excuse(middle..evaluator.checkpoint());
            }
            Some(value)
        })
    }

    /// Runs the loop for the elements that an unknown collection is certain to have; their results are
    /// members of the result.
    fn visit_members(
        &mut self,
        clause: &Loop<'_>,
        collection: &Value,
        scope: &Scope<'_>,
        (gathered, first): (&mut LoopItems, usize),
    ) -> (Ordered<Arc<str>, Vec<Value>>, Members) {
        let wanted = self.env.total && !self.rules().exact_ranges && collection.definitely_not_null();
        let (mut results, mut elements) = (Ordered::<_, Vec<Value>>::new(), Vec::new());
        let members = collection.members().filter(|_| wanted).cloned().unwrap_or_default();
        let is_set = matches!(collection.ty().kind(), TypeKind::Set(_));
        let members = if is_set { members.in_sequence(collection.ty()) } else { members };
        let rules = *self.rules();
        let named = members.entries().iter().map(|(key, value)| (Value::string(key.clone()), value));
        let others = members.elements().iter().enumerate().map(|(at, value)| match is_set {
            true => (value.clone(), value),
            false if at < members.head().len() => (index(at, &rules), value),
            false => (Value::unknown_in(Type::NUMBER, Range::not_null()), value),
        });
        let (mut leading, mut inner) = (members.head().len(), scope.child());
        for (key, value) in named.chain(others) {
            if self.limit.is_some() {
                break;
            }
            let before = self.checkpoint();
            clause.bind(&mut inner, || key, value.clone());
            match self.visit_member(clause, &inner, gathered) {
                Some((Some(name), value)) => {
                    let is_double = !clause.group && results.contains_key(&name);
                    clause.key.filter(|_| is_double).inspect(|key| self.duplicate(*key, &name, gathered));
                    results.or_default(name).push(value);
                }
                Some((None, value)) => elements.push(value),
                None => leading = leading.min(elements.len()),
            }
            let found = self.new_since(first, before);
            self.put_back(found);
        }
        (results, Members::of_sequence(elements, leading))
    }

    /// Runs the loop for one element; `None` if it has no certain result.
    fn visit_member(
        &mut self,
        clause: &Loop<'_>,
        scope: &Scope<'_>,
        gathered: &mut LoopItems,
    ) -> Option<(Option<Arc<str>>, Value)> {
        match self.included(clause, scope, gathered) {
            Condition::Known(true) => {}
            Condition::Known(false) | Condition::Unknown => return None,
            Condition::Bad => {
                gathered.failed = true;
                return None;
            }
        }
        let Some(key_expr) = clause.key else { return Some((None, self.eval(clause.value, scope))) };
        let start = self.checkpoint();
        let key = self.eval(key_expr, scope);
        gathered.note(&key);
        let failed = self.failed_since(start);
        let key = self.loop_key(key_expr, key, failed);
        let value = self.eval(clause.value, scope);
        match key {
            Key::Known(name) => Some((Some(name), value)),
            Key::Unknown => Some((None, value)),
            Key::Bad => None,
        }
    }

    /// Visits the parts of a loop over an empty collection. Inside another loop, the collection may be empty because
    /// the types of this iteration are not those that the body is written for, as in `[for v in roles : [for k in
    /// try(v.keys, []) : v.name]]`; only findings that do not depend on types are then reported. Elements that do not
    /// exist select nothing, so an index is not an error.
    fn visit_empty(&mut self, clause: &Loop<'_>, collection: &Value, scope: &Scope<'_>) {
        let from = self.checkpoint();
        self.visit_once(clause, collection, scope, &mut LoopItems::default());
        let is_inner = self.rounds > 0;
        let mut found = self.take_since(from);
        found.retain(|one| match is_inner {
            true => crate::is_of_names(one.code),
            false => one.code != hclx_diag::code_names::NO_INDEX,
        });
        self.put_back(found);
    }

    fn visit_quietly(
        &mut self,
        clause: &Loop<'_>,
        scope: &Scope<'_>,
        gathered: &mut LoopItems,
    ) -> Option<Value> {
        if !self.env.total {
            return None;
        }
        let from = self.checkpoint();
        let value = self.visit(clause, scope, gathered);
        self.excuse(from..self.checkpoint());
        Some(value)
    }

    fn visit(&mut self, clause: &Loop<'_>, scope: &Scope<'_>, gathered: &mut LoopItems) -> Value {
        if let Some(key_expr) = clause.key {
            let start = self.checkpoint();
            let key = self.eval(key_expr, scope);
            gathered.note(&key);
            let failed = self.failed_since(start);
            self.loop_key(key_expr, key, failed);
        }
        self.eval(clause.value, scope)
    }
}

impl Loop<'_> {
    /// Sets the variables of the loop, which have their own frame, to their next values.
    fn bind(&self, scope: &mut Scope<'_>, key: impl FnOnce() -> Value, value: Value) {
        scope.bind(self.key_name.map(|name| (name, key())), self.value_name, value);
    }

    /// The results of a loop without keys; reuses the previous type if it fits.
    fn tuple(&self, elements: Vec<Value>) -> Value {
        if let Some(ty) = self.ty.and_then(OnceLock::get) {
            return Value::tuple_like(Some(ty), elements.into());
        }
        self.remembered(Value::tuple(elements))
    }

    /// The results of a loop with keys.
    fn object(&self, keys: Vec<Arc<str>>, elements: Vec<Value>) -> Value {
        if let Some(ty) = self.ty.and_then(OnceLock::get)
            && let Some(object) = ty.as_object()
            && object.attributes().iter().map(|attribute| &attribute.name).eq(&keys)
        {
            return Value::object_like(ty, elements.into());
        }
        self.remembered(Value::object(keys.into_iter().zip(elements)))
    }

    fn remembered(&self, whole: Value) -> Value {
        if let Some(ty) = self.ty {
            // the first of two threads wins
            let _ = ty.set(whole.ty().clone());
        }
        whole
    }
}

impl LoopItems {
    /// Records a condition or key that the whole result depends on.
    fn note(&mut self, value: &Value) {
        if !value.marks().is_empty() {
            self.marks = self.marks.union(value.marks());
        }
        if value.ty().is_eventual() {
            self.eventual = self.eventual.max(value.ty().strip_eventual().1);
        }
    }

    /// The members of the result. Those of a loop with keys have their last value or a group of values.
    fn members(
        &mut self,
        clause: &Loop<'_>,
        (named, others): (Ordered<Arc<str>, Vec<Value>>, Members),
        (each, most): (Option<&Value>, Option<usize>),
    ) -> Members {
        if clause.key.is_none() {
            return others;
        }
        // an element exists, under an unknown key
        let marks = others.values().map(Value::marks_within);
        self.marks = marks.fold(self.marks.clone(), |all, marks| all.union(&marks.within()));
        let entry = |(name, mut values): (Arc<str>, Vec<Value>)| match clause.group {
            false => Some((name, values.pop()?)),
            true => {
                let each = each.cloned().unwrap_or_else(Value::dynamic);
                let group = Value::holding(false, each, values.len(), most);
                Some((name, group.with_members(Members::of_elements(values))))
            }
        };
        Members::of_entries(named.into_iter().filter_map(entry).collect())
    }

    /// The position of a key that has already occurred.
    fn position(&self, key: &str) -> Option<usize> {
        if self.keys.len() <= FEW {
            return self.keys.iter().position(|known| **known == *key);
        }
        self.positions.as_ref()?.get(key).copied()
    }

    fn push_key(&mut self, key: Arc<str>) {
        self.keys.push(key);
        let known = match self.keys.len() {
            count if count <= FEW => return,
            count if count == FEW + 1 => 0,
            count => count - 1,
        };
        let new = self.keys.iter().enumerate().skip(known);
        self.positions.get_or_insert_default().extend(new.map(|(position, key)| (Arc::clone(key), position)));
    }

    /// The result. If anything is open, it is an unknown; `looked` means that its elements were actually
    /// visited.
    fn result(self, clause: &Loop<'_>, looked: bool, rules: &Rules) -> Value {
        let (marks, eventual) = (self.marks.clone(), self.eventual);
        let value = match clause.key {
            _ if self.failed || self.open && !looked => Value::dynamic(),
            _ if self.open => self.held(clause, rules),
            None => clause.tuple(self.elements),
            Some(_) if clause.group => {
                Value::object(self.keys.into_iter().zip(self.groups.into_iter().map(Value::tuple)))
            }
            Some(_) => clause.object(self.keys, self.elements),
        };
        wrap_eventual(value, eventual).with_marks(&marks)
    }

    /// An unknown collection that contains these elements, or some of them.
    fn held(self, clause: &Loop<'_>, rules: &Rules) -> Value {
        let grouped: usize = self.groups.iter().map(Vec::len).sum();
        let most = self.elements.len() + self.loose.len() + grouped;
        let certain = self.elements.len().max(self.keys.len()).max(self.certain.min(1));
        let all: Vec<Value> =
            self.elements.into_iter().chain(self.groups.into_iter().flatten()).chain(self.loose).collect();
        let element = join(&all, rules);
        let element = if clause.group { Value::holding(false, element, 1, Some(most)) } else { element };
        Value::holding(clause.key.is_some(), element, certain, Some(most))
    }
}

/// The elements of a collection, with their keys.
enum Elements<'v> {
    /// The elements of a list or tuple.
    Listed(&'v [Value]),
    /// The elements of a set: each is its own key.
    Set(&'v [Value]),
    Map(&'v [(Arc<str>, Value)]),
    Object(&'v [ObjectAttribute], &'v [Value]),
    UnknownTuple(&'v [Type]),
    UnknownObject(&'v [ObjectAttribute]),
}

impl<'v> Elements<'v> {
    /// The elements of a known collection. The number of elements of an unknown tuple or object is also
    /// known: if it is null, the loop fails anyway.
    fn of(collection: &'v Value, rules: &Rules) -> Option<Self> {
        Some(match (collection.data(), collection.ty().kind()) {
            (Data::Unknown(_), TypeKind::Tuple(types)) if !rules.exact_ranges => Self::UnknownTuple(types),
            (Data::Unknown(_), TypeKind::Object(object)) if !rules.exact_ranges => {
                Self::UnknownObject(object.attributes())
            }
            (Data::Sequence(elements), TypeKind::Set(_)) => Self::Set(elements),
            (Data::Sequence(values), TypeKind::Object(object)) => Self::Object(object.attributes(), values),
            (Data::Sequence(elements), _) => Self::Listed(elements),
            (Data::Map(entries), _) => Self::Map(entries),
            _ => return None,
        })
    }

    fn len(&self) -> usize {
        match self {
            Self::Listed(elements) | Self::Set(elements) => elements.len(),
            Self::Map(entries) => entries.len(),
            Self::Object(attributes, _) | Self::UnknownObject(attributes) => attributes.len(),
            Self::UnknownTuple(types) => types.len(),
        }
    }

    fn key(&self, at: usize, rules: &Rules) -> Value {
        match self {
            Self::Listed(_) | Self::UnknownTuple(_) => index(at, rules),
            Self::Set(elements) => elements[at].clone(),
            Self::Map(entries) => Value::string(entries[at].0.clone()),
            Self::Object(attributes, _) | Self::UnknownObject(attributes) => {
                Value::string(attributes[at].name.clone())
            }
        }
    }

    fn value(&self, at: usize, rules: &Rules) -> Value {
        match self {
            Self::Listed(elements) | Self::Set(elements) | Self::Object(_, elements) => elements[at].clone(),
            Self::Map(entries) => entries[at].1.clone(),
            Self::UnknownTuple(types) => Value::unknown_under(types[at].clone(), rules),
            Self::UnknownObject(attributes) => Value::unknown_under(attributes[at].ty.clone(), rules),
        }
    }
}

/// An index as a value.
fn index(position: usize, rules: &Rules) -> Value {
    let number = Number::from_len(position);
    if rules.int_literals { Value::int(number) } else { Value::number(number) }
}
