//! Open values: unknowns with the mark of a cause.

use std::sync::{Arc, Mutex};

use hclx_analysis::Cause;
use hclx_core::{Marks, Type, Value};
use hclx_diag::{OrderedSet, locked};

/// The prefix of marks of open values.
const MARK: &str = "open ";

/// The prefix of marks of generated values, which Terraform knows.
const GENERATED: &str = "generated ";

/// The mark for sensitive values that some versions do not treat as sensitive.
pub(crate) const FORGOTTEN: &str = "sensitive output";

/// The number of a cause.
pub(crate) type CauseId = usize;

/// The causes of open values in a simulation, by number.
#[derive(Default)]
pub(crate) struct Causes {
    all: Mutex<Vec<Cause>>,
    /// The causes for which Terraform does not evaluate expressions that use a value.
    skipped: Mutex<OrderedSet<CauseId>>,
}

impl Causes {
    /// The number of a cause; equal causes share one.
    pub(crate) fn id(&self, cause: Cause) -> CauseId {
        let mut causes = locked(&self.all);
        let known = causes.iter().position(|known| *known == cause);
        known.unwrap_or_else(|| {
            causes.push(cause);
            causes.len() - 1
        })
    }

    /// A cause by its number.
    pub(crate) fn get(&self, id: CauseId) -> Option<Cause> {
        locked(&self.all).get(id).cloned()
    }

    /// Marks a cause as one for which Terraform does not evaluate expressions that use a value.
    pub(crate) fn skip(&self, id: CauseId) {
        locked(&self.skipped).insert(id);
    }

    /// The first cause for which Terraform does not evaluate expressions that use a value.
    pub(crate) fn first_skip<'c>(&self, causes: impl IntoIterator<Item = &'c CauseId>) -> Option<CauseId> {
        causes.into_iter().copied().find(|id| self.is_skipped(*id))
    }

    /// Returns `true` if Terraform does not evaluate expressions that use a value with this cause.
    pub(crate) fn is_skipped(&self, id: CauseId) -> bool {
        locked(&self.skipped).contains(&id)
    }

    /// An open value of a type that Terraform generates, so that it is known to Terraform.
    pub(crate) fn generated(&self, ty: Type, cause: Cause) -> Value {
        Value::unknown(ty).with_mark(&format!("{GENERATED}{}", self.id(cause)))
    }

    /// An open value of a type.
    pub(crate) fn open(&self, ty: Type, cause: Cause) -> Value {
        Value::unknown(ty).with_marks(&mark(self.id(cause)))
    }
}

/// The mark of a cause.
pub(crate) fn mark(id: CauseId) -> Marks {
    Marks::one(format!("{MARK}{id}"))
}

/// A value after an apply, in which Terraform knows the open parts, because nothing remains unknown.
pub(crate) fn after_apply(value: &Value) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    let parts = value.map_parts(|part| hclx_diag::grow(|| after_apply(part)));
    let known = |name: &Arc<str>| match name.strip_prefix(MARK) {
        Some(number) => format!("{GENERATED}{number}"),
        None => name.to_string(),
    };
    let marks = value.marks();
    let marks = marks.iter().fold(Marks::NONE, |all, name| all.union(&Marks::one(known(name))));
    parts.unwrap_or_else(|| value.clone().unmark().0).with_marks(&marks)
}

/// The causes for which a value, or a part of it, is open.
pub(crate) fn causes_of(value: &Value) -> OrderedSet<CauseId> {
    let mut found = OrderedSet::new();
    if value.contains_marks() {
        let marks = value.marks_within();
        let number = |name: &Arc<str>| {
            let number = name.strip_prefix(MARK).or_else(|| name.strip_prefix(GENERATED));
            number.and_then(|number| number.parse().ok())
        };
        found.extend(marks.iter().filter_map(number));
    }
    found
}

/// Returns `true` if a value, or a part of it, may be unknown to Terraform.
pub(crate) fn may_be_deferred(value: &Value) -> bool {
    if value.is_wholly_known() {
        return false;
    }
    let is_generated = |value: &Value| {
        let marks = value.marks();
        marks.iter().any(|name| name.starts_with(GENERATED))
            && !marks.iter().any(|name| name.starts_with(MARK))
    };
    if !value.is_known() {
        return !is_generated(value);
    }
    value.parts().any(|part| hclx_diag::grow(|| may_be_deferred(part)))
}
