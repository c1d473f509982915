//! Completion of paths in strings: those of modules, and of files that functions read.

use hclx_analysis::file_path;
use hclx_diag::TextRange;
use hclx_eval::Entry;
use hclx_eval::functions::Parameter;
use hclx_syntax::cursor::CursorContext;

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
        let (typed, _) = before.rsplit_once('/').map_or(("", before), |(folder, name)| (folder, name));
        let own = self.place.snapshot.path(self.at.file);
        // No path contains the first character, so nothing is trimmed.
        let below = typed.trim_start_matches(if is_whole { "\0" } else { "/" });
        let folder = self.place.snapshot.reach(file_path::parent(&own), below).real;
        let prefix = match typed {
            "" if wanted == PathKind::Folder && is_whole => "./".to_owned(),
            "" if is_whole => String::new(),
            "" => "/".to_owned(),
            typed => format!("{typed}/"),
        };
        if wanted == PathKind::Folder && typed.is_empty() && is_whole {
            self.candidates.push(Candidate::new("../", CandidateKind::Folder, "directory"));
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

    fn wanted_path(&self) -> Option<PathKind> {
        match self.at.cursor.around.last()? {
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

/// Returns `true` if a parameter is the path of a file.
pub(crate) fn is_path(parameter: &Parameter) -> bool {
    matches!(parameter.name, "path" | "file" | "filename" | "filepath")
}
