//! Access to the outside world: functions reach files only through a [`Host`]. Out of scope: reading files,
//! which the binary implements.

/// The reason why a host rejected a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing exists at this path: an error in the configuration.
    Missing,
    /// Something else exists there; a phrase to complete a sentence (`a directory`).
    Other(String),
    /// Not read, for a reason that completes a sentence: the contents are unknown, which is not an error.
    NotRead(String),
    /// Not readable, for a reason that completes a sentence: the contents are unknown, and the run reports
    /// the failure.
    Failed(String),
}

impl Refusal {
    /// The reason as a phrase to complete a sentence.
    pub fn reason(&self) -> String {
        match self {
            Self::Missing => "no such file or directory".to_owned(),
            Self::Other(what) => format!("it is {what}"),
            Self::NotRead(why) | Self::Failed(why) => why.clone(),
        }
    }
}

/// The kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// Something else: a device, a pipe, a socket.
    Special,
    /// A link that is not followed: it is broken, or leads to something that is not read.
    Unread,
}

/// Access to the file system for functions. Paths are as in the configuration, with `/`; the host determines
/// their root and rejects paths outside of it, including those through links.
pub trait Host: Send + Sync + std::fmt::Debug {
    /// The bytes of a file.
    ///
    /// # Errors
    /// The reason, if the file cannot or must not be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal>;

    /// The kind of entry at a path.
    ///
    /// # Errors
    /// The reason, if nothing exists there or access is denied.
    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.read(path).map(|_| Entry::File)
    }

    /// The names and kinds of a directory's entries, in any order; links are followed.
    ///
    /// # Errors
    /// The reason, if the directory does not exist or access is denied.
    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let _ = path;
        Err(not_read_here())
    }

    /// The reason why files whose paths match a pattern will exist, if there are none yet.
    fn expects(&self, _pattern: &str) -> Option<String> {
        None
    }

    /// The absolute path with all links resolved, as far as it exists.
    ///
    /// # Errors
    /// The reason, if a link is broken.
    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        Ok(path.to_owned())
    }

    /// A version number that changes when the unsaved contents that the host holds for the file at a path
    /// change, as in an editor.
    fn version(&self, path: &str) -> u64 {
        let _ = path;
        0
    }
}

/// A host that rejects every request.
#[derive(Clone, Copy, Debug)]
pub struct NoHost;

impl Host for NoHost {
    fn read(&self, _: &str) -> Result<Vec<u8>, Refusal> {
        Err(not_read_here())
    }
}

fn not_read_here() -> Refusal {
    Refusal::NotRead("files are not available here".to_owned())
}
