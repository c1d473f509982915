//! Lines that changed since a revision, as `git` tells them. Nothing is written, and nothing that a
//! repository configures is run.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use hclx_diag::{Diagnostic, Sources, Span};

/// The changed lines of files.
pub(crate) struct Changed {
    /// The lines by absolute path.
    files: HashMap<PathBuf, Lines>,
}

enum Lines {
    All,
    Some(Vec<RangeInclusive<u32>>),
}

impl Changed {
    /// Asks `git` for the changes since a revision, untracked files included.
    ///
    /// # Errors
    /// If there is no `git`, no repository or no such revision.
    pub(crate) fn since(revision: &str) -> anyhow::Result<Self> {
        let why = |what: &str| format!("`--since {revision}`: {what}");
        let root = git(&["rev-parse", "--show-toplevel"]).with_context(|| why("cannot ask git"))?;
        let root = PathBuf::from(String::from_utf8_lossy(&root).trim_end_matches(['\n', '\r']));
        let commit = format!("{revision}^{{commit}}");
        let commit = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| anyhow::anyhow!(why("git knows no such revision")))?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        let root_text = root.to_string_lossy().into_owned();
        let patch = git(&[
            "-C",
            &root_text,
            "-c",
            "core.quotePath=false",
            "diff",
            "--unified=0",
            "--no-color",
            "--no-ext-diff",
            "--no-textconv",
            "--no-renames",
            "--no-prefix",
            "--ignore-submodules",
            &commit,
            "--",
        ])
        .with_context(|| why("cannot ask git"))?;
        let unknown = git(&["-C", &root_text, "ls-files", "-z", "--others", "--exclude-standard"])
            .with_context(|| why("cannot ask git"))?;
        let mut files = read_patch(&String::from_utf8_lossy(&patch), &root);
        let unknown = String::from_utf8_lossy(&unknown).into_owned();
        for name in unknown.split('\0').filter(|name| !name.is_empty()) {
            files.insert(root.join(name), Lines::All);
        }
        Ok(Self { files })
    }

    /// Returns `true` if one of the places of a finding is on a changed line; a finding without a place
    /// always counts.
    pub(crate) fn touches(&self, sources: &Sources, finding: &Diagnostic) -> bool {
        let places = finding.span.into_iter().chain(finding.labels.iter().map(|label| label.span));
        finding.span.is_none() || places.into_iter().any(|span| self.holds(sources, span))
    }

    /// Whether a file changed.
    pub(crate) fn has(&self, path: &Path) -> bool {
        std::fs::canonicalize(path).is_ok_and(|path| self.files.contains_key(&path))
    }

    fn holds(&self, sources: &Sources, span: Span) -> bool {
        let source = sources.get(span.source);
        let path = std::fs::canonicalize(source.name()).unwrap_or_else(|_| source.name().into());
        match self.files.get(&path) {
            None => false,
            Some(Lines::All) => true,
            Some(Lines::Some(ranges)) => {
                let last = span.range.end.saturating_sub(u32::from(!span.range.is_empty()));
                let (first, last) =
                    (source.lines().line_of(span.range.start) + 1, source.lines().line_of(last) + 1);
                ranges.iter().any(|range| *range.start() <= last && first <= *range.end())
            }
        }
    }
}

/// The output of a `git` command.
fn git(arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = Command::new("git")
        .args(["-c", "core.fsmonitor=false"])
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .stdin(std::process::Stdio::null())
        .output()
        .context("`git` cannot be run")?;
    let message = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{}", message.lines().next().unwrap_or("git failed"));
    Ok(output.stdout)
}

/// The new lines of each file of a patch without context. Where lines were only removed, the lines beside
/// them count as changed.
fn read_patch(patch: &str, root: &Path) -> HashMap<PathBuf, Lines> {
    let mut files: HashMap<PathBuf, Lines> = HashMap::new();
    let mut current: Option<PathBuf> = None;
    let mut is_new = false;
    // lines of a hunk that are still to come, so that a removed line `--- x` is not a header
    let mut rest = 0_u32;
    for line in patch.lines() {
        if rest > 0 && line.starts_with(['+', '-']) {
            rest -= 1;
        } else if let Some(name) = line.strip_prefix("--- ") {
            is_new = name == "/dev/null";
        } else if let Some(name) = line.strip_prefix("+++ ") {
            let path = std::fs::canonicalize(root.join(unquoted(name)))
                .unwrap_or_else(|_| root.join(unquoted(name)));
            let lines = if is_new { Lines::All } else { Lines::Some(Vec::new()) };
            files.insert(path.clone(), lines);
            current = Some(path);
        } else if let Some((removed, start, count)) = hunk(line) {
            rest = removed + count;
            let range = if count == 0 { start..=start + 1 } else { start..=start + count - 1 };
            if let Some(Lines::Some(ranges)) = current.as_ref().and_then(|path| files.get_mut(path)) {
                ranges.push(range);
            }
        }
    }
    files
}

/// The number of lines that a hunk removes, and the start and number of those it adds: `@@ -1,2 +3,4 @@`.
fn hunk(line: &str) -> Option<(u32, u32, u32)> {
    let rest = line.strip_prefix("@@ -")?;
    let (old, rest) = rest.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let count = |range: &str| range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok());
    let start = new.split(',').next()?.parse().ok()?;
    Some((count(old)?, start, count(new)?))
}

/// A name as git quotes it where it holds quotes or control characters. A tab ends names with spaces.
fn unquoted(name: &str) -> String {
    let name = name.trim_end_matches('\t');
    let Some(inside) = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) else {
        return name.to_owned();
    };
    let mut bytes = Vec::new();
    let mut rest = inside.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b'a') => bytes.push(7),
            Some(b'b') => bytes.push(8),
            Some(b'f') => bytes.push(12),
            Some(b'v') => bytes.push(11),
            Some(first @ b'0'..=b'3') => {
                let mut value = u32::from(first - b'0');
                while let Some(digit) = rest.next_if(|byte| (b'0'..=b'7').contains(byte) && value < 32) {
                    value = value * 8 + u32::from(digit - b'0');
                }
                bytes.push(value as u8);
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_tell_lines() {
        let patch = "diff --git a.tf a.tf\n--- a.tf\n+++ a.tf\n@@ -2,1 +2,2 @@ x {\n--- old\n+++ new\n+more\n@@ -9 +10,0 @@\n-gone\n\
                     --- /dev/null\n+++ \"b\\303\\244 \\\"x.tf\"\n@@ -0,0 +1 @@\n+a\n";
        let files = read_patch(patch, Path::new("/r"));
        let Some(Lines::Some(ranges)) = files.get(Path::new("/r/a.tf")) else { panic!("some lines") };
        assert_eq!(*ranges, [2..=3, 10..=11]);
        assert!(matches!(files.get(Path::new("/r/bä \"x.tf")), Some(Lines::All)));
        assert_eq!(files.len(), 2);
    }
}
