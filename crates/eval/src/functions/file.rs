//! Functions on files, which they access through the host. A file that the host does not read is unknown, not
//! an error.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hclx_core::{Type, Value, pay};
use hclx_diag::{Fault, OrderedSet};

use super::hash::{self, Hash};
use super::path::clean;
use super::string::text;
use super::{Answer, Args, EarlyReturn, FunctionRow};
use crate::{Entry, Refusal};
use hclx_formats::{glob, stand_in};

pub(super) const ROWS: &[FunctionRow] = &[
    row("file", "the contents of a file", &[("can(file(\"README.md\"))", UNREAD)], |args| {
        text(args, text_of(args)?)
    }),
    row(
        "filebase64",
        "the bytes of a file in Base64",
        &[("can(filebase64(\"logo.png\"))", UNREAD)],
        |args| text(args, STANDARD.encode(bytes_of(args)?)),
    ),
    row(
        "filebase64sha256",
        "the SHA-256 of a file, in Base64",
        &[("can(filebase64sha256(\"logo.png\"))", UNREAD)],
        |args| hashed(args, hash::base64_sha256),
    ),
    row(
        "filebase64sha512",
        "the SHA-512 of a file, in Base64",
        &[("can(filebase64sha512(\"logo.png\"))", UNREAD)],
        |args| hashed(args, hash::base64_sha512),
    ),
    FunctionRow::new(
        "fileexists",
        "(path: string) -> bool",
        "true if a file exists at a path",
        &[("can(fileexists(\"README.md\"))", UNREAD)],
        exists,
    ),
    row(
        "filemd5",
        "the MD5 of a file, in hexadecimal digits",
        &[("can(filemd5(\"logo.png\"))", UNREAD)],
        |args| hashed(args, hash::md5),
    ),
    FunctionRow::new(
        "fileset",
        "(path: string, pattern: string) -> set(string)",
        "the files below a directory whose paths match a pattern with `*`, `**`, `?`, `[a-z]` and `{a,b}`",
        &[("can(fileset(\".\", \"*.md\"))", UNREAD)],
        set_of_files,
    ),
    row(
        "filesha1",
        "the SHA-1 of a file, in hexadecimal digits",
        &[("can(filesha1(\"logo.png\"))", UNREAD)],
        |args| hashed(args, hash::sha1),
    ),
    row(
        "filesha256",
        "the SHA-256 of a file, in hexadecimal digits",
        &[("can(filesha256(\"logo.png\"))", UNREAD)],
        |args| hashed(args, hash::sha256),
    ),
    row(
        "filesha512",
        "the SHA-512 of a file, in hexadecimal digits",
        &[("can(filesha512(\"logo.png\"))", UNREAD)],
        |args| hashed(args, hash::sha512),
    ),
];

/// The result of the examples, which do not read files.
const UNREAD: &str = "unknown(bool, not_null)";

const fn row(
    name: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Args<'_>) -> Answer,
) -> FunctionRow {
    FunctionRow::new(name, "(path: string) -> string", summary, examples, run)
}

/// The length at which paths are truncated in notes: a loop may create as many paths as it has elements.
const LONGEST_NOTED_PATH: usize = 200;

/// The unknown result for a file that was not read; the evaluation reports the reason.
fn not_read(args: &Args<'_>, path: &str, why: &str) -> EarlyReturn {
    let (shown, dots) = match path.char_indices().nth(LONGEST_NOTED_PATH) {
        Some((end, _)) => (&path[..end], "…"),
        None => (path, ""),
    };
    args.budget.not_read(format!("`{shown}{dots}` is not read, so its contents are unknown: {why}"));
    EarlyReturn::Unknown
}

/// The effect of a refusal on the call, whose argument is the path.
fn refused(args: &Args<'_>, path: &str, refusal: Refusal) -> EarlyReturn {
    match refusal {
        Refusal::NotRead(why) | Refusal::Failed(why) => not_read(args, path, &why),
        Refusal::Other(what) => args.fault(0, format!("must be a file, but `{path}` is {what}")).into(),
        Refusal::Missing => args
            .fault(0, format!("is `{path}`, which does not exist"))
            .help("use a file of the configuration; paths are relative to the working directory, those with `path.module` to the module")
            .into(),
    }
}

/// The contents of the file named by the first argument, as bytes.
fn bytes_of(args: &Args<'_>) -> Result<Vec<u8>, EarlyReturn> {
    let path = args.string(0)?.plain()?;
    // The reference expands `~` to the home directory.
    if path.starts_with('~') {
        return Err(EarlyReturn::Unknown);
    }
    let bytes = args.env.host.read(path).map_err(|refusal| refused(args, path, refusal))?;
    args.budget.spend(bytes.len() as u64)?;
    match stand_in(&bytes) {
        Some(what) => Err(not_read(args, path, what.reason())),
        None => Ok(bytes),
    }
}

/// The contents of the file named by the first argument, as a string.
pub(super) fn text_of(args: &Args<'_>) -> Result<String, EarlyReturn> {
    String::from_utf8(bytes_of(args)?).map_err(|wrong| {
        let at = wrong.utf8_error().valid_up_to();
        let message = format!("refers to a file with invalid UTF-8 at byte {at}");
        args.fault(0, message).help("use `filebase64` for binary files").into()
    })
}

fn hashed(args: &Args<'_>, hash: Hash) -> Answer {
    text(args, hash(&bytes_of(args)?))
}

fn exists(args: &Args<'_>) -> Answer {
    let path = args.string(0)?.plain()?;
    if path.starts_with('~') {
        return Err(EarlyReturn::Unknown);
    }
    match args.env.host.look(path) {
        Ok(Entry::File) => Ok(Value::bool(true)),
        Ok(Entry::Directory) => Err(refused(args, path, Refusal::Other("a directory".to_owned()))),
        Ok(Entry::Unread) => Err(not_read(args, path, "it is a symbolic link, which is not followed")),
        Ok(Entry::Special) => Err(refused(args, path, Refusal::Other("not a regular file".to_owned()))),
        Err(Refusal::Missing) => Ok(Value::bool(false)),
        Err(refusal) => Err(refused(args, path, refusal)),
    }
}

/// The cost in ticks of a byte of a compiled pattern.
const TICKS_PER_PATTERN_BYTE: u64 = 512;

/// The maximum number of directories that one call searches.
const MOST_DIRECTORIES: usize = 10_000;

/// The files below the directory whose paths match. Directories that cannot match are not searched.
fn set_of_files(args: &Args<'_>) -> Answer {
    let (directory, pattern) = (args.string(0)?.plain()?, args.string(1)?.plain()?);
    let joined = clean(&format!("{}/{pattern}", if directory.is_empty() { "." } else { directory }));
    pay(TICKS_PER_PATTERN_BYTE * joined.len() as u64)?;
    let matches = glob(&joined).map_err(|what| args.fault(1, what))?;
    let (start, deep) = search_root(&joined);
    let base = clean(directory);
    let mut found = OrderedSet::new();
    let mut open = vec![(start, 0usize)];
    let mut searched = 0;
    while let Some((directory, depth)) = open.pop() {
        searched += 1;
        if searched > MOST_DIRECTORIES {
            let message = format!("needs more than the limit of {MOST_DIRECTORIES} directories");
            return Err(Fault::new(hclx_diag::code_names::EVALUATION_LIMIT, message).argument(1).into());
        }
        for (name, entry) in listed(args, &directory)? {
            let path = clean(&format!("{directory}/{name}"));
            match entry {
                Entry::Directory if depth < deep => open.push((path, depth + 1)),
                Entry::File if matches.is_match(&path) => {
                    found.insert(relative(&base, &path));
                }
                _ => {}
            }
        }
    }
    if let Some(why) = args.env.host.expects(&joined).filter(|_| found.is_empty()) {
        return Err(not_read(args, &joined, &why));
    }
    args.budget.spend(64 * found.len() as u64)?;
    let texts = found.into_iter().map(|path| Value::string(hclx_core::nfc(&path)));
    Ok(Value::set(Type::STRING, texts.collect()))
}

fn listed(args: &Args<'_>, directory: &str) -> Result<Vec<(String, Entry)>, EarlyReturn> {
    match args.env.host.list(directory) {
        Ok(entries) => Ok(entries),
        // A directory that does not exist has no files, which the reference does not report.
        Err(Refusal::Missing | Refusal::Other(_)) => Ok(Vec::new()),
        Err(Refusal::NotRead(why) | Refusal::Failed(why)) => Err(not_read(args, directory, &why)),
    }
}

/// The directory before the first path component with a wildcard, and the number of levels below it that can
/// match.
fn search_root(pattern: &str) -> (String, usize) {
    let parts: Vec<&str> = pattern.split('/').collect();
    let is_open = |part: &&str| part.contains(['*', '?', '[', '{', '\\']);
    let first = parts.iter().position(is_open).unwrap_or(parts.len() - 1);
    let deep =
        if pattern.contains("**") || pattern.contains('{') { usize::MAX } else { parts.len() - first - 1 };
    let root = parts[..first].join("/");
    (if root.is_empty() && !pattern.starts_with('/') { ".".to_owned() } else { format!("{root}/") }, deep)
}

/// A path relative to a directory, with `..` where it is outside.
fn relative(base: &str, path: &str) -> String {
    let [base, path] =
        [base, path].map(|path| path.split('/').filter(|name| *name != ".").collect::<Vec<_>>());
    let shared = base.iter().zip(&path).take_while(|(one, other)| one == other).count();
    [vec![".."; base.len() - shared].as_slice(), &path[shared..]].concat().join("/")
}
