//! Go tests that assemble the files of a module before they run it: they copy some from a repository, and write others.

use std::sync::Arc;

use hclx_eval::Host;
use memchr::memmem;

use super::files_below;
use super::scripts::CopiedPath;

/// The suffix of tests.
const END: &str = "_test.go";

/// Functions that copy or write a file.
const COPIERS: &[&str] =
    &["CopyFile", "WriteFile", "io.Copy", "os.Create", "os.Link", "os.Rename", "os.Symlink"];

/// The maximum number of tests that are read in a repository, the maximum size of one, and the maximum size of all of
/// them, in bytes.
const MOST_TESTS: usize = 1024;
const LONGEST: usize = 256 << 10;
const MOST_BYTES: usize = 8 << 20;

/// A test that copies or writes files of modules.
pub(crate) struct GoTest {
    pub(crate) path: String,
    pub(crate) contents: Arc<[u8]>,
}

impl GoTest {
    /// The tests below the root of a repository.
    pub(crate) fn of_repository(host: &dyn Host, root: &str) -> Vec<Self> {
        let mut left = MOST_BYTES;
        let paths = files_below(host, root, |name| name.ends_with(END)).into_iter().take(MOST_TESTS);
        let test = |path: String| {
            let contents = host.read(&path).ok().filter(|contents| contents.len() <= LONGEST.min(left))?;
            left -= contents.len();
            let has = |text: &str| memmem::find(&contents, text.as_bytes()).is_some();
            let is_meant = has(".tf\"") && COPIERS.iter().any(|copier| has(copier));
            is_meant.then(|| Self { path, contents: contents.into() })
        };
        paths.filter_map(test).collect()
    }

    /// The ends of the paths of module files in the test: at least one directory and the name.
    pub(crate) fn copies(&self) -> impl Iterator<Item = CopiedPath> {
        let text = String::from_utf8_lossy(&self.contents);
        let ends: Vec<String> = text.lines().flat_map(ends_of_paths).collect();
        ends.into_iter().map(|end| CopiedPath { end, script: self.path.clone() })
    }
}

/// The ends of the paths of module files in a line, whose strings may be the components of one path.
fn ends_of_paths(line: &str) -> Vec<String> {
    let mut ends = Vec::new();
    let mut before = "";
    for text in line.split('"').skip(1).step_by(2) {
        if text.ends_with(".tf") {
            let is_alone = text.contains('/') || before.ends_with(".tf");
            let whole = if is_alone { text.to_owned() } else { format!("{before}/{text}") };
            let mut steps: Vec<&str> = whole.rsplit('/').take_while(|step| !step.starts_with('.')).collect();
            steps.retain(|step| !step.is_empty());
            steps.reverse();
            ends.extend((steps.len() > 1).then(|| steps.join("/")));
        }
        before = text;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::ends_of_paths;

    #[test]
    fn strings_of_a_line_are_steps_of_a_path() {
        let cases: [(&str, &[&str]); 4] = [
            (
                "files.CopyFile(\"../fixtures/vars.tf\", filepath.Join(dir, \"vars.tf\"))",
                &["fixtures/vars.tf"],
            ),
            ("src := filepath.Join(\"testdata\", \"net\", \"a.tf\")", &["net/a.tf"]),
            ("os.WriteFile(filepath.Join(dir, \"main.tf\"), text, 0o644)", &[]),
            ("t.Run(\"plan\", run)", &[]),
        ];
        for (line, ends) in cases {
            assert_eq!(ends_of_paths(line), ends, "{line}");
        }
    }
}
