//! Descriptions of modules: declarations, facts and references.

mod declared;
mod legacy;
mod requirements;
mod texts;

use std::cmp::Ordering;
use std::sync::Arc;

use hclx_analysis::Extent;
use hclx_analysis::describe::{DeclaredItem, Description, Edge, Move};
use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::Arrange;

use super::declare::address::{self, AddressRules};
use super::declare::declaration::{BlockSource, Declaration};
use super::declare::module::Module;
use super::files::roles::Flavor;
use super::resolve::callers;
use super::schemas;
use super::schemas::kind::Kind;
use super::values::evaluation::{Inputs, ModuleValues};
use super::values::instance::Instance;
use super::values::rule::Evaluator;

/// The description of an evaluated module.
pub(crate) fn describe(
    run: Evaluator<'_>,
    instance: &mut Instance<'_>,
    (module, inputs, evaluated): (&Module, &Inputs, &ModuleValues),
    extent: Extent,
) -> Description {
    let is_described =
        |node: &NodeId| extent != Extent::Inputs || module.declaration(*node).kind == Kind::Variable;
    let mut declarations: Vec<_> = module
        .names
        .nodes()
        .filter(is_described)
        .map(|node| {
            let value = &evaluated.values[node.index()];
            declared::declared(run, instance, module.declaration(node), value)
        })
        .collect();
    declarations.arrange_by(|one, other| in_source_order(run, one, other));
    legacy::imply_types(module, &mut declarations);
    Description {
        root: module.folder.clone(),
        language: match run.flavor {
            Flavor::Terraform => "terraform",
            Flavor::OpenTofu => "opentofu",
        },
        files: module.files.clone(),
        is_called: !inputs.is_root || callers::is_called(run.snapshot, run.flavor, &module.folder),
        broken: module.files.iter().copied().filter(|file| module.has_broken(*file)).collect(),
        declarations,
        edges: if extent == Extent::Whole { edges(module) } else { Vec::new() },
        versions: requirements::versions(module),
        requirements: requirements::requirements(module),
        moves: module.others.iter().filter_map(|written| moved(written)).collect(),
    }
}

/// The description of a single declaration.
pub(crate) fn one(
    run: Evaluator<'_>,
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    value: &Value,
) -> Description {
    let declarations = vec![declared::declared(run, instance, declaration, value)];
    Description { root: instance.module.folder.clone(), declarations, ..Description::default() }
}

/// The order of declarations by the paths of their files, then by place.
fn in_source_order(run: Evaluator<'_>, one: &DeclaredItem, other: &DeclaredItem) -> Ordering {
    let path = |declared: &DeclaredItem| run.snapshot.path(declared.header.source);
    let place = |declared: &DeclaredItem| (declared.header.range.start, declared.place.range.start);
    let by_file = match one.header.source == other.header.source {
        true => Ordering::Equal,
        false => path(one).cmp(&path(other)),
    };
    by_file.then_with(|| place(one).cmp(&place(other)))
}

fn edges(module: &Module) -> Vec<Edge> {
    let mut edges = Vec::new();
    for node in module.names.nodes() {
        let from = Arc::clone(&module.declaration(node).address);
        edges.extend(module.links().graph.uses(node).iter().map(|(used, place)| Edge {
            from: from.clone(),
            to: Arc::clone(&module.declaration(*used).address),
            place: *place,
        }));
    }
    edges
}

/// The addresses of a `moved` or `removed` block.
fn moved(written: &BlockSource) -> Option<Move> {
    let block = match &*written.block_type {
        "moved" => schemas::moved(),
        "removed" => schemas::removed(),
        _ => return None,
    };
    let read = |name| {
        let attribute = written.attribute(&block, name)?;
        // Mistakes in addresses are reported elsewhere; here, anything that can be parsed counts.
        let wanted = AddressRules { name, dynamic: true, words: true };
        let read = address::read(&written.parsed.tree, written.source, attribute.value, wanted).ok()?;
        Some(read.text.into())
    };
    Some(Move { from: read("from")?, to: read("to"), place: written.place() })
}
