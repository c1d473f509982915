//! `hclx breaking`: the changes of modules between two versions, and what they demand of those who call them.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::compare::{Change, Level, compare};
use hclx_analysis::describe::Description;
use hclx_analysis::{Memory, Question, Session, Settings, Snapshot, file_path};
use hclx_diag::{
    Certainty, Diagnostic, Severity, Source, SourceId, Sources, Span, TextRange, code_names as codes, counted,
};
use hclx_eval::Budget;
use hclx_languages::terraform::packages::admits;
use hclx_report::{Format, Reader, Summary, render};

use crate::cli::{Breaking, Operand, Subcommand};
use crate::exit::Exit;
use crate::git::{Blobs, Revision};
use crate::inputs::Inputs;
use crate::specs::Specs;
use crate::{flags, judging, names, output};

/// The row of `breaking`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "breaking",
    about: "Report what a new version of modules breaks for those who call them",
    more: "Examples:\n  hclx breaking --against v1.2.0               this directory beside a tag\n  \
           hclx breaking --against ../old modules/net   one module beside another directory\n  \
           hclx breaking --against v1.2.0 --changelog   the changes as markdown\n  \
           hclx breaking --against main --expect major  report, and exit with 0\n\n\
           Nothing is checked out, and nothing of a repository is run.\n\n\
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

/// Directories whose modules nobody calls.
const INTERNAL: &[&str] = &["examples", "example", "test", "tests", "fixtures", "testdata"];

/// The maximum number of modules of a version.
const MAX_MODULES: usize = 5_000;

/// A version: its modules by directory, and their sources.
struct Version {
    modules: Vec<(String, Description)>,
    sources: Sources,
}

fn run(asked: &Breaking) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let folder = asked.folder.clone().unwrap_or_else(|| ".".into());
    anyhow::ensure!(Path::new(&folder).is_dir(), "`{}` is not a directory", names::text(Path::new(&folder)));
    let Some(new) = of_folder(asked, &folder, &mut inputs)? else {
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    let old_folder = OsString::from(&asked.against);
    let old = match Path::new(&old_folder).is_dir() {
        true => of_folder(asked, &old_folder, &mut inputs)?,
        false => Some(of_revision(asked, &folder)?),
    };
    let Some(mut old) = old else { return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)) };
    if !Path::new(&old_folder).is_dir() {
        old.label(&asked.against);
    }
    anyhow::ensure!(!old.modules.is_empty(), "`{}` has no modules", asked.against);
    broken(&old, &asked.against, &mut inputs);
    broken(&new, &names::text(Path::new(&folder)), &mut inputs);
    let compared = Compared::of(old, new);
    compared.print(asked)?;
    let failed = inputs.complain(&asked.look)?;
    let allowed = match asked.expect.as_deref() {
        Some("major") => Some(Level::Major),
        Some("patch") => None,
        _ => Some(Level::Minor),
    };
    let is_more = compared.level() > allowed;
    Ok(failed.unwrap_or(if is_more { Exit::Bad } else { Exit::Good }))
}

/// Reports the modules of a version that could not be read as a whole: what is missing in them is not known.
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

/// The version in a directory; `None` if inputs are invalid.
///
/// # Errors
/// If there are too many modules.
fn of_folder(asked: &Breaking, folder: &OsString, inputs: &mut Inputs) -> anyhow::Result<Option<Version>> {
    let selection = judging::select(&asked.context, std::slice::from_ref(folder), None, inputs);
    let question = |_: &Snapshot| Ok(Question::Describe);
    let run = judging::judge_selection(&asked.context, inputs, Specs::default(), &question, selection)?;
    let Some(run) = run else { return Ok(None) };
    let top = file_path::clean(&names::text(Path::new(folder)));
    let found = run.units.into_iter().filter_map(|(_, answer)| answer.description);
    Ok(Some(Version::new(found.map(|one| *one), &top, run.sources)?))
}

/// The version of a directory in a revision. Nothing of the repository is run, and nothing is written.
///
/// # Errors
/// If the revision cannot be read.
fn of_revision(asked: &Breaking, folder: &OsString) -> anyhow::Result<Version> {
    let why = |error: anyhow::Error| anyhow::anyhow!("`--against {}`: {error:#}", asked.against);
    let revision = Revision::open(&asked.against).map_err(why)?;
    let real = Path::new(folder).canonicalize()?;
    let inside = real.strip_prefix(&revision.root);
    let inside = inside.map_err(|_| why(anyhow::anyhow!("the directory is in another repository")))?;
    let above = file_path::clean(&names::text(inside));
    let mut blobs = Blobs::open().map_err(why)?;
    let mut memory = Memory::default();
    let mut paths = Vec::new();
    for (path, object) in revision.tree().files() {
        let Some(path) = below(path, &above) else { continue };
        if crate::rows().of(path).is_some() {
            memory.insert(path, blobs.read(object).map_err(why)?);
            paths.push(path.to_owned());
        }
    }
    paths.sort_unstable();
    let languages: Vec<_> = crate::languages().collect();
    let mut session = Session::new(&languages, Arc::new(memory), Settings::default());
    for path in &paths {
        session.add(path);
    }
    let snapshot = session.snapshot();
    let limits = asked.context.most.limits();
    let describe = |unit| snapshot.answer(unit, &Question::Describe, &Budget::new(limits)).description;
    let found: Vec<Description> = snapshot.units().iter().filter_map(describe).map(|one| *one).collect();
    Version::new(found, ".", snapshot.sources(|_| true))
}

/// A path relative to a directory that it is in.
fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match folder {
        "." | "" => Some(path),
        folder => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

impl Version {
    /// The modules below a directory that others may call.
    ///
    /// # Errors
    /// If there are too many.
    fn new(
        found: impl IntoIterator<Item = Description>,
        top: &str,
        sources: Sources,
    ) -> anyhow::Result<Self> {
        let named = |module: Description| {
            let root = file_path::clean(&module.root);
            let root = if root == top { "." } else { below(&root, top)? }.to_owned();
            let is_internal = root.split('/').any(|part| INTERNAL.contains(&part));
            (!is_internal).then_some((root, module))
        };
        let mut modules: Vec<_> = found.into_iter().filter_map(named).collect();
        anyhow::ensure!(
            modules.len() <= MAX_MODULES,
            "{} modules are more than the limit of {MAX_MODULES}",
            modules.len()
        );
        modules.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Self { modules, sources })
    }

    /// Puts the name of a revision before the names of sources.
    fn label(&mut self, name: &str) {
        let all: Vec<(SourceId, Source)> = self.sources.iter().map(|(id, one)| (id, one.clone())).collect();
        for (id, source) in all {
            let labeled = format!("{name}:{}", source.name());
            self.sources.replace(id, Source::new(labeled, Arc::clone(source.bytes())));
        }
    }
}

/// The changes of all modules, with the sources of both versions.
struct Compared {
    /// Each with the directory of its module.
    changes: Vec<(String, Change)>,
    sources: Sources,
    /// The number of modules of the new version.
    modules: usize,
}

impl Compared {
    fn of(old: Version, new: Version) -> Self {
        let mut sources = new.sources;
        let first = sources.len() as u32;
        for (_, source) in old.sources.iter() {
            sources.add(source.clone());
        }
        let mut changes = Vec::new();
        for (root, module) in &new.modules {
            let before = old.modules.iter().find(|(other, _)| other == root);
            match before {
                Some((_, before)) => {
                    let mut found = compare(before, module, &admits);
                    // what is missing may be in the files that cannot be read
                    let is_gone = |change: &Change| change.new.is_none() && change.old.is_some();
                    let is_new = |change: &Change| change.old.is_none() && change.new.is_some();
                    found.retain(|change| module.broken.is_empty() || !is_gone(change));
                    found.retain(|change| before.broken.is_empty() || !is_new(change));
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
        changes.iter_mut().for_each(|(_, change)| change.old = change.old.map(later));
        Self { changes, sources, modules: new.modules.len() }
    }

    /// The highest level of a change.
    fn level(&self) -> Option<Level> {
        self.changes.iter().map(|(_, change)| change.level).max()
    }

    fn print(&self, asked: &Breaking) -> anyhow::Result<()> {
        if asked.changelog {
            return self.print_changelog();
        }
        let format = asked.format.unwrap_or(Format::Full);
        // people come for what breaks
        let shows_all = asked.look.verbose > 0 || format.reader() == Reader::Machine;
        let shown = self.changes.iter().filter(|(_, change)| shows_all || change.level == Level::Major);
        let findings: Vec<Diagnostic> = shown.map(|(root, change)| finding(root, change)).collect();
        let mut out = output::stdout();
        let style = output::style(&asked.look, &std::io::stdout());
        let summary = Summary { files: self.modules, ..Summary::default() };
        render(format, &self.sources, &findings, &summary, style, &mut out)?;
        out.flush()?;
        if !asked.look.quiet {
            output::note(&self.summary());
        }
        Ok(())
    }

    fn summary(&self) -> String {
        let count = |level: Level, certainty: Option<Certainty>| {
            let is_meant = |change: &Change| {
                change.level == level && certainty.is_none_or(|certainty| change.certainty == certainty)
            };
            self.changes.iter().filter(|(_, change)| is_meant(change)).count()
        };
        let modules = counted(self.modules, "module");
        match self.level() {
            None => format!("patch: nothing changed for callers of {modules}"),
            Some(Level::Minor) => {
                format!("minor: {} of {modules}", counted(count(Level::Minor, None), "compatible change"))
            }
            Some(Level::Major) => format!(
                "major: {}, {}, {} of {modules}",
                counted(count(Level::Major, Some(Certainty::Must)), "breaking change"),
                counted(count(Level::Major, Some(Certainty::May)), "possibly breaking change"),
                counted(count(Level::Minor, None), "compatible change"),
            ),
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
                .map(|(root, change)| format!("* {}{}", module(root), change.message))
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

/// A module that one version has.
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
        message: message.to_owned(),
        old: place.filter(|_| !is_new),
        new: place.filter(|_| is_new),
    }
}

/// The name of a module before a message; nothing for the module at the top.
fn module(root: &str) -> String {
    if root == "." { String::new() } else { format!("{root}: ") }
}

fn finding(root: &str, change: &Change) -> Diagnostic {
    let message = format!("{}: {}{}", change.level.name(), module(root), change.message);
    let severity = match (change.level, change.certainty) {
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
    Diagnostic { severity, certainty: change.certainty, ..finding }
}
