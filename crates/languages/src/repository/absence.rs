//! Files that are absent for a reason that the repository states: they are in a submodule that is not checked out,
//! ignored by git as output of a build, written or shown as an example by another file, in another directory because
//! the module runs there, or not source files.

use std::sync::{Arc, Mutex, OnceLock};

use hclx_analysis::{Snapshot, file_name, file_path, query};
use hclx_diag::{OrderedSet, locked};
use hclx_eval::{Entry, Host, Refusal};
use memchr::memmem;

use super::brought;
use super::makers::{Makers, reason_of_maker};
use super::scripts::Scripts;
use super::set_variables::SetVariables;
use super::unit_folders::UnitFolders;
use super::{leads_up, path_inside, top_folder, upward};

/// The contents of a directory's git files: paths below it that may be absent.
#[derive(Default)]
struct GitFiles {
    /// The paths of submodules, relative to the directory.
    submodules: Vec<String>,
    #[cfg(feature = "full")]
    ignored: Option<ignore::gitignore::Gitignore>,
}

impl GitFiles {
    fn of(host: &dyn Host, folder: &str) -> Self {
        let text = |name: &str| {
            let bytes = host.read(&file_path::join(folder, name)).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        };
        let path = |line: &str| {
            let (key, value) = line.split_once('=')?;
            (key.trim() == "path").then(|| value.trim().trim_matches('"').trim_end_matches('/').to_owned())
        };
        let submodules = text(".gitmodules").iter().flat_map(|text| text.lines()).filter_map(path).collect();
        Self {
            submodules,
            #[cfg(feature = "full")]
            ignored: text(".gitignore").and_then(|text| ignored(&text)),
        }
    }

    /// The reason why a path relative to the directory is absent.
    fn reason(&self, host: &dyn Host, folder: &str, path: &str) -> Option<String> {
        let is_around = |submodule: &&String| file_path::is_inside(path, submodule);
        if let Some(submodule) = self.submodules.iter().find(is_around) {
            let whole = file_path::join(folder, submodule);
            let is_empty = host.list(&whole).is_ok_and(|entries| entries.is_empty());
            let is_absent = is_empty || host.look(&whole).is_err();
            return is_absent.then(|| {
                format!("submodule `{whole}` is not checked out (`git submodule update --init`): its files were not checked")
            });
        }
        #[cfg(feature = "full")]
        if let Some(ignored) = &self.ignored
            && let ignore::Match::Ignore(glob) = ignored.matched_path_or_any_parents(path, false)
        {
            let pattern = glob.original();
            return Some(format!(
                "files that git ignores (`{pattern}`) do not exist here: a build is assumed to make them"
            ));
        }
        None
    }
}

/// The patterns of an ignore file.
#[cfg(feature = "full")]
pub(crate) fn ignored(text: &str) -> Option<ignore::gitignore::Gitignore> {
    let mut builder = ignore::gitignore::GitignoreBuilder::new("");
    for line in text.lines() {
        // a malformed pattern ignores nothing
        let _ = builder.add_line(None, line);
    }
    builder.build().ok()
}

/// The reason why a path does not exist, if the repository states one.
pub(crate) fn reason(host: &dyn Host, path: &str) -> Option<String> {
    reason_with(&Makers::default(), host, path)
}

/// The reason why a path relative to a directory does not exist, if the repository or one of its scripts states one.
pub(crate) fn reason_below(snapshot: &Snapshot, folder: &str, path: &str) -> Option<String> {
    let host = &**snapshot.host();
    reason(host, &file_path::join(folder, path))
        .or_else(|| Surroundings::of(snapshot, folder).reason(host, folder, path))
}

/// The reason why a source does not exist, if it is a placeholder.
pub(crate) fn reason_of_placeholder(source: &str) -> Option<String> {
    brought::is_placeholder(source).then(|| brought::OF_PLACEHOLDERS.to_owned())
}

/// The reason why a directory with these entries contains no module: git keeps it empty, so that its files can be added.
pub(crate) fn reason_of_kept(folder: &str, entries: &[(String, Entry)]) -> Option<String> {
    let is_keeping = |(name, _): &(String, Entry)| brought::KEEPING.contains(&&**name);
    let (name, _) = entries.first().filter(|_| entries.iter().all(is_keeping))?;
    Some(format!(
        "directory `{folder}` contains only `{name}`: a build is assumed to add its module, so its calls were not checked"
    ))
}

/// Like [`reason`], reusing what was read for other paths.
fn reason_with(makers: &Makers, host: &dyn Host, path: &str) -> Option<String> {
    let path = file_path::clean(path);
    if path.split('/').any(|step| step == ".git") {
        return Some("files below `.git` are no part of a repository".to_owned());
    }
    if brought::is_placeholder(&path) {
        return Some(brought::OF_PLACEHOLDERS.to_owned());
    }
    if is_filled_in(host, &path) {
        return Some(
            "steps of paths such as `{{ name }}` stand for names that a generator fills in".to_owned(),
        );
    }
    let folders = upward(host, file_path::parent(&path));
    let by_git = || {
        let in_folder = |folder: &String| {
            GitFiles::of(host, folder).reason(host, folder, &path_inside(host, folder, &path)?)
        };
        folders.iter().find_map(in_folder)
    };
    let by_maker = || folders.iter().find_map(|folder| makers.reason(host, folder, file_name(&path)));
    let by_terrafile = || folders.iter().find_map(|folder| by_terrafile(host, folder, &path));
    by_git().or_else(|| by_example(host, &path)).or_else(by_terrafile).or_else(by_maker)
}

/// Returns `true` if a generator of repositories fills in the first component of a path that does not exist.
fn is_filled_in(host: &dyn Host, path: &str) -> bool {
    let is_mark = |step: &str| step.find("{{").is_some_and(|start| step[start..].contains("}}"));
    if !is_mark(path) {
        return false;
    }
    let existing = file_path::upward(path).find(|above| host.look(above).is_ok()).unwrap_or_default();
    let absent = path.strip_prefix(existing).unwrap_or(path).trim_start_matches('/');
    is_mark(absent.split('/').next().unwrap_or_default())
}

/// The reason why a module listed in the `Terrafile` of a directory is absent: Terraspace installs such modules next to
/// those of `app` in its build directory.
fn by_terrafile(host: &dyn Host, folder: &str, path: &str) -> Option<String> {
    let below = path_inside(host, folder, path)?;
    let name = below.strip_prefix("app/modules/").filter(|name| !name.contains('/'))?;
    let terrafile = file_path::join(folder, "Terrafile");
    let named = format!("\"{name}\"");
    let is_named = host.read(&terrafile).is_ok_and(|bytes| memmem::find(&bytes, named.as_bytes()).is_some());
    is_named.then(|| {
        format!("`{terrafile}` names modules that Terraspace installs: their calls were not checked")
    })
}

/// The reason why a file is absent if an example of it is in the same directory.
fn by_example(host: &dyn Host, path: &str) -> Option<String> {
    const MARKS: [&str; 6] = ["example", "sample", "dist", "template", "tmpl", "default"];
    let (folder, name) = (file_path::parent(path), file_name(path));
    let (stem, end) = name.split_once('.')?;
    let is_example = |other: &str| {
        MARKS.iter().any(|mark| {
            let after = other.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
            let before = other.strip_suffix(name).and_then(|rest| rest.strip_suffix('.'));
            let within = other.strip_prefix(stem).and_then(|rest| rest.strip_suffix(end));
            after == Some(mark)
                || before == Some(mark)
                || within.is_some_and(|within| within.trim_matches(['.', '-', '_']) == *mark)
        })
    };
    let listed = host.list(folder).ok()?;
    let (example, _) = listed.iter().find(|(other, _)| is_example(other))?;
    Some(format!(
        "`{}` shows a file that does not exist here, and that users make",
        file_path::join(folder, example)
    ))
}

/// The directory above `folder` in which a relative path exists. Programs run such a module from there, or copy it
/// there. The first component of the path may also be the name of the repository, if it is a directory of another one.
/// A path without a directory, or one that starts with `..`, is too common for a conclusion.
fn found_above(host: &dyn Host, folder: &str, path: &str) -> Option<String> {
    let below = path.trim_start_matches("../");
    if below.len() < path.len() {
        return root_of_path(host, folder, below);
    }
    let steps = path.strip_prefix("./").unwrap_or(path);
    let (_, inner) = steps.split_once('/')?;
    // `path.module` of a root is `.` as well; test modules run in the directory of the tests
    let is_of_tests = || folder.split('/').any(|step| step == "tests");
    let is_from_here = || !is_of_tests() && !is_literal(host, folder, path);
    if steps.starts_with(['.', '/']) || steps.len() < path.len() && is_from_here() {
        return None;
    }
    let path = steps;
    let is_file = |path: &str| host.look(path) == Ok(Entry::File);
    let folders = upward(host, folder);
    let leads = |folder: &&String| is_file(&file_path::join(folder, path));
    let is_own_name = |folder: &&String| inner.contains('/') && is_file(&file_path::join(folder, inner));
    let above = folders.iter().skip(1).find(leads);
    above.or_else(|| folders.last().filter(is_own_name)).cloned()
}

/// The directory above `folder` in which a path exists that other modules reach with `..`. A module whose callers are
/// in another repository refers to its own files that way. The first component may be the repository, or a directory
/// around its modules.
fn root_of_path(host: &dyn Host, folder: &str, below: &str) -> Option<String> {
    let (_, inner) = below.split_once('/').filter(|(_, inner)| inner.contains('/'))?;
    let folders = upward(host, folder);
    let root = folders.last()?;
    let leads = |path: &str| host.look(&file_path::join(root, path)) == Ok(Entry::File);
    let is_own = file_path::is_inside(&file_path::join(root, inner), folder)
        || file_path::is_inside(&file_path::join(root, below), folder);
    (is_own && (leads(below) || leads(inner))).then(|| root.clone())
}

/// Returns `true` if a path appears as a string in a file of a directory.
fn is_literal(host: &dyn Host, folder: &str, path: &str) -> bool {
    let quoted = format!("\"{path}\"");
    let holds = |name: &str| {
        let contents = host.read(&file_path::join(folder, name));
        contents.is_ok_and(|bytes| memmem::find(&bytes, quoted.as_bytes()).is_some())
    };
    let is_module = |name: &str| [".tf", ".tofu", ".json"].iter().any(|end| name.ends_with(end));
    host.list(folder).is_ok_and(|listed| listed.iter().any(|(name, _)| is_module(name) && holds(name)))
}

/// A host that treats a missing file as unknown if the repository says that it will exist.
#[derive(Debug)]
pub(crate) struct ExpectingHost {
    host: Arc<dyn Host>,
    /// The access to all files of the run.
    files: Arc<dyn Host>,
    /// The directory that paths are relative to.
    base: String,
    /// The reason why the files that the directory reads need not exist.
    fragment: Option<&'static str>,
    reasons: Mutex<OrderedSet<String>>,
    makers: Makers,
    around: Arc<Surroundings>,
}

/// Everything that a repository's files say about files that do not exist. It is read on demand, and once for all
/// modules.
#[derive(Debug, Default)]
pub(crate) struct Surroundings {
    root: Option<String>,
    units: OnceLock<UnitFolders>,
    scripts: OnceLock<Scripts>,
    replaced_words: OnceLock<OrderedSet<String>>,
    set_variables: OnceLock<SetVariables>,
}

query! {
    /// The surroundings in the repository with a top directory.
    pub(crate) struct SurroundingsIn(pub(crate) String) -> Surroundings;
    |SurroundingsIn(root), _| Surroundings::in_repository(root.clone())
}

impl Surroundings {
    /// The surroundings of a directory, in its repository.
    pub(crate) fn of(snapshot: &Snapshot, folder: &str) -> Arc<Self> {
        match top_folder(&**snapshot.host(), folder) {
            Some(root) => snapshot.get(&SurroundingsIn(root)),
            None => Arc::default(),
        }
    }

    fn in_repository(root: String) -> Self {
        Self { root: Some(root), ..Self::default() }
    }

    /// The scripts of the repository; `None` if the directory is not in a repository.
    pub(crate) fn scripts(&self, host: &dyn Host) -> Option<&Scripts> {
        let root = self.root.as_deref()?;
        Some(self.scripts.get_or_init(|| Scripts::of_repository(host, root)))
    }

    /// Returns `true` if a script of the repository, or a command in another file, replaces a word.
    pub(super) fn replace_word(&self, host: &dyn Host, word: &str) -> bool {
        let Some(root) = self.root.as_deref() else { return false };
        let words = self.replaced_words.get_or_init(|| {
            let others = Scripts::others_of_repository(host, root);
            let own = self.scripts(host).into_iter().flat_map(Scripts::replaced_words);
            own.chain(others.replaced_words()).collect()
        });
        words.contains(word)
    }

    /// The variables of root modules that scripts set.
    pub(crate) fn set_variables(&self, host: &dyn Host) -> Option<&SetVariables> {
        let scripts = self.scripts(host)?;
        Some(self.set_variables.get_or_init(|| {
            let mut set = SetVariables::default();
            scripts.contents().for_each(|contents| set.add(contents));
            set
        }))
    }

    /// The top directory of the repository.
    pub(crate) fn root(&self) -> Option<&str> {
        self.root.as_deref()
    }

    /// The reason why a path relative to a module's directory is absent.
    fn reason(&self, host: &dyn Host, module: &str, path: &str) -> Option<String> {
        let root = self.root.as_deref()?;
        let units = || self.units.get_or_init(|| UnitFolders::of_repository(host, root));
        let is_below = !file_path::is_absolute(path) && !leads_up(path);
        if let Some(folder) = is_below.then(|| units().with_file(host, module, path)).flatten() {
            return Some(format!(
                "Terragrunt copies files of `{folder}` that a module reads into its directory"
            ));
        }
        self.scripts(host)?.maker_of(&file_path::join(module, path)).map(reason_of_maker)
    }
}

impl ExpectingHost {
    pub(crate) fn new(
        host: Arc<dyn Host>,
        files: Arc<dyn Host>,
        (base, around): (&str, Arc<Surroundings>),
    ) -> Self {
        Self {
            host,
            files,
            base: base.to_owned(),
            fragment: None,
            reasons: Mutex::default(),
            makers: Makers::default(),
            around,
        }
    }

    /// For a directory that is not a module by itself; every missing file is then unknown for the given reason.
    pub(crate) fn of_fragment(self, fragment: Option<&'static str>) -> Self {
        Self { fragment, ..self }
    }

    /// The reasons for the absence of the files that were requested so far.
    pub(crate) fn reasons(&self) -> Vec<String> {
        locked(&self.reasons).iter().cloned().collect()
    }

    fn reason(&self, path: &str) -> Option<String> {
        let above = || {
            let folder = found_above(&*self.files, &self.base, path)?;
            Some(format!("relative paths lead to files from `{folder}`, where the module is assumed to run"))
        };
        let shown = || self.fragment.map(str::to_owned);
        let made = reason_with(&self.makers, &*self.files, &file_path::join(&self.base, path));
        let around = || self.around.reason(&*self.files, &self.base, path);
        let brought = || brought::reason(&*self.files, &file_path::join(&self.base, path));
        made.or_else(shown).or_else(above).or_else(around).or_else(brought)
    }

    fn excused<T>(&self, path: &str, answer: Result<T, Refusal>) -> Result<T, Refusal> {
        answer.map_err(|refusal| match refusal {
            Refusal::Missing => match self.reason(path) {
                Some(why) => {
                    locked(&self.reasons).insert(why.clone());
                    Refusal::NotRead(why)
                }
                None => Refusal::Missing,
            },
            other => other,
        })
    }
}

impl Host for ExpectingHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.excused(path, self.host.read(path))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.excused(path, self.host.look(path))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.excused(path, self.host.list(path))
    }

    /// If no file matches a search, files are assumed to be added where the configuration is used.
    fn expects(&self, _: &str) -> Option<String> {
        Some("no file here matches, so files are assumed to be added".to_owned())
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.host.resolve(path)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use hclx_eval::{Entry, Host, Refusal};

    use super::{ExpectingHost, Surroundings};

    /// A repository with a unit and a script, which counts how often a directory is listed or a file is read.
    #[derive(Debug, Default)]
    struct CountingHost(AtomicUsize);

    impl CountingHost {
        fn count(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    impl Host for CountingHost {
        fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
            self.count();
            if path == "m/make.sh" { Ok(b"touch built.zip".to_vec()) } else { Err(Refusal::Missing) }
        }

        fn look(&self, path: &str) -> Result<Entry, Refusal> {
            match path {
                ".git" => Ok(Entry::Directory),
                "live/notes.json" => Ok(Entry::File),
                _ => Err(Refusal::Missing),
            }
        }

        fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
            self.count();
            let names: &[(&str, Entry)] = match path {
                "." => &[("live", Entry::Directory), ("m", Entry::Directory)],
                "live" => &[("terragrunt.hcl", Entry::File), ("notes.json", Entry::File)],
                "m" => &[("make.sh", Entry::File)],
                _ => return Err(Refusal::Missing),
            };
            Ok(names.iter().map(|(name, entry)| ((*name).to_owned(), *entry)).collect())
        }

        fn resolve(&self, path: &str) -> Result<String, Refusal> {
            Ok(path.to_owned())
        }
    }

    #[test]
    fn many_absent_files_cost_one_search() {
        let files = Arc::new(CountingHost::default());
        let around = Arc::new(Surroundings::in_repository(".".to_owned()));
        let host = ExpectingHost::new(files.clone(), files.clone(), ("m", around));
        let excused = |path: &str| host.reason(path).is_some();
        assert!(excused("built.zip") && excused("notes.json") && !excused("absent-0.json"));
        let once = files.0.load(Ordering::Relaxed);
        (1..100).for_each(|index| assert!(!excused(&format!("absent-{index}.json"))));
        let more = files.0.load(Ordering::Relaxed) - once;
        // the ignore files of two directories are requested each time
        assert!(more <= 99 * 8, "{more} more than {once}");
    }
}
