//! The names in a file, including those of other units: its inputs are variables of its module, and the outputs of its
//! dependencies are outputs of their modules.

use std::sync::Arc;

use hclx_analysis::graph::each_reference_of_file;
use hclx_analysis::symbols::{
    Call, CallKind, How, Mention, SymbolKey, SymbolList, WholeUse, by_rows, unquoted,
};
use hclx_analysis::{Snapshot, Unit, file_name, file_path};
use hclx_diag::{SourceId, Span, TextRange};
use hclx_schema::{Attribute, Block};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind, Traverse, TraverseKind, Tree};
use hclx_syntax::body::{BlockView, BodyNames, BodyView, Content};

use super::outline::{literal_items, outline, path_of};
use super::uses::config_read;
use crate::terraform::OutsideMentions;

/// The symbols of a unit.
pub(super) fn find_all(unit: &Unit, snapshot: &Snapshot) -> SymbolList {
    let mut finder = Finder { unit, snapshot, found: by_rows(unit, snapshot) };
    for file in &unit.files {
        let path = snapshot.path(*file);
        if matches!(file_name(&path), "terragrunt.hcl" | "terragrunt.hcl.json") {
            finder.file(*file, &path);
        }
    }
    finder.found
}

/// The schema of a unit, whose inputs are the variables of its module.
pub(super) fn with_inputs(schema: Arc<Block>, snapshot: &Snapshot, path: &str) -> Arc<Block> {
    let Some(module) = module_of(path, snapshot) else { return schema };
    let inputs = Arc::new(module.inputs(snapshot));
    let ty = inputs.ty().clone();
    let typed = |attribute: Attribute| Attribute { ty, object: Some(inputs), ..attribute };
    Arc::new(Block::new().with(&schema).changed("inputs", typed))
}

struct Finder<'a> {
    unit: &'a Unit,
    snapshot: &'a Snapshot,
    found: SymbolList,
}

impl Finder<'_> {
    fn file(&mut self, file: SourceId, path: &str) {
        let parsed = self.snapshot.parsed(file);
        let content = content(&parsed, file);
        if let Some(module) = module_of(path, self.snapshot) {
            self.call(&module, &content, &parsed.tree, file);
            let own = inputs(&content, &parsed.tree, file);
            self.give(&module, &own);
            // inputs of included files, unless the file sets them itself
            for parent in outline(path, self.snapshot).iter().flat_map(|own| own.includes.iter().flatten()) {
                let Ok(parent) = self.snapshot.find(parent) else { continue };
                let parsed = self.snapshot.parsed(parent);
                let mut inherited = inputs(&self::content(&parsed, parent), &parsed.tree, parent);
                inherited.retain(|(name, _)| !own.iter().any(|(other, _)| other == name));
                self.give(&module, &inherited);
            }
        }
        for dependency in content.blocks.iter().filter(|block| block.block_type == "dependency") {
            self.dependency(dependency, &parsed, file, path);
        }
        self.configs(&parsed, file, path);
    }

    /// Adds references to the local values of other files that a file reads with `read_terragrunt_config`.
    fn configs(&mut self, parsed: &Parsed, file: SourceId, path: &str) {
        let tree = &parsed.tree;
        let (content, ..) =
            BodyView::root(tree, file).0.partial_content(&BodyNames::new().block("locals", &[]));
        let attributes = content.blocks.iter().flat_map(|block| block.body.just_attributes().0);
        // the attributes, each with the path of the file that it reads and the number of steps before the local values
        let mut read: Vec<(&str, String, usize)> = Vec::new();
        for attribute in attributes {
            let (call, steps) = match tree.expr(attribute.value).kind {
                ExprKind::Traversal { base, steps } => match tree.slice(steps) {
                    [Traverse { kind: TraverseKind::Attr(name), .. }] if tree.text(*name) == "locals" => {
                        (base, 1)
                    }
                    _ => continue,
                },
                _ => (attribute.value, 0),
            };
            let Some(argument) = config_read(tree, call) else { continue };
            let folder = file_path::parent(path);
            let of_file = path_of(tree, file, argument, folder, self.snapshot);
            read.extend(of_file.map(|of_file| (attribute.name, of_file, 2 - steps)));
        }
        let mut found = Vec::new();
        each_reference_of_file(tree, &mut |mention| {
            let meant =
                read.iter().find(|(name, ..)| mention.root == "local" && mention.attribute(0) == Some(*name));
            let Some((_, of_file, steps)) = meant else { return };
            let (name, place) = match mention.member(*steps) {
                Some(member) if *steps == 1 || mention.attribute(1) == Some("locals") => member,
                _ => return,
            };
            let key = SymbolKey { root: of_file.as_str().into(), key: format!("local.{name}").into() };
            found.push(Mention { place: place.in_source(file), key, how: How::Reads });
        });
        self.found.mentions.extend(found);
    }

    /// Adds the call of the module that the source refers to.
    fn call(&mut self, module: &OutsideMentions, content: &Content<'_>, tree: &Tree, file: SourceId) {
        for block in content.blocks.iter().filter(|block| block.block_type == "terraform") {
            let Some(source) = value(block, "source") else { continue };
            self.found.calls.push(Call {
                name: unquoted(tree, tree.expr(source).range).in_source(file),
                whole: block.def_range.cover(block.body.range()).in_source(file),
                called: module.folder(),
                kind: CallKind::Uses,
            });
        }
    }

    fn give(&mut self, module: &OutsideMentions, inputs: &[(String, Span)]) {
        self.found.mentions.extend(inputs.iter().filter_map(|(name, place)| module.gives(name, *place)));
    }

    /// Adds the outputs that a file reads from a dependency or sets as mocks.
    fn dependency(&mut self, block: &BlockView<'_>, parsed: &Parsed, file: SourceId, path: &str) {
        let Some(name) = block.labels.first().map(|label| label.text) else { return };
        let own = outline(path, self.snapshot);
        let folder = own.as_ref().and_then(|own| own.dependencies.get(name)?.as_ref());
        let module =
            folder.and_then(|folder| module_of(&file_path::join(folder, "terragrunt.hcl"), self.snapshot));
        let Some(module) = module else { return };
        let mut found: Vec<Option<Mention>> = Vec::new();
        if let Some(mocks) = value(block, "mock_outputs") {
            let mocks = keys(&parsed.tree, mocks, file);
            found.extend(mocks.into_iter().map(|(name, place)| module.reads(&name, place)));
        }
        each_reference_of_file(&parsed.tree, &mut |mention| {
            let is_meant = mention.root == "dependency"
                && mention.attribute(0) == Some(name)
                && mention.attribute(1).is_none_or(|member| member == "outputs");
            match mention.member(2) {
                _ if !is_meant => {}
                Some((output, place)) => found.push(module.reads(output, place.in_source(file))),
                None => self.found.wholes.push(WholeUse {
                    key: SymbolKey { root: self.unit.root.clone(), key: format!("dependency.{name}").into() },
                    called: module.folder(),
                    place: mention.range().in_source(file),
                }),
            }
        });
        self.found.mentions.extend(found.into_iter().flatten());
    }
}

/// The module of the unit at a path: the directory that its source refers to, or else its own.
fn module_of(path: &str, snapshot: &Snapshot) -> Option<OutsideMentions> {
    let own = outline(path, snapshot)?;
    let has_source = |include: &Option<String>| match include {
        Some(path) => outline(path, snapshot).is_none_or(|parent| parent.has_source),
        None => true,
    };
    match own.has_source {
        true => OutsideMentions::of(snapshot, own.module.as_ref()?),
        false if own.includes.iter().any(has_source) => None,
        false => OutsideMentions::of(snapshot, file_path::parent(path)),
    }
}

/// The blocks and the attribute that contain names of other units.
fn content(parsed: &Parsed, file: SourceId) -> Content<'_> {
    let names =
        BodyNames::new().object_attribute("inputs").block("terraform", &[]).block("dependency", &["name"]);
    BodyView::root(&parsed.tree, file).0.partial_content(&names).0
}

/// The names of the literal inputs, with their places.
fn inputs(content: &Content<'_>, tree: &Tree, file: SourceId) -> Vec<(String, Span)> {
    content.attribute("inputs").map(|inputs| keys(tree, inputs.value, file)).unwrap_or_default()
}

/// The literal keys of an object, with their places.
fn keys(tree: &Tree, object: ExprId, file: SourceId) -> Vec<(String, Span)> {
    let place = |range: TextRange| unquoted(tree, range).in_source(file);
    let items = literal_items(tree, object).into_iter();
    items.map(|(name, item)| (name.to_owned(), place(tree.expr(item.key).range))).collect()
}

/// The value of an attribute of a block.
fn value(block: &BlockView<'_>, name: &str) -> Option<ExprId> {
    block.body.just_attributes().0.iter().find(|one| one.name == name).map(|one| one.value)
}
