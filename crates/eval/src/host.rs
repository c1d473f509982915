//! The door to the outside world: functions reach files only through a [`Host`]. Deliberately absent:
//! anything that reads; the binary implements it.

/// Why a host did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing of this name: an error of the configuration.
    Missing,
    /// There is something else than what was asked for, in words that end a sentence (`a directory`).
    Other(String),
    /// It is not read here, in words that end a sentence: what it holds is unknown, and no error.
    NotRead(String),
    /// The system does not give it, in words that end a sentence: what it holds is unknown, and the run says
    /// that it could not be read.
    Failed(String),
}

impl Refusal {
    /// Why something cannot be read, in words that end a sentence.
    pub fn reason(&self) -> String {
        match self {
            Self::Missing => "no such file or directory".to_owned(),
            Self::Other(what) => format!("it is {what}"),
            Self::NotRead(why) | Self::Failed(why) => why.clone(),
        }
    }
}

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// Something else: a device, a pipe, a socket.
    Special,
    /// A link that is not followed: it leads nowhere, or to what is not read here.
    Unread,
}

/// What functions may ask of the world. Paths are as the configuration wrote them, with `/`; the host
/// decides where they are rooted and refuses what lies outside, also by way of links.
pub trait Host: Send + Sync + std::fmt::Debug {
    /// The bytes of a file.
    ///
    /// # Errors
    /// The reason, if the file cannot be read or may not be.
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal>;

    /// What is at a path.
    ///
    /// # Errors
    /// The reason, if there is nothing or it may not be looked at.
    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.read(path).map(|_| Entry::File)
    }

    /// The names in a directory and what is there, in any order; links are followed.
    ///
    /// # Errors
    /// The reason, if there is none or it may not be looked at.
    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let _ = path;
        Err(not_read_here())
    }

    /// The absolute path behind all links; of a path that does not exist, as far as it does.
    ///
    /// # Errors
    /// The reason, if a link leads nowhere.
    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        Ok(path.to_owned())
    }
}

/// A host that refuses everything.
#[derive(Clone, Copy, Debug)]
pub struct NoHost;

impl Host for NoHost {
    fn read(&self, _: &str) -> Result<Vec<u8>, Refusal> {
        Err(not_read_here())
    }
}

fn not_read_here() -> Refusal {
    Refusal::NotRead("files are not read here".to_owned())
}
