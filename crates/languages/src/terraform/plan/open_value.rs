//! Open values: parts of them may be unknown in a plan.

use std::sync::Arc;

use hclx_core::{Marks, ObjectAttribute, Type, Value, convert};
use hclx_diag::Ordered;

use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::functions::DIALECT;

/// The prefix of marks for values that are unknown in a plan.
pub(crate) const MARK: &str = "computed ";

/// Open values by name.
pub(crate) type OpenValues = Ordered<Arc<str>, OpenValue>;

/// An open value; the parts that may be unknown in a plan have a mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenValue {
    /// The value with unknown values in these places.
    pub(crate) plain: Value,
    /// The value with known strings in place of unknown ones, so that known keys stay known when combined with unknown
    /// values.
    pub(crate) texts: Value,
}

/// The outputs of an instance of a module call, if they may be partly unknown in a plan.
pub(crate) fn of_call(call: &Declaration, outputs: &Value, open: &OpenValues) -> Option<OpenValue> {
    if open.is_empty() || !outputs.is_known() {
        return None;
    }
    let address = call.address();
    let part = |name: &Arc<str>, value: &Value| {
        let address = format!("{address}.{name}");
        match open.get(name) {
            Some(open) => open.clone().with_address(&address),
            None => OpenValue { plain: value.clone(), texts: in_place_of(value, &address) },
        }
    };
    let parts: Vec<(Arc<str>, OpenValue)> =
        outputs.iter_entries().map(|(name, value)| (Arc::clone(name), part(name, value))).collect();
    Some(OpenValue {
        plain: Value::object(parts.iter().map(|(name, part)| (Arc::clone(name), part.plain.clone()))),
        texts: Value::object(parts.iter().map(|(name, part)| (Arc::clone(name), part.texts.clone()))),
    })
}

/// A known string in place of a value that is known in a plan, but not here; the parts of an object are replaced
/// likewise.
pub(crate) fn in_place_of(value: &Value, address: &str) -> Value {
    if value.is_known() {
        return value.clone();
    }
    let text = (*value.ty() == Type::STRING).then(|| Value::string(address));
    let part = |attribute: &ObjectAttribute| {
        let part = Value::unknown(attribute.ty.without_optional());
        let address = format!("{address}.{}", attribute.name);
        (Arc::clone(&attribute.name), hclx_diag::grow(|| in_place_of(&part, &address)))
    };
    let object = || Some(Value::object(value.ty().as_object()?.attributes().iter().map(part)));
    let known = text.or_else(object);
    known.map_or_else(|| value.clone(), |known| known.with_marks(value.marks()))
}

impl OpenValue {
    /// The value for questions about keys, or about known parts.
    pub(crate) const fn get(&self, with_texts: bool) -> &Value {
        if with_texts { &self.texts } else { &self.plain }
    }

    /// The same value with marks and strings that refer to another address.
    #[must_use]
    pub(crate) fn with_address(self, address: &str) -> Self {
        let mut parts = 0;
        let plain = at_address(&self.plain, address, &mut parts);
        Self { plain, texts: at_address(&self.texts, address, &mut parts) }
    }

    /// The value of a variable; `None` if it does not match the variable's type.
    pub(crate) fn of_variable(self, variable: &Variable) -> Option<Self> {
        let rules = &DIALECT.rules;
        let fitted = |value: Value| {
            let value =
                variable.defaults.as_ref().map_or(value.clone(), |defaults| defaults.apply(&value, rules));
            convert(&value, &variable.ty, rules).ok()
        };
        Some(Self { plain: fitted(self.plain)?, texts: fitted(self.texts)? })
    }
}

fn at_address(value: &Value, address: &str, parts: &mut usize) -> Value {
    let (bare, marks) = value.clone().unmark();
    let marks = of_address(&marks, address);
    if let Some(known) = bare.map_parts(|part| hclx_diag::grow(|| at_address(part, address, parts))) {
        return known.with_marks(&marks);
    }
    let is_text = bare.as_str().is_some() && !marks.is_empty();
    // the contents of an unknown collection are not followed, because its keys may be known
    let is_whole = bare.is_known() || bare.ty().is_primitive() || bare.ty().is_any();
    let marks = if is_whole { marks } else { marks.own() };
    let (bare, _) = bare.unmark_deep();
    *parts += usize::from(is_text);
    let bare = if is_text { Value::string(format!("{address}[{parts}]")) } else { bare };
    bare.with_marks(&marks)
}

/// The value with unknown values for all parts that are unknown in a plan.
pub(crate) fn without_texts(value: &Value) -> Value {
    let (bare, marks) = value.clone().unmark();
    if marks.own().iter().any(|mark| mark.starts_with(MARK)) {
        return Value::unknown(bare.ty().clone()).with_marks(&marks);
    }
    let parts = bare.map_parts(|part| hclx_diag::grow(|| without_texts(part)));
    parts.unwrap_or(bare).with_marks(&marks)
}

/// The marks with another address, on the same parts.
fn of_address(marks: &Marks, address: &str) -> Marks {
    let is_among = |marks: &Marks| marks.iter().any(|mark| mark.starts_with(MARK));
    let mark = || Marks::one(format!("{MARK}{address}"));
    match () {
        () if is_among(&marks.own()) => mark(),
        () if is_among(&marks.gathered().own()) => mark().within(),
        () if is_among(marks) => mark().of_parts(),
        () => Marks::NONE,
    }
}
