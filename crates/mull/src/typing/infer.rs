//! Inference: the types of nodes without an expected type (Mull §11).

use crate::syntax::ast::{NodeId, NodeKind, UnaryOp};

use super::narrowing::Facts;
use super::{TypedExpr, Typer};
use crate::ty::{Literal, Ty};

/// Runs one level of a recursion on a stack that grows.
pub(super) fn grow<R>(level: impl FnOnce() -> R) -> R {
    hclx_diag::grow(level)
}

impl<'a> Typer<'a> {
    /// Records the type of a node.
    pub(super) fn record(&mut self, node: NodeId, ty: &Ty) {
        self.nodes[node.0 as usize] = Some(ty.clone());
    }

    /// Infers the type of a node.
    pub(super) fn infer(&mut self, node: NodeId) -> TypedExpr {
        let typed = grow(|| self.infer_kind(node));
        self.record(node, &typed.ty);
        typed
    }

    fn infer_kind(&mut self, node: NodeId) -> TypedExpr {
        let document = self.document;
        let range = self.range(node);
        match document.kind(node) {
            NodeKind::Missing => TypedExpr::any(),
            NodeKind::Null | NodeKind::Undefined => Ty::none().into(),
            NodeKind::Bool(truth) => constant(Literal::Bool(*truth)),
            NodeKind::String(text) => constant(Literal::String(text.clone())),
            NodeKind::Number { text, integral } => match Literal::numeral(text, *integral) {
                Some(literal) => constant(literal),
                None if *integral => Ty::int().into(),
                None => Ty::number().into(),
            },
            NodeKind::Text(parts) => self.text(parts),
            NodeKind::Mapping(entries) => self.infer_mapping(entries, false).into(),
            NodeKind::Sequence(entries) => self.infer_sequence(entries).into(),
            NodeKind::Statement(entries) => self.statement(entries, None),
            NodeKind::Name(name) => self.name(name, range),
            NodeKind::This => self.this(range),
            NodeKind::Type => self.type_variable(),
            NodeKind::Ctx => self.ctx(),
            NodeKind::Member { .. } | NodeKind::Index { .. } => self.access(node),
            NodeKind::Call { name, args } => self.call_with(name, args, range).0,
            NodeKind::If { condition, yes, no } => self.if_expression(node, (*condition, *yes, *no), None),
            NodeKind::For { subject, body } => self.for_expression(node, *subject, *body, None),
            NodeKind::Unary { .. } | NodeKind::Binary { .. } => self.truth_kind(node).0,
            NodeKind::Coalesce { .. } => self.coalesce(node, None),
            NodeKind::Array(elements) => self.infer_array(elements).into(),
            NodeKind::Map(entries) => self.infer_map(entries).into(),
            NodeKind::Assert { ty, value, entries } => self.assertion(ty, *value, *entries).into(),
        }
    }

    /// Infers the type of a node, and the facts implied by its being true or false.
    pub(super) fn truth(&mut self, node: NodeId) -> (TypedExpr, Facts) {
        let (typed, facts) = grow(|| self.truth_kind(node));
        self.record(node, &typed.ty);
        (typed, facts)
    }

    fn truth_kind(&mut self, node: NodeId) -> (TypedExpr, Facts) {
        let document = self.document;
        match document.kind(node) {
            NodeKind::Binary { .. } => self.binary(node),
            NodeKind::Unary { op: UnaryOp::Not, operand } => self.not(node, *operand),
            NodeKind::Unary { op: UnaryOp::Negate, operand } => {
                (self.negate(node, *operand), Facts::default())
            }
            NodeKind::Call { name, args } if &*name.text == "defined" => {
                let (typed, arguments) = self.call_with(name, args, self.range(node));
                // a defined value may be null, but types do not distinguish null from undefined
                let yes = arguments.first().and_then(|argument| argument.path).into_iter().collect();
                (typed, Facts { yes, no: Vec::new() })
            }
            _ => (self.infer(node), Facts::default()),
        }
    }
}

fn constant(literal: Literal) -> TypedExpr {
    TypedExpr { ty: literal.base(), constant: Some(literal), path: None }
}
