//! The findings about names that a module does not declare, reduced to one for each cause.

use hclx_analysis::{GeneratedFiles, Snapshot, file_name, file_path, is_in_tests};
use hclx_diag::{Batch, Certainty, Diagnostic, OrderedSet, code_names as codes};

use crate::missing_names;
use crate::terraform::declare::holes::{Hole, Holes};
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::sources::is_local;
use crate::terraform::files::{copied, roles};
use crate::terraform::resolve::{callers, dependencies, modules};

/// Replaces the findings about unknown names by a summary if a third of all names that the module uses are unknown, and
/// those about many uses of one name by the first one. A directory that consists of overrides gets one finding.
pub(crate) fn summary(snapshot: &Snapshot, module: &Module, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| finding.code == codes::UNKNOWN_NAME && finding.is_error();
    let is_override = |finding: &Diagnostic| finding.code == codes::OVERRIDES_NOTHING && finding.is_error();
    let has_missing = || {
        let missing = findings.iter().filter(|finding| is_missing(finding) && finding.fixes.is_empty());
        let names: OrderedSet<String> =
            missing.filter_map(|finding| missing_names::text_at(snapshot, finding)).collect();
        !names.is_empty() && missing_names::is_most(names.len(), use_count(module))
    };
    let is_patch = || is_made_of_overrides(snapshot, module) || has_missing() && overrides_nothing(module);
    if findings.iter().any(is_override) && is_patch() {
        return overrides_of_another(findings, |finding| is_missing(finding) || is_override(finding));
    }
    missing_names::summary(snapshot, findings, use_count(module))
}

/// Drops findings about names that other files of the repository may add to the module, with a note for each kind:
/// units of Terragrunt, files that scripts copy, or a program that reads the configurations one by one.
pub(crate) fn without_added_names(
    (snapshot, flavor): (&Snapshot, Flavor),
    module: &Module,
    mut findings: Vec<Diagnostic>,
) -> (Vec<Diagnostic>, Vec<String>) {
    let mut notes = Vec::new();
    if findings.iter().any(is_addable) {
        findings = without_names_of_tests((snapshot, flavor), module, findings, &mut notes);
    }
    if findings.iter().any(is_addable) {
        let before = findings.len();
        findings = without_names_in(snapshot, findings, snapshot.generated_outside(&module.folder));
        let note =
            "names that units of Terragrunt elsewhere in the repository add to a module were not checked";
        notes.extend((findings.len() < before).then(|| note.to_owned()));
    }
    if is_in_tests(&module.folder) && module.has_independent_files() {
        notes.push("files in a test directory that declare the same names were checked independently".into());
    }
    if findings.iter().any(is_addable) && module.has_independent_files() {
        findings = Batch::from(findings).without(is_addable).into_vec();
        notes.push(
            "undeclared names were not reported: the directory contains independent configurations".into(),
        );
    }
    (without_copied_names(snapshot, module, findings, &mut notes), notes)
}

/// Drops findings about names that a directory of tests above declares, if no call refers to the module, with a note.
/// In that case, the tests combine it with their own files.
fn without_names_of_tests(
    (snapshot, flavor): (&Snapshot, Flavor),
    module: &Module,
    findings: Vec<Diagnostic>,
    notes: &mut Vec<String>,
) -> Vec<Diagnostic> {
    let above = file_path::upward(&module.folder).skip(1).take_while(|folder| is_in_tests(folder));
    let above: Vec<&str> = above.filter(|folder| roles::has_module(snapshot, folder, flavor)).collect();
    if above.is_empty() || callers::is_called(snapshot, flavor, &module.folder) {
        return findings;
    }
    let above: Vec<_> = above.into_iter().map(|folder| modules::load(snapshot, folder, flavor)).collect();
    let is_declared = |finding: &Diagnostic| {
        let text = missing_names::text_at(snapshot, finding).filter(|_| is_addable(finding));
        let Some(text) = text else { return false };
        let steps: Vec<&str> = text.split('.').collect();
        let step = |index: usize| steps.get(index + 1).copied();
        above.iter().any(|module| dependencies::named(module, steps[0], step).is_some())
    };
    let before = findings.len();
    let findings: Vec<Diagnostic> = findings.into_iter().filter(|finding| !is_declared(finding)).collect();
    let note = "names that a directory of tests above a module declares were not checked";
    notes.extend((findings.len() < before).then(|| note.to_owned()));
    findings
}

/// Drops findings about names in files that scripts copy, with a note for each script.
fn without_copied_names(
    snapshot: &Snapshot,
    module: &Module,
    mut findings: Vec<Diagnostic>,
    notes: &mut Vec<String>,
) -> Vec<Diagnostic> {
    let is_of_file = |finding: &Diagnostic| {
        is_addable(finding) || finding.code == codes::DECLARED_TWICE && finding.is_error()
    };
    if !findings.iter().any(is_of_file) {
        return findings;
    }
    let mut scripts = OrderedSet::new();
    if let Some(copies) = copied::into_module(snapshot, &module.folder) {
        let before = findings.len();
        findings = without_names_in(snapshot, findings, copies.files);
        scripts.extend((findings.len() < before).then_some(copies.script));
    }
    let is_left = |finding: &Diagnostic| {
        let file = finding.span.filter(|_| is_of_file(finding)).map(|span| snapshot.path(span.source));
        let script = file.and_then(|file| copied::script_of(snapshot, &module.folder, &file));
        scripts.extend(script.clone());
        script.is_none()
    };
    findings = findings.into_iter().filter(is_left).collect();
    let note = |script| format!("names in files that `{script}` copies into modules were not checked");
    notes.extend(scripts.into_iter().map(note));
    findings
}

/// Returns `true` if a finding is about a name that another file may declare.
fn is_addable(finding: &Diagnostic) -> bool {
    [codes::UNKNOWN_NAME, codes::PROVIDER_CONFIGURATION].contains(&finding.code) && finding.is_error()
}

/// Drops findings about names that may be declared in added files.
fn without_names_in(
    snapshot: &Snapshot,
    findings: Vec<Diagnostic>,
    files: GeneratedFiles,
) -> Vec<Diagnostic> {
    let holes = Holes::from(Hole::Generated(files));
    let is_declared = |finding: &Diagnostic| {
        let text = missing_names::text_at(snapshot, finding).filter(|_| is_addable(finding));
        let name = text.as_deref().and_then(|text| text.rsplit('.').next());
        name.is_some_and(|name| holes.may_declare(name))
    };
    findings.into_iter().filter(|finding| !is_declared(finding)).collect()
}

/// Replaces errors about names and sources of calls by a warning if they are written for a directory above, where their
/// sources exist. Such files show what to write there.
pub(crate) fn without_calls_of_above(
    (snapshot, flavor): (&Snapshot, Flavor),
    module: &Module,
    findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| finding.code == codes::UNKNOWN_NAME && finding.is_error();
    if !findings.iter().any(is_missing) {
        return findings;
    }
    let above = |finding: &Diagnostic| {
        let is_source = finding.code == codes::MODULE_SOURCE && finding.is_error();
        let text = missing_names::text_at(snapshot, finding).filter(|_| is_source)?;
        let source = text.trim_matches('"');
        let has_module = |above: &&str| {
            is_local(source) && roles::has_module(snapshot, &snapshot.reach(above, source).real, flavor)
        };
        let above = file_path::upward(&module.folder).skip(1).find(has_module)?;
        Some(format!("`{source}` is a module from `{above}`, and names that are used here are not declared"))
    };
    let Some((place, words)) = findings.iter().find_map(|finding| Some((finding.span?, above(finding)?)))
    else {
        return findings;
    };
    let is_other = |finding: &Diagnostic| !is_missing(finding) && above(finding).is_none();
    let only = Diagnostic::warning(codes::MODULE_SOURCE, place, "this is written for another directory")
        .help(words)
        .with_certainty(Certainty::May);
    std::iter::once(only).chain(findings.iter().filter(|finding| is_other(finding)).cloned()).collect()
}

/// Returns `true` if all files of a module are overrides, so that they belong to a module elsewhere.
fn is_made_of_overrides(snapshot: &Snapshot, module: &Module) -> bool {
    module.files.iter().all(|file| roles::overrides(file_name(&snapshot.path(*file))) == Some(true))
}

/// Returns `true` if none of a module's overrides has a declaration to override.
fn overrides_nothing(module: &Module) -> bool {
    module.names.nodes().all(|node| module.declaration(node).overrides.is_empty())
}

/// Replaces findings about missing targets of overrides by a warning.
fn overrides_of_another(
    findings: Vec<Diagnostic>,
    is_consequence: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let (lacking, others): (Vec<Diagnostic>, Vec<Diagnostic>) =
        findings.into_iter().partition(|finding| is_consequence(finding));
    let place = |finding: &Diagnostic| (finding.code != codes::OVERRIDES_NOTHING, finding.span);
    let first = lacking.into_iter().min_by_key(place).map(|first| Diagnostic {
        message: "overrides of a module that is elsewhere: what they override was not checked".into(),
        help: Vec::new(),
        fixes: Vec::new(),
        ..first.with_certainty(Certainty::May)
    });
    first.into_iter().chain(others).collect()
}

/// The number of declarations that others refer to.
fn use_count(module: &Module) -> usize {
    let graph = &module.links().graph;
    graph.len() - graph.unused().len()
}
