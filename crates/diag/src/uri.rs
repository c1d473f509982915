//! Paths of files as URIs, and back.
//!
//! A path is a name with `/` between its parts. URIs are written for a system, because only Windows has drives and
//! servers in its paths.

use crate::portable_path;

/// A path as a URI reference: relative if it was given so, or `file:///…` if it is absolute.
pub fn reference(name: &str) -> String {
    reference_as(name, cfg!(windows))
}

/// The URI of an absolute path, with the colon of a drive encoded, as editors write it.
pub fn absolute(name: &str) -> String {
    absolute_as(name, cfg!(windows))
}

/// The path of a `file:` URI; `None` for any other URI.
pub fn path(uri: &str) -> Option<String> {
    path_as(uri, cfg!(windows))
}

fn reference_as(name: &str, is_windows: bool) -> String {
    let path = portable_path(name);
    match path.as_bytes() {
        [letter, b':', b'/', ..] if is_windows => {
            format!("file:///{}:{}", char::from(*letter), encoded(&path[2..]))
        }
        [b'/', ..] => absolute_as(&path, is_windows),
        _ => encoded(&path),
    }
}

/// On Windows, a name that begins with `//` starts with a server.
fn absolute_as(name: &str, is_windows: bool) -> String {
    let start = match name {
        _ if is_windows && name.starts_with("//") => "file:",
        _ if name.starts_with('/') => "file://",
        _ => "file:///",
    };
    start.to_owned() + &encoded(name)
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

fn path_as(uri: &str, is_windows: bool) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    let path = decoded(path)?;
    if is_windows { Some(windows_path(&decoded(host)?, &path)) } else { Some(path) }
}

/// A Windows path: `/c:/a` is `c:/a`, and a host is the server of a share.
fn windows_path(host: &str, path: &str) -> String {
    match path.as_bytes() {
        // the drive itself, not its current directory
        [b'/', drive, b':'] if drive.is_ascii_alphabetic() => format!("{}/", &path[1..]),
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => path[1..].to_owned(),
        _ if host.is_empty() || host.eq_ignore_ascii_case("localhost") => path.to_owned(),
        _ => format!("//{host}{path}"),
    }
}

fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        // A `%` that starts no code stands for itself.
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).ok()
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
            assert_eq!((&*reference_as(name, true), &*reference_as(name, false)), (on_windows, elsewhere));
        }
    }

    #[test]
    fn paths_go_there_and_back() {
        let path = |uri| path_as(uri, false);
        assert_eq!(absolute_as("/a b/é.tf", false), "file:///a%20b/%C3%A9.tf");
        assert_eq!(path("file:///a%20b/%C3%A9.tf").as_deref(), Some("/a b/é.tf"));
        assert_eq!(path("file://host/a%zz").as_deref(), Some("/a%zz"));
        assert_eq!((path("untitled:x"), path("file://"), path("file:///%ff")), (None, None, None));
        // a backslash is an ordinary character of a name here
        assert_eq!(absolute_as("/a\\b.tf", false), "file:///a%5Cb.tf");
        assert_eq!(path("file:///a%5Cb.tf").as_deref(), Some("/a\\b.tf"));
    }

    #[test]
    fn windows_has_drives_and_servers() {
        for (uri, path, back) in [
            ("file:///c%3A/a", "c:/a", "file:///c%3A/a"),
            ("file:///C:/a%20b/%C3%A9.tf", "C:/a b/é.tf", "file:///C%3A/a%20b/%C3%A9.tf"),
            ("file://localhost/C:/a", "C:/a", "file:///C%3A/a"),
            ("file:///c:", "c:/", "file:///c%3A/"),
            ("file:///c%3A/", "c:/", "file:///c%3A/"),
            ("file://server/share/a%20b", "//server/share/a b", "file://server/share/a%20b"),
            ("file:////server/share/a", "//server/share/a", "file://server/share/a"),
            ("file://wsl%24/Debian/a", "//wsl$/Debian/a", "file://wsl%24/Debian/a"),
            ("file:///a", "/a", "file:///a"),
        ] {
            assert_eq!(path_as(uri, true).as_deref(), Some(path), "{uri}");
            assert_eq!(absolute_as(path, true), back);
            assert_eq!(path_as(back, true).as_deref(), Some(path), "{back}");
        }
        assert_eq!((path_as("untitled:x", true), path_as("file://server", true)), (None, None));
        assert_eq!(absolute_as("//a", false), "file:////a");
    }
}
