//! Revisions of a repository, read through `git`: objects alone, since a repository that is somebody else's configures
//! filters, drivers and hooks, which other commands run.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use hclx_diag::MAX_SOURCE_BYTES;

/// A revision with the list of its files.
pub(crate) struct Revision {
    /// The root of the repository of the current directory, behind all links.
    pub(crate) root: PathBuf,
    /// The list as `git ls-tree` prints it.
    listed: Vec<u8>,
}

impl Revision {
    /// Looks a revision up in the repository of the current directory.
    ///
    /// # Errors
    /// If there is no `git`, no repository or no such revision.
    pub(crate) fn open(revision: &str) -> anyhow::Result<Self> {
        let root = git(&["rev-parse", "--show-toplevel"]).context("cannot run git")?;
        let root = os_str(root.trim_ascii_end()).map(PathBuf::from).context("cannot run git")?;
        let root = root.canonicalize().unwrap_or(root);
        let commit = format!("{revision}^{{commit}}");
        let commit = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| anyhow::anyhow!("git does not know this revision"))?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        let listed = git(&["ls-tree", "-r", "-z", "--full-tree", &commit]).context("cannot run git")?;
        Ok(Self { root, listed })
    }

    /// The files.
    pub(crate) fn tree(&self) -> Tree<'_> {
        Tree::read(&self.listed)
    }
}

/// The entry of a revision at a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entry<'t> {
    /// A file with this object name.
    Blob(&'t str),
    /// Nothing.
    New,
    /// A part of another repository.
    Submodule,
}

/// Object names by path, with `/` between parts; a submodule has none.
pub(crate) struct Tree<'t>(HashMap<&'t [u8], Object<'t>>);

/// An entry of a tree.
#[derive(Clone, Copy)]
struct Object<'t> {
    /// The name of the blob; `None` for a submodule.
    name: Option<&'t str>,
    is_link: bool,
}

impl<'t> Tree<'t> {
    /// Reads entries `MODE TYPE OBJECT<tab>PATH<NUL>`.
    fn read(listed: &'t [u8]) -> Self {
        let read = |line: &'t [u8]| {
            let tab = line.iter().position(|byte| *byte == b'\t')?;
            let mut head = std::str::from_utf8(&line[..tab]).ok()?.split(' ');
            let (mode, kind, object) = (head.next()?, head.next()?, head.next()?);
            let name = (kind == "blob").then_some(object);
            Some((&line[tab + 1..], Object { name, is_link: mode == "120000" }))
        };
        Self(listed.split(|byte| *byte == 0).filter_map(read).collect())
    }

    /// The entry at a path from the root.
    pub(crate) fn entry(&self, path: &Path) -> Entry<'t> {
        let parts: Vec<&[u8]> = path.iter().map(OsStr::as_encoded_bytes).collect();
        for end in (1..=parts.len()).rev() {
            match self.0.get(&*parts[..end].join(&b'/')) {
                Some(Object { name: Some(object), .. }) if end == parts.len() => return Entry::Blob(object),
                Some(Object { name: None, .. }) => return Entry::Submodule,
                _ => {}
            }
        }
        Entry::New
    }

    /// The files that are no links, with their objects. Names that are not Unicode are left out.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        let files = self.0.iter().filter(|(_, object)| !object.is_link);
        files.filter_map(|(path, object)| Some((std::str::from_utf8(path).ok()?, object.name?)))
    }
}

/// A command of `git` that runs nothing that a repository configures, fetches nothing, and asks nobody.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .args(["--no-pager", "--no-optional-locks"])
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat"])
        .args(["-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit"])
        .args(arguments)
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_TERMINAL_PROMPT", "0");
    command
}

/// The standard output of a command of `git`.
fn git(arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = command(arguments).stdin(Stdio::null()).output().context("`git` cannot be run")?;
    let message = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{}", message.lines().next().unwrap_or("git failed"));
    Ok(output.stdout)
}

/// A running `git cat-file --batch`.
pub(crate) struct Blobs {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Blobs {
    /// Starts it.
    ///
    /// # Errors
    /// If there is no `git`.
    pub(crate) fn open() -> anyhow::Result<Self> {
        let mut child = command(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("`git` cannot be run")?;
        let answers = child.stdout.take().context("`git` cannot be read")?;
        Ok(Self { child, answers: BufReader::new(answers) })
    }

    /// The bytes of an object. What is larger than a source may be is empty.
    ///
    /// # Errors
    /// If the object is not in the repository, or `git` ends.
    pub(crate) fn read(&mut self, object: &str) -> anyhow::Result<Vec<u8>> {
        let questions = self.child.stdin.as_mut().context("`git` cannot be asked")?;
        writeln!(questions, "{object}")?;
        questions.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let size: Option<u64> = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok());
        let size = size.with_context(|| format!("object {object} is not here"))?;
        // a line break follows
        let mut rest = (&mut self.answers).take(size + 1);
        let mut bytes = Vec::new();
        if size <= MAX_SOURCE_BYTES as u64 {
            rest.read_to_end(&mut bytes)?;
            bytes.pop();
        } else {
            std::io::copy(&mut rest, &mut std::io::sink())?;
        }
        Ok(bytes)
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        // it ends where its questions do
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A path as `git` prints it.
#[cfg(unix)]
fn os_str(bytes: &[u8]) -> Option<&OsStr> {
    Some(std::os::unix::ffi::OsStrExt::from_bytes(bytes))
}

/// A path as `git` prints it.
#[cfg(not(unix))]
fn os_str(bytes: &[u8]) -> Option<&OsStr> {
    std::str::from_utf8(bytes).ok().map(OsStr::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_tell_objects_and_submodules() {
        let tree =
            Tree::read(b"100644 blob aa\ta.tf\x00160000 commit bb\tsub\x00120000 blob cc\tb\xc3\xa4/x y\x00");
        assert_eq!(tree.entry(Path::new("a.tf")), Entry::Blob("aa"));
        assert_eq!(tree.entry(Path::new("b\u{e4}/x y")), Entry::Blob("cc"));
        assert_eq!(tree.entry(Path::new("sub/main.tf")), Entry::Submodule);
        assert_eq!(tree.entry(Path::new("new/main.tf")), Entry::New);
    }
}
