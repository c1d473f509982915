//! Paths as strings with `/` between components, joined and cleaned lexically. Out of scope: links and files,
//! which the host handles.

/// A path without `.`, and with `..` resolved where a directory precedes it: `a/../b/./c` becomes `b/c`. The
/// empty path becomes `.`.
pub fn clean(path: &str) -> String {
    if is_clean(path) { path.to_owned() } else { cleaned([path]) }
}

/// Like [`clean`], for an owned path.
pub fn into_clean(path: String) -> String {
    if is_clean(&path) { path } else { cleaned([&path]) }
}

/// `path` relative to the directory `from`: an absolute path is unchanged, a relative one is
/// appended.
pub fn join(from: &str, path: &str) -> String {
    if is_absolute(path) {
        clean(path)
    } else if is_clean(from) && is_clean(path) {
        [from, "/", path].concat()
    } else {
        cleaned([if from.is_empty() { "/" } else { from }, path])
    }
}

/// Returns `true` for an absolute path.
pub fn is_absolute(path: &str) -> bool {
    root(path) > 0
}

/// The length of a path's root in bytes: `/`, and on Windows `C:/` and `//server/share/`.
fn root(path: &str) -> usize {
    root_as(path, cfg!(windows))
}

fn root_as(path: &str, windows: bool) -> usize {
    match path.as_bytes() {
        [letter, b':', b'/', ..] if windows && letter.is_ascii_alphabetic() => 3,
        // a bare `//` is `/` written twice
        [b'/', b'/', other, ..] if windows && *other != b'/' => {
            let parts = path.match_indices('/').map(|(at, _)| at + 1);
            parts.skip(2).nth(1).unwrap_or(path.len())
        }
        [b'/', ..] => 1,
        _ => 0,
    }
}

/// Returns `true` if no component of a path is empty, `.` or `..`. Most paths are already clean.
fn is_clean(path: &str) -> bool {
    let path = &path.as_bytes()[root(path)..];
    let may_be_odd = |two: &[u8]| two[0] == b'/' && matches!(two[1], b'/' | b'.');
    let ends = path.first().is_some_and(|first| !matches!(first, b'/' | b'.')) && path.last() != Some(&b'/');
    (ends && !path.windows(2).any(may_be_odd))
        || path.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b".."))
}

/// Joins paths, without `.`, and with `..` resolved where a directory precedes it.
fn cleaned<const N: usize>(paths: [&str; N]) -> String {
    let start = root(paths[0]);
    let mut out = String::with_capacity(paths.iter().map(|path| path.len() + 1).sum::<usize>() + 1);
    out.push_str(&paths[0][..start]);
    if start > 0 && !out.ends_with('/') {
        // a share without `/` is its root directory
        out.push('/');
    }
    let root = out.len();
    let rest = paths.iter().enumerate().map(|(index, path)| if index == 0 { &path[start..] } else { path });
    for part in rest.flat_map(|path| path.split('/')) {
        let last = out.rfind('/').map_or(0, |at| at + 1).max(root);
        match part {
            "" | "." => {}
            ".." if out.len() > root && &out[last..] != ".." => {
                out.truncate(root.max(last.saturating_sub(1)))
            }
            // The parent of the root is the root.
            ".." if root > 0 => {}
            part => {
                if out.len() > root {
                    out.push('/');
                }
                out.push_str(part);
            }
        }
    }
    if out.is_empty() {
        out.push('.');
    }
    out
}

/// The directory of a file: `.` for a path without one.
pub fn parent(path: &str) -> &str {
    let root = root(path);
    match path[root..].rfind('/') {
        Some(at) => &path[..root + at],
        None if root > 0 => &path[..root],
        None => ".",
    }
}

/// A directory and its ancestors, from the inside out, where the path shows them: the parent of `..` is
/// unknown.
pub fn upward(folder: &str) -> impl Iterator<Item = &str> {
    let is_last = |folder: &str| matches!(folder, "" | "." | "..") || folder.ends_with("/..");
    std::iter::successors(Some(folder), move |&folder| {
        Some(parent(folder)).filter(|above| *above != folder && !is_last(folder))
    })
}

/// Returns `true` if `path` is `folder` or is inside it; both paths must be clean.
pub fn is_inside(path: &str, folder: &str) -> bool {
    match folder {
        "." => !is_absolute(path) && path != ".." && !path.starts_with("../"),
        // `/`, and on Windows the root of a drive
        folder if folder.ends_with('/') => path.starts_with(folder),
        folder => path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_above_are_named_up_to_the_root() {
        let above = |folder: &'static str| upward(folder).collect::<Vec<_>>();
        assert_eq!(above("a/b"), ["a/b", "a", "."]);
        assert_eq!(above("/a"), ["/a", "/"]);
        assert_eq!(above("../../a.."), ["../../a..", "../.."]);
        assert_eq!((above("."), above("..")), (vec!["."], vec![".."]));
    }

    #[test]
    fn paths_are_cleaned_by_their_parts() {
        for (path, expected) in [
            ("1234567/./a", "1234567/a"),
            ("123456/..", "."),
            ("12345678//90", "12345678/90"),
            ("1234/.67/.0.345./", "1234/.67/.0.345."),
            ("./main.tf", "main.tf"),
            ("a/./b//c", "a/b/c"),
            ("a/../b", "b"),
            ("../x/..", ".."),
            ("../../x", "../../x"),
            ("/../x", "/x"),
            ("", "."),
            (".", "."),
            ("a/.b", "a/.b"),
            ("a/..b/.c/.", "a/..b/.c"),
            ("/", "/"),
            ("a/", "a"),
        ] {
            assert_eq!(clean(path), expected, "{path}");
        }
        assert_eq!(join("envs/prod", "../../modules/x"), "modules/x");
        assert_eq!(join(".", "../x"), "../x");
        assert_eq!(join("a", "/b"), "/b");
        assert_eq!((parent("a/b"), parent("a"), parent("/a")), ("a", ".", "/"));
    }

    #[test]
    fn roots_are_those_of_the_system() {
        for (path, on_windows, elsewhere) in [
            ("a/b", 0, 0),
            ("/a", 1, 1),
            ("//a/b", 5, 1),
            ("//host/share/a", 13, 1),
            ("//", 1, 1),
            ("///a", 1, 1),
            ("C:/a", 3, 0),
            ("C:a", 0, 0),
            ("C:", 0, 0),
            ("ab:/c", 0, 0),
        ] {
            assert_eq!((root_as(path, true), root_as(path, false)), (on_windows, elsewhere), "{path}");
        }
    }

    #[test]
    #[cfg(windows)]
    fn roots_of_windows_stay() {
        assert_eq!(clean("C:/a/../../b"), "C:/b");
        assert_eq!(clean("//host/share/../a//b"), "//host/share/a/b");
        assert_eq!(join("a", "C:/b"), "C:/b");
        assert_eq!(
            (clean("//host/share"), join("//host/share", "a")),
            ("//host/share/".into(), "//host/share/a".into())
        );
        assert_eq!(
            (join("C:/", "../a"), join("C:/a", "//host/share")),
            ("C:/a".into(), "//host/share/".into())
        );
        assert_eq!(
            (parent("C:/a"), parent("C:/a/b"), parent("//host/share/a")),
            ("C:/", "C:/a", "//host/share/")
        );
        assert!(is_inside("C:/a", "C:/") && !is_inside("C:/a", ".") && !is_inside("D:/a", "C:/"));
    }

    #[test]
    fn what_lies_inside_is_told_by_text() {
        assert!(is_inside("a/b", "a") && is_inside("a", "a") && is_inside("a", "."));
        assert!(!is_inside("ab", "a") && !is_inside("../a", ".") && !is_inside("/a", "."));
    }
}
