//! Converts between paths of the operating system and the names that hclx uses internally. Names have `/`
//! between parts on every system, so that findings, baselines and suppressions of a repository are identical
//! everywhere.
//!
//! Names are strings and lossless: bytes that are not Unicode are escaped, and such names can be converted
//! back. Out of scope: joining and cleaning names (`hclx_analysis::file_path`).

use std::borrow::Cow;
use std::path::{Path, PathBuf};

#[cfg(unix)]
mod unix;
#[cfg(any(windows, test))]
mod windows;

/// The name of a path. Bytes that are not UTF-8 are written as `\xff`.
#[cfg(unix)]
pub(crate) fn text(path: &Path) -> String {
    unix::name(path)
}

/// Returns `true` if the system opens a device for a path because of its name, in any directory.
#[cfg(unix)]
pub(crate) fn is_device(_: &Path) -> bool {
    false
}

/// Returns `true` if the system opens a device for a path because of its name, in any directory.
#[cfg(windows)]
pub(crate) fn is_device(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(windows::is_device)
}

/// The server and share, or the device, at the start of a path: the system connects to it as soon as it looks for
/// the path.
#[cfg(unix)]
pub(crate) fn share(_: &Path) -> Option<String> {
    None
}

/// The server and share, or the device, at the start of a path: the system connects to it as soon as it looks for
/// the path.
#[cfg(windows)]
pub(crate) fn share(path: &Path) -> Option<String> {
    windows::share(&text(path))
}

/// The path of a name. If a file exists whose name contains `\xff` literally, that file takes precedence.
#[cfg(unix)]
pub(crate) fn path(name: &str) -> Cow<'_, Path> {
    unix::path(name)
}

/// The name of a path: `\\?\C:\a` and `c:\a` are `C:/a`, `\\server\share\a` is `//server/share/a`, and `c:a` is
/// looked up from the current directory of that drive. Unpaired surrogates are written as `\xd800`.
#[cfg(windows)]
pub(crate) fn text(path: &Path) -> String {
    use std::os::windows::ffi::OsStrExt;
    use std::path::Component;
    let is_drive_relative =
        matches!(path.components().next(), Some(Component::Prefix(_))) && !path.has_root();
    let absolute = is_drive_relative.then(|| std::path::absolute(path).ok()).flatten();
    let wide: Vec<u16> = absolute.as_deref().unwrap_or(path).as_os_str().encode_wide().collect();
    windows::name(&wide)
}

/// The path of a name.
#[cfg(windows)]
pub(crate) fn path(name: &str) -> Cow<'_, Path> {
    use std::os::windows::ffi::OsStringExt;
    match name.contains("\\x") {
        true => Cow::Owned(std::ffi::OsString::from_wide(&windows::wide(name)).into()),
        // the file with a colon in its name, not the one relative to a drive
        false if windows::is_like_a_drive(name) => Cow::Owned(format!("./{name}").into()),
        // Windows also accepts `/`, except after `\\?\`, with which no name begins
        false => Cow::Borrowed(Path::new(name)),
    }
}

/// The path of a `file:` URI; `None` for any other URI.
pub(crate) fn of_uri(uri: &str) -> Option<PathBuf> {
    hclx_diag::uri::path(uri).map(|name| path(&name).into_owned())
}

/// The URI of an absolute path.
pub(crate) fn uri(path: &Path) -> String {
    hclx_diag::uri::absolute(&text(path))
}

#[cfg(all(test, windows))]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_drive_are_absolute() {
        let name = |path: &str| text(Path::new(path));
        let here = std::env::current_dir().expect("a directory");
        let drive = &name(&here.display().to_string())[..2];
        assert_eq!(name(&format!("{drive}a")), name(&here.join("a").display().to_string()));
        assert_eq!(name(drive).trim_end_matches('/'), name(&here.display().to_string()));
        // a name in a configuration denotes a file with a colon
        assert_eq!(path("C:a").as_os_str(), "./C:a");
        assert_eq!(path("C:/a").as_os_str(), "C:/a");
    }

    #[test]
    fn devices_and_shares_are_known_by_name() {
        for path in ["nul", "c:nul", r"a\con", r"\\.\pipe\x", r"\\server\share\a", "//server/share"] {
            let path = Path::new(path);
            assert!(is_device(path) || share(path).is_some(), "{}", path.display());
        }
        assert!(!is_device(Path::new("null.tf")) && share(Path::new(r"\\?\C:\a")).is_none());
    }

    /// Tests paths that are longer than 260 characters, and paths that begin with `\\?\`.
    #[test]
    fn files_are_found_by_their_names() {
        let folder = std::env::temp_dir().join(format!("hclx-names-{}", std::process::id()));
        let deep = (0..30).fold(folder.clone(), |folder, _| folder.join("a directory"));
        std::fs::create_dir_all(&deep).expect("a directory");
        let file = deep.join("é.tf");
        std::fs::write(&file, "a").expect("written");
        std::fs::write(folder.join("b.tf"), "a").expect("written");
        // wine does not support real paths of this length
        for real in [file, folder.join("b.tf").canonicalize().expect("a file")] {
            let name = text(&real);
            assert!(!name.contains('\\') && !name.starts_with("//"), "{name}");
            assert_eq!(std::fs::read(&*path(&name)).expect("a file"), b"a", "{name}");
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
