//! The location of the workspace.

use std::path::{Path, PathBuf};

/// The directory of the workspace that the running test belongs to.
///
/// # Panics
/// If the test is not run by cargo.
pub fn workspace_root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let package = PathBuf::from(package);
    let root = package.ancestors().find(|folder| is_workspace(folder));
    root.expect("a package of the workspace lies inside it").to_path_buf()
}

fn is_workspace(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"));
    manifest.is_ok_and(|text| text.lines().any(|line| line.trim() == "[workspace]"))
}

/// The absolute path of a file or directory of the workspace; absolute paths are unchanged.
pub(crate) fn inside(path: impl AsRef<Path>) -> PathBuf {
    workspace_root().join(path)
}

/// The name of a file for messages: relative to the workspace, if it is inside.
pub(crate) fn shown(path: &Path) -> String {
    let path = path.strip_prefix(workspace_root()).unwrap_or(path);
    path.display().to_string().replace('\\', "/")
}
