//! The references between the declarations of a module and of all modules that it calls, as one graph:
//! arguments connect to variables, and outputs to their uses.

mod build;
mod resources;

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::graph as order;
use hclx_analysis::symbols::{Symbol, SymbolKind};
use hclx_diag::{Arrange, Span};

use build::Build;
pub use build::MOST_DEPTH;

/// A declaration in one instance of a module.
#[derive(Clone, Debug)]
pub struct Node {
    /// The address from the root module: `module.net.var.zones`.
    pub address: Arc<str>,
    /// The address of the call of its module, which is empty in the root module.
    pub module: Arc<str>,
    /// The declaration.
    pub symbol: Symbol,
}

/// A kind of dependency between two declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Uses {
    /// By a reference.
    Refers,
    /// By a call that passes the value.
    IsGiven,
}

/// A reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The dependent node.
    pub from: usize,
    /// The node that it depends on.
    pub to: usize,
    /// The place of the reference.
    pub place: Span,
    /// The kind of dependency.
    pub uses: Uses,
}

/// The declarations of a root module and of all modules that it calls, with their references.
#[derive(Debug, Default)]
pub struct Graph {
    /// The declarations, grouped by module.
    pub nodes: Vec<Node>,
    /// The references, sorted by the referring node.
    pub edges: Vec<Edge>,
    /// Set if there are more declarations than a graph may contain.
    pub is_cut: bool,
    /// The nodes by address.
    names: order::Graph,
    /// Calls of modules, each with the nodes of the called module and of the modules that it calls.
    inside: Vec<(usize, Range<usize>)>,
    /// Calls whose value is used as a whole: the user, the call, and the place.
    wholes: Vec<(usize, usize, Span)>,
}

impl Graph {
    /// The graph of the module in a directory.
    pub fn of(snapshot: &Snapshot, root: &str) -> Self {
        let mut graph = Build::graph(snapshot, root);
        graph.edges.retain(|edge| edge.from != edge.to);
        graph.edges.arrange();
        // The edges are sorted, so the first place of each reference is kept.
        graph.edges.dedup_by_key(|edge| (edge.from, edge.to));
        graph
    }

    /// The node with an address.
    pub fn node(&self, address: &str) -> Option<usize> {
        self.names.find(address).map(order::NodeId::index)
    }

    /// The references of a node.
    pub fn uses(&self, node: usize) -> &[Edge] {
        let start = self.edges.partition_point(|edge| edge.from < node);
        let end = self.edges.partition_point(|edge| edge.from <= node);
        &self.edges[start..end]
    }

    /// The shortest chain of references from a node to another one; `None` if there is none.
    pub fn why(&self, from: usize, to: usize) -> Option<Vec<Edge>> {
        let mut came: HashMap<usize, Edge> = HashMap::new();
        let mut next = VecDeque::from([from]);
        while let Some(node) = next.pop_front() {
            if node == to && node != from {
                let mut chain = Vec::new();
                let mut at = to;
                while at != from {
                    let edge = came[&at];
                    chain.push(edge);
                    at = edge.from;
                }
                chain.reverse();
                return Some(chain);
            }
            for edge in self.uses(node) {
                if edge.to != from && !came.contains_key(&edge.to) {
                    came.insert(edge.to, *edge);
                    next.push_back(edge.to);
                }
            }
        }
        None
    }

    /// The other nodes whose values may change together with that of a node, sorted by address.
    pub fn impact(&self, node: usize) -> Vec<usize> {
        let mut reached = self.impact_of(&[node]);
        reached.retain(|one| *one != node);
        reached
    }

    /// Some nodes, and all nodes whose values may change together with theirs, sorted by address.
    pub fn impact_of(&self, nodes: &[usize]) -> Vec<usize> {
        let users = self.users();
        let reached = reached(nodes, usize::MAX, self.nodes.len(), |node| users[node].iter().copied());
        self.by_name(reached.into_iter())
    }

    /// For each node, the nodes that refer to it.
    fn users(&self) -> Vec<Vec<usize>> {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        self.edges.iter().for_each(|edge| users[edge.to].push(edge.from));
        users
    }

    /// The part of the graph around a node: its dependencies and dependents within this many references.
    #[must_use]
    pub fn around(&self, node: usize, depth: usize) -> Self {
        let users = self.users();
        let count = self.nodes.len();
        let below = reached(&[node], depth, count, |node| self.uses(node).iter().map(|edge| edge.to));
        let above = reached(&[node], depth, count, |node| users[node].iter().copied());
        self.part(&below.into_iter().chain(above).collect())
    }

    /// The graph restricted to some nodes.
    fn part(&self, kept: &HashSet<usize>) -> Self {
        let numbers: Vec<usize> = (0..self.nodes.len()).filter(|node| kept.contains(node)).collect();
        let number = |node: usize| numbers.binary_search(&node).ok();
        let edge = |edge: &Edge| Some(Edge { from: number(edge.from)?, to: number(edge.to)?, ..*edge });
        let nodes: Vec<Node> = numbers.iter().map(|node| self.nodes[*node].clone()).collect();
        Self::plain(nodes, self.edges.iter().filter_map(edge).collect(), self.is_cut)
    }

    /// A graph without data about calls.
    fn plain(nodes: Vec<Node>, edges: Vec<Edge>, is_cut: bool) -> Self {
        let mut names = order::Graph::default();
        names.reserve(nodes.len());
        for node in &nodes {
            let declared = names.declare(Arc::clone(&node.address), node.symbol.name);
            declared.expect("addresses are unique");
        }
        Self { nodes, edges, is_cut, names, ..Self::default() }
    }

    /// One chain of references for each group of declarations that depend on each other; the last reference
    /// leads back to the first declaration.
    pub fn cycles(&self) -> Vec<Vec<Edge>> {
        let mut graph = self.names.clone();
        let numbers: Vec<order::NodeId> = graph.nodes().collect();
        let edges: Vec<order::Edge> =
            self.edges.iter().map(|edge| (Some(numbers[edge.from]), numbers[edge.to], edge.place)).collect();
        graph.connect(&edges);
        let step = |cycle: &order::Cycle, at: usize| {
            let (from, place) = cycle[at];
            let to = cycle[(at + 1) % cycle.len()].0;
            Edge { from: from.index(), to: to.index(), place, uses: Uses::Refers }
        };
        let chain = |cycle: &order::Cycle| (0..cycle.len()).map(|at| step(cycle, at)).collect();
        graph.order().cycles.iter().map(chain).collect()
    }

    /// The variables, local values, data sources and outputs of called modules without references, sorted by
    /// address.
    pub fn unused(&self) -> Vec<usize> {
        let mut is_used = vec![false; self.nodes.len()];
        self.edges.iter().for_each(|edge| is_used[edge.to] = true);
        let counts = |node: &Node| match node.symbol.kind {
            SymbolKind::Variable | SymbolKind::Local | SymbolKind::Data => true,
            // Users of the root module read its outputs, and calls and resources have effects of their own.
            SymbolKind::Output => !node.module.is_empty(),
            SymbolKind::Module | SymbolKind::Resource | SymbolKind::Block => false,
        };
        self.by_name((0..self.nodes.len()).filter(|node| !is_used[*node] && counts(&self.nodes[*node])))
    }

    /// The graph restricted to module calls, with an edge to each call from the call of the module that
    /// contains it.
    #[must_use]
    pub fn modules(&self) -> Self {
        let calls = self.nodes.iter().filter(|node| node.symbol.kind == SymbolKind::Module);
        let nodes: Vec<Node> = calls.cloned().collect();
        let mut graph = Self::plain(nodes, Vec::new(), self.is_cut);
        let inside = |(to, node): (usize, &Node)| {
            let from = graph.node(&node.module)?;
            Some(Edge { from, to, place: node.symbol.name, uses: Uses::Refers })
        };
        graph.edges = graph.nodes.iter().enumerate().filter_map(inside).collect();
        graph
    }

    fn by_name(&self, nodes: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut nodes: Vec<usize> = nodes.collect();
        nodes.arrange_by(|one, other| self.nodes[*one].address.cmp(&self.nodes[*other].address));
        nodes
    }
}

/// The nodes reached in at most this many steps from some nodes, which are included.
fn reached<I: Iterator<Item = usize>>(
    from: &[usize],
    depth: usize,
    count: usize,
    next: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut is_reached = vec![false; count];
    from.iter().for_each(|node| is_reached[*node] = true);
    let mut reached = from.to_vec();
    let (mut start, mut left) = (0, depth);
    while start < reached.len() && left > 0 {
        let end = reached.len();
        for at in start..end {
            for node in next(reached[at]) {
                if !std::mem::replace(&mut is_reached[node], true) {
                    reached.push(node);
                }
            }
        }
        (start, left) = (end, left - 1);
    }
    reached
}
