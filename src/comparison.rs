//! The comparison of two versions of a repository, whose modules are paired, and its presentation.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use hclx_analysis::compare::{Change, Level, compare, compare_objects};
use hclx_analysis::describe::{DeclaredItem, Description, Details};
use hclx_analysis::file_path;
use hclx_diag::{
    Certainty, Diagnostic, Severity, SourceId, Sources, Span, TextRange, code_names as codes, counted,
};
use hclx_languages::terraform::packages::admits;
use hclx_report::{Format, Reader, Summary, render};

use crate::cli::BreakingArgs;
use crate::config::AcceptedChange;
use crate::versions::{Module, Role, Version};
use crate::{output, versions};

/// The changes of all modules, with the sources of both versions.
pub(crate) struct ModuleChanges {
    /// The changes, each with the directory of its module.
    changes: Vec<(String, Change)>,
    sources: Sources,
    /// The number of modules of the new version.
    modules: usize,
    /// The number of changes in modules that only the repository itself can call.
    internal: usize,
    /// The accepted changes in the settings that did not occur.
    unused: Vec<AcceptedChange>,
}

impl ModuleChanges {
    pub(crate) fn of(old: Version, new: Version, accepted: &[AcceptedChange]) -> Self {
        let mut sources = new.sources.clone();
        let first = sources.len() as u32;
        for (_, source) in old.sources.iter() {
            sources.add(source.clone());
        }
        let mut changes = pairs(&old, &new);
        let later = |span: Span| Span { source: SourceId(span.source.0 + first), ..span };
        let is_unused = |accepted: &&AcceptedChange| {
            !changes.iter().any(|(root, change)| accepts(accepted, root, change))
        };
        let unused = accepted.iter().filter(is_unused).cloned().collect();
        for (root, change) in &mut changes {
            change.old = change.old.map(later);
            let reason = accepted
                .iter()
                .find(|accepted| accepts(accepted, root, change))
                .map(|accepted| accepted.reason.clone());
            change.accepted = change.accepted.take().or(reason).filter(|_| change.level == Level::Major);
        }
        let roots = |role: Role| {
            let own = new.modules.iter().filter(|one| one.role == role).map(|one| &*one.root);
            own.collect::<HashSet<&str>>().len()
        };
        Self { changes, sources, modules: roots(Role::Public), internal: roots(Role::Internal), unused }
    }

    /// Sentences about accepted changes in the settings that did not occur.
    pub(crate) fn unused_settings(&self) -> impl Iterator<Item = String> {
        self.unused.iter().map(|accepted| {
            let module =
                accepted.module.as_ref().map_or_else(String::new, |module| format!(" of `{module}`"));
            format!(
                "`breaking.accept` names {} for `{}`{module}, which did not change so",
                accepted.code, accepted.name
            )
        })
    }

    /// The highest level of the changes that are not accepted.
    pub(crate) fn level(&self) -> Option<Level> {
        let open = self.changes.iter().filter(|(_, change)| change.accepted.is_none());
        open.map(|(_, change)| change.level).max()
    }

    pub(crate) fn print(&self, asked: &BreakingArgs) -> anyhow::Result<()> {
        if asked.changelog {
            return self.print_changelog();
        }
        let format = asked.format.unwrap_or(Format::Full);
        // people mostly want to see breaking changes
        let shows_all = asked.look.verbose > 0 || format.reader() == Reader::Machine;
        let is_open = |change: &Change| change.level == Level::Major && change.accepted.is_none();
        let shown = self.changes.iter().filter(|(_, change)| shows_all || is_open(change));
        let findings: Vec<Diagnostic> = shown.map(|(root, change)| finding(root, change)).collect();
        let mut out = output::styled();
        let style = output::style(&asked.look);
        let summary = Summary { files: self.modules, ..Summary::default() };
        render(format, &self.sources, &findings, &summary, style, &mut out)?;
        out.flush()?;
        if !asked.look.quiet {
            if self.internal > 0 && !asked.all {
                output::say(&format!(
                    "note: {} only called by this repository: of these, only resources and calls are compared \
                     (--all compares everything)",
                    match self.internal {
                        1 => "1 module is".to_owned(),
                        more => format!("{more} modules are"),
                    }
                ));
            }
            output::note(&self.summary(&asked.against));
        }
        Ok(())
    }

    /// The number of changes with a level and a certainty, either accepted or not.
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
            Some(Level::Minor) => format!("minor: {minor} in {modules}{accepted}"),
            Some(Level::Major) => format!(
                "major: {}, {}, {minor} in {modules}{accepted}",
                counted(self.count(Level::Major, Some(Certainty::Must), false), "breaking change"),
                counted(self.count(Level::Major, Some(Certainty::May), false), "possibly breaking change"),
            ),
        };
        // callers need this information whether the change is accepted or not
        let level = self.changes.iter().map(|(_, change)| change.level).max();
        match next_version(versions::named(against).0, level) {
            Some(next) => format!("{summary}; the next version is {next}"),
            None => summary,
        }
    }

    /// The changes as markdown, by level.
    fn print_changelog(&self) -> anyhow::Result<()> {
        let mut out = output::data();
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

/// Returns `true` if a setting accepts a change of the module in a directory.
fn accepts(accepted: &AcceptedChange, root: &str, change: &Change) -> bool {
    accepted.code == change.code.id()
        && accepted.name == change.subject
        && accepted.module.as_ref().is_none_or(|module| file_path::clean(module) == root)
}

/// The changes of all modules, each with its directory. For a module that is internal in both versions, changes of its
/// objects count, but its interface concerns no callers.
fn pairs(old: &Version, new: &Version) -> Vec<(String, Change)> {
    let mut changes = Vec::new();
    let moved = moved(old, new);
    let (reached_before, reached) = (old.reached(), new.reached());
    for module in new.modules.iter().filter(|one| one.role != Role::Example) {
        let before = of_same_root(old, module).or_else(|| moved.get(&*module.root).copied());
        let mut push = |change| changes.push((module.root.clone(), change));
        match before {
            Some(before) => {
                if before.root != module.root
                    && (before.role, module.role) != (Role::Internal, Role::Internal)
                {
                    push(moved_to(before, module));
                }
                let is_internal = before.role == Role::Internal && module.role == Role::Internal;
                if !is_internal {
                    compared((old, before), (new, module)).into_iter().for_each(push);
                } else if reached.contains(&*module.root) && reached_before.contains(&*before.root) {
                    objects((old, before), (new, module)).into_iter().for_each(push);
                }
            }
            None if module.role == Role::Public => push(whole(&module.description, Level::Minor)),
            None => {}
        }
    }
    let is_gone = |one: &&Module| {
        let is_moved = || moved.values().any(|other| other.root == one.root);
        one.role == Role::Public && of_same_root(new, one).is_none() && !is_moved()
    };
    for module in old.modules.iter().filter(is_gone) {
        changes.push((module.root.clone(), whole(&module.description, Level::Major)));
    }
    // A module with files of OpenTofu is read twice, with the same result.
    let mut met = HashSet::new();
    changes.retain(|(root, one)| met.insert((root.clone(), one.code.id(), one.message.clone())));
    changes
}

/// The module in the same directory of another version, preferably of the same language.
fn of_same_root<'v>(version: &'v Version, module: &Module) -> Option<&'v Module> {
    let mut found = version.modules.iter().filter(|one| one.root == module.root && one.role != Role::Example);
    let first = found.clone().next();
    found.find(|one| one.description.language == module.description.language).or(first)
}

/// The old module of each new one whose directory was probably renamed, because both have almost the same
/// declarations.
fn moved<'v>(old: &'v Version, new: &'v Version) -> HashMap<&'v str, &'v Module> {
    let is_single = |version: &Version, one: &Module| {
        one.role != Role::Example
            && of_same_root(version, one).is_none()
            && one.description.declarations.len() > 1
    };
    let gone: Vec<&Module> = old.modules.iter().filter(|one| is_single(new, one)).collect();
    let added = new.modules.iter().filter(|one| is_single(old, one));
    let mut found: HashMap<&str, &Module> = HashMap::new();
    for module in added {
        let mut alike = gone.iter().filter(|one| is_alike(&one.description, &module.description));
        if let (Some(one), None) = (alike.next(), alike.next())
            && !found.values().any(|other| other.root == one.root)
        {
            found.insert(&module.root, one);
        }
    }
    found
}

/// Returns `true` if four of five declarations of two modules have the same address.
fn is_alike(one: &Description, other: &Description) -> bool {
    let addresses = |of: &Description| -> HashSet<String> {
        let is_visible = |one: &&DeclaredItem| !matches!(one.details, Details::Local(_) | Details::Other(_));
        of.declarations.iter().filter(is_visible).map(|one| one.address.clone()).collect()
    };
    let (one, other) = (addresses(one), addresses(other));
    let (both, all) = (one.intersection(&other).count(), one.union(&other).count());
    both > 1 && 5 * both >= 4 * all
}

/// The changes of a module that both versions have.
fn compared((old, before): (&Version, &Module), (new, module): (&Version, &Module)) -> Vec<Change> {
    let [of_old, of_new] = [old.callee_units(&before.description), new.callee_units(&module.description)];
    let mut found = compare((&before.description, &of_old), (&module.description, &of_new), &admits);
    // a missing declaration may be in a file that cannot be read
    let is_gone = |change: &Change| change.new.is_none() && change.old.is_some();
    let is_new = |change: &Change| change.old.is_none() && change.new.is_some();
    found.retain(|change| new.is_whole(module) || !is_gone(change));
    found.retain(|change| old.is_whole(before) || !is_new(change));
    found
}

/// The changes of the objects that an internal module manages. Its callers may not have called it.
fn objects((old, before): (&Version, &Module), (new, module): (&Version, &Module)) -> Vec<Change> {
    let [of_old, of_new] = [old.callee_units(&before.description), new.callee_units(&module.description)];
    let found = compare_objects((&before.description, &of_old), (&module.description, &of_new), &admits);
    found.into_iter().map(|change| Change { certainty: Certainty::May, ..change }).collect()
}

/// The change for a module whose directory was renamed.
fn moved_to(before: &Module, module: &Module) -> Change {
    let message = format!("the module moved here from `{}`", before.root);
    let new = whole(&module.description, Level::Minor).new;
    Change { message, new, ..whole(&before.description, Level::Major) }
}

/// The version after a tag such as `v1.2.3` and changes of a level. Before 1.0.0, a minor version may contain
/// breaking changes.
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

/// The prefix of a message that names the module; empty for the module in `.`.
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
