//! Revisions of a repository, read with `git` plumbing that only accesses objects: an untrusted repository
//! can configure filters, drivers and hooks, which other commands would run.

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

/// The maximum number of files and directories in a revision: the same directory may occur in many others.
const MAX_PATHS: usize = 1_000_000;

/// A revision.
pub(crate) struct Revision {
    /// The root of the repository that contains the current directory, with links resolved.
    pub(crate) root: PathBuf,
    tree: Tree,
    /// The short name of the commit where `HEAD` and the named revision diverged, if it is a different one.
    base: Option<String>,
}

impl Revision {
    /// The state against which changes since `revision` are compared, in the repository of the current
    /// directory.
    ///
    /// `REF` and `REF...` refer to the merge base of `REF` and `HEAD`, so that only the changes of this branch
    /// count, as in `git diff REF...HEAD`; `REF..` refers to `REF` itself. Before the first commit, `HEAD` is
    /// empty.
    ///
    /// # Errors
    /// If there is no `git`, no repository or no such revision, or the revision has too many files.
    pub(crate) fn open(revision: &str) -> anyhow::Result<Self> {
        let (revision, is_exact) = match revision.split_once("..") {
            None => (revision, false),
            Some((left, right)) => {
                let (right, is_exact) = right.strip_prefix('.').map_or((right, true), |right| (right, false));
                anyhow::ensure!(
                    matches!(right, "" | "HEAD"),
                    "changes are looked for in the files as they are; use `{left}..` or `{left}...`"
                );
                (if left.is_empty() { "HEAD" } else { left }, is_exact)
            }
        };
        if revision == "HEAD" && is_unborn() {
            return Self::exact(&empty_tree()?, "");
        }
        match (!is_exact && revision != "HEAD").then(|| merge_base(revision)).flatten() {
            Some(base) => Self::exact(&base, "^{commit}"),
            None => Self::exact(revision, "^{commit}"),
        }
    }

    /// The state that callers of modules have before an upgrade: that of a tag, because it was released, otherwise
    /// the same as [`Revision::open`].
    ///
    /// # Errors The errors of [`Revision::open`].
    pub(crate) fn of_callers(revision: &str) -> anyhow::Result<Self> {
        if is_tag(revision) {
            return Self::exact(revision, "^{commit}");
        }
        let base = short(revision).zip(merge_base(revision).as_deref().and_then(short));
        let base = base.filter(|(own, base)| own != base).map(|(_, base)| base);
        Ok(Self { base, ..Self::open(revision)? })
    }

    /// Looks up one revision of this kind, otherwise a tree.
    fn exact(revision: &str, kind: &str) -> anyhow::Result<Self> {
        let unknown = || anyhow::anyhow!("git does not know this revision\n  help: {}", missing_revision());
        // This process resolves the revision while another one looks for the root. A tag is resolved to its
        // commit, and the name of a tree or blob is not a revision.
        let mut objects = Objects::open()?;
        let is_line = !revision.contains('\n');
        let is_asked = is_line && objects.ask(&[&format!("{revision}{kind}^{{tree}}")]).is_ok();
        let root = git(&["rev-parse", "--show-toplevel"])?;
        let root = os_str(root.trim_ascii_end()).map(PathBuf::from).context("git names no directory")?;
        let root = root.canonicalize().unwrap_or(root);
        anyhow::ensure!(is_asked, unknown());
        let (name, top) = objects.answer()?.ok_or_else(unknown)?;
        let tree = Tree::new(objects, name.len() / 2, &top.context("a tree is too large")?)?;
        Ok(Self { root, tree, base: None })
    }

    /// The entry at a path relative to the root.
    ///
    /// # Errors
    /// If `git` exits early, or an object is missing.
    pub(crate) fn entry(&mut self, path: &Path) -> anyhow::Result<Entry> {
        let parts: Vec<&[u8]> = path.iter().map(OsStr::as_encoded_bytes).collect();
        Ok(match self.tree.at(&parts.join(&b'/'))? {
            Some(Object::Blob { name, .. }) => Entry::Blob(name.clone()),
            Some(Object::Submodule) => Entry::Submodule,
            _ => Entry::New,
        })
    }

    /// Reads an object; `None` if it is larger than the maximum size of a source.
    ///
    /// # Errors
    /// If the object is not in the repository, or `git` exits.
    pub(crate) fn read(&mut self, object: &str) -> anyhow::Result<Option<Vec<u8>>> {
        self.tree.objects.read(object)
    }
}

/// The files of a revision below a directory, in memory.
#[derive(Default)]
pub(crate) struct RevisionFiles {
    /// The files that a session reads.
    pub(crate) memory: Memory,
    /// Their paths, in order.
    pub(crate) paths: Vec<String>,
    /// The name of each file's object, by path; for a link, the object of its target if it exists.
    pub(crate) objects: Ordered<String, String>,
    /// The submodules, which are other repositories.
    pub(crate) submodules: Vec<String>,
    /// Files that cannot be read, with the reasons.
    pub(crate) refused: Vec<(String, &'static str)>,
    /// Links out of the repository and broken links, which are not followed.
    pub(crate) links: Vec<String>,
    /// The short name of the commit where `HEAD` and the named revision diverged, if it is a different one.
    pub(crate) base: Option<String>,
}

impl Revision {
    /// Lists the files below a directory, by their relative paths with a prefix, with the contents of
    /// requested files. `known` provides contents that need not be requested from `git`.
    ///
    /// # Errors
    /// If `git` exits early, or the contents are larger than the limit.
    pub(crate) fn below(
        mut self,
        folder: &str,
        prefix: &str,
        known: &dyn Fn(&str, &str) -> Option<Vec<u8>>,
    ) -> anyhow::Result<RevisionFiles> {
        let mut past = RevisionFiles { base: self.base.take(), ..RevisionFiles::default() };
        let named = |path: &str| Some(file_path::join(prefix, below(path, folder)?));
        let (files, submodules) = self.tree.below(folder)?;
        past.submodules = submodules.iter().filter_map(|path| named(path)).collect();
        let mut wanted = Vec::new();
        for (path, object, is_link) in files {
            let lossy = String::from_utf8_lossy(&path);
            let Some(name) = named(&lossy) else { continue };
            let is_wanted = crate::rows().of(&name).is_some();
            // Sources have Unicode paths, so a lossily converted path could be confused with another file.
            if std::str::from_utf8(&path).is_err() {
                past.refused.extend(is_wanted.then_some((name, "its name is not Unicode")));
                continue;
            }
            let target = if is_link { self.tree.target(&lossy)? } else { Some(object.clone()) };
            past.objects.insert(name.clone(), target.clone().unwrap_or(object));
            match target {
                Some(object) if is_wanted => wanted.push((name, object)),
                None if is_wanted => past.links.push(name),
                _ => {}
            }
        }
        past.fill(wanted, &mut self.tree.objects, known)?;
        Ok(past)
    }
}

impl RevisionFiles {
    /// Adds the contents of files, given by name and object.
    ///
    /// # Errors
    /// If `git` exits early, or the contents are larger than the limit.
    fn fill(
        &mut self,
        wanted: Vec<(String, String)>,
        objects: &mut Objects,
        known: &dyn Fn(&str, &str) -> Option<Vec<u8>>,
    ) -> anyhow::Result<()> {
        let (mut size, mut unknown) = (0, Vec::new());
        let mut keep = |name: String, bytes: Option<Vec<u8>>| {
            let Some(bytes) = bytes else {
                self.refused.push((name, "it is larger than a source may be"));
                return Ok(());
            };
            size += bytes.len();
            anyhow::ensure!(size <= MAX_BYTES, "it has more than {} MiB of configuration", MAX_BYTES >> 20);
            self.memory.insert(&name, bytes);
            self.paths.push(name);
            Ok(())
        };
        for (name, object) in wanted {
            match known(&name, &object) {
                Some(bytes) => keep(name, Some(bytes))?,
                None => unknown.push((name, object)),
            }
        }
        let (names, unknown): (Vec<String>, Vec<String>) = unknown.into_iter().unzip();
        let mut names = names.into_iter();
        objects.each(&unknown, |bytes| keep(names.next().expect("a name for each object"), bytes))?;
        self.paths.arrange();
        Ok(())
    }

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

/// The root of the repository of the current directory, if there is one.
pub(crate) fn root() -> Option<PathBuf> {
    let root = git(&["rev-parse", "--show-toplevel"]).ok()?;
    os_str(root.trim_ascii_end()).map(PathBuf::from)
}

/// The short name of the current commit, if there is one.
pub(crate) fn head() -> Option<String> {
    let name = git(&["rev-parse", "--short", "--verify", "HEAD"]).ok()?;
    Some(String::from_utf8_lossy(name.trim_ascii_end()).into_owned()).filter(|name| !name.is_empty())
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
    // An object's name is the hash of a header and its contents; repositories use SHA-1 (40 digits) or
    // SHA-256.
    let head = format!("blob {}\0", bytes.len());
    match name.len() {
        40 => hex(&sha1::Sha1::new().chain_update(head).chain_update(bytes).finalize()) == name,
        _ => hex(&sha2::Sha256::new().chain_update(head).chain_update(bytes).finalize()) == name,
    }
}

/// The entry of a revision at a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A file with this object name.
    Blob(String),
    /// Nothing: the path is new.
    New,
    /// A path in a submodule.
    Submodule,
}

/// The entries of a revision by path, with `/` between parts, as far as they were requested.
struct Tree {
    known: HashMap<Vec<u8>, Object>,
    /// The number of bytes in the name of an object.
    width: usize,
    /// The process that reads objects.
    objects: Objects,
}

/// An entry of a tree.
#[derive(Debug, PartialEq, Eq)]
enum Object {
    /// A directory with the name of its tree, which is removed once the entries are known.
    Folder(Option<String>),
    Blob {
        name: String,
        is_link: bool,
    },
    /// A submodule, and all paths in it.
    Submodule,
}

impl Object {
    /// The name of the tree of a directory whose entries are not known.
    fn unread(&mut self) -> Option<String> {
        if let Object::Folder(name) = self { name.take() } else { None }
    }
}

impl Tree {
    /// A tree with contents; names of objects have `width` bytes.
    fn new(objects: Objects, width: usize, top: &[u8]) -> anyhow::Result<Self> {
        let mut tree = Self { known: HashMap::from([(Vec::new(), Object::Folder(None))]), width, objects };
        tree.add(b"", top)?;
        Ok(tree)
    }

    /// Adds the entries of a directory, and returns the directories in it.
    ///
    /// # Errors
    /// If it is malformed, or there are too many entries.
    fn add(&mut self, folder: &[u8], contents: &[u8]) -> anyhow::Result<Vec<Vec<u8>>> {
        let mut folders = Vec::new();
        for entry in entries(contents, self.width) {
            let (mode, part, name) = entry.context("a tree is malformed")?;
            let path = if folder.is_empty() { part.to_vec() } else { [folder, part].join(&b'/') };
            let object = match mode & TYPE_OF_MODE {
                FOLDER => {
                    folders.push(path.clone());
                    Object::Folder(Some(name))
                }
                SUBMODULE => Object::Submodule,
                kind => Object::Blob { name, is_link: kind == LINK },
            };
            self.known.insert(path, object);
            let count = self.known.len();
            anyhow::ensure!(count <= MAX_PATHS, "it has more than {MAX_PATHS} files and directories");
        }
        Ok(folders)
    }

    /// Reads the entries of directories that are not known yet, and returns the directories in them.
    fn read(&mut self, folders: Vec<Vec<u8>>) -> anyhow::Result<Vec<Vec<u8>>> {
        let unread = |folder: Vec<u8>| Some((self.known.get_mut(&folder)?.unread()?, folder));
        let (names, folders): (Vec<String>, Vec<Vec<u8>>) = folders.into_iter().filter_map(unread).unzip();
        let mut trees = Vec::with_capacity(names.len());
        self.objects.each(&names, |tree| {
            trees.push(tree.context("a tree is too large")?);
            Ok(())
        })?;
        let mut inner = Vec::new();
        for (folder, tree) in folders.iter().zip(trees) {
            inner.extend(self.add(folder, &tree)?);
        }
        Ok(inner)
    }

    /// The entry at a path.
    fn at(&mut self, path: &[u8]) -> anyhow::Result<Option<&Object>> {
        let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(end, _)| end);
        for end in ends {
            match self.known.get(&path[..end]) {
                Some(Object::Folder(_)) => self.read(vec![path[..end].to_vec()])?,
                Some(Object::Submodule) => return Ok(Some(&Object::Submodule)),
                _ => return Ok(None),
            };
        }
        Ok(self.known.get(path))
    }

    /// The files and links below a directory with their objects, and the submodules, by path.
    fn below(&mut self, folder: &str) -> anyhow::Result<(Vec<File>, Vec<String>)> {
        let is_below = |path: &[u8]| below(&String::from_utf8_lossy(path), folder).is_some();
        self.at(format!("{folder}/").as_bytes())?;
        let is_open = |(path, object): &(&Vec<u8>, &Object)| {
            matches!(object, Object::Folder(Some(_))) && is_below(path)
        };
        let mut level: Vec<Vec<u8>> =
            self.known.iter().filter(is_open).map(|(path, _)| path.clone()).collect();
        while !level.is_empty() {
            level = self.read(level)?;
        }
        let (mut files, mut submodules) = (Vec::new(), Vec::new());
        for (path, object) in self.known.iter().filter(|(path, _)| is_below(path)) {
            match object {
                Object::Blob { name, is_link } => files.push((path.clone(), name.clone(), *is_link)),
                Object::Submodule => submodules.push(String::from_utf8_lossy(path).into_owned()),
                Object::Folder(_) => {}
            }
        }
        files.arrange();
        submodules.arrange();
        Ok((files, submodules))
    }

    /// The object of a link's target inside the tree.
    fn target(&mut self, link: &str) -> anyhow::Result<Option<String>> {
        /// The maximum length of a chain of links.
        const MOST_LINKS: usize = 8;
        let mut at = link.to_owned();
        for _ in 0..=MOST_LINKS {
            let name = match self.at(at.as_bytes())? {
                Some(Object::Blob { name, is_link: false }) => return Ok(Some(name.clone())),
                Some(Object::Blob { name, is_link: true }) => name.clone(),
                _ => return Ok(None),
            };
            let text = self.objects.read(&name)?.and_then(|bytes| String::from_utf8(bytes).ok());
            let Some(text) = text.filter(|text| !file_path::is_absolute(text)) else { return Ok(None) };
            at = file_path::join(file_path::parent(&at), &text);
        }
        Ok(None)
    }
}

/// A file or link: the path, the name of its object, and `true` for a link.
type File = (Vec<u8>, String, bool);

/// The bits of a mode that hold the type of an entry.
const TYPE_OF_MODE: u32 = 0o170_000;
/// The type of directories.
const FOLDER: u32 = 0o040_000;
/// The type of symbolic links.
const LINK: u32 = 0o120_000;
/// The type of submodules.
const SUBMODULE: u32 = 0o160_000;

/// The entries `MODE NAME<NUL>OBJECT` of a tree, where an object is a name of `width` bytes; `None` for a malformed one.
fn entries(mut tree: &[u8], width: usize) -> impl Iterator<Item = Option<(u32, &[u8], String)>> {
    std::iter::from_fn(move || {
        let rest = Some(tree).filter(|tree| !tree.is_empty())?;
        let mut read = || {
            let space = rest.iter().position(|byte| *byte == b' ')?;
            let mode = u32::from_str_radix(std::str::from_utf8(&rest[..space]).ok()?, 8).ok()?;
            let end = space + 1 + rest[space + 1..].iter().position(|byte| *byte == 0)?;
            let object = rest.get(end + 1..end + 1 + width)?;
            tree = &rest[end + 1 + width..];
            Some((mode, &rest[space + 1..end], hex(object)))
        };
        let entry = read();
        if entry.is_none() {
            tree = &[];
        }
        Some(entry)
    })
}

/// Bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|half| char::from(b"0123456789abcdef"[usize::from(half)]))
        .collect()
}

/// The files below the current directory that git was told to treat as unchanged (`update-index --assume-unchanged`
/// and `--skip-worktree`), by relative name.
pub(crate) fn taken_as_unchanged() -> Vec<String> {
    let listed = git(&["ls-files", "-v", "-z"]).unwrap_or_default();
    let mut names = Vec::new();
    for entry in listed.split(|byte| *byte == 0) {
        // the tag of such a file is a lower-case letter, or an S
        if let [tag, b' ', name @ ..] = entry
            && (tag.is_ascii_lowercase() || *tag == b'S')
        {
            names.extend(String::from_utf8(name.to_vec()));
        }
    }
    names
}

/// Returns `true` before the first commit of a repository.
fn is_unborn() -> bool {
    // outside of a repository, the lookup of the revision reports the error
    git(&["rev-parse", "--is-inside-work-tree"]).is_ok() && git(&["rev-parse", "--verify", "HEAD"]).is_err()
}

/// The name of the repository: the name of its remote, otherwise of the directory with its main work tree.
pub(crate) fn repository_name() -> Option<String> {
    let line = |arguments: &[&str]| {
        let answer = git(arguments).ok()?;
        Some(String::from_utf8_lossy(answer.trim_ascii()).into_owned())
    };
    let last = |path: &str| path.trim_end_matches('/').rsplit(['/', ':', '\\']).next().map(str::to_owned);
    let of_remote = line(&["config", "--get", "remote.origin.url"]).and_then(|url| {
        let name = last(&url)?;
        Some(name.strip_suffix(".git").unwrap_or(&name).to_owned())
    });
    let of_main = || {
        let shared = line(&["rev-parse", "--path-format=absolute", "--git-common-dir"])?;
        last(shared.strip_suffix("/.git")?)
    };
    of_remote.filter(|name| !name.is_empty()).or_else(of_main).filter(|name| !name.is_empty())
}

/// The name of the empty tree in this repository.
fn empty_tree() -> anyhow::Result<String> {
    let name = git(&["hash-object", "-t", "tree", "--stdin"])?;
    Ok(String::from_utf8_lossy(name.trim_ascii()).into_owned())
}

/// The commit from which `HEAD` and a revision diverged; `None` if none is known, as in a shallow clone.
fn merge_base(revision: &str) -> Option<String> {
    let is_name = !revision.starts_with('-') && !revision.contains('\n');
    let found = is_name.then(|| git(&["merge-base", revision, "HEAD"]))?.ok()?;
    let name = String::from_utf8_lossy(found.trim_ascii()).into_owned();
    (!name.is_empty()).then_some(name)
}

/// Returns `true` for the name of a tag.
fn is_tag(revision: &str) -> bool {
    let name = revision.strip_prefix("refs/").unwrap_or(revision);
    let name = name.strip_prefix("tags/").unwrap_or(name);
    git(&["show-ref", "--verify", "--quiet", &format!("refs/tags/{name}")]).is_ok()
}

/// The short name of the commit of a revision; `None` for a range or an unknown one.
fn short(revision: &str) -> Option<String> {
    let is_name = !revision.starts_with('-') && !revision.contains("..");
    let commit = format!("{revision}^{{commit}}");
    let found = is_name.then(|| git(&["rev-parse", "--verify", "--quiet", "--short", &commit]))?.ok()?;
    Some(String::from_utf8_lossy(found.trim_ascii()).into_owned())
}

/// Advice about a revision that is not in the repository.
fn missing_revision() -> &'static str {
    let is_shallow =
        git(&["rev-parse", "--is-shallow-repository"]).is_ok_and(|answer| answer.starts_with(b"true"));
    if is_shallow {
        "this clone is shallow: fetch the revision, or clone with the whole history"
    } else {
        "`git fetch` brings new revisions; `git branch --all` and `git tag` list names"
    }
}

/// A `git` command that runs nothing that a repository configures, fetches nothing, and never prompts.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .args(["--no-pager", "--no-optional-locks"])
        // These settings name programs that a repository can configure.
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat"])
        // A directory of the checkout can look like a bare repository with its own configuration.
        .args(["-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit"])
        .args(arguments)
        // A partial clone would fetch missing objects as soon as they are read.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        // A replaced object would not have the contents that its name implies.
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_TERMINAL_PROMPT", "0");
    command
}

/// Runs a `git` command, and returns its standard output.
fn git(arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = command(arguments).stdin(Stdio::null()).output().context("`git` cannot be run")?;
    anyhow::ensure!(output.status.success(), "{}", words_of_git(&String::from_utf8_lossy(&output.stderr)));
    Ok(output.stdout)
}

/// Git's message about a failure: its first line, with its advice as a help.
fn words_of_git(message: &str) -> String {
    let mut lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("git failed");
    let advice: Vec<&str> = lines.collect();
    let help = if advice.is_empty() { String::new() } else { format!("\n  help: {}", advice.join(" ")) };
    format!("git: {}{help}", first.strip_prefix("fatal: ").unwrap_or(first))
}

/// A running `git cat-file --batch`.
struct Objects {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Objects {
    /// Starts the process.
    ///
    /// # Errors
    /// If there is no `git`.
    fn open() -> anyhow::Result<Self> {
        let mut child = command(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("`git` cannot be run")?;
        let answers = child.stdout.take().context("`git` has no standard output")?;
        Ok(Self { child, answers: BufReader::with_capacity(1 << 16, answers) })
    }

    /// Reads an object; `None` if it is larger than the maximum size of a source.
    ///
    /// # Errors
    /// If the object is not in the repository, or `git` exits.
    fn read(&mut self, object: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let mut read = None;
        self.each(&[object], |bytes| {
            read = bytes;
            Ok(())
        })?;
        Ok(read)
    }

    /// Reads objects and passes them on in order; `None` for one that is larger than the maximum size of a source.
    ///
    /// # Errors
    /// If an object is not in the repository, or `git` exits.
    fn each(
        &mut self,
        names: &[impl AsRef<str>],
        mut take: impl FnMut(Option<Vec<u8>>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        /// The maximum number of unanswered requests. Their text fits into a pipe on every system, so writing never
        /// waits for an answer to be read.
        const MOST_OPEN: usize = 32;
        let mut asked = 0;
        for (index, name) in names.iter().enumerate() {
            // Requests are sent early, so that git always has some to work on.
            if asked <= index + MOST_OPEN / 2 {
                let until = names.len().min(index + MOST_OPEN);
                self.ask(&names[asked..until])?;
                asked = until;
            }
            let (_, bytes) = self.answer()?.with_context(|| format!("missing object {}", name.as_ref()))?;
            take(bytes)?;
        }
        Ok(())
    }

    /// Requests objects without reading them yet.
    fn ask(&mut self, names: &[impl AsRef<str>]) -> anyhow::Result<()> {
        let questions = self.child.stdin.as_mut().context("`git` has no standard input")?;
        let lines: String = names.iter().flat_map(|name| [name.as_ref(), "\n"]).collect();
        questions.write_all(lines.as_bytes())?;
        Ok(questions.flush()?)
    }

    /// The name and the contents of the next requested object; `None` if it does not exist, and no contents if it exceeds the
    /// maximum size of a source.
    fn answer(&mut self) -> anyhow::Result<Option<(String, Option<Vec<u8>>)>> {
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        // The answer for an absent object ends with `missing`.
        let size: Option<u64> = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok());
        let Some((size, (name, _))) = size.zip(head.split_once(' ')) else { return Ok(None) };
        // a line break follows
        let mut rest = (&mut self.answers).take(size + 1);
        if size > MAX_SOURCE_BYTES as u64 {
            // The answer is read to its end, because the next one follows in the same stream.
            std::io::copy(&mut rest, &mut std::io::sink())?;
            return Ok(Some((name.to_owned(), None)));
        }
        let mut bytes = Vec::with_capacity(size as usize + 1);
        rest.read_to_end(&mut bytes)?;
        bytes.pop();
        Ok(Some((name.to_owned(), Some(bytes))))
    }
}

impl Drop for Objects {
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
    fn entries_have_a_type_and_an_object() {
        let tree =
            [&b"100644 a.tf\0\xaa\x01"[..], b"160000 sub\0\xbb\x02", b"40000 b\xc3\xa4\0\xcc\x03"].concat();
        let read: Option<Vec<_>> = entries(&tree, 2).collect();
        let name = "b\u{e4}".as_bytes();
        let expected = [
            (0o100_644, &b"a.tf"[..], "aa01".to_owned()),
            (SUBMODULE, b"sub", "bb02".to_owned()),
            (FOLDER, name, "cc03".to_owned()),
        ];
        assert_eq!(read.as_deref(), Some(&expected[..]));
        for malformed in [&b"100644 a.tf\0\xaa"[..], b"100644 a.tf", b"x a\0\xaa\x01", b"100644"] {
            assert!(entries(malformed, 2).collect::<Option<Vec<_>>>().is_none());
        }
    }
}
