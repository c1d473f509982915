//! Features of an editor over the files of a session: declarations, references and renames.
//!
//! Each is a function over a [`Snapshot`](hclx_analysis::Snapshot) in byte offsets; the command line and the
//! language server print the same answers. Out of scope: protocols, positions in lines, and files.

mod complete;
mod graph;
mod hover;
mod index;
mod rename;

pub use complete::{At, Candidate, CandidateKind, Completion, Rank, SignatureHelp, complete, signature_help};
pub use graph::{Edge, Graph, Node, Uses};
pub use hover::{Subject, subject};
pub use index::{Index, Place, Role};
pub use rename::{Refused, Renamed, check_name, rename};
