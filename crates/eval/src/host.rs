//! The door to the outside world: functions reach files only through a [`Host`].

/// Why a host did not answer, in words that end a sentence (`no file of this name`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

/// What functions may ask of the world. The binary implements it; nothing below it reads anything.
pub trait Host: Sync {
    /// The bytes of a file. `path` is as the configuration wrote it; the host decides where it is
    /// rooted and refuses what lies outside.
    ///
    /// # Errors
    /// The reason, if the file cannot be read or may not be.
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal>;

    /// The bytes of another configuration that an expression imports by name.
    ///
    /// # Errors
    /// The reason, if there is none or it may not be read.
    fn import(&self, name: &str) -> Result<Vec<u8>, Refusal> {
        self.read(name)
    }
}

/// A host that refuses everything.
#[derive(Clone, Copy, Debug)]
pub struct NoHost;

impl Host for NoHost {
    fn read(&self, _: &str) -> Result<Vec<u8>, Refusal> {
        Err(Refusal("files are not read here".to_owned()))
    }
}
