//! Parts of a module that are absent and may declare any name: files that git ignores because a program creates them
//! before the module runs, and files of a disabled stack or unit.

use std::sync::Arc;

use hclx_analysis::{Snapshot, query};
use hclx_diag::OrderedSet;

use crate::terraform::files::Folder;
use crate::terraform::files::roles::is_module_name;
use crate::terraform::schemas::kind::Kind;

/// A part of a module that is absent.
#[derive(Debug, PartialEq)]
pub(crate) struct AbsentPart {
    /// The reason, as a clause.
    pub(crate) clause: String,
    /// The subjects in the names of settings files, which declare little else; empty if other files are absent as well.
    subjects: OrderedSet<String>,
}

impl AbsentPart {
    /// Returns `true` if the part may declare an object. Settings files declare whatever settings need, and objects
    /// with their subject in the name, such as a secret in `secrets.tf`.
    pub(crate) fn may_declare(&self, kind: Kind, of_type: &str, name: &str) -> bool {
        let is_needed = matches!(kind, Kind::Variable | Kind::Local | Kind::Data | Kind::Ephemeral);
        let has_subject = |word: &String| of_type.contains(&**word) || name.contains(&**word);
        is_needed || self.subjects.is_empty() || self.subjects.iter().any(has_subject)
    }
}

/// The absent part of the module in a directory.
pub(crate) fn part_of(snapshot: &Snapshot, folder: &str) -> Option<Arc<AbsentPart>> {
    (*snapshot.get(&AbsentPartOf(folder.into()))).clone()
}

query! {
    /// The absent part of the module in a directory.
    struct AbsentPartOf(Folder) -> Option<Arc<AbsentPart>>, of Unit |AbsentPartOf(folder)| folder;
    |AbsentPartOf(folder), snapshot| of_patterns(&ignore_patterns(snapshot, folder)).or_else(|| {
        let clause = disabling_file(snapshot, folder)?;
        Some(Arc::new(AbsentPart { clause, subjects: OrderedSet::new() }))
    })
}

/// The part in files that git ignores according to some patterns.
fn of_patterns(patterns: &[Arc<str>]) -> Option<Arc<AbsentPart>> {
    let is_open = |pattern: &&Arc<str>| subjects(pattern).is_empty();
    let open = patterns.iter().find(is_open);
    let shown = open.or(patterns.first())?;
    let clause = format!(
        "git ignores some of its files (`{shown}`), which are probably generated; generate them before the check"
    );
    let subjects = match open {
        Some(_) => OrderedSet::new(),
        None => patterns.iter().flat_map(|pattern| subjects(pattern)).collect(),
    };
    Some(Arc::new(AbsentPart { clause, subjects }))
}

/// Words in the names of files with settings and secrets.
#[rustfmt::skip]
const OF_SETTINGS: &[&str] = &[
    "account", "config", "credential", "key", "local", "password", "provider", "secret", "setting", "terraform", "token", "var",
    "variable", "version",
];

/// The words in a pattern for files with settings; empty for other files.
fn subjects(pattern: &str) -> OrderedSet<String> {
    let name = pattern.rsplit('/').next().unwrap_or(pattern);
    let stem = name.split(".tf").next().unwrap_or(name).to_ascii_lowercase();
    let words = stem.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: OrderedSet<String> =
        words.map(|word| word.strip_suffix('s').unwrap_or(word).to_owned()).collect();
    let is_of_settings = words.iter().any(|word| OF_SETTINGS.contains(&&**word));
    if is_of_settings { words } else { OrderedSet::new() }
}

/// Names of files that describe a disabled stack or unit.
const DISABLED: &[&str] = &["stack.tm.hcl.disabled", "terragrunt.hcl.disabled"];

/// The clause about a disabled stack or unit, whose siblings show that other programs generate files.
fn disabling_file(snapshot: &Snapshot, folder: &str) -> Option<String> {
    let listed = snapshot.list(folder).ok()?;
    let (name, _) = listed.iter().find(|(name, _)| DISABLED.contains(&&**name))?;
    Some(format!("it is disabled (`{name}`), and files that other programs generate are not here"))
}

/// The note about an absent file, ignored by git, of the Packer template in a directory.
pub(crate) fn note_of_template(snapshot: &Snapshot, folder: &str) -> Option<String> {
    let shown = ignored_files(snapshot, folder, |name| name.ends_with(TEMPLATE)).into_iter().next()?;
    Some(format!(
        "unknown names of a template were not reported: git ignores some of its files (`{shown}`), which are assumed to be \
         added where it is built"
    ))
}

/// The patterns for absent module files of a directory in the ignore files of the repository.
fn ignore_patterns(snapshot: &Snapshot, folder: &str) -> Vec<Arc<str>> {
    ignored_files(snapshot, folder, is_module_name)
}

/// The suffix of Packer templates.
const TEMPLATE: &str = ".pkr.hcl";

/// The patterns for absent files of one application.
#[cfg(feature = "full")]
fn ignored_files(snapshot: &Snapshot, folder: &str, is_own: fn(&str) -> bool) -> Vec<Arc<str>> {
    let folders = crate::repository::upward(&**snapshot.host(), folder);
    let of_file = |above: &String| {
        let patterns = snapshot.get(&patterns::IgnoredModuleFiles(above.as_str().into()));
        patterns.of_folder(snapshot, (folder, above), is_own)
    };
    folders.iter().flat_map(of_file).collect()
}

/// No patterns, because ignore files are not read in a build without this feature.
#[cfg(not(feature = "full"))]
fn ignored_files(_: &Snapshot, _: &str, _: fn(&str) -> bool) -> Vec<Arc<str>> {
    Vec::new()
}

#[cfg(feature = "full")]
mod patterns {
    use std::sync::Arc;

    use hclx_analysis::{Snapshot, file_name, file_path, query};
    use hclx_diag::OrderedSet;
    use hclx_eval::Entry;
    use ignore::gitignore::Gitignore;

    use crate::repository::{absence, path_inside};
    use crate::terraform::files::Folder;
    use crate::terraform::files::roles::{Flavor, is_module_name, overrides, stem};

    /// The patterns of an ignore file that match module files.
    #[derive(Default)]
    pub(super) struct ModulePatterns {
        /// The patterns as written.
        lines: Vec<Arc<str>>,
        all: Option<Gitignore>,
    }

    query! {
        /// The patterns in the ignore file of a directory.
        pub(super) struct IgnoredModuleFiles(pub(super) Folder) -> ModulePatterns;
        |IgnoredModuleFiles(folder), snapshot| {
            let Ok(bytes) = snapshot.host().read(&file_path::join(folder, ".gitignore")) else {
                return ModulePatterns::default();
            };
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<Arc<str>> =
                text.lines().map(str::trim).filter(|line| names_module(line) || names_template(line)).map(Arc::from).collect();
            let all = if lines.is_empty() { None } else { absence::ignored(&text) };
            ModulePatterns { lines, all }
        }
    }

    impl ModulePatterns {
        /// The patterns for absent files in a directory at or below that of the ignore file. If a file exists, the
        /// program has already run. `is_own` selects the file names of one application.
        pub(super) fn of_folder(
            &self,
            snapshot: &Snapshot,
            (folder, above): (&str, &str),
            is_own: fn(&str) -> bool,
        ) -> Vec<Arc<str>> {
            self.absent_from(snapshot, (folder, above), is_own).unwrap_or_default()
        }

        fn absent_from(
            &self,
            snapshot: &Snapshot,
            (folder, above): (&str, &str),
            is_own: fn(&str) -> bool,
        ) -> Option<Vec<Arc<str>>> {
            let all = self.all.as_ref()?;
            let below = path_inside(&**snapshot.host(), above, folder)?;
            let below = if below.is_empty() { "." } else { &below };
            let is_ignored = |name: &str| all.matched(file_path::join(below, name), false).is_ignore();
            let listed = snapshot.list(folder).ok()?;
            if listed.iter().any(|(name, _)| is_own(name) && is_ignored(name)) {
                return None;
            }
            let copied = self.copied_names(snapshot, (folder, above), is_own);
            if let Some(line) = self.lines.iter().find(|line| copied.contains(last_step(line))) {
                return Some(vec![Arc::clone(line)]);
            }
            let is_absent =
                |line: &&Arc<str>| is_own(last_step(line)) && is_ignored(&example(last_step(line)));
            Some(self.lines.iter().filter(is_absent).cloned().collect())
        }
    }

    impl ModulePatterns {
        /// The names of files in a directory that git ignores in its siblings, because a program copies them there.
        fn copied_names(
            &self,
            snapshot: &Snapshot,
            (folder, above): (&str, &str),
            is_own: fn(&str) -> bool,
        ) -> OrderedSet<String> {
            let parent = file_path::parent(folder);
            let (Some(all), Some(below)) = (&self.all, path_inside(&**snapshot.host(), above, parent)) else {
                return OrderedSet::new();
            };
            let siblings = snapshot.list(parent).unwrap_or_default();
            let is_ignored = |sibling: &str, name: &str| {
                let path = file_path::join(
                    &file_path::join(if below.is_empty() { "." } else { &below }, sibling),
                    name,
                );
                all.matched(file_path::clean(&path), false).is_ignore()
            };
            let is_copied = |name: &str| {
                let is_other = |sibling: &str| sibling != file_name(folder);
                let mut folders = siblings.iter().filter(|(_, entry)| *entry == Entry::Directory);
                folders.any(|(sibling, _)| is_other(sibling) && is_ignored(sibling, name))
            };
            let names = snapshot.list(folder).unwrap_or_default();
            let own = names.iter().map(|(name, _)| name).filter(|name| is_own(name) && is_copied(name));
            own.cloned().collect()
        }
    }

    /// Words in the names of files that declare nothing other files need: by convention, `*.override.tf` overrides
    /// other files, `*.local.tf` is for local use, and `example.tf` is for experiments.
    const DECLARE_NOTHING: &[&str] =
        &["backend", "example", "examples", "local", "override", "sandbox", "scratch", "temp", "tmp"];

    /// Names of files that contain, by convention, only settings and imports. With other words, as in
    /// `versions_shared.tf`, they may declare what other files need.
    const ONLY_SETTINGS: &[&str] =
        &["import", "imports", "provider", "providers", "terraform", "version", "versions"];

    fn has_only_settings(name: &str) -> bool {
        stem(name, Flavor::OpenTofu).is_some_and(|(stem, _)| ONLY_SETTINGS.contains(&stem))
    }

    fn last_step(pattern: &str) -> &str {
        pattern.rsplit('/').next().unwrap_or(pattern)
    }

    /// Returns `true` for a pattern of module files that declare names, as opposed to overrides and backend settings.
    fn names_module(line: &str) -> bool {
        let name = last_step(line);
        let is_pattern = !line.starts_with(['#', '!']) && is_module_name(name);
        let words = || name.split(['.', '_', '-']).map(|word| word.trim_matches('*'));
        let declares_nothing =
            || words().any(|word| DECLARE_NOTHING.contains(&word) || word.ends_with("test"));
        is_pattern && overrides(name) == Some(false) && !declares_nothing() && !has_only_settings(name)
    }

    /// Returns `true` for a pattern of Packer templates.
    fn names_template(line: &str) -> bool {
        !line.starts_with(['#', '!']) && line.ends_with(super::TEMPLATE)
    }

    /// A file name that matches a pattern.
    fn example(pattern: &str) -> String {
        let mut name = String::new();
        let mut rest = pattern.chars();
        while let Some(sign) = rest.next() {
            match sign {
                '*' => {}
                '?' => name.push('x'),
                '\\' => name.extend(rest.next()),
                '[' => {
                    name.extend(rest.next());
                    rest.by_ref().find(|sign| *sign == ']');
                }
                sign => name.push(sign),
            }
        }
        // a `*` on its own matches any name
        if name.starts_with('.') { format!("x{name}") } else { name }
    }
}
