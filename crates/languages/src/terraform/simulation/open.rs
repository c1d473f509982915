//! Open values: unknowns with the mark of a cause.

use std::sync::Mutex;

use hclx_analysis::Cause;
use hclx_core::{Marks, Type, Value};
use hclx_diag::{OrderedSet, locked};

/// The prefix of marks of open values.
const MARK: &str = "open ";

/// The number of a cause.
pub(crate) type CauseId = usize;

/// The causes of open values in a simulation, by number.
#[derive(Default)]
pub(crate) struct Causes(Mutex<Vec<Cause>>);

impl Causes {
    /// The number of a cause; equal causes have one.
    pub(crate) fn id(&self, cause: Cause) -> CauseId {
        let mut causes = locked(&self.0);
        let known = causes.iter().position(|known| *known == cause);
        known.unwrap_or_else(|| {
            causes.push(cause);
            causes.len() - 1
        })
    }

    /// A cause by its number.
    pub(crate) fn get(&self, id: CauseId) -> Option<Cause> {
        locked(&self.0).get(id).cloned()
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

/// The causes for which a value, or a part of it, is open.
pub(crate) fn causes_of(value: &Value) -> OrderedSet<CauseId> {
    let mut found = OrderedSet::new();
    if value.contains_marks() {
        let marks = value.marks_within();
        found.extend(marks.iter().filter_map(|name| name.strip_prefix(MARK)?.parse().ok()));
    }
    found
}
