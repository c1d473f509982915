//! The files of a repository that name a file which does not exist: a script, a manifest or a resource is assumed to make it.

use hclx_analysis::file_path;
use hclx_eval::{Entry, Host};
use memchr::memmem;

/// Names of files with the steps of a build, and the ends of such names.
const BUILD_FILES: &[&str] =
    &["Dockerfile", "Makefile", "justfile", "Justfile", "Taskfile.yml", "Taskfile.yaml"];
const ENDS_OF_BUILD_FILES: &[&str] = &[".sh", ".ps1", ".Dockerfile"];

/// The ends of configuration, which names what it reads.
const ENDS_OF_READERS: &[&str] =
    &[".tf", ".tofu", ".hcl", ".tfvars", ".tf.json", ".tofu.json", ".tfvars.json", ".tftpl", ".tpl"];

/// The ends of configuration with resources that write files.
const ENDS_OF_MODULES: &[&str] = &[".tf", ".tofu"];

/// The arguments of `local_file` and `archive_file` that name the file they write.
const WRITTEN: &[&str] = &["filename", "output_path"];

/// The most files of a directory that are read, and the most bytes of a manifest.
const MOST_FILES: usize = 128;
const LONGEST: usize = 256 << 10;

/// The roles of a file that may name another one.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Build,
    Module,
    Manifest,
}

fn role(file: &str) -> Option<Role> {
    let ends = |all: &[&str]| all.iter().any(|end| file.ends_with(end));
    match () {
        () if BUILD_FILES.contains(&file) || ends(ENDS_OF_BUILD_FILES) => Some(Role::Build),
        () if ends(ENDS_OF_MODULES) => Some(Role::Module),
        () if ends(ENDS_OF_READERS) => None,
        () => Some(Role::Manifest),
    }
}

/// The reason for the absence of a file that a file in a directory names.
pub(crate) fn of_file(host: &dyn Host, folder: &str, name: &str) -> Option<String> {
    // names that are short are words of everything
    const SHORTEST: usize = 6;
    let is_word = !name.contains(['.', '-', '_']);
    let listed = host.list(folder).ok().filter(|_| name.len() >= SHORTEST && !is_word)?;
    let files = listed.iter().filter(|(_, entry)| *entry == Entry::File).take(MOST_FILES);
    let mut makers = files.filter(|(file, _)| {
        let bytes = role(file).and_then(|role| Some((role, host.read(&file_path::join(folder, file)).ok()?)));
        bytes.is_some_and(|(role, bytes)| makes(role, &bytes, name))
    });
    let (maker, _) = makers.next()?;
    let maker = file_path::join(folder, maker);
    Some(format!("a file that does not exist here is named in `{maker}`, which is assumed to make it"))
}

/// Returns `true` if the contents of a file say that it makes a file with a name.
fn makes(role: Role, bytes: &[u8], name: &str) -> bool {
    let has_dot = name.contains('.');
    match role {
        Role::Build => has_dot && memmem::find(bytes, name.as_bytes()).is_some(),
        Role::Module => {
            let is_argument = |line: &[u8]| WRITTEN.iter().any(|name| line.starts_with(name.as_bytes()));
            let has = |line: &[u8]| memmem::find(line, name.as_bytes()).is_some();
            let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
            has_dot && lines.any(|line| is_argument(line) && has(line))
        }
        Role::Manifest => {
            let mut found = memmem::find_iter(bytes, name.as_bytes());
            bytes.len() <= LONGEST && found.any(|at| is_value(bytes, at..at + name.len()))
        }
    }
}

/// Returns `true` if a range of a text is a whole value: in quotes, or behind a colon up to the end of the line.
fn is_value(bytes: &[u8], range: std::ops::Range<usize>) -> bool {
    let (before, after) = (&bytes[..range.start], &bytes[range.end..]);
    let line = after.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    match before.last() {
        Some(quote @ (b'"' | b'\'' | b'`')) => after.first() == Some(quote),
        Some(b' ') => line.is_empty() && before.trim_ascii_end().ends_with(b":"),
        _ => false,
    }
}
