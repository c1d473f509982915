//! The tasks of the worker, and the events that the main loop handles.

use std::path::PathBuf;

use serde_json::Value;

use super::documents::Text;
use super::folders::FileFindings;
use super::query::{ClientRequest, Sight};
use super::status::Status;
use super::wire::message::{ClientMessage, Failure, Reply};

/// An event of the main loop.
pub(crate) enum Event {
    /// A message of the client.
    Message(ClientMessage),
    /// An error response to an invalid message.
    Refused(Value),
    /// The end of the client's messages, with the reason if it is an error.
    Ended(Option<String>),
    /// Findings.
    Judged(FolderFindings),
    /// Everything up to this task is checked.
    Settled { task: u64 },
    /// The answer to a question about a document.
    Answered { id: Value, result: Result<Reply, Failure> },
    /// The status of a folder.
    Status { root: PathBuf, status: Status },
    /// The reason why a folder could not be checked.
    Failed(String),
}

/// A task of the worker.
pub(crate) enum Task {
    /// Checks a folder from now on; if it `is_single`, only its open documents.
    Add { root: PathBuf, is_single: bool },
    /// Stops judging a folder.
    Remove { root: PathBuf },
    /// Changes the text of a document; `None` closes it. If it `is_held`, nothing is checked afterwards.
    Text { root: PathBuf, path: String, uri: String, text: Option<Text>, is_held: bool },
    /// Files on disk changed.
    Disk { paths: Vec<PathBuf> },
    /// Reads and checks everything again.
    Restart,
    /// A request about all folders: `whole` builds the answer from their concatenated lists.
    AskAll {
        id: Value,
        asked: Box<ClientRequest>,
        answer: fn(&Sight<'_>) -> Vec<Value>,
        whole: fn(Vec<Value>) -> Value,
    },
    /// Sets the number of threads; 0 means the value from the command line.
    Threads(usize),
    /// A request about a document.
    Ask { id: Value, root: PathBuf, path: String, asked: Box<ClientRequest> },
}

/// The findings of a folder.
pub(crate) struct FolderFindings {
    pub(crate) root: PathBuf,
    /// The number of the last task that it takes into account.
    pub(crate) task: u64,
    /// Set if all other files have no findings.
    pub(crate) is_whole: bool,
    pub(crate) files: Vec<FileFindings>,
}
