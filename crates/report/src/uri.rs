//! Paths of files as URI references, which allow few characters.

use hclx_diag::portable_path;

/// A path as a URI reference: relative if it was given so, or `file:///…` if it is absolute.
pub(crate) fn reference(name: &str) -> String {
    of(name, cfg!(windows))
}

/// On Windows, a drive is the first part of the path, and a name that begins with `//` has a server in front.
fn of(name: &str, is_windows: bool) -> String {
    let path = portable_path(name);
    let drive = is_windows && matches!(path.as_bytes(), [_, b':', b'/', ..]);
    if path.starts_with("//") && is_windows {
        format!("file:{}", encoded(&path))
    } else if path.starts_with('/') {
        format!("file://{}", encoded(&path))
    } else if drive {
        format!("file:///{}:{}", &path[..1], encoded(&path[2..]))
    } else {
        encoded(&path)
    }
}

/// Encodes every byte that is not unreserved as `%XX`; slashes are kept.
fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(char::from(byte));
            }
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_data() {
        assert_eq!(reference("./a b/ü%.tf"), "a%20b/%C3%BC%25.tf");
        assert_eq!(reference("x:y\n.tf"), "x%3Ay%0A.tf");
        assert_eq!(reference("<stdin>"), "%3Cstdin%3E");
        assert_eq!(reference("/tmp/a.tf"), "file:///tmp/a.tf");
        assert_eq!(reference("../a.tf"), "../a.tf");
        for (name, on_windows, elsewhere) in [
            ("C:/a b.tf", "file:///C:/a%20b.tf", "C%3A/a%20b.tf"),
            ("//server/share/a.tf", "file://server/share/a.tf", "file:////server/share/a.tf"),
            ("/a.tf", "file:///a.tf", "file:///a.tf"),
        ] {
            assert_eq!((&*of(name, true), &*of(name, false)), (on_windows, elsewhere));
        }
    }
}
