//! The source ranges of a tree's nodes, in the order in which the tree is printed.
//!
//! Each is `kind:start-end` in bytes. Kinds: attr, attrname, block, blocktype, label, num, str, bool, null,
//! var, trav (a name with its constant steps), step, tmpl, lit, call, funcname, cond, list, obj, key, for,
//! tfor, binop, unop, unopsym, paren, missing. A constant index has no range apart from its step's. Out of
//! scope: the tree itself (`sexpr`).

use std::collections::VecDeque;

use hclx_diag::TextRange;

use crate::ast::*;

/// Work that remains to be listed.
enum Todo<'a> {
    Expr(ExprId),
    /// A part of a template.
    Part(ExprId),
    Body(BodyId),
    /// The remaining items of a body. They are expanded one by one: a body may have millions.
    Items(std::slice::Iter<'a, Item>),
    Place(&'static str, TextRange),
    /// The `[*]` or `.*` of a splat, at the innermost start of this expression.
    Marker(ExprId),
}

/// The ranges of all nodes, computed lazily.
pub fn tree_spans(tree: &Tree) -> impl Iterator<Item = String> {
    let root = match tree.root() {
        Root::Body(body) => Todo::Body(body),
        Root::Expr(expr) => Todo::Expr(expr),
    };
    let lister = Lister { tree, out: VecDeque::new(), todo: vec![root] };
    lister.map(|(kind, range)| format!("{kind}:{}-{}", range.start, range.end))
}

struct Lister<'a> {
    tree: &'a Tree,
    /// The entries that precede the pending work.
    out: VecDeque<(&'static str, TextRange)>,
    /// A stack: the last entry comes next.
    todo: Vec<Todo<'a>>,
}

impl Iterator for Lister<'_> {
    type Item = (&'static str, TextRange);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(place) = self.out.pop_front() {
                return Some(place);
            }
            match self.todo.pop()? {
                Todo::Place(kind, range) => return Some((kind, range)),
                Todo::Marker(each) => self.marker(each),
                Todo::Body(body) => {
                    let items = self.tree.slice(self.tree.body(body).items);
                    self.todo.push(Todo::Items(items.iter()));
                }
                Todo::Items(items) => self.items(items),
                Todo::Part(part) => self.part(part),
                Todo::Expr(expr) => self.expr(expr),
            }
        }
    }
}

impl<'a> Lister<'a> {
    fn put(&mut self, kind: &'static str, range: TextRange) {
        self.out.push_back((kind, range));
    }

    /// Schedules expressions, to be listed next in this order.
    fn exprs(&mut self, exprs: &[ExprId]) {
        self.todo.extend(exprs.iter().rev().map(|expr| Todo::Expr(*expr)));
    }

    /// Lists the first of these items, and schedules the others.
    fn items(&mut self, mut items: std::slice::Iter<'a, Item>) {
        let Some(item) = items.next() else { return };
        // The other items follow once everything in this one is listed.
        self.todo.push(Todo::Items(items));
        match item {
            Item::Attribute(attribute) => {
                self.put("attr", attribute.range);
                self.put("attrname", attribute.name.range);
                self.todo.push(Todo::Expr(attribute.value));
            }
            Item::Block(block) => {
                let block = self.tree.node(*block);
                self.put("block", block.range);
                self.put("blocktype", block.block_type.range);
                self.out.extend(self.tree.slice(block.labels).iter().map(|label| ("label", label.range)));
                self.todo.push(Todo::Body(block.body));
            }
        }
    }

    fn part(&mut self, part: ExprId) {
        let Expr { kind, range } = *self.tree.expr(part);
        let own = matches!(kind, ExprKind::String(_)) && !self.tree.is_interpolated(part);
        if own { self.put("lit", range) } else { self.expr(part) }
    }

    fn marker(&mut self, each: ExprId) {
        self.put("step", self.tree.splat_marker(each));
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let Expr { kind, range } = *tree.expr(id);
        match kind {
            ExprKind::Missing => self.put("missing", range),
            ExprKind::Null => self.put("null", range),
            ExprKind::Bool(_) => self.put("bool", range),
            ExprKind::Number => self.put("num", range),
            ExprKind::String(_) => self.put("str", range),
            ExprKind::JsonString { template, .. } => {
                self.put("str", range);
                self.todo.extend(template.map(|template| Todo::Expr(template.into())));
            }
            ExprKind::Variable(_) => self.put("var", range),
            ExprKind::SplatItem => {}
            ExprKind::Template(parts) => {
                self.put("tmpl", range);
                self.todo.extend(tree.slice(parts).iter().rev().map(|part| Todo::Part(*part)));
            }
            ExprKind::TemplateWrap(inner) => self.node("tmpl", range, &[inner]),
            ExprKind::TemplateIf(node) => {
                let TemplateIf { condition, yes, no, .. } = *tree.node(node);
                self.node("cond", range, &[condition, yes, no]);
            }
            ExprKind::TemplateFor(node) => {
                let TemplateFor { collection, body, .. } = *tree.node(node);
                self.node("tfor", range, &[collection, body]);
            }
            ExprKind::Traversal { base, steps } => self.traversal(base, tree.slice(steps)),
            ExprKind::Splat { source, each, .. } => {
                self.todo.extend([Todo::Expr(each), Todo::Marker(each), Todo::Expr(source)]);
            }
            ExprKind::Call(call) => {
                let call = tree.node(call);
                self.put("call", range);
                self.node("funcname", call.name.range, tree.slice(call.args));
            }
            ExprKind::Conditional { condition, yes, no } => self.node("cond", range, &[condition, yes, no]),
            ExprKind::Binary { left, right, .. } => self.node("binop", range, &[left, right]),
            ExprKind::Unary { operand, .. } => {
                self.put("unop", range);
                self.node("unopsym", TextRange::new(range.start, range.start + 1), &[operand]);
            }
            ExprKind::Paren(inner) => self.node("paren", range, &[inner]),
            ExprKind::Tuple(elements) => self.node("list", range, tree.slice(elements)),
            ExprKind::Object(items) => self.object(range, tree.slice(items)),
            ExprKind::For(node) => self.for_expression(range, tree.node(node)),
        }
    }

    fn node(&mut self, kind: &'static str, range: TextRange, children: &[ExprId]) {
        self.put(kind, range);
        self.exprs(children);
    }

    /// Lists a traversal. A name and its constant steps are one `trav`, followed by the individual steps.
    fn traversal(&mut self, base: ExprId, steps: &[Traverse]) {
        let Expr { kind, range } = *self.tree.expr(base);
        let fixed = steps.iter().take_while(|step| self.is_fixed(step)).count();
        if matches!(kind, ExprKind::Variable(_)) && fixed > 0 {
            self.put("trav", range.cover(steps[fixed - 1].range));
        }
        for step in steps.iter().rev() {
            if let TraverseKind::Index(key) = step.kind
                && !self.is_fixed(step)
            {
                self.todo.push(Todo::Expr(key));
            }
            self.todo.push(Todo::Place("step", step.range));
        }
        self.todo.push(Todo::Expr(base));
    }

    fn is_fixed(&self, step: &Traverse) -> bool {
        let TraverseKind::Index(key) = step.kind else { return true };
        let kind = self.tree.expr(key).kind;
        matches!(kind, ExprKind::Number | ExprKind::String(_) | ExprKind::Bool(_) | ExprKind::Null)
    }

    fn object(&mut self, range: TextRange, items: &[ObjectItem]) {
        self.put("obj", range);
        for item in items.iter().rev() {
            self.todo.push(Todo::Expr(item.value));
            let place = self.tree.expr(item.key).range;
            self.todo.push(if item.bare { Todo::Place("key", place) } else { Todo::Expr(item.key) });
        }
    }

    fn for_expression(&mut self, range: TextRange, node: &For) {
        self.put("for", range);
        let keys = node.key.map(ExprId::from);
        let condition = node.condition.map(ExprId::from);
        let exprs: Vec<ExprId> =
            [Some(node.collection), keys, Some(node.value), condition].into_iter().flatten().collect();
        self.exprs(&exprs);
    }
}
