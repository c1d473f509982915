//! Files of a repository that mention a file that does not exist: a script, a manifest or a resource is assumed to
//! create it.

use std::sync::{Arc, Mutex};

use hclx_analysis::file_path;
use hclx_diag::{Ordered, locked};
use hclx_eval::{Entry, Host};
use memchr::memmem;

use super::scripts::is_build_file;

/// The suffixes of configuration files, which mention the files that they read.
const ENDS_OF_READERS: &[&str] =
    &[".tf", ".tofu", ".hcl", ".tfvars", ".tf.json", ".tofu.json", ".tfvars.json", ".tftpl", ".tpl"];

/// The suffixes of configuration files whose resources may write files.
const ENDS_OF_MODULES: &[&str] = &[".tf", ".tofu"];

/// The arguments of `local_file` and `archive_file` that set the file to write.
const WRITTEN: &[&str] = &["filename", "output_path"];

/// The maximum number of files to read in a directory, and the maximum size of a manifest in bytes.
const MOST_FILES: usize = 128;
const LONGEST: usize = 256 << 10;

/// The maximum number of bytes that are kept from the files of a directory.
const MOST_BYTES: usize = 4 << 20;

/// The roles of a file that may mention another one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Build,
    Module,
    Manifest,
}

fn role(file: &str) -> Option<Role> {
    let ends = |all: &[&str]| all.iter().any(|end| file.ends_with(end));
    match () {
        () if is_build_file(file) => Some(Role::Build),
        () if ends(ENDS_OF_MODULES) => Some(Role::Module),
        () if ends(ENDS_OF_READERS) => None,
        () => Some(Role::Manifest),
    }
}

/// The directories whose files were read, so that they are read once for several absent files.
#[derive(Debug, Default)]
pub(crate) struct Makers(Mutex<Ordered<String, Arc<Vec<Maker>>>>);

/// A file that may mention others. Its contents are `None` if too many are kept, and are then read again.
#[derive(Debug)]
struct Maker {
    path: String,
    role: Role,
    contents: Option<Vec<u8>>,
}

impl Makers {
    /// The reason for the absence of a file that is mentioned in a directory.
    pub(crate) fn reason(&self, host: &dyn Host, folder: &str, name: &str) -> Option<String> {
        // short names occur everywhere as words
        const SHORTEST: usize = 6;
        let is_word = !name.contains(['.', '-', '_']);
        if name.len() < SHORTEST || is_word {
            return None;
        }
        let makers = self.in_folder(host, folder);
        let is_maker = |maker: &&Maker| match &maker.contents {
            Some(bytes) => makes(maker.role, bytes, name),
            None => host.read(&maker.path).is_ok_and(|bytes| makes(maker.role, &bytes, name)),
        };
        Some(reason_of_maker(&makers.iter().find(is_maker)?.path))
    }

    /// The files of a directory that may mention others.
    fn in_folder(&self, host: &dyn Host, folder: &str) -> Arc<Vec<Maker>> {
        if let Some(known) = locked(&self.0).get(folder) {
            return Arc::clone(known);
        }
        let listed = host.list(folder).unwrap_or_default();
        let files = listed.iter().filter(|(_, entry)| *entry == Entry::File).take(MOST_FILES);
        let mut left = MOST_BYTES;
        let maker = |(file, _): &(String, Entry)| {
            let (role, path) = (role(file)?, file_path::join(folder, file));
            let contents = host.read(&path).ok()?;
            let is_kept = contents.len() <= left;
            left -= if is_kept { contents.len() } else { 0 };
            Some(Maker { path, role, contents: is_kept.then_some(contents) })
        };
        let makers = Arc::new(files.filter_map(maker).collect::<Vec<_>>());
        locked(&self.0).insert(folder.to_owned(), Arc::clone(&makers));
        makers
    }
}

/// The reason for the absence of a file that another file mentions.
pub(super) fn reason_of_maker(maker: &str) -> String {
    format!("a file that does not exist here is named in `{maker}`, which is assumed to make it")
}

/// Returns `true` if the contents of a file suggest that it creates a file with a name.
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

/// Returns `true` if a range is a complete value: in quotes, or after a colon up to the end of the line.
fn is_value(bytes: &[u8], range: std::ops::Range<usize>) -> bool {
    let (before, after) = (&bytes[..range.start], &bytes[range.end..]);
    let line = after.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    match before.last() {
        Some(quote @ (b'"' | b'\'' | b'`')) => after.first() == Some(quote),
        Some(b' ') => line.is_empty() && before.trim_ascii_end().ends_with(b":"),
        _ => false,
    }
}
