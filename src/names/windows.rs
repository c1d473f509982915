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
    if let Some(rest) = behind_namespace(&name) {
        match rest.split_at_checked(4) {
            // `//?/UNC/server/share` is a longer spelling of `//server/share`.
            Some((unc, rest))
                if unc.eq_ignore_ascii_case("UNC/") && !matches!(rest.as_bytes(), [] | [b'/', ..]) =>
            {
                name = format!("//{rest}");
            }
            _ if has_drive(rest) && rest.as_bytes().get(2) == Some(&b'/') => name = rest.to_owned(),
            _ => {}
        }
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

/// The rest of a name after `//?/` or `//./`, where the names of all devices are.
fn behind_namespace(name: &str) -> Option<&str> {
    name.strip_prefix("//?/").or_else(|| name.strip_prefix("//./"))
}

/// Returns `true` for a name that looks like `c:a`. Names for paths relative to a drive are made absolute on
/// entry, so this one is a file name with a colon.
pub(super) fn is_like_a_drive(name: &str) -> bool {
    has_drive(name) && name.as_bytes().get(2) != Some(&b'/')
}

/// The server and the share at the start of a name, in lower case, or the device that it names in the same way.
pub(super) fn share(name: &str) -> Option<String> {
    let rest = name.strip_prefix("//").filter(|rest| !rest.starts_with('/'))?;
    let end = rest.match_indices('/').nth(1).map_or(rest.len(), |(at, _)| at);
    Some(rest[..end].trim_end_matches('/').to_lowercase())
}

/// Names of devices; `nul.txt` and `NUL` are the same device.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Returns `true` for the name of a device, which may never end when it is read.
pub(super) fn is_device(name: &str) -> bool {
    // The system ignores extensions, streams after a colon, and spaces at the end.
    let stem = name.split(['.', ':']).next().unwrap_or(name).trim_end_matches(' ');
    let is_port = |start: &str| {
        let (kind, number) = stem.split_at_checked(3).unwrap_or((stem, ""));
        let mut digits = number.chars();
        // The system also treats these superscript digits as digits.
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

    #[test]
    fn shares_and_devices_have_their_places() {
        for (name, expected) in [
            ("//Host/Share/a/b", Some("host/share")),
            ("//host/share", Some("host/share")),
            ("//host", Some("host")),
            ("//host/", Some("host")),
            ("//./pipe/x", Some("./pipe")),
            ("//?/GLOBALROOT/Device/x", Some("?/globalroot")),
            ("C:/a", None),
            ("/a", None),
            ("///a", None),
            ("a//b", None),
        ] {
            assert_eq!(share(name).as_deref(), expected, "{name}");
        }
    }

    /// A generator of random numbers.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % end
        }

        fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
            all[self.below(all.len())]
        }
    }

    /// A path as a user, a program or the system may write it.
    fn written(random: &mut Random) -> Vec<u16> {
        let start = random.of(&[
            "",
            "",
            ".",
            "..",
            r"\",
            "/",
            "c:",
            "Q:",
            r"c:\",
            "C:/",
            r"\\host\share",
            r"\\host\share\",
            "//host/share/",
            r"\\host",
            r"\\?\D:\",
            r"\\?\d:\",
            "//?/D:/",
            r"\\.\d:\",
            r"\\?\D:",
            r"\\?\UNC\host\share\",
            r"\\?\unc\host\share\",
            r"\\.\UNC\host\share",
            r"\\?\Volume{1}\",
            r"\\.\pipe\",
            r"\\.\COM1",
        ]);
        let mut path = units(start);
        // `/` is not a separator after `\\?\`, but not a character of a name either
        let separators: &[&str] =
            if start.starts_with(r"\\?") { &[r"\"] } else { &[r"\", r"\", "/", r"\\", "//"] };
        for index in 0..random.below(5) {
            if index > 0 || path.is_empty() == (random.below(8) == 0) {
                path.extend(units(random.of(separators)));
            }
            path.extend(units(random.of(&[
                "a",
                "B.tf",
                "main.tf",
                "ü",
                "\u{1f600}",
                "a b",
                ".",
                "..",
                ".x",
                "x41",
                "xd800",
                "nul",
                "AUX.tf",
                "Com1",
                "dot.",
                "blank ",
                "a:b",
                "C:",
                "d:e",
                "?",
                "UNC",
                "modules",
                "\u{212a}",
                "\u{0}",
            ])));
            if random.below(6) == 0 {
                path.push(0xd800 + random.below(0x800) as u16);
            }
        }
        if random.below(5) == 0 {
            path.extend(units(random.of(separators)));
        }
        path
    }

    /// The start of a path, as defined in the documentation of Windows.
    #[derive(Debug, PartialEq)]
    enum Start {
        Current,
        CurrentDrive,
        /// The current directory of a drive.
        Within(u16),
        Drive(u16),
        Share,
        Device,
    }

    /// Parses a path without the conversion under test: its start, and the parts of the rest.
    fn meaning(path: &[u16]) -> (Start, Vec<Vec<u16>>) {
        let is_separator = |unit: &u16| matches!(u8::try_from(*unit), Ok(b'\\' | b'/'));
        let letter = |path: &[u16]| match path {
            [letter, colon, ..] if *colon == u16::from(b':') => u8::try_from(*letter)
                .ok()
                .filter(u8::is_ascii_alphabetic)
                .map(|letter| letter.to_ascii_uppercase().into()),
            _ => None,
        };
        let parts = |rest: &[u16]| -> Vec<Vec<u16>> {
            rest.split(is_separator).filter(|part| !part.is_empty()).map(<[u16]>::to_vec).collect()
        };
        let separated = |at: usize| path.get(at).is_some_and(is_separator);
        if !separated(0) {
            return match letter(path) {
                Some(drive) if separated(2) => (Start::Drive(drive), parts(&path[2..])),
                Some(drive) => (Start::Within(drive), parts(&path[2..])),
                None => (Start::Current, parts(path)),
            };
        }
        // `\\\a` has no server
        if !separated(1) || separated(2) {
            return (Start::CurrentDrive, parts(path));
        }
        let namespace =
            path.get(2).is_some_and(|unit| matches!(u8::try_from(*unit), Ok(b'?' | b'.'))) && separated(3);
        if !namespace {
            return (Start::Share, parts(path));
        }
        let rest = &path[4..];
        match letter(rest) {
            Some(drive) if rest.get(2).is_some_and(is_separator) => (Start::Drive(drive), parts(&rest[2..])),
            _ => {
                let rest = parts(rest);
                let is_unc = |part: &Vec<u16>| String::from_utf16_lossy(part).eq_ignore_ascii_case("UNC");
                let has_server = path.get(7).is_some_and(is_separator)
                    && path.get(8).is_some_and(|unit| !is_separator(unit));
                match has_server && rest.first().is_some_and(is_unc) {
                    true => (Start::Share, rest[1..].to_vec()),
                    false => (Start::Device, [vec![path[2]]].into_iter().chain(rest).collect()),
                }
            }
        }
    }

    /// Every path converts back to one with the same meaning, and its name is a fixed point.
    #[test]
    fn paths_come_back() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..20_000 {
            let path = written(&mut random);
            let once = name(&path);
            let back = wide(&once);
            assert_eq!(meaning(&back), meaning(&path), "{:?} is {once}", String::from_utf16_lossy(&path));
            assert_eq!(name(&back), once, "{path:?}");
            assert!(!back.contains(&u16::from(b'/')) && !once.replace("\\x", "").contains('\\'), "{once}");
            // names alone show what only the user may have opened
            let (start, parts) = meaning(&path);
            let elsewhere = matches!(start, Start::Share | Start::Device);
            assert_eq!(share(&once).is_some(), elsewhere, "{once}");
            let last = parts.last().map(|part| String::from_utf16_lossy(part));
            // the current directory of a drive replaces the drive on entry
            let is_absolute = !matches!(start, Start::Within(_));
            assert_eq!(is_like_a_drive(&once), !is_absolute, "{once}");
            if is_absolute && last.is_some_and(|last| ["nul", "AUX.tf", "Com1"].contains(&&*last)) {
                let last = once.rsplit('/').find(|part| !part.is_empty());
                assert!(last.is_some_and(is_device), "{once}");
            }
        }
    }
}
