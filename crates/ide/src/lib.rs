//! Editor features over the files of a session: declarations, references and renames.
//!
//! Each is a function of a [`Snapshot`](hclx_analysis::Snapshot) that uses byte offsets; the command line
//! and the language server print the same answers. Out of scope: protocols, line-based positions, and files.

mod actions;
mod affected;
mod calls;
mod complete;
mod folding;
mod graph;
mod hints;
mod hover;
mod index;
mod links;
mod locals;
mod moves;
mod names;
mod rename;
mod selection;
mod tokens;

pub use actions::{Action, ActionKind, Changes, actions, item_start};
pub use affected::{AffectedUnit, Cause, affected, changed_nodes};
pub use calls::{Call, Calls, main_file};
pub use complete::{
    Candidate, CandidateKind, Completion, CompletionPlace, Rank, SignatureHelp, complete, index_names,
    signature_help,
};
pub use folding::{Fold, FoldKind, folds};
pub use graph::{Edge, Graph, MOST_DEPTH, Node, Uses};
pub use hints::{Hint, HintKind, HintKinds, hints};
pub use hover::{Hover, Origin, Subject, hover};
pub use index::{Index, Place, Role};
pub use links::{Link, links};
pub use locals::{LocalKind, LocalName, Locals};
pub use moves::{Move, moved_paths, relative};
pub use names::{NameAt, declaration, name_at, type_place, values};
pub use rename::{RenameEdits, RenameError, check_local, check_name, rename, rename_local};
pub use selection::selection;
pub use tokens::{SemanticToken, TOKEN_KINDS, TOKEN_MODIFIERS, TokenKind, tokens};
