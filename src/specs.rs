//! Which specification a file is judged by: the one of `--spec`, or what an `hclx.toml` above the file
//! binds to its name.
//!
//! ```toml
//! [[spec]]
//! files = ["deploy/*.hcl"]
//! spec = "deploy.hcldec"
//! ```
//! Names in it are relative to its folder. The nearest one counts, from the folder of the file up to
//! the root of its repository, or to the current folder; of several bindings the first that fits.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::file_path;

use crate::config::{self, Choice, Config};
use crate::inputs::Inputs;
use crate::names;
use crate::seen::Seen;

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The specifications of a run.
#[derive(Default)]
pub(crate) struct Specs {
    /// The one for all files.
    all: Option<Arc<str>>,
    /// Whether files may be bound by an `hclx.toml`.
    bound: bool,
    /// Whether the nearest file counts, or only the one of the run.
    nearest: bool,
    configs: HashMap<PathBuf, Option<Arc<Config>>>,
    /// What counts in folders, by their names in paths.
    folders: HashMap<String, Option<Arc<Config>>>,
    /// The settings of folders, by absolute path.
    around: HashMap<PathBuf, Around>,
    /// The current folder, when it was asked for.
    here: Option<Option<PathBuf>>,
}

/// What is known of a folder and those above it.
#[derive(Clone)]
struct Around {
    /// Whether it is in a repository.
    in_repository: bool,
    /// The file of settings that counts in it.
    nearest: Option<PathBuf>,
}

impl Specs {
    /// The specification of a flag for all files or, without one, those that are bound.
    pub(crate) fn new(flag: Option<&OsString>, choice: &Choice) -> Self {
        let all = flag.map(|path| names::text(Path::new(path)).into());
        let bound = all.is_none() && !matches!(choice, Choice::None);
        Self { bound, all, nearest: matches!(choice, Choice::Nearest), ..Self::default() }
    }

    /// The specification that the user named.
    pub(crate) fn named(&self) -> Option<&str> {
        self.all.as_deref()
    }

    /// Which files have a specification, and which.
    pub(crate) fn bindings<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
        inputs: &mut Inputs,
        seen: &Seen,
    ) -> Vec<(String, Arc<str>)> {
        let bound = names.into_iter().filter_map(|name| Some((name, self.of(name, inputs, seen)?)));
        bound.map(|(name, spec)| (name.to_owned(), spec)).collect()
    }

    /// The specification of a file, if it has one.
    fn of(&mut self, name: &str, inputs: &mut Inputs, seen: &Seen) -> Option<Arc<str>> {
        if !self.bound {
            return self.all.clone();
        }
        let absolute = |here: &Option<PathBuf>| match here {
            Some(here) if !name.is_empty() => std::path::absolute(here.join(name)).ok(),
            _ => std::path::absolute(name).ok(),
        };
        let folder = file_path::parent(name);
        let config = match self.folders.get(folder) {
            Some(known) => known.clone(),
            None => {
                let path = absolute(self.here())?;
                let config = self.config((path.parent()?, folder), inputs, seen);
                self.folders.insert(folder.to_owned(), config.clone());
                config
            }
        }?;
        let path = absolute(self.here())?;
        let inside = path.strip_prefix(&config.folder).ok()?;
        let (_, spec) = config.specs.iter().find(|(files, _)| files.fit(inside))?;
        Some(shown(spec).into())
    }

    fn here(&mut self) -> &Option<PathBuf> {
        self.here.get_or_insert_with(|| std::env::current_dir().ok())
    }

    /// The `hclx.toml` that counts for the files of a folder, which is given with its name.
    fn config(
        &mut self,
        (folder, name): (&Path, &str),
        inputs: &mut Inputs,
        seen: &Seen,
    ) -> Option<Arc<Config>> {
        if !self.nearest {
            return Some(Arc::clone(&inputs.config));
        }
        let path = self.around(folder, Some(name), seen).nearest?;
        if let Some(known) = self.configs.get(&path) {
            return known.clone();
        }
        let config = match Config::read(&path, Some(&config::top_of(&path)), &mut inputs.sources) {
            Ok(config) => Some(Arc::new(config)),
            Err(findings) => {
                inputs.refused.extend(findings);
                None
            }
        };
        self.configs.insert(path, config.clone());
        config
    }

    /// As [`config::nearest_file`] of a folder, where each folder is asked once; `name` is its clean path, if known.
    fn around(&mut self, folder: &Path, name: Option<&str>, seen: &Seen) -> Around {
        if let Some(known) = self.around.get(folder) {
            return known.clone();
        }
        let listed = name.and_then(|name| seen.folder(name));
        let may_have = |name: &str| !listed.is_some_and(|listed| listed.lacks(name));
        let is_repository = may_have(config::GIT) && folder.join(config::GIT).exists();
        let own = Some(folder.join(config::NAME)).filter(|own| may_have(config::NAME) && own.is_file());
        let has_above = |name: &&str| !matches!(*name, "." | "/") && !name.ends_with("..");
        let above = folder.parent().filter(|_| !is_repository);
        let above =
            above.map(|above| self.around(above, name.filter(has_above).map(file_path::parent), seen));
        let in_repository = is_repository || above.as_ref().is_some_and(|above| above.in_repository);
        let is_below_here =
            self.here().as_ref().is_some_and(|here| folder != here && folder.starts_with(here));
        let inherited = above.filter(|_| in_repository || is_below_here).and_then(|above| above.nearest);
        let around = Around { in_repository, nearest: own.or(inherited) };
        self.around.insert(folder.to_owned(), around.clone());
        around
    }
}

/// A path as the user would write it: from the current folder.
fn shown(path: &Path) -> String {
    let Ok(here) = std::env::current_dir() else { return path.display().to_string() };
    let near = nearby(&here, path);
    // behind a link `..` leads elsewhere
    let same = near != path && near.canonicalize().ok() == path.canonicalize().ok();
    if same { near.display().to_string() } else { path.display().to_string() }
}

/// The way from a folder to an absolute path, by their names alone; the path itself if they have no
/// folder in common.
fn nearby(here: &Path, path: &Path) -> PathBuf {
    let mut plain: Vec<Component<'_>> = Vec::new();
    for component in path.components() {
        match component {
            Component::ParentDir if matches!(plain.last(), Some(Component::Normal(_))) => drop(plain.pop()),
            component => plain.push(component),
        }
    }
    let here: Vec<Component<'_>> = here.components().collect();
    let common = plain.iter().zip(&here).take_while(|(one, other)| one == other).count();
    if common < 2 {
        return plain.iter().collect();
    }
    let up = here[common..].iter().map(|_| Component::ParentDir);
    up.chain(plain[common..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_short() {
        let from = |here: &str, path: &str| nearby(Path::new(here), Path::new(path)).display().to_string();
        assert_eq!(from("/home/me/repo", "/home/me/repo/deploy/a.hcldec"), "deploy/a.hcldec");
        assert_eq!(from("/home/me/repo/deploy", "/home/me/repo/deploy/../a.hcldec"), "../a.hcldec");
        assert_eq!(from("/home/me/repo", "/etc/a.hcldec"), "/etc/a.hcldec");
        assert_eq!(from("/home/me", "/home/../../a.hcldec"), "/../a.hcldec");
        assert_eq!(from("/home/me", "a/../b.hcldec"), "b.hcldec");
    }
}
