//! Counts of the names that expressions of a unit mention, because names that are used often are likely to be
//! used again.

use std::sync::{Arc, Mutex};

use hclx_analysis::graph::each_reference;
use hclx_analysis::{Snapshot, Unit, query};
use hclx_diag::{Arrange, SourceId, Span, TextRange, locked};
use hclx_syntax::ast::{BodyId, ExprKind, Item, Root, Tree};
use hclx_syntax::cursor::CursorContext;
use hclx_syntax::statics::Mention;

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The number of mentions by address.
pub(super) type Mentions = HashMap<Arc<str>, u16>;

/// The number of mentions in several files by address.
type Sum = HashMap<Arc<str>, u32>;

/// The mentions in a file.
#[derive(Default)]
pub(super) struct Counts {
    /// Those in the attributes with a name.
    by_attribute: HashMap<Box<str>, Mentions>,
    /// Those in all attributes.
    pub in_all: Mentions,
    /// The longest addresses, sorted by place.
    in_order: Vec<(TextRange, Box<str>)>,
}

/// The maximum number of names in an address.
const MOST_NAMES: usize = 4;

/// The maximum number of mentions on each side of a place that count as near.
const MOST_NEAR: usize = 8;

/// The names mentioned in the files of a unit.
pub(super) struct Habits {
    all: Arc<MentionSum<Counts>>,
    /// The mentions in attributes with the same name as the one around the place.
    own: Mentions,
    /// The nearness of the addresses mentioned before and after a place, and of their prefixes.
    near: HashMap<Box<str>, usize>,
}

impl Habits {
    /// Counts the mentions of a unit relative to a word; each file is counted once.
    pub(super) fn of(snapshot: &Snapshot, unit: &Unit, word: Span, around: Option<&CursorContext>) -> Self {
        let own = counts(snapshot, word.source);
        // the word that is being typed is not near itself
        let before = own.in_order.iter().rev().filter(|(place, _)| place.end < word.range.start);
        let after = own.in_order.iter().filter(|(place, _)| place.start > word.range.end);
        let mut near = HashMap::default();
        add_side(&mut near, &mut { before });
        add_side(&mut near, &mut { after });
        let all = snapshot.get(&UnitMentions(unit.clone()));
        let mut own = Mentions::default();
        if let Some(CursorContext::Attribute(name)) = around {
            let of_files = all.files().filter_map(|counts| counts.by_attribute.get(name.as_str()));
            of_files.for_each(|mentions| add(&mut own, mentions));
        }
        Self { all, own, near }
    }

    /// The nearness of the mentions of an address: each side of the place adds at most `most`.
    pub(super) fn nearness(&self, address: &str, most: usize) -> u16 {
        let near = self.near.get(address).map_or(0, |near| most * near / MOST_NEAR);
        u16::try_from(near).unwrap_or(u16::MAX)
    }

    /// Returns `true` if an attribute anywhere is set to the member with its own name of an address.
    pub(super) fn passes_on(&self, address: &str) -> bool {
        let mut all = self.all.files().flat_map(|counts| &counts.by_attribute);
        all.any(|(attribute, names)| names.contains_key(&*format!("{address}.{attribute}")))
    }

    /// The addresses that the unit mentions, with the number of mentions in a file.
    pub(super) fn mentions(&self) -> impl Iterator<Item = (&str, u16)> {
        let all = self.all.files().flat_map(|counts| &counts.in_all);
        all.map(|(address, count)| (&**address, *count))
    }

    /// The number of mentions of an address in attributes with the same name as the one around the
    /// place, and in total.
    pub(super) fn counts(&self, address: &str) -> (u16, u16) {
        (self.own.get(address).copied().unwrap_or_default(), self.all.count(address))
    }
}

impl Counts {
    /// Returns `true` if a name is the root of a reference in a range.
    pub(super) fn is_root_in(&self, root: &str, range: TextRange) -> bool {
        self.roots_in(range).any(|(_, found)| found == root)
    }

    /// The roots of references in a range, with the places of the references.
    pub(super) fn roots_in(&self, range: TextRange) -> impl Iterator<Item = (TextRange, &str)> {
        let first = self.in_order.partition_point(|(place, _)| place.start < range.start);
        let inside = self.in_order[first..].iter().take_while(move |(place, _)| place.start < range.end);
        inside.map(|(place, address)| (*place, address.split('.').next().unwrap_or_default()))
    }
}

query! {
    /// The mentions in the files of a unit, of which every name in scope needs those in all attributes.
    struct UnitMentions(Unit) -> MentionSum<Counts>, of Unit |UnitMentions(unit)| &unit.root;
    |UnitMentions(unit), snapshot, cx| {
        let files = unit.files.iter().map(|file| Some(counts(snapshot, *file)));
        MentionSum::of(files.collect(), |counts| &counts.in_all, cx.previous().as_deref())
    }
}

/// Facts about files with the sum of their mentions.
pub(super) struct MentionSum<F> {
    files: Vec<Option<Arc<F>>>,
    /// A later revision takes over the sum.
    sum: Mutex<Sum>,
}

impl<F> MentionSum<F> {
    /// The sum of the mentions in files, updated from the sum before an edit: only edited files are counted again.
    pub(super) fn of(
        files: Vec<Option<Arc<F>>>,
        mentions: fn(&F) -> &Mentions,
        before: Option<&Self>,
    ) -> Self {
        let taken = before.map(|before| (before, std::mem::take(&mut *locked(&before.sum))));
        // an empty sum was taken over by another revision
        let (known, mut sum) = match taken.filter(|(_, sum)| !sum.is_empty()) {
            Some((before, sum)) => (&*before.files, sum),
            None => (&[][..], Sum::default()),
        };
        for at in 0..files.len().max(known.len()) {
            let [new, old] = [&files[..], known].map(|files| files.get(at).and_then(Option::as_ref));
            if new.map(Arc::as_ptr) != old.map(Arc::as_ptr) {
                // added first, so that a name that both versions mention keeps its entry
                new.into_iter().for_each(|file| gain(&mut sum, mentions(file)));
                old.into_iter().for_each(|file| lose(&mut sum, mentions(file)));
            }
        }
        Self { files, sum: Mutex::new(sum) }
    }

    fn files(&self) -> impl Iterator<Item = &F> {
        self.files.iter().flatten().map(|file| &**file)
    }

    /// The mentions of the names that a predicate selects.
    pub(super) fn choose(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<(Arc<str>, u32)> {
        let sum = locked(&self.sum);
        let wanted = sum.iter().filter(|(name, _)| is_wanted(name));
        wanted.map(|(name, count)| (Arc::clone(name), *count)).collect()
    }

    fn count(&self, address: &str) -> u16 {
        let count = locked(&self.sum).get(address).copied().unwrap_or_default();
        u16::try_from(count).unwrap_or(u16::MAX)
    }
}

/// Adds the mentions in a file to the sum.
fn gain(sum: &mut Sum, mentions: &Mentions) {
    for (address, count) in mentions {
        *sum.entry(Arc::clone(address)).or_default() += u32::from(*count);
    }
}

/// Subtracts the mentions in a file from the sum.
fn lose(sum: &mut Sum, mentions: &Mentions) {
    for (address, count) in mentions {
        let left = sum.get(address).copied().unwrap_or_default().saturating_sub(u32::from(*count));
        match left {
            0 => sum.remove(address),
            left => sum.insert(Arc::clone(address), left),
        };
    }
}

/// Adds the nearness of the addresses on one side of a place, where only the nearest mention of each counts.
fn add_side(near: &mut HashMap<Box<str>, usize>, side: &mut dyn Iterator<Item = &(TextRange, Box<str>)>) {
    let mut seen: Vec<&str> = Vec::new();
    for (at, (_, address)) in side.take(MOST_NEAR).enumerate() {
        let ends = address.match_indices('.').map(|(end, _)| end).chain([address.len()]);
        for part in ends.map(|end| &address[..end]) {
            if !seen.contains(&part) {
                seen.push(part);
                *near.entry(part.into()).or_default() += MOST_NEAR - at;
            }
        }
    }
}

/// Adds the mentions in a file to others.
fn add(sum: &mut Mentions, mentions: &Mentions) {
    for (address, count) in mentions {
        let total = sum.entry(Arc::clone(address)).or_default();
        *total = total.saturating_add(*count);
    }
}

/// Facts about the body of a file.
pub(super) fn in_body<T: Default>(snapshot: &Snapshot, file: SourceId, find: fn(&mut T, &Tree, BodyId)) -> T {
    let mut found = T::default();
    let parsed = snapshot.parsed(file);
    if let Root::Body(root) = parsed.tree.root() {
        find(&mut found, &parsed.tree, root);
    }
    found
}

/// The mentions in a file.
pub(super) fn counts(snapshot: &Snapshot, file: SourceId) -> Arc<Counts> {
    snapshot.get(&CountsInFile(file))
}

query! {
    /// The mentions in a file.
    struct CountsInFile(SourceId) -> Counts, of File |CountsInFile(file)| *file;
    |CountsInFile(file), snapshot| in_body(snapshot, *file, count)
}

/// The names in a reference, without the indexes between them.
fn steps<'t>(mention: &Mention<'t>) -> Vec<(&'t str, TextRange)> {
    let mut names = Vec::new();
    for found in (0..).map_while(|from| mention.member(from)) {
        // The name after an index is found again at that name.
        if names.last() != Some(&found) {
            names.push(found);
        }
        if names.len() == MOST_NAMES {
            break;
        }
    }
    names
}

/// The address under which calls of a function are counted.
pub(super) fn call_key(function: &str) -> String {
    format!("{function}(")
}

/// Counts a mention of an address; the last of these counts have all addresses.
fn add_mention(counts: &mut [&mut Mentions; 2], address: &str) {
    // most addresses are mentioned several times
    let known = counts[1].get_key_value(address);
    let known = known.map_or_else(|| address.into(), |(known, _)| Arc::clone(known));
    for mentions in counts {
        let number = mentions.entry(Arc::clone(&known)).or_default();
        *number = number.saturating_add(1);
    }
}

fn count(counts: &mut Counts, tree: &Tree, root: BodyId) {
    let mut left = vec![root];
    while let Some(body) = left.pop() {
        for item in tree.slice(tree.body(body).items) {
            let attribute = match item {
                Item::Attribute(attribute) => attribute,
                Item::Block(block) => {
                    left.push(tree.node(*block).body);
                    continue;
                }
            };
            let names = counts.by_attribute.entry(tree.text(attribute.name.text).into()).or_default();
            for part in tree.inside(attribute.value) {
                if let ExprKind::Call(call) = tree.expr(part).kind {
                    let function = call_key(tree.text(tree.node(call).name.text));
                    add_mention(&mut [&mut *names, &mut counts.in_all], &function);
                }
            }
            each_reference(tree, attribute.value, &mut |mention| {
                let mut address = mention.root.to_owned();
                let mut place = mention.root_range();
                for (name, range) in steps(&mention) {
                    address.push('.');
                    address.push_str(name);
                    place = place.cover(range);
                    add_mention(&mut [&mut *names, &mut counts.in_all], &address);
                }
                counts.in_order.push((place, address.into()));
            });
        }
    }
    counts.in_order.arrange_by_key(|(place, _)| place.start);
}
