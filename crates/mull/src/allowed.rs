//! Allowed inputs for which a document fails: the default of a property, the members of its type, both values of a
//! bool. Each is assumed separately, with all other properties unknown.
//!
//! Out of scope: combinations of inputs, and failures for all inputs, which are errors.

use std::sync::Arc;

use hclx_analysis::allowed_inputs::{AllowedInput, Allows, FailingInputs, MOST_OF_INPUT};
use hclx_diag::mull_codes::FUNCTION_FAILED;
use hclx_diag::{Diagnostic, Span};

use crate::answers::DocumentQuestion;
use crate::declare::{Custom, DocId, Property};
use crate::linked::LinkedDocuments;
use crate::run::{Parameters, literal_value};
use crate::syntax::ast::{Document, NodeId, NodeKind};
use crate::ty::{Literal, Ty, TyKind};

/// Functions that fail intentionally.
const ASSERTING: &[&str] = &["fail", "require"];

/// A value that a property accepts.
struct Alternative {
    literal: Literal,
    allows: Allows,
}

impl LinkedDocuments {
    /// The failures of a document for allowed inputs, one per location. The document must have no errors that hold for
    /// all inputs.
    pub(crate) fn failures_of_inputs(&self, doc: DocId, asked: &DocumentQuestion<'_>) -> Vec<Diagnostic> {
        let header = &self.program.doc(doc).header;
        let mut found = FailingInputs::beside(std::iter::empty(), asked.budget);
        for property in header.properties.iter().flatten() {
            for one in self.alternatives(property) {
                let declared = property.range.in_source(self.program.doc(property.doc).source);
                let input = AllowedInput {
                    name: &property.name,
                    shown: Some(one.literal.to_string()),
                    allows: one.allows,
                    declared: (declared, "declared here"),
                };
                let is_going_on = found.assume(&input, || {
                    let given = vec![(Arc::clone(&property.name), literal_value(&one.literal))];
                    let outcome = self.run_with(doc, Parameters::Unknown(given), asked);
                    outcome.diagnostics.into_iter().filter(|finding| self.is_failure(finding)).collect()
                });
                if !is_going_on {
                    return found.finish();
                }
            }
        }
        found.finish()
    }

    /// The values of a property that its declaration lists.
    fn alternatives(&self, property: &Property) -> Vec<Alternative> {
        let mut all = Vec::new();
        if let Some((doc, node)) = property.default {
            let literal = literal_of(&self.program.doc(doc).document, node);
            all.extend(literal.map(|literal| Alternative { literal, allows: Allows::Default }));
        }
        let mut add = |literal: Literal| {
            if all.iter().all(|one: &Alternative| !one.literal.same_value(&literal)) {
                all.push(Alternative { literal, allows: Allows::Listed("declaration") });
            }
        };
        let root = self.types.resolved(&property.ty);
        for member in root.members() {
            match member.kind() {
                TyKind::Bool => [true, false].map(Literal::Bool).into_iter().for_each(&mut add),
                TyKind::Literal(literal) => add(literal.clone()),
                _ => {}
            }
        }
        if let Some(custom) = self.custom(&property.ty)
            && let Some(members) = &custom.constraints.one_of
        {
            members.value.iter().cloned().for_each(&mut add);
        }
        all.truncate(MOST_OF_INPUT);
        all
    }

    fn custom(&self, ty: &Ty) -> Option<&Custom> {
        match ty.kind() {
            TyKind::Custom(id) => Some(self.types.custom(*id)),
            _ => None,
        }
    }

    /// Returns `true` for an unintended error: neither a limit nor an assertion of the author.
    fn is_failure(&self, finding: &Diagnostic) -> bool {
        let is_limit = finding.code.is_limit();
        let is_wanted =
            finding.code == FUNCTION_FAILED && finding.span.is_some_and(|span| self.is_asserted(span));
        finding.is_error() && !is_limit && !is_wanted
    }

    /// Returns `true` for a location inside a call of a function that fails intentionally.
    fn is_asserted(&self, place: Span) -> bool {
        let docs = self.program.docs.iter().filter(|doc| doc.source == place.source);
        docs.map(|doc| &doc.document).any(|document| {
            let nodes = (0..document.node_count()).map(|id| NodeId(id as u32));
            nodes.into_iter().any(|node| match document.kind(node) {
                NodeKind::Call { name, .. } if ASSERTING.contains(&&*name.text) => {
                    let range = document.range(node);
                    range.start <= place.range.start && place.range.end <= range.end
                }
                _ => false,
            })
        })
    }
}

/// The value of a literal scalar.
fn literal_of(document: &Document, node: NodeId) -> Option<Literal> {
    match document.kind(node) {
        NodeKind::Bool(value) => Some(Literal::Bool(*value)),
        NodeKind::String(text) => Some(Literal::String(text.clone())),
        NodeKind::Number { text, integral } => Literal::numeral(text, *integral),
        _ => None,
    }
}
