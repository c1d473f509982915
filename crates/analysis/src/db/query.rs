//! Queries of any type, as keys of values.

use std::any::Any;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hclx_diag::SourceId;

/// A computed value of any type.
pub(crate) type QueryValue = Arc<dyn Any + Send + Sync>;

/// Compares two values of a type.
pub(crate) type EqualityFn = fn(&QueryValue, &QueryValue) -> bool;

/// A query of any type. It is its own key: equal queries have the same value.
pub(crate) trait AnyQuery: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn is_equal(&self, other: &(dyn AnyQuery + 'static)) -> bool;
    fn hash_into(&self, to: &mut dyn Hasher);
    fn to_key(&self) -> Key;
    fn owner(&self) -> Owner<'_>;
    /// The comparison of the value with the previous one; `None` if its dependents are always recomputed.
    fn equality(&self) -> Option<Equality>;
    fn compute(&self, request: &Request<'_>) -> QueryValue;
}

/// The owner of a value; both are dropped together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'q> {
    /// The run.
    Run,
    /// The unit of this root.
    Unit(&'q str),
    /// The version of a file: the value depends only on the file and on other values with this owner.
    File(SourceId),
}

/// The comparison of a value with the previous one.
#[derive(Clone, Copy)]
pub(crate) struct Equality {
    pub(crate) same: EqualityFn,
    /// Set if the value is recomputed when it is requested instead of when a revision begins.
    pub(crate) is_lazy: bool,
}

/// The input of the computation of a value.
pub(crate) struct Request<'r> {
    /// The snapshot.
    pub(crate) now: &'r dyn Any,
    /// The previous value, which is outdated.
    pub(crate) before: Option<&'r QueryValue>,
    /// The cell for the dependencies of parts that are computed later.
    pub(crate) later: &'r dyn Any,
    /// The budget of the question.
    pub(crate) budget: &'r dyn Any,
}

/// A query used as the key of its value.
#[derive(Clone)]
pub(crate) struct Key(pub(crate) Arc<dyn AnyQuery>);

impl Borrow<dyn AnyQuery> for Key {
    fn borrow(&self) -> &(dyn AnyQuery + 'static) {
        &*self.0
    }
}

impl PartialEq for dyn AnyQuery {
    fn eq(&self, other: &Self) -> bool {
        self.is_equal(other)
    }
}

impl Eq for dyn AnyQuery {}

impl Hash for dyn AnyQuery {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.hash_into(to);
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        *self.0 == *other.0
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.0.hash_into(to);
    }
}
