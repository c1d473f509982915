//! URIs of files.

use std::path::{Path, PathBuf};

/// The path of a `file:` URI; `None` for another one.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = decoded(&rest[rest.find('/')?..])?;
    // a drive: `/c:/a` is `c:/a`
    let is_drive = matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    Some(if cfg!(windows) && is_drive { PathBuf::from(&path[1..]) } else { PathBuf::from(path) })
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
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_go_there_and_back() {
        assert_eq!(of(Path::new("/a b/é.tf")), "file:///a%20b/%C3%A9.tf");
        assert_eq!(path("file:///a%20b/%C3%A9.tf"), Some(PathBuf::from("/a b/é.tf")));
        assert_eq!(path("file://host/a%zz"), Some(PathBuf::from("/a%zz")));
        assert_eq!((path("untitled:x"), path("file://"), path("file:///%ff")), (None, None, None));
    }
}
