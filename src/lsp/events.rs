//! The tasks of the worker, and the events that the main loop handles.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::folders::FileFindings;
use super::query::{Asked, Sight};
use super::wire::message::{Failure, Incoming};

/// An event of the main loop.
pub(crate) enum Event {
    /// A message.
    Message(Incoming),
    /// An answer to something that is no message.
    Refused(Value),
    /// The end of the client's messages, and why they cannot be read on.
    Ended(Option<String>),
    /// Findings.
    Judged(Judged),
    /// Everything is judged that the tasks up to this one told.
    Settled { task: u64 },
    /// The answer to a question about a document.
    Answered { id: Value, result: Result<Value, Failure> },
    /// Why a folder could not be judged.
    Failed(String),
}

/// A task of the worker.
pub(crate) enum Task {
    /// A folder is judged from now on; of one that `is_single`, open documents only.
    Add { root: PathBuf, is_single: bool },
    /// A folder is no longer judged.
    Remove { root: PathBuf },
    /// The text of a document changed; `None` is closed.
    Text { root: PathBuf, path: String, uri: String, text: Option<Arc<[u8]>> },
    /// Files on disk changed.
    Disk { paths: Vec<PathBuf> },
    /// Everything is read and judged again.
    Restart,
    /// A request about all folders: the lists of each are joined.
    AskAll { id: Value, asked: Box<Asked>, answer: fn(&Sight<'_>) -> Vec<Value> },
    /// A request about a document.
    Ask { id: Value, root: PathBuf, path: String, asked: Box<Asked> },
}

/// The findings of a folder.
pub(crate) struct Judged {
    pub(crate) root: PathBuf,
    /// The number of tasks that it takes into account.
    pub(crate) task: u64,
    /// Set if files that are not named have no findings.
    pub(crate) is_whole: bool,
    pub(crate) files: Vec<FileFindings>,
}
