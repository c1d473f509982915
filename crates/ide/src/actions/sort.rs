//! Sorts the arguments of a block in the order of its schema.

use std::cell::LazyCell;
use std::collections::HashMap;

use hclx_diag::{Arrange, TextRange};
use hclx_syntax::ast::{Block, Item, Root, Tree};

use super::place::Place;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let Some(block) = place.blocks.last().copied() else { return };
    let Some(schema) = place.schema_of(&block) else { return };
    // names that are free have no order
    let is_open = schema.any_attribute.is_some();
    if schema.attributes().is_empty() || is_open || place.tree().is_on_one_line(block.range) {
        return;
    }
    let runs = runs(place, &block);
    let order = |name: &str| schema.attributes().iter().position(|attribute| *attribute.name == *name);
    // most blocks are in order, and this reads all files of the module
    let habit = LazyCell::new(|| Habit::of(place, &block));
    let mut replaced: Vec<(TextRange, String)> = Vec::new();
    for run in runs {
        let mut sorted: Vec<&(String, TextRange)> = run.iter().collect();
        sorted.arrange_by_key(|(name, _)| order(name).unwrap_or(usize::MAX));
        let whole = TextRange::new(run[0].1.start, run[run.len() - 1].1.end);
        let text: String = sorted.iter().map(|(_, lines)| place.text(*lines)).collect();
        let is_before = |a: &str, b: &str| order(a).unwrap_or(usize::MAX) <= order(b).unwrap_or(usize::MAX);
        if text != place.text(whole) && !habit.explains(&run, &is_before) {
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

/// The orders in which other blocks of a module with the same header list their arguments.
struct Habit(HashMap<(String, String), i32>);

impl Habit {
    fn of(place: &Place<'_>, block: &Block) -> Self {
        let (block_type, labels) = place.header(block);
        let mut counts: HashMap<(String, String), i32> = HashMap::new();
        for file in place.unit.files.iter() {
            let parsed = place.snapshot.parsed(*file);
            let tree = &parsed.tree;
            let Root::Body(root) = tree.root() else { continue };
            let mut left = vec![root];
            while let Some(body) = left.pop() {
                for item in tree.slice(tree.body(body).items) {
                    let Item::Block(one) = item else { continue };
                    let one = tree.node(*one);
                    left.push(one.body);
                    let label = tree.slice(one.labels).first().map(|label| tree.text(label.text));
                    let is_like = tree.is_text(one.block_type.text, &block_type)
                        && (labels.len() < 2 || label == labels.first().map(String::as_str))
                        && (*file != place.file || one.range != block.range);
                    if is_like {
                        count(tree, one, &mut counts);
                    }
                }
            }
        }
        Self(counts)
    }

    /// Returns `true` if each pair of neighbors that is out of order usually occurs in this order.
    fn explains(&self, run: &[(String, TextRange)], is_before: &dyn Fn(&str, &str) -> bool) -> bool {
        let times = |a: &str, b: &str| self.0.get(&(a.to_owned(), b.to_owned())).copied().unwrap_or_default();
        let mut pairs = run.windows(2).map(|pair| (&*pair[0].0, &*pair[1].0));
        pairs.all(|(a, b)| is_before(a, b) || times(a, b) > times(b, a))
    }
}

/// The maximum number of arguments of a block whose order is considered.
const MOST: usize = 32;

/// Counts which arguments of a block precede which others.
fn count(tree: &Tree, block: &Block, counts: &mut HashMap<(String, String), i32>) {
    let items = tree.slice(tree.body(block.body).items).iter();
    let names = items.filter_map(|item| match item {
        Item::Attribute(one) => Some(tree.text(one.name.text).to_owned()),
        Item::Block(_) => None,
    });
    let names: Vec<String> = names.take(MOST).collect();
    for (at, name) in names.iter().enumerate() {
        for later in &names[at + 1..] {
            *counts.entry((name.clone(), later.clone())).or_default() += 1;
        }
    }
}

/// Groups of consecutive attributes of a block, not separated by an empty line or a block, with
/// their lines.
fn runs(place: &Place<'_>, block: &Block) -> Vec<Vec<(String, TextRange)>> {
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
