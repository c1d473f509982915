//! Functions on paths as strings. Paths use `/`, as on the systems on which most configurations run.

use super::string::text;
use super::{EarlyReturn, FunctionRow};
use hclx_core::Value;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "abspath",
        "(path: string) -> string",
        "an absolute path; unknown for a relative path, because it depends on the working directory",
        &[("abspath(\"/a/b/../c\")", "\"/a/c\"")],
        |args| {
            let path = args.string(0)?.scan()?;
            if path.starts_with('/') { text(args, clean(path)) } else { Err(EarlyReturn::Unknown) }
        },
    ),
    FunctionRow::new(
        "basename",
        "(path: string) -> string",
        "the last component of a path",
        &[("basename(\"foo/bar/baz.txt\")", "\"baz.txt\"")],
        |args| text(args, last_part(args.string(0)?.scan()?).to_owned()),
    ),
    FunctionRow::new(
        "dirname",
        "(path: string) -> string",
        "the directory of a path: all but its last component",
        &[("dirname(\"foo/bar/baz.txt\")", "\"foo/bar\"")],
        |args| text(args, dirname(args.string(0)?.scan()?)),
    ),
    FunctionRow::new(
        "pathexpand",
        "(path: string) -> string",
        "a path with a leading `~` replaced by the home directory, which is unknown here",
        &[("pathexpand(\"/etc/passwd\")", "\"/etc/passwd\"")],
        |args| {
            let path = args.string(0)?.scan()?;
            match path.strip_prefix('~') {
                None => Ok(Value::string(path)),
                Some(rest) if rest.is_empty() || rest.starts_with(['/', '\\']) => Err(EarlyReturn::Unknown),
                Some(_) => {
                    let message = format!("must start with `~/` for the home directory, found `{path}`");
                    Err(args.fault(0, message).into())
                }
            }
        },
    ),
];

/// The directory of a path as written: the part before its last slash, cleaned.
pub fn dirname(path: &str) -> String {
    clean(&path[..path.rfind('/').map_or(0, |at| at + 1)])
}

/// The last path component; trailing slashes are ignored.
fn last_part(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" if path.is_empty() => ".",
        "" => "/",
        path => path.rsplit('/').next().unwrap_or(path),
    }
}

/// The shortest equivalent path, computed lexically.
pub(super) fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}
