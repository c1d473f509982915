//! Revisions of a repository, read with `git` plumbing that only touches objects: an untrusted repository
//! configures filters, drivers and hooks, which other commands would run.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context;
use hclx_analysis::{Memory, Session, Settings, file_path};
use hclx_diag::{Arrange, MAX_SOURCE_BYTES, Ordered};
use sha1::Digest;

/// The maximum total size of the configuration in a revision, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// A revision with the list of its files.
pub(crate) struct Revision {
    /// The root of the repository that contains the current directory, with links resolved.
    pub(crate) root: PathBuf,
    /// The list of files as `git ls-tree` prints it.
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
        // A tag is followed to its commit, and the name of a tree or blob is not a revision.
        let commit = format!("{revision}^{{commit}}");
        // A revision that begins with `-` must not be taken for an option.
        let commit = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| anyhow::anyhow!("git does not know this revision{}", shallow()))?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        // Without `-z`, `git` quotes special names; without `--full-tree`, it lists the current directory
        // only.
        let listed = git(&["ls-tree", "-r", "-z", "--full-tree", &commit]).context("cannot run git")?;
        Ok(Self { root, listed })
    }

    /// The files of the commit, with their objects.
    pub(crate) fn tree(&self) -> Tree<'_> {
        Tree::read(&self.listed)
    }
}

/// The files of a revision below a directory, in memory.
#[derive(Default)]
pub(crate) struct Past {
    /// The files that a session reads.
    pub(crate) memory: Memory,
    /// Their paths, in order.
    pub(crate) paths: Vec<String>,
    /// The name of the object of every file, by path; for a link, that of its target if it exists.
    pub(crate) objects: Ordered<String, String>,
    /// The submodules, which are other repositories.
    pub(crate) submodules: Vec<String>,
    /// Files that cannot be read, with the reasons.
    pub(crate) refused: Vec<(String, &'static str)>,
    /// Links that lead out of the repository or nowhere; they are not followed.
    pub(crate) links: Vec<String>,
}

impl Revision {
    /// Lists the files below a directory, by their paths from there behind a prefix, with the contents of
    /// those that are wanted. `known` provides contents that need not be requested from `git`.
    ///
    /// # Errors
    /// If `git` exits early, or the contents are larger than the limit.
    pub(crate) fn below(
        &self,
        folder: &str,
        prefix: &str,
        known: &dyn Fn(&str, &str) -> Option<Vec<u8>>,
    ) -> anyhow::Result<Past> {
        let mut past = Past::default();
        let tree = self.tree();
        let named = |path: &str| Some(file_path::join(prefix, below(path, folder)?));
        past.submodules = tree.submodules().iter().filter_map(|path| named(path)).collect();
        let mut blobs = Blobs::open()?;
        let mut size = 0;
        for (path, object, is_link) in tree.files() {
            let lossy = String::from_utf8_lossy(path);
            let Some(name) = named(&lossy) else { continue };
            let is_wanted = crate::rows().of(&name).is_some();
            // Sources are known by Unicode paths, so a path that was made lossy could be confused with
            // another file.
            if std::str::from_utf8(path).is_err() {
                past.refused.extend(is_wanted.then_some((name, "its name is not Unicode")));
                continue;
            }
            let target = if is_link { tree.target(&lossy, &mut blobs)? } else { Some(object) };
            past.objects.insert(name.clone(), target.unwrap_or(object).to_owned());
            if !is_wanted {
                continue;
            }
            let Some(object) = target else {
                past.links.extend(is_link.then_some(name));
                continue;
            };
            let known = known(&name, object).map(|known| Ok(Some(known)));
            let Some(bytes) = known.unwrap_or_else(|| blobs.read(object))? else {
                past.refused.push((name, "it is larger than a source may be"));
                continue;
            };
            size += bytes.len();
            anyhow::ensure!(size <= MAX_BYTES, "it has more than {} MiB of configuration", MAX_BYTES >> 20);
            past.memory.insert(&name, bytes);
            past.paths.push(name);
        }
        past.paths.arrange();
        Ok(past)
    }
}

impl Past {
    /// A session over the files.
    pub(crate) fn session(&mut self) -> Session {
        let languages: Vec<_> = crate::languages().collect();
        let memory = Arc::new(std::mem::take(&mut self.memory));
        let mut session = Session::new(&languages, memory, Settings::default());
        for path in &self.paths {
            session.add(path);
        }
        session
    }
}

/// A path relative to a directory that contains it.
pub(crate) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match folder {
        "." | "" => Some(path),
        folder => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// Returns `true` if the object with a name has these contents.
pub(crate) fn is_object(name: &str, bytes: &[u8]) -> bool {
    // An object is named by the hash of a header and its contents; repositories use SHA-1 (40 digits) or
    // SHA-256.
    let head = format!("blob {}\0", bytes.len());
    let hex = |digest: &[u8]| digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    match name.len() {
        40 => hex(&sha1::Sha1::new().chain_update(head).chain_update(bytes).finalize()) == name,
        _ => hex(&sha2::Sha256::new().chain_update(head).chain_update(bytes).finalize()) == name,
    }
}

/// The entry of a revision at a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entry<'t> {
    /// A file with this object name.
    Blob(&'t str),
    /// Nothing: the path is new.
    New,
    /// A path in a submodule.
    Submodule,
}

/// The entries by path, with `/` between parts.
pub(crate) struct Tree<'t>(HashMap<&'t [u8], Object<'t>>);

/// An entry of a tree.
#[derive(Clone, Copy)]
struct Object<'t> {
    /// The name of the blob; `None` for a submodule.
    name: Option<&'t str>,
    is_link: bool,
}

impl<'t> Tree<'t> {
    /// Parses entries `MODE TYPE OBJECT<tab>PATH<NUL>`.
    fn read(listed: &'t [u8]) -> Self {
        let read = |line: &'t [u8]| {
            let tab = line.iter().position(|byte| *byte == b'\t')?;
            let mut head = std::str::from_utf8(&line[..tab]).ok()?.split(' ');
            let (mode, kind, object) = (head.next()?, head.next()?, head.next()?);
            // `ls-tree -r` lists blobs and the commits of submodules, never directories.
            let name = (kind == "blob").then_some(object);
            Some((&line[tab + 1..], Object { name, is_link: mode == "120000" }))
        };
        Self(listed.split(|byte| *byte == 0).filter_map(read).collect())
    }

    /// The entry at a path relative to the root.
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

    /// The files and links with their objects, by path.
    fn files(&self) -> Vec<(&'t [u8], &'t str, bool)> {
        let files = self.0.iter();
        let mut files: Vec<_> =
            files.filter_map(|(path, object)| Some((*path, object.name?, object.is_link))).collect();
        files.arrange();
        files
    }

    /// The object of a link's target inside the tree.
    fn target(&self, link: &str, blobs: &mut Blobs) -> anyhow::Result<Option<&'t str>> {
        /// The maximum length of a chain of links.
        const MOST_LINKS: usize = 8;
        let mut at = link.to_owned();
        for _ in 0..=MOST_LINKS {
            match self.0.get(at.as_bytes()) {
                Some(Object { name: Some(name), is_link: false }) => return Ok(Some(name)),
                Some(Object { name: Some(name), is_link: true }) => {
                    let text = blobs.read(name)?.and_then(|bytes| String::from_utf8(bytes).ok());
                    let Some(text) = text.filter(|text| !file_path::is_absolute(text)) else {
                        return Ok(None);
                    };
                    at = file_path::join(file_path::parent(&at), &text);
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The paths of submodules, in order.
    fn submodules(&self) -> Vec<String> {
        let all = self.0.iter().filter(|(_, object)| object.name.is_none());
        let mut all: Vec<String> = all.map(|(path, _)| String::from_utf8_lossy(path).into_owned()).collect();
        all.arrange();
        all
    }
}

/// Advice for a shallow clone.
fn shallow() -> &'static str {
    let is_shallow =
        git(&["rev-parse", "--is-shallow-repository"]).is_ok_and(|answer| answer.starts_with(b"true"));
    if is_shallow {
        ": this clone is shallow; fetch the revision, or clone with the whole history"
    } else {
        ""
    }
}

/// A `git` command that runs nothing configured by a repository, fetches nothing, and never prompts.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .args(["--no-pager", "--no-optional-locks"])
        // These settings name programs that a repository can configure.
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat"])
        // A directory of the checkout can look like a bare repository with a configuration of its own.
        .args(["-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit"])
        .args(arguments)
        // A partial clone would fetch objects that it lacks as soon as they are read.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        // A replaced object would not have the contents that its name promises.
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_TERMINAL_PROMPT", "0");
    command
}

/// Runs a `git` command, and returns its standard output.
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
    /// Starts the process.
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
        let answers = child.stdout.take().context("`git` has no standard output")?;
        Ok(Self { child, answers: BufReader::new(answers) })
    }

    /// Reads an object; `None` if it is larger than the maximum size of a source.
    ///
    /// # Errors
    /// If the object is not in the repository, or `git` exits.
    pub(crate) fn read(&mut self, object: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let questions = self.child.stdin.as_mut().context("`git` has no standard input")?;
        writeln!(questions, "{object}")?;
        questions.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        // The answer for an absent object ends with `missing`.
        let size: Option<u64> = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok());
        let size = size.with_context(|| format!("missing object {object}"))?;
        // a line break follows
        let mut rest = (&mut self.answers).take(size + 1);
        if size > MAX_SOURCE_BYTES as u64 {
            // The answer is read to its end because the next one follows in the same stream.
            std::io::copy(&mut rest, &mut std::io::sink())?;
            return Ok(None);
        }
        let mut bytes = Vec::new();
        rest.read_to_end(&mut bytes)?;
        bytes.pop();
        Ok(Some(bytes))
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        // the process ends at the end of its input
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
