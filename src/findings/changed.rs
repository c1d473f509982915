//! Lines that changed since a revision. Objects are read through `git`, and compared here: a repository that is
//! somebody else's configures filters, drivers and hooks, which `git diff` and `git status` run.
//!
//! Deliberately absent: conversions of contents. A file that is kept in another form (LFS, encryption) is changed
//! as a whole.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use hclx_diag::{Diagnostic, MAX_SOURCE_BYTES, Sources, Span};

use crate::findings::diff::changed_lines;
use crate::{names, regular};

/// The changed lines of files.
pub(crate) struct Changed {
    /// By the names of sources.
    files: HashMap<String, Lines>,
}

enum Lines {
    All,
    Some(Vec<RangeInclusive<u32>>),
}

impl Changed {
    /// Compares files, given by their names, with what they were in a revision; one that the revision does not have is
    /// changed as a whole.
    ///
    /// # Errors
    /// If there is no `git`, no repository or no such revision.
    pub(crate) fn since<'n>(
        revision: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> anyhow::Result<Self> {
        let why = |what: &str| format!("`--since {revision}`: {what}");
        let root = git(&["rev-parse", "--show-toplevel"]).with_context(|| why("cannot run git"))?;
        let root = os_str(root.trim_ascii_end()).map(PathBuf::from).with_context(|| why("cannot run git"))?;
        let root = root.canonicalize().unwrap_or(root);
        let commit = format!("{revision}^{{commit}}");
        let commit = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| anyhow::anyhow!(why("git does not know this revision")))?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        let tree =
            git(&["ls-tree", "-r", "-z", "--full-tree", &commit]).with_context(|| why("cannot run git"))?;
        let tree = read_tree(&tree);
        let mut blobs = Blobs::open().with_context(|| why("cannot run git"))?;
        let mut files = HashMap::new();
        for name in names {
            if files.contains_key(name) {
                continue;
            }
            let Ok(real) = std::fs::canonicalize(names::path(name)) else { continue };
            let Ok(inside) = real.strip_prefix(&root) else { continue };
            let lines = match entry(&tree, inside) {
                Entry::Blob(object) => {
                    let old = blobs.read(object).with_context(|| why("cannot run git"))?;
                    let new = regular::read(&real, &|_| Ok(()), MAX_SOURCE_BYTES as u64);
                    new.map_or(Lines::All, |new| Lines::Some(changed_lines(&old, &new)))
                }
                Entry::New => Lines::All,
                Entry::Submodule => continue,
            };
            files.insert(name.to_owned(), lines);
        }
        Ok(Self { files })
    }

    /// Returns `true` if one of the places of a finding is on a changed line, or it has no place.
    pub(crate) fn touches(&self, sources: &Sources, finding: &Diagnostic) -> bool {
        finding.span.is_none() || places(finding).any(|span| self.holds(sources, span))
    }

    /// Returns `true` if a file of a name has changed lines.
    pub(crate) fn has(&self, name: &str) -> bool {
        match self.files.get(name) {
            Some(Lines::Some(lines)) => !lines.is_empty(),
            lines => lines.is_some(),
        }
    }

    fn holds(&self, sources: &Sources, span: Span) -> bool {
        let source = sources.get(span.source);
        match self.files.get(source.name()) {
            None => false,
            Some(Lines::All) => true,
            Some(Lines::Some(ranges)) => {
                let last = span.range.end.saturating_sub(u32::from(!span.range.is_empty()));
                let (first, last) =
                    (source.lines().line_of(span.range.start) + 1, source.lines().line_of(last) + 1);
                ranges.iter().any(|range| *range.start() <= last && first <= *range.end())
            }
        }
    }
}

/// The names of the sources that findings point into.
pub(crate) fn names_of<'s>(sources: &'s Sources, findings: &[Diagnostic]) -> Vec<&'s str> {
    findings.iter().flat_map(places).map(|span| sources.get(span.source).name()).collect()
}

/// The place of a finding and those of its labels.
fn places(finding: &Diagnostic) -> impl Iterator<Item = Span> {
    finding.span.into_iter().chain(finding.labels.iter().map(|label| label.span))
}

/// The entry of a revision at a path.
#[derive(Debug, PartialEq, Eq)]
enum Entry<'t> {
    /// A file with this object name.
    Blob(&'t str),
    /// Nothing.
    New,
    /// A part of another repository.
    Submodule,
}

/// Object names by path, with `/` between parts; a submodule has none.
type Tree<'t> = HashMap<&'t [u8], Option<&'t str>>;

/// Reads entries `MODE TYPE OBJECT<tab>PATH<NUL>`.
fn read_tree(listed: &[u8]) -> Tree<'_> {
    let entry = |entry: &'_ [u8]| -> Option<(usize, Option<(usize, usize)>)> {
        let tab = entry.iter().position(|byte| *byte == b'\t')?;
        let head = std::str::from_utf8(&entry[..tab]).ok()?;
        let (kind, object) = (head.split(' ').nth(1)?, head.rsplit(' ').next()?);
        Some((tab + 1, (kind == "blob").then_some((tab - object.len(), tab))))
    };
    let read = |line| {
        let line: &[u8] = line;
        let (path, object) = entry(line)?;
        let object = object.and_then(|(start, end)| std::str::from_utf8(&line[start..end]).ok());
        Some((&line[path..], object))
    };
    listed.split(|byte| *byte == 0).filter_map(read).collect()
}

fn entry<'t>(tree: &Tree<'t>, path: &Path) -> Entry<'t> {
    let parts: Vec<&[u8]> = path.iter().map(OsStr::as_encoded_bytes).collect();
    for end in (1..=parts.len()).rev() {
        match tree.get(&*parts[..end].join(&b'/')) {
            Some(Some(object)) if end == parts.len() => return Entry::Blob(object),
            Some(None) => return Entry::Submodule,
            _ => {}
        }
    }
    Entry::New
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
struct Blobs {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Blobs {
    fn open() -> anyhow::Result<Self> {
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
    fn read(&mut self, object: &str) -> anyhow::Result<Vec<u8>> {
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
            read_tree(b"100644 blob aa\ta.tf\x00160000 commit bb\tsub\x00120000 blob cc\tb\xc3\xa4/x y\x00");
        assert_eq!(entry(&tree, Path::new("a.tf")), Entry::Blob("aa"));
        assert_eq!(entry(&tree, Path::new("b\u{e4}/x y")), Entry::Blob("cc"));
        assert_eq!(entry(&tree, Path::new("sub/main.tf")), Entry::Submodule);
        assert_eq!(entry(&tree, Path::new("new/main.tf")), Entry::New);
    }
}
