//! Paths as text: joined and cleaned by their parts alone, with `/` between them. Deliberately absent:
//! links and files (the host).

/// A path without `.`, and with `..` taken back where a folder goes before it: `a/../b/./c` is `b/c`.
/// The empty path is `.`.
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
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

/// `path` as it is seen from the folder `from`: an absolute path stays, a relative one is appended.
pub fn join(from: &str, path: &str) -> String {
    if path.starts_with('/') { clean(path) } else { clean(&format!("{from}/{path}")) }
}

/// The folder of a file: `.` where the path has no folder.
pub fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => ".",
    }
}

/// Whether `path` is `folder` or lies in it, by the text of clean paths.
pub fn is_inside(path: &str, folder: &str) -> bool {
    match folder {
        "." => !path.starts_with('/') && path != ".." && !path.starts_with("../"),
        "/" => path.starts_with('/'),
        folder => path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned_by_their_parts() {
        for (path, expected) in [
            ("./main.tf", "main.tf"),
            ("a/./b//c", "a/b/c"),
            ("a/../b", "b"),
            ("../x/..", ".."),
            ("../../x", "../../x"),
            ("/../x", "/x"),
            ("", "."),
            (".", "."),
        ] {
            assert_eq!(clean(path), expected, "{path}");
        }
        assert_eq!(join("envs/prod", "../../modules/x"), "modules/x");
        assert_eq!(join(".", "../x"), "../x");
        assert_eq!(join("a", "/b"), "/b");
        assert_eq!((parent("a/b"), parent("a"), parent("/a")), ("a", ".", "/"));
    }

    #[test]
    fn what_lies_inside_is_told_by_text() {
        assert!(is_inside("a/b", "a") && is_inside("a", "a") && is_inside("a", "."));
        assert!(!is_inside("ab", "a") && !is_inside("../a", ".") && !is_inside("/a", "."));
    }
}
