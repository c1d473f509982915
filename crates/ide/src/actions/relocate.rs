//! Moves a block to another file.

use hclx_diag::TextRange;

use super::place::{Place, covers};
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let [block, ..] = place.blocks[..] else { return };
    let in_header =
        place.blocks.len() == 1 && covers(TextRange::new(block.range.start, block.open.end), place.range);
    let homes = place.unit.language.editor().homes;
    if !in_header || homes.is_empty() || !place.declares() || place.locals().is_none() {
        return;
    }
    let (block_type, labels) = place.header(&block);
    let home = homes.iter().find(|(known, _)| *known == block_type).map(|(_, stem)| (*stem).to_owned());
    let Some(stem) = home.or_else(|| labels.last().cloned()) else { return };
    let name = format!("{stem}{}", place.ending());
    let is_name = stem.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
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
