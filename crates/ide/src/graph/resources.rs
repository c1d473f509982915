//! The graph of resources as `terraform graph` prints it: other declarations are removed first, then
//! redundant edges (transitive reduction).

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::symbols::SymbolKind;
use hclx_diag::Arrange;

use super::{Edge, Graph, Node, Uses};

/// The maximum number of edges followed to find redundant ones.
const MOST_STEPS: usize = 100_000_000;

/// The nodes for which each declaration and the end of each call wait; some dependencies have no place.
type Waits = Vec<Vec<(usize, Option<Edge>)>>;

impl Graph {
    /// The graph restricted to resources and data sources. Two of them are connected if a chain of references
    /// between them contains no third one, and no other chain connects them. The second value is `true` if
    /// the graph is too large to remove all redundant edges.
    ///
    /// As in Terraform, everything in a module waits for the start of its call (`count`, `for_each`,
    /// `depends_on`). A use of a module as a whole waits for the end of the call, which waits for everything
    /// inside, and a resource waits for the configuration of its provider.
    #[must_use]
    pub fn resources(&self) -> (Self, bool) {
        let is_object =
            |node: usize| matches!(self.nodes[node].symbol.kind, SymbolKind::Resource | SymbolKind::Data);
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|node| is_object(*node)).collect();
        if kept.is_empty() {
            return (Self::plain(Vec::new(), Vec::new(), self.is_cut), false);
        }
        let waits = self.waits();
        let numbers: HashMap<usize, usize> = kept.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        let mut edges = Vec::new();
        // The number of an earlier round means that the node was not visited in this round, so nothing is
        // cleared.
        let mut seen_by = vec![usize::MAX; waits.len()];
        for (from, old) in kept.iter().enumerate() {
            seen_by[*old] = from;
            let mut left: Vec<(usize, Option<Edge>)> = vec![(*old, None)];
            while let Some((node, first)) = left.pop() {
                for (to, edge) in &waits[node] {
                    if std::mem::replace(&mut seen_by[*to], from) == from {
                        continue;
                    }
                    let first = first.or(*edge);
                    match (numbers.get(to), first) {
                        (Some(to), Some(first)) => edges.push(Edge { from, to: *to, ..first }),
                        (Some(_), None) => {}
                        (None, first) => left.push((*to, first)),
                    }
                }
            }
        }
        edges.arrange();
        let is_whole = reduce(&mut edges, kept.len());
        let nodes: Vec<Node> = kept.iter().map(|old| self.nodes[*old].clone()).collect();
        (Self::plain(nodes, edges, self.is_cut), !is_whole)
    }

    /// The nodes for which each node waits; the ends of calls are numbered after the declarations.
    fn waits(&self) -> Waits {
        let count = self.nodes.len();
        let mut waits: Waits = vec![Vec::new(); count + self.inside.len()];
        for edge in &self.edges {
            waits[edge.from].push((edge.to, Some(*edge)));
        }
        let end = |call: usize| {
            self.inside.binary_search_by_key(&call, |(call, _)| *call).ok().map(|number| count + number)
        };
        // nothing waits for the call of the root module
        for node in (0..count).filter(|node| !self.nodes[*node].module.is_empty()) {
            let Some(call) = self.node(&self.nodes[node].module) else { continue };
            waits[node].push((call, None));
            let Some(after) = end(call) else { continue };
            waits[after].push((node, None));
            waits[after].extend(end(node).map(|inner| (inner, None)));
        }
        for (node, waits) in waits.iter_mut().enumerate().take(count) {
            let is_object = matches!(self.nodes[node].symbol.kind, SymbolKind::Resource | SymbolKind::Data);
            let names_one = || self.uses(node).iter().any(|edge| self.is_provider(edge.to));
            if is_object
                && !names_one()
                && let Some(provider) = self.provider(node)
            {
                let place = self.nodes[node].symbol.name;
                let edge = Edge { from: node, to: provider, place, uses: Uses::Refers };
                waits.push((provider, Some(edge)));
            }
        }
        for (from, to, place) in &self.wholes {
            let edge = Edge { from: *from, to: *to, place: *place, uses: Uses::Refers };
            waits[*from].extend(end(*to).map(|end| (end, Some(edge))));
        }
        waits
    }
}

/// A resource's configuration of its provider.
impl Graph {
    fn is_provider(&self, node: usize) -> bool {
        self.nodes[node].symbol.key.key.starts_with("provider.")
    }

    /// The default configuration of a resource's provider, in its module or in callers that do not set the
    /// configurations to use.
    fn provider(&self, node: usize) -> Option<usize> {
        let Node { module, symbol, .. } = &self.nodes[node];
        let key = &*symbol.key.key;
        // Terraform uses the first word of a type as the local name of its provider.
        let name = key.strip_prefix("data.").unwrap_or(key).split(['.', '_']).next()?;
        let mut module = Arc::clone(module);
        loop {
            if module.is_empty() {
                return self.node(&format!("provider.{name}"));
            }
            if let Some(own) = self.node(&format!("{module}.provider.{name}")) {
                return Some(own);
            }
            let call = self.node(&module)?;
            if self.uses(call).iter().any(|edge| self.is_provider(edge.to)) {
                return None;
            }
            module = Arc::clone(&self.nodes[call].module);
        }
    }
}

/// Removes redundant edges; returns `false` if there are too many to examine all of them. Edges must be
/// sorted.
fn reduce(edges: &mut Vec<Edge>, count: usize) -> bool {
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); count];
    edges.iter().for_each(|edge| targets[edge.from].push(edge.to));
    let position = positions(&targets);
    let mut seen_by = vec![usize::MAX; count];
    let mut steps = 0;
    for node in 0..count {
        // later targets in the order may depend on earlier ones, so they come first
        let mut next = targets[node].clone();
        next.arrange_by_key(|to| std::cmp::Reverse(position[*to]));
        let mut kept = Vec::new();
        for to in next.into_iter().filter(|to| *to != node) {
            if seen_by[to] == node {
                continue;
            }
            kept.push(to);
            seen_by[to] = node;
            let mut left = vec![to];
            while let Some(at) = left.pop() {
                steps += targets[at].len();
                let new = targets[at].iter().copied().filter(|to| *to != node);
                left.extend(new.filter(|to| std::mem::replace(&mut seen_by[*to], node) != node));
            }
        }
        targets[node] = kept;
        if steps > MOST_STEPS {
            break;
        }
    }
    targets.iter_mut().for_each(|targets| targets.arrange());
    edges.retain(|edge| targets[edge.from].binary_search(&edge.to).is_ok());
    steps <= MOST_STEPS
}

/// The position of each node in topological order, after its dependencies.
fn positions(targets: &[Vec<usize>]) -> Vec<usize> {
    let mut position = vec![usize::MAX; targets.len()];
    let mut is_met = vec![false; targets.len()];
    let mut clock = 0;
    for root in 0..targets.len() {
        if std::mem::replace(&mut is_met[root], true) {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, next)) = work.last_mut() {
            let node = *node;
            match targets[node].get(*next) {
                Some(to) => {
                    *next += 1;
                    if !std::mem::replace(&mut is_met[*to], true) {
                        work.push((*to, 0));
                    }
                }
                None => {
                    position[node] = clock;
                    clock += 1;
                    work.pop();
                }
            }
        }
    }
    position
}
