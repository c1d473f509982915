//! The only writer of files that belong to a user: formatted, fixed and renamed sources, pages, generated
//! files, baselines and reports.
//!
//! All new contents are first written next to their files. A file is then exchanged with its new contents, and its old
//! contents must be the checked ones. A journal in the user's cache lets a later command finish or undo what an
//! interrupted one began. Nothing is synced, so a power failure can undo or truncate a file that was just written, as
//! with other formatters.

mod journal;
mod replacing;

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use journal::Journal;
pub(crate) use journal::recover;

use crate::names;
use crate::output;

/// The files that are written as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Each file separately: a failure does not stop the others.
    Each,
    /// All of them, or none.
    All,
}

/// The new contents of a file.
pub(crate) struct Replacement {
    /// The path for messages.
    pub(crate) shown: Arc<str>,
    /// The path of the file itself, with all links resolved.
    pub(crate) target: PathBuf,
    /// The contents that were checked; `None` if there is no file.
    pub(crate) before: Option<Arc<[u8]>>,
    pub(crate) after: Arc<[u8]>,
}

impl Replacement {
    /// New contents for the file at a path, regardless of its old contents.
    ///
    /// # Errors
    /// If it exists and cannot be read, or is not a regular file.
    pub(crate) fn of(path: &Path, after: impl Into<Arc<[u8]>>) -> io::Result<Self> {
        let before = match crate::open_file::read(path, &|_| Ok(()), u64::MAX - 1) {
            Ok(bytes) => Some(bytes.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Self::after(path, before, after)
    }

    /// Like [`Self::of`], for a file whose contents are known.
    ///
    /// # Errors
    /// If its directory does not exist.
    pub(crate) fn after(
        path: &Path,
        before: Option<Arc<[u8]>>,
        after: impl Into<Arc<[u8]>>,
    ) -> io::Result<Self> {
        let target = match before {
            Some(_) => path.canonicalize()?,
            None => {
                folder_of(path).canonicalize()?.join(path.file_name().ok_or(io::ErrorKind::InvalidInput)?)
            }
        };
        Ok(Self { shown: names::text(path).into(), target, before, after: after.into() })
    }
}

/// The directory of a path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file on its way to new contents.
struct Step {
    file: Replacement,
    /// The metadata of the file, if it exists.
    metadata: Option<Metadata>,
    /// The new contents next to the file, and the old ones after an exchange.
    beside: PathBuf,
    /// The old contents, on file systems that cannot exchange files.
    backup: PathBuf,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing was written.
    Untouched,
    /// The new contents are next to the file.
    Prepared,
    /// The file has the new contents, and `beside` the old ones.
    Exchanged,
    /// The file has the new contents, and `backup` the old ones.
    Moved,
    /// The file is new.
    Created,
}

/// A file that was not written, with the reason.
pub(crate) struct Failure {
    /// The path for messages.
    pub(crate) shown: Arc<str>,
    error: anyhow::Error,
}

impl Failure {
    /// The message, with all known details about the reason.
    pub(crate) fn message(&self) -> String {
        format!("cannot write `{}`: {:#}", self.shown, self.error)
    }
}

/// Files that are about to be written.
pub(crate) struct WriteBatch {
    scope: Scope,
    steps: Vec<Step>,
    failures: Vec<Failure>,
}

impl WriteBatch {
    /// No files yet.
    pub(crate) fn new(scope: Scope) -> Self {
        Self { scope, steps: Vec::new(), failures: Vec::new() }
    }

    /// Writes one file, regardless of its old contents. A pipe or other special file is written directly.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn one(path: &Path, after: impl Into<Arc<[u8]>>) -> anyhow::Result<()> {
        let after = after.into();
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(std::fs::write(path, after)?);
        }
        if let Some(folder) =
            path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        {
            anyhow::bail!("directory `{}` does not exist", names::text(folder));
        }
        let mut writing = Self::new(Scope::All);
        writing.add(Replacement::of(path, after)?);
        writing.finish().pop().map_or(Ok(()), |failure| Err(failure.error))
    }

    /// Adds a file. Another name of an added file does not count again.
    pub(crate) fn add(&mut self, file: Replacement) {
        let is_known = |step: &&Step| step.file.target == file.target;
        if let Some(known) = self.steps.iter().find(is_known) {
            if known.file.after != file.after {
                let error = anyhow::anyhow!("it has another name, under which it changes differently");
                self.failures.push(Failure { shown: file.shown, error });
            }
            return;
        }
        let (beside, backup) = self.names(&file.target);
        self.steps.push(Step { file, metadata: None, beside, backup, state: State::Untouched });
    }

    /// Adds a file, if there is one.
    pub(crate) fn extend(&mut self, file: Option<Replacement>) {
        file.into_iter().for_each(|file| self.add(file));
    }

    /// Records that a file cannot be written.
    pub(crate) fn fail(&mut self, shown: &str, error: anyhow::Error) {
        self.failures.push(Failure { shown: shown.into(), error });
    }

    /// Two unused names in the directory of a file.
    fn names(&self, target: &Path) -> (PathBuf, PathBuf) {
        let (folder, own) = (folder_of(target), std::process::id());
        let mut number = self.steps.len();
        loop {
            let name = |ending: &str| folder.join(format!(".hclx-{own}-{number}.{ending}"));
            let (beside, backup) = (name("tmp"), name("old"));
            // left over from a run that was interrupted and had no cache
            if [&beside, &backup].iter().all(|path| path.symlink_metadata().is_err()) {
                return (beside, backup);
            }
            number += 1;
        }
    }

    /// Writes the files, and returns those that were not written. If all files must be written together and
    /// one fails, none is written.
    pub(crate) fn finish(mut self) -> Vec<Failure> {
        self.each(Step::check);
        if self.is_over() {
            return self.failures;
        }
        // before the first file, so that a later command has a record of all of them
        let journal = Journal::begin(self.scope, &self.steps);
        self.each(Step::prepare);
        if !self.is_over() {
            self.each(Step::replace);
        }
        let is_undone = !self.is_over() || self.roll_back();
        if !self.is_over() {
            journal.iter().for_each(Journal::commit);
        }
        for step in &self.steps {
            step.clean();
            step.tell_names();
        }
        // files that could not be restored are left to a later command
        if let Some(journal) = journal.filter(|_| is_undone) {
            journal.end();
        }
        self.failures
    }

    /// Returns `true` if a failure concerns all files.
    fn is_over(&self) -> bool {
        self.scope == Scope::All && !self.failures.is_empty()
    }

    /// Takes a step with each file; one that fails is left unchanged.
    fn each(&mut self, take: fn(&mut Step) -> anyhow::Result<()>) {
        let mut left = Vec::with_capacity(self.steps.len());
        for mut step in std::mem::take(&mut self.steps) {
            // the rest of all files stays as it is
            let taken = if self.is_over() { Ok(()) } else { take(&mut step) };
            match taken {
                Ok(()) => left.push(step),
                Err(error) => {
                    step.clean();
                    self.failures.push(Failure { shown: step.file.shown, error });
                }
            }
        }
        self.steps = left;
    }

    /// Restores the old contents of the files, the last one first. Returns `false` if one cannot be restored.
    fn roll_back(&mut self) -> bool {
        let mut is_undone = true;
        for step in self.steps.iter_mut().rev() {
            if let Err(error) = step.undo() {
                is_undone = false;
                let shown = Arc::clone(&step.file.shown);
                self.failures.push(Failure { shown, error });
            }
        }
        is_undone
    }
}

impl Step {
    /// Checks that the file may be replaced. Nothing is written before all files are checked.
    fn check(&mut self) -> anyhow::Result<()> {
        let target = &self.file.target;
        self.metadata = match target.symlink_metadata() {
            // a broken link is replaced
            Ok(metadata) if metadata.is_symlink() && self.file.before.is_none() => None,
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        anyhow::ensure!(self.metadata.is_none() || self.file.before.is_some(), "it was created meanwhile");
        anyhow::ensure!(self.metadata.is_some() || self.file.before.is_none(), "it was removed meanwhile");
        anyhow::ensure!(replacing::is_writable(folder_of(target)), "its directory is read-only");
        anyhow::ensure!(self.metadata.is_none() || replacing::is_writable(target), "it is read-only");
        Ok(())
    }

    /// Writes the new contents beside the file.
    fn prepare(&mut self) -> anyhow::Result<()> {
        self.state = State::Prepared;
        Ok(replacing::write_new(&self.beside, &self.file.after, self.metadata.as_ref())?)
    }

    /// Gives the file its new contents.
    fn replace(&mut self) -> anyhow::Result<()> {
        let target = &self.file.target;
        let Some(before) = &self.file.before else {
            replacing::create(&self.beside, target)?;
            self.state = State::Created;
            return Ok(());
        };
        match replacing::exchange(&self.beside, target) {
            Ok(()) => self.state = State::Exchanged,
            Err(error) if replacing::is_unsupported(&error) => {
                replacing::keep(target, &self.backup)?;
                let is_same = replacing::has(&self.backup, before);
                let moved = if is_same { std::fs::rename(&self.beside, target) } else { Ok(()) };
                if !is_same || moved.is_err() {
                    let _ = std::fs::remove_file(&self.backup);
                }
                moved?;
                anyhow::ensure!(is_same, CHANGED);
                self.state = State::Moved;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
        // another program wrote the file after it was read
        if !replacing::has(&self.beside, before) {
            replacing::exchange(&self.beside, target)?;
            self.state = State::Prepared;
            anyhow::bail!(CHANGED);
        }
        Ok(())
    }

    /// Gives the file its old contents.
    fn undo(&mut self) -> anyhow::Result<()> {
        let target = &self.file.target;
        match self.state {
            State::Untouched | State::Prepared => return Ok(()),
            _ if !replacing::has(target, &self.file.after) => {
                // another program wrote it, so the old contents stay next to it
                self.state = State::Untouched;
                anyhow::bail!("it changed while it was written, and is left as it is");
            }
            State::Exchanged => std::fs::rename(&self.beside, target)?,
            State::Moved => std::fs::rename(&self.backup, target)?,
            State::Created => std::fs::remove_file(target)?,
        }
        self.state = State::Untouched;
        Ok(())
    }

    /// Removes the temporary files next to the file.
    fn clean(&self) {
        let path = match self.state {
            State::Prepared | State::Exchanged => &self.beside,
            State::Moved => &self.backup,
            State::Untouched | State::Created => return,
        };
        let _ = std::fs::remove_file(path);
    }

    /// Reports that a written file has other names, which keep the old contents.
    fn tell_names(&self) {
        let is_written = matches!(self.state, State::Exchanged | State::Moved);
        let names = self.metadata.as_ref().map_or(1, replacing::names);
        if is_written && names > 1 {
            let others = match names - 1 {
                1 => "its other hard link keeps".to_owned(),
                others => format!("its {others} other hard links keep"),
            };
            output::note(&format!("note: `{}` was replaced; {others} the old contents", self.file.shown));
        }
    }
}

/// The reason for not writing a file.
const CHANGED: &str = "it changed after it was read; it was not modified";
