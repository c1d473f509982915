//! Drawings of graphs for Graphviz and Mermaid.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use hclx_diag::Arrange;

/// The maximum number of edges that Mermaid draws with its default settings (`maxEdges`).
pub const MERMAID_EDGES: usize = 500;

/// A graph to draw.
#[derive(Clone, Debug, Default)]
pub struct GraphDrawing {
    /// The nodes: the name within the group, and the group, which may be empty.
    pub nodes: Vec<(String, String)>,
    /// The edges, as pairs of source and target.
    pub edges: Vec<(usize, usize)>,
    /// The edges of cycles, which are drawn in red.
    pub cycles: HashSet<(usize, usize)>,
}

impl GraphDrawing {
    /// The nodes of each group, by name.
    fn groups(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (node, (_, group)) in self.nodes.iter().enumerate() {
            groups.entry(group).or_default().push(node);
        }
        groups
    }

    /// A drawing of the groups, with an edge where a node of one group refers to a node of another. The group
    /// without a name is called `root`.
    #[must_use]
    pub fn collapsed(&self, root: &str) -> Self {
        let groups: Vec<&str> = self.groups().into_keys().collect();
        let number = |node: usize| groups.binary_search(&&*self.nodes[node].1).unwrap_or_default();
        let mut edges: Vec<(usize, usize)> =
            self.edges.iter().map(|(from, to)| (number(*from), number(*to))).collect();
        edges.retain(|(from, to)| from != to);
        edges.arrange();
        edges.dedup();
        let name = |group: &&str| (if group.is_empty() { root } else { group }.to_owned(), String::new());
        Self { nodes: groups.iter().map(name).collect(), edges, cycles: HashSet::new() }
    }

    /// The drawing in DOT, for Graphviz.
    pub fn dot(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let mut text = "digraph hclx {\n  rankdir = \"LR\"\n  node [shape = \"box\"]\n".to_owned();
        for (number, (group, nodes)) in self.groups().into_iter().enumerate() {
            let indent = if group.is_empty() { "  " } else { "    " };
            if !group.is_empty() {
                // Graphviz draws frames only around subgraphs whose names begin with `cluster`.
                let _ = writeln!(text, "  subgraph \"cluster_{number}\" {{\n    label = {}", quoted(group));
            }
            for node in nodes {
                let _ = writeln!(text, "{indent}n{node} [label = {}]", quoted(&self.nodes[node].0));
            }
            if !group.is_empty() {
                text.push_str("  }\n");
            }
        }
        for edge @ (from, to) in &self.edges {
            let color = if self.cycles.contains(edge) { " [color = \"red\"]" } else { "" };
            let _ = writeln!(text, "  n{from} -> n{to}{color}");
        }
        text.push_str("}\n");
        text
    }

    /// The drawing as a Mermaid flowchart.
    pub fn mermaid(&self) -> String {
        // entities are the only escapes that every version supports
        let special = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | ' '));
        let escaped = |c: char| if special(c) { format!("#{};", u32::from(c)) } else { c.to_string() };
        let quoted = |text: &str| format!("\"{}\"", text.chars().map(escaped).collect::<String>());
        let mut text = "flowchart LR\n".to_owned();
        for (number, (group, nodes)) in self.groups().into_iter().enumerate() {
            let indent = if group.is_empty() { "  " } else { "    " };
            if !group.is_empty() {
                let _ = writeln!(text, "  subgraph g{number}[{}]", quoted(group));
            }
            for node in nodes {
                let _ = writeln!(text, "{indent}n{node}[{}]", quoted(&self.nodes[node].0));
            }
            if !group.is_empty() {
                text.push_str("  end\n");
            }
        }
        for (from, to) in &self.edges {
            let _ = writeln!(text, "  n{from} --> n{to}");
        }
        let is_red = |(_, edge): &(usize, &(usize, usize))| self.cycles.contains(edge);
        // Mermaid styles edges by their numbers.
        for (number, _) in self.edges.iter().enumerate().filter(is_red) {
            let _ = writeln!(text, "  linkStyle {number} stroke:red");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> GraphDrawing {
        let node = |name: &str, group: &str| (name.to_owned(), group.to_owned());
        GraphDrawing {
            nodes: vec![node("local.a", ""), node("var.\"b\\", "module.net"), node("end", "module.net")],
            edges: vec![(0, 1), (1, 2)],
            cycles: HashSet::from([(1, 2)]),
        }
    }

    #[test]
    fn names_steer_no_program() {
        assert_eq!(
            drawing().dot(),
            "digraph hclx {\n  rankdir = \"LR\"\n  node [shape = \"box\"]\n  n0 [label = \"local.a\"]\n  \
             subgraph \"cluster_1\" {\n    label = \"module.net\"\n    n1 [label = \"var.\\\"b\\\\\"]\n    \
             n2 [label = \"end\"]\n  }\n  n0 -> n1\n  n1 -> n2 [color = \"red\"]\n}\n"
        );
        assert_eq!(
            drawing().mermaid(),
            "flowchart LR\n  n0[\"local.a\"]\n  subgraph g1[\"module.net\"]\n    n1[\"var.#34;b#92;\"]\n    \
             n2[\"end\"]\n  end\n  n0 --> n1\n  n1 --> n2\n  linkStyle 1 stroke:red\n"
        );
    }

    #[test]
    fn groups_become_nodes() {
        let collapsed = drawing().collapsed("the root");
        let names: Vec<&str> = collapsed.nodes.iter().map(|(name, _)| &**name).collect();
        assert_eq!((names, collapsed.edges), (vec!["the root", "module.net"], vec![(0, 1)]));
    }
}
