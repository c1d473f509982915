//! Converts between paths of the operating system and the names that hclx uses internally. Names have `/`
//! between parts on every system, so that findings, baselines and suppressions of a repository are the same
//! bytes everywhere.
//!
//! Names are strings and lossless: bytes that are not Unicode are escaped, and such names can be converted
//! back. Out of scope: joining and cleaning names (`hclx_analysis::file_path`).

use std::borrow::Cow;
use std::path::Path;

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

/// The path of a name. A name that contains `\xff` literally wins if such a file exists.
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
    // Windows accepts `/` too, except after `\\?\`, which no name begins with
    match name.contains("\\x") {
        true => Cow::Owned(std::ffi::OsString::from_wide(&windows::wide(name)).into()),
        false => Cow::Borrowed(Path::new(name)),
    }
}
