//! Names of paths that are bytes: bytes that are not UTF-8 are written as `\xff`, and such names can be
//! converted back.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The name of a path. Bytes that are not UTF-8 are written as `\xff`; nothing is lost.
pub(super) fn name(path: &Path) -> String {
    use std::fmt::Write;
    use std::os::unix::ffi::OsStrExt;
    let mut text = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// The path of a name. If a file exists whose name contains `\xff` literally, that file takes precedence.
pub(super) fn path(text: &str) -> Cow<'_, Path> {
    use std::os::unix::ffi::OsStringExt;
    if !text.contains("\\x") {
        return Cow::Borrowed(Path::new(text));
    }
    let mut path = PathBuf::new();
    for part in Path::new(text).components() {
        let literal = path.join(part);
        let name = part.as_os_str().to_str().unwrap_or_default();
        if !name.contains("\\x") || literal.symlink_metadata().is_ok() {
            path = literal;
        } else {
            path.push(std::ffi::OsString::from_vec(bytes(name)));
        }
    }
    Cow::Owned(path)
}

/// The bytes of a name, with `\xff` as one byte. ASCII is never escaped, so an escape of it is taken
/// literally.
fn bytes(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = name;
    while let Some(at) = rest.find("\\x") {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let digits = rest.get(at + 2..at + 4).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match digits.filter(|byte| *byte >= 0x80) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[at + 4..];
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                rest = &rest[at + 2..];
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn names_that_are_not_text_come_back() {
        for bytes in [&b"bad\xff.hcl"[..], b"d\xc3/\xe2\x82.tf", b"a\\x\xfe", b"plain.hcl", b"\\x41\xff"] {
            let written = name(Path::new(OsStr::from_bytes(bytes)));
            assert_eq!(path(&written).as_os_str().as_bytes(), bytes, "{written}");
        }
        assert_eq!(name(Path::new(OsStr::from_bytes(b"bad\xff.hcl"))), "bad\\xff.hcl");
    }
}
