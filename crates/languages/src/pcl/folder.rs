//! Programs by directory: their files, components and results, each computed once.

use std::sync::Arc;

use hclx_analysis::calls::{self, CallExtent, Calls, MOST_DEPTH, MOST_INSTANCES};
use hclx_analysis::{Pace, Recognition, Snapshot, Unit, file_path, query};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Entry, Refusal};
use hclx_module::SourceFiles;
use hclx_syntax::ast::{Item, Root, Tree};

use super::allowed;
use super::inputs::GivenPackages;
use super::judge::{Judge, ProgramJudgement};
use super::package::PackageSchemas;
use super::program::Program;
use super::recognise::recognise;

/// The suffix of a program's files.
const ENDING: &str = ".pp";

/// The files of the program in a directory, by name.
///
/// # Errors
/// The reason why the directory cannot be read, in words.
pub(super) fn files(snapshot: &Snapshot, folder: &str) -> Result<Vec<SourceId>, String> {
    let listed = snapshot.list(folder).map_err(|refusal| match refusal {
        Refusal::Missing => "no such directory".to_owned(),
        Refusal::Other(reason) => reason,
        other => format!("{other:?}"),
    })?;
    let names = listed.iter().filter(|(name, entry)| *entry == Entry::File && name.ends_with(ENDING));
    let find = |(name, _): &(String, Entry)| snapshot.find(&file_path::join(folder, name)).ok();
    // Files of other languages with this suffix may be in the same directory.
    Ok(names.filter_map(find).filter(|file| is_program(snapshot, *file)).collect())
}

/// Returns `true` if a file looks like a program.
fn is_program(snapshot: &Snapshot, file: SourceId) -> bool {
    snapshot.settings().language == Some("pcl") || *snapshot.get(&LooksLikeProgram(file))
}

query! {
    /// `true` if the contents of a file look like a program.
    struct LooksLikeProgram(SourceId) -> bool, of File |LooksLikeProgram(file)| *file;
    |LooksLikeProgram(file), snapshot| recognise(&snapshot.contents(*file)) == Recognition::Mine
}

/// Checks the program in a directory, or returns the cached result.
pub(super) fn judged(snapshot: &Snapshot, budget: &Budget, folder: &str) -> Arc<ProgramJudgement> {
    snapshot.get_within(&ProgramQuery(folder.into()), budget)
}

query! {
    /// The result of checking the program in a directory.
    struct ProgramQuery(Box<str>) -> ProgramJudgement, within Budget;
    |ProgramQuery(folder), snapshot, cx| {
        let files = files(snapshot, folder).unwrap_or_default();
        judge_files(snapshot, &GivenPackages::of(snapshot).packages, cx.budget(), folder, &files)
    }
}

/// Checks several files as one program.
pub(super) fn judge_files(
    snapshot: &Snapshot,
    packages: &PackageSchemas,
    budget: &Budget,
    folder: &str,
    files: &[SourceId],
) -> ProgramJudgement {
    let sources = SourceFiles::read(files, snapshot);
    let program = Program::of(&sources);
    let new = || Judge::new(snapshot, packages, budget, folder, &program);
    let mut judged = new().run();
    if snapshot.settings().pace == Pace::Once {
        let found = allowed::failures(&program, &judged, &new, budget);
        judged.findings.extend(found);
    }
    judged.graph = program.declared.graph;
    judged
}

/// The failures of a program for inputs that it allows.
pub(super) fn failing_inputs(
    snapshot: &Snapshot,
    packages: &PackageSchemas,
    budget: &Budget,
    unit: &Unit,
) -> Vec<Diagnostic> {
    let sources = SourceFiles::read(&unit.files, snapshot);
    let program = Program::of(&sources);
    let new = || Judge::new(snapshot, packages, budget, &unit.root, &program);
    allowed::failures(&program, &new().run(), &new, budget)
}

query! {
    /// The directories that a program uses as components.
    struct ComponentSources(Box<str>) -> Vec<String>;
    |ComponentSources(folder), snapshot| {
        let files = files(snapshot, folder).unwrap_or_default();
        let parsed = files.iter().map(|file| snapshot.parsed(*file));
        let all = parsed.flat_map(|parsed| component_sources(&parsed.tree));
        all.map(|source| snapshot.reach(folder, &source).real).collect()
    }
}

/// The components of programs.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Components;

impl Calls for Components {
    fn called(&self, snapshot: &Snapshot, caller: &str) -> Vec<String> {
        snapshot.get(&ComponentSources(caller.into())).to_vec()
    }
}

/// The limit that the nesting or number of components exceeds, in words.
pub(super) fn excess(snapshot: &Snapshot, folder: &str) -> Option<String> {
    match snapshot.below(&Components, folder) {
        CallExtent::Ends { depth, .. } if depth > MOST_DEPTH => {
            Some(format!("components are nested deeper than the limit of {MOST_DEPTH}"))
        }
        CallExtent::Ends { instances, .. } if instances > MOST_INSTANCES => {
            Some(format!("this needs more than the limit of {MOST_INSTANCES} instances of components"))
        }
        _ => None,
    }
}

fn component_sources(tree: &Tree) -> Vec<String> {
    let Root::Body(body) = tree.root() else { return Vec::new() };
    let source = |item: &Item| {
        let Item::Block(block) = item else { return None };
        let block = tree.node(*block);
        let is_component = tree.text(block.block_type.text) == "component";
        let label = tree.slice(block.labels).get(1).filter(|_| is_component)?;
        Some(tree.text(label.text).to_owned())
    };
    tree.slice(tree.body(body).items).iter().filter_map(source).collect()
}

/// The directories of a cycle through components from the program in `from` to the one in `to` and back. Only source
/// files are read, because checks that wait for each other would deadlock.
pub(super) fn cycle(snapshot: &Snapshot, from: &str, to: &str) -> Option<Vec<String>> {
    // most programs are not part of a cycle, so no search is needed
    if snapshot.below(&Components, from) != CallExtent::Endless {
        return None;
    }
    let way = calls::way(from, to, |folder| Components.called(snapshot, folder))?;
    Some(std::iter::once(to.to_owned()).chain(way).collect())
}
