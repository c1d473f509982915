//! Storage for data that higher layers attach to a module.

use std::any::Any;
use std::sync::OnceLock;

/// One slot per layer; only that layer defines the type of its data.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) resolve: Slot,
    pub(crate) providers: Slot,
    pub(crate) plan: Slot,
    pub(crate) values: Slot,
    pub(crate) calls: Slot,
    pub(crate) rules: Slot,
    pub(crate) changes: Slot,
}

/// A value of a type that the first caller chooses.
#[derive(Default)]
pub(crate) struct Slot(OnceLock<Box<dyn Any + Send + Sync>>);

impl Slot {
    /// The value, created on first use.
    pub(crate) fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        let kept = self.0.get_or_init(|| Box::<T>::default());
        kept.downcast_ref().expect("a folder keeps values of one type")
    }
}
