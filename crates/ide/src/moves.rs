//! Updates of paths when files and directories move: the paths that refer to them, and the relative paths in them.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Edit, SourceId};
use hclx_eval::Dialect;

use crate::links::{WrittenPath, written_paths};

/// A moved file or directory: its old and its new path, both clean.
pub type Move = (String, String);

/// The edits of a file after which its paths refer to the same files and directories as before the moves. Places
/// refer to the file before the edits.
pub fn moved_paths(
    snapshot: &Snapshot,
    file: SourceId,
    dialect: Option<&Dialect>,
    moves: &[Move],
) -> Vec<Edit> {
    let bytes = snapshot.bytes(file).unwrap_or_default();
    let own = snapshot.path(file);
    let edit = |path: &WrittenPath| {
        // paths with escapes are left to the user
        let is_plain = bytes.get(path.inner.range()) == Some(path.path.as_bytes());
        let start = match path.folder == file_path::parent(&own) {
            true => file_path::parent(&moved(&own, moves)).to_owned(),
            false => moved(&path.folder, moves),
        };
        let text = rewritten(path, &start, moves)?;
        (is_plain && text != path.path).then(|| Edit { span: path.inner.in_source(file), text })
    };
    written_paths(snapshot, file, dialect).iter().filter_map(edit).collect()
}

/// The path after the moves, written in the style of the old one, relative to the new directory `start`.
fn rewritten(path: &WrittenPath, start: &str, moves: &[Move]) -> Option<String> {
    let target = moved(&path.target, moves);
    if target == path.target && *start == path.folder {
        return None;
    }
    if file_path::is_absolute(&path.path) {
        return Some(target);
    }
    // `a//b` is the directory `b` in the package fetched from `a`
    let (outer, inner) = match path.path.split_once("//") {
        Some((outer, _)) => {
            let outer = moved(&file_path::join(&path.folder, outer), moves);
            let inner = relative(&outer, &target);
            // The directory is no longer in the package.
            if inner.starts_with("..") {
                return None;
            }
            (outer, format!("//{inner}"))
        }
        None => (target, String::new()),
    };
    let mut text = relative(start, &outer);
    // Terraform treats a source without `./` or `../` as an address.
    let is_explicit = path.path.starts_with("./") || path.path.starts_with("../") || path.path == "..";
    if is_explicit && !text.starts_with("../") && text != ".." {
        text = if text == "." { "./".to_owned() } else { format!("./{text}") };
    }
    let slash = if inner.is_empty() && path.path.ends_with('/') && !text.ends_with('/') { "/" } else { "" };
    Some(text + &inner + slash)
}

/// The path of a file or directory after the moves.
fn moved(path: &str, moves: &[Move]) -> String {
    let inside = moves.iter().filter(|(old, _)| file_path::is_inside(path, old));
    // the innermost moved directory decides
    match inside.max_by_key(|(old, _)| old.len()) {
        Some((old, new)) => format!("{new}{}", path.strip_prefix(old.as_str()).unwrap_or_default()),
        None => path.to_owned(),
    }
}

/// The path of a file or directory relative to a directory; both are clean.
pub fn relative(from: &str, to: &str) -> String {
    let steps = |path: &str| -> Vec<String> {
        path.split('/').filter(|step| !step.is_empty() && *step != ".").map(str::to_owned).collect()
    };
    let (from, to) = (steps(from), steps(to));
    let same = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - same);
    let path: Vec<&str> = up.chain(to[same..].iter().map(String::as_str)).collect();
    if path.is_empty() { ".".to_owned() } else { path.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(folder: &str, path: &str, start: &str, moves: &[(&str, &str)]) -> Option<String> {
        let moves: Vec<Move> =
            moves.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect();
        let (target, place) = (file_path::join(folder, path), hclx_diag::TextRange::at(0));
        let path =
            WrittenPath { place, inner: place, path: path.to_owned(), folder: folder.to_owned(), target };
        rewritten(&path, start, &moves)
    }

    #[test]
    fn paths_follow_what_moves() {
        let net = [("net", "modules/network")];
        for (folder, path, start, moves, expected) in [
            (".", "./net", ".", &net[..], Some("./modules/network")),
            (".", "net/a.txt", ".", &net, Some("modules/network/a.txt")),
            (".", "./other", ".", &net, None),
            (".", "./net2", ".", &net, None),
            ("apps/web", "../../net/", "apps/web", &net, Some("../../modules/network/")),
            // the module itself moves, but the modules that it calls do not
            ("net", "../other", "modules/network", &net, Some("../../other")),
            ("net", "./inner", "modules/network", &net, Some("./inner")),
            // the innermost move decides
            (".", "./a/b", ".", &[("a", "x"), ("a/b", "c")], Some("./c")),
            (".", "../x//net", ".", &[("../x", "../y")], Some("../y//net")),
            (".", "./x//net", ".", &[("x/net", "x/web")], Some("./x//web")),
            (".", "./x//net", ".", &[("x/net", "web")], None),
            ("a", "..", "b/a", &[("a", "b/a")], Some("../..")),
            ("a", "../b", "a", &[("b", "a/c")], Some("./c")),
        ] {
            let rewritten = rewrite(folder, path, start, moves);
            assert_eq!(
                rewritten.as_deref().filter(|text| *text != path),
                expected.filter(|text| *text != path),
                "{folder} {path}"
            );
        }
    }
}
