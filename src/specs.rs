//! The specification of a file: the one given by `--spec`, or the one that an `hclx.toml` above the file
//! assigns to its name.
//!
//! ```toml
//! [[spec]]
//! files = ["deploy/*.hcl"]
//! spec = "deploy.hcldec"
//! ```
//! Names in `hclx.toml` are relative to its directory. The nearest file applies, from the directory
//! of the file up to the root of its repository, or to the current directory; the first matching
//! pattern wins.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::file_path;

use crate::config::{self, Choice, Config, NearestFiles};
use crate::dir_cache::DirCache;
use crate::inputs::Inputs;
use crate::names;
use crate::open_texts::OpenTexts;

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The specifications of a run.
#[derive(Default)]
pub(crate) struct Specs {
    /// The specification for all files.
    all: Option<Arc<str>>,
    /// Set if an `hclx.toml` may assign specifications.
    bound: bool,
    /// Set if the nearest settings file applies instead of only the run's own.
    nearest: bool,
    configs: HashMap<PathBuf, Option<Arc<Config>>>,
    /// The settings of directories, by the names used in paths.
    folders: HashMap<String, Option<Arc<Config>>>,
    nearest_files: NearestFiles,
    /// The buffers that are open in an editor, used in place of the files.
    open: OpenTexts,
}

impl Specs {
    /// The specification given by a flag for all files, or the assigned ones if there is no flag.
    pub(crate) fn new(flag: Option<&OsString>, choice: &Choice) -> Self {
        let all = flag.map(|path| names::text(Path::new(path)).into());
        let bound = all.is_none() && !matches!(choice, Choice::None);
        Self { bound, all, nearest: matches!(choice, Choice::Nearest), ..Self::default() }
    }

    /// Uses the buffers that are open in an editor in place of settings files.
    pub(crate) fn under(self, open: OpenTexts) -> Self {
        Self { open, ..self }
    }

    /// The specification that the user named.
    pub(crate) fn named(&self) -> Option<&str> {
        self.all.as_deref()
    }

    /// The files with a specification, and the specification of each.
    pub(crate) fn bindings<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
        inputs: &mut Inputs,
        seen: &DirCache,
    ) -> Vec<(String, Arc<str>)> {
        let bound = names.into_iter().filter_map(|name| Some((name, self.of(name, inputs, seen)?)));
        bound.map(|(name, spec)| (name.to_owned(), spec)).collect()
    }

    /// The specification of a file, if it has one.
    fn of(&mut self, name: &str, inputs: &mut Inputs, seen: &DirCache) -> Option<Arc<str>> {
        if !self.bound {
            return self.all.clone();
        }
        let absolute = |here: Option<&Path>| match here {
            Some(here) if !name.is_empty() => std::path::absolute(here.join(name)).ok(),
            _ => std::path::absolute(name).ok(),
        };
        let folder = file_path::parent(name);
        let config = match self.folders.get(folder) {
            Some(known) => known.clone(),
            None => {
                let path = absolute(self.nearest_files.here())?;
                let config = self.config((path.parent()?, folder), inputs, seen);
                self.folders.insert(folder.to_owned(), config.clone());
                config
            }
        }?;
        let path = absolute(self.nearest_files.here())?;
        let inside = path.strip_prefix(&config.folder).ok()?;
        let (_, spec) = config.specs.iter().find(|(files, _)| files.fit(inside))?;
        Some(shown(spec).into())
    }

    /// The `hclx.toml` that applies to the files of a directory, given with its name.
    fn config(
        &mut self,
        (folder, name): (&Path, &str),
        inputs: &mut Inputs,
        seen: &DirCache,
    ) -> Option<Arc<Config>> {
        if !self.nearest {
            return Some(Arc::clone(&inputs.config));
        }
        let path = self.nearest_files.of(folder, Some(name), seen)?;
        if let Some(known) = self.configs.get(&path) {
            return known.clone();
        }
        let config = match Config::read(&path, Some(&config::top_of(&path)), &self.open, &mut inputs.sources)
        {
            Ok(config) => Some(Arc::new(config)),
            Err(findings) => {
                inputs.refused.extend(findings);
                None
            }
        };
        self.configs.insert(path, config.clone());
        config
    }
}

/// A path as the user would write it, relative to the current directory.
fn shown(path: &Path) -> String {
    let Ok(here) = std::env::current_dir() else { return names::text(path) };
    let near = nearby(&here, path);
    // after a link, `..` is a different directory
    let same = near != path && near.canonicalize().ok() == path.canonicalize().ok();
    if same { names::text(&near) } else { names::text(path) }
}

/// The relative path from a directory to an absolute path, computed from components only; the path itself if
/// they have no directory in common.
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
    // Absolute paths share at least the root directory; a relative path through it would be longer.
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
        let from = |here: &str, path: &str| names::text(&nearby(Path::new(here), Path::new(path)));
        assert_eq!(from("/home/me/repo", "/home/me/repo/deploy/a.hcldec"), "deploy/a.hcldec");
        assert_eq!(from("/home/me/repo/deploy", "/home/me/repo/deploy/../a.hcldec"), "../a.hcldec");
        assert_eq!(from("/home/me/repo", "/etc/a.hcldec"), "/etc/a.hcldec");
        assert_eq!(from("/home/me", "/home/../../a.hcldec"), "/../a.hcldec");
        assert_eq!(from("/home/me", "a/../b.hcldec"), "b.hcldec");
    }
}
