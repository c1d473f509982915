//! Calls between modules, programs and documents: the only code that detects their cycles and computes their
//! depth and number.
//!
//! A callee is identified by its real path ([`Snapshot::reach`]), so links to it do not count as other callees.
//! Out of scope: the meaning of a call.

use std::collections::VecDeque;
use std::hash::Hash;

use hclx_diag::Ordered;

use crate::{Query, QueryContext, Snapshot};

/// The maximum depth of calls.
pub const MOST_DEPTH: u64 = 64;

/// The maximum number of instances of calls below a caller: each call of a module that calls two others counts three
/// times.
pub const MOST_INSTANCES: u64 = 20_000;

/// The calls of a language.
pub trait Calls: Clone + Eq + Hash + Send + Sync + 'static {
    /// The real paths that a directory or file calls, in the order of its source.
    fn called(&self, snapshot: &Snapshot, caller: &str) -> Vec<String>;
}

/// The calls below a directory or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallExtent {
    /// They contain a cycle.
    Endless,
    /// They contain no cycle.
    Ends {
        /// The number of nested calls.
        depth: u64,
        /// The number of instances of calls.
        instances: u64,
    },
}

impl CallExtent {
    /// The number of instances of calls; unlimited for a cycle.
    pub fn instances(self) -> u64 {
        match self {
            Self::Endless => u64::MAX,
            Self::Ends { instances, .. } => instances,
        }
    }

    /// The calls below a caller, computed from those of its callees.
    fn around(called: impl Iterator<Item = Self>) -> Self {
        let (mut most, mut sum) = (0, 0_u64);
        for below in called {
            let Self::Ends { depth, instances } = below else { return Self::Endless };
            most = most.max(depth + 1);
            sum = sum.saturating_add(instances).saturating_add(1);
        }
        Self::Ends { depth: most, instances: sum }
    }
}

/// The calls below a directory or file.
#[derive(Clone, PartialEq, Eq, Hash)]
struct CallsBelow<C>(C, Box<str>);

impl<C: Calls> Query for CallsBelow<C> {
    type Value = CallExtent;
    type Budget = ();

    fn compute(&self, cx: &QueryContext<'_, Self>) -> CallExtent {
        cx.snapshot().walk(&self.0, &self.1)
    }
}

/// The calls of any language.
trait CallWalk {
    fn callees(&self, snapshot: &Snapshot, caller: &str) -> Vec<String>;
    /// Computes the calls below a caller from the known calls below its callees.
    fn know(&self, snapshot: &Snapshot, caller: &str);
}

impl<C: Calls> CallWalk for C {
    fn callees(&self, snapshot: &Snapshot, caller: &str) -> Vec<String> {
        self.called(snapshot, caller)
    }

    fn know(&self, snapshot: &Snapshot, caller: &str) {
        snapshot.get_as(&CallsBelow(self.clone(), caller.into()), || {
            let called = self.called(snapshot, caller);
            CallExtent::around(called.iter().map(|callee| snapshot.below(self, callee)))
        });
    }
}

impl Snapshot {
    /// The calls below a directory or file, found without recursion.
    pub fn below<C: Calls>(&self, calls: &C, start: &str) -> CallExtent {
        *self.get(&CallsBelow(calls.clone(), start.into()))
    }

    fn walk(&self, calls: &dyn CallWalk, start: &str) -> CallExtent {
        let mut done: Ordered<String, CallExtent> = Ordered::new();
        let mut entered: Ordered<String, ()> = Ordered::from([(start.to_owned(), ())]);
        let mut open = vec![(start.to_owned(), 0, calls.callees(self, start))];
        while let Some((caller, next, all)) = open.last_mut() {
            let Some(callee) = all.get(*next).cloned() else {
                let around = CallExtent::around(all.iter().filter_map(|callee| done.get(callee).copied()));
                // the result holds for all callers on the path, whose callees come before them
                if caller != start {
                    calls.know(self, caller);
                }
                done.insert(caller.clone(), around);
                open.pop();
                continue;
            };
            *next += 1;
            if entered.insert(callee.clone(), ()).is_none() {
                let called = calls.callees(self, &callee);
                open.push((callee, 0, called));
            } else if done.get(&callee).is_none() {
                return CallExtent::Endless;
            }
        }
        done.get(start).copied().unwrap_or(CallExtent::Endless)
    }
}

/// A shortest path of calls from `from` to a caller of `to`; `to` itself is not included.
pub fn way(from: &str, to: &str, called: impl Fn(&str) -> Vec<String>) -> Option<Vec<String>> {
    let mut came: Ordered<String, Option<String>> = Ordered::from([(from.to_owned(), None)]);
    let mut queue = VecDeque::from([from.to_owned()]);
    while let Some(caller) = queue.pop_front() {
        for next in called(&caller) {
            if next == to {
                let before = |caller: &String| came.get(caller).cloned().flatten();
                let mut way: Vec<String> = std::iter::successors(Some(caller), before).collect();
                way.reverse();
                return Some(way);
            }
            if came.get(&next).is_none() {
                came.insert(next.clone(), Some(caller.clone()));
                queue.push_back(next);
            }
        }
    }
    None
}
