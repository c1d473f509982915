//! Replacements of the values of resources, data sources and modules, and the defaults of mocked types.
//!
//! Source of the rules: Terraform's "Tests: Mocking", and `internal/moduletest/mocking`.

use std::fmt::Write;
use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Ordered, Span};

use super::open::CauseId;
use crate::terraform::declare::address::{Address, Key, KeyKind, Target};

/// The values that a test sets for the computed attributes of an object.
#[derive(Clone, Debug)]
pub(crate) struct Replacement {
    /// The values by attribute, as an object.
    pub(crate) values: Option<Value>,
    /// Set if the values are also used during planning.
    pub(crate) is_early: bool,
    /// The type of the block, if it is an override of one target.
    pub(crate) override_block: Option<Arc<str>>,
    /// The place of the values, or of the block.
    pub(crate) place: Span,
    /// Set if the values cannot be determined.
    pub(crate) unclear: Option<CauseId>,
}

/// The overrides that apply to a run, by address; earlier ones win.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides(Ordered<String, Arc<Replacement>>);

impl Overrides {
    /// Adds an override, unless its target is already overridden.
    pub(crate) fn add(&mut self, target: &Address, replacement: Arc<Replacement>) {
        self.0.or_insert(canonical(target), replacement);
    }

    /// Adds the overrides of an enclosing block.
    pub(crate) fn add_all(&mut self, outer: &Self) {
        for (target, replacement) in &outer.0 {
            self.0.or_insert(target.clone(), Arc::clone(replacement));
        }
    }

    /// The override of an instance, given the address of its resource and its key. An override of all instances applies
    /// as well.
    pub(crate) fn of(&self, address: &str, key: Option<&str>) -> Option<&Arc<Replacement>> {
        let exact = key.and_then(|key| self.0.get(&format!("{address}{key}")));
        exact.or_else(|| self.0.get(address))
    }
}

/// The address in the form of [`super::module::ModulePath`].
pub(crate) fn canonical(address: &Address) -> String {
    let mut text = String::new();
    for (name, key, _) in &address.modules {
        let dot = if text.is_empty() { "" } else { "." };
        let _ = write!(text, "{dot}module.{name}{}", shown(key));
    }
    if address.target != Target::Module {
        let dot = if text.is_empty() { "" } else { "." };
        let data = if address.target == Target::Data { "data." } else { "" };
        let _ = write!(text, "{dot}{data}{}.{}{}", address.of_type, address.name, shown(&address.key));
    }
    text
}

fn shown(key: &Key) -> String {
    match key {
        Key::Known(text, KeyKind::Number) => format!("[{text}]"),
        Key::Known(text, KeyKind::Text) => format!("[{text:?}]"),
        Key::None | Key::Open => String::new(),
    }
}
