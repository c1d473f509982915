//! Completion of paths in strings: those of modules, and of files that functions read.

use std::cmp::Reverse;

use hclx_analysis::file_path;
use hclx_diag::TextRange;
use hclx_eval::Entry;
use hclx_eval::functions::Parameter;
use hclx_syntax::cursor::CursorContext;

use super::rank::{Fit, closeness};
use super::{Candidate, CandidateKind, CompletionRequest, Rank};

/// The expected kind of path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathKind {
    Folder,
    File,
}

/// The attributes whose values are directories.
pub(crate) const FOLDERS: &[&str] = &["source", "config_path", "paths"];

impl CompletionRequest<'_> {
    /// Adds the entries of the directory that the path at the cursor refers to.
    pub(super) fn paths(&mut self, start: u32, is_whole: bool) {
        let Some(wanted) = self.wanted_path() else { return };
        let before = self.at.text(TextRange::new(start, self.at.offset.max(start)));
        if !is_whole {
            let all = self.at.text(TextRange::new(0, start));
            if !self.unit.language.row().editor.path_bases.iter().any(|base| all.ends_with(base)) {
                return;
            }
        }
        let is_relative =
            before.starts_with("./") || before.starts_with("../") || before.is_empty() || before == ".";
        // Anything else is the address of a registry or of another remote source.
        if wanted == PathKind::Folder && is_whole && !is_relative && before != ".." {
            return;
        }
        if wanted == PathKind::Folder && is_whole {
            self.units();
        }
        let (typed, _) = before.rsplit_once('/').map_or(("", before), |(folder, name)| (folder, name));
        let own = self.place.snapshot.path(self.at.file);
        // No path contains the first character, so nothing is trimmed.
        let below = typed.trim_start_matches(if is_whole { "\0" } else { "/" });
        let folder = self.place.snapshot.reach(self.base(&own), below).real;
        let prefix = match typed {
            "" if wanted == PathKind::Folder && is_whole => "./".to_owned(),
            "" if is_whole => String::new(),
            "" => "/".to_owned(),
            typed => format!("{typed}/"),
        };
        if wanted == PathKind::Folder && typed.is_empty() && is_whole {
            let mut parent = Candidate::new("../", CandidateKind::Folder, "directory");
            parent.rank.group = 2;
            self.candidates.push(parent);
        }
        for (name, entry) in self.place.snapshot.list(&folder).unwrap_or_default().iter() {
            let is_folder = *entry == Entry::Directory;
            if name.starts_with('.') || !is_folder && wanted == PathKind::Folder || *entry == Entry::Special {
                continue;
            }
            let (kind, noun) =
                if is_folder { (CandidateKind::Folder, "directory") } else { (CandidateKind::File, "file") };
            let mut candidate = Candidate::new(format!("{prefix}{name}"), kind, noun);
            candidate.rank = Rank { group: 1, ..Rank::default() };
            self.candidates.push(candidate);
        }
    }

    /// Adds the directories of the units that a string may refer to; those with names similar to the block's label come
    /// first.
    fn units(&mut self) {
        let Some(CursorContext::Attribute(attribute)) = self.path_place() else { return };
        let is_source = attribute == "source";
        let row = self.unit.language.row();
        let own = self.place.snapshot.path(self.at.file);
        let label =
            self.at.cursor.bodies.get(1).and_then(|body| body.labels.first()).map_or("", |label| label);
        for unit in self.place.snapshot.units().iter().filter(|unit| unit.root != self.unit.root) {
            let other = unit.language.row();
            let is_callable = if is_source { other.editor.has_modules } else { other.name == row.name };
            if !is_callable {
                continue;
            }
            // the root of some units is their only file
            let is_file = unit.files.first().is_some_and(|file| self.place.snapshot.path(*file) == unit.root);
            let folder = if is_file { file_path::parent(&unit.root) } else { &*unit.root };
            let path = relative(self.base(&own), folder);
            let mut candidate = Candidate::new(&*path, CandidateKind::Folder, "directory");
            let closeness = closeness(folder.rsplit('/').next().unwrap_or_default(), label);
            let up = path.split('/').filter(|part| *part == "..").count();
            // a module inside the directory, or the module that it is an example of
            let is_near = up == 0 || path.ends_with("..") || closeness >= 2_000;
            candidate.rank = Rank {
                fit: if is_near { Fit::Same } else { Fit::Unknown },
                closeness: Reverse(closeness),
                distance: u8::try_from(up).unwrap_or(u8::MAX),
                ..Rank::default()
            };
            self.candidates.push(candidate);
        }
    }

    /// The base directory of paths in a file: the directory of the unit, if it contains the file.
    fn base<'p>(&'p self, own: &'p str) -> &'p str {
        let root = &*self.unit.root;
        let is_around = own != root && file_path::is_inside(own, root);
        if is_around { root } else { file_path::parent(own) }
    }

    /// The construct that a path at the cursor belongs to, outside of lists.
    fn path_place(&self) -> Option<&CursorContext> {
        self.at.cursor.around.iter().rev().find(|around| !matches!(around, CursorContext::Element(_)))
    }

    fn wanted_path(&self) -> Option<PathKind> {
        match self.path_place()? {
            CursorContext::Attribute(name) if FOLDERS.contains(&&**name) => Some(PathKind::Folder),
            CursorContext::Argument { function, index, .. } => {
                let function = self.place.dialect?.functions().get(function)?;
                let parameter = function.signature.parameter(*index)?;
                is_path(parameter).then_some(PathKind::File)
            }
            _ => None,
        }
    }
}

/// The path from one directory to another.
fn relative(from: &str, to: &str) -> String {
    let parts =
        |path| -> Vec<&str> { str::split(path, '/').filter(|part| !matches!(*part, "" | ".")).collect() };
    let (from, to) = (parts(from), parts(to));
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - common);
    let first = if from.len() == common { Some(".") } else { None };
    first.into_iter().chain(up).chain(to[common..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Returns `true` if a parameter is the path of a file.
pub(crate) fn is_path(parameter: &Parameter) -> bool {
    matches!(parameter.name, "path" | "file" | "filename" | "filepath")
}
