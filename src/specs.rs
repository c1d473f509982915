//! Which specification a file is judged by: the one of `--spec`, or what an `hclx.toml` above the file
//! binds to its name.
//!
//! ```toml
//! [[spec]]
//! files = ["deploy/*.hcl"]
//! spec = "deploy.hcldec"
//! ```
//! Names in it are relative to its folder. The nearest one counts, from the folder of the file up to
//! the root of its repository; of several bindings the first that fits.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::inputs::Inputs;

/// The name of the file that binds specifications.
const CONFIG: &str = "hclx.toml";

/// The specifications of a run.
#[derive(Default)]
pub(crate) struct Specs {
    /// The one for all files.
    all: Option<Arc<str>>,
    /// Whether files may be bound by an `hclx.toml`.
    bound: bool,
    configs: HashMap<PathBuf, Option<Arc<Config>>>,
}

/// What an `hclx.toml` says.
struct Config {
    folder: PathBuf,
    bindings: Vec<(GlobSet, PathBuf)>,
}

impl Specs {
    /// The specification of a flag for all files or, without one, those that are bound.
    pub(crate) fn new(flag: Option<&OsString>) -> Self {
        let all = flag.map(|path| path.to_string_lossy().as_ref().into());
        Self { bound: all.is_none(), all, ..Self::default() }
    }

    /// Which files have a specification, and which.
    pub(crate) fn bindings<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str>,
        inputs: &mut Inputs,
    ) -> Vec<(String, Arc<str>)> {
        names.filter_map(|name| Some((name.to_owned(), self.of(name, inputs)?))).collect()
    }

    /// The specification of a file, if it has one.
    fn of(&mut self, name: &str, inputs: &mut Inputs) -> Option<Arc<str>> {
        if !self.bound {
            return self.all.clone();
        }
        let path = std::path::absolute(name).ok()?;
        let config = self.config(path.parent()?, inputs)?;
        let inside = path.strip_prefix(&config.folder).ok()?;
        let (_, spec) = config.bindings.iter().find(|(files, _)| files.is_match(inside))?;
        Some(shown(spec).into())
    }

    /// The `hclx.toml` that counts in a folder.
    fn config(&mut self, folder: &Path, inputs: &mut Inputs) -> Option<Arc<Config>> {
        if let Some(known) = self.configs.get(folder) {
            return known.clone();
        }
        let own = folder.join(CONFIG);
        let config = if own.is_file() {
            match Config::read(&own) {
                Ok(config) => Some(Arc::new(config)),
                Err(reason) => {
                    inputs.refuse(format!("`{}`: {reason:#}", shown(&own)));
                    None
                }
            }
        } else if folder.join(".git").exists() {
            None
        } else {
            folder.parent().and_then(|above| self.config(above, inputs))
        };
        self.configs.insert(folder.to_owned(), config.clone());
        config
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

impl Config {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self::parse(folder, &std::fs::read_to_string(path)?)
    }

    fn parse(folder: PathBuf, text: &str) -> anyhow::Result<Self> {
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| anyhow::anyhow!("{}", error.to_string().trim_end()))?;
        if let Some(strange) = table.keys().find(|key| *key != "spec") {
            anyhow::bail!("`{strange}` is no key: expected `[[spec]]`");
        }
        let mut bindings = Vec::new();
        let list = match table.get("spec") {
            None => &[][..],
            Some(toml::Value::Array(list)) => list,
            Some(_) => anyhow::bail!("`spec` must be a list of tables: write `[[spec]]`"),
        };
        for binding in list {
            let (files, spec) = binding_of(binding)?;
            bindings.push((files, folder.join(spec)));
        }
        Ok(Self { folder, bindings })
    }
}

/// The patterns and the specification of a `[[spec]]` table.
fn binding_of(binding: &toml::Value) -> anyhow::Result<(GlobSet, &str)> {
    let table = binding.as_table().ok_or_else(|| anyhow::anyhow!("`spec` must be a list of tables"))?;
    if let Some(strange) = table.keys().find(|key| !["files", "spec"].contains(&key.as_str())) {
        anyhow::bail!("`{strange}` is no key of `[[spec]]`: expected `files` and `spec`");
    }
    let spec = table.get("spec").and_then(toml::Value::as_str);
    let spec = spec.ok_or_else(|| anyhow::anyhow!("`[[spec]]` needs `spec`, the name of a specification"))?;
    let files = table.get("files").and_then(toml::Value::as_array);
    let files = files.ok_or_else(|| anyhow::anyhow!("`[[spec]]` needs `files`, a list of patterns"))?;
    let mut patterns = GlobSetBuilder::new();
    for pattern in files {
        let pattern = pattern.as_str().ok_or_else(|| anyhow::anyhow!("`files` must be a list of strings"))?;
        patterns.add(GlobBuilder::new(pattern).literal_separator(true).build()?);
    }
    Ok((patterns.build()?, spec))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        Config::parse(PathBuf::new(), text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn patterns_do_not_cross_folders() {
        let text = "[[spec]]\nfiles = [\"deploy/*.hcl\", \"all/**/*.hcl\"]\nspec = \"deploy.hcldec\"\n";
        let config = Config::parse(PathBuf::from("/repo"), text).expect("a good file");
        let [(files, spec)] = config.bindings.as_slice() else { panic!("one binding") };
        assert_eq!(spec, Path::new("/repo/deploy.hcldec"));
        assert!(files.is_match("deploy/a.hcl") && files.is_match("all/x/y/a.hcl"));
        assert!(!files.is_match("deploy/x/a.hcl") && !files.is_match("a.hcl"));
    }

    #[test]
    fn ways_are_short() {
        let from = |here: &str, path: &str| nearby(Path::new(here), Path::new(path)).display().to_string();
        assert_eq!(from("/home/me/repo", "/home/me/repo/deploy/a.hcldec"), "deploy/a.hcldec");
        assert_eq!(from("/home/me/repo/deploy", "/home/me/repo/deploy/../a.hcldec"), "../a.hcldec");
        assert_eq!(from("/home/me/repo", "/etc/a.hcldec"), "/etc/a.hcldec");
        assert_eq!(from("/home/me", "/home/../../a.hcldec"), "/../a.hcldec");
        assert_eq!(from("/home/me", "a/../b.hcldec"), "b.hcldec");
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(wrong("[[specs]]\n"), "`specs` is no key: expected `[[spec]]`");
        assert_eq!(wrong("spec = 1"), "`spec` must be a list of tables: write `[[spec]]`");
        assert_eq!(wrong("[[spec]]\nspec = \"a\""), "`[[spec]]` needs `files`, a list of patterns");
        assert_eq!(
            wrong("[[spec]]\nfiles = [\"a\"]"),
            "`[[spec]]` needs `spec`, the name of a specification"
        );
        assert_eq!(
            wrong("[[spec]]\nfile = \"a\""),
            "`file` is no key of `[[spec]]`: expected `files` and `spec`"
        );
        assert_eq!(wrong("[[spec]]\nfiles = [1]\nspec = \"a\""), "`files` must be a list of strings");
        assert!(wrong("[[spec]]\nfiles = [\"{\"]\nspec = \"a\"").contains("unclosed"));
        assert!(wrong("[[spec]\n").starts_with("TOML parse error"));
    }
}
