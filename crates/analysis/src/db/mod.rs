//! Values kept between the revisions of a session, each with what it read.
//!
//! While a value is made, a frame on the thread notes every read: versions of files, bytes that functions read, and
//! other values. In a new revision a value holds if everything that it read holds. A *query* is asked anew instead, and
//! what is equal to the value before keeps its place, so that what depends on it holds too; a *fact* is a query about
//! the contents of one file.
//!
//! Out of scope: what is computed, and the files themselves (`session`). Nothing is noted where no revisions are taken,
//! as on the command line.

mod cell;
mod host;
mod node;
mod recording;

pub(crate) use cell::{Cells, Query};
pub(crate) use host::NotedHost;
pub use node::LaterReads;
pub(crate) use node::{Again, Effect, Made, Node, Present, Read, Reads, Remake, locked};
pub(crate) use recording::{effect, note, recorded};
