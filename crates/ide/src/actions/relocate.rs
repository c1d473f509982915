//! Moves a block to another file.

use hclx_analysis::file_name;
use hclx_diag::{SourceId, TextRange};
use hclx_syntax::ast::{Block, Item, Root};

use super::place::{Place, covers};
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let [block, ..] = place.blocks[..] else { return };
    let in_header =
        place.blocks.len() == 1 && covers(TextRange::new(block.range.start, block.open.end), place.range);
    if !in_header || !place.declares() || place.locals().is_none() {
        return;
    }
    let Some(name) = home(place, &block) else { return };
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if name == place.name() || !is_name || !place.is_alone(block.range) || !place.is_read_alike(&name) {
        return;
    }
    let target = place.beside(&name);
    if target.as_ref().is_ok_and(|file| !place.is_whole(*file)) {
        return;
    }
    all.push(Action::new(ActionKind::Move, format!("move the block to `{name}`"), move || {
        let lines = without_header(place, block.range);
        let text = place.text(lines);
        let removed = place.removal_of_lines(lines);
        let mut changes = Changes { edits: vec![removed], ..Changes::default() };
        match &target {
            Ok(file) => changes.edits.push(place.append(*file, text.trim_end())),
            Err(path) => {
                // A file that is not selected may still exist.
                let is_taken = place.snapshot.host().look(path).is_ok();
                if is_taken {
                    return None;
                }
                changes.created.push((path.clone(), format!("{}\n", text.trim_end())));
            }
        }
        Some(changes)
    }));
}

/// The name of the file for a block: the one that contains similar blocks, otherwise the usual one for its
/// type.
fn home(place: &Place<'_>, block: &Block) -> Option<String> {
    let homes = place.unit.language.row().editor.homes;
    if homes.is_empty() {
        return None;
    }
    let (block_type, labels) = place.header(block);
    let usual = homes.iter().find(|(known, _)| *known == block_type).map(|(_, stem)| (*stem).to_owned());
    let is_usual = usual.is_some();
    let stem = usual.or_else(|| labels.last().cloned());
    let name = stem.map(|stem| format!("{stem}{}", place.ending()));
    let exists = name.as_ref().is_some_and(|name| place.beside(name).is_ok());
    let only = if is_usual && !exists { place.only_of(&block_type) } else { None };
    like(place, &block_type, &labels).or(only.map(|file| place.name_of(file))).or(name)
}

/// The lines of a block without comments above it that concern the file, such as its license.
fn without_header(place: &Place<'_>, block: TextRange) -> TextRange {
    let lines = place.lines(block);
    let source = place.tree().source();
    let before = &source[..block.start as usize];
    let first = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1) as u32;
    let comments = place.text(TextRange::new(lines.start, first)).to_lowercase();
    let is_license = ["copyright", "license", "spdx-"].iter().any(|word| comments.contains(word));
    match lines.start == 0 && is_license {
        true => TextRange::new(first, lines.end),
        false => lines,
    }
}

/// The name of the adjacent file that has most of the blocks with a type and a first label, which is the type of their
/// declarations.
fn like(place: &Place<'_>, block_type: &str, labels: &[String]) -> Option<String> {
    let [of_type, _] = labels else { return None };
    let count = |file: &SourceId| {
        let parsed = place.snapshot.parsed(*file);
        let tree = &parsed.tree;
        let Root::Body(root) = tree.root() else { return 0 };
        let items = tree.slice(tree.body(root).items).iter();
        let is_like = |item: &&Item| match item {
            Item::Block(block) => {
                let block = tree.node(*block);
                let label = tree.slice(block.labels).first();
                tree.is_text(block.block_type.text, block_type)
                    && label.is_some_and(|label| tree.is_text(label.text, of_type))
            }
            Item::Attribute(_) => false,
        };
        items.filter(is_like).count()
    };
    let counts = place.unit.files.iter().map(|file| (count(file), *file));
    let (most, file) = counts.max_by_key(|(count, file)| (*count, *file == place.file))?;
    let path = place.snapshot.path(file);
    (most > 0 && file != place.file).then(|| file_name(&path).to_owned())
}
