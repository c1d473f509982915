//! The declarations of a bake unit: root blocks and attributes of all its files.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_name, file_path, query};
use hclx_diag::{Ordered, OrderedSet, SourceId, Span};
use hclx_eval::Entry;
use hclx_schema::match_body;
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::Form;

use super::compose::Services;
use super::{COMPOSE, DEFAULTS};
use crate::shape;
use hclx_module::{RootBlock, SourceFile, SourceFiles, UnitBlocks, UnitFiles};

/// A root attribute.
pub(super) struct Global<'t> {
    pub name: &'t str,
    /// The place of the name.
    pub place: Span,
    pub value: ExprId,
    pub source: &'t SourceFile,
}

/// The declarations of a unit, in the order in which files are merged.
#[derive(Default)]
pub(super) struct Contents<'t> {
    pub blocks: &'t [RootBlock<'t>],
    pub globals: Vec<Global<'t>>,
    /// Names declared by blocks with misspelled types.
    pub misspelt: OrderedSet<String>,
    /// The siblings of a file that is checked alone.
    siblings: Option<Arc<SiblingNames>>,
    /// The names that bake files of other directories declare, because scripts merge files with several `-f` flags.
    elsewhere: OrderedSet<String>,
    /// The targets that Compose services define.
    pub services: Arc<Services>,
}

/// Collects the declarations of a unit.
pub(super) fn contents(unit: UnitBlocks<'_>) -> Contents<'_> {
    let UnitBlocks { ask, files: UnitFiles { sources, root, .. }, blocks } = unit;
    let mut contents = Contents { blocks, ..Contents::default() };
    for source in sources.iter() {
        // Attributes of the root may have any name: each is a variable.
        for stranger in match_body(&source.body().0, root).others {
            match stranger.form {
                Form::Attribute(one) | Form::Property(one) => contents.globals.push(Global {
                    name: one.name,
                    place: one.name_range.in_source(source.id),
                    value: one.value,
                    source,
                }),
                Form::Block(block, _) => {
                    contents.misspelt.extend(block.labels.iter().map(|label| label.text.to_owned()));
                }
            }
        }
    }
    surroundings(&mut contents, sources, ask.snapshot);
    contents
}

/// Reads the siblings of the unit's files.
fn surroundings(contents: &mut Contents<'_>, sources: &SourceFiles, snapshot: &Snapshot) {
    let Some(first) = sources.iter().next() else { return };
    let folder = file_path::parent(&first.path);
    let beside = beside(folder, snapshot);
    contents.services = Arc::clone(&beside.services);
    let own: Vec<SourceId> = sources.iter().map(|source| source.id).collect();
    let is_elsewhere =
        |(_, files): &(&String, &OrderedSet<SourceId>)| files.iter().any(|file| !own.contains(file));
    let anywhere = snapshot.get(&NamesInRun);
    contents.elsewhere = anywhere.iter().filter(is_elsewhere).map(|(name, _)| name.clone()).collect();
    if !DEFAULTS.contains(&file_name(&first.path)) {
        contents.siblings = Some(beside);
    }
}

impl Contents<'_> {
    /// Returns `true` if a name may be declared elsewhere: in another file of the run or in a misspelled block.
    pub(crate) fn is_elsewhere(&self, name: &str) -> bool {
        self.misspelt.contains(name)
            || self.siblings.as_ref().is_some_and(|beside| beside.names.contains(name))
            || self.elsewhere.contains(name)
    }
}

query! {
    /// The names that the bake files of the run declare, with the files. A file that contains only variables, such as
    /// `versions.hcl`, cannot be recognized as a bake file.
    struct NamesInRun -> Ordered<String, OrderedSet<SourceId>>;
    |_, snapshot| {
        let units = snapshot.units().iter().filter(|unit| matches!(unit.language.row().name, "bake" | "hcl"));
        let mut declared: Ordered<String, OrderedSet<SourceId>> = Ordered::new();
        for file in units.flat_map(|unit| &unit.files) {
            let bytes = snapshot.bytes(*file).unwrap_or_else(|_| Arc::from(&[][..]));
            let headers = shape::headers(&bytes).into_iter();
            let is_ours = |header: &shape::Header| {
                let block_type = header.block_type.as_str();
                let is_block = matches!(block_type, "variable" | "target" | "group" | "function");
                is_block && header.labels == 1 || is_global(header)
            };
            for name in headers.filter(is_ours).filter_map(|header| header.name) {
                declared.or_default(name).insert(*file);
            }
        }
        declared
    }
}

/// Returns `true` for an attribute of the root, which is a variable.
fn is_global(header: &shape::Header) -> bool {
    header.is_attribute && header.labels == 0 && !header.quoted
}

/// The declarations of the bake files in a directory.
struct SiblingNames {
    names: OrderedSet<String>,
    services: Arc<Services>,
}

fn beside(folder: &str, snapshot: &Snapshot) -> Arc<SiblingNames> {
    snapshot.get(&SiblingNamesQuery(folder.into()))
}

query! {
    /// The declarations of the bake files in a directory.
    struct SiblingNamesQuery(Box<str>) -> SiblingNames;
    |SiblingNamesQuery(folder), snapshot| {
        let listed = snapshot.list(folder).unwrap_or_default();
        let names = listed.iter().filter(|(_, entry)| *entry == Entry::File).map(|(name, _)| name);
        let compose = names.clone().filter(|name| COMPOSE.contains(&name.as_str()));
        let compose = compose.map(|name| Services::in_file(&file_path::join(folder, name), snapshot));
        let services = Arc::new(compose.fold(Services::default(), Services::and));
        let mut declared = OrderedSet::new();
        for name in names.filter(|name| name.contains("bake") && name.ends_with(".hcl")) {
            let Ok(file) = snapshot.find(&file_path::join(folder, name)) else { continue };
            let Ok(bytes) = snapshot.bytes(file) else { continue };
            declared.extend(shape::headers(&bytes).into_iter().filter_map(|header| header.name));
        }
        SiblingNames { names: declared, services }
    }
}

/// The blocks of a type by name, each with the indices of its definitions.
pub(super) fn by_name<'t>(contents: &Contents<'t>, block_type: &str) -> Vec<(&'t str, Vec<usize>)> {
    let mut order: Vec<(&'t str, Vec<usize>)> = Vec::new();
    let mut known: Ordered<&str, usize> = Ordered::new();
    for (index, top) in contents.blocks.iter().enumerate().filter(|(_, top)| top.kind() == block_type) {
        let at = *known.or_insert_with(top.label(0), || {
            order.push((top.label(0), Vec::new()));
            order.len() - 1
        });
        order[at].1.push(index);
    }
    order
}
