//! Moves a block to another file.

use hclx_analysis::file_name;
use hclx_diag::{SourceId, TextRange};
use hclx_syntax::ast::{Item, Root};

use super::place::{Place, covers};
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let [block, ..] = place.blocks[..] else { return };
    let in_header =
        place.blocks.len() == 1 && covers(TextRange::new(block.range.start, block.open.end), place.range);
    let homes = place.unit.language.row().editor.homes;
    if !in_header || homes.is_empty() || !place.declares() || place.locals().is_none() {
        return;
    }
    let (block_type, labels) = place.header(&block);
    let home = homes.iter().find(|(known, _)| *known == block_type).map(|(_, stem)| (*stem).to_owned());
    let stem = home.or_else(|| labels.last().cloned());
    let of_stem = stem.map(|stem| format!("{stem}{}", place.ending()));
    let Some(name) = like(place, &block_type, &labels).or(of_stem) else { return };
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if name == place.name() || !is_name || !place.is_alone(block.range) {
        return;
    }
    let target = place.beside(&name);
    all.push(Action::new(ActionKind::Move, format!("move the block to `{name}`"), move || {
        let text = place.text(place.lines(block.range));
        let removed = place.removal(block.range);
        let mut changes = Changes { edits: vec![removed], ..Changes::default() };
        match &target {
            Ok(file) => changes.edits.push(place.append(*file, text.trim_end())),
            Err(path) => {
                // A file that is not selected can exist all the same.
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

/// The name of the file beside this one that has most of the blocks with a type and a first label, which is the type of
/// what they declare.
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
