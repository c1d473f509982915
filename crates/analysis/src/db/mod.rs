//! Values that are kept across the revisions of a session, each with its dependencies.
//!
//! While a value is computed, a frame on the thread records every read: versions of files, bytes that
//! functions read, and other values. In a new revision, a value is valid if everything that it read is
//! unchanged. A *query* is recomputed instead: if the result equals the previous value, that value is kept,
//! so that its dependents stay valid too. A value that a file owns is computed once for each version of the
//! file.
//!
//! Out of scope: the computations, and the files themselves (`session`). Nothing is recorded if there are no
//! revisions, as on the command line.

mod cell;
mod host;
mod node;
mod query;
mod readers;
mod recording;

pub(crate) use cell::{Cell, Cells, Make};
pub(crate) use host::TrackedHost;
pub use node::LazyDependencies;
pub(crate) use node::{Database, Dependencies, Dependency, Effect, LaterParts, Memo, Recompute};
pub use query::Owner;
pub(crate) use query::{AnyQuery, Equality, Key, QueryValue, Request};
pub use recording::UnchangedReads;
pub(crate) use recording::{effect, in_revision, inner, note, recorded};
