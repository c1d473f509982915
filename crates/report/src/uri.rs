//! Paths of files as URI references, which allow few characters.

use hclx_diag::portable_path;

/// A path as a URI reference: relative if it was given so, or `file:///…` if it is absolute.
pub(crate) fn reference(name: &str) -> String {
    let path = portable_path(name);
    let drive = path.as_bytes().get(1) == Some(&b':') && cfg!(windows);
    if path.starts_with('/') {
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
    }
}
