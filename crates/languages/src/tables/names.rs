//! The names that are in scope in a file: those of root blocks in all files that the application reads together, and
//! those in the bodies around a block.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SourceId, TextRange};
use hclx_eval::Entry;
use hclx_formats::glob;
use hclx_schema::{Block, DeclaredNames};
use hclx_syntax::Parsed;
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::Mention;

use super::Table;
use super::read::Together;
use super::scopes::{NameScope, name, scopes};
use crate::repository;

/// The maximum number of directories to search in a project.
const MOST_FOLDERS: usize = 1024;

/// The names declared in a body, or at the root of files that are read together.
#[derive(Default, PartialEq)]
pub(super) struct Names {
    /// The names, each with the file that declares it; `None` if a file declares it by its own name.
    pub(super) keys: Ordered<Arc<str>, Option<SourceId>>,
    strange: OrderedSet<Arc<str>>,
    open: OrderedSet<Arc<str>>,
    /// Set if a file has syntax errors or was not read.
    is_torn: bool,
}

impl Names {
    fn of_scope(scope: &NameScope, file: SourceId) -> Self {
        Self {
            keys: scope.all.iter().map(|declaration| (Arc::clone(&declaration.key), Some(file))).collect(),
            strange: scope.strange.iter().cloned().collect(),
            open: scope.open.iter().cloned().collect(),
            is_torn: false,
        }
    }

    fn of_file(parsed: &Parsed, root: Option<&NameScope>, file: SourceId) -> Self {
        let is_torn = parsed.diagnostics.iter().any(Diagnostic::is_error);
        Self { is_torn, ..root.map(|scope| Self::of_scope(scope, file)).unwrap_or_default() }
    }

    fn extend(&mut self, other: &Self) {
        for (key, file) in &other.keys {
            self.keys.or_insert(Arc::clone(key), *file);
        }
        self.strange.extend(other.strange.iter().cloned());
        self.open.extend(other.open.iter().cloned());
        self.is_torn |= other.is_torn;
    }

    /// Returns `true` if a name may be declared although it is not in the list.
    fn may_have(&self, root: &str, key: &str) -> bool {
        let last = key.rsplit('.').next().unwrap_or_default();
        self.is_torn || self.strange.contains(last) || self.open.contains(root)
    }
}

/// The schema of files. Each table is read once, so schemas are compared by address.
#[derive(Clone)]
struct FileSchema(Arc<Block>);

impl PartialEq for FileSchema {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for FileSchema {}

impl Hash for FileSchema {
    fn hash<H: Hasher>(&self, to: &mut H) {
        Arc::as_ptr(&self.0).hash(to);
    }
}

query! {
    /// The names declared at the root of a file.
    struct NamesOfFile(FileSchema, SourceId) -> Names, when Revision(PartialEq::eq), of File |NamesOfFile(_, file)| *file;
    |NamesOfFile(schema, file), snapshot| {
        let parsed = snapshot.parsed(*file);
        let (view, _) = BodyView::root(&parsed.tree, *file);
        let scopes = scopes(&view, &schema.0);
        Names::of_file(&parsed, scopes.iter().find(|scope| scope.range.is_none()), *file)
    }
}

/// The files that an application reads together.
#[derive(Default, PartialEq)]
struct FilesFound {
    paths: Vec<String>,
    /// The names that files declare by their own names.
    names: Vec<Arc<str>>,
    /// Set if some directories were not searched.
    is_cut: bool,
}

query! {
    /// The files that an application reads together, in a directory.
    struct FilesTogether(Arc<Together>, Box<str>) -> FilesFound, when Revision(PartialEq::eq);
    |FilesTogether(together, folder), snapshot| {
        let globs: Vec<_> = together.files.iter().filter_map(|pattern| glob(pattern).ok()).collect();
        let mut found = FilesFound::default();
        let mut folders = vec![folder.to_string()];
        let mut seen = 0;
        while let Some(folder) = folders.pop() {
            seen += 1;
            if seen > MOST_FOLDERS {
                found.is_cut = true;
                break;
            }
            let Ok(entries) = snapshot.list(&folder) else { continue };
            for (name, entry) in entries.iter() {
                let path = || file_path::join(&folder, name);
                let is_below = !name.starts_with('.') && !together.project.is_empty();
                match entry {
                    Entry::File if globs.iter().any(|glob| glob.is_match(name)) => found.paths.push(path()),
                    Entry::File => found.names.extend(together.name_of_file(name)),
                    Entry::Directory if is_below => folders.push(path()),
                    _ => {}
                }
            }
        }
        found
    }
}

query! {
    /// The names declared at the roots of the files that an application reads together, in a directory.
    struct NamesTogether(FileSchema, Arc<Together>, Box<str>) -> Names, when Revision(PartialEq::eq);
    |NamesTogether(schema, together, folder), snapshot| {
        let found = snapshot.get(&FilesTogether(Arc::clone(together), folder.clone()));
        let mut names = Names { is_torn: found.is_cut, ..Names::default() };
        for path in &found.paths {
            match snapshot.find(path) {
                Ok(file) => names.extend(&snapshot.get(&NamesOfFile(schema.clone(), file))),
                Err(_) => names.is_torn = true,
            }
        }
        for name in &found.names {
            names.keys.or_insert(Arc::clone(name), None);
        }
        names
    }
}

/// The directory of the files that an application reads together with a file; `None` if it cannot be determined.
fn project(together: &Together, path: &str, snapshot: &Snapshot) -> Option<String> {
    let folder = file_path::parent(path);
    if together.project.is_empty() {
        return Some(folder.to_owned());
    }
    let has_mark = |folder: &String| {
        let is_mark = |name: &str| together.project.iter().any(|mark| **mark == *name);
        snapshot.list(folder).is_ok_and(|entries| entries.iter().any(|(name, _)| is_mark(name)))
    };
    repository::upward(&**snapshot.host(), folder).into_iter().find(has_mark)
}

/// The names that are in scope in a file.
pub(super) struct KnownNames {
    pub(super) scopes: Vec<NameScope>,
    /// The names of each scope; those of the root come from all files that are read together.
    names: Vec<Names>,
    /// Set if all files that are read together were found.
    is_whole: bool,
}

/// The meaning of a reference.
pub(super) enum Target {
    /// A declaration.
    Known {
        key: String,
        /// The ranges of the words after the root.
        words: Vec<TextRange>,
        /// The index of its scope.
        scope: usize,
        /// The file that declares it; `None` if a file declares it by its own name.
        file: Option<SourceId>,
    },
    /// No declaration.
    Unknown { key: String, words: Vec<TextRange>, kind: Arc<DeclaredNames>, near: Vec<String> },
    /// Undecided: the table does not define such names, or the name may be declared elsewhere.
    Open,
}

impl KnownNames {
    pub(super) fn new(table: &Table, (file, parsed): (SourceId, &Parsed), snapshot: &Snapshot) -> Self {
        let (view, _) = BodyView::root(&parsed.tree, file);
        let scopes = scopes(&view, &table.root);
        let mut is_whole = true;
        let of_scope = |scope: &NameScope| match scope.range {
            Some(_) => Names::of_scope(scope, file),
            None => Names::of_file(parsed, Some(scope), file),
        };
        let mut names: Vec<Names> = scopes.iter().map(of_scope).collect();
        if let (Some(together), Some(None)) = (&table.together, scopes.first().map(|scope| scope.range)) {
            match project(together, &snapshot.path(file), snapshot) {
                Some(folder) => {
                    let schema = FileSchema(Arc::clone(&table.root));
                    let query = NamesTogether(schema, Arc::clone(together), folder.into());
                    names[0].extend(&snapshot.get(&query));
                }
                None => is_whole = false,
            }
        }
        Self { scopes, names, is_whole }
    }

    /// The scopes around a place with their names, innermost first.
    pub(super) fn scopes_around(
        &self,
        place: TextRange,
    ) -> impl Iterator<Item = (usize, &NameScope, &Names)> {
        let all = self.scopes.iter().zip(&self.names).enumerate().rev();
        all.filter(move |(_, (scope, _))| scope.is_around(place))
            .map(|(index, (scope, names))| (index, scope, names))
    }

    /// The meaning of a reference.
    pub(super) fn target(&self, mention: &Mention<'_>) -> Target {
        let (mut first, mut is_open, mut near) = (None, false, Vec::new());
        for (index, scope, names) in self.scopes_around(mention.root_range()) {
            for (kind, count) in scope.kinds_of(mention.root) {
                let Some((key, words)) = name(mention, *count) else { return Target::Open };
                if let Some(file) = names.keys.get(&*key) {
                    return Target::Known { key, words, scope: index, file: *file };
                }
                is_open |= scope.range.is_none() && !self.is_whole || names.may_have(&kind.root, &key);
                let words_of = |key: &Arc<str>| after_root(key, &kind.root).map(str::to_owned);
                near.extend(names.keys.keys().filter_map(words_of));
                first.get_or_insert((key, words, Arc::clone(kind)));
            }
        }
        match first.filter(|_| !is_open) {
            Some((key, words, kind)) => Target::Unknown { key, words, kind, near },
            None => Target::Open,
        }
    }
}

/// The rest of a key after a root, if the key starts with it.
pub(super) fn after_root<'k>(key: &'k str, root: &str) -> Option<&'k str> {
    key.strip_prefix(root)?.strip_prefix('.')
}
