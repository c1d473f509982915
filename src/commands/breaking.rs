//! `hclx breaking`: the changes of modules between two versions, and the effect on their callers.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::compare::{Called, Change, Level, compare};
use hclx_analysis::describe::Description;
use hclx_analysis::{Extent, Question, Unit, file_path};
use hclx_diag::{
    Arrange, Certainty, Diagnostic, Severity, Source, SourceId, Sources, Span, TextRange,
    code_names as codes, counted,
};
use hclx_eval::Budget;
use hclx_languages::terraform::packages::admits;
use hclx_report::{Format, Reader, Summary, render};

use crate::cli::{Breaking, Operand, Subcommand};
use crate::config::{Accepted, Patterns};
use crate::exit::Exit;
use crate::git::{Past, Revision, below};
use crate::inputs::Inputs;
use crate::{flags, judging, names, output, parallel};

/// The subcommand `breaking`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "breaking",
    about: "Report changes to modules that break their callers",
    more: "Examples:\n  hclx breaking --against v1.2.0               this directory beside a tag\n  \
           hclx breaking --against ../old modules/net   one module beside another directory\n  \
           hclx breaking --against v1.2.0 --changelog   the changes as markdown\n  \
           hclx breaking --against main --expect major  report, and exit with 0\n\n\
           Nothing is checked out, and no code of a repository runs.\n\n\
           Exit codes: 0 no more than --expect, 1 a change is of a higher level, 2 a version cannot be read.",
    operands: &[Operand {
        name: "DIR",
        required: false,
        many: false,
        help: "The directory of the new version; default: this directory",
    }],
    flags: &[
        &flags::AGAINST,
        &flags::EXPECT,
        &flags::INTERNAL,
        &flags::CHANGELOG,
        &flags::FORMAT_CHECK,
        &flags::DIALECT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
        &flags::VERBOSE,
    ],
    run: |matches| run(&matches.breaking()?),
};

/// Directories whose modules have no callers outside of the repository.
const INTERNAL: &[&str] = &["examples", "example", "test", "tests", "fixtures", "testdata"];

/// The maximum number of modules in a version.
const MAX_MODULES: usize = 5_000;

/// A version of the modules, by directory, and their sources.
struct Version {
    modules: Vec<(String, Description)>,
    sources: Sources,
    /// The submodules of a revision. They are separate repositories and are not read.
    submodules: Vec<String>,
    /// The directories of modules with files that were not read.
    partial: HashSet<String>,
}

fn run(asked: &Breaking) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let folder = asked.folder.clone().unwrap_or_else(|| ".".into());
    anyhow::ensure!(Path::new(&folder).is_dir(), "`{}` is not a directory", names::text(Path::new(&folder)));
    let patterns = Patterns::read(&asked.internal)?;
    let of_settings = inputs.config.internal.clone();
    let is_internal = |root: &str| {
        let path = Path::new(root);
        patterns.fit(path) || of_settings.fit(path)
    };
    let old_folder = OsString::from(&asked.against);
    let is_folder = Path::new(&old_folder).is_dir();
    // git reads the old version while the new one is judged
    let (new, past) = parallel::both(
        || of_folder(asked, &folder, &is_internal, &mut inputs),
        || (!is_folder).then(|| past(&asked.against, &folder)),
    );
    let Some(mut new) = new? else { return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)) };
    let old = match past {
        None => of_folder(asked, &old_folder, &is_internal, &mut inputs)?,
        Some(past) => Some(of_revision(asked, past?, &is_internal, &mut inputs)?),
    };
    let Some(mut old) = old else { return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)) };
    if !is_folder {
        old.label(&asked.against);
    }
    // A revision holds no files of submodules, so all of their modules would seem to be new.
    new.leave_out(&old.submodules, asked);
    anyhow::ensure!(!old.modules.is_empty(), "`{}` has no modules", asked.against);
    broken(&old, &asked.against, &mut inputs);
    broken(&new, &names::text(Path::new(&folder)), &mut inputs);
    let compared = Compared::of(old, new, &inputs.config.accepted);
    compared.print(asked)?;
    let failed = inputs.complain(&asked.look)?;
    let allowed = match asked.expect.as_deref() {
        Some("major") => Some(Level::Major),
        // There is no level below minor: a patch changes nothing for callers, and `None` is below every
        // level.
        Some("patch") => None,
        _ => Some(Level::Minor),
    };
    let is_more = compared.level() > allowed;
    Ok(failed.unwrap_or(if is_more { Exit::Bad } else { Exit::Good }))
}

/// Reports the modules of a version that could only be read in part: their missing declarations are unknown.
fn broken(version: &Version, name: &str, inputs: &mut Inputs) {
    for (root, module) in &version.modules {
        for file in &module.broken {
            let path = version.sources.get(*file).name();
            inputs.refuse(format!(
                "`{path}` of `{name}` has syntax errors: what it declares in module `{root}` is not compared"
            ));
        }
    }
}

/// Reads the version in a directory; `None` if inputs are invalid.
///
/// # Errors
/// If there are too many modules.
fn of_folder(
    asked: &Breaking,
    folder: &OsString,
    is_internal: &dyn Fn(&str) -> bool,
    inputs: &mut Inputs,
) -> anyhow::Result<Option<Version>> {
    let selection = judging::select(&asked.context, std::slice::from_ref(folder), None, inputs);
    let top = file_path::clean(&names::text(Path::new(folder)));
    let wanted = |unit: &Unit| external(&unit.root, &top, is_internal).is_some();
    let run = judging::judge_wanted(
        &asked.context,
        inputs,
        &Question::Describe(Extent::Interface),
        selection,
        &wanted,
    );
    let Some(run) = run else { return Ok(None) };
    let described = run.units.iter().filter_map(|(_, answer)| answer.description.as_deref());
    let unread = run.refuse_unread_in(&described.collect::<Vec<_>>(), inputs);
    let found = run.units.into_iter().filter_map(|(_, answer)| answer.description);
    let version = Version::new(found.map(|one| *one), &top, run.sources)?;
    Ok(Some(Version { partial: folders(&unread, &top), ..version }))
}

/// Reads the files of a directory in a revision. No code of the repository runs, and no file is written.
///
/// # Errors
/// If the revision cannot be read.
fn past(against: &str, folder: &OsString) -> anyhow::Result<Past> {
    let why = |error: anyhow::Error| anyhow::anyhow!("`--against {against}`: {error:#}");
    let (name, of_old) = named(against);
    let revision = Revision::open(name).map_err(why)?;
    let real = Path::new(folder).canonicalize()?;
    let inside = real.strip_prefix(&revision.root);
    let inside = inside.map_err(|_| why(anyhow::anyhow!("the directory is in another repository")))?;
    let above = of_old.map_or_else(|| file_path::clean(&names::text(inside)), file_path::clean);
    revision.below(&above, ".", &|_, _| None).map_err(why)
}

/// The version that files of a revision declare.
///
/// # Errors
/// If there are too many modules.
fn of_revision(
    asked: &Breaking,
    mut past: Past,
    is_internal: &dyn Fn(&str) -> bool,
    inputs: &mut Inputs,
) -> anyhow::Result<Version> {
    for (path, reason) in &past.refused {
        inputs.refuse(format!("`{path}` of `{}` is not compared: {reason}", asked.against));
    }
    for path in &past.links {
        inputs.refuse(format!(
            "`{path}` of `{}` was not read: it is a symbolic link that is not followed",
            asked.against
        ));
    }
    let session = past.session();
    let snapshot = session.snapshot();
    let limits = asked.context.most.limits();
    let describe = |unit| {
        snapshot.answer(unit, &Question::Describe(Extent::Interface), &Budget::new(limits)).description
    };
    let wanted = |unit: &&Unit| external(&unit.root, ".", is_internal).is_some();
    let found = parallel::map(snapshot.units().iter().filter(wanted).collect(), describe);
    let version = Version::new(found.into_iter().flatten().map(|one| *one), ".", snapshot.sources(|_| true))?;
    let partial = folders(&past.links, ".");
    Ok(Version { submodules: past.submodules, partial, ..version })
}

/// The path of a module relative to a directory; `None` if the module has no callers outside of it.
fn external(root: &str, top: &str, is_internal: &dyn Fn(&str) -> bool) -> Option<String> {
    let root = file_path::clean(root);
    let root = if root == top { "." } else { below(&root, top)? };
    // Only directories below the compared one count, because that one may itself lie in a directory `test`.
    let is_own = root.split('/').any(|part| INTERNAL.contains(&part)) || is_internal(root);
    (!is_own).then(|| root.to_owned())
}

/// The directories of files, relative to a directory.
fn folders(paths: &[String], top: &str) -> HashSet<String> {
    let folder = |path: &String| {
        let folder = file_path::clean(file_path::parent(path));
        Some(if folder == top { ".".to_owned() } else { below(&folder, top)?.to_owned() })
    };
    paths.iter().filter_map(folder).collect()
}

/// Splits `REF:DIR`. A revision contains a colon only in git notations that do not name a commit.
fn named(against: &str) -> (&str, Option<&str>) {
    match against.split_once(':') {
        Some((name, folder)) if !name.is_empty() => (name, Some(folder)),
        _ => (against, None),
    }
}

impl Version {
    /// Removes the modules in submodules, and reports them.
    fn leave_out(&mut self, submodules: &[String], asked: &Breaking) {
        for submodule in submodules {
            let is_in = |root: &str| file_path::is_inside(root, submodule);
            let count = self.modules.len();
            self.modules.retain(|(root, _)| !is_in(root));
            if self.modules.len() < count && !asked.look.quiet {
                output::say(&format!(
                    "note: `{submodule}` is a submodule of git: its modules are not compared"
                ));
            }
        }
    }

    /// The requirements of a module's callees, direct and indirect.
    fn called(&self, module: &Description) -> Called {
        let mut called = Called::new();
        let mut met: HashSet<&str> = HashSet::from([&*module.root]);
        let mut left = vec![module];
        while let Some(module) = left.pop() {
            let calls = module.declarations.iter().filter_map(|one| one.call()?.folder.as_deref());
            for folder in calls {
                let Some((_, inner)) = self.modules.iter().find(|(_, one)| *one.root == *folder) else {
                    continue;
                };
                if met.insert(&inner.root) {
                    called.or_default("".into()).extend(inner.versions.iter().cloned());
                    for one in &inner.requirements {
                        called.or_default(Arc::clone(&one.name)).extend(one.constraints.iter().cloned());
                    }
                    left.push(inner);
                }
            }
        }
        called
    }

    /// The modules below a directory that can have outside callers.
    ///
    /// # Errors
    /// If there are too many.
    fn new(
        found: impl IntoIterator<Item = Description>,
        top: &str,
        sources: Sources,
    ) -> anyhow::Result<Self> {
        let named = |module: Description| Some((external(&module.root, top, &|_| false)?, module));
        let mut modules: Vec<_> = found.into_iter().filter_map(named).collect();
        anyhow::ensure!(
            modules.len() <= MAX_MODULES,
            "{} modules are more than the limit of {MAX_MODULES}",
            modules.len()
        );
        modules.arrange_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Self { modules, sources, submodules: Vec::new(), partial: HashSet::new() })
    }

    /// Prefixes the names of sources with the name of a revision.
    fn label(&mut self, name: &str) {
        let all: Vec<(SourceId, Source)> = self.sources.iter().map(|(id, one)| (id, one.clone())).collect();
        for (id, source) in all {
            let labeled = format!("{name}:{}", source.name());
            self.sources.set(id, Source::new(labeled, Arc::clone(source.bytes())));
        }
    }
}

/// The changes of all modules, with the sources of both versions.
struct Compared {
    /// The changes, each with the directory of its module.
    changes: Vec<(String, Change)>,
    sources: Sources,
    /// The number of modules of the new version.
    modules: usize,
}

impl Compared {
    fn of(old: Version, new: Version, accepted: &[Accepted]) -> Self {
        let mut sources = new.sources.clone();
        let first = sources.len() as u32;
        for (_, source) in old.sources.iter() {
            sources.add(source.clone());
        }
        let mut changes = Vec::new();
        for (root, module) in &new.modules {
            let before = old.modules.iter().find(|(other, _)| other == root);
            match before {
                Some((_, before)) => {
                    let sides = [(before, &old.called(before)), (module, &new.called(module))];
                    let mut found = compare(sides[0], sides[1], &admits);
                    // a missing declaration may be in a file that cannot be read
                    let is_gone = |change: &Change| change.new.is_none() && change.old.is_some();
                    let is_new = |change: &Change| change.old.is_none() && change.new.is_some();
                    let is_whole = |version: &Version, module: &Description| {
                        module.broken.is_empty() && !version.partial.contains(root)
                    };
                    found.retain(|change| is_whole(&new, module) || !is_gone(change));
                    found.retain(|change| is_whole(&old, before) || !is_new(change));
                    changes.extend(found.into_iter().map(|change| (root.clone(), change)));
                }
                None => changes.push((root.clone(), whole(module, Level::Minor))),
            }
        }
        for (root, module) in &old.modules {
            if !new.modules.iter().any(|(other, _)| other == root) {
                changes.push((root.clone(), whole(module, Level::Major)));
            }
        }
        let later = |span: Span| Span { source: SourceId(span.source.0 + first), ..span };
        for (root, change) in &mut changes {
            change.old = change.old.map(later);
            let is_meant = |one: &&Accepted| {
                one.code == change.code.id()
                    && one.name == change.subject
                    && one.module.as_ref().is_none_or(|module| file_path::clean(module) == *root)
            };
            let reason = accepted.iter().find(is_meant).map(|one| one.reason.clone());
            change.accepted = change.accepted.take().or(reason).filter(|_| change.level == Level::Major);
        }
        Self { changes, sources, modules: new.modules.len() }
    }

    /// The highest level of the changes that are not accepted.
    fn level(&self) -> Option<Level> {
        let open = self.changes.iter().filter(|(_, change)| change.accepted.is_none());
        open.map(|(_, change)| change.level).max()
    }

    fn print(&self, asked: &Breaking) -> anyhow::Result<()> {
        if asked.changelog {
            return self.print_changelog();
        }
        let format = asked.format.unwrap_or(Format::Full);
        // people mostly want to see breaking changes
        let shows_all = asked.look.verbose > 0 || format.reader() == Reader::Machine;
        let is_open = |change: &Change| change.level == Level::Major && change.accepted.is_none();
        let shown = self.changes.iter().filter(|(_, change)| shows_all || is_open(change));
        let findings: Vec<Diagnostic> = shown.map(|(root, change)| finding(root, change)).collect();
        let mut out = output::stdout();
        let style = output::style(&asked.look, &std::io::stdout());
        let summary = Summary { files: self.modules, ..Summary::default() };
        render(format, &self.sources, &findings, &summary, style, &mut out)?;
        out.flush()?;
        if !asked.look.quiet {
            output::note(&self.summary(&asked.against));
        }
        Ok(())
    }

    /// The number of changes of a level, with a certainty, that are accepted or not.
    fn count(&self, level: Level, certainty: Option<Certainty>, is_accepted: bool) -> usize {
        let is_meant = |change: &Change| {
            change.level == level
                && certainty.is_none_or(|certainty| change.certainty == certainty)
                && change.accepted.is_some() == is_accepted
        };
        self.changes.iter().filter(|(_, change)| is_meant(change)).count()
    }

    fn summary(&self, against: &str) -> String {
        let modules = counted(self.modules, "module");
        let minor = counted(self.count(Level::Minor, None, false), "compatible change");
        let accepted = match self.count(Level::Major, None, true) {
            0 => String::new(),
            count => format!(", {} accepted", counted(count, "breaking change")),
        };
        let summary = match self.level() {
            None if accepted.is_empty() => format!("patch: nothing changed for callers of {modules}"),
            None => format!("patch: nothing else changed for callers of {modules}{accepted}"),
            Some(Level::Minor) => format!("minor: {minor} of {modules}{accepted}"),
            Some(Level::Major) => format!(
                "major: {}, {}, {minor} of {modules}{accepted}",
                counted(self.count(Level::Major, Some(Certainty::Must), false), "breaking change"),
                counted(self.count(Level::Major, Some(Certainty::May), false), "possibly breaking change"),
            ),
        };
        // accepted or not, callers need to know
        let level = self.changes.iter().map(|(_, change)| change.level).max();
        match next_version(named(against).0, level) {
            Some(next) => format!("{summary}; the next version is {next}"),
            None => summary,
        }
    }

    /// The changes as markdown, by level.
    fn print_changelog(&self) -> anyhow::Result<()> {
        let mut out = output::stdout();
        let sections = [
            ("Breaking changes", Level::Major, Some(Certainty::Must)),
            ("Possibly breaking changes", Level::Major, Some(Certainty::May)),
            ("Changes", Level::Minor, None),
        ];
        let mut is_first = true;
        for (title, level, certainty) in sections {
            let is_meant = |change: &Change| {
                change.level == level && certainty.is_none_or(|certainty| change.certainty == certainty)
            };
            let lines: Vec<String> = self
                .changes
                .iter()
                .filter(|(_, change)| is_meant(change))
                .map(|(root, change)| {
                    let reason = change.accepted.as_ref().map(|reason| format!(" ({reason})"));
                    format!("* {}{}{}", module(root), change.message, reason.unwrap_or_default())
                })
                .collect();
            if lines.is_empty() {
                continue;
            }
            let blank = if std::mem::take(&mut is_first) { "" } else { "\n" };
            writeln!(out, "{blank}## {title}\n")?;
            lines.iter().try_for_each(|line| writeln!(out, "{}", output::escaped(line)))?;
        }
        Ok(out.flush()?)
    }
}

/// The version that follows a tag such as `v1.2.3` after changes of a level. Before 1.0.0 a minor version may
/// break.
fn next_version(tag: &str, level: Option<Level>) -> Option<String> {
    let digits = tag
        .find(|c: char| c.is_ascii_digit())
        .filter(|at| tag[..*at].chars().all(|c| !c.is_ascii_digit()))?;
    let (before, version) = tag.split_at(digits);
    let parts: Vec<u64> = version.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [major, minor, patch] = parts[..] else { return None };
    let [major, minor, patch] = match level {
        Some(Level::Major) if major > 0 => [major + 1, 0, 0],
        Some(Level::Major | Level::Minor) if major > 0 || level == Some(Level::Major) => {
            [major, minor + 1, 0]
        }
        _ => [major, minor, patch + 1],
    };
    Some(format!("{before}{major}.{minor}.{patch}"))
}

/// The change for a module that only one version has.
fn whole(module: &Description, level: Level) -> Change {
    let first = module.declarations.first().map(|one| one.place);
    let file = module.files.first().map(|file| TextRange::at(0).in_source(*file));
    let place = first.or(file);
    let (code, message) = match level {
        Level::Major => (codes::MODULE_REMOVED, "the module was removed"),
        Level::Minor => (codes::COMPATIBLE_CHANGE, "the module is new"),
    };
    let is_new = level == Level::Minor;
    Change {
        code,
        level,
        certainty: Certainty::Must,
        subject: "module".to_owned(),
        message: message.to_owned(),
        hint: None,
        accepted: None,
        old: place.filter(|_| !is_new),
        new: place.filter(|_| is_new),
    }
}

/// The module prefix of a message; empty for the module at the top.
fn module(root: &str) -> String {
    if root == "." { String::new() } else { format!("{root}: ") }
}

fn finding(root: &str, change: &Change) -> Diagnostic {
    let message = format!("{}: {}{}", change.level.name(), module(root), change.message);
    let severity = match (change.level, change.certainty) {
        _ if change.accepted.is_some() => Severity::Note,
        (Level::Major, Certainty::Must) => Severity::Error,
        (Level::Major, Certainty::May) => Severity::Warning,
        (Level::Minor, _) => Severity::Note,
    };
    let place = change.new.or(change.old);
    let finding = match place {
        Some(place) => Diagnostic::error(change.code, place, message),
        None => Diagnostic::placeless(change.code, message).about(root),
    };
    let finding = match (change.new, change.old) {
        (Some(_), Some(old)) => finding.also(old, "before"),
        _ => finding,
    };
    let mut finding = Diagnostic { severity, certainty: change.certainty, ..finding };
    finding.help.extend(change.hint.as_deref().map(|hint| hint.to_owned().into()));
    finding.help.extend(change.accepted.as_ref().map(|reason| format!("accepted: {reason}").into()));
    finding
}
