//! Sorts the arguments of a block in the order of its schema.

use hclx_diag::{Arrange, TextRange};
use hclx_syntax::ast::Item;

use super::place::Place;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let Some(block) = place.blocks.last().copied() else { return };
    let Some(schema) = place.schema_of(&block) else { return };
    if schema.attributes().is_empty() || place.tree().is_on_one_line(block.range) {
        return;
    }
    let runs = runs(place, &block);
    let order = |name: &str| schema.attributes().iter().position(|attribute| *attribute.name == *name);
    let mut replaced: Vec<(TextRange, String)> = Vec::new();
    for run in runs {
        let mut sorted: Vec<&(String, TextRange)> = run.iter().collect();
        sorted.arrange_by_key(|(name, _)| order(name).unwrap_or(usize::MAX));
        let whole = TextRange::new(run[0].1.start, run[run.len() - 1].1.end);
        let text: String = sorted.iter().map(|(_, lines)| place.text(*lines)).collect();
        if text != place.text(whole) {
            replaced.push((whole, text));
        }
    }
    if replaced.is_empty() {
        return;
    }
    all.push(Action::new(ActionKind::Rewrite, "sort the arguments in schema order", move || {
        let edits = replaced.iter().map(|(range, text)| place.edit(*range, text.clone())).collect();
        Some(Changes { edits, ..Changes::default() })
    }));
}

/// Groups of consecutive attributes of a block, not separated by an empty line or a block, with
/// their lines.
fn runs(place: &Place<'_>, block: &hclx_syntax::ast::Block) -> Vec<Vec<(String, TextRange)>> {
    let tree = place.tree();
    let mut runs: Vec<Vec<(String, TextRange)>> = Vec::new();
    let mut open = false;
    for item in tree.slice(place.body(block).items) {
        let Item::Attribute(one) = item else {
            open = false;
            continue;
        };
        let lines = place.lines(one.range);
        let entry = (tree.text(one.name.text).to_owned(), lines);
        let follows =
            |run: &Vec<(String, TextRange)>| run.last().is_some_and(|(_, before)| before.end == lines.start);
        match runs.last_mut().filter(|run| open && follows(run)) {
            Some(run) => run.push(entry),
            None => runs.push(vec![entry]),
        }
        open = true;
    }
    runs.retain(|run| run.len() > 1);
    runs
}
