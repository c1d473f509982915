//! Lifetimes of computed data: the data of a unit is kept until the unit is answered and no other unit can
//! need it.
//!
//! Out of scope: the data itself (`session`), and which units a unit needs (each language).

use std::sync::Arc;

use hclx_diag::{SourceId, TextRange};

use crate::graph::{Edge, Graph, NodeId};

/// The units of a run by root, with the units whose files they may need.
pub(crate) struct UnitRetention {
    graph: Graph,
    /// The entries by root.
    held: Vec<RetainedUnit>,
}

/// The units with a root.
#[derive(Default)]
struct RetainedUnit {
    /// The number of unanswered units, plus the number of unfinished units that need them.
    left: usize,
    /// Set if it is unknown which units need them.
    stays: bool,
    files: Vec<DoneFile>,
}

/// A file of an answered unit.
pub(crate) struct DoneFile {
    pub(crate) file: SourceId,
    /// Set if the contents are still needed.
    pub(crate) keeps_content: bool,
}

impl UnitRetention {
    /// Creates the state for units by root, each with the roots of the units that it may need. No unit is
    /// answered yet.
    pub(crate) fn new(units: &[(Arc<str>, Vec<Arc<str>>)]) -> Self {
        let nowhere = TextRange::at(0).in_source(SourceId(0));
        let mut graph = Graph::default();
        let mut declare = |root: &str| graph.declare(root, nowhere).unwrap_or_else(|known| known);
        let nodes: Vec<NodeId> = units.iter().map(|(root, _)| declare(root)).collect();
        let mut edges: Vec<Edge> = Vec::new();
        for ((_, needs), node) in units.iter().zip(&nodes) {
            edges.extend(needs.iter().filter_map(|root| Some((Some(*node), graph.find(root)?, nowhere))));
        }
        graph.connect(&edges);
        let mut held: Vec<RetainedUnit> = graph.nodes().map(|_| RetainedUnit::default()).collect();
        nodes.iter().for_each(|node| held[node.index()].left += 1);
        edges.iter().for_each(|(_, needed, _)| held[needed.index()].left += 1);
        Self { graph, held }
    }

    /// Marks a unit as answered. Returns the roots that are now finished, and the files of their units. Units
    /// that need each other never finish.
    pub(crate) fn answered(
        &mut self,
        root: &str,
        is_shared: bool,
        answered: impl Iterator<Item = DoneFile>,
    ) -> (Vec<String>, Vec<DoneFile>) {
        let Some(node) = self.graph.find(root) else { return Default::default() };
        let held = &mut self.held[node.index()];
        held.stays |= is_shared;
        held.files.extend(answered);
        let (mut roots, mut files) = (Vec::new(), Vec::new());
        let mut left = vec![node];
        while let Some(node) = left.pop() {
            let held = &mut self.held[node.index()];
            // a unit that is answered again is already done
            let Some(others) = held.left.checked_sub(1) else { continue };
            held.left = others;
            if others > 0 || held.stays {
                continue;
            }
            files.append(&mut held.files);
            left.extend(self.graph.uses(node).iter().map(|(needed, _)| *needed));
            roots.push(self.graph.key(node).to_owned());
        }
        (roots, files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses units and the units that they need, as `root: needs`.
    fn holding(units: &[&str]) -> UnitRetention {
        let unit = |line: &&str| -> (Arc<str>, Vec<Arc<str>>) {
            let (root, needs) = line.split_once(':').expect("a colon");
            (root.into(), needs.split_whitespace().map(Arc::from).collect())
        };
        UnitRetention::new(&units.iter().map(unit).collect::<Vec<_>>())
    }

    /// The roots that are finished once this unit is answered.
    fn done(holding: &mut UnitRetention, answered: &str, is_shared: bool) -> String {
        let one = |root: &str| {
            let (mut roots, files) = holding.answered(root, is_shared, std::iter::empty());
            assert!(files.is_empty());
            roots.sort();
            roots.join(" ")
        };
        answered.split_whitespace().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn what_others_need_is_done_after_them() {
        let units = ["a: b c elsewhere", "b: c", "c:", "d: c", "e:"];
        assert_eq!(done(&mut holding(&units), "a b c d e", false), "a, b, , c d, e");
        assert_eq!(done(&mut holding(&units), "e d c b a", false), "e, d, , , a b c");
        assert_eq!(done(&mut holding(&["a: b", "b:"]), "b a a b", false), ", a b, , ");
    }

    #[test]
    fn those_that_need_each_other_stay() {
        let units = ["a: b", "b: c d", "c: b", "d:", "e: a c"];
        assert_eq!(done(&mut holding(&units), "a b c d e", false), ", , , , a e");
        assert_eq!(done(&mut holding(&["a: a", "b: a"]), "a b", false), ", b");
    }

    #[test]
    fn a_root_of_several_units_is_done_after_all() {
        let mut two = holding(&["a: b", "a: c", "b:", "c:"]);
        assert_eq!(done(&mut two, "b a c a", false), ", , , a b c");
    }

    #[test]
    fn what_is_shared_stays_with_what_it_needs() {
        let mut shared = holding(&["a: b", "b:"]);
        assert_eq!(done(&mut shared, "a b", true), ", ");
    }
}
