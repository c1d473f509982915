//! `count` and `for_each`: the number of instances, and the names in scope of each one.

use std::sync::Arc;

use hclx_core::{Contents, Members, Number, Refiner, Type, TypeKind, Value, any_element, ops};
use hclx_diag::{Diagnostic, Span, code_names as codes};

use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::scope::Context;

/// The maximum number of separately evaluated instances.
const MOST: usize = 8;

/// The instances of a block.
#[derive(Clone, Debug)]
pub(crate) enum Instances {
    /// A single instance without a key.
    One,
    /// A single instance whose existence depends on `enabled`, with the decision if it is known.
    Optional(Option<bool>),
    /// A list of instances, with their number if it is known.
    Count(Option<usize>),
    /// A map of instances, with keys and values if they are known.
    ForEach(Option<Vec<(Arc<str>, Value)>>, Value),
    /// Unclear because of an error that is already reported.
    Unclear {
        /// Set if there may be a list.
        count: bool,
        /// Set if there may be a map.
        each: bool,
    },
}

impl Instances {
    /// Returns `true` if there may be no instance.
    pub(crate) fn may_be_none(&self) -> bool {
        match self {
            Self::One => false,
            Self::Optional(is_enabled) => *is_enabled != Some(true),
            Self::Count(count) => count.is_none_or(|count| count == 0),
            Self::ForEach(entries, _) => entries.as_ref().is_none_or(Vec::is_empty),
            Self::Unclear { .. } => true,
        }
    }

    /// Returns `true` if there is definitely no instance.
    pub(crate) fn are_none(&self) -> bool {
        match self {
            Self::One | Self::Unclear { .. } => false,
            Self::Optional(is_enabled) => *is_enabled == Some(false),
            Self::Count(count) => *count == Some(0),
            Self::ForEach(entries, _) => entries.as_ref().is_some_and(Vec::is_empty),
        }
    }

    /// Returns `true` if the number and the keys are known.
    pub(crate) fn are_known(&self) -> bool {
        !matches!(self, Self::Count(None) | Self::ForEach(None, _) | Self::Optional(None))
    }

    /// The contexts of the instances; a single one represents all of them if they are unknown or too many.
    pub(crate) fn contexts(&self, base: &Context) -> Vec<Context> {
        let base = &Context { is_idle: self.are_none(), element: self.element(), ..base.clone() };
        match self {
            Self::One | Self::Optional(_) => vec![base.clone()],
            Self::Count(Some(count)) if (1..=MOST).contains(count) => (0..*count)
                .map(|index| Context { count: Some(Value::number(Number::from_len(index))), ..base.clone() })
                .collect(),
            // Also for 0: the body is checked once although it is never evaluated.
            Self::Count(count) => vec![Context { count: Some(index_below(*count)), ..base.clone() }],
            Self::ForEach(Some(entries), _) if (1..=MOST).contains(&entries.len()) => entries
                .iter()
                .map(|(key, value)| Context {
                    each: Some((Value::string(key.clone()), value.clone())),
                    ..base.clone()
                })
                .collect(),
            // without instances, there is no element whose type matters
            Self::ForEach(_, whole) => {
                let value = if self.are_none() { Value::dynamic() } else { some_element(whole) };
                vec![Context { each: Some((some_key(), value)), ..base.clone() }]
            }
            Self::Unclear { count, each } => vec![Context {
                count: count.then(|| index_below(None)),
                each: each.then(|| (some_key(), Value::dynamic())),
                ..base.clone()
            }],
        }
    }

    /// The type of the values of a `for_each`, if it is a collection with one element type.
    fn element(&self) -> Option<Type> {
        let Self::ForEach(_, whole) = self else { return None };
        match whole.ty().kind() {
            TypeKind::Map(element) => Some(element.clone()),
            _ => None,
        }
    }

    /// The value of all instances; `values` are the values in the contexts.
    pub(crate) fn value(&self, values: Vec<Value>) -> Value {
        let first = || values.first().cloned().unwrap_or_else(Value::dynamic);
        match self {
            Self::One => first(),
            // without an instance, the whole value is null
            Self::Optional(Some(false)) => Value::null(Type::ANY),
            Self::Unclear { .. } | Self::Optional(_) => Value::dynamic(),
            Self::Count(Some(0)) => Value::tuple(Vec::new()),
            Self::Count(Some(count)) if values.len() == *count => Value::tuple(values),
            Self::Count(Some(count)) if *count <= 1024 => Value::tuple(vec![unknown_like(&first()); *count]),
            Self::Count(_) => some_of(false, first()),
            Self::ForEach(Some(entries), _) => {
                let like = unknown_like(&first());
                let mut values = if values.len() == entries.len() { values } else { Vec::new() }.into_iter();
                Value::object(
                    entries
                        .iter()
                        .map(|(key, _)| (key.clone(), values.next().unwrap_or_else(|| like.clone()))),
                )
            }
            Self::ForEach(None, _) => some_of(true, first()),
        }
    }
}

/// An unknown number of instances, each of them like `one`. If the type is open, nothing but the type is known about
/// it.
fn some_of(keyed: bool, one: Value) -> Value {
    let ty = one.ty().clone();
    match (ty.has_any() || one.contains_marks(), keyed) {
        (true, _) => Value::holding(keyed, one, 0, None),
        (false, true) => Value::unknown_in(Type::map(ty), hclx_core::Range::not_null()),
        (false, false) => Value::unknown_in(Type::list(ty), hclx_core::Range::not_null()),
    }
}

fn unknown_like(value: &Value) -> Value {
    Value::unknown(value.ty().clone())
}

fn some_key() -> Value {
    Value::unknown_in(Type::STRING, hclx_core::Range::not_null())
}

fn index_below(count: Option<usize>) -> Value {
    let index = Value::unknown(Type::NUMBER);
    let refined = Refiner::new(index.clone()).not_null().and_then(|it| it.min(Number::from(0i64), true));
    let refined = match count {
        Some(count) if count > 0 => refined.and_then(|it| it.max(Number::from_len(count), false)),
        _ => refined,
    };
    refined.and_then(Refiner::finish).unwrap_or(index)
}

/// An element of a collection whose keys are unknown or too many.
fn some_element(whole: &Value) -> Value {
    let (whole, marks) = whole.clone().unmark();
    let element = match whole.ty().kind() {
        TypeKind::Set(_) => some_key(),
        TypeKind::Map(element) => Value::unknown(element.clone()),
        TypeKind::Object(_) | TypeKind::Any => {
            let held = Contents::of(&whole, &DIALECT.rules).filter(|held| held.keyed);
            held.and_then(|held| held.element).unwrap_or_else(Value::dynamic)
        }
        _ => Value::dynamic(),
    };
    element.with_marks(&marks.outer())
}

fn unfit(place: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::INSTANCES, place, message)
}

fn secret(place: Span, name: &str, value: &Value) -> Option<Diagnostic> {
    // the number of instances reveals little, so a sensitive `count` is allowed; if only some values are sensitive, the
    // keys are not
    if name == "for_each" && value.marks().contains_own("sensitive") {
        let message = "`for_each` is sensitive, but instance keys are always shown";
        return Some(
            Diagnostic::error(codes::SENSITIVE_VALUE, place, message)
                .help("use `nonsensitive(…)` on the part that is not secret, such as the keys"),
        );
    }
    if value.marks().contains_own("ephemeral") {
        let message = format!("`{name}` is ephemeral, but instances are stored in state");
        return Some(Diagnostic::error(codes::EPHEMERAL_VALUE, place, message));
    }
    None
}

/// The instances of a `count`.
pub(crate) fn count(value: &Value, place: Span) -> (Instances, Option<Diagnostic>) {
    let open = Instances::Count(None);
    if let Some(finding) = secret(place, "count", value) {
        return (open, Some(finding));
    }
    let value = value.clone().unmark_deep().0;
    if value.is_null() {
        return (open, Some(unfit(place, "`count` is null").help("use 0 for no instances")));
    }
    let number = match hclx_eval::converted(&value, &Type::NUMBER, &DIALECT.rules) {
        Ok(number) => number,
        Err(_) => {
            let found = described(&value);
            return (open, Some(unfit(place, format!("`count` must be a number, found {found}"))));
        }
    };
    // an unknown number may still be known to be negative from its range
    let below = ops::less(&number, &Value::number(Number::from(0i64)), &DIALECT.rules);
    if below.is_ok_and(|below| below.same(&Value::TRUE)) {
        return (open, Some(unfit(place, format!("`count` must not be negative, found {number}"))));
    }
    match number.as_number() {
        Some(found) if !found.is_integer() => {
            (open, Some(unfit(place, format!("`count` must be a whole number, found {found}"))))
        }
        Some(found) => (Instances::Count(found.to_usize()), None),
        None => (open, None),
    }
}

/// The instances of a `for_each`.
pub(crate) fn for_each(value: &Value, place: Span) -> (Instances, Option<Diagnostic>) {
    let open = || Instances::ForEach(None, value.clone());
    if let Some(finding) = secret(place, "for_each", value) {
        return (open(), Some(finding));
    }
    if value.is_null() {
        let finding = unfit(place, "`for_each` is null").help("use `{}` for no instances");
        return (Instances::ForEach(None, Value::dynamic()), Some(finding));
    }
    let (bare, _) = value.clone().unmark();
    match bare.ty().kind() {
        // a value of any type may turn out to be a map, even if it is not null
        TypeKind::Any => (open(), None),
        TypeKind::Map(_) | TypeKind::Object(_) => {
            let entries = bare
                .is_known()
                .then(|| bare.iter_entries().map(|(key, value)| (key.clone(), value.clone())).collect());
            (Instances::ForEach(entries, value.clone()), None)
        }
        TypeKind::Set(element) => set(&bare, element, place, value),
        TypeKind::List(_) | TypeKind::Tuple(_) => {
            let message = format!("`for_each` must be a map or a set of strings, found {}", described(&bare));
            let finding = unfit(place, message).help(key_advice(any_element(&bare, &DIALECT.rules).1.ty()));
            (open(), Some(finding))
        }
        _ => {
            let message = format!("`for_each` must be a map or a set of strings, found {}", described(&bare));
            (open(), Some(unfit(place, message)))
        }
    }
}

/// The help for elements without a unique name.
const BY_POSITION: &str = "use a map, such as `{ for i, x in … : i => x }`";

/// Suggests keys for elements of a type.
fn key_advice(element: &Type) -> String {
    let is_name = |ty: &Type| *ty == Type::STRING;
    match element.kind() {
        TypeKind::Object(object) => {
            let mut names = object.attributes().iter().filter(|one| is_name(&one.ty)).map(|one| &*one.name);
            let first = names.clone().next();
            match names.find(|name| ["name", "key", "id"].contains(name)).or(first) {
                Some(name) => format!("use a map, such as `{{ for x in … : x.{name} => x }}`"),
                None => BY_POSITION.to_owned(),
            }
        }
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) | TypeKind::Map(_) => {
            BY_POSITION.to_owned()
        }
        _ if element.is_numeric() || *element == Type::BOOL => {
            "use `toset([for x in … : tostring(x)])`".to_owned()
        }
        _ => "use `toset(…)` for a list of strings".to_owned(),
    }
}

/// A key of a collection, and its value.
pub(crate) type Each = (Value, Value);

/// The keys and values for the `for_each` of an import, which accepts any collection; a single entry represents all of
/// them if they are unknown.
pub(crate) fn any_collection(value: &Value, place: Span) -> (Vec<Each>, Each, Option<Diagnostic>) {
    let open = || (Value::dynamic(), Value::dynamic());
    if let Some(finding) = secret(place, "for_each", value) {
        return (Vec::new(), open(), Some(finding));
    }
    let (bare, _) = value.clone().unmark();
    match bare.ty().kind() {
        _ if bare.is_null() => return (Vec::new(), open(), None),
        TypeKind::Map(_) | TypeKind::Object(_) | TypeKind::Set(_) => {}
        TypeKind::List(_) | TypeKind::Tuple(_) | TypeKind::Any => {}
        _ => {
            let message = format!("`for_each` of an import must be a collection, found {}", described(&bare));
            return (Vec::new(), open(), Some(unfit(place, message)));
        }
    }
    let any = any_element(&bare, &DIALECT.rules);
    if !bare.is_known() || bare.length().is_none_or(|length| length > MOST) {
        return (Vec::new(), any, None);
    }
    let known: Vec<Each> = match bare.ty().kind() {
        TypeKind::Map(_) | TypeKind::Object(_) => {
            bare.iter_entries().map(|(key, one)| (Value::string(key.clone()), one.clone())).collect()
        }
        TypeKind::Set(_) => {
            bare.elements().unwrap_or_default().iter().map(|one| (one.clone(), one.clone())).collect()
        }
        _ => {
            let elements = bare.elements().unwrap_or_default().iter().enumerate();
            elements.map(|(at, one)| (Value::number(Number::from_len(at)), one.clone())).collect()
        }
    };
    (known, any, None)
}

pub(crate) fn described(value: &Value) -> String {
    match value.ty().kind() {
        // users write lists, and may not know that HCL evaluates them to tuples
        TypeKind::Tuple(_) => "a list".to_owned(),
        TypeKind::List(_) => format!("a list ({})", value.ty().shown()),
        TypeKind::String => "a string".to_owned(),
        TypeKind::Number => "a number".to_owned(),
        TypeKind::Bool => "a bool".to_owned(),
        _ => value.ty().shown().to_string(),
    }
}

fn set(bare: &Value, element: &Type, place: Span, value: &Value) -> (Instances, Option<Diagnostic>) {
    let open = Instances::ForEach(None, value.clone());
    let is_text = matches!(element.kind(), TypeKind::String) || element.is_any();
    if !is_text {
        // an empty set has no elements that could be invalid keys, so Terraform accepts it regardless of its type
        if bare.is_known() && bare.length() == Some(0) {
            return (open, None);
        }
        let message = format!("`for_each` must be a set of strings, found set({})", element.shown());
        // nothing is known about the intended elements
        return (
            Instances::ForEach(None, Value::dynamic()),
            Some(unfit(place, message).help(key_advice(element))),
        );
    }
    let members = bare.members().filter(|_| bare.definitely_not_null()).map(Members::elements);
    if bare.elements().or(members).is_some_and(|elements| elements.iter().any(Value::is_null)) {
        return (open, Some(unfit(place, "`for_each` must be a set of strings, found null in it")));
    }
    let Some(elements) = bare.elements() else { return (open, None) };
    let entries: Option<Vec<(Arc<str>, Value)>> =
        elements.iter().map(|one| Some((Arc::from(one.as_str()?), one.clone()))).collect();
    (Instances::ForEach(entries, value.clone()), None)
}
