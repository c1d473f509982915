//! URIs of files.

use std::path::{Path, PathBuf};

use crate::names;

/// The path of a `file:` URI; `None` for any other URI.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    read(uri, cfg!(windows)).map(PathBuf::from)
}

/// The path of a `file:` URI, with `/`.
fn read(uri: &str, is_windows: bool) -> Option<String> {
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

/// The URI of an absolute path.
pub(crate) fn of(path: &Path) -> String {
    written(&names::text(path), cfg!(windows))
}

/// The URI for an absolute path's name. On Windows, a name that begins with `//` starts with a server.
fn written(name: &str, is_windows: bool) -> String {
    let mut uri = String::from(match name {
        _ if is_windows && name.starts_with("//") => "file:",
        _ if name.starts_with('/') => "file://",
        _ => "file:///",
    });
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn paths_go_there_and_back() {
        assert_eq!(of(Path::new("/a b/é.tf")), "file:///a%20b/%C3%A9.tf");
        assert_eq!(path("file:///a%20b/%C3%A9.tf"), Some(PathBuf::from("/a b/é.tf")));
        assert_eq!(path("file://host/a%zz"), Some(PathBuf::from("/a%zz")));
        assert_eq!((path("untitled:x"), path("file://"), path("file:///%ff")), (None, None, None));
        // a backslash is an ordinary character of a name here
        assert_eq!(of(Path::new("/a\\b.tf")), "file:///a%5Cb.tf");
        assert_eq!(path("file:///a%5Cb.tf"), Some(PathBuf::from("/a\\b.tf")));
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
            assert_eq!(read(uri, true).as_deref(), Some(path), "{uri}");
            assert_eq!(written(path, true), back);
            assert_eq!(read(back, true).as_deref(), Some(path), "{back}");
        }
        assert_eq!((read("untitled:x", true), read("file://server", true)), (None, None));
        assert_eq!(written("//a", false), "file:////a");
    }
}
