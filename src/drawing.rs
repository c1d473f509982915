//! Graphs of references as drawings.

use hclx_ide::{Edge, Graph, Node};
use hclx_present::graph::GraphDrawing;

/// A graph as nodes in groups: each node is in the group of its module call, labeled with its
/// address there.
pub(crate) fn drawing(graph: &Graph, cycles: &[Vec<Edge>]) -> GraphDrawing {
    let node = |node: &Node| {
        let inside = node.address.strip_prefix(&*node.module).map(|rest| rest.trim_start_matches('.'));
        (inside.unwrap_or(&node.address).to_owned(), node.module.to_string())
    };
    let ends = |edge: &Edge| (edge.from, edge.to);
    GraphDrawing {
        nodes: graph.nodes.iter().map(node).collect(),
        edges: graph.edges.iter().map(ends).collect(),
        cycles: cycles.iter().flatten().map(ends).collect(),
    }
}
