//! A document under construction: nodes, offset maps of decoded strings, and findings.

use std::sync::Arc;

use hclx_diag::{Arrange, Code, Diagnostic, SourceId, TextRange};

use super::ast::{Document, Form, Node, NodeId, NodeKind, Places};

/// A document under construction.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) source: SourceId,
    pub(crate) nodes: Vec<Node>,
    pub(crate) places: Vec<(NodeId, Places)>,
    pub(crate) keys: Vec<(NodeId, TextRange)>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Builder {
    /// Creates an empty document.
    pub(crate) fn new(source: SourceId) -> Self {
        Self { source, nodes: Vec::new(), places: Vec::new(), keys: Vec::new(), diagnostics: Vec::new() }
    }

    /// Adds a node.
    pub(crate) fn node(&mut self, kind: NodeKind, range: TextRange) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("files of 8 MiB have fewer nodes"));
        self.nodes.push(Node { kind, range });
        id
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, code: Code, range: TextRange, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, range.in_source(self.source), message));
    }

    /// Finishes the document; returns it with its findings.
    pub(crate) fn finish(
        mut self,
        form: Form,
        source: Arc<[u8]>,
        root: Option<NodeId>,
    ) -> (Document, Vec<Diagnostic>) {
        // Both lists are searched by node.
        self.places.arrange_by_key(|(id, _)| *id);
        self.keys.arrange_by_key(|(id, _)| *id);
        let document =
            Document { form, source, nodes: self.nodes, root, places: self.places, keys: self.keys };
        (document, self.diagnostics)
    }
}
