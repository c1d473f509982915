//! Queries: derived values, each of which is requested with a value of its own type.

use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use hclx_diag::{SourceId, locked};

use super::Snapshot;
use crate::db::{
    self, AnyQuery, Dependencies, Equality, Key, LaterParts, LazyDependencies, Make, Memo, Owner, QueryValue,
    Recompute, Request,
};

/// A derived value of a snapshot. The query is its own key: the value is computed once for all equal queries, and a
/// later revision keeps it if everything that it read is unchanged. It may request other queries, but never itself.
pub trait Query: Clone + Eq + Hash + Send + Sync + 'static {
    /// The value.
    type Value: Send + Sync + 'static;
    /// The [budget](hclx_eval::Budget) of a question, if computing the value needs one; otherwise `()`.
    type Budget: Any;
    /// The time at which an outdated value is recomputed.
    const WHEN: When<Self::Value> = When::Asked;

    /// The owner of the value; both are dropped together.
    fn owner(&self) -> Owner<'_> {
        Owner::Run
    }

    /// The value in a snapshot.
    fn compute(&self, cx: &QueryContext<'_, Self>) -> Self::Value;
}

/// The time at which a value is recomputed after something that it read has changed.
#[derive(Debug)]
pub enum When<V> {
    /// When it is requested. Its dependents are recomputed too.
    Asked,
    /// When it is requested. If it equals the previous value, its dependents stay valid.
    Compared(fn(&V, &V) -> bool),
    /// When a revision begins. If it equals the previous value, its dependents stay valid. This suits values that read
    /// many files but depend on little of them.
    Revision(fn(&V, &V) -> bool),
    /// When it is requested in another revision, because every edit changes it. Its reads are not recorded.
    Volatile,
}

/// The input of the computation of a query.
#[expect(missing_debug_implementations, reason = "a snapshot has nothing to show")]
pub struct QueryContext<'a, Q> {
    snapshot: &'a Snapshot,
    request: &'a Request<'a>,
    query: PhantomData<fn(Q)>,
}

impl<'a, Q: Query> QueryContext<'a, Q> {
    /// The snapshot.
    pub fn snapshot(&self) -> &'a Snapshot {
        self.snapshot
    }

    /// The budget of the question.
    pub fn budget(&self) -> &'a Q::Budget {
        self.request.budget.downcast_ref().expect("a query is asked within the budget of its type")
    }

    /// The previous value, which is outdated.
    pub fn previous(&self) -> Option<Arc<Q::Value>> {
        Arc::clone(self.request.before?).downcast().ok()
    }

    /// The list for the dependencies of parts of the value that are [computed later](LazyDependencies::during).
    pub fn lazy(&self) -> Arc<LazyDependencies> {
        let new = || Arc::new(LazyDependencies::new(self.snapshot.shared.is_kept()));
        let later: Option<&LaterParts> = self.request.later.downcast_ref();
        Arc::clone(later.expect("a request has a cell for later parts").get_or_init(new))
    }
}

impl Snapshot {
    /// The value of a query.
    pub fn get<Q: Query<Budget = ()>>(&self, query: &Q) -> Arc<Q::Value> {
        self.get_within(query, &())
    }

    /// The value of a query that is computed within the budget of a question.
    pub fn get_within<Q: Query>(&self, query: &Q, budget: &Q::Budget) -> Arc<Q::Value> {
        // Such a value is also computed without a request.
        const { assert!(size_of::<Q::Budget>() == 0 || matches!(Q::WHEN, When::Asked | When::Volatile)) };
        self.value_within(query, budget).downcast().expect("a query has values of one type")
    }

    /// The value of a query, computed by a caller that can derive it from other values; it must equal the value that
    /// the query computes.
    pub(crate) fn get_as<Q: Query>(&self, query: &Q, compute: impl Fn() -> Q::Value) -> Arc<Q::Value> {
        let mut make = |_: Option<&QueryValue>| -> QueryValue { Arc::new(compute()) };
        let value = self.noted(self.shared.cells().ask(self, query, &LaterParts::new(), &mut make));
        value.downcast().expect("a query has values of one type")
    }

    #[inline(never)]
    fn value_within(&self, query: &(dyn AnyQuery + 'static), budget: &dyn Any) -> QueryValue {
        let later = LaterParts::new();
        let mut make = |before: Option<&QueryValue>| {
            query.compute(&Request { now: self, before, later: &later, budget })
        };
        match query.owner() {
            Owner::File(file) => self.value_of_file(file, query, &mut make),
            Owner::Run | Owner::Unit(_) => {
                self.noted(self.shared.cells().ask(self, query, &later, &mut make))
            }
        }
    }

    /// The value of a query that belongs to a file, computed once per version. Its dependents depend on the version, or
    /// on the value alone if it is compared.
    fn value_of_file(
        &self,
        id: SourceId,
        query: &(dyn AnyQuery + 'static),
        make: &mut Make<'_>,
    ) -> QueryValue {
        let Some(file) = self.file(id) else { return make(None) };
        let Some(equality) = query.equality() else {
            self.note_file(id, &file);
            return file.remember(query, make);
        };
        let known = locked(&file.facts).get(query).cloned();
        let node = known.unwrap_or_else(|| {
            let key = query.to_key();
            let (made, reads) = db::recorded(|| make(None));
            // the file determines the fact, so only its side effects are kept
            let reads = Dependencies { list: Vec::new(), inner: Vec::new(), ..reads };
            let again = Recompute { query: key.clone(), equality, settle: None };
            let node = Memo::new(made, reads, None, Some(again), self.shared.revision);
            // The first of several threads wins, so that all readers share a node.
            Arc::clone(locked(&file.facts).entry(key).or_insert(node))
        });
        self.noted(node)
    }
}

/// Turns a function on values of one type into one on values of any type.
fn is_same<Q: Query>(one: &QueryValue, other: &QueryValue) -> bool {
    let (Some(one), Some(other)) = (one.downcast_ref(), other.downcast_ref()) else { return false };
    match Q::WHEN {
        When::Compared(same) | When::Revision(same) => same(one, other),
        When::Asked | When::Volatile => false,
    }
}

impl<Q: Query> AnyQuery for Q {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &(dyn AnyQuery + 'static)) -> bool {
        other.as_any().downcast_ref::<Q>() == Some(self)
    }

    fn hash_into(&self, mut to: &mut dyn Hasher) {
        TypeId::of::<Q>().hash(&mut to);
        self.hash(&mut to);
    }

    fn to_key(&self) -> Key {
        Key(Arc::new(self.clone()))
    }

    fn owner(&self) -> Owner<'_> {
        Query::owner(self)
    }

    fn equality(&self) -> Option<Equality> {
        let is_lazy = match Q::WHEN {
            When::Asked | When::Volatile => return None,
            When::Compared(_) => true,
            When::Revision(_) => false,
        };
        Some(Equality { same: is_same::<Q>, is_lazy })
    }

    fn compute(&self, request: &Request<'_>) -> QueryValue {
        let snapshot = request.now.downcast_ref().expect("values are computed in snapshots");
        let cx = QueryContext { snapshot, request, query: PhantomData };
        Arc::new(match Q::WHEN {
            When::Volatile => db::in_revision(|| Query::compute(self, &cx)),
            _ => Query::compute(self, &cx),
        })
    }
}

/// Declares a [`Query`]: its type, the type of its value, and how it is computed from the query and the snapshot.
///
/// `when` sets when the value is recomputed, `within` sets the budget that it needs, and `of` the
/// [owner](crate::Owner). A third parameter of the closure is the [context](QueryContext).
///
/// ```
/// hclx_analysis::query! {
///     /// The number of files in a directory.
///     struct FileCount(String) -> usize, when Revision(PartialEq::eq);
///     |FileCount(folder), snapshot| snapshot.list(folder).map_or(0, |entries| entries.len())
/// }
/// # use hclx_analysis::{Memory, Session, Settings};
/// # fn count(snapshot: &hclx_analysis::Snapshot) -> usize {
/// *snapshot.get(&FileCount("modules".to_owned()))
/// # }
/// ```
#[macro_export]
macro_rules! query {
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident $(($($field:tt)*))? -> $value:ty
        $(, when $when:ident $(($same:expr))?)? $(, within $budget:ty)? $(, of $owner:ident |$owned:pat_param| $id:expr)?;
        |$query:pat_param, $snapshot:pat_param $(, $cx:pat_param)?| $body:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        $vis struct $name $(($($field)*))?;

        impl $crate::Query for $name {
            type Value = $value;
            type Budget = $crate::query!(@budget $($budget)?);
            $(const WHEN: $crate::When<$value> = $crate::When::$when $(($same))?;)?

            $(fn owner(&self) -> $crate::Owner<'_> {
                let $owned = self;
                $crate::Owner::$owner($id)
            })?

            fn compute(&self, cx: &$crate::QueryContext<'_, Self>) -> $value {
                let $query = self;
                let $snapshot = cx.snapshot();
                $(let $cx = cx;)?
                $body
            }
        }
    };
    (@budget) => { () };
    (@budget $budget:ty) => { $budget };
}
