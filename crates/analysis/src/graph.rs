//! The graph of declarations and the references between them: evaluation order, cycles, and the
//! declaration and uses of each name.
//!
//! A language adds its declarations under its own keys (`local.a`, `var.region`), finds references by
//! walking each tree once ([`references`]), and resolves each of them to a declaration. Nothing here is
//! recursive: a chain of 10^5 declarations takes linear time and no stack. Out of scope: the meaning of
//! keys, and values.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use hclx_diag::{Arrange, Span};
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::statics::{self, Mention, Reference};

/// The references in an expression, as complete traversals in source order, except those to variables of its
/// own loops.
pub fn references(tree: &Tree, expr: ExprId) -> Vec<Reference<'_>> {
    // The second argument of `convert` is a type expression, whose words are not names of variables.
    statics::variables_but_types(tree, expr, "convert")
}

/// Visits the same references as written, without copying.
pub fn each_reference<'t>(tree: &'t Tree, expr: ExprId, found: &mut dyn FnMut(Mention<'t>)) {
    statics::each_variable_but_types(tree, expr, "convert", found);
}

/// Visits the references in all attributes of a file.
pub fn each_reference_of_file<'t>(tree: &'t Tree, found: &mut dyn FnMut(Mention<'t>)) {
    statics::each_mention(tree, "convert", found);
}

/// A declaration of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The index of the declaration.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    place: Span,
    /// The index of its first reference.
    first: u32,
}

/// The keys of declarations, which versions of a graph share.
#[derive(Clone, Debug, Default)]
struct Keys {
    all: Vec<Arc<str>>,
    /// The declarations by the hash of their keys.
    by_key: HashTable<NodeId>,
    hasher: foldhash::fast::RandomState,
}

/// Declarations by key, and the references between them.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    keys: Arc<Keys>,
    nodes: Vec<Node>,
    /// The targets and places of references, in the order of the referring declarations, followed by the
    /// references outside of declarations.
    references: Vec<(NodeId, Span)>,
    /// The index of the first reference outside of declarations.
    unowned: u32,
}

/// A reference: the referring declaration (`None` outside of declarations), the target and the place.
pub type Edge = (Option<NodeId>, NodeId, Span);

/// A declaration whose place or references differ from the previous version of its graph.
pub struct NodeChange {
    /// The declaration.
    pub node: NodeId,
    /// The place of its name.
    pub place: Span,
    /// The targets and places of its references, in order.
    pub uses: Vec<(NodeId, Span)>,
}

/// Declarations that depend on each other, each with the place where it uses the next one; the last one uses
/// the first.
pub type Cycle = Vec<(NodeId, Span)>;

/// Results computed from the references of a [`Graph`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// All declarations, each after those that it uses; within a group of mutually dependent ones, most of them do, and the
    /// order does not depend on that of the declarations.
    pub sorted: Vec<NodeId>,
    /// One cycle for each group of mutually dependent declarations, in order of declaration. It
    /// starts with the first declaration of the group, and is a shortest cycle through it.
    pub cycles: Vec<Cycle>,
    /// The places in `sorted` of groups of several mutually dependent declarations.
    mutual: Vec<Range<usize>>,
}

/// The numbers of declarations after an edit that adds, removes or renames some.
pub struct NodeRenumbering {
    keys: Arc<Keys>,
    /// By the earlier index: the declaration with the same key.
    now: Vec<Option<NodeId>>,
    /// By index: the earlier declaration with the same key.
    before: Vec<Option<NodeId>>,
}

impl NodeRenumbering {
    /// The current number of an earlier declaration; `None` if its key is no longer declared.
    pub fn now(&self, before: NodeId) -> Option<NodeId> {
        self.now[before.index()]
    }

    /// The earlier declaration with the same key; `None` if there was none.
    pub fn before(&self, now: NodeId) -> Option<NodeId> {
        self.before[now.index()]
    }

    /// Returns `true` if a key is declared that was not declared before.
    pub fn adds(&self) -> bool {
        self.before.contains(&None)
    }

    /// A graph with the same keys, but without declarations and references.
    pub fn keys_alone(&self) -> Graph {
        Graph { keys: Arc::clone(&self.keys), ..Graph::default() }
    }
}

impl Order {
    /// The order after an edit, if it has no cycles; `None` if it must be computed from scratch. All added
    /// declarations are among the changed ones.
    pub fn renumbered(&self, numbers: &NodeRenumbering, changed: &[NodeChange]) -> Option<Self> {
        /// The number of added declarations beyond which everything is sorted again.
        const FEW: usize = 8;
        let mut sorted: Vec<NodeId> = self.sorted.iter().filter_map(|node| numbers.now(*node)).collect();
        if numbers.before.len() - sorted.len() > FEW {
            return None;
        }
        for node_change in changed.iter().filter(|one| numbers.before(one.node).is_none()) {
            // Users of the new declaration may precede it, which the check below detects.
            let is_used = |node: &NodeId| node_change.uses.iter().any(|(to, _)| to == node);
            let after = sorted.iter().rposition(is_used).map_or(0, |place| place + 1);
            sorted.insert(after, node_change.node);
        }
        let order = Self { sorted, cycles: self.cycles.clone(), mutual: self.mutual.clone() };
        order.allows(changed).then_some(order)
    }

    /// All declarations in groups: most alone, and those that depend on each other together.
    pub fn groups(&self) -> impl Iterator<Item = &[NodeId]> {
        let mut mutual = self.mutual.iter().peekable();
        let mut next = 0;
        std::iter::from_fn(move || {
            let group = mutual.next_if(|group| group.start == next).cloned().unwrap_or(next..next + 1);
            next = group.end;
            self.sorted.get(group)
        })
    }

    /// Returns `true` if two declarations depend on each other.
    pub fn are_mutual(&self, node: NodeId, other: NodeId) -> bool {
        let mut groups = self.mutual.iter().map(|group| &self.sorted[group.clone()]);
        groups.any(|group| group.contains(&node) && group.contains(&other))
    }

    /// Returns `true` if all references of some declarations lead to earlier ones, so that the order is also valid for
    /// the changed graph, which has no cycles.
    pub fn allows(&self, changed: &[NodeChange]) -> bool {
        let mut places = vec![0; self.sorted.len()];
        for (place, node) in self.sorted.iter().enumerate() {
            places[node.index()] = place;
        }
        let is_before = |to: NodeId, node: NodeId| places[to.index()] < places[node.index()];
        let mut changed = changed.iter();
        self.cycles.is_empty()
            && changed
                .all(|node_change| node_change.uses.iter().all(|(to, _)| is_before(*to, node_change.node)))
    }
}

impl Graph {
    /// Declares a key and returns its declaration.
    ///
    /// # Errors
    /// The first declaration, if the key is declared already; the new one is not added.
    pub fn declare(&mut self, key: impl Into<Arc<str>>, place: Span) -> Result<NodeId, NodeId> {
        let key = key.into();
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 declarations"));
        let Keys { all, by_key, hasher } = Arc::make_mut(&mut self.keys);
        let is_it = |node: &NodeId| all[node.index()] == key;
        let hash_of = |node: &NodeId| hasher.hash_one(all[node.index()].as_bytes());
        match by_key.entry(hasher.hash_one(key.as_bytes()), is_it, hash_of) {
            Entry::Occupied(first) => return Err(*first.get()),
            Entry::Vacant(place) => place.insert(id),
        };
        all.push(key);
        self.nodes.push(Node { place, first: 0 });
        Ok(id)
    }

    /// Reserves space for additional declarations.
    pub fn reserve(&mut self, count: usize) {
        let Keys { all, by_key, hasher } = Arc::make_mut(&mut self.keys);
        by_key.reserve(count, |node| hasher.hash_one(all[node.index()].as_bytes()));
        all.reserve(count);
        self.nodes.reserve(count);
    }

    /// A copy that only finds the same keys.
    pub fn keys_alone(&self) -> Self {
        Self { keys: Arc::clone(&self.keys), ..Self::default() }
    }

    /// The same keys with the given places of their declarations.
    #[must_use]
    pub fn at_places(self, places: impl Iterator<Item = Span>) -> Self {
        Self { nodes: places.map(|place| Node { place, first: 0 }).collect(), ..self }
    }

    /// Returns `true` if another graph declares the same keys in the same order.
    pub fn has_same_keys(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.keys, &other.keys) || self.keys.all == other.keys.all
    }

    /// The numbers of declarations after those in some ranges of indices are replaced by others; `None` if a
    /// key would be declared twice. The ranges are in order.
    pub fn renumbered(&self, replaced: &[(Range<usize>, Vec<Arc<str>>)]) -> Option<NodeRenumbering> {
        let Keys { all: earlier, by_key, hasher } = &*self.keys;
        let hash_of = |key: &str| hasher.hash_one(key.as_bytes());
        let mut by_key = by_key.clone();
        // The replaced keys are removed first, so that a key that is declared again does not count as a
        // second declaration.
        for index in replaced.iter().flat_map(|(range, _)| range.clone()) {
            let found = by_key.find_entry(hash_of(&earlier[index]), |node| node.index() == index);
            found.ok()?.remove();
        }
        let mut all: Vec<Arc<str>> = Vec::with_capacity(earlier.len());
        let (mut now, mut before) = (Vec::with_capacity(earlier.len()), Vec::with_capacity(earlier.len()));
        let rest = (earlier.len()..earlier.len(), Vec::new());
        for (range, keys) in replaced.iter().chain([&rest]) {
            let kept = now.len()..range.start;
            now.extend(Self::nodes_at(all.len()..all.len() + kept.len()).map(Some));
            before.extend(Self::nodes_at(kept.clone()).map(Some));
            all.extend_from_slice(&earlier[kept]);
            now.resize(range.end, None);
            before.resize(before.len() + keys.len(), None);
            all.extend(keys.iter().cloned());
        }
        by_key.iter_mut().for_each(|node| *node = now[node.index()].unwrap_or(*node));
        let is_new = |index: &usize| before[*index].is_none();
        for index in (0..all.len()).filter(is_new) {
            let (key, rehash) = (&all[index], |node: &NodeId| hash_of(&all[node.index()]));
            match by_key.entry(hash_of(key), |node| all[node.index()] == *key, rehash) {
                Entry::Occupied(_) => return None,
                Entry::Vacant(place) => place.insert(NodeId(index as u32)),
            };
        }
        // A key that only moved is the same declaration as before.
        for index in replaced.iter().flat_map(|(range, _)| range.clone()) {
            let key = &earlier[index];
            let found = by_key.find(hash_of(key), |node| all[node.index()] == *key).copied();
            now[index] = found;
            if let Some(found) = found {
                before[found.index()] = Some(NodeId(index as u32));
            }
        }
        let keys = Arc::new(Keys { all, by_key, hasher: hasher.clone() });
        Some(NodeRenumbering { keys, now, before })
    }

    /// The keys that another graph does not declare, and whether that graph declares other keys.
    pub fn keys_missing_in(&self, other: &Self) -> (Vec<Arc<str>>, bool) {
        let (old, new) = (&self.keys.all, &other.keys.all);
        let same = |(one, other): &(&Arc<str>, &Arc<str>)| Arc::ptr_eq(one, other) || one == other;
        // An edit changes few keys, so only those between the common start and the common end are looked up.
        let start = old.iter().zip(new).take_while(same).count();
        let (old, new) = (&old[start..], &new[start..]);
        let end = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
        let missing = old.iter().filter(|key| other.find(key).is_none()).cloned().collect();
        (missing, new.iter().any(|key| self.find(key).is_none()))
    }

    /// The graph after a change of places and references; `changed` is in order of declaration. `unowned` replaces the
    /// references outside of declarations.
    pub fn changed(
        &self,
        numbers: Option<&NodeRenumbering>,
        changed: &[NodeChange],
        unowned: Option<&[(NodeId, Span)]>,
    ) -> Self {
        let keys = numbers.map_or(&self.keys, |numbers| &numbers.keys);
        let mut now = Self {
            keys: Arc::clone(keys),
            nodes: Vec::with_capacity(keys.all.len()),
            references: Vec::with_capacity(self.references.len()),
            unowned: 0,
        };
        let take_until = |now: &mut Self, end: usize| match numbers {
            None => now.take_until(self, end),
            Some(numbers) => (now.nodes.len()..end).for_each(|index| now.take(self, index, numbers)),
        };
        for node_change in changed {
            take_until(&mut now, node_change.node.index());
            now.nodes.push(Node { place: node_change.place, first: now.references.len() as u32 });
            now.references.extend_from_slice(&node_change.uses);
        }
        take_until(&mut now, keys.all.len());
        now.unowned = now.references.len() as u32;
        now.references.extend_from_slice(unowned.unwrap_or(self.unowned()));
        now
    }

    /// The targets and places of the references outside of declarations.
    fn unowned(&self) -> &[(NodeId, Span)] {
        &self.references[self.unowned as usize..]
    }

    /// Adopts a declaration of another version whose numbers differ. All its targets are still declared.
    fn take(&mut self, before: &Self, index: usize, numbers: &NodeRenumbering) {
        let first = self.references.len() as u32;
        let Some(earlier) = numbers.before[index] else { return };
        let uses = before.uses(earlier).iter();
        self.references.extend(uses.filter_map(|(to, at)| Some((numbers.now(*to)?, *at))));
        self.nodes.push(Node { place: before.place(earlier), first });
    }

    /// The declarations that refer to a removed one.
    pub fn users_of_removed(&self, numbers: &NodeRenumbering) -> Vec<NodeId> {
        let is_removed = |(to, _): &(NodeId, Span)| numbers.now(*to).is_none();
        self.nodes().filter(|node| self.uses(*node).iter().any(is_removed)).collect()
    }

    /// Adopts the declarations of another version up to an index, with their references.
    fn take_until(&mut self, before: &Self, end: usize) {
        let start = self.nodes.len();
        let first = |index: usize| before.nodes.get(index).map_or(before.unowned, |node| node.first);
        let (from, to) = (first(start), first(end));
        let here = self.references.len() as u32;
        let moved = |node: &Node| Node { first: node.first - from + here, ..*node };
        self.nodes.extend(before.nodes[start..end].iter().map(moved));
        self.references.extend_from_slice(&before.references[from as usize..to as usize]);
    }

    /// The declaration with a key.
    pub fn find(&self, key: &str) -> Option<NodeId> {
        self.find_bytes(key.as_bytes())
    }

    fn find_bytes(&self, key: &[u8]) -> Option<NodeId> {
        let Keys { all, by_key, hasher } = &*self.keys;
        let is_it = |node: &NodeId| all[node.index()].as_bytes() == key;
        by_key.find(hasher.hash_one(key), is_it).copied()
    }

    /// The declaration whose key consists of these parts; usually found without joining them.
    pub fn find_joined(&self, parts: &[&str]) -> Option<NodeId> {
        const MOST: usize = 128;
        let mut buffer = [0; MOST];
        let mut length = 0;
        for part in parts {
            // Longer keys are rare, so an allocation is acceptable.
            let Some(room) = buffer.get_mut(length..length + part.len()) else {
                return self.find(&parts.concat());
            };
            room.copy_from_slice(part.as_bytes());
            length += part.len();
        }
        self.find_bytes(&buffer[..length])
    }

    /// The key of a declaration.
    pub fn key(&self, node: NodeId) -> &str {
        &self.keys.all[node.index()]
    }

    /// The place of a declaration's name.
    pub fn place(&self, node: NodeId) -> Span {
        self.nodes[node.index()].place
    }

    /// All declarations, in order of declaration.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The declarations with these indices.
    pub fn nodes_at(indices: Range<usize>) -> impl Iterator<Item = NodeId> {
        indices.map(|index| NodeId(index as u32))
    }

    /// The number of declarations.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if there are no declarations.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds all references, after all declarations. The references of a declaration keep their order.
    pub fn connect(&mut self, edges: &[Edge]) {
        let last = self.nodes.len();
        let from = |edge: &Edge| edge.0.map_or(last, NodeId::index);
        // first the number of references of each declaration, then the start of each declaration's references
        let mut next = vec![0_u32; last + 1];
        for edge in edges {
            next[from(edge)] += 1;
        }
        let mut begin = 0;
        for place in &mut next {
            begin += std::mem::replace(place, begin);
        }
        for (node, first) in self.nodes.iter_mut().zip(&next) {
            node.first = *first;
        }
        self.unowned = next[last];
        let Some((_, to, at)) = edges.first() else { return };
        self.references = vec![(*to, *at); edges.len()];
        for edge in edges {
            let place = &mut next[from(edge)];
            self.references[*place as usize] = (edge.1, edge.2);
            *place += 1;
        }
    }

    /// The targets and places of a declaration's references.
    pub fn uses(&self, node: NodeId) -> &[(NodeId, Span)] {
        let end = self.nodes.get(node.index() + 1).map_or(self.unowned, |next| next.first);
        &self.references[self.nodes[node.index()].first as usize..end as usize]
    }

    /// The declaration that the reference or the declared name at a place denotes.
    pub fn at(&self, place: Span) -> Option<NodeId> {
        let covers = |span: Span| {
            span.source == place.source
                && span.range.start <= place.range.start
                && place.range.end <= span.range.end
        };
        let declared = self.nodes().find(|node| covers(self.place(*node)));
        declared.or_else(|| self.references.iter().find(|(_, at)| covers(*at)).map(|(to, _)| *to))
    }

    /// The declarations to which only they themselves refer, in order.
    pub fn unused(&self) -> Vec<NodeId> {
        let mut used = vec![false; self.nodes.len()];
        for (to, _) in &self.references {
            used[to.index()] = true;
        }
        for node in self.nodes() {
            // A reference from a declaration to itself does not make it used. Such references are rare, so
            // counting them twice is cheap.
            let refers_to_itself = self.uses(node).iter().filter(|(to, _)| *to == node).count();
            if refers_to_itself > 0 {
                used[node.index()] =
                    self.references.iter().filter(|(to, _)| *to == node).count() > refers_to_itself;
            }
        }
        self.nodes().filter(|node| !used[node.index()]).collect()
    }

    /// Computes the evaluation order and the cycles, in time linear in declarations and references.
    pub fn order(&self) -> Order {
        let mut order = Components::new(self).run();
        order.cycles.arrange();
        order
    }

    /// The members of a group of mutually dependent declarations, each after those that it uses, as found from the first.
    fn sorted_within(&self, group: &[NodeId]) -> Vec<NodeId> {
        let mut left: HashSet<NodeId> = group.iter().copied().collect();
        let mut sorted = Vec::with_capacity(group.len());
        let Some(first) = group.first().copied() else { return sorted };
        left.remove(&first);
        let mut work = vec![(first, 0)];
        while let Some((node, next)) = work.last_mut() {
            match self.uses(*node).get(*next) {
                Some((to, _)) => {
                    *next += 1;
                    if left.remove(to) {
                        work.push((*to, 0));
                    }
                }
                None => {
                    sorted.push(*node);
                    work.pop();
                }
            }
        }
        sorted
    }

    /// The shortest path from a declaration back to itself within a group.
    fn cycle(&self, first: NodeId, group: &[NodeId]) -> Cycle {
        let mut came: HashMap<NodeId, (NodeId, Span)> = HashMap::new();
        let mut queue = VecDeque::from([first]);
        while let Some(node) = queue.pop_front() {
            // Breadth-first, so that the first path back is a shortest one.
            for (to, at) in self.uses(node) {
                if *to == first {
                    let mut cycle = vec![(node, *at)];
                    let mut here = node;
                    while let Some((before, at)) = came.get(&here) {
                        cycle.push((*before, *at));
                        here = *before;
                    }
                    cycle.reverse();
                    return cycle;
                }
                if group.binary_search(to).is_ok() && !came.contains_key(to) {
                    came.insert(*to, (node, *at));
                    queue.push_back(*to);
                }
            }
        }
        Vec::new()
    }
}

/// Strongly connected components in dependency order (Tarjan's algorithm with an explicit stack).
struct Components<'g> {
    graph: &'g Graph,
    /// The time at which a declaration was first visited; 0 for never.
    met: Vec<u32>,
    /// The earliest visited declaration that is reachable from it.
    lowest: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<NodeId>,
    clock: u32,
    found: Order,
}

impl<'g> Components<'g> {
    fn new(graph: &'g Graph) -> Self {
        let count = graph.len();
        Self {
            graph,
            met: vec![0; count],
            lowest: vec![0; count],
            on_stack: vec![false; count],
            stack: Vec::new(),
            clock: 0,
            found: Order { sorted: Vec::with_capacity(count), ..Order::default() },
        }
    }

    fn run(mut self) -> Order {
        for node in self.graph.nodes() {
            if self.met[node.index()] == 0 {
                self.visit(node);
            }
        }
        self.found
    }

    fn meet(&mut self, node: NodeId) {
        self.clock += 1;
        self.met[node.index()] = self.clock;
        self.lowest[node.index()] = self.clock;
        self.stack.push(node);
        self.on_stack[node.index()] = true;
    }

    fn visit(&mut self, root: NodeId) {
        let mut work: Vec<(NodeId, usize)> = vec![(root, 0)];
        self.meet(root);
        while let Some((node, next)) = work.last_mut() {
            let node = *node;
            match self.graph.uses(node).get(*next) {
                Some((to, _)) => {
                    *next += 1;
                    if self.met[to.index()] == 0 {
                        self.meet(*to);
                        work.push((*to, 0));
                    // A declaration of a finished component has no path back to here.
                    } else if self.on_stack[to.index()] {
                        self.lowest[node.index()] = self.lowest[node.index()].min(self.met[to.index()]);
                    }
                }
                None => {
                    work.pop();
                    if let Some((above, _)) = work.last() {
                        self.lowest[above.index()] =
                            self.lowest[above.index()].min(self.lowest[node.index()]);
                    }
                    if self.lowest[node.index()] == self.met[node.index()] {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn close(&mut self, node: NodeId) {
        // Tarjan's algorithm closes a component only after all components that it uses, so appending them
        // yields the order of evaluation.
        let start = self.found.sorted.len();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member.index()] = false;
            self.found.sorted.push(member);
            if member == node {
                break;
            }
        }
        let group = &mut self.found.sorted[start..];
        group.arrange();
        let first = group[0];
        let end = start + group.len();
        if end - start > 1 || self.graph.uses(first).iter().any(|(to, _)| *to == first) {
            self.found.cycles.push(self.graph.cycle(first, group));
        }
        if end - start > 1 {
            group.arrange_by(|node, other| self.graph.key(*node).cmp(self.graph.key(*other)));
            let sorted = self.graph.sorted_within(group);
            group.copy_from_slice(&sorted);
            self.found.mutual.push(start..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use hclx_diag::{SourceId, TextRange};

    use super::*;

    fn at(offset: u32) -> Span {
        TextRange::new(offset, offset + 1).in_source(SourceId(0))
    }

    /// Parses a graph from lines `a -> b c`; the place of a reference is its index.
    fn graph(lines: &[&str]) -> Graph {
        let mut graph = Graph::default();
        for (index, line) in lines.iter().enumerate() {
            let name = line.split_whitespace().next().expect("a name");
            graph.declare(name, at(1000 + index as u32)).expect("declared once");
        }
        let mut edges: Vec<Edge> = Vec::new();
        for line in lines {
            let mut words = line.split_whitespace().filter(|word| *word != "->");
            let from = graph.find(words.next().expect("a name")).expect("declared");
            for word in words {
                let to = graph.find(word).expect("declared");
                edges.push((Some(from), to, at(edges.len() as u32)));
            }
        }
        graph.connect(&edges);
        graph
    }

    fn keys(graph: &Graph, nodes: impl IntoIterator<Item = NodeId>) -> String {
        nodes.into_iter().map(|node| graph.key(node).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_used_comes_first() {
        let graph = graph(&["a -> b c", "b -> c", "c", "d -> a"]);
        let order = graph.order();
        assert_eq!(keys(&graph, order.sorted), "c b a d");
        assert!(order.cycles.is_empty());
        assert_eq!(keys(&graph, graph.unused()), "d");
    }

    #[test]
    fn a_changed_graph_is_that_of_the_changed_declarations() {
        let before = graph(&["a -> b c", "b -> c", "c", "d -> a"]);
        let uses = [(NodeId(0), at(20)), (NodeId(3), at(21)), (NodeId(0), at(22))];
        let changed = [
            NodeChange { node: NodeId(1), place: at(1001), uses: uses.to_vec() },
            NodeChange { node: NodeId(3), place: at(2000), uses: Vec::new() },
        ];
        let now = before.changed(None, &changed, None);
        let all: Vec<String> =
            now.nodes().map(|node| keys(&now, now.uses(node).iter().map(|(to, _)| *to))).collect();
        assert_eq!(all, ["b c", "a d a", "", ""]);
        assert_eq!(now.find("d"), Some(NodeId(3)));
        assert_eq!(now.place(NodeId(3)), at(2000));
        assert_eq!(references_to(&now, NodeId(2)), [at(1)]);
    }

    /// The places that refer to a declaration, in order.
    fn references_to(graph: &Graph, node: NodeId) -> Vec<Span> {
        let mut places: Vec<Span> =
            graph.references.iter().filter(|(to, _)| *to == node).map(|(_, at)| *at).collect();
        places.arrange();
        places
    }

    /// The declarations of a graph with their targets.
    fn shown(graph: &Graph) -> Vec<String> {
        let uses = |node| keys(graph, graph.uses(node).iter().map(|(to, _)| *to));
        graph.nodes().map(|node| format!("{} -> {}", graph.key(node), uses(node))).collect()
    }

    #[test]
    fn declarations_are_renumbered_when_others_come_and_go() {
        let before = graph(&["a -> b d", "b -> e", "c -> b", "d -> e", "e"]);
        let key = |key: &str| Arc::<str>::from(key);
        // `b` is renamed to `x` and `y` is added; `a` and `c` mention `b`
        let numbers = before.renumbered(&[(1..2, vec![key("x"), key("y")])]).expect("declared once");
        let now = |name: &str| numbers.keys_alone().find(name).expect("declared");
        assert_eq!(keys(&before, before.users_of_removed(&numbers)), "a c");
        assert!(numbers.adds());
        assert_eq!([now("d"), now("e")], [NodeId(4), NodeId(5)]);
        let change = |name: &str, uses: &[&str]| NodeChange {
            node: now(name),
            place: at(0),
            uses: uses.iter().map(|name| (now(name), at(0))).collect(),
        };
        let mut changed =
            vec![change("a", &["d"]), change("x", &["e"]), change("y", &["x", "d"]), change("c", &["y"])];
        let after = before.changed(Some(&numbers), &changed, None);
        assert_eq!(shown(&after), ["a -> d", "x -> e", "y -> x d", "c -> y", "d -> e", "e -> "]);
        let order = before.order().renumbered(&numbers, &changed).expect("an order");
        assert_eq!(keys(&after, order.sorted), "e x d y a c");
        // `e` now precedes its targets
        changed.push(change("e", &["c"]));
        assert_eq!(before.order().renumbered(&numbers, &changed), None);
        assert!(before.renumbered(&[(1..2, vec![key("c")])]).is_none());
        let gone = before.renumbered(&[(1..2, Vec::new())]).expect("declared once");
        assert_eq!(
            (gone.adds(), gone.now(NodeId(4)), gone.before(NodeId(3))),
            (false, Some(NodeId(3)), Some(NodeId(4)))
        );
    }

    #[test]
    fn cycles_are_short_and_have_a_place_for_each_edge() {
        let graph = graph(&["x", "a -> b", "b -> c x", "c -> b a", "s -> s", "y -> a"]);
        let order = graph.order();
        let shown: Vec<String> = order
            .cycles
            .iter()
            .map(|cycle| {
                let edges = cycle.iter().map(|(node, at)| format!("{}@{}", graph.key(*node), at.range.start));
                edges.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(shown, ["a@0 b@1 c@4", "s@5"]);
        let groups: Vec<String> = order.groups().map(|group| keys(&graph, group.iter().copied())).collect();
        assert_eq!(groups, ["x", "c b a", "s", "y"]);
        assert_eq!(keys(&graph, order.sorted), "x c b a s y");
        assert_eq!(keys(&graph, graph.unused()), "s y");
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        const LENGTH: u32 = 100_000;
        let mut graph = Graph::default();
        let nodes: Vec<NodeId> =
            (0..LENGTH).map(|index| graph.declare(format!("n{index}"), at(index)).expect("new")).collect();
        let mut edges: Vec<Edge> = nodes.windows(2).map(|pair| (Some(pair[0]), pair[1], at(0))).collect();
        edges.push((nodes.last().copied(), nodes[0], at(7)));
        graph.connect(&edges);
        let run = || graph.order();
        let order = std::thread::Builder::new().stack_size(256 << 10);
        let order = std::thread::scope(|scope| order.spawn_scoped(scope, run).expect("a thread").join());
        assert_eq!(order.expect("no overflow").cycles[0].len(), LENGTH as usize);
    }

    #[test]
    fn keys_are_put_together() {
        let long = "x".repeat(200);
        let graph = graph(&["var.a -> var.b", "var.b", &long]);
        assert_eq!(graph.find_joined(&["var.", "b"]), graph.find("var.b"));
        assert_eq!(graph.find_joined(&["var.", "", "c"]), None);
        assert_eq!(graph.find_joined(&["x", &long[1..]]), graph.find(&long));
    }

    #[test]
    fn a_place_tells_the_declaration() {
        let mut graph = Graph::default();
        let a = graph.declare("a", at(10)).expect("new");
        assert_eq!(graph.declare("a", at(20)), Err(a));
        graph.connect(&[(None, a, at(30)), (Some(a), a, at(31))]);
        assert_eq!(graph.uses(a), [(a, at(31))]);
        assert_eq!(graph.at(TextRange::at(30).in_source(SourceId(0))), Some(a));
        assert_eq!(graph.at(TextRange::at(40).in_source(SourceId(0))), None);
        assert_eq!(references_to(&graph, a), [at(30), at(31)]);
        assert!(graph.unused().is_empty());
    }
}
