//! Windows paths in UTF-16, and their names. Compiled for tests on every system.

use std::fmt::Write;

const SEPARATOR: u16 = b'\\' as u16;

/// The name of a path that is absolute or relative to the current directory.
pub(super) fn name(wide: &[u16]) -> String {
    let mut name = String::with_capacity(wide.len());
    for unit in char::decode_utf16(wide.iter().copied()) {
        match unit {
            Ok('\\') => name.push('/'),
            Ok(unit) => name.push(unit),
            Err(unpaired) => {
                let _ = write!(name, "\\x{:04x}", unpaired.unpaired_surrogate());
            }
        }
    }
    if let Some(rest) = name.strip_prefix("//?/UNC/") {
        name = format!("//{rest}");
    } else if let Some(rest) = name.strip_prefix("//?/").filter(|rest| has_drive(rest)) {
        name = rest.to_owned();
    }
    if has_drive(&name) {
        // Windows ignores the case of drive letters
        name[..1].make_ascii_uppercase();
    }
    name
}

/// Returns `true` if a name starts with a drive letter.
fn has_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// Names of devices; `nul.txt` and `NUL` are the same device.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Returns `true` for the name of a device: reading one may never end.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or(name).trim_end_matches(' ');
    let is_port = |start: &str| {
        let (kind, number) = stem.split_at_checked(3).unwrap_or((stem, ""));
        let mut digits = number.chars();
        let digit = digits.next().is_some_and(|digit| matches!(digit, '1'..='9' | '¹' | '²' | '³'));
        kind.eq_ignore_ascii_case(start) && digit && digits.next().is_none()
    };
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device)) || is_port("com") || is_port("lpt")
}

/// The path of a name.
pub(super) fn wide(name: &str) -> Vec<u16> {
    let mut wide = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some(next) = rest.chars().next() {
        let escaped = rest.strip_prefix("\\x").and_then(|digits| digits.get(..4));
        let unit = escaped.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        if let Some(surrogate) = unit.filter(|unit| (0xd800..0xe000).contains(unit)) {
            wide.push(surrogate);
            rest = &rest["\\xd800".len()..];
            continue;
        }
        match next {
            '/' => wide.push(SEPARATOR),
            next => wide.extend(next.encode_utf16(&mut [0; 2]).iter()),
        }
        rest = &rest[next.len_utf8()..];
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn names_have_one_form() {
        for (path, expected) in [
            (r"a\b.tf", "a/b.tf"),
            (r"a/b\c.tf", "a/b/c.tf"),
            (r".\a", "./a"),
            (r"..\..\a", "../../a"),
            (r"c:\a\b", "C:/a/b"),
            (r"C:\", "C:/"),
            (r"\\?\C:\a", "C:/a"),
            (r"\\?\c:\a", "C:/a"),
            (r"\\server\share\a", "//server/share/a"),
            (r"\\?\UNC\server\share\a", "//server/share/a"),
            (r"\\?\Volume{1}\a", "//?/Volume{1}/a"),
            (r"\a", "/a"),
            ("ü\u{1f600}.tf", "ü\u{1f600}.tf"),
            ("", ""),
        ] {
            assert_eq!(name(&units(path)), expected, "{path}");
        }
    }

    #[test]
    fn devices_are_told_by_their_names() {
        for name in ["nul", "NUL.tf", "con", "Com1", "lpt9.tfvars", "aux .tf", "COM²", "CONIN$", "nul:x"] {
            assert!(is_device(name), "{name}");
        }
        for name in ["null.tf", "com", "com0", "com10", "console.tf", "lpt", "", "a.nul"] {
            assert!(!is_device(name), "{name}");
        }
    }

    #[test]
    fn unpaired_surrogates_come_back() {
        let path = [0x61, 0xd83d, SEPARATOR, 0xde00, 0x62];
        assert_eq!(name(&path), r"a\xd83d/\xde00b");
        assert_eq!(wide(&name(&path)), path);
    }

    /// Every path converts back to the form that the system itself writes, and its name is a fixed point.
    #[test]
    fn paths_come_back() {
        let alphabet: Vec<u16> = [r"aZ:.\/?~ ", "üß\u{1f600}"].concat().encode_utf16().collect();
        let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let starts = [r"", r"\", r"c:\", r"\\?\D:\", r"\\host\share\", r"\\?\UNC\host\share\"];
        for _ in 0..20_000 {
            let mut path = units(starts[random(starts.len())]);
            for _ in 0..random(12) {
                path.push(alphabet[random(alphabet.len())]);
            }
            let once = name(&path);
            assert_eq!(name(&wide(&once)), once, "{path:?}");
            let back = wide(&once);
            assert!(!back.contains(&u16::from(b'/')));
            // only the form differs: separators, the case of the drive letter and `\\?\`
            let bare = |path: &[u16]| {
                let text: String = name(path).to_ascii_lowercase();
                text.trim_start_matches('/').to_owned()
            };
            assert_eq!(bare(&back), bare(&path));
        }
    }
}
