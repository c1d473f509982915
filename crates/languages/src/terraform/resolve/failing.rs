//! Expressions that fail for some values: the references that a failing operation uses, and the declarations that pass
//! values on. They are found without evaluation, so that only declarations that may fail are evaluated again for other
//! inputs.

use std::collections::HashSet;

use hclx_analysis::graph::NodeId;
use hclx_syntax::ast::{BinaryOp, BodyId, ExprId, ExprKind, Item, TraverseKind, Tree};

use super::dependencies;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::expressions::each_expression;
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// Functions that never fail for a known argument of the right type, sorted. A missing entry only costs time.
const TOTAL: &[&str] = &[
    "abs",
    "alltrue",
    "anytrue",
    "base64encode",
    "ceil",
    "chomp",
    "compact",
    "concat",
    "contains",
    "distinct",
    "endswith",
    "floor",
    "issensitive",
    "join",
    "jsonencode",
    "keys",
    "length",
    "lower",
    "md5",
    "merge",
    "nonsensitive",
    "replace",
    "reverse",
    "sensitive",
    "sha1",
    "sha256",
    "sort",
    "split",
    "startswith",
    "strrev",
    "title",
    "tolist",
    "toset",
    "tostring",
    "trim",
    "trimprefix",
    "trimspace",
    "trimsuffix",
    "upper",
    "urlencode",
    "values",
    "yamlencode",
];

/// Blocks whose conditions restrict the accepted values.
const CONDITIONS: &[&str] = &["lifecycle", "postcondition", "precondition", "validation"];

type Nodes = HashSet<NodeId, foldhash::fast::RandomState>;

/// The values for which an operation may fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Risk {
    /// No value of the right type.
    #[default]
    Never,
    /// Null, and values of the wrong type.
    Null,
    /// Other values as well.
    Any,
}

impl Risk {
    fn max(self, other: Self) -> Self {
        if (self as u8) < (other as u8) { other } else { self }
    }
}

/// The declarations of a module that a value may cause to fail, by the index of the declaration that provides the
/// value.
#[derive(Debug, Default)]
pub(crate) struct FailureIndex {
    /// The declarations that pass the value on.
    passed: Vec<Vec<NodeId>>,
    /// The declarations that may fail because of the value.
    risks: Vec<Vec<(NodeId, Risk)>>,
    /// The positions in the evaluation order.
    places: Vec<usize>,
}

impl FailureIndex {
    /// The declarations of a module that may fail. `outputs` is the risk that an output exposes a marked value.
    pub(crate) fn of(module: &Module, outputs: Risk) -> Self {
        let count = module.declarations.len();
        let mut failing =
            Self { passed: vec![Vec::new(); count], risks: vec![Vec::new(); count], places: vec![0; count] };
        for (place, node) in module.links().order.sorted.iter().enumerate() {
            failing.places[node.index()] = place;
        }
        for node in module.names.nodes() {
            let declaration = module.declaration(node);
            if matches!(declaration.kind, Kind::Variable | Kind::Check) {
                continue;
            }
            let mut walk = Walk { module, outputs, found: Vec::new() };
            walk.declaration(declaration);
            for (to, risk, passes) in walk.found {
                // Nodes are visited one by one, so repetitions are adjacent.
                if passes && failing.passed[to.index()].last() != Some(&node) {
                    failing.passed[to.index()].push(node);
                }
                if risk != Risk::Never && failing.risks[to.index()].last() != Some(&(node, risk)) {
                    failing.risks[to.index()].push((node, risk));
                }
            }
        }
        failing
    }

    /// Returns `true` if no declaration may fail.
    pub(crate) fn is_empty(&self) -> bool {
        self.risks.iter().all(Vec::is_empty)
    }

    /// The declarations to evaluate for values of `from`, in evaluation order: those that may fail, and those
    /// that pass the values on to them. Empty if nothing may fail.
    pub(crate) fn reached(&self, from: &[NodeId], is_null: bool) -> Vec<NodeId> {
        let mut reached: Vec<NodeId> = self.reached_by(from, is_null).into_iter().collect();
        self.in_order(&mut reached);
        reached
    }

    /// Like [`Self::reached`], where the values of `nulls` are null or of any type, and those of `others` are not.
    pub(crate) fn reached_by_all(&self, nulls: &[NodeId], others: &[NodeId]) -> Vec<NodeId> {
        let mut wanted = self.reached_by(nulls, true);
        wanted.extend(self.reached_by(others, false));
        let mut reached: Vec<NodeId> = wanted.into_iter().collect();
        self.in_order(&mut reached);
        reached
    }

    fn in_order(&self, nodes: &mut [NodeId]) {
        nodes.sort_unstable_by_key(|node| self.places[node.index()]);
    }

    fn reached_by(&self, from: &[NodeId], is_null: bool) -> Nodes {
        let (mut gets, mut seen, mut left) = (Vec::new(), Nodes::default(), from.to_vec());
        while let Some(node) = left.pop() {
            if seen.insert(node) {
                gets.push(node);
                left.extend(&self.passed[node.index()]);
            }
        }
        let least = if is_null { Risk::Null } else { Risk::Any };
        let mut wanted = Nodes::default();
        // starting with the last one, so that the declarations that use a value are already decided
        gets.sort_unstable_by_key(|node| std::cmp::Reverse(self.places[node.index()]));
        for node in gets {
            let mut leads = self.passed[node.index()].iter().any(|to| wanted.contains(to));
            for (user, risk) in &self.risks[node.index()] {
                if risk.max(least) == *risk {
                    wanted.insert(*user);
                    leads = true;
                }
            }
            if leads {
                wanted.insert(node);
            }
        }
        for node in from {
            // The values of these are given, so they are not evaluated.
            wanted.remove(node);
        }
        wanted
    }
}

/// A walk over the references of one declaration: the target, the risk, and `true` if the value is passed on.
struct Walk<'m> {
    module: &'m Module,
    outputs: Risk,
    found: Vec<(NodeId, Risk, bool)>,
}

impl<'m> Walk<'m> {
    fn declaration(&mut self, declaration: &'m Declaration) {
        if let Some(expr) = declaration.expr {
            return self.expression(&declaration.written.parsed.tree, expr, Risk::Never, true);
        }
        for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
            let view = written.view();
            match view.native_id() {
                Some(body) => self.body(declaration.kind, &written.parsed.tree, body),
                None => each_expression(&view, &mut |tree, expr| {
                    let mut walk = Walk { module: self.module, outputs: self.outputs, found: Vec::new() };
                    let risk = if declaration.kind == Kind::Output { self.outputs } else { Risk::Never };
                    walk.expression(tree, expr, risk, false);
                    self.found.extend(walk.found);
                }),
            }
        }
    }

    fn body(&mut self, kind: Kind, tree: &'m Tree, body: BodyId) {
        let mut bodies = vec![(body, true)];
        while let Some((body, is_top)) = bodies.pop() {
            for item in tree.slice(tree.body(body).items) {
                match item {
                    Item::Attribute(attribute) => {
                        let risk = match tree.text(attribute.name.text) {
                            // At any depth: `dynamic` blocks have it as well.
                            "for_each" => Risk::Any,
                            "count" if is_top && indexes_by_count(tree) => Risk::Any,
                            "count" if is_top => Risk::Null,
                            "value" if is_top && kind == Kind::Output => self.outputs,
                            _ => Risk::Never,
                        };
                        self.expression(tree, attribute.value, risk, is_top && risk != Risk::Never);
                    }
                    Item::Block(block) => {
                        let block = tree.node(*block);
                        if !CONDITIONS.contains(&tree.text(block.block_type.text)) {
                            bodies.push((block.body, false));
                        }
                    }
                }
            }
        }
    }

    fn expression(&mut self, tree: &Tree, expr: ExprId, risk: Risk, passes: bool) {
        let mut inner = FailureScan { module: self.module, tree, passes, found: &mut self.found };
        inner.walk(expr, risk);
    }
}

/// Returns `true` if an index in a file depends on `count.index`, so that the number of instances determines the
/// elements that are read.
fn indexes_by_count(tree: &Tree) -> bool {
    let is_index =
        |expr: ExprId| matches!(tree.expr(expr).kind, ExprKind::Variable(root) if tree.text(root) == "count");
    let depends = |key: ExprId| tree.inside(key).any(is_index);
    tree.expr_ids().any(|expr| match tree.expr(expr).kind {
        ExprKind::Traversal { steps, .. } => tree.slice(steps).iter().any(|step| match step.kind {
            TraverseKind::Index(key) => depends(key),
            _ => false,
        }),
        _ => false,
    })
}

/// A scan of one expression of a declaration.
struct FailureScan<'w> {
    module: &'w Module,
    tree: &'w Tree,
    passes: bool,
    found: &'w mut Vec<(NodeId, Risk, bool)>,
}

impl FailureScan<'_> {
    fn walk(&mut self, expr: ExprId, risk: Risk) {
        hclx_diag::grow(|| self.part(expr, risk));
    }

    fn all(&mut self, exprs: &[ExprId], risk: Risk) {
        exprs.iter().for_each(|expr| self.walk(*expr, risk));
    }

    fn part(&mut self, expr: ExprId, risk: Risk) {
        let tree = self.tree;
        match tree.expr(expr).kind {
            ExprKind::Traversal { .. } => self.traversal(expr, risk),
            ExprKind::Call(call) => {
                let call = tree.node(call);
                let (name, args) = (tree.text(call.name.text), tree.slice(call.args));
                if name == "try" {
                    // its own failures are caught, but not those of operations on its result
                    self.all(args, risk);
                } else if name == "can" {
                    self.all(args, Risk::Never);
                // With a default, `lookup` does not fail for a missing key.
                } else if TOTAL.binary_search(&name).is_ok() || name == "lookup" && args.len() > 2 {
                    self.all(args, risk.max(Risk::Null));
                } else {
                    self.all(args, Risk::Any);
                }
            }
            ExprKind::Conditional { condition, yes, no } => {
                self.walk(condition, risk.max(Risk::Null));
                self.all(&[yes, no], risk);
            }
            ExprKind::TemplateIf(parts) => {
                let parts = *tree.node(parts);
                self.walk(parts.condition, risk.max(Risk::Null));
                self.all(&[parts.yes, parts.no], risk);
            }
            ExprKind::Binary { op, left, right } => {
                let own = match op {
                    // Values of any two types can be compared, including null.
                    BinaryOp::Equal | BinaryOp::NotEqual => Risk::Never,
                    // Zero is a number, but these operations fail for it.
                    BinaryOp::Divide | BinaryOp::Modulo => Risk::Any,
                    _ => Risk::Null,
                };
                self.all(&[left, right], risk.max(own));
            }
            ExprKind::Unary { operand, .. } => self.walk(operand, risk.max(Risk::Null)),
            ExprKind::Template(parts) => self.all(tree.slice(parts), risk.max(Risk::Null)),
            ExprKind::JsonString { template: Some(template), .. } => self.walk(template.into(), risk),
            ExprKind::TemplateWrap(inner) | ExprKind::Paren(inner) => self.walk(inner, risk),
            ExprKind::Tuple(elements) => self.all(tree.slice(elements), risk),
            ExprKind::Splat { source, each, .. } => self.all(&[source, each], risk),
            ExprKind::Object(items) => {
                for item in tree.slice(items) {
                    self.walk(item.key, risk.max(Risk::Null));
                    self.walk(item.value, risk);
                }
            }
            ExprKind::For(_) | ExprKind::TemplateFor(_) => self.repeated(expr, risk),
            _ => {}
        }
    }

    fn repeated(&mut self, expr: ExprId, risk: Risk) {
        let tree = self.tree;
        let (collection, key, parts, group) = match tree.expr(expr).kind {
            ExprKind::For(clause) => {
                let clause = tree.node(clause);
                let parts =
                    [clause.condition.map(Into::into), clause.key.map(Into::into), Some(clause.value)];
                (clause.collection, clause.key.is_some(), parts, clause.group)
            }
            ExprKind::TemplateFor(parts) => {
                let parts = tree.node(parts);
                (parts.collection, false, [Some(parts.body), None, None], false)
            }
            _ => return,
        };
        // the failing part may depend on the element of an iteration
        let fails = |part: ExprId| match tree.expr(part).kind {
            ExprKind::Call(call) => TOTAL.binary_search(&tree.text(tree.node(call).name.text)).is_err(),
            ExprKind::Traversal { steps, .. } => tree.slice(steps).len() > 1,
            _ => false,
        };
        let mut bodies = parts.iter().flatten();
        let by_element = key && !group || bodies.any(|body| tree.inside(*body).any(fails));
        self.walk(collection, risk.max(if by_element { Risk::Any } else { Risk::Null }));
        parts.into_iter().flatten().for_each(|part| self.walk(part, risk));
    }

    fn traversal(&mut self, expr: ExprId, risk: Risk) {
        let tree = self.tree;
        let ExprKind::Traversal { base, steps } = tree.expr(expr).kind else { return };
        let steps = tree.slice(steps);
        for step in steps {
            if let TraverseKind::Index(key) = step.kind {
                self.walk(key, Risk::Any);
            }
        }
        let ExprKind::Variable(root) = tree.expr(base).kind else {
            return self.walk(base, Risk::Any);
        };
        let attribute = |position: usize| match steps.get(position)?.kind {
            TraverseKind::Attr(name) => Some(tree.text(name)),
            _ => None,
        };
        let Some((node, taken)) = dependencies::named(self.module, tree.text(root), attribute) else {
            return;
        };
        let rest = &steps[taken.min(steps.len())..];
        let is_attribute = |step: &hclx_syntax::ast::Traverse| matches!(step.kind, TraverseKind::Attr(_));
        let own = match (rest, self.module.declaration(node).kind) {
            ([], _) => Risk::Never,
            // an attribute that an object type declares always exists
            ([one], Kind::Variable) if is_attribute(one) && self.has_attribute(node, taken, steps) => {
                Risk::Null
            }
            _ => Risk::Any,
        };
        self.found.push((node, risk.max(own), self.passes));
    }

    fn has_attribute(&self, node: NodeId, position: usize, steps: &[hclx_syntax::ast::Traverse]) -> bool {
        let variable = self.module.declaration(node).variable.as_ref();
        let TraverseKind::Attr(name) = steps[position].kind else { return false };
        let object = variable.and_then(|variable| variable.ty.as_object());
        object.is_some_and(|object| object.get(self.tree.text(name)).is_some())
    }
}
