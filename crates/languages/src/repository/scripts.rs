//! The scripts of a repository. A file that a script mentions is assumed to be created by it, and files that a script
//! copies also exist elsewhere when the modules run.

use hclx_analysis::{file_name, file_path};
use hclx_eval::Host;
use memchr::memmem;

use super::files_below;

/// Names and suffixes of build scripts.
const BUILD_FILES: &[&str] =
    &["Dockerfile", "Makefile", "justfile", "Justfile", "Taskfile.yml", "Taskfile.yaml"];
const ENDS_OF_BUILD_FILES: &[&str] = &[".sh", ".bash", ".ps1", ".Dockerfile"];

/// The paths of pipeline files, and the directory of GitHub's pipelines.
pub(crate) const PIPELINES: &[&str] = &[
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    "azure-pipelines.yml",
    "bitbucket-pipelines.yml",
    "Jenkinsfile",
    "Dockerfile",
];
pub(crate) const WORKFLOWS: &str = ".github/workflows";

/// The suffix of pages, which show commands.
const PAGES: &str = ".md";

/// The suffixes of other files with commands: modules run some, and templates become scripts.
const OTHERS_WITH_COMMANDS: &[&str] = &[".tf", ".tofu", ".tpl", ".tftpl", ".yml", ".yaml", ".py"];

/// The commands that copy or move a file to another directory.
const COPIERS: &[&str] = &["cp", "ln", "rsync", "install", "mv", "copy", "Copy-Item"];

/// The usual separators in a command that replaces words, and the minimum length of a replaced word.
const SEPARATORS: &[u8] = b"/|#,@:!~";
const SHORTEST_WORD: usize = 3;

/// The maximum number of scripts that are read in a repository, the maximum size of one, and the maximum size of all of
/// them, in bytes.
const MOST_SCRIPTS: usize = 1024;
const LONGEST: usize = 256 << 10;
const MOST_BYTES: usize = 8 << 20;

/// Returns `true` for the name of a build script.
pub(super) fn is_build_file(name: &str) -> bool {
    BUILD_FILES.contains(&name) || ENDS_OF_BUILD_FILES.iter().any(|end| name.ends_with(end))
}

/// Returns `true` for the path of a pipeline.
fn is_pipeline(path: &str) -> bool {
    let has_end =
        |end: &&str| path.strip_suffix(*end).is_some_and(|above| above.is_empty() || above.ends_with('/'));
    file_path::parent(path).ends_with(WORKFLOWS) || PIPELINES.iter().any(has_end)
}

/// A script, a pipeline or a page of a repository.
#[derive(Debug)]
struct Script {
    path: String,
    contents: Vec<u8>,
}

/// The scripts of a repository.
#[derive(Debug, Default)]
pub(crate) struct Scripts(Vec<Script>);

/// The end of the path of a file that a script copies: at least one directory and the name, which may be a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CopiedPath {
    pub(crate) end: String,
    /// The path of the script.
    pub(crate) script: String,
}

impl Scripts {
    /// The scripts below the root of a repository.
    pub(crate) fn of_repository(host: &dyn Host, root: &str) -> Self {
        let is_script = |name: &str| is_build_file(name) || name.ends_with(PAGES);
        let may_be_pipeline =
            |name: &str| [".yml", ".yaml", "Jenkinsfile"].iter().any(|end| name.ends_with(end));
        let paths = files_below(host, root, |name| is_script(name) || may_be_pipeline(name)).into_iter();
        Self::from_paths(host, paths.filter(|path| is_script(file_name(path)) || is_pipeline(path)))
    }

    /// Other kinds of files that contain commands, below the root of a repository.
    pub(super) fn others_of_repository(host: &dyn Host, root: &str) -> Self {
        let has_commands = |name: &str| OTHERS_WITH_COMMANDS.iter().any(|end| name.ends_with(end));
        Self::from_paths(host, files_below(host, root, has_commands).into_iter())
    }

    fn from_paths(host: &dyn Host, paths: impl Iterator<Item = String>) -> Self {
        let mut left = MOST_BYTES;
        let script = |path: String| {
            let contents = host.read(&path).ok().filter(|contents| contents.len() <= LONGEST.min(left))?;
            left -= contents.len();
            Some(Script { path, contents })
        };
        Self(paths.take(MOST_SCRIPTS).filter_map(script).collect())
    }

    /// The words that commands such as `sed 's/WORD/…/'` replace, without duplicates.
    pub(super) fn replaced_words(&self) -> impl Iterator<Item = String> {
        self.contents().flat_map(|contents| {
            memmem::find_iter(contents, b"s").filter_map(|at| {
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let (separator, rest) = contents[at + 1..].split_first()?;
                let end = rest.iter().position(|byte| !is_word(byte))?;
                let is_command = end >= SHORTEST_WORD
                    && SEPARATORS.contains(separator)
                    && rest.get(end) == Some(separator)
                    && !contents[..at].last().is_some_and(is_word);
                is_command.then(|| String::from_utf8_lossy(&rest[..end]).into_owned())
            })
        })
    }

    /// The path of the script that creates the file at a path: it mentions the file and its directory. Pages do not
    /// count, because they only show commands.
    pub(super) fn maker_of(&self, path: &str) -> Option<&str> {
        let mut steps = path.rsplit('/');
        let (name, folder) = (steps.next()?, steps.next().filter(|step| !step.starts_with('.'))?);
        // key generators take the name of the private key
        let end = format!("{folder}/{}", name.strip_suffix(".pub").unwrap_or(name));
        let names = |script: &&Script| {
            let is_named = || memmem::find(&script.contents, end.as_bytes()).is_some();
            !script.path.ends_with(PAGES) && (is_named() || writes_into_variable(&script.contents, name))
        };
        self.0.iter().find(names).map(|script| &*script.path)
    }

    /// The contents of scripts and pipelines; pages are excluded because they only show commands.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().filter(|script| !script.path.ends_with(PAGES)).map(|script| &*script.contents)
    }

    /// Returns `true` if a command of a program, even one shown on a page, mentions a file.
    pub(crate) fn run_with(&self, program: &str, name: &str) -> bool {
        let has_name = |command: &str| {
            let mut words = command.split(|sign: char| sign.is_whitespace() || "\"'`=".contains(sign));
            let is_program = |word: &str| file_name(word) == program;
            words.any(is_program) && words.any(|word| file_name(word) == name)
        };
        self.0.iter().any(|script| {
            let is_named = memmem::find(&script.contents, name.as_bytes()).is_some();
            is_named && commands(&joined_lines(&script.contents)).any(has_name)
        })
    }

    /// The ends of the paths that commands copy, as far as they are literal.
    pub(crate) fn copies(&self) -> Vec<CopiedPath> {
        let mut all = Vec::new();
        for script in &self.0 {
            // most commands copy nothing, so they need not be parsed
            let copies = |command: &&str| COPIERS.iter().any(|copier| command.contains(copier));
            for command in commands(&joined_lines(&script.contents)).filter(copies) {
                let ends = ends_of_copies(command, file_name(file_path::parent(&script.path))).into_iter();
                all.extend(ends.map(|end| CopiedPath { end, script: script.path.clone() }));
            }
        }
        all
    }
}

/// Returns `true` if a line redirects output to a file of this name in a directory that is a variable or an expression,
/// as in `> $DIR/key` and `> ${{ env.DIR }}/key`.
fn writes_into_variable(contents: &[u8], name: &str) -> bool {
    let end = format!("/{name}");
    let is_written = |at: usize| {
        let line = &contents[memchr::memrchr(b'\n', &contents[..at]).map_or(0, |start| start + 1)..at];
        let target = memchr::memrchr(b'>', line).map(|start| line[start + 1..].trim_ascii_start());
        let target = target.map(|target| target.strip_prefix(b"\"").unwrap_or(target));
        let is_whole = !contents
            .get(at + end.len())
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"._-/".contains(byte));
        is_whole && target.is_some_and(|target| target.starts_with(b"$"))
    };
    memmem::find_iter(contents, end.as_bytes()).any(is_written)
}

/// A script with continued lines joined.
fn joined_lines(contents: &[u8]) -> String {
    String::from_utf8_lossy(contents).replace("\\\n", " ")
}

/// The commands of a script whose continued lines are joined.
fn commands(script: &str) -> impl Iterator<Item = &str> {
    script.lines().flat_map(|line| line.split([';', '|', '&']))
}

/// Expressions for the directory of a script.
const OWN_FOLDERS: &[&str] = &[
    "$(dirname $0)",
    "$(dirname -- $0)",
    "$(dirname ${BASH_SOURCE[0]})",
    "$(dirname ${BASH_SOURCE})",
    "${0%/*}",
    "$SCRIPT_DIR",
    "${SCRIPT_DIR}",
    "$PSScriptRoot",
];

/// The ends of the paths that one command copies, except for the destination, which is the last argument. `own` is the
/// name of the script's directory.
fn ends_of_copies(command: &str, own: &str) -> Vec<String> {
    let mut command = command.replace(['"', '\'', '`'], "");
    for folder in OWN_FOLDERS.iter().filter(|_| !own.is_empty() && own != ".") {
        command = command.replace(folder, own);
    }
    let command = without_substitutions(&command);
    let words: Vec<&str> = command.split_whitespace().collect();
    let Some(copier) = words.iter().position(|word| COPIERS.contains(word)) else { return Vec::new() };
    let mut arguments: Vec<&str> =
        words[copier + 1..].iter().copied().filter(|word| !word.starts_with('-')).collect();
    arguments.pop();
    arguments.into_iter().filter_map(literal_end).collect()
}

/// A command with `*` in place of command substitutions, as in `cp a/vars_$(basename $DIR).tf b`.
fn without_substitutions(command: &str) -> String {
    let mut parts = command.split("$(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((_, after)) => text.extend(["*", after]),
            None => text.extend(["$(", part]),
        }
    }
    text
}

/// The components of a path after the last one with a substitution, if they include a directory and a name.
fn literal_end(path: &str) -> Option<String> {
    let is_value = |step: &&str| step.contains(['$', '{', '}', '<', '>', '%']) || step.starts_with('.');
    let mut steps: Vec<&str> = path.rsplit('/').take_while(|step| !is_value(step)).collect();
    steps.retain(|step| !step.is_empty());
    steps.reverse();
    let has_folder = steps.len() >= 2 && !steps[..steps.len() - 1].contains(&"*");
    has_folder.then(|| steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{ends_of_copies, writes_into_variable};

    #[test]
    fn output_is_redirected_into_a_directory_with_a_variable() {
        for (line, expected) in [
            ("echo \"$KEY\" > ${{ env.DIR }}/agent_key", true),
            ("make key >> \"$OUT/agent_key\"", true),
            ("cat $OUT/agent_key", false),
            ("echo a > $OUT/agent_key.pub", false),
            ("echo a > out/agent_key", false),
        ] {
            assert_eq!(writes_into_variable(line.as_bytes(), "agent_key"), expected, "{line}");
        }
    }

    #[test]
    fn commands_copy_all_arguments_but_the_last() {
        let cases: [(&str, &[&str]); 10] = [
            ("cp \"$ROOT\"/\"$DIR\"/common/locals.tf \"$STACK\"", &["common/locals.tf"]),
            ("  - run: cp -r infra/common/*.tf stacks/a", &["infra/common/*.tf"]),
            ("ln -sf ../../shared/provider.tf .", &["shared/provider.tf"]),
            ("cp ${DIR}/a.tf x/b.tf ./c/d.tf out/e.tf", &["x/b.tf", "c/d.tf"]),
            ("cp locals.tf stacks/a", &[]),
            ("cp stacks/a/locals.tf", &[]),
            ("echo shared/provider.tf there", &[]),
            ("cp \"$(dirname $0)/a.tf\" \"$DIR\"", &["test/a.tf"]),
            ("cp ${SCRIPT_DIR}/a_$(basename $DIR).tf $(pwd)/b.tf .", &["test/a_*.tf"]),
            ("`cp docs/assets/1-org/keys.tf ../gcp-org`", &["docs/assets/1-org/keys.tf"]),
        ];
        for (command, ends) in cases {
            assert_eq!(ends_of_copies(command, "test"), ends, "{command}");
        }
    }
}
